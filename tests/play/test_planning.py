"""The searching bot where a ruleset names a value: it plans, from what its seat sees, and plays well."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

import rulewright
from rulewright import native
from rulewright.native.library import compiler
from rulewright.play.bots.bot import mix
from rulewright.play.bots.budget import Budget, Purse
from rulewright.play.bots.mcts import MctsBot
from rulewright.play.bots.planning import Comparison, Planning, Step
from rulewright.play.bots.worth import Worth
from rulewright.runtime.rules import Rules
from rulewright.runtime.sight import Imagination, homes_seen, sight
from rulewright.simulate.games import Plan, play_many
from rulewright.simulate.statistics import summarize

SALT_ROADS = Path(__file__).parents[1] / "games" / "salt_roads"


@pytest.fixture
def valued(tmp_path: Path) -> str:
    """A ruleset that names a value."""
    folder = tmp_path / "salt_roads"
    shutil.copytree(SALT_ROADS, folder)
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("wins: highest}", "wins: highest, value: renown}"), encoding="utf-8")
    return str(folder)


def choices(rules: Rules, most: int) -> list[str]:
    game, bots = rules.new_game(2, 4, log=False), [MctsBot(seed, Budget(400)) for seed in range(2)]
    found: list[str] = []
    while game.seat is not None and len(found) < most:
        number = bots[game.seat].choose(game, len(found))
        found.append(game.option_id(number))
        game.choose_number(number)
    return found


@pytest.mark.skipif(compiler() is None, reason="no C compiler is installed here")
def test_native_games_are_planned_alike(valued: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-O0")
    assert choices(rulewright.load(valued), 8) == choices(native.load(valued), 8)


def test_it_wins_against_chance(valued: str) -> None:
    plan = Plan(partial(rulewright.load, valued), ["mcts:200", "random"], seed=3)
    wins = {group.name: group.wins for group in summarize(list(play_many(plan, 4))).kinds}
    assert wins["mcts:200"] == 4


def test_plans_that_differ_are_played_on(valued: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget for one plan is spent on one; with more, plans that differ are played on."""
    asked: list[tuple[int, ...]] = []

    def played_on(self: Comparison, plan: list[Step], luck: int, purse: Purse) -> float:
        asked.append(tuple(step.value for step in plan))
        purse.pay(20)
        return 0.0

    monkeypatch.setattr(Comparison, "_played_on", played_on)
    game = rulewright.load(valued).new_game(2, 4, log=False)
    seen = sight(game, game.seat or 0)
    imagination = Imagination(game.program, seen, homes_seen(game.program.layout, seen))

    def choose(seed: int, budget: Budget) -> int:
        return Planning(game.program).choose(imagination, seen.seat, seen.values, mix(seed), budget)

    for seed in range(20):
        choose(seed, Budget(60))
    assert not asked
    for seed in range(20):
        assert choose(seed, Budget(600)) in range(len(seen.values))
    assert len(set(asked)) > 1


def test_a_plan_is_followed_as_long_as_all_is_as_foreseen(valued: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[list[Step]] = []
    best = Comparison.best

    def noted(self: Comparison, budget: Budget) -> list[Step]:
        found = best(self, budget)
        made.append(list(found))
        return found

    monkeypatch.setattr(Comparison, "best", noted)
    game = rulewright.load(valued).new_game(2, 4, log=False)
    bots = [MctsBot(seed, Budget(60)) for seed in range(2)]
    followed = again = 0
    for turn in range(60):
        seat = game.seat
        if seat is None:
            break
        planning = bots[seat]._planning
        due = planning.due if planning else None
        plans = len(made)
        number = bots[seat].choose(game, turn)
        if len(game.values) > 1:
            as_foreseen = (
                due is not None and due.values == tuple(game.values) and due.lead == Worth(game.program).of(game, seat)
            )
            assert (len(made) == plans) == as_foreseen
            followed += as_foreseen
            again += not as_foreseen
            if as_foreseen:
                assert due is not None and game.values[number] == due.value
        game.choose_number(number)
    assert followed and again
