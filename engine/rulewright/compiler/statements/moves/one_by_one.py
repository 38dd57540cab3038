"""The cards that something is done to, known before it is done: a text may wait for one of them, and for no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.ir.expressions import Expr, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.cards.carried import perhaps
from rulewright.compiler.statements.moves.chosen_sets import ChosenSets
from rulewright.compiler.statements.moves.transfers import Transfers
from rulewright.compiler.statements.objects import Quant, object_of
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import Likeness, parted


class OneByOne:
    """Writes in one procedure which cards something is done to, before anything is done."""

    def __init__(self, p: Flow, c: Context, transfers: Transfers, sets: ChosenSets) -> None:
        self.p = p
        self.x = c.x
        self.objects = c.objects
        self.module = c.services.module
        self.transfers = transfers
        self.moves = transfers.card_moves
        self.sets = sets

    def in_each_place(self, node: N.Perform, scope: Scope) -> bool:
        """Write an act for each of the places where it says to do it, each by itself; False where it says none."""
        return self.transfers.in_each(node, scope, self.p.perform)

    def first(self, node: N.Perform, scope: Scope) -> N.Perform:
        """The same act with its card, which is chosen, or picked by chance, before anything is done."""
        self.transfers.choose_owners(node, scope)
        phrase = object_of(node)
        if not isinstance(phrase, N.NounPhrase) or not self.x.phrases.open(phrase):
            return node
        top = self.objects.top_cards(phrase, scope)
        if top is not None:
            return self._topmost(top, node, phrase, scope)
        what, options = self._options(node, phrase, scope)
        asked = "random" not in node.adverbs
        if not asked:
            card: Expr = self._picked(options, scope)
            node = replace(node, adverbs=tuple(word for word in node.adverbs if word != "random"))
        else:
            self.moves.described.seen_by_somebody(what)
            chooser = self.moves.picks.chooser(phrase, scope)
            card = self.p.choice("card", node, self.objects.distinct(options), chooser, "card")
        found = Ref(card, "card", _noun(phrase)) if asked else replace(perhaps(card), noun=_noun(phrase))
        self.x.references.know(phrase, found, scope)
        return self._to(found, node, scope)

    def each(self, node: N.Perform, scope: Scope, body: Callable[[N.Perform, Scope], None]) -> None:
        """Write an act for each of the cards it is done to, all of which are known before it is done to the first.

        Those that it has brought to where it puts them are "them" then.
        """
        self.transfers.choose_owners(node, scope)
        phrase = object_of(node)
        self.p.must_stop()
        cards = self.p.variable()
        self.p.emit("{} = list({})", cards, self._all(node, phrase, scope))
        if "any_order" in node.adverbs:
            every = Quant.exactly(expr("len({})", cards))
            self.p.emit("{} = list({})", cards, self.sets.some(cards, "card", "card", every, node, scope))
            node = replace(node, adverbs=tuple(word for word in node.adverbs if word != "any_order"))
        goal = self.moves.goals.goal(node, scope)

        def one(inner: Scope) -> None:
            found = replace(inner.names["card"], noun=_noun(phrase))
            body(self._to(found, node, inner), inner)

        self.p.loop(cards, "card", "card", "one of them", scope, one)
        come = self.p.variable()
        self.p.emit("{} = [c for c in {} if s.where[c] == {}]", come, cards, goal.zone)
        self.x.references.know(phrase, Ref(come, "cards", "card"), scope)

    def _topmost(self, top: Expr, node: N.Perform, phrase: N.Phrase, scope: Scope) -> N.Perform:
        """An act that is done to what lies on top of a pile, if anything does."""
        card = self.p.variable()
        self.p.emit("{} = next(iter({}), -1)", card, top)
        if scope.partial:
            self.p.fail_if(expr("{} < 0", card))
        found = replace(perhaps(card), noun=_noun(phrase))
        self.x.references.know(phrase, found, scope)
        return self._to(found, node, scope)

    @staticmethod
    def _to(card: Ref, node: N.Perform, scope: Scope) -> N.Perform:
        """An act that is done to a card that is known."""
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=card.noun)
        scope.stand_in(that, card)
        slots = (replace(slot, value=that) if slot.name == "object" else slot for slot in node.slots)
        return replace(node, slots=tuple(slot for slot in slots if slot.name != "from"))

    def _options(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> tuple[N.Phrase, Expr]:
        """What is meant, with where it lies, and the cards of which no text forbids that something is done to them."""
        goal = self.moves.goals.goal(node, scope)
        what = self.moves.described.lying(phrase, node, scope)
        return what, self.moves.carried.free(self.x.selections.list_of(what, scope), node, goal, scope, asked=True)

    def _all(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> Expr:
        """The cards that are meant, those of which somebody chooses how many or which having been chosen."""
        if isinstance(phrase, N.Pronoun) and phrase.word in LEFT_OVER:
            return self.moves.rest.left(phrase, scope)
        top = self.objects.top_cards(phrase, scope)
        if top is not None:
            return top
        if self.moves.rest.is_part(phrase):
            options = self.moves.rest.some(phrase.whole, scope)
        elif isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) and (told := parted(phrase)) is not None:
            return self._alike(node, phrase, told, scope)
        else:
            _, options = self._options(node, phrase, scope)
            if isinstance(phrase, N.Pronoun) or self.x.selections.is_spoken_of(phrase):  # type: ignore[arg-type]
                return options
        count = self.objects.how_many(phrase, scope)
        if count.every:
            return options
        if "random" in node.adverbs:
            return expr("s.pick({}, {})", options, count.low)
        return self.sets.some(options, "card", "card", count, node, scope)

    def _alike(self, node: N.Perform, phrase: N.NounPhrase, told: tuple[N.NounPhrase, Likeness], scope: Scope) -> Expr:
        """So many that all differ, or all agree, in something."""
        _, options = self._options(node, scope.make(told[0], phrase), scope)
        chosen = self.p.variable()
        self.p.emit("{} = []", chosen)

        def take(one: Expr) -> None:
            self.p.emit("{} = {} + [{}]", chosen, chosen, one)

        goal = self.moves.goals.goal(node, scope)
        self.moves.picks.alike(options, told, self.objects.how_many(phrase, scope), goal, node, scope, take)
        return chosen

    def _picked(self, options: Expr, scope: Scope) -> Expr:
        """One of some cards, as chance has it; -1 of none, where an effect does as much as it can."""
        self.p.must_stop()
        pool, card = self.p.variable(), self.p.variable()
        self.p.emit("{} = list({})", pool, options)
        if scope.partial or not scope.lenient:
            self.p.fail_if(expr("not {}", pool))
        self.p.set(card, Lit(-1))
        one = self.module.fresh()
        with self.p.each(one.name, expr("s.pick({}, 1)", pool)):
            self.p.emit("{} = {}", card, one)
        return card


def _noun(phrase: N.Phrase) -> str:
    """What a card is called that is one of those that a phrase means."""
    return phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else "card"
