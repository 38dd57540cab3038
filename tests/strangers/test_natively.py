"""Native programs carry out what strangers wrote as Python does: the plays of `kinds.yaml`, by both.

After each choice both offer the same in the same position; then play goes on by chance for a while. As a rule one fair
with some of the sentences is built; `tools/test --whole` builds every fair with all of them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from sample import sample

from rulewright.native.game import NativeGame, NativeRules
from rulewright.native.library import compiler
from rulewright.play.choosing import ChoiceError, option_for
from rulewright.play.scenarios import arranged
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import REPLACES, SAID, _card, _fair, _fairs, _scenario

EVERY = 20
"""One in so many sentences lies in the fair that is played as a rule."""

FURTHER = 6
"""So many choices are made by chance after those of a play."""

SAYINGS = re.compile(r"\bk\d+_\d+\b")
"""The sentences that a play names: one with others lies in a fair with them."""

SOME = "some"

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler is installed here")


class InC(NativeRules):
    """A ruleset played by a native program, also where a scenario asks for invariants."""

    def new_game(
        self, players: int | None = None, seed: int = 0, options: Mapping[str, Any] | None = None,
        checked: bool = False, log: bool = True,
    ) -> Game:  # fmt: skip
        return super().new_game(players, seed, options, False, log)


class InPython(Rules):
    """The same ruleset and the same program, played by Python."""

    def __init__(self, other: InC) -> None:
        super().__init__(other.ruleset)
        self._programs = other._programs

    def new_game(
        self, players: int | None = None, seed: int = 0, options: Mapping[str, Any] | None = None,
        checked: bool = False, log: bool = True,
    ) -> Game:  # fmt: skip
        return super().new_game(players, seed, options, False, log)


def _lying(fair: str) -> list[tuple[str, dict[str, Any]]]:
    """The sentences of a fair."""
    if fair == SOME:
        plain = [(name, entry) for name, entry in SAID if not REPLACES.search(entry.get("say", entry["says"]))]
        alone = [(name, entry) for name, entry in plain if {*SAYINGS.findall(str(entry["plays"]))} <= {name}]
        return alone[::EVERY]  # what takes the place of acts would be asked of all others
    names = set(_fairs(SAID, "say")[fair])
    return [(name, entry) for name, entry in SAID if name in names]


def _laid(entries: list[tuple[str, dict[str, Any]]], folder: Path) -> Ruleset:
    cards = [_card(name, entry.get("say", entry["says"]), copies=entry.get("copies", 1)) for name, entry in entries]
    rules, found = _fair(folder, cards)
    assert rules is not None and not found, found
    return rules.ruleset


def _apart(one: Game, other: Game) -> str:
    """In what two games differ; nothing where they stand alike."""
    if (one.seat, one.legal, one.values) != (other.seat, other.legal, other.values):
        return f"{one.seat} is offered {one.values}, natively {other.seat} {other.values}"
    if one.hash() != other.hash():
        stands, natively = one.save(), other.save()
        return f"positions: {[(key, stands[key], natively[key]) for key in stands if stands[key] != natively[key]]}"
    if [one.option_id(number) for number in one.legal] != [other.option_id(number) for number in other.legal]:
        return "what options are called"
    return "" if one.state.log == other.state.log else f"logs: {one.state.log} {other.state.log}"


def _chosen(name: str, steps: Sequence[Any], game: Game) -> Iterator[str]:
    """The ids of what a play chooses, then some by chance; a card that is not offered is not begun."""
    for step in steps:
        if isinstance(step, Mapping) and "take" not in step:
            continue
        decision = game.decision
        if decision is None:
            return
        try:
            yield option_for(decision, step if isinstance(step, str) else step["take"], exactly=True).id
        except ChoiceError:
            if step != name:
                raise
    draw = random.Random(name).random
    for _ in range(FURTHER):
        if not game.legal:
            return
        yield game.option_id(int(draw() * len(game.legal)))


def _difference(name: str, entry: dict[str, Any], play: dict[str, Any], pair: tuple[Rules, Rules]) -> str:
    """Where both part ways in a play; nothing if they do not."""
    data = _scenario(name, entry.get("say", entry["says"]), play).data
    one, other = (arranged(data, rules) for rules in pair)
    assert isinstance(other, NativeGame)
    if told := _apart(one, other):
        return f"at the beginning: {told}"
    for chosen in _chosen(name, data["choose"], one):
        failed = []
        for game in (one, other):
            try:
                game.choose(chosen)
            except RulewrightError as error:
                failed.append(str(error))
        if failed:
            return "" if len(failed) == 2 and failed[0] == failed[1] else f"{chosen}: {failed}"
        if told := _apart(one, other):
            return f"after {chosen}: {told}"
    return ""


@pytest.mark.parametrize("fair", sample([SOME], [*_fairs(SAID, "say")]))
def test_both_carry_it_out_alike(fair: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-O0")
    left: list[int] = []
    take = NativeGame._take_in_python

    def note(game: NativeGame, number: int) -> None:
        left.append(number)
        take(game, number)

    monkeypatch.setattr(NativeGame, "_take_in_python", note)
    entries = _lying(fair)
    rules = InC(_laid(entries, tmp_path / "fair"))
    told = {}
    for name, entry in entries:
        for number, play in enumerate(entry["plays"], 1):
            if found := _difference(name, entry, play, (InPython(rules), rules)):
                told[f"{name} play {number}"] = found
            if left:
                told[f"{name} play {number} in Python"] = str(left)
                left.clear()
    assert told == {}
