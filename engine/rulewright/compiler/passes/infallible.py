"""Find the blocks from which on nothing can fail, so that no probe or speculative run need go further than there.

Before: fused blocks, as they will run. After: the same; this pass only tells labels. A block may fail if it says so
itself, enters a payment or begins what is offered; if whatever it leads to may fail; or if it asks somebody who may
find nothing to choose from. What triggers set off does not count: should it fail, that is an error of the rules
(RW0702).

Where one of several options is always there (to do nothing, say, or the last of a menu), it is enough that this one
leads on.

Sound, since a block counts as fallible until nothing that it leads to is, and a label without a block counts as
fallible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from rulewright.compiler.ir.expressions import FAIL, Binary, Call, Compare, Expr, Lit, Slot
from rulewright.compiler.ir.expressions import Collection as Items
from rulewright.compiler.ir.facts import CALLS, ENTERS, FAILS, JUMPS, READS_NAME, Facts, facts
from rulewright.compiler.ir.rewrite import statements
from rulewright.compiler.ir.statements import Body, If, Jump, Return
from rulewright.compiler.passes.effects.runtime_effects import TABLE

_MAY_FAIL: Final = frozenset(
    ((FAILS, ""), (READS_NAME, FAIL.name), (ENTERS, ""), *((CALLS, name) for name in TABLE if TABLE[name].fails))
)
_PENDING: Final = -1  # one may always decline what is set off


_Place = int | tuple[int, int]
"""A block by its label; `(label, value)` is the block where this value was chosen just before."""


class Infallible(NamedTuple):
    """What cannot fail.

    sure: the blocks from which on there is always a way through their procedure and what it calls; safe: the blocks
    that ask and are followed by such a block, whatever is chosen.
    """

    sure: frozenset[int]
    safe: frozenset[int]


def infallible(
    blocks: Mapping[int, Body],
    then: Mapping[int, tuple[int, int]],
    entries: Mapping[str, int],
    begun: Callable[[int], Collection[int]],
) -> Infallible:
    """Find the infallible blocks.

    Args:
        then: for a block that asks, the block that goes on after the choice, and the slot with what was chosen.
        entries: the first block of each procedure by name.
        begun: for a block that begins what one of several cards says, the first blocks of all that these may say.
    """

    found = _Search(blocks, entries, begun)
    for label, (after, slot) in then.items():
        if label in blocks:
            found.ask(label, after, slot)
    sure = frozenset(blocks.keys() - found.unsafe() - found.asks)
    return Infallible(sure, frozenset(label for label, (after, _) in then.items() if after in sure))


class _Search:
    """What leads where, and what may fail.

    Attributes:
        asks: the blocks that ask somebody who may find nothing to choose from.
    """

    def __init__(
        self, blocks: Mapping[int, Body], entries: Mapping[str, int], begun: Callable[[int], Collection[int]]
    ) -> None:
        self.blocks = blocks
        self.entries = entries
        self.begun = begun
        self.asks: set[int] = set()
        self._leads_to: dict[_Place, set[_Place]] = {}
        self._fallible: list[_Place] = []
        self._ways: dict[int, set[_Place]] = {}  # where something can always be chosen: what these choices lead to
        for label, block in blocks.items():
            self._note(label, block, label)

    def _note(self, place: _Place, block: Body, label: int) -> None:
        """Note where a block leads to, and whether it may fail itself or begins what may."""
        told = facts(block)
        to: set[_Place] = set(_goes(told, self.entries) - {label})
        if (CALLS, "START_EACH") in told:
            to |= set(self.begun(label))
        self._leads_to[place] = to
        if not told.isdisjoint(_MAY_FAIL):
            self._fallible.append(place)

    def ask(self, label: int, after: int, slot: int) -> None:
        """A block asks; `after` goes on with the choice in a slot."""
        always = _always_offered(self.blocks[label])
        if not always:  # whatever leads to it can fail, but not what comes after it
            self.asks.add(label)
            self._leads_to[label].add(after)
            return
        self._ways[label] = {(after, value) for value in always}  # it is enough that one of them leads on
        for value in always:
            self._note((after, value), _chosen(self.blocks.get(after, ()), slot, value), after)
            if after not in self.blocks:
                self._fallible.append((after, value))

    def unsafe(self) -> set[_Place]:
        """All that may fail, with what leads there: an asking block where each choice that is always there does."""
        led_from: dict[_Place, list[_Place]] = {}
        for place, places in self._leads_to.items():
            for to_place in places:
                led_from.setdefault(to_place, []).append(place)
        asked_at: dict[_Place, list[int]] = {}
        for label, choices in self._ways.items():
            for choice in choices:
                asked_at.setdefault(choice, []).append(label)
        missing = [place for place in led_from if place not in self._leads_to]
        found: set[_Place] = set()
        todo = [*self._fallible, *(place for ask in self.asks for place in led_from.get(ask, ())), *missing]
        while todo:
            place = todo.pop()
            if place not in found:
                found.add(place)
                todo += led_from.get(place, ())
                todo += (label for label in asked_at.get(place, ()) if self._ways[label] <= found)
        return found


def _goes(told: Facts, entries: Mapping[str, int]) -> set[int]:
    """The blocks that a block jumps to, and the first ones of the procedures that it enters."""
    found = set()
    for kind, what in told:
        if kind is JUMPS:
            found.add(what)
        elif kind is ENTERS and what:
            found.add(entries[what])
    return found


def _always_offered(block: Body) -> frozenset[int]:
    """The options that a block always has, whatever the position is: to do nothing, say, or one of a menu."""
    some = [_offered(stmt.value) for stmt in statements(block) if isinstance(stmt, Return)]
    return frozenset.intersection(*some) if some else frozenset()


def _offered(options: Expr) -> frozenset[int]:
    match options:
        case Binary(first, "+", second):
            return _offered(first) | _offered(second)
        case Items(_, items):
            return frozenset(item.value for item in items if isinstance(item, Lit) and type(item.value) is int)
        case Call("PENDING", _, _):
            return frozenset((_PENDING,))
    return frozenset()


def _chosen(block: Body, slot: int, value: int) -> Body:
    """A block that goes on after a choice, without what it does after other choices."""
    match block:
        case (If(Compare(Slot(asked), "==", Lit(int(other))), (Jump(),) as jump, ()), *rest) if asked == slot:
            return jump if other == value else _chosen(tuple(rest), slot, value)
    return block
