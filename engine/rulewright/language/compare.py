"""Compare two trees part by part, to prove or refute a translation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from difflib import SequenceMatcher
from typing import Any

from rulewright.language.nodes import Node, Slot, Span
from rulewright.language.records import dataclass

Put = Callable[[object], Node]
"""A whole tree with something else in one of its places."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place that both trees have, with what each holds there.

    Attributes:
        in_found, in_wanted: each tree with something else in this place.
        spans: in each of the two texts, where the innermost words stand that hold it, if that is known.
    """

    found: object
    wanted: object
    in_found: Put
    in_wanted: Put
    spans: tuple[Span | None, Span | None]

    @property
    def wrong(self) -> Node:
        """The tree that is wanted, but for what was found in this place."""
        return self.in_wanted(self.found)

    @property
    def right(self) -> Node:
        """The tree that was found, but for what is wanted in this place."""
        return self.in_found(self.wanted)


Difference = tuple[Place, ...]
"""Places around one difference: first the whole trees, last the smallest place that differs."""


def compare(found: Node, wanted: Node) -> list[Difference]:
    """Every difference between a tree and the one it should be; empty if they mean the same.

    >>> from rulewright.language.nodes import Number, Plus
    >>> three = Plus(left=Number(value=1), right=Number(value=2))
    >>> [(*_, place)] = compare(three, Plus(left=Number(value=1), right=Number(value=3)))
    >>> place.found, place.wanted, place.right.right.value
    (2, 3, 3)
    """
    whole = Place(found, wanted, _itself, _itself, (found.span, wanted.span))
    return list(_differences(whole, ()))


def _itself(tree: object) -> Node:
    assert isinstance(tree, Node)
    return tree


def _differences(place: Place, around: Difference) -> Iterator[Difference]:
    found, wanted = place.found, place.wanted
    if found == wanted:
        return
    around = (*around, place)
    if isinstance(found, Node) and isinstance(wanted, Node) and type(found) is type(wanted):
        for item in fields(found):
            if item.name != "span":
                yield from _differences(_field(place, found, wanted, item.name), around)
    elif isinstance(found, tuple) and isinstance(wanted, tuple):
        for inner in _items(place, found, wanted):
            yield from _differences(inner, around)
    else:
        yield around


def _field(place: Place, found: Node, wanted: Node, name: str) -> Place:
    """The place of a field in two nodes of one class."""
    one, other = getattr(found, name), getattr(wanted, name)
    return Place(
        one,
        other,
        lambda value: place.in_found(_with(found, name, value)),
        lambda value: place.in_wanted(_with(wanted, name, value)),
        (_span(one) or _span(found) or place.spans[0], _span(other) or _span(wanted) or place.spans[1]),
    )


def _with(node: Node, name: str, value: Any) -> Node:
    return replace(node, **{name: value})


def _items(place: Place, found: tuple[object, ...], wanted: tuple[object, ...]) -> Iterator[Place]:
    """The places of items of two lists; of one that a list lacks, what is there is None."""
    pairs = list(_pairs(found, wanted))
    for first, second in pairs:
        yield Place(
            found[first],
            wanted[second],
            _put(place.in_found, found, first),
            _put(place.in_wanted, wanted, second),
            (_span(found[first]) or place.spans[0], _span(wanted[second]) or place.spans[1]),
        )
    for index in sorted(set(range(len(found))) - {first for first, _ in pairs}):
        there = sum(first < index for first, _ in pairs)
        puts = _put(place.in_found, found, index), _insert(place.in_wanted, wanted, there)
        yield Place(found[index], None, *puts, (_span(found[index]) or place.spans[0], place.spans[1]))
    for index in sorted(set(range(len(wanted))) - {second for _, second in pairs}):
        there = sum(second < index for _, second in pairs)
        puts = _insert(place.in_found, found, there), _put(place.in_wanted, wanted, index)
        yield Place(None, wanted[index], *puts, (place.spans[0], _span(wanted[index]) or place.spans[1]))


def _span(item: object) -> Span | None:
    """Where a node stands; None of what no word says."""
    span = item.span if isinstance(item, Node) else None
    return span if span and span.start < span.end else None


def _pairs(found: tuple[object, ...], wanted: tuple[object, ...]) -> Iterator[tuple[int, int]]:
    """Which items of two lists stand for each other: equal ones, and between them those of one kind, then any."""
    for tag, a, b, c, d in SequenceMatcher(None, found, wanted, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(range(a, b), range(c, d), strict=True)
        elif tag == "replace":
            yield from _between(list(range(a, b)), list(range(c, d)), found, wanted)


def _between(
    left: list[int], right: list[int], found: tuple[object, ...], wanted: tuple[object, ...]
) -> Iterator[tuple[int, int]]:
    for first in left.copy():
        second = next((item for item in right if _kind(wanted[item]) == _kind(found[first])), None)
        if second is not None:
            left.remove(first)
            right.remove(second)
            yield first, second
    yield from zip(left, right, strict=False)


def _kind(item: object) -> object:
    return (type(item), item.name) if isinstance(item, Slot) else type(item)


def _put(outer: Put, items: tuple[object, ...], index: int) -> Put:
    """The tree with something else for an item of a list, or without it (None)."""
    return lambda value: outer((*items[:index], *(() if value is None else (value,)), *items[index + 1 :]))


def _insert(outer: Put, items: tuple[object, ...], index: int) -> Put:
    """The tree with one more item in a list, or as it is (None)."""
    return lambda value: outer((*items[:index], *(() if value is None else (value,)), *items[index:]))


def shown(value: object) -> str:
    """A value in few words: a node by its class and plain fields."""
    if isinstance(value, Node):
        held = ((item.name, getattr(value, item.name)) for item in fields(value))
        words = (
            (name, part) for name, part in held if isinstance(part, str | int) and part is not False and part != ""
        )
        plain = [name if part is True else str(part) for name, part in words]
        return " ".join([_name(value), *plain])
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(shown, value)) or "nothing"
    return "nothing" if value is None else str(value)


def _name(node: Node) -> str:
    """The class in small letters: `noun phrase`."""
    name = type(node).__name__
    return "".join(f" {c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))
