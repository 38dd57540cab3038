"""What the report tells beyond tables of shares: what players are, restricted play, bands over time, the map."""

from __future__ import annotations

import random
import re
from functools import partial
from typing import Any

import loaded
import pytest

import rulewright
from rulewright.play.bots.restricted import component_of
from rulewright.play.seats import SeatsError, bot_of, is_kind, seat_kinds
from rulewright.simulate.about import about
from rulewright.simulate.games import Plan, Played, play_one
from rulewright.simulate.report.drawing import heat
from rulewright.simulate.report.findings import BANDS, Findings, Spread
from rulewright.simulate.report.page import page

GAME = "terra_mystica"
CARD = "favor_trading_house_pass"


def played(index: int, held: list[list[str]], winner: int, kinds: list[str], **more: Any) -> Played:
    count = len(held)
    scores = [5 if seat == winner else 3 for seat in range(count)]
    return Played(
        index, index, kinds, "ended", scores, [winner], 10, 20, [{} for _ in held], held, sorted(sum(held, [])), **more
    )


# ------------------------------------------------------------ what a player is


def test_what_a_player_is_is_found_without_being_told() -> None:
    components = {
        name: [kind, name.upper()]
        for kind, names in {
            "clan": "red blue green",
            "flag": "f_red f_blue f_green",
            "mat": "mat",
            "tile": "t u",
        }.items()
        for name in names.split()
    }
    luck = random.Random(1)
    found = Findings(components)
    for index in range(60):
        clans = luck.sample(["red", "blue", "green"], 2)
        tiles = [["t", "u"] if index % 7 else ["t"], ["u"]]  # one each, but not in every game
        held = [[clan, f"f_{clan}", "mat", *tiles[seat]] for seat, clan in enumerate(clans)]
        found.add(played(index, held, clans.index("red") if "red" in clans else 0, ["random", "random"]))
    groups = found.identities()
    assert list(groups) == ["clan"]  # flags go with clans, all have the same mat, tiles are not always one each
    rates = {group.name: group.win_rate for group in groups["clan"]}
    assert rates["red"] == 1 and max(rates["blue"], rates["green"]) < 0.6
    assert sum(group.games for group in groups["clan"]) == 120
    text = page(found, {"game": "x"}, "en", about={"components": components, "kinds": {"clan": "clan"}})
    assert "<h3>clan</h3>" in text and "RED" in text and "From 60 games" in text


def test_a_large_game_names_its_factions() -> None:
    rules = loaded.rules(GAME)
    known = about(rules, 2, "en")
    found = Findings(known["components"])
    plan = Plan(partial(rulewright.load, GAME), ["random", "random"], 3)
    for index in range(3):
        found.add(play_one(plan, rules, index))
    assert "faction" in found.identities() and known["kinds"]["faction"] == "faction"


# ------------------------------------------------------------ restricted play


def test_a_restricted_bot_never_chooses_the_component_and_others_do() -> None:
    game = loaded.rules(GAME).new_game(2, 5, log=False)
    bots = [bot_of("random", 1), bot_of(f"random-{CARD}", 2)]
    chosen: list[set[str]] = [set(), set()]
    declined = 0
    for seed in range(6):
        game = loaded.rules(GAME).new_game(2, seed, log=False)
        turn = 0
        while game.values:
            seat = game.chooser
            number = bots[seat].choose(game, turn)
            block = game.state.stack[-1][0]
            components = [component_of(game.program, block, value) for value in game.values]
            if set(components) != {CARD}:
                chosen[seat].add(components[number])
                declined += seat == 1 and CARD in components
            game.step(number)
            turn += 1
    assert CARD in chosen[0] and CARD not in chosen[1] and declined > 5


@pytest.mark.parametrize("kind", ["greedy", "mcts:6"])
def test_bots_that_look_ahead_can_be_restricted(kind: str) -> None:
    game = loaded.rules(GAME).new_game(2, 1, log=False)
    free, bound = bot_of(kind, 3), bot_of(f"{kind}-{CARD}", 3)
    assert free.choose(game, 0) == bound.choose(game, 0)  # nothing is left out here
    assert bound.choose(game, 0) in game.legal


def test_restrictions_are_checked() -> None:
    rules = loaded.rules(GAME)
    assert is_kind("greedy-x") and is_kind("mcts:20-x")
    assert not any(map(is_kind, ("human-x", "greedy-", "oracle-x", "-x", "greedy-x-y")))
    with pytest.raises(SeatsError) as told:
        seat_kinds(rules, 2, ["greedy-no_such_card"])
    assert [item.code for item in told.value.problems] == ["RW0740"]
    assert seat_kinds(rules, 2, ["greedy", f"greedy-{CARD}"]) == ["greedy", f"greedy-{CARD}"]


def test_what_a_component_is_worth_is_told_with_its_interval() -> None:
    found = Findings()
    for index in range(100):
        kinds = ["greedy", "greedy-axe"] if index % 2 else ["greedy-axe", "greedy"]
        free = kinds.index("greedy")
        held = [["axe"] if seat == free and index % 4 else [] for seat in range(2)]
        found.add(played(index, held, free if index % 10 else 1 - free, kinds))
    told = found.restricted["greedy-axe"]
    assert told.wins.n == 100 and round(told.wins.value, 9) == 0.8 and 0 < told.wins.half < 0.2
    assert told.scores.value == 1.6 and told.used.rate == 0.75
    text = page(found, {}, "en")
    assert "Restricted play" in text and "+80.00%" in text
    nothing = Findings()
    nothing.add(played(0, [[], []], 0, ["random", "greedy-axe"]))  # nobody to compare with
    assert not nothing.restricted


# ------------------------------------------------------------ over time, and over the map


@pytest.mark.parametrize("count", [1, 2, 7, 40, 101])
def test_bands_hold_the_shares_that_they_say(count: int) -> None:
    luck = random.Random(count)
    values = [luck.randrange(12) for _ in range(count)]
    spread = Spread()
    for value in values:
        spread.counts[value] += 1
    for share, edge in zip(BANDS, spread.bands(), strict=True):
        assert sum(value <= edge for value in values) >= share * count > sum(value < edge for value in values) - 1e-9
    assert spread.mean().value == pytest.approx(sum(values) / count)


def test_scores_and_resources_are_followed() -> None:
    rules = loaded.rules(GAME)
    plan = Plan(partial(rulewright.load, GAME), ["random", "random"], 5, detailed=True)
    game = play_one(plan, rules, 0)
    assert "coin" in game.stocks and all(len(rows) == len(game.curve) for rows in game.stocks.values())
    found = Findings()
    found.add(game)
    winner = game.winners[0]
    assert [game.curve[-1][1 + winner]] == list(found.score.of[True][-1].counts)
    assert game.stocks["coin"][-1][winner] in found.stocks["coin"].of[True][-1].counts
    text = page(found, {}, "en", about=about(rules, 2, "en"))
    assert "Resources over time" in text and "<h3>coin</h3>" in text and "polygon" in text


def test_the_map_is_drawn_and_the_most_chosen_space_is_the_darkest() -> None:
    known = about(loaded.rules(GAME), 2, "en")
    spaces = [(name, outline, number) for number, (name, outline) in enumerate(known["spaces"].values())]
    drawn = heat("", spaces, known["box"])
    light = [int(found) for found in re.findall(r"80% (\d+)%", drawn)]
    assert len(light) == len(spaces) == drawn.count("<path") and light == sorted(light, reverse=True)
    assert light[0] == 95 and light[-1] == 35
    assert "NaN" not in drawn and heat("", [], [0, 0, 1, 1]).count("<path") == 0
