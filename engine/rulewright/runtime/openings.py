"""How a game begins: cards and pieces where they begin, and play up to the first decision."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.layout.layout import by_players
from rulewright.runtime.lookahead import Lookahead
from rulewright.runtime.state import State


def opened(program: Any, seed: int, log: bool) -> tuple[State, list[Any]]:
    """The position at the first decision of a game, and the options there.

    What no seed decides is done once for all games of a program: laying out, and where nothing asks chance before the
    first decision, all that comes before it.
    """
    if program.dealt is None:
        program.dealt = _dealt(program)
    if program.opening:
        first, values = program.opening
        return _fresh(first, seed, list(first.log) if log else None), values
    unknown = program.opening is None
    state = _fresh(program.dealt, seed, [] if log or unknown else None)
    values = program.machine.advance(state)
    if unknown:
        program.opening = () if state.lookahead.drawn else (_kept(program, state), values)
        state.log = state.log if log else None
    return state, values


def _fresh(before: State, seed: int, log: list[Any] | None) -> State:
    """A copy for a game of its own."""
    state = before.copy()
    state.lookahead = Lookahead()
    state.seed(seed)
    state.log = log
    return state


def _kept(program: Any, state: State) -> State:
    """A position that games are copied from; what functions have said of one game is not shared with others."""
    kept = state.copy()
    kept.lookahead = Lookahead()
    kept.answers = [None] * len(program.memoised)
    kept.log = list(state.log or ())
    return kept


def forget(program: Any, state: State) -> None:
    """Forget what was found out about a position that was changed from outside."""
    state.answers = [None] * len(program.memoised)
    state.tallies = program.sums.of(state.n)


def _dealt(program: Any) -> State:
    """The position that every game begins from."""
    state = State(program.layout.size, program.layout.zone_count, len(program.layout.cards), 0)
    _deal(program, state)
    for procedure in reversed(program.start):
        state.stack.append([procedure.entry, 0, *program.names[procedure.pad_name]])
    forget(program, state)
    return state


def _deal(program: Any, state: State) -> None:
    """Put cards and pieces where the game begins with them."""
    layout = program.layout
    for number, card in enumerate(layout.cards):
        if card.start:
            zones = layout.zone[card.start]
            state.move(number, zones[card.owner] if card.owner >= 0 and len(zones) > 1 else zones[0])
    for kept in layout.kept.values():
        for number, value in enumerate(kept.starts, kept.first):
            state.n[number] = value
    for kind in layout.piece_kinds:
        supply = layout.nouns[kind.noun].get("supply") or {}
        for zone, figure in supply.items():
            amount = figure
            if kind.worth and isinstance(figure, dict):
                amount = figure.get(str(kind.worth), figure.get(kind.worth, 0))
            count = by_players(amount, layout.players)
            for place in layout.zone[zone]:
                owner = layout.zone_owner[place]
                row = owner if owner >= 0 else layout.players
                state.n[kind.index[row][place]] += count
