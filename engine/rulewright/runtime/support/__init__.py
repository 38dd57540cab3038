"""What generated code calls, made for each program over its tables: a module for each topic.

`namespace` puts all of it together under the names that generated code uses.
"""

from __future__ import annotations

from itertools import compress
from typing import Any

from rulewright.compiler.program import Program
from rulewright.runtime.machine import FAIL, Machine
from rulewright.runtime.state import State
from rulewright.runtime.support.cards import Copies, card_functions
from rulewright.runtime.support.memos import keep
from rulewright.runtime.support.notes import Notes
from rulewright.runtime.support.offers import offer_functions
from rulewright.runtime.support.orders import (
    HUGE,
    by_distance,
    by_rank,
    firsts,
    groups,
    order_functions,
    shares,
    towards,
)
from rulewright.runtime.support.paying import payment_functions, symbols
from rulewright.runtime.support.pieces import piece_functions
from rulewright.runtime.support.probes import probe_functions
from rulewright.runtime.support.triggers import trigger_functions
from rulewright.runtime.support.under_way import under_way_functions


def namespace(program: Program, machine: Machine) -> dict[str, Any]:
    """The names that generated code uses beside its own.

    machine: that will run the program; it need not be ready yet.
    """
    notes = Notes(program)
    copies = Copies(program)
    orders = order_functions(program)
    cards = card_functions(program, notes)
    offers = offer_functions(program, notes)
    triggers = trigger_functions(program, notes, orders["ORDER"], offers["START"], machine.in_a_circle)
    worth = symbols(program)

    def symbols_of(s: State, card: int, resource: int) -> int:
        return worth[card][resource]

    return {
        **_tables(program),
        **orders,
        **cards,
        **offers,
        **triggers,
        **piece_functions(program, notes),
        **under_way_functions(program, machine, triggers["STATE_CHECK"]),
        **probe_functions(notes, cards["PLAY"]),
        **payment_functions(program, notes, copies, cards),
        "DISTINCT": copies.distinct,
        "SYMBOLS": symbols_of,
        "USE": notes.use,
        "RESET": notes.reset,
        "GROUPS": groups,
        "SHARES": shares,
        "TOWARDS": towards,
        "FIRSTS": firsts,
        "BY_DISTANCE": by_distance,
        "BY_RANK": by_rank,
        "KEEP": keep,
        "HUGE": HUGE,
        "FAIL": FAIL,
        "compress": compress,
    }


def _tables(program: Program) -> dict[str, Any]:
    """Tables of the layout under the names that generated code reads them by; -1 is no thing."""
    layout, players = program.layout, program.players
    nowhere = [-1] * (len(layout.names) + 1 - layout.zone_count)  # spaces and cards; and what lies in none
    return {
        "SEATS": range(players),
        "ROWS": range(players + 1),
        "PLAYERS": players,
        "NOBODY": players,
        "UNDER": layout.tiles.under,
        "BESIDE": layout.tiles.beside,
        "CELL": layout.tiles.cell,
        "ADJ": {**layout.neighbours, -1: ()},
        "ON_MAP": tuple(place if place in layout.spaces else -1 for place in (*range(len(layout.names)), -1)),
        "LINKS": layout.links,
        "ENDS": {**layout.border_ends, -1: ()},
        "BORDER": layout.borders_between,
        "CARD0": layout.card_place,
        "ZONE_OWNER": (*layout.zone_owner, *nowhere),
        "TURN_FLAGS": program.turn_flags,
        "ROUND_FLAGS": program.round_flags,
        "PAY": program.pay,
    }
