"""What there is in a position, hidden or not, under the names that scenarios use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property, partial

from rulewright.compiler.layout.layout import as_list
from rulewright.runtime.position import Position
from rulewright.runtime.view import name_of_thing, numbers_of

COMMON = "common"


class Facts:
    """The numbers, zones and pieces of a position, by seat ("1", "2" …, "common").

    Attributes:
        numbers: each worked out when it is asked. zones: ids of components. places: all that can hold pieces.
    """

    def __init__(self, game: Position) -> None:
        self.game = game
        seats = range(game.seats)
        self.owners = [*(str(seat + 1) for seat in seats), COMMON]
        self.zones: dict[str, dict[str, list[str]]] = {owner: {} for owner in self.owners}
        self.pieces: dict[str, dict[str, Counter[str]]] = {owner: {} for owner in self.owners}
        layout, state = game.program.layout, game.state
        self.places = {layout.names[place] for place in (*layout.spaces, *layout.borders)}
        self._of_card = [COMMON] * len(layout.cards)
        lying: dict[int, list[int]] = {}
        for card, place in enumerate(state.where):
            lying.setdefault(place, []).append(card)
        for noun, zones in layout.zone.items():
            for zone in zones:
                owner = self.owners[layout.zone_owner[zone]]
                self._hold(owner, noun, state.zones[zone])
                for card in state.zones[zone]:
                    self._of_card[card] = owner
        for place in layout.spaces:
            self._hold(COMMON, layout.names[place], lying.get(place, []))
        for card, owner in enumerate(self._of_card):
            place = layout.card_place + card
            if layout.names[place] not in self.zones[owner]:  # of several copies the first
                self._hold(owner, layout.names[place], lying.get(place, []))
        for kind in layout.piece_kinds:
            for row, line in enumerate(kind.index if kind.owned else kind.index[:1]):
                for place in kind.places:
                    if line[place] and state.n[line[place]]:
                        for owner in self._owners(row if kind.owned else game.seats, place):
                            here = self.pieces[owner].setdefault(layout.names[place], Counter())
                            here[kind.name] = state.n[line[place]]

    @cached_property
    def numbers(self) -> dict[str, dict[str, Callable[[], int]]]:
        """By owner and name; of a number of several copies of a card also each by itself: `weariness.heron.1`."""
        found = {
            owner: numbers_of(self.game, None if owner == COMMON else seat) for seat, owner in enumerate(self.owners)
        }
        for owner, numbers in found.items():
            for copies in self.copies[owner].values():
                numbers |= copies
        return found

    @cached_property
    def copies(self) -> dict[str, dict[str, dict[str, Callable[[], int]]]]:
        """By owner and name, the numbers that are kept of several copies of a card: by their own names."""
        layout, number, state = self.game.program.layout, self.game.program.number, self.game.state
        found: dict[str, dict[str, dict[str, Callable[[], int]]]] = {owner: {} for owner in self.owners}
        for noun, kept in layout.kept.items():
            players = as_list(layout.nouns[noun].get("of"))[:1] == ["player"]
            if layout.nouns[noun]["type"] != "number" or len(kept.things) != 1 + players:
                continue
            for thing in kept.things[-1]:
                component = name_of_thing(layout, noun, int(players), thing)
                copies = layout.instances(component) if component in self.game.program.ruleset.components else []
                if len(copies) < 2 or thing not in copies:
                    continue
                for seat, owner in enumerate(self.owners):
                    if players == (owner != COMMON):
                        ask = partial(number, noun, state, *([seat] if players else []), thing)
                        name = f"{noun}.{component}"
                        found[owner].setdefault(name, {})[f"{name}.{copies.index(thing)}"] = ask
        return found

    def _hold(self, owner: str, place: str, cards: Iterable[int]) -> None:
        layout = self.game.program.layout
        self.places.add(place)
        self.zones[owner][place] = [layout.cards[card].component for card in cards]

    def _owners(self, row: int, place: int) -> set[str]:
        """Whose a piece is: its owner's; nobody's is also of the seat in whose zone, or on whose card, it lies."""
        layout = self.game.program.layout
        if place < layout.zone_count:
            return {self.owners[layout.zone_owner[place] if row == self.game.seats else row]}
        on_card = {self._of_card[place - layout.card_place]} if place >= layout.card_place else set()
        return {self.owners[row]} | (on_card if row == self.game.seats else set())
