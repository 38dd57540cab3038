"""Calls in a probe: what a block begins before it goes on, a procedure, a payment or what a card says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.compiler.compiled import CARDS
from rulewright.compiler.ir.expressions import Binary, Collection, Expr, Item, Lit, Name, Slot, Star
from rulewright.compiler.ir.rewrite import statements
from rulewright.compiler.ir.statements import Body, Set, Stmt
from rulewright.compiler.passes.effects.locations import ANYTHING, STACK, joined
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.outcomes import give_up
from rulewright.compiler.passes.lookahead.state import NOTHING, AbstractState, Callee, Local
from rulewright.compiler.passes.lookahead.useless import NO_PROBE

Request = Callable[[int, AbstractState], str]
"""Names the probe of a block in a state."""

Abilities = Callable[[int, AbstractState], str]
"""Names the table with the probes of all that a card may say, by the slot in which the list of it stands."""


class Calls:
    """Notes in the state of one probe what its block calls.

    Args:
        code: the program; start: the block that the probe is of.
        block, abilities: name the probes of what is called.
    """

    def __init__(self, code: Code, start: int, block: Request, abilities: Abilities) -> None:
        self.code = code
        self.effects = code.effects
        self.start = start
        self.block = block
        self.abilities = abilities

    def procedure(self, procedure: str, args: Sequence[Expr], state: AbstractState) -> bool:
        """A frame of another procedure; False if that is not one of the program."""
        entry = self.code.entries.get(procedure)
        if entry is None:
            return False
        values: list[Expr] = [Lit(0)]
        constants: dict[int, Lit] = {}
        unknown: set[Local] = set()
        tainted: set[Local] = set()
        for slot, arg in enumerate(args, 1):
            value = self.code.with_constants(arg, state)
            if not self.code.known(value, state):
                value = Lit(None)
                unknown.add(slot)
            elif isinstance(value, Lit) and type(value.value) is int:
                constants[slot] = value
            elif self.code.tainted(value, state):
                tainted.add(slot)
            values.append(value)
        called = AbstractState(
            entry, state.changed, unknown=frozenset(unknown), constants=constants, tainted=state.tainted,
            tainted_locals=frozenset(tainted),
        )  # fmt: skip
        infallible = entry in self.code.infallible
        inert = self.block(entry, called.but(inert=True)) if state.inert or infallible else ""
        probe = "" if infallible or state.inert else self.block(entry, called)
        frame = Binary(Collection("list", tuple(values)), "+", Name(f"PAD_{procedure}"))
        name = Lit(procedure) if STACK in self.effects.asks(entry) else None
        state.call = Callee(probe, frame, self.effects.changes(entry), inert, name)
        return True

    def payment(self, args: Sequence[Expr], state: AbstractState) -> bool:
        """A payment; False if it cannot be told how it goes."""
        frame = Collection("list", (Name("PAY"), *(self.code.with_constants(arg, state) for arg in args)))
        asked = self.code.substitutes | {CARDS} | ANYTHING
        if state.inert or not state.changed.isdisjoint(asked) or not self.code.known(frame, state):
            return False
        state.call = Callee("PROBE_PAY", frame, NOTHING, payment=True)
        return True

    def card(self, ability: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """A frame of what one card says: (card, entry, default locals)."""
        listed = _listed_in(self.code.body(self.start), ability)
        rows = self.effects.started(self.start, listed) if listed is not None else ()
        if not rows or state.inert or not self.code.known(ability, state):
            return give_up(out)
        assert listed is not None
        table = self.abilities(listed, AbstractState(-1, state.changed, tainted=state.tainted))
        if table == NO_PROBE:
            return give_up(out)
        row = Item(Name(table), Item(ability, Lit(1)))
        out.append(Set(Collection("tuple", tuple(map(Name, ("probe", "pad", "procedure", "moves")))), row))
        entries = [entry for entry, _ in rows]
        changed = joined(*map(self.effects.changes, entries))
        otherwise = joined(*(self.effects.changes(entry) for entry in entries if not moves_cards(self.code, entry)))
        named = Name("procedure") if any(STACK in self.effects.asks(entry) for entry in entries) else None
        frame = Collection("list", (Lit(0), Slot(1), Item(ability, Lit(0)), Star(Name("pad"))))
        state.call = Callee(
            "probe", frame, changed, procedure=named, changed_otherwise=otherwise if otherwise != changed else None
        )
        return True


def moves_cards(code: Code, entry: int) -> bool:
    """Whether a block, with all that it leads to, may move a card."""
    return not code.effects.changes(entry).isdisjoint({CARDS} | ANYTHING)


def _listed_in(body: Body, ability: Expr) -> int | None:
    """The slot with the list that an ability is taken from."""
    for part in statements(body):
        match part:
            case Set(target, Item(Slot(number), _)) if target == ability:
                return number
    return None
