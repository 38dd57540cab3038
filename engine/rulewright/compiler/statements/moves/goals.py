"""Where cards go that a verb moves: what the sentence says, or what the ruleset says of the verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.compiler.expressions.anaphora import LEFT_OVER, place_of
from rulewright.compiler.expressions.phrases import ACTOR
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.rest import LOOK, nouns_in
from rulewright.compiler.statements.objects import object_of
from rulewright.language import nodes as N
from rulewright.language.records import dataclass

WHERE = (
    "Say where to: “put … into …”, “put … onto …” (“in a field”, “on top of the pile” only describe what is put). What "
    "is counted is gained, or taken from a player."
)

OF_EACH_REGION = "A piece lies in a place of it. Say “for each …, … in that …”."


def one_place(ref: Ref, phrase: N.Phrase) -> Expr:
    """The space, border, zone or card that a phrase names; of a region it is open which of its places is meant."""
    if ref.type == "region":
        raise refuse(phrase, "which of its places is meant?", OF_EACH_REGION)
    return place_of(ref)


@dataclass(frozen=True, slots=True)
class Goal:
    """Where cards go. limit: how many may lie there, where that is limited."""

    zone: Expr
    bottom: bool = False
    limit: Expr | None = None

    @property
    def room(self) -> Expr:
        """For how many more cards there is room, where that is limited."""
        assert self.limit is not None
        return expr("{} - len(s.zones[{}])", self.limit, self.zone)


class Goals:
    """Tells where cards go."""

    def __init__(self, c: Context) -> None:
        self.source = c.services.source
        self.x = c.x
        self.definitions = c.definitions

    def goal(self, node: N.Perform, scope: Scope) -> Goal:
        """Where cards go that a verb moves."""
        goal = node.slot("to")
        defaults = self.defaults(node)
        if isinstance(goal, N.NounPhrase) and goal.noun in ("bottom", "top"):
            for item in goal.filters:
                if isinstance(item, N.Of):
                    return Goal(self.x.references.zone(item.phrase, scope), goal.noun == "bottom")
        if goal is None:
            if node.verb == "remove" and self.source.out_of_game:
                goal = N.NounPhrase(noun=self.source.out_of_game)
            elif defaults.get("to"):
                if (pile := self._pile_of_the_holder(node, defaults["to"], scope)) is not None:
                    return Goal(pile, limit=self._room(defaults["to"], pile))
                goal = N.NounPhrase(determiner=N.Article(word=ACTOR), noun=defaults["to"])
            else:
                usual = f"Or, for all such sentences, write `zones: {{{node.verb}: {{to: …}}}}` in ruleset.yaml."
                raise refuse(node, f"{node.verb} it where?", f"{WHERE} {usual}")
        assert isinstance(goal, N.Phrase)
        if not self.source.is_zone(goal):
            return Goal(place_of(self.x.references.ref(goal, scope)))
        zone = self.x.references.zone(goal, scope)
        noun = goal.noun if isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str) else ""
        return Goal(zone, "bottom" in node.adverbs, self._room(noun, zone))

    def _room(self, noun: str, zone: Expr) -> Expr | None:
        """How many cards may lie in a zone, where its noun limits that."""
        limit = self.source.entry(noun).get("limit")
        return expr("{}(s, ZONE_OWNER[{}])", self.definitions.number(limit), zone) if limit else None

    def _pile_of_the_holder(self, node: N.Perform, noun: str, scope: Scope) -> Expr | None:
        """The pile of the player in whose zone a card lay that is discarded; None where it is that of who acts.

        Whoever discards a card from somebody's hand does not get it onto a pile of theirs.
        """
        if node.verb != "discard" or self.source.entry(noun).get("of") != "player":
            return None
        phrase = object_of(node)
        place = node.slot("from") or self._zone_in(phrase)
        if place is not None:
            parts = place.items if isinstance(place, N.Phrases) else (place,)
            owners = {self.x.references.possessor(part, scope) for part in parts if isinstance(part, N.NounPhrase)}
            if len(owners) != 1 or None in owners:
                pile = noun.replace("_", " ")
                hint = f"Say onto which: “put … your {pile}” or “put … their {pile}”."
                raise refuse(node, f"onto whose {pile}?", hint)
            (owner,) = owners
            assert owner is not None
        else:
            lies = self._where_it_lies(phrase, scope)
            if lies is None:
                return None
            owner = expr("({} if {} >= 0 else {})", *[expr("ZONE_OWNER[{}]", lies)] * 2, scope.you)
        return self.x.references.zone_of(noun, owner)

    def _where_it_lies(self, phrase: N.Phrase, scope: Scope) -> Expr | None:
        """The place of cards that were spoken of before; None where only this card is, or none."""
        part = phrase.whole if isinstance(phrase, N.PartOf) else phrase
        several = isinstance(part, N.NounPhrase) and self.x.selections.is_spoken_of(part)
        if several or (isinstance(part, N.Pronoun) and part.word in ("them", *LEFT_OVER)):
            return scope.done.get(LOOK)
        if self.x.phrases.open(phrase):
            return None
        card = self.x.references.ref(phrase, scope)
        return None if card.type != "card" or card.expr == scope.this else expr("s.where[{}]", card.expr)

    def _zone_in(self, phrase: N.Phrase) -> N.Phrase | None:
        """The zone in which a phrase says that its cards are."""
        for item in phrase.filters if isinstance(phrase, N.NounPhrase) else ():
            if isinstance(item, N.At | N.Of) and self.source.is_zone(item.phrase):
                return item.phrase
        return None

    def defaults(self, node: N.Perform) -> Mapping[str, Any]:
        """The zones that cards leave and reach by a verb where a sentence names none."""
        return self.source.zones.get(node.verb) or {}

    def nouns(self, node: N.Perform) -> set[str]:
        """What the zone is called where cards come to."""
        goal = node.slot("to")
        return set(as_list(self.defaults(node).get("to"))) if goal is None else nouns_in(goal)
