"""Random games of everything that ships: no error, no stuck decision, and the invariants hold in every position.

`tools/soak` does the same with thousands of games and all numbers of players; here a few are played, the long ones not
to their end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from playouts.__main__ import seen
from playouts.games import Plan, option_mixes, play, tellable
from playouts.invariants import Invariants
from sample import costly, sample

import rulewright as rw
from rulewright.ruleset.files.discovery import shipped_rulesets

DECISIONS = 250


@pytest.mark.parametrize("name", shipped_rulesets())
def test_invariants_hold(name: str) -> None:
    rules = rw.load(name)
    ends = costly(few={max(rules.players)}, most={min(rules.players), max(rules.players)})
    for players in sample(few=ends, all=rules.players):
        plan = Plan(name, players, leave=DECISIONS)
        tally = play(plan, rules, players)
        assert not tally.failures
        assert sum(tally.ends.values()) == 1


def test_what_must_always_hold_is_looked_at(tmp_path: Path) -> None:
    folder = shutil.copytree(Path(__file__).parents[1] / "games" / "pig", tmp_path / "pig")
    plan = Plan(str(folder), 2)
    assert not play(plan, rw.load(folder), 0).failures
    (folder / "always.yaml").write_text("few: {says: you have at most 20 points}", encoding="utf-8")
    told = play(plan, rw.load(folder), 0).failures
    assert len(told) == 1 and "seed 0, decision" in told[0]
    assert told[0].endswith("“few” does not hold: You have at most 20 points.")


def test_games_end() -> None:
    plan = Plan("tic_tac_toe", 2)
    rules = rw.load("tic_tac_toe")
    tallies = [play(plan, rules, seed) for seed in range(50)]
    assert all(sum(tally.ends.values()) == 1 and not tally.failures for tally in tallies)
    assert {sum(tally.scores) for tally in tallies} == {0, 1}, "some are won, some are drawn"


def test_what_never_came_up_is_named() -> None:
    rules = rw.load("civ_new_dawn")
    built = "Choose a wonder in the wonder row"
    wonders = tellable(rules)[built]
    assert len(wonders) == 24
    told = Counter({(built, wonder): 2 for wonder in wonders - {"Petra", "Kremlin"}})
    lines = list(seen(rules, told))
    line = next(line for line in lines if line.startswith(built))
    assert line.startswith(f"{built}: 44 (22 of 24: ") and line.endswith("; never Kremlin, Petra")
    assert "storm: 0" in lines, "deeds that nobody did are told, too"


def test_given_options_stay_while_the_others_take_turns() -> None:
    mixes = option_mixes(rw.load("civ_new_dawn"), {"round_limit": 0})
    limit = {"round_limit": 0}
    assert mixes == [limit, {**limit, "epic_game": True}, {**limit, "built_map": True}]


def test_what_is_wrong_is_seen() -> None:
    """The checks can fail: each kind of damage is told."""
    game = rw.load("mythotopia").new_game(3, 1)
    watched = Invariants(game)
    assert not list(watched.broken())
    layout = game.program.layout
    army = next(kind for kind in layout.piece_kinds if kind.name == "army")
    place = army.index[0][layout.zone["stock"][0]]
    game.state.n[place] += 1
    assert any("army of seat 0" in what for what in watched.broken())
    game.state.n[place] = -1
    assert any("fewer than no pieces: army at stock" in what for what in watched.broken())
    game.state.n[place] = 6
    hand, reserve = layout.zone["hand"][0], layout.zone["reserve"][0]
    deck = game.state.zones[layout.zone["improvement_deck"][0]]
    game.state.zones[hand] += deck[:1]
    assert any("made, lost or doubled" in what for what in watched.broken())
    game.state.zones[hand] = game.state.zones[hand][:-1]
    for card in deck[:4]:
        game.state.move(card, reserve)
    assert any("4 cards in reserve of seat 0, whose limit is 2" in what for what in watched.beyond_limits())
    game.values = game.values[:1]
    assert any("a choice among 1" in what for what in watched.broken())


SAME = """
import random, sys
import rulewright as rw
for name in sys.argv[1:]:
    rules = rw.load(name)
    chance, game = random.Random(1), rules.new_game(max(rules.players), 5)
    while game.values and len(game.state.log) < 150:
        game.choose_number(int(chance.random() * len(game.values)))
    print(name, game.hash())
"""


def test_games_are_the_same_in_every_process(tmp_path: Path) -> None:
    """Law 7: neither the order of sets, which changes from process to process, nor a cache shows in a hash."""
    few = costly(few=["tic_tac_toe", "mythotopia"], most=["tic_tac_toe", "civ_new_dawn", "terra_mystica"])
    names = sample(few=few, all=list(shipped_rulesets()))
    seen = set()
    # The first compiles all, the second finds it in the cache, the third what the tests before have compiled.
    own = {"RULEWRIGHT_CACHE": str(tmp_path)}
    for order, cached in (("1", own), ("2", own), ("3", {})):
        environment = {**os.environ, "PYTHONHASHSEED": order, **cached}
        command = [sys.executable, "-c", SAME, *names]
        seen.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(seen) == 1 and seen != {""}
