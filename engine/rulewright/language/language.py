"""One language of one ruleset: parse texts to trees, print trees as texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from rulewright.language import nodes as n
from rulewright.language.compare import shown
from rulewright.language.deeds import Deeds
from rulewright.language.elided.whose_own import OwnVerbs
from rulewright.language.grammar.grammar_file import Alternative
from rulewright.language.grammar.kinds import KINDS
from rulewright.language.grammar.parse_tables import Tables, build_tables
from rulewright.language.grammar.productions import Grammar
from rulewright.language.lexicon import Lexicon
from rulewright.language.parsing.lexer import PhraseLexer, Stuck
from rulewright.language.printing.pieces import PrintError, capitals
from rulewright.language.printing.printer import Printer
from rulewright.language.remembered import Remembered
from rulewright.language.transforms import Declared, LanguageTransforms
from rulewright.language.transforms.known_objects import counts_places
from rulewright.language.trees.clauses import clause_as_it_is_said
from rulewright.language.trees.normal_form import Normaliser
from rulewright.problems import LexiconError, Problem, TextError, problem
from rulewright.resources import data_dir

WHOLE = ("text", "ability", "sentence", "statement")
"""The rules of the grammar for what stands by itself."""

OF_CHOICES = "others_part"
"""The rule for what others do in “choose one: …”: by itself it would say an act with its verb in a wrong form."""

MOST_PRINTED = 5000
"""Texts of trees that are kept; when there are more, all are forgotten, which threads can do without waiting."""

if TYPE_CHECKING:
    from rulewright.language.lexicon.words import Phrase
    from rulewright.language.parsing.continuations import Continuation
    from rulewright.language.parsing.parser import DerivationStep, Parser, Token
    from rulewright.language.reader import Reader


@lru_cache(maxsize=16)
def _grammar_with_tables(text: str, verbs: tuple[Alternative, ...], file: str) -> tuple[Grammar, Tables]:
    """The grammar of a file and of a lexicon's verbs. Rulesets that differ in other words share it."""
    grammar = Grammar(text, verbs, file)
    return grammar, build_tables(grammar.productions, sorted(set(KINDS.values())))


class Language:
    """Parses and prints the texts of one ruleset in one language.

    Args:
        lexicon: the words, in the same language.
        lang: its code; there must be a `grammar/core.<lang>.lark`.
        name: under which the cache keeps what it has read; "" for what is not kept.

    Raises:
        GrammarError: the grammar and the words together are ambiguous.
    """

    def __init__(self, lexicon: Lexicon, lang: str = "en", name: str = "") -> None:
        self.lexicon, self.lang, self.name = lexicon, lang, name
        path = data_dir("grammar") / f"core.{lang}.lark"
        text = path.read_text(encoding="utf-8")
        self.grammar, self._tables = _grammar_with_tables(text, tuple(lexicon.alternatives), path.name)
        literals = sorted({s.name for p in self.grammar.productions for s in p.symbols if s.literal})
        self.lexer = PhraseLexer(lexicon, literals)
        self.normaliser = Normaliser(lexicon)
        mistaken = [problem("RW0507", found=" ".join(p.words), one=p.value) for p in self.lexer.mistaken()]
        if mistaken:
            raise LexiconError(*mistaken)
        clashes = list(self.lexer.clashes([row.keys() for row in self._tables.actions]))
        if clashes:
            raise LexiconError(*self._told(clashes))
        self.printer = Printer(self.grammar, lexicon, self.normaliser)
        transforms = lexicon.core.get("transforms")
        self.transforms = LanguageTransforms(lexicon, Declared(transforms)) if transforms else None
        self.deeds = Deeds(lexicon, self.print)

    @cached_property
    def parser(self) -> Parser:
        """The parser. Created at first use: printing needs neither it nor Lark."""
        from rulewright.language.parsing.parser import Parser

        return Parser(self.grammar, self._tables, self.lexer, KINDS, self.normaliser)

    @cached_property
    def own_verbs(self) -> OwnVerbs:
        """The verbs that name something of whoever does it. Looked for when something is first printed."""
        return OwnVerbs(self.lexicon)

    @cached_property
    def reader(self) -> Reader:
        """What reads texts. Created at first use, as the parser."""
        from rulewright.language.reader import Reader

        meant = self.transforms.to_canonical if self.transforms else lambda tree: tree
        return Reader(
            self.lexicon,
            self.lang,
            self.lexer,
            self.parser,
            self.normaliser,
            meant,
            self.print,
            self.remembered,
            self.step,
        )

    @cached_property
    def remembered(self) -> Remembered:
        """What was read in everyday wordings. Created at first use: it is not kept with the words of the language."""
        return Remembered(self.name)

    def _told(self, clashes: Iterable[tuple[Phrase, Phrase]]) -> Iterator[Problem]:
        """What is said of words that can be taken in two ways: once of two words, whatever their forms are."""
        told = set()
        for a, b in clashes:
            sides = (self.lexer.section(a), a.value, self.lexer.section(b), b.value)
            if sides not in told:
                told.add(sides)
                kind, one, other_kind, other = sides
                words = {"kind": kind, "one": one, "other_kind": other_kind, "other": other}
                yield problem("RW0505", found=" ".join(a.words), **words)  # type: ignore[arg-type]

    def parse(self, text: str, kind: str = "text", everyday: bool = True, explained: bool = True) -> n.Node:
        """Parse a text.

        Args:
            text: a text of at most `MAX_LENGTH` characters.
            kind: `text` (sentences, abilities), `sentence`, `block_sentence` (a step of a block: a sentence whose full
                stop may be missing, gives a Statement; several give a Text), `condition`, `event`, `phrase` (Phrase),
                `amount` (Amount), `value` (a Phrase, or an Amount if it is a number).
            everyday: whether a text that cannot be read as it stands is said otherwise, as people write (which takes
                a hundred times as long to find out).
            explained: whether it is told why a text cannot be read (which takes as long again).

        Raises:
            TextError: with one problem per sentence that cannot be parsed, or all type and agreement errors; with none
                of what cannot be parsed where that is not explained.
        """
        return self.reader.parse(text, kind, everyday, explained)

    def reading(self, text: str, kind: str = "text") -> n.Node | None:
        """The tree of a text as it stands; None if there is any problem with it, of which nothing is told."""
        return self.reader.reading(text, kind)

    def step(self, text: str) -> n.Node | None:
        """The tree of a step of a verb as it stands, in English, in which steps are written; None if it is none."""
        return self._canonical.reading(text, "block_sentence")

    @cached_property
    def _canonical(self) -> Language:
        canon = self.lexicon.canon
        return self if canon is self.lexicon or not isinstance(canon, Lexicon) else Language(canon)

    @cached_property
    def _walking(self) -> set[str]:
        """The rules of the grammar that say through which things a step of a rulebook goes."""
        blocks = self.lexicon.core.get("blocks", {})
        return {str(blocks[key]) for key in ("for_each_rule", "resolve_rule") if key in blocks}

    def derivation(self, text: str, kind: str = "text") -> list[DerivationStep]:
        """Return the tokens and productions by which a text is parsed, in order.

        Raises:
            TextError: the text is not understood.
        """
        found: list[DerivationStep] = []
        words = self.lexer.split(text)
        try:
            self.parser.parse(words, kind, kind == "block_sentence", found)
        except Stuck as stuck:
            raise TextError(*self.reader.problems(text, words, kind, stuck)) from None
        return found

    def tokens(self, text: str, kind: str = "text") -> list[Token]:
        """Return the tokens of a text, inflection marks included.

        Raises:
            TextError: the text is not understood.
        """
        return [item for item in self.derivation(text, kind) if isinstance(item, str)]

    def continuations(self, text: str, kind: str = "text") -> list[Continuation]:
        """Return the wordings with which a text that is being written can go on."""
        from rulewright.language.parsing.continuations import continuations

        return continuations(self.parser, self.lexer, text, kind)

    @cached_property
    def _read_rules(self) -> list[str]:
        """The rules that a text can be read by; others are there for rulebooks alone, which ask for them by name."""
        found = set(KINDS.values())
        size = 0
        while len(found) > size:
            size = len(found)
            found |= {s.name for p in self.grammar.productions if p.rule in found for s in p.symbols if not s.terminal}
        return [rule for rule in self.grammar.alternatives if rule in found and rule != OF_CHOICES]

    def _as(self, node: n.Node, rule: str, about: str, mood: str, sounds: dict[str, str] | None, told: bool) -> str:
        """A tree as a rule of the grammar prints it."""
        surface = self.transforms.to_surface(node, told) if self.transforms else node
        if self.transforms and rule in self._walking:
            surface = self.transforms.of_its_zone(surface)
        surface = self.own_verbs.as_theirs(surface)
        try:
            return self.printer.print(surface, rule, about, mood, sounds, told)
        except PrintError:
            # what is only a phrase is told by rules that have words of their own for where a thing lies
            said = clause_as_it_is_said(surface, self.lexicon.canon) if rule in WHOLE else surface
            if said == surface:
                raise
            return self.printer.print(said, rule, about, mood, sounds, told)

    def _taken_for_another(self, text: str, node: n.Node, kind: str | None) -> bool:
        """Whether a text that says a tree would be read as another. English is not asked: its trees are its texts."""
        if self.lang == "en" or kind not in KINDS:
            return False
        if "definite" in self.lexicon.core and counts_places(node, self.lexicon):
            return self.reader.reading(text, str(kind)) != node
        if not self.reader.wordings.maybe_unmeant(text):
            return False
        return self.reader.means_another(text, node, str(kind))

    def print(
        self,
        node: n.Node,
        kind: str | None = None,
        about: str = "",
        sounds: dict[str, str] | None = None,
        told: bool = False,
    ) -> str:
        """The normal form of a tree in this language: `parse(print(tree), kind) == tree`.

        Args:
            node: a tree.
            kind: as what (see `parse`), or a rule of the language's grammar; by default a text if the node can be one,
                otherwise whatever it can be.
                `condition__x` is a condition with its verbs in the form `x`.
            about: the noun that "it" stands for where the tree does not say so: of a definition, what it defines.
            sounds: receives the euphonic changes made in the text, as pattern and replacement.
            told: whether a log tells it of somebody else: "within their reach". Such a text is not read back.

        Raises:
            PrintError: this language has no words for the tree.
        """
        key = node, kind, about, told
        known = self._printed.get(key)
        if known is None:
            changes: dict[str, str] = {}
            known = self._print(node, kind, about, changes, told), changes
            if len(self._printed) >= MOST_PRINTED:
                self._printed.clear()
            self._printed[key] = known
        if sounds is not None:
            sounds.update(known[1])
        return known[0]

    @cached_property
    def _printed(self) -> dict[tuple[n.Node, str | None, str, bool], tuple[str, dict[str, str]]]:
        """What was printed, with the changes for the sound of it: a rulebook says a third of its phrases again."""
        return {}

    def _print(self, node: n.Node, kind: str | None, about: str, sounds: dict[str, str], told: bool) -> str:
        kind, _, mood = kind.partition("__") if kind else (None, "", "")
        if isinstance(node, n.Value) and "{" not in (kind or ""):  # an instance of a template is meant as it is
            kind = "amount"
        given = kind is not None and kind != "block_sentence"
        rules = [KINDS.get(str(kind), str(kind))] if given else ["text", "statement", "nps", *self._read_rules]
        refused = PrintError(problem("RW0330", found=shown(node), lang=self.lexicon.called))
        for rule in rules:
            if not rule.startswith("_") and type(node) in self.grammar.yields(rule):
                try:
                    text = self._as(node, rule, about, mood, sounds, told)
                except KeyError as error:  # a word that the language does not know yet
                    raise PrintError(problem("RW0501", found=str(error.args[0]), form="one", lang=self.lang)) from None
                except PrintError as error:
                    refused = error
                    continue
                if rule == "statement":
                    text += "."
                if not told and self._taken_for_another(text, node, kind or ("text" if rule == "text" else None)):
                    raise refused
                return capitals(text) if rule in ("text", "sentence", "statement", "ability") else text
        return self._counted(node, rules[0], kind or rules[0], sounds, refused)

    def _counted(self, node: n.Node, rule: str, kind: str, sounds: dict[str, str], refused: PrintError) -> str:
        """A text that counts things whose count is the name of a number: it is taken if it is read as the tree.

        Raises:
            PrintError: as it was refused before.
        """
        if kind in KINDS and any(isinstance(part, n.CountOf) for part in node.walk()):
            surface = self.transforms.to_surface(node) if self.transforms else node
            try:
                text = capitals(self.printer.counting.print(surface, rule, sounds=sounds))
                if self.reader.parse(text, kind) == node:
                    return text
            except (TextError, PrintError, KeyError):
                raise refused from None
        raise refused
