# mypy: disable-error-code="no-any-return"
"""Phrases that mean one thing: pronouns, definite descriptions, possessors, zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.expressions.expressions import Expressions

ACTOR = "actor's"  # the determiner of a zone that the core means without a word: that of whoever acts
BESIDE = {"left_neighbour": 1, "right_neighbour": -1}  # seats are numbered to the left


class References:
    """Says which one thing a phrase means."""

    def __init__(self, x: Expressions) -> None:
        self.x = x
        self.b = x.b
        self.layout = x.layout

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
            entry = self.x.entry(bare.noun)
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
                if self.x.entry(part).get("of") == "player":
                    if isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("a", "any", "each"):
                        found += [str(z) for z in instances]
                        continue
                    seat = self.possessor(phrase, scope)
                    if seat is None:
                        raise refuse(
                            phrase, f"whose {bare.noun.replace('_', ' ')} is meant?", "Say “your …” or “their …”."
                        )
                    if str(seat).isdigit():
                        found.append(str(instances[int(str(seat))]))
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
            return scope.spoken_to or scope.you
        if word == ACTOR:
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

    def of_type(self, phrase: N.Phrase, scope: Scope, *types: str) -> Ref:
        """The same, where only things of some types make sense. Raises MeaningError (RW0606) for others."""
        ref = self.ref(phrase, scope)
        if ref.type not in types:
            found = f"a {types[0]} was expected here, not a {ref.type}"
            raise refuse(phrase, found, f"Say which {types[0]} is meant.", code="RW0606")
        return ref

    def ref(self, phrase: N.Phrase, scope: Scope) -> Ref:
        """The single thing that a phrase names. Raises MeaningError when it names none or several."""
        if isinstance(phrase, N.Pronoun):
            return self.pronoun(phrase, scope)
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            found = self.definite(phrase, scope)
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

    def pronoun(self, phrase: N.Pronoun, scope: Scope) -> Ref:
        """What a pronoun means."""
        word = phrase.word
        if word == "you":
            return Ref(scope.spoken_to or scope.you, "player", "player")
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

    def definite(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        """The one thing that a definite phrase describes, or None where it describes none by itself."""
        noun = phrase.noun
        assert isinstance(noun, str)
        beside = BESIDE.get(noun)
        if beside is not None:
            return Ref(f"({scope.you} + {beside}) % {self.b.players}", "player", "player")
        det = phrase.determiner
        word = det.word if isinstance(det, N.Article) else None
        kind = self.x.type_of(noun)
        if (phrase.plural and kind != "zone") or self.x.selections.ordered(phrase):
            return None
        described = bool(phrase.filters or phrase.adjectives)  # "the last player" is not the player just named
        if kind == "card" and word == "this" and scope.this is not None:
            return Ref(scope.this, "card", noun)
        if noun in ("this_card",) and scope.this is not None:
            return Ref(scope.this, "card", "card")
        if noun in scope.names and word in ("the", "that", "this", None) and not described:
            if noun in scope.doubtful:
                known = f"the {noun}".replace("_", " ")
                raise refuse(phrase, f"“{known}” could be {scope.doubtful[noun]} or {known} from before", code="RW0607")
            return scope.names[noun]
        if self.x.entry(noun).get("seat"):
            return Ref(str(self.b.seat_of(self.x.entry(noun))), kind, noun)
        if self.x.entry(noun).get("kept") and kind != "number":
            return Ref(self.x.amounts.kept_cell(noun, self.x.amounts.arguments(phrase, scope)), kind, noun, False)
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
        entry = self.x.entry(noun)
        if noun == "owner":
            return self._owner(phrase, scope)
        if entry.get("set"):
            card = self.possessed_by(phrase, scope) or self.implied(entry["of"], scope)
            sets = tuple(card.owner for card in self.layout.cards)
            return Ref(f"{self.b.constant(sets, 'SET_OF')}[{card.expr}]", "player", noun, False)
        if word in ("the", "its", "their", "that") or isinstance(det, N.Possessive):
            if entry.get("of") and entry.get("means") and word != "that":
                var, source, conditions = self.x.selections.each(phrase, scope)
                return Ref(self._first(var, source, conditions), kind, noun, False)
            if word in ("that", "the") and not described:
                for ref in reversed(scope.recent):
                    if self.x.fits(ref.noun, noun) or self.x.fits(noun, ref.noun):
                        return ref
            if word == "the" and kind in ("player", "card", "space", "border") and described:
                var, source, conditions = self.x.selections.each(phrase, scope)
                always = kind == "player" and not phrase.filters and set(phrase.adjectives) <= {"first", "last"}
                return Ref(self._first(var, source, conditions), kind, noun, always)
        return None

    @staticmethod
    def _first(var: str, source: str, conditions: list[str]) -> str:
        test = f" if {' and '.join(conditions)}" if conditions else ""
        return f"next(({var} for {var} in {source}{test}), -1)"

    def possessed_by(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
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
        kind = self.x.type_of(noun)
        if kind not in ("space", "region", "card"):
            return None
        owner = self.possessed_by(phrase, scope)
        if owner is None or owner.type != "card":
            return None
        if noun == "space" and self.x.selections.can_lie(owner.noun):
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
        thing = self.possessed_by(phrase, scope)
        if thing is None:
            for ref in reversed(scope.recent):
                if ref.type in ("pieces", "card"):
                    thing = ref
                    break
        if thing is not None and thing.type == "pieces":
            return Ref(f"{thing.expr}[1]", "player", "player")
        if thing is not None and thing.type == "card":
            return Ref(f"ZONE_OWNER[s.where[{thing.expr}]]", "player", "player", False)
        raise refuse(phrase, "whose owner is meant?", "Name the thing: “… as the target”.")

    def implied(self, noun: str, scope: Scope) -> Ref:
        """The thing last mentioned, or the place, that a phrase leaves out (`the price` of what?)."""
        for ref in [*reversed(scope.recent), *([scope.place] if scope.place else [])]:
            if self.x.fits(ref.noun, noun):
                return ref
        raise refuse(None, f"of which {noun.replace('_', ' ')}?")
