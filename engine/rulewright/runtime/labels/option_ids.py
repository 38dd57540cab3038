"""Ids of options, cards and places: for programs and journals, stable across languages and runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.compiler.program import Program

COUNTED = "#"
"""Between an id that several options of a decision would have and the number of one that is not the first of them."""


class OptionIds:
    """The ids of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self._option_ids: dict[tuple[int, Any], str] = {}
        self._own: dict[tuple[int, Any], str] = {}  # those that no other option of the block can have
        self._values: dict[tuple[int, str], Any] = {}  # by block and id, the only value that can have it there
        self._shared: dict[int, frozenset[str]] = {}  # by table, the ids that several of its entries or copies have

    def option(self, block: int, value: Any) -> str:
        """An option for programs and journals, stable across languages and runs; of copies each has the same."""
        told = self._option_ids.get((block, value))
        if told is None:
            told = self._option_ids[block, value] = self._option_id(block, value)
            if not self._shares(block, value, told):
                self._values[block, told] = value
                self._own[block, value] = told
        return told

    def known_value(self, block: int, option_id: str) -> Any:
        """A value that had this id in a block before, if no other can have it there; or None."""
        return self._values.get((block, option_id))

    def all(self, block: int, values: Sequence[Any]) -> list[str]:
        """The ids of the options of one decision: where several would have the same, all but the first are counted."""
        seen: Counter[str] = Counter()
        found = []
        for value in values:
            told = self.option(block, value)
            seen[told] += 1
            found.append(told if seen[told] == 1 else f"{told}{COUNTED}{seen[told]}")
        return found

    def among(self, block: int, values: Sequence[Any], number: int) -> str:
        """The id of one of the options of a decision, as `all` has it."""
        told = self._own.get((block, values[number]))
        if told is None:
            self.option(block, values[number])
            told = self._own.get((block, values[number])) or self.all(block, values[: number + 1])[-1]
        return told

    def _shares(self, block: int, value: Any, told: str) -> bool:
        """Whether another option of a block can have this id: a copy, or an ability under the same heading."""
        kind = self.program.decisions[block].kind
        if kind == "pieces":
            return self._is_copy(value[2])
        if kind in ("number", "player", "menu", "region", "card") or value == -1:
            return False
        if kind == "pay" and value[0] != 1:
            return False
        if kind not in ("offer", "entry", "trigger", "pay"):
            return self._is_copy(value)
        table = value[1] if kind == "pay" else value[0]
        if table not in self._shared:
            counts = Counter(
                self._entry_id((table, number, card))
                for number, entry in enumerate(self.program.offers[table]) for card in entry.cards or (-1,)
            )  # fmt: skip
            self._shared[table] = frozenset(name for name, times in counts.items() if times > 1)
        return (told.rpartition(":")[0] if kind == "trigger" else told) in self._shared[table]

    def _is_copy(self, place: int) -> bool:
        """Whether a place is a card of which there are several."""
        card = place - self.layout.card_place
        return card >= 0 and len(self.layout.instances(self.layout.cards[card].component)) > 1

    def _option_id(self, block: int, value: Any) -> str:
        asking = self.program.decisions[block]
        kind = asking.kind
        if value == -1 and kind in ("offer", "entry", "pay", "menu", "card"):
            return {"offer": "end", "entry": "none", "pay": "enough", "menu": "none", "card": "enough"}[kind]
        if kind in ("offer", "entry"):
            return self._entry_id(value)
        if kind == "pay":
            if value[0] == 1:
                return self._entry_id(value[1:])
            _, way, card, amount = value
            source = "" if way < 0 else f":{self._way_id(way)}"
            return f"{self.card(card)}{source}:{amount}"
        if kind == "trigger":
            return f"{self._entry_id(value[:3])}:{value[3]}"
        if kind == "card":
            return self.card(value)
        if kind == "pieces":
            number, owner, place = value
            return f"{self.layout.piece_kinds[number].name}:{owner}:{self.place(place)}"
        if kind in ("number", "player", "menu"):
            return str(value)
        if kind == "region":
            return "-".join(self.layout.names[space] for space in value)
        return self.place(value)

    def card(self, card: int) -> str:
        """A card: its component, and which copy where there are several."""
        component = self.layout.cards[card].component
        copies = self.layout.instances(component)
        return component if len(copies) == 1 else f"{component}.{copies.index(card)}"

    def _entry_id(self, value: Any) -> str:
        table, number, card = value
        entry = self.program.offers[table][number]
        name: str = entry.procedure.name.partition("_")[2]
        if card < 0:
            return name
        # Copies that lie together are offered once, so the component names them.
        where = f":{entry.zone}" if entry.zone else ""
        return f"{self.layout.cards[card].component}:{entry.heading}{where}"

    def place(self, place: int) -> str:
        """A place for programs."""
        if place < self.layout.zone_count:
            owner = self.layout.zone_owner[place]
            return f"{self.layout.zone_noun[place]}.{owner}" if owner >= 0 else self.layout.zone_noun[place]
        return self.layout.names[place]

    def _way_id(self, way: int) -> str:
        """A way to pay for programs: the component that opens it, and which of its ways where it opens several."""
        ways = self.program.ways
        earlier = sum(other.component == ways[way].component for other in ways[:way])
        return f"{ways[way].component}.{earlier}" if earlier else str(ways[way].component)
