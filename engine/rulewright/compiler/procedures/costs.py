"""What every way through a procedure costs at least, found out while it is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from operator import and_
from typing import Any, Final

from rulewright.compiler.compiled import Compiled, IfBegun
from rulewright.compiler.ir.expressions import Expr, literal
from rulewright.compiler.ir.rewrite import calls_one_of
from rulewright.compiler.ir.statements import Stmt
from rulewright.compiler.procedures.code import Code

_DEALS: Final = frozenset(("DRAW", "s.draw", "s.move", "s.take_all"))

Write = Callable[[], None]  # writes something into the procedure


class Costs(Code):
    """Code that knows what it costs.

    needs: what every way through it costs at least: what is paid with cards by noun, `card` for the cards themselves;
    and of what is counted, by its positions for each seat, as long as nothing before could bring some. Under `IfBegun`
    stands what it needs only where something has been begun.
    raised: the positions that go up; gained: whether something before could bring anything; dealt: whether something
    that was begun before could bring cards.
    """

    def __init__(self, slots: int) -> None:
        super().__init__(slots)
        self.needs: Counter[Any] = Counter()
        self.raised: set[Any] = set()
        self.gained = False
        self.dealt = False
        self._undealt: dict[int, tuple[list[Stmt], int]] = {}  # bodies, by identity: how many statements bring no cards

    @property
    def may_be_dealt(self) -> bool:
        """Whether anything before could bring cards, which could pay for what comes now."""
        return self.dealt or self._deals(self.body) or any(self._deals(body) for _, body in self.begun)

    def _deals(self, body: list[Stmt]) -> bool:
        """Whether a statement of a body could bring cards: those that were looked at before are not looked at again."""
        _, known = self._undealt.get(id(body), (body, 0))
        if calls_one_of(tuple(body[known:]), _DEALS):
            return True
        self._undealt[id(body)] = body, len(body)
        return False

    def rewritten(self, body: list[Stmt]) -> None:
        """Note that statements of a body were taken away, or are others now."""
        self._undealt.pop(id(body), None)

    def pays(self, seat: Expr, needs: Mapping[str, int]) -> None:
        """Note what a seat pays with cards at least, if these must be cards that it has beforehand."""
        if self.own(seat) and not self.may_be_dealt:
            self.needs.update(needs)

    def own(self, seat: Expr) -> bool:
        """Whether a seat is the one whose procedure this is."""
        return seat == self.you

    def need(self, cell: tuple[int, ...] | None, count: Expr, seat: Expr) -> None:
        """Note that a seat needs so much of what is counted in a cell, if that is known beforehand."""
        number = literal(count)
        if cell is not None and number is not None and self.own(seat) and not self.gained and cell not in self.raised:
            self.needs[cell] += number

    def brings(self, cell: tuple[int, ...] | None) -> None:
        """Note that what is counted in a cell goes up, whosever it is; without a cell that it could be anything."""
        if cell is None:
            self.gained = True
        else:
            self.raised.add(cell)

    def unfollowed(self) -> None:
        """Note that what comes now may bring and take anything."""
        self.gained = self.dealt = True

    def follows(self, procedure: Compiled, seat: Expr) -> None:
        """Note what another procedure costs and brings, which a seat begins now."""
        if self.own(seat):
            dealt = self.may_be_dealt
            for key, count in procedure.needs.items():
                what = key.what if isinstance(key, IfBegun) else key
                brought = dealt if isinstance(what, str) else self.gained or what in self.raised
                if not brought:
                    self.needs[key] += count
        self.gained = self.gained or procedure.gained
        self.dealt = self.dealt or procedure.dealt
        self.raised |= procedure.raised

    def either(self, bodies: Sequence[Write], always: bool) -> list[Write]:
        """Bodies of which one runs (or, unless `always`, none): together they need what each of them needs."""
        before = self.needs.copy()
        needs: dict[int, Counter[Any]] = {}

        def counted(number: int) -> None:
            self.needs = Counter()
            bodies[number]()
            needs[number] = self.needs  # a body may be written twice: first inline, then as blocks
            self.needs = before.copy()
            if always and len(needs) == len(bodies):
                self.needs += reduce(and_, needs.values())

        return [partial(counted, number) for number in range(len(bodies))]

    def perhaps(self, body: Write) -> None:
        """A body that may run or not, or more than once: it needs nothing for certain."""
        before = self.needs.copy()
        body()
        self.needs = before

    def once_begun(self, body: Write) -> None:
        """A body that must be done where something has been begun, and may be left undone elsewhere."""
        before, self.needs = self.needs, Counter()
        body()
        for key, count in self.needs.items():
            before[key if isinstance(key, IfBegun) else IfBegun(key)] += count
        self.needs = before

    def often(self, body: Write, times: int) -> None:
        """A body that runs so many times."""
        before = self.needs
        self.needs = Counter()
        body()
        own = {key.what if isinstance(key, IfBegun) else key for key in self.needs}
        if not self.gained and not self.raised & own:  # else what it brings may pay for the next time
            before.update({key: times * count for key, count in self.needs.items()})
        self.needs = before
