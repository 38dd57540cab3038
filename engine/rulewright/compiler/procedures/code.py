"""The statements of a procedure while it is written, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.compiler.ir.expressions import Expr, Name, Slot
from rulewright.compiler.ir.quote import Hole, as_expr, stmts
from rulewright.compiler.ir.statements import Body, For, If, Jump, Set, Stmt


class Code:
    """Statements in the order in which they are added, and the places for values in a frame.

    inline: whether it becomes a plain function, which has locals and no frame.
    body: where the next statement goes; begun: the blocks begun so far, by their labels.
    slots: how many the frame has.
    """

    def __init__(self, slots: int) -> None:
        self.inline = False
        self.body: list[Stmt] = []
        self.begun: list[tuple[int, list[Stmt]]] = []
        self.slots = slots
        self.locals = 0

    @property
    def you(self) -> Expr:
        """The seat whose procedure this is."""
        return Name("you") if self.inline else Slot(1)

    def add(self, *written: Stmt) -> None:
        """Add statements."""
        self.body += written

    def emit(self, template: str, *holes: Hole | Stmt | Body) -> None:
        """Add the statements of a template (see `ir.quote.stmts`)."""
        self.body += stmts(template, *holes)

    def set(self, target: Expr, value: Hole) -> None:
        """Give a place a value."""
        self.add(Set(target, as_expr(value)))

    @contextmanager
    def gathered(self) -> Iterator[list[Stmt]]:
        """The statements that are added in here, apart from those around them."""
        around, self.body = self.body, []
        try:
            yield self.body
        finally:
            self.body = around

    @contextmanager
    def when(self, test: Expr) -> Iterator[None]:
        """What is added in here is done where a test holds."""
        with self.gathered() as then:
            yield
        self.add(If(test, tuple(then)))

    @contextmanager
    def each(self, name: str, of: Hole) -> Iterator[None]:
        """What is added in here is done for each item of a list."""
        with self.gathered() as body:
            yield
        self.add(For((name,), as_expr(of), tuple(body)))

    def variable(self) -> Name | Slot:
        """A place for a value that lasts as long as the procedure: a frame's slot, or a local."""
        if self.inline:
            self.locals += 1
            return Name(f"v{self.locals}")
        return self.slot()

    def slot(self) -> Slot:
        """A place in the frame, for a choice."""
        self.slots += 1
        return Slot(self.slots - 1)

    def start(self, label: int) -> None:
        """Begin writing the block with this label."""
        self.body = []
        self.begun.append((label, self.body))

    def goto(self, label: int) -> None:
        """Go on at a block."""
        self.add(Jump(label))

    def goto_if(self, test: Expr, label: int) -> None:
        """Go on at a block where a test holds."""
        self.add(If(test, (Jump(label),)))
