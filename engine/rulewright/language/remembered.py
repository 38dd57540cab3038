"""Trees of texts that took long to read: those in everyday wordings, of which up to a hundred others are tried."""

from __future__ import annotations

import pickle
from functools import cached_property
from threading import Lock

from rulewright import cache
from rulewright.language.nodes import Node

_KIND = "readings"
MOST = 1000
"""Trees of one language that are remembered; those that were asked for longest ago are forgotten first."""

Trees = dict[tuple[str, str], Node]
"""Trees by kind and text."""


class Remembered:
    """What one language has read in everyday wordings. Nobody but the language's own words decides what a text means.

    Args:
        name: of the language in the cache; "" keeps its trees in this process only.
    """

    def __init__(self, name: str = "") -> None:
        self._name = name
        self._new = False
        self._lock = Lock()

    @cached_property
    def _trees(self) -> Trees:
        return self._kept()

    def _kept(self) -> Trees:
        return (cache.revived(_KIND, self._name, pickle.loads) if self._name else None) or {}

    def get(self, kind: str, text: str) -> Node | None:
        """The tree of a text that was read before, as nodes of its own; None if it was not."""
        with self._lock:
            tree = self._trees.pop((kind, text), None)
            if tree is None:
                return None
            self._trees[kind, text] = tree
        return tree.copy()

    def put(self, kind: str, text: str, tree: Node) -> None:
        """Remember a tree."""
        with self._lock:
            self._trees[kind, text] = tree.copy()
            self._new = True
            while len(self._trees) > MOST:
                del self._trees[next(iter(self._trees))]

    def keep(self) -> None:
        """Put what is new into the cache, beside what other processes have put there; after all texts of a game."""
        with self._lock:
            if not (self._name and self._new):
                return
            together = [*{**self._kept(), **self._trees}.items()][-MOST:]
            cache.store(_KIND, self._name, pickle.dumps(dict(together), protocol=5))
            self._new = False
