"""An invariant that cannot fail says nothing: each that speaks of positions fails in some that chance has spoilt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import loaded
import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules

GAMES = ["age_of_innovation", "civ_new_dawn", "monumental", "mythotopia"]
TRIES = 1000
LAID: dict[str, dict[str, dict[str, Any]]] = {
    "age_of_innovation": {
        "competencies_differ": {"seats": [{"zones": {"area": ["competency_01", "competency_01"]}}]},
        "one_on_top": {"seats": [{"held": {"level.law": 12}}, {"held": {"level.law": 12}}]},
        "three_innovations": {"seats": [{"zones": {"area": ["census", "colleges", "steelworks", "architecture"]}}]},
        "empire_tile_hidden": {"zones": {"current_round": ["empire_12"]}},
    },
    "civ_new_dawn": {
        "barbarians_apart": {"zones": {"d10": ["barbarian_a", "barbarian_b"]}},
        "lost_wonders": {
            "held": {"site.stonehenge": "l13"}, "zones": {"lost_wonders": ["stonehenge"]},
            "seats": [{"pieces": {"l13": {"capital_city": 1}}}],
        },
        "one_wonder_in_a_space": {"held": {"site.stonehenge": "l13", "site.petra": "l13"}},
        "one_treaty_with_a_city_state": {
            "seats": [{"zones": {"treaty_area": ["treaty_of_carthage", "treaty_of_carthage"]}}]
        },
        "no_treaty_with_the_conquered": {
            "seats": [{"zones": {"treaty_area": ["treaty_of_carthage"], "masonry": ["carthage"]}}]
        },
    },
}  # fmt: skip
"""What chance seldom comes to."""


def spoil(game: Game, luck: random.Random) -> None:
    """Put some pieces and cards, mostly of one kind, where no rule would, and change some numbers."""
    layout, state = game.program.layout, game.state
    for _ in range(luck.randrange(1, 5)):
        what = luck.randrange(3)
        if what == 0:
            kind = luck.choice(layout.piece_kinds)
            cell = luck.choice(kind.index)[luck.choice(kind.places)]
            if cell:
                state.n[cell] = max(0, state.n[cell] + luck.choice((-1, 1, 2, 15)))
        elif what == 1:
            zone, like = luck.randrange(layout.zone_count), luck.choice(layout.cards)
            cards = [at for at, card in enumerate(layout.cards) if card.kind == like.kind or luck.random() < 0.05]
            for card in luck.sample(cards, min(len(cards), luck.choice((1, 2, 8)))):
                state.move(card, zone)
        else:
            held = [first + seat for first in layout.held.values() for seat in range(game.seats)]
            kept = [at for row in layout.kept.values() for at in range(row.first, row.first + len(row.starts))]
            at = luck.choice(luck.choice([cells for cells in (held, kept) if cells]))
            state.n[at] = max(0, state.n[at] + luck.choice((-1, 1, 5, 12)))
    game.forget()


def positions(rules: Rules, luck: random.Random) -> Iterator[Game]:
    """Positions of random play with two and three players, from set-up on."""
    while True:
        players = luck.choice([number for number in rules.players if number < 4])
        game = rules.new_game(players, luck.randrange(99), checked=True)
        for _ in range(luck.choice((0, 3, 20, 60, 120))):
            if game.values:
                game.step(luck.randrange(len(game.values)))
        if game.values:
            yield game


@pytest.mark.parametrize(("name", "broken"), [(name, broken) for name, rows in LAID.items() for broken in rows])
def test_what_is_laid_out_breaks_it(name: str, broken: str) -> None:
    game = loaded.rules(name).new_game(2, 3, checked=True)
    while game.setting_up:
        game.choose_number(0)
    assert not game.broken()
    game.arrange(LAID[name][broken])
    assert broken in game.broken()


@pytest.mark.parametrize("name", GAMES)
def test_whatever_speaks_of_positions_can_fail(name: str) -> None:
    rules, luck = loaded.rules(name), random.Random(16)
    wanted = {item.id for item in rules.ruleset.always.values() if item.event is None} - set(LAID.get(name, ()))
    assert len(wanted) >= 10
    pool = list(islice(positions(rules, luck), 25))
    for _ in range(TRIES):
        game = luck.choice(pool).copy()
        spoil(game, luck)
        wanted -= set(game.broken())
        if not wanted:
            break
    assert not wanted, sorted(wanted)
