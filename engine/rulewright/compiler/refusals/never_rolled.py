"""Results of dice that a text asks for, and that the dice it speaks of never show: a 7 of one die with 6 sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.compiler.source import Source
from rulewright.language import nodes as N


class _Shown(NamedTuple):
    """The lowest and highest result of all dice together."""

    low: int
    high: int


def never_rolled(tree: N.Node, source: Source) -> Iterator[tuple[N.Node, str]]:
    """Yield each condition on a result that is never so, with what is wrong about it.

    The dice are those of which the text spoke last; where it does not tell how many they are, nothing is known.
    """
    rolled: _Shown | None = None
    for node in tree.walk():
        match node:
            case N.Perform(verb="roll") as act:
                rolled = _shown(act.slot("object"), source)
            case N.Is(subject=N.NounPhrase(noun="result"), predicate=predicate, negated=False):
                if rolled is not None and _never(predicate, *rolled):
                    yield predicate, _told(*rolled)
            case N.NounPhrase(noun=str(noun), filters=filters) if filters and source.fits(noun, "die"):
                sides = _sides(noun, source)
                for item in filters:
                    whose = isinstance(item, N.Whose) and item.noun == "result" and not item.negated
                    if whose and isinstance(item, N.Whose) and _never(item.clause, 1, sides):
                        yield item, _told(1, sides)


def _told(low: int, high: int) -> str:
    return f"this is never rolled: the result is {low} to {high}"


def _shown(dice: N.Node | None, source: Source) -> _Shown | None:
    if not isinstance(dice, N.NounPhrase) or not isinstance(dice.noun, str) or not source.fits(dice.noun, "die"):
        return None
    match dice.determiner:
        case N.Article(word="a" | "another"):
            many = 1
        case N.Quantity(kind="count", low=int(many)) if not dice.filters:
            pass
        case _:
            return None
    return _Shown(many, many * _sides(dice.noun, source))


def _sides(noun: str, source: Source) -> int:
    return int(source.entry(noun).get("sides", 6))


def _never(predicate: N.Node, low: int, high: int) -> bool:
    """Whether a number from low to high is never what a predicate says."""
    match predicate:
        case (
            N.IsPhrase(phrase=N.Number(value=int(value)))
            | N.Compare(relation="equal" | "exactly", number=N.Number(value=int(value)))
        ):
            return not low <= value <= high
        case N.Compare(relation="at_least", number=N.Number(value=int(value))):
            return value > high
        case N.Compare(relation="at_most", number=N.Number(value=int(value))):
            return value < low
        case N.Compare(relation="higher_than" | "more_than", number=N.Number(value=int(value))):
            return value >= high
        case N.Compare(relation="lower_than" | "fewer_than", number=N.Number(value=int(value))):
            return value <= low
    return False
