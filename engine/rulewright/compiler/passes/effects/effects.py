"""What the code of a program reads and changes, as passes ask it."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.statements import Body, Function, Stmt
from rulewright.compiler.passes.effects.blocks import BlockEffects
from rulewright.compiler.passes.effects.functions import FunctionEffects
from rulewright.compiler.passes.effects.locations import Locations, joined
from rulewright.compiler.passes.effects.setting import Label, Setting


class Effects:
    """The effects of one program's functions and blocks.

    Both mappings are asked whenever something is: a function may be added, but none may be changed, after it was asked
    for.

    Attributes:
        functions, blocks: the code; numbers: which location each number of the state belongs to.

    Raises:
        UnknownEffect: by each method, where the code holds something that no table declares.
    """

    def __init__(self, functions: Mapping[str, Function], blocks: Mapping[int, Body], setting: Setting) -> None:
        self.functions = functions
        self.blocks = blocks
        self.numbers = setting.numbers
        self._of_functions = FunctionEffects(functions, blocks, setting)
        self._of_nodes = self._of_functions.nodes
        self._of_blocks = BlockEffects(blocks, setting, self._of_functions)
        # By identity, as `NodeEffects` keeps them.
        self._reads: dict[int, tuple[Expr, Locations | None]] = {}

    # ------------------------------------------------------------ expressions, statements and functions

    def reads(self, expr: Expr) -> Locations | None:
        """What the value of an expression rests on, beside its frame and local names.

        ANYTHING where it rests on something of the position, and it cannot be told on what; None where it does more
        than read, or is only told of the position of the moment.
        """
        known = self._reads.get(id(expr))
        if known is None:
            whole = self._of_functions.whole(self._of_nodes.of(expr))
            known = self._reads[id(expr)] = expr, joined(whole.reads) if whole.told else None
        return known[1]

    def read_by(self, function: str) -> Locations | None:
        """What the values of a function rest on, as for `reads`."""
        return self._of_functions.read_by(function)

    def changed(self, what: Stmt | Body | Expr) -> Locations:
        """What statements change, with the functions that they call; not what the procedures do that they enter.

        A payment that is entered changes what any payment does (`paying`).
        """
        nodes = what if isinstance(what, tuple) else (what,)
        return joined(*(self._of_functions.whole(self._of_nodes.of(node)).changes for node in nodes))

    @property
    def paying(self) -> Locations:
        """What changes when somebody plays cards to pay, and nothing else happens."""
        return self._of_nodes.paying

    @property
    def ways(self) -> Locations:
        """What tells which cards can be played as others."""
        return self._of_nodes.ways

    # ------------------------------------------------------------ blocks

    def changes(self, what: Label) -> Locations:
        """What a block with all that it leads to and sets off, or a function with all that it calls, may change."""
        return joined(self._of_functions.of(what).changes) if isinstance(what, str) else self._of_blocks.changes(what)

    def asks(self, what: Label) -> Locations:
        """What a block with all that it leads to, or a function, may ask of the position: it holds `*` where anything.

        A number that is written counts as asked, since a probe may compare. What triggers ask is not counted: they
        never fail, so nobody probes them. Nor is what is only told of the position of the moment.
        """
        return self._of_functions.of(what).reads if isinstance(what, str) else self._of_blocks.asks(what)

    def leads_to(self, label: int) -> tuple[int, ...]:
        """The blocks that a block goes on with, or begins in other frames; not what it sets off."""
        return self._of_blocks.leads_to(label)

    def repeated(self, label: int) -> bool:
        """Whether a block lies in a loop."""
        return self._of_blocks.repeated(label)

    def begun(self, label: int) -> frozenset[int]:
        """The first blocks of all that a block may begin which begins what one of several cards says."""
        return self._of_blocks.listings.begun(label)

    def started(self, label: int, slot: int) -> tuple[tuple[int, str], ...]:
        """(entry, pad) of all that a loop may start which goes through the list in a slot of a block's frame."""
        return self._of_blocks.listings.started(label, slot)
