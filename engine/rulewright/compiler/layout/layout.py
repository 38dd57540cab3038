"""Where everything of a game stands in the state's flat lists, for one ruleset and number of players.

Places (zones, spaces, borders, cards) share one numbering, so that pieces can lie on any of them: zones come first and
are their own index in `State.zones`, then spaces, borders and cards. Seats are numbered by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

from rulewright.compiler.layout.tiles import Tiles
from rulewright.ruleset.game_map import GameMap

Raw = dict[str, Any]


UNLIMITED = 10**6  # pieces that lie where there are as many as are needed
MOST_VALUES = 30
"""The highest and the lowest value of a number of which one can be chosen are no further apart."""


def by_players(value: Any, players: int, default: int = 0) -> int:
    """A figure that may be a table by number of players, or "unlimited"."""
    if value == "unlimited":
        return UNLIMITED
    if isinstance(value, Mapping):
        return int(value.get(players, value.get(str(players), value.get(0, default))))
    return int(value)


def as_list(value: Any) -> list[Any]:
    """A value that may be given alone or in a list."""
    return [] if value is None else value if isinstance(value, list) else [value]


def value_of(value: Any, names: list[str]) -> int:
    """An attribute as a number: itself, or the place of its name among the names of values; 0 for none."""
    if value is None:
        return 0
    return names.index(value) + 1 if names and value in names else int(value)


def is_of_player(entry: Raw) -> bool:
    """Whether a noun is a number of each player that is made of something (and has a meaning yet)."""
    plain = not entry.get("attribute") and not entry.get("later")
    return entry.get("type") == "number" and as_list(entry.get("of")) == ["player"] and plain


def reaches(relation: Raw) -> bool:
    """Whether what a relation reaches from somewhere can be listed: step by step, through spaces, ahead, by a tile."""
    return any(key in relation for key in ("closure", "through", "direction", "tile"))


@dataclass(slots=True)
class CardInfo:
    """One card of the box: an instance of a component."""

    component: str
    kind: str
    attributes: Raw
    owner: int  # the seat whose set it belongs to, or -1
    start: str
    holds: Raw


@dataclass(slots=True)
class PieceKind:
    """A kind of piece. index[owner][place] is its number's position in `State.n`; 0 where it cannot lie."""

    name: str
    noun: str
    owned: bool
    worth: int
    index: list[list[int]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    unlimited: frozenset[str] = frozenset()  # the zones in which there are as many as are needed

    def endless(self, layout: Layout, place: int) -> bool:
        """Whether there are as many in a place as are needed, so that nobody counts them."""
        return place < layout.zone_count and layout.zone_noun[place] in self.unlimited


@dataclass(slots=True)
class Kept:
    """A number or thing that the state keeps: one integer for each combination of the things it is of.

    A thing is a seat, place or card, -1 for none.

    things: for each of them what it can be, in the order of the cells (seats, places or cards).
    """

    first: int
    things: list[list[int]]
    starts: list[int]
    names: list[str]  # of its values, from 1; [] for a plain number

    def cell(self, *things: int) -> int:
        """The position of the number of these things."""
        at = 0
        for thing, among in zip(things, self.things, strict=True):
            at = at * len(among) + among.index(thing)
        return self.first + at


class Layout:
    """Numbers for seats, places, pieces and counters.

    nouns: the lexicon's nouns as read. The source has the components as read from the ruleset, and its map.
    """

    def __init__(self, source: Any, players: int, options: Mapping[str, Any]) -> None:
        self.players = players
        self.options = options
        self.nouns: dict[str, Raw] = source.nouns
        self._kinds: dict[str, frozenset[str]] = {}
        self._kinds_told: dict[str, list[str]] = {}  # by noun, those that the lexicon says are kinds of it
        for kind, entry in self.nouns.items():
            if entry.get("is") and not entry.get("means"):
                self._kinds_told.setdefault(entry["is"], []).append(kind)
        self._cards_of: dict[str, list[int]] = {}
        self._kept_for: dict[str, list[tuple[str, Kept]]] = {}
        self._cells_at: dict[int, list[tuple[PieceKind, int, int]]] = {}
        self.counted_of: dict[int, list[int]] = {}  # by card, positions that count what is said of it for a time
        self.names: list[str] = []  # of places
        self.ids: dict[str, int] = {}  # spaces by id
        self.size = 1  # position 0 of State.n is always 0
        self.rows: list[int] = []  # where each reserved row of it begins
        self._zones()
        board: GameMap = source.map.here(players, options)
        self._spaces(board)
        self._cards(source)
        self._pieces()
        self.tiles = Tiles(self, board.cells)
        self.held: dict[str, int] = {}
        for noun, entry in self.nouns.items():
            if entry.get("type") == "resource" and entry.get("held"):
                self.held[noun] = self.reserve(players)
        self._kept()
        self.flags: list[tuple[str, int, str]] = []  # (limit, position, what) for each use that is counted

    def held_kinds(self, noun: str) -> list[str]:
        """The kinds of a resource of which seats hold each by itself; none where it has no kinds."""
        kinds = self.kinds(noun)
        return [kind for kind in self.held if kind != noun and kind in kinds]

    def reserve(self, count: int) -> int:
        """Positions for `count` more integers; the first of them."""
        first = self.size
        self.size += count
        self.rows.append(first)
        return first

    # ------------------------------------------------------------ zones, spaces, cards

    def kept_for(self, kind: str) -> list[tuple[str, Kept]]:
        """What is kept for each thing of one kind, by nouns."""
        if kind not in self._kept_for:
            some = ((noun, kept, as_list(self.nouns[noun].get("of"))) for noun, kept in self.kept.items())
            self._kept_for[kind] = [
                (noun, kept) for noun, kept, of in some
                if len(of) == 1 and self.type_of(of[0]) == kind
            ]  # fmt: skip
        return self._kept_for[kind]

    def cells_at(self, place: int) -> list[tuple[PieceKind, int, int]]:
        """Where the pieces in a place are counted, endless ones left out: kind, row, position."""
        if place not in self._cells_at:
            self._cells_at[place] = [
                (kind, row, kind.index[row][place])
                for kind in self.piece_kinds if not kind.endless(self, place)
                for row in range(self.players + 1 if kind.owned else 1) if kind.index[row][place]
            ]  # fmt: skip
        return self._cells_at[place]

    def _zones(self) -> None:
        self.zone: dict[str, list[int]] = {}  # by seat, or one
        for noun, entry in self.nouns.items():
            if entry.get("type") != "zone" or entry.get("includes"):
                continue
            owners = range(self.players) if entry.get("of") == "player" else [-1]
            self.zone[noun] = []
            for _ in owners:
                self.zone[noun].append(len(self.names))
                self.names.append(noun)
        self.zone_count = len(self.names)
        self.zone_noun = list(self.names)
        self.zone_owner = [-1] * self.zone_count
        for instances in self.zone.values():
            if len(instances) > 1:
                for seat, zone in enumerate(instances):
                    self.zone_owner[zone] = seat

    def includes(self, noun: str) -> list[str]:
        """The zones that a zone noun stands for."""
        return list(self.nouns[noun].get("includes") or [noun])

    def _spaces(self, board: GameMap) -> None:
        """Number the spaces and borders of the map that this game is played on."""
        self.space_kind: dict[str, list[int]] = {}
        self.attributes: dict[int, Raw] = {}
        first = len(self.names)
        for space in board.spaces.values():
            self.ids[space.id] = len(self.names)
            self.attributes[len(self.names)] = {
                **space.attributes, "id": space.id, "kind": space.kind, "name": space.name,
            }  # fmt: skip
            self.space_kind.setdefault(space.kind, []).append(len(self.names))
            self.names.append(space.id)
        self.spaces = range(first, len(self.names))
        self._borders(board)
        neighbours: dict[int, set[int]] = {space: set() for space in self.spaces}
        for one, other in board.adjacent:
            neighbours[self.ids[one]].add(self.ids[other])
            neighbours[self.ids[other]].add(self.ids[one])
        self.neighbours = {space: tuple(sorted(others)) for space, others in neighbours.items()}
        self.ahead = {  # by space and direction: the neighbour there
            (self.ids[one], number): self.ids[other] for (one, other), number in board.directions.items()
        }
        self.regions: dict[str, tuple[str, tuple[int, ...]]] = {}
        self.region_kind: dict[str, list[str]] = {}
        for region in board.regions.values():
            self.regions[region.id] = (region.kind, tuple(self.ids[space] for space in region.spaces))
            self.region_kind.setdefault(region.kind, []).append(region.id)

    def _borders(self, board: GameMap) -> None:
        """Number the borders."""
        self.borders_between: dict[tuple[int, int], int] = {}
        self.border_ends: dict[int, tuple[int, int]] = {}
        self.border_kind: dict[str, list[int]] = {}
        self.links: dict[int, list[tuple[int, int, str]]] = {}  # (border, other end, kind) where it joins at times only
        first = len(self.names)
        for border in board.borders.values():
            a, b = (self.ids[space] for space in border.between)
            number = len(self.names)
            self.names.append(border.id)
            self.attributes[number] = {
                **border.attributes, "id": border.id, "between": list(border.between), "kind": border.kind,
            }  # fmt: skip
            self.border_kind.setdefault(border.kind, []).append(number)
            self.borders_between[a, b] = self.borders_between[b, a] = number
            self.border_ends[number] = (a, b)
            if self.nouns.get(border.kind, {}).get("joins"):
                self.links.setdefault(a, []).append((number, b, border.kind))
                self.links.setdefault(b, []).append((number, a, border.kind))
        self.borders = range(first, len(self.names))

    def _cards(self, source: Any) -> None:
        self.cards: list[CardInfo] = []
        self._instances: dict[str, list[int]] = {}
        self.card_place = len(self.names)  # place of card 0
        for component in source.components:
            owners = range(self.players) if component.get("per player") else [-1]
            for owner in owners:
                for _ in range(by_players(component.get("copies", 1), self.players)):
                    self._instances.setdefault(component["id"], []).append(len(self.cards))
                    self.names.append(component["id"])
                    self.cards.append(
                        CardInfo(
                            component["id"],
                            component["kind"],
                            component,
                            owner,
                            component.get("start", ""),
                            component.get("holds") or {},
                        )
                    )

    def instances(self, component: str) -> list[int]:
        """The cards that are copies of a component."""
        return self._instances.get(component, [])

    # ------------------------------------------------------------ kinds

    def kinds(self, noun: str) -> frozenset[str]:
        """A noun and every noun that is a kind of it."""
        if noun not in self._kinds:
            found = {noun}
            todo = [noun]
            while todo:
                more = set(self._kinds_told.get(todo.pop(), ())) - found
                found |= more
                todo += more
            self._kinds[noun] = frozenset(found)
        return self._kinds[noun]

    def kinds_next_to(self, noun: str) -> list[str]:
        """The nouns that the lexicon says are kinds of another, but for kinds of those: of a part a roof.

        None where there are pieces or goods that are of none of them.
        """
        entry = self.nouns.get(noun, {})
        goods = entry.get("type") == "resource" and entry.get("held")
        itself = entry.get("supply") or (goods and not self.held_kinds(noun))
        return [] if itself else list(self._kinds_told.get(noun, ()))

    def cards_of(self, noun: str) -> list[int]:
        """All cards of a kind (`card` means every card); of a component that has a noun of its own, this one."""
        if noun == "card":
            return list(range(len(self.cards)))
        if noun not in self._cards_of:
            kinds = self.kinds(noun)
            found = [number for number, card in enumerate(self.cards) if card.kind in kinds]
            self._cards_of[noun] = found or self.instances(noun)
        return list(self._cards_of[noun])

    def issued(self) -> frozenset[int]:
        """The cards of which it matters from whose set they are: a noun says so (`set: true`)."""
        nouns = [as_list(entry["of"])[0] for entry in self.nouns.values() if entry.get("set")]
        return frozenset(card for noun in nouns for card in self.cards_of(noun) if self.cards[card].owner >= 0)

    def spaces_of(self, noun: str) -> list[int]:
        """All spaces of a kind (`space` means every space)."""
        if noun == "space":
            return list(self.spaces)
        kinds = self.kinds(noun)
        return [place for kind in self.space_kind for place in self.space_kind[kind] if kind in kinds]

    def distances(self) -> dict[int, dict[int, int]]:
        """The steps from each space to every space that can be come to."""
        return {start: self.steps_from(start) for start in self.spaces}

    def steps_from(self, start: int) -> dict[int, int]:
        """The steps from a space to every space that can be come to."""
        steps, edge = {start: 0}, [start]
        for space in edge:  # it grows
            for other in self.neighbours[space]:
                if other not in steps:
                    steps[other] = steps[space] + 1
                    edge.append(other)
        return steps

    def borders_of(self, noun: str) -> list[int]:
        """All borders of a kind."""
        kinds = self.kinds(noun)
        return [place for kind in self.border_kind for place in self.border_kind[kind] if kind in kinds]

    # ------------------------------------------------------------ numbers

    def type_of(self, noun: str) -> str:
        """The type of what a noun names: of a noun of the core that no lexicon declares, its own."""
        entry = self.nouns.get(noun, {})
        if entry.get("type") == "role":
            return self.type_of(entry["of"])
        return str(entry.get("type", "card" if noun == "tile" else noun))

    def things_of(self, noun: str) -> list[int]:
        """Everything of a kind that a number can be of: seats, spaces, borders or cards; of a number, its values."""
        while self.nouns.get(noun, {}).get("type") == "role":
            noun = self.nouns[noun]["of"]
        kind = self.type_of(noun)
        if kind == "player":
            return list(range(self.players))
        if kind == "card":
            return self.cards_of(noun)
        if kind == "number":
            return self.values_of(noun)
        return self.borders_of(noun) if kind == "border" else self.spaces_of(noun)

    def values_of(self, noun: str) -> list[int]:
        """The values of a number that can be chosen: those with names, else from the lowest to the highest printed."""
        entry = self.nouns[noun]
        unsaid = as_list(entry.get("unsaid"))
        named = [value for value, name in enumerate(as_list(entry.get("values")), 1) if name not in unsaid]
        if named or "attribute" not in entry:
            return named
        cards = {card for kind in as_list(entry.get("of")) for card in self.cards_of(kind)}
        told = [self.cards[card].attributes.get(entry["attribute"]) for card in cards]
        found = sorted(value for value in told if isinstance(value, int) and not isinstance(value, bool))
        return list(range(found[0], found[-1] + 1)) if found and found[-1] - found[0] <= MOST_VALUES else []

    def _kept(self) -> None:
        self.kept: dict[str, Kept] = {}
        for noun, entry in self.nouns.items():
            if not entry.get("kept"):
                continue
            things = [self.things_of(kind) for kind in as_list(entry.get("of"))]
            if entry["type"] != "number":
                starts = [-1] * prod(len(among) for among in things)
                self.kept[noun] = Kept(self.reserve(len(starts)), things, starts, [])
                continue
            names = [str(name) for name in entry.get("values") or []]
            starts = [
                value_of(self._printed(entry, thing), names) if entry.get("attribute") else int(entry.get("start", 0))
                for thing in (things[0] if len(things) == 1 else range(prod(len(among) for among in things)))
            ]
            self.kept[noun] = Kept(self.reserve(len(starts)), things, starts, names)

    def _printed(self, entry: Raw, thing: int) -> Any:
        kind = self.type_of(as_list(entry["of"])[0])
        attributes = self.cards[thing].attributes if kind == "card" else self.attributes.get(thing, {})
        return attributes.get(entry["attribute"])

    # ------------------------------------------------------------ pieces

    def _pieces(self) -> None:
        self.piece_kinds: list[PieceKind] = []
        self.kinds_of_piece: dict[str, list[int]] = {}
        for noun, entry in self.nouns.items():
            if entry.get("type") != "piece":
                continue
            worths = entry.get("worth") or [0]
            self.kinds_of_piece[noun] = []
            if not entry.get("supply") and len(self.kinds(noun)) > 1:
                continue  # a word for several kinds: there are none of its own
            for worth in worths:
                kind = PieceKind(f"{noun}_{worth}" if worth else noun, noun, bool(entry.get("owned")), worth)
                supply = (entry.get("supply") or {}).items()
                kind.unlimited = frozenset(zone for zone, figure in supply if figure == "unlimited")
                self._place_pieces(kind, as_list(entry.get("in")))
                self.kinds_of_piece[noun].append(len(self.piece_kinds))
                self.piece_kinds.append(kind)
        for noun in self.kinds_of_piece:  # "a building" means each kind of building
            for other in sorted(self.kinds(noun) - {noun}, key=list(self.nouns).index):
                if self.nouns[other].get("type") == "piece":
                    self.kinds_of_piece[noun] = [*self.kinds_of_piece[noun], *self.kinds_of_piece[other]]

    def _place_pieces(self, kind: PieceKind, where: list[str]) -> None:
        places: list[int] = []
        for noun in where:
            entry = self.nouns.get(noun, {})
            if noun in self.zone:
                places += self.zone[noun]
            elif entry.get("type") == "card" or noun == "card":
                places += [self.card_place + card for card in self.cards_of(noun)]
            elif entry.get("type") == "border":
                places += self.borders_of(noun)
            else:
                places += self.spaces_of(noun)
        kind.places = places
        # Owned pieces have a row for each seat, and one for nobody: they belong to nobody until a seat takes them.
        rows = self.players + 1 if kind.owned else 1
        for row in range(rows):
            line = [0] * len(self.names)
            for place in places:
                zone_owner = self.zone_owner[place] if place < self.zone_count else -1
                if kind.owned and zone_owner >= 0 and row != zone_owner:
                    continue
                if kind.owned and row == self.players and (place >= self.zone_count or zone_owner >= 0):
                    continue  # nobody's pieces lie in common zones only
                if kind.owned and row != self.players and place < self.zone_count and zone_owner < 0:
                    continue  # in a common zone a piece belongs to nobody
                line[place] = self.size
                self.size += 1
            kind.index.append(line)
        if not kind.owned:
            kind.index = kind.index * (self.players + 1)
