"""Where it is counted how often the number of certain things was changed for a time: `your rank in that club`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import Layout
from rulewright.language.records import dataclass


@dataclass(frozen=True, slots=True)
class CertainThings:
    """Counters of a sentence: a block for each seat that says it, and in it one for each of the things.

    cells: the first of them; which: of what the number is of, those that are told apart here; starts, sizes: of each
    the first thing, and how many positions its things take.
    """

    cells: int
    which: tuple[int, ...]
    starts: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def block(self) -> int:
        """How many counters each seat has."""
        return prod(self.sizes)

    def at(self, seat: Expr, of: Sequence[Expr]) -> Expr:
        """The position of a counter: of what a seat has said, for the things that the number is of."""
        position = seat
        for number, start, size in zip(self.which, self.starts, self.sizes, strict=True):
            position = expr("{} * {} + ({} - {})", position, size, of[number], start)
        return expr("{} + ({})", self.cells, position)


def reserve(
    layout: Layout, kinds: Sequence[str], which: tuple[int, ...], things: Sequence[Sequence[int]] | None = None
) -> CertainThings:
    """Positions for the counters of a sentence about a number that is of some kinds of things.

    Copies of a card differ where their counters do, which the layout notes. things: those that can be meant, where they
    are not all of each kind.
    """
    things = [layout.things_of(kinds[number]) for number in which] if things is None else things
    starts = tuple(min(some, default=0) for some in things)
    sizes = tuple(max(some, default=0) - start + 1 for some, start in zip(things, starts, strict=True))
    cells = layout.reserve(layout.players * prod(sizes))
    at = [range(layout.players), *map(range, sizes)]
    for number, kind in enumerate((kinds[number] for number in which), 1):
        if layout.type_of(kind) != "card":
            continue
        for cell, position in enumerate(product(*at), cells):
            layout.counted_of.setdefault(starts[number - 1] + position[number], []).append(cell)
    return CertainThings(cells, which, starts, sizes)
