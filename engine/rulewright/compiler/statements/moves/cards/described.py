"""Which cards a phrase means: where they lie, as is said or as the verb has it, and what speaks of them later."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.compiler.expressions.phrases import ACTOR
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.goals import Goals
from rulewright.compiler.statements.moves.rest import Rest
from rulewright.language import nodes as N


class Described:
    """Tells which cards a phrase means."""

    def __init__(self, p: Flow, c: Context, goals: Goals, rest: Rest) -> None:
        self.p = p
        self.source = c.services.source
        self.texts = c.services.texts
        self.layout = c.services.layout
        self.x = c.x
        self.objects = c.objects
        self.goals = goals
        self.rest = rest

    def lying(self, phrase: N.Phrase, node: N.Perform, scope: Scope) -> N.Phrase:
        """What is moved, with where it is: as the sentence says, or from where the verb usually takes it."""
        what = phrase
        if isinstance(phrase, N.AsMany):
            what = N.NounPhrase(noun=phrase.noun, adjectives=phrase.adjectives, plural=True)
        if not isinstance(what, N.NounPhrase) or self.x.selections.is_spoken_of(what) or self._is_named(what, scope):
            return what
        source = node.slot("from")
        if source is None and self.x.phrases.open(what) and not self._placed(what):
            zones = self.goals.defaults(node).get("from")
            if not zones:
                hint = f"Say “from …”, or say it under `zones: {node.verb}:` in ruleset.yaml."
                raise refuse(node, "from where?", hint)
            source = usual(zones)
        if not isinstance(source, N.Phrase):
            return what
        lying = replace(what, filters=(*what.filters, N.At(preposition="in", phrase=source)), index=None)
        return scope.make(lying, what)

    def _is_named(self, what: N.NounPhrase, scope: Scope) -> bool:
        """Whether a phrase is the name that a step has given to one card: “the taken beast”, wherever it lies."""
        return self.source.is_role(str(what.noun)) and self.x.references.bound(what, scope) is not None

    def seen_by_somebody(self, what: N.Phrase) -> None:
        """Refuse "a card from the deck", which nobody sees: the top one, or any that is looked for?

        What says more than that they lie there ("a beast from the deck") is looked for.
        """
        if not isinstance(what, N.NounPhrase) or what.adjectives or len(what.filters) != 1:
            return
        (place,) = what.filters
        pile = place.phrase.noun if isinstance(place, N.At | N.Of) and isinstance(place.phrase, N.NounPhrase) else ""
        entry = self.source.entry(pile) if isinstance(pile, str) else {}
        if entry.get("order") != "pile" or entry.get("visible") != "nobody":
            return
        of_kind = self.layout.cards_of(str(what.noun)) if what.noun != "card" else ()
        others = (n for n, card in enumerate(self.layout.cards) if card.start == pile and n not in of_kind)
        if what.noun == "card" or next(others, None) is None:
            hint = (
                "Say “the top card of …”. To look for one, say it before: “look at the …, then put 1 of them into …”."
            )
            raise refuse(what, "nobody sees this pile: the top card, or any of them?", hint, code="RW0604")

    def _placed(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase says where its cards are."""
        return any(
            (isinstance(item, N.At | N.Of) and self.source.is_zone(item.phrase))
            or isinstance(item, N.There | N.Participle)
            for item in phrase.filters
        )

    def with_chosen_place(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> N.Perform:
        """`Move a wanderer into a dry field next to it`: where it goes is chosen, after which card it is."""
        goal = node.slot("to")
        if not isinstance(goal, N.NounPhrase) or self.source.is_zone(goal) or not self.x.phrases.open(goal):
            return node
        of_some = (
            self.rest.is_part(phrase) and self.objects.quantity(phrase, scope).one and "random" not in node.adverbs
        )
        if goal.noun in ("top", "bottom") or not (of_some or isinstance(phrase, N.NounPhrase | N.Pronoun)):
            return node
        slots = {slot.name: slot for slot in node.slots}
        that = N.Article(word="that")
        some = self._one_of_some(phrase, scope) if of_some else None
        if some is None and isinstance(phrase, N.NounPhrase) and self.x.phrases.open(phrase):
            some = self.objects.things(phrase, scope)
        if some is not None:
            items, kind, noun = some
            card = self.p.choice(kind, node, self.objects.distinct(items), scope.you, noun)
            scope.bind(noun, Ref(card, kind, noun))
        else:
            ref = self.x.references.ref(phrase, scope)
            noun = ref.noun
            scope.bind(noun, ref)
        self.x.references.know(phrase, scope.names[noun], scope)
        slots["object"] = N.Slot(name="object", value=N.NounPhrase(determiner=that, noun=noun))
        scope.stand_in(slots["object"].value, scope.names[noun])
        self.objects.must_say_where(goal)
        items, kind, noun = self.objects.things(goal, scope)
        place = self.p.choice(kind, node, items, scope.you, noun)
        scope.bind(noun, Ref(place, kind, noun))
        self.x.references.know(goal, scope.names[noun], scope)
        slots["to"] = N.Slot(name="to", value=N.NounPhrase(determiner=that, noun=noun))
        scope.stand_in(slots["to"].value, scope.names[noun])
        return replace(node, slots=tuple(slots.values()))

    def _one_of_some(self, phrase: N.Phrase, scope: Scope) -> tuple[Expr, str, str]:
        """The cards of which one is meant by `1 of them`, as far as they still lie where they were spoken of."""
        assert isinstance(phrase, N.PartOf)
        place, some = self.rest.lie_there(phrase, scope), self.rest.some(phrase.whole, scope)
        return (some if place is None else expr("[c for c in {} if s.where[c] == {}]", some, place)), "card", "card"

    def them_later(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether the cards of a phrase are several, are not what was spoken of before, and are spoken of later."""
        if isinstance(phrase, N.Pronoun) or self.objects.quantity(phrase, scope).one:
            return False
        if isinstance(phrase, N.NounPhrase) and self.x.selections.is_spoken_of(phrase):
            return False
        return self.named_later(phrase)

    def named_later(self, phrase: N.Phrase) -> bool:
        """Whether what comes later speaks of the same: of "that card", "them", "those cards", "other cards"."""
        key = self.texts.resolution.of(phrase)
        named = (node for node in self.p.coming() if isinstance(node, N.NounPhrase | N.Pronoun))
        return key is not None and any(
            self.texts.resolution.of(node) == key
            or (isinstance(node, N.NounPhrase) and self.x.selections.set_of(node) == key)
            or (isinstance(node, N.NounPhrase) and key in self.x.selections.others_than(node))
            for node in named
        )


def usual(zones: Any) -> N.Phrase:
    """The zones that a verb means where a sentence names none."""
    named = [N.NounPhrase(determiner=N.Article(word=ACTOR), noun=zone) for zone in as_list(zones)]
    return named[0] if len(named) == 1 else N.Phrases(items=tuple(named), conjunction="and")
