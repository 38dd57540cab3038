"""A game as plain data: what a seat may see, and (for scenarios) changing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from rulewright.compiler.layout.layout import Layout, as_list, is_of_player, value_of
from rulewright.language.problems import RulewrightError, problem
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
            for node, cells in game.program.lasting.items() for _ in range(game.state.n[cells + number])
        ],
    }  # fmt: skip


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
                found |= {f"{noun}.{_name(layout, noun, 0, thing)}": ask(noun, state, thing) for thing in each}
        return found
    found = {noun: ask(noun, state, seat) for noun, entry in layout.nouns.items() if is_of_player(entry)}
    for noun in layout.held:
        cells = [layout.held[kind] + seat for kind in layout.held_kinds(noun) or [noun]]
        found[noun] = lambda cells=cells: sum(state.n[cell] for cell in cells)  # type: ignore[misc]
    for noun, kept, of in kept_for:
        if of[:1] == ["player"] and len(kept.things) == 2:
            found |= {
                f"{noun}.{_name(layout, noun, 1, thing)}": ask(noun, state, seat, thing) for thing in kept.things[1]
            }
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


def _name(layout: Layout, noun: str, argument: int, thing: int) -> str:
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


# ------------------------------------------------------------------ changing it

Names = Mapping[Any, Any]


def arrange(game: Position, position: Names) -> None:
    """Lay a position over the one a game is in: for scenarios and tests.

    Args:
        position: `clear: true` sends all pieces on the map home first. `seats` is a list with, for each seat, `held`
            ({noun: count}), `zones` and `pieces`; what belongs to nobody stands under `zones` and `pieces` beside it.
            `zones: {zone: [component, …]}` makes a zone (or a space or card) hold exactly these cards, the last on top;
            what lay there leaves the game. `pieces: {place: {piece: count}}` sets counts; the difference comes
            from, or goes to, where such pieces are kept.

    Raises:
        RulewrightError: RW0740 for a name that is not there, RW0741 for a piece that cannot lie where it is put, RW0745
            for a card that is put into more places than there are copies of it.
    """
    layout = game.program.layout
    if position.get("clear"):
        for number, kind in enumerate(layout.piece_kinds):
            for place in (*layout.spaces, *layout.borders):
                for row in range(len(kind.index)):
                    _set_count(game, number, row, place, 0)
    taken: set[int] = set()  # one copy lies in one place
    for seat, part in [(-1, position), *enumerate(position.get("seats") or [])]:
        for noun, count in (part.get("held") or {}).items():
            _set_number(game, noun, seat, count)
        for noun, cards in (part.get("zones") or {}).items():
            _set_zone(game, noun, seat, cards, taken)
        for place, pieces in (part.get("pieces") or {}).items():
            _set_pieces(game, str(place), pieces, seat)


def _unknown(name: str, known: Any) -> RulewrightError:
    return RulewrightError(problem("RW0740", found=name, expected=sorted(known)))


def _set_number(game: Position, name: str, seat: int, value: int | str) -> None:
    """Set what a seat holds, or a kept number: `level.track` is that of one track (of each, where it has copies)."""
    layout = game.program.layout
    noun, _, thing = name.partition(".")
    if noun in layout.held:
        game.state.n[layout.held[noun] + seat] = int(value)
        return
    kept = layout.kept.get(noun)
    if kept is None:
        raise _unknown(noun, [*layout.held, *layout.kept])
    args = [seat] if as_list(layout.nouns[noun].get("of"))[:1] == ["player"] else []
    rows = [args]
    if thing:
        known: dict[str, list[list[int]]] = {}
        for number in kept.things[len(args)]:
            if _anothers(layout, noun, len(args), number, seat):
                continue
            known.setdefault(_name(layout, noun, len(args), number), []).append([*args, number])
        if thing not in known:
            raise _unknown(thing, known)
        rows = known[thing]
    kind = layout.nouns[noun]["type"]
    for row in rows:
        if kind == "number":
            kept_value = value_of(value, kept.names)
        else:  # a seat is counted from 1, as everywhere in a scenario
            kept_value = int(value) - 1 if kind == "player" else _place(game, str(value), seat)
        game.state.n[kept.cell(*row)] = kept_value


def _anothers(layout: Layout, noun: str, argument: int, thing: int, seat: int) -> bool:
    """Whether a thing that a number is of is a card of the set of another seat than the one it is asked for."""
    kind = as_list(layout.nouns[noun]["of"])[argument]
    if layout.nouns.get(kind, {}).get("type", kind) != "card":
        return False
    return seat >= 0 and layout.cards[thing].owner not in (-1, seat)


def _set_zone(game: Position, noun: str, seat: int, cards: list[str], taken: set[int]) -> None:
    """Make a zone hold these cards; taken: the copies that the position has put somewhere already, which grow."""
    layout, state = game.program.layout, game.state
    zone = _place(game, noun, seat)
    out = layout.zone.get(game.program.ruleset.out_of_game, [-1])[0]
    for card in [card for card, where in enumerate(state.where) if where == zone]:
        state.move(card, out)
    for name in cards:
        component, _, copy = name.partition(".")  # "deed.1" is the second copy, as options call it
        copies = layout.instances(component)
        found = [c for c in copies if c not in taken and layout.cards[c].owner in (-1, seat)]
        if copy:
            found = copies[int(copy) : int(copy) + 1] if copy.isdecimal() else []
            found = [c for c in found if c not in taken]
        if not found and any(c in taken for c in copies):
            raise RulewrightError(problem("RW0745", found=name, place_name=noun))
        if not found:
            raise _unknown(name, {c.component for c in layout.cards})
        # A copy that lies unused is taken first, so that one listed elsewhere stays there.
        card = min(found, key=lambda c: (state.where[c] != out, c))
        taken.add(card)
        state.move(card, zone)


def _set_pieces(game: Position, place: str, pieces: Names, seat: int) -> None:
    layout = game.program.layout
    where = _place(game, place, seat)
    kinds = {kind.name: number for number, kind in enumerate(layout.piece_kinds)}
    for name, count in pieces.items():
        if name not in kinds:
            raise _unknown(name, kinds)
        kind = layout.piece_kinds[kinds[name]]
        row = seat if seat >= 0 and kind.owned else layout.players
        if not kind.index[row][where]:
            raise RulewrightError(problem("RW0741", found=name, place_name=place))
        _set_count(game, kinds[name], row, where, count)


def _set_count(game: Position, kind: int, row: int, place: int, count: int) -> None:
    """Set how many pieces lie somewhere; the difference is made up where such pieces are kept, as far as it goes."""
    layout, n = game.program.layout, game.state.n
    info = layout.piece_kinds[kind]
    cell = info.index[row][place]
    if not cell:
        return
    homes = [zone for noun in layout.nouns[info.noun].get("supply") or {} for zone in layout.zone[noun]]
    for other in (row, layout.players):
        for home in homes:
            spot = info.index[other][home]
            if spot and spot != cell:
                n[spot] = max(0, n[spot] + n[cell] - count)
                n[cell] = count
                return
    n[cell] = count


def _place(game: Position, name: str, seat: int) -> int:
    layout: Layout = game.program.layout
    if name in layout.ids:
        return layout.ids[name]
    if name in layout.zone:
        return layout.zone[name][max(seat, 0)]
    own = [card for card in layout.instances(name) if layout.cards[card].owner in (-1, seat)]
    if own:
        return layout.card_place + own[0]
    if name in layout.names:
        return layout.names.index(name)
    raise _unknown(name, [*layout.ids, *layout.zone])
