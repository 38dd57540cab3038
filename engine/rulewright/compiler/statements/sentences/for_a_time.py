"""What a sentence says that holds for a time, or is put off: it is noted how often it was said, and of whom or what."""

from __future__ import annotations

from contextlib import nullcontext

from rulewright.compiler.ir.expressions import Expr, Lit, both, either
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.refusals.owners.whose_number import but_each
from rulewright.compiler.scope import MeaningError, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.language import nodes as N
from rulewright.language.trees.past import said_of_number

PUT_IT_OFF = "Say “at the end of this turn”, “at the start of your next turn” or “at the start of the next round”."

HOW_LONG = (
    "Say for how long, such as “this turn, …”; or put it under a heading that nobody uses, where it holds all the time."
)

ASKED_ONCE = "Asked once, when this is carried out, it is “if …, …”; again and again it is “…, until …”."


class ForATime:
    """Notes what holds for a time or is done later."""

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.x = c.x
        self.continuous = c.services.continuous
        self.players = c.services.layout.players
        self.resolution = c.services.texts.resolution

    def put_off(self, node: N.Timed, scope: Scope) -> None:
        """What holds for a time or is put off is noted, with the player or the things of which it speaks."""
        row = self.continuous.lasting[node]
        those = self.continuous.those.get(node)
        if those is not None:
            self._keep(node, those, row, scope)
            return
        if node not in self.continuous.remembering:
            self._said_so_often(node, row, scope)
            return
        known = [scope.refs[key] for key in self.resolution.spoken_of(node) if key in scope.refs]
        whose = next((ref for ref in known if ref.type == "player"), None)
        if whose is None:
            raise refuse(node, "which player is meant then?", PUT_IT_OFF)
        with nullcontext() if whose.sure else self.p.when(expr("{} >= 0", whose.expr)):  # nobody is told nothing
            self.p.emit("n[{} + {} * {} + {}] += 1", row + self.players, scope.you, self.players, whose.expr)
            self._said_so_often(node, row, scope)

    def _said_so_often(self, node: N.Timed, row: int, scope: Scope) -> None:
        """Note that what holds for a time was said once more, and of what."""
        many: Expr = Lit(1)
        said = said_of_number(node)
        if node in self.continuous.once and isinstance(said, N.Is) and isinstance(said.predicate, N.Change):
            many = self.p.once(self.x.amounts.amount(said.predicate.by, scope))
        certain = self.continuous.certain.get(node)
        if certain is not None:
            assert isinstance(node.then, N.Is) and isinstance(node.then.subject, N.NounPhrase)
            of = self.x.amounts.arguments(but_each(node.then.subject), scope, certain.which)
            self.p.fail_if(either(*(expr("{} < 0", of[number]) for number in certain.which)))
            self.p.emit("n[{}] += {}", certain.at(scope.you, of), many)
        if node in self.continuous.limited:  # who says it anew may use it anew; what is used up stays so
            flag, used_up = self.continuous.limited[node]
            used, held = expr("n[{} + {}]", flag, scope.you), expr("n[{} + {}]", row, scope.you)
            gone = expr("n[{} + {}]", used_up, scope.you)
            self.p.emit("{} = {} if {} else min({}, {})", gone, held, used, gone, held)
            self.p.emit("{} = 0", used)
        self.p.emit("n[{} + {}] += {}", row, scope.you, many)

    def _keep(self, node: N.Timed, those: KeptThings, row: int, scope: Scope) -> None:
        """Note of which things it is said; of what was not found nothing is said."""
        words = list(node.walk())
        told = [self.x.references.bound(words[place], scope) for place in those.words]
        found = [ref for ref in told if ref is not None]
        if [ref.type for ref in found] != [*those.types]:
            raise refuse(node, "which one is meant then?", PUT_IT_OFF)
        counter = those.at.at(scope.you, [ref.expr for ref in found])

        def note() -> None:
            if those.lies:
                self.p.emit("{} = s.where[{}]", those.lying(counter), found[those.card].expr)
            self.p.emit("n[{}] += 1", counter)
            self.p.emit("n[{} + {}] += 1", row, scope.you)

        missing = [expr("{} >= 0", ref.expr) for ref in found if not ref.sure]
        if missing:
            self.p.branch(both(*missing), note)
        else:
            note()


def holds_all_the_time(node: N.Node) -> MeaningError:
    """The refusal of a sentence that is no act, where acts are carried out."""
    once = isinstance(node, N.While) or (
        isinstance(node, N.Trigger) and isinstance(node.event, N.Is | N.Has | N.Exists)
    )
    how = ASKED_ONCE if once and isinstance(node, N.While | N.Trigger) and isinstance(node.then, N.Act) else HOW_LONG
    return refuse(node, "this sentence holds all the time; it cannot be carried out here", how, "RW0604")
