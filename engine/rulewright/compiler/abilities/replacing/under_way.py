"""Which texts were asked already where something is done instead: each replaces what comes of one act only once.

Where a text is written in place, what it does is written knowing it. What is called is told at play, by a number with a
bit for each text that was asked; only texts that can come again by way of others have one, each circle of them its own.
What was said for a time several times replaces as often: how often it did is told by a number of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce

from rulewright.compiler.abilities.replacing.texts import Replacement
from rulewright.compiler.ir.expressions import Expr, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.passes.graphs import components
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import refuse
from rulewright.language import nodes as N

AT_MOST = 60
"""So many bits there are for the texts of one circle, some of which have one for each seat."""

BEFORE = "asked before"
"""What a procedure is told of that: nothing in a game is called so."""

IN_A_NUMBER = "Put it into a number of the game, “… is 1 higher”, or let a verb of the game have its own text replaced."

NOBODY = Lit(0)


class UnderWay:
    """The texts that are being carried out where something is written, in one program."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._first_bit: dict[int, int] = {}  # by the number of a text
        self._circle: dict[int, int] = {}
        self._counted: dict[int, list[int]] = {}  # by circle: the texts of which it is told how often they were asked
        self._told: dict[str, tuple[int, list[Expr]]] = {}  # by procedure: of which circle it is told, and where
        self._called: set[str] = set()
        self._in_place: list[tuple[str, Replacement, Expr]] = []  # in which procedure, and what it is called with

    def learn(self, texts: list[Replacement], leads_to: Callable[[Replacement], list[Replacement]]) -> None:
        """Find the circles in which texts replace what others do instead.

        Raises:
            MeaningError: RW0604 where one of them has too many texts.
        """
        by_number = {text.number: text for text in texts}
        done: set[int] = set()
        for number in by_number:
            for circle in components(number, lambda one: [t.number for t in leads_to(by_number[one])], done):
                done.update(circle)
                self._give_bits([by_number[one] for one in sorted(circle)], leads_to)

    def _give_bits(self, circle: list[Replacement], leads_to: Callable[[Replacement], list[Replacement]]) -> None:
        of_itself = circle[0].of_each_seat or circle[0].of_each_saying
        if len(circle) == 1 and not (of_itself and circle[0] in leads_to(circle[0])):
            return
        bit = 0
        self._counted[circle[0].number] = [text.number for text in circle if text.of_each_saying]
        for text in circle:
            self._first_bit[text.number] = bit
            self._circle[text.number] = circle[0].number
            bit += self._players if text.of_each_seat else 1
            if bit > AT_MOST:
                what = "too many texts replace what each of the others does instead"
                raise refuse(text.spoken.node, what, IN_A_NUMBER, "RW0604")

    def comes_again(self, text: Replacement) -> bool:
        """Whether others may do instead what a text would replace again."""
        return text.number in self._first_bit

    def is_known(self, p: Flow, text: Replacement, node: N.Perform) -> bool:
        """Whether it is certain here that a text was asked already, or could be written again and again for an act."""
        here = any(name == p.name and other is text for name, other, _ in self._in_place)
        if text.of_each_saying:
            return here and not text.described and text.takes_over(node)
        return here and not text.of_each_seat

    def nested(self, p: Flow) -> bool:
        """Whether what is written here is done instead of something."""
        return p.name in self._told or any(name == p.name for name, _, _ in self._in_place)

    def called_here(self, p: Flow) -> bool:
        """Whether a procedure is called where something is done instead."""
        return p.name in self._called

    def not_yet(self, p: Flow, text: Replacement, speaker: Expr) -> list[Expr]:
        """The tests that a text was not asked already; speaker: whose text it is."""
        if not self.comes_again(text):
            return []
        before = self._before(p, self._circle[text.number])[self._place(text)]
        if before == NOBODY:
            return []
        if not text.of_each_saying:
            return [expr("not {} & {}", before, self._bit(text, speaker))]
        if text.of_each_seat:
            width = self._width
            before = expr("({} >> {} * {}) & {}", before, width, speaker, (1 << width) - 1)
        return [expr("{} < n[{} + {}]", before, text.spoken.lasting, speaker)]

    def told_of(self, text: Replacement) -> list[str]:
        """What a procedure that does what a text says is told of those that were asked before."""
        counted = self._counted.get(self._circle.get(text.number, -1), ())
        return [BEFORE, *(f"{BEFORE}: {number}" for number in counted)]

    def with_it(self, p: Flow, text: Replacement, speaker: Expr) -> list[Expr]:
        """What such a procedure is told: those that were asked before, and that text."""
        if not self.comes_again(text):
            return [NOBODY]
        return self._and(self._before(p, self._circle[text.number]), text, speaker)

    def _before(self, p: Flow, circle: int) -> list[Expr]:
        """Which texts of a circle were asked, and how often, where something is written."""
        nothing: list[Expr] = [NOBODY] * (1 + len(self._counted[circle]))
        of, told = self._told.get(p.name, (circle, nothing))
        before = told if of == circle else nothing
        for name, text, speaker in self._in_place:
            if name == p.name and self._circle.get(text.number) == circle:
                before = self._and(before, text, speaker)
        return before

    def _and(self, before: list[Expr], text: Replacement, speaker: Expr) -> list[Expr]:
        """Those that were asked before, and a text."""
        place, told = self._place(text), list(before)
        if not text.of_each_saying:
            told[0] = _joined(told[0], self._bit(text, speaker))
        elif text.of_each_seat:
            told[place] = expr("{} + (1 << {} * {})", told[place], self._width, speaker)
        else:
            was = told[place]
            told[place] = Lit(int(was.value or 0) + 1) if isinstance(was, Lit) else expr("{} + 1", was)
        return told

    def _place(self, text: Replacement) -> int:
        """At which place of what is told it is found whether, or how often, a text was asked."""
        return 1 + self._counted[self._circle[text.number]].index(text.number) if text.of_each_saying else 0

    @property
    def _width(self) -> int:
        """So many bits tell how often a text was asked for each of the seats."""
        return AT_MOST // self._players

    def _bit(self, text: Replacement, speaker: Expr) -> Expr:
        bit = self._first_bit[text.number]
        return expr("1 << {} + {}", bit, speaker) if text.of_each_seat else Lit(1 << bit)

    @contextmanager
    def in_place(self, p: Flow, text: Replacement, speaker: Expr) -> Iterator[None]:
        """While what a text does instead is written in its place."""
        self._in_place.append((p.name, text, speaker))
        try:
            yield
        finally:
            self._in_place.pop()

    @contextmanager
    def called(self, p: Flow, text: Replacement, told: list[Expr]) -> Iterator[None]:
        """While the procedure that does what a text says is written; told: where it keeps what it is told."""
        circle = self._circle.get(text.number)
        self._called.add(p.name)
        if circle is not None:
            self._told[p.name] = circle, told
        before, self._in_place = self._in_place, []
        if not (text.of_each_seat or text.of_each_saying):
            self._in_place = [(p.name, text, NOBODY)]
        try:
            yield
        finally:
            self._in_place = before


def _joined(*told: Expr) -> Expr:
    """Several such numbers as one."""
    bits = 0
    for part in told:
        bits |= int(part.value or 0) if isinstance(part, Lit) else 0
    rest = [part for part in told if not isinstance(part, Lit)]
    if not rest:
        return Lit(bits)
    whole = reduce(lambda one, other: expr("{} | {}", one, other), rest)
    return expr("{} | {}", whole, bits) if bits else whole
