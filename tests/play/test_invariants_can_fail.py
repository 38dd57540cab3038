"""An invariant that cannot fail says nothing.

Each that speaks of positions fails in some that chance has spoilt. Each that speaks of events fails where chance spoils
the position of such an event in play or in a scenario, or says that it happens elsewhere or to somebody else.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import loaded
import pytest

from rulewright.compiler.program import Program
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import run
from rulewright.runtime.game import Game
from rulewright.runtime.openings import forget
from rulewright.runtime.rules import Rules
from rulewright.runtime.state import State

GAMES = ["age_of_innovation", "civ_new_dawn", "monumental", "mythotopia", "terra_mystica"]
TRIES = 1000
DISCIPLINES = ("banking", "law", "engineering", "medicine")
SPACES = ("a10", "a12", "b13", "c8", "d12", "e14", "g13", "h12")
CITY_STATES = ("carthage", "kumasi", "brussels", "seoul", "geneva", "mohenjo_daro", "buenos_aires", "kabul")
FINISHED = ("civilized", "aesthetic", "paranoid")
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
        "one_wonder_in_a_space": {
            "held": {"site.stonehenge": "l13", "site.petra": "l13"},
            "seats": [{"zones": {"area": ["stonehenge", "petra"]}}],
        },
        "one_treaty_with_a_city_state": {
            "seats": [{"zones": {"treaty_area": ["treaty_of_carthage", "treaty_of_carthage"]}}]
        },
        "no_treaty_with_the_conquered": {
            "seats": [{"zones": {"treaty_area": ["treaty_of_carthage"], "masonry": ["carthage"]}}]
        },
    },
    "terra_mystica": {
        "favors_differ": {"seats": [{"zones": {"area": ["favor_power", "favor_power"]}}]},
        "shipping_within_the_track": {"seats": [{"held": {"shipping_level": 5}}]},
        "digging_within_the_track": {"seats": [{"held": {"digging_level": 3}}]},
        "one_on_top": {"seats": [{"held": {"level.fire": 10}}, {"held": {"level.fire": 10}}]},
    },
}  # fmt: skip
"""What chance seldom comes to."""
AT_EVENTS: dict[str, dict[str, dict[str, Any]]] = {
    "age_of_innovation": {
        "keys_for_the_top": {"seats": [{"held": {f"level.{of}": 12 for of in DISCIPLINES}}] * 2},
    },
    "civ_new_dawn": {
        "civilized_marked": {
            "zones": {"agenda_row": ["civilized"]},
            "seats": [{"pieces": dict.fromkeys(SPACES, {"ordinary_city": 1})}],
        },
        "technophile_marked": {"zones": {"agenda_row": ["technophile"]}, "seats": [{"held": {"tech_dial": 24}}] * 2},
        "nobody_has_won_yet": {
            "zones": {
                "agenda_row": ["civilized_money_grubber", "explorer_aesthetic", "warmonger_paranoid", *FINISHED],
            },
            "seats": [{"pieces": {of: {"unreinforced_token": 1} for of in FINISHED}}],
        },
        "shielded": {
            "held": {f"native_space.{of}": "d10" for of in CITY_STATES}, "zones": {"d10": ["barbarian_a"]},
        },
    },
    "terra_mystica": {"dwellings_are_built_in_rounds": {"held": {"round": 0}}},
}  # fmt: skip
"""The same, where an event is about to happen or has just happened."""


def spoil(program: Program, state: State, luck: random.Random, many: tuple[int, ...] = (1, 2, 8)) -> None:
    """Put some pieces and cards, mostly of one kind, where no rule would, and change some numbers."""
    layout = program.layout
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
            for card in luck.sample(cards, min(len(cards), luck.choice(many))):
                state.move(card, zone)
        else:
            held = [first + seat for first in layout.held.values() for seat in range(layout.players)]
            kept = [at for row in layout.kept.values() for at in range(row.first, row.first + len(row.starts))]
            at = luck.choice(luck.choice([cells for cells in (held, kept) if cells]))
            state.n[at] = max(0, state.n[at] + luck.choice((-1, 1, 5, 12)))
    forget(program, state)


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
        spoil(game.program, game.state, luck)
        wanted -= set(game.broken())
        if not wanted:
            break
    assert not wanted, sorted(wanted)


class Happening(NamedTuple):
    """An event that an invariant is about: the test that is made at it, and what it is asked."""

    program: Program
    test: Callable[..., bool]
    state: State
    asked: tuple[Any, ...]


class Watched(Rules):
    """Rules whose checked programs note what the tests of events are asked."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.ruleset)
        self.wanted = {item.id for item in rules.ruleset.always.values() if item.event is not None}
        self.happened: dict[str, list[Happening]] = defaultdict(list)
        self._watched: set[int] = set()

    def program(self, *args: Any, **options: Any) -> Program:
        program = super().program(*args, **options)
        if id(program) not in self._watched:
            self._watched.add(id(program))
            for name, test in list(program.names.items()):
                about = [id_ for id_ in self.wanted if name.startswith(f"always_{id_}_")]
                if about:  # an id may begin as another does
                    program.names[name] = self._watch(program, test, self.happened[max(about, key=len)])
        return program

    def _watch(self, program: Program, test: Callable[..., bool], seen: list[Happening]) -> Callable[..., bool]:
        def asked(state: State, *asked: Any) -> bool:
            if len(seen) < 12:
                seen.append(Happening(program, test, state.copy(), asked))
            return test(state, *asked)

        return asked

    def missing(self) -> set[str]:
        """The invariants whose events have not happened yet."""
        return {id_ for id_ in self.wanted if not self.happened[id_]}


def breaks(happening: Happening, luck: random.Random) -> bool:
    """Whether the invariant is told to be broken if the position or the event is changed a little."""
    state, asked = happening.state.copy(), list(happening.asked)
    if luck.random() < 0.7:
        spoil(happening.program, state, luck, (1, 2, 8, 99))
    at = luck.randrange(len(asked))
    if isinstance(asked[at], int) and luck.random() < 0.5:
        asked[at] = luck.randrange(happening.program.layout.players if at == 0 else 120)
    try:
        return bool(happening.test(state, *asked))
    except LookupError:  # there is no such thing
        return False


def breaks_laid_out(happening: Happening, rules: Rules, position: dict[str, Any]) -> bool:
    """Whether the invariant is told to be broken in a position that is laid out when the event happens."""
    game = Game.new(rules, happening.program, 1, False)
    game.state = happening.state.copy()
    game.arrange(position)
    return bool(happening.test(game.state, *happening.asked))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_speaks_of_events_can_fail(name: str) -> None:
    rules, luck = Watched(loaded.rules(name)), random.Random(16)
    game = rules.new_game(rules.players[0], 1, checked=True)
    for _ in range(300):
        if game.values:
            game.step(luck.randrange(len(game.values)))
    for scenario in read_scenarios(rules.ruleset)[0]:
        if not rules.missing():
            break
        run(scenario, rules)
    assert rules.missing() == set()
    laid = AT_EVENTS.get(name, {})
    never = {id_ for id_ in laid if not any(breaks_laid_out(it, rules, laid[id_]) for it in rules.happened[id_])}
    for id_ in rules.wanted - set(laid):
        if not any(breaks(luck.choice(rules.happened[id_]), luck) for _ in range(8 * TRIES)):
            never.add(id_)
    assert not never, sorted(never)
