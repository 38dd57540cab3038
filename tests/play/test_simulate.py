from __future__ import annotations

from fake import NimRuleset

from rulewright.simulate.games import Plan, play_many
from rulewright.simulate.statistics import summarize


def test_the_number_of_processes_changes_nothing() -> None:
    plan = Plan(NimRuleset, ["random", "greedy"], seed=5)
    assert list(play_many(plan, 12, jobs=1)) == list(play_many(plan, 12, jobs=2))


def test_kinds_rotate_over_the_seats() -> None:
    games = list(play_many(Plan(NimRuleset, ["random", "greedy"], seed=5), 2))
    assert [game.seats for game in games] == [["random", "greedy"], ["greedy", "random"]]


def test_a_summary_counts() -> None:
    games = list(play_many(Plan(NimRuleset, ["random"] * 3, seed=1), 50))
    summary = summarize(games)
    assert summary.games == summary.finished == 50
    assert summary.ends == {"No stones are left": 50}
    assert sum(group.wins for group in summary.seats) == 50
    assert [group.games for group in summary.kinds] == [150]
    assert sum(item.times for item in summary.taken) <= sum(game.decisions for game in games)
    assert 1 < summary.options <= 3


def test_endless_games_are_given_up() -> None:
    games = list(play_many(Plan(NimRuleset, ["random"] * 2, seed=1, limit=2), 3))
    assert summarize(games).ends == {"not finished": 3}
