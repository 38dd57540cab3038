"""The things of which something speaks that holds for a time, and how often it was said of each.

`Choose a field. Until the start of your next turn, whenever another player builds in that field, …`: it is kept which
field, for each time that it is said. Counters, one for each player and field, tell how often it holds.
"""

from __future__ import annotations

from itertools import product
from math import prod

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.certain_things import CertainThings
from rulewright.language.records import dataclass
from rulewright.meaning.resolution import Key


@dataclass(frozen=True, slots=True)
class KeptThings:
    """The things of which a sentence speaks that holds for a time.

    at: its counters; keys, nouns, types: of each thing; words: which word of the sentence means it, as they are walked;
    this: which of them is the card with the text, or -1; lies: the first position of where the cards lay when it was
    said, in the order of the counters, or 0 where the sentence itself tells where they must lie, or moves none.
    The same sentence in another text has the same counters, and other keys.
    """

    at: CertainThings
    keys: tuple[Key, ...]
    nouns: tuple[str, ...]
    types: tuple[str, ...]
    words: tuple[int, ...]
    this: int = -1
    lies: int = 0

    @property
    def card(self) -> int:
        """Which of the things is a card; -1 where none is."""
        return self.types.index("card") if "card" in self.types else -1

    @property
    def listeners(self) -> tuple[int, ...]:
        """What stands in the place of a card where each combination listens by itself: -1 is no card at all."""
        return tuple(-2 - number for number in range(self.at.block))

    def named(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """The things of each combination, with their types; a value with the number of which it is one."""
        each = [range(start, start + size) for start, size in zip(self.at.starts, self.at.sizes, strict=True)]
        told = [noun if kind == "number" else kind for noun, kind in zip(self.nouns, self.types, strict=True)]
        return tuple(tuple(zip(told, things, strict=True)) for things in product(*each))

    @staticmethod
    def number_of(listener: Expr) -> Expr:
        """Which combination it is that listens."""
        return expr("(-2 - {})", listener)

    def counter(self, seat: Expr, number: Expr) -> Expr:
        """How often a seat has said it of a combination of things."""
        return expr("n[{} + {} * {} + {}]", self.at.cells, seat, self.at.block, number)

    def lying(self, counter: Expr) -> Expr:
        """Where the card lay when it was said; counter: the position of how often that was."""
        return expr("n[{} + {}]", counter, self.lies - self.at.cells)

    def lay(self, seat: Expr, number: Expr) -> Expr:
        """Where the card of a combination lay when a seat said it."""
        return expr("n[{} + {} * {} + {}]", self.lies, seat, self.at.block, number)

    def things(self, number: Expr) -> list[Expr]:
        """The things of a combination."""
        found = []
        for place, (start, size) in enumerate(zip(self.at.starts, self.at.sizes, strict=True)):
            after = prod(self.at.sizes[place + 1 :])
            thing = expr("{} // {}", number, after) if after > 1 else number
            thing = expr("({}) % {}", thing, size) if place else thing
            found.append(expr("({} + {})", thing, start) if start else expr("({})", thing))
        return found
