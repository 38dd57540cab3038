"""What a seat may know of a position, as plain data, and positions imagined from it: for bots and learners.

A sight holds no state and no game. Where cards lie that the seat does not see is not in it, nor the order of piles, the
state of chance, or what others are offered: two positions that differ in nothing else have the same sight.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import finalize

from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.program import Program
from rulewright.runtime.game import Game
from rulewright.runtime.openings import forget
from rulewright.runtime.state import State

UNSEEN = -2
"""The place of a card of which the seat does not know where it lies."""
_TRIED = 3
"""Games in which it is found out where cards come to lie."""
_CHOICES = 400
"""Choices of each."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat may know.

    seat: whose sight it is; chooser: who is to choose, -1 when the game is over.
    block, values: what is asked and the raw options, where the seat itself is to choose; -1 and () elsewhere.
    numbers: all integers of the state; nothing in them is secret.
    places: of each card, the place it lies in, or UNSEEN.
    zones: of each zone whose cards the seat sees, the cards from the bottom up; None for the others.
    counts: of each zone, how many cards lie in it.
    frames: what is going on, innermost last; None while a choice that is made in secret may stand there.
    over, winner, attempts, result: as of the state.
    """

    seat: int
    chooser: int
    block: int
    values: tuple[Any, ...]
    numbers: tuple[int, ...]
    places: tuple[int, ...]
    zones: tuple[tuple[int, ...] | None, ...]
    counts: tuple[int, ...]
    frames: tuple[Any, ...] | None
    attempts: tuple[int, ...]
    result: Any
    over: str | None
    winner: int

    @property
    def can_imagine(self) -> bool:
        """Whether positions can be imagined from it: somebody is to choose, and not in secret."""
        return self.frames is not None and self.chooser == self.seat

    def to_json(self) -> str:
        """It as one line of text: the same for the same sight, on every machine."""
        return json.dumps([getattr(self, name) for name in self.__slots__])


def sight(game: Game, seat: int) -> Sight:
    """What a seat may know of a game."""
    state, machine = game.state, game.machine
    hidden = machine.hidden[seat]
    chooser = machine.seat(state) if game.values else -1
    own = chooser == seat
    asked = machine.decisions[state.stack[-1][0]] if game.values else None
    shown = {value for value in game.values if value >= 0} if own and asked and asked.kind == "card" else set()
    secret = asked is not None and asked.secret
    return Sight(
        seat=seat,
        chooser=chooser,
        block=state.stack[-1][0] if own else -1,
        values=tuple(game.values) if own else (),
        numbers=tuple(state.n),
        places=tuple(
            UNSEEN if place in hidden and card not in shown else place for card, place in enumerate(state.where)
        ),
        zones=tuple(None if zone in hidden else cards for zone, cards in enumerate(state.zones)),
        counts=tuple(map(len, state.zones)),
        frames=_frozen(state.stack) if own and not secret else None,
        attempts=tuple(state.attempts) if own and not secret else (),
        result=_frozen(state.result) if own and not secret else 0,
        over=state.over,
        winner=state.winner,
    )


class Imagination:
    """Makes games in positions that a seat takes for possible: cards that it does not see lie anywhere they may.

    A card that was never seen lies rather where it begins, one that was seen with a player rather with that player, and
    each rather in zones where such cards come to lie at all (`fitting`); beyond that, all hidden things are drawn.
    What is imagined may contradict the rules all the same: a game that raises a RuleError was no possible one.

    Args:
        seen: a sight from which something can be imagined (`can_imagine`).
        homes: of cards, the seat in whose hands they were seen last, or -1 for nobody's (`homes_seen`).
    """

    def __init__(self, program: Program, seen: Sight, homes: Mapping[int, int] | None = None) -> None:
        self._seen = seen
        self._layout = program.layout
        self._homes = dict(homes or {})
        self._fits = fitting(program)
        state = State(0, program.layout.zone_count, 0, 0)
        state.n = type(program.dealt.n)("q", seen.numbers) if isinstance(program.dealt.n, array) else list(seen.numbers)
        state.stack = _thawed(seen.frames)
        state.attempts = list(seen.attempts)
        state.result = _thawed(seen.result)
        state.winner = seen.winner
        state.where = list(seen.places)
        state.zones = [cards or () for cards in seen.zones]
        forget(program, state)
        self._game: Game = (program.played_by or Game).placed(None, program, state, list(seen.values))
        self._unseen = [card for card, place in enumerate(seen.places) if place == UNSEEN]
        self._free = _free(seen)
        levels = (self._begins, self._belongs, self._fits_in, self._is_owned)
        self._likely = [  # by how likely it is, of each unseen card the zones in which it may lie
            {card: tuple(zone for zone in self._free if likely(card, zone)) for card in self._unseen}
            for likely in levels
        ]
        self._likely.append(dict.fromkeys(self._unseen, tuple(self._free)))
        self._last: tuple[int, Game] | None = None  # what was imagined last, and of which luck

    def game(self, luck: int) -> Game:
        """A game in such a position. The same luck imagines the same position, and all chance after it."""
        if self._last is None or self._last[0] != luck:
            game = self._game.copy()
            chance = State(0, 0, 0, luck)
            if self._unseen:
                game.lay(*self._laid(chance))
            game.chance(chance.rng)
            self._last = luck, game
        return self._last[1].copy()

    def _laid(self, chance: State) -> tuple[list[int], list[tuple[int, ...]]]:
        """Where cards and in zones which cards lie, when those that are not seen have been laid.

        One level of likelihood comes after the other; then zones are put into an order.
        """
        where, zones = list(self._seen.places), [cards or () for cards in self._seen.zones]
        free = dict(self._free)
        unseen = chance.pick(self._unseen, len(self._unseen))
        for likely in self._likely:
            left = []
            for card in unseen:
                open_zones = [zone for zone in likely[card] if free[zone]]
                if open_zones:
                    zone = open_zones[chance.random(len(open_zones))]
                    free[zone] -= 1
                    where[card] = zone
                else:
                    left.append(card)
            unseen = left
        for card in unseen:
            where[card] = -1
        lying: dict[int, list[int]] = {}
        for card, place in enumerate(where):
            lying.setdefault(place, []).append(card)
        for zone, cards in enumerate(self._seen.zones):
            if cards is None:
                zones[zone] = tuple(chance.pick(lying.get(zone, []), len(where)))
        return where, zones

    def _begins(self, card: int, zone: int) -> bool:
        info, layout = self._layout.cards[card], self._layout
        begins = layout.zone_noun[zone] == info.start and layout.zone_owner[zone] in (-1, info.owner)
        return begins and card not in self._homes

    def _belongs(self, card: int, zone: int) -> bool:
        return self._is_owned(card, zone) and self._fits_in(card, zone)

    def _fits_in(self, card: int, zone: int) -> bool:
        return (self._layout.zone_noun[zone], self._layout.cards[card].kind) in self._fits

    def _is_owned(self, card: int, zone: int) -> bool:
        return self._layout.zone_owner[zone] == self._homes.get(card, self._layout.cards[card].owner)


_fitting: dict[int, frozenset[tuple[str, str]]] = {}


def fitting(program: Program) -> frozenset[tuple[str, str]]:
    """The zones in which cards of a kind come to lie, as (zone, kind): found out once, in games that nobody plays."""
    known = _fitting.get(id(program))
    if known is not None:
        return known
    layout = program.layout
    found: set[tuple[str, str]] = set()
    for seed in range(_TRIED if layout.cards else 0):
        game = Game.new(None, program, seed, log=False)
        draw = State(0, 0, 0, seed).random
        for choice in range(_CHOICES):
            if choice % 4 == 0:
                for zone, cards in enumerate(game.state.zones):
                    found.update((layout.zone_noun[zone], layout.cards[card].kind) for card in cards)
            if not game.values:
                break
            game.step(draw(len(game.values)))
    _fitting[id(program)] = frozenset(found)
    finalize(program, _fitting.pop, id(program), None)
    return _fitting[id(program)]


def _free(seen: Sight) -> dict[int, int]:
    """By hidden zone, how many cards lie there of which the seat does not know which they are."""
    free = {zone: seen.counts[zone] for zone, cards in enumerate(seen.zones) if cards is None and seen.counts[zone]}
    for place in seen.places:
        if place in free:
            free[place] -= 1
    return free


def homes_seen(layout: Layout, seen: Sight) -> dict[int, int]:
    """Of each card that a seat sees, the seat in whose zones it lies, or -1: what a bot remembers of a sight."""
    return {
        card: layout.zone_owner[place] if 0 <= place < layout.zone_count else -1
        for card, place in enumerate(seen.places) if place != UNSEEN
    }  # fmt: skip


def _frozen(value: Any) -> Any:
    """Plain data that cannot be changed: a list becomes ("list", …), so that it can be told from a tuple."""
    if isinstance(value, list):
        return ("list", *map(_frozen, value))
    if isinstance(value, tuple):
        return ("tuple", *map(_frozen, value))
    return value


def _thawed(value: Any) -> Any:
    if isinstance(value, tuple):
        items: Sequence[Any] = [_thawed(item) for item in value[1:]]
        return list(items) if value[0] == "list" else tuple(items)
    return value
