"""The texts of a ruleset as trees that can be compiled, and what their words refer to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.compiler.refusals.lacking_numbers import refuse_lacking_numbers
from rulewright.compiler.refusals.parts_of_deeds import refuse_parts_of_deeds
from rulewright.compiler.refusals.unsupported import Unsupported
from rulewright.compiler.scope import MeaningError, Scope, refuse
from rulewright.compiler.services.origins import refuse_other_origins
from rulewright.compiler.services.put_off import with_followers
from rulewright.compiler.services.report import Report
from rulewright.language import nodes as N
from rulewright.meaning.resolution import Resolution
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset


class Texts:
    """The words of one ruleset. resolution: what they refer to."""

    def __init__(self, ruleset: Ruleset, report: Report, unsupported: Unsupported, resolution: Resolution) -> None:
        self._ruleset = ruleset
        self._words = ruleset.words
        self._report = report
        self._unsupported = unsupported
        self.resolution = resolution

    def tree(self, words: B.Words, scope: Scope | None = None) -> N.Node:
        """The tree of some words; in a scope, whose names the words know."""
        self._report.at = words.path
        if words.tree is None:
            raise refuse(None, f"“{words.text}” was not read")
        tree = with_followers(words.tree, self.resolution)
        self._unsupported.check(tree, words.text)
        if words.kind == "text" and words.path[0] == "components":
            refuse_parts_of_deeds(tree, words.text, self._ruleset)
        if problems := self.resolution.problems(words):
            raise MeaningError(*problems)
        if words.kind == "text" and words.path[0] == "components":
            refuse_lacking_numbers(words, self._ruleset, self.resolution)
            refuse_other_origins(words, self._ruleset, self.resolution)
        if scope is not None:
            for name, key in self.resolution.names(words).items():
                if name in scope.names:
                    scope.refs[key] = scope.names[name]
        return tree

    def timed(self) -> Iterator[tuple[B.Words, N.Timed]]:
        """Every sentence that says when or for how long, with the words that it stands in."""
        for words in {id(words): words for words, _ in self._ruleset.timed}.values():
            assert words.tree is not None
            for node in with_followers(words.tree, self.resolution).walk():
                if isinstance(node, N.Timed):
                    yield words, node

    def phrase(self, words: B.Words, scope: Scope | None = None) -> N.Phrase:
        """The words as a phrase."""
        tree = self.tree(words, scope)
        if not isinstance(tree, N.Phrase):
            raise refuse(tree, "a thing was expected here")
        return tree

    def amount(self, words: B.Words, scope: Scope | None = None) -> N.Amount | N.Phrase:
        """The words as a number."""
        tree = self.tree(words, scope)
        if not isinstance(tree, N.Amount | N.Phrase):
            raise refuse(tree, "a number was expected here", code="RW0606")
        return tree

    def word(self, section: str, name: str) -> Any:
        """An entry of the lexicon with its trees."""
        return self._words[section][name]

    def means(self, section: str, name: str) -> B.Condition:
        """The condition that gives a word its meaning. Raises MeaningError (RW0606) where it has none."""
        condition: B.Condition | None = self.word(section, name).means
        if condition is None:
            what = f"the {section.removesuffix('s')} “{name.replace('_', ' ')}” has no meaning"
            raise refuse(None, what, "Give it `means:` in the lexicon.", code="RW0606")
        return condition
