"""What events set off, and what comes true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.compiler.program import Program
from rulewright.runtime.machine import RuleError
from rulewright.runtime.state import State
from rulewright.runtime.support.notes import Notes

_NO_CARD = (-1,)

DEEPEST = 2_000  # frames on the stack when a trigger begins: more of them are a chain that goes round in a circle


Listener = tuple[int, int, Any, int, Callable[..., Any]]
"""(number, card, zones, limit, test) of an entry that listens."""


def trigger_functions(
    program: Program,
    notes: Notes,
    order: Callable[[State, Any], list[int]],
    start: Callable[..., None],
    circle: Callable[[State], RuleError],
) -> dict[str, Any]:
    """`TRIGGERED`, `PENDING`, `TRIGGER` and `STATE_CHECK`.

    order: seats in turn order; start: begins what was chosen from a table; circle: the error for a chain without end.
    """

    def pending(triggers: list[Any]) -> list[Any]:
        """Those of the seat that is first in line."""
        return [t for t in triggers if t[3] == triggers[0][3]]

    def trigger(s: State, seat: int, choice: Any, args: tuple[Any, ...]) -> None:
        """Begin a trigger."""
        if len(s.stack) > DEEPEST:
            raise circle(s)
        if s.lookahead.fired is not None and not s.lookahead.depth:
            s.lookahead.fired.add((choice[0], choice[1]))
        start(s, seat, choice[:3], args)

    return {
        "TRIGGERED": _triggered(program, order),
        "PENDING": pending,
        "TRIGGER": trigger,
        "STATE_CHECK": _state_check(program, notes),
    }


def _listening(program: Program, table: int) -> list[tuple[list[Listener], list[Listener]]]:
    """By seat, what listens in a table, and what of it listens to others."""
    rows: list[tuple[list[Listener], list[Listener]]] = [([], []) for _ in range(program.players)]
    for number, entry in enumerate(program.offers[table]):
        for seat, (own, of_others) in enumerate(rows):
            # what speaks of things that were chosen listens for each of them, below all numbers of cards
            for card in entry.cards if entry.zones else entry.cards or _NO_CARD:
                zones = entry.zones[seat] if entry.zones else ()
                row = (number, card, zones, entry.limit and entry.limit + seat, program.names[entry.test])
                own.append(row)
                if not entry.own:
                    of_others.append(row)
    return rows


def _triggered(program: Program, order: Callable[[State, Any], list[int]]) -> Callable[..., list[Any]]:
    """What tells which triggers an event sets off."""
    players, seats = program.players, range(program.players)
    listeners: dict[int, list[tuple[list[Listener], list[Listener]]]] = {}

    def triggered(s: State, actor: int, table: int, args: tuple[Any, ...]) -> list[Any]:
        """(table, entry, card, seat) for every trigger that a deed sets off, in the order of the seats."""
        rows = listeners.get(table)
        if rows is None:
            rows = listeners[table] = _listening(program, table)  # whole: another game may ask for it meanwhile
        n, where = s.n, s.where
        found: list[Any] = []
        own, of_others = rows[actor]
        for number, card, zones, limit, test in own:
            if (card < 0 or where[card] in zones) and not (limit and n[limit]) and test(s, actor, card, actor, *args):
                found.append((table, number, card, actor))
        for seat in seats if of_others else ():
            for number, card, at, limit, test in rows[seat][1] if seat != actor else ():
                if (card < 0 or where[card] in at) and not (limit and n[limit]) and test(s, seat, card, actor, *args):
                    found.append((table, number, card, seat))
        if len(found) > 1:
            line = order(s, seats)
            at = line.index(actor)
            found.sort(key=lambda trigger: (line.index(trigger[3]) - at) % players)
        return found

    return triggered


def _state_check(program: Program, notes: Notes) -> Callable[[State, int], bool]:
    """What begins that which has come true."""
    names, players = program.names, program.players
    mark, use = notes.mark, notes.use

    def state_check(s: State, you: int) -> bool:
        """Begin what has come true since the last time, the acting seat's first; True when something was begun."""
        begun: list[list[Any]] = []
        n = s.n
        once = names.get("ONCE", {})
        for turn in range(players):
            seat = (you + turn) % players
            for number, (test, effect, flag, card) in enumerate(program.state_triggers):
                now = 1 if names[test](s, seat) else 0
                if now and not n[flag + seat]:
                    mark(s, flag, seat, 1)
                    limit = once.get(number, 0)
                    if not limit or not n[limit + seat]:
                        if limit:
                            use(s, limit, seat)
                        begun.append([effect.entry, seat, card, *names[effect.pad_name]])
                elif not now and n[flag + seat]:
                    mark(s, flag, seat, 0)
        s.stack += reversed(begun)
        return bool(begun)

    return state_check
