"""Show a position to somebody at the table, from what their seat may know (`Game.view`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

View = dict[str, Any]
COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan")


def overview(view: View, seat: int, full: bool = False) -> Iterator[RenderableType]:
    """What one needs to decide: everybody's numbers, own cards, what lies open, where pieces are.

    full: with the text of every card that can be seen, not only of one's own.
    """
    yield from _numbers(view, seat)
    yield from _zones(view, view["seats"][seat]["zones"], "Your ", full=True)
    for number, row in enumerate(view["seats"]):
        if number != seat:
            yield from _zones(view, row["zones"], f"{row['name']}, ", full)
    yield from _zones(view, view["common"], "", full)
    if view["numbers"]:
        yield Text(", ".join(f"{_words(name.replace('.', ' of '))} {value}" for name, value in view["numbers"].items()))
    spaces = [space for space in (*view["map"]["spaces"], *view["map"]["borders"]) if space["pieces"]]
    if spaces:
        yield Text("On the map", "bold")
        names = _names(view)
        cells = [Text(_name(space, names)) + Text(" ") + _pieces(view, space["pieces"]) for space in spaces]
        yield Padding(Columns(cells, padding=(0, 3), column_first=True), (0, 0, 0, 2))


def whole_map(view: View) -> Iterator[RenderableType]:
    """Every space with its pieces, kind, attributes and neighbours."""
    names = _names(view)
    across: dict[tuple[str, str], str] = {}
    for border in view["map"]["borders"]:
        one, other = border["between"]
        across[one, other] = across[other, one] = _attributes(border["attributes"])
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for space in view["map"]["spaces"]:
        near = []
        for other in space["neighbours"]:
            note = across.get((space["id"], other), "")
            near.append(f"{names[other]} ({note})" if note else names[other])
        kind = f"{_words(space['kind'])} {_attributes(space['attributes'])}".strip()
        pieces = _pieces(view, space["pieces"])
        table.add_row(space["name"], pieces, Text(kind, "dim"), Text(", ".join(near), "dim"))
    yield table


def seat_name(view: View, seat: int) -> Text:
    """A player's name in their colour."""
    return Text(view["seats"][seat]["name"], COLOURS[seat % len(COLOURS)])


def _numbers(view: View, seat: int) -> Iterator[RenderableType]:
    """A row for each seat: numbers, and how many cards in zones; below it, what pieces lie in zones."""
    names = list(dict.fromkeys(name for row in view["seats"] for name in row["numbers"]))
    zones = {name: zone["title"] for row in view["seats"] for name, zone in row["zones"].items() if zone["count"]}
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for title in [*map(_words, names), *zones.values()]:
        table.add_column(title, justify="right")
    for number, row in enumerate(view["seats"]):
        name = seat_name(view, number) + Text(" (you)" if number == seat else "")
        values = [row["numbers"].get(noun, "") for noun in names] + [row["zones"][zone]["count"] for zone in zones]
        table.add_row(name, *map(str, values))
    yield table
    for number, row in enumerate(view["seats"]):
        lying: dict[str, list[str]] = {}
        for piece, places in row["pieces"].items():
            for place, count in places.items():
                if place in row["zones"]:
                    lying.setdefault(place, []).append(f"{count} {_words(piece)}")
        parts = "; ".join(f"{_words(place)}: {', '.join(pieces)}" for place, pieces in lying.items())
        if parts:
            yield seat_name(view, number) + Text(", " + parts)


def _zones(view: View, zones: Mapping[str, Any], owner: str, full: bool) -> Iterator[RenderableType]:
    """The cards and pieces that can be seen: a line for each card, or the names of all in one."""
    for zone in zones.values():
        pieces = zone.get("pieces")
        if not zone["cards"] and not pieces:
            continue
        title = f"{owner}{zone['title']}" if owner else zone["title"].capitalize()
        head = Text(f"{title} ({zone['count']})" if zone["count"] else title, "bold")
        if pieces:
            head += Text(": ", "bold") + _pieces(view, pieces)
        if full:
            yield head
            yield from (Text("  ") + _card(view, card) for card in zone["cards"] or ())
        else:
            names = Text(", ".join(card["name"] for card in zone["cards"] or ()))
            yield head + Text(": ") + names if names else head


def _card(view: View, card: Mapping[str, Any]) -> Text:
    line = Text(card["name"])
    if card.get("pieces"):
        line += Text(" [") + _pieces(view, card["pieces"]) + Text("]")
    parts = [_attributes(card.get("attributes", {})), " ".join(card["text"].split())]
    return line + Text("  " + ". ".join(part for part in parts if part), "dim")


def _attributes(attributes: Mapping[str, Any]) -> str:
    """`price 2, dry`."""
    parts = []
    for name, value in attributes.items():
        if isinstance(value, Mapping):
            value = " ".join(f"{_words(key)} {item}" for key, item in value.items())
        elif isinstance(value, list | tuple):
            value = " ".join(map(str, value))
        if value is not False:
            parts.append(_words(name) if value is True else f"{_words(name)} {_words(str(value))}")
    return ", ".join(parts)


def _pieces(view: View, pieces: Iterable[Mapping[str, Any]]) -> Text:
    """`Player 1: fence, 2 worker; barn`."""
    owners: dict[int | None, list[str]] = {}
    for item in pieces:
        count = "" if item["count"] == 1 else f"{item['count']} "
        owners.setdefault(item["owner"], []).append(count + _words(item["piece"]))
    parts = []
    for owner, words in owners.items():
        text = Text() if owner is None else seat_name(view, owner) + Text(": ")
        parts.append(text + Text(", ".join(words)))
    return Text("; ").join(parts)


def _names(view: View) -> dict[str, str]:
    return {space["id"]: space["name"] for space in view["map"]["spaces"]}


def _name(place: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Of a space, or of a border by what it lies between."""
    return place.get("name") or " – ".join(names[space] for space in place["between"])


def _words(name: str) -> str:
    return name.replace("_", " ")
