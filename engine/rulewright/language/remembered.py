"""What took long to read: the trees of texts in everyday wordings, and why others are refused.

Of both up to a hundred other wordings are tried, and who writes a game has a dozen refused texts in it for an hour.
"""

from __future__ import annotations

import pickle
import time
from functools import cached_property
from threading import Lock

from rulewright import cache
from rulewright.language.nodes import Node
from rulewright.problems import Problem

_KIND = "readings"
MOST = 1000
"""Texts of one language that are remembered; those that were asked for longest ago are forgotten first."""

_REST = 10
"""Who has put readings into the cache does not again for so many times as long: a process that makes one game after
another would spend a tenth of its time on it, and it is only for others. What is new then is put there later."""

Reading = Node | tuple[Problem, ...]
"""The tree of a text, or why there is none."""

Readings = dict[tuple[str, str], Reading]
"""Readings by kind and text."""


class Remembered:
    """What one language has read in everyday wordings, and refused. Nobody but its own words decides what a text means.

    Args:
        name: of the language in the cache; "" keeps what it has read in this process only.
    """

    def __init__(self, name: str = "") -> None:
        self._name = name
        self._new = False
        self._rests_until = 0.0
        self._lock = Lock()

    @cached_property
    def _readings(self) -> Readings:
        return self._kept()

    def _kept(self) -> Readings:
        return (cache.revived(_KIND, self._name, pickle.loads) if self._name else None) or {}

    def get(self, kind: str, text: str) -> Reading | None:
        """What was made of a text before, a tree as nodes of its own; None if it was not read."""
        with self._lock:
            known = self._readings.pop((kind, text), None)
            if known is None:
                return None
            self._readings[kind, text] = known
        return _own(known)

    def put(self, kind: str, text: str, reading: Reading) -> None:
        """Remember a tree, or why there is none."""
        with self._lock:
            self._readings[kind, text] = _own(reading)
            self._new = True
            while len(self._readings) > MOST:
                del self._readings[next(iter(self._readings))]

    def keep(self) -> None:
        """Put what is new into the cache, beside what other processes have put there; after all texts of a game."""
        with self._lock:
            start = time.monotonic()
            if not (self._name and self._new) or start < self._rests_until:
                return
            together = [*{**self._kept(), **self._readings}.items()][-MOST:]
            cache.store(_KIND, self._name, pickle.dumps(dict(together), protocol=5))
            self._new = False
            now = time.monotonic()
            self._rests_until = now + _REST * (now - start)


def _own(reading: Reading) -> Reading:
    return reading if isinstance(reading, tuple) else reading.copy()
