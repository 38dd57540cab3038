"""Meaning: what a sentence says in its place, with every reference bound and every choice explicit.

The classes are frozen and know nothing of words that stand for other words: a pronoun is the thing it means. Two
sentences mean the same when their Meanings are equal. `said` names the nodes of the syntax tree that a part comes from;
it takes no part in the comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from typing import Final

from rulewright.language.nodes import Node
from rulewright.language.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """Base of all meanings."""

    said: tuple[Node, ...] = field(default=(), compare=False, repr=False)

    def inside(self) -> Iterator[Meaning]:
        """Yield the meanings directly inside this one."""
        for name in _NAMES[type(self)]:
            value = getattr(self, name)
            if value.__class__ is tuple:
                yield from (part for part in value if isinstance(part, Meaning))
            elif isinstance(value, Meaning):
                yield value

    def walk(self) -> Iterator[Meaning]:
        """Yield this meaning and all below it."""
        todo: list[Meaning] = [self]
        while todo:
            part = todo.pop()
            yield part
            todo.extend(part.inside())


_NO_MEANING: Final = frozenset(
    ("str", "bool", "int", "str | None", "int | None", "tuple[str, ...]", "Referent", "Referent | None")
)


class _Names(dict[type[Meaning], tuple[str, ...]]):
    """By class of meanings the fields that may hold others; they are found out when first asked for."""

    def __missing__(self, kind: type[Meaning]) -> tuple[str, ...]:
        held = (item.name for item in fields(kind) if item.name != "said" and item.type not in _NO_MEANING)
        found = self[kind] = tuple(held)
        return found


_NAMES: Final = _Names()


@dataclass(frozen=True, slots=True)
class Referent:
    """Something that a text speaks of and that later words can mean.

    Attributes:
        id: its number within one text, in the order of introduction.
        noun: what it was called when it was introduced; a role keeps its own noun.
        type: the noun's type, such as `card` or `player`; `deed` for something done.
        several: whether it is a set of things.
        introduced: how it came about: you, this, subject, slot, named, loop, chosen, described, event or deed.
    """

    id: int
    noun: str
    type: str
    several: bool = False
    introduced: str = "described"
