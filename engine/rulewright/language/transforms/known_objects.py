"""What is counted in "egy mezőn lévő bábu", and what the form of a verb says of its object.

In a language whose verbs have forms of their own for a known object (`definite` of its words), a determiner before a
description stands before the place that is named first: "2 mezőn lévő bábu". It is the thing that is counted. Whether
an object without a determiner of its own is known, the verb tells: "vedd el a kezedben lévő 2 kártyát" is those 2.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.parsing.words import Word
from rulewright.language.records import replace
from rulewright.language.rewriting import rewritten
from rulewright.language.trees.normal_form import Normaliser

PLACED = (n.At, n.NextTo, n.Within)
"""Descriptions by where a thing is."""
OWN = ("the", "your", "its", "their")
"""Determiners that are said by the ending of a noun, or not at all."""


def counting_things(tree: n.Node, words: Sequence[Word], lexicon: Lexicon, normal: Normaliser) -> n.Node:
    """A tree, as the grammar reads it, in which things are counted and not the places where they are.

    Args:
        words: of the text, with the places at which the nodes of the tree begin.
        normal: gives what was changed its normal form.
    """

    def change(node: n.Node, was: n.Node) -> n.Node:
        match node:
            case n.NounPhrase():
                counted = _counted(node, lexicon)
                return node if counted is node else normal(counted)
            case n.Perform():
                known = _known(node, words, lexicon)
                return node if known is None else _as_known(node, known, normal)
        return node

    return rewritten(tree, change)  # type: ignore[no-any-return]


def counts_places(tree: n.Node, lexicon: Lexicon) -> bool:
    """Whether somewhere places are counted, and not the one thing that is there: "your piece in 2 spaces"."""
    return any(isinstance(node, n.NounPhrase) and _place(node, lexicon) is not None for node in tree.walk())


def _place(node: n.NounPhrase, lexicon: Lexicon) -> n.NounPhrase | None:
    """What a phrase names first, if it is told how many it is, and nothing tells how many things there are."""
    first = _first(node)
    det = node.determiner
    if not isinstance(det, n.Article) or det.word not in OWN or first is None:
        return None
    if not isinstance(node.noun, str) or lexicon.canon.is_number(node.noun):  # a number of yours in each space
        return None
    place = first.phrase
    if not isinstance(place, n.NounPhrase) or not isinstance(place.determiner, n.Quantity | n.Article):
        return None
    counted = place.determiner
    many = counted.article is None if isinstance(counted, n.Quantity) else counted.word in ("a", "each", "any")
    return place if many else None


def _first(node: n.NounPhrase) -> n.At | n.NextTo | n.Within | None:
    """The description with which a phrase begins; of one that nobody has written, the last."""
    found = [item for item in node.filters if isinstance(item, PLACED)]
    begun = (item for item in found if item.span and node.span and item.span.start == node.span.start)
    return next(begun, found[-1] if found else None)


def _counted(node: n.NounPhrase, lexicon: Lexicon) -> n.NounPhrase:
    """A phrase whose thing is counted where the place is one of a kind, or so many things are told."""
    place = _place(node, lexicon)
    if place is None or not _begins(node, place):
        return node
    zone = lexicon.canon.nouns.get(place.noun) if isinstance(place.noun, str) else None
    yours = _yours(place)
    if zone is not None and zone.type == "zone" and yours == ("player" in zone.of):
        rest = tuple(item for item in place.filters if not isinstance(item, n.OfYours))
        return _moved(node, place, replace(place, determiner=n.Article(word="your" if yours else "the"), filters=rest))
    if isinstance(place.determiner, n.Quantity) or (node.determiner != n.Article(word="the") and _each(place)):
        return _moved(node, place, replace(place, determiner=None, plural=True))
    return node


def _moved(node: n.NounPhrase, place: n.NounPhrase, there: n.NounPhrase) -> n.NounPhrase:
    """A phrase with the determiner of the place that it names first."""
    mine = (n.OfYours(),) if node.determiner == n.Article(word="your") else ()
    filters = tuple(replace(item, phrase=there) if item is _first(node) else item for item in node.filters)
    return replace(node, determiner=place.determiner, filters=(*mine, *filters), plural=False)


def _yours(thing: n.NounPhrase) -> bool:
    return any(isinstance(item, n.OfYours) for item in thing.filters)


def _each(place: n.NounPhrase) -> bool:
    return isinstance(place.determiner, n.Article) and place.determiner.word == "each"


def _begins(node: n.NounPhrase, place: n.NounPhrase) -> bool:
    """Whether a phrase begins with the place that it names."""
    return node.span is not None and place.span is not None and node.span.start == place.span.start


def _known(act: n.Perform, words: Sequence[Word], lexicon: Lexicon) -> bool | None:
    """Whether a verb has the form for a known object; None where both are the same."""
    if act.span is None:
        return None
    object_ = act.slot("object")
    stop = object_.span.start if object_ is not None and object_.span and object_.span.start > act.span.start else -1
    said = {word.text.lower() for word in words if act.span.start <= word.start and (stop < 0 or word.start < stop)}
    for forms in lexicon.verbs[act.verb].forms:
        joined = [before.rstrip("_") for before in forms.forms.get("preverb", ())]
        said |= {word.removeprefix(before) for word in said for before in joined}
        found = {
            known: {
                text
                for name, texts in forms.forms.items()
                for text in texts
                if name != "preverb" and name.endswith("_def") == known
            }
            for known in (True, False)
        }
        here = {known for known in (True, False) if said & found[known]}
        if len(here) == 1:
            return here.pop()
    return None


def _as_known(act: n.Perform, known: bool, normal: Normaliser) -> n.Perform:
    """An act whose object is known, or any such thing, as its verb says."""
    slots = tuple(
        replace(slot, value=_said_known(slot.value, known, normal)) if slot.name == "object" else slot
        for slot in act.slots
    )
    return act if all(a.value is b.value for a, b in zip(slots, act.slots, strict=True)) else replace(act, slots=slots)


def _said_known(thing: n.Phrase | n.Amount, known: bool, normal: Normaliser) -> n.Phrase | n.Amount:
    """An object with the article that the form of its verb says."""
    first = _first(thing) if isinstance(thing, n.NounPhrase) else None
    if not isinstance(thing, n.NounPhrase) or first is None or not isinstance(first.phrase, n.NounPhrase):
        return thing
    place, det = first.phrase, thing.determiner
    if not _begins(thing, place):
        return thing
    unknown = place.determiner.owner if isinstance(place.determiner, n.Possessive) else place
    any_one = isinstance(unknown, n.NounPhrase) and unknown.determiner in (
        n.Article(word="a"), n.Article(word="another"), n.Article(word="any"),
    )  # fmt: skip
    if not known and det in (n.Article(word="the"), n.Article(word="your")) and any_one:
        mine = (n.OfYours(),) if det == n.Article(word="your") else ()
        said = replace(thing, determiner=n.Article(word="a"), filters=(*mine, *thing.filters))
    elif (
        known and isinstance(det, n.Quantity) and det.kind == "count" and not (det.article or any_one or _yours(thing))
    ):
        said = replace(thing, determiner=replace(det, article="the"))
    else:
        return thing
    meant = normal(said)
    assert isinstance(meant, n.Phrase)
    return meant
