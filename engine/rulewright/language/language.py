"""One language of one ruleset: parse texts to trees, print trees as texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, cast

from rulewright.language import nodes as n
from rulewright.language.checks.agreement import agreement_errors
from rulewright.language.checks.cases import in_number
from rulewright.language.checks.types import type_errors
from rulewright.language.checks.verb_forms import form_errors
from rulewright.language.grammar.grammar_file import Alternative
from rulewright.language.grammar.parse_tables import Tables, build_tables
from rulewright.language.grammar.productions import Grammar
from rulewright.language.language_transforms import LanguageTransforms
from rulewright.language.lexicon import Lexicon, noun_to, place_word, split_pattern
from rulewright.language.parsing.diagnostics import Diagnostician
from rulewright.language.parsing.faults import real_fault
from rulewright.language.parsing.lexer import PhraseLexer, Stuck
from rulewright.language.parsing.wordings import Wordings, joined, maybe_unmeant, said_otherwise
from rulewright.language.parsing.words import Word
from rulewright.language.printing.printer import Printer, PrintError, capitals
from rulewright.language.problems import LexiconError, Problem, TextError, problem
from rulewright.language.trees.compare import shown
from rulewright.language.trees.normal_form import Normaliser, head_noun
from rulewright.language.trees.taking import taken_from_its_place
from rulewright.language.trees.third_person import third_person
from rulewright.resources import data_dir

if TYPE_CHECKING:
    from rulewright.language.lexicon.words import Phrase
    from rulewright.language.parsing.continuations import Continuation
    from rulewright.language.parsing.parser import DerivationStep, Parser, Token

KINDS = {
    "text": "text",
    "sentence": "sentence",
    "block_sentence": "text",
    "condition": "conds",
    "event": "events",
    "phrase": "nps",
    "amount": "num",
    "value": "value",
}
MAX_PROBLEMS = 20  # told of one text
MAX_DEEDS = 4096  # whose words are kept
MAX_LENGTH = 20_000  # characters in one text; a whole rulebook's page has three thousand


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

    Raises:
        GrammarError: the grammar and the words together are ambiguous.
    """

    def __init__(self, lexicon: Lexicon, lang: str = "en") -> None:
        self.lexicon, self.lang = lexicon, lang
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
        self.transforms = LanguageTransforms(lexicon, transforms) if transforms else None
        self._deeds: dict[tuple[n.Act, bool], str | None] = {}

    @cached_property
    def parser(self) -> Parser:
        """The parser. Created at first use: printing needs neither it nor Lark."""
        from rulewright.language.parsing.parser import Parser

        return Parser(self.grammar, self._tables, self.lexer, KINDS, self.normaliser)

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

    def parse(self, text: str, kind: str = "text", everyday: bool = True) -> n.Node:
        """Parse a text.

        Args:
            text: a text of at most `MAX_LENGTH` characters.
            kind: `text` (sentences, abilities), `sentence`, `block_sentence` (a step of a block: a sentence whose full
                stop may be missing, gives a Statement; several give a Text), `condition`, `event`, `phrase` (Phrase),
                `amount` (Amount), `value` (a Phrase, or an Amount if it is a number).
            everyday: whether a text that cannot be read as it stands is said otherwise, as people write (which takes
                a hundred times as long to find out).

        Raises:
            TextError: with one problem per sentence that cannot be parsed, or all type and agreement errors.
        """
        if len(text) > MAX_LENGTH:
            raise TextError(problem("RW0317", length=len(text), limit=MAX_LENGTH, end=1))
        words = self.lexer.split(text)
        optional = kind == "block_sentence"
        disagreeing: list[n.NounPhrase] = []
        in_case: dict[tuple[int, int], str] | None = {} if self.lexicon.declension.cases else None
        try:
            read = self.parser.parse(words, kind, optional, disagreeing=disagreeing, in_case=in_case)
        except Stuck as stuck:
            said = self._otherwise(text, words, kind, stuck.index) if everyday else None
            if said is None:
                raise TextError(*self._problems(text, words, kind, stuck)) from None
            node = said
        else:
            read = self._in_number(text, read, in_case)
            node = self._meant(read)
            problems = [*map(self._number_error, disagreeing), *type_errors(node, self.lexicon)]
            problems += agreement_errors(text, read, self.lexicon, in_case)
            problems += form_errors(words, read, self.lexicon)
            if problems:
                wrong = min(found.offset for found in problems)
                at = sum(word.end <= wrong for word in words)
                said = self._otherwise(text, words, kind, at) if everyday else None
                if said is None:
                    raise TextError(*problems)
                node = said
            elif maybe_unmeant(text, self.lexicon.lang):
                node = self._meant_instead(text, words, kind) or node
        if kind == "value" and isinstance(node, n.Phrase) and self.lexicon.is_number(head_noun(node) or ""):
            node = n.Value(phrase=node, span=node.span)
        if kind == "block_sentence" and isinstance(node, n.Text) and len(node.sentences) == 1 and not node.abilities:
            return node.sentences[0]
        return node

    def _otherwise(self, text: str, words: list[Word], kind: str, wrong: int) -> n.Node | None:
        """The tree of a text that cannot be read as it stands, said or taken otherwise; `wrong`: the word where."""
        return self._said_otherwise(text, words, kind, wrong) or self._taken_otherwise(text, words, kind)

    def _taken_otherwise(self, text: str, words: list[Word], kind: str) -> n.Node | None:
        """The one tree of a text with as few words as can be taken for something else; None for none, or several.

        Of several those are left in which no wording of several words is cut.
        """
        trees: list[n.Node] = []
        whole: list[n.Node] = []
        fewest = 0
        for another in self.parser.others(words, kind, kind == "block_sentence"):
            assert another.node is not None
            if trees and another.changes > fewest:
                break
            try:
                tree = self._meant(self._in_number(text, another.node, another.in_case))
            except TextError:
                continue
            if another.disagreeing or any(True for _ in type_errors(tree, self.lexicon)):
                continue
            if any(True for _ in agreement_errors(text, another.node, self.lexicon, another.in_case)):
                continue
            if any(True for _ in form_errors(words, another.node, self.lexicon)):
                continue
            if tree not in trees:
                trees.append(tree)
                whole += [] if another.cut else [tree]
                fewest = another.changes
        left = trees if len(trees) == 1 else whole
        return left[0] if len(left) == 1 else None

    def _said_otherwise(self, text: str, words: list[Word], kind: str, wrong: int) -> n.Node | None:
        """The tree of a text that cannot be read, where an everyday wording says the same as one that can.

        text: in which its words must agree as they stand, or "".
        wrong: the word at which it cannot be read.

        Raises:
            TextError: two trees could be meant.
        """
        trees, stuck = self._reader(text, kind)
        found = said_otherwise(self.wordings, words, wrong, stuck)
        if len(trees) > 1:
            one, other = (self.print(tree, kind) for tree in trees[:2])
            start, end = words[0].start, words[-1].end
            raise TextError(problem("RW0322", one=one, other=other, offset=start, end=end))
        if not trees:
            return None
        said = joined(found[0])[0]  # which may stand for nothing as what was written may
        if maybe_unmeant(f"{text} {said}", self.lexicon.lang):
            return self._meant_instead(text, found[0], kind, said) or trees[0]
        return trees[0]

    def _meant_instead(self, text: str, words: list[Word], kind: str, said_as: str = "") -> n.Node | None:
        """The tree of a text that can be read only as what stands for nothing, said otherwise; None if it cannot be.

        Each wording that is meant is applied to what those before it have made of the text. said_as: the words, where
        they are not those of the text any more.
        """
        meant: n.Node | None = None
        for rule in self.wordings.though_read(f"{text} {said_as}"):
            trees, stuck = self._reader(text, kind)
            readable: list[list[Word]] = []
            for said in rule(words):
                where = stuck(said)
                readable += [said] if where is None else said_otherwise(self.wordings, said, where, stuck)
            if len(trees) > 1:
                return None
            if trees:
                meant, words = trees[0], readable[0]
        return meant

    def _taken_for_another(self, text: str, node: n.Node, kind: str | None) -> bool:
        """Whether a text that says a tree has the words of an everyday wording, with which another tree is meant.

        English is not asked: its trees are what its texts say.
        """
        if self.lang == "en" or kind not in KINDS or not maybe_unmeant(text, self.lang):
            return False
        meant = self._meant_instead(text, self.lexer.split(text), str(kind))
        return meant is not None and meant != node

    def _reader(self, text: str, kind: str) -> tuple[list[n.Node], Callable[[list[Word]], int | None]]:
        """The trees of the texts that can be read, and what reads one: the word at which it cannot be, or None."""
        trees: list[n.Node] = []

        def stuck(said: list[Word]) -> int | None:
            disagreeing: list[n.NounPhrase] = []
            in_case: dict[tuple[int, int], str] | None = {} if self.lexicon.declension.cases else None
            optional = kind == "block_sentence"
            try:
                read = self.parser.parse(said, kind, optional, disagreeing=disagreeing, in_case=in_case)
                tree = self._meant(self._in_number(text, read, in_case))
            except Stuck as where:
                return where.index
            except TextError:
                return 0
            problems = [*map(self._number_error, disagreeing), *type_errors(tree, self.lexicon)]
            problems += agreement_errors(text, read, self.lexicon, in_case)
            problems += form_errors(said, read, self.lexicon)
            if problems:
                place = min(found.offset for found in problems)
                return sum(word.end <= place for word in said)
            if tree not in trees:
                trees.append(tree)
            return None

        return trees, stuck

    def _may_be_said(self, sentence: list[Word]) -> bool:
        """Whether a sentence that cannot be read as it stands can be said otherwise."""
        try:
            self.parser.parse(sentence, "text")
        except Stuck as stuck:
            try:
                return self._said_otherwise("", sentence, "text", stuck.index) is not None
            except TextError:
                return False
        return False

    @cached_property
    def wordings(self) -> Wordings:
        """The everyday wordings of the language. Made at first use: most texts are in the normal form."""
        return Wordings(self.lexicon, self.lexer)

    @cached_property
    def _walking(self) -> set[str]:
        """The rules of the grammar that say through which things a step of a rulebook goes."""
        blocks = self.lexicon.core.get("blocks", {})
        return {str(blocks[key]) for key in ("for_each_rule", "resolve_rule") if key in blocks}

    def choosing(self, phrase: n.Phrase) -> n.Perform:
        """To choose something: from where it lies, if the language says so ("de tu mano", not "en tu mano")."""
        chosen: tuple[n.Slot, ...] = (n.Slot(name="object", value=phrase),)
        last = phrase.filters[-1] if isinstance(phrase, n.NounPhrase) and phrase.filters else None
        if "choose_from" in self.lexicon.core.get("blocks", {}) and isinstance(last, n.At):
            noun = self.lexicon.nouns.get(head_noun(last.phrase) or "")
            if isinstance(phrase, n.NounPhrase) and noun is not None and noun.type == "zone":
                rest = replace(phrase, filters=phrase.filters[:-1])
                chosen = (n.Slot(name="object", value=rest), n.Slot(name="from", value=last.phrase))
        return n.Perform(verb="choose", slots=chosen)

    def taking(self, act: n.Node, told_of_you: bool = True) -> n.Node:
        """What goes somewhere, told from where it was, if the language says so: "1 kártyádat a kezedből"."""
        how = self.lexicon.core.get("blocks", {}).get("taken_from")
        if how is None or not isinstance(act, n.Perform):
            return act
        verb = self.lexicon.verbs.get(act.verb)
        return taken_from_its_place(act, verb.patterns if verb else (), how == "so many", told_of_you)

    def told_of(self, name: str, act: n.Act, negated: bool = False) -> str | None:
        """What somebody was asked to do, as it is told of them: "Anna takes a card from their hand".

        negated: of who has not done it: "Anna does not take a card from their hand".

        Returns:
            None where it cannot be told so: it tells of others, too, or the language has no words for it; or a word of
            the lexicon itself says "your", which has no third person.
        """
        key = (act, negated)
        if key not in self._deeds:  # logs tell of the same few things again and again
            if len(self._deeds) >= MAX_DEEDS:
                self._deeds.clear()
            self._deeds[key] = self._deed(act, negated)
        deed = self._deeds[key]
        return None if deed is None else f"{name} {deed}"

    def _deed(self, act: n.Act, negated: bool) -> str | None:
        """What is told of somebody behind the name: "takes a card from their hand"; None where it cannot be told so."""
        act = act.cost if negated and isinstance(act, n.Cost) else act
        deed = third_person(cast(n.Act, self.taking(act, told_of_you=False)))
        if deed is None:
            return None
        somebody = n.NounPhrase(determiner=n.Article(word="a"), noun="player")
        try:
            subject = self.print(somebody, "nps")
            does = n.Does(subject=somebody, act=deed, negated=negated)
            told = self.print(does, "condition" if negated else "statement", told=True)
        except PrintError:
            return None
        begins, told = capitals(subject) + " ", capitals(told)
        if not told.startswith(begins) or self.speaks_to_you(told):
            return None
        told = told.removeprefix(begins).rstrip(".")
        for pattern, instead in self.lexicon.core.get("denied_told", ()) if negated else ():
            told = re.sub(str(pattern), str(instead), told)
        return told

    def not_done(self, act: n.Act, rule: str) -> str:
        """What somebody decides not to do, by a rule: "to pay"; "" where it cannot be told so."""
        act = act.cost if isinstance(act, n.Cost) else act
        deed = third_person(cast(n.Act, self.taking(act, told_of_you=False)))
        if deed is None:
            return ""
        try:
            told = self.print(deed, rule, told=True)
        except PrintError:
            return ""
        return "" if self.speaks_to_you(told) else told

    def speaks_to_you(self, text: str) -> bool:
        """Whether a text says "you" or "your"; of words that say so by their ending alone it knows nothing."""
        yours = self.lexicon.core.get("second_person", ())
        return not {word.lower() for word in re.findall(r"\w+", text)}.isdisjoint(yours)

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
            raise TextError(*self._problems(text, words, kind, stuck)) from None
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
        return [rule for rule in self.grammar.alternatives if rule in found]

    def _in_number(self, text: str, read: n.Node, in_case: dict[tuple[int, int], str] | None) -> n.Node:
        """A tree as read, with the nouns that have one form for both numbers in that which their case tells."""
        return in_number(text, read, self.lexicon, in_case) if in_case else read

    def _meant(self, tree: n.Node) -> n.Node:
        return self.transforms.to_canonical(tree) if self.transforms else tree

    def _problems(self, text: str, words: list[Word], kind: str, stuck: Stuck) -> list[Problem]:
        """Problems of a text that cannot be parsed: one for each of its sentences, up to `MAX_PROBLEMS`."""
        whole = KINDS[kind] in ("text", "sentence")
        explain = Diagnostician(self.parser, self.lexer, self._read, self._render)
        found: list[Problem] = []
        first, rest = stuck, words
        while len(found) < MAX_PROBLEMS:
            begin, stop = _sentence(rest, stuck.index)
            alone = [*rest[begin:stop], Word(".", rest[stop - 1].end, rest[stop - 1].end)] if stop > begin else []
            if not (whole and alone and self._may_be_said(alone)):
                told = explain.explain(text, rest, stuck, whole)
                if whole and alone:
                    told = real_fault(self.wordings, told, explain, alone[:-1], stuck.index - begin, self._stuck_among)
                found.append(told)
            rest = rest[stop + 1 :]
            if not whole or not rest:
                break
            again = self._stuck_among(tuple(word.text for word in rest), kind)
            if again is None:
                break
            stuck = again
        return found or [explain.explain(text, words, first, whole)]

    @cached_property
    def _stuck_among(self) -> Callable[[tuple[str, ...], str], Stuck | None]:
        """Where words cannot be read on; None if they can. Who writes a sentence leaves those behind it as they are."""

        def stuck(texts: tuple[str, ...], kind: str) -> Stuck | None:
            try:
                self.parser.parse([Word(text, 0, 1) for text in texts], kind, stop_optional=True)
            except Stuck as found:
                return found.with_traceback(None)
            return None

        return lru_cache(MAX_PROBLEMS)(stuck)

    def _number_error(self, node: n.NounPhrase) -> Problem:
        span = node.span or n.Span(0, 1)
        word = self.lexicon.nouns[str(node.noun)]
        fixed = self.normaliser.number(node.determiner) or "one"
        wrong = word.forms.get("one" if fixed == "many" else "many", "one") or word.id
        right = word.forms.get(fixed, "one") or word.id
        return problem("RW0412", found=wrong, suggestions=[right], offset=span.start, end=span.end)

    def reading(self, text: str, kind: str = "text") -> n.Node | None:
        """The tree of a text as it stands; None if there is any problem with it, of which nothing is told."""
        in_case: dict[tuple[int, int], str] | None = {} if self.lexicon.declension.cases else None
        read = self._parsed(text[:MAX_LENGTH], kind, in_case)
        if read is None or any(True for _ in agreement_errors(text, read[0], self.lexicon, in_case)):
            return None
        tree = read[1]
        if kind == "block_sentence" and isinstance(tree, n.Text) and len(tree.sentences) == 1 and not tree.abilities:
            return tree.sentences[0]
        return tree

    def _read(self, text: str) -> n.Node | None:
        """Parse a text, whether or not its words agree; None if it has any other problem."""
        read = self._parsed(text, "text")
        return read[1] if read else None

    def _parsed(
        self, text: str, kind: str, in_case: dict[tuple[int, int], str] | None = None
    ) -> tuple[n.Node, n.Node] | None:
        """The tree of a text before and after the language's transforms."""
        disagreeing: list[n.NounPhrase] = []
        stop = kind in ("text", "block_sentence")
        try:
            read = self.parser.parse(self.lexer.split(text), kind, stop, disagreeing=disagreeing, in_case=in_case)
            read = self._in_number(text, read, in_case)
            tree = self._meant(read)
        except (Stuck, TextError):
            return None
        return None if disagreeing or type_errors(tree, self.lexicon) else (read, tree)

    def _render(self, text: str) -> str | None:
        """The normal form of a text that has no problem, or None."""
        tree = self._read(text)
        try:
            return self.print(tree, "text") if tree else None
        except PrintError:
            return None

    def said_of(
        self, verb: str, things: Mapping[str, str] | None = None, nouns: Mapping[str, str] | None = None
    ) -> str | None:
        """A verb as it is said of somebody: "does it"; None if the language does not know it.

        things: by slot, the names of what it is done to; they do not inflect, so where things would they stand behind.
        Numbers take their endings.
        nouns: by slot, the noun of what has no name of its own: it inflects, and tells of any such thing.
        """
        word = self.lexicon.verbs.get(verb)
        if word is None:
            return None
        things, nouns = things or {}, nouns or {}
        mood = self.lexicon.core.get("said_of", "")
        pattern = next((p for p in word.patterns if "{object:=" not in p), word.patterns[0])
        known = bool(things) and "{object}" in pattern and "object" not in nouns
        said = self.lexicon.mood(word, mood, "one", known) if mood else word.forms[0].get("s")
        if not said:
            return None
        behind = self.lexicon.core.get("before_names")
        later = dict(things)
        parts = []
        for part in split_pattern(pattern):
            slot, _, case = part.strip("{}").partition(":")
            if part == "V":
                parts.append(said)
            elif part[0] not in "[]{":
                parts.append(part)
            elif slot in things and behind is not None and things[slot].isdecimal():
                marks = [case] if case in self.lexicon.inflection.marks else []
                parts.append(self.lexicon.inflected("INT", later.pop(slot), "one", marks) or things[slot])
            elif slot in nouns and behind is not None and (noun := self._any(nouns[slot], case)):
                parts.append(noun)
                later.pop(slot)
            elif slot in things and behind is None:
                parts += [] if ":" in part else self._before_name(slot, word.slots.get(slot, ""))
                parts.append(things[slot])
        return " ".join(parts) + (behind + ", ".join(later.values()) if behind and later else "")

    def _any(self, noun: str, case: str) -> str | None:
        """Any thing of a noun in a case (by default an object's), or by a pattern's rule; None if none says it."""
        phrase = n.NounPhrase(determiner=n.Article(word="a"), noun=noun)
        rule = case[1:] if case.startswith("=") else f"np{{{case or self.lexicon.core.get('slot_case', '')}}}"
        try:
            return self.print(phrase, rule)
        except PrintError:
            return None

    def _before_name(self, slot: str, kind: str) -> list[str]:
        """The preposition of a slot, if it has one: with things of a kind."""
        by_kind = {"to": noun_to, "place": place_word}.get(slot)
        found = (by_kind(self.lexicon, kind) if by_kind else "") or self.lexicon.core.get("slots", {}).get(slot)
        return [found] if found else []

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
        kind, _, mood = kind.partition("__") if kind else (None, "", "")
        if isinstance(node, n.Value) and "{" not in (kind or ""):  # an instance of a template is meant as it is
            kind = "amount"
        given = kind is not None and kind != "block_sentence"
        rules = [KINDS.get(str(kind), str(kind))] if given else ["text", "statement", "nps", *self._read_rules]
        refused = PrintError(problem("RW0330", found=shown(node), lang=self.lang))
        for rule in rules:
            if not rule.startswith("_") and type(node) in self.grammar.yields(rule):
                try:
                    surface = self.transforms.to_surface(node, told) if self.transforms else node
                    if self.transforms and rule in self._walking:
                        surface = self.transforms.of_its_zone(surface)
                    text = self.printer.print(surface, rule, about, mood, sounds, told)
                except KeyError as error:  # a word that the language does not know yet
                    raise PrintError(problem("RW0501", found=str(error.args[0]), form="one", lang=self.lang)) from None
                except PrintError as error:
                    refused = error
                    continue
                if rule == "statement":
                    text += "."
                if not told and self._taken_for_another(text, node, kind):
                    raise refused
                return capitals(text) if rule in ("text", "sentence", "statement", "ability") else text
        raise refused


def _sentence(words: list[Word], place: int) -> tuple[int, int]:
    """Where the sentence begins that a word stands in, and where its full stop is."""
    begin = max((i + 1 for i in range(min(place, len(words))) if words[i].text == "."), default=0)
    return begin, next((i for i in range(place, len(words)) if words[i].text == "."), len(words))
