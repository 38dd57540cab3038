# mypy: disable-error-code="no-any-return"
"""Phrases that mean several things: the list of them, the tests that pick them, one or all of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeGuard

from rulewright.compiler.expressions.anaphora import ACTOR
from rulewright.compiler.layout.layout import reaches
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N
from rulewright.language.problems import RulewrightError

if TYPE_CHECKING:
    from rulewright.compiler.expressions.expressions import Expressions


EVERYBODY = {"each", "all", "every", "each_other", "all_other"}
DEFINITE = {"the", "that", "this", "its", "their", "your", ACTOR}
UNROLLED = 9  # so many known things are written out one by one


def _put(expression: str, var: str, value: str) -> str:
    """An expression with a variable's value in its place."""
    return re.sub(rf"\b{var}\b", str(value), str(expression))


class Selections:
    """Says which things a phrase means."""

    def __init__(self, x: Expressions) -> None:
        self.x = x
        self.b = x.b
        self.layout = x.layout

    def fits(self, phrase: N.NounPhrase, scope: Scope, thing: str) -> list[str]:
        """The tests of a thing of the right kind: whether it is one that a phrase describes."""
        return self.each(phrase, scope, thing, given=True)[2]

    def each(
        self, phrase: N.NounPhrase, scope: Scope, var: str | None = None, given: bool = False
    ) -> tuple[str, str, list[str]]:
        """(variable, iterable, conditions) for the things a phrase describes; not for pieces.

        given: the variable is a thing already, so the conditions are all that the phrase says.
        """
        noun = phrase.noun
        if isinstance(noun, N.NounGroup):
            raise refuse(phrase, "one kind of thing was expected here, not several")
        var = var or self.x.fresh()
        kind = self.x.type_of(noun)
        ref = Ref(var, kind, noun)
        conditions: list[str] = []
        source = None
        filters = list(phrase.filters)
        if kind == "card" and not given:
            for item in phrase.filters:
                if isinstance(item, N.At | N.Of):
                    zones = self.x.references.zones_of(item.phrase, scope) if self.is_zone(item.phrase) else None
                    if zones is not None:
                        source = " + ".join(f"s.zones[{zone}]" for zone in zones)
                        if many := topmost(phrase):
                            source = f"({source})[:-{many} - 1:-1]"
                        filters.remove(item)
            if source is not None and noun != "card":
                conditions.append(f"{self.b.member(noun)}[{var}]")
        if kind == "space" and not given:
            for item in phrase.filters:
                if isinstance(item, N.Of | N.At) and self._region(item.phrase, scope):
                    source = self._region(item.phrase, scope)
                    filters.remove(item)
                elif isinstance(item, N.At) and source is None and self._single(item.phrase, scope, "border"):
                    source = f"ENDS[{self.x.references.ref(item.phrase, scope).expr}]"
                    filters.remove(item)
                    conditions.append(f"{self.b.member(noun)}[{var}]")
                elif isinstance(item, N.Related) and source is None and self._closed(item, scope):
                    name = self.b.definitions.closure(item.relation)
                    if self._single(item.phrase, scope):
                        source = f"{name}(s, {self.x.references.ref(item.phrase, scope).expr}, {scope.you})"
                    else:
                        start = self.x.fresh()
                        starts = self.list_of(item.phrase, scope)
                        source = f"sorted({{y for {start} in {starts} for y in {name}(s, {start}, {scope.you})}})"
                    filters.remove(item)
                    conditions.append(f"{self.b.member(noun)}[{var}]")
                elif isinstance(item, N.NextTo) and source is None and self._located(item.phrase, scope):
                    other = self.x.references.ref(item.phrase, scope)
                    place = f"ON_MAP[s.where[{other.expr}]]" if other.type == "card" else other.expr
                    filters.remove(item)
                    if self.layout.links:
                        source = self.near(place)
                        conditions.append(f"{self.b.member(noun)}[{var}]")
                    elif self._conditional(noun):
                        source = f"{self._those(noun, 'next_to')}(s, {place})"
                    else:
                        source = f"{self.b.neighbours(noun)}[{place}]"
        ordered = self.ordered(phrase)
        adjectives = [word for word in phrase.adjectives if word not in ordered]
        filters = [item for item in filters if not (isinstance(item, N.Adjective) and item.word in ordered)]
        if kind == "player" and "other" in adjectives:
            adjectives.remove("other")
            conditions.append(f"{var} != {scope.you}")
        for word in [*adjectives, *(item.word for item in filters if isinstance(item, N.Adjective))]:
            if source is None and not given and self.b.source.adjectives.get(word, {}).get("among"):
                source = f"{self.b.definitions.among(word)}(s, {scope.you})"
                conditions.append(f"{self.b.member(noun)}[{var}]")
                adjectives = [other for other in adjectives if other != word]
                filters = [other for other in filters if other != N.Adjective(word=word)]
        if source is None:
            if kind == "card" and not given and (topmost(phrase) or self._somebodys(phrase)):
                raise refuse(phrase, f"where are these {self.x.references.words(phrase)}s?", "Name the zone: “… in …”.")
            source = f"{self._those(noun)}(s)" if self._conditional(noun) and not given else self.x.domain(noun)
        inner = scope.child()
        inner.mention(ref)
        if not str(source).startswith(f"those_{noun}"):
            conditions += self.derived(noun, ref, phrase, scope, filters)
        det = phrase.determiner
        if isinstance(det, N.Article) and det.word in ("another", "the_other", "all_other", "each_other"):
            if kind == "player":
                conditions.append(f"{var} != {scope.you}")
            else:
                for old in reversed(scope.recent):
                    if old.type == kind and old.expr != var:
                        conditions.append(f"{var} != {old.expr}")
                        break
                else:  # nothing was spoken of: a card speaks of another than itself
                    if kind == "card" and scope.this is not None:
                        conditions.append(f"{var} != {scope.this}")
        conditions += self.possessed(phrase, ref, scope)
        for word in adjectives:
            conditions += self.x.filters.adjective(word, ref, scope)
        last: list[N.Related] = []
        for item in [item for item in filters if is_extreme(item)]:
            filters.remove(item)
            last.append(item)
        for item in filters:
            conditions += self.x.filters.filter(item, ref, inner)
        for item in last:
            test = f" if {' and '.join(conditions)}" if conditions else ""
            things, conditions = f"[{var} for {var} in {source}{test}]", []
            source = self._by_distance(item, things, scope)
        for word in ordered:
            test = f" if {' and '.join(conditions)}" if conditions else ""
            things, conditions = f"[{var} for {var} in {source}{test}]", []
            source = f"FIRSTS(s, {self.b.definitions.order(word)}, {scope.you}, {things})"
        return var, source, conditions

    def _by_distance(self, item: N.Related, things: str, scope: Scope) -> str:
        """Those of some spaces that are `nearest to X` or `furthest from X`, all of them where several are as near."""
        if self.layout.links:
            raise refuse(item, "distances change while borders join spaces at times only", code="RW0604")
        phrase = item.phrase
        if isinstance(phrase, N.NounPhrase) and self.x.pieces.is_piece(phrase):
            space = self.x.fresh()
            inner = scope.child()
            inner.place = Ref(space, "space", "space")
            count = self.x.pieces.piece_count(phrase, inner)
            goals = f"[{space} for {space} in {self.x.domain('space')} if ({count}) > 0]"
        elif self.open(phrase):
            assert isinstance(phrase, N.NounPhrase)
            goals = self.list_of(phrase, scope)
        else:
            ref = self.x.references.ref(phrase, scope)
            goals = f"(ON_MAP[s.where[{ref.expr}]],)" if ref.type == "card" else f"({ref.expr},)"
        table = self.b.constant(self.layout.distances(), "STEPS")
        return f"BY_DISTANCE({table}, {things}, {goals}, {'min' if item.relation == 'nearest_to' else 'max'})"

    def _conditional(self, noun: str) -> bool:
        """Whether only those spaces of a kind are meant for which a condition holds."""
        entry = self.x.entry(noun)
        return self.x.type_of(noun) == "space" and bool(entry.get("means") and entry.get("is"))

    def _those(self, noun: str, where: str = "") -> str:
        """The function that lists the spaces for which a noun's condition holds: all of them, or those next to one."""
        among = f"{self.b.neighbours(noun)}[y]" if where else self.x.domain(noun)
        test = self.b.definitions.noun_test(noun)
        name = f"those_{noun}_{where}" if where else f"those_{noun}"
        return self.b.function(name, "s, y" if where else "s", lambda: f"tuple([x for x in {among} if {test}(s, x)])")

    def near(self, space: str) -> str:
        """The neighbours of a space; where borders join spaces only at times, as they are now."""
        if not self.layout.links:
            return f"ADJ[{space}]"

        def joins(kind: str) -> str:
            scope = Scope("0")
            scope.bind(kind, Ref("x", "border", kind))
            condition = self.b.definitions.word("nouns", kind).joins
            return self.b.function(f"joins_{kind}", "s, x", lambda: self.x.conditions.block_condition(condition, scope))

        def write() -> str:
            kinds = dict.fromkeys(kind for links in self.layout.links.values() for _, _, kind in links)
            test = " or ".join(f"(k == {kind!r} and {joins(kind)}(s, x))" for kind in kinds)
            return f"ADJ[y] + tuple(z for x, z, k in LINKS[y] if {test}) if y in LINKS else ADJ[y]"

        return f"{self.b.function('NEAR', 's, y', write)}(s, {space})"

    def _closed(self, item: N.Related, scope: Scope) -> bool:
        """Whether a relation reaches on from step to step, from one known place."""
        entry = self.b.source.relations.get(item.relation, {})
        several = isinstance(item.phrase, N.NounPhrase) and item.phrase.plural
        return reaches(entry) and (several or self._single(item.phrase, scope))

    def is_zone(self, phrase: N.Phrase) -> bool:
        """Whether a phrase names zones."""
        if isinstance(phrase, N.Phrases):
            return all(self.is_zone(item) for item in phrase.items)
        if not isinstance(phrase, N.NounPhrase):
            return False
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
        return all(self.x.entry(bare.noun).get("type") == "zone" for bare in nouns)

    def _region(self, phrase: N.Phrase, scope: Scope) -> str | None:
        if (
            isinstance(phrase, N.NounPhrase)
            and isinstance(phrase.noun, str)
            and self.x.type_of(phrase.noun) == "region"
        ):
            return self.x.references.ref(phrase, scope).expr
        if isinstance(phrase, N.Pronoun) and self._single(phrase, scope, "region"):
            return self.x.references.ref(phrase, scope).expr
        return None

    def can_lie(self, noun: str) -> bool:
        """Whether such cards may lie on spaces or cards by themselves."""
        entry = self.x.entry(noun)
        if self.x.type_of(noun) != "card":
            return False
        above = entry.get("is") or (entry["of"] if entry.get("type") == "role" else "")
        return bool(entry.get("in")) or bool(above and above != "card" and self.can_lie(above))

    def place(self, ref: Ref) -> str:
        """Where something is, or the place that it is: a space, border or zone; of a card, the place on it."""
        return f"CARD0 + {ref.expr}" if ref.type == "card" else ref.expr

    def lies(self, card: str, phrase: N.Phrase, scope: Scope) -> str:
        """Whether a card lies in (or on) what a phrase names: one place, or any of several."""
        if not self.open(phrase):
            return f"s.where[{card}] == {self.place(self.x.references.ref(phrase, scope))}"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "where does it lie?")
        var, source, conditions = self.each(phrase, scope)
        spot = self.place(Ref(var, self.x.type_of(str(phrase.noun)), str(phrase.noun)))
        return self.some(var, source, [*conditions, f"s.where[{card}] == {spot}"])

    def lying(self, phrase: N.NounPhrase, place: Ref, scope: Scope) -> str:
        """How many cards of a phrase lie in a place."""
        var, source, conditions = self.each(phrase, scope)
        tests = [*conditions, f"s.where[{var}] == {self.place(place)}"]
        return f"sum(1 for {var} in {source} if {' and '.join(tests)})"

    def _located(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether a phrase names one space, or a card that may lie on one."""
        if self._single(phrase, scope):
            return True
        return self._single(phrase, scope, "card") and self.can_lie(self.x.references.ref(phrase, scope).noun)

    def _single(self, phrase: N.Phrase, scope: Scope, kind: str = "space") -> bool:
        try:
            return self.x.references.ref(phrase, scope).type == kind
        except RulewrightError:
            return False

    def possessed(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> list[str]:
        """`your fields`, `another player's field`: by the verb that the noun's entry names as ownership."""
        det = phrase.determiner
        if ref.type != "space" or det is None:
            return []
        if not isinstance(det, N.Possessive) and not (isinstance(det, N.Article) and det.word in ("your", "their")):
            return []
        noun = ref.noun
        while noun and not self.x.entry(noun).get("owned by"):
            noun = self.x.entry(noun).get("is", "")
        if not noun:
            raise refuse(
                phrase,
                f"nobody can own a {ref.noun.replace('_', ' ')}",
                "Give the noun an `owned by:` verb.",
                code="RW0603",
            )
        verb = self.x.entry(noun)["owned by"]
        if isinstance(det, N.Possessive) and isinstance(det.owner, N.NounPhrase) and self.open(det.owner):
            var, source, conditions = self.each(det.owner, scope)
            conditions.append(self.x.conditions.state_verb(verb, var, [ref.expr]))
            return [self.some(var, source, conditions)]
        seat = self.x.references.possessor(phrase, scope)
        return [self.x.conditions.state_verb(verb, seat or scope.you, [ref.expr])]

    @staticmethod
    def _somebodys(phrase: N.NounPhrase) -> bool:
        """Whether a determiner says whose things are meant."""
        det = phrase.determiner
        word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else None
        return isinstance(det, N.Possessive) or word in ("your", "their")

    def ordered(self, phrase: N.NounPhrase) -> list[str]:
        """The adjectives of a phrase that say which things come first, such as “cheapest”."""
        words = [*phrase.adjectives, *(item.word for item in phrase.filters if isinstance(item, N.Adjective))]
        return [word for word in words if self.b.source.adjectives.get(word, {}).get("order")]

    def open(self, phrase: N.Phrase) -> bool:
        """Whether a phrase leaves open which thing is meant."""
        if isinstance(phrase, N.Pronoun):
            return phrase.word == "nobody"
        if not isinstance(phrase, N.NounPhrase):
            return True
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            return False
        if self.ordered(phrase):  # several may come first
            return True
        if isinstance(det, N.Article):
            return det.word not in DEFINITE
        if det is None and isinstance(phrase.noun, str) and self.x.type_of(phrase.noun) == "card":
            return phrase.noun == "card" or len(self.layout.cards_of(phrase.noun)) != 1
        return True

    def derived(
        self, noun: str, ref: Ref, phrase: N.NounPhrase | None, scope: Scope, filters: list[N.Filter]
    ) -> list[str]:
        """The condition of a noun that is another noun with a condition; takes its `of X` out of the filters."""
        entry = self.x.entry(noun)
        if not entry.get("means") or self.x.type_of(noun) in ("number",):
            return []
        of = entry.get("of")
        if of and entry.get("type") == "player":
            thing = self.x.references.possessed_by(phrase, scope) if phrase is not None else None
            for item in list(filters):
                if isinstance(item, N.Of):
                    filters.remove(item)
            if thing is None:
                thing = self.x.references.implied(of, scope)
            return [f"{self.b.definitions.noun_test(noun)}(s, {ref.expr}, {thing.expr})"]
        return [f"{self.b.definitions.noun_test(noun)}(s, {ref.expr})"]

    def any_of(self, phrase: N.NounPhrase, scope: Scope, test: str = "", var: str | None = None) -> str:
        """Whether there is such a thing (for which `test` holds too)."""
        name, source, conditions = self.each(phrase, scope, var)
        if test:
            conditions.append(test)
        if not conditions:
            return f"bool({source})"
        return self.some(name, source, conditions)

    def list_of(self, phrase: N.Phrase, scope: Scope) -> str:
        """The things a phrase describes, as a list."""
        if isinstance(phrase, N.Phrases):
            return " + ".join(self.list_of(item, scope) for item in phrase.items)
        if isinstance(phrase, N.PartOf):
            return self.list_of(phrase.whole, scope)
        if isinstance(phrase, N.Pronoun):
            ref = self.x.references.ref(phrase, scope)
            return f"list({ref.expr})" if ref.type == "cards" else f"[{ref.expr}]"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "things that can be listed were expected here")
        if not self.open(phrase) and isinstance(phrase.noun, str) and not phrase.plural:
            found = self.x.references.definite(phrase, scope)
            if found is not None and str(found.expr).startswith("next("):  # it may be that nothing is so
                one = self.x.fresh()
                return f"[{one} for {one} in ({found.expr},) if {one} >= 0]"
            if found is not None:
                return f"[{found.expr}]"
        name, source, conditions = self.each(phrase, scope)
        test = f" if {' and '.join(conditions)}" if conditions else ""
        if not conditions:
            return f"list({source})"
        return f"[{name} for {name} in {source}{test}]"

    def some(self, var: str, source: str, tests: list[str]) -> str:
        """Whether all tests hold for one of the things in `source`; written out where these are few and known."""
        items = self._known(source)
        test = " and ".join(tests) or "True"
        if items is None:
            return f"any({test} for {var} in {source})"
        return "(" + " or ".join(_put(test, var, item) for item in items) + ")"

    def quantified(self, phrase: N.NounPhrase, var: str, source: str, given: list[str], test: str) -> str:
        """Whether a test holds for as many of some things as their phrase asks for: each, no, 2, at most 1; or any."""
        if quantifier(phrase) == "each":
            return self.every(var, source, given, test)
        if quantifier(phrase) == "some":
            return self.some(var, source, [*given, test])
        count = f"sum(1 for {var} in {source} if {' and '.join([*given, test])})"
        return self.x.conditions.enough(phrase, count)

    def every(self, var: str, source: str, given: list[str], test: str) -> str:
        """Whether a test holds for each of the things in `source` for which the given ones do."""
        whole = f"not ({' and '.join(given)}) or {test}" if given else test
        items = self._known(source)
        if items is None:
            return f"all({whole} for {var} in {source})"
        return "(" + " and ".join(f"({_put(whole, var, item)})" for item in items) + ")"

    def _known(self, source: str) -> list[str] | None:
        if source == "SEATS":
            return [str(seat) for seat in range(self.layout.players)]
        value = self.b.namespace.get(str(source))
        if value is None and str(source).startswith("("):
            value = (
                tuple(int(number) for number in re.findall(r"\d+", str(source)))
                if re.fullmatch(r"[\d, ()]+", str(source))
                else None
            )
        if isinstance(value, tuple) and 0 < len(value) <= UNROLLED and all(isinstance(item, int) for item in value):
            return [str(item) for item in value]
        return None


def is_extreme(item: N.Filter) -> TypeGuard[N.Related]:
    """Whether a filter asks for those that are nearest to something or furthest from it."""
    return isinstance(item, N.Related) and item.relation in ("nearest_to", "furthest_from")


def quantifier(phrase: N.NounPhrase) -> str:
    """Whether a phrase speaks of each of some things, of a number of them, or of some of them."""
    det = phrase.determiner
    word = det.word if isinstance(det, N.Article) else det.kind if isinstance(det, N.Quantity) else ""
    if word in EVERYBODY:
        return "each"
    return "number" if word == "no" or (isinstance(det, N.Quantity) and word not in ("some", "any_number")) else "some"


def topmost(phrase: N.NounPhrase) -> int:
    """How many of the uppermost cards a phrase speaks of; 0 where it speaks of any."""
    det = phrase.determiner
    if isinstance(det, N.Quantity) and det.article in ("top", "the_top"):
        return det.low or 0
    return int(isinstance(det, N.Article) and det.word in ("top", "the_top"))
