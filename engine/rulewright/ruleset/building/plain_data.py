"""Plain data as frozen dataclasses keep it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


def frozen(data: dict[str, Any]) -> Mapping[str, Any]:
    """A mapping that cannot be changed."""
    return MappingProxyType(data)


def other_keys(entry: Mapping[str, Any], keys: frozenset[str]) -> Mapping[str, Any]:
    """The attributes: whatever has no meaning to the engine itself."""
    return MappingProxyType({key: value for key, value in entry.items() if key not in keys})


def as_tuple(value: Any) -> tuple[str, ...]:
    """One name or a list of names.

    >>> as_tuple("a"), as_tuple(["a", "b"])
    (('a',), ('a', 'b'))
    """
    return (value,) if isinstance(value, str) else tuple(value)


def by_players(count: Any) -> Mapping[int, int]:
    """`6` or `{2: 6, 3: 7}`; 0 stands for any number of players."""
    if isinstance(count, dict):
        return MappingProxyType({int(players): number for players, number in count.items()})
    return MappingProxyType({0: count})
