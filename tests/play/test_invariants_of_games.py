"""What tools/soak asks of single games must fail where it is broken."""

from __future__ import annotations

from collections import Counter
from typing import Any

import loaded
import pytest
from playouts.age_of_innovation import broken

import rulewright as rw


@pytest.fixture(scope="module")
def rules() -> rw.Rules:
    return loaded.rules("age_of_innovation")


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"pieces": {"bowl_1": {"power_token": 3}, "bowl_2": {"power_token": 3}, "bowl_3": {"power_token": 0}}}, "tokens"),
    ({"held": {"level.law": 12, "city_key": 0}}, "levels from 8 on"),
    ({"held": {"scholar": 8}}, "8 scholars"),
    ({"pieces": {"sa2": {"workshop": 1}}}, "on the river sa2"),
    ({"pieces": {"sb1": {"workshop": 1, "guild": 1}}}, "2 buildings and 0 annexes on sb1"),
    ({"pieces": {"sb1": {"annex": 1}}}, "0 buildings and 1 annexes on sb1"),
    ({"held": {"home_terrain": "swamp"}, "pieces": {"sb1": {"workshop": 1}}}, "foreign terrain sb1"),
    ({"zones": {"area": ["palace_01", "palace_02"]}}, "more than 1 of palace_tile"),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "words"), BROKEN, ids=[words for _, words in BROKEN])
def test_a_broken_position_is_told(rules: rw.Rules, seat: dict[str, Any], words: str) -> None:
    game = rules.new_game(players=2, seed=3)
    while game.setting_up:
        game.choose_number(0)
    assert not list(broken(game, Counter()))
    game.arrange({"seats": [seat]})
    assert any(words in what for what in broken(game, Counter()))
