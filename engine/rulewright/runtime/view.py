"""A game as plain data: what a seat may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulewright.compiler.layout.layout import Layout, as_list, is_of_player
from rulewright.language.nodes import Timed
from rulewright.runtime.position import Position
from rulewright.runtime.secrets import sees


def view(game: Position, seat: int | None, lang: str = "en", cards: bool = True) -> dict[str, Any]:
    """Everything a seat may know: nothing here depends on what is hidden from it.

    Args:
        cards: whether zones tell their cards; without, the `cards` of each is None.

    Returns:
        {"over", "scores", "seats": [{"name", "zones", "numbers", "said", "pieces", "lasting"}], "common": zones,
        "numbers", "worth", "unshown", "tracks", "map": {"spaces", "borders"}, "names"}; "worth" is the number by which
        bots judge a position, or None; "unshown" are those that the table is not told; a zone is {"title", "count",
        "cards"}, where cards is None if they are hidden. "cell" is the short name of a space, "words" what it shows.
        "said" has values that the lexicon names, "names" what a language calls each noun and each card that lies on a
        space, "lasting" the sentences that hold for a time.
    """
    layout = game.program.layout
    return {
        "over": game.labels.reason(game.state.over, lang) if game.state.over is not None else None,
        "scores": game.scores,
        "seats": [_seat(game, number, seat, lang, cards) for number in range(layout.players)],
        "common": {
            noun: {
                **_zone(game, zones[0], noun, seat, lang, cards),
                "pieces": _pieces(game, zones[0], lang),
                "out": noun == game.program.ruleset.out_of_game,
            }
            for noun, zones in layout.zone.items() if layout.nouns[noun].get("of") != "player"
        },
        "numbers": {name: value() for name, value in numbers_of(game, None).items()},
        "worth": game.program.ruleset.result.get("value"),
        "unshown": [noun for noun, entry in layout.nouns.items() if entry.get("shown", True) in (False, "false")],
        "tracks": list(_tracks(game, lang)),
        "map": {"spaces": [_space(game, place, lang) for place in layout.spaces],
                "borders": [_border(game, place, lang) for place in layout.borders]},
        "names": _names_of_lying(game, lang) | game.labels.titles(lang),
    }  # fmt: skip


def _seat(game: Position, number: int, viewer: int | None, lang: str, cards: bool = True) -> dict[str, Any]:
    layout = game.program.layout
    zones = {noun: z[number] for noun, z in layout.zone.items() if layout.nouns[noun].get("of") == "player"}
    numbers = {name: value() for name, value in numbers_of(game, number).items()}
    return {
        "name": game.labels.seat(number, lang),
        "zones": {noun: _zone(game, zone, noun, viewer, lang, cards) for noun, zone in zones.items()},
        "numbers": numbers,
        "said": {noun: said for noun, value in numbers.items() if (said := _said(game, noun, value, lang))},
        "pieces": {
            kind.name: {
                layout.names[place]: game.state.n[kind.index[number][place]]
                for place in [*zones.values(), *layout.spaces, *layout.borders]
                if kind.index[number][place] and game.state.n[kind.index[number][place]]
                and (kind.owned or place in zones.values()) and not kind.endless(layout, place)
            }
            for kind in layout.piece_kinds
        },
        "lasting": [
            game.labels.print(node, lang)
            for node in game.program.lasting for _ in range(_still_holds(game, node, number))
        ],
    }  # fmt: skip


def _still_holds(game: Position, node: Timed, seat: int) -> int:
    """How often what a seat has said for a time holds: without what ended with its first use."""
    program, n = game.program, game.state.n
    used = n[program.used_up[node] + seat] if node in program.used_up else 0
    return n[program.lasting[node] + seat] - used


def numbers_of(game: Position, seat: int | None) -> dict[str, Callable[[], int]]:
    """The numbers of a seat, or those that the game keeps for nobody: by name, each worked out when it is asked.

    Of a number that is kept for each of several things the name is `level.track`.
    """
    layout = game.program.layout
    ask, state = partial(partial, game.program.number), game.state
    found: dict[str, Callable[[], int]] = {}
    kept_for = [(noun, kept, as_list(layout.nouns[noun].get("of"))) for noun, kept in layout.kept.items()]
    if seat is None:
        for noun, kept, of in kept_for:
            if layout.nouns[noun]["type"] != "number":
                continue
            if not kept.things:
                found[noun] = ask(noun, state)
            elif len(kept.things) == 1 and of != ["player"]:
                each = kept.things[0]
                found |= {f"{noun}.{name_of_thing(layout, noun, 0, thing)}": ask(noun, state, thing) for thing in each}
        return found
    found = {noun: ask(noun, state, seat) for noun, entry in layout.nouns.items() if is_of_player(entry)}
    for noun in layout.held:
        cells = [layout.held[kind] + seat for kind in layout.held_kinds(noun) or [noun]]
        found[noun] = lambda cells=cells: sum(state.n[cell] for cell in cells)  # type: ignore[misc]
    for noun, kept, of in kept_for:
        if of[:1] == ["player"] and len(kept.things) == 2:
            for thing in kept.things[1]:
                found[f"{noun}.{name_of_thing(layout, noun, 1, thing)}"] = ask(noun, state, seat, thing)
    for noun, thing in _of_own_cards(layout, seat):
        found[f"{noun}.{layout.cards[thing].component}"] = ask(noun, state, thing)
    return found


def _said(game: Position, noun: str, value: int, lang: str) -> str:
    """The name of a value, where the lexicon names the values of a number."""
    kept = game.program.layout.kept.get(noun)
    return game.labels.value(kept.names[value - 1], lang) if kept and 1 <= value <= len(kept.names) else ""


def _tracks(game: Position, lang: str) -> Iterator[dict[str, Any]]:
    """Where each player stands, on each of several things, between a least and a most that do not change."""
    layout = game.program.layout
    for noun, kept in layout.kept.items():
        entry = layout.nouns[noun]
        least, most = entry.get("least"), entry.get("most")
        kinds = as_list(entry.get("of"))
        if len(kinds) == 2 and kinds[0] == "player" and isinstance(least, int) and isinstance(most, int):
            yield {
                "number": noun,
                "least": least,
                "most": most,
                "rows": [
                    {
                        "name": game.labels.thing(layout.nouns.get(kinds[1], {}).get("type", kinds[1]), thing, lang),
                        "at": [game.program.number(noun, game.state, seat, thing) for seat in range(layout.players)],
                    }
                    for thing in kept.things[1]
                ],
            }


def _kept_of(game: Position, thing: int, wanted: str, lang: str) -> dict[str, int | str]:
    """What is kept for one space or card: by noun, a number, or the name of a value or place."""
    layout = game.program.layout
    found: dict[str, int | str] = {}
    for noun, kept in layout.kept_for(wanted):
        if thing not in kept.things[0]:
            continue
        entry = layout.nouns[noun]
        if entry["type"] == "number":
            value = game.program.number(noun, game.state, thing)
            if 1 <= value <= len(kept.names) and kept.names[value - 1] in game.labels.unsaid.get(noun, ()):
                continue
            found[noun] = _said(game, noun, value, lang) or value
        elif entry["type"] == "space" and (place := game.state.n[kept.cell(thing)]) >= 0:
            found[noun] = game.labels.cell(place, lang)
    return found


def _of_own_cards(layout: Layout, seat: int) -> Iterator[tuple[str, int]]:
    """The numbers that are kept for each card of a seat's own set: (noun, card)."""
    for noun, kept in layout.kept.items():
        of = as_list(layout.nouns[noun].get("of"))
        if layout.nouns[noun]["type"] != "number" or len(of) != 1:
            continue
        if layout.type_of(of[0]) == "card":
            yield from ((noun, card) for card in kept.things[0] if layout.cards[card].owner == seat)


def name_of_thing(layout: Layout, noun: str, argument: int, thing: int) -> str:
    """The id of a thing that a number is of: a component's, a space's or a border's."""
    kind = as_list(layout.nouns[noun]["of"])[argument]
    if layout.nouns.get(kind, {}).get("type", kind) == "card":
        return layout.cards[thing].component
    return layout.names[thing]


def _zone(game: Position, zone: int, noun: str, viewer: int | None, lang: str, told: bool) -> dict[str, Any]:
    layout = game.program.layout
    cards = game.state.zones[zone]
    visible = layout.nouns[noun].get("visible", "public")
    seen = told and sees(layout, zone, viewer)
    return {
        "title": game.labels.noun(noun, lang),
        "count": len(cards),
        "cards": [card_view(game, card, lang) for card in cards] if seen else None,
        "secret": visible == "owner",
        "pile": layout.nouns[noun].get("order") == "pile",
    }


def own(game: Position, seat: int) -> dict[str, Any]:
    """What a seat has, as it sees it: its entry in `view`, without the rest of the table."""
    return _seat(game, seat, seat, "en")


def contents(game: Position, noun: str, seat: int) -> list[str]:
    """The ids of the components in a zone, from the bottom up, hidden or not: for what sees everything."""
    layout = game.program.layout
    zone = layout.zone[noun][seat]
    return [layout.cards[card].component for card in game.state.zones[zone]]


def card_view(game: Position, card: int, lang: str = "en") -> dict[str, Any]:
    """A card with its text, what is printed on it and kept for it, and what lies on it."""
    component = game.program.ruleset.components[game.program.layout.cards[card].component]
    entry: dict[str, Any] = {
        "id": component.id,
        "name": game.labels.card(card, lang),
        "text": game.labels.text(component.id, lang),
        "attributes": {key: _plain(value) for key, value in component.attributes.items()},
        "numbers": _kept_of(game, card, "card", lang),
    }
    place = game.program.layout.card_place + card
    for key, found in (("pieces", _pieces(game, place, lang)), ("cards", _lying(game, place))):
        if found:
            entry[key] = found
    return entry


def _plain(value: Any) -> Any:
    return dict(value) if hasattr(value, "items") else value


def _pieces(game: Position, place: int, lang: str) -> list[dict[str, Any]]:
    layout, n = game.program.layout, game.state.n
    found = []
    for kind, row, position in layout.cells_at(place):
        if count := n[position]:
            owner = row if kind.owned and row < layout.players else None
            said = game.labels.pieces(kind, count, lang)
            found.append({"piece": kind.name, "owner": owner, "count": count, "said": said})
    return found


def _lying(game: Position, place: int) -> list[str]:
    """The ids of the components whose cards lie on a space or card."""
    if place not in game.state.where:
        return []
    cards = game.program.layout.cards
    return [cards[card].component for card, where in enumerate(game.state.where) if where == place]


def _names_of_lying(game: Position, lang: str) -> dict[str, str]:
    """What the cards that lie on spaces are called, by the ids of their components."""
    cards, spaces = game.program.layout.cards, game.program.layout.spaces
    lying = [card for card, where in enumerate(game.state.where) if where in spaces]
    return {cards[card].component: game.labels.card(card, lang) for card in lying}


def _space(game: Position, place: int, lang: str) -> dict[str, Any]:
    data = game.program.layout.attributes[place]
    return {
        "id": data["id"], "name": game.labels.place(place, lang, game.state), "kind": data["kind"],
        "cell": game.labels.cell(place, lang), "words": game.labels.about(place, lang, game.state),
        "attributes": {
            k: v for k, v in data.items()
            if k not in ("id", "name", "kind", "provenance") and str(v) not in game.labels.unsaid.get(k, ())
        },
        "numbers": _kept_of(game, place, "space", lang),
        "neighbours": [game.program.layout.names[other] for other in game.program.layout.neighbours[place]],
        "pieces": _pieces(game, place, lang),
        "cards": _lying(game, place),
    }  # fmt: skip


def _border(game: Position, place: int, lang: str) -> dict[str, Any]:
    layout = game.program.layout
    data = layout.attributes[place]
    return {
        "id": layout.names[place], "kind": data["kind"], "between": list(data["between"]),
        "attributes": {k: v for k, v in data.items() if k not in ("id", "kind", "between", "provenance")},
        "pieces": _pieces(game, place, lang),
    }  # fmt: skip
