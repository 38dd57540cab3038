"""Find the blocks from which on nothing can fail, so that no probe or speculative run need go further than there.

Before: fused blocks, as they will run. After: the same; this pass only tells labels. A block may fail if it says so
itself, enters a payment or begins what is offered; if whatever it leads to may fail; or if it asks somebody who may
find nothing to choose from. What triggers set off does not count: should it fail, that is an error of the rules
(RW0702).

Sound, since a block counts as fallible until nothing that it leads to is, and a label without a block counts as
fallible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from rulewright.compiler.ir.expressions import FAIL, Binary, Call, Compare, Expr, Lit, Slot, Star
from rulewright.compiler.ir.expressions import Collection as Items
from rulewright.compiler.ir.facts import CALLS, ENTERS, FAILS, JUMPS, READS_NAME, Facts, facts
from rulewright.compiler.ir.rewrite import statements
from rulewright.compiler.ir.statements import Body, If, Jump, Return
from rulewright.compiler.passes.runtime_effects import TABLE

_MAY_FAIL: Final = frozenset(
    ((FAILS, ""), (READS_NAME, FAIL.name), (ENTERS, ""), *((CALLS, name) for name in TABLE if TABLE[name].fails))
)
_NOT_TAKEN: Final = Lit(-1)  # the option to do nothing, or nothing more


_Place = int | tuple[int]
"""A block by its label; `(label,)` is the block where one has declined just before."""


class Infallible(NamedTuple):
    """What cannot fail.

    sure: the blocks from which on there is always a way through their procedure and what it calls; safe: the blocks
    that ask and are followed by such a block, whatever is chosen.
    """

    sure: frozenset[int]
    safe: frozenset[int]


def infallible(
    blocks: Mapping[int, Body],
    then: Mapping[int, int],
    entries: Mapping[str, int],
    begun: Callable[[int], Collection[int]],
) -> Infallible:
    """Find the infallible blocks.

    Args:
        then: for a block that asks, the block that goes on after the choice.
        entries: the first block of each procedure by name.
        begun: for a block that begins what one of several cards says, the first blocks of all that these may say.
    """

    def step(block: Body, label: int) -> tuple[set[_Place], bool]:
        """Where a block leads to, and whether it may fail itself or begins what may."""
        told = facts(block)
        to: set[_Place] = set(_goes(told, entries) - {label})
        if (CALLS, "START_EACH") in told:
            to |= set(begun(label))
        return to, not told.isdisjoint(_MAY_FAIL)

    leads_to: dict[_Place, set[_Place]] = {}
    fallible: list[_Place] = []
    for label, block in blocks.items():
        leads_to[label], may_fail = step(block, label)
        if may_fail:
            fallible.append(label)
    asks = set()
    for label, after in then.items():
        if label not in blocks:
            continue
        if not _always_offers(blocks[label]):  # whatever leads to it can fail, but not what comes after it
            asks.add(label)
            leads_to[label].add(after)
            continue
        # Where one may decline, it is enough that this leads on.
        declined = _declined(blocks.get(after, ()))
        leads_to[label].add((after,))
        leads_to[after,], may_fail = step(declined, after)
        if may_fail or after not in blocks:
            fallible.append((after,))
    led_from: dict[_Place, list[_Place]] = {}
    for place, places in leads_to.items():
        for to_place in places:
            led_from.setdefault(to_place, []).append(place)
    unsafe: set[_Place] = set()
    missing = [place for place in led_from if place not in leads_to]
    todo = [*fallible, *(place for ask in asks for place in led_from.get(ask, ())), *missing]
    while todo:
        place = todo.pop()
        if place not in unsafe:
            unsafe.add(place)
            todo += led_from.get(place, ())
    sure = frozenset(blocks.keys() - unsafe - asks)
    return Infallible(sure, frozenset(label for label, after in then.items() if after in sure))


def _goes(told: Facts, entries: Mapping[str, int]) -> set[int]:
    """The blocks that a block jumps to, and the first ones of the procedures that it enters."""
    found = set()
    for kind, what in told:
        if kind is JUMPS:
            found.add(what)
        elif kind is ENTERS and what:
            found.add(entries[what])
    return found


def _always_offers(block: Body) -> bool:
    """Whether a block that asks always has something to choose: to do nothing, or one of what is set off."""
    return all(_offers(stmt.value) for stmt in statements(block) if isinstance(stmt, Return))


def _offers(options: Expr) -> bool:
    match options:
        case Binary(first, "+", _):
            return _offers(first)
        case Items(_, (Star(), *_)):
            return False
        case Items(_, (first, *_)):
            return first == _NOT_TAKEN
        case Call("PENDING", _, _):
            return True
    return False


def _declined(block: Body) -> Body:
    """A block that goes on after a choice, without its first test if that only leads on where one has not declined."""
    match block:
        case (If(Compare(Slot(), "==", Lit(int(value))), (Jump(),), ()), *rest) if value >= 0:
            return tuple(rest)
    return block
