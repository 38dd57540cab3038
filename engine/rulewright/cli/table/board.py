"""Show a position to somebody at the table, from what their seat may know (`Game.view`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.cli.table.chart import Chart
from rulewright.cli.table.maps import COLOURS, WIDTH, Drawing
from rulewright.language.interface import said
from rulewright.play.presentation.cards import paragraphs
from rulewright.play.presentation.table import Table as Shown

View = dict[str, Any]
Grid = tuple[tuple[str, ...], dict[tuple[Any, Any], list[Mapping[str, Any]]]]
"""Two numbers of cards, and by their values the cards."""
_GAP = 4
_UNSAID = ("column", "row", "players", "by option")
"""Attributes that say where a space of a grid is."""
_FEW = 8
"""So many own cards that others do not see are shown with their texts."""


class Board:
    """What a seat sees, in a language.

    Args:
        options: by the id of a space, the number of the option that it is; shown on the map.
        width: how many signs a line may have.
        shown: the table as every screen shows it: where spaces lie, which numbers are hidden. Without it, spaces that
            have no columns and rows are only listed.
        whole: a map with columns and rows is not drawn in parts, however wide it is.
    """

    def __init__(
        self, view: View, seat: int, lang: str, options: Mapping[str, int] | None = None, width: int = WIDTH,
        shown: Shown | None = None, whole: bool = False,
    ) -> None:  # fmt: skip
        self.view = view
        self.seat = seat
        self.lang = lang
        self.names: Mapping[str, str] = view.get("names", {})
        self.spaces = {space["id"]: space["cell"] for space in view["map"]["spaces"]}
        zones = [*view["common"].values(), *(zone for row in view["seats"] for zone in row["zones"].values())]
        self.cards = [card for zone in zones for card in zone["cards"] or ()]
        self.worth = view.get("worth")
        self.unshown = frozenset(view.get("unshown", ())) | (shown.hidden if shown is not None else frozenset())
        self.on_cards = {noun for card in self.cards for noun in card.get("numbers", ())}
        self.width = width
        self.scene = shown.scene if shown is not None else None
        self.drawing = Drawing(view, options or {}, width, whole)

    # ------------------------------------------------------------ all of it

    def overview(self, full: bool = False) -> Iterator[RenderableType]:
        """What one needs to decide: the map, tracks, what lies open, everybody's numbers, own cards.

        full: with the text of every card that can be seen, and with what is out of the game.
        """
        yield from self.map()
        yield from self.tracks()
        for zone in self.view["common"].values():
            if full or not zone.get("out"):
                yield from self.zone(zone, "", full)
        for number, row in enumerate(self.view["seats"]):
            if number != self.seat:
                yield from self.zones(number, f"{row['name']},", full)
        told = {
            name: value
            for name, value in self.view["numbers"].items()
            if "." not in name and (full or (value and name not in self.unshown))
        }
        shared = [f"{self.name(name)} {value}" for name, value in told.items()]
        if shared:
            yield Text(", ".join(shared))
        yield self.numbers(full)
        yield from self.zones(self.seat, said("your", self.lang), full)

    def zones(self, seat: int, owner: str, full: bool) -> Iterator[RenderableType]:
        """What somebody has before them. Few cards that only their owner sees are shown with their texts."""
        for sentence in self.view["seats"][seat]["lasting"]:
            yield Text(f"{self.view['seats'][seat]['name']}: {sentence}", "italic")
        for zone in self.view["seats"][seat]["zones"].values():
            hand = zone.get("secret", True) and zone["count"] <= _FEW and seat == self.seat
            yield from self.zone(zone, owner, full or hand)

    # ------------------------------------------------------------ the map

    def map(self) -> Iterator[RenderableType]:
        """The map as it is laid out; then what stands elsewhere on it."""
        if not self.drawing.spaces and (chart := self.chart()) is not None:
            yield from chart
            return
        yield from self.drawing
        places = [*self.view["map"]["spaces"], *self.view["map"]["borders"]]
        places = [place for place in places if place["pieces"] and place["id"] not in self.drawing.spaces]
        if places:
            yield Text(said("map", self.lang), "bold")
            cells = [Text(self.place(place)) + Text(" ") + self.pieces(place["pieces"]) for place in places]
            yield Padding(Columns(cells, padding=(0, 3), column_first=True, width=None), (0, 0, 0, 2))

    def chart(self) -> Chart | None:
        """The map by where its spaces lie, if that is known."""
        return Chart(self.scene, self.drawing.options, self.width) if self.scene is not None else None

    def list_of_spaces(self) -> Iterator[RenderableType]:
        """Every space with its pieces, kind, attributes and neighbours."""
        for space in self.view["map"]["spaces"]:
            yield self.space(space)

    def space(self, space: Mapping[str, Any]) -> Text:
        """All that is known of a space, in a line."""
        across = {}
        for border in self.view["map"]["borders"]:
            one, other = border["between"]
            notes = ", ".join(filter(None, [self.attributes(border), str(self.pieces(border["pieces"]))]))
            if space["id"] in (one, other):
                across[other if space["id"] == one else one] = notes or self.name(border["kind"])
        near = [
            self.spaces[other] + (f" ({across.pop(other)})" if other in across else "") for other in space["neighbours"]
        ]
        near += [f"({self.spaces[other]}: {note})" for other, note in across.items()]
        about = f"{self.name(space['kind'])} {self.attributes(space)}".strip()
        line = Text(space["cell"], "bold") + Text(f": {about}")
        if space["pieces"]:
            line += Text("; ") + self.pieces(space["pieces"])
        return line + Text(f"; {said('next_to', self.lang)} {', '.join(near)}", "dim")

    def place(self, place: Mapping[str, Any]) -> str:
        """The name of a space, or of a border by what it lies between."""
        return place.get("cell") or " – ".join(self.spaces[space] for space in place["between"])

    # ------------------------------------------------------------ tracks and numbers

    def tracks(self) -> Iterator[RenderableType]:
        """Tracks from their least to their most, each seat's number where it stands."""
        for track in self.view.get("tracks", ()):
            table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
            table.add_column(Text(self.name(track["number"]), "bold"))
            steps = range(track["least"], track["most"] + 1)
            for step in steps:
                table.add_column(str(step), justify="center", min_width=3)
            for row in track["rows"]:
                cells = []
                for step in steps:
                    there = [seat for seat, at in enumerate(row["at"]) if at == step]
                    cells.append(Text("·", "dim") if not there else Text(" ").join(self._mark(seat) for seat in there))
                table.add_row(row["name"], *cells)
            yield table

    def _mark(self, seat: int) -> Text:
        return Text(str(seat + 1), f"bold {COLOURS[seat % len(COLOURS)]}")

    def numbers(self, full: bool = False) -> RenderableType:
        """Everybody's numbers, pieces and cards in zones.

        Rows that say 0 of everybody, what stands beside cards that can be seen, what only bots ask for and what the
        lexicon says is not shown are left out, unless `full`.
        """
        seats = self.view["seats"]
        rows: list[tuple[str, list[str]]] = []

        def add(title: str, values: Iterable[Any]) -> None:
            cells = list(map(str, values))
            if full or any(item not in ("", "0") for item in cells):
                rows.append((title, cells))

        on_tracks = {track["number"] for track in self.view.get("tracks", ())}
        for noun in dict.fromkeys(noun for row in seats for noun in row["numbers"]):
            if noun.partition(".")[0] not in on_tracks and (full or self._told(noun)):
                add(self.name(noun), [row.get("said", {}).get(noun) or row["numbers"].get(noun, "") for row in seats])
        zones = {name: zone["title"] for row in seats for name, zone in row["zones"].items()}
        for zone, title in zones.items():
            counts = [row["zones"].get(zone, {"count": 0})["count"] for row in seats]
            add(f"{title} ({said('cards', self.lang)})", counts)
        for zone, title in zones.items():
            for piece in dict.fromkeys(piece for row in seats for piece in row["pieces"]):
                add(self._in_zone(title, piece), [row["pieces"].get(piece, {}).get(zone, 0) for row in seats])
        return self._abreast(rows)

    def _told(self, number: str) -> bool:
        """Whether a number of somebody's stands among everybody's numbers."""
        asked_for = number != self.worth and number.partition(".")[0] not in self.unshown
        return asked_for and not self._on_card(number)

    def _on_card(self, number: str) -> bool:
        """Whether a number of a thing is told where that thing, a card, lies open."""
        noun, _, thing = number.partition(".")
        return bool(thing) and noun in self.on_cards

    def _abreast(self, rows: list[tuple[str, list[str]]]) -> RenderableType:
        """Rows of a title and a value for each seat, in as many columns as there is room for."""
        if not rows:
            return Text()
        title = max(len(row[0]) for row in rows)
        value = max(len(item) for _, values in rows for item in values) + 1
        value = max(value, len(said("you", self.lang)) + 1)
        width = title + value * len(self.view["seats"]) + _GAP
        abreast = max(1, min(self.width // width, len(rows)))
        height = -(-len(rows) // abreast)
        head = Text(" " * title)
        for seat in range(len(self.view["seats"])):
            name = said("you", self.lang) if seat == self.seat else str(seat + 1)
            head += Text(name.rjust(value), f"bold {COLOURS[seat % len(COLOURS)]}")
        text = Text(" " * _GAP).join([head] * -(-len(rows) // height))
        for line in range(height):
            text += Text("\n")
            cells = []
            for name, values in rows[line::height]:
                cells.append(name.ljust(title) + "".join(item.rjust(value) for item in values))
            text += Text(" " * _GAP).join(map(Text, cells))
        return text

    # ------------------------------------------------------------ cards and pieces

    def zone(self, zone: Mapping[str, Any], owner: str, full: bool) -> Iterator[RenderableType]:
        """The cards and pieces of a zone that can be seen: a line for each card, or the names of all in one."""
        pieces = zone.get("pieces")
        if not zone["cards"] and not pieces:
            return
        title = f"{owner} {zone['title']}" if owner else zone["title"][:1].upper() + zone["title"][1:]
        pile = zone.get("pile") and zone["count"] > 1
        count = f" ({zone['count']}{', ' + said('top', self.lang) if pile else ''})" if zone["count"] else ""
        head = Text(title + count, "bold")
        if pieces:
            head += Text(": ", "bold") + self.pieces(pieces)
        cards = counted(reversed(zone["cards"]) if pile and zone["cards"] else in_a_row(zone["cards"] or ()))
        if full:
            yield head
            for card, copies in cards:
                yield Padding(self.card(card, copies), (0, 0, 0, 2))
            return
        if laid_out := grid([card for card, _ in cards]):
            yield head
            yield self._grid(laid_out)
            return
        groups = together([card for card, _ in cards])
        for (noun, value), members in groups.items():
            names = ", ".join(self.title(card, copies, noun) for card, copies in cards if card in members)
            head += Text(f"\n  {self.name(noun)} {value}: ", "dim") + Text(names)
        rest = [item for item in cards if not any(item[0] in members for members in groups.values())]
        if rest:
            names = ", ".join(self.title(card, copies) for card, copies in rest)
            head += Text("\n  " if groups else ": ") + Text(names)
        yield head

    def _grid(self, laid_out: Grid) -> RenderableType:
        """Cards in rows and columns, by two of their numbers."""
        (down, across), cells = laid_out
        columns = sorted({column for _, column in cells}, key=_in_order)
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for column in ("", *(f"{self.name(across)} {column}" for column in columns)):
            table.add_column(Text(column, "dim"))
        for row in sorted({row for row, _ in cells}, key=_in_order):
            told = [", ".join(self.title(card, 1, down, across) for card in cells.get((row, at), ())) for at in columns]
            table.add_row(Text(f"{self.name(down)} {row}", "dim"), *told)
        return Padding(table, (0, 0, 0, 2))

    def title(self, card: Mapping[str, Any], copies: int = 1, *known: str) -> str:
        """A card's name with its copies and the numbers kept for it, `known` excepted."""
        notes = [f"{self.name(n)} {v}" for n, v in card.get("numbers", {}).items() if v and n not in known]
        if card.get("pieces"):
            notes.append(str(self.pieces(card["pieces"])))
        return str(card["name"]) + (f" ×{copies}" if copies > 1 else "") + (f" ({', '.join(notes)})" if notes else "")

    def card(self, card: Mapping[str, Any], copies: int = 1) -> Text:
        """A card with its attributes, and its text below."""
        text = Text(self.title(card, copies), "bold") + Text(f"  {self.attributes(card)}", "dim")
        for line in paragraphs(card["text"]):
            text += Text(f"\n  {line}")
        return text

    def attributes(self, thing: Mapping[str, Any]) -> str:
        """`price 2, dry`; what is kept stands for what is printed."""
        parts = []
        for name, value in (thing.get("attributes", {}) | thing.get("numbers", {})).items():
            if name in _UNSAID or value is False or value == 0:
                continue
            parts.append(self.name(name) if value is True else f"{self.name(name)} {self._value(value)}")
        return ", ".join(parts)

    def printed(self, card: Mapping[str, Any]) -> str:
        """The attributes of a card, with a full stop; "" where none such lies open."""
        about = self.attributes(card) if any(one["id"] == card["id"] for one in self.cards) else ""
        return f"{about}." if about else ""

    def held(self) -> dict[str, Any]:
        """The asker's own numbers, and the pieces in their zones, by what they are called."""
        own = self.view["seats"][self.seat]
        numbers = own["numbers"].items()
        found = {self.name(noun): value for noun, value in numbers if self._told(noun)}
        for name, zone in own["zones"].items():
            pieces = own["pieces"].items()
            found |= {self._in_zone(zone["title"], piece): places[name] for piece, places in pieces if name in places}
        return found

    def changed(self, before: Mapping[str, Any]) -> str:
        """What is not as it was among what the asker has (`held`)."""
        now = self.held()
        names = [name for name in {**now, **before} if now.get(name, 0) != before.get(name, 0)]
        return ", ".join(f"{name} {now.get(name, 0)}" for name in names)

    def _in_zone(self, title: str, piece: str) -> str:
        return f"{title}: {self.name(piece)}"

    def _value(self, value: Any) -> str:
        """An attribute's value; of a mapping its keys too."""
        if isinstance(value, Mapping):
            return " ".join(f"{self.name(str(key))} {self._value(item)}" for key, item in value.items())
        return " ".join(map(self._value, value)) if isinstance(value, list | tuple) else self.name(str(value))

    def pieces(self, pieces: Iterable[Mapping[str, Any]]) -> Text:
        """`Player 1: fence, 2 horse; barn`."""
        owners: dict[int | None, list[str]] = {}
        for item in pieces:
            owners.setdefault(item["owner"], []).append(item["said"])
        parts = []
        for owner, words in owners.items():
            text = Text() if owner is None else seat_name(self.view, owner) + Text(": ")
            parts.append(text + Text(", ".join(words)))
        return Text("; ").join(parts)

    def name(self, noun: str) -> str:
        """What the language calls a noun of the lexicon; `level.law` is said level of law."""
        noun, _, thing = noun.partition(".")
        name = self.names.get(noun, noun.replace("_", " "))
        whose = self.names.get(thing, thing.replace("_", " "))
        return said("of", self.lang, what=name, whose=whose) if thing else name


def seat_name(view: View, seat: int) -> Text:
    """A player's name in their colour."""
    return Text(view["seats"][seat]["name"], COLOURS[seat % len(COLOURS)])


def counted(cards: Iterable[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], int]]:
    """Cards that are alike, once, with how many there are."""
    found: dict[str, tuple[Mapping[str, Any], int]] = {}
    for card in cards:
        key = repr(sorted(card.items(), key=lambda item: item[0]))
        found[key] = (card, found.get(key, (card, 0))[1] + 1)
    return list(found.values())


def in_a_row(cards: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Cards for which one number is kept, not the same for any two, in the order of that number; others as they are."""
    numbers = [{noun: value for noun, value in card.get("numbers", {}).items() if value} for card in cards]
    nouns = {noun for own in numbers for noun in own}
    values = [value for own in numbers for value in own.values()]
    if len(nouns) != 1 or any(len(own) != 1 for own in numbers) or len(set(values)) < len(cards):
        return cards
    places = sorted(range(len(cards)), key=lambda place: _in_order(values[place]))
    return [cards[place] for place in places]


def together(cards: Iterable[Mapping[str, Any]]) -> dict[tuple[str, Any], list[Mapping[str, Any]]]:
    """Cards that belong together, since one kept number is the same (and not 0) of several different ones."""
    groups: dict[tuple[str, Any], list[Mapping[str, Any]]] = {}
    for card in cards:
        for noun, value in card.get("numbers", {}).items():
            if value:
                groups.setdefault((noun, value), []).append(card)
    return {key: members for key, members in sorted(groups.items(), key=_by_number) if len(members) > 1}


def grid(cards: Sequence[Mapping[str, Any]]) -> Grid | None:
    """Cards that all have the same two numbers (none is 0), where each of the two groups them; otherwise None."""
    numbers = [{noun: value for noun, value in card.get("numbers", {}).items() if value} for card in cards]
    nouns = tuple(dict.fromkeys(noun for own in numbers for noun in own))
    if len(nouns) != 2 or {noun for noun, _ in together(cards)} != {*nouns} or any(len(own) < 2 for own in numbers):
        return None
    cells: dict[tuple[Any, Any], list[Mapping[str, Any]]] = {}
    for card, own in zip(cards, numbers, strict=True):
        cells.setdefault((own[nouns[0]], own[nouns[1]]), []).append(card)
    return nouns, cells


def _by_number(group: tuple[tuple[str, Any], Any]) -> tuple[str, tuple[int, str]]:
    (noun, value), _ = group
    return noun, _in_order(value)


def _in_order(value: Any) -> tuple[int, str]:
    """Numbers in their order, before names."""
    return value if isinstance(value, int) else 0, str(value)
