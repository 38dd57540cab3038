"""Two plans compared: an interval that holds at every look, and a comparison that goes on where it stopped."""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rulewright
from rulewright.cli.app import app
from rulewright.simulate.comparison import Comparison, Mean
from rulewright.simulate.games import Plan, Played, play_many
from rulewright.simulate.results import GAMES, games_of
from rulewright.simulate.sequential import ALPHA, ConfidenceSequence
from rulewright.simulate.statistics import wilson

RUNS = 400


def wrongly(interval: Any, seed: int, shift: float, looks: int, until: float) -> tuple[int, int]:
    """Of RUNS runs that stop by the rule: how many had an interval without the true mean at any look; and looks in all.

    Figures are -1, 0 or 1, as a seat's change of wins is.
    """
    luck = random.Random(seed)
    wrong = total = 0
    for _ in range(RUNS):
        told, out = interval(), False
        for look in range(1, looks + 1):
            draw = luck.random()
            told.add(1.0 if draw < 0.25 + shift / 2 else -1.0 if draw > 0.75 + shift / 2 else 0.0)
            if look >= 10 and abs(told.value - shift) > told.half:
                out = True
            if told.half <= until:
                break
        wrong += out
        total += look
    return wrong, total


@pytest.mark.parametrize("shift", [0.0, 0.2])
def test_the_interval_is_wrong_at_any_look_in_no_more_than_one_of_twenty_runs(shift: float) -> None:
    wrong, looks = wrongly(partial(ConfidenceSequence, 0.15), 1, shift, 400, 0.15)
    assert wrong / RUNS <= ALPHA  # it is built for "at most"
    assert looks / RUNS < 400  # and runs do stop


def test_a_plain_interval_that_is_looked_at_each_time_is_wrong_far_more_often() -> None:
    """So the test above could fail, and the plain interval is no rule for stopping."""
    wrong, _ = wrongly(Mean, 1, 0.0, 400, 0.0)
    assert wrong / RUNS > 3 * ALPHA


def test_it_stops_where_the_spread_says() -> None:
    """Games: about 2 log(2/alpha) variance / width squared, twice as many as for an interval looked at once."""
    luck = random.Random(3)
    told = ConfidenceSequence(0.05)
    while told.half > 0.05:
        told.add(luck.choice((-1.0, 0.0, 0.0, 1.0)))
    expected = 7.378 * 0.5 / 0.05**2
    assert 0.9 * expected < told.n < 1.3 * expected
    assert abs(told.value) <= 0.05
    same = ConfidenceSequence(0.05)
    while same.half > 0.05:  # where nothing ever differs, less is needed
        same.add(0.0)
    assert same.n < told.n / 3 and same.value == 0


@pytest.mark.parametrize("rate", [0.5, 0.9])
def test_the_interval_of_a_win_rate_holds_at_any_look(rate: float) -> None:
    """As `simulate --until` has it; the interval of a fixed number of games, looked at each time, does not hold."""
    luck, wrong, plainly = random.Random(5), 0, 0
    for _ in range(RUNS):
        told, wins, out, plain = ConfidenceSequence(0.1, low=0), 0, False, False
        while told.half > 0.1:
            win = luck.random() < rate
            wins += win
            told.add(float(win))
            out = out or abs(told.value - rate) > told.half
            low, high = wilson(wins, told.n)
            plain = plain or not low <= rate <= high
        wrong += out
        plainly += plain
    assert wrong / RUNS <= ALPHA
    assert plainly / RUNS > 3 * ALPHA


def test_only_shares_of_wins_stop_a_run() -> None:
    def game(index: int, winner: int, score: int) -> Played:
        return Played(index, index, ["random"] * 2, winners=[winner], scores=[score, 1], decisions=9)

    found = Comparison(0.2)
    for index in range(2_000):
        found.add(game(index, index % 2, 3), game(index, (index // 2) % 2, 3 + index))
        if found.known:
            break
    assert 50 < index < 1_999 and set(found.sequences) == {"seat 1", "seat 2"}
    assert abs(found.sequences["seat 1"].value) <= 0.2 and found.means["score"].value > 10
    assert not Comparison(0).known and not Comparison(0.5).known


def ran(*arguments: str) -> str:
    told = CliRunner().invoke(app, ["compare", *arguments, "--jobs", "1"])
    assert told.exit_code == 0, told.output
    return told.output


def test_a_ruleset_against_itself_changes_nothing(tmp_path: Path) -> None:
    told = ran("tic_tac_toe", "-n", "30", "--seed", "5", "--out", str(tmp_path))
    assert "+0.00%" in told and "(cannot be told)" in told
    plan = Plan(partial(rulewright.load, "tic_tac_toe"), ["random", "random"], 5)
    assert list(games_of(tmp_path / "before")) == list(games_of(tmp_path / "after")) == list(play_many(plan, 30))


def test_a_comparison_goes_on(tmp_path: Path) -> None:
    whole = ran("tic_tac_toe", "-n", "30", "--out", str(tmp_path / "whole"))
    ran("tic_tac_toe", "-n", "12", "--out", str(tmp_path / "parts"))
    path = tmp_path / "parts" / "before" / GAMES
    path.write_bytes(path.read_bytes()[:-30])  # one side has a game less than the other
    assert ran("tic_tac_toe", "-n", "30", "--out", str(tmp_path / "parts")) == whole
    for side in ("before", "after"):
        assert list(games_of(tmp_path / "parts" / side)) == list(games_of(tmp_path / "whole" / side))


def test_it_stops_by_itself_and_says_so() -> None:
    assert "Enough is known after" in ran("tic_tac_toe", "-n", "500", "--until", "20")
    assert "not every win rate" in ran("tic_tac_toe", "-n", "20", "--until", "1")


def test_without_a_number_it_plays_as_many_as_it_takes() -> None:
    """More than the hundred that are played where nothing is to be known."""
    told = CliRunner().invoke(app, ["simulate", "tic_tac_toe", "--until", "5", "--jobs", "1"]).output
    assert int(re.search(r"Enough is known after ([\d,]+) games", told)[1]) > 100


def test_what_a_pack_changes_is_found() -> None:
    pack = str(Path(__file__).parents[1] / "packs" / "big_board")
    told = ran("tic_tac_toe", "-n", "60", "--after-pack", pack)
    (row,) = (line for line in told.splitlines() if line.startswith("choices"))
    assert "cannot be told" not in row and row.split()[2].startswith("+")  # more fields are more choices


def test_nobody_sits_at_the_table() -> None:
    refused = CliRunner().invoke(app, ["compare", "tic_tac_toe", "--seats", "human,random"])
    assert refused.exit_code != 0 and refused.exception.problems[0].code == "RW0801"
