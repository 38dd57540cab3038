"""Pickling of frozen dataclasses with slots.

`dataclasses` gives such a class methods that look up the fields of its class anew for every object: three quarters of
the time that a language needs to come from the cache. Here each class keeps the setters of its slots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Setter = Callable[[Any, Any], None]


class _Setters(dict[type, tuple[Setter, ...]]):
    """How the slots of each class are filled, the fields of the classes that it is made from first."""

    def __missing__(self, kind: type) -> tuple[Setter, ...]:
        names = kind.__dataclass_fields__  # type: ignore[attr-defined]
        setters = self[kind] = tuple(getattr(kind, name).__set__ for name in names)
        return setters


_SETTERS: Final = _Setters()


class Slotted:
    """Base of frozen dataclasses with slots that are kept in the cache.

    >>> import pickle
    >>> from dataclasses import dataclass
    >>> from rulewright.language.nodes import Number
    >>> pickle.loads(pickle.dumps(Number(value=3)))
    Number(value=3)
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Give a class the two methods itself: `dataclass` leaves alone what stands in the class."""
        super().__init_subclass__()
        cls.__getstate__ = _state  # type: ignore[method-assign, assignment]
        cls.__setstate__ = _set_state  # type: ignore[attr-defined]


def _state(thing: Any) -> list[Any]:
    return [getattr(thing, name) for name in thing.__dataclass_fields__]


def _set_state(thing: Any, state: list[Any]) -> None:
    for put, value in zip(_SETTERS[thing.__class__], state, strict=True):
        put(thing, value)
