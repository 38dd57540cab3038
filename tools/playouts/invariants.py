"""What must hold in every position of every game, whatever its rules are."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rulewright.compiler.layout.layout import as_list
from rulewright.runtime.game import Game


class Invariants:
    """Watches one game from its first decision on; `broken` tells what is wrong with the present position.

    Pieces are neither made nor lost: of each kind there are as many as at the start, and a seat keeps its own unless
    the kind has a common stock. Each card lies in one zone, once. No count is negative. A zone with a limit does not
    grow beyond it. What may be chosen are several different things.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        layout = game.program.layout
        self.pieces: list[tuple[str, list[int]]] = []
        for kind in layout.piece_kinds:
            rows = kind.index[:1] if not kind.owned else kind.index
            common = kind.owned and any(kind.index[layout.players])
            places = [[position for position in row if position] for row in rows]
            if common or not kind.owned:
                self.pieces.append((kind.name, [position for row in places for position in row]))
            else:
                self.pieces += [(f"{kind.name} of seat {seat}", row) for seat, row in enumerate(places) if row]
        self.numbers = sorted({position for _, positions in self.pieces for position in positions})
        self.numbers += [first + seat for first in layout.held.values() for seat in range(layout.players)]
        self.limits = [
            (zone, entry["limit"]) for noun, entry in layout.nouns.items() if entry.get("limit")
            if as_list(layout.nouns[entry["limit"]].get("of")) == ["player"] for zone in layout.zone.get(noun, ())
        ]  # fmt: skip
        self.totals = self._totals()
        self.cards = self._cards()
        self.sizes = self._sizes()

    def _totals(self) -> list[int]:
        n = self.game.state.n
        return [sum(n[position] for position in positions) for _, positions in self.pieces]

    def _cards(self) -> set[int]:
        state = self.game.state
        return {card for zone in state.zones for card in zone} | set(self._apart())

    def _apart(self) -> list[int]:
        """The cards that lie on spaces and cards."""
        state = self.game.state
        return [card for card, place in enumerate(state.where) if place >= len(state.zones)]

    def _sizes(self) -> list[int]:
        return [len(self.game.state.zones[zone]) for zone, _ in self.limits]

    def broken(self) -> Iterator[str]:
        """What is wrong with the present position, in words."""
        yield from self._broken_pieces()
        yield from self._broken_cards()
        yield from self._broken_decision()

    def _broken_pieces(self) -> Iterator[str]:
        n = self.game.state.n
        if min(n[position] for position in self.numbers) < 0:
            yield f"fewer than no pieces: {self._where_negative()}"
        for (name, _), before, now in zip(self.pieces, self.totals, self._totals(), strict=True):
            if before != now:
                yield f"{now} {name} instead of {before}"
        if self.game.state.tallies != self.game.program.sums.of(n):
            yield "a tally is not the sum of what lies there"

    def _where_negative(self) -> str:
        layout, n = self.game.program.layout, self.game.state.n
        found = [
            f"{kind.name} at {layout.names[place]}" for kind in layout.piece_kinds for row in kind.index
            for place, position in enumerate(row) if position and n[position] < 0
        ]  # fmt: skip
        found += [noun for noun, first in layout.held.items() if min(n[first : first + layout.players]) < 0]
        return ", ".join(dict.fromkeys(found))

    def _broken_cards(self) -> Iterator[str]:
        state = self.game.state
        names = [card.component for card in self.game.program.layout.cards]
        held = sum(map(len, state.zones)) + len(self._apart())
        if held != len(self.cards) or self._cards() != self.cards:
            yield "cards were made, lost or doubled"
        for zone, cards in enumerate(state.zones):
            for card in cards:
                if state.where[card] != zone:
                    yield f"{names[card]} lies where it does not know"

    def beyond_limits(self) -> Iterator[str]:
        """The zones that grew beyond their limits since the last time; to be asked after every decision.

        A limit may fall below what lies in its zone already, so that only what is put there breaks it.
        """
        program, state = self.game.program, self.game.state
        sizes = self._sizes()
        for (zone, limit), before, now in zip(self.limits, self.sizes, sizes, strict=True):
            if now > before and now > (most := program.number(limit, state, program.layout.zone_owner[zone])):
                where = f"{program.layout.names[zone]} of seat {program.layout.zone_owner[zone]}"
                yield f"{now} cards in {where}, whose limit is {most}"
        self.sizes = sizes

    def _broken_decision(self) -> Iterator[str]:
        decision = self.game.decision
        if decision is None:
            if self.game.end_reason is None:
                yield "nothing to choose, and the game is not over"
            return
        if not 0 <= decision.seat < self.game.seats:
            yield f"seat {decision.seat} is to choose"
        ids = [option.id for option in decision.options]
        if len(ids) < 2:
            yield f"a choice among {len(ids)}"
        if len(set(ids)) != len(ids):
            twice = sorted({name for name in ids if ids.count(name) > 1})
            yield f"options with the same id: {', '.join(twice[:5])}"


def saves(game: Game) -> bool:
    """Whether the position that was saved and restored is the same, and goes on alike."""
    data = json.loads(json.dumps(game.save()))
    other = Game.restore(game.rules, data)
    return other.hash() == game.hash() and other.values == game.values
