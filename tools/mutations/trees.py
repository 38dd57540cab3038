"""Trees that say something a little different: one word or number changed, a sentence or condition left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rulewright.language import nodes as n

OPPOSITES = {
    "at_least": "at_most", "at_most": "at_least", "exactly": "at_least", "equal": "higher_than",
    "higher_than": "lower_than", "lower_than": "higher_than", "more_than": "fewer_than", "fewer_than": "more_than",
    "more": "fewer", "fewer": "more", "higher": "lower", "lower": "higher", "up": "down", "down": "up",
}  # fmt: skip
ARTICLES = {"each": "a", "all": "a", "a": "each", "another": "a", "no": "a", "your": "a"}
QUANTITIES = {"up_to": "count", "some": "any_number", "any_number": "some", "count": "up_to"}
JOINED = (n.Sequence, n.Choice, n.Both, n.AllConditions, n.AnyCondition, n.Phrases)  # nothing is joined to nothing
OPEN = ("adjectives", "filters", "limits", "adverbs")  # of these there may be none
KIND = ("type", "of", "held", "is", "owned", "kept")  # what nouns of one kind have in common
Nouns = Mapping[str, Any]


def altered(tree: n.Node, nouns: Nouns) -> Iterator[n.Node]:
    """Yield trees that differ from a tree in one place. nouns: the lexicon's entries, for nouns of the same kind."""
    yield from _here(tree, nouns)
    for name in tree.__dataclass_fields__:
        if name == "span":
            continue
        value = getattr(tree, name)
        if isinstance(value, n.Node):
            yield from (replace(tree, **{name: other}) for other in altered(value, nouns))
        elif isinstance(value, tuple):
            for index, part in enumerate(value):
                before, after = value[:index], value[index + 1 :]
                if isinstance(part, n.Node):
                    yield from (replace(tree, **{name: (*before, other, *after)}) for other in altered(part, nouns))
                if len(value) == 2 and isinstance(tree, JOINED):
                    yield (*before, *after)[0]
                elif len(value) > 1 or name in OPEN:
                    yield replace(tree, **{name: (*before, *after)})


def _here(node: n.Node, nouns: Nouns) -> Iterator[n.Node]:
    """What else one node could be."""
    match node:
        case n.Number(value=value) | n.Worth(value=value):
            yield from (replace(node, value=other) for other in near(value))
        case n.Times(factor=factor):
            yield from (replace(node, factor=other) for other in near(factor))
        case (
            n.Compare(relation=relation)
            | n.Change(relation=relation)
            | n.MoreThan(relation=relation)
            | n.Measured(relation=relation)
        ):
            yield replace(node, relation=OPPOSITES[relation])
        case n.Half(rounded=rounded):
            yield replace(node, rounded=OPPOSITES[rounded])
        case n.Plus(left=left, right=right):
            yield n.Minus(left=left, right=right)
        case n.Minus(left=left, right=right):
            yield n.Plus(left=left, right=right)
        case n.Quantity():
            yield from _quantities(node)
        case n.NounPhrase(determiner=n.Article(word=word)) if word in ARTICLES:
            yield replace(node, determiner=n.Article(word=ARTICLES[word]), plural=False)
        case n.If(condition=condition, then=then, otherwise=None):
            yield then
            yield n.Unless(condition=condition, then=then)
        case n.If(then=then, otherwise=otherwise) if otherwise is not None:
            yield replace(node, then=otherwise, otherwise=then)
        case n.Possible(then=then) | n.Unless(then=then) | n.While(then=then):
            yield then
        case n.Timed(then=then) | n.ForEach(then=then):
            yield then
        case n.Cost(effect=effect):
            yield effect
        case n.Per(act=act):
            yield act
        case n.Does(modal="may", subject=n.Pronoun(word="you"), act=act):
            yield act
        case n.Does(modal="cannot"):
            yield replace(node, modal="may")
    if isinstance(node, n.NounPhrase) and isinstance(node.noun, str):
        yield from (replace(node, noun=other) for other in _neighbours(node.noun, nouns))
    if isinstance(node, n.Is | n.Has | n.That | n.With | n.Relative):
        yield replace(node, negated=not node.negated)
    if isinstance(node, n.Text | n.Ability):
        yield from _perhaps(node)


def near(value: int) -> Iterator[int]:
    """One more, and one fewer where that leaves anything."""
    yield value + 1
    if value > 1:
        yield value - 1


def _quantities(node: n.Quantity) -> Iterator[n.Quantity]:
    if node.low is not None and node.high is None:
        yield from (replace(node, low=other) for other in near(node.low))
    if node.high is not None:
        yield from (replace(node, high=other) for other in near(node.high) if other >= (node.low or 0))
    if node.kind == "up_to":
        yield replace(node, kind="count", low=node.high, high=None)
    elif node.kind == "count" and node.article is None:
        yield replace(node, kind="up_to", low=None, high=node.low)
    elif node.kind in QUANTITIES:
        yield replace(node, kind=QUANTITIES[node.kind])
    elif node.kind == "at_least":
        yield replace(node, kind="at_most", low=None, high=node.low)
    elif node.kind == "at_most":
        yield replace(node, kind="at_least", low=node.high, high=None)
    elif node.kind == "exactly":
        yield replace(node, kind="at_least")


def _neighbours(noun: str, nouns: Nouns) -> Iterator[str]:
    """The next noun of the lexicon that is of the same kind: of the same type, and of or held by the same."""
    told = nouns.get(noun)
    if told is None or told.get("type") == "role":
        return
    kind = [told.get(key) for key in KIND]
    alike = [name for name, entry in nouns.items() if [entry.get(key) for key in KIND] == kind]
    if len(alike) > 1:
        yield alike[(alike.index(noun) + 1) % len(alike)]


def _perhaps(node: n.Text | n.Ability) -> Iterator[n.Node]:
    """A sentence that may be done, instead of one that must."""
    for index, sentence in enumerate(node.sentences):
        if isinstance(sentence, n.Act):
            may = n.Does(subject=n.Pronoun(word="you"), act=sentence, modal="may")
            yield replace(node, sentences=(*node.sentences[:index], may, *node.sentences[index + 1 :]))
