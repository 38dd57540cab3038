"""Words and types of the expressions that ask a state something, and the rooms that write them.

An expression is a tree over a state `s` (its integers as `n`) and changes nothing. What can be shared becomes a
function of the generated module: a condition of the lexicon (`st_…`, `adj_…`, `is_…`, `rel_…`) or a number (`num_…`),
asked for by name and written once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.compiler.expressions.amounts import Amounts
from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.conditions import Conditions
from rulewright.compiler.expressions.filters import Filters
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Name
from rulewright.compiler.scope import refuse

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder


class Expressions:
    """Compiles what asks, for one program."""

    def __init__(self, builder: Builder) -> None:
        self.b = builder
        self.layout = builder.layout
        self.entry = builder.source.entry
        self.type_of = builder.source.type_of
        self.fits = builder.source.fits
        self._fresh = 0
        self.references = References(self)
        self.selections = Selections(self)
        self.pieces = Pieces(self)
        self.amounts = Amounts(self)
        self.filters = Filters(self)
        self.conditions = Conditions(self)

    def fresh(self) -> Name:
        """A variable that nothing else is called."""
        self._fresh += 1
        return Name(f"x{self._fresh}")

    def domain(self, noun: str) -> Name:
        """All things a noun can name, as a tuple."""
        kind = self.type_of(noun)
        entry = self.entry(noun)
        base = noun
        while self.entry(base).get("means") and self.entry(base).get("is"):
            base = self.entry(base)["is"]
        if entry.get("type") == "role":
            return self.domain(entry["of"])
        if kind == "player":
            return Name("SEATS")
        listed = {"space": self.layout.spaces_of, "border": self.layout.borders_of, "card": self.layout.cards_of}
        if kind in listed:
            return Name(self.b.constant(tuple(listed[kind](base)), "K_" + base))
        if kind == "region":
            ids = [noun] if noun in self.layout.regions else self.layout.region_kind.get(base, [])
            return Name(self.b.constant(tuple(self.layout.regions[i][1] for i in ids), "K_" + base))
        raise refuse(None, f"“{noun}” cannot be gone through one by one")
