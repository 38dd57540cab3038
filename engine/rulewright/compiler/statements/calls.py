"""The lexicon's verbs: calls of their procedures, once, several times or for each of several things."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

from rulewright.compiler.abilities.matching import place_of
from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.expressions.phrases import EVERYBODY, some_of
from rulewright.compiler.ir.expressions import Expr, Lit, both, literals
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.procedures.flow import Flow, WriteIn
from rulewright.compiler.procedures.writer import Prompt
from rulewright.compiler.scope import Ref, Scope, left_out, refuse
from rulewright.compiler.statements.attempts import found_only_when, spoken_of_later
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.rest import LEAVES, Rest
from rulewright.compiler.statements.objects import ALL, Quant, object_of
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import parted
from rulewright.meaning.resolution import Key
from rulewright.ruleset import blocks as B


class Calls:
    """Writes calls of the lexicon's verbs."""

    def __init__(self, p: Flow, c: Context, ways: Ways) -> None:
        self.p = p
        self.source = c.services.source
        self.layout = c.services.layout
        self.module = c.services.module
        self.texts = c.services.texts
        self.x = c.x
        self.objects = c.objects
        self.up = c.up
        self.ways = ways
        self.rest = Rest(p, c)

    def call_verb(self, node: N.Perform, scope: Scope) -> None:
        """Do what the lexicon says a verb means; to several things, one after another."""
        for slot in node.slots:
            many = self.how_often(slot.value)
            if many is not None:
                self._call_for_each(node, slot, many, scope)
                return
            part = slot.value
            if self.done_so_often(node.verb, slot):
                self._call_so_often(node, slot, scope)
                return
            if self.rest.is_part(part) and not self.objects.quantity(part, scope).one:
                self._call_on_some(node, slot, part, scope)
                return
            cards = self._spoken_of(slot.value, scope)
            if cards is not None:
                self._call_on_each(node, slot, cards, scope)
                return
        self._call_once(node, scope)

    def done_so_often(self, verb: str, slot: N.Slot) -> bool:
        """Whether a verb of the lexicon is done once for each of so many of a resource: `sell 3 goods`.

        That is so where what it does asks no amount; else it is done once, with that amount.
        """
        kind = (self.source.verbs[verb].get("slots") or {}).get(slot.name, "")
        value = slot.value
        if self.source.type_of(kind) != "resource" or not isinstance(value, N.NounPhrase | N.AsMany):
            return False
        det = None if isinstance(value, N.AsMany) else value.determiner
        one = isinstance(det, N.Article) or (isinstance(det, N.Quantity) and (det.kind, det.low) == ("count", 1))
        return not one and not self._asks_amount(verb, kind if slot.name == "object" else slot.name)

    def _call_so_often(self, node: N.Perform, slot: N.Slot, scope: Scope) -> None:
        value = slot.value
        assert isinstance(value, N.NounPhrase | N.AsMany)
        many = self._amount_known(value, scope)
        once = replace(slot, value=N.NounPhrase(determiner=N.Article(word="a"), noun=value.noun))
        slots = tuple(once if other is slot else other for other in node.slots)
        self._call_for_each(replace(node, slots=slots), once, many, scope)

    def _amount_known(self, phrase: N.Phrase, scope: Scope) -> Quant:
        """How many of a resource are meant, where that is said."""
        many = self.objects.quantity(phrase, scope)
        if many.every:
            raise refuse(phrase, "how many?", "Say a number, “up to …” or “as many … as …”.", code="RW0604")
        return many

    def _asks_amount(self, verb: str, noun: str) -> bool:
        """Whether what a verb does speaks of how much of a resource it is done with: “the number of …”."""
        word = self.source.ruleset.words["verbs"].get(verb)
        if word is None or word.do is None:
            return True
        said = (part.tree for part in B.walk(word.do) if isinstance(part, B.Words))
        nodes = (node for tree in said if tree is not None for node in tree.walk())
        return any(
            isinstance(node, N.NounPhrase)
            and node.noun == noun
            and not isinstance(node.determiner, N.Quantity)
            and not (isinstance(node.determiner, N.Article) and node.determiner.word in ("a", "any"))
            for node in nodes
        )

    def _spoken_of(self, value: N.Node, scope: Scope) -> Expr | None:
        """The cards that “them”, “those cards” or “the rest” means, where it is several; None for anything else."""
        if isinstance(value, N.NounPhrase) and self.x.selections.is_spoken_of(value):
            return self.x.selections.spoken_of(value, scope)
        if not isinstance(value, N.Pronoun) or value.word == "you":
            return None
        ref = self.x.references.bound(value, scope)
        if ref is None or ref.type != "cards":
            return None
        return self.rest.left(value, scope) if value.word in LEFT_OVER else ref.expr

    def _call_on_each(self, node: N.Perform, slot: N.Slot, cards: Expr, scope: Scope) -> None:
        """Do something to several cards that were spoken of, one after another."""
        kinds: dict[str, str] = self.source.verbs[node.verb].get("slots") or {}
        if self.source.type_of(kinds.get(slot.name, "")) != "card":
            raise refuse(slot.value, "this is done to one thing at a time", "Say which one.")
        named = N.NounPhrase(determiner=N.Article(word="that"), noun="card")
        slots = tuple(replace(other, value=named) if other is slot else other for other in node.slots)

        def each(inner: Scope) -> None:
            inner.stand_in(named, inner.names["card"])
            if scope.lenient:
                self.p.act(replace(node, slots=slots), inner)
            else:
                self._call_once(replace(node, slots=slots), inner)

        self.p.loop(cards, "card", "card", None, scope, each)

    def _call_on_some(self, node: N.Perform, slot: N.Slot, part: N.PartOf, scope: Scope) -> None:
        """Do something to several of some cards that were spoken of, each another one, or to all of them."""
        many = self.objects.quantity(part, scope)
        one = replace(part, quantity=N.Quantity(kind="count", low=1))
        value = part.whole if many.every else one
        act = replace(
            node, slots=tuple(replace(other, value=value) if other is slot else other for other in node.slots)
        )

        def once(inner: Scope) -> None:
            if scope.lenient:
                self.p.act(act, inner)
            else:
                self.call_verb(act, inner)

        if many.every:
            self.call_verb(act, scope)
            return
        inner = scope.child()
        self._each_another(one, inner)
        if many.low == many.high:
            self.p.loop(expr("range({})", many.low), "number", "time", "time", inner, once)
        else:
            self._go_on(many, inner, once, node)

    def how_often(self, phrase: N.Node) -> Quant | None:
        """How many things a verb of the lexicon is done to, where it is not one: `harvest 2 dry fields`."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            return None
        if self.source.type_of(phrase.noun) not in ("space", "card", "player", "border", "piece"):
            return None
        det = phrase.determiner
        if isinstance(det, N.Quantity) and det.article is None:
            return None if det.kind == "count" and det.low == 1 else self.objects.count(det)
        if self.source.type_of(phrase.noun) == "piece":  # a slot for pieces takes their kind
            return None
        return ALL if isinstance(det, N.Article) and det.word in EVERYBODY else None

    def _call_for_each(self, node: N.Perform, slot: N.Slot, many: Quant, scope: Scope) -> None:
        phrase = slot.value
        assert isinstance(phrase, N.NounPhrase)

        def once(value: N.NounPhrase, inner: Scope) -> None:
            slots = tuple(replace(other, value=value) if other is slot else other for other in node.slots)
            if scope.lenient:
                self.p.act(replace(node, slots=slots), inner)
            else:
                self._call_once(replace(node, slots=slots), inner)

        different = "different" in phrase.adjectives
        if parted(phrase) is not None and self.source.type_of(str(phrase.noun)) == "card":
            hint = "Say it of cards that are put somewhere: “put 2 different cards from … into …”."
            raise refuse(phrase, "this is done to one card after another, and told of all together", hint, "RW0604")
        others = tuple(word for word in phrase.adjectives if word != "different")
        one = scope.make(replace(phrase, determiner=N.Article(word="a"), adjectives=others, plural=False), phrase)
        if many.every:
            self._each_of_all(phrase, scope, once)
            return
        inner = scope.child()
        if different or self.source.type_of(str(phrase.noun)) == "player":  # so many different ones
            self._each_another(one, inner)
        if many.low == many.high:
            times = expr("range({})", many.low)
            self.p.loop(times, "number", "time", "time", inner, lambda last: once(one, last))
        else:
            self._go_on(many, inner, lambda last: once(one, last), node)

    def _each_of_all(self, phrase: N.NounPhrase, scope: Scope, once: Callable[[N.NounPhrase, Scope], None]) -> None:
        """Do something for each of all that a phrase describes, as that one."""
        self._lies_somewhere(phrase)
        items, kind, noun = self.objects.things(self._all_of(phrase), scope)
        named = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
        items = self.p.in_turn(items, kind)

        def each(inner: Scope) -> None:
            inner.stand_in(named, inner.names[noun])
            once(named, inner)

        self.p.loop(items, kind, noun, None, scope, each, phrase)

    def done_to_each(
        self, node: N.Perform, scope: Scope, body: Callable[[N.Perform, Scope], None]
    ) -> Callable[[], None] | None:
        """What writes a verb of the lexicon for each of all that it is done to; None where it is done to no such."""
        phrase, many = node.slot("object"), self.how_often(object_of(node))
        if many is None or not many.every or not isinstance(phrase, N.NounPhrase):
            return None

        def once(named: N.NounPhrase, inner: Scope) -> None:
            slots = tuple(replace(slot, value=named) if slot.name == "object" else slot for slot in node.slots)
            body(replace(node, slots=slots), inner)

        return partial(self._each_of_all, phrase, scope, once)

    def _lies_somewhere(self, phrase: N.NounPhrase) -> None:
        """Refuse a card of which nothing says where it is: any of the box could be chosen, and any that others have."""
        if self.objects.could_lie_anywhere(phrase):
            raise self.objects.where_is_it(phrase)

    @staticmethod
    def _all_of(phrase: N.NounPhrase) -> N.NounPhrase:
        """All that a phrase describes; "other" stays."""
        det = phrase.determiner
        if isinstance(det, N.Article) and det.word in ("each_other", "all_other"):
            return phrase
        return replace(phrase, determiner=None, plural=True)

    def _call_once(self, node: N.Perform, scope: Scope) -> None:
        slots: dict[str, str] = self.source.verbs[node.verb].get("slots") or {}
        refs = dict(scope.refs)
        args = [self._argument(node, name, kind, scope) for name, kind in slots.items()]
        free = "free" in node.adverbs
        call: Callable[[], None] = partial(
            self.p.call, self.up.events.verb(node.verb, free, scope.nobody), scope.you, args
        )
        for test, deed in self._deeds(node, args, scope):
            given = args[list(slots).index("object")]
            own = [given] if deed in self.source.deeds_of_cards else []
            its = self.up.events.verb(deed, free, scope.nobody)
            call = partial(self.p.branch, test, partial(self.p.call, its, scope.you, own), call)
        done = self._unless_replaced(node, refs, call, scope)
        if "object" in slots:
            kind = slots["object"]
            thing = Ref(args[list(slots).index("object")], self.source.type_of(kind), kind)
            with self.p.when(done) if done is not None and self.ways.counts(node.verb) else nullcontext():
                self.ways.done_to(node.verb, thing, scope)

    def _unless_replaced(
        self, node: N.Perform, refs: dict[Key, Ref], call: Callable[[], None], scope: Scope
    ) -> Expr | None:
        """Call a verb, of which texts may do something else; whether it was done, where somebody asks, else None.

        What it would have been done to is spoken of only where it was done; refs: what was known before.
        """
        instead, told = self.up.replacements.of_verbs(node), spoken_of_later(self.p)
        if instead is None or not (told or self.ways.counts(node.verb)):
            call()
            return None
        before, was = self.p.variable(), self.p.variable()
        self.p.emit("{} = {}; {} = 0", before, instead, instead)
        call()
        self.p.emit("{} = int(not {}); {} = {} | {}", was, instead, instead, instead, before)
        if told:
            known = {key: ref for key, ref in scope.refs.items() if ref.type == "player" or refs.get(key) == ref}
            found_only_when(self.p, was, dict(scope.names), known, scope)
        return was

    def _argument(self, node: N.Perform, name: str, kind: str, scope: Scope) -> Expr:
        """What a slot of a verb is filled with; what nothing names is what the text implies."""
        value = node.slot(name)
        if self.source.type_of(kind) == "piece":
            return self.x.pieces.kind_named(some_of(value) if isinstance(value, N.Phrase) else value, scope)
        if self.source.type_of(kind) == "resource":
            return self._how_much(value, scope) if isinstance(value, N.Phrase) else Lit(0)
        if kind == "amount" and value is not None:
            return self.x.amounts.amount(value, scope)
        if value is None and name == "place":
            value = place_of(node)
        if value is None:
            found = self.x.references.left_open(node, kind, scope)
            if found is None:
                raise left_out(node, node.verb, name, kind)
            return found.expr
        if isinstance(value, N.Amount):
            return self.x.amounts.amount(value, scope)
        if not self.x.phrases.open(value):
            ref = self.x.references.ref(value, scope)
            wanted = self.source.type_of(kind)
            if ref.type == "number" and wanted in ("card", "space", "player"):  # "it" of what is only counted
                ref = self.x.references.of_type(value, scope, wanted)
            return ref.expr
        if self.rest.is_part(value):
            return self.one_of(value, node, kind, scope)
        many = self.objects.quantity(value, scope)
        described = value.whole if isinstance(value, N.PartOf) and many.one else value  # “one of your fields”
        if isinstance(described, N.PartOf):
            raise refuse(
                value, "this is done to one thing at a time", "Say “one of …”, or “for each …”.", code="RW0604"
            )
        if not isinstance(described, N.NounPhrase):
            raise refuse(value, "which one?")
        if described is value and described.determiner is None and described.plural:
            raise refuse(value, "how many?", "Say “a …”, “2 …”, “any number of …” or “each …”.", code="RW0604")
        self._lies_somewhere(described)
        items, kind, noun = self.objects.things(described, scope)
        if isinstance(described.determiner, N.Quantity) and not many.one:
            raise refuse(value, "this is done to one thing at a time", "Say “3 times, …” or “for each …”.")
        before = self._taken_before(value, scope)
        if before is not None:
            items = self._others(items, before)
        asked = self.objects.distinct(items) if kind == "card" else items
        target = self.p.choice(kind, node, asked, scope.you, noun)
        self.x.references.know(value, Ref(target, kind, noun), scope)
        if before is not None:
            self.p.emit("{} = {} + [{}]", before, before, target)
        return target

    def for_so_many(self, node: N.Perform, slot: N.Slot, phrase: N.NounPhrase, many: Quant, scope: Scope) -> None:
        """Do something once for each of so many players or places, each another one."""
        others = tuple(word for word in phrase.adjectives if word != "different")
        one = scope.make(replace(phrase, determiner=N.Article(word="a"), adjectives=others, plural=False), phrase)
        act = replace(node, slots=tuple(replace(other, value=one) if other is slot else other for other in node.slots))
        inner = scope.child()
        self._each_another(one, inner)
        if many.low == many.high:
            times = expr("range({})", many.low)
            self.p.loop(times, "number", "time", "time", inner, lambda last: self.p.act(act, last))
        else:
            self._go_on(many, inner, lambda last: self.p.act(act, last), node)

    def another(self, node: N.Perform, scope: Scope) -> N.Perform:
        """An act with a player or place that had no turn yet, chosen now, where each pass means another one."""
        for slot in node.slots:
            value = slot.value
            before = self._taken_before(value, scope) if isinstance(value, N.NounPhrase) else None
            if before is None or slot.name not in ("from", "to"):
                continue
            assert isinstance(value, N.NounPhrase)
            items, kind, noun = self.objects.things(value, scope)
            target = self.p.choice(kind, node, self._others(items, before), scope.you, noun)
            self.p.emit("{} = {} + [{}]", before, before, target)
            self.x.references.know(value, Ref(target, kind, noun), scope)
            that = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
            scope.stand_in(that, Ref(target, kind, noun))
            slots = tuple(replace(other, value=that) if other is slot else other for other in node.slots)
            return replace(node, slots=slots)
        return node

    def _each_another(self, one: N.Phrase, scope: Scope) -> None:
        """From here on a phrase means another thing each time."""
        before = self.p.variable()
        scope.taken_before = one, before
        self.p.emit("{} = []", before)

    @staticmethod
    def _taken_before(value: N.Phrase, scope: Scope) -> Expr | None:
        """Those of what a phrase means that had their turn; None where it may mean the same thing again."""
        return scope.taken_before[1] if scope.taken_before is not None and scope.taken_before[0] == value else None

    def _others(self, items: Expr, before: Expr) -> Expr:
        """Of some things those that had not their turn before."""
        one = self.module.fresh()
        return Things(one, items, [expr("{} not in {}", one, before)]).listed()

    def one_of(self, part: N.PartOf, node: N.Perform, kind: str, scope: Scope) -> Expr:
        """`Trash 1 of them`: which of the cards that were spoken of."""
        if self.source.type_of(kind) != "card":
            wanted, given = self.source.type_of(kind), "card"
            raise refuse(part, f"a {wanted} was expected here, not a {given}", code="RW0606")
        cards, before = self.rest.some(part.whole, scope), self._taken_before(part, scope)
        options = self.objects.distinct(cards if before is None else self._others(cards, before))
        card = self.p.choice("card", node, options, scope.you, "card")
        self.rest.take(card, scope, moved=node.verb not in LEAVES)
        self.x.references.know(part, Ref(card, "card", "card"), scope)
        if before is not None:
            self.p.emit("{} = {} + [{}]", before, before, card)
        return card

    def _kind_said(self, value: N.NounPhrase | N.Pronoun | N.PartOf, scope: Scope) -> str | N.Node:
        """The kind of thing that something is done to, as far as words tell it; “2 of them” tells that it is a card."""
        if isinstance(value, N.NounPhrase):
            return value.noun
        return "card" if self.rest.is_part(value) else self.x.references.ref(value, scope).noun

    def _deeds(self, node: N.Perform, args: list[Expr], scope: Scope) -> Iterator[tuple[Expr, str]]:
        """The kinds of thing that have a deed of their own, where only play shows which kind it is.

        Yields:
            the test for each, and the verb that is its deed; the most general kind comes first.
        """
        slots = list(self.source.verbs[node.verb].get("slots") or {})
        value = node.slot("object")
        if "object" not in slots or not isinstance(value, N.NounPhrase | N.Pronoun | N.PartOf):
            return
        own = self.up.events.own_deeds(node.verb)
        said = own and self._kind_said(value, scope)
        thing = args[slots.index("object")]
        for noun in own:
            if isinstance(said, str) and (self.source.fits(noun, said) or self.source.fits(said, noun)):
                kind = self.source.type_of(noun)
                if kind == "piece":
                    kinds = literals(self.layout.kinds_of_piece[noun])
                    yield expr("{} in {}", thing, kinds), f"{node.verb}_{noun}"
                elif kind == "card":
                    yield from self.own_deeds(node.verb, thing, noun)

    def own_deeds(self, verb: str, card: Expr, *nouns: str) -> Iterator[tuple[Expr, str]]:
        """The kinds of card that say themselves what a verb does to them: the test for each, and the verb it is then.

        nouns: the kinds; without them all that say it, the most general one first.
        """
        for noun in nouns or self.up.events.own_deeds(verb):
            if self.source.type_of(noun) == "card":
                tests = self.x.filters.kind_test(noun, Ref(card, "card", noun))
                yield both(*tests), f"{verb}_{noun}"

    def is_so_often(self, node: N.Perform) -> bool:
        """Whether a deed of a noun is done so many times, of which fewer may be possible: `gain 2 prizes`."""
        deed = self.source.deed_of(node)
        value = node.slot("object")
        if deed is None or deed[0] in self.source.deeds_of_cards:
            return False
        if not isinstance(value, N.NounPhrase):
            return isinstance(value, N.AsMany)
        many = value.determiner
        chosen = any(isinstance(item, N.At) and self.x.phrases.open(item.phrase) for item in value.filters)
        return isinstance(many, N.Quantity) and many.kind in ("count", "exactly") and many.low != 1 and not chosen

    def deed(self, deed: N.Perform, node: N.Perform, scope: Scope) -> None:
        """Do what a noun says a verb of the core does to it: for a resource or a number, once for each of them."""
        phrase = object_of(node)
        kind = self.source.verbs[deed.verb]["slots"].get("object")
        if scope.lenient and scope.partial and self.is_so_often(node):
            self._deeds_by_themselves(node, phrase, scope)
            return
        if kind is None:
            self.times(phrase, scope, lambda inner: self.call_verb(deed, inner))
            self._handed_back(deed.verb, node, scope)
            return
        place = deed.slot("object")
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=kind)
        named = N.Perform(verb=deed.verb, slots=(N.Slot(name="object", value=that),), adverbs=deed.adverbs)

        def chosen(inner: Scope) -> None:
            every = N.NounPhrase(noun=kind, plural=True)
            options = self.x.selections.list_of(every, inner)
            target = self.p.choice(self.source.type_of(kind), node, options, scope.you, kind)
            last = inner.child()
            last.bind(kind, Ref(target, self.source.type_of(kind), kind))
            last.stand_in(that, last.names[kind])
            self.call_verb(named, last)

        if place is None:  # of your choice: each time another one may be chosen
            self.times(phrase, scope, chosen)
            return
        assert isinstance(place, N.Phrase)

        def there(inner: Scope) -> None:
            inner.stand_in(that, inner.names[kind])
            self.times(phrase, inner, lambda last: self.call_verb(named, last))

        if not self.x.phrases.open(place):
            inner = scope.child()
            inner.bind(kind, self.x.references.ref(place, scope))
            there(inner)
            return
        if not isinstance(place, N.NounPhrase):
            raise refuse(place, "which one?")
        items, kind_type, noun = self.objects.things(place, scope)
        det = place.determiner
        if isinstance(det, N.Article) and det.word in ("each", "all", "every"):
            self.p.loop(items, kind_type, kind, None, scope, there, place)
            return
        target = self.p.choice(kind_type, node, items, scope.you, noun)
        inner = scope.child()
        inner.bind(kind, Ref(target, kind_type, kind))
        self.x.references.know(place, inner.names[kind], inner)
        there(inner)

    def _deeds_by_themselves(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        """Do a deed so many times, each by itself as far as possible."""
        assert isinstance(phrase, N.NounPhrase | N.AsMany)
        filters = phrase.filters if isinstance(phrase, N.NounPhrase) else ()
        single = N.NounPhrase(
            determiner=N.Article(word="a"), noun=phrase.noun, adjectives=phrase.adjectives, filters=filters
        )
        slots = tuple(replace(slot, value=single) if slot.name == "object" else slot for slot in node.slots)
        one = replace(node, slots=slots)
        self.times(phrase, scope, lambda inner: self.p.act(one, inner))

    def _handed_back(self, deed: str, node: N.Perform, scope: Scope) -> None:
        """Keep what a deed has made or found, where a text speaks of it."""
        role = str(self.source.verbs[deed].get("gives") or "")
        if role and self.texts.resolution.of(node) is not None and self.texts.resolution.awaits(role):
            self.p.must_stop()
            made = self.p.slot()
            self.p.emit("{} = s.result", made)
            self.x.references.know(node, Ref(made, self.source.type_of(role), role), scope)

    def _how_much(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """How much of a resource a verb is done with, once."""
        many = self._amount_known(phrase, scope)
        if many.low != many.high:
            raise refuse(phrase, "how many must be known", "Say a number, or “as many … as …”.", code="RW0604")
        return many.low

    def _go_on(self, many: Quant, inner: Scope, body: WriteIn, prompt: Prompt) -> None:
        """Do something again as long as somebody wants to; going on is offered only where all of it can be done.

        What a text does in its place is as good. To do it with none is as free as any choice once it is begun; where it
        is looked for what could be done at all, it must be done once.
        """
        tally = inner.tally
        if isinstance(prompt, str) or not self.up.replacements.replaceable(prompt):
            inner.lenient = inner.partial = False
        if tally is None or not tally.asked:
            self.p.repeat(*many.limits, inner, body, prompt)
            return
        begun = self.p.variable()
        self.p.emit("{} = 0 if s.trial else 1", begun)
        with self.p.when(begun):
            self.p.emit("{} = 1", tally.done)
        with self.p.when(expr("not {}", begun)):
            self.p.emit("{} = 1", tally.failed)

        def once(last: Scope) -> None:
            body(last)
            self.p.emit("{} = 1", tally.done)

        self.p.repeat(*many.limits, inner, once, prompt)

    def times(self, phrase: N.Phrase, scope: Scope, body: Any) -> None:
        """Do something as many times as a phrase says; within limits somebody chooses."""
        many = self.objects.quantity(phrase, scope)
        if not many.every and many.low != many.high:
            self._go_on(many, scope.child(), body, "")
            return
        count = Lit(1) if many.every else many.low
        if count == Lit(1):
            body(scope)
        else:
            self.p.loop(expr("range({})", count), "number", "time", "time", scope, body)
