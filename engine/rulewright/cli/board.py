"""Show a position to somebody at the table, from what their seat may know (`Game.view`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

View = dict[str, Any]
COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan")


def overview(view: View, seat: int) -> Iterator[Table | Text | Padding]:
    """What one needs to decide: everybody's numbers, own cards, what lies open, where pieces are."""
    yield _numbers(view, seat)
    yield from _zones(view["seats"][seat]["zones"], "Your ")
    yield from _zones(view["common"], "")
    yield from _spaces(view, everything=False)


def whole_map(view: View) -> Iterator[Table | Text | Padding]:
    """Every space with its kind, attributes, neighbours and pieces."""
    yield from _spaces(view, everything=True)


def seat_name(view: View, seat: int) -> Text:
    """A player's name in their colour."""
    return Text(view["seats"][seat]["name"], COLOURS[seat % len(COLOURS)])


def _numbers(view: View, seat: int) -> Table:
    """A row for each seat: numbers, cards in zones, pieces off the map."""
    names = list(dict.fromkeys(name for row in view["seats"] for name in row["numbers"]))
    zones = {name: zone["title"] for row in view["seats"] for name, zone in row["zones"].items()}
    on_map = {space["id"] for space in view["map"]["spaces"]}
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for title in [*(name.replace("_", " ") for name in names), *zones.values()]:
        table.add_column(title, justify="right")
    table.add_column("pieces off the map")
    for number, row in enumerate(view["seats"]):
        cells: list[str | Text] = [seat_name(view, number) + Text(" (you)" if number == seat else "")]
        cells += [str(row["numbers"].get(name, "")) for name in names]
        cells += [str(row["zones"][name]["count"]) if name in row["zones"] else "" for name in zones]
        places: dict[str, list[str]] = {}
        for piece, where in row["pieces"].items():
            for place, count in where.items():
                if count and place not in on_map:
                    places.setdefault(place, []).append(f"{count} {piece.replace('_', ' ')}")
        cells.append("; ".join(f"{place.replace('_', ' ')}: {', '.join(pieces)}" for place, pieces in places.items()))
        table.add_row(*cells)
    return table


def _zones(zones: dict[str, Any], owner: str) -> Iterator[Text | Padding]:
    """The cards that can be seen, a line each with the text."""
    for zone in zones.values():
        if not zone["cards"]:
            continue
        yield Text(f"{owner}{zone['title'] if owner else zone['title'].capitalize()} ({zone['count']})", "bold")
        for card in zone["cards"]:
            line = Text(card["name"])
            if card["text"]:
                line.append("  " + " ".join(card["text"].split()), "dim")
            yield Padding(line, (0, 0, 0, 2))


def _spaces(view: View, everything: bool) -> Iterator[Text | Table]:
    """Spaces that hold pieces, or all of them with their attributes and neighbours."""
    spaces = [space for space in view["map"]["spaces"] if everything or space["pieces"]]
    if not spaces:
        return
    names = {space["id"]: space["name"] for space in view["map"]["spaces"]}
    neighbours: dict[str, list[str]] = {}
    for border in view["map"]["borders"]:
        first, second = border["between"]
        note = f" ({border['type']})" if border.get("type") else ""
        neighbours.setdefault(first, []).append(names[second] + note)
        neighbours.setdefault(second, []).append(names[first] + note)
    hidden = len(view["map"]["spaces"]) - len(spaces)
    yield Text("Map" + (f" ({hidden} empty spaces not shown; `map` shows all)" if hidden else ""), "bold")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), show_header=False)
    for space in spaces:
        cells: list[Text] = [Text(space["name"]), _pieces(view, space["pieces"])]
        if everything:
            attributes = ", ".join(_attribute(key, value) for key, value in space["attributes"].items())
            cells.append(Text(f"{space['kind'].replace('_', ' ')} {attributes}".strip(), "dim"))
            cells.append(Text(", ".join(neighbours.get(space["id"], ())), "dim"))
        table.add_row(*cells)
    yield table


def _attribute(name: str, value: Any) -> str:
    word = name.replace("_", " ")
    return word if value is True else f"{word} {value}"


def _pieces(view: View, pieces: list[dict[str, Any]]) -> Text:
    """`Player 1: fence, 2 worker; barn`."""
    owners: dict[int | None, list[str]] = {}
    for item in pieces:
        count = "" if item["count"] == 1 else f"{item['count']} "
        owners.setdefault(item["owner"], []).append(count + item["piece"].replace("_", " "))
    parts = []
    for owner, words in owners.items():
        text = Text() if owner is None else seat_name(view, owner) + Text(": ")
        parts.append(text + Text(", ".join(words)))
    return Text("; ").join(parts)
