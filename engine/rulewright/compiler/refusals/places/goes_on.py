"""A list whose next thing may go on with the description of the one before it, or be a thing of its own.

“The top card of one pile or the other pile”: the top card of either, or all of the other? “A field next to a
dry field or a field you hold”: what both are next to, or two fields?
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.source import Source
from rulewright.language import nodes as N

SAY_TWICE = "Say all of it twice: “the top card of … or the top card of …”, or the verb: “take … or take …”."


def may_go_on(text: N.Text, source: Source) -> Iterator[N.NounPhrase]:
    """The things in a list with which the description of the thing before them may go on."""
    for things in text.walk():
        if not isinstance(things, N.Phrases):
            continue
        for before, thing in zip(things.items, things.items[1:], strict=False):
            if not isinstance(thing, N.NounPhrase) or not _type(thing, source):
                continue
            if any(_type(place, source) == _type(thing, source) for place in _ends(before, things.conjunction)):
                yield thing


def _ends(phrase: N.Phrase, conjunction: str) -> Iterator[N.Phrase]:
    """The places with which a description ends, each with that which ends its own; with “and” those it is part of."""
    phrase = phrase.whole if isinstance(phrase, N.PartOf) else phrase
    last = phrase.filters[-1] if isinstance(phrase, N.NounPhrase) and phrase.filters else None
    told = isinstance(last, N.Of) or (isinstance(last, N.At | N.NextTo | N.Within) and conjunction == "or")
    if told and isinstance(last, N.Of | N.At | N.NextTo | N.Within) and isinstance(last.phrase, N.NounPhrase):
        yield last.phrase
        yield from _ends(last.phrase, conjunction)


def _type(phrase: N.Phrase, source: Source) -> str:
    """The type of a place: a zone, or one on the map; "" of anything else."""
    noun = phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else ""
    found = source.type_of(noun) if noun else ""
    return found if found in ("zone", "space", "region", "border") else ""
