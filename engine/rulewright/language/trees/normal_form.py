"""The normal form of a tree: removes choices that carry no meaning, so that every language yields the same tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from operator import is_

from rulewright.language import nodes as n
from rulewright.language.checks.shared_objects import with_shared_objects
from rulewright.language.elided.places_in_regions import into_places_of
from rulewright.language.lexicon import Lexicon, place_word
from rulewright.language.lexicon.word_list import WordList
from rulewright.language.records import replace
from rulewright.language.trees.alternatives import chosen_by_others, not_one_of
from rulewright.language.trees.clauses import asked, clause_where_it_fits
from rulewright.language.trees.exchanges import goods_for_goods, lying_apart, spoken_of
from rulewright.language.trees.leftovers import them_as_the_rest, told_apart
from rulewright.language.trees.measures import costs, has_number, more_for_each
from rulewright.language.trees.own_things import (
    all_had_there,
    described_by_what_they_have,
    had_where_it_is_theirs,
    held_by,
    lies_where_it_is_yours,
    some_of_their_own,
    some_of_theirs_there,
    with_some_of_somebodys,
)  # fmt: skip
from rulewright.language.trees.pile_ends import of_the_same_pile

# Filters of one noun stand in this order, whatever order a language says them in; the open ones come last.
FILTER_ORDER: tuple[type[n.Filter], ...] = (
    n.OfChoice, n.OfYours, n.Worth, n.Measured, n.Relative, n.Participle, n.DidSo, n.Adjective, n.There,
)  # fmt: skip

MOVES = ("put", "move", "return", "take")
PLACES = ("from", "to")
HOW_OFTEN = (
    "once_per_turn",
    "once_per_round",
    "once_per_game",
    "twice_per_turn",
    "twice_per_round",
    "twice_per_game",
)  # how often an ability is used


class Normaliser:
    """Normalises nodes while the parser builds them."""

    def __init__(self, own: Lexicon) -> None:
        lexicon = own.canon
        self.own, self.lexicon = own, lexicon
        of_others = set(lexicon.core.get("own_in_verbs", {}).values())
        named = ("ADVPRE", "ADV", *of_others)
        self._adverbs = [word for name in named for word in lexicon.classes.get(name, {})]
        self._fixed = {
            word: next(iter(forms.forms))
            for word, forms in lexicon.classes.get("DET", {}).items()
            if len(forms.forms) == 1 and "any" not in forms.forms
        }

        self._merged = dict(self._merges())
        self._others = dict(self._other_ones())

    def _merges(self) -> Iterator[tuple[tuple[str, str], str]]:
        """(article, adjective) -> the one article that the two words make: "the other"."""
        articles = {text: word for word, text in self._texts("DET")} | {"the": "the"}
        adjectives = {
            text: a.id for a in self.lexicon.adjectives.values() for ts in a.forms.forms.values() for text in ts
        }
        for word, text in self._texts("DET"):
            first, _, second = text.partition(" ")
            if first in articles and second in adjectives:
                yield (articles[first], adjectives[second]), word

    def _other_ones(self) -> Iterator[tuple[str, str]]:
        """Roles that are called "other …", each with the noun that they are of."""
        other = self.lexicon.adjectives.get("other")
        texts = {text for ways in other.forms.forms.values() for text in ways} if other else set()
        for noun in self.lexicon.nouns.values():
            of = self.lexicon.nouns.get(str(noun.entry.get("of"))) if noun.type == "role" else None
            if of is not None and noun.forms.get("one") in {f"{text} {of.forms.get('one')}" for text in texts}:
                yield noun.id, of.id

    def _other_than_it(self, node: n.NounPhrase) -> n.NounPhrase:
        """Of several, or none, "other beasts" are beasts other than one: a rule gives the name to one alone."""
        det = node.determiner
        some = isinstance(det, n.Quantity) and det.article is None
        some = some or (isinstance(det, n.Article) and det.word in ("no", "each", "all"))
        if node.noun not in self._others:
            return node
        if isinstance(det, n.Article) and det.word == "a":
            return replace(node, noun=self._others[node.noun], determiner=replace(det, word="another"))
        if not (some or (det is None and node.plural)):
            return node
        return replace(node, noun=self._others[node.noun], adjectives=("other", *node.adjectives))

    def _measured(self, node: n.With | n.Measured) -> n.With | n.Measured:
        """A filter of a number: “with level 1” is “with level exactly 1”, and one of several is told in their order."""
        match node:
            case n.With(
                negated=False,
                phrase=n.NounPhrase(noun=str(noun), index=int(value), determiner=None, adjectives=(), filters=()),
            ) if self.lexicon.is_number(noun):
                return n.Measured(noun=noun, relation="exactly", number=n.Number(value=value), span=node.span)
            case n.Measured(or_else=(_, *_)):
                numbers = sorted({node.number, *node.or_else}, key=lambda one: getattr(one, "value", 0))
                return replace(node, number=numbers[0], or_else=tuple(numbers[1:]))
        return node

    def _texts(self, name: str) -> Iterator[tuple[str, str]]:
        for word, forms in self.lexicon.classes.get(name, {}).items():
            for texts in forms.forms.values():
                yield from ((word, text) for text in texts)

    def __call__(self, node: n.Node, plural: bool = False, disagreeing: list[n.NounPhrase] | None = None) -> n.Node:
        """Return the normal form of a node whose children are in normal form.

        disagreeing: receives the phrase if its noun and determiner, as read, differ in number.
        """
        node = asked(node, self.lexicon)
        match node:
            case n.NounPhrase():
                if disagreeing is not None and self._disagrees(node, plural):
                    disagreeing.append(node)
                return self._described(node)
            case n.OtherThan(phrase=n.NounPhrase(determiner=n.Article(word="a" | "any")) as kind):
                return n.That(predicate=n.IsPhrase(phrase=kind, span=kind.span), negated=True, span=node.span)
            case n.PartOf():
                return self._part_of(node)
            case n.Phrases():
                return not_one_of(node, self._type)
            case n.Ability(sentences=(n.Timed(time=time, then=then),)) if time in HOW_OFTEN and not _waits(then):
                return replace(node, limits=(*node.limits, time), sentences=(then,))
            case (
                n.At(phrase=place, preposition="in" | "on" as said)
                | n.InPlace(place=place, preposition="in" | "on" as said)
            ):
                return replace(node, preposition=self._place(place, said))
            case n.IsPhrase(phrase=n.NounPhrase(noun=str(noun))) if self.lexicon.is_number(noun):
                phrase = node.phrase
                assert isinstance(phrase, n.Phrase)
                return replace(node, phrase=n.Value(phrase=phrase, span=phrase.span))
            case n.Compare(relation="exactly" | "equal", number=n.Number() as number):  # "is exactly 6" says "is 6"
                return n.IsPhrase(phrase=number, span=node.span)
            case n.With() | n.Measured():
                return self._measured(node)
            case n.Quantity(article="any"):
                return replace(node, article=None)
            case n.Passive(modal="cannot", tense="present", subject=n.Phrase() as thing) if self._has_object(node.verb):
                return self._nobody_may(node, held_by(self.lexicon, node.verb, thing))
            case n.Passive(tense="present", modal=None, subject=n.Phrase() as thing):
                return self._passive(node, held_by(self.lexicon, node.verb, thing))
            case n.Does(tense="present", negated=False):
                return self._does(node)
            case n.If(condition=n.Does(tense="would", negated=False) as event, then=then, otherwise=None):
                return n.Trigger(timing="whenever", event=event, then=then, span=node.span)  # that it comes to it
            case n.Has():
                return self._has(node)
            case n.CountOf() | n.Per():
                return self._with_what_is_counted(node)
            case n.Perform(verb="exchange", adverbs=()) if price := goods_for_goods(self.lexicon, node):
                return price
            case n.Choice():
                return with_shared_objects(node, self.own)
            case n.Sequence():
                return self._taken(replace(node, acts=of_the_same_pile(node.acts, self._is_zone)))
            case n.Text() | n.Ability():
                return replace(node, sentences=self._sentences(node.sentences))
            case n.Perform():
                return self._done(lying_apart(self._done_to_players(node)))
        return spoken_of(them_as_the_rest(node))

    def _with_what_is_counted(self, node: n.CountOf | n.Per) -> n.Node:
        """A number, or an act, for each thing: somebody's things lie where theirs do."""
        if isinstance(node, n.CountOf):
            there = some_of_theirs_there(self.lexicon, node.phrase, None)
            return replace(node, phrase=there) if there else node
        theirs = some_of_theirs_there(self.lexicon, node.each, None)
        return more_for_each(replace(node, each=replace(theirs, plural=False)) if theirs else node)

    def _done(self, node: n.Perform) -> n.Node:
        """An act, told in one way of where it is done and to how many."""
        node = self._counted(self._from_the_map(self._put(_of_one_place(_copied(_all_of_yours(node))))))
        if node.verb in (*MOVES, "remove"):
            node = into_places_of(self.lexicon, node)
        adverbs = tuple(sorted(node.adverbs, key=self._adverbs.index))
        return replace(self._perform(node), adverbs=adverbs)

    def _sentences(self, sentences: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
        """Sentences one after another, in which a word of one may be told by those before."""
        return told_apart(some_of_their_own(self.lexicon, of_the_same_pile(sentences, self._is_zone)))

    def _disagrees(self, node: n.NounPhrase, plural: bool) -> bool:
        """Whether a noun, as read, and its determiner differ in number."""
        fixed = self.own_number(node.determiner)
        return bool(fixed) and plural != (fixed == "many") and self._shows_number(node)

    def _described(self, node: n.NounPhrase) -> n.Phrase:
        """A phrase whose clauses describe what they can be said of."""
        node = described_by_what_they_have(self.lexicon, self._of_its_value(node))
        node = with_some_of_somebodys(self.lexicon, node)
        node = clause_where_it_fits(_within_one_step(self._since_the_game_began(node)), self.lexicon)
        return self._owned(self._noun_phrase(node))

    def _has(self, node: n.Has) -> n.Node:
        """What somebody or something has: a number so high, or several cards in one place."""
        match node:
            case n.Has(
                subject=n.Phrase() as holder,
                object=n.NounPhrase(noun=str(), index=int(), determiner=None, adjectives=(), filters=()) as number,
            ):
                return has_number(self.lexicon, node, holder, number)
            case n.Has(object=n.Phrases()):
                return had_where_it_is_theirs(self.lexicon, all_had_there(self.lexicon, node))
        return had_where_it_is_theirs(self.lexicon, node)

    def _does(self, node: n.Does) -> n.Node:
        """What somebody does: "costs 2 less" changes a price.

        "No other player may" and "the other players cannot" say "other players cannot".
        """
        match node:
            case n.Does(subject=n.NounPhrase(determiner=n.Article(word="no")) as nobody, modal="may"):
                return replace(node, subject=replace(nobody, determiner=None, plural=True), modal="cannot")
            case n.Does(
                subject=n.NounPhrase(determiner=n.Article(word="the_other"), adjectives=(), plural=True) as others,
                modal="cannot",
            ):
                return replace(node, subject=replace(others, determiner=None, adjectives=("other",)))
            case n.Does(
                subject=n.Phrase() as thing,
                act=n.Perform(verb="cost", slots=(n.Slot(name="less" | "more" | "object") as by,), adverbs=()),
                modal=None,
            ):
                return costs(self.lexicon, node, thing, by)
        return spoken_of(chosen_by_others(node))

    def _part_of(self, node: n.PartOf) -> n.Phrase:
        """All of the cards are all cards, and each of the other players is each other player."""
        whole, kind = node.whole, node.quantity.kind
        match whole:
            case n.NounPhrase(determiner=n.Article(word="the")) if kind == "all":
                return self._noun_phrase(replace(whole, determiner=n.Article(word="all"), span=node.span))
            case n.NounPhrase(determiner=n.Article(word="the_other") as other) if kind == "each":
                each = replace(other, word="each_other")
                return self._noun_phrase(replace(whole, determiner=each, plural=False, span=node.span))
            case n.Pronoun(word="the_rest" | "the_others") if kind == "all":
                return whole
        many = n.Article(word=kind, span=node.span) if kind in ("each", "all") else node.quantity
        return some_of_theirs_there(self.lexicon, whole, many) or node

    def number(self, node: n.Determiner | None) -> str | None:
        """`one` or `many` if the determiner fixes the number of its noun."""
        if isinstance(node, n.Quantity):
            return (
                "one"
                if (node.kind in ("count", "exactly", "at_least", "up_to", "at_most")) and 1 in (node.low, node.high)
                else "many"
            )
        if isinstance(node, n.Article):
            return self._fixed.get(node.word)
        return None

    def own_number(self, node: n.Determiner | None) -> str | None:
        """`one` or `many` if, in the language itself, the noun after the determiner has that number."""
        if isinstance(node, n.Quantity):
            return str(self.own.core["quantity_number"]) if "quantity_number" in self.own.core else self.number(node)
        if isinstance(node, n.Article):
            forms = self.own.classes.get("DET", {}).get(node.word)
            numbers = {name.partition("_")[0] for name in forms.forms} if forms else set()
            return numbers.pop() if len(numbers) == 1 and "any" not in numbers else None
        return None

    def _shows_number(self, node: n.NounPhrase) -> bool:
        free = isinstance(node.determiner, n.Article) and node.determiner.word == "no"  # no card, no cards
        if free or not isinstance(node.noun, str) or not self.lexicon.nouns[node.noun].counts:
            return False
        forms = self.own.nouns[node.noun].forms.forms
        return forms.get("one") != forms.get("many")

    def _noun_phrase(self, node: n.NounPhrase) -> n.NounPhrase:
        node = self._other_than_it(node)
        if isinstance(node.determiner, n.Article) and node.adjectives:
            merged = self._merged.get((node.determiner.word, node.adjectives[0]))
            if merged:
                node = replace(node, determiner=replace(node.determiner, word=merged), adjectives=node.adjectives[1:])
        plural = node.plural and self.number(node.determiner) is None
        if isinstance(node.noun, str) and not self.lexicon.nouns[node.noun].counts:
            plural = False
        node = self._on_the_map(self._of_a_measure(node))
        node = self._one_of_a_measure(node)
        owned = lies_where_it_is_yours(self.lexicon, node)
        if owned is not None:
            return self._noun_phrase(owned)
        filters = filters_in_order(map(_of_yours, node.filters))
        if plural == node.plural and all(map(is_, filters, node.filters)):
            return node
        return replace(node, plural=plural, filters=filters)

    def _one_of_a_measure(self, node: n.NounPhrase) -> n.NounPhrase:
        """Of what is not counted but measured, a thing is 1 of it: there is no other."""
        word = self.lexicon.nouns.get(node.noun) if isinstance(node.noun, str) else None
        match node.determiner:
            case n.Article(word="a", span=span) if word is not None and word.type == "resource" and not word.counts:
                return replace(node, determiner=n.Quantity(kind="count", low=1, span=span))
        return node

    def _of_its_value(self, node: n.NounPhrase) -> n.NounPhrase:
        """A thing by a value of what was spoken of: "a card of its suit" is one "whose suit is its suit"."""
        filters: list[n.Filter] = []
        for item in node.filters:
            match item:
                case n.Of(
                    phrase=n.NounPhrase(noun=str(noun), determiner=n.Article(word="its"), adjectives=()) as its
                ) if self.lexicon.is_number(noun) and self.lexicon.nouns[noun].entry.get("values"):
                    value = n.Value(phrase=replace(its, filters=()), span=its.span)
                    clause = n.IsPhrase(phrase=value, span=its.span)
                    filters += [*its.filters, n.Whose(noun=noun, clause=clause, span=item.span)]
                case _:
                    filters.append(item)
        return node if filters == [*node.filters] else replace(node, filters=tuple(filters))

    def _of_a_measure(self, node: n.NounPhrase) -> n.NounPhrase:
        """What is said behind a number describes what has it: "cards with level 1 in your hand" are in your hand."""
        last = node.filters[-1] if node.filters else None
        match last:
            case n.With(
                negated=False,
                phrase=n.NounPhrase(noun=str(noun), index=int(value), determiner=None, adjectives=(), filters=rest),
            ) if self.lexicon.is_number(noun):
                measured = n.Measured(noun=noun, relation="exactly", number=n.Number(value=value), span=last.span)
                return replace(node, filters=(*node.filters[:-1], measured, *rest))
        return node

    def _put(self, node: n.Perform) -> n.Perform:
        """Where something is put in a place and goes nowhere else, it is put into it: "put a hut in a field"."""
        thing = node.slot("object")
        if node.verb != "put" or node.slot("to") is not None or not isinstance(thing, n.NounPhrase):
            return node
        told = [slot for slot in node.slots if slot.name == "from"] or [s for s in node.slots if s.name == "object"]
        last = told[0].value
        if isinstance(last, n.NounPhrase) and last.filters and isinstance(last.filters[-1], n.At):
            to = last.filters[-1]
            if to.preposition not in ("in", "on"):
                return node
            span = last.span
            if span is not None and to.span is not None and span.start < to.span.start:  # its words end there
                span = replace(span, end=to.span.start)
            rest = replace(told[0], value=replace(last, filters=last.filters[:-1], span=span))
            slots = [rest if slot is told[0] else slot for slot in node.slots]
            goal = n.Slot(name="to", value=to.phrase, span=to.span)
            return self._in_its_own_words(replace(node, slots=(*slots, goal)), goal)
        return node

    def _in_its_own_words(self, node: n.Perform, goal: n.Slot) -> n.Perform:
        """A deed of the lexicon whose words are those of the act: "put a token into {to}", said with "in"."""
        match node.slots:
            case (
                n.Slot(name="object", value=n.NounPhrase(noun=str(noun), adjectives=(), index=None, filters=()) as it),
                _,
            ):
                one = it.determiner == n.Article(word="a")
                said = not node.adverbs and (one or it.determiner is None)
                deed = self._puts.get((noun, not one)) if said else None
                return replace(node, verb=deed, slots=(goal,)) if deed else node
        return node

    @cached_property
    def _puts(self) -> dict[tuple[str, bool], str]:
        """The verbs of the lexicon that are said as putting something somewhere, by what, and whether it is several."""
        said = {
            text: verb.id
            for verb in self.lexicon.verbs.values()
            if list(verb.slots) == ["to"] and "V {to}" in verb.patterns
            for forms in verb.forms
            for text in forms.forms.get("base", ())
        }
        found: dict[tuple[str, bool], str] = {}
        for noun, word in self.lexicon.nouns.items() if said else ():
            for form, many in (("one", False), ("many", True)):
                for text in word.forms.forms.get(form, ()):
                    deeds = [said.get(f"put {article}{text}") for article in (("",) if many else ("a ", "an "))]
                    found |= dict.fromkeys([(noun, many)], next(filter(None, deeds), ""))
        return found

    def _owned(self, node: n.NounPhrase) -> n.Phrase:
        """Pieces of somebody are somebody's: "2 huts of another player" are 2 of the huts of that player."""
        word = self.lexicon.nouns.get(node.noun) if isinstance(node.noun, str) else None
        of = next((item for item in node.filters if isinstance(item, n.Of)), None)
        owner = of.phrase if of is not None else None
        if word is None or not word.entry.get("owned") or not isinstance(owner, n.NounPhrase):
            return node
        if of is None or not isinstance(owner.noun, str) or not self.lexicon.noun_is(owner.noun, "player"):
            return node
        owner, place = without_its_place(owner)
        if place is not None:  # no player is in a place: their pieces are
            of = replace(of, phrase=owner)
            node = replace(node, filters=(*(of if isinstance(f, n.Of) else f for f in node.filters), place))
        if owner.filters:
            return node
        one = _one_of(owner)
        every = node.determiner == n.Article(word="all")
        if one is not None and not every or place is not None and every:  # nobody says it with "of" and a place
            has = n.Relative(subject=one or owner, verb="have", span=owner.span)
            return replace(node, filters=(has, *(item for item in node.filters if item is not of)))
        whose = n.Possessive(owner=owner, span=owner.span)
        rest = tuple(item for item in node.filters if item is not of)
        match node.determiner:
            case None if node.plural:
                return replace(node, determiner=whose, filters=rest)
            case None:  # “for each hut that player has in a field”
                return replace(node, filters=(n.Relative(subject=owner, verb="have", span=whose.span), *rest))
            case n.Article(word="a" | "the"):
                return replace(node, determiner=whose, filters=rest)
            case n.Quantity(article=None) as many:
                all_of = replace(node, determiner=whose, filters=rest, plural=word.counts)
                return n.PartOf(quantity=many, whole=all_of, span=node.span)
        return node

    def _from_the_map(self, node: n.Perform) -> n.Perform:
        """What is taken from the map or the board is a piece that lies on it."""
        thing, place = node.slot("object"), node.slot("from")
        if not isinstance(place, n.NounPhrase) or place.noun not in ("map", "board"):
            return node
        whole = thing.whole if isinstance(thing, n.PartOf) else thing
        if not isinstance(whole, n.NounPhrase):
            return node
        there = n.At(preposition="on", phrase=place, span=place.span)
        lying = self._noun_phrase(replace(whole, filters=(*whole.filters, there)))
        if lying.filters[-1] == there:
            return node
        said = replace(thing, whole=lying) if isinstance(thing, n.PartOf) else lying
        slots = [replace(slot, value=said) if slot.name == "object" else slot for slot in node.slots]
        return replace(node, slots=tuple(slot for slot in slots if slot.name != "from"))

    def _counted(self, node: n.Perform) -> n.Perform:
        """What is only counted is gained and lost: "return 2 gems to the supply", "take 2 gems from the supply"."""
        thing = node.slot("object")
        noun = thing.noun if isinstance(thing, n.NounPhrase) else None
        word = self.lexicon.nouns.get(noun) if isinstance(noun, str) else None
        if word is None or word.type != "resource" or not word.entry.get("held") or node.adverbs:
            return node
        others = [slot for slot in node.slots if slot.name != "object"]
        supply = all(_is_the_supply(slot.value) for slot in others)
        names = [slot.name for slot in others]
        verb = {"return": "lose", "put": "lose", "take": "gain", "gain": "gain", "discard": "lose"}.get(node.verb)
        wanted = {"lose": ["to"], "gain": ["from"]}.get(verb or "", [])
        away = (node.verb, names) == ("discard", []) and not _of_something(thing)
        if verb is None or not supply or (names != wanted and not away):
            return node
        if "deeds" in word.entry and node.verb in word.entry["deeds"]:
            return node
        return replace(node, verb=verb, slots=tuple(slot for slot in node.slots if slot.name == "object"))

    def _since_the_game_began(self, node: n.NounPhrase) -> n.NounPhrase:
        """Things told by what was done to them: "each hut you have built" speaks of the whole game."""
        filters = tuple(
            replace(item, time="this_game")
            if isinstance(item, n.Relative)
            and item.tense == "perfect"
            and item.time is None
            and self._is_deed(item.verb)
            else item
            for item in node.filters
        )
        return node if all(map(is_, filters, node.filters)) else replace(node, filters=filters)

    def _is_deed(self, verb: str) -> bool:
        return verb in self.lexicon.verbs and not self.lexicon.verbs[verb].state

    def _type(self, noun: str) -> str:
        above = self.lexicon.kinds_above(noun)
        return above[-1].type if above else ""

    def _is_zone(self, noun: str) -> bool:
        return self.lexicon.nouns[noun].type == "zone"

    def _taken(self, node: n.Sequence) -> n.Node:
        """Something that is taken from somewhere and put elsewhere: one act."""
        acts: list[n.Act | n.Timed] = []
        for act in node.acts:
            last = acts[-1] if acts else None
            if isinstance(last, n.Perform) and isinstance(act, n.Perform) and self._carried(last, act):
                slots = [*last.slots, *(slot for slot in act.slots if slot.name == "to")]
                acts[-1] = self._perform(replace(act, slots=tuple(slots), span=node.span))
            else:
                acts.append(act)
        return acts[0] if len(acts) == 1 else replace(node, acts=tuple(acts))

    @staticmethod
    def _carried(first: n.Perform, second: n.Perform) -> bool:
        """Whether the second act says where what the first one takes goes."""
        it = isinstance(second.slot("object"), n.Pronoun) and second.slot("object").word in ("it", "them")  # type: ignore[union-attr]
        return (
            first.verb == "take" and {slot.name for slot in first.slots} <= {"object", "from"} and not first.adverbs
            and second.verb in ("put", "return", "move") and it and second.slot("to") is not None
            and {slot.name for slot in second.slots} == {"object", "to"} and not second.adverbs
        )  # fmt: skip

    def _perform(self, node: n.Perform) -> n.Perform:
        verb = self.lexicon.verbs.get(node.verb)
        if verb is None:  # said once before (`said_once.py`)
            return node
        return replace(node, slots=tuple(sorted(node.slots, key=lambda s: verb.order(s.name))))

    def _passive(self, node: n.Passive, thing: n.Phrase) -> n.Passive | n.Does:
        """What is done to something; a state somebody is in: “a field is tended” says that a player tends it."""
        word = self.lexicon.verbs.get(node.verb)
        if word is None or not word.state or "object" not in word.slots or not _is_one_thing(thing, node.negated):
            return replace(node, subject=thing)
        who = n.NounPhrase(determiner=n.Article(word="no" if node.negated else "a"), noun="player", span=node.span)
        act = n.Perform(verb=node.verb, slots=(n.Slot(name="object", value=thing, span=thing.span),), span=node.span)
        return n.Does(subject=who, act=act, span=node.span)

    def _done_to_players(self, node: n.Perform) -> n.Perform:
        """What is done to a player by a verb that is done to spaces: it is done to one that the player holds."""
        slots = tuple(
            replace(slot, value=held_by(self.lexicon, node.verb, slot.value))
            if slot.name == "object" and isinstance(slot.value, n.Phrase) and not _of_anybody(slot.value)
            else slot
            for slot in node.slots
        )
        return replace(node, slots=slots) if slots != node.slots else node

    def _nobody_may(self, node: n.Passive, thing: n.Phrase) -> n.Node:
        """What cannot be done to something nobody can do: "your huts cannot be removed"."""
        if isinstance(thing, n.Pronoun) and thing.word == "nobody":
            return node
        if isinstance(thing, n.Pronoun) and thing.word == "they":
            thing = replace(thing, word="them")
        players = n.NounPhrase(noun="player", plural=True, span=node.span)
        act = n.Perform(verb=node.verb, slots=(n.Slot(name="object", value=thing, span=thing.span),), span=node.span)
        return n.Does(subject=players, act=act, modal="cannot", span=node.span)

    def _has_object(self, verb: str) -> bool:
        """Whether a verb can stand with an object alone: what is given without a receiver has no words."""
        word = self.lexicon.verbs.get(verb)
        return word is not None and any(_needed(pattern) == ["object"] for pattern in word.patterns)

    def _on_the_map(self, node: n.NounPhrase) -> n.NounPhrase:
        """Pieces on the map or the board are those in the spaces where such pieces lie."""
        nouns = [bare.noun for bare in node.noun.nouns] if isinstance(node.noun, n.NounGroup) else [node.noun]
        places = {tuple(_lies_in(self.lexicon, str(noun))) for noun in nouns}
        lies_in = places.pop() if len(places) == 1 else ()
        if not lies_in:
            return node

        def said(item: n.Filter) -> n.Filter:
            match item:
                case n.At(preposition="in" | "on", phrase=n.NounPhrase(
                    noun="map" | "board", determiner=n.Article(word="the"), adjectives=(), filters=()
                )):  # fmt: skip
                    place = n.NounPhrase(noun=lies_in[0], plural=True, span=item.span)
                    return replace(item, phrase=place, preposition=place_word(self.lexicon, lies_in[0]) or "in")
            return item

        return replace(node, filters=tuple(map(said, node.filters)))

    def _place(self, phrase: n.Phrase, preposition: str) -> str:
        """In or on, as the noun has it: "in the map" and "on the map" are the same place."""
        noun = head_noun(phrase)
        if noun is None:
            return preposition
        return place_word(self.lexicon, noun) or preposition


def _within_one_step(node: n.NounPhrase) -> n.NounPhrase:
    """What lies in or next to a place lies within 1 of it: one way to say where, which all that asks for it knows."""

    def said(item: n.Filter) -> n.Filter:
        match item:
            case n.At(preposition="in_or_next_to", phrase=place):
                return n.Within(distance=n.Number(value=1, span=item.span), phrase=place, span=item.span)
        return item

    return replace(node, filters=tuple(map(said, node.filters)))


def _is_the_supply(place: n.Node) -> bool:
    """Whether a place is the supply from which one takes, and nothing more is said of it."""
    match place:
        case n.NounPhrase(noun="supply", determiner=None | n.Article(word="the" | "your"), adjectives=(), filters=()):
            return True
    return False


def _of_something(phrase: n.Node | None) -> bool:
    """Whether a phrase ends in what it is of: in many a language that is said as where it is taken from."""
    last = phrase.filters[-1] if isinstance(phrase, n.NounPhrase) and phrase.filters else None
    return isinstance(last, n.Of) or isinstance(last, n.At | n.NextTo | n.Within) and _of_something(last.phrase)


def _waits(statement: n.Node) -> bool:
    """Whether a statement is of what happens or holds: how often it does says nothing of how often it is used."""
    return isinstance(statement, n.Trigger | n.While | n.Timed | n.Instead | n.Is)


def _copied(node: n.Perform) -> n.Perform:
    """To copy the effect of a thing is to copy the thing."""
    match node.slot("object"):
        case n.NounPhrase(
            noun="effect", determiner=n.Article(word="the"), plural=False, index=None, adjectives=(),
            filters=(n.Of(phrase=thing),),
        ) if node.verb == "copy":  # fmt: skip
            slots = (replace(slot, value=thing) if slot.name == "object" else slot for slot in node.slots)
            return replace(node, slots=tuple(slots))
    return node


def _all_of_yours(node: n.Perform) -> n.Perform:
    """Who pays as many goods as they have pays all of them; to gain as many would double them."""
    match node.slot("object"):
        case n.AsMany(
            noun=noun, adjectives=described, span=span,
            number=n.CountOf(phrase=n.NounPhrase(determiner=n.Article(word="your"), index=None, filters=()) as yours),
        ) if node.verb in ("pay", "lose") and (yours.noun, yours.adjectives) == (noun, described):  # fmt: skip
            all_of = n.PartOf(quantity=n.Quantity(kind="all"), whole=yours, span=span)
            slots = (replace(slot, value=all_of) if slot.name == "object" else slot for slot in node.slots)
            return replace(node, slots=tuple(slots))
    return node


def _is_one_thing(thing: n.Phrase, known: bool) -> bool:
    """Whether a phrase is of one thing, so that it makes no difference who is said of it first; known: one told before.

    "All fields are tended" may be by several players, and "a field is not tended" may be while another is.
    """
    if not isinstance(thing, n.NounPhrase):
        return isinstance(thing, n.Pronoun) and thing.word != "nobody"
    words = ("the", "this", "that") if known else ("a", "the", "this", "that", "your", "another")
    owned = isinstance(thing.determiner, n.Possessive) and not known
    return not thing.plural and (owned or isinstance(thing.determiner, n.Article) and thing.determiner.word in words)


def _of_anybody(thing: n.Phrase) -> bool:
    """Whether a phrase is "a player", who may be whoever acts."""
    return isinstance(thing, n.NounPhrase) and thing.noun == "player" and thing.determiner == n.Article(word="a")


def _of_one_place(node: n.Perform) -> n.Perform:
    """From or to one place is from or to a place: "from 1 field to another field"."""
    one = n.Quantity(kind="count", low=1)

    def said(slot: n.Slot) -> n.Slot:
        match slot.value:
            case n.NounPhrase(determiner=n.Quantity() as many, plural=False) if many == one and slot.name in PLACES:
                return replace(slot, value=replace(slot.value, determiner=n.Article(word="a", span=many.span)))
        return slot

    return replace(node, slots=tuple(map(said, node.slots))) if node.verb in MOVES else node


def without_its_place(owner: n.NounPhrase) -> tuple[n.NounPhrase, n.Filter | None]:
    """A player without the place that stands behind, and that place: "a hut of that player in a field"."""
    last = owner.filters[-1] if owner.filters else None
    if isinstance(last, n.At | n.NextTo | n.Within):
        return replace(owner, filters=owner.filters[:-1]), last
    if isinstance(last, n.Of) and isinstance(last.phrase, n.NounPhrase):
        of, place = without_its_place(last.phrase)
        if of.determiner == n.Article(word="this"):  # “of the owner of this card in a field”
            return replace(owner, filters=(*owner.filters[:-1], replace(last, phrase=of))), place
    return owner, None


def _needed(pattern: str) -> list[str]:
    """The slots that cannot be left out of a verb's pattern: `V {object} [{to}]`."""
    return re.findall(r"\{(\w+)", re.sub(r"\[[^]]*\]", "", pattern))


def _of_yours(item: n.Filter) -> n.Filter:
    """What is of you is yours."""
    return n.OfYours(span=item.span) if isinstance(item, n.Of) and item.phrase == n.Pronoun(word="you") else item


def filters_in_order(filters: Iterable[n.Filter]) -> tuple[n.Filter, ...]:
    """The filters of a phrase in the order in which they are printed."""
    return tuple(sorted(filters, key=_filter_rank))


def _filter_rank(item: n.Filter) -> int:
    if isinstance(item, n.Relative) and item.verb == "have":
        return len(FILTER_ORDER)
    if isinstance(item, n.NextTo) and isinstance(item.phrase, n.Pronoun):  # before “within 2 of it”, in any language
        return len(FILTER_ORDER) + 1
    return FILTER_ORDER.index(type(item)) if type(item) in FILTER_ORDER else len(FILTER_ORDER) + 2


def _lies_in(lexicon: WordList, noun: str) -> list[str]:
    """The kinds of spaces in which a kind of piece lies, if there is one."""
    above = lexicon.kinds_above(noun)
    word = next((kind for kind in above if "in" in kind.entry), above[-1] if above else None)
    if word is None or word.type != "piece":
        return []
    places = word.entry.get("in", ())
    kinds = ("space", "border")
    spaces = [p for p in places if p in lexicon.nouns and any(lexicon.noun_is(p, kind) for kind in kinds)]
    return spaces if len(spaces) == 1 else []


def head_noun(phrase: n.Node) -> str | None:
    """The noun that a phrase names, if it names one."""
    match phrase:
        case n.NounPhrase(noun=str(noun)):
            return noun
        case n.NounPhrase(noun=n.NounGroup(nouns=nouns)):
            return nouns[0].noun
        case n.Phrases(items=items):
            return head_noun(items[0])
        case n.PartOf(whole=whole):
            return head_noun(whole)
        case n.AsMany(noun=noun):
            return noun
        case n.MoreThan(phrase=inner):
            return head_noun(inner)
        case n.Value(phrase=inner):
            return head_noun(inner)
    return None


def _one_of(owner: n.NounPhrase) -> n.NounPhrase | None:
    """One of those whose pieces “pawns of other players” are: each piece has one owner; None of anybody else."""
    if owner.determiner is not None or not owner.plural or owner.adjectives not in ((), ("other",)):
        return None
    word = "another" if owner.adjectives else "a"
    return replace(owner, determiner=n.Article(word=word), adjectives=(), plural=False)
