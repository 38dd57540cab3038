"""A procedure with the rooms that write what is done in it, and all procedures of one program."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from rulewright.compiler.compiled import Compiled
from rulewright.compiler.ir.expressions import Expr, Name
from rulewright.compiler.ir.quote import expr, recognised
from rulewright.compiler.ir.statements import Body, Finish, Function
from rulewright.compiler.procedures.flow import Flow, WriteIn
from rulewright.compiler.scope import Scope
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.attempts import Attempts
from rulewright.compiler.statements.calls import Calls
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.cards.card_moves import CardMoves
from rulewright.compiler.statements.moves.chosen_sets import ChosenSets
from rulewright.compiler.statements.moves.followed import Followed
from rulewright.compiler.statements.moves.looks import Looks
from rulewright.compiler.statements.moves.one_by_one import OneByOne
from rulewright.compiler.statements.moves.pieces.piece_moves import PieceMoves
from rulewright.compiler.statements.moves.searches import Searches
from rulewright.compiler.statements.moves.transfers import Transfers
from rulewright.compiler.statements.partial import Partial
from rulewright.compiler.statements.resources import Resources
from rulewright.compiler.statements.sentences.sentences import Sentences
from rulewright.compiler.statements.steps import Steps
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B


class Procedure(Flow):
    """One procedure being compiled: its rooms, each built on those before it."""

    def __init__(self, c: Context, name: str, params: list[tuple[str, str]], this: bool = False) -> None:
        super().__init__(c.services, c.x.references, c.blocks, name, params, this)
        followed = Followed(self, c.services)
        attempts = Attempts(self, c.x, followed)
        ways = Ways(self, c)
        resources = Resources(self, c, ways)
        transfers = Transfers(self, c, CardMoves(self, c, resources, ways), PieceMoves(self, c, ways), followed)
        sets = ChosenSets(self, c)
        self._one_by_one = OneByOne(self, c, transfers, sets)
        looks = Looks(self, c, transfers, sets)
        self._resources = resources
        self._calls = Calls(self, c, ways)
        self._acts = Acts(self, c, resources, transfers, looks, self._calls, attempts, ways, sets)
        self.partial = Partial(self, c, self._acts, self._calls, attempts, ways)
        self.sentences = Sentences(self, c, self._acts, self.partial, Searches(self, c, looks), ways)
        self.steps = Steps(self, c, self.sentences)

    def act(self, node: N.Act | N.Statement, scope: Scope) -> None:
        """Write something that is done."""
        self.sentences.act(node, scope)

    def chosen_first(self, node: N.Perform, scope: Scope) -> N.Perform:
        """Write the choice of the card that something is done to; the act with that card."""
        return self._one_by_one.first(node, scope)

    def in_each_place(self, node: N.Perform, scope: Scope) -> bool:
        """Write an act for each of the places where it says to do it; False where it says none."""
        return self._one_by_one.in_each_place(node, scope)

    def each_card(self, node: N.Perform, scope: Scope, body: Callable[[N.Perform, Scope], None]) -> None:
        """Write an act for each of its cards, which are known before."""
        self._one_by_one.each(node, scope, body)

    def perform(self, node: N.Perform, scope: Scope, replaceable: bool = True) -> None:
        """Write a verb with its slots, or (where it is `replaceable`) what texts put in its place."""
        self._acts.perform(node, scope, replaceable)

    def done_to_each(
        self, node: N.Perform, scope: Scope, body: Callable[[N.Perform, Scope], None]
    ) -> Callable[[], None] | None:
        """What writes a verb of the lexicon for each of all that it is done to; None where it is done to no such."""
        return self._calls.done_to_each(node, scope, body)

    def times(self, phrase: N.Phrase, scope: Scope, body: WriteIn) -> None:
        """Write something that is done as many times as a phrase says."""
        self._calls.times(phrase, scope, body)

    def gain_by_kind(self, noun: str, node: N.Perform, scope: Scope) -> None:
        """Write a gain of a resource with kinds as one of so many of each kind."""
        self._resources.gain_by_kind(noun, node, scope)


class Procedures:
    """The procedures of one program, each compiled once. compiled: by name."""

    def __init__(self, c: Context) -> None:
        self.context = c
        self.report = c.services.report
        self.module = c.services.module
        self.x = c.x
        self.compiled: dict[str, Compiled] = {}
        self._waiting: deque[Callable[[], None]] | None = None

    def procedure(
        self, name: str, params: list[tuple[str, str]], body: Callable[[Procedure, Scope], None],
        this: bool = False, frames: bool = False,
    ) -> Compiled:  # fmt: skip
        """Compile a body: a plain function if it cannot stop, unless it must have frames."""
        if name in self.compiled:
            return self.compiled[name]
        result = Compiled(name)
        self.compiled[name] = result
        with self._apart():
            if frames or not self._plain(result, params, body, this):
                self._framed(result, params, body, this)
        return result

    def one_of_many(
        self, name: str, params: list[tuple[str, str]], body: Callable[[Procedure, Scope], None]
    ) -> Compiled:
        """Compile one of many procedures that call each other, over frames: one after another, none inside another."""
        if name in self.compiled:
            return self.compiled[name]
        result = self.compiled[name] = Compiled(name, entry=-2)
        if self._waiting is not None:
            self._waiting.append(partial(self._framed, result, params, body, False))
            return result
        self._waiting = deque([partial(self._framed, result, params, body, False)])
        try:
            while self._waiting:
                with self._apart():
                    self._waiting.popleft()()
        finally:
            self._waiting = None
        return result

    @contextmanager
    def _apart(self) -> Iterator[None]:
        """While a procedure is written, whatever is being written where it is asked for."""
        blocks = self.context.blocks
        keep = (blocks.no_stop, self.report.at, self.report.span)
        blocks.no_stop, self.report.span = 0, (0, 0)
        try:
            yield
        finally:
            blocks.no_stop, self.report.at, self.report.span = keep

    def _plain(
        self, result: Compiled, params: list[tuple[str, str]], body: Callable[[Procedure, Scope], None], this: bool
    ) -> bool:
        """Write a plain function; False where it would have to stop."""
        trial = Procedure(self.context, result.name, params, this)
        result.entry = -2  # being compiled: a verb that calls itself cannot be inline
        function: Body | None = trial.as_function(lambda scope: self._written(trial, scope, body))
        if function is None:
            return False
        result.function = f"do_{result.name}"
        result.learn(trial.can_fail, trial.needs, trial.raised, trial.gained, trial.may_be_dealt)
        given = len(params) + (1 if this else 0)
        names = ("s", "you", *(f"a{number}" for number in range(given)))
        self.module.functions[result.function] = Function(result.function, names, function)
        return True

    def _framed(
        self, result: Compiled, params: list[tuple[str, str]], body: Callable[[Procedure, Scope], None], this: bool
    ) -> None:
        """Write blocks over a frame."""
        written = Procedure(self.context, result.name, params, this)
        result.entry = written.label()
        written.start(result.entry)
        self._written(written, written.scope(), body)
        written.add(Finish())
        result.slots = written.slots
        result.learn(written.can_fail, written.needs, written.raised, written.gained, written.may_be_dealt)
        for label, block in written.begun:
            self.context.blocks.code[label] = recognised(block)
        self.module.namespace[result.entry_name] = result.entry
        given = len(params) + (1 if this else 0)
        self.module.namespace[result.pad_name] = [0] * (written.slots - 2 - given)

    def _written(self, p: Procedure, scope: Scope, body: Callable[[Procedure, Scope], None]) -> None:
        with self.report.recorded():
            body(p, scope)

    def suppose(self, data: B.After, scope: Scope) -> Expr:
        """`{after: block, if: condition}`: tried on a copy."""
        name = f"suppose_{len(self.compiled)}"
        compiled = self.procedure(name, [], lambda p, inner: p.steps.block(data.do, inner), frames=True)
        then = Scope(Name("you"))
        test = self.module.function(
            f"then_{name}", ("s", "you"), lambda: self.x.conditions.block_condition(data.condition, then)
        )
        return expr("SUPPOSE(s, {}, {}, {}, {})", scope.you, compiled.entry_name, compiled.pad_name, test)
