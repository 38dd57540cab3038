"""Sentences that are carried out: who does what, for each what, in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.compiler.expressions.selections import EVERYBODY
from rulewright.compiler.expressions.syntax_trees import addressed
from rulewright.compiler.ir.expressions import TRUE, Expr, Lit, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import Attempt, Settle
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.card_moves import REST, first_of
from rulewright.compiler.statements.decisions import Decision
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import alternatives
from rulewright.language.trees.past import is_past

if TYPE_CHECKING:
    from rulewright.compiler.statements.procedure import Procedure, Write


CHANGES_NOTHING = ("reveal", "look_at", "look", "choose", "shuffle", "roll")


def asks_if_done(node: Any) -> bool:
    """Whether a sentence goes on from what the one before did: "If you do, …"."""
    return isinstance(node, N.If | N.Unless) and any(isinstance(part, N.Did) for part in node.condition.walk())


class Sentences:
    """Writes sentences."""

    def __init__(self, procedure: Procedure) -> None:
        self.p = procedure
        self.b = procedure.b
        self.x = procedure.x
        self.later: list[Sequence[N.Node]] = []  # what comes after what is written now, as its texts say it

    def in_order(self, parts: Sequence[Any], write: Callable[[Any], None], scope: Scope | None = None) -> None:
        """Write parts one after another.

        scope: in which it is noted whether something was done, where "if you do" asks so.
        """
        for number, part in enumerate(parts, 1):
            self.later.append(parts[number:])
            try:
                if (
                    scope is not None
                    and isinstance(part, N.Node)
                    and number < len(parts)
                    and asks_if_done(parts[number])
                ):
                    self._noted(part, partial(write, part), scope)
                else:
                    write(part)
            finally:
                self.later.pop()

    def _noted(self, node: N.Node, write: Callable[[], None], scope: Scope) -> None:
        """Write something and note for "if you do" whether it was done: whether it has changed anything.

        What is optional notes it by itself; what changes nothing, such as looking at cards, was done if it could be.
        """
        act = node.act if isinstance(node, N.Does) else node.cost if isinstance(node, N.Cost) else node
        if isinstance(node, N.Does) and node.modal == "may":
            write()
            return
        done = self.p.variable()
        if isinstance(act, N.Perform) and act.verb in CHANGES_NOTHING:
            before = dict(scope.refs)
            write()
            new = (ref for key, ref in scope.refs.items() if before.get(key) != ref)
            found = [ref.when for ref in new if ref.when is not None]
            self.p.set(done, found[-1] if found else Lit(1))
        else:
            everything = expr("[*s.n, *s.where, *[c for z in s.zones for c in z]]")
            self.p.set(done, everything)
            write()
            self.p.emit("{} = int({} != {})", done, done, everything)
        scope.done["did"] = expr("{} == 1", done)

    def told_later(self, *words: str) -> bool:
        """Whether something that comes later speaks of what is done now with one of these pronouns."""
        nodes = (node for parts in self.later for part in parts for node in part.walk())
        return any(isinstance(node, N.Pronoun) and node.word in words for node in nodes)

    def statement(self, node: N.Statement, scope: Scope) -> None:
        """A sentence that is carried out now."""
        around = self.b.span
        if node.span is not None:
            self.b.span = node.span.start, node.span.end
        self._asked(node, scope)
        self.b.span = around

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
        if asks is None:
            self._statement(node, scope)
        else:
            self.p.partial.where_found(asks, scope, partial(self._statement, node, scope))

    def _statement(self, node: N.Statement, scope: Scope) -> None:
        match node:
            case N.If():
                test = self.x.conditions.condition(node.condition, scope)
                then = partial(self.p.because, node.condition, self._later(node.then, scope))
                self.p.branch(test, then, self._later(node.otherwise, scope))
            case N.Possible():
                whole = scope.child()
                if scope.tally is not None:
                    whole.lenient = whole.partial = False
                self.p.if_possible(self._later(node.then, whole), self._later(node.otherwise, scope))
            case N.Unless():
                test = negation(self.x.conditions.condition(node.condition, scope))
                self.p.branch(test, self._later(node.then, scope))
            case N.ForEach():
                if not isinstance(node.each, N.NounPhrase):
                    raise refuse(node.each, "for each what?")
                items, kind, noun = self.times_each(node.each, scope)
                items = self.p.in_turn(items, kind)
                self.p.loop(items, kind, noun, None, scope, lambda inner: self.statement(node.then, inner), node.each)
            case N.InPlace():
                self._in_place(node, scope)
            case N.Timed() if node in self.b.lasting:
                self.p.unfollowed()
                self.p.emit("n[{} + {}] += 1", self.b.lasting[node], scope.you)
            case N.Both():
                self.in_order(node.clauses, lambda clause: self.statement(clause, scope))
            case N.Repeat():
                low, high = self.p.resources.count(node.times).limits
                each = scope.child()
                if low < high and scope.tally is not None:  # going on is offered only where all of it can be done
                    self.p.emit("{} = 1", scope.tally.done)
                    each.lenient = each.partial = False
                self.p.repeat(low, high, each, lambda inner: self.statement(node.act, inner), node.act)
            case N.Does():
                self._does(node, scope)
            case N.Act():
                self.act(node, scope)
            case _:
                raise refuse(node, "this sentence holds all the time; it cannot be carried out here", code="RW0604")

    def _later(self, node: N.Statement | None, scope: Scope) -> Write:
        """What writes a sentence, in a scope of its own; nothing for none."""
        return (lambda: self.statement(node, scope.child())) if node is not None else (lambda: None)

    def things(self, phrase: N.NounPhrase, scope: Scope) -> tuple[Expr, str, str]:
        """(list, type, noun) of what a phrase names, piles included (`each of the top 5 cards of the deck`)."""
        top = self.p.acts.top_cards(phrase, scope)
        noun = phrase.noun if isinstance(phrase.noun, str) else "thing"
        if top is not None:
            return top, "card", noun
        if self.x.entry(noun).get("type") == "number":  # "for each 3 levels you have": how often they go into it
            det = phrase.determiner
            size = det.low if isinstance(det, N.Quantity) and det.low else 1
            value = self.x.amounts.value(phrase, scope)
            return expr("range({} // {})", value, size), "number", noun
        # "discarded this way", "you have discarded this turn"
        done = any(isinstance(item, N.Participle) or is_past(item) for item in phrase.filters)
        counted = done or self.x.pieces.is_piece(phrase) or bool(self.x.entry(noun).get("held"))
        if counted:  # what cannot be told apart
            return expr("range({})", self.x.amounts.count(phrase, scope)), "number", noun
        return self.x.selections.list_of(phrase, scope), self.x.type_of(noun), noun

    def _in_place(self, node: N.InPlace, scope: Scope) -> None:
        """`In each field, …`: for each of them, "there" being the field; likewise in one field that is named."""
        place = node.place
        if node.preposition not in ("in", "on", "at") or not isinstance(place, N.NounPhrase):
            raise refuse(node.place, "only what is in one place or in each of several can be done here", code="RW0604")

        def there(inner: Scope, ref: Ref) -> None:
            inner.place = ref if ref.type == "space" else None
            self.statement(node.then, inner)

        if not self.x.selections.open(place):
            inner = scope.child()
            there(inner, self.x.references.ref(place, scope))
            return
        if not isinstance(place.determiner, N.Article) or place.determiner.word not in EVERYBODY:
            raise refuse(place, "in which of them?", "Say “in each …”, or name the place.", code="RW0604")
        items, kind, noun = self.things(place, scope)
        self.p.loop(items, kind, noun, None, scope, lambda inner: there(inner, inner.names[noun]), place)

    def times_each(self, phrase: N.NounPhrase, scope: Scope) -> tuple[Expr, str, str]:
        """What `for each` goes through; of `for each 2 of them` it is how often so many go into what there is."""
        det = phrase.determiner
        many = isinstance(det, N.Quantity) and det.kind == "count" and det.article is None and (det.low or 1) > 1
        if not isinstance(det, N.Quantity) or not many or self.x.entry(str(phrase.noun)).get("type") == "number":
            return self.things(phrase, scope)
        count = self.x.amounts.count(replace(phrase, determiner=None, plural=True), scope)
        return expr("range({} // {})", count, det.low), "number", str(phrase.noun)

    def _does(self, node: N.Does, scope: Scope) -> None:
        subject = node.subject
        if node.modal == "may":
            self._may(node, scope)
            return
        if node.modal in ("cannot", "need_not") or node.negated:
            raise refuse(node, "this sentence holds all the time; it cannot be carried out here", code="RW0604")
        if isinstance(subject, N.NounPhrase) and self.x.selections.open(subject):
            self._each_does(subject, node.act, scope)
            return
        ends = isinstance(node.act, N.Perform) and node.act.verb == "end"
        if ends and isinstance(subject, N.NounPhrase) and subject.noun == "game":
            self.act(N.Perform(verb="end", slots=(N.Slot(name="object", value=subject),)), scope)
            return
        if isinstance(node.act, N.Perform) and node.act.verb == "count_as" and self.p.acts.symbols(subject):
            self.p.acts.next_card(node.act, "convert", scope)
            return
        ref = self.x.references.of_type(subject, scope, "player")
        inner = scope.child()
        if ref.expr != scope.you:
            keep = self.p.variable()
            self.p.set(keep, ref.expr)
            inner = scope.acting(keep)
            self.x.references.know(subject, Ref(keep, "player", ref.noun), inner)
        if ref.sure:
            self.act(node.act, inner)
        else:  # nobody does nothing
            self.p.branch(expr("{} >= 0", inner.you), lambda: self.act(node.act, inner))
        scope.done.update(inner.done)

    def _may(self, node: N.Does, scope: Scope) -> None:
        """`You may …`, `they may …`: who it is chooses."""
        inner = scope.child()
        if not (isinstance(node.subject, N.Pronoun) and node.subject.word == "you"):
            seat = self.p.variable()
            self.p.must_stop()
            self.p.set(seat, self.x.references.of_type(node.subject, scope, "player").expr)
            inner = scope.acting(seat)
            self.x.references.know(node.subject, Ref(seat, "player", "player"), inner)
        self.optional(node.act, inner, scope)

    def _each_does(self, subject: N.NounPhrase, act: N.Act, scope: Scope) -> None:
        """`Each player …`: one after another in turn order, or all in secret before anything happens."""
        if isinstance(subject.determiner, N.Article) and subject.determiner.word in ("a", "any", "another"):
            raise refuse(subject, "which of them does it?", "Choose one first: “choose another player. They …”.")
        items, kind, noun = self.things(subject, scope)
        if kind != "player":
            raise refuse(subject, f"a player was expected here, not a {kind}", "Only players act.", code="RW0606")
        if self._secretly(act):
            self._all_secretly(subject, act, scope)
            return

        before = scope.set_before
        scope.set_before = None
        if self._others_later():
            described = self.p.variable()
            self.p.set(described, items)
            items = scope.set_before = described

        def each(inner: Scope) -> None:
            inner.set_before = before
            inner.spoken_to = scope.spoken_to or scope.you
            self.act(act, inner)

        self.p.loop(self.p.in_turn(items, kind), kind, noun, None, scope, each, subject, acting=True)

    def _others_later(self) -> bool:
        """Whether the next sentence speaks of each other player: others than those of this one."""
        following = self.later[-1][:1] if self.later else ()
        words = (part.word for sentence in following for part in sentence.walk() if isinstance(part, N.Article))
        return any(word in ("each_other", "all_other") for word in words)

    def _secretly(self, act: N.Act) -> bool:
        first = act.acts[0] if isinstance(act, N.Sequence) else act
        return isinstance(first, N.Perform) and "secretly" in first.adverbs

    def _all_secretly(self, subject: N.NounPhrase, act: N.Act, scope: Scope) -> None:
        """`Each player secretly chooses X, then …`: all choose before anything happens."""
        acts = list(act.acts) if isinstance(act, N.Sequence) else [act]
        first = acts[0]
        assert isinstance(first, N.Perform)
        phrase = first.slot("object")
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(first, "choose what?")
        self.p.must_stop()
        queue, place, item, kept, pick = (self.p.slot() for _ in range(5))
        self.p.emit("{} = list(ORDER(s, SEATS)); {} = 0; {} = []", queue, place, kept)
        head = self.p.block()
        middle = self.b.label(self.p)
        done = expr("{} >= len({})", place, queue)
        with self.p.when(done):
            self.p.set(place, 0)
            self.p.goto(middle)
        self.p.emit("{} = {}[{}]; {} += 1", item, queue, place, place)
        inner = scope.acting(item)
        self.x.references.know(subject, Ref(item, "player", "player"), inner)
        options = self.x.selections.list_of(phrase, inner)
        kind = self.x.type_of(str(phrase.noun))
        prompt = N.Perform(verb="choose", slots=(N.Slot(name="object", value=addressed(phrase)),))
        self.p.choose(kind, prompt, options, pick, item, str(phrase.noun), secret=True)
        self.p.emit("{} = {} + [{}]", kept, kept, pick)
        self.p.goto(head)
        self.p.start(middle)
        end = self.b.label(self.p)
        self.p.goto_if(done, end)
        self.p.emit("{} = {}[{}]; {} = {}[{}]; {} += 1", item, queue, place, pick, kept, place, place)
        then = inner.child()
        ref = Ref(pick, kind, str(phrase.noun))
        self.x.references.know(phrase, ref, then)
        then.place = ref if kind == "space" else None
        for rest in acts[1:]:
            self.act(rest, then)
        self.p.goto(middle)
        self.p.start(end)

    def optional(self, act: N.Act, scope: Scope, outer: Scope) -> None:
        """An act that may be done: offered only where it can be carried through."""
        done = self.p.variable()
        self.p.must_stop()
        self.p.set(done, 0)
        if scope.tally is not None:  # it is offered, so there is something to do
            self.p.emit("{} = 1", scope.tally.done)
        inner = scope.child()
        inner.lenient = inner.partial = False
        taken, inner.taken = inner.taken, ()

        def body() -> None:
            self.p.set(done, 1)
            self.p.add(*taken)
            self.act(act, inner)

        self.p.add(Attempt())
        self.p.alternatives((act,), [TRUE], [body], True, act, scope)
        self.p.add(Settle())
        outer.done["did"] = expr("{} == 1", done)

    def act(self, node: N.Act | N.Statement, scope: Scope) -> None:
        """Something that is done."""
        node = alternatives(node) or node
        match node:
            case N.Sequence():
                self.in_order(node.acts, lambda part: self.act(part, scope))
            case N.Choice():
                self.p.partial.chosen(node, scope, partial(self._choice, node, scope))
            case N.AnyOrder():
                self.p.partial.as_one(node, scope, partial(self._in_any_order, node, scope))
            case N.Cost():
                self.p.partial.paid(node, scope)
            case N.Per():
                if not isinstance(node.each, N.NounPhrase):
                    raise refuse(node, "for each what?")
                items, kind, noun = self.times_each(node.each, scope)
                if node.most is not None:
                    items = expr("[*{}][:{}]", items, node.most)
                self.p.loop(items, kind, noun, noun, scope, lambda inner: self.act(node.act, inner), node.each)
            case N.Perform():
                (self.p.partial if scope.lenient else self.p.acts).perform(node, scope)
            case N.Until():
                self._until(node, scope)
            case N.Act():
                raise refuse(node, "this cannot be carried out yet", code="RW0604")
            case N.Statement():
                self.statement(node, scope)

    def _choice(self, node: N.Choice, scope: Scope) -> None:
        """One of several acts, each with words of its own."""

        def body(part: N.Act) -> None:
            inner = scope.child()
            if scope.partial:
                self.p.partial.write((part,), inner, lambda: self.act(part, inner))
            else:
                self.act(part, inner)

        bodies = [partial(body, part) for part in node.acts]
        with self.p.carried_through():
            self.p.alternatives(node.acts, [TRUE] * len(bodies), bodies, False, "", scope)

    def _in_any_order(self, node: N.AnyOrder, scope: Scope) -> None:
        with self.p.carried_through():
            self._any_order(node, scope)

    def _until(self, node: N.Until, scope: Scope) -> None:
        """`Reveal cards from the deck until you reveal a spell`; `draw a card until you have 5 cards in your hand`.

        What is revealed stays where it is, so each time it is the next card of the pile. Other acts are done as long as
        the condition is not true, they can be carried through and they change anything.
        """
        act, event = node.act, node.event
        does = event.act if isinstance(event, N.Does) else None
        if isinstance(act, N.Perform) and isinstance(does, N.Perform) and act.verb == does.verb in ("draw", "reveal"):
            found = does.slot("object")
            if not isinstance(found, N.NounPhrase) or does.slots != (N.Slot(name="object", value=found),):
                raise refuse(event, "until which card?", "Say it as “draw cards until you draw a spell”.")
            fit = self.x.selections.list_of(replace(found, determiner=None, plural=True), scope)
            until = self._draw_until if act.verb == "draw" else self._reveal_until
            until(act, found, fit, self._how_many(found), scope)
            return
        if isinstance(act, N.Perform) and act.verb == "draw":  # "draw cards until": one after the other
            plain = N.NounPhrase(noun="card", plural=True)
            one = replace(plain, determiner=N.Article(word="a"), plural=False)
            act = replace(act, slots=tuple(replace(s, value=one) if s.value == plain else s for s in act.slots))
        again, end = self.p.block(), self.b.label(self.p)
        before = self.p.variable()
        self.p.goto_if(self.x.conditions.condition(event, scope), end)
        self.p.emit("{} = [*s.n, *s.where]", before)

        def once() -> None:
            inner = scope.child()
            inner.lenient = inner.partial = False
            self.act(act, inner)

        self.p.if_possible(once, lambda: None)
        self.p.goto_if(expr("{} == [*s.n, *s.where]", before), end)
        self.p.goto(again)
        self.p.start(end)

    @staticmethod
    def _how_many(found: N.NounPhrase) -> int:
        """How many cards end a search."""
        det = found.determiner
        if isinstance(det, N.Quantity) and det.kind == "count" and det.low and det.article is None:
            return det.low
        if isinstance(det, N.Article) and det.word in ("a", "any"):
            return 1
        raise refuse(found, "until how many of them?", "Say “until you reveal a …” or “until you reveal 2 …”.")

    def _draw_until(self, act: N.Perform, wanted: N.Phrase, fit: Expr, many: int, scope: Scope) -> None:
        """Draw one card after another until so many fit, or there are no more; one is "it", several are "them"."""
        one = N.NounPhrase(noun="card", determiner=N.Quantity(kind="count", low=1))
        slots = tuple(replace(slot, value=one) if slot.name == "object" else slot for slot in act.slots)
        drawn = self.p.variable()
        found = self.p.variable() if many > 1 else None
        if found is not None:
            self.p.emit("{} = []", found)
        again, end = self.p.block(), self.b.label(self.p)
        self.p.emit("{} = s.where[:]", drawn)
        self.p.acts.perform(replace(act, slots=slots), scope.child())
        self.p.emit("{} = DRAWN(s, {})", drawn, drawn)
        if found is None:
            self.p.goto_if(expr("not {} or {}[0] in {}", drawn, drawn, fit), end)
        else:
            self.p.emit("{} = {} + [c for c in {} if c in {}]", found, found, drawn, fit)
            self.p.goto_if(expr("not {} or len({}) >= {}", drawn, found, many), end)
        self.p.goto(again)
        self.p.start(end)
        self.x.references.know(wanted, first_of(drawn) if found is None else Ref(found, "cards", "card"), scope)

    def _reveal_until(self, act: N.Perform, wanted: N.Phrase, fit: Expr, many: int, scope: Scope) -> None:
        """Cards of a pile from the top until so many fit, or all: one is "it", several are "them"."""
        source = act.slot("from")
        if isinstance(source, N.NounPhrase) and source.noun == "top":
            source = next((item.phrase for item in source.filters if isinstance(item, N.Of)), None)
        if not isinstance(source, N.Phrase):
            raise refuse(act, "reveal cards of which pile?", "Say “reveal cards from the deck until …”.")
        zone = self.x.references.zone(source, scope)
        last, fits = self.p.variable(), self.x.fresh()
        self.p.emit("{} = {}", fits, fit)
        if many == 1:
            self.p.emit("{} = next((k for k, c in enumerate(s.zones[{}][::-1]) if c in {}), HUGE)", last, zone, fits)
        else:
            places = expr("[k for k, c in enumerate(s.zones[{}][::-1]) if c in {}]", zone, fits)
            self.p.emit("{} = next(iter({}[{}:]), HUGE)", last, places, many - 1)
        seen = self.p.card_moves.show(act, expr("s.zones[{}][::-1][:{} + 1]", zone, last), scope)
        self.x.references.know(self.p.acts.object_of(act), Ref(seen, "cards", "card"), scope)
        if many == 1:
            one = Ref(expr("{}[-1] if {} < HUGE else -1", seen, last), "card", "card")
            self.x.references.know(wanted, one, scope)
        else:
            found = self.p.variable()
            self.p.emit("{} = [c for c in {} if c in {}]", found, seen, fits)
            self.x.references.know(wanted, Ref(found, "cards", "card"), scope)
            scope.names[REST] = Ref(seen, "cards", "card")
        scope.done["look"] = zone

    def _any_order(self, node: N.AnyOrder, scope: Scope) -> None:
        """All of several acts, each as a whole; whoever does them chooses the next one among those that are left."""
        left, choice = self.p.slot(), self.p.slot()
        self.p.set(left, (1 << len(node.acts)) - 1)
        head = self.p.block()
        end = self.b.label(self.p)
        self.p.goto_if(expr("not {}", left), end)
        options = expr("[k for k in range({}) if {} >> k & 1]", len(node.acts), left)
        self.p.decide(Decision("menu", node, choice.number, 0, node.acts), options, self.p.asked(scope.you))
        self.p.emit("{} ^= 1 << {}", left, choice)
        labels = [self.b.label(self.p) for _ in node.acts]
        for number, label in enumerate(labels):
            self.p.goto_if(expr("{} == {}", choice, number), label)
        self.p.goto(end)
        self.p.gained = True  # what one of them brings may pay for another
        for label, act in zip(labels, node.acts, strict=True):
            self.p.start(label)
            self.p.perhaps(partial(self.act, act, scope.child()))
            self.p.goto(head)
        self.p.start(end)
