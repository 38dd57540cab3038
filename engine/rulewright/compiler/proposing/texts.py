"""Texts of one language of one game, read and said once: many are looked at again and again."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.parsing.rewording.reading_budget import hurried
from rulewright.language.printing.by_name import by_name
from rulewright.meaning import Meaning, bind_text
from rulewright.problems import RulewrightError, TextError
from rulewright.ruleset.model import Ruleset

ATTEMPTS = 24
"""Attempts to read one of many texts in everyday wordings."""


class Texts:
    """Reads texts, and says trees."""

    def __init__(self, ruleset: Ruleset, lang: str) -> None:
        self.ruleset, self.language = ruleset, ruleset.language(lang)
        self._trees: dict[tuple[str, bool], n.Node | None] = {}
        self._told: dict[n.Node, str | None] = {}

    def read(self, text: str, everyday: bool = True) -> n.Node | None:
        """The tree of a text; None where it cannot be read. everyday: whether in everyday wordings, too."""
        if (text, everyday) not in self._trees:
            with hurried(ATTEMPTS):
                self._trees[text, everyday] = self._parsed(text, everyday)
        return self._trees[text, everyday]

    def read_thoroughly(self, text: str) -> n.Node | None:
        """The tree of the text that somebody asks about."""
        self._trees[text, True] = self._parsed(text, everyday=True)
        return self._trees[text, True]

    def _parsed(self, text: str, everyday: bool) -> n.Node | None:
        for whole in dict.fromkeys((text, text.rstrip(" .") + ".")):
            try:
                return self.language.parse(whole, everyday=everyday, explained=False)
            except TextError:
                continue
        return None

    def said(self, tree: n.Node) -> str | None:
        """What a tree says in its normal form; None where that is read as something else."""
        if tree not in self._told:
            try:
                said = self.language.print(tree, "text")
                same = self.language.parse(said, everyday=False) == tree
                self._told[tree] = by_name(self.language, said, tree) if same else None
            except RulewrightError:
                self._told[tree] = None
        return self._told[tree]

    def printed(self, tree: n.Node) -> str | None:
        """What a tree says, even where that is read as another tree, such as one that says more in full."""
        try:
            return self.said(tree) or self.language.print(tree, "text")
        except RulewrightError:
            return None

    def meaning(self, tree: n.Node, kind: str) -> Meaning | None:
        """The Meaning of a tree on a kind of card; None where it has none."""
        try:
            return bind_text(self.ruleset, tree, kind)
        except RulewrightError:
            return None
