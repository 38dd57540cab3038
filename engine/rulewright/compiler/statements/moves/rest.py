"""What is left of cards that were drawn, looked at or revealed: “the rest”, of which some were taken or kept before."""

from __future__ import annotations

from typing import TypeGuard

from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.language import nodes as N

REST = "the rest of"  # the name of the cards of which "the rest" is what is left, where "them" are only some of these
LOOK, TAKEN, DRAWN, USED, SEEN, LAY, BACK = "look", "taken", "drawn", "used", "seen", "lay", "back"
"""What `Scope.done` calls the zone, those that were taken, those taken of cards that were drawn, those with which
something was done since some of them are “them”, those that were shown and were not moved all of them, where
these lay, and those that were put somewhere, where that may be there."""
LEAVES = ("reveal", "look_at", "choose", "keep")
"""Verbs that leave cards where they lie."""
KEEP = (
    "Draw some cards, keep some of them, and say what is done with the rest: “draw 3 cards, then keep 1 of them, then "
    "discard the rest”. Of cards that are only looked at or revealed say where to: “put 1 of them into …”."
)


class Rest:
    """Writes what is left of some cards in one procedure."""

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.source = c.services.source
        self.x = c.x

    def begin(self, zone: Expr, nouns: set[str], scope: Scope, drawn: bool = False) -> None:
        """Cards that lie in a zone are what is spoken of from here on; nothing of them is taken yet.

        nouns: what the zone is called.
        """
        scope.names.pop(REST, None)
        scope.done.pop(TAKEN, None)
        scope.done.pop(DRAWN, None)
        scope.done.pop(USED, None)
        scope.done[LOOK] = zone
        if (self.p.told_later(*LEFT_OVER) and self._some_may_stay(nouns)) or self._several_parts():
            scope.done[TAKEN] = self.p.variable()
            self.p.emit("{} = []", scope.done[TAKEN])
            if drawn:
                scope.done[DRAWN] = scope.done[TAKEN]
        scope.done.pop(BACK, None)
        if self.p.told_later("them") and self._some_put_back(nouns):
            scope.done[BACK] = self.p.variable()
            self.p.emit("{} = []", scope.done[BACK])

    def _some_put_back(self, nouns: set[str]) -> bool:
        """Whether some of them are put where all of them lie: they are none of those that lie there still."""
        acts = [node for node in self.p.coming() if isinstance(node, N.Perform)]
        return any(self.is_part(node.slot("object")) and nouns & self._goals(node) for node in acts)

    def _some_may_stay(self, nouns: set[str]) -> bool:
        """Whether something later is kept, or may be put where all of them lie: it is taken all the same."""
        acts = [node for node in self.p.coming() if isinstance(node, N.Perform)]
        return any(
            node.verb == "keep" or self._chooses(node) or self._of_game(node) or nouns & self._goals(node)
            for node in acts
        )

    def _chooses(self, node: N.Perform) -> bool:
        """Whether one of them is chosen, which then is none of the rest, wherever it lies."""
        return node.verb == "choose" and any(self.is_part(slot.value) for slot in node.slots)

    def _of_game(self, node: N.Perform) -> bool:
        """Whether a verb of the lexicon, or playing, does with some of them what only the game tells."""
        own = node.verb == "play" or self.source.defines(node.verb, node)
        return own and any(self.is_part(slot.value) for slot in node.slots)

    def _several_parts(self) -> bool:
        """Whether more than once something is done to some of them: each time to others."""
        coming = list(self.p.coming())
        repeated = (node for node in coming if isinstance(node, N.Does | N.ForEach | N.Repeat))
        return sum(map(self.is_part, coming)) > 1 or any(
            self.is_part(part) for node in repeated for part in node.walk()
        )

    def is_part(self, phrase: N.Node | None) -> TypeGuard[N.PartOf]:
        """Whether a phrase means some of what was spoken of: “1 of them”, “1 of those cards”."""
        if not isinstance(phrase, N.PartOf):
            return False
        whole = phrase.whole
        return isinstance(whole, N.Pronoun) or (
            isinstance(whole, N.NounPhrase) and self.x.selections.is_spoken_of(whole)
        )

    def _goals(self, node: N.Perform) -> set[str]:
        """The nouns of where a verb puts what is not the rest of something."""
        thing, goal = node.slot("object"), node.slot("to")
        if isinstance(thing, N.Pronoun) and thing.word in LEFT_OVER:
            return set()
        return nouns_in(goal) if goal is not None else set(as_list((self.source.zones.get(node.verb) or {}).get("to")))

    def begin_shown(self, zone: Expr, nouns: set[str], seen: Expr, scope: Scope) -> None:
        """The same of cards that were shown, and stay where they lie."""
        self.begin(zone, nouns, scope)
        scope.done[SEEN], scope.done[LAY] = seen, zone

    def _shows(self, phrase: N.Node | None, scope: Scope) -> bool:
        """Whether a phrase means all the cards that were shown, or the one."""
        seen, ref = scope.done.get(SEEN), self.x.references.bound(phrase, scope) if phrase is not None else None
        return seen is not None and ref is not None and ref.expr in (seen, expr("({} or [-1])[0]", seen))

    def lie_there(self, phrase: N.Node, scope: Scope) -> Expr | None:
        """Where cards lay that were shown and that a phrase means: an act in between may have taken some of them."""
        shown = self._shows(phrase.whole if isinstance(phrase, N.PartOf) else phrase, scope)
        return scope.done[LAY] if shown else None

    def after(self, part: N.Node, scope: Scope) -> None:
        """Behind a part of a text that has moved all the cards that were shown, these lie elsewhere."""
        if SEEN not in scope.done:
            return
        acts = (one for one in part.walk() if isinstance(one, N.Perform) and one.verb not in LEAVES)
        if any(self._shows(act.slot("object"), scope) for act in acts):
            scope.done.pop(SEEN, None)

    def begin_found(self, found: Expr, noun: str, scope: Scope) -> None:
        """What ended a search is none of the rest, unless something is done with it: then it is, where that is left."""
        if self.p.told_later(*LEFT_OVER) and not any(self._moves_found(node, noun) for node in self.p.coming()):
            scope.done[TAKEN] = self.p.variable()
            self.p.emit("{} = {}", scope.done[TAKEN], found)

    def _moves_found(self, node: N.Node, noun: str) -> bool:
        thing = node.slot("object") if isinstance(node, N.Perform) and node.verb not in LEAVES else None
        if isinstance(thing, N.NounPhrase) and isinstance(thing.noun, str):
            known = isinstance(thing.determiner, N.Article) and thing.determiner.word in ("that", "the")
            return known and (self.source.fits(noun, thing.noun) or self.source.fits(thing.noun, noun))
        return self.is_part(thing) or (isinstance(thing, N.Pronoun) and thing.word in ("it", "them"))

    def begin_part(self, scope: Scope) -> None:
        """Some of the cards are “them” from here on, and nothing was done with some of these yet."""
        if any(map(self.is_part, self.p.coming())):
            scope.done[USED] = self.p.variable()
            self.p.emit("{} = []", scope.done[USED])

    def take(self, card: Expr, scope: Scope, moved: bool = True) -> None:
        """A card is none of the rest from here on. moved: whether it was put somewhere."""
        for which in (TAKEN, USED, BACK) if moved else (TAKEN, USED):
            if which in scope.done:
                self.p.emit("{} = {} + [{}]", scope.done[which], scope.done[which], card)

    def some(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """The cards of which some are meant: “them”, without those that were taken before, or “the rest”."""
        if isinstance(phrase, N.NounPhrase):
            cards = self.x.selections.spoken_of(phrase, scope)
            assert cards is not None
        else:
            assert isinstance(phrase, N.Pronoun)
            if phrase.word in LEFT_OVER:
                return self.left(phrase, scope)
            cards = self.x.references.of_type(phrase, scope, "cards").expr
        gone = scope.done.get(USED, scope.done.get(TAKEN))
        return cards if gone is None else expr("[c for c in {} if c not in {}]", cards, gone)

    def still_there(self, cards: Expr, lay: Expr, scope: Scope) -> Expr:
        """Of cards that were shown those that lie there still: none that was taken in between, or put back there."""
        if BACK in scope.done:
            return expr("[c for c in {} if s.where[c] == {} and c not in {}]", cards, lay, scope.done[BACK])
        return expr("[c for c in {} if s.where[c] == {}]", cards, lay)

    def left(self, phrase: N.Pronoun, scope: Scope) -> Expr:
        """The cards that “the rest” means: those that lie where all of them lay, and were not taken."""
        known = scope.names.get(REST) or self.x.references.bound(phrase, scope)
        if known is None or known.type != "cards" or LOOK not in scope.done:
            raise refuse(phrase, "the rest of what?", "Look at cards, or draw or reveal some, before.", code="RW0604")
        if TAKEN in scope.done:
            lie = expr("s.where[c] == {} and c not in {}", scope.done[LOOK], scope.done[TAKEN])
        else:
            lie = expr("s.where[c] == {}", scope.done[LOOK])
        return expr("[c for c in {} if {}]", known.expr, lie)


def nouns_in(node: N.Node) -> set[str]:
    """The nouns of all phrases in a node."""
    return {part.noun for part in node.walk() if isinstance(part, N.NounPhrase) and isinstance(part.noun, str)}
