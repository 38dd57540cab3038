"""Who does what a sentence says: somebody, or each of several players, one after another or at the same time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial

from rulewright.compiler.expressions.filters import ONE_AFTER_ANOTHER
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.attempts import found_only_when
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.dice import THROWN
from rulewright.compiler.statements.partial import Partial
from rulewright.compiler.statements.sentences.choices import Choices
from rulewright.compiler.statements.sentences.for_a_time import holds_all_the_time
from rulewright.compiler.statements.sentences.if_done import IfDone
from rulewright.compiler.statements.several.together import Together, at_once, chosen_first, in_secret
from rulewright.compiler.statements.several.who_did import Outcome, WhoDid
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.language.trees.past import asks_if_done

ROUND = ("leftwards", "from_you")
"""Words for an order in which players act as they sit."""


class WhoActs:
    """Writes sentences with a subject. statement: writes any sentence."""

    def __init__(
        self, p: Flow, c: Context, acts: Acts, partial_: Partial, ways: Ways, if_done: IfDone, choices: Choices,
        statement: Callable[[N.Statement, Scope], None],
    ) -> None:  # fmt: skip
        self.p = p
        self.x = c.x
        self.source = c.services.source
        self.objects = c.objects
        self.players = c.services.layout.players
        self.acts = acts
        self.partial = partial_
        self.attempts = partial_.attempts
        self.resolution = c.services.texts.resolution
        self.who_did = WhoDid(p, c, ways)
        self.together = Together(p, c, p.act)
        self.if_done = if_done
        self.choices = choices
        self.statement = statement

    def are_several(self, subject: N.Phrase, scope: Scope) -> bool:
        """Whether a subject is each of several players."""
        several = isinstance(subject, N.NounPhrase) and self.x.phrases.open(subject)
        return several or self.acts.sets.acting(subject, scope) is not None

    def does(self, node: N.Does, scope: Scope) -> None:
        """`They draw a card`, `each player may …`, `the game ends`: a sentence with a subject, who does it now."""
        subject = node.subject
        several = isinstance(subject, N.NounPhrase) and self.x.phrases.open(subject)
        chosen = self.acts.sets.acting(subject, scope)
        if node.modal == "may" and not several and chosen is None:
            self.may(node, scope)
            return
        if node.modal in ("cannot", "need_not") or node.negated:
            raise holds_all_the_time(node)
        if isinstance(subject, N.NounPhrase) and several:
            self._each_does(node, subject, scope)
            return
        if chosen is not None:
            seats, noun = chosen
            each = self.from_there(node, node.act, scope, self._in_turn(node, scope))
            self.p.loop(seats, "player", noun, None, scope, each, subject, acting=True)
            return
        ends = isinstance(node.act, N.Perform) and node.act.verb == "end"
        if ends and isinstance(subject, N.NounPhrase) and subject.noun == "game":
            self.p.act(N.Perform(verb="end", slots=(N.Slot(name="object", value=subject),)), scope)
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
                self.p.act(node.act, inner)
                scope.refs.update(inner.refs)  # "they put a card into your hand": it is spoken of from here on
                scope.names.update({name: inner.names[name] for name in ("result", THROWN) if name in inner.names})
            else:  # nobody does nothing, and is nobody to those who speak of them later
                self.p.branch(expr("{} >= 0", inner.you), lambda: self.p.act(node.act, inner))
                names, refs = dict(scope.names), dict(scope.refs)
                scope.refs.update(inner.refs)
                found_only_when(self.p, expr("int({} >= 0)", inner.you), names, refs, scope)
        scope.done.update(inner.done)

    def may(self, node: N.Does, scope: Scope) -> None:
        """`You may …`, `they may …`: who it is chooses."""
        inner = scope.child()
        if not (isinstance(node.subject, N.Pronoun) and node.subject.word == "you"):
            seat = self.p.variable()
            self.p.must_stop()
            self.p.set(seat, self.x.references.of_type(node.subject, scope, "player").expr)
            inner = scope.acting(seat)
            self.x.references.know(node.subject, Ref(seat, "player", "player"), inner)
        with self._addressing(inner):
            self.choices.optional(node.act, inner, scope)

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

        in_turn_does = self.from_there(node, node.act, scope, self._in_turn(node, scope))

        def each(inner: Scope) -> None:
            inner.set_before = before
            in_turn_does(inner)

        self.p.loop(in_turn, kind, noun, None, scope, each, said, acting=True)

    def _in_turn(self, node: N.Does, outer: Scope) -> Callable[[Scope], None]:
        """What writes what one of several players does, or may do; "you" is still who is spoken to."""
        act = node.act

        def each(inner: Scope) -> None:
            inner.spoken_to = outer.spoken_to or outer.you
            write = (
                (lambda one: self.choices.optional(act, one, one)) if node.modal == "may" else partial(self.p.act, act)
            )
            self.one_pass(node, write, outer, inner)

        return each

    def from_there(
        self, loop: N.Statement, body: N.Node, scope: Scope, write: Callable[[Scope], None]
    ) -> Callable[[Scope], None]:
        """A body for each of several players, who find what was spoken of before where it is now."""
        return self.acts.transfers.followed.each_from_there(body, self.resolution.settled(loop), scope, write)

    def one_pass(self, loop: N.ForEach | N.Does, write: Callable[[Scope], None], outer: Scope, scope: Scope) -> None:
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
                self.if_done.noted(loop.then if isinstance(loop, N.ForEach) else loop, do, scope)
        if outcome is not None:
            self.who_did.note(outcome, loop, way, scope)
        if answers:
            scope.you, scope.spoken_to = outer.you, outer.spoken_to
        for answer in answers:
            self.if_done.settled.add(id(answer))
            self.statement(answer, scope)

    def _done_together(
        self, node: N.Does, outcome: Outcome, done: N.Act | N.Timed | None, scope: Scope, card: Ref | None
    ) -> None:  # fmt: skip
        """What one of several did at the same time, with a card; without one, they did nothing."""
        if done is None:
            self.who_did.left(outcome, scope)
            return
        self.if_done.noted(done, partial(self.p.act, done, scope), scope)
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
        return any(map(_are_all_others, self.p.coming()))


def _are_all_others(part: N.Node) -> bool:
    """Whether a word speaks of all others: “each other player”, “the other players”."""
    if isinstance(part, N.NounPhrase):
        return part.plural and "other" in part.adjectives
    return isinstance(part, N.Article) and part.word in ("each_other", "all_other", "the_other")


def _is_an_order(item: N.Filter) -> bool:
    """Whether it is told in which order players come: `starting with you`."""
    return isinstance(item, N.StartingWith) or isinstance(item, N.Adjective) and item.word in ROUND
