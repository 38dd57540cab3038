"""Where pieces come from: the place that is chosen first, and what it is called afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.pieces.destinations import Destinations
from rulewright.compiler.statements.moves.pieces.meant import Groups
from rulewright.language import nodes as N


class Origins:
    """Tells where pieces come from."""

    def __init__(self, p: Flow, c: Context, destinations: Destinations) -> None:
        self.p = p
        self.source = c.services.source
        self.module = c.services.module
        self.x = c.x
        self.objects = c.objects
        self.destinations = destinations

    def chosen(self, phrase: N.NounPhrase, node: N.Perform, scope: Scope) -> N.NounPhrase:
        """`all of your pieces in a space`: the field, in which there are some, is chosen first."""
        at = next((item for item in phrase.filters if isinstance(item, N.At)), None)
        where = at.phrase if at is not None else None
        if at is None or not isinstance(where, N.NounPhrase) or where.determiner != N.Article(word="a"):
            return phrase
        items, kind, noun = self.objects.things(where, scope)
        if kind not in ("space", "border"):
            return phrase
        x = self.module.fresh()
        there = scope.child()
        there.place = Ref(x, kind, noun)
        bare = replace(phrase, filters=tuple(item for item in phrase.filters if item is not at))
        owner = None
        if self.x.pieces.owners(bare, there) is None:
            owner = self.destinations.whose_zone(node.slot("to"), scope)
        items = Things(x, items, [self.x.pieces.piece_count(bare, there, owner)]).picked()
        place = self.p.choice(kind, node, items, scope.you, noun)
        scope.bind(noun, Ref(place, kind, noun))
        self.x.references.know(where, scope.names[noun], scope)
        chosen = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
        scope.stand_in(chosen, scope.names[noun])
        that = replace(at, phrase=chosen)
        return replace(phrase, filters=tuple(that if item is at else item for item in phrase.filters))

    def one_source(self, phrase: N.NounPhrase, source: Any, node: N.Perform, scope: Scope) -> tuple[N.NounPhrase, Any]:
        """Pieces of several kinds from “a field”, which is chosen first: all of them lie there."""
        if not isinstance(source, N.Phrase):
            return self.chosen(phrase, node, scope), source
        inside = N.At(preposition="in", phrase=source)
        chosen = self.chosen(replace(phrase, filters=(inside,)), node, scope)
        return phrase, next(item.phrase for item in chosen.filters if isinstance(item, N.At))

    @staticmethod
    def of_one_place(groups: Groups, phrase: N.NounPhrase, source: Any) -> bool:
        """Whether all of them lie together, wherever that is: one kind of one owner in “a field”."""
        at = next((item.phrase for item in phrase.filters if isinstance(item, N.At)), source)
        alone = isinstance(at, N.NounPhrase) and not at.plural and (isinstance(at.determiner, N.Article) or _is_one(at))
        return alone and len(groups.kinds) == 1 and isinstance(groups.owner, Expr)

    def know(self, phrase: N.NounPhrase, source: Any, place: Expr, scope: Scope) -> None:
        """“From a field into another field”: the field, or the card, is where the chosen pieces lie."""
        at = next((item.phrase for item in phrase.filters if isinstance(item, N.At)), source)
        kind = self.source.type_of(at.noun) if isinstance(at, N.NounPhrase) and isinstance(at.noun, str) else ""
        if isinstance(at, N.NounPhrase) and kind in ("space", "card"):
            where = place if kind == "space" else expr("{} - CARD0", place)
            self.x.references.know(at, Ref(where, kind, str(at.noun)), scope)

    def on_the_map(self, phrase: N.NounPhrase, source: Any) -> bool:
        """Whether pieces are said to lie in a space: there "next to it" is next to them."""
        at = next((item.phrase for item in phrase.filters if isinstance(item, N.At)), source)
        return isinstance(at, N.NounPhrase) and isinstance(at.noun, str) and self.source.type_of(at.noun) == "space"


def _is_one(phrase: N.NounPhrase) -> bool:
    """Whether a phrase is of one thing by its number: “1 heap”."""
    many = phrase.determiner
    return isinstance(many, N.Quantity) and many.kind == "count" and many.low == 1
