"""One card's effect from its text, beside the same thing written by hand, on the same positions."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from typing import Any

import rulewright as rw
from benchmarks.peers.mythotopia import Mythotopia
from benchmarks.rows import Row, side_by_side
from rulewright.compiler.compiled import Compiled
from rulewright.runtime.machine import FAIL
from rulewright.runtime.state import State

POSITIONS = 400
PLAYERS = 3
ROUNDS = 10
"""For numbers, which change nothing: how often each is asked for in one round."""

Effect = Callable[[State, int], Any]


def rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """The ratio of times for two cards and one number that cards change."""
    rules = rw.load("mythotopia")
    program = rules.program(PLAYERS)
    peer = Mythotopia(program.layout)
    places = positions(rules)
    for component in ("providence", "marauders"):
        card = program.layout.instances(component)[0]
        ability = from_hand(program, card)
        starts = [with_card(s, seat, card, program.layout.zone["hand"]) for s, seat in places]
        effects = engine_effect(program, ability, card), hand_effect(peer, component, card)
        yield compare(component, starts, *effects, arguments)
    yield strength(program, peer, [s for s, _ in places], arguments)


def positions(rules: rw.Rules) -> list[tuple[State, int]]:
    """Positions from a random game in which somebody is about to act, and who it is."""
    chance = random.Random(4)
    game = rules.new_game(PLAYERS, 4)
    found: list[tuple[State, int]] = []
    while len(found) < POSITIONS:
        if not game.values:
            game = rules.new_game(PLAYERS, len(found))
        if len(game.state.stack) == 3 and chance.random() < 0.5:  # the game, a turn, what is done in it
            found.append((game.state.copy(), game.machine.seat(game.state)))
        game.step(int(chance.random() * len(game.values)))
    return found


def with_card(s: State, seat: int, card: int, hands: list[int]) -> tuple[State, int]:
    """The position with a card in the hand of who is about to act, and nothing else going on."""
    other = s.copy()
    other.move(card, hands[seat])
    other.stack = []
    other.attempts = []
    return other, seat


def from_hand(program: Any, card: int) -> Compiled:
    """The ability of a card as it is used from the hand."""
    hand = program.layout.zone["hand"][0]
    for table in program.offers:
        for entry in table:
            if card in entry.cards and hand in entry.zones[0]:
                return entry.procedure
    raise LookupError("this card has no ability to be used from the hand")


def engine_effect(program: Any, ability: Compiled, card: int) -> Effect:
    """A function that does what the card says, choosing the first option where one is to be chosen."""
    pad = program.names[ability.pad_name]
    machine = program.machine

    def run(s: State, seat: int) -> None:
        s.stack.append([ability.entry, seat, card, *pad])
        options = machine.run(s)
        while options and options is not FAIL:
            machine.apply(s, options[0])
            options = machine.run(s)

    return run


def hand_effect(peer: Mythotopia, component: str, card: int) -> Effect:
    """The same by the program written by hand."""

    def providence(s: State, seat: int) -> None:
        peer.providence(s, seat, card)

    def marauders(s: State, seat: int) -> None:
        options = peer.marauders(s, seat, card)
        if options:
            peer.marauders_take(s, seat, options[0])

    return {"providence": providence, "marauders": marauders}[component]


def compare(
    name: str, starts: list[tuple[State, int]], engine: Effect, hand: Effect, arguments: argparse.Namespace
) -> Row:
    """Both on copies of the same positions, which must come out equal wherever the card can be used."""
    usable = []
    for s, seat in starts:
        one, other = s.copy(), s.copy()
        engine(one, seat)
        hand(other, seat)
        if not one.stack:  # otherwise there was nothing to choose
            if (one.n, one.zones, one.where, one.rng) != (other.n, other.zones, other.where, other.rng):
                raise SystemExit(f"{name}: the engine and the program written by hand do different things")
            usable.append((s, seat))

    repeat = arguments.repeat * 5

    def run(effect: Effect) -> Callable[[], None]:
        copies = [[(s.copy(), seat) for s, seat in usable] for _ in range(repeat)]  # making them is not timed

        def once() -> None:
            for s, seat in copies.pop():
                effect(s, seat)

        return once

    ours, theirs = side_by_side([run(engine), run(hand)], repeat)
    return _row(f"{name}: its whole ability", ours, theirs, len(usable))


def strength(program: Any, peer: Mythotopia, states: list[State], arguments: argparse.Namespace) -> Row:
    """A number that four cards and two pieces change, for every seat and province."""
    seats, provinces = range(PLAYERS), peer.provinces
    ours_of = program.names["num_combat_strength"]
    for s in states:
        for seat in seats:
            for province in provinces:
                if ours_of(s, seat, province) != peer.combat_strength(s, seat, province):
                    raise SystemExit("combat strength: the engine and the program written by hand do different things")

    nothing_known = [None] * len(program.memoised)

    def run(function: Callable[[State, int, int], int]) -> Callable[[], None]:
        def once() -> None:
            for s in states[:ROUNDS]:
                s.answers = list(nothing_known)  # what the engine has once found out would cost it nothing
                for seat in seats:
                    for province in provinces:
                        function(s, seat, province)

        return once

    ours, theirs = side_by_side([run(ours_of), run(peer.combat_strength)], arguments.repeat * 5)
    return _row("combat strength, changed by four cards", ours, theirs, ROUNDS * len(seats) * len(provinces))


def _row(name: str, ours: float, theirs: float, count: int) -> Row:
    beside = {"from text µs": ours / count * 1e6, "by hand µs": theirs / count * 1e6, "positions": count}
    return Row("card", name, ours / theirs, "× by hand", 2, 1.2, beside=beside)
