"""Random full games: nothing goes wrong, nobody is stuck, and what must hold in every position does."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

import rulewright
from rulewright import Game
from rulewright.play.bots import RandomBot, mix

PLAYED = [("tic_tac_toe", 2), ("mythotopia", 2), ("mythotopia", 3), ("mythotopia", 4)]
LONGEST = 20_000
EVERY = 97
"""Between two positions that are looked at closely."""


@cache
def loaded(name: str) -> rulewright.Ruleset:
    return rulewright.load(name)


def pieces(game: Game) -> Counter[str]:
    """How many pieces of each kind there are, wherever they lie."""
    found: Counter[str] = Counter()
    for kind in game.program.layout.piece_kinds:
        positions = {position for row in kind.index for position in row if position}
        found[kind.name] += sum(game.state.n[position] for position in positions)
    return found


def look(game: Game, all_pieces: Counter[str]) -> None:
    """What must hold in every position."""
    decision = game.decision
    assert decision is not None
    ids = [option.id for option in decision.options]
    assert len(set(ids)) == len(ids) > 1
    assert all(option.text() for option in decision.options)
    assert pieces(game) <= all_pieces  # what leaves the game is nowhere
    assert min(game.state.n) >= 0
    where = Counter(card for zone in game.state.zones for card in zone)
    assert set(where.values()) <= {1}
    assert all(card in game.state.zones[zone] for card, zone in enumerate(game.state.where) if zone >= 0)
    again = Game.restore(game.rules, game.save())
    assert again.hash() == game.hash() and [option.id for option in again.decision.options] == ids
    copy = game.copy()
    copy.choose_number(len(ids) - 1)
    assert game.hash() == again.hash()
    for seat in range(game.seats):
        hides(game, seat)


def hides(game: Game, seat: int) -> None:
    """A view tells no card of a zone that the seat may not see, wherever in the view one looks."""
    view = game.view(seat)
    for owner, row in enumerate(view["seats"]):
        for name, zone in row["zones"].items():
            visible = game.program.layout.nouns[name].get("visible", "public")
            assert (zone["cards"] is None) == (visible == "nobody" or (visible == "owner" and owner != seat))
    assert not keys(view) & {"rng", "stack", "frames"}


def keys(data: Any) -> set[str]:
    if isinstance(data, dict):
        return set(data) | set().union(*map(keys, data.values()))
    return set().union(*map(keys, data)) if isinstance(data, list) else set()


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_a_random_game(name: str, players: int) -> None:
    game = loaded(name).new_game(players, seed=mix(players) % 1000)
    bot = RandomBot(players)
    all_pieces = pieces(game)
    for number in range(LONGEST):
        if game.decision is None:
            break
        if number % EVERY == 0:
            look(game, all_pieces)
        game.choose_number(bot.choose(game, number))
    assert game.decision is None and game.end_reason
    assert game.winners and set(game.ranking) == set(range(players))


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_the_same_choices_give_the_same_game(name: str, players: int) -> None:
    hashes = []
    for _ in range(2):
        game = rulewright.load(name).new_game(players, seed=3)
        for number in range(60):
            if game.decision is not None:
                game.choose_number(mix(number) % len(game.decision.options))
        hashes.append(game.hash())
    assert hashes[0] == hashes[1]
