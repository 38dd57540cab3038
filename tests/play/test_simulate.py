from __future__ import annotations

from functools import partial
from pathlib import Path

import rulewright
from rulewright.play.bots.bot import Bot, RandomBot
from rulewright.play.bots.greedy import GreedyBot
from rulewright.simulate.games import Plan, play_many
from rulewright.simulate.statistics import summarize

LOAD = partial(rulewright.load, "tic_tac_toe")
GAMES = Path(__file__).parents[1] / "games"


def test_the_number_of_processes_changes_nothing() -> None:
    plan = Plan(LOAD, ["random", "greedy"], seed=5)
    assert list(play_many(plan, 12, jobs=1)) == list(play_many(plan, 12, jobs=2))


def test_kinds_rotate_over_the_seats() -> None:
    games = list(play_many(Plan(LOAD, ["random", "greedy"], seed=5), 2))
    assert [game.seats for game in games] == [["random", "greedy"], ["greedy", "random"]]


def test_looking_ahead_is_better_than_chance() -> None:
    summary = summarize(list(play_many(Plan(LOAD, ["random", "greedy"], seed=1), 60)))
    wins = {group.name: group.wins for group in summary.kinds}
    assert wins["greedy"] > 2 * wins["random"]


def test_a_summary_counts() -> None:
    games = list(play_many(Plan(LOAD, ["random"] * 2, seed=1), 50))
    summary = summarize(games)
    assert summary.games == summary.finished == sum(summary.ends.values()) == 50
    assert sum(group.wins for group in summary.seats) == 50
    assert [group.games for group in summary.kinds] == [100]
    assert sum(item.times for item in summary.taken) == sum(game.decisions for game in games)
    assert 2 < summary.options < 9


def test_endless_games_are_given_up() -> None:
    games = list(play_many(Plan(LOAD, ["random"] * 2, seed=1, limit=2), 3))
    summary = summarize(games)
    assert summary.ends == {"not finished": 3} and summary.given_up == 3


def test_no_mean_counts_a_game_that_was_given_up() -> None:
    games = list(play_many(Plan(LOAD, ["random"] * 2, seed=1, limit=7), 20))
    finished = [game for game in games if game.winners]
    summary = summarize(games)
    assert 0 < len(finished) == summary.finished == 20 - summary.given_up < 20
    assert summary.decisions == sum(game.decisions for game in finished) / len(finished)
    assert summary.options == sum(game.options for game in finished) / sum(game.decisions for game in finished)
    assert sum(group.games for group in summary.kinds) == 2 * len(finished)


def test_the_value_that_a_ruleset_names_is_what_greedy_bots_judge_by() -> None:
    def lead_after_a_turn(bot: Bot) -> int:
        game = rulewright.load("civ_new_dawn").new_game(players=2, seed=3)
        assert game.decision is not None
        seat, turn = game.decision.seat, 0
        while game.decision.seat == seat:
            game.choose_number(bot.choose(game, turn))
            turn += 1
        values = [game.program.number("prospects", game.state, other) for other in (seat, 1 - seat)]
        return values[0] - values[1]

    greedy = lead_after_a_turn(GreedyBot(seed=1))
    assert all(greedy >= lead_after_a_turn(RandomBot(seed)) for seed in range(8))
    assert any(greedy > lead_after_a_turn(RandomBot(seed)) for seed in range(8))


def test_what_never_came_to_anything_is_told() -> None:
    works = partial(rulewright.load, str(GAMES / "works"))
    summary = summarize(list(play_many(Plan(works, ["random"] * 2, seed=1), 5)))
    assert any("hut" in item.option for item in summary.taken)
    assert summary.unfired == []  # Gable waits for huts
    almanac = partial(rulewright.load, str(GAMES / "almanac"))  # whose customs lie in the box
    summary = summarize(list(play_many(Plan(almanac, ["random"] * 2, seed=1), 1)))
    assert any(text.startswith("Threshers: Whenever you harvest, ") for text in summary.unfired)
    assert "Market day: Work" in summary.unoffered
