"""Sentences that are carried out: in which order, for each what, and where; each kind has a room that writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from rulewright.compiler.expressions.filters import ONE_AFTER_ANOTHER
from rulewright.compiler.expressions.phrases import EVERYBODY
from rulewright.compiler.ir.expressions import FALSE, Expr
from rulewright.compiler.procedures.costs import Write
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.attempts import kept
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.searches import Searches
from rulewright.compiler.statements.partial import Partial
from rulewright.compiler.statements.sentences.choices import Choices
from rulewright.compiler.statements.sentences.for_a_time import PUT_IT_OFF, ForATime, holds_all_the_time
from rulewright.compiler.statements.sentences.if_done import ASKED, IfDone
from rulewright.compiler.statements.sentences.on_condition import OnCondition
from rulewright.compiler.statements.sentences.who_acts import WhoActs
from rulewright.compiler.statements.several.loops import VALUE, Loops
from rulewright.compiler.statements.unseen import Unseen
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import alternatives, is_payment
from rulewright.language.trees.outcomes import asked_later
from rulewright.language.trees.past import asks_if_done, avoided_by

SAY_THERE = "Begin with the places, and say where: “for each …, … in it”."


class Sentences:
    """Writes sentences."""

    def __init__(self, p: Flow, c: Context, acts: Acts, partial_: Partial, searches: Searches, ways: Ways) -> None:
        self.p = p
        self.report = c.services.report
        self.continuous = c.services.continuous
        self.x = c.x
        self.source = c.services.source
        self.objects = c.objects
        self.acts = acts
        self.partial = partial_
        self.attempts = partial_.attempts
        self.unseen = Unseen(c, acts, partial_)
        self.forbidden = c.forbidden
        self.searches = searches
        self.ways = ways
        self.resolution = c.services.texts.resolution
        self.loops = Loops(p, c, partial_, self.act)
        self.for_a_time = ForATime(p, c)
        self.if_done = IfDone(p, c)
        self.choices = Choices(p, c, acts, partial_, self.if_done)
        self.who_acts = WhoActs(p, c, acts, partial_, ways, self.if_done, self.choices, self.statement)
        self.who_did = self.who_acts.who_did
        self.on_condition = OnCondition(p, c, partial_, self.if_done, self.who_acts, self.statement)

    def in_order(
        self, parts: Sequence[N.Node], write: Callable[[Any], None], scope: Scope, if_done: bool = False
    ) -> None:
        """Write parts one after another, and note what later ones ask of what is done.

        if_done: whether it is noted whether something was done, where "if you do" asks so.
        """
        for number, part in enumerate(parts, 1):
            if self.resolution.settles(part):
                if id(part) not in self.if_done.settled:
                    raise refuse(part, "nothing tells of whom this is asked", ONE_AFTER_ANOTHER, "RW0604")
                continue  # each pass of the loop before has done it
            self.p.later.append(parts[number:])
            try:
                self.whose_they_were(part, self.p.to_come(), scope)
                self.who_did.begin(asked_later(parts, number - 1), parts[number:], scope)
                with self.ways.asked(part, parts[number:], scope, parts[: number - 1]):
                    if if_done and number < len(parts) and self.if_done.is_asked(part, parts[number]):
                        self.if_done.noted(part, partial(write, part), scope)
                    else:
                        write(part)
                self.acts.transfers.card_moves.rest.after(part, scope)
            finally:
                self.p.later.pop()

    def whose_they_were(self, part: N.Node | None, later: Iterable[N.Node], scope: Scope) -> None:
        """Note where all cards lie before something is done, where what follows asks whose a card was.

        part: what is done; None of steps that are no sentence.
        """
        acts = part is None or any(isinstance(one, N.Perform | N.Until) for one in part.walk())
        if acts and any(map(self.x.references.asks_whose, later)):
            self.p.must_stop()
            lay = self.p.variable()
            self.p.emit("{} = s.where[:]", lay)
            scope.lay = (lay, *scope.lay)

    def step(self, node: N.Statement, scope: Scope) -> None:
        """A step of a rule: what a text forbids of it is left undone, act by act; where it pays, all of it."""
        if not self.forbidden.in_tree(node):
            self.statement(node, scope)
            return
        with kept(scope):
            scope.lenient, scope.must, scope.partial, scope.tally = True, True, False, None
            write = partial(self.statement, node, scope)
            if any(is_payment(part) for part in node.walk()):
                self.attempts.tried(scope, write)
            else:
                write()

    def statement(self, node: N.Statement, scope: Scope) -> None:
        """A sentence that is carried out now."""
        around = self.report.span
        if node.span is not None:
            self.report.span = node.span.start, node.span.end
        self._asked(node, scope)
        self.report.span = around

    def _asked(self, node: N.Statement, scope: Scope) -> None:
        asks: N.Node | None = None
        match node:
            case N.If() | N.Unless():
                asks = node.condition
            case N.ForEach():
                asks = node.each
            case N.InPlace():
                asks = node.place
            case N.Does():
                asks = node if node.modal == "may" else node.subject
            case N.Timed():
                asks = node
        if asks is None:
            self._statement(node, scope)
            return
        before = scope.dark
        scope.dark = before or self.unseen.hangs_on(asks, scope)
        who = self.attempts.whether_found(node.subject, scope) if isinstance(node, N.Does) else None
        write = partial(self._statement, node, scope)
        if asks_if_done(node) and ASKED in scope.done:  # "if they do not": who was not found is not asked
            write = partial(self.p.branch, scope.done[ASKED], write)
        some = self.x.conditions.some_of_those(node, scope) if isinstance(node, N.If | N.Unless) else ()
        self.attempts.where_found(asks, scope, write, some, self._none_could(node, who, scope))
        if who is not None:
            scope.done[ASKED] = who
        scope.dark = before

    def _none_could(self, node: N.Statement, who: Expr | None, scope: Scope) -> Write | None:
        """What is done where there is nothing of what several players may do: each of them has not done it (R18).

        who: whether there are such players, where that is not sure.
        """
        subject = node.subject if isinstance(node, N.Does) and node.modal == "may" and who is None else None
        if not isinstance(node, N.Does) or not isinstance(subject, N.NounPhrase) or not self.x.phrases.open(subject):
            return None
        if self.who_did.of(node) is None and not any(map(asks_if_done, self.resolution.settled(node))):
            return None

        def left(inner: Scope) -> None:
            inner.done["did"] = FALSE

        def each(inner: Scope) -> None:
            inner.spoken_to = scope.spoken_to or scope.you
            self.who_acts.one_pass(node, left, scope, inner)

        def none() -> None:
            items, kind, noun = self.objects.things(subject, scope)
            self.p.loop(self.p.in_turn(items, kind), kind, noun, None, scope, each, subject, acting=True)

        return none

    def _statement(self, node: N.Statement, scope: Scope) -> None:
        match node:
            case N.If():
                self.on_condition.branch(node, scope)
            case N.Possible():
                self.on_condition.possible(node, scope)
            case N.Unless() if (may := avoided_by(node, self.source.is_state)) is not None:
                self.on_condition.unless_done(node, may, scope)
            case N.Unless():
                self.on_condition.unless(node, scope)
            case N.ForEach():
                self._for_each(node, scope)
            case N.InPlace():
                self._in_place(node, scope)
            case N.Timed() if node in self.continuous.lasting:
                self.p.unfollowed()
                self.for_a_time.put_off(node, scope)
                self.partial.did(self.p, scope)
            case N.Timed() if node in self.continuous.refused:
                raise MeaningError()  # it was told why
            case N.Timed(time="start_of_turn" | "end_of_turn" | "start_of_round" | "end_of_round"):
                raise refuse(node, "this happens again and again, and is no act to be done once", PUT_IT_OFF, "RW0604")
            case N.Both():
                self.in_order(node.clauses, lambda clause: self.statement(clause, scope), scope)
            case N.Repeat():
                self._repeat(node, scope)
            case N.Does():
                self.who_acts.does(node, scope)
            case N.Act():
                self.act(node, scope)
            case _:
                raise holds_all_the_time(node)

    def _for_each(self, node: N.ForEach, scope: Scope) -> None:
        """A statement for each of several things, or for each value that they have of a number."""
        body: Callable[[Scope], None] = partial(self.who_acts.one_pass, node, partial(self.statement, node.then), scope)
        values = self.loops.values(node.each, scope) if isinstance(node.each, N.NounPhrase) else None
        if values is not None and isinstance(node.each, N.NounPhrase):
            self.loops.only_there(node.each, node.then)
            self.partial.tries_each(node.each, values, scope)
            self.p.loop(values, "number", VALUE, None, scope, self.loops.one_value(node.each, body))
            return
        items, kind, noun = self.loops.passes(node.each, scope, node.then)
        self.partial.tries_each(node.each, items, scope)
        items = self.p.in_turn(items, kind)
        if kind == "pieces":
            body = self.loops.one_piece(node.each, noun, body)
        if kind == "player":
            body = self.who_acts.from_there(node, node.then, scope, body)
        self.p.loop(items, kind, noun, None, scope, body, node.each)

    def _repeat(self, node: N.Repeat, scope: Scope) -> None:
        """An act several times; where somebody says how often, going on is offered only if all of it can be done."""
        low, high = self.objects.count(node.times).limits
        each = scope.child()
        if low < high and scope.tally is not None:
            self.p.emit("{} = 1", scope.tally.done)
            each.lenient = each.partial = False

        def again() -> None:
            self.p.repeat(low, high, each, lambda inner: self.statement(node.act, inner), node.act)

        self.partial.again_and_again(node, node.act, each, again)

    def _in_place(self, node: N.InPlace, scope: Scope) -> None:
        """`In each field, …`: for each of them, "there" being the field; likewise in one field that is named."""
        place = node.place
        if node.preposition not in ("in", "on", "at") or not isinstance(place, N.NounPhrase):
            raise refuse(node.place, "only what is in one place or in each of several can be done here", code="RW0604")
        if not self._says_there(node.then, place):
            raise refuse(place, "what is said does not tell that it is there", SAY_THERE, "RW0604")

        def there(inner: Scope, ref: Ref) -> None:
            inner.place = ref if ref.type == "space" else None
            self.statement(node.then, inner)

        if not self.x.phrases.open(place):
            inner = scope.child()
            there(inner, self.x.references.ref(place, scope))
            return
        if not isinstance(place.determiner, N.Article) or place.determiner.word not in EVERYBODY:
            raise refuse(place, "in which of them?", "Say “in each …”, or name the place.", code="RW0604")
        items, kind, noun = self.objects.things(place, scope)
        self.p.loop(items, kind, noun, None, scope, lambda inner: there(inner, inner.names[noun]), place)

    def _says_there(self, then: N.Statement, place: N.NounPhrase) -> bool:
        """Whether what is done in a place speaks of it, of pieces (those that lie there), or of nothing that lies."""
        if self.resolution.of(place) in self.resolution.spoken_of(then):
            return True
        if not isinstance(place.noun, str) or self.source.type_of(place.noun) != "space":
            return False
        nouns = {part.noun for part in then.walk() if isinstance(part, N.NounPhrase) and isinstance(part.noun, str)}
        types = {self.source.type_of(noun) for noun in nouns}
        return "piece" in types or not types & {"space", "card"}

    def act(self, node: N.Act | N.Statement, scope: Scope) -> None:
        """Something that is done."""
        node = alternatives(node) or node
        match node:
            case N.Sequence():
                self.in_order(node.acts, lambda part: self.act(part, scope), scope)
            case N.Choice():
                self.partial.chosen(node, scope, partial(self.choices.choice, node, scope))
            case N.AnyOrder():
                self.attempts.as_one(node, scope, partial(self.choices.in_any_order, node, scope))
            case N.Cost():
                self.partial.paid(node, scope)
            case N.Per():
                self.loops.for_each(node, scope)
            case N.Perform():
                self.unseen.perform(node, scope)
            case N.Until():
                self.attempts.only_where_found(node, scope, partial(self._until, node, scope))
            case N.Act():
                raise refuse(node, "this cannot be carried out yet", code="RW0604")
            case N.Statement():
                self.statement(node, scope)

    def _until(self, node: N.Until, scope: Scope) -> None:
        """Search, which can always be done, whatever is found; nothing that is offered tells what lies hidden."""
        self.searches.until(node, scope)
        if scope.tally is not None and isinstance(node.act, N.Perform) and node.act.verb in ("draw", "reveal"):
            self.p.emit("{} = 1", scope.tally.done)
