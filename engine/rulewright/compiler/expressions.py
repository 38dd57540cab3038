"""Phrases, amounts and conditions as Python expressions over a state `s` (its integers as `n`).

Nothing here changes the state. What can be shared becomes a function of the generated module: a condition of the
lexicon (`st_…`, `adj_…`, `is_…`, `rel_…`) or a number (`num_…`), asked for by name and written once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.compiler.layout import as_list, reaches
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N
from rulewright.language.problems import RulewrightError
from rulewright.ruleset import blocks as B

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder

EVERYBODY = {"each", "all", "every", "each_other", "all_other"}
DEFINITE = {"the", "that", "this", "its", "their", "your"}
COMPARISONS = {
    "equal": "==", "exactly": "==", "at_least": ">=", "at_most": "<=", "higher_than": ">", "lower_than": "<",
    "more_than": ">", "fewer_than": "<",
}  # fmt: skip


TOGETHER = {"total": ("sum", ""), "highest": ("max", ", default=0"), "lowest": ("min", ", default=0")}
UNROLLED = 9  # so many known things are written out one by one


def _put(expression: str, var: str, value: str) -> str:
    """An expression with a variable's value in its place."""
    return re.sub(rf"\b{var}\b", value, expression)


class Expressions:
    """Compiles what asks, for one program."""

    def __init__(self, builder: Builder) -> None:
        self.b = builder
        self.layout = builder.layout
        self.nouns = builder.layout.nouns
        self._fresh = 0

    def fresh(self) -> str:
        """A new variable name."""
        self._fresh += 1
        return f"x{self._fresh}"

    # ------------------------------------------------------------ nouns

    def entry(self, noun: str) -> dict[str, Any]:
        """The lexicon's entry of a noun; empty for the core's own."""
        return self.nouns.get(noun, {})

    def type_of(self, noun: str) -> str:
        """The type of what a noun names."""
        entry = self.entry(noun)
        kind = entry.get("type")
        if kind == "role":
            return self.type_of(entry["of"])
        if kind is None and noun == "tile":
            return "card"
        if noun == "amount":
            return "number"
        if kind is None:
            return noun if noun in ("player", "card", "space", "border", "number", "region", "zone") else "word"
        return str(kind)

    def fits(self, noun: str, other: str) -> bool:
        """Whether a thing called `noun` can be meant by `other`."""
        if noun == other:
            return True
        entry = self.entry(noun)
        parent = entry.get("is") or (entry.get("of") if entry.get("type") == "role" else None)
        if parent and parent != noun and self.fits(str(parent), other):
            return True
        return other == self.type_of(noun)

    def domain(self, noun: str) -> str:
        """All things a noun can name, as an iterable."""
        kind = self.type_of(noun)
        entry = self.entry(noun)
        base = noun
        while self.entry(base).get("means") and self.entry(base).get("is"):
            base = self.entry(base)["is"]
        if entry.get("type") == "role":
            return self.domain(entry["of"])
        if kind == "player":
            return "SEATS"
        if kind == "space":
            return self.b.constant(tuple(self.layout.spaces_of(base)), "K_" + base)
        if kind == "border":
            return self.b.constant(tuple(self.layout.borders_of(base)), "K_" + base)
        if kind == "card":
            return self.b.constant(tuple(self.layout.cards_of(base)), "K_" + base)
        if kind == "region":
            ids = [noun] if noun in self.layout.regions else self.layout.region_kind.get(base, [])
            return self.b.constant(tuple(self.layout.regions[i][1] for i in ids), "K_" + base)
        raise refuse(None, f"“{noun}” cannot be gone through one by one")

    def zones_of(self, phrase: N.Phrase, scope: Scope) -> list[str] | None:
        """The zones a phrase names, as expressions; None when it names none."""
        if isinstance(phrase, N.Phrases):
            found: list[str] = []
            for item in phrase.items:
                zones = self.zones_of(item, scope)
                if zones is None:
                    return None
                found += zones
            return found
        if not isinstance(phrase, N.NounPhrase):
            return None
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
        found = []
        for bare in nouns:
            entry = self.entry(bare.noun)
            if entry.get("type") != "zone":
                return None
            for described in phrase.filters:
                if not isinstance(described, N.Of):
                    raise refuse(
                        described,
                        f"this describes the {bare.noun.replace('_', ' ')}, which needs no description",
                        "Put these words next to the noun they belong to.",
                        code="RW0603",
                    )
            for part in self.layout.includes(bare.noun):
                instances = self.layout.zone[part]
                if self.entry(part).get("of") == "player":
                    if isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("a", "any", "each"):
                        found += [str(z) for z in instances]
                        continue
                    seat = self.possessor(phrase, scope)
                    if seat is None:
                        raise refuse(
                            phrase, f"whose {bare.noun.replace('_', ' ')} is meant?", "Say “your …” or “their …”."
                        )
                    if seat.isdigit():
                        found.append(str(instances[int(seat)]))
                    else:
                        found.append(f"{self.b.constant(tuple(instances), 'Z_' + part)}[{seat}]")
                else:
                    found.append(str(instances[0]))
        return found

    def zone(self, phrase: N.Phrase, scope: Scope) -> str:
        """The one zone a phrase names."""
        zones = self.zones_of(phrase, scope)
        if not zones or len(zones) != 1:
            raise refuse(phrase, "one zone was expected here")
        return zones[0]

    def possessor(self, phrase: N.NounPhrase, scope: Scope) -> str | None:
        """The seat that a determiner names as owner, or None."""
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            owner = self.ref(det.owner, scope)
            return owner.expr if owner.type == "player" else None
        word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else None
        if word == "your":
            return scope.you
        if word == "their":
            for ref in reversed(scope.recent):
                if ref.type == "player":
                    return ref.expr
            return scope.you
        if word == "its":
            for ref in reversed(scope.recent):
                if ref.type == "player":
                    return ref.expr
        for item in phrase.filters:
            if isinstance(item, N.Of):
                owner = self.ref(item.phrase, scope)
                if owner.type == "player":
                    return owner.expr
        return None

    # ------------------------------------------------------------ single things

    def ref(self, phrase: N.Phrase, scope: Scope) -> Ref:
        """The single thing that a phrase names. Raises MeaningError when it names none or several."""
        if isinstance(phrase, N.Pronoun):
            return self._pronoun(phrase, scope)
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            found = self._definite(phrase, scope)
            if found is not None:
                return found
        raise refuse(
            phrase, f"it is not clear which {self.words(phrase)} is meant", "Name it: “choose …, as the target”."
        )

    def words(self, phrase: N.Phrase) -> str:
        """A phrase in a few words, for messages."""
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            return phrase.noun.replace("_", " ")
        return "thing"

    def _pronoun(self, phrase: N.Pronoun, scope: Scope) -> Ref:
        word = phrase.word
        if word == "you":
            return Ref(scope.you, "player", "player")
        if word == "they":
            for ref in reversed(scope.recent):
                if ref.type == "player":
                    return ref
            return Ref(scope.you, "player", "player")
        if word in ("it", "itself", "them", "there"):
            if word == "there" and scope.place is not None:
                return scope.place
            for ref in reversed(scope.recent):
                if ref.type != "number" and (ref.type != "player" or word == "them"):
                    return ref
        raise refuse(phrase, f"“{word}” refers to nothing here")

    def _definite(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        noun = phrase.noun
        assert isinstance(noun, str)
        det = phrase.determiner
        word = det.word if isinstance(det, N.Article) else None
        kind = self.type_of(noun)
        if phrase.plural and kind != "zone":
            return None
        described = bool(phrase.filters or phrase.adjectives)  # "the last player" is not the player just named
        if kind == "card" and word == "this" and scope.this is not None:
            return Ref(scope.this, "card", noun)
        if noun in ("this_card",) and scope.this is not None:
            return Ref(scope.this, "card", "card")
        if noun in scope.names and word in ("the", "that", "this", None) and not described:
            return scope.names[noun]
        if self.entry(noun).get("kept") and kind != "number":
            return Ref(self.kept_cell(noun, self.arguments(phrase, scope)), kind, noun)
        if kind == "zone":
            zones = self.zones_of(phrase, scope)
            return Ref(zones[0], "zone", noun) if zones and len(zones) == 1 else None
        if kind == "card" and det is None and not described and len(self.layout.cards_of(noun)) == 1:
            return Ref(str(self.layout.cards_of(noun)[0]), "card", noun)
        if kind == "region" and noun in self.layout.regions:
            return Ref(self.b.constant(self.layout.regions[noun][1], "R_" + noun), "region", noun)
        if noun == "border" or kind == "border":
            for item in phrase.filters:
                if isinstance(item, N.Between):
                    a, b = self.ref(item.first, scope).expr, self.ref(item.second, scope).expr
                    return Ref(f"BORDER.get(({a}, {b}), -1)", "border", noun)
        attribute = self._attribute(phrase, scope)
        if attribute is not None:
            return attribute
        entry = self.entry(noun)
        if noun == "owner":
            return self._owner(phrase, scope)
        if entry.get("set"):
            card = self._possessed_by(phrase, scope) or self._implied(entry["of"], scope)
            sets = tuple(card.owner for card in self.layout.cards)
            return Ref(f"{self.b.constant(sets, 'SET_OF')}[{card.expr}]", "player", noun)
        if word in ("the", "its", "their", "that") or isinstance(det, N.Possessive):
            if entry.get("of") and entry.get("means") and word != "that":
                var, source, conditions = self.each(phrase, scope)
                return Ref(self._first(var, source, conditions), kind, noun)
            if word in ("that", "the") and not described:
                for ref in reversed(scope.recent):
                    if self.fits(ref.noun, noun) or self.fits(noun, ref.noun):
                        return ref
            if word == "the" and kind in ("player", "card", "space", "border") and described:
                var, source, conditions = self.each(phrase, scope)
                return Ref(self._first(var, source, conditions), kind, noun)
        return None

    @staticmethod
    def _first(var: str, source: str, conditions: list[str]) -> str:
        test = f" if {' and '.join(conditions)}" if conditions else ""
        return f"next(({var} for {var} in {source}{test}), -1)"

    def _possessed_by(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        """The thing a phrase belongs to: `its X`, `the target's X`, `X of the target`."""
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            return self.ref(det.owner, scope)
        if isinstance(det, N.Article) and det.word in ("its", "their"):
            for ref in reversed(scope.recent):
                if (ref.type == "player") == (det.word == "their"):
                    return ref
        for item in phrase.filters:
            if isinstance(item, N.Of):
                return self.ref(item.phrase, scope)
        return None

    def _attribute(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        """`its field`, `the field of the spell`: an attribute that names a space or a card."""
        noun = phrase.noun
        assert isinstance(noun, str)
        kind = self.type_of(noun)
        if kind not in ("space", "region", "card"):
            return None
        owner = self._possessed_by(phrase, scope)
        if owner is None or owner.type != "card":
            return None
        if noun == "space" and self.can_lie(owner.noun):
            return Ref(f"ON_MAP[s.where[{owner.expr}]]", "space", noun)
        if kind == "card":
            if not any(noun in card.attributes for card in self.layout.cards):
                return None
            first: dict[str, int] = {}
            for number, card in enumerate(self.layout.cards):
                first.setdefault(card.component, number)
            cards = tuple(first.get(str(card.attributes.get(noun)), -1) for card in self.layout.cards)
            return Ref(f"{self.b.constant(cards, 'A_' + noun)}[{owner.expr}]", "card", noun)
        table = [self.layout.ids.get(str(card.attributes.get(noun, "")), -1) for card in self.layout.cards]
        return Ref(f"{self.b.constant(tuple(table), 'A_' + noun)}[{owner.expr}]", "space", noun)

    def _owner(self, phrase: N.NounPhrase, scope: Scope) -> Ref:
        thing = self._possessed_by(phrase, scope)
        if thing is None:
            for ref in reversed(scope.recent):
                if ref.type in ("pieces", "card"):
                    thing = ref
                    break
        if thing is not None and thing.type == "pieces":
            return Ref(f"{thing.expr}[1]", "player", "player")
        if thing is not None and thing.type == "card":
            return Ref(f"ZONE_OWNER[s.where[{thing.expr}]]", "player", "player")
        raise refuse(phrase, "whose owner is meant?", "Name the thing: “… as the target”.")

    # ------------------------------------------------------------ several things

    def each(self, phrase: N.NounPhrase, scope: Scope, var: str | None = None) -> tuple[str, str, list[str]]:
        """(variable, iterable, conditions) for the things a phrase describes; not for pieces."""
        noun = phrase.noun
        if isinstance(noun, N.NounGroup):
            raise refuse(phrase, "one kind of thing was expected here, not several")
        var = var or self.fresh()
        kind = self.type_of(noun)
        ref = Ref(var, kind, noun)
        conditions: list[str] = []
        source = None
        filters = list(phrase.filters)
        if kind == "card":
            for item in phrase.filters:
                if isinstance(item, N.At | N.Of):
                    zones = self.zones_of(item.phrase, scope) if self._is_zone(item.phrase) else None
                    if zones is not None:
                        source = " + ".join(f"s.zones[{zone}]" for zone in zones)
                        filters.remove(item)
            if source is not None and noun != "card":
                conditions.append(f"{self.b.member(noun)}[{var}]")
        if kind == "space":
            for item in phrase.filters:
                if isinstance(item, N.Of | N.At) and self._region(item.phrase, scope):
                    source = self._region(item.phrase, scope)
                    filters.remove(item)
                elif isinstance(item, N.At) and source is None and self._single(item.phrase, scope, "border"):
                    source = f"ENDS[{self.ref(item.phrase, scope).expr}]"
                    filters.remove(item)
                    conditions.append(f"{self.b.member(noun)}[{var}]")
                elif isinstance(item, N.Related) and source is None and self._closed(item, scope):
                    name = self.b.definitions.closure(item.relation)
                    if self._single(item.phrase, scope):
                        source = f"{name}(s, {self.ref(item.phrase, scope).expr}, {scope.you})"
                    else:
                        start = self.fresh()
                        starts = self.list_of(item.phrase, scope)
                        source = f"sorted({{y for {start} in {starts} for y in {name}(s, {start}, {scope.you})}})"
                    filters.remove(item)
                    conditions.append(f"{self.b.member(noun)}[{var}]")
                elif isinstance(item, N.NextTo) and source is None and self._located(item.phrase, scope):
                    other = self.ref(item.phrase, scope)
                    place = f"ON_MAP[s.where[{other.expr}]]" if other.type == "card" else other.expr
                    filters.remove(item)
                    if self.layout.links:
                        source = self.near(place)
                        conditions.append(f"{self.b.member(noun)}[{var}]")
                    else:
                        source = f"{self.b.neighbours(noun)}[{place}]"
        adjectives = list(phrase.adjectives)
        for word in [*adjectives, *(item.word for item in filters if isinstance(item, N.Adjective))]:
            if source is None and self.b.source.adjectives.get(word, {}).get("among"):
                source = f"{self.b.definitions.among(word)}(s, {scope.you})"
                conditions.append(f"{self.b.member(noun)}[{var}]")
                adjectives = [other for other in adjectives if other != word]
                filters = [other for other in filters if other != N.Adjective(word=word)]
        if source is None:
            source = self.domain(noun)
        inner = scope.child()
        inner.mention(ref)
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
        conditions += self._possessed(phrase, ref, scope)
        for word in adjectives:
            conditions += self.adjective(word, ref, scope)
        for item in filters:
            conditions += self.filter(item, ref, inner)
        return var, source, conditions

    def near(self, space: str) -> str:
        """The neighbours of a space; where borders join spaces only at times, as they are now."""
        if not self.layout.links:
            return f"ADJ[{space}]"

        def joins(kind: str) -> str:
            scope = Scope("0")
            scope.bind(kind, Ref("x", "border", kind))
            condition = self.b.definitions.word("nouns", kind).joins
            return self.b.function(f"joins_{kind}", "s, x", lambda: self.block_condition(condition, scope))

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

    def _is_zone(self, phrase: N.Phrase) -> bool:
        if isinstance(phrase, N.Phrases):
            return all(self._is_zone(item) for item in phrase.items)
        if not isinstance(phrase, N.NounPhrase):
            return False
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
        return all(self.entry(bare.noun).get("type") == "zone" for bare in nouns)

    def _region(self, phrase: N.Phrase, scope: Scope) -> str | None:
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) and self.type_of(phrase.noun) == "region":
            return self.ref(phrase, scope).expr
        if isinstance(phrase, N.Pronoun):
            return None
        return None

    def can_lie(self, noun: str) -> bool:
        """Whether such cards may lie on spaces or cards by themselves."""
        entry = self.entry(noun)
        if self.type_of(noun) != "card":
            return False
        above = entry.get("is") or (entry["of"] if entry.get("type") == "role" else "")
        return bool(entry.get("in")) or bool(above and above != "card" and self.can_lie(above))

    def place(self, ref: Ref) -> str:
        """Where something is, or the place that it is: a space, border or zone; of a card, the place on it."""
        return f"CARD0 + {ref.expr}" if ref.type == "card" else ref.expr

    def lies(self, card: str, phrase: N.Phrase, scope: Scope) -> str:
        """Whether a card lies in (or on) what a phrase names: one place, or any of several."""
        if not self._open(phrase):
            return f"s.where[{card}] == {self.place(self.ref(phrase, scope))}"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "where does it lie?")
        var, source, conditions = self.each(phrase, scope)
        spot = self.place(Ref(var, self.type_of(str(phrase.noun)), str(phrase.noun)))
        return self.some(var, source, [*conditions, f"s.where[{card}] == {spot}"])

    def _lying(self, phrase: N.NounPhrase, place: Ref, scope: Scope) -> str:
        """How many cards of a phrase lie in a place."""
        var, source, conditions = self.each(phrase, scope)
        tests = [*conditions, f"s.where[{var}] == {self.place(place)}"]
        return f"sum(1 for {var} in {source} if {' and '.join(tests)})"

    def _located(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether a phrase names one space, or a card that may lie on one."""
        if self._single(phrase, scope):
            return True
        return self._single(phrase, scope, "card") and self.can_lie(self.ref(phrase, scope).noun)

    def _single(self, phrase: N.Phrase, scope: Scope, kind: str = "space") -> bool:
        try:
            return self.ref(phrase, scope).type == kind
        except RulewrightError:
            return False

    def _possessed(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> list[str]:
        """`your fields`, `another player's field`: by the verb that the noun's entry names as ownership."""
        det = phrase.determiner
        if ref.type != "space" or det is None:
            return []
        if not isinstance(det, N.Possessive) and not (isinstance(det, N.Article) and det.word in ("your", "their")):
            return []
        noun = ref.noun
        while noun and not self.entry(noun).get("owned by"):
            noun = self.entry(noun).get("is", "")
        if not noun:
            raise refuse(
                phrase,
                f"nobody can own a {ref.noun.replace('_', ' ')}",
                "Give the noun an `owned by:` verb.",
                code="RW0603",
            )
        verb = self.entry(noun)["owned by"]
        if isinstance(det, N.Possessive) and isinstance(det.owner, N.NounPhrase) and self._open(det.owner):
            var, source, conditions = self.each(det.owner, scope)
            conditions.append(self.state_verb(verb, var, [ref.expr]))
            return [self.some(var, source, conditions)]
        seat = self.possessor(phrase, scope)
        return [self.state_verb(verb, seat or scope.you, [ref.expr])]

    def _open(self, phrase: N.Phrase) -> bool:
        """Whether a phrase leaves open which thing is meant."""
        if isinstance(phrase, N.Pronoun):
            return phrase.word == "nobody"
        if not isinstance(phrase, N.NounPhrase):
            return True
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            return False
        if isinstance(det, N.Article):
            return det.word not in DEFINITE
        if det is None and isinstance(phrase.noun, str) and self.type_of(phrase.noun) == "card":
            return phrase.noun == "card" or len(self.layout.cards_of(phrase.noun)) != 1
        return True

    def derived(
        self, noun: str, ref: Ref, phrase: N.NounPhrase | None, scope: Scope, filters: list[N.Filter]
    ) -> list[str]:
        """The condition of a noun that is another noun with a condition; takes its `of X` out of the filters."""
        entry = self.entry(noun)
        if not entry.get("means") or self.type_of(noun) in ("number",):
            return []
        of = entry.get("of")
        if of and entry.get("type") == "player":
            thing = self._possessed_by(phrase, scope) if phrase is not None else None
            for item in list(filters):
                if isinstance(item, N.Of):
                    filters.remove(item)
            if thing is None:
                thing = self._implied(of, scope)
            return [f"{self.b.definitions.noun_test(noun)}(s, {ref.expr}, {thing.expr})"]
        return [f"{self.b.definitions.noun_test(noun)}(s, {ref.expr})"]

    def _implied(self, noun: str, scope: Scope) -> Ref:
        for ref in [*reversed(scope.recent), *([scope.place] if scope.place else [])]:
            if self.fits(ref.noun, noun):
                return ref
        raise refuse(None, f"of which {noun.replace('_', ' ')}?")

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
            ref = self.ref(phrase, scope)
            return f"list({ref.expr})" if ref.type == "cards" else f"[{ref.expr}]"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "things that can be listed were expected here")
        if not self._open(phrase) and isinstance(phrase.noun, str) and not phrase.plural:
            found = self._definite(phrase, scope)
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
        value = self.b.namespace.get(source)
        if value is None and source.startswith("("):
            value = (
                tuple(int(number) for number in re.findall(r"\d+", source))
                if re.fullmatch(r"[\d, ()]+", source)
                else None
            )
        if isinstance(value, tuple) and 0 < len(value) <= UNROLLED and all(isinstance(item, int) for item in value):
            return [str(item) for item in value]
        return None

    # ------------------------------------------------------------ pieces

    def is_piece(self, phrase: N.Phrase) -> bool:
        """Whether a phrase names pieces."""
        if isinstance(phrase, N.PartOf):
            return self.is_piece(phrase.whole)
        if isinstance(phrase, N.AsMany):
            return self.type_of(phrase.noun) == "piece"
        if isinstance(phrase, N.Phrases):
            return all(self.is_piece(item) for item in phrase.items)
        if isinstance(phrase, N.NounPhrase):
            nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
            return all(self.type_of(bare.noun) == "piece" for bare in nouns)
        return False

    def kinds(self, phrase: N.NounPhrase) -> list[int]:
        """The kinds of piece that a phrase names."""
        if isinstance(phrase.noun, str) and self.entry(phrase.noun).get("type") == "role":
            return self.kinds(replace(phrase, noun=self.entry(phrase.noun)["of"]))
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
        worth = next((item.value for item in phrase.filters if isinstance(item, N.Worth)), None)
        found = []
        for bare in nouns:
            for kind in self.layout.kinds_of_piece[bare.noun]:
                if worth is None or self.layout.piece_kinds[kind].worth == worth:
                    found.append(kind)
        if worth is not None and not found:
            raise refuse(phrase, f"there is no {self.words(phrase)} worth {worth}", code="RW0603")
        return found

    def kind_named(self, phrase: N.Phrase | N.Amount | None, scope: Scope) -> str:
        """One kind of piece, as a number: of a noun, or of a role or slot that names a kind."""
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else None
        if isinstance(noun, str):
            if noun in scope.names and scope.names[noun].type == "piece":
                return scope.names[noun].expr
            kinds = self.layout.kinds_of_piece.get(noun, [])
            if len(kinds) == 1 or (kinds and self.entry(noun).get("supply")):  # a noun's own kind comes first
                return str(kinds[0])
        raise refuse(phrase, "which kind of piece?")

    def named_kind(self, phrase: N.NounPhrase, scope: Scope) -> str | None:
        """The kind of piece that "the building" means where a role or slot says so."""
        det = phrase.determiner
        if isinstance(phrase.noun, str) and isinstance(det, N.Article | N.Quantity):
            ref = scope.names.get(phrase.noun)
            if ref is not None and ref.type == "piece":
                return ref.expr
        return None

    def owners(self, phrase: N.NounPhrase, scope: Scope) -> str | None:
        """The seat whose pieces are meant; None for anybody's. `another player's` gives "!seat"."""
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            other = N.NounPhrase(determiner=N.Article(word="another"), noun="player")
            if det.owner == other:
                return "!" + scope.you
            return self.ref(det.owner, scope).expr
        word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else None
        for item in phrase.filters:
            if isinstance(item, N.OfYours):
                return scope.you
        if word in ("your", "their"):
            return self.possessor(phrase, scope)
        return None

    def places(self, phrase: N.NounPhrase, scope: Scope) -> tuple[str, str | None]:
        """Where the pieces of a phrase are: ("one", place), ("each", iterable of places), or ("", None)."""
        for item in phrase.filters:
            if isinstance(item, N.At):
                self._can_lie(phrase, item)
                if self._is_zone(item.phrase):
                    zones = self.zones_of(item.phrase, scope) or []
                    return ("one", zones[0]) if len(zones) == 1 else ("each", f"({', '.join(zones)},)")
                if not self._open(item.phrase) or isinstance(item.phrase, N.Pronoun):
                    ref = self.ref(item.phrase, scope)
                    if ref.type == "card":
                        return "one", f"CARD0 + {ref.expr}"
                    return "one", ref.expr
                among = self.list_of(item.phrase, scope)
                cards = isinstance(item.phrase, N.NounPhrase) and self.type_of(str(item.phrase.noun)) == "card"
                return "each", f"[CARD0 + c for c in {among}]" if cards else among
            if isinstance(item, N.There):
                place = scope.place or self._pronoun(N.Pronoun(word="it"), scope)
                return "one", place.expr
            if isinstance(item, N.NextTo) and not self._open(item.phrase):
                other = self.ref(item.phrase, scope)
                return "each", self.near(f"ON_MAP[s.where[{other.expr}]]" if other.type == "card" else other.expr)
            if isinstance(item, N.NextTo | N.Related):
                raise refuse(item, "where these pieces are cannot be told like this", "Say “in a …” of a space.")
        return "", None

    def _can_lie(self, phrase: N.NounPhrase, at: N.At) -> None:
        """Refuse a place where such pieces never are: then the words "in …" were meant for another noun."""
        where = at.phrase
        if not isinstance(where, N.NounPhrase) or not isinstance(where.noun, str):
            return
        info = self.layout.piece_kinds[self.kinds(phrase)[0]]
        allowed = as_list(self.entry(info.noun).get("in"))
        place = self.entry(where.noun).get("of") if self.type_of(where.noun) == "region" else where.noun
        if place and not any(self.fits(str(place), kind) or self.fits(kind, str(place)) for kind in allowed):
            raise refuse(
                at if at.span is not None else where,
                f"a {info.noun.replace('_', ' ')} never lies in a {where.noun.replace('_', ' ')}",
                "Put these words next to the noun they belong to.",
                code="RW0603",
            )

    def piece_count(self, phrase: N.NounPhrase, scope: Scope, owner: str | None = None) -> str:
        """How many pieces a phrase names; `owner` where the sentence's subject owns them."""
        kinds = self.kinds(phrase)
        who = owner if owner is not None else self.owners(phrase, scope)
        how, place = self.places(phrase, scope)
        if not how and scope.place is not None:
            how, place = "one", scope.place.expr
        named = self.named_kind(phrase, scope)
        if named is not None and how == "one" and who is not None:
            return f"n[IX[{named}][{who}][{place}]]"
        terms = []
        for kind in kinds:
            info = self.layout.piece_kinds[kind]
            table = self.b.piece_table(kind)
            if not how:
                if not info.owned and who is not None:
                    terms.append(f"n[{table}[0][{self.home(info.noun, who)}]]")
                    continue
                spots = f"P_{info.name}"
                self.b.constant(tuple(p for p in info.places if p >= self.layout.zone_count), spots)
                how_here, place_here = "each", spots
            else:
                how_here, place_here = how, place or ""
            spot = place_here if how_here == "one" else self.fresh()
            if not info.owned or who is None:
                if info.owned:
                    rows = range(self.layout.players + 1)
                    cell = "(" + " + ".join(f"n[{table}[{row}][{spot}]]" for row in rows) + ")"
                else:
                    cell = f"n[{table}[0][{spot}]]"
            elif who.startswith("!"):
                o = self.fresh()
                cell = f"sum(n[{table}[{o}][{spot}]] for {o} in SEATS if {o} != {who[1:]})"
            else:
                cell = f"n[{table}[{who}][{spot}]]"
            terms.append(cell if how_here == "one" else f"sum([{cell} for {spot} in {place_here}])")
        return " + ".join(terms) if terms else "0"

    def home(self, noun: str, seat: str) -> str:
        """The zone of a seat where its pieces of a kind are kept: the first of the noun's places that seats have."""
        for where in as_list(self.entry(noun).get("in")):
            if self.entry(where).get("type") == "zone" and self.entry(where).get("of") == "player":
                return f"{self.b.constant(tuple(self.layout.zone[where]), 'Z_' + where)}[{seat}]"
        raise refuse(None, f"a seat has no place for its {noun}s", code="RW0604")

    # ------------------------------------------------------------ amounts

    def amount(self, node: N.Amount | N.Phrase, scope: Scope) -> str:
        """A number as an expression."""
        if isinstance(node, N.Number):
            return str(node.value)
        if isinstance(node, N.Plus):
            return f"({self.amount(node.left, scope)} + {self.amount(node.right, scope)})"
        if isinstance(node, N.Minus):
            return f"({self.amount(node.left, scope)} - {self.amount(node.right, scope)})"
        if isinstance(node, N.Times):
            return f"{node.factor} * ({self.amount(node.number, scope)})"
        if isinstance(node, N.Half):
            inner = self.amount(node.number, scope)
            return f"(({inner}) + 1) // 2" if node.rounded == "up" else f"({inner}) // 2"
        if isinstance(node, N.CountOf):
            return self.count(node.phrase, scope)
        if isinstance(node, N.Value):
            return self.value(node.phrase, scope)
        if isinstance(node, N.Phrase):
            return self.value(node, scope)
        raise refuse(node, "a number was expected here", code="RW0606")

    def count(self, phrase: N.Phrase, scope: Scope) -> str:
        """How many things a phrase names."""
        if isinstance(phrase, N.Phrases):
            return "(" + " + ".join(self.count(item, scope) for item in phrase.items) + ")"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "things that can be counted were expected here")
        for item in phrase.filters:
            if isinstance(item, N.Participle):
                if item.verb not in scope.done:
                    raise refuse(item, "nothing was done this way before")
                return scope.done[item.verb]
        if self.is_piece(phrase):
            return f"({self.piece_count(phrase, scope)})"
        if isinstance(phrase.noun, str) and self.entry(phrase.noun).get("held"):
            return self.held(phrase.noun, self.possessor(phrase, scope) or scope.you)
        if isinstance(phrase.noun, str) and self.entry(phrase.noun).get("type") == "number":
            return self.value(phrase, scope)
        name, source, conditions = self.each(phrase, scope)
        if not conditions:
            return f"len({source})"
        return f"sum(1 for {name} in {source} if {' and '.join(conditions)})"

    def value(self, phrase: N.Phrase, scope: Scope) -> str:
        """The value of a number noun."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise refuse(phrase, "a number was expected here", code="RW0606")
        noun = phrase.noun
        entry = self.entry(noun)
        if noun in scope.names and scope.names[noun].type == "number":
            return scope.names[noun].expr
        if entry.get("type") == "resource" and entry.get("held"):
            return self.held(noun, self.possessor(phrase, scope) or scope.you)
        if entry.get("type") != "number":
            if phrase.plural or isinstance(phrase.determiner, N.Quantity):
                return self.count(phrase, scope)
            raise refuse(phrase, f"“{noun.replace('_', ' ')}” is not a number", code="RW0606")
        if entry.get("table"):
            return str(self.b.figure(entry["table"]))
        if phrase.adjectives:
            return self._extreme(phrase, scope)
        return f"{self.b.definitions.number(noun)}(s{''.join(', ' + a for a in self.arguments(phrase, scope))})"

    def held(self, noun: str, seat: str) -> str:
        """How much of a resource a seat holds, of all its kinds together."""
        kinds = self.layout.held_kinds(noun) or [noun]
        cells = " + ".join(f"n[{self.layout.held[kind]} + {seat}]" for kind in kinds)
        return f"({cells})" if len(kinds) > 1 else cells

    def arguments(self, phrase: N.NounPhrase, scope: Scope) -> list[str]:
        """What a number is of, as the phrase that names it tells."""
        return [self._argument(kind, phrase, scope) for kind in as_list(self.entry(str(phrase.noun)).get("of"))]

    def kept_cell(self, noun: str, args: list[str]) -> str:
        """The integer of a kept number; args are what it is of."""
        kept = self.layout.kept[noun]
        kinds = as_list(self.entry(noun).get("of"))
        at = ""
        for kind, arg, things in zip(kinds, args, kept.things, strict=True):
            if self.type_of(kind) != "player":
                table = [0] * (max(things, default=0) + 1)
                for number, thing in enumerate(things):
                    table[thing] = number
                arg = f"{self.b.constant(tuple(table), 'T_' + kind)}[{arg}]"
            at = f"({at}) * {len(things)} + {arg}" if at else arg
        return f"n[{kept.first} + {at}]" if at else f"n[{kept.first}]"

    def circle(self, entry: dict[str, Any]) -> int:
        """How many values there are around the circle that a number goes round."""
        around = entry["around"]
        return len(self.entry(around)["values"]) if isinstance(around, str) else int(around)

    def _extreme(self, phrase: N.NounPhrase, scope: Scope) -> str:
        """`the total worth of your cards`, `the highest price of …`: one number of several things."""
        noun = str(phrase.noun)
        of = next((item.phrase for item in phrase.filters if isinstance(item, N.Of)), None)
        if len(phrase.adjectives) != 1 or phrase.adjectives[0] not in TOGETHER or not isinstance(of, N.NounPhrase):
            raise refuse(phrase, f"this description does not fit the number “{noun.replace('_', ' ')}”", code="RW0603")
        var, source, conditions = self.each(of, scope)
        kind = self.type_of(str(of.noun))
        args = [
            var if self.type_of(base) == kind else self._argument(base, N.NounPhrase(noun=noun), scope)
            for base in as_list(self.entry(noun).get("of"))
        ]
        function, default = TOGETHER[phrase.adjectives[0]]
        test = f" if {' and '.join(conditions)}" if conditions else ""
        number = self.b.definitions.number(noun)
        return f"{function}(({number}(s, {', '.join(args)}) for {var} in {source}{test}){default})"

    def _argument(self, kind: str, phrase: N.NounPhrase, scope: Scope) -> str:
        base = self.type_of(kind)
        thing = None
        if base == "player":
            seat = self.possessor(phrase, scope)
            if seat is not None:
                return seat
        else:
            thing = self._possessed_by(phrase, scope)
            if thing is not None and thing.type == base:
                return thing.expr
            for item in phrase.filters:
                if isinstance(item, N.At | N.Of):
                    ref = self.ref(item.phrase, scope)
                    if ref.type == base:
                        return ref.expr
        for ref in [*reversed(scope.recent), *([scope.place] if scope.place else [])]:
            if ref.type == base and (base != "space" or self.fits(ref.noun, kind)):
                return ref.expr
        if base == "player":
            return scope.you
        raise refuse(phrase, f"of which {kind.replace('_', ' ')}?")

    # ------------------------------------------------------------ predicates and filters

    def adjective(self, word: str, ref: Ref, scope: Scope) -> list[str]:
        """The conditions an adjective sets; those of the core that only colour the phrase set none."""
        entry = self.b.source.adjectives.get(word)
        if entry is None:
            if word == "last" and ref.type == "player":
                return [f"{ref.expr} == (FIRST(s) - 1) % PLAYERS"]
            if word == "first" and ref.type == "player":
                return [f"{ref.expr} == FIRST(s)"]
            if word == "empty":
                return [f"not {self._pieces_at(ref)}" if ref.type != "zone" else f"not s.zones[{ref.expr}]"]
            if word in ("different", "face_up", "extra", "own"):
                return []
            raise refuse(None, f"“{word.replace('_', ' ')}” cannot be tested here", code="RW0606")
        return [f"{self.b.definitions.adjective(word)}(s, {ref.expr}, {scope.you})"]

    def _pieces_at(self, ref: Ref) -> str:
        """How many pieces of any kind lie on a space or border."""
        domain = self.layout.borders if ref.type == "border" else self.layout.spaces
        terms = []
        for number, kind in enumerate(self.layout.piece_kinds):
            if not any(place in domain for place in kind.places):
                continue
            for row in range(self.layout.players if kind.owned else 1):
                terms.append(f"n[{self.b.piece_table(number)}[{row}][{ref.expr}]]")
        return f"({' + '.join(terms) or '0'})"

    def filter(self, item: N.Filter, ref: Ref, scope: Scope) -> list[str]:
        """The conditions a filter sets on a thing."""
        if isinstance(item, N.Relative):
            return [self._relative(item, ref, scope)]
        if isinstance(item, N.NextTo) and ref.type == "space":
            return [self._next_to(ref, item.phrase, scope)]
        if isinstance(item, N.Within) and ref.type == "space":
            return [self._within(item, ref, scope)]
        if isinstance(item, N.NextTo) and ref.type == "card" and self.can_lie(ref.noun):
            return [self._next_to(Ref(f"ON_MAP[s.where[{ref.expr}]]", "space", "space"), item.phrase, scope)]
        if isinstance(item, N.With):
            return [self._with(item, ref, scope)]
        if isinstance(item, N.Where):
            inner = scope.child()
            inner.place = ref
            return [self.condition(item.clause, inner)]
        if isinstance(item, N.Related):
            return [self._related(item, ref, scope)]
        if isinstance(item, N.OtherThan):
            return [f"{ref.expr} != {self.ref(item.phrase, scope).expr}"]
        if isinstance(item, N.Adjective):
            return self.adjective(item.word, ref, scope)
        if isinstance(item, N.That):
            test = self.predicate(ref, item.predicate, scope)
            return [f"not ({test})" if item.negated else test]
        if isinstance(item, N.ThatHas):
            return [self._with(N.With(phrase=item.object), ref, scope)]
        if isinstance(item, N.OfChoice | N.Participle):
            return []
        if isinstance(item, N.At):
            if ref.type == "card" and self._is_zone(item.phrase):
                zones = self.zones_of(item.phrase, scope) or []
                return [f"s.where[{ref.expr}] in ({', '.join(zones)},)"]
            if ref.type == "card" and self.can_lie(ref.noun):
                return [self.lies(ref.expr, item.phrase, scope)]
            if ref.type == "space":
                where = self.ref(item.phrase, scope)
                return [f"{ref.expr} in {f'ENDS[{where.expr}]' if where.type == 'border' else where.expr}"]
        if isinstance(item, N.Of):
            other = self.ref(item.phrase, scope)
            if ref.type == "card" and other.type == "space":
                return [self._card_of(ref, other)]
            if ref.type == "space" and other.type == "region":
                return [f"{ref.expr} in {other.expr}"]
        if isinstance(item, N.Whose):
            return [self._whose(item, ref, scope)]
        if isinstance(item, N.Measured):
            call = self.value(N.NounPhrase(noun=item.noun), self._with_recent(scope, ref))
            return [f"{call} {COMPARISONS[item.relation]} {self.amount(item.number, scope)}"]
        raise refuse(item, f"this description does not fit a {ref.noun.replace('_', ' ')}", code="RW0603")

    @staticmethod
    def _with_recent(scope: Scope, ref: Ref) -> Scope:
        inner = scope.child()
        inner.mention(ref)
        return inner

    def _card_of(self, card: Ref, space: Ref) -> str:
        """Whether a card carries a space as its attribute."""
        table = []
        for info in self.layout.cards:
            spaces = [
                v for k, v in info.attributes.items() if isinstance(v, str) and v in self.layout.ids and k != "id"
            ]
            table.append(self.layout.ids[spaces[0]] if spaces else -1)
        return f"{self.b.constant(tuple(table), 'CARD_SPACE')}[{card.expr}] == {space.expr}"

    def _whose(self, item: N.Whose, ref: Ref, scope: Scope) -> str:
        inner = self._with_recent(scope, ref)
        phrase = N.NounPhrase(determiner=N.Article(word="its"), noun=item.noun)
        if self.type_of(item.noun) == "number":
            value = self.value(phrase, inner)
            if isinstance(item.clause, N.Compare):
                return f"{value} {COMPARISONS[item.clause.relation]} {self.amount(item.clause.number, scope)}"
            raise refuse(item, "a number can only be compared here", code="RW0606")
        thing = self.ref(phrase, inner)
        if isinstance(item.clause, N.Relative):
            return self._relative(item.clause, thing, scope)
        return self.predicate(thing, item.clause, scope)

    def _relative(self, item: N.Relative, ref: Ref, scope: Scope) -> str:
        verb = self.b.source.verbs.get(item.verb)
        if verb is None or not verb.get("state"):
            raise refuse(item, f"“{item.verb}” is not a condition that can be tested", code="RW0606")
        if isinstance(item.subject, N.Pronoun) and item.subject.word == "nobody":
            o = self.fresh()
            test = f"not {self.some(o, 'SEATS', [self.state_verb(item.verb, o, [ref.expr])])}"
        elif self._open(item.subject) and isinstance(item.subject, N.NounPhrase):
            var, source, conditions = self.each(item.subject, scope)
            conditions.append(self.state_verb(item.verb, var, [ref.expr]))
            test = self.some(var, source, conditions)
        else:
            test = self.state_verb(item.verb, self.ref(item.subject, scope).expr, [ref.expr])
        return f"not {test}" if item.negated else test

    def _next_to(self, ref: Ref, phrase: N.Phrase, scope: Scope, near: Callable[[str], str] | None = None) -> str:
        """Whether a space is next to what a phrase names; near: what stands for its neighbours instead."""
        near = near or self.near
        if not self._open(phrase) and not (isinstance(phrase, N.NounPhrase) and self.is_piece(phrase)):
            other = self.ref(phrase, scope)
            spot = f"ON_MAP[s.where[{other.expr}]]" if other.type == "card" else other.expr
            return f"{ref.expr} in {near(spot)}"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "next to what?")
        if self.is_piece(phrase):
            x = self.fresh()
            inner = scope.child()
            inner.place = Ref(x, "space", "space")
            return f"any(({self.piece_count(phrase, inner)}) > 0 for {x} in {near(ref.expr)})"
        var, source, conditions = self.each(phrase, scope)
        noun = phrase.noun if isinstance(phrase.noun, str) else "space"
        if self.can_lie(noun):
            return self.some(var, source, [*conditions, f"s.where[{var}] in {near(ref.expr)}"])
        return f"any({' and '.join([f'{self.b.member(noun)}[{var}]', *conditions])} for {var} in {near(ref.expr)})"

    def _within(self, item: N.Within, ref: Ref, scope: Scope) -> str:
        """`within 2 of X`: so many steps or fewer from it, X itself among them."""
        if self.layout.links:
            raise refuse(item, "distances change while borders join spaces at times only", code="RW0604")
        if not isinstance(item.distance, N.Number):
            raise refuse(item, "only a number that is written out can be a distance here", code="RW0604")
        around = {space: {space} for space in self.layout.spaces}
        for _ in range(item.distance.value):
            for found in around.values():
                found.update(*(self.layout.neighbours[space] for space in tuple(found)))
        rows = tuple(tuple(sorted(around.get(place, ()))) for place in range(len(self.layout.names)))
        table = self.b.constant(rows, f"WITHIN_{item.distance.value}")
        return self._next_to(ref, item.phrase, scope, lambda space: f"{table}[{space}]")

    def _with(self, item: N.With, ref: Ref, scope: Scope) -> str:
        phrase = item.phrase
        inner = scope.child()
        if ref.type == "player":
            test = self._owns(phrase, ref, scope)
            return f"not {test}" if item.negated else test
        if isinstance(phrase, N.NounPhrase) and self.is_piece(phrase):
            place = f"CARD0 + {ref.expr}" if ref.type == "card" else ref.expr
            inner.place = Ref(place, "space", "space")
            test = self._enough(phrase, f"({self.piece_count(phrase, inner)})")
            return f"not {test}" if item.negated else test
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) and self.can_lie(phrase.noun):
            test = self._enough(phrase, self._lying(phrase, ref, scope))
            return f"not {test}" if item.negated else test
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) and ref.type == "card":
            entry = self.entry(phrase.noun)
            if entry.get("type") == "resource":
                test = f"SYMBOLS(s, {ref.expr}, {self.b.resource(phrase.noun)}) > 0"
                return f"not {test}" if item.negated else test
        raise refuse(item, "with what?")

    def _related(self, item: N.Related, ref: Ref, scope: Scope) -> str:
        name = self.b.definitions.relation(item.relation)
        if not self._open(item.phrase):
            return f"{name}(s, {ref.expr}, {self.ref(item.phrase, scope).expr}, {scope.you})"
        if not isinstance(item.phrase, N.NounPhrase):
            raise refuse(item, "related to what?")
        var, source, conditions = self.each(item.phrase, scope)
        if ref.type == "player" and var != ref.expr:
            conditions = [f"{var} != {ref.expr}", *conditions]
        conditions.append(f"{name}(s, {ref.expr}, {var}, {scope.you})")
        return self.some(var, source, conditions)

    def predicate(self, ref: Ref, predicate: N.Predicate, scope: Scope) -> str:
        """Whether something is what a predicate says."""
        if isinstance(predicate, N.IsPhrase):
            phrase = predicate.phrase
            if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
                if not self._open(phrase):
                    return f"{ref.expr} == {self.ref(phrase, scope).expr}"
                conditions = self._kind_test(phrase.noun, ref)
                conditions += self.derived(phrase.noun, ref, phrase, scope, [])
                for word in phrase.adjectives:
                    conditions += self.adjective(word, ref, scope)
                for item in phrase.filters:
                    conditions += self.filter(item, ref, scope)
                return " and ".join(conditions) or "True"
            raise refuse(predicate, "this cannot be tested", code="RW0606")
        if isinstance(predicate, N.Compare):
            return f"{ref.expr} {COMPARISONS[predicate.relation]} {self.amount(predicate.number, scope)}"
        if isinstance(predicate, N.Filter):
            return " and ".join(self.filter(predicate, ref, scope)) or "True"
        raise refuse(predicate, "this cannot be tested", code="RW0606")

    def _kind_test(self, noun: str, ref: Ref) -> list[str]:
        if self.type_of(noun) == "card" and noun != "card":
            return [f"{self.b.member(noun)}[{ref.expr}]"]
        if self.type_of(noun) in ("space", "border") and self.type_of(noun) != noun:
            base = noun
            while self.entry(base).get("means") and self.entry(base).get("is"):
                base = self.entry(base)["is"]
            return [f"{self.b.member(base)}[{ref.expr}]"]
        return []

    # ------------------------------------------------------------ conditions

    def block_condition(self, data: B.Condition, scope: Scope) -> str:
        """A condition as it stands in a block."""
        match data:
            case B.Words():
                tree = self.b.tree(data)
                assert isinstance(tree, N.Statement)
                return self.condition(tree, scope)
            case B.AllOf():
                return "(" + " and ".join(self.block_condition(item, scope) for item in data.conditions) + ")"
            case B.AnyOf():
                return "(" + " or ".join(self.block_condition(item, scope) for item in data.conditions) + ")"
            case B.Not():
                return f"not {self.block_condition(data.condition, scope)}"
            case B.OptionIs():
                return repr(self.b.options.get(data.option) == data.value)
            case B.After():
                return self.b.hypothetical(data, scope)

    def condition(self, node: N.Condition | N.Statement, scope: Scope) -> str:
        """A condition as an expression that is true or false."""
        if isinstance(node, N.AllConditions):
            return "(" + " and ".join(self.condition(item, scope) for item in node.conditions) + ")"
        if isinstance(node, N.AnyCondition):
            return "(" + " or ".join(self.condition(item, scope) for item in node.conditions) + ")"
        if isinstance(node, N.Does):
            return self._does(node, scope)
        if isinstance(node, N.Has):
            return self._has(node, scope)
        if isinstance(node, N.Exists):
            return self._exists(node, scope)
        if isinstance(node, N.Is):
            return self._is(node, scope)
        if isinstance(node, N.Did):
            return scope.done.get("did", "False")
        raise refuse(node, "this cannot be tested", code="RW0606")

    def _each_subject(self, phrase: N.Phrase, scope: Scope, test: Any) -> str:
        """A test of a subject: one seat, nobody, anybody, or each of several."""
        if isinstance(phrase, N.Pronoun) and phrase.word == "nobody":
            o = self.fresh()
            return f"not {self.some(o, 'SEATS', [test(Ref(o, 'player', 'player'), scope)])}"
        if isinstance(phrase, N.NounPhrase) and self._open(phrase):
            var, source, conditions = self.each(phrase, scope)
            inner = self._with_recent(scope, Ref(var, self.type_of(str(phrase.noun)), str(phrase.noun)))
            result = test(Ref(var, self.type_of(str(phrase.noun)), str(phrase.noun)), inner)
            det = phrase.determiner
            if isinstance(det, N.Article) and det.word in EVERYBODY:
                return self.every(var, source, conditions, result)
            return self.some(var, source, [*conditions, result])
        ref = self.ref(phrase, scope)
        return str(test(ref, self._with_recent(scope, ref) if ref.expr != scope.you else scope))

    def _does(self, node: N.Does, scope: Scope) -> str:
        act = node.act
        if isinstance(act, N.Choice | N.Sequence):
            parts = [self._does(replace(node, act=part, negated=False), scope) for part in act.acts]
            test = "(" + (" or " if isinstance(act, N.Choice) else " and ").join(parts) + ")"
            return f"not {test}" if node.negated else test
        if not isinstance(act, N.Perform):
            raise refuse(node, "only a single verb can be tested", code="RW0606")
        verb = self.b.source.verbs.get(act.verb)
        if verb is None or not verb.get("state"):
            if verb is None and act.verb not in self.b.source.verbs:
                raise refuse(node, f"whether somebody does “{act.verb}” cannot be tested here", code="RW0606")
            seat = self.ref(node.subject, scope).expr
            return f"DURING(s, {self.b.definitions.during(act.verb)}, {seat})"

        def holds(who: Ref, inner: Scope) -> str:
            return self._holds(act, who, inner)

        result = self._each_subject(node.subject, scope, holds)
        return f"not {result}" if node.negated else result

    def _holds(self, act: N.Perform, who: Ref, scope: Scope) -> str:
        """Whether a state verb holds for a seat; its object may be one thing or any of several."""
        slots = self.b.source.verbs[act.verb].get("slots") or {}
        args: list[str] = []
        for name, kind in slots.items():
            value = act.slot(name)
            if value is None:
                args.append(self._implied(kind, scope).expr)
            elif isinstance(value, N.NounPhrase) and self._open(value):
                var, source, conditions = self.each(value, scope)
                everyone = isinstance(value.determiner, N.Article) and value.determiner.word in EVERYBODY
                call = self.state_verb(act.verb, who.expr, [var])
                if everyone:
                    return self.every(var, source, conditions, call)
                return self.some(var, source, [*conditions, call])
            else:
                assert isinstance(value, N.Phrase)
                args.append(self.ref(value, scope).expr)
        return self.state_verb(act.verb, who.expr, args)

    def state_verb(self, verb: str, seat: str, args: list[str]) -> str:
        """The call that tests a state verb."""
        return f"{self.b.definitions.state_verb(verb)}(s, {seat}{''.join(', ' + a for a in args)})"

    def _enough(self, phrase: N.NounPhrase, count: str) -> str:
        """Whether a count is what a phrase's determiner asks for."""
        det = phrase.determiner
        if isinstance(det, N.Article) and det.word == "no":
            return f"({count} == 0)"
        if isinstance(det, N.Quantity):
            if det.kind == "exactly":
                return f"({count} == {det.low})"
            if det.kind in ("at_most", "up_to"):
                return f"({count} <= {det.low if det.high is None else det.high})"
            if det.kind == "more_than":
                return f"({count} > {det.low})"
            if det.kind == "fewer_than":
                return f"({count} < {det.low})"
            if det.kind == "either":
                return f"({count} in ({det.low}, {det.high}))"
            if det.low is not None:
                return f"({count} >= {det.low})"
        return f"({count} > 0)"

    def _has(self, node: N.Has, scope: Scope) -> str:
        def test(who: Ref, inner: Scope) -> str:
            return self._owns(node.object, who, inner)

        result = self._each_subject(node.subject, scope, test)
        return f"not {result}" if node.negated else result

    def _owns(self, phrase: N.Phrase, who: Ref, scope: Scope) -> str:
        if isinstance(phrase, N.Phrases):
            word = " or " if phrase.conjunction == "or" else " and "
            return "(" + word.join(self._owns(item, who, scope) for item in phrase.items) + ")"
        inner = scope.child()
        if who.type == "player":
            inner.you = who.expr
        if isinstance(phrase, N.MoreThan):
            sign = ">" if phrase.relation == "more" else "<"
            mine = self._amount_held(phrase.phrase, who, inner)
            other = phrase.number.phrase if isinstance(phrase.number, N.Value) else None
            if isinstance(other, N.Pronoun):  # "more of them than you"
                return f"({mine} {sign} {self._held_by(self.ref(other, scope), phrase.phrase, inner)})"
            if isinstance(other, N.NounPhrase) and isinstance(other.noun, str) and self.type_of(other.noun) == "player":
                return self._compared_with(other, phrase.phrase, mine, sign, who, inner)
            return f"({mine} {sign} {self.amount(phrase.number, scope)})"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "have what?")
        if isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("most", "fewest"):
            if who.type != "player":
                raise refuse(phrase, "only of players it is known who has the most", code="RW0606")
            bare, sign = replace(phrase, determiner=None), ">=" if phrase.determiner.word == "most" else "<="
            mine, o = self._amount_held(bare, who, inner), self.fresh()
            return f"all({mine} {sign} {self._held_by(Ref(o, 'player', 'player'), bare, inner)} for {o} in SEATS)"
        if who.type == "space":
            inner = scope.child()
            inner.place = who
            return self._enough(phrase, f"({self.piece_count(phrase, inner)})")
        spread = self._spread(phrase)
        if spread is not None:
            at, places = spread
            region = self._open_region(places)
            if region is not None:
                return self._in_some_region(phrase, at, places, region, who, scope)
            x = self.fresh()
            there = inner.child()
            if isinstance(places.noun, str) and self.type_of(places.noun) == "region":
                return self._in_regions(phrase, at, places, who, inner)
            there.place = Ref(x, "space", "space")
            bare = N.NounPhrase(noun=phrase.noun, filters=tuple(f for f in phrase.filters if f is not at), plural=True)
            var, source, conditions = self.each(places, inner, x)
            test = " and ".join([*conditions, f"({self.piece_count(bare, there, who.expr)}) > 0"])
            if isinstance(places.determiner, N.Quantity):
                return self._enough(places, f"sum(1 for {var} in {source} if {test})")
            return self.every(var, source, conditions, f"({self.piece_count(bare, there, who.expr)}) > 0")
        return self._enough(phrase, self._amount_held(phrase, who, inner))

    def _compared_with(self, other: N.NounPhrase, what: N.Phrase, mine: str, sign: str, who: Ref, scope: Scope) -> str:
        """`more points than each other player`, `fewer cards than the opponent`."""
        if not self._open(other):
            return f"({mine} {sign} {self._held_by(self.ref(other, scope), what, scope)})"
        var, source, conditions = self.each(other, scope)
        theirs = self._held_by(Ref(var, "player", "player"), what, scope)
        if f"{var} != {who.expr}" not in conditions:
            conditions.append(f"{var} != {who.expr}")
        everyone = isinstance(other.determiner, N.Article) and other.determiner.word in EVERYBODY
        function = "all" if everyone else "any"
        return f"{function}({mine} {sign} {theirs} for {var} in {source} if {' and '.join(conditions)})"

    def _held_by(self, them: Ref, what: N.Phrase, scope: Scope) -> str:
        """How much another seat has of something: "your hand" is theirs there."""
        inner = scope.child()
        inner.you = them.expr
        return self._amount_held(what, them, inner)

    def _spread(self, phrase: N.NounPhrase) -> tuple[N.At, N.NounPhrase] | None:
        """`workers in 3 different fields`, `workers in each field`: the quantity stands with the places."""
        for item in phrase.filters:
            if isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase):
                det = item.phrase.determiner
                if isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in EVERYBODY):
                    return item, item.phrase
        return None

    def _in_regions(self, phrase: N.NounPhrase, at: N.At, places: N.NounPhrase, who: Ref, scope: Scope) -> str:
        """`pieces in each region`: in some space of each region."""
        bare = N.NounPhrase(noun=phrase.noun, filters=tuple(f for f in phrase.filters if f is not at), plural=True)
        var, source, conditions = self.each(places, scope)
        spot = self.fresh()
        there = scope.child()
        there.place = Ref(spot, "space", "space")
        has = f"any(({self.piece_count(bare, there, who.expr)}) > 0 for {spot} in {var})"
        if isinstance(places.determiner, N.Quantity):
            return self._enough(places, f"sum(1 for {var} in {source} if {' and '.join([*conditions, has])})")
        return self.every(var, source, conditions, has)

    def _open_region(self, places: N.NounPhrase) -> N.Of | None:
        """`each space of a line`: the filter with a region that is left open."""
        for item in places.filters:
            if not isinstance(item, N.Of):
                continue
            phrase = item.phrase
            if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
                continue
            if self.type_of(phrase.noun) == "region" and self._open(phrase):
                return item
        return None

    def _in_some_region(
        self, phrase: N.NounPhrase, at: N.At, places: N.NounPhrase, of: N.Of, who: Ref, scope: Scope
    ) -> str:
        """Whether there is a region for which the rest of the phrase is true."""
        assert isinstance(of.phrase, N.NounPhrase)
        var, source, conditions = self.each(of.phrase, scope)
        noun = str(of.phrase.noun)
        named = N.Of(phrase=N.NounPhrase(determiner=N.Article(word="that"), noun=noun))
        spaces = replace(places, filters=tuple(named if item is of else item for item in places.filters))
        there = replace(at, phrase=spaces)
        whole = replace(phrase, filters=tuple(there if item is at else item for item in phrase.filters))

        def test(region: str) -> str:
            inner = scope.child()
            inner.bind(noun, Ref(region, "region", noun))
            return self._owns(whole, who, inner)

        regions = self.b.namespace.get(source)
        if isinstance(regions, tuple) and len(regions) <= UNROLLED and not conditions:
            return "(" + " or ".join(test(repr(region)) for region in regions) + ")"
        return f"any({' and '.join([*conditions, test(var)])} for {var} in {source})"

    def _amount_held(self, phrase: N.Phrase, who: Ref, scope: Scope) -> str:
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            entry = self.entry(phrase.noun)
            if entry.get("held"):
                return self.held(phrase.noun, who.expr)
            if entry.get("type") == "number":
                return f"{self.b.definitions.number(phrase.noun)}(s, {who.expr})"
        if isinstance(phrase, N.NounPhrase) and self.is_piece(phrase):
            info = self.layout.piece_kinds[self.kinds(phrase)[0]]
            return f"({self.piece_count(phrase, scope, who.expr if info.owned else None)})"
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else None
        cards = isinstance(noun, str) and self.type_of(noun) == "card"
        filters = phrase.filters if isinstance(phrase, N.NounPhrase) else ()
        if cards and not any(isinstance(item, N.At | N.Of) and self._is_zone(item.phrase) for item in filters):
            # Without a zone every such card of the box would be counted, whoever has it.
            raise refuse(phrase, f"where does one have {self.words(phrase)}s?", "Say “in your …” after the cards.")
        return self.count(phrase, scope)

    def _exists(self, node: N.Exists, scope: Scope) -> str:
        phrase = node.object
        if isinstance(phrase, N.MoreThan):
            sign = ">" if phrase.relation == "more" else "<"
            test = f"({self.count(phrase.phrase, scope)} {sign} {self.amount(phrase.number, scope)})"
        elif isinstance(phrase, N.NounPhrase):
            placed = any(isinstance(item, N.At | N.Of | N.NextTo) for item in phrase.filters)
            lying = isinstance(phrase.noun, str) and self.can_lie(phrase.noun)
            if lying and scope.place is not None and not placed:
                test = self._enough(phrase, self._lying(phrase, scope.place, scope))
            elif self.is_piece(phrase) or isinstance(phrase.determiner, N.Quantity):
                test = self._enough(phrase, self.count(phrase, scope))
            elif isinstance(phrase.determiner, N.Article) and phrase.determiner.word == "no":
                test = f"not {self.any_of(phrase, scope)}"
            else:
                test = self.any_of(phrase, scope)
        else:
            raise refuse(phrase, "there is what?")
        return f"not {test}" if node.negated else test

    def _is(self, node: N.Is, scope: Scope) -> str:
        subject, predicate = node.subject, node.predicate
        number = None
        if isinstance(predicate, N.Compare):
            number = predicate
        elif isinstance(predicate, N.IsPhrase) and isinstance(predicate.phrase, N.Amount):
            number = N.Compare(relation="equal", number=predicate.phrase)
        if number is not None:
            left = self._subject_amount(subject, scope)
            test = f"({left} {COMPARISONS[number.relation]} {self.amount(number.number, scope)})"
            return f"not {test}" if node.negated else test
        if isinstance(subject, N.Amount):
            raise refuse(node, "a number can only be compared", code="RW0606")
        if isinstance(predicate, N.At) and self._is_zone(predicate.phrase):
            ref = self.ref(subject, scope)
            zones = self.zones_of(predicate.phrase, scope) or []
            test = f"(s.where[{ref.expr}] in ({', '.join(zones)},))"
            return f"not {test}" if node.negated else test

        def check(who: Ref, inner: Scope) -> str:
            return f"({self.predicate(who, predicate, inner)})"

        result = self._each_subject(subject, scope, check)
        return f"not {result}" if node.negated else result

    def _subject_amount(self, subject: N.Phrase | N.Amount, scope: Scope) -> str:
        if isinstance(subject, N.Amount):
            return self.amount(subject, scope)
        if isinstance(subject, N.NounPhrase) and isinstance(subject.noun, str):
            kind = self.entry(subject.noun).get("type")
            if subject.noun in scope.names and scope.names[subject.noun].type == "number":
                return scope.names[subject.noun].expr
            if kind in ("number", "resource") or self.type_of(subject.noun) == "number":
                return self.value(subject, scope)
            return self.count(subject, scope)
        raise refuse(subject, "a number was expected here", code="RW0606")
