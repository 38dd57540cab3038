"""Declension: words of closed classes, adjectives and nouns whose form depends on gender, number and case at once.

Four keys of `words.<lang>.yaml`:

* `cases`: the names of the cases; the first is that of a subject. The grammar says which one a phrase stands in, by
  the name behind the rule: `value=nps__dat`. A form asks for it by its name: `one_f_dat`.
* `declensions`: how the words between a determiner and its noun are declined: for each way the determiners that ask for
  it. The first way is that of all others: `{strong: [], mixed: [a, your], weak: [the, this]}`.
* `predicative`: the form of an adjective that is said of a subject.
* `paradigms`: endings for a stem: `{of_this: {one_m: er, one_m_acc: en}}`, used as `this: {stem: dies, like: of_this}`;
  where an ending has `{}`, the stem stands there: `der {}ste`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.language import nodes as n

CARRIES = (
    n.NounPhrase, n.NounGroup, n.BareNoun, n.Phrases, n.Pronoun, n.PartOf, n.AsMany, n.MoreThan, n.Article, n.Quantity,
    n.Value, n.CountOf, n.Half, n.Times, n.Plus, n.Minus, n.Bounded,
)  # fmt: skip
"""Nodes whose parts stand in the case that they stand in themselves."""


class Declension:
    """How the words of one language are declined; without `cases` it has none of it."""

    def __init__(self, core: Mapping[str, Any]) -> None:
        self.cases: tuple[str, ...] = tuple(core.get("cases", ()))
        declensions: Mapping[str, list[str]] = core.get("declensions", {})
        self._usual = next(iter(declensions), "")
        self._declensions = {word: name for name, words in declensions.items() for word in words}
        self.predicative = str(core.get("predicative", ""))
        self._paradigms: Mapping[str, Mapping[str, str]] = core.get("paradigms", {})

    @property
    def subject(self) -> str:
        """The case of a subject."""
        return self.cases[0] if self.cases else ""

    def way(self, determiner: n.Determiner | None) -> str:
        """How the words between a determiner and its noun are declined."""
        word = determiner.word if isinstance(determiner, n.Article) else None
        if isinstance(determiner, n.Quantity):
            word = determiner.article
        if isinstance(determiner, n.Possessive):
            word = "the"
        return self._declensions.get(word or "", self._usual)

    def declined(self, stem: str, like: str) -> dict[str, tuple[str, ...]]:
        """The forms of a stem, as a paradigm makes them."""
        endings = self._paradigms[like]
        return {name: (end.replace("{}", stem) if "{}" in end else stem + end,) for name, end in endings.items()}
