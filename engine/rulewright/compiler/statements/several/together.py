"""What several players do at the same time: all choose, unseen by the others, before anything happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.compiler.expressions.phrases import ACTOR
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.several.secret_round import SecretRound
from rulewright.compiler.syntax_trees import addressed
from rulewright.language import nodes as N

WITH_A_CARD = ("discard", "put", "move", "return", "remove", "reveal")
"""Verbs of the core that several players do at the same time, each with a card that they choose."""

ONE = (N.Article(word="a"), N.Quantity(kind="count", low=1))


def in_secret(act: N.Act) -> bool:
    """Whether an act begins with a choice that the others do not see."""
    first = act.acts[0] if isinstance(act, N.Sequence) else act
    return isinstance(first, N.Perform) and "secretly" in first.adverbs


def at_once(act: N.Act) -> bool:
    """Whether an act is done by all players at the same time."""
    return isinstance(act, N.Perform) and "together" in act.adverbs


def chosen_first(act: N.Perform, zones: Mapping[str, Any]) -> N.Sequence | None:
    """The same as a choice and what is done with what was chosen; None where there is no such choice.

    zones: those that verbs mean where a sentence names none.
    """
    phrase, origin = act.slot("object"), act.slot("from")
    if act.verb not in WITH_A_CARD or act.adverbs != ("together",):
        return None
    if origin is None and isinstance(phrase, N.NounPhrase):  # "a card in their hand"
        lying = [item for item in phrase.filters if isinstance(item, N.At)]
        origin = lying[0].phrase if len(lying) == 1 else None
        phrase = replace(phrase, filters=tuple(item for item in phrase.filters if item not in lying[:1]))
    usual = (zones.get(act.verb) or {}).get("from")
    if origin is None and isinstance(usual, str):
        origin = N.NounPhrase(determiner=N.Article(word=ACTOR), noun=usual)
    if not isinstance(phrase, N.NounPhrase) or phrase.determiner not in ONE or not isinstance(origin, N.NounPhrase):
        return None
    if any(_left_open(part) for slot in act.slots if slot.name == "to" for part in slot.value.walk()):
        return None  # it would be chosen when others have moved theirs
    there = N.At(preposition="in", phrase=origin)
    among = replace(phrase, filters=(*phrase.filters, there))
    choice = N.Perform(verb="choose", slots=(N.Slot(name="object", value=among),), adverbs=("secretly",), span=act.span)
    it = N.Slot(name="object", value=N.Pronoun(word="it"))
    others = tuple(slot for slot in act.slots if slot.name not in ("object", "from"))
    return N.Sequence(acts=(choice, N.Perform(verb=act.verb, slots=(it, *others), span=act.span)), span=act.span)


def _left_open(part: N.Node) -> bool:
    return isinstance(part, N.Quantity) or (isinstance(part, N.Article) and part.word in ("a", "any", "another"))


Noted = Callable[[N.Act | N.Timed | None, Scope, Ref | None], None]
"""Writes an act of one of several players, or that they do nothing, with what was chosen, and notes who did it."""


class Together:
    """Writes what several players choose unseen by each other, and then do. act: writes what one of them does."""

    def __init__(self, p: Flow, c: Context, act: Callable[[N.Act | N.Statement, Scope], None]) -> None:
        self.p = p
        self.x = c.x
        self.source = c.services.source
        self.objects = c.objects
        self.act = act

    def all_secretly(
        self, subject: N.NounPhrase, act: N.Act, seats: Expr, scope: Scope, perhaps: bool = False,
        noted: Noted | None = None,
    ) -> None:  # fmt: skip
        """`Each player secretly chooses X, then …`: all choose before anything happens.

        perhaps: who has nothing to choose from does nothing.
        noted: writes the one act that each does with what was chosen, and notes who did it; it is told of those who do
            nothing, too.
        """
        acts = list(act.acts) if isinstance(act, N.Sequence) else [act]
        first = acts[0]
        assert isinstance(first, N.Perform)
        phrase = first.slot("object")
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(first, "choose what?")
        if scope.lenient and not perhaps:
            seats = self._who_can(subject, phrase, seats, scope)
        round_ = SecretRound(self.p, seats)
        pick = self.p.slot()
        inner = scope.acting(round_.seat)
        self.x.references.know(subject, Ref(round_.seat, "player", "player"), inner)
        options = self.x.selections.list_of(phrase, inner)
        kind = self.source.type_of(str(phrase.noun))
        if kind == "card":
            options = self.objects.distinct(options)
        prompt = N.Perform(verb="choose", slots=(N.Slot(name="object", value=addressed(phrase)),))
        chosen = self.p.label()
        if perhaps:
            self.p.set(pick, -1)
            self.p.goto_if(expr("not {}", options), chosen)
        self.p.choose(kind, prompt, options, pick, round_.seat, str(phrase.noun), secret=True)
        self.p.goto(chosen)
        self.p.start(chosen)
        round_.has_chosen(pick)
        if perhaps and noted is not None:
            idle = inner.child()
            with self.p.when(expr("{} < 0", pick)):
                noted(None, idle, None)
        if perhaps:
            self.p.goto_if(expr("{} < 0", pick), round_.next)
        self._with_what_was_chosen(acts[1:], phrase, Ref(pick, kind, str(phrase.noun)), inner.child(), perhaps, noted)
        round_.close()

    def _who_can(self, subject: N.NounPhrase, phrase: N.NounPhrase, seats: Expr, scope: Scope) -> Expr:
        """The seats that have something to choose from: who has nothing does nothing."""
        o = self.p.module.fresh()
        theirs = scope.acting(o)
        self.x.references.know(subject, Ref(o, "player", "player"), theirs)
        return Things(o, seats, [self.x.selections.list_of(phrase, theirs)]).picked()

    def _with_what_was_chosen(
        self,
        acts: Sequence[N.Act | N.Timed],
        phrase: N.NounPhrase,
        ref: Ref,
        then: Scope,
        perhaps: bool,
        noted: Noted | None,
    ) -> None:
        """What each of them does when all have chosen."""
        self.x.references.know(phrase, ref, then)
        for named in (part for rest in acts if perhaps for part in rest.walk() if isinstance(part, N.Pronoun)):
            then.stand_in(named, ref)
        then.place = ref if ref.type == "space" else None
        for rest in acts:
            if noted is not None:
                noted(rest, then, ref)
            else:
                self.act(rest, then)
