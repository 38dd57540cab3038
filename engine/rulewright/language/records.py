"""Frozen dataclasses with slots of which there are very many: trees, meanings, programs, words.

They behave as those of `dataclasses` do. That writes six functions for each class and has Python compile them, in every
process: most of what importing the engine took. Its objects set each field by its name, and to pickle one it looks the
fields of its class up anew. Here a class gets one function of its own, `__init__`, which fills slots by their setters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, field, fields
from dataclasses import dataclass as _dataclass
from operator import attrgetter
from typing import Any, Final, Literal, TypeVar, dataclass_transform

T = TypeVar("T", bound=type)
R = TypeVar("R")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def dataclass(*, frozen: Literal[True], slots: Literal[True], kw_only: bool = False) -> Callable[[T], T]:
    """As `dataclasses.dataclass`, for classes that are frozen and have slots.

    >>> import pickle
    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(x=1, y=0), {Point(1), Point(1)}
    (Point(x=1, y=0), True, {Point(x=1, y=0)})
    >>> Point(1).x = 2
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'x'
    """
    del frozen, slots  # said for whoever reads the class

    def made(cls: T) -> T:
        own = {name: thing for name, thing in _METHODS.items() if cls.__dict__.get(name) is None}
        record: Any = _dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
        for name, thing in own.items():
            setattr(record, name, thing)
        record.__init__ = _init(record)
        return record  # type: ignore[no-any-return]

    return made


def _init(record: Any) -> Callable[..., None]:
    """A function that fills the slots of a record with what is given."""
    given = [one for one in fields(record) if not one.kw_only]
    named = [one for one in fields(record) if one.kw_only]
    names: dict[str, Any] = {"MISSING": MISSING}
    heads, body = ["self"], []
    for one in (*given, *named):
        if not one.init:
            raise TypeError(f"a field of a record is given: {record.__qualname__}.{one.name}")
        if one is next(iter(named), None):
            heads.append("*")
        names[f"put_{one.name}"] = getattr(record, one.name).__set__
        value = one.name
        if one.default_factory is not MISSING:
            names[f"make_{one.name}"] = one.default_factory
            heads.append(f"{one.name}=MISSING")
            value = f"make_{one.name}() if {one.name} is MISSING else {one.name}"
        elif one.default is not MISSING:
            names[f"default_{one.name}"] = one.default
            heads.append(f"{one.name}=default_{one.name}")
        else:
            heads.append(one.name)
        body.append(f" put_{one.name}(self, {value})")
    exec("\n".join((f"def __init__({', '.join(heads)}):", *body, " pass")), names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{record.__qualname__}.__init__"
    init.__module__ = record.__module__
    return init


def replace(record: R, **changes: Any) -> R:
    """As `dataclasses.replace`, of records: in a third of the time."""
    kind = record.__class__
    for name in _NAMES[kind]:
        if name not in changes:
            changes[name] = getattr(record, name)
    return kind(**changes)


class _Names(dict[type, tuple[str, ...]]):
    """By class, the names of its fields."""

    def __missing__(self, kind: Any) -> tuple[str, ...]:
        found = self[kind] = tuple(kind.__dataclass_fields__)
        return found


class _Compared(dict[type, Callable[[Any], Any]]):
    """By class, what gets the values of an object that it is compared and hashed by."""

    def __missing__(self, kind: Any) -> Callable[[Any], Any]:
        names = [one.name for one in fields(kind) if one.compare]
        found = self[kind] = attrgetter(*names) if names else lambda thing: ()
        return found


class _Setters(dict[type, tuple[Callable[[Any, Any], None], ...]]):
    """By class, how the slots of its fields are filled."""

    def __missing__(self, kind: Any) -> tuple[Callable[[Any, Any], None], ...]:
        found = self[kind] = tuple(getattr(kind, name).__set__ for name in _NAMES[kind])
        return found


_NAMES: Final = _Names()
_COMPARED: Final = _Compared()
_SETTERS: Final = _Setters()


def _equal(self: Any, other: object) -> Any:
    if self is other:
        return True
    kind = self.__class__
    if other.__class__ is not kind:
        return NotImplemented
    values = _COMPARED[kind]
    return values(self) == values(other)


def _hashed(self: Any) -> int:
    return hash(_COMPARED[self.__class__](self))


def _shown(self: Any) -> str:
    told = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{self.__class__.__qualname__}({told})"


def _fixed(self: object, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in _NAMES[self.__class__]]


def _set_state(self: Any, state: list[Any]) -> None:
    for put, value in zip(_SETTERS[self.__class__], state, strict=True):
        put(self, value)


_METHODS: Final = {
    "__eq__": _equal,
    "__hash__": _hashed,
    "__repr__": _shown,
    "__setattr__": _fixed,
    "__delattr__": _fixed,
    "__getstate__": _state,
    "__setstate__": _set_state,
}
"""What every record has, unless its class says it itself."""
