"""Positions that lie in the library of a native program, and what Python sees of them."""

from __future__ import annotations

import ctypes
import marshal
import sys
from array import array
from typing import Any, Protocol

from rulewright.native.library import FACTS, OPTIONS, REST, ROOM, VALUES, Library
from rulewright.runtime.lookahead import Lookahead
from rulewright.runtime.state import LONG, State

MASK = (1 << 64) - 1
_OUT = ctypes.c_void_p()  # where the library says where it wrote: what it writes is read at once
_TO_OUT = ctypes.byref(_OUT)
_loads, _string_at = marshal.loads, ctypes.string_at
_Info = ctypes.c_int64 * FACTS


class Read(Protocol):
    """What parts of a position are read from."""

    def read(self, state: State, name: str) -> None:
        """Fill in a part of a state."""

    def packed(self) -> bytes:
        """All numbers of the position as the machine keeps them."""


class Logged(Protocol):
    """What keeps a log."""

    @property
    def log(self) -> list[Any] | None:
        """What was logged so far; None where none is kept."""


class NativeState(State):
    """A position as Python sees it, read from the library part by part when somebody asks."""

    __slots__ = ("__weakref__", "_of", "_past")

    def __init__(self, of: Read, past: Logged | None) -> None:
        self._of = of
        self._past = past

    def __getattr__(self, name: str) -> Any:
        if name == "log":
            self.log = None if self._past is None else self._past.log
        else:
            self._of.read(self, name)
        return object.__getattribute__(self, name)

    def hash(self) -> str:
        """A digest of everything that decides how the game goes on (see `State.hash`)."""
        try:
            object.__getattribute__(self, "n")  # somebody has it, and may have changed it
        except AttributeError:
            if sys.byteorder == "little":
                return self.hash_with(self._of.packed())
        return super().hash()

    def leave(self, of: Read) -> None:
        """Stay as it is, though the game goes on: be read from somewhere else."""
        self._of = of


class Handle:
    """A game in the library, freed when nobody has it any more.

    Attributes:
        info: what the library tells of the position without a call.
        digested: what `State.hash` made of a position before.
    """

    __slots__ = ("_options", "_room", "_zones", "at", "digested", "info", "library", "program")

    def __init__(self, library: Library, program: Any, at: int) -> None:
        self.library, self.program, self.at = library, program, at
        self.info = memoryview(_Info.from_address(at)).cast("B").cast("q")
        self._options: Any = None  # where the library writes options down, with so much room
        self._room = 0
        self.digested: Any = None
        self._zones: list[tuple[int, ...]] = [()] * program.layout.zone_count

    def __del__(self) -> None:
        self.library.calls.rw_free(self.at)

    def copy(self, logging: bool = False) -> Handle:
        """The same position once more. logging: whether it tells what is logged from here on."""
        other = Handle(self.library, self.program, self.library.calls.rw_copy(self.at, logging))
        other.digested = self.digested
        return other

    def told(self, what: int) -> Any:
        """What is asked for."""
        length = self.library.calls.rw_tell(self.at, what, ctypes.byref(_OUT))
        return marshal.loads(ctypes.string_at(_OUT.value or 0, length))

    def options(self) -> Any:
        """The same as `told(VALUES)`, with as little work as can be: playouts ask it for each choice."""
        room = self.info[ROOM]
        if room:
            if room != self._room:
                self._options, self._room = (ctypes.c_char * room).from_address(self.info[OPTIONS]), room
            return _loads(self._options)  # it reads no further than the value
        length = self.library.calls.rw_tell(self.at, VALUES, _TO_OUT)
        return _loads(_string_at(_OUT.value or 0, length))

    def numbers(self) -> list[int] | array[int]:
        """All numbers of the position."""
        size = self.program.layout.size
        found = array("q")
        found.frombytes(self.packed())
        return found if size > LONG else found.tolist()

    def packed(self) -> bytes:
        """All numbers of the position as the machine keeps them."""
        return ctypes.string_at(self.library.calls.rw_numbers(self.at), 8 * self.program.layout.size)

    def where(self) -> list[int]:
        """Where each card lies."""
        found = array("q")
        found.frombytes(ctypes.string_at(self.library.calls.rw_where(self.at), 8 * len(self.program.layout.cards)))
        return found.tolist()

    def read(self, state: State, name: str) -> None:
        """Fill in a part of a state, with what is read along with it."""
        match name:
            case "n":
                state.n = self.numbers()
            case "where":
                state.where = self.where()
            case "rng":
                state.rng = self.library.calls.rw_rng(self.at) & MASK
            case "tallies":
                state.tallies = self.program.sums.of(state.n)
            case "answers":
                state.answers = [None] * len(self.program.memoised)
            case "zones" | "stack" | "attempts" | "over" | "winner" | "result":
                self._read_rest(state)
            case "digested":
                state.digested = self.digested
            case "lookahead":
                state.lookahead = Lookahead()
            case "trial":
                state.trial = False
            case _:
                raise AttributeError(name)

    def _read_rest(self, state: State) -> None:
        zones, state.stack, state.attempts, state.over, state.winner, state.result = self.told(REST)
        for zone, cards in zones.items():
            self._zones[zone] = cards
        state.zones = self._zones[:]
