"""What does not change in a game: its things, its map, and what the lexicon says of their kinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple

import networkx as nx

from rulewright.language import nodes as N
from rulewright.ruleset.model import Component, Ruleset, Word


class Unclear(Exception):
    """What a text says does not name one known thing, or leaves open what is meant."""


class NotCarried(Exception):
    """A construct that the reference does not carry."""


class Thing(NamedTuple):
    """A thing of a game other than a seat or a number, which are integers.

    type: card, space, border, region, zone or kind (of piece); number: which copy of a card, whose zone (-1: nobody's),
    the worth of a kind.
    """

    type: str
    name: str
    number: int = 0


CORE_WORDS = {  # nouns of the core, and what lexicons write for a slot
    "tile": "card", "amount": "number", "left_neighbour": "player", "right_neighbour": "player",
    "their_left_neighbour": "player", "their_right_neighbour": "player",
}  # fmt: skip


def listed(value: Any) -> list[Any]:
    """A value that may be given alone or in a list."""
    return [] if value is None else list(value) if isinstance(value, list | tuple) else [value]


class World:
    """The things of one ruleset for one number of players, and the words for them."""

    def __init__(self, ruleset: Ruleset, players: int, options: Mapping[str, Any]) -> None:
        self.ruleset = ruleset
        self.players = players
        self.options = dict(options)
        self.seats = range(players)
        self.nouns: dict[str, Any] = dict(ruleset.lexicon.get("nouns") or {})
        self.verbs: dict[str, Any] = dict(ruleset.lexicon.get("verbs") or {})
        self.headings: dict[str, Any] = dict(ruleset.lexicon.get("headings") or {})
        self.adjectives: dict[str, Any] = dict(ruleset.lexicon.get("adjectives") or {})
        self.relations: dict[str, Any] = dict(ruleset.lexicon.get("relations") or {})
        for name in (
            "type_of",
            "base",
            "kinds_of",
            "fits",
            "is_kind",
            "everything",
            "copies",
            "owned",
            "can_lie",
            "zone",
            "lies_about",
        ):
            setattr(self, name, cache(getattr(self, name)))  # nothing here changes in a game
        self._make_map()
        self._make_cards()
        self._make_pieces()
        self.rank = {thing: number for number, thing in enumerate((*self.spaces, *self.cards))}

    # ------------------------------------------------------------ words

    def word(self, section: str, name: str) -> Word:
        """An entry of the lexicon with its trees."""
        return self.ruleset.words[section][name]

    def entry(self, noun: str) -> Mapping[str, Any]:
        """An entry of a noun as written; empty for the core's own."""
        return self.nouns.get(noun) or {}

    def type_of(self, noun: str) -> str:
        """What kind of value a noun names: player, card, space, border, region, zone, piece, number, resource, word."""
        kind = self.entry(noun).get("type")
        if kind == "role":
            return self.type_of(self.entry(noun)["of"])
        if kind is not None:
            return str(kind)
        if noun in CORE_WORDS:
            return CORE_WORDS[noun]
        return noun if noun in ("player", "card", "space", "border", "number", "region", "zone") else "word"

    def base(self, noun: str) -> str:
        """The noun whose things this one picks from: of a role what it is of, of a noun with a condition what it is."""
        entry = self.entry(noun)
        if entry.get("type") == "role":
            return self.base(entry["of"])
        return self.base(entry["is"]) if entry.get("means") and entry.get("is") else noun

    def kinds_of(self, noun: str) -> frozenset[str]:
        """A noun and every noun that is a kind of it."""
        found, kinds = {noun}, {n: e["is"] for n, e in self.nouns.items() if e.get("is") and not e.get("means")}
        while more := {n for n, of in kinds.items() if of in found} - found:
            found |= more
        return frozenset(found)

    def fits(self, noun: str, wanted: str) -> bool:
        """Whether what is called by one noun can be meant by another."""
        entry = self.entry(noun)
        parent = entry.get("of") if entry.get("type") == "role" else entry.get("is")
        return wanted in (noun, self.type_of(noun)) or bool(parent and parent != noun and self.fits(parent, wanted))

    # ------------------------------------------------------------ map

    def _make_map(self) -> None:
        printed = self.ruleset.map
        elsewhere = any(self._by_option(space.attributes) for space in printed.spaces.values())
        here = {s.id: s for s in printed.spaces.values() if self._is_there(s.attributes, elsewhere)}
        self.spaces = [Thing("space", name) for name in here]
        self.borders: list[Thing] = []
        self.ends: dict[Thing, tuple[Thing, Thing]] = {}
        self.border_between: dict[frozenset[Thing], Thing] = {}
        self.attributes: dict[Thing, Mapping[str, Any]] = {}
        self.kind: dict[Thing, str] = {}
        self.graph: nx.Graph[Thing] = nx.Graph()
        self.crossings: list[Thing] = []  # borders that join their ends at times only
        for space in self.spaces:
            self.kind[space], self.attributes[space] = here[space.name].kind, here[space.name].attributes
            self.graph.add_node(space)
        for pair in printed.adjacent:
            if here.keys() >= set(pair):
                self.graph.add_edge(*(Thing("space", end) for end in pair))
        for border in printed.borders.values():
            if not here.keys() >= set(border.between):
                continue
            thing = Thing("border", border.id)
            first, second = (Thing("space", end) for end in border.between)
            self.borders.append(thing)
            self.ends[thing] = (first, second)
            self.border_between[frozenset((first, second))] = thing
            self.kind[thing], self.attributes[thing] = border.kind, border.attributes
            if self.entry(border.kind).get("joins"):
                self.crossings.append(thing)
                if self.graph.has_edge(first, second) and list(border.between) not in map(list, printed.adjacent):
                    self.graph.remove_edge(first, second)
            else:
                self.graph.add_edge(first, second)
        self.regions = {r.id: tuple(Thing("space", s) for s in r.spaces if s in here) for r in printed.regions.values()}
        self.region_kind = {r.id: r.kind for r in printed.regions.values()}
        self.ahead = {
            (Thing("space", one), number): Thing("space", other)
            for (one, other), number in printed.directions.items() if here.keys() >= {one, other}
        }  # fmt: skip
        self.cell = {Thing("space", name): cell for name, cell in printed.cells.items() if name in here}
        self.space_at = {(grid, place): space for space, (grid, place, _) in self.cell.items()}

    def _by_option(self, attributes: Mapping[str, Any]) -> bool:
        """Whether an option chooses a space."""
        chosen = attributes.get("by option")
        return bool(chosen and self.players in chosen["players"] and self.options.get(chosen["option"]))

    def _is_there(self, attributes: Mapping[str, Any], elsewhere: bool) -> bool:
        """Whether a space is there with these players; elsewhere: whether an option has chosen another map."""
        if "players" not in attributes and "by option" not in attributes:
            return True
        return self._by_option(attributes) or (not elsewhere and self.players in attributes.get("players", ()))

    # ------------------------------------------------------------ tiles

    def _said_of(self, card: Thing, key: str) -> str:
        """What the lexicon says of a kind of card, or of what it is a kind of."""
        noun = self.kind[card]
        while noun and key not in self.entry(noun):
            noun = self.entry(noun).get("is") or ""
        return str(self.entry(noun).get(key, ""))

    def laid(self, tile: Thing | None, at: Thing | None, times: int) -> dict[Thing, Mapping[str, Any]]:
        """What a tile prints on each space under it when its first cell lies at a space, turned clockwise so often.

        A cell that lies on no space is left out; a tile that is not there lies nowhere.
        """
        if tile is None or at not in self.cell:
            return {}
        cells = self._said_of(tile, "cells")
        shape = self.component[self.attributes[tile][self._said_of(tile, "shape")]].attributes[cells]
        grid, (x, y), turns = self.cell[at]
        found = {}
        for cell, printed in self.attributes[tile][cells].items():
            right, down = shape[cell]
            for _ in range(times % turns):  # a sixth or a fourth of a whole turn
                right, down = -down, right + down if turns == 6 else right
            if space := self.space_at.get((grid, (x + right, y + down))):
                found[space] = printed
        return found

    # ------------------------------------------------------------ cards

    def _make_cards(self) -> None:
        self.cards: list[Thing] = []
        self.owner: dict[Thing, int] = {}  # of a card that belongs to a seat's own set; -1 for the others
        self.component: dict[str, Component] = {}
        for component in self.ruleset.components.values():
            if component.later:
                continue
            self.component[component.id] = component
            copies = component.copies.get(self.players, component.copies.get(0, 0))
            owners = list(self.seats) if component.per_player else [-1]
            for number, owner in enumerate(owner for owner in owners for _ in range(copies)):
                card = Thing("card", component.id, number)
                self.cards.append(card)
                self.owner[card] = owner
                self.kind[card], self.attributes[card] = component.kind, component.attributes

    def copies(self, component: str) -> list[Thing]:
        """The cards of a component."""
        return [card for card in self.cards if card.name == component]

    def everything(self, noun: str) -> list[Any]:
        """All things that a noun can name, in the order in which the ruleset lists them."""
        base, kind = self.base(noun), self.type_of(noun)
        if kind == "player":
            return list(self.seats)
        if kind == "region":
            ids = [base] if base in self.regions else [r for r, k in self.region_kind.items() if k == base]
            return [Thing("region", name) for name in ids]
        pools: dict[str, Iterable[Thing]] = {"card": self.cards, "space": self.spaces, "border": self.borders}
        if kind not in pools:
            raise NotCarried(f"all things called {noun}")
        return [thing for thing in pools[kind] if self.is_kind(thing, base)]

    def in_order(self, things: Iterable[Thing], noun: str) -> list[Thing]:
        """Those of some cards or spaces that a noun can name, in the order in which the ruleset lists them."""
        return sorted((thing for thing in things if self.is_kind(thing, noun)), key=self.rank.__getitem__)

    def is_kind(self, thing: Thing, noun: str) -> bool:
        """Whether a card, space or border is one of a kind."""
        base = self.base(noun)
        if base == "tile" and base not in self.nouns:  # the core's own word for a card
            base = "card"
        return base == thing.type or self.kind[thing] in self.kinds_of(base) or self._is_named(thing, base)

    def _is_named(self, thing: Thing, noun: str) -> bool:
        """Whether a card is the one that has a noun of its own."""
        return thing.type == "card" and thing.name == noun and self.type_of(noun) == "card"

    def lies_about(self, card: Thing) -> bool:
        """Whether a card can lie on spaces or other cards."""
        noun = self.kind[card]
        while noun and not self.entry(noun).get("in"):
            noun = self.entry(noun).get("is") or ""
        return bool(noun)

    def space_on(self, card: Thing) -> Thing | None:
        """The space that a card carries as an attribute."""
        names = [v for v in self.attributes[card].values() if isinstance(v, str) and Thing("space", v) in self.kind]
        return Thing("space", names[0]) if names else None

    # ------------------------------------------------------------ zones

    def zones(self, noun: str) -> list[Thing]:
        """The zones that a noun stands for, of all seats."""
        found = []
        for part in self.entry(noun).get("includes") or [noun]:
            owners = self.seats if self.entry(part).get("of") == "player" else [-1]
            found += [Thing("zone", part, owner) for owner in owners]
        return found

    def zone(self, noun: str, seat: int) -> Thing:
        """A zone of a seat, or of nobody."""
        return Thing("zone", noun, seat if self.entry(noun).get("of") == "player" else -1)

    @cached_property
    def all_zones(self) -> list[Thing]:
        """Every zone."""
        names = [n for n, e in self.nouns.items() if e.get("type") == "zone" and not e.get("includes")]
        return [zone for name in names for zone in self.zones(name)]

    # ------------------------------------------------------------ pieces

    def _make_pieces(self) -> None:
        self.piece_kinds: dict[str, list[Thing]] = {}
        own: dict[str, list[Thing]] = {}
        nouns = [noun for noun, entry in self.nouns.items() if entry.get("type") == "piece"]
        for noun in nouns:
            entry = self.nouns[noun]
            several = not entry.get("supply") and len(self.kinds_of(noun)) > 1  # a word for several kinds
            own[noun] = [] if several else [Thing("kind", noun, worth) for worth in entry.get("worth") or [0]]
        for noun in nouns:
            others = [other for other in nouns if other != noun and other in self.kinds_of(noun)]
            self.piece_kinds[noun] = own[noun] + [kind for other in others for kind in own[other]]
        self.all_kinds = [kind for noun in nouns for kind in own[noun]]

    def owned(self, kind: Thing) -> bool:
        """Whether pieces of a kind belong to seats."""
        return bool(self.nouns[kind.name].get("owned"))

    def can_lie(self, kind: Thing, place: Thing) -> bool:
        """Whether a piece of a kind can be somewhere."""
        for noun in listed(self.nouns[kind.name].get("in")):
            if self.entry(noun).get("type") == "zone":
                if place.type == "zone" and place.name == noun:
                    return True
            elif place.type != "zone" and self.type_of(noun) == place.type and self.is_kind(place, noun):
                return True
        return False

    def kind_id(self, kind: Thing) -> str:
        """What a kind of piece is called in options."""
        return f"{kind.name}_{kind.number}" if kind.number else kind.name

    def place_id(self, place: Thing) -> str:
        """What a place is called in options."""
        if place.type == "zone" and place.number >= 0:
            return f"{place.name}.{place.number}"
        if place.type == "region":
            return "-".join(space.name for space in self.regions[place.name])
        return place.name

    def card_id(self, card: Thing) -> str:
        """What a card is called in options."""
        return card.name if len(self.copies(card.name)) == 1 else f"{card.name}.{card.number}"

    def figure(self, table: Any) -> int:
        """A figure that may be a table by number of players, or "unlimited"."""
        if table == "unlimited":
            return 10**6
        if not isinstance(table, Mapping):
            return int(table)
        for key in (self.players, str(self.players), 0, "0"):
            if key in table:
                return int(table[key])
        return 0

    def value_named(self, noun: str, value: Any) -> int:
        """An attribute as a number: itself, or the place of its name among the noun's values; 0 for none."""
        values = self.entry(noun).get("values") or []
        if value is None:
            return 0
        return values.index(value) + 1 if value in values else int(value)


def rebuilt(node: Any, old: N.Node, new: N.Node) -> Any:
    """A tree with one node exchanged for another."""
    if node is old:
        return new
    if isinstance(node, tuple):
        return tuple(rebuilt(part, old, new) for part in node)
    if not isinstance(node, N.Node):
        return node
    return type(node)(**{name: rebuilt(getattr(node, name), old, new) for name in node.__dataclass_fields__})
