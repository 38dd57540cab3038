"""Which probes a program needs, under which names, and what they look like.

A probe is a function `(s, f)` that answers whether what a block begins can be carried through: CAN, CANNOT or UNKNOWN.
It is the block, and all that it leads to, without whatever changes the position. What a run would have changed by then
is part of the name of a probe: one block has a probe for each abstract state that a probe comes to it with.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from rulewright.compiler.ir.expressions import Call, Collection, Item, Lit, Name, Slot, Table
from rulewright.compiler.ir.facts import CALLS, READS_NAME, facts, slots
from rulewright.compiler.ir.rewrite import statements, walk
from rulewright.compiler.ir.statements import Body, Enter, Function
from rulewright.compiler.passes.dead_code import mentioned
from rulewright.compiler.passes.effects.locations import ANYTHING
from rulewright.compiler.passes.lookahead.calls import moves_cards
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.probe import ProbeWriter
from rulewright.compiler.passes.lookahead.state import AbstractState, Local
from rulewright.compiler.passes.lookahead.useless import NO_PROBE, useful

MOST: Final = 16  # probes of one block; more cost more when compiling than they save in play (docs/performance.md)
_OF_KINDS: Final = frozenset(((READS_NAME, "IX"), (CALLS, "MOVE_PIECES")))

Abilities = tuple[tuple[int, str], ...]
"""All that one of several cards may say: first blocks, with the names of the default locals."""


@dataclass
class Probes:
    """The probes of a program.

    Attributes:
        functions: by name.
        tables: by name, for each ability (probe, default locals, procedure, whether it moves cards).
        of: by block, the name of its probe where nothing has changed yet.
    """

    functions: dict[str, Function] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    of: dict[int, str] = field(default_factory=dict)

    def body(self, label: int) -> Body:
        """The body of the probe of a block; empty if there is none."""
        return self.functions[self.of[label]].body if label in self.of else ()


def probes(code: Code, labels: Iterable[int]) -> Probes:
    """Probes of some blocks, and of all that they lead to. What they need not work out is still in them."""
    return _Maker(code).make(labels)


class _Maker:
    def __init__(self, code: Code) -> None:
        self.code = code
        self._named: dict[tuple[Any, ...], str] = {}
        self._made: dict[int | Abilities, int] = {}
        self._todo: list[tuple[int | Abilities, str, AbstractState]] = []
        self._kinds: dict[str, set[int]] = {}  # by procedure, the slots that tell what kind of piece something is about
        self._read: dict[str, set[int]] = {}  # by procedure, the slots that it reads
        for label, block in code.blocks.items():
            self._kinds.setdefault(code.owner[label], set()).update(_kind_slots(block))
            self._read.setdefault(code.owner[label], set()).update(slots(block))

    def make(self, labels: Iterable[int]) -> Probes:
        """Write the probes."""
        found = {label: self._block(label, AbstractState(label)) for label in labels if label in self.code.blocks}
        tables: dict[str, list[tuple[int, str, str]]] = {}
        bodies: dict[str, Body] = {}
        while self._todo:
            what, name, state = self._todo.pop()
            if isinstance(what, tuple):
                tables[name] = [(entry, self._block(entry, state), pad) for entry, pad in what]
            else:
                bodies[name] = self._write(name, what, state)
        bodies, useless = useful(bodies)
        made = Probes(of={label: name for label, name in found.items() if name not in useless})
        needed = set[str]()
        todo = list(made.of.values())
        while todo:
            name = todo.pop()
            if name not in needed:
                needed.add(name)
                todo += (probe for _, probe, _ in tables[name]) if name in tables else mentioned(bodies.get(name, ()))
        made.functions = {name: Function(name, ("s", "f"), body) for name, body in bodies.items() if name in needed}
        made.tables = {name: self._table(rows, useless) for name, rows in tables.items() if name in needed}
        return made

    def _table(self, rows: Iterable[tuple[int, str, str]], useless: set[str]) -> Table:
        """A table of probes: by ability (probe, default locals, procedure, whether it moves cards)."""
        return Table(tuple(
            (Lit(entry), Collection("tuple", (
                Name(NO_PROBE if probe in useless else probe), Name(pad), Lit(self.code.owner[entry]),
                Lit(moves_cards(self.code, entry)),
            )))
            for entry, probe, pad in rows
        ))  # fmt: skip

    def _write(self, name: str, label: int, state: AbstractState) -> Body:
        """The body of one probe."""

        def abilities(slot: int, state: AbstractState) -> str:
            return self._name(self.code.effects.started(label, slot), state)

        return ProbeWriter(self.code, name, label, self._block, abilities).write(state)

    def _block(self, label: int, state: AbstractState) -> str:
        """The name of the probe of a block in a state."""
        return self._name(label, state)

    def _name(self, what: int | Abilities, state: AbstractState) -> str:
        """The name of the probe of a block, or of a table of probes, in a state; only what matters there counts."""
        effects = self.code.effects
        if isinstance(what, tuple):
            asks = frozenset().union(*(effects.asks(entry) for entry, _ in what))
        else:
            asks = effects.asks(what)
        changed, tainted = state.changed, state.tainted
        if changed != ANYTHING:  # only what is asked from here on makes a difference
            changed = (changed & asks) | ({"+"} if changed and "*" in asks else set())
        if tainted != ANYTHING:
            tainted &= asks
        constants: dict[int, Lit] = {}
        unknown = tainted_locals = frozenset[Local]()
        if isinstance(what, int) and what in self.code.blocks:
            owner = self.code.owner[what]
            unknown, tainted_locals = state.unknown & self._read[owner], state.tainted_locals & self._read[owner]
            constants = {slot: value for slot, value in state.constants.items() if slot in self._kinds[owner]}
        key = (
            what, changed, unknown, frozenset(constants.items()), state.inert, state.paid, tainted, tainted_locals
        )  # fmt: skip
        if key not in self._named:
            made = self._made[what] = self._made.get(what, 0) + 1
            if made > MOST or (isinstance(what, int) and what not in self.code.blocks):
                return NO_PROBE
            kind = f"each_{list(self._made).index(what)}" if isinstance(what, tuple) else str(what)
            self._named[key] = f"probe_{kind}" + (f"_{made}" if made > 1 else "")
            before = AbstractState(
                what if isinstance(what, int) else -1, changed, changed, {}, unknown, constants, tainted,
                tainted_locals, inert=state.inert, paid=state.paid,
            )  # fmt: skip
            self._todo.append((what, self._named[key], before))
        return self._named[key]


def _kind_slots(block: Body) -> set[int]:
    """The slots of a procedure that tell what kind of piece something is about."""
    found: set[int] = set()
    for stmt in statements(block):
        if isinstance(stmt, Enter) and stmt.procedure:
            found.update(*map(slots, stmt.args))
        elif not _OF_KINDS.isdisjoint(facts(stmt)):
            for part in walk(stmt):
                match part:
                    case Item(Name("IX"), Slot(number)) | Call("MOVE_PIECES", (_, Slot(number), *_)):
                        found.add(number)
    return found
