"""The bot that tries turns: what its tries share saves time and changes no choice."""

from __future__ import annotations

import loaded
import pytest
from sample import costly

from rulewright.play.bots import greedy
from rulewright.play.bots.greedy import GreedyBot


@pytest.mark.parametrize("name", ["civ_new_dawn", "monumental"])
def test_tries_that_begin_alike_share_positions_and_find_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    shared_after = greedy.Stop.after

    def afresh(stop: greedy.Stop, number: int) -> greedy.Stop:
        nonlocal made
        made += 1
        stop.next.clear()
        return shared_after(stop, number)

    def chosen() -> list[int]:
        game = loaded.rules(name).new_game(2, 3, log=False)
        players = [GreedyBot(seed) for seed in range(game.seats)]
        found = []
        for turn in range(costly(few=10, most=25)):
            assert game.seat is not None
            found.append(players[game.seat].choose(game, turn))
            game.step(found[-1])
        return found

    shared = chosen()
    monkeypatch.setattr(greedy.Stop, "after", afresh)
    assert chosen() == shared and made > 100
