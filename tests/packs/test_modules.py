"""Packs that ship with a game: alone and together they play to the end."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from playouts.games import Plan, play
from sample import sample

import rulewright as rw
from rulewright.runtime.view import contents

MODULES = ("monumental_renaissance", "monumental_heroes", "monumental_monsters", "monumental_automa")
MIXES = [mix for size in (1, len(MODULES)) for mix in combinations(MODULES, size)]


@pytest.mark.parametrize("number", range(len(MIXES)), ids=["+".join(mix) for mix in MIXES])
def test_a_mix_comes_to_its_end(number: int) -> None:
    """With one of its numbers of players; `tools/soak monumental --mixes` plays all mixes with all numbers."""
    plan = Plan("monumental", 0, every=20, packs=MIXES[number])
    rules = plan.rules()
    tally = play(replace(plan, players=rules.players[number % len(rules.players)]), rules, seed=number)
    assert tally.failures == [] and tally.ends == {"ended": 1}


def test_the_order_in_which_packs_are_given_does_not_matter() -> None:
    one, other = (rw.load("monumental", packs=packs) for packs in (MODULES, reversed(MODULES)))
    assert one.ruleset.hash == other.ruleset.hash


@pytest.mark.parametrize(("players", "each"), sample(few=[(2, 1), (5, 2)], all=[(2, 1), (3, 1), (4, 2), (5, 2)]))
def test_each_era_has_heroes_of_its_own_with_the_renaissance_too(players: int, each: int) -> None:
    rules = rw.load("monumental", packs=["monumental_heroes", "monumental_renaissance"])
    for seed in range(4):
        deck = contents(rules.new_game(players=players, seed=seed), "development_deck", 0)  # the last era lies lowest
        after = [0, *(deck.index(f"separator_{era}") + 1 for era in ("3", "r", "2")), len(deck)]
        for era, first, last in zip(("III", "R", "II", "I"), after, after[1:], strict=False):
            heroes = [card for card in deck[first:last] if card.startswith("hero_")]
            assert {rules.ruleset.components[card].attributes["era"] for card in heroes} <= {era}
            assert len(heroes) == each or era == "I", "some of the first are in the display"


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
