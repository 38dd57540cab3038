"""Three cards' worth of Mythotopia written by hand, on the engine's own states.

It is what a careful programmer would write who knows the game and nothing else: positions looked up beforehand, no
generality, no checks that these cards do not need.
"""

from __future__ import annotations

from rulewright.compiler.layout.layout import Layout
from rulewright.runtime.state import State


class Mythotopia:
    """The cards Providence and Marauders, and the combat strength with all that changes it."""

    def __init__(self, layout: Layout) -> None:
        self.seats = range(layout.players)
        pieces = {kind.name: kind.index for kind in layout.piece_kinds}
        zone = layout.zone
        self.opening = layout.held["opening"]
        self.draw_pile, self.hand, self.discard = zone["draw_pile"], zone["hand"], zone["discard_pile"]
        self.reserve, self.play_area = zone["reserve"], zone["play_area"]
        self.army, self.mercenary, self.ship = pieces["army"], pieces["mercenary"], pieces["ship"]
        self.town, self.city, self.citadel = pieces["town"], pieces["city"], pieces["citadel"]
        self.castle = pieces["castle"][0]
        self.army_kind = next(n for n, kind in enumerate(layout.piece_kinds) if kind.name == "army")
        self.stock = zone["stock"]
        self.provinces = layout.spaces_of("province")
        self.rugged = {p for p in self.provinces if layout.attributes[p].get("rugged")}
        seas = set(layout.spaces_of("sea_area"))
        self.seas = {p: [n for n in layout.neighbours[p] if n in seas] for p in self.provinces}
        self.cavalry, self.limes, self.ranger = (layout.instances(card)[0] for card in ("cavalry", "limes", "ranger"))

    def combat_strength(self, s: State, seat: int, province: int) -> int:
        n = s.n
        army = n[self.army[seat][province]]
        strength = army + n[self.mercenary[seat][province]]
        ship = self.ship[seat]
        for sea in self.seas[province]:
            strength += n[ship[sea]]
        reserve = self.reserve[seat]
        if n[self.town[seat][province]] or n[self.city[seat][province]] or n[self.citadel[seat][province]]:
            if n[self.castle[province]] or any(n[self.citadel[other][province]] for other in self.seats):
                strength += 2
            if province in self.rugged:
                strength += 1
            if s.where[self.limes] == reserve:
                strength += 1
        elif army:
            if s.where[self.cavalry] == reserve:
                strength += 1
            if province in self.rugged and s.where[self.ranger] == reserve:
                strength += 1
        return strength

    def free_action(self, s: State, seat: int, card: int) -> None:
        """What every free action begins with: it ends the opening of the turn, and the card is played."""
        opening = self.opening + seat
        s.n[opening] = max(0, s.n[opening] - 1)
        s.move(card, self.play_area[seat])

    def end_of_action(self, s: State, seat: int) -> None:
        area, discard = self.play_area[seat], self.discard[seat]
        for card in s.zones[area]:
            s.move(card, discard)

    def providence(self, s: State, seat: int, card: int) -> None:
        self.free_action(s, seat, card)
        pile, hand, discard = self.draw_pile[seat], self.hand[seat], self.discard[seat]
        for _ in range(2):
            if not s.zones[pile]:
                if not s.zones[discard]:
                    break
                s.take_all(discard, pile)
                s.shuffle(pile)
            s.move(s.zones[pile][-1], hand)
        self.end_of_action(s, seat)

    def marauders(self, s: State, seat: int, card: int) -> list[tuple[int, int, int]]:
        """Begin, and list the armies that may be returned."""
        self.free_action(s, seat, card)
        n, kind = s.n, self.army_kind
        found = []
        for owner in self.seats:
            row = self.army[owner]
            found += [(kind, owner, province) for province in self.provinces if n[row[province]]]
        return found

    def marauders_take(self, s: State, seat: int, choice: tuple[int, int, int]) -> None:
        _, owner, province = choice
        row = self.army[owner]
        s.n[row[province]] -= 1
        s.n[row[self.stock[owner]]] += 1
        self.end_of_action(s, seat)
