"""How data is broken: values put elsewhere, left out, doubled, exchanged; words of sentences; now and then bytes."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from fuzzing.material import Pool

Where = tuple[Any, Any]
"""A list or mapping, and the index or key in it."""

EXTREMES: list[Any] = [
    -1, 0, 1, 2, 7, 99, 1000, 2**31, 10**14, -(10**14), 0.5, 1.0, 1e300, -0.0, True, False, None, "", " ", "\n", "x\n",
    "0", "1", "-1", "true", "null", "you", "it", "{", "{}", "%s", "\\", "'", '"', "ő", "\u202e", "İ", "ﬁ", "a" * 300,
    "a b " * 200, [], {}, [[]], [None], {"": None}, {"do": []}, "__class__", "id", "self", "common", "all", "none",
]  # fmt: skip
WORDS = [
    "you", "each player", "a", "the", "and", "or", "then", "if", "unless", "may", "1", "2", "any number of",
    "it", "them", "this card", "another player", "until", "the end of your turn", "instead", "whenever", "for each",
    "up to", "not",
    "more", "fewer", "least", "most", ",", ".", ":", "your", "its owner", "that", "0", "100", "twice", "again",
]  # fmt: skip


def places(value: Any) -> Iterator[Where]:
    """Every place inside a value."""
    if isinstance(value, dict):
        inside: Any = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    else:
        return
    for key, part in inside:
        yield value, key
        yield from places(part)


class Mutator:
    """Breaks data, the same way for the same chance."""

    def __init__(self, chance: random.Random, pool: Pool) -> None:
        self.chance = chance
        self.pool = pool
        self.told: list[str] = []

    def some(self, data: Any, most: int = 3) -> Any:
        """A copy of data with one to `most` things wrong with it."""
        data = copy.deepcopy(data)
        for _ in range(self.chance.choice([1, 1, most])):
            found = list(places(data))
            if not found:
                break
            self.one(data, *self.chance.choice(found))
        return data

    def one(self, data: Any, holder: Any, key: Any) -> None:
        """Break one place of data."""
        ways: list[Callable[[Any, Any, Any], None]] = [
            self._value, self._part, self._from_here, self._leave_out, self._double, self._wrap, self._key, self._swap,
        ]  # fmt: skip
        if len(self.pool.under.get(key, ())) > 1:
            ways += [self._like] * 12
        if isinstance(holder[key], str):
            ways += [self._words] * 6
        if isinstance(holder[key], int | float):
            ways += [self._number] * 3
        way = self.chance.choice(ways)
        before = repr(holder[key])[:60]
        way(data, holder, key)
        now = holder[key] if isinstance(holder, dict) and key in holder or isinstance(holder, list) and (
            0 <= key < len(holder)
        ) else None  # fmt: skip
        self.told.append(f"{way.__name__.strip('_')} at {key!r}: {before} -> {repr(now)[:60]}")

    def _value(self, data: Any, holder: Any, key: Any) -> None:
        holder[key] = copy.deepcopy(self.chance.choice([*EXTREMES, self.chance.choice(self.pool.texts)]))

    def _part(self, data: Any, holder: Any, key: Any) -> None:
        holder[key] = copy.deepcopy(self.chance.choice(self.pool.parts))

    def _like(self, data: Any, holder: Any, key: Any) -> None:
        holder[key] = copy.deepcopy(self.chance.choice(self.pool.under[key]))

    def _from_here(self, data: Any, holder: Any, key: Any) -> None:
        other, at = self.chance.choice(list(places(data)))
        holder[key] = copy.deepcopy(other[at])

    def _leave_out(self, data: Any, holder: Any, key: Any) -> None:
        del holder[key]

    def _double(self, data: Any, holder: Any, key: Any) -> None:
        if isinstance(holder, list):
            holder.insert(self.chance.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
        else:
            holder[f"{key}{self.chance.choice(['2', '_x', ' ', chr(10), '.x', '-y'])}"] = copy.deepcopy(holder[key])

    def _wrap(self, data: Any, holder: Any, key: Any) -> None:
        value = holder[key]
        forms: list[Any] = [
            [value], {"do": value}, {"repeat": "forever", "do": value}, {"if": value, "then": value}, {"not": value},
            {"any": [value, value]}, {self.chance.choice(self.pool.keys): value}, {"for each": "player", "do": value},
            {"may": value}, {"one of": [value, value]}, [value, copy.deepcopy(value)], {"each": value},
        ]  # fmt: skip
        holder[key] = self.chance.choice(forms)

    def _key(self, data: Any, holder: Any, key: Any) -> None:
        if isinstance(holder, dict):
            holder[self.chance.choice([*self.pool.keys, *(k for k in holder)])] = holder.pop(key)

    def _swap(self, data: Any, holder: Any, key: Any) -> None:
        other = self.chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        holder[key], holder[other] = holder[other], holder[key]

    def _number(self, data: Any, holder: Any, key: Any) -> None:
        holder[key] = self.chance.choice([holder[key] + 1, holder[key] - 1, -holder[key], holder[key] * 1000, 0])

    def _words(self, data: Any, holder: Any, key: Any) -> None:
        words = re.findall(r"\w+|\W", holder[key])
        if not words:
            return
        at = self.chance.randrange(len(words))
        other = re.findall(r"\w+|\W", self.chance.choice(self.pool.texts)) or [""]
        match self.chance.randrange(6):
            case 0:
                words[at] = self.chance.choice(WORDS)
            case 1:
                words[at] = self.chance.choice(other)
            case 2:
                del words[at]
            case 3:
                words.insert(at, f" {self.chance.choice(WORDS)} ")
            case 4:
                words[at:] = other[self.chance.randrange(len(other)) :]
            case _:
                other_at = self.chance.randrange(len(words))
                words[at], words[other_at] = words[other_at], words[at]
        holder[key] = "".join(words)

    def bytes(self, raw: bytes) -> bytes:
        """Bytes with some of them wrong."""
        broken = bytearray(raw)
        for _ in range(self.chance.randint(1, 4)):
            at = self.chance.randrange(len(broken) + 1)
            match self.chance.randrange(5):
                case 0:
                    broken[at : at + 1] = bytes([self.chance.randrange(256)])
                case 1:
                    signs = [b"&a ", b"*a", b"!!x ", b"\t", b": ", b"- ", b"{", b"[", b"#", b"\0"]
                    broken[at:at] = self.chance.choice(signs)
                case 2:
                    del broken[at : at + self.chance.randint(1, 40)]
                case 3:
                    broken[at:at] = broken[at : at + self.chance.randint(1, 200)] * self.chance.choice([1, 1, 50])
                case _:
                    del broken[at:]
        self.told.append(f"bytes: {len(raw)} -> {len(broken)}")
        return bytes(broken)


def as_yaml(data: Any) -> str:
    """Data as a YAML file, without anchors."""
    dumper = type("Plain", (yaml.SafeDumper,), {"ignore_aliases": lambda self, data: True})
    return str(yaml.dump(data, Dumper=dumper, allow_unicode=True, sort_keys=False, width=100))
