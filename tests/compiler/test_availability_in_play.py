"""What generated functions list is what the entries of their tables say one by one, but for what cannot be begun."""

from __future__ import annotations

import random
from typing import Any

import loaded
import pytest

import rulewright as rw


def one_by_one(game: rw.Game, table: int, you: int) -> list[Any]:
    """The entries of a table that may be tried, asked in the order in which they stand there."""
    s, names = game.state, game.program.names
    found = []
    for number, entry in enumerate(game.program.offers[table]):
        cards = [card for card in entry.cards if s.where[card] in entry.zones[you]] if entry.zones else [-1]
        if entry.limit and s.n[entry.limit + you]:
            continue
        fits = [card for card in cards if not entry.test or names[entry.test](s, you, card)]
        found += [(table, number, card) for card in fits]
    return found


@pytest.mark.parametrize(("ruleset", "players"), [("age_of_innovation", 3), ("mythotopia", 2), ("monumental", 2)])
def test_nothing_is_missed_and_nothing_added(ruleset: str, players: int) -> None:
    game = loaded.rules(ruleset).new_game(players, 8)
    chance = random.Random(8)
    listed = refused = 0
    for _ in range(200):
        if not game.values:
            break
        s = game.state
        table = next((value[0] for value in game.values if value != -1), -1) if _offers(game) else -1
        if table >= 0:
            you = s.stack[-1][1]
            found = game.program.names["ENTRIES"](s, you, table)
            one = one_by_one(game, table, you)
            assert [value for value in one if value in found] == found
            without = [value for value in one if value[1] not in {number for _, number, _ in found}]
            assert not any(game.machine._can_begin(s, value) for value in without)
            listed += len(found)
            refused += len(without)
        game.step(int(chance.random() * len(game.values)))
    assert listed > 100
    assert refused > 0


def test_what_must_be_done_whole_is_needed_only_where_it_is_begun() -> None:
    program = loaded.rules("mythotopia").program(2)
    invade = next(
        entry.procedure for table in program.offers for entry in table if entry.procedure.name == "act_invade"
    )
    assert not {"army_symbol", "card"} & invade.needs.keys()
    assert (invade.begun["army_symbol"], invade.begun["card"]) == (1, 2)


def _offers(game: rw.Game) -> bool:
    """Whether something of a table is offered."""
    return bool(game.program.decisions[game.state.stack[-1][0]].kind == "offer")
