"""Where the things of a phrase are gone through: all of a kind, the cards of a zone, the spaces around something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulewright.compiler.expressions.anaphora import References, on_map
from rulewright.compiler.expressions.phrases import (
    Phrases,
    must_be_inside,
)  # fmt: skip
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.ir.expressions import (
    Expr,
    Lit,
    Name,
    either,
    total,
)  # fmt: skip
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import reaches
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.meaning import model as m
from rulewright.problems import RulewrightError

ZONE = "Name it: “… in your hand”, “one of the … in their …”."


class Source(NamedTuple):
    """Where the things of a phrase are gone through.

    mixed: whether there are others among them than what the noun names; tested: whether only those are among them for
    which the noun's condition holds.
    """

    of: Expr
    mixed: bool = False
    tested: bool = False


class Sources:
    """Says what is gone through for a phrase, in one program."""

    def __init__(self, s: Services, up: Recursion, phrases: Phrases, references: References) -> None:
        self.lexicon = s.source
        self.layout = s.layout
        self.module = s.module
        self.tables = s.tables
        self.texts = s.texts
        self.up = up
        self.phrases = phrases
        self.references = references

    def source(
        self, phrase: N.NounPhrase, ref: Ref, adjectives: list[str], filters: list[N.Filter], scope: Scope
    ) -> Source:
        """Where the things of a phrase are gone through; takes what says so out of its adjectives and filters."""
        found = self._zones(phrase, ref, filters, scope) if ref.type == "card" else None
        if ref.type == "space":
            for item in filters:
                found = self._around(item, ref, scope)
                if found is not None:
                    filters.remove(item)
                    break
        if found is not None:
            return found
        for word in [*adjectives, *(item.word for item in filters if isinstance(item, N.Adjective))]:
            if self.lexicon.adjectives.get(word, {}).get("among"):
                adjectives[:] = [other for other in adjectives if other != word]
                filters[:] = [other for other in filters if other != N.Adjective(word=word)]
                return Source(expr("{}(s, {})", self.up.definitions.among(word), scope.you), mixed=True)
        if ref.type == "card" and (self.phrases.topmost(phrase) or self._somebodys(phrase)):
            raise refuse(phrase, "in which zone do these cards lie?", ZONE)
        if self._conditional(ref.noun):
            return Source(expr("{}(s)", self._those(ref.noun)), tested=True)
        return Source(self.tables.domain(ref.noun))

    def _zones(self, phrase: N.NounPhrase, ref: Ref, filters: list[N.Filter], scope: Scope) -> Source | None:
        """The cards of the zones that a phrase names."""
        for item in filters:
            if isinstance(item, N.At | N.Of) and self.lexicon.is_zone(item.phrase):
                zones = self.references.zones_of(item.phrase, scope)
                if zones is not None:
                    source = total(*(expr("s.zones[{}]", zone) for zone in zones))
                    if self.phrases.topmost(phrase):
                        source = self.at_the_end(phrase, source, scope)
                    filters.remove(item)
                    return Source(source, mixed=ref.noun != "card")
        return None

    def at_the_end(self, phrase: N.NounPhrase, pile: Expr, scope: Scope) -> Expr:
        """The outermost cards of a pile; a card that lies on it only because it is being used is none of them (R9)."""
        meant = self.texts.resolution.meant(scope.said(phrase))
        if isinstance(meant, m.Selection) and meant.others and scope.this is not None:
            card = self.module.fresh()
            pile = expr("[{} for {} in {} if {} != {}]", card, card, pile, card, scope.this)
        return self.phrases.at_the_end(phrase, pile)

    def _around(self, item: N.Filter, ref: Ref, scope: Scope) -> Source | None:
        """The spaces that a filter lists: of a region, at the ends of a border, related or next to something."""
        noun = ref.noun
        match item:
            case N.Of() | N.At() if region := self._region(item.phrase, scope):
                if isinstance(item, N.At):
                    must_be_inside(item, self.references.ref(item.phrase, scope))
                return Source(region, mixed=self._mixed_regions(noun))
            case N.At() if self._single(item.phrase, scope, "border"):
                return Source(expr("ENDS[{}]", self.references.ref(item.phrase, scope).expr), mixed=True)
            case N.Related() if self._closed(item, scope):
                return Source(self._reached(item, scope), mixed=True)
            case N.NextTo() if not self.phrases.open(item.phrase) and self._region(item.phrase, scope):
                return Source(self.around(self.references.ref(item.phrase, scope)), mixed=True)
            case N.NextTo() if self._located(item.phrase, scope):
                place = on_map(self.references.ref(item.phrase, scope))
                if self.layout.links:
                    return Source(self.near(place), mixed=True)
                if self._conditional(noun):
                    return Source(expr("{}(s, {})", self._those(noun, "next_to"), place), tested=True)
                return Source(expr("{}[{}]", self.tables.neighbours(noun), place))
        return None

    def _reached(self, item: N.Related, scope: Scope) -> Expr:
        """The spaces that a relation reaches from one space or from any of several."""
        name = self.up.definitions.closure(item.relation)
        if self._single(item.phrase, scope):
            return expr("{}(s, {}, {})", name, self.references.ref(item.phrase, scope).expr, scope.you)
        start = self.module.fresh()
        starts = self.up.selections.list_of(item.phrase, scope)
        return expr("sorted({{y for {} in {} for y in {}(s, {}, {})}})", start, starts, name, start, scope.you)

    def _conditional(self, noun: str) -> bool:
        """Whether only those spaces of a kind are meant for which a condition holds."""
        entry = self.lexicon.entry(noun)
        return self.lexicon.type_of(noun) == "space" and bool(entry.get("means") and entry.get("is"))

    def _those(self, noun: str, where: str = "") -> str:
        """The function that lists the spaces for which a noun's condition holds: all of them, or those next to one."""
        among = expr("{}[y]", self.tables.neighbours(noun)) if where else self.tables.domain(noun)
        test = self.up.definitions.noun_test(noun)
        name = f"those_{noun}_{where}" if where else f"those_{noun}"
        listed = expr("tuple([x for x in {} if {}(s, x)])", among, test)
        return self.module.function(name, ("s", "y") if where else ("s",), lambda: listed)

    def beside(self, noun: str, space: Expr, things: Things) -> Things | None:
        """Those of some things that are next to a space, where they are all for which their noun's condition holds."""
        if not self._conditional(noun) or things.source != expr("{}(s)", self._those(noun)):
            return None
        return Things(things.thing, expr("{}(s, {})", self._those(noun, "next_to"), space), things.tests)

    def near(self, space: Expr) -> Expr:
        """The neighbours of a space; where borders join spaces only at times, as they are now."""
        if not self.layout.links:
            return expr("ADJ[{}]", space)

        def joins(kind: str) -> str:
            scope = Scope(Lit(0))
            scope.bind(kind, Ref(Name("x"), "border", kind))
            condition = self.texts.word("nouns", kind).joins
            joined = self.up.conditions.block_condition
            return self.module.function(f"joins_{kind}", ("s", "x"), lambda: joined(condition, scope))

        def write() -> Expr:
            kinds = dict.fromkeys(kind for links in self.layout.links.values() for _, _, kind in links)
            test = either(*(expr("k == {} and {}(s, x)", Lit(kind), joins(kind)) for kind in kinds))
            return expr("ADJ[y] + tuple(z for x, z, k in LINKS[y] if {}) if y in LINKS else ADJ[y]", test)

        return expr("{}(s, {})", self.module.function("NEAR", ("s", "y"), write), space)

    def around(self, thing: Ref, steps: int | None = None) -> Expr:
        """The spaces next to a thing; of a region those next to any of its spaces that are not in it.

        steps: those at most so many steps from it instead, where it lies itself among them.
        """
        if thing.type != "region":
            return self._from_a_space(on_map(thing), steps)
        known = self.module.namespace.get(thing.expr.name) if isinstance(thing.expr, Name) else None
        if isinstance(known, tuple) and (steps is not None or not self.layout.links):
            reached = {space for one in known for space in self._steps_from(one, steps)}
            found = tuple(sorted(reached if steps is not None else reached.difference(known)))
            return Name(self.module.constant(found, f"NEAR_{thing.noun}"))
        x, y = self.module.fresh(), self.module.fresh()
        near = expr("sorted({{{} for {} in {} for {} in {}}})", y, x, thing.expr, y, self._from_a_space(x, steps))
        if steps is not None:
            return near
        return Things(y, near, [expr("{} not in {}", y, thing.expr)]).picked()

    def _from_a_space(self, space: Expr, steps: int | None) -> Expr:
        """The neighbours of a space, or what is at most so many steps from it."""
        if steps is None:
            return self.near(space)
        if self.layout.links:  # as they are joined now
            return expr("({}, *{})", space, self.near(space))
        rows = tuple(
            tuple(sorted(self._steps_from(place, steps))) if place in self.layout.spaces else ()
            for place in range(len(self.layout.names))
        )
        return expr("{}[{}]", self.module.constant(rows, f"WITHIN_{steps}"), space)

    def _steps_from(self, space: int, steps: int | None) -> Iterable[int]:
        """The neighbours of a space as the map is printed, or what is at most so many steps from it."""
        if steps is None:
            return self.layout.neighbours[space]
        return [other for other, far in self.layout.steps_from(space).items() if far <= steps]

    def _closed(self, item: N.Related, scope: Scope) -> bool:
        """Whether a relation reaches on from step to step, from one known place."""
        entry = self.lexicon.relations.get(item.relation, {})
        several = isinstance(item.phrase, N.NounPhrase) and item.phrase.plural
        return reaches(entry) and (several or self._single(item.phrase, scope))

    def _region(self, phrase: N.Phrase, scope: Scope) -> Expr | None:
        """The region that a phrase names; None when it names none."""
        if (
            isinstance(phrase, N.NounPhrase)
            and isinstance(phrase.noun, str)
            and self.lexicon.type_of(phrase.noun) == "region"
        ):
            return self.references.ref(phrase, scope).expr
        if isinstance(phrase, N.Pronoun) and self._single(phrase, scope, "region"):
            return self.references.ref(phrase, scope).expr
        return None

    def _mixed_regions(self, noun: str) -> bool:
        """Whether regions hold spaces of more than this kind."""
        if noun == "space":
            return False
        of_kind = set() if self._conditional(noun) else set(self.layout.spaces_of(noun))
        return not all(of_kind.issuperset(spaces) for _, spaces in self.layout.regions.values())

    def _located(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether a phrase names one space, or a card that may lie on one."""
        if self._single(phrase, scope):
            return True
        return self._single(phrase, scope, "card") and self.phrases.can_lie(self.references.ref(phrase, scope).noun)

    def _single(self, phrase: N.Phrase, scope: Scope, kind: str = "space") -> bool:
        try:
            return self.references.ref(phrase, scope).type == kind
        except RulewrightError:
            return False

    @staticmethod
    def _somebodys(phrase: N.NounPhrase) -> bool:
        """Whether a determiner says whose things are meant."""
        det = phrase.determiner
        word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else None
        return isinstance(det, N.Possessive) or word in ("your", "their")
