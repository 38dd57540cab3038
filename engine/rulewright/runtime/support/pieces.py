"""Moving pieces, and keeping the aggregates that are made of their numbers."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.layout.layout import Layout, by_players
from rulewright.compiler.program import Program
from rulewright.runtime.state import State
from rulewright.runtime.support.notes import Notes


def piece_functions(program: Program, notes: Notes) -> dict[str, Any]:
    """`MOVE_PIECES`, `TALLY` and `FILL`, with `IX`: where the numbers of pieces stand by kind, owner and place."""
    layout, players = program.layout, program.players
    index = [tuple(tuple(row) for row in kind.index) for kind in layout.piece_kinds]
    forget, piece_readers = notes.forget, notes.of_pieces
    made, fed = program.sums
    holding = holdings(layout)

    def tally(s: State, cell: int, by: int | None = None) -> None:
        """Change whatever a number is added up in (see `compiler/passes/aggregates.py`), or add it up anew."""
        for at, times in fed.get(cell, ()):
            s.tallies[at] = sum([s.n[cell] for cell in made[at]]) if by is None else s.tallies[at] + by * times

    def move_pieces(s: State, kind: int, owner: int, source: int, target: int, count: int, actor: int) -> None:
        """Move pieces: in a seat's zone they are that seat's, in a common one nobody's.

        Elsewhere they stay whose they are, and nobody's become the actor's.
        """
        table = index[kind]
        to = owner
        if not table[to][target]:
            holder = layout.zone_owner[target] if target < layout.zone_count else actor
            to = players if table[players][target] else holder
        a, b = table[owner][source], table[to][target]
        if not a or not b:
            raise AssertionError(f"{layout.piece_kinds[kind].name} cannot lie there")
        s.n[a] -= count
        s.n[b] += count
        tally(s, a, -count)
        tally(s, b, count)
        forget(s, piece_readers[kind])

    def fill(s: State, card: int) -> None:
        """Put on a card the pieces that it begins with."""
        for kind, amount in holding[card]:
            for place in layout.piece_kinds[kind].places:
                if place < layout.zone_count and layout.zone_owner[place] < 0:
                    move_pieces(s, kind, players, place, layout.card_place + card, amount, 0)
                    break

    return {"MOVE_PIECES": move_pieces, "TALLY": tally, "FILL": fill, "IX": index}


def holdings(layout: Layout) -> list[list[tuple[int, int]]]:
    """For each card the pieces that `FILL` puts on it: (kind, number)."""
    by_name = {kind.name: number for number, kind in enumerate(layout.piece_kinds)}
    table = []
    for card in layout.cards:
        row = []
        for piece, figures in card.holds.items():
            row.append((by_name[piece], by_players(figures, layout.players)))
        table.append(row)
    return table
