"""The abstract state of a probe: what is known of the position and of the frame at one place of a block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rulewright.compiler.ir.expressions import Call, Expr, Lit, Name
from rulewright.compiler.ir.facts import READS_NAME, READS_SLOT, facts
from rulewright.compiler.passes.effects.locations import ANYTHING, joined
from rulewright.compiler.verdicts import CANNOT, UNKNOWN
from rulewright.language import records

NOTHING: Final[frozenset[str]] = frozenset()

Local = int | str
"""A slot of the frame by its number, or a local by its name."""


def locals_of(expr: Expr) -> frozenset[Local]:
    """The slots and names that an expression reads."""
    return frozenset([what for kind, what in facts(expr) if kind is READS_SLOT or kind is READS_NAME])


@records.dataclass(frozen=True, slots=True)
class Callee:
    """A call that a block makes before it goes on with the next block.

    Attributes:
        probe: the probe of what is called; empty where that cannot fail.
        frame: the frame that it gets.
        changed: what it changes.
        inert: the probe that tells whether it changes nothing, or empty.
        procedure: its name as an expression, where something may ask whether it is under way.
        changed_otherwise: what it changes if it moves no card, where the local `moves` tells whether it does.
        payment: whether it is a payment; its probe leaves the position after it with the state.
    """

    probe: str
    frame: Expr
    changed: frozenset[str]
    inert: str = ""
    procedure: Expr | None = None
    changed_otherwise: frozenset[str] | None = None
    payment: bool = False

    def call(self, probe: str) -> Expr:
        """The expression that asks one of its probes."""
        if self.procedure is not None:
            return Call("PROBE_WITHIN", (Name("s"), self.frame, self.procedure, Name(probe)))
        return Call(probe, (Name("s"), self.frame))


@dataclass(slots=True)
class AbstractState:
    """What is known at one place of a block.

    What has changed is named as in `effects/locations.py`; `ANYTHING` is all there is.

    Attributes:
        label: the block that follows.
        changed: what a run would have changed by now; the position that the probe reads has not.
        havocked: the part of it that `symbolic` does not follow.
        symbolic: numbers that a run would have changed, with the names that hold their new values; None in a loop,
            where a name would have to hold the value of each round.
        unknown: slots and names whose values are not known.
        constants: slots that hold a literal.
        tainted: what could be otherwise, had one paid in another way; tainted_locals: slots and names of this kind.
        call: what the block calls before the next block.
        finished: whether the frame is done with.
        uncertain: whether a run may never come here: a failure found here is then no failure of the run.
        straying: whether the probe goes through statements that a run may not come to: both ways of a test whose answer
            is not known are written one after the other, so what they do must be undone by being unknown behind them.
        inert: whether the probe asks if a run would change nothing, rather than whether it can fail.
        paid: whether a payment comes just before, so that its amount can be asked.
    """

    label: int
    changed: frozenset[str] = NOTHING
    havocked: frozenset[str] = NOTHING
    symbolic: Mapping[Expr, Name] | None = field(default_factory=dict)
    unknown: frozenset[Local] = frozenset()
    constants: Mapping[int, Lit] = field(default_factory=dict)
    tainted: frozenset[str] = NOTHING
    tainted_locals: frozenset[Local] = frozenset()
    call: Callee | None = None
    finished: bool = False
    uncertain: bool = False
    straying: bool = False
    inert: bool = False
    paid: bool = False

    def but(self, **changes: Any) -> AbstractState:
        """A copy with other values in some attributes."""
        found = AbstractState(
            self.label, self.changed, self.havocked, self.symbolic, self.unknown, self.constants, self.tainted,
            self.tainted_locals, self.call, self.finished, self.uncertain, self.straying, self.inert, self.paid,
        )  # fmt: skip
        for name, value in changes.items():
            setattr(found, name, value)
        return found

    def same_way(self, other: AbstractState) -> bool:
        """Whether the same blocks follow as behind another state."""
        return (self.label, self.call, self.finished) == (other.label, other.call, other.finished)

    @property
    def failure(self) -> int:
        """What a probe answers where a run would fail."""
        return UNKNOWN if self.uncertain else CANNOT

    # ------------------------------------------------------------ what changes

    def havoc(self, changed: frozenset[str], rows: Mapping[Expr, frozenset[str]]) -> None:
        """A run changes something here, there is no telling how. rows: what each symbolic number belongs to."""
        self.changed = joined(self.changed, changed)
        self.havocked |= self.changed if "*" in changed else changed
        if self.symbolic:
            self.symbolic = {cell: name for cell, name in self.symbolic.items() if rows[cell].isdisjoint(changed)}

    def havoc_locals(self, given: frozenset[Local]) -> None:
        """Slots and names get values that are not known."""
        self.unknown |= given
        self.drop(given)

    def drop(self, given: frozenset[Local]) -> None:
        """Slots and names get other values: forget what rests on the old ones."""
        if not given.isdisjoint(self.constants):
            self.constants = {slot: value for slot, value in self.constants.items() if slot not in given}
        if self.symbolic and any(not given.isdisjoint(locals_of(cell)) for cell in self.symbolic):
            self.symbolic = {cell: name for cell, name in self.symbolic.items() if given.isdisjoint(locals_of(cell))}

    def taint(self, *parts: frozenset[str]) -> None:
        """More of the position could be otherwise."""
        self.tainted = joined(self.tainted, *parts)

    def taint_local(self, local: Local, tainted: bool) -> None:
        """A slot or name gets a value that could be otherwise, or one that could not."""
        if tainted:
            self.tainted_locals |= {local}
        elif local in self.tainted_locals:
            self.tainted_locals -= {local}

    def join(self, ends: Iterable[AbstractState]) -> None:
        """Become what is known where several ways meet."""
        found = list(ends)
        self.changed = self.havocked = joined(*(end.changed for end in found))
        self.unknown = frozenset().union(*(end.unknown for end in found))
        for end in found:
            self.constants = {slot: value for slot, value in self.constants.items() if end.constants.get(slot) == value}
            if self.symbolic:
                others = end.symbolic or {}
                self.symbolic = {cell: name for cell, name in self.symbolic.items() if others.get(cell) == name}
        self.tainted = joined(*(end.tainted for end in found))
        self.tainted_locals = frozenset().union(*(end.tainted_locals for end in found))
        self.uncertain = any(end.uncertain for end in found)
        self.paid = all(end.paid for end in found)

    def covers(self, other: AbstractState) -> bool:
        """Whether all that is open in another state, once a round of a loop was gone through, is open in this one."""
        return (
            other.unknown <= self.unknown
            and other.uncertain == self.uncertain
            and (other.tainted <= self.tainted or self.tainted == ANYTHING)
            and other.tainted_locals <= self.tainted_locals
        )
