"""Packs that ship with a game: each alone and all together play to the end."""

import random

import pytest

import rulewright as rw

MODULES = ("monumental_renaissance", "monumental_heroes", "monumental_monsters", "monumental_automa")
MIXES = [*((module,) for module in MODULES), MODULES, tuple(reversed(MODULES))]


@pytest.mark.parametrize("packs", MIXES, ids="+".join)
@pytest.mark.parametrize("fewest", [True, False])
def test_a_random_game_ends(packs: tuple[str, ...], fewest: bool) -> None:
    rules = rw.load("monumental", packs=list(packs))
    game = rules.new_game(players=rules.players[0 if fewest else -1], seed=1)
    choices = random.Random(1)
    while game.decision is not None:
        game.choose_number(choices.randrange(len(game.values)))
    assert game.end_reason == "ended"


def test_the_order_in_which_packs_are_given_does_not_matter() -> None:
    one, other = (rw.load("monumental", packs=list(packs)) for packs in MIXES[-2:])
    assert one.ruleset.hash == other.ruleset.hash


def test_the_seat_that_the_rules_play_is_never_asked_and_leaves_heroes_and_monsters_to_others() -> None:
    rules = rw.load("monumental", packs=list(MODULES))
    assert list(rules.players) == [1, 2, 3, 4]
    game = rules.new_game(players=2, seed=3)
    choices = random.Random(3)
    asked = set()
    while (decision := game.decision) is not None:
        asked.add((decision.seat, decision.actor))
        game.choose_number(choices.randrange(len(game.values)))
        zones = game.own(2)["zones"]
        assert not zones["retinue"]["count"] and not zones["trophies"]["count"]
    assert asked >= {(0, 0), (1, 1), (1, 2)} and {seat for seat, _ in asked} == {0, 1}
    assert any(line.startswith("Automa obeys") for line in game.log_lines())
