"""What a position is worth to a seat: by the value that the ruleset names, else by the score and pieces on the map."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.program import Program
from rulewright.runtime.game import Game

_WON = 1_000_000.0
"""What a won game is worth."""


class Worth:
    """Judges positions for seats without knowing the game."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._value = program.ruleset.result.get("value")
        self._counters = [] if self._value else _map_counters(program)

    def of(self, game: Game, seat: int) -> float:
        """What a position is worth to a seat: above all whether it has won."""
        if game.winner >= 0:
            return _WON if game.winner == seat else -_WON
        if self._value and not game.values:
            return (_WON if seat in game.winners else -_WON) / len(game.winners)
        return self.of_all(game)[seat]

    def of_all(self, game: Game) -> list[float]:
        """By seat, how far it leads, whether the game is over or not."""
        seats = range(game.seats)
        if self._value:
            values = [game.number_of(self._value, seat) for seat in seats]
            return [float(_lead(values, seat)) for seat in seats]
        scores = game.scores
        if not game.values:
            return [float(_lead(scores, seat)) for seat in seats]
        pieces = [sum(game.state.n[position] for position in positions) for positions in self._counters]
        ties = list(zip(*(game.ties(seat) for seat in seats), strict=True))
        found = []
        for seat in seats:
            shares = (_lead(tie, seat) / (1 + sum(map(abs, tie))) / rank for rank, tie in enumerate(ties, 1))
            found.append(float(_lead(scores, seat) + 0.1 * _lead(pieces, seat) + 0.5 * sum(shares)))
        return found


def _lead(values: Sequence[int], seat: int) -> int:
    """How much more a seat has than the best other seat."""
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - max(others, default=0)


def _map_counters(program: Program) -> list[list[int]]:
    """By seat, where the state counts the pieces of that seat that stand on spaces."""
    layout = program.layout
    return [
        [
            kind.index[seat][space]
            for kind in layout.piece_kinds
            if kind.owned
            for space in layout.spaces
            if kind.index[seat][space]
        ]
        for seat in range(program.players)
    ]
