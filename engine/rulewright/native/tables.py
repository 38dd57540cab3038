"""What a native program needs of a program beside its functions: constants and tables, as one stream of integers.

`api/tables.h` reads the stream in the same order (`rw_begin`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any, Final

from rulewright.compiler.program import Program
from rulewright.native.problems import CannotTranslate
from rulewright.native.translation.module import Module
from rulewright.runtime.machine import FAIL
from rulewright.runtime.support.cards import Copies, hands, refills, shown, stacks
from rulewright.runtime.support.notes import Notes
from rulewright.runtime.support.paying import PaymentProbes, Plays
from rulewright.runtime.support.pieces import holdings

NONE, FALSE, TRUE, INT, STRING, TUPLE, LIST, DICT, SET, FUNCTION, FAILURE, SLICE, EXTREME = range(13)
"""What an entry of a stream is, as in `api/streams.h`."""

_PLAIN: Final = {id(None): NONE, id(False): FALSE, id(True): TRUE, id(FAIL): FAILURE}


def stream(value: Any, module: Module, names: Mapping[int, str], to: array[int]) -> None:
    """Append a value.

    Args:
        names: by `id`, the names of functions.

    Raises:
        CannotTranslate: it is nothing that C knows of.
    """
    if id(value) in _PLAIN:
        to.append(_PLAIN[id(value)])
    elif isinstance(value, int):
        to.extend((INT, value))
    elif isinstance(value, str):
        to.extend((STRING, module.string(value)))
    elif isinstance(value, tuple | list | range):
        to.extend((LIST if isinstance(value, list) else TUPLE, len(value)))
        for item in value:
            stream(item, module, names, to)
    elif isinstance(value, Mapping):
        to.extend((DICT, len(value)))
        for key, item in value.items():
            stream(key, module, names, to)
            stream(item, module, names, to)
    elif isinstance(value, set | frozenset):
        to.extend((SET, len(value)))
        for item in sorted(value):
            stream(item, module, names, to)
    elif isinstance(value, slice):
        to.extend((SLICE, 3))
        for item in (value.start, value.stop, value.step):
            stream(item, module, names, to)
    elif value is max or value is min:
        to.extend((EXTREME, int(value is max)))
    elif isinstance(value, FunctionType) and id(value) in names:
        to.extend((FUNCTION, module.value(names[id(value)])))
    else:
        raise CannotTranslate(f"a constant of the type {type(value).__name__}")


def tables(program: Program) -> Iterator[Any]:
    """All tables after the constants, in the order of `rw_begin`."""
    names, layout, players = program.names, program.layout, program.players
    notes, copies = Notes(program), Copies(program)
    plays = Plays(program, notes, copies, names)
    paying = PaymentProbes(program, plays)
    yield tuple(tuple(_entries(program, number)) for number in range(len(program.offers)))
    yield tuple(
        (names[test], effect.entry, tuple(names[effect.pad_name]), flag, card)
        for test, effect, flag, card in program.state_triggers
    )
    yield names.get("ONCE", {})
    yield names["IX"]
    yield tuple(map(tuple, program.sums.made))
    yield {cell: tuple(number for pair in pairs for number in pair) for cell, pairs in program.sums.fed.items()}
    yield tuple(map(tuple, notes.of_pieces))
    yield tuple(notes.of_cards)
    yield {row: tuple(numbers) for row, numbers in notes.of_row.items()}
    yield {row: tuple(numbers) for row, numbers in notes.of_flag.items()}
    yield program.twice
    yield tuple(stacks(program))
    yield tuple(map(tuple, hands(program)))
    yield refills(program)
    yield tuple(shown(program, zone) for zone in range(layout.zone_count))
    yield tuple(copies.component)
    yield tuple(sorted(copies.copied))
    yield {card: tuple(cells) for card, cells in copies.cells.items()}
    yield tuple(copies.rows)
    yield tuple(map(tuple, plays.symbols))
    yield tuple(tuple((number, names[function]) for number, function in ways) for ways in plays.ways_of)
    yield tuple((names[way.function], way.resources, way.limit, way.conditional) for way in program.ways)
    yield tuple(map(tuple, paying.where_paid))
    yield tuple(paying.flags)
    yield dict(program.resources)
    yield tuple(sorted(plays.convertible))
    yield tuple(sorted(plays.paid_by_cards))
    yield tuple(tuple(row) for row in holdings(layout))
    yield tuple(tuple(kind.places) for kind in layout.piece_kinds)
    yield tuple(layout.zone_owner[: layout.zone_count])
    yield "card"
    yield {compiled.pad_name: tuple(names.get(compiled.pad_name, ())) for compiled in program.compiled.values()}
    yield tuple(program.machine.hidden)
    yield tuple(program.asked)
    order = layout.kept.get(program.ruleset.turn_order)
    yield (
        order.first if order is not None else 0,
        program.first_player,
        program.pay,
        program.pay_table,
        program.next_flags["double"],
        program.next_flags["convert"],
        layout.card_place,
        int(program.pays_alike),
        int(program.asks_within),
    )
    assert len(program.asked) == players


def _entries(program: Program, table: int) -> Iterator[tuple[Any, ...]]:
    names = program.names
    for number, entry in enumerate(program.offers[table]):
        procedure = entry.procedure
        yield (
            procedure.entry,
            tuple(names.get(procedure.pad_name, ())),
            entry.limit,
            bool(entry.spends),
            tuple(map(tuple, entry.zones)),
            tuple(entry.cards),
            names[entry.test] if entry.test else None,
            entry.own,
            (table, number) in program.decided,
            program.owner[procedure.entry],
        )
