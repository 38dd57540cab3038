"""Packs that ship with a game: each alone and all together play to the end."""

import random

import pytest

import rulewright as rw

MODULES = ("monumental_renaissance", "monumental_heroes", "monumental_monsters")
MIXES = [*((module,) for module in MODULES), MODULES, tuple(reversed(MODULES))]


@pytest.mark.parametrize("packs", MIXES, ids="+".join)
@pytest.mark.parametrize("players", [2, 5])
def test_a_random_game_ends(packs: tuple[str, ...], players: int) -> None:
    game = rw.load("monumental", packs=list(packs)).new_game(players=players, seed=1)
    choices = random.Random(1)
    while game.decision is not None:
        game.choose_number(choices.randrange(len(game.values)))
    assert game.end_reason == "ended"


def test_the_order_in_which_packs_are_given_does_not_matter() -> None:
    one, other = (rw.load("monumental", packs=list(packs)) for packs in MIXES[-2:])
    assert one.ruleset.hash == other.ruleset.hash
