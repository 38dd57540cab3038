"""Phrases that mean several things: the list of them, the tests that pick them, one or all of them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.expressions.anaphora import References, on_map, place_of
from rulewright.compiler.expressions.phrases import (
    Phrases,
    done_this_way,
    enough,
    extreme,
    had,
    is_nearest,
    noun_words,
    one_noun,
    quantifier,
)  # fmt: skip
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.sources import Source, Sources
from rulewright.compiler.ir.expressions import (
    Call,
    Collection,
    Expr,
    Lit,
    Name,
    both,
    either,
    negation,
    total,
)  # fmt: skip
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.rewrite import replaced
from rulewright.compiler.ir.things import Things
from rulewright.compiler.scope import CHOOSE_BEFORE, SETS, Ref, Scope, of_nobody, refuse, stands_for_nothing
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.meaning import model as m
from rulewright.meaning.resolution import Key

UNROLLED = 9  # so many known things are written out one by one


class Selections:
    """Says which things a phrase means."""

    def __init__(
        self, s: Services, up: Recursion, phrases: Phrases, references: References, sources: Sources, pieces: Pieces
    ) -> None:
        self.source = s.source
        self.layout = s.layout
        self.texts = s.texts
        self.module = s.module
        self.tables = s.tables
        self.up = up
        self.phrases = phrases
        self.references = references
        self.sources = sources
        self.pieces = pieces

    def fits(self, phrase: N.NounPhrase, scope: Scope, thing: Expr) -> list[Expr]:
        """The tests of a thing of the right kind: whether it is one that a phrase describes."""
        noun = self.phrases.kind(phrase)
        self.tables.domain(noun)  # refuses what nothing can be described of
        if self.phrases.ordered(phrase) or any(map(self._last, phrase.filters)):
            raise refuse(phrase, "of one thing it cannot be told whether it comes first", code="RW0604")
        ref = Ref(thing, self.source.type_of(noun), noun)
        return self._described(phrase, ref, list(phrase.adjectives), list(phrase.filters), scope)

    def each(self, phrase: N.NounPhrase, scope: Scope, var: Name | None = None) -> Things:
        """The things a phrase describes; not for pieces."""
        noun = self.phrases.kind(phrase)
        var = var or self.module.fresh()
        done = self.done_this_way(phrase, scope)
        if done is not None:  # what they were was asked when it was done
            return Things(var, done, [])
        among = self._among(phrase, scope)
        if among is not None and isinstance(self.texts.resolution.meant(phrase), m.Known):  # all of them
            return Things(var, among, [])
        ref = Ref(var, self.source.type_of(noun), noun)
        ordered = self.phrases.ordered(phrase)
        adjectives = [word for word in phrase.adjectives if word not in ordered]
        filters = [item for item in phrase.filters if not (isinstance(item, N.Adjective) and item.word in ordered)]
        if among is not None:
            source = Source(among, mixed=noun != "card" and not self.source.fits(noun, "die"))
        else:
            source = self.sources.source(phrase, ref, adjectives, filters, scope)
        tests = [expr("{}[{}]", self.tables.member(noun), var)] if source.mixed else []
        last = [item for item in filters if self._last(item)]
        first = [item for item in filters if not self._last(item)]
        tests += self._described(phrase, ref, adjectives, first, scope, source.tested)
        things = Things(var, source.of, tests)
        for item in last:
            if isinstance(item, N.Related):
                things = Things(var, self._by_distance(item, things.picked(), scope), [])
            elif isinstance(item, N.With | N.ThatHas):
                things = Things(var, self._by_rank(had(item), ref, things, scope, phrase), [])
        for word in ordered:
            order = self.up.definitions.order(word)
            things = Things(var, expr("FIRSTS(s, {}, {}, {})", order, scope.you, things.picked()), [])
        return things

    @staticmethod
    def done_this_way(phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """The cards that were, say, discarded this way; None for what a phrase describes, and what is only counted."""
        key = done_this_way(phrase)
        return scope.done.get(key) if key is not None else None

    def is_spoken_of(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase means several things that were spoken of before, or those of them that it describes."""
        return self._set(phrase) is not None

    def spoken_of(self, phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """`those cards`, `those cards that are beasts`: of what was spoken of; None for what a phrase describes."""
        return self.each(phrase, scope).listed() if self.is_spoken_of(phrase) else None

    def _set(self, phrase: N.NounPhrase) -> m.Known | None:
        """The several things, spoken of before, that a phrase means or some of which it describes."""
        meant = self.texts.resolution.meant(phrase)
        known = meant.among if isinstance(meant, m.Selection) else meant
        return known if isinstance(known, m.Known) and known.to.several else None

    def set_of(self, phrase: N.NounPhrase) -> Key | None:
        """The key of the several things that a phrase means or some of which it describes."""
        known = self._set(phrase)
        return self.texts.resolution.key(phrase, known) if known is not None else None

    def _among(self, phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """The cards that a phrase means, or of which it means some; None for what it describes among all."""
        if not self.is_spoken_of(phrase):
            return None
        if id(phrase) in scope.stand_ins:
            ref: Ref | None = scope.stand_ins[id(phrase)][1]
        else:
            key = self.set_of(phrase)
            ref = scope.refs.get(key) if key is not None else None
        noun = self.phrases.kind(phrase)
        kind = "die" if self.source.fits(noun, "die") else self.source.type_of(noun)
        if kind != "card" and (ref is None or ref.type != SETS.get(kind)):
            what = f"it is not clear which {noun_words(phrase)} is meant"
            raise refuse(phrase, what, CHOOSE_BEFORE)
        if ref is None or ref.type != SETS[kind]:
            raise refuse(phrase, "which cards are meant is not told here", "Say where they lie: “each card in …”.")
        return ref.expr

    def _described(
        self,
        phrase: N.NounPhrase,
        ref: Ref,
        adjectives: list[str],
        filters: list[N.Filter],
        scope: Scope,
        tested: bool = False,
    ) -> list[Expr]:
        """The tests that the words of a phrase set; tested: the noun's own condition holds already."""
        tests: list[Expr] = []
        if "other" in adjectives:
            adjectives.remove("other")
            tests += self._all_others(phrase, ref, scope)
        inner = scope.child()
        self.references.know(phrase, ref, inner)
        if not tested:
            tests += self.derived(ref.noun, ref, phrase, scope, filters)
        if isinstance(phrase.noun, N.NounGroup):
            tests.append(self.of_kinds(phrase.noun, ref, scope))
        tests += self._another(phrase, ref, scope)
        tests += self.possessed(phrase, ref, scope)
        for word in adjectives:
            tests += self.up.filters.adjective(word, ref, scope)
        for item in filters:
            tests += self.up.filters.filter(item, ref, inner)
        return tests

    def of_kinds(self, group: N.NounGroup, ref: Ref, scope: Scope) -> Expr:
        """Whether a thing is of one of several kinds, each with its own adjectives."""
        ways = []
        for bare in group.nouns:
            kind = Ref(ref.expr, ref.type, bare.noun)
            tests = self.up.filters.kind_test(bare.noun, kind) + self.derived(bare.noun, kind, None, scope, [])
            for word in bare.adjectives:
                tests += self.up.filters.adjective(word, kind, scope)
            ways.append(both(*tests))
        return either(*ways)

    def _another(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> list[Expr]:
        """`another field`: other than you, than what was spoken of last, or than the card that speaks.

        A card that is being used is not among those of the pile that it lies on for that.
        """
        det = phrase.determiner
        said = isinstance(det, N.Article) and det.word in ("another", "the_other", "all_other", "each_other")
        if said and ref.type == "player":
            return [self._another_player(phrase, ref, scope)]
        told = det if det is not None else scope.said(phrase)
        twice = det is None and "other" in phrase.adjectives  # which has been tested
        meant = self.texts.resolution.meant(told) if said or (ref.type == "card" and not twice) else None
        others = meant.others if isinstance(meant, m.Selection) else ()
        return [self._is_other(ref, thing, phrase, scope) for thing in others]

    def _another_player(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> Expr:
        """Whether somebody is none of the described players of the sentence before, else whether they are not you."""
        if not self._than_a_set(phrase):
            return expr("{} != {}", ref.expr, scope.you)
        if scope.set_before is None:
            raise stands_for_nothing(phrase, f"another {one_noun(phrase).replace('_', ' ')}")
        return expr("{} not in {}", ref.expr, scope.set_before)

    def _all_others(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> list[Expr]:
        """`other players`, `for each other spell`: than you, or than what "another" would be other than."""
        if ref.type == "player":
            return [self._another_player(phrase, ref, scope)]
        phrase = scope.said(phrase)
        meant = self.texts.resolution.meant(phrase)
        if not isinstance(meant, m.Selection) or not meant.others:
            raise refuse(phrase, "“other” cannot be tested here", code="RW0606")
        return [self._is_other(ref, thing, phrase, scope) for thing in meant.others]

    def _is_other(self, ref: Ref, thing: m.Thing, phrase: N.NounPhrase, scope: Scope) -> Expr:
        """Whether it is other than what was spoken of, one or several, or than where something lies that is moved."""
        if isinstance(thing, m.Known) and thing.to.introduced == "this" and scope.this is not None:
            return expr("{} != {}", ref.expr, scope.this)
        holder = thing.holders[0] if isinstance(thing, m.Attribute) else thing
        key = self.texts.resolution.key(phrase.determiner or phrase, holder)
        old = scope.refs.get(key) if key is not None else None
        if old is None:
            raise stands_for_nothing(phrase, f"another {one_noun(phrase).replace('_', ' ')}")
        if holder is thing:
            test = expr("{} not in {}" if old.type in SETS.values() else "{} != {}", ref.expr, old.expr)
            return test if old.when is None else either(negation(old.when), test)
        return expr("{} != {}", ref.expr, expr("{}[2]", old.expr) if old.type == "pieces" else on_map(old))

    def than(self, phrase: N.NounPhrase, scope: Scope) -> list[Ref]:
        """The things that were spoken of and that must have been found, so that “another …” is another.

        Where they were not found, “all other …”, “each other …” and “other …” leave nothing out (R9).
        """
        det = phrase.determiner
        several = isinstance(det, N.Article) and det.word in ("all_other", "each_other")
        if several or "other" in phrase.adjectives:
            return []
        return [scope.refs[key] for key in self.others_than(phrase) if key in scope.refs]

    def others_than(self, phrase: N.NounPhrase) -> list[Key]:
        """What the things are called than which “another …” or “each other …” is another."""
        found: list[Key] = []
        for node in (phrase.determiner, phrase):
            meant = self.texts.resolution.meant(node) if node is not None else None
            for thing in meant.others if isinstance(meant, m.Selection) else ():
                key = self.texts.resolution.key(node, thing) if node is not None else None
                found += [key] if key is not None else []
        return found

    def _than_a_set(self, phrase: N.NounPhrase) -> bool:
        """Whether "each other player" means others than the players of the sentence before."""
        meant = self.texts.resolution.meant(phrase.determiner or phrase)
        others = meant.others if isinstance(meant, m.Selection) else ()
        return any(isinstance(other, m.Known) and other.to.several for other in others)

    def _by_distance(self, item: N.Related, things: Expr, scope: Scope) -> Expr:
        """Those of some spaces that are `nearest to X` or `furthest from X`, all of them where several are as near."""
        if self.layout.links:
            raise refuse(item, "distances change while borders join spaces at times only", code="RW0604")
        phrase = item.phrase
        goals: Expr
        if isinstance(phrase, N.NounPhrase) and self.phrases.is_piece(phrase):
            space = self.module.fresh()
            inner = scope.child()
            inner.place = Ref(space, "space", "space")
            tests, alone = self.up.filters.of_its_place(phrase, inner.place, scope)
            tests.append(expr("{} > 0", self.pieces.piece_count(alone, inner)))
            goals = Things(space, self.tables.domain("space"), tests).picked()
        elif isinstance(phrase, N.NounPhrase) and self.phrases.open(phrase) and self._region(phrase):
            raise refuse(phrase, "how far regions are away is only told of one", "Name the region.", code="RW0604")
        elif self.phrases.open(phrase):
            goals = self.list_of(phrase, scope)
        else:
            goal = self.references.ref(phrase, scope)
            goals = goal.expr if goal.type == "region" else expr("({},)", on_map(goal))
        table = self.module.constant(self.layout.distances(), "STEPS")
        extreme = "min" if item.relation == "nearest_to" else "max"
        return expr("BY_DISTANCE({}, {}, {}, {})", table, things, goals, extreme)

    def _region(self, phrase: N.NounPhrase) -> bool:
        return isinstance(phrase.noun, str) and self.source.type_of(phrase.noun) == "region"

    def _last(self, item: N.Filter) -> bool:
        """Whether a filter picks from what all the others leave: the nearest ones, those with the most."""
        if isinstance(item, N.With | N.ThatHas):
            return bool(extreme(had(item)))
        return is_nearest(item)

    def _by_rank(self, phrase: N.Phrase, ref: Ref, things: Things, scope: Scope, whole: N.NounPhrase) -> Expr:
        """Those of some things that have the most of something, all of them where several have as much.

        Where none has any, none has the most. whole: what describes them, for “their” in what they have.
        """
        assert isinstance(phrase, N.NounPhrase)
        known = self.up.filters.knowing(scope, ref, whole).acting(scope.you)  # “you” is none of those compared
        rank = self.up.conditions.rank(phrase, ref, known)
        if self.phrases.needs_some(phrase):
            things = things.narrowed(expr("{} > 0", rank))
        values = things.each(rank)
        return expr("BY_RANK({}, {}, {})", things.picked(), Call("list", (values,)), extreme(phrase))

    def lies(self, card: Expr, phrase: N.Phrase, scope: Scope) -> Expr:
        """Whether a card lies in (or on) what a phrase names: one place, or any of several."""
        if not self.phrases.open(phrase):
            return expr("s.where[{}] == {}", card, place_of(self.references.ref(phrase, scope)))
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "where does it lie?")
        things = self.each(phrase, scope)
        spot = place_of(Ref(things.thing, self.source.type_of(str(phrase.noun)), str(phrase.noun)))
        return self.some(things.narrowed(expr("s.where[{}] == {}", card, spot)))

    def lying(self, phrase: N.NounPhrase, place: Ref, scope: Scope) -> Expr:
        """How many cards of a phrase lie in a place."""
        things = self.each(phrase, scope)
        return things.narrowed(expr("s.where[{}] == {}", things.thing, place_of(place))).counted()

    def possessed(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> list[Expr]:
        """`your fields`, `another player's field`: by the verb that the noun's entry names as ownership."""
        det = phrase.determiner
        if ref.type != "space" or det is None:
            return []
        if not isinstance(det, N.Possessive) and not (isinstance(det, N.Article) and det.word in ("your", "their")):
            return []
        noun = ref.noun
        while noun and not self.source.entry(noun).get("owned by"):
            noun = self.source.entry(noun).get("is", "")
        if not noun:
            raise refuse(
                phrase,
                f"nobody can own a {ref.noun.replace('_', ' ')}",
                "Give the noun an `owned by:` verb.",
                code="RW0603",
            )
        verb = self.source.entry(noun)["owned by"]
        if isinstance(det, N.Possessive) and isinstance(det.owner, N.NounPhrase) and self.phrases.open(det.owner):
            owners = self.each(det.owner, scope)
            return [self.some(owners.narrowed(self.state_verb(verb, owners.thing, [ref.expr])))]
        seat = self.references.possessor(phrase, scope)
        if seat is None:
            raise of_nobody(phrase, ref.noun)
        return [self.state_verb(verb, seat, [ref.expr])]

    def state_verb(self, verb: str, seat: Expr, args: Sequence[Expr]) -> Expr:
        """The call that tests a state verb."""
        return expr("{}(s, {}, *{})", self.up.definitions.state_verb(verb), seat, args)

    def derived(
        self, noun: str, ref: Ref, phrase: N.NounPhrase | None, scope: Scope, filters: list[N.Filter]
    ) -> list[Expr]:
        """The condition of a noun that is another noun with a condition; takes its `of X` out of the filters."""
        entry = self.source.entry(noun)
        if not entry.get("means") or self.source.type_of(noun) in ("number",):
            return []
        of = entry.get("of")
        if of and entry.get("type") == "player":
            thing = self.references.possessed_by(phrase, scope) if phrase is not None else None
            for item in list(filters):
                if isinstance(item, N.Of):
                    filters.remove(item)
            if thing is None:
                thing = self.references.implied(phrase or N.NounPhrase(noun=noun), of, scope)
            return [expr("{}(s, {}, {})", self.up.definitions.noun_test(noun), ref.expr, thing.expr)]
        return [expr("{}(s, {})", self.up.definitions.noun_test(noun), ref.expr)]

    def any_of(self, phrase: N.NounPhrase, scope: Scope) -> Expr:
        """Whether there is such a thing."""
        things = self.each(phrase, scope)
        return self.some(things) if things.tests else Call("bool", (things.source,))

    def list_of(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """The things a phrase describes, as a list."""
        if isinstance(phrase, N.Phrases):
            return total(*(self.list_of(item, scope) for item in phrase.items))
        if isinstance(phrase, N.PartOf):
            return self.list_of(phrase.whole, scope)
        if isinstance(phrase, N.Pronoun):
            several = self.references.several(phrase, scope)
            if several is not None:
                return expr("list({})", several.expr)
            return expr("[{}]", self.references.ref(phrase, scope).expr)
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "things that can be listed were expected here")
        if not self.phrases.open(phrase) and isinstance(phrase.noun, str) and not phrase.plural:
            found = self.references.definite(phrase, scope)
            if found is not None and isinstance(found.expr, Call) and found.expr.function == "next":
                one = self.module.fresh()  # it may be that nothing is so
                return Things(one, expr("({},)", found.expr), [expr("{} >= 0", one)]).picked()
            if found is not None:
                return expr("[{}]", found.expr)
        return self.each(phrase, scope).listed()

    def tied(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """The things a phrase describes; all that have the most of something, where it speaks of the one that has."""
        if isinstance(phrase, N.NounPhrase) and not phrase.plural and any(map(self._last, phrase.filters)):
            return self.each(phrase, scope).listed()
        return self.list_of(phrase, scope)

    def some(self, things: Things) -> Expr:
        """Whether there is one of some things; written out where these are few and known."""
        test = both(*things.tests)
        items = self._known(things.source)
        if items is None:
            return Call("any", (Things(things.thing, things.source, []).each(test),))
        return either(*(replaced(test, {things.thing: item}) for item in items))

    def quantified(self, phrase: N.NounPhrase, things: Things, test: Expr) -> Expr:
        """Whether a test holds for as many of some things as their phrase asks for: each, no, 2, at most 1; or any."""
        match quantifier(phrase):
            case "each":
                return self.every(things, test)
            case "some":
                return self.some(things.narrowed(test))
        return enough(phrase, things.narrowed(test).counted())

    def every(self, things: Things, test: Expr) -> Expr:
        """Whether a test holds for each of some things."""
        whole = either(negation(both(*things.tests)), test) if things.tests else test
        items = self._known(things.source)
        if items is None:
            return Call("all", (Things(things.thing, things.source, []).each(whole),))
        return both(*(replaced(whole, {things.thing: item}) for item in items))

    def _known(self, source: Expr) -> list[Lit] | None:
        """The things of a source, where they are few and known."""
        match source:
            case Name("SEATS"):
                return [Lit(seat) for seat in range(self.layout.players)]
            case Name(name):
                values = self.module.namespace.get(name)
                if not isinstance(values, tuple) or not all(isinstance(value, int) for value in values):
                    return None
                items = [Lit(value) for value in values]
            case Collection("tuple", parts):
                items = [part for part in parts if isinstance(part, Lit)]
                if len(items) < len(parts):
                    return None
            case _:
                return None
        return items if 0 < len(items) <= UNROLLED else None
