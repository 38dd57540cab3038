"""The program as probes are made of it: blocks as a probe reads them, with what is known of the position filled in."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rulewright.compiler.ir.expressions import (
    FALSE,
    STATE,
    TRUE,
    And,
    Binary,
    Call,
    Cell,
    Compare,
    Expr,
    Field,
    IfElse,
    Item,
    Lit,
    Name,
    Node,
    Not,
    Or,
    Slot,
    both,
    either,
)  # fmt: skip
from rulewright.compiler.ir.facts import CALLS, READS_CELL, READS_FIELD, READS_NAME, READS_SLOT, facts
from rulewright.compiler.ir.rewrite import bottom_up, replaced, replaced_in
from rulewright.compiler.ir.statements import Body, Function, Return, Set, Stmt
from rulewright.compiler.passes.effects.effects import Effects
from rulewright.compiler.passes.effects.locations import ANYTHING
from rulewright.compiler.passes.folding import COMPARED
from rulewright.compiler.passes.inline import inliner, short_functions
from rulewright.compiler.passes.lookahead.state import AbstractState, Local, locals_of
from rulewright.compiler.procedures.decisions import Decision

_OVER: Final = Compare(Field("over"), "is not", Lit(None))
_TRIAL: Final = Field("trial")
_ODD: Final = frozenset(  # not as it stands there
    ((READS_FIELD, "over"), (READS_FIELD, "trial"), (CALLS, "DISTINCT"), (READS_NAME, "IX"))
)
_ESTIMATES: Final = (CALLS, "AFFORDABLE")
_SUMS: Final[Mapping[str, Callable[[int, int], int]]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_KINDS: Final = Name("IX")  # the places of pieces by their kind


@dataclass
class Code:
    """Blocks and functions of a program, and what is known of them.

    Attributes:
        blocks, functions: by number and by name; decisions: by the block that asks; owner: the procedure of each block.
        entries: the first block of each procedure by name.
        infallible: the blocks from which on nothing can fail.
        constants: of the module; piece_tables: the name of the table of each kind of piece.
        effects: what expressions read, and statements change.
        paying: what may differ between one way to pay and another; substitutes: what tells which cards can be played
            as others.
    """

    blocks: Mapping[int, Body]
    functions: Mapping[str, Function]
    decisions: Mapping[int, Decision]
    owner: Sequence[str]
    entries: Mapping[str, int]
    infallible: frozenset[int]
    constants: Mapping[str, Any]
    piece_tables: Sequence[str]
    effects: Effects
    paying: frozenset[str]
    substitutes: frozenset[str]
    _bodies: dict[int, Body] = field(default_factory=dict)
    _inlined: dict[tuple[str, tuple[Expr, ...]], Body] = field(default_factory=dict)
    _with: dict[tuple[Expr, tuple[tuple[int, Lit], ...]], Expr] = field(default_factory=dict)
    _hopeful: dict[Expr, Expr] = field(default_factory=dict)
    _out: dict[Expr, Expr] = field(default_factory=dict)
    _inliner: Callable[[Body], Body] = field(init=False)
    _known: dict[Expr, tuple[frozenset[Local], frozenset[str] | None]] = field(default_factory=dict)
    _rows: dict[Expr, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._inliner = inliner(short_functions(self.functions))

    def body(self, label: int) -> Body:
        """A block as probes read it."""
        if label not in self._bodies:
            self._bodies[label] = tuple(map(self._as_read, self.blocks[label]))
        return self._bodies[label]

    def inlined(self, function: str, args: tuple[Expr, ...]) -> Body:
        """The body of a function for some arguments, as probes read it."""
        key = function, args
        if key not in self._inlined:
            made = self.functions[function]
            body = tuple(map(self._as_read, made.body))
            values: dict[Expr, Expr] = dict(zip(map(Name, made.params[1:]), args, strict=True))
            self._inlined[key] = replaced_in(body, values)
        return self._inlined[key]

    def _as_read(self, stmt: Stmt) -> Stmt:
        """A statement as probes read it."""
        return stmt if _ODD.isdisjoint(facts(stmt)) else bottom_up(stmt, self._plain)

    def _plain(self, node: Node) -> Node:
        """A node as a probe reads it.

        The game is not over where a probe reads on; which of several copies of a card is taken makes no difference.
        """
        if node == _OVER:
            return FALSE
        if isinstance(node, IfElse) and node.test == _TRIAL:  # a probe only tries
            return node.then
        if isinstance(node, Or) and FALSE in node.parts:
            return either(*node.parts)
        if isinstance(node, Call) and node.function == "DISTINCT":
            return node.args[1]
        return self._of_kind(node)

    def _of_kind(self, node: Node) -> Node:
        """The table of a kind of piece, each under one name only."""
        if isinstance(node, Item) and node.of == _KINDS and isinstance(node.index, Lit):
            assert isinstance(node.index.value, int)
            name = self.piece_tables[node.index.value]
            return Name(name) if name in self.constants else node
        return node

    # ------------------------------------------------------------ expressions in a state

    def with_constants(self, expr: Expr, state: AbstractState) -> Expr:
        """An expression with literals in the place of slots that hold them."""
        if not state.constants:
            return expr
        told = tuple((slot, value) for slot, value in state.constants.items() if (READS_SLOT, slot) in facts(expr))
        if not told:
            return expr
        key = expr, told
        if key not in self._with:
            found = replaced(expr, {Slot(slot): value for slot, value in told})
            self._with[key] = bottom_up(found, self._folded)
        return self._with[key]

    def _folded(self, node: Node) -> Node:
        """A node whose parts are simpler now: sums and comparisons of literals are literals."""
        match node:
            case Binary(Lit(int(left)), op, Lit(int(right))) if op in _SUMS:
                return Lit(_SUMS[op](left, right))
            case Compare(Lit(int(left)), op, Lit(int(right))) if op in COMPARED:
                return Lit(COMPARED[op](left, right))
            case Not(Lit(bool(value))):
                return Lit(not value)
            case And(parts):
                return both(*parts)
            case Or(parts):
                return either(*parts)
        return self._of_kind(node)

    def at(self, expr: Expr, state: AbstractState) -> Expr:
        """An expression as a probe evaluates it: over values that are known, and numbers that would have changed."""
        expr = self.with_constants(expr, state)
        if state.changed or state.tainted or state.tainted_locals:
            if _ESTIMATES in facts(expr):
                if expr not in self._hopeful:
                    self._hopeful[expr] = bottom_up(expr, self._hoped)
                expr = self._hopeful[expr]
            if state.symbolic:
                expr = self._with_numbers(expr, state)
        return expr

    def written_out(self, test: Expr, state: AbstractState) -> Expr:
        """A test as `at`, with what short functions return in the place of their calls: these may ask what is known.

        To look further costs something, so it is for tests that fail.
        """
        if test not in self._out:
            (told,) = self._inliner((Return(test),))
            assert isinstance(told, Return)
            self._out[test] = told.value
        return self._with_numbers(self.with_constants(self._out[test], state), state)

    def _with_numbers(self, expr: Expr, state: AbstractState) -> Expr:
        """An expression with the numbers that would have changed as they would be then."""
        values: dict[Expr, Expr] = {
            cell: name for cell, name in (state.symbolic or {}).items()
            if isinstance(cell, Cell) and (READS_CELL, cell.index) in facts(expr)
        }  # fmt: skip
        return replaced(expr, values) if values else expr

    def _hoped(self, node: Node) -> Node:
        """Take it that a seat can pay: the estimate only saves time, and the position for it is another by now."""
        if isinstance(node, Call) and node.function == "AFFORDABLE" and node.args[:2] == (STATE, Slot(1)):
            return TRUE
        return self._folded(node)

    def known(self, expr: Expr, state: AbstractState) -> bool:
        """Whether an expression has its value here: it only reads, and nothing that a run would have changed."""
        read, reads = self._about(expr)
        if reads is None or (state.unknown and not state.unknown.isdisjoint(read)):
            return False
        if not reads or not state.changed:
            return True
        return ANYTHING not in (reads, state.changed) and reads.isdisjoint(state.changed)

    def tainted(self, expr: Expr, state: AbstractState) -> bool:
        """Whether a known expression could have another value, had one paid in another way."""
        if not state.tainted and not state.tainted_locals:
            return False
        read, reads = self._about(expr)
        if state.tainted == ANYTHING or not state.tainted_locals.isdisjoint(read):
            return True
        return bool(state.tainted) and (reads is None or reads == ANYTHING or not state.tainted.isdisjoint(reads))

    def _about(self, expr: Expr) -> tuple[frozenset[Local], frozenset[str] | None]:
        """The slots and names that an expression reads, and what its value rests on in the position."""
        found = self._known.get(expr)
        if found is None:
            read = locals_of(expr)
            found = self._known[expr] = read, None if "FAIL" in read else self.effects.reads(expr)
        return found

    # ------------------------------------------------------------ numbers of the state

    def row(self, cell: Expr) -> frozenset[str]:
        """What a number of the state belongs to."""
        if cell not in self._rows:
            self._rows[cell] = self.effects.changed((Set(cell, Lit(0)),))
        return self._rows[cell]

    def rows(self, state: AbstractState) -> Mapping[Expr, frozenset[str]]:
        """What each symbolic number belongs to."""
        return {cell: self.row(cell) for cell in state.symbolic or ()}

    def apart(self, one: Expr, other: Expr) -> bool:
        """Whether two numbers are certainly not the same, whatever the slots in them hold."""
        rows = self.row(one), self.row(other)
        if rows[0].isdisjoint(rows[1]):
            return ANYTHING not in rows
        places = self._places(one), self._places(other)
        return places[0] is not None and places[1] is not None and places[0].isdisjoint(places[1])

    def _places(self, cell: Expr) -> frozenset[int] | None:
        """The places where the pieces may lie that a number counts; None where that cannot be told."""
        match cell:
            case Cell(Item(Item(Name(pieces), _), place)) if pieces in self.piece_tables:
                match place:
                    case Lit(int(number)):
                        return frozenset((number,))
                    case Item(Name(zones), _) if zones.startswith("Z_"):
                        return frozenset(self.constants[zones])
        return None
