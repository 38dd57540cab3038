"""Games that a native program plays: the same decisions, options and positions as in Python, and the same interface.

The position lies in the library. What Python sees of it (`state`) is read when somebody asks for it.
"""

from __future__ import annotations

import ctypes
import marshal
import sys
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from weakref import ref

from rulewright.language.problems import problem
from rulewright.native.library import (
    ACTOR,
    BLOCK,
    DEPTH,
    FACTS,
    LINES,
    LOG,
    MOVED,
    REST,
    SEAT,
    VALUES,
    WINNER,
    Library,
    library_for,
)  # fmt: skip
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.game import Decision, Game
from rulewright.runtime.lookahead import Lookahead
from rulewright.runtime.machine import Choose, RuleError
from rulewright.runtime.openings import opened
from rulewright.runtime.rules import Rules
from rulewright.runtime.secrets import Secrets
from rulewright.runtime.state import LONG, State
from rulewright.runtime.view import arrange

_MASK = (1 << 64) - 1
_UNTOLD = -(1 << 62)
_OUT = ctypes.c_void_p()  # where the library says where it wrote: what it writes is read at once
_TO_OUT = ctypes.byref(_OUT)
_loads, _string_at = marshal.loads, ctypes.string_at
_SURELY, _IF_LEGAL = 1, 2  # how an option is taken in `play_on`, as in `api/steps.h`
_NOT_LEGAL = -100
_Info = ctypes.c_int64 * FACTS


class NativeState(State):
    """A position as Python sees it, read from the library part by part when somebody asks."""

    __slots__ = ("__weakref__", "_of")

    def __init__(self, of: _Handle) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
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

    def leave(self) -> None:
        """Stay as it is, though the game goes on."""
        self._of = self._of.copy(self._of.log)


class _Handle:
    """A game in the library, freed when nobody has it any more.

    Attributes:
        info: what the library tells of the position without a call.
        log: what was logged so far, or None; digested: what `State.hash` made of a position before.
    """

    __slots__ = ("_zones", "at", "digested", "info", "library", "log", "program")

    def __init__(self, library: Library, program: Any, at: int, log: list[Any] | None) -> None:
        self.library, self.program, self.at, self.log = library, program, at, log
        self.info = _Info.from_address(at)
        self.digested: Any = None
        self._zones: list[tuple[int, ...]] = [()] * program.layout.zone_count

    def __del__(self) -> None:
        self.library.calls.rw_free(self.at)

    def copy(self, log: list[Any] | None) -> _Handle:
        """The same position once more, with a log."""
        other = _Handle(self.library, self.program, self.library.calls.rw_copy(self.at, log is not None), log)
        other.digested = self.digested
        return other

    def told(self, what: int) -> Any:
        """What is asked for."""
        length = self.library.calls.rw_tell(self.at, what, ctypes.byref(_OUT))
        return marshal.loads(ctypes.string_at(_OUT.value or 0, length))

    def options(self) -> Any:
        """The same as `told(VALUES)`, with as little work as can be: playouts ask it for each choice."""
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
                state.rng = self.library.calls.rw_rng(self.at) & _MASK
            case "tallies":
                state.tallies = self.program.sums.of(state.n)
            case "answers":
                state.answers = [None] * len(self.program.memoised)
            case "zones" | "stack" | "attempts" | "over" | "winner" | "result":
                self._read_rest(state)
            case "log":
                state.log = self.log
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


class _Seen:
    """What secrets ask of a position (`Secrets.note`)."""

    __slots__ = ("log", "stack", "where")

    def __init__(self, handle: _Handle, before: _Seen | None = None) -> None:
        self.where: list[int] = before.where if before is not None and not handle.info[MOVED] else handle.where()
        self.stack = range(handle.info[DEPTH])
        self.log: list[Any] | None = handle.log


class NativeGame(Game):
    """A game whose position lies in the library of its program. It does all that a `Game` does."""

    def __init__(self, rules: Any, program: Any, handle: _Handle, values: list[Any] | None = None) -> None:
        self.rules = rules
        self.program = program
        self.machine = program.machine
        self.labels = program.labels
        self.journal: list[str] = []
        self.secrets = Secrets(program)
        self._calls = handle.library.calls
        self._state: NativeState | None = None
        self._handle = handle
        self._values, self._count = values, len(values or ())
        self._seen: _Seen | None = None  # what secrets were told of the position last

    @classmethod
    def new(cls, rules: Any, program: Any, seed: int, log: bool = True) -> NativeGame:
        """Set the game up and run to the first decision."""
        library = library_for(program)
        program.played_by = cls
        if not library.openings:
            library.openings = _openings(library, program)
        handle, values = library.openings[log]
        own = handle.copy(list(handle.log or ()) if log else None)
        library.calls.rw_seed(own.at, _signed((seed * 0x9E3779B97F4A7C15 + 0x1234567) & _MASK))
        game = cls(rules, program, own, values)
        if values is None:
            game._begin()
        if log:
            game.secrets.note(program.dealt, game.state, 0)
        return game

    @classmethod
    def placed(cls, rules: Any, program: Any, state: State, values: list[Any]) -> NativeGame:
        """A game in a position, with the options there."""
        return cls(rules, program, _placed(library_for(program), program, state, values), values)

    def _begin(self) -> None:
        """Run to the first decision."""
        many = self._calls.rw_step(self._handle.at, -1)
        if many < 0:
            game = self._in_python()
            game.values = game.machine.advance(game.state)
            self._place(game.state, game.values)
            return
        self._count, self._values = many, None
        if self._handle.log is not None:
            self._handle.log += self._handle.told(LOG)

    def _place(self, state: State, values: list[Any] | None) -> None:
        """Put a position into the library, and options of it, which are looked for where none are given."""
        self._leave()
        self._handle = _placed(self._handle.library, self.program, state, values)
        self._seen = None
        self._values, self._count = values, len(values or ())
        if values is None:
            self._begin()

    # ------------------------------------------------------------ the position

    @property
    def state(self) -> State:
        """The position as Python sees it. Whoever changes it calls `forget` then."""
        if self._state is None:
            self._state = NativeState(self._handle)
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._place(state, [])

    @property
    def values(self) -> list[Any]:
        """What the program's block has listed, as far as it can be carried through."""
        if self._values is None:
            self._values = self._handle.told(VALUES)
        return self._values

    @values.setter
    def values(self, values: list[Any]) -> None:
        self._place(self.state.copy(), values)

    def _leave(self) -> None:
        """Part from what was given out of the position: it keeps what it says if anybody still has it."""
        given = self._state
        if given is None:
            return
        self._state = None
        if given.digested is not None:
            self._handle.digested = given.digested
        still = ref(given)
        del given
        if (kept := still()) is not None:
            kept.leave()

    def forget(self) -> None:
        """Take over a position that was changed from outside."""
        if self._state is not None:
            values = self.values
            state = self._state.copy()
            state.log = self._handle.log
            state.tallies = self.program.sums.of(state.n)
            self._place(state, values)

    def arrange(self, position: dict[str, Any]) -> None:
        """Change the position: for scenarios and tests."""
        state = self.state.copy()
        state.log = self._handle.log
        other = Game(self.rules, self.program, state)
        arrange(other, position)
        other.forget()
        self._place(other.state, None)

    # ------------------------------------------------------------ deciding

    @property
    def decision(self) -> Decision | None:
        """What is to be chosen now, or None when the game is over."""
        if not self._count:
            return None
        info = self._handle.info
        return Decision(self.labels, self.state, info[SEAT], info[ACTOR], self.values, info[BLOCK])

    @property
    def seat(self) -> int | None:
        """Who is to choose now, or None when the game is over."""
        return int(self._handle.info[SEAT]) if self._count else None

    @property
    def chooser(self) -> int:
        """The seat that is to choose."""
        return self._handle.info[SEAT]

    @property
    def turn(self) -> int:
        """The seat whose turn it is; -1 where it is nobody's."""
        return int(self._calls.rw_turn(self._handle.at, self._handle.library.turn))

    @property
    def winner(self) -> int:
        """The seat that the rules named as the winner; -1 for none."""
        return int(self._handle.info[WINNER])

    @property
    def block(self) -> int:
        """The block that asks."""
        return int(self._handle.info[BLOCK]) if self._count else -1

    @property
    def legal(self) -> range:
        """The numbers of what may be chosen now, from 0; empty when the game is over."""
        return range(self._count)

    def choose_number(self, number: int, then: str | None = None) -> None:
        """Take an option by its position in `decision.options`. then: is of no use here."""
        self._take(range(self._count)[number])

    def step(self, number: int) -> None:
        """Take an option by its number and run on to the next decision: for games that nobody looks back on.

        Raises:
            IndexError: there is no such option.
            RuleError: the ruleset's rules go wrong.
        """
        if not 0 <= number < self._count:
            raise IndexError(number)
        self._take(number)

    def _take(self, number: int) -> None:
        """Take an option. Where the library cannot go on, Python does it, and says what is wrong."""
        handle = self._handle
        log = handle.log
        if log is not None and self._seen is None:
            self._seen = _Seen(handle)
        if self._state is not None:
            self._leave()
        many = self._calls.rw_step(handle.at, number)
        if many < 0:
            self._take_in_python(number)
            return
        self._count, self._values = many, None
        if log is not None:
            first = len(log)
            if handle.info[LINES]:
                log += handle.told(LOG)
            assert self._seen is not None
            before, self._seen = self._seen, _Seen(handle, self._seen)
            self.secrets.note(before, self._seen, first)

    def _take_in_python(self, number: int) -> None:
        game = self._in_python()
        game.choose_number(number)
        self.secrets = game.secrets
        self._place(game.state, game.values)

    def play_on(self, number: int, choose: Choose) -> None:
        """Take an option and play on until the game is over or `choose` stops (see `Game.play_on`).

        Raises:
            RuleError: RW0719, when something goes wrong; the game is of no use then.
        """
        self._leave()
        handle, go, options = self._handle, self._calls.rw_go, self._handle.options
        at, info = handle.at, handle.info
        many = go(at, number, _SURELY)
        while many > 0:
            values, block = options(), info[BLOCK]
            value = choose(block, values, False)
            if value is None:
                break
            many = go(at, values.index(value), _IF_LEGAL)
            if many == _NOT_LEGAL:
                values = options()
                value, many = choose(block, values, True), len(values)
                if value is None:
                    break
                many = go(at, values.index(value), _SURELY)
        if many < 0:
            raise RuleError(problem("RW0719", found=handle.library.why))
        self._count, self._values = many, None

    def lay(self, where: list[int], zones: list[tuple[int, ...]]) -> None:
        """Let all cards lie elsewhere: for positions that are imagined."""
        self._leave()
        to = array("q", where)
        for cards in zones:
            to.append(len(cards))
            to.extend(cards)
        self._calls.rw_lay(self._handle.at, to.buffer_info()[0])

    def chance(self, rng: int) -> None:
        """Let all chance from here on be that of a generator's 64 bits."""
        self._leave()
        self._calls.rw_seed(self._handle.at, _signed(rng))

    def in_python(self) -> Game:
        """A copy that Python plays."""
        game = self._in_python()
        game.state.log, game.secrets = None, Secrets(self.program)
        return game

    def _in_python(self) -> Game:
        """The same game, played by Python."""
        state = self.state.copy()
        state.log = self._handle.log and list(self._handle.log)
        game = Game(self.rules, self.program, state)
        game.values, game.secrets = self.values, self.secrets
        game.forget()
        return game

    def option_id(self, number: int) -> str:
        """The id of an option by its number (see `Game.option_id`)."""
        return self.labels.ids.among(self.block, self.values, number)

    # ------------------------------------------------------------ looking

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        score = self.program.ruleset.result.get("score")
        return super().scores if not score else [self.number_of(score, seat) for seat in range(self.seats)]

    def cell(self, position: int) -> int:
        """One of the numbers of the state, by its position."""
        if not 0 <= position < self.program.layout.size:
            raise IndexError(position)
        at = self._calls.rw_numbers(self._handle.at) + 8 * position
        return int(ctypes.c_int64.from_address(at).value)

    def number_of(self, noun: str, *seats: int) -> int:
        """What a number is now: of a seat, or of nobody."""
        function = self._handle.library.numbers.get(noun)
        if function is not None:
            found = self._calls.rw_number(self._handle.at, function, seats[0] if seats else -1)
            if found != _UNTOLD:
                return int(found)
        return super().number_of(noun, *seats)

    def hash(self) -> str:
        """Of the whole state."""
        found = self.state.hash()
        self._handle.digested = self.state.digested
        return found

    # ------------------------------------------------------------ copies and saves

    def copy(self) -> NativeGame:
        """An independent game in the same state. It keeps no log."""
        return NativeGame(self.rules, self.program, self._handle.copy(None), self.values)

    @classmethod
    def restore(cls, rules: Any, data: dict[str, Any]) -> NativeGame:
        """The game that `save` wrote.

        Raises:
            RulewrightError: as of `Game.restore`.
        """
        game = Game.restore(rules, data)
        handle = _placed(library_for(game.program), game.program, game.state, game.values)
        return cls(rules, game.program, handle, game.values)


class NativeRules(Rules):
    """A ruleset of which games are played by native programs.

    >>> from rulewright import native
    >>> game = native.load("tic_tac_toe").new_game(players=2, seed=7)  # doctest: +SKIP
    >>> len(game.decision.options)  # doctest: +SKIP
    9
    """

    def new_game(
        self, players: int | None = None, seed: int = 0, options: Mapping[str, Any] | None = None,
        checked: bool = False, log: bool = True,
    ) -> Game:  # fmt: skip
        """A game at its first decision (see `Rules.new_game`). One that is `checked` is played by Python.

        Raises:
            RulewrightError: RW0750 when the machine has no C compiler, RW0751 when the program cannot be built.
        """
        if checked and self.ruleset.always:
            return super().new_game(players, seed, options, checked, log)
        return NativeGame.new(self, self.program(self.seats(players), options), seed, log)


def load(name: str | Path, options: Mapping[str, Any] | None = None, packs: Iterable[str | Path] = ()) -> NativeRules:
    """Load a ruleset as `rulewright.load` does; its games are played by native programs.

    Raises:
        RulewrightError: with everything that is wrong in its files.
    """
    return NativeRules(load_ruleset(name, packs), options)


def _placed(library: Library, program: Any, state: State, values: list[Any] | None) -> _Handle:
    """A position in the library, with options."""
    to = array("q", state.n)
    to.extend(state.tallies if len(state.tallies) else program.sums.of(state.n))
    to.extend(state.where)
    library.stream([*state.zones, state.stack, state.attempts, state.over], to)
    to.append(state.winner)
    library.stream([state.result], to)
    to.append(int(state.log is not None))
    library.stream([values or []], to)
    at = library.calls.rw_new(to.buffer_info()[0], _signed(state.rng))
    return _Handle(library, program, at, list(state.log) if state.log is not None else None)


def _openings(library: Library, program: Any) -> dict[bool, tuple[_Handle, list[Any] | None]]:
    """What games begin from, with a log and without: the first decision, or what is dealt if they begin differently."""
    opened(program, 0, True)  # whether they begin alike, Python finds out
    found: dict[bool, tuple[_Handle, list[Any] | None]] = {}
    for log in (False, True):
        if program.opening:
            state, values = opened(program, 0, log)
            found[log] = _placed(library, program, state, values), values
        else:
            state = program.dealt.copy()
            state.log = [] if log else None
            found[log] = _placed(library, program, state, None), None
    return found


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
