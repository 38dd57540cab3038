"""Zones with their cards, as a seat sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.play.presentation.changes import NOBODY
from rulewright.runtime.secrets import sees
from rulewright.runtime.view import card_view

if TYPE_CHECKING:
    from rulewright.play.presentation.arrangement import Arrangement
    from rulewright.runtime.game import Game

_ENDS = '.!?:)”"'
"""Signs that end a paragraph of a text, where they end a line."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that is seen, with its text.

    facts: what is printed on it and kept for it, in words; kind: what sort of card it is.
    """

    id: str
    component: str
    name: str
    kind: str
    text: str
    facts: tuple[tuple[str, str], ...]
    pieces: tuple[str, ...] = ()
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards and pieces.

    Attributes:
        id: as options and moves call it; seat: whose it is, or NOBODY.
        cards: None where the reader does not see them; of a pile the top comes first. way: how it lies.
        pieces: what lies in it beside cards: name, count.
    """

    id: str
    noun: str
    title: str
    seat: int
    count: int
    cards: tuple[Card, ...] | None
    way: str
    secret: bool
    pieces: tuple[tuple[str, str, int, int], ...] = ()


def zones(game: Game, viewer: int | None, lang: str, layout: Arrangement) -> list[Zone]:
    """The zones of a game that hold something, those of the table first."""
    places = game.program.layout
    out = game.program.ruleset.out_of_game
    found = []
    for noun, some in places.zone.items():
        entry = places.nouns[noun]
        owned = entry.get("of") == "player"
        way = str(layout.zone(noun).get("as") or ("none" if noun == out else _way(entry, owned)))
        for number, zone in enumerate(some):
            cards = game.state.zones[zone]
            seen = sees(places, zone, viewer)
            pieces = _pieces(game, zone, lang)
            if way == "none" or not (cards or pieces):
                continue
            order = cards[::-1] if entry.get("order") == "pile" else cards
            found.append(
                Zone(
                    game.labels.ids.place(zone), noun, layout.zone(noun).get("title") or game.labels.noun(noun, lang),
                    number if owned else NOBODY, len(cards),
                    tuple(card(game, one, lang, layout) for one in order) if seen else None,
                    way, entry.get("visible") == "owner", pieces,
                )
            )  # fmt: skip
    return sorted(found, key=lambda zone: zone.seat != NOBODY)


def _way(entry: Any, owned: bool) -> str:
    if entry.get("visible", "public") == "owner":
        return "fan"
    return "pile" if entry.get("visible", "public") != "public" or (entry.get("order") == "pile" and owned) else "row"


def _pieces(game: Game, place: int, lang: str) -> tuple[tuple[str, str, int, int], ...]:
    """Pieces in a place: id, name, owner, count."""
    layout = game.program.layout
    found = []
    for kind, row, position in layout.cells_at(place):
        if count := game.state.n[position]:
            owner = row if kind.owned and row < layout.players else NOBODY
            name = game.labels.worth(game.labels.noun(kind.noun, lang, count), kind.worth, lang)
            found.append((kind.name, name, owner, count))
    return tuple(found)


def card(game: Game, number: int, lang: str, layout: Arrangement) -> Card:
    """A card as whoever sees it reads it."""
    view = card_view(game, number, lang)
    titles = game.labels.titles(lang)
    component = game.program.ruleset.components[view["id"]]
    facts = {
        name: _said(value, titles)
        for name, value in {**view["attributes"], **view["numbers"]}.items()
        if name not in layout.hidden and value not in (0, False, None, "")
    }
    return Card(
        game.labels.ids.card(number), view["id"], view["name"], titles.get(component.kind, component.kind),
        view["text"], tuple((titles.get(name, name.replace("_", " ")), said) for name, said in facts.items()),
        tuple(piece["said"] for piece in view.get("pieces", ())),
    )  # fmt: skip


def paragraphs(text: str) -> list[str]:
    """A card's text as it is shown: a line that breaks within a sentence, as files do, goes on.

    >>> paragraphs("Draw two\\ncards.\\nShuffle the deck.")
    ['Draw two cards.', 'Shuffle the deck.']
    """
    found: list[str] = []
    for line in text.splitlines():
        if found and found[-1] and line and found[-1][-1] not in _ENDS:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def _said(value: Any, titles: Any) -> str:
    if value is True:
        return ""
    if hasattr(value, "items"):
        return ", ".join(f"{titles.get(str(key), key)} {_said(item, titles)}".strip() for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_said(item, titles) for item in value)
    return str(titles.get(str(value), str(value).replace("_", " ")))
