"""Kinds of a resource that a phrase leaves out: `1 gem other than jade`, `a gem that is not a pearl`."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language import nodes as N


def kinds_left_out(node: N.Perform) -> set[str]:
    """The kinds that are not meant by what is gained, lost, paid or handed over."""
    thing = node.slot("object")
    others = [_left_out(item) for item in thing.filters] if isinstance(thing, N.NounPhrase) else []
    return {one.noun for one in others if one is not None and isinstance(one.noun, str)}


def leaves_out_a_kind(thing: N.NounPhrase, item: N.Filter, kinds: Sequence[str]) -> bool:
    """Whether a filter leaves out one of some kinds, of one thing or of so many."""
    det, named = thing.determiner, _left_out(item)
    so_many = det == N.Article(word="a") or (
        isinstance(det, N.Quantity) and det.kind == "count" and det.article is None
    )
    if not so_many or named is None or named.adjectives or named.filters:
        return False
    return named.determiner in (None, N.Article(word="a")) and named.noun in kinds


def _left_out(item: N.Filter) -> N.NounPhrase | None:
    """What a filter leaves out; None where it does not."""
    match item:
        case N.OtherThan(phrase=N.NounPhrase() as named):
            return named
        case N.That(negated=True, predicate=N.IsPhrase(phrase=N.NounPhrase() as named)):
            return named
    return None
