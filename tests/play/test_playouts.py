"""Random games of everything that ships: no error, no stuck decision, and the invariants hold in every position.

`tools/soak` does the same with thousands of games; here a few are played, the long ones not to their end.
"""

from __future__ import annotations

import pytest
from playouts.games import Plan, play
from playouts.invariants import Invariants

import rulewright as rw
from rulewright.ruleset.files import shipped_rulesets

GAMES = 3
DECISIONS = 300


def loaded(name: str) -> rw.Ruleset:
    try:
        rules = rw.load(name)
        rules.new_game()
    except rw.RulewrightError as error:
        pytest.skip(f"cannot be played yet: {error.problems[0].message}")
    return rules


@pytest.mark.parametrize("name", shipped_rulesets())
def test_invariants_hold(name: str) -> None:
    rules = loaded(name)
    for players in rules.players:
        plan = Plan(name, players, leave=DECISIONS)
        for seed in range(GAMES):
            tally = play(plan, rules, seed)
            assert not tally.failures
            assert tally.decisions


def test_games_end() -> None:
    plan = Plan("tic_tac_toe", 2)
    rules = rw.load("tic_tac_toe")
    tallies = [play(plan, rules, seed) for seed in range(50)]
    assert all(sum(tally.ends.values()) == 1 and not tally.failures for tally in tallies)
    assert {sum(tally.scores) for tally in tallies} == {0, 1}, "some are won, some are drawn"


def test_what_is_wrong_is_seen() -> None:
    """The checks can fail: each kind of damage is told."""
    game = loaded("mythotopia").new_game(3, 1)
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
    assert any("4 cards in reserve of seat 0, whose limit is 2" in what for what in watched.broken())
    game.values = game.values[:1]
    assert any("a choice among 1" in what for what in watched.broken())
