"""Sentences that are carried out: who does what, for each what, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any

from rulewright.compiler.expressions.filters import ONE_AFTER_ANOTHER
from rulewright.compiler.expressions.phrases import EVERYBODY
from rulewright.compiler.ir.expressions import FALSE, TRUE, Expr, Lit, both, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import Attempt, Settle
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.procedures.costs import Write
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.refusals.whose_number import but_each
from rulewright.compiler.scope import MeaningError, Ref, Scope, Tally, refuse
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.attempts import found_only_when, kept, whether_done, whole
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.dice import THROWN
from rulewright.compiler.statements.moves.searches import Searches
from rulewright.compiler.statements.partial import CHANGES_NOTHING, EVERYTHING, EVERYWHERE, Partial, shuffles_into
from rulewright.compiler.statements.several.loops import VALUE, Loops
from rulewright.compiler.statements.several.together import Together, at_once, chosen_first, in_secret
from rulewright.compiler.statements.several.who_did import Outcome, WhoDid
from rulewright.compiler.statements.unseen import Unseen
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import alternatives, done_by_several, is_payment
from rulewright.language.trees.outcomes import asked_later
from rulewright.language.trees.past import asks_if_done, asks_the_same, avoided_by, offers_if, said_of_number

ASKED = "asked"
"""By which it is noted whether who did, or might do, what "if they do" asks of was found."""

PUT_IT_OFF = "Say “at the end of this turn”, “at the start of your next turn” or “at the start of the next round”."
SAY_THERE = "Begin with the places, and say where: “for each …, … in it”."

HOW_LONG = (
    "Say for how long, such as “this turn, …”; or put it under a heading that nobody uses, where it holds all the time."
)

ROUND = ("leftwards", "from_you")
"""Words for an order in which players act as they sit."""

AT_MOST = ("up_to", "any_number", "fewer_than")
"""How many things it is said of, where it may be of none."""


def _lasts(node: N.Node) -> MeaningError:
    return refuse(node, "this sentence holds all the time; it cannot be carried out here", HOW_LONG, "RW0604")


class Sentences:
    """Writes sentences."""

    def __init__(self, p: Flow, c: Context, acts: Acts, partial_: Partial, searches: Searches, ways: Ways) -> None:
        self.p = p
        self.report = c.services.report
        self.continuous = c.services.continuous
        self.x = c.x
        self.source = c.services.source
        self.objects = c.objects
        self.up = c.up
        self.players = c.services.layout.players
        self.acts = acts
        self.partial = partial_
        self.attempts = partial_.attempts
        self.unseen = Unseen(c, acts, partial_)
        self.forbidden = c.forbidden
        self.searches = searches
        self.ways = ways
        self.resolution = c.services.texts.resolution
        self.loops = Loops(p, c, partial_, self.act)
        self.who_did = WhoDid(p, c, ways)
        self.together = Together(p, c, self.act)
        self._offered_if: dict[int, Expr] = {}  # by what is offered under a condition: whether it was
        self._settled: set[int] = set()  # sentences that were carried out in the passes of a loop, by identity

    def in_order(
        self, parts: Sequence[N.Node], write: Callable[[Any], None], scope: Scope, if_done: bool = False
    ) -> None:
        """Write parts one after another, and note what later ones ask of what is done.

        if_done: whether it is noted whether something was done, where "if you do" asks so.
        """
        for number, part in enumerate(parts, 1):
            if self.resolution.settles(part):
                if id(part) not in self._settled:
                    raise refuse(part, "nothing tells of whom this is asked", ONE_AFTER_ANOTHER, "RW0604")
                continue  # each pass of the loop before has done it
            self.p.later.append(parts[number:])
            try:
                self.whose_they_were(part, self.p.to_come(), scope)
                self.who_did.begin(asked_later(parts, number - 1), parts[number:], scope)
                with self.ways.asked(part, parts[number:], scope, parts[: number - 1]):
                    if if_done and number < len(parts) and self._is_asked(part, parts[number]):
                        self._noted(part, partial(write, part), scope)
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

    def _is_asked(self, part: N.Node, following: N.Node) -> bool:
        """Whether a sentence asks if the one before was done: all of it, and not what that asks of, too."""
        return asks_if_done(following) and not self.resolution.settles(following) and not asks_the_same(part, following)

    def _noted(self, node: N.Node, write: Callable[[], None], scope: Scope) -> None:
        """Write something and note for "if you do" whether it was done: whether it has changed anything.

        What is optional notes it by itself; what changes nothing, such as looking at cards, was done if it could be.
        """
        act = node.act if isinstance(node, N.Does) else node.cost if isinstance(node, N.Cost) else node
        scope.done.pop(ASKED, None)
        if isinstance(node, N.Does) and node.modal == "may":
            write()
            return
        if offers_if(node):  # "if you do not" is said of whoever was asked
            asked = self._offered_if[id(node)] = self.p.variable()
            self.p.emit("{} = 0", asked)
            scope.done[ASKED] = expr("{} == 1", asked)
        done = self.p.variable()
        if isinstance(act, N.Perform) and act.verb in CHANGES_NOTHING and not shuffles_into(act):
            self.p.set(done, self._whether_found(act, scope, write))
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
    def _whether_found(act: N.Perform, scope: Scope, write: Callable[[], None]) -> Expr:
        """Write what changes nothing; whether it found something, which is to have done it."""
        before = dict(scope.refs)
        write()
        new = [ref for key, ref in scope.refs.items() if before.get(key) != ref]
        if _up_to(act) and (some := [ref.expr for ref in new if ref.type == "cards"]):
            return expr("int(len({}) > 0)", some[-1])
        found = [ref.when for ref in new if ref.when is not None]
        return found[-1] if found else Lit(1)

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
            self._pass(node, left, scope, inner)

        def none() -> None:
            items, kind, noun = self.objects.things(subject, scope)
            self.p.loop(self.p.in_turn(items, kind), kind, noun, None, scope, each, subject, acting=True)

        return none

    def _with_what_goes_on(self, then: N.Statement, answers: Sequence[N.Statement], scope: Scope) -> None:
        """What is done under a condition, and the sentences behind it that ask of the die that is rolled then."""
        taken, scope.taken = scope.taken, ()
        self.p.add(*taken)
        self._settled.update(map(id, answers))
        self.statement(then, scope)
        for answer in answers:
            self.statement(answer, scope)

    def _used(self, then: N.Statement, scope: Scope, of: N.Statement) -> Callable[[], None]:
        """Write what is done under a condition; what is limited is used up by it, unless it asks or offers itself.

        of: the sentence that says so.
        """
        answers = self.resolution.settled(of)
        if answers:
            inner = scope.child()
            return lambda: self._with_what_goes_on(then, answers, inner)
        if not scope.taken or isinstance(then, N.If | N.Unless) or (isinstance(then, N.Does) and then.modal == "may"):
            return self._later(then, scope)
        inner = scope.child()
        taken, inner.taken = inner.taken, ()

        def write() -> None:
            self.p.add(*taken)
            self.statement(then, inner)

        return write

    def _asks(self, asked: Expr, write: Callable[[], None]) -> None:
        """Note that somebody is asked whether they do something."""
        self.p.set(asked, Lit(1))
        write()

    def _statement(self, node: N.Statement, scope: Scope) -> None:
        match node:
            case N.If():
                if not isinstance(node.condition, N.Did):
                    self.partial.tries(node.condition, scope)
                test = self.x.conditions.condition(node.condition, scope)
                inner = scope
                if isinstance(node.condition, N.Did):  # what the optional act spoke of is there where it was done
                    inner = scope.child()
                    inner.refs.update(scope.found)
                then = partial(self.p.because, node.condition, self._used(node.then, inner, node))
                if id(node) in self._offered_if:
                    then = partial(self._asks, self._offered_if[id(node)], then)
                self.p.branch(test, then, self._later(node.otherwise, scope))
            case N.Possible():
                self._possible(node, scope)
            case N.Unless() if (may := avoided_by(node, self.source.is_state)) is not None:
                self._unless_done(node, may, scope)
            case N.Unless():
                self.partial.tries(node.condition, scope)
                test = negation(self.x.conditions.condition(node.condition, scope))
                self.p.branch(test, self._used(node.then, scope, node))
            case N.ForEach():
                self._for_each(node, scope)
            case N.InPlace():
                self._in_place(node, scope)
            case N.Timed() if node in self.continuous.lasting:
                self.p.unfollowed()
                self._put_off(node, scope)
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
                self._does(node, scope)
            case N.Act():
                self.act(node, scope)
            case _:
                raise _lasts(node)

    def _for_each(self, node: N.ForEach, scope: Scope) -> None:
        """A statement for each of several things, or for each value that they have of a number."""
        body: Callable[[Scope], None] = partial(self._pass, node, partial(self.statement, node.then), scope)
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
            body = self._from_there(node, node.then, scope, body)
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

    def _put_off(self, node: N.Timed, scope: Scope) -> None:
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

    def _unless_done(self, node: N.Unless, may: N.Does, scope: Scope) -> None:
        """`Unless they pay 1 gem, …`: they may; where they do not, the rest is done."""
        asked, inner = scope.child(), scope.child()
        self._may(may, asked)
        if isinstance(may.subject, N.NounPhrase):
            self.x.references.know(may.subject, self.x.references.of_type(may.subject, scope, "player"), inner)
        self.p.branch(negation(asked.done["did"]), partial(self.statement, node.then, inner))

    def _pass(self, loop: N.ForEach | N.Does, write: Callable[[Scope], None], outer: Scope, scope: Scope) -> None:
        """A pass of a loop, and what the sentences after the loop say about whether it was done.

        outer: the scope around the loop, in which somebody else may act.
        """
        answers = self.resolution.settled(loop)
        outcome = self.who_did.of(loop)
        with self._addressing(scope), self.who_did.counting(outcome, loop) as way:
            if outcome is None and not any(map(asks_if_done, answers)):
                write(scope)
            else:
                do = partial(write, scope)
                may = isinstance(loop, N.Does) and loop.modal == "may"
                if outcome is not None and not scope.partial and not may:  # who cannot do it leaves it
                    do = partial(self.attempts.tried, scope, do)
                self._noted(loop.then if isinstance(loop, N.ForEach) else loop, do, scope)
        if outcome is not None:
            self.who_did.note(outcome, loop, way, scope)
        if answers:
            scope.you, scope.spoken_to = outer.you, outer.spoken_to
        for answer in answers:
            self._settled.add(id(answer))
            self.statement(answer, scope)

    def _possible(self, node: N.Possible, scope: Scope) -> None:
        """`If possible, …`: all of it, which is something that was done; otherwise what else is said, if anything."""
        whole = scope.child()
        whole.lenient = whole.partial = False
        whole.owed, whole.possible, whole.unseen = True, True, None

        def then() -> None:
            self.attempts.fail_where_not_found(node.then, scope)
            self.statement(node.then, whole.child())
            if scope.tally is not None:
                self.p.emit("{} = 1", scope.tally.done)

        def otherwise() -> None:
            if scope.tally is not None:
                self.p.emit("{} = 1", scope.tally.failed)
            self._later(node.otherwise, scope)()

        self.p.if_possible(then, otherwise)

    def _later(self, node: N.Statement | None, scope: Scope) -> Write:
        """What writes a sentence, in a scope of its own; nothing for none."""
        return (lambda: self.statement(node, scope.child())) if node is not None else (lambda: None)

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

    def _does(self, node: N.Does, scope: Scope) -> None:
        subject = node.subject
        several = isinstance(subject, N.NounPhrase) and self.x.phrases.open(subject)
        chosen = self.acts.sets.acting(subject, scope)
        if node.modal == "may" and not several and chosen is None:
            self._may(node, scope)
            return
        if node.modal in ("cannot", "need_not") or node.negated:
            raise _lasts(node)
        if isinstance(subject, N.NounPhrase) and several:
            self._each_does(node, subject, scope)
            return
        if chosen is not None:
            seats, noun = chosen
            each = self._from_there(node, node.act, scope, self._in_turn(node, scope))
            self.p.loop(seats, "player", noun, None, scope, each, subject, acting=True)
            return
        ends = isinstance(node.act, N.Perform) and node.act.verb == "end"
        if ends and isinstance(subject, N.NounPhrase) and subject.noun == "game":
            self.act(N.Perform(verb="end", slots=(N.Slot(name="object", value=subject),)), scope)
            return
        if isinstance(node.act, N.Perform) and node.act.verb == "count_as" and self.acts.symbols(subject):
            self.acts.next_card(node.act, "convert", scope)
            self.partial.did(self.p, scope)
            return
        ref = self.x.references.of_type(subject, scope, "player")
        inner = scope.child()
        if ref.expr != scope.you:
            keep = self.p.variable()
            self.p.set(keep, ref.expr)
            inner = scope.acting(keep)
            self.x.references.know(subject, Ref(keep, "player", ref.noun), inner)
        with self._addressing(inner):
            if ref.sure:
                self.act(node.act, inner)
                scope.refs.update(inner.refs)  # "they put a card into your hand": it is spoken of from here on
                scope.names.update({name: inner.names[name] for name in ("result", THROWN) if name in inner.names})
            else:  # nobody does nothing, and is nobody to those who speak of them later
                self.p.branch(expr("{} >= 0", inner.you), lambda: self.act(node.act, inner))
                names, refs = dict(scope.names), dict(scope.refs)
                scope.refs.update(inner.refs)
                found_only_when(self.p, expr("int({} >= 0)", inner.you), names, refs, scope)
        scope.done.update(inner.done)

    def _in_turn(self, node: N.Does, outer: Scope) -> Callable[[Scope], None]:
        """What writes what one of several players does, or may do; "you" is still who is spoken to."""
        act = node.act

        def each(inner: Scope) -> None:
            inner.spoken_to = outer.spoken_to or outer.you
            write = (lambda one: self.optional(act, one, one)) if node.modal == "may" else partial(self.act, act)
            self._pass(node, write, outer, inner)

        return each

    def _from_there(
        self, loop: N.Statement, body: N.Node, scope: Scope, write: Callable[[Scope], None]
    ) -> Callable[[Scope], None]:
        """A body for each of several players, who find what was spoken of before where it is now."""
        return self.acts.transfers.followed.each_from_there(body, self.resolution.settled(loop), scope, write)

    def _may(self, node: N.Does, scope: Scope) -> None:
        """`You may …`, `they may …`: who it is chooses."""
        inner = scope.child()
        if not (isinstance(node.subject, N.Pronoun) and node.subject.word == "you"):
            seat = self.p.variable()
            self.p.must_stop()
            self.p.set(seat, self.x.references.of_type(node.subject, scope, "player").expr)
            inner = scope.acting(seat)
            self.x.references.know(node.subject, Ref(seat, "player", "player"), inner)
        with self._addressing(inner):
            self.optional(node.act, inner, scope)

    def _each_does(self, node: N.Does, subject: N.NounPhrase, scope: Scope) -> None:
        """`Each player …`: one after another in turn order, or all in secret before anything happens.

        `Each player may …`: each of whom is asked when it is their turn to act.
        """
        act, may = node.act, node.modal == "may"
        if isinstance(subject.determiner, N.Article) and subject.determiner.word in ("a", "any", "another"):
            raise refuse(subject, "which of them does it?", "Choose one first: “choose another player. They …”.")
        order = next((item for item in subject.filters if _is_an_order(item)), None)
        said = subject
        if order is not None:
            subject = replace(subject, filters=tuple(item for item in subject.filters if item is not order))
        items, kind, noun = self.objects.things(subject, scope)
        if kind != "player":
            raise refuse(subject, f"a player was expected here, not a {kind}", "Only players act.", code="RW0606")
        self.partial.tries_each(said, items, scope)
        in_turn = self._round_the_table(order, items, scope) if order is not None else self.p.in_turn(items, kind)
        outcome = self.who_did.of(node)
        if outcome is not None and in_secret(act):
            raise refuse(act, "who of them does it is not noted", ONE_AFTER_ANOTHER, code="RW0604")
        if may and in_secret(act):
            raise refuse(act, "who chooses what at the same time?", "Say it without “may”.", code="RW0604")
        if at_once(act):
            assert isinstance(act, N.Perform)
            chosen = chosen_first(act, self.source.zones)
            if chosen is None:
                hint = "Say it of one thing that each has in a zone: “each player discards a card at the same time”."
                raise refuse(act, "who chooses what at the same time?", hint, code="RW0604")
            noted = partial(self._done_together, node, outcome) if outcome is not None else None
            self.together.all_secretly(subject, chosen, in_turn, scope, perhaps=True, noted=noted)
            return
        if in_secret(act):
            self.together.all_secretly(subject, act, in_turn, scope)
            return

        before = scope.set_before
        scope.set_before = None
        if self._others_later():
            described = self.p.variable()
            self.p.set(described, in_turn)
            in_turn = scope.set_before = described

        in_turn_does = self._from_there(node, node.act, scope, self._in_turn(node, scope))

        def each(inner: Scope) -> None:
            inner.set_before = before
            in_turn_does(inner)

        self.p.loop(in_turn, kind, noun, None, scope, each, said, acting=True)

    def _done_together(
        self, node: N.Does, outcome: Outcome, done: N.Act | N.Timed | None, scope: Scope, card: Ref | None
    ) -> None:  # fmt: skip
        """What one of several did at the same time, with a card; without one, they did nothing."""
        if done is None:
            self.who_did.left(outcome, scope)
            return
        self._noted(done, partial(self.act, done, scope), scope)
        self.who_did.note(outcome, node, None, scope, card)

    def _round_the_table(self, order: N.Filter, seats: Expr, scope: Scope) -> Expr:
        """Seats as they sit, from the left neighbour on, from you on, or from the player on who is said."""
        if isinstance(order, N.StartingWith):
            return expr("STARTING(s, {}, {})", self.x.selections.tied(order.phrase, scope), seats)
        you = scope.spoken_to or scope.you
        last = you if order == N.Adjective(word="leftwards") else expr("{} + {}", you, self.players - 1)
        return expr("LEFTWARDS(s, {}, {})", last, seats)

    def _addressing(self, scope: Scope) -> AbstractContextManager[None]:
        """While somebody acts in a scope: what they are asked is told to them, where they are not "you"."""

        def own(word: N.Node) -> bool:
            ref = self.x.references.bound(word, scope)
            return ref is not None and ref.expr == scope.you

        return self.p.addressing(scope.spoken_to, own) if scope.spoken_to is not None else nullcontext()

    def _others_later(self) -> bool:
        """Whether something that comes later speaks of each other player: others than those of this sentence."""
        words = (part.word for part in self.p.coming() if isinstance(part, N.Article))
        return any(word in ("each_other", "all_other") for word in words)

    def optional(self, act: N.Act, scope: Scope, outer: Scope) -> None:
        """An act that may be done: offered only where it can be carried through."""
        done = self.p.variable()
        self.p.must_stop()
        self.p.set(done, 0)
        first = self._can_be_taken(scope.tally) if scope.tally is not None and scope.tally.asked else None
        inner = scope.child()
        inner.lenient = inner.partial = False
        inner.owed, inner.unseen = True, None
        taken, inner.taken = inner.taken, ()

        def body() -> None:
            self.p.set(done, 1)
            self.p.add(*taken)
            self.attempts.fail_where_none(act, inner)
            self.attempts.fail_where_gone(act, inner)
            if self.up.replacements.replaceable(act):
                noted = whether_done(self.p, self.up.replacements, act, EVERYTHING, partial(self.act, act, inner))
                self.p.set(done, noted)
                return
            in_the_dark = self.partial.dark.is_done(act, inner)
            if isinstance(act, N.Perform) and act.verb in CHANGES_NOTHING and (in_the_dark or _up_to(act)):
                self.p.set(done, self._whether_found(act, inner, partial(self.act, act, inner)))
                return
            if not (in_the_dark or _perhaps_none(act, self.source.type_of)):
                self.act(act, inner)
                return
            before = self.p.variable()
            self.p.set(before, EVERYTHING)
            self.act(act, inner)
            self.p.emit("{} = int({} != {})", done, before, EVERYTHING)

        self.p.add(Attempt())
        self.p.alternatives((act,), [TRUE], [body], True, act, scope, first=first)
        self.p.add(Settle())
        outer.done["did"] = expr("{} == 1", done)
        outer.done.pop(ASKED, None)
        outer.found = {key: ref for key, ref in inner.refs.items() if outer.refs.get(key) != ref}

    def _can_be_taken(self, tally: Tally) -> int:
        """Note whether what may be done can be; the label at which that is to begin."""
        first, left, asked = self.p.label(), self.p.label(), self.p.label()
        begin = self.p.label() if self.partial.is_paid_later else first
        before = self.p.variable()
        self.p.set(before, tally.done)
        self.p.emit("{} = 1", tally.done)  # for the trial, too
        self.p.goto_if(expr("not CAN(s, {})", begin), left)
        self.p.goto(asked)
        if begin is not first:  # what comes of it must be paid for, too: the trial goes on behind it
            self.p.start(begin)
            self.p.add(Attempt())
            self.p.goto(first)
        self.p.start(left)
        self.p.emit("{} = {}; {} = 1", tally.done, before, tally.failed)
        self.p.goto(asked)
        self.p.start(asked)
        return first

    def act(self, node: N.Act | N.Statement, scope: Scope) -> None:
        """Something that is done."""
        node = alternatives(node) or node
        match node:
            case N.Sequence():
                self.in_order(node.acts, lambda part: self.act(part, scope), scope)
            case N.Choice():
                self.partial.chosen(node, scope, partial(self._choice, node, scope))
            case N.AnyOrder():
                self.attempts.as_one(node, scope, partial(self._in_any_order, node, scope))
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

    def _choice(self, node: N.Choice, scope: Scope) -> None:
        """One of several acts that can be done whole; as far as possible where none can."""
        in_part = partial(self._one_of, node, scope)
        if scope.partial and any(map(self.partial.in_part, node.acts)):
            self.p.if_possible(partial(self._one_of, node, scope, wholly=True), in_part)
        else:
            in_part()

    def _one_of(self, node: N.Choice, scope: Scope, wholly: bool = False) -> None:
        """One of several acts, each with words of its own."""

        def body(part: N.Statement) -> None:
            inner = scope.child()
            any_of_it = self.x.amounts.any_to_lose(part, inner)
            if any_of_it is None and (wholly or scope.partial):
                any_of_it = self.acts.transfers.card_moves.any_to_draw(part, inner)
            for some in (any_of_it, *self._lost_first(part, inner)):
                if some is not None:  # who has none cannot choose to lose it instead of something else
                    self.p.fail_if(negation(some))
            if wholly or not (scope.partial and isinstance(part, N.Sequence)):
                self.attempts.fail_where_not_found(part, inner)
            in_part = done_by_several(part) or self.partial.dark.is_offered(part, scope)
            if wholly and not in_part:
                whole(inner, partial(self.act, part, inner))
            elif scope.partial:
                self.partial.write((part,), inner, lambda: self.act(part, inner))
            else:
                self.act(part, inner)

        bodies = [partial(body, part) for part in node.acts]
        with self.p.carried_through():
            self.p.alternatives(node.acts, [TRUE] * len(bodies), bodies, False, "", scope)

    def _lost_first(self, part: N.Statement, scope: Scope) -> list[Expr | None]:
        """Whether there is any of what one of several ways loses before it does something else."""
        acts = part.acts if isinstance(part, N.Sequence) else ()
        first = takewhile(lambda act: isinstance(act, N.Perform) and act.verb == "lose", acts)
        return [self.x.amounts.any_to_lose(act, scope) for act in first]

    def _in_any_order(self, node: N.AnyOrder, scope: Scope) -> None:
        with self.p.carried_through():
            self._any_order(node, scope)

    def _any_order(self, node: N.AnyOrder, scope: Scope) -> None:
        """All of several acts, each as a whole; whoever does them chooses the next one among those that are left."""
        left, choice = self.p.slot(), self.p.slot()
        self.p.set(left, (1 << len(node.acts)) - 1)
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(expr("not {}", left), end)
        options = expr("[k for k in range({}) if {} >> k & 1]", len(node.acts), left)
        self.p.decide(Decision("menu", node, choice.number, 0, node.acts), options, self.p.asked(scope.you))
        self.p.emit("{} ^= 1 << {}", left, choice)
        labels = [self.p.label() for _ in node.acts]
        for number, label in enumerate(labels):
            self.p.goto_if(expr("{} == {}", choice, number), label)
        self.p.goto(end)
        self.p.unfollowed()  # what one of them brings may pay for another
        for label, act in zip(labels, node.acts, strict=True):
            self.p.start(label)
            self.p.perhaps(partial(self.act, act, scope.child()))
            self.p.goto(head)
        self.p.start(end)


def _perhaps_none(act: N.Act, type_of: Callable[[str], str]) -> bool:
    """Whether an act may be done with none of what it names, which is not to have done it: `discard up to 3 cards`.

    What changes nothing has been done all the same, and so has what is paid where the price is nothing.
    """
    named = [slot.value for slot in act.slots] if isinstance(act, N.Perform) and act.verb not in CHANGES_NOTHING else []
    counts = (part for value in named for part in value.walk() if isinstance(part, N.Quantity))
    computed = not is_payment(act) and any(isinstance(value, N.AsMany) for value in named)
    if computed or (isinstance(act, N.Perform) and named and _all_of_some(act.slot("object"), type_of)):
        return True
    return any(one.kind in AT_MOST or (one.low == 0 and one.high) for one in counts)


def _all_of_some(phrase: N.Node | None, type_of: Callable[[str], str]) -> bool:
    """Whether a phrase names all of what may be none: `all cards in your hand`, `your hand`, `all of your cards`."""
    match phrase:
        case N.PartOf(quantity=N.Quantity(kind="all" | "each")):
            return True
        case N.NounPhrase(determiner=N.Article(word="all" | "each" | "all_other")):
            return True
        case N.NounPhrase(determiner=N.Article(word="your" | "their"), noun=str() as noun, plural=plural):
            return plural or type_of(noun) == "zone"
    return False


def _up_to(act: N.Perform) -> bool:
    """Whether it may be done with none of what it names."""
    counts = (part for slot in act.slots for part in slot.value.walk() if isinstance(part, N.Quantity))
    return any(one.kind in AT_MOST for one in counts)


def _is_an_order(item: N.Filter) -> bool:
    """Whether it is told in which order players come: `starting with you`."""
    return isinstance(item, N.StartingWith) or isinstance(item, N.Adjective) and item.word in ROUND
