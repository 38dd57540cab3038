"""A round in which all choose unseen by the others, before what anybody has chosen happens."""

from __future__ import annotations

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow


class SecretRound:
    """Writes the round: what stands behind its beginning is what `seat` chooses, one after another.

    next: where the next of them goes on with what was chosen.
    """

    def __init__(self, p: Flow, seats: Expr) -> None:
        p.must_stop()
        self.p = p
        self._queue, self._place, self.seat, self._kept = (p.slot() for _ in range(4))
        p.emit("{} = list({}); {} = 0; {} = []", self._queue, seats, self._place, self._kept)
        self._head = p.block()
        self.next = p.label()
        self._end = self.next
        self._done = expr("{} >= len({})", self._place, self._queue)
        with p.when(self._done):
            p.set(self._place, 0)
            p.goto(self.next)
        p.emit("{} = {}[{}]; {} += 1", self.seat, self._queue, self._place, self._place)

    def has_chosen(self, chosen: Expr) -> None:
        """Keep what one of them has chosen; what follows is written for each of them, when all have."""
        p = self.p
        p.emit("{} = {} + [{}]", self._kept, self._kept, chosen)
        p.goto(self._head)
        p.start(self.next)
        self._end = p.label()
        p.goto_if(self._done, self._end)
        again = (self.seat, self._queue, self._place, chosen, self._kept, self._place, self._place)
        p.emit("{} = {}[{}]; {} = {}[{}]; {} += 1", *again)

    def close(self) -> None:
        """Go on with the next of them, and behind the last one with what comes after the round."""
        self.p.goto(self.next)
        self.p.start(self._end)
