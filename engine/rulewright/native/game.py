"""Games that a native program plays: the same decisions, options and positions as in Python, and the same interface.

The position lies in the library. What Python sees of it (`state`) is read when somebody asks for it.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from weakref import ref

from rulewright.native.library import ACTOR, BLOCK, SEAT, WINNER, Library, library_for
from rulewright.native.past import BEGIN, Bygone, Past
from rulewright.native.positions import MASK, Handle, NativeState
from rulewright.problems import problem
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.arranging import arrange
from rulewright.runtime.game import Decision, Game, Options
from rulewright.runtime.machine import Choose, RuleError
from rulewright.runtime.openings import opened
from rulewright.runtime.rules import Rules
from rulewright.runtime.secrets import Secrets
from rulewright.runtime.state import State

_UNTOLD = -(1 << 62)
_SURELY, _IF_LEGAL = 1, 2  # how an option is taken in `play_on`, as in `api/steps.h`
_NOT_LEGAL = -100


class NativeOptions(Options):
    """The options of a decision, which know their position by how many options were taken before."""

    __slots__ = ("_count", "_game", "_past", "_state")

    def __init__(self, game: NativeGame, past: Past, values: list[Any], block: int) -> None:
        self.labels = game.labels
        self.block = block
        self.values = values
        self._game = game
        self._past = past
        self._count = len(past.taken)
        self._state: State | None = None

    @property
    def state(self) -> State:  # type: ignore[override]
        """The position in which they may be chosen."""
        if self._state is None:
            self._state = self._game.state_after(self._past, self._count)
        return self._state


class NativeGame(Game):
    """A game whose position lies in the library of its program. It does all that a `Game` does."""

    def __init__(self, rules: Any, program: Any, handle: Handle, values: list[Any] | None = None) -> None:
        self.rules = rules
        self.program = program
        self.machine = program.machine
        self.labels = program.labels
        self.journal: list[str] = []
        self._calls = handle.library.calls
        self._state: NativeState | None = None
        self._handle = handle
        self._past: Past | None = None  # where nobody has looked back yet and no log is kept
        self._values, self._count = values, len(values or ())

    @classmethod
    def new(cls, rules: Any, program: Any, seed: int, log: bool = True) -> NativeGame:
        """Set the game up and run to the first decision."""
        library = library_for(program)
        program.played_by = cls
        if library.opening is None:
            library.opening = _opening(library, program)
        handle, values, logged = library.opening
        own = handle.copy()
        library.calls.rw_seed(own.at, _signed((seed * 0x9E3779B97F4A7C15 + 0x1234567) & MASK))
        game = cls(rules, program, own, values)
        if log:
            game._remember(logged.copy(), Secrets(program)).note_opening(program.dealt)
        if values is None:
            game._begin()
        return game

    @classmethod
    def placed(cls, rules: Any, program: Any, state: State, values: list[Any]) -> NativeGame:
        """A game in a position, with the options there."""
        game = cls(rules, program, _placed(library_for(program), program, state, values), values)
        if state.log is not None:
            game._remember(list(state.log), Secrets(program))
        return game

    def _begin(self) -> None:
        """Run to the first decision."""
        many = self._calls.rw_step(self._handle.at, BEGIN)
        if many < 0:
            game = self._in_python()
            game.values = game.machine.advance(game.state)
            self._place(game.state, game.values, game.secrets)
            return
        self._count, self._values = many, None
        if self._past is not None:
            self._past.taken.append(BEGIN)

    def _place(self, state: State, values: list[Any] | None, secrets: Secrets) -> None:
        """Put a position into the library, and options of it, which are looked for where none are given."""
        self._leave()
        self._past = None
        self._handle = _placed(self._handle.library, self.program, state, values)
        if state.log is not None:
            self._remember(state.log, secrets)
        self._values, self._count = values, len(values or ())
        if values is None:
            self._begin()

    def _remember(self, log: list[Any] | None, secrets: Secrets) -> Past:
        """Note from here on how the game goes, so that it can be looked back on."""
        self._past = Past(self._handle.copy(), log, secrets)
        return self._past

    def _turned(self) -> None:
        """Note anew from here on: a position has come about that no option led to."""
        past, self._past = self._past, None
        if past is not None and past.log is not None:
            self._remember(past.log, past.secrets)

    # ------------------------------------------------------------ the position

    @property
    def state(self) -> State:
        """The position as Python sees it. Whoever changes it calls `forget` then."""
        if self._state is None:
            self._state = NativeState(self._handle, self._past)
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._place(state, [], self.secrets)

    def _log(self) -> list[Any] | None:
        return self._past.log if self._past is not None else None

    @property
    def secrets(self) -> Secrets:
        """Who may know the cards in the log."""
        return self._past.secrets if self._past is not None else Secrets(self.program)

    @property
    def values(self) -> list[Any]:
        """What the program's block has listed, as far as it can be carried through."""
        if self._values is None:
            self._values = self._handle.options()
        return self._values

    @values.setter
    def values(self, values: list[Any]) -> None:
        state = self.state.copy()
        state.log = self._log()
        self._place(state, values, self.secrets)

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
            past = self._past or self._remember(None, Secrets(self.program))
            kept.leave(Bygone(past, len(past.taken)))

    def forget(self) -> None:
        """Take over a position that was changed from outside."""
        if self._state is not None:
            values = self.values
            state = self._state.copy()
            state.log = self._log()
            state.tallies = self.program.sums.of(state.n)
            self._place(state, values, self.secrets)

    def arrange(self, position: dict[str, Any]) -> None:
        """Change the position: for scenarios and tests."""
        state = self.state.copy()
        state.log = self._log()
        other = Game(self.rules, self.program, state)
        arrange(other, position)
        other.forget()
        self._place(other.state, None, self.secrets)

    # ------------------------------------------------------------ deciding

    @property
    def decision(self) -> Decision | None:
        """What is to be chosen now, or None when the game is over."""
        if not self._count:
            return None
        info = self._handle.info
        past = self._past
        if past is None:
            options = Options(self.labels, self.state, self.values, info[BLOCK])
        else:
            options = NativeOptions(self, past, self.values, info[BLOCK])
        return Decision(info[SEAT], info[ACTOR], options)

    def state_after(self, past: Past, count: int) -> State:
        """The position in which so many options were taken since one that was noted."""
        if past is self._past and count == len(past.taken):
            return self.state
        return NativeState(Bygone(past, count), past)

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

    def choose(self, option_id: str, then: str | None = None) -> None:
        """Take the option with this id and run on to the next decision (see `Game.choose`)."""
        self._take(self.number(option_id))
        self.journal.append(option_id)

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
        if self._state is not None:
            self._leave()
        many = self._calls.rw_step(self._handle.at, number)
        if many < 0:
            self._take_in_python(number)
            return
        self._count, self._values = many, None
        if self._past is not None:
            self._past.taken.append(number)

    def _take_in_python(self, number: int) -> None:
        game = self._in_python()
        game.choose_number(number)
        self._place(game.state, game.values, game.secrets)

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
        self._turned()

    def lay(self, where: list[int], zones: list[tuple[int, ...]]) -> None:
        """Let all cards lie elsewhere: for positions that are imagined."""
        self._leave()
        to = array("q", where)
        for cards in zones:
            to.append(len(cards))
            to.extend(cards)
        self._calls.rw_lay(self._handle.at, to.buffer_info()[0])
        self._turned()

    def chance(self, rng: int) -> None:
        """Let all chance from here on be that of a generator's 64 bits."""
        self._leave()
        self._calls.rw_seed(self._handle.at, _signed(rng))
        self._turned()

    def in_python(self) -> Game:
        """A copy that Python plays."""
        game = self._in_python()
        game.state.log, game._secrets = None, Secrets(self.program)
        return game

    def _in_python(self) -> Game:
        """The same game, played by Python."""
        state = self.state.copy()
        log = self._log()
        state.log = None if log is None else list(log)
        game = Game(self.rules, self.program, state)
        game.values, game._secrets = self.values, self.secrets
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
        return NativeGame(self.rules, self.program, self._handle.copy(), self.values)

    @classmethod
    def restore(cls, rules: Any, data: dict[str, Any]) -> NativeGame:
        """The game that `save` wrote.

        Raises:
            RulewrightError: as of `Game.restore`.
        """
        game = Game.restore(rules, data)
        return cls.placed(rules, game.program, game.state, game.values)


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


def _placed(library: Library, program: Any, state: State, values: list[Any] | None) -> Handle:
    """A position in the library, with options."""
    to = array("q", state.n)
    to.extend(state.tallies if len(state.tallies) else program.sums.of(state.n))
    to.extend(state.where)
    library.stream([*state.zones, state.stack, state.attempts, state.over], to)
    to.append(state.winner)
    library.stream([state.result], to)
    to.append(0)  # it keeps no log
    library.stream([values or []], to)
    at = library.calls.rw_new(to.buffer_info()[0], _signed(state.rng))
    return Handle(library, program, at)


def _opening(library: Library, program: Any) -> tuple[Handle, list[Any] | None, list[Any]]:
    """What games begin from: a position, options, and what was logged; without options it is what is dealt."""
    opened(program, 0, True)  # whether they begin alike, Python finds out
    if not program.opening:
        return _placed(library, program, program.dealt, None), None, []
    state, values = opened(program, 0, True)
    return _placed(library, program, state, values), values, list(state.log or ())


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
