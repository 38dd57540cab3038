"""What chance may do in the set-up of Age of Innovation: a scenario shows one set-up, these tests look at many."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import loaded
import pytest

EACH = pytest.mark.parametrize("players", loaded.ruleset("age_of_innovation").people)


@cache
def set_ups(players: int) -> list[dict[str, Any]]:
    """Forty games as they begin."""
    rules = loaded.rules("age_of_innovation")
    return [rules.new_game(players=players, seed=seed).view() for seed in range(1, 41)]


def cards(view: dict[str, Any], zone: str, kind: str) -> list[str]:
    """The components of a kind in a common zone, from the bottom up."""
    lying = [card["id"] for card in view["common"][zone]["cards"]]
    return [name for name in lying if loaded.ruleset("age_of_innovation").components[name].kind == kind]


def attribute(component: str, name: str) -> Any:
    return loaded.ruleset("age_of_innovation").components[component].attributes.get(name)


@EACH
def test_round_tiles(players: int) -> None:
    """A-9 to A-12: six tiles; what may not lie last; no discipline complete before round 6; the final tile differs."""
    seen = set()
    for view in set_ups(players):
        tiles = cards(view, "round_deck", "round_tile")
        sixth, fifth = tiles[:2]
        assert len(set(tiles)) == 6
        assert "round_spade_engineering" not in (sixth, fifth)
        assert max(Counter(attribute(tile, "discipline") for tile in tiles[1:]).values()) < 3
        [final] = cards(view, "round_deck", "final_round_tile")
        assert attribute(final, "building") != attribute(sixth, "building")
        seen.update([*tiles, final])
    assert len(seen) == 12 + 4


@EACH
def test_tiles_laid_out(players: int) -> None:
    """A-13, A-16, A-17, A-19: three book actions, each competency once, innovations and palaces by players."""
    spaces = {2: 6, 3: 8, 4: 10, 5: 12}[players]
    for view in set_ups(players):
        assert len(set(cards(view, "game_board", "book_action"))) == 3
        slots = [view["numbers"][f"pairing.{name}"] for name in cards(view, "competency_display", "competency_slot")]
        tiles = {view["numbers"][f"pairing.{name}"] for name in cards(view, "competency_display", "competency_tile")}
        assert len(slots) == 12 and set(slots) == tiles
        assert len(set(cards(view, "innovation_display", "innovation"))) == spaces
        palaces = cards(view, "palace_display", "palace_tile")
        assert len(set(palaces)) == players + 2 and "palace_17" in palaces


@EACH
def test_boosters_left_over(players: int) -> None:
    """A-20: the three boosters beside the board have a coin each, those of the seven sets none."""
    for view in set_ups(players):
        left, sets = cards(view, "booster_row", "round_booster"), cards(view, "draft", "round_booster")
        assert (len(left), len(sets)) == (3, 7)
        assert [view["numbers"][f"coins_on.{name}"] for name in left + sets] == [1] * 3 + [0] * 7


@EACH
def test_every_player_may_begin(players: int) -> None:
    """A-21, A-30: the start player is drawn; the others follow clockwise."""
    begun = set()
    for view in set_ups(players):
        places = [seat["numbers"]["turn_place"] for seat in view["seats"]]
        first = places.index(1)
        assert [places[(first + after) % players] for after in range(players)] == list(range(1, players + 1))
        begun.add(first)
    assert len(begun) == players
