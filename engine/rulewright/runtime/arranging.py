"""Lays a described position over the one a game is in: for scenarios, trials and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.compiler.layout.layout import Layout, as_list, value_of
from rulewright.problems import RulewrightError, problem
from rulewright.runtime.position import Position
from rulewright.runtime.view import name_of_thing

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
            known.setdefault(name_of_thing(layout, noun, len(args), number), []).append([*args, number])
        component, _, copy = thing.partition(".")
        rows = known.get(component, [])
        if copy:
            rows = rows[int(copy) : int(copy) + 1] if copy.isdecimal() else []
        if not rows:
            raise _unknown(thing, known)
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
