"""Statements of the typed program: what blocks and functions do, one after the other.

A block is left by its last statement: it jumps, enters another procedure, asks, fails or returns. The set of classes is
closed: `source.py` prints each, and `rewrite.py` takes each apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from rulewright.compiler.ir.expressions import Expr, Node, node


class Stmt(Node):
    """Something that is done."""

    __slots__ = ()


Body = tuple[Stmt, ...]


@node
class Set(Stmt):
    """Give a place a value: a local, a slot, a number, a field of the state or an item.

    target: `Name`, `Slot`, `Cell`, `Field` or `Item`; a `Collection` of them takes a value apart.
    op: `+`, `-`, `*`, `//`, `^` or `|` for a change of what stands there.
    """

    target: Expr
    value: Expr
    op: str = ""


@node
class Do(Stmt):
    """Evaluate an expression for what it does."""

    call: Expr


@node
class If(Stmt):
    """Do one of two bodies."""

    test: Expr
    then: Body
    otherwise: Body = ()


@node
class For(Stmt):
    """Do a body for each item. names: one, or several that an item is taken apart into."""

    names: tuple[str, ...]
    of: Expr
    body: Body


@node
class While(Stmt):
    """Do a body as long as a test holds."""

    test: Expr
    body: Body


@node
class Break(Stmt):
    """Leave the innermost loop."""


@node
class Return(Stmt):
    """Return a value from a function; of a block, the options that somebody must choose from."""

    value: Expr


@node
class Leave(Stmt):
    """Return from a function without a value; of a block, go on with whatever frame is innermost now."""


@node
class Fail(Stmt):
    """The whole act fails.

    at: whose words those are that cannot be carried out: a path in the ruleset, and where in its text the sentence
        begins and ends, both 0 where that is all of it. Equal code may stem from different words.
    """

    at: tuple[Any, ...] = field(default=(), compare=False, repr=False)


@node
class Jump(Stmt):
    """Go on at a block of the same procedure."""

    label: int


@node
class Enter(Stmt):
    """Begin a frame of another procedure, and go on at `then` when it is done.

    args: the seat, then the procedure's arguments. For a payment procedure is "", and args are its frame after the
    label.
    """

    procedure: str
    args: tuple[Expr, ...]
    then: int


@node
class Finish(Stmt):
    """Done with the innermost frame: `s.stack.pop()`."""


@node
class Attempt(Stmt):
    """From here on, what is chosen must be carried through: a commit point opens at this frame."""


@node
class Settle(Stmt):
    """What was attempted has been carried through: the newest commit point closes."""


STRETCH: Final = 8
"""Memos in a row from which they are emptied together."""


@node
class Forget(Stmt):
    """Empty the memos of some functions, by number: what they rest on has changed.

    card: the one that has moved; then memos that rest on it alone are emptied, too, of those in `others`, as the
        module's constant `READERS` tells by card.
    """

    numbers: tuple[int, ...]
    card: Expr | None = None
    others: tuple[int, ...] = ()

    def whole(self) -> Forget:
        """The same for any card."""
        return Forget(tuple(sorted({*self.numbers, *self.others})))

    def stretches(self) -> tuple[list[int], list[tuple[int, int]]]:
        """The numbers one by one, and long stretches of them, from the first to behind the last.

        Each of a thousand cards may bring a memo, and a change empties all of them: told in stretches, a program grows
        with its cards and not with their square.
        """
        single: list[int] = []
        found: list[tuple[int, int]] = []
        for _, grouped in groupby(enumerate(sorted(self.numbers)), key=lambda pair: pair[1] - pair[0]):
            numbers = [number for _, number in grouped]
            if len(numbers) < STRETCH:
                single += numbers
            else:
                found.append((numbers[0], numbers[-1] + 1))
        return single, found


@dataclass(slots=True)
class Function:
    """A function of the module: `(s, *params)` unless `bare`, then `(*params)`."""

    name: str
    params: tuple[str, ...]
    body: Body
