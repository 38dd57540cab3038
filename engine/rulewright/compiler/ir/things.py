"""The things that a phrase describes, as a source to go through and the tests that pick them."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.compiler.ir.expressions import Call, Comprehension, Expr, Lit, Loop, Name, both


class Things(NamedTuple):
    """Each `thing` of `source` for which all tests hold.

    The tests read `thing`; the list is the caller's own and may grow.
    """

    thing: Name
    source: Expr
    tests: list[Expr]

    def narrowed(self, *tests: Expr) -> Things:
        """Those for which more tests hold, too."""
        return Things(self.thing, self.source, [*self.tests, *tests])

    def each(self, value: Expr) -> Comprehension:
        """A value of each of them, one after the other."""
        return self._comprehension("generator", value)

    def listed(self) -> Expr:
        """All of them, as a list."""
        return self._comprehension("list", self.thing) if self.tests else Call("list", (self.source,))

    def picked(self) -> Comprehension:
        """All of them, as a list that a comprehension makes, even without tests."""
        return self._comprehension("list", self.thing)

    def counted(self) -> Expr:
        """How many there are."""
        return Call("sum", (self.each(Lit(1)),)) if self.tests else Call("len", (self.source,))

    def first(self) -> Expr:
        """The first of them; -1 where there is none."""
        return Call("next", (self.each(self.thing), Lit(-1)))

    def _comprehension(self, kind: str, value: Expr) -> Comprehension:
        tests = (both(*self.tests),) if self.tests else ()
        return Comprehension(kind, value, (Loop((self.thing.name,), self.source, tests),))
