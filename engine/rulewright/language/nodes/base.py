"""What every node can do (be walked, copied, compared), and the kinds of nodes that fields of others ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, fields
from itertools import chain
from typing import Any, Final, Self

from rulewright.language.records import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Where a node stands in its text: offsets of the first character and past the last one."""

    start: int
    end: int


class _Walked:
    """Where a node keeps all nodes below it: what is once gone through is mostly gone through many times."""

    __slots__ = ("_below",)

    _below: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(_Walked):
    """Base of all nodes."""

    span: Span | None = field(default=None, compare=False, repr=False)

    def children(self) -> Iterator[tuple[str, Node]]:
        """Yield (field name, node) for each child; a tuple field yields `name[i]`."""
        for name in reversed(_PARTS[self.__class__]):
            value = getattr(self, name)
            if isinstance(value, Node):
                yield name, value
            elif value.__class__ is tuple:
                for index, part in enumerate(value):
                    if isinstance(part, Node):
                        yield f"{name}[{index}]", part

    def walk(self) -> Iterator[Node]:
        """Yield this node and all nodes below it, depth first."""
        try:
            return chain((self,), self._below)
        except AttributeError:
            found = self._gone_through()
            _keep_below(self, found)
            return chain((self,), found)

    def _gone_through(self) -> tuple[Node, ...]:
        """All nodes below this one, depth first."""
        found: list[Node] = []
        todo: list[Node] = [self]
        while todo:
            node = todo.pop()
            found.append(node)
            for name in _PARTS[node.__class__]:
                value = getattr(node, name)
                if value.__class__ is tuple:
                    if value:
                        todo += [part for part in reversed(value) if isinstance(part, Node)]
                elif isinstance(value, Node):
                    todo.append(value)
        return tuple(found[1:])  # without itself, so that it goes when nobody has it any more

    def copy(self) -> Self:
        """Return an equal tree of other nodes.

        >>> from rulewright.language.nodes import Number
        >>> number = Number(value=3)
        >>> number.copy() == number, number.copy() is number
        (True, False)
        """
        values = ((name, getattr(self, name)) for name in field_names(type(self)))
        return type(self)(**{name: _copied(value) for name, value in values})


_keep_below: Final[Callable[[Node, tuple[Node, ...]], None]] = _Walked.__dict__["_below"].__set__


def _copied(value: Any) -> Any:
    """The value of a field for a copy of its node."""
    if isinstance(value, Node):
        return value.copy()
    return tuple(map(_copied, value)) if isinstance(value, tuple) else value


_FIELDS: dict[str, tuple[str, ...]] = {}


def field_names(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class of nodes; asking dataclasses each time would cost more than the walk."""
    names = _FIELDS.get(kind.__name__)
    if names is None:
        names = _FIELDS[kind.__name__] = tuple(field.name for field in fields(kind))
    return names


_NO_NODE = frozenset(("str", "bool", "int", "str | None", "int | None", "tuple[str, ...]", "Span | None"))


class _Parts(dict[type[Node], tuple[str, ...]]):
    """The fields of each class that may hold nodes, the last first."""

    def __missing__(self, kind: type[Node]) -> tuple[str, ...]:
        found = [field.name for field in fields(kind) if field.type not in _NO_NODE]
        names = self[kind] = tuple(reversed(found))
        return names


_PARTS: Final = _Parts()


# ------------------------------------------------------------------ kinds of nodes


class Statement(Node):
    """Whatever can be a sentence (clauses and acts included)."""

    __slots__ = ()


class Condition(Statement):
    """What can stand after if, while, whenever …"""

    __slots__ = ()


class Act(Statement):
    """Something that somebody does."""

    __slots__ = ()


class Predicate(Node):
    """What can follow `is`, or `that is`."""

    __slots__ = ()


class Filter(Predicate):
    """What can follow a noun and narrow it down."""

    __slots__ = ()


class Phrase(Node):
    """What names things."""

    __slots__ = ()


class Determiner(Node):
    """What stands before a noun."""

    __slots__ = ()


class Amount(Node):
    """A number to be computed. A noun phrase whose noun is a number is wrapped in Value."""

    __slots__ = ()
