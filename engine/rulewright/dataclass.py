"""Dataclasses that are quick to define: `__init__`, `__eq__` and the like are written when one of them is first used.

`dataclasses.dataclass` writes and compiles up to eight functions for each class when its module is imported; that was a
third of a start from the cache, which makes no object of most classes, or only unpickles them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, dataclass_transform

Class = TypeVar("Class")


@dataclass_transform(field_specifiers=(dataclasses.field,))
def dataclass(
    *, frozen: bool = False, slots: bool = False, kw_only: bool = False
) -> Callable[[type[Class]], type[Class]]:
    """Make a class a dataclass, as `dataclasses.dataclass` does; `fields` and `replace` know it.

    A class that is derived from one that was made so is to be made so, too.

    >>> @dataclass(frozen=True)
    ... class Pair:
    ...     left: str
    ...     right: int = 1
    >>> Pair("a"), Pair("a") == Pair("a", 1)
    (Pair(left='a', right=1), True)
    """

    def make(cls: type[Class]) -> type[Class]:
        written = cls.__dict__
        methods = [name for name in ("__init__", "__repr__", "__eq__") if name not in written]
        hashed = written.get("__hash__") is not None  # a class that has only `__eq__` has None
        if frozen and not hashed:
            methods.append("__hash__")
        made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        if not frozen and not hashed:
            made.__hash__ = None  # what can change and is compared by its value has no hash
        if frozen:
            made.__setattr__ = made.__delattr__ = _refuse
            if slots and "__getstate__" not in written:
                made.__getstate__, made.__setstate__ = _state, _set_state
        for name in methods:
            setattr(made, name, _writer(made, name, methods, frozen, slots))
        return made  # type: ignore[no-any-return]

    return make


def _writer(cls: type, name: str, methods: Sequence[str], frozen: bool, slots: bool) -> Callable[..., Any]:
    """A method that, when it is called, has the methods of a class written and calls the one that takes its place."""

    def first(self: Any, *args: Any, **named: Any) -> Any:
        twin = dataclasses.make_dataclass(
            cls.__name__,
            [(field.name, field.type, _like(field)) for field in dataclasses.fields(cls)],
            namespace={"__post_init__": cls.__post_init__} if hasattr(cls, "__post_init__") else None,
            frozen=frozen,
            slots=slots,
        )
        for method in methods:
            setattr(cls, method, getattr(twin, method))
        return getattr(cls, name)(self, *args, **named)

    return first


def _like(field: dataclasses.Field[Any]) -> Any:
    """A new field with the properties of another."""
    return dataclasses.field(
        default=field.default, default_factory=field.default_factory, init=field.init, repr=field.repr,
        hash=field.hash, compare=field.compare, kw_only=field.kw_only,
    )  # fmt: skip


def _refuse(self: object, name: str, value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"{type(self).__name__} cannot change: {name}")


def _state(self: Any) -> list[Any]:
    """What is pickled of a frozen object with slots."""
    return [getattr(self, name) for name in type(self).__dataclass_fields__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(type(self).__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)
