"""How much of something a seat or a place has: goods, numbers, pieces, cards in a zone, spaces that are somebody's."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.expressions.amounts import Amounts
from rulewright.compiler.expressions.likenesses import Likenesses
from rulewright.compiler.expressions.phrases import Phrases, done_this_way, noun_words
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Expr, total
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N


class Holdings:
    """Counts what somebody or something has."""

    def __init__(
        self,
        s: Services,
        phrases: Phrases,
        pieces: Pieces,
        selections: Selections,
        amounts: Amounts,
        likenesses: Likenesses,
    ) -> None:
        self.source = s.source
        self.layout = s.layout
        self.phrases = phrases
        self.pieces = pieces
        self.selections = selections
        self.amounts = amounts
        self.likenesses = likenesses

    def amount_held(self, phrase: N.Phrase, who: Ref, scope: Scope) -> Expr:
        """How much or many of something a seat or place has."""
        if isinstance(phrase, N.NounPhrase) and done_this_way(phrase) is not None:
            return self.amounts.done_to_those_of(phrase, "==", who.expr, scope)
        kinds = self.likenesses.of_each_kind(phrase, scope) if isinstance(phrase, N.NounPhrase) else None
        if kinds is not None:
            return total(*(expr("min(1, {})", self.amount_held(kind, who, scope)) for kind in kinds))
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            entry = self.source.entry(phrase.noun)
            if entry.get("held"):
                return self.amounts.held(phrase, who.expr, scope)
            if entry.get("type") == "number":
                return self.amounts.number_held(phrase, who, scope)
        if isinstance(phrase, N.NounPhrase) and self.phrases.is_piece(phrase):
            info = self.layout.piece_kinds[self.pieces.kinds(phrase)[0]]
            placed = any(isinstance(item, N.At | N.There | N.NextTo | N.Within) for item in phrase.filters)
            if who.type == "player":
                self.pieces.must_be_somebodys(phrase, scope)
            mine = info.owned or (who.type == "player" and not placed and scope.place is None)
            return self.pieces.piece_count(phrase, scope, who.expr if mine else None)
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else None
        on_the_map = isinstance(noun, str) and self.source.type_of(noun) in ("space", "border", "region")
        if isinstance(noun, str) and on_the_map and who.type == "player":
            return self._spaces_owned(phrase, noun, who, scope)
        cards = isinstance(noun, str) and self.source.type_of(noun) == "card"
        if cards and isinstance(phrase, N.NounPhrase):
            self.must_lie_somewhere(phrase)
        return self.amounts.count(phrase, scope)

    def held_by(self, them: Ref, what: N.Phrase, scope: Scope) -> Expr:
        """How much another seat has of something: "your hand", or "their hand" of who has more, is theirs there."""
        return self.amount_held(what, them, self.seen_by(them, scope))

    @staticmethod
    def having(who: Ref, scope: Scope) -> Scope:
        """A scope in which a seat has something; “you” in what it has is still who is spoken to.

        Where it is that seat itself, “your hand” becomes the hand of whoever it is compared with.
        """
        if who.type != "player":
            return scope.child()
        if who.expr != (scope.spoken_to or scope.you):
            return scope.acting(who.expr)
        inner = scope.child()
        inner.you, inner.spoken_to = who.expr, None
        return inner

    @staticmethod
    def seen_by(them: Ref, scope: Scope) -> Scope:
        """A scope in which another seat has something: what is yours, or of who has more, is theirs there."""
        inner = scope.child()
        for key, ref in scope.refs.items():
            if ref.type == "player" and ref.expr == scope.you:
                inner.refs[key] = them
        inner.you = them.expr
        return inner

    def must_lie_somewhere(self, phrase: N.NounPhrase) -> None:
        """Refuse cards without a zone: every such card of the box would be counted, whoever has it."""
        if not any(isinstance(item, N.At | N.Of) and self.source.is_zone(item.phrase) for item in phrase.filters):
            raise refuse(
                phrase,
                f"where does one have {noun_words(phrase)}s?",
                "Say “in your …” after the cards, of several kinds after each.",
            )

    def _spaces_owned(self, phrase: N.Phrase, noun: str, who: Ref, scope: Scope) -> Expr:
        """How many spaces somebody has."""
        return self.owned_spaces(phrase, noun, who, scope).counted()

    def owned_spaces(self, phrase: N.Phrase, noun: str, who: Ref, scope: Scope) -> Things:
        """The spaces that are said to be somebody's, by the verb that the noun's entry names."""
        of: str = noun
        while of and not self.source.entry(of).get("owned by"):
            of = self.source.entry(of).get("is", "")
        if not of or not isinstance(phrase, N.NounPhrase):
            hint = "Say what players do with it, in a verb of the game: “you control …”."
            raise refuse(phrase, f"nobody has a {noun_words(phrase)}", hint, code="RW0606")
        verb = self.source.entry(of)["owned by"]
        things = self.selections.each(scope.make(replace(phrase, determiner=None, plural=True), phrase), scope)
        return things.narrowed(self.selections.state_verb(verb, who.expr, [things.thing]))
