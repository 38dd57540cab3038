"""The tools that measure bots: ladders fit what was played, and a small policy learns."""

from __future__ import annotations

import loaded
import pytest
from benchmarks.ladder import Thought, intervals, play, ratings

from rulewright.ai.playing import Table


def test_four_hundred_points_are_ten_of_eleven_games() -> None:
    results = [(0, 1, 1.0)] * 100 + [(0, 1, 0.0)] * 1000 + [(1, 2, 0.5)] * 1000
    first, second, third = ratings(3, results)
    assert first == 0 and abs(second - 400) < 2 and abs(third - second) < 1


def test_who_wins_all_has_a_figure_and_an_interval_that_tells_little() -> None:
    results = [(0, 1, 0.0)] * 20
    low, high = intervals(2, results)[1]
    assert 400 < low <= ratings(2, results)[1] <= high < 2000


def test_more_games_tell_more() -> None:
    def width(games: int) -> float:
        low, high = intervals(2, [(0, 1, float(number % 3 > 0)) for number in range(games)])[1]
        return high - low

    assert width(300) < width(30) / 2


def test_games_of_all_pairs_are_played() -> None:
    thought: dict[str, Thought] = {}
    results = play(loaded.rules("tic_tac_toe"), ["random", "greedy", "mcts:30"], 6, 1, thought)
    assert thought["mcts:30"].seconds > thought["random"].seconds > 0 and thought["random"].decisions >= 36
    assert [(one, other) for one, other, _ in results] == [(0, 1)] * 6 + [(0, 2)] * 6 + [(1, 2)] * 6
    first, second, third = ratings(3, results)
    assert first < min(second, third)


def test_a_small_policy_learns_to_beat_chance() -> None:
    pytest.importorskip("numpy")
    from benchmarks.policy import Policy, earnings, trained

    table = Table(loaded.rules("tic_tac_toe"))
    after = earnings(table, trained(table, 500), 100)
    assert after.value > 0.3 and after.value > earnings(table, Policy(table, 1), 100).value
    assert after == earnings(table, trained(table, 500), 100)  # the same seeds learn the same


def test_a_small_policy_learns_where_a_win_alone_tells_little() -> None:
    """Games of dozens of choices with cards: leads tell what was good."""
    pytest.importorskip("numpy")
    from benchmarks.policy import earnings, trained

    table = Table(loaded.rules("tests/games/orchard"))
    found = earnings(table, trained(table, 60), 60)
    assert found.value - found.half > 0.2
