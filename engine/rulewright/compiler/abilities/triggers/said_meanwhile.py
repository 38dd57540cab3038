"""What is said for a time while a deed is under way: it hears the deeds that begin from then on, and not this one.

A card that is played says “this turn, whenever you play a card, …”: that is not about its own play, which has begun
before. So what was said meanwhile is held back while that is done which hears of the deed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.triggers.told import Told
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.services.services import Services


@dataclass(frozen=True)
class Held:
    """How often something had been said when a deed began.

    start, count: positions of what counts it; before: what they were; used: the flags by which it is noted that it was
    used, and the positions of how many are used up, where it is limited by use.
    """

    start: int
    count: int
    before: Expr
    used: tuple[int, int] | None


class SaidMeanwhile:
    """Holds back what is said while the deeds of one program are under way."""

    def __init__(self, s: Services, told: Told) -> None:
        self.source = s.source
        self.layout = s.layout
        self.limits = s.limits
        self.continuous = s.continuous
        self.told = told

    def begins(self, verb: str, p: Flow) -> list[Held]:
        """Note at this point how often each text has been said that listens for a time to a deed that begins."""
        if verb in (self.source.turn_verb, self.source.round_verb):
            return []  # what is said in a turn waits for its end
        held = []
        for spoken in self.told.about(self.continuous.triggers, verb):
            if not spoken.lasting:
                continue
            for start, count in self._counters(spoken):
                before = p.variable()
                p.set(before, expr("[n[{} + o] for o in range({})]", start, count))
                held.append(Held(start, count, before, self._used(spoken) if start == spoken.lasting else None))
        return held

    def _counters(self, spoken: ContinuousEffect) -> list[tuple[int, int]]:
        """Where it is counted how often a text has been said, and of whom or what: first positions, and how many."""
        players = self.layout.players
        found = [(spoken.lasting, players)]
        if spoken.kept is not None:
            found.append((spoken.lasting + players, players * players))
        if spoken.those is not None:
            found.append((spoken.those.at.cells, players * spoken.those.at.block))
        return found

    def _used(self, spoken: ContinuousEffect) -> tuple[int, int] | None:
        if not spoken.used_up or spoken.ended:
            return None
        return self.limits.flag(f"trigger_{spoken.number}", spoken.limits), spoken.used_up

    def hear(self, p: Flow, held: list[Held], do: Callable[[], None]) -> None:
        """Do what hears of the deed, as if nothing had been said since it began."""
        back = [(one, *self._hold_back(p, one)) for one in held]
        do()
        for one, more, was in back:
            if one.used is not None and was is not None:  # what was left of the old is used up; the new is not
                flag, used_up = one.used
                row = expr("n[{} + o]", one.start)
                gone, fresh = expr("n[{} + o]", used_up), expr("{}[o] and n[{} + o] and not {}[o]", more, flag, was)
                p.emit("for o in SEATS: {} = {} if {} else {}", gone, row, fresh, gone)
                p.emit("for o in SEATS: n[{} + o] = {}[o] if {}[o] else n[{} + o]", flag, was, more, flag)
            p.emit("for o in range({}): n[{} + o] += {}[o]", one.count, one.start, more)

    def _hold_back(self, p: Flow, one: Held) -> tuple[Expr, Expr | None]:
        """Take away what was said since a deed began; returns how much, and the flags as they were."""
        more = p.variable()
        p.set(more, expr("[max(0, n[{} + o] - {}[o]) for o in range({})]", one.start, one.before, one.count))
        p.emit("for o in range({}): n[{} + o] = n[{} + o] - {}[o]", one.count, one.start, one.start, more)
        if one.used is None:
            return more, None
        flag, used_up = one.used
        was = p.variable()
        p.set(was, expr("[n[{} + o] for o in SEATS]", flag))
        nothing_left = expr("{}[o] and n[{} + o] >= n[{} + o]", more, used_up, one.start)
        p.emit("for o in SEATS: n[{} + o] = 1 if {} else n[{} + o]", flag, nothing_left, flag)
        return more, was
