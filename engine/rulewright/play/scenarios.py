"""Scenarios: a position, choices and what is expected, written by designers in YAML (see docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from rulewright.play.choosing import option_for
from rulewright.play.expectations import Expectations, Path
from rulewright.problems import Place, Problem, RulewrightError, problem
from rulewright.ruleset.rulebook.rulebook import invariant_text
from rulewright.runtime.facts import COMMON
from rulewright.runtime.game import Game
from rulewright.runtime.machine import RuleError
from rulewright.runtime.rules import Rules

_ASKING = 8  # so many set-ups with questions are passed over
_TRIES = 100
_ANSWERS = 1000  # so many are given before somebody's turn
"""So many games are begun to find one in which a seat has the first turn."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: its data as the schema has it, and where each part of it stands in its file.

    supposes: the packs that it was written for: its own and what that requires, and those that it names.
    home: the pack that adds it, or changed it last; "" for one of the game's own.
    """

    data: Mapping[str, Any]
    place: Callable[[Path], Place]
    supposes: frozenset[str] = frozenset()
    home: str = ""

    @property
    def id(self) -> str:
        """Its name."""
        return str(self.data["id"])

    @property
    def options(self) -> dict[str, Any]:
        """The ruleset's options that it sets."""
        return dict(self.data.get("options", {}))


def run(scenario: Scenario, ruleset: Rules) -> list[Problem]:
    """Play a scenario and return what is not as expected. A choice that cannot be made ends it."""
    data = scenario.data
    try:
        game = arranged(data, ruleset)
    except RulewrightError as error:
        return _placed(scenario, ("position",), error)
    expectations = Expectations(game)
    watch = _Watch(game)
    problems: list[Problem] = []

    def check(expect: Mapping[str, Any], at: Path) -> None:
        wrong = [item.at(scenario.place((*at, "broken"))) for item in watch.expect(expect.get("broken", ()))]
        wrong += [item.at(scenario.place((*at, *path))) for path, item in expectations.check(expect, game)]
        problems.extend(_asked(wrong, game))

    for index, step in enumerate(data.get("choose", ())):
        if isinstance(step, Mapping) and "expect" in step:
            check(step["expect"], ("choose", index, "expect"))
            continue
        try:
            _take(game, step)
        except RulewrightError as error:
            return problems + _asked(_placed(scenario, ("choose", index), error), game)
        watch.look(("choose", index))
    check(data.get("expect", {}), ("expect",))
    return problems + [item.at(scenario.place(path)) for path, item in watch.unexpected()]


def _asked(problems: list[Problem], game: Game) -> list[Problem]:
    """Problems, the last of them with what is asked where they were found, and all that is offered."""
    decision = game.decision
    if not problems or decision is None:
        return problems
    offered = "; ".join(option.text() for option in decision.options)
    words = {"seat": str(decision.seat + 1), "offered": offered}
    question = decision.prompt()
    if question:
        words["question"] = question
    note = ("asked_here" if question else "offered_here", words)
    return [*problems[:-1], replace(problems[-1], notes=(note,))]


class _Watch:
    """What a game breaks of the ruleset's invariants from its present position on.

    What the position breaks that a scenario has laid out is not the rules' doing; it is told to who expects it only.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._expected = set(game.broken())
        self._first: dict[str, Path] = dict.fromkeys(self._expected, ("position",))
        self._lines = len(game.state.log or ())

    def look(self, at: Path) -> None:
        """Look at the position that a choice has led to."""
        for name in self._game.broken(self._lines):
            self._first.setdefault(name, at)
        self._lines = len(self._game.state.log or ())

    def expect(self, names: Sequence[str]) -> Iterator[Problem]:
        """Yield each of these invariants that nothing has broken."""
        self._expected.update(names)
        for name in names:
            if name not in self._first:
                found = ", ".join(self._first) or "nothing"
                yield problem("RW0822", what="what is broken", found=found, expected=[name])

    def unexpected(self) -> Iterator[tuple[Path, Problem]]:
        """Yield what was broken and nobody expects, with the choice after which it was."""
        for name, path in self._first.items():
            if name not in self._expected:
                says = invariant_text(self._game.program.ruleset, name)
                yield path, problem("RW0704", found=name, says=says)


def arranged(data: Mapping[str, Any], ruleset: Rules) -> Game:
    """The game at the position that a scenario lays out. Raises RulewrightError."""
    game = begun(data, ruleset)
    if "position" in data:
        game.arrange(_arrangement(data["position"], len(game.scores)))
    return game


def begun(data: Mapping[str, Any], ruleset: Rules) -> Game:
    """The game that a scenario starts from.

    Whose turn it is, or who is asked first in set-up, is a matter of chance, which every new card changes; so a
    scenario can ask for it by name.
    """
    seats, seed = data.get("players", min(ruleset.ruleset.players)), data.get("seed", 1)
    players = seats - ruleset.absent
    position = data.get("position", {})
    wanted = (players, seed, position.get("asked"), position.get("turn"))
    found = _FOUND.setdefault(ruleset, {})
    if wanted in found:
        return _opened(ruleset, players, *found[wanted])
    game, luck, answered = _sought(ruleset, players, seed, position)
    found[wanted] = (luck, answered)
    return game


_FOUND: WeakKeyDictionary[Rules, dict[tuple[Any, ...], tuple[int, int]]] = WeakKeyDictionary()
"""By what is asked of a beginning: the first seed that fits, and how much of the game is answered (see `_opened`).

Many scenarios of a game ask for the same one.
"""

_NOTHING, _SETUP, _ALL = range(3)


def _opened(ruleset: Rules, players: int, seed: int, answered: int) -> Game:
    """A new game, the first options taken in its set-up, or in all that is asked before somebody's turn."""
    game = ruleset.new_game(players, seed, checked=True)
    for _ in range(_ANSWERS):  # a game may go on for ever
        if not answered or game.decision is None:
            break
        if not game.setting_up and (answered != _ALL or _in_turn(game)):
            break
        game.choose_number(0)
    return game


def _sought(ruleset: Rules, players: int, seed: int, position: Mapping[str, Any]) -> tuple[Game, int, int]:
    """The first game that begins as a position asks, its seed, and how much of it was answered."""
    asked, turn = position.get("asked"), position.get("turn")
    if asked is not None:
        for luck in range(seed, seed + _TRIES):
            game = _opened(ruleset, players, luck, _NOTHING)
            if game.setting_up and game.decision is not None and game.decision.seat == asked - 1:
                return game, luck, _NOTHING
        raise RulewrightError(problem("RW0826", found=str(asked)))
    if turn is None:
        return _opened(ruleset, players, seed, _NOTHING), seed, _NOTHING
    for answered in (_SETUP, _ALL):  # a game in which nothing is asked between set-up and the first turn is better
        passed = 0
        for luck in range(seed, seed + _TRIES):
            if _opened(ruleset, players, luck, _NOTHING).setting_up:
                # A set-up that asks nothing is better; where every one asks, the first option answers.
                passed += 1
                if passed < _ASKING:
                    continue
            game = _opened(ruleset, players, luck, answered)
            if game.decision is not None and game.decision.seat == turn - 1 and _in_turn(game):
                return game, luck, answered
    raise RulewrightError(problem("RW0826", found=str(turn)))


def _in_turn(game: Game) -> bool:
    """Whether somebody's turn is going on (where the ruleset does not say what a turn is: whether set-up is over)."""
    turn = game.program.ruleset.turn
    if not turn:
        return not game.setting_up
    return any(game.program.owner[frame[0]] == f"verb_{turn}" for frame in game.state.stack)


def _arrangement(position: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """A scenario's position, which names things by seat, as `Game.arrange` takes it."""
    held, zones, pieces = (position.get(key, {}) for key in ("numbers", "zones", "pieces"))
    rows = [
        {"held": held.get(seat, {}), "zones": zones.get(seat, {}), "pieces": pieces.get(seat, {})}
        for seat in map(str, range(1, seats + 1))
    ]
    common = {"held": held.get(COMMON, {}), "zones": zones.get(COMMON, {}), "pieces": pieces.get(COMMON, {})}
    return {"seats": rows, **common, "clear": position.get("clear", False)}


def _take(game: Game, step: str | Mapping[str, Any]) -> None:
    words, seat = (step, None) if isinstance(step, str) else (step["take"], step["seat"])
    decision = game.decision
    if decision is None:
        raise RulewrightError(problem("RW0820", found=words))
    if seat not in (None, decision.seat + 1):
        raise RulewrightError(problem("RW0821", found=f"seat {decision.seat + 1}", expected=[f"seat {seat}"]))
    game.choose(option_for(decision, words, exactly=True).id)


def _placed(scenario: Scenario, path: Path, error: RulewrightError) -> list[Problem]:
    """An error's problems; those without a file, and what went wrong in play, stand where the scenario led to it."""
    named = not isinstance(error, RuleError)
    return [item if item.place.file and named else item.at(scenario.place(path)) for item in error.problems]
