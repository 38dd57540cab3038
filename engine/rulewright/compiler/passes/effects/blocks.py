"""What blocks do, with all that they lead to and set off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.compiler.ir.facts import CALLS, ENTERS, JUMPS, facts
from rulewright.compiler.ir.statements import Body
from rulewright.compiler.passes.effects.functions import FunctionEffects
from rulewright.compiler.passes.effects.listings import Listings
from rulewright.compiler.passes.effects.locations import ANYTHING, NOWHERE, Locations, joined
from rulewright.compiler.passes.effects.runtime_effects import UnknownEffect
from rulewright.compiler.passes.effects.setting import Setting
from rulewright.compiler.passes.graphs import components


@dataclass(slots=True)
class _Step:
    """What a block does with the functions that it calls, where it leads to, and the triggers that it sets off."""

    reads: Locations
    changes: Locations
    leads_to: tuple[int, ...]
    sets_off: tuple[int, ...] = ()


class BlockEffects:
    """The effects of a program's blocks.

    Attributes:
        listings: what they take from tables.
    """

    def __init__(self, blocks: Mapping[int, Body], setting: Setting, functions: FunctionEffects) -> None:
        self.blocks = blocks
        self.setting = setting
        self._functions = functions
        self.listings = Listings(functions.functions, blocks, setting, functions.called)
        self._steps: dict[int, _Step] = {}
        self._asks: dict[int, Locations] = {}
        self._changes: dict[int, Locations] = {}
        self._repeated: dict[int, bool] = {}

    def changes(self, label: int) -> Locations:
        """What a block with all that it leads to and sets off may change."""
        if label in self._changes:
            return self._changes[label]
        for circle in components(label, self._begins, self._changes):
            steps = [self._step(one) for one in circle]
            after = [self._changes[one] for step in steps for one in self._after(step) if one in self._changes]
            changed = joined(*(step.changes for step in steps), *after)
            self._changes.update(dict.fromkeys(circle, changed))
        return self._changes[label]

    def asks(self, label: int) -> Locations:
        """What a block with all that it leads to may ask of the position, its triggers left aside."""
        if label in self._asks:
            return self._asks[label]
        for circle in components(label, self.leads_to, self._asks):
            steps = [self._step(one) for one in circle]
            after = [self._asks[one] for step in steps for one in step.leads_to if one in self._asks]
            asked = NOWHERE.union(*(step.reads for step in steps), *after)
            self._asks.update(dict.fromkeys(circle, asked))
        return self._asks[label]

    def leads_to(self, label: int) -> tuple[int, ...]:
        """The blocks that a block goes on with, or begins in other frames; not what it sets off."""
        return self._step(label).leads_to

    def repeated(self, label: int) -> bool:
        """Whether a block lies in a loop."""
        if label not in self._repeated:
            for circle in components(label, self.leads_to, self._repeated):
                loops = len(circle) > 1 or circle[0] in self.leads_to(circle[0])
                self._repeated.update(dict.fromkeys(circle, loops))
        return self._repeated[label]

    def _step(self, label: int) -> _Step:
        """What a block does by itself, and where it leads."""
        if label not in self._steps:
            self._steps[label] = self._stepped(label)
        return self._steps[label]

    def _stepped(self, label: int) -> _Step:
        then = self.setting.then.get(label)
        more = set() if then is None else {then}
        if label not in self.blocks:  # one of the runtime's
            return _Step(NOWHERE, ANYTHING, tuple(more))
        block = self.blocks[label]
        whole = self._functions.whole(self._functions.nodes.all(block))
        told = facts(block)
        for kind, what in told:
            if kind is JUMPS:
                more.add(what)
            elif kind is ENTERS and what:
                more.add(self.setting.entries[what])
        changes = [whole.changes]
        sets_off: set[int] = set()
        if (CALLS, "START_EACH") in told:
            if not self.listings.begins(label):
                raise UnknownEffect(f"block {label} begins something, and nothing tells what")
            more |= self.listings.begun(label)  # none, where no card of the game says such a thing
        if (CALLS, "TRIGGER") in told:
            entries = self.listings.triggers(label)
            changes += [self.setting.numbers.row(entry.limit) for entry in entries if entry.limit]
            changes += [] if entries else [ANYTHING]
            sets_off = {entry.entry for entry in entries}
        return _Step(whole.reads, joined(*changes), tuple(sorted(more)), tuple(sorted(sets_off)))

    def _begins(self, label: int) -> tuple[int, ...]:
        return self._after(self._step(label))

    @staticmethod
    def _after(step: _Step) -> tuple[int, ...]:
        """Where a block leads, and what it sets off."""
        return step.leads_to + step.sets_off
