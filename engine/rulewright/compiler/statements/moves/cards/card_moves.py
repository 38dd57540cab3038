"""Cards from one zone to another: one that is known, what lies on top, so many of some, or the rest."""

from __future__ import annotations

from functools import partial

from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.ir.expressions import Collection, Star
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.cards.carried import Carried
from rulewright.compiler.statements.moves.cards.described import Described
from rulewright.compiler.statements.moves.cards.draws import Draws
from rulewright.compiler.statements.moves.cards.picks import Picks
from rulewright.compiler.statements.moves.goals import Goal, Goals
from rulewright.compiler.statements.moves.rest import Rest
from rulewright.compiler.statements.objects import ALL, draws_known, object_of
from rulewright.compiler.statements.resources import Resources
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import parted


class CardMoves:
    """What one procedure does with cards."""

    def __init__(self, p: Flow, c: Context, resources: Resources, ways: Ways) -> None:
        self.p = p
        self.source = c.services.source
        self.x = c.x
        self.objects = c.objects
        self.ways = ways
        self.goals = Goals(c)
        self.rest = Rest(p, c)
        self.described = Described(p, c, self.goals, self.rest)
        self.carried = Carried(p, c, self.rest, ways)
        self.draws = Draws(p, c, self.described, resources, ways)
        self.picks = Picks(p, c, self.goals, self.carried)

    def move(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Move cards as a verb says; several that are spoken of later are "them" or "those cards" then."""
        if (node.verb == "draw" and not draws_known(node)) or not self.described.them_later(phrase, scope):
            self._move_as_said(node, phrase, scope)
            return
        self.p.must_stop()
        outer, self.carried.batch = self.carried.batch, self.p.variable()
        moved = self.carried.batch
        self.p.emit("{} = []", moved)
        self._move_as_said(node, phrase, scope)
        self.carried.batch = outer
        self.x.references.know(phrase, Ref(moved, "cards", "card"), scope)
        if isinstance(phrase, N.PartOf):  # of some of what was spoken of, "the rest" is what is left of all of it
            self.rest.begin_part(scope)
        else:
            self.rest.begin(self.goals.goal(node, scope).zone, self.goals.nouns(node), scope)

    def _move_as_said(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Move so many of the cards that are meant, from where they lie to a zone."""
        node = self.described.with_chosen_place(node, phrase, scope)
        phrase = object_of(node)
        goal = self.goals.goal(node, scope)
        if self._moved_at_once(node, phrase, goal, scope):
            return
        count = self.objects.how_many(phrase, scope)
        if node.verb == "draw" and not draws_known(node):
            self.draws.draw(count, goal, node, scope)
            return
        told = parted(phrase) if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else None
        lay = self.rest.lie_there(phrase, scope)
        if self.rest.is_part(phrase):
            options = self.rest.some(phrase.whole, scope)
        else:
            alone = phrase if told is None else scope.make(told[0], phrase)  # type: ignore[arg-type]
            what = self.described.lying(alone, node, scope)
            if not count.every and "random" not in node.adverbs:
                self.described.seen_by_somebody(what)
            if isinstance(what, N.Pronoun) and self.x.references.of_type(what, scope, "card", "cards").type == "cards":
                count = ALL  # "them"
            if isinstance(what, N.NounPhrase) and self.x.selections.is_spoken_of(what) and what is phrase:
                count = ALL  # "the 2 cards"
            noun = what.noun if isinstance(what, N.NounPhrase) and isinstance(what.noun, str) else "card"
            kind = self.source.type_of(noun)
            if kind != "card":
                raise refuse(what, f"a {kind} cannot be moved", "Only cards and pieces can be.", code="RW0606")
            options = self.x.selections.list_of(what, scope)
            match options:
                case Collection("list", (card,)) if not isinstance(card, Star):  # one definite card
                    self.carried.fail_if_not_there(card, node, scope)
                    self.carried.move_known(card, lay, goal, node, scope)
                    self.x.references.know(what, Ref(card, "card", noun), scope)
                    return
        if lay is not None:  # what was taken from there in between, or put there anew, is meant no more
            options = self.rest.still_there(options, lay, scope)
        asked = not count.every and "random" not in node.adverbs
        options = self.carried.free(options, node, goal, scope, asked)
        if told is not None:
            self.picks.alike(options, told, count, goal, node, scope, partial(self.carried.move_taken, goal, scope))
            return
        if "any_order" in node.adverbs and (count.one or "random" in node.adverbs):
            raise refuse(node, "the order of which cards?", "Say it of several: “put them …”.", code="RW0604")
        if "any_order" in node.adverbs and count.every:
            self.picks.in_order(options, goal, node, scope)
        elif count.every:
            self.picks.all(options, goal, node, scope)
        elif "random" in node.adverbs:
            self.picks.random(options, count, goal, node, scope)
        elif count.one:
            self.carried.fail_if_full(goal)
            chooser = self.picks.chooser(phrase, scope)
            picked = self.p.choice("card", node, self.objects.distinct(options), chooser, "card")
            self.carried.move(picked, goal)
            self.rest.take(picked, scope)
            self.x.references.know(phrase, Ref(picked, "card", "card"), scope)
        else:
            self.picks.chosen(options, count, goal, node, scope)

    def _moved_at_once(self, node: N.Perform, phrase: N.Phrase, goal: Goal, scope: Scope) -> bool:
        """Whether what is moved is the rest of some cards, or what lies on top of a pile; it is moved then."""
        if isinstance(phrase, N.Pronoun) and phrase.word in LEFT_OVER:
            rest = self.carried.free(self.rest.left(phrase, scope), node, goal, scope)
            if "any_order" in node.adverbs:
                self.picks.in_order(rest, goal, node, scope)
            else:
                self.picks.all(
                    expr("{}[::-1]", rest), goal, node, scope
                )  # in their order: the last put back is the topmost
            return True
        top = self.objects.top_cards(phrase, scope)
        if top is not None:
            top = self.carried.free(top, node, goal, scope)
            self.carried.move_top(phrase, top, self.objects.quantity(phrase, scope), goal, scope)
        return top is not None
