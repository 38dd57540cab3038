"""Tables of the generated module: which things are of a kind, and where zones, pieces and numbers are found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.compiler.ir.expressions import Expr, Lit, Name
from rulewright.compiler.ir.quote import Hole, as_expr, expr
from rulewright.compiler.layout.layout import Layout, by_players
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.module import Module
from rulewright.compiler.source import Source


class Tables:
    """The tables of one program.

    zone_tables: by the constant, see `zone_table`; resources: their numbers, by noun.
    first_player: where the number of the first player lies.
    """

    def __init__(self, source: Source, layout: Layout, module: Module) -> None:
        self._source = source
        self._layout = layout
        self._module = module
        self._members: dict[str, str] = {}
        self.zone_tables: dict[Expr, tuple[int, ...]] = {}
        self.resources = {
            noun: number for number, (noun, entry) in enumerate(
                (noun, entry) for noun, entry in source.nouns.items() if entry.get("type") == "resource"
            )
        }  # fmt: skip
        kept = layout.kept.get(source.first_player)
        self.first_player = layout.reserve(1) if kept is None else kept.first

    def figure(self, table: Any) -> int:
        """A figure of a table by number of players."""
        return by_players(table, self._layout.players)

    def seat_of(self, entry: Mapping[str, Any]) -> int:
        """The seat that a noun with `seat` names."""
        return 0 if entry["seat"] == "first" else self._layout.players - 1

    def domain(self, noun: str) -> Name:
        """All things a noun can name, as a tuple."""
        kind = self._source.type_of(noun)
        entry = self._source.entry(noun)
        base = self.base(noun)
        if entry.get("type") == "role":
            return self.domain(entry["of"])
        if kind == "player":
            return Name("SEATS")
        layout = self._layout
        listed = {"space": layout.spaces_of, "border": layout.borders_of, "card": layout.cards_of}
        if kind in listed:
            return Name(self._module.constant(tuple(listed[kind](base)), "K_" + base))
        if kind == "region":
            ids = [noun] if noun in layout.regions else layout.region_kind.get(base, [])
            return Name(self._module.constant(tuple(layout.regions[i][1] for i in ids), "K_" + base))
        raise refuse(None, f"“{noun}” cannot be gone through one by one")

    def base(self, noun: str) -> str:
        """The kind of thing that a noun names under a condition; any other noun itself."""
        while self._source.entry(noun).get("means") and self._source.entry(noun).get("is"):
            noun = self._source.entry(noun)["is"]
        return noun

    def member(self, noun: str) -> str:
        """A table telling for each card, space or border whether it is one of a kind."""
        if noun not in self._members:
            self._members[noun] = self._member(noun)
        return self._members[noun]

    def _member(self, noun: str) -> str:
        kind, base, layout = self._source.type_of(noun), self.base(noun), self._layout
        if kind == "card":
            chosen = set(layout.cards_of(base))
        elif kind == "border":
            chosen = set(layout.borders_of(base))
        else:
            chosen = set(layout.spaces_of(base))
        of_kind = (number in chosen for number in range(len(layout.names)))
        return self._module.constant((*of_kind, False), f"IS_{noun}")  # -1 is none

    def neighbours(self, noun: str) -> str:
        """Those of a space's neighbours that are of a kind, by space; none of no space."""
        layout = self._layout
        of_kind = self._module.namespace[self.member(noun)]
        near = {a: tuple(b for b in others if of_kind[b]) for a, others in layout.neighbours.items()}
        no_spaces = dict.fromkeys((-1, *layout.borders), ())  # pieces on a border lie next to no space
        return self._module.constant({**near, **no_spaces}, f"NEAR_{noun}")

    def zone_table(self, noun: str) -> Name:
        """The zones that a noun means, by seat: each seat has its own."""
        zones = tuple(self._layout.zone[noun])
        table = Name(self._module.constant(zones, f"Z_{noun}"))
        self.zone_tables[table] = zones
        return table

    def zones_by_seat(self, zones: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        """For each seat the zones that these nouns mean to it, of one that includes others those."""
        rows = []
        nouns = self._source.nouns
        single = [part for zone in zones for part in nouns[zone].get("includes") or [zone]]
        for seat in range(self._layout.players):
            row = []
            for zone in single:
                instances = self._layout.zone[zone]
                row.append(instances[seat] if nouns[zone].get("of") == "player" else instances[0])
            rows.append(tuple(row))
        return tuple(rows)

    def piece_table(self, kind: Hole) -> Expr:
        """Positions of a kind's numbers, by owner and place; of a kind that an expression tells, if need be."""
        match as_expr(kind):
            case Lit(int(number)):
                info = self._layout.piece_kinds[number]
                return Name(self._module.constant(tuple(tuple(row) for row in info.index), f"I_{info.name}"))
            case told:
                return expr("IX[{}]", told)

    def piece_cell(self, kind: Hole, owner: Hole, place: Hole) -> Expr:
        """How many pieces of a kind an owner has at a place."""
        return expr("n[{}[{}][{}]]", self.piece_table(kind), owner, place)
