"""One language of one ruleset: text to tree and back."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.grammar import Grammar
from rulewright.language.lexer import PhraseLexer, split
from rulewright.language.lexicon import Lexicon
from rulewright.language.normal import Normaliser
from rulewright.language.parser import Parser, Stuck
from rulewright.language.printer import Printer, PrintError, capitals
from rulewright.language.problems import Problem, TextError
from rulewright.language.tables import build_tables
from rulewright.resources import data_dir

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
MAX_LENGTH = 20_000  # characters in one text; a whole rulebook's page has three thousand


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
        self.grammar = Grammar(path.read_text(encoding="utf-8"), lexicon.alternatives, path.name)
        markers = {kind: f"BEGIN_{rule.upper()}" for kind, rule in KINDS.items()}
        starts = sorted({(markers[kind], rule) for kind, rule in KINDS.items()})
        tables = build_tables(self.grammar.productions, starts)
        literals = sorted({s.name for p in self.grammar.productions for s in p.symbols if s.literal})
        self.lexer = PhraseLexer(lexicon, literals)
        self.normaliser = Normaliser(lexicon)
        self.parser = Parser(self.grammar, tables, self.lexer, markers, self.normaliser)
        self.printer = Printer(self.grammar, lexicon, self.normaliser)

    def parse(self, text: str, kind: str = "text") -> n.Node:
        """The tree of a text.

        Args:
            text: the words.
            kind: `text` (sentences, abilities), `sentence`, `block_sentence` (a step of a block: one sentence, whose full
                stop may be missing, gives a Statement; several give a Text), `condition`, `event`, `phrase` (Phrase),
                `amount` (Amount), `value` (a Phrase, or an Amount if it is a number).

        Raises:
            TextError: with a problem for every sentence that is not understood.
        """
        words = split(text)
        try:
            node = self.parser.parse(words, kind, stop_optional=kind == "block_sentence")
        except Stuck as stuck:
            where = words[stuck.index].start if stuck.index < len(words) else len(text)
            expected = tuple(sorted(self.parser.expected(stuck.stack)))
            found = text[where : where + 30]
            raise TextError(Problem(code="RW0301", message=f"{found!r} is not expected here", found=found, expected=expected, offset=where, end=where + 1)) from None
        if kind == "block_sentence" and isinstance(node, n.Text) and len(node.sentences) == 1 and not node.abilities:
            return node.sentences[0]
        return node

    def print(self, node: n.Node, kind: str | None = None) -> str:
        """The normal form of a tree in this language: `parse(print(tree), kind) == tree`.

        Args:
            node: a tree.
            kind: as what (see `parse`); by default a text if the node can be one, otherwise whatever it can be.

        Raises:
            PrintError: this language has no words for the tree.
        """
        rules = [KINDS[kind]] if kind and kind != "block_sentence" else ["text", "statement", *self.grammar.alternatives]
        for rule in rules:
            if not rule.startswith("_") and type(node) in self.grammar.yields(rule):
                text = self.printer.print(node, rule)
                if rule == "statement":
                    text += "."
                return capitals(text) if rule in ("text", "sentence", "statement", "ability") else text
        raise PrintError(Problem(code="RW0330", message=f"a {type(node).__name__} cannot be printed as {kind}"))
