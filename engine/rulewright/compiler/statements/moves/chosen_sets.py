"""Several things chosen first, and what is done with each: “choose up to 2 fields. Put a hut into each of them”."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.ir.expressions import Expr, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import SETS, Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.rest import Rest, nouns_in
from rulewright.compiler.statements.objects import Quant
from rulewright.language import nodes as N

ONE_BY_ONE = (
    "Say what is done with them, “discard 2 cards”, or choose one after the other, each in a sentence of its own."
)
UNITS = SETS["pieces"]
SO_MANY = "so many for each of them, or for all together?"


class ChosenSets:
    """Writes in one procedure what chooses several things, and what is done with each or some of these."""

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.module = c.services.module
        self.source = c.services.source
        self.x = c.x
        self.objects = c.objects
        self.rest = Rest(p, c)

    def choose(self, node: N.Perform, phrase: N.NounPhrase, scope: Scope) -> None:
        """`Choose up to 2 fields.`, `choose any number of players`: they are what “them” means from here on."""
        many = self.objects.quantity(phrase, scope)
        likeness = set(phrase.adjectives) & {"different", "same"}
        if many.every or many.high == Lit(1) or node.adverbs:
            raise refuse(phrase, "one thing is chosen at a time", ONE_BY_ONE, code="RW0604")
        said = phrase
        if likeness and not self._are_cards(phrase):  # each is another one anyway
            others = tuple(word for word in phrase.adjectives if word not in likeness)
            phrase = scope.make(replace(phrase, adjectives=others), phrase)
        phrase = self.objects.lying(phrase, node.verb, scope)
        items, kind, noun = self.objects.things(phrase, scope)
        if kind not in SETS:
            raise refuse(phrase, "one thing is chosen at a time", ONE_BY_ONE, code="RW0604")
        chosen = self.some(items, kind, noun, many, node, scope)
        self.x.references.know(said, Ref(chosen, SETS[kind], noun), scope)
        places = [item.phrase for item in phrase.filters if isinstance(item, N.At | N.Of)]
        zones = [place for place in places if self.source.is_zone(place)]
        if kind == "card" and len(zones) == 1:  # of these, too, something may be done with some and with the rest
            self.rest.begin(self.x.references.zone(zones[0], scope), nouns_in(zones[0]), scope)

    def choose_pieces(self, node: N.Perform, said: N.Phrase, scope: Scope) -> None:
        """`Choose 1 of your huts`, `choose up to 2 huts in dry fields`: “it” follows the piece where it goes."""
        many = self.objects.quantity(said, scope)
        phrase = said.whole if isinstance(said, N.PartOf) else said
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str) or many.every:
            raise refuse(said, "one thing is chosen at a time", ONE_BY_ONE, code="RW0604")
        noun, alike = phrase.noun, self.x.pieces.units(phrase, scope, once=True)
        if not many.one:
            there, groups = self.p.variable(), self.p.variable()
            self.p.set(there, self.x.pieces.units(phrase, scope))
            self.p.set(groups, alike)
            chosen = self._some_pieces(there, groups, noun, many, node, scope)
            self.x.references.know(said, Ref(chosen, UNITS, noun), scope)
            return
        piece = self.p.variable()
        self.p.choose("pieces", node, alike, piece, scope.you, noun)
        scope.bind(noun, Ref(piece, "pieces", noun))
        self.x.references.know(said, scope.names[noun], scope)
        origin = self.x.pieces.origin(phrase)
        if origin is not None:
            place = self.p.once(expr("{}[2]", piece))
            self.x.references.know(origin, Ref(place, "space", str(origin.noun)), scope)

    def _some_pieces(
        self, there: Expr, groups: Expr, noun: str, many: Quant, node: N.Perform, scope: Scope
    ) -> Expr:  # fmt: skip
        """So many pieces of a list, chosen one after another; of those that lie together as often as there are."""
        chosen = self.p.variable()
        self.p.emit("{} = []", chosen)

        def one(inner: Scope) -> None:
            thing, a, b = self.module.fresh(), self.module.fresh(), self.module.fresh()
            taken = expr("sum([1 for {} in {} if {} == {}])", a, chosen, a, thing)
            left = Things(thing, groups, [expr("{} < sum([1 for {} in {} if {} == {}])", taken, b, there, b, thing)])
            target = self.p.choice("pieces", node, left.listed(), inner.you, noun)
            self.p.emit("{} = {} + [{}]", chosen, chosen, target)

        self._so_often(there, many, node, scope, one)
        return chosen

    def _are_cards(self, phrase: N.NounPhrase) -> bool:
        return self.source.type_of(self.x.phrases.kind(phrase)) == "card"

    def some(self, items: Expr, kind: str, noun: str, many: Quant, node: N.Perform, scope: Scope) -> Expr:
        """So many of a list, chosen one after another, each another one."""
        there, chosen = self.p.variable(), self.p.variable()
        self.p.set(there, items)
        self.p.emit("{} = []", chosen)

        def one(inner: Scope) -> None:
            thing = self.module.fresh()
            left = Things(thing, there, [expr("{} not in {}", thing, chosen)]).listed()
            options = self.objects.distinct(left) if kind == "card" else left
            target = self.p.choice(kind, node, options, inner.you, noun)
            self.p.emit("{} = {} + [{}]", chosen, chosen, target)

        self._so_often(there, many, node, scope, one)
        return chosen

    def _so_often(
        self, there: Expr, many: Quant, node: N.Perform, scope: Scope, one: Callable[[Scope], None]
    ) -> None:  # fmt: skip
        """Choose so many of a list, one at a time."""
        if many.low != many.high:
            self.p.repeat(*many.limits, scope, one, node)
            return
        times = self.p.once(expr("min({}, len({}))", many.low, there) if scope.partial else many.low)
        self.p.fail_if(expr("{} < 1", times) if scope.partial else expr("len({}) < {}", there, times))
        self.p.loop(expr("range({})", times), "number", "time", "time", scope, one)

    def set_meant(self, phrase: N.Node | None, scope: Scope) -> tuple[Ref, Quant] | None:
        """The players or spaces that “them”, “each of them” or “1 of those fields” is of, and how many; else None."""
        whole = phrase.whole if isinstance(phrase, N.PartOf) else phrase
        if not isinstance(whole, N.Pronoun | N.NounPhrase) or (isinstance(whole, N.Pronoun) and whole.word == "you"):
            return None
        ref = self._ref(whole, scope)
        if ref is None or ref.type not in (SETS["player"], SETS["space"], UNITS):
            return None
        many = self.objects.quantity(phrase, scope) if isinstance(phrase, N.PartOf) else Quant(Lit(0), Lit(0), True)
        return ref, many

    def _ref(self, whole: N.Pronoun | N.NounPhrase, scope: Scope) -> Ref | None:
        if isinstance(whole, N.Pronoun):
            return self.x.references.bound(whole, scope)
        key = self.x.selections.set_of(whole)
        return scope.refs.get(key) if key is not None else None

    def means_several(self, node: N.Perform, scope: Scope) -> bool:
        """Whether something is done with each, or with some, of players or spaces that were chosen."""
        return any(self.set_meant(slot.value, scope) is not None for slot in node.slots)

    def with_each(self, node: N.Perform, scope: Scope) -> bool:
        """Do something with each, or with some, of players or spaces that were chosen; False where none are meant."""
        for slot in node.slots:
            found = self.set_meant(slot.value, scope)
            if found is not None:
                self._with(node, slot, *found, scope)
                return True
        return False

    def _with(self, node: N.Perform, slot: N.Slot, ref: Ref, many: Quant, scope: Scope) -> None:
        """Do something with each of some players or spaces, with so many of them, or with one."""
        if ref.type == UNITS and (slot.name != "object" or not many.every):
            raise refuse(slot.value, SO_MANY, "Say “for each of them, …”.", code="RW0604")
        if slot.name != "object" and not isinstance(slot.value, N.PartOf):
            raise refuse(slot.value, SO_MANY, "Say “each of …”.", code="RW0604")
        kind = next(one for one, several in SETS.items() if several == ref.type)
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=ref.noun)
        slots = tuple(replace(other, value=that) if other is slot else other for other in node.slots)
        act = replace(node, slots=slots)
        if many.one:
            target = self.p.choice(kind, node, expr("list({})", ref.expr), scope.you, ref.noun)
            one = Ref(target, kind, ref.noun)
            self.x.references.know(slot.value, one, scope)
            scope.stand_in(that, one)
            self.p.act(act, scope)
            return
        items = ref.expr if many.every else self.some(ref.expr, kind, ref.noun, many, node, scope)

        def each(inner: Scope) -> None:
            one = inner.names[ref.noun]
            if kind == "pieces":
                piece = self.p.variable()
                self.p.set(piece, one.expr)
                one = Ref(piece, kind, ref.noun)
                self.x.references.know(slot.value, one, inner)
            inner.stand_in(that, one)
            self.p.act(act, inner)

        self.p.loop(self.p.in_turn(items, kind), kind, ref.noun, "other one", scope, each)

    def acting(self, subject: N.Phrase, scope: Scope) -> tuple[Expr, str] | None:
        """The players of whom each acts, and what they are called: “each of them draws a card”; else None."""
        found = self.set_meant(subject, scope)
        if found is None or found[0].type != SETS["player"]:
            return None
        ref, many = found
        if not many.every:
            hint = "Choose one first: “choose another player. They …”."
            raise refuse(subject, f"which of these {noun_words(N.NounPhrase(noun=ref.noun, plural=True))}?", hint)
        return self.p.in_turn(ref.expr, "player"), ref.noun
