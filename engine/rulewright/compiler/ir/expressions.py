"""Expressions of the typed program: frozen trees over a state `s`, its numbers `n`, a frame `f` and local names.

No expression changes the state, except through a call whose function is known to (see `passes/effects/`). The set of
classes is closed: `source.py` prints each, and `rewrite.py` takes each apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import reduce
from operator import is_not
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, dataclass_transform

from rulewright.language.records import dataclass

T = TypeVar("T", bound=type)


class Node:
    """An expression or a statement. Nodes are equal if they say the same; the hash is kept once it was asked for."""

    __slots__ = ("_facts", "_folded", "_hash")

    held: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The fields that hold nodes, each with how: `one`, `optional`, `several` or `pairs` (in tuples of tuples)."""

    if TYPE_CHECKING:  # each class has its own

        def inside(self) -> list[Node]:
            """The nodes that it holds, one level down."""

        def with_inside(self, change: Callable[[Node], Node]) -> Self:
            """The same with each of them changed; the same object where nothing is."""

    def __hash__(self) -> int:
        try:
            return self._hash  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            found = hash((type(self).__name__, *(getattr(self, name) for name in self.__match_args__)))  # type: ignore[attr-defined]
            object.__setattr__(self, "_hash", found)
            return found


_HOLDS = {
    "Expr": "one",
    "Expr | None": "optional",
    "tuple[Expr, ...]": "several",
    "tuple[Loop, ...]": "several",
    "Body": "several",
    "tuple[tuple[str, Expr], ...]": "pairs",
    "tuple[tuple[Expr, Expr], ...]": "pairs",
}  # by how a field is annotated


@dataclass_transform(frozen_default=True, eq_default=True)
def node(cls: T) -> T:
    """Make a class of nodes: frozen, slotted, equal by what it holds, with the kept hash."""
    made: Any = dataclass(frozen=True, slots=True)(cls)
    made.__hash__ = Node.__hash__
    made.held = tuple((field.name, _HOLDS[field.type]) for field in fields(made) if field.type in _HOLDS)
    made.inside, made.with_inside = _visitors(made)
    return made  # type: ignore[no-any-return]


def _visitors(kind: Any) -> tuple[Any, Any]:
    """`Node.inside` and `Node.with_inside` of a class, written out for its fields.

    To look at each node anew which fields it has would take the passes a third of their time.
    """
    listed = {"one": "self.{0}", "several": "*self.{0}"}
    tested = {
        "optional": " if self.{0} is not None: found.append(self.{0})",
        "pairs": " found += [item for pair in self.{0} for item in pair if isinstance(item, Node)]",
    }
    changed = {
        "one": "change(self.{0})",
        "optional": "None if self.{0} is None else change(self.{0})",
        "several": "several(self.{0}, change)",
        "pairs": "pairs(self.{0}, change)",
    }
    held = dict(kind.held)
    at_once = ", ".join(listed[how].format(name) for name, how in kind.held if how in listed)
    later = [tested[how].format(name) for name, how in kind.held if how in tested]
    new = [f" new_{name} = {changed[how].format(name)}" for name, how in kind.held]
    same = " and ".join(("True", *(f"new_{name} is self.{name}" for name in held)))
    given = ", ".join(f"new_{name}" if name in held else f"self.{name}" for name in kind.__match_args__)
    code = ("def inside(self):", f" found = [{at_once}]", *later, " return found")
    code += ("def with_inside(self, change):", *new, f" return self if {same} else kind({given})")
    names = {"kind": kind, "Node": Node, "several": several, "pairs": _pairs}
    exec("\n".join(code), names)
    return names["inside"], names["with_inside"]


def several(old: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Nodes with each changed; the same object where none is."""
    new = [change(item) for item in old]
    return tuple(new) if any(map(is_not, new, old)) else old


def _pairs(old: tuple[tuple[Any, ...], ...], change: Callable[[Any], Any]) -> tuple[tuple[Any, ...], ...]:
    return several(old, lambda pair: several(pair, lambda item: change(item) if isinstance(item, Node) else item))


class Expr(Node):
    """Something that has a value."""

    __slots__ = ()


@node
class Lit(Expr):
    """A literal: a number, a string, a truth value or None."""

    value: int | str | bool | None

    def __eq__(self, other: object) -> bool:  # 1 and True are two literals
        return type(other) is Lit and type(other.value) is type(self.value) and other.value == self.value

    __hash__ = Node.__hash__


@node
class Name(Expr):
    """A local, a parameter, or a constant of the module.

    Constants begin with a capital letter, locals and parameters do not; `s` is the state, `n` its numbers, `f` the
    frame.
    """

    name: str

    @property
    def is_local(self) -> bool:
        """Whether this is a local or parameter, apart from the state, its numbers and the frame."""
        return self.name[0].islower() and self.name not in ("s", "n", "f")


@node
class Slot(Expr):
    """A slot of the frame: `f[number]`."""

    number: int


@node
class Cell(Expr):
    """A number of the state: `n[index]`."""

    index: Expr


@node
class Field(Expr):
    """A part of the state: `s.name`."""

    name: str


@node
class Item(Expr):
    """An item of a table or sequence: `of[index]`."""

    of: Expr
    index: Expr


@node
class Part(Expr):
    """A slice of a sequence: `of[low:high:step]`."""

    of: Expr
    low: Expr | None = None
    high: Expr | None = None
    step: Expr | None = None


@node
class Call(Expr):
    """A call of a function: of the module (`num_size`), the runtime (`DRAW`), Python (`len`) or the state (`s.move`).

    options: arguments by keyword.
    """

    function: str
    args: tuple[Expr, ...] = ()
    options: tuple[tuple[str, Expr], ...] = ()


@node
class Method(Expr):
    """A call of a method of a value: `of.name(args)`."""

    of: Expr
    name: str
    args: tuple[Expr, ...] = ()


@node
class And(Expr):
    """Whether all of several tests hold."""

    parts: tuple[Expr, ...]


@node
class Or(Expr):
    """Whether any of several tests holds."""

    parts: tuple[Expr, ...]


@node
class Not(Expr):
    """Whether a test does not hold."""

    of: Expr


@node
class Compare(Expr):
    """A comparison of two values: `==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `not in`, `is`, `is not`."""

    left: Expr
    op: str
    right: Expr


@node
class Binary(Expr):
    """Two values worked into one: `+`, `-`, `*`, `//`, `%`, `^`, `&`, `|`, `<<`, `>>`."""

    left: Expr
    op: str
    right: Expr


@node
class Negative(Expr):
    """The negative of a value that is not a literal."""

    of: Expr


@node
class IfElse(Expr):
    """One of two values."""

    test: Expr
    then: Expr
    otherwise: Expr


@node
class Collection(Expr):
    """Items written out: a `tuple`, `list` or `set`."""

    kind: str
    items: tuple[Expr, ...]


@node
class Table(Expr):
    """Items by key, written out: `{key: value}`."""

    items: tuple[tuple[Expr, Expr], ...]


@node
class Star(Expr):
    """All items of a value, within a collection or a call."""

    of: Expr


@node
class Loop(Node):
    """One `for` of a comprehension, with the tests behind it.

    names: one, or several that an item is taken apart into.
    """

    names: tuple[str, ...]
    of: Expr
    tests: tuple[Expr, ...] = ()
    starred: bool = False  # whether the last name takes what is left


@node
class Comprehension(Expr):
    """`list`, `set`, `generator` or `dict` of a value for each item of a loop.

    key: of a `dict`, what each value stands under.
    """

    kind: str
    value: Expr
    loops: tuple[Loop, ...]
    key: Expr | None = None


TRUE, FALSE, NONE = Lit(True), Lit(False), Lit(None)
FAIL = Name("FAIL")
STATE, NUMBERS, FRAME = Name("s"), Name("n"), Name("f")


def both(*tests: Expr) -> Expr:
    """Whether all of several tests hold: flat, without those that always do; `TRUE` of none."""
    return _joined(And, TRUE, FALSE, tests)


def either(*tests: Expr) -> Expr:
    """Whether any of several tests holds: flat, without those that never do; `FALSE` of none."""
    return _joined(Or, FALSE, TRUE, tests)


def _joined(kind: Callable[[tuple[Expr, ...]], Expr], empty: Lit, whole: Lit, tests: tuple[Expr, ...]) -> Expr:
    parts: list[Expr] = []
    for test in tests:
        if isinstance(test, And | Or) and type(test) is kind:
            parts += test.parts
        elif test == whole:
            return whole
        elif test != empty:
            parts.append(test)
    return kind(tuple(parts)) if len(parts) > 1 else parts[0] if parts else empty


def negation(test: Expr) -> Expr:
    """Whether a test does not hold."""
    return test.of if isinstance(test, Not) else Not(test)


def total(*terms: Expr) -> Expr:
    """The sum of several terms, in their order; 0 of none."""
    return reduce(lambda found, term: Binary(found, "+", term), terms) if terms else Lit(0)


def literals(values: Iterable[int]) -> Collection:
    """A tuple of known numbers."""
    return Collection("tuple", tuple(map(Lit, values)))


def literal(amount: Expr) -> int | None:
    """The number that an expression says outright, if it is not negative."""
    match amount:
        case Lit(int(number)) if not isinstance(number, bool) and number >= 0:
            return number
    return None
