"""What is offered by generated functions is what the entries of their tables say one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rulewright as rw


def one_by_one(game: rw.Game, table: int, you: int) -> list[Any]:
    """The entries of a table that may be tried, asked in the order in which they stand there."""
    s, names = game.state, game.program.builder.namespace
    found = []
    for number, entry in enumerate(game.program.offers[table]):
        cards = [card for card in entry.cards if s.where[card] in entry.zones[you]] if entry.zones else [-1]
        if (entry.limit and s.n[entry.limit + you]) or not names["AFFORDABLE"](s, you, entry.procedure.needs):
            continue
        fits = [card for card in cards if not entry.test or names[entry.test](s, you, card)]
        found += [(table, number, card) for card in fits[:1]]
    return found


@pytest.mark.parametrize(("ruleset", "players"), [("age_of_innovation", 3), ("mythotopia", 2), ("monumental", 2)])
def test_nothing_is_missed_and_nothing_added(ruleset: str, players: int) -> None:
    game = rw.load(ruleset).new_game(players, 8)
    offering = {
        table for table, entries in enumerate(game.program.offers)
        if all(not entry.test or "you, card)" in _head(game, entry.test) for entry in entries)
    }  # fmt: skip
    chance = random.Random(8)
    offered = 0
    for _ in range(200):
        if not game.values:
            break
        for table in offering:
            for you in range(players):
                found = game.program.builder.namespace["ENTRIES"](game.state, you, table)
                assert found == one_by_one(game, table, you)
                offered += len(found)
        game.step(int(chance.random() * len(game.values)))
    assert offered > 100


def _head(game: rw.Game, name: str) -> str:
    """How a function begins."""
    code = game.program.builder.namespace[name].__code__
    return ", ".join(code.co_varnames[: code.co_argcount]) + ")"
