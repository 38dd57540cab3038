"""What is chosen, told with what it must be like: "a field next to the origin" for "a field: only if it is next to …".

A procedure names the thing that it chooses and says behind it what must be so of it. Where one filter of the phrase
says the same, a reader is spared a line and the name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeGuard

from rulewright.language import nodes as n
from rulewright.ruleset import blocks as b

_IT = n.Pronoun(word="it")


def narrowed(
    phrase: n.NounPhrase, role: str | None, parts: list[b.Condition], says: Callable[[n.NounPhrase], bool]
) -> tuple[n.NounPhrase, list[b.Condition]]:
    """A phrase with the conditions that it can say as its own, and the others.

    parts: all must hold. says: whether a language says a phrase so that it is understood.
    """
    left = []
    for part in parts:
        told = next(filter(says, _with(phrase, role, part)), None)
        if told is None:
            left.append(part)
        else:
            phrase = told
    return phrase, left


def _with(phrase: n.NounPhrase, role: str | None, condition: b.Condition) -> Iterator[n.NounPhrase]:
    """The phrases that say a condition of the thing as well, the shortest first."""
    so = True
    while isinstance(condition, b.Not):
        condition, so = condition.condition, not so
    if not isinstance(condition, b.Words) or condition.tree is None:
        return
    named: set[n.Node] = {_IT}
    if role:
        named.add(n.NounPhrase(determiner=n.Article(word="the"), noun=role))
    for item in _filters(condition.tree, named, so):
        if not any(part in named for part in item.walk()):
            if isinstance(item, n.Adjective):
                yield replace(phrase, adjectives=(*phrase.adjectives, item.word))
            yield replace(phrase, filters=(*phrase.filters, item))


def _filters(tree: n.Node, named: set[n.Node], so: bool) -> Iterator[n.Filter]:
    """What a condition says of the thing, as a filter of its noun; so: whether the condition holds, or not."""
    match tree:
        case n.Is(subject=subject, predicate=predicate, modal=None, tense="present", negated=negated) if (
            subject in named
        ):
            so = so != negated
            if not so and isinstance(predicate, n.IsPhrase) and _is_known(predicate.phrase):
                yield n.OtherThan(phrase=predicate.phrase)
            if so and isinstance(predicate, n.Filter):
                yield predicate
            yield n.That(predicate=predicate, negated=not so)
        case n.Is(subject=n.NounPhrase(noun=str(noun)) as subject, modal=None, tense="present", negated=False) if (
            so and _of(subject) in named
        ):
            yield n.Whose(noun=noun, clause=tree.predicate)
        case n.Does(
            subject=n.Pronoun(word="you" | "nobody") as who,
            act=n.Perform(verb=verb, slots=(n.Slot(name="object", value=thing),), adverbs=()),
            modal=None,
            tense="present" | "perfect" as tense,
            negated=negated,
        ) if thing in named and verb is not None:
            yield n.Relative(subject=who, verb=verb, tense=tense, negated=negated == so)
        case n.Has(object=n.NounPhrase(filters=(*others, n.At(phrase=place))) as thing) if so and place in named:
            yield n.Where(clause=replace(tree, object=replace(thing, filters=tuple(others))))
        case n.Exists(object=n.NounPhrase(filters=(*others, n.At(phrase=place))) as thing, negated=False) if (
            so and place in named
        ):
            here = replace(thing, filters=tuple(others))
            if here.determiner == n.Article(word="no"):
                yield n.With(phrase=replace(here, determiner=n.Article(word="a")), negated=True)
            else:
                yield n.With(phrase=here)
            yield n.Where(clause=replace(tree, object=here))


def _is_known(phrase: n.Phrase | n.Amount) -> TypeGuard[n.Phrase]:
    """Whether a phrase names one thing that is known, and not any of its kind."""
    any_one = isinstance(phrase, n.NounPhrase) and phrase.determiner == n.Article(word="a")
    return isinstance(phrase, n.Phrase) and not any_one


def _of(phrase: n.NounPhrase) -> n.Node | None:
    """Whose a thing is: "its size" is of it."""
    match phrase:
        case n.NounPhrase(determiner=n.Article(word="its"), adjectives=(), filters=()):
            return _IT
        case n.NounPhrase(determiner=n.Article(word="the"), adjectives=(), filters=(n.Of(phrase=owner),)):
            return owner
    return None
