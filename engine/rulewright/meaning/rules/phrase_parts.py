"""A noun phrase taken apart, and what its adjectives and filters ask of the thing that it describes."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.language import nodes as n
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder
from rulewright.meaning.determiners import Determined
from rulewright.meaning.scope import DETAIL, Box


@dataclass(slots=True)
class Phrase:
    """A noun phrase taken apart."""

    node: n.Node
    det: Determined
    noun: str
    kinds: tuple[m.Kind, ...]
    conjunction: str
    adjectives: tuple[str, ...]
    filters: tuple[n.Filter, ...]
    plural: bool

    @property
    def described(self) -> bool:
        """Whether more is said of it than its noun."""
        return bool(self.adjectives or self.filters)


def inside(box: Box) -> str:
    """What "a" says inside a description: there is one; of an event whichever it is."""
    return "event" if box.mode == "event" else "condition"


def describing(b: Binder, item: n.Filter, box: Box) -> str:
    """The same of one filter. In an act whoever acts chooses whose zone it is: `a card in another player's hand`."""
    phrase = item.phrase if isinstance(item, n.At | n.Of) else None
    if box.mode in ("act", "random") and isinstance(phrase, n.NounPhrase) and isinstance(phrase.noun, str):
        owned = isinstance(phrase.determiner, n.Possessive) or any(isinstance(part, n.Of) for part in phrase.filters)
        if owned and b.words.type_of(phrase.noun) == "zone":
            return "act"
    return inside(box)


def tests_of(
    b: Binder, p: Phrase, box: Box, new: m.Referent, filters: tuple[n.Filter, ...], apart: tuple[str, ...] = ()
) -> tuple[m.Meaning, ...]:
    """What adjectives and filters ask of a described thing; apart: adjectives that are accounted for elsewhere."""
    of = m.Known(to=new, how="described")
    tests: list[m.Meaning] = []
    with box.described(new):
        for word in p.adjectives:
            if word not in apart:
                tests.append(m.Test(kind="adjective", word=word, args=(of,)))
        for item in filters:
            mode = "event" if "next" in p.adjectives else describing(b, item, box)
            inner = box.child(rank=DETAIL, mode=mode)
            with inner.described(new):
                tests.append(b.filter(item, inner, of))
            box.mentions = inner.mentions
    return tuple(tests)
