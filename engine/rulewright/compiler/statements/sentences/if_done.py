"""What “if you do” and “if you do not” ask: whether the sentence before was done, and whether anybody was asked."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.ir.expressions import Expr, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope
from rulewright.compiler.statements.attempts import whether_done
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.in_the_dark import LETS_SEE
from rulewright.compiler.statements.partial import CHANGES_NOTHING, EVERYTHING, EVERYWHERE
from rulewright.compiler.statements.ways import shuffles_into
from rulewright.language import nodes as N
from rulewright.language.trees.past import asks_if_done, asks_the_same, offers_if
from rulewright.meaning.prices import AT_MOST

ASKED = "asked"
"""By which it is noted whether who did, or might do, what "if they do" asks of was found."""


class IfDone:
    """Notes whether something was done.

    offered_if: by what is offered under a condition, whether it was.
    settled: sentences that were carried out in the passes of a loop before them, by identity.
    """

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.up = c.up
        self.resolution = c.services.texts.resolution
        self.offered_if: dict[int, Expr] = {}
        self.settled: set[int] = set()

    def is_asked(self, part: N.Node, following: N.Node) -> bool:
        """Whether a sentence asks if the one before was done: all of it, and not what that asks of, too."""
        return asks_if_done(following) and not self.resolution.settles(following) and not asks_the_same(part, following)

    def noted(self, node: N.Node, write: Callable[[], None], scope: Scope) -> None:
        """Write something and note for "if you do" whether it was done: whether it has changed anything.

        What is optional notes it by itself; what changes nothing, such as looking at cards, was done if it could be.
        """
        act = node.act if isinstance(node, N.Does) else node.cost if isinstance(node, N.Cost) else node
        scope.done.pop(ASKED, None)
        if isinstance(node, N.Does) and node.modal == "may":
            write()
            return
        if offers_if(node):  # "if you do not" is said of whoever was asked
            asked = self.offered_if[id(node)] = self.p.variable()
            self.p.emit("{} = 0", asked)
            scope.done[ASKED] = expr("{} == 1", asked)
        done = self.p.variable()
        if isinstance(act, N.Perform) and act.verb in CHANGES_NOTHING and not shuffles_into(act):
            self.p.set(done, self.whether_found(act, scope, write))
        else:
            changed = EVERYWHERE if shuffles_into(act) else EVERYTHING
            if self.up.replacements.replaceable(node):
                noted = whether_done(self.p, self.up.replacements, node, changed, write)
                scope.done["did"] = expr("{} == 1", noted)
                return
            self.p.set(done, changed)
            write()
            self.p.emit("{} = int({} != {})", done, done, changed)
        scope.done["did"] = expr("{} == 1", done)

    @staticmethod
    def whether_found(act: N.Perform, scope: Scope, write: Callable[[], None]) -> Expr:
        """Write what changes nothing; whether it found something, which is to have done it."""
        before = dict(scope.refs)
        write()
        new = [ref for key, ref in scope.refs.items() if before.get(key) != ref]
        if (up_to(act) or act.verb in LETS_SEE) and (some := [ref.expr for ref in new if ref.type == "cards"]):
            return expr("int(len({}) > 0)", some[-1])
        found = [ref.when for ref in new if ref.when is not None]
        return found[-1] if found else Lit(1)


def up_to(act: N.Perform) -> bool:
    """Whether it may be done with none of what it names."""
    counts = (part for slot in act.slots for part in slot.value.walk() if isinstance(part, N.Quantity))
    return any(one.kind in AT_MOST for one in counts)
