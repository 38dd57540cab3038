"""What a game in a library has gone through: found out when somebody looks back, since most games nobody looks back on.

While a game goes on, only the numbers of the options taken are noted. From them its log, who may know the cards in it,
and positions that somebody has kept are found by playing again.
"""

from __future__ import annotations

from typing import Any

from rulewright.native.library import DEPTH, LINES, LOG, MOVED
from rulewright.native.positions import Handle
from rulewright.runtime.secrets import Secrets
from rulewright.runtime.state import State

BEGIN = -1
"""Instead of the number of an option: to run to the first decision."""


class Past:
    """The options taken since a position.

    Attributes:
        taken: their numbers, for the game to note.
    """

    def __init__(self, begin: Handle, log: list[Any] | None, secrets: Secrets) -> None:
        self.taken: list[int] = []
        self._begin = begin
        self._log = log
        self._secrets = secrets
        self._now = begin
        self._done = 0  # of `taken`, to where `_now` has been played
        self._seen: _Seen | None = None

    @property
    def log(self) -> list[Any] | None:
        """What was logged so far; None of a game that keeps no log."""
        if self._log is not None:
            self._play(len(self.taken))
        return self._log

    @property
    def secrets(self) -> Secrets:
        """Who may know the cards in the log."""
        if self._log is not None:
            self._play(len(self.taken))
        return self._secrets

    def note_opening(self, dealt: State) -> None:
        """Note who may know the cards in what was logged since cards were dealt, before this begins."""
        if self._log:
            self._secrets.note(dealt, _Seen(self._begin, self._log), 0)

    def position(self, count: int) -> Handle:
        """The position in which so many options were taken: for whoever does not change it."""
        if count < self._done:
            handle = self._begin.copy()
            for number in self.taken[:count]:
                handle.library.calls.rw_step(handle.at, number)
            return handle
        self._play(count)
        return self._now.copy()

    def _play(self, count: int) -> None:
        """Play on until so many options are taken, and note what is logged."""
        if self._done == count:
            return
        log = self._log
        if self._done == 0:
            self._now = self._begin.copy(log is not None)
        seen = None if log is None else self._seen or _Seen(self._now, log)
        step = self._now.library.calls.rw_step
        for number in self.taken[self._done : count]:
            step(self._now.at, number)
            if log is None or seen is None:
                continue
            first = len(log)
            if self._now.info[LINES]:
                log += self._now.told(LOG)
            before, seen = seen, _Seen(self._now, log, seen)
            self._secrets.note(before, seen, first)
        self._done, self._seen = count, seen


class Bygone:
    """A position that a game has left, found again if somebody reads it."""

    __slots__ = ("_count", "_handle", "_past")

    def __init__(self, past: Past, count: int) -> None:
        self._past = past
        self._count = count
        self._handle: Handle | None = None

    def read(self, state: State, name: str) -> None:
        """Fill in a part of a state."""
        self._found().read(state, name)

    def packed(self) -> bytes:
        """All numbers of the position as the machine keeps them."""
        return self._found().packed()

    def _found(self) -> Handle:
        if self._handle is None:
            self._handle = self._past.position(self._count)
        return self._handle


class _Seen:
    """What secrets ask of a position (`Secrets.note`)."""

    __slots__ = ("log", "stack", "where")

    def __init__(self, handle: Handle, log: list[Any], before: _Seen | None = None) -> None:
        self.where: list[int] = before.where if before is not None and not handle.info[MOVED] else handle.where()
        self.stack = range(handle.info[DEPTH])
        self.log: list[Any] | None = log
