"""Cards from one zone to another: which are meant, how many, and who chooses them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.expressions.phrases import ACTOR
from rulewright.compiler.ir.expressions import TRUE, Collection, Expr, Lit, Name, Star, both, either, literal, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.goals import Goal, Goals
from rulewright.compiler.statements.moves.rest import DRAWN, KEEP, Rest
from rulewright.compiler.statements.objects import ALL, Quant, draws_known, object_of
from rulewright.compiler.statements.resources import Resources
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import Likeness, parted

SO_MANY = "Say so many of them, or up to so many: “2 cards with different …”, “any number of cards with the same …”."


def first_of(cards: Expr) -> Ref:
    """The first of some cards, which may be none."""
    return perhaps(expr("({} or [-1])[0]", cards))


def perhaps(card: Expr) -> Ref:
    """A card that was looked for, or -1 where none was found: what speaks of it is done only where there is one."""
    return Ref(card, "card", "card", sure=False, when=expr("{} >= 0", card))


class CardMoves:
    """What one procedure does with cards."""

    def __init__(self, p: Flow, c: Context, resources: Resources, ways: Ways) -> None:
        self.p = p
        self.source = c.services.source
        self.texts = c.services.texts
        self.layout = c.services.layout
        self.module = c.services.module
        self.x = c.x
        self.definitions = c.definitions
        self.objects = c.objects
        self.resources = resources
        self.ways = ways
        self.goals = Goals(c)
        self.rest = Rest(p, c)
        self.up = c.up
        self._batch: Expr | None = None

    def move(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Move cards as a verb says; several that are spoken of later are "them" or "those cards" then."""
        if (node.verb == "draw" and not draws_known(node)) or not self._them_later(phrase, scope):
            self._move_as_said(node, phrase, scope)
            return
        self.p.must_stop()
        outer, self._batch = self._batch, self.p.variable()
        moved = self._batch
        self.p.emit("{} = []", moved)
        self._move_as_said(node, phrase, scope)
        self._batch = outer
        self.x.references.know(phrase, Ref(moved, "cards", "card"), scope)
        if isinstance(phrase, N.PartOf):  # of some of what was spoken of, "the rest" is what is left of all of it
            self.rest.begin_part(scope)
        else:
            self.rest.begin(self.goals.goal(node, scope).zone, self.goals.nouns(node), scope)

    def _them_later(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether the cards of a phrase are several, are not what was spoken of before, and are spoken of later."""
        if isinstance(phrase, N.Pronoun) or self.objects.quantity(phrase, scope).one:
            return False
        if isinstance(phrase, N.NounPhrase) and self.x.selections.is_spoken_of(phrase):
            return False
        return self._named_later(phrase)

    def _move_as_said(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Move so many of the cards that are meant, from where they lie to a zone."""
        node = self._chosen_place(node, phrase, scope)
        phrase = object_of(node)
        goal = self.goals.goal(node, scope)
        if self._moved_at_once(node, phrase, goal, scope):
            return
        count = self.objects.how_many(phrase, scope)
        if node.verb == "draw" and not draws_known(node):
            self._draw(count, goal, node, scope)
            return
        told = parted(phrase) if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else None
        lay = self.rest.lie_there(phrase, scope)
        if self.rest.is_part(phrase):
            options = self.rest.some(phrase.whole, scope)
        else:
            alone = phrase if told is None else scope.make(told[0], phrase)  # type: ignore[arg-type]
            what = self.described(alone, node, scope)
            if not count.every and "random" not in node.adverbs:
                self.seen_by_somebody(what)
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
                    self._fail_if_not_there(card, node, scope)
                    self._move_known(card, lay, goal, node, scope)
                    self.x.references.know(what, Ref(card, "card", noun), scope)
                    return
        if lay is not None:  # what was taken from there in between is meant no more
            options = expr("[c for c in {} if s.where[c] == {}]", options, lay)
        asked = not count.every and "random" not in node.adverbs
        options = self.free(options, node, goal, scope, asked)
        if told is not None:
            self.alike(options, told, count, goal, node, scope, partial(self._move_taken, goal, scope))
            return
        if "any_order" in node.adverbs and (count.one or "random" in node.adverbs):
            raise refuse(node, "the order of which cards?", "Say it of several: “put them …”.", code="RW0604")
        if "any_order" in node.adverbs and count.every:
            self._move_in_order(options, goal, node, scope)
        elif count.every:
            self._move_all(options, goal, node, scope)
        elif "random" in node.adverbs:
            self._move_random(options, count, goal, node, scope)
        elif count.one:
            self._fail_if_full(goal)
            chooser = self.chooser(phrase, scope)
            picked = self.p.choice("card", node, self.objects.distinct(options), chooser, "card")
            self._move(picked, goal)
            self.rest.take(picked, scope)
            self.x.references.know(phrase, Ref(picked, "card", "card"), scope)
        else:
            self._move_chosen(options, count, goal, node, scope)

    def _move_known(self, card: Expr, lay: Expr | None, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Move one definite card, if there is one; lay: where it must still lie."""
        self._fail_if_full(goal)
        self._fail_if_forbidden(card, node, goal, scope)
        there = expr("{} >= 0", card)
        with self.p.when(there if lay is None else both(there, expr("s.where[{}] == {}", card, lay))):
            self._move(card, goal)
            self.rest.take(card, scope)

    def _moved_at_once(self, node: N.Perform, phrase: N.Phrase, goal: Goal, scope: Scope) -> bool:
        """Whether what is moved is the rest of some cards, or what lies on top of a pile; it is moved then."""
        if isinstance(phrase, N.Pronoun) and phrase.word in LEFT_OVER:
            rest = self.free(self.rest.left(phrase, scope), node, goal, scope)
            if "any_order" in node.adverbs:
                self._move_in_order(rest, goal, node, scope)
            else:
                self._move_all(
                    expr("{}[::-1]", rest), goal, node, scope
                )  # in their order: the last put back is the topmost
            return True
        top = self.objects.top_cards(phrase, scope)
        if top is not None:
            top = self.free(top, node, goal, scope)
            self._move_top(phrase, top, self.objects.quantity(phrase, scope), goal, scope)
        return top is not None

    @staticmethod
    def chooser(phrase: N.Phrase, scope: Scope) -> Expr:
        """Who chooses which cards: whoever moves them, or “you” where they are of your choice."""
        of_yours = isinstance(phrase, N.NounPhrase) and any(isinstance(item, N.OfChoice) for item in phrase.filters)
        return scope.spoken_to or scope.you if of_yours else scope.you

    def _move(self, card: Expr | str, goal: Goal) -> None:
        """Move one card."""
        self.ways.moved_card(Name(card) if isinstance(card, str) else card, goal.zone)
        self.p.emit("s.move({}, {}, *{})", card, goal.zone, [TRUE] if goal.bottom else [])
        if self._batch is not None:
            self.p.emit("{} = {} + [{}]", self._batch, self._batch, card)

    def _move_each(self, cards: Expr, goal: Goal) -> None:
        """Move several cards, one after another."""
        with self.p.each("c", cards):
            self._move("c", goal)

    def _move_all(self, cards: Expr, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Move several cards; where there is room for some of them only, whoever moves them chooses which."""
        if goal.limit is None:
            self._move_each(cards, goal)
            return
        self.p.must_stop()
        listed = self.p.variable()
        self.p.emit("{} = list({})", listed, cards)
        too_many = expr("len({}) > {}", listed, goal.room)
        if not scope.partial:
            self.p.fail_if(too_many)
            self._move_each(listed, goal)
            return
        self.p.fail_if(both(too_many, expr("{} < 1", goal.room)))
        left = expr("[c for c in {} if s.where[c] != {}]", listed, goal.zone)
        as_many = Quant.exactly(goal.room)
        some = partial(self._move_chosen, left, as_many, goal, node, scope)
        self.p.branch(too_many, some, partial(self._move_each, listed, goal))

    def _move_in_order(self, cards: Expr, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Move several cards in an order that is chosen: each is chosen when those before it have been moved."""
        self.p.must_stop()
        left, picked = self.p.slot(), self.p.slot()
        self.p.emit("{} = list({})", left, cards)
        full = expr("{} < 1", goal.room) if goal.limit is not None else None
        if full is not None:
            self.p.fail_if(both(left, full) if scope.partial else expr("len({}) > {}", left, goal.room))
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(expr("not {}", left) if full is None else expr("not {} or {}", left, full), end)
        asking = Decision("card", node, picked.number, 0, noun="card")
        self.p.decide(asking, self.objects.distinct(left), self.p.asked(scope.you))
        self._move(picked, goal)
        self.p.emit("{} = [c for c in {} if c != {}]", left, left, picked)
        self.p.goto(head)
        self.p.start(end)

    def _fail_if_full(self, goal: Goal) -> None:
        if goal.limit is not None:
            self.p.fail_if(expr("{} < 1", goal.room))

    def free(self, cards: Expr, node: N.Perform, goal: Goal, scope: Scope, asked: bool = False) -> Expr:
        """Those of some cards that no text forbids to be moved so; where it forbids it of all of them, the act fails.

        asked: whether somebody chooses, who has no choice then.
        """
        free = self.up.telling.touchable(node.verb, cards, scope.you, goal.zone)
        if free is not cards and not asked:
            self.p.fail_if(expr("len({}) and not {}", cards, free))
        return free

    def _fail_if_forbidden(self, card: Expr, node: N.Perform, goal: Goal, scope: Scope) -> None:
        forbidden = self.up.telling.untouchable(node.verb, card, scope.you, goal.zone)
        if forbidden is not None:
            self.p.fail_if(both(expr("{} >= 0", card), forbidden))

    def _fail_if_not_there(self, card: Expr, node: N.Perform, scope: Scope) -> None:
        """A card that was spoken of is moved only from where the sentence says: `put it from the shop into …`."""
        source = node.slot("from")
        zones = self.x.references.zones_of(source, scope) if isinstance(source, N.Phrase) else None
        if zones:
            there = either(*(expr("s.where[{}] == {}", card, zone) for zone in zones))
            self.p.fail_if(both(expr("{} >= 0", card), negation(there)))

    def _move_top(self, phrase: N.Phrase, top: Expr, count: Quant, goal: Goal, scope: Scope) -> None:
        """Move what lies on top of a pile; one card is "it" then. An effect of which nothing can be done fails."""
        if not count.one:
            if scope.partial:
                self.p.fail_if(expr("not {}", top))
            self._move_each(self._fitting(top, goal, scope), goal)
            return
        card = self.p.variable()
        self.p.emit("{} = next(iter({}), -1)", card, top)
        if scope.partial:
            self.p.fail_if(expr("{} < 0", card))
        if goal.limit is not None:
            self.p.fail_if(expr("{} >= 0 and {} < 1", card, goal.room))
        with self.p.when(expr("{} >= 0", card)):
            self._move(card, goal)
        self.x.references.know(phrase, perhaps(card), scope)

    def _fitting(self, cards: Expr, goal: Goal, scope: Scope) -> Expr:
        """The first of some cards, as many as there is room for."""
        if goal.limit is None:
            return cards
        listed = self.p.variable()
        self.p.emit("{} = list({})", listed, cards)
        if scope.partial:
            self.p.fail_if(expr("{} < 1", goal.room))
        else:
            self.p.fail_if(expr("len({}) > {}", listed, goal.room))
        return expr("{}[:{}]", listed, self.p.once(goal.room))

    def any_to_draw(self, node: N.Node, scope: Scope) -> Expr | None:
        """Whether there is a card to draw, or a text does something instead now; None of what draws none."""
        if not isinstance(node, N.Perform) or node.verb != "draw" or draws_known(node):
            return None
        there = expr("{} > 0", self._how_many_lie_there(self._pile(node, scope)))
        return either(there, *self.up.replacements.speak(self.p, node, scope))

    def _pile(self, node: N.Perform, scope: Scope) -> Expr:
        """The pile that is drawn from."""
        source = node.slot("from")
        if not isinstance(source, N.Phrase):
            usual = self.goals.defaults(node).get("from")
            if not usual:
                raise refuse(node, "from which zone does it draw?", "Say “draw … from …”, or give the verb `from:`.")
            source = self._usual(usual)
        return self.x.references.zone(source, scope)

    def _draw(self, count: Quant, goal: Goal, node: N.Perform, scope: Scope) -> None:
        pile = self._pile(node, scope)
        if count.every:
            phrase = object_of(node)
            raise refuse(phrase, "how many cards are drawn?", "Say “draw a card” or “draw 2 cards”.")
        there = self._how_many_lie_there(pile) if scope.possible and not scope.partial else None
        if count.low != count.high:
            most = count.high if there is None else expr("min({}, {})", count.high, there)
            count = self.resources.chosen(count.low, most, node, scope)
        many = count.low if goal.limit is None else expr("min({}, {})", count.low, goal.room)
        if goal.limit is not None:
            self.p.fail_if(expr("{} < {}", goal.room, Lit(1) if scope.partial else count.low))
        if there is not None:
            self.p.fail_if(expr("{} < {}", there, count.low))
        draw = partial(self.p.emit, "DRAW(s, {}, {}, {})", pile, goal.zone, many)
        self.ways.drawn(goal.zone, draw)

    def _how_many_lie_there(self, pile: Expr) -> Expr:
        """How many cards can be drawn from a pile: those in it, and those of which it is made anew."""
        again, layout = [-1] * self.layout.zone_count, self.layout
        for noun, entry in layout.nouns.items():
            if entry.get("type") == "zone" and entry.get("refill"):
                for zone, other in zip(layout.zone[noun], layout.zone[entry["refill"]], strict=False):
                    again[zone] = other
        if all(other < 0 for other in again):
            return expr("len(s.zones[{}])", pile)
        known = literal(pile)
        if known is not None:
            there = Lit(again[known])
            return expr("len(s.zones[{}]) + len(s.zones[{}])" if again[known] >= 0 else "len(s.zones[{}])", pile, there)
        old = expr("{}[{}]", self.module.constant(tuple(again), "MADE_ANEW_OF"), pile)
        return expr("len(s.zones[{}]) + (len(s.zones[{}]) if {} >= 0 else 0)", pile, old, old)

    def described(self, phrase: N.Phrase, node: N.Perform, scope: Scope) -> N.Phrase:
        """What is moved, with where it is: as the sentence says, or from where the verb usually takes it."""
        what = phrase
        if isinstance(phrase, N.AsMany):
            what = N.NounPhrase(noun=phrase.noun, adjectives=phrase.adjectives, plural=True)
        if not isinstance(what, N.NounPhrase) or self.x.selections.is_spoken_of(what) or self._is_named(what, scope):
            return what
        source = node.slot("from")
        if source is None and self.x.phrases.open(what) and not self._placed(what):
            usual = self.goals.defaults(node).get("from")
            if not usual:
                hint = f"Say “from …”, or say it under `zones: {node.verb}:` in ruleset.yaml."
                raise refuse(node, "from where?", hint)
            source = self._usual(usual)
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

    def _move_taken(self, goal: Goal, scope: Scope, card: Expr) -> None:
        self._move(card, goal)
        self.rest.take(card, scope)

    def alike(
        self, options: Expr, told: tuple[N.NounPhrase, Likeness], count: Quant, goal: Goal, node: N.Perform,
        scope: Scope, do: Callable[[Expr], None],
    ) -> None:  # fmt: skip
        """Do something with so many cards that all differ or agree in something; each as long as the rest can follow.

        A number falls to what there is, but no card alone is like another.
        """
        thing, likeness = told
        if count.every or count.one or node.adverbs:
            raise refuse(object_of(node), "how many of them differ or agree?", SO_MANY, code="RW0604")
        listed = self.p.variable()
        lying = self.x.likenesses.of(Things(self.module.fresh(), listed, []), thing, likeness, scope)
        self.p.must_stop()
        self.p.set(listed, options)
        low, most = self.p.variable(), self.p.variable()
        can_be = lying.most(self.module.fresh)
        self.p.set(most, can_be if goal.limit is None else expr("min({}, {})", can_be, goal.room))
        self.p.set(low, expr("min({}, {})", count.low, most) if scope.partial else count.low)
        self.p.fail_if(expr("{} < {}", most, low))
        if scope.partial and count.low != Lit(0):
            self.p.fail_if(expr("{} < {}", low, 1 if likeness.differ else 2))
        picked, number, keys = self.p.slot(), self.p.slot(), self.p.variable()
        self.p.set(number, 0)
        self.p.emit("{} = []", keys)
        head = self.p.block()
        end = self.p.label()
        high = count.high if goal.limit is None else expr("min({}, {})", count.high, most)
        self.p.goto_if(expr("{} >= {}", number, low if count.low == count.high else high), end)
        if likeness.differ:
            fits = expr("{} not in {}", lying.key, keys)
        else:
            often = lying.as_often(self.module.fresh)
            fits = expr("{} in {} if {} else {} >= {}", lying.key, keys, number, often, low)
        left = lying.things.narrowed(fits).listed()
        asking = Decision("card", node, picked.number, 0, noun="card")
        stop = expr("[-1] if {} >= {} else []", number, low)
        asked = self.p.asked(self.chooser(object_of(node), scope))
        self.p.decide(asking, expr("{} + {}", stop, self.objects.distinct(left)), asked)
        self.p.goto_if(expr("{} == -1", picked), end)
        self.p.emit("{} = {} + [{}]", keys, keys, lying.key_of(picked))
        self.p.emit("{} = [c for c in {} if c != {}]", listed, listed, picked)
        do(picked)
        self.p.emit("{} += 1", number)
        self.p.goto(head)
        self.p.start(end)

    def _move_chosen(self, options: Expr, count: Quant, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Move so many cards, each of them chosen when those before it have been moved."""
        self.p.must_stop()
        count = Quant(self.p.once(count.low), self.p.once(count.high))
        if scope.partial and count.low != Lit(0):
            low = self.p.variable()
            self.p.emit("{} = min({}, len({}))", low, count.low, options)
            if goal.limit is not None:
                self.p.emit("{} = min({}, {})", low, low, goal.room)
            self.p.fail_if(expr("{} < min(1, {})", low, count.low))
            count = Quant(low, low if count.low == count.high else count.high)
        picked, number = self.p.slot(), self.p.slot()
        self.p.set(number, 0)
        if self._may_lie_there(node):  # what was moved already is not chosen again
            there = expr("s.zones[{}]", goal.zone)
            moved = expr("{}[:{}]", there, number) if goal.bottom else expr("{}[len({}) - {}:]", there, there, number)
            options = expr("[c for c in {} if c not in {}]", options, moved)
        head = self.p.block()
        end = self.p.label()
        most = count.high
        if goal.limit is not None:
            most = expr("min({}, {} + {} - len(s.zones[{}]))", most, number, goal.limit, goal.zone)
        self.p.goto_if(expr("{} >= {}", number, most), end)
        asking = Decision("card", node, picked.number, 0, noun="card")
        stop = expr("[-1] if {} >= {} else []", number, count.low)
        offered = expr("{} + {}", stop, self.objects.distinct(options))
        self.p.decide(asking, offered, self.p.asked(self.chooser(object_of(node), scope)))
        self.p.goto_if(expr("{} == -1", picked), end)
        self._move(picked, goal)
        self.rest.take(picked, scope)
        self.p.emit("{} += 1", number)
        self.p.goto(head)
        self.p.start(end)
        if goal.limit is not None and count.low != Lit(0):  # else there is no way out before there are enough
            self.p.fail_if(expr("{} < {}", number, count.low))

    def _may_lie_there(self, node: N.Perform) -> bool:
        """Whether cards may lie already where they are moved to: "from a hand into your hand", "1 of them"."""
        if any(self.rest.is_part(slot.value) for slot in node.slots):
            return True
        usual = self.goals.defaults(node)
        gone = [self.source.out_of_game] if node.verb == "remove" else []
        named = {"to": as_list(usual.get("to")) or gone, "from": as_list(usual.get("from"))}
        for slot in node.slots:
            found = [item.noun for item in slot.value.walk() if isinstance(item, N.NounPhrase)]
            if slot.name in ("to", "from"):
                named[slot.name] = found
            else:
                named["from"] = [*named["from"], *found]
        return any(noun in named["from"] and self.source.type_of(noun) == "zone" for noun in named["to"])

    def _chosen_place(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> N.Perform:
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

    def drawn(self, node: N.Perform, scope: Scope, draw: Callable[[], None]) -> None:
        """Draw cards of which more is said: those that come to where they are drawn to are "it" or "them" then."""
        one = self.objects.quantity(object_of(node), scope).one
        if not self.p.told_later(*(("it",) if one else ("them", *LEFT_OVER))) and not self._named_later(
            object_of(node)
        ):
            draw()
            return
        zone = self.goals.goal(node, scope).zone
        self.p.must_stop()
        cards = self.p.variable()
        self.p.emit("{} = s.where[:]", cards)
        draw()
        self.p.emit("{} = [c for c in DRAWN(s, {}) if s.where[c] == {}]", cards, cards, zone)
        drawn = first_of(cards) if one else Ref(cards, "cards", "card")
        self.x.references.know(object_of(node), drawn, scope)
        self.begin_rest(node, scope)

    def begin_rest(self, node: N.Perform, scope: Scope) -> None:
        """What was drawn lies where it is drawn to: of it some may be taken, and the rest spoken of."""
        self.rest.begin(self.goals.goal(node, scope).zone, self.goals.nouns(node), scope, drawn=True)

    def _named_later(self, phrase: N.Phrase) -> bool:
        """Whether what comes later speaks of the same: of "that card", "them", "those cards", "other cards"."""
        key = self.texts.resolution.of(phrase)
        named = (node for node in self.p.coming() if isinstance(node, N.NounPhrase | N.Pronoun))
        return key is not None and any(
            self.texts.resolution.of(node) == key
            or (isinstance(node, N.NounPhrase) and self.x.selections.set_of(node) == key)
            or (isinstance(node, N.NounPhrase) and key in self.x.selections.others_than(node))
            for node in named
        )

    def keep(self, node: N.Perform, scope: Scope) -> None:
        """`Keep 1 of them`, of cards that were drawn: they stay where they are, and are none of the rest."""
        phrase = object_of(node)
        count = self.objects.quantity(phrase, scope)
        some = isinstance(phrase, N.PartOf) and phrase.whole == N.Pronoun(word="them") and not count.every
        if DRAWN not in scope.done or not some:
            raise refuse(node, "keep which cards?", KEEP, code="RW0604")
        assert isinstance(phrase, N.PartOf) and isinstance(phrase.whole, N.Pronoun)
        drawn = self._antecedent_cards(phrase.whole, scope)
        left = expr("[c for c in {} if c not in {}]", drawn, scope.done[DRAWN])
        self.p.must_stop()
        low, picked, number = self.p.variable(), self.p.slot(), self.p.slot()
        self.p.emit("{} = min({}, len({}))", low, count.low, drawn)
        self.p.set(number, 0)
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(expr("{} >= {}", number, low if count.low == count.high else count.high), end)
        asking = Decision("card", node, picked.number, 0, noun="card")
        stop = expr("[-1] if {} >= {} else []", number, low)
        self.p.decide(asking, expr("{} + {}", stop, self.objects.distinct(left)), self.p.asked(scope.you))
        self.p.goto_if(expr("{} == -1", picked), end)
        self.rest.take(picked, scope)
        self.p.emit("{} += 1", number)
        self.p.goto(head)
        self.p.start(end)

    def _move_random(self, options: Expr, count: Quant, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """So many of some cards, as chance has it; as many as there are where nothing has to be carried through."""
        if count.low != count.high:
            raise refuse(node, "at random, how many cards it is must be known", code="RW0604")
        pool, card = self.module.fresh(), self.module.fresh()
        self.p.emit("{} = {}", pool, options)
        if scope.partial:
            self.p.fail_if(expr("not {}", pool))
        elif not scope.lenient:
            self.p.fail_if(expr("len({}) < {}", pool, count.low))
        many = count.low
        if goal.limit is not None:
            self.p.fail_if(expr("{} < {}", goal.room, Lit(1) if scope.partial else many))
            many = self.p.once(expr("min({}, {})", many, goal.room))
        one = count.low == Lit(1)
        picked = self.p.variable() if one else None
        if picked is not None:
            self.p.set(picked, -1)
        with self.p.each(card.name, expr("s.pick({}, {})", pool, many)):
            self._move(card, goal)
            if picked is not None:
                self.p.emit("{} = {}", picked, card)
        if picked is not None:
            found = Ref(picked, "card", "card", sure=not scope.lenient)
            self.x.references.know(object_of(node), found, scope)

    @staticmethod
    def _usual(zones: Any) -> N.Phrase:
        """The zones that a verb means where a sentence names none."""
        named = [N.NounPhrase(determiner=N.Article(word=ACTOR), noun=zone) for zone in as_list(zones)]
        return named[0] if len(named) == 1 else N.Phrases(items=tuple(named), conjunction="and")

    def _placed(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase says where its cards are."""
        return any(
            (isinstance(item, N.At | N.Of) and self.source.is_zone(item.phrase))
            or isinstance(item, N.There | N.Participle)
            for item in phrase.filters
        )

    def _antecedent_cards(self, phrase: N.Pronoun, scope: Scope) -> Expr:
        return self.x.references.of_type(phrase, scope, "cards").expr
