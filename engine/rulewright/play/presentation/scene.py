"""The map as shapes: spaces with outlines, what lies on them, and whose they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from rulewright.play.presentation.arrangement import FILLS, Arrangement, Look
from rulewright.play.presentation.changes import NOBODY
from rulewright.play.presentation.geometry import STEP, middle, outline, shared

if TYPE_CHECKING:
    from rulewright.runtime.game import Game


@dataclass(frozen=True, slots=True)
class Piece:
    """Pieces of a kind and owner on a space."""

    id: str
    name: str
    owner: int
    count: int
    look: Look
    short: str


@dataclass(frozen=True, slots=True)
class Space:
    """A space: its outline as an SVG path, where its name stands, and what is on it.

    words: what it shows, in words: colours only repeat them. owner: the only seat that has pieces there, or NOBODY.
    """

    id: str
    name: str
    kind: str
    outline: str
    x: float
    y: float
    fill: str
    mark: str
    words: tuple[str, ...]
    pieces: tuple[Piece, ...]
    cards: tuple[str, ...]
    owner: int
    neighbours: tuple[str, ...]
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Border:
    """A border: the line across it, where it is marked, and what lies on it."""

    id: str
    kind: str
    name: str
    line: tuple[float, float, float, float]
    middle: tuple[float, float]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The map of a game. box: x, y, width and height of all of it. legend: what fills stand for."""

    box: tuple[float, float, float, float]
    spaces: tuple[Space, ...]
    borders: tuple[Border, ...]
    legend: tuple[tuple[str, str, str], ...]
    radius: float
    lines: tuple[tuple[float, float, float, float], ...] = ()


def scene(game: Game, view: Mapping[str, Any], layout: Arrangement) -> Scene | None:
    """The map of a game as a seat sees it; None where it has none. view: as `runtime.view` gives it."""
    spaces = view["map"]["spaces"]
    if not spaces:
        return None
    titles = view["names"]
    drawn = _told(spaces)
    places, outlines, grid = _places(game, {space["id"] for space in drawn}, layout)
    values = {space["id"]: _value(game, space, layout) for space in drawn}
    fills = _fills(values.values())
    shorts = _shorts(view, titles, layout)
    found = []
    for space in drawn:
        x, y = places[space["id"]]
        value = values[space["id"]]
        pieces = tuple(_piece(item, layout, shorts, titles) for item in space["pieces"])
        owners = {piece.owner for piece in pieces if piece.owner != NOBODY}
        label = layout.spaces.get(space["id"], {}).get("label")
        look = layout.look(value)
        at = (x, y) if label is None else tuple(label)
        found.append(
            Space(
                space["id"], space["cell"], titles.get(space["kind"], space["kind"]), outlines[space["id"]],
                round(at[0], 1), round(at[1], 1), look.colour or fills.get(value, ""), look.path or look.letters,
                tuple(space["words"]), pieces, tuple(titles.get(card, card) for card in space["cards"]),
                owners.pop() if len(owners) == 1 else NOBODY, tuple(space["neighbours"]), _facts(space, titles, layout),
            )
        )  # fmt: skip
    borders = tuple(_borders(view, places, outlines, titles, layout, shorts))
    legend = tuple(
        (titles.get(value, value.replace("_", " ")), layout.look(value).colour or colour, layout.look(value).path)
        for value, colour in fills.items()
        if not any(value in some for some in game.labels.unsaid.values())
    )
    lines = () if grid else tuple(_lines(drawn, places, outlines))
    return Scene(_box(layout, places), tuple(found), borders, legend, STEP / sqrt(3), lines)


def outlines_of(
    game: Game, spaces: set[str], layout: Arrangement
) -> tuple[dict[str, str], tuple[float, float, float, float]]:
    """The outlines of spaces as SVG paths, whatever lies on them, and the box of all of them."""
    if not spaces:
        return {}, (0, 0, 0, 0)
    places, outlines, _ = _places(game, spaces, layout)
    return outlines, _box(layout, places)


def _told(spaces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The spaces that are drawn: where words tell what the spaces of a grid are, only those that have been laid."""
    grid = all("column" in space["attributes"] for space in spaces)
    if not grid or not any(space["words"] for space in spaces):
        return spaces
    return [space for space in spaces if space["words"] or space["pieces"] or space["cards"]]


def _places(
    game: Game, wanted: set[str], layout: Arrangement
) -> tuple[dict[str, tuple[float, float]], dict[str, str], bool]:
    """Where each space lies and its outline, and whether all lie in grids."""
    game_map = game.program.ruleset.map
    drawn = {name: entry["cell"] for name, entry in layout.spaces.items() if "cell" in entry}
    if wanted <= drawn.keys():
        return {name: middle(drawn[name]) for name in wanted}, {name: drawn[name] for name in wanted}, True
    points = {name: entry["point"] for name, entry in layout.spaces.items() if "point" in entry}
    positions = (
        {name: (float(x), float(y)) for name, (x, y) in points.items()}
        if wanted <= points.keys()
        else {name: (x * STEP, y * STEP) for name, (x, y) in game_map.layout().items()}
    )
    places = {name: positions[name] for name in wanted}
    turns = {name: game_map.cells[name][2] if name in game_map.cells else 0 for name in wanted}
    outlines = {name: outline(places[name], turns[name]) for name in wanted}
    return places, outlines, all(turns.values())


def _box(layout: Arrangement, places: Mapping[str, tuple[float, float]]) -> tuple[float, float, float, float]:
    if box := layout.map.get("box"):
        return box[0], box[1], box[2], box[3]
    edge = STEP * 0.7
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    left, top = min(xs) - edge, min(ys) - edge
    return round(left, 1), round(top, 1), round(max(xs) + edge - left, 1), round(max(ys) + edge - top, 1)


def _lines(
    spaces: list[dict[str, Any]], places: Mapping[str, Any], outlines: Mapping[str, str]
) -> Iterator[tuple[float, float, float, float]]:
    """Lines between neighbours, where the outlines of spaces do not touch."""
    for space in spaces:
        for other in space["neighbours"]:
            if other in places and space["id"] < other and "a" in outlines[space["id"]] + outlines[other]:
                yield (*places[space["id"]], *places[other])


def _value(game: Game, space: Mapping[str, Any], layout: Arrangement) -> str:
    """What a space is coloured by: a value kept for it or printed on it, or its kind."""
    places = game.program.layout
    place, wanted = places.ids[space["id"]], layout.map.get("colour_by", "")
    if wanted in ("owner", "kind"):
        return str(space["kind"])
    for noun, kept in places.kept.items():
        if kept.names and len(kept.things) == 1 and wanted in ("", noun) and place in kept.things[0]:
            value = game.state.n[kept.cell(place)]
            if 1 <= value <= len(kept.names):
                return str(kept.names[value - 1])
    words = [str(value) for key, value in space["attributes"].items() if isinstance(value, str) and wanted in ("", key)]
    return words[0] if words else str(space["kind"])


def _fills(values: Iterable[str]) -> dict[str, str]:
    """A colour for each value that spaces are coloured by."""
    return {value: FILLS[number % len(FILLS)] for number, value in enumerate(dict.fromkeys(values))}


def _facts(space: Mapping[str, Any], titles: Mapping[str, str], layout: Arrangement) -> tuple[tuple[str, str], ...]:
    """What else is printed on a space or kept for it."""
    found = []
    for name, value in {**space["attributes"], **space["numbers"]}.items():
        if name in ("column", "row", "players", "by option") or name in layout.hidden or value in (0, False, None, ""):
            continue
        if isinstance(value, str | int):
            told = "" if value is True else str(titles.get(str(value), str(value).replace("_", " ")))
            found.append((titles.get(name, name.replace("_", " ")), told))
    return tuple(found)


def _piece(item: Mapping[str, Any], layout: Arrangement, shorts: Mapping[str, str], titles: Mapping[str, str]) -> Piece:
    owner = NOBODY if item["owner"] is None else item["owner"]
    name = titles.get(item["piece"], item["piece"].replace("_", " "))
    return Piece(item["piece"], name, owner, item["count"], layout.look(item["piece"]), shorts[item["piece"]])


def _shorts(view: Mapping[str, Any], titles: Mapping[str, str], layout: Arrangement) -> dict[str, str]:
    """Two or three letters for each kind of piece on the map, no two alike."""
    places = [*view["map"]["spaces"], *view["map"]["borders"]]
    pieces = dict.fromkeys(item["piece"] for place in places for item in place["pieces"])
    found: dict[str, str] = {}
    for piece in pieces:
        name = titles.get(piece, piece).replace(" ", "")
        chosen = layout.look(piece).letters or name[:1].upper()
        length = 1
        while chosen in found.values() and length < len(name):
            length += 1
            chosen = name[:1].upper() + name[1:length]
        found[piece] = chosen
    return found


def _borders(
    view: Mapping[str, Any], places: Mapping[str, tuple[float, float]], outlines: Mapping[str, str],
    titles: Mapping[str, str], layout: Arrangement, shorts: Mapping[str, str],
) -> Iterator[Border]:  # fmt: skip
    """Borders on which something lies, or that may be told apart by their type."""
    names = {space["id"]: space["cell"] for space in view["map"]["spaces"]}
    for border in view["map"]["borders"]:
        one, other = border["between"]
        if one not in places or other not in places:
            continue
        kinds = [str(value) for value in border["attributes"].values() if isinstance(value, str)]
        pieces = tuple(_piece(item, layout, shorts, titles) for item in border["pieces"])
        kind = kinds[0] if kinds else border["kind"]
        (x, y), (x2, y2) = places[one], places[other]
        line = round(x, 1), round(y, 1), round(x2, 1), round(y2, 1)
        both = shared(outlines[one], outlines[other]) if layout.drawn else ()
        at = both[len(both) // 2] if len(both) > 1 else ((x + x2) / 2, (y + y2) / 2)
        name = f"{names[one]} – {names[other]}"
        yield Border(border["id"], kind, name, line, (round(at[0], 1), round(at[1], 1)), pieces)
