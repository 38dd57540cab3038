"""What a phrase says by itself, before anything is looked up: of one thing or several, which come first, of pieces."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.scope import Ref, refuse
from rulewright.compiler.source import Source
from rulewright.language import nodes as N

WHOSE = N.Article(word="their")  # of what is counted with whose it is, whoever they are
ACTOR = "actor's"  # the determiner of a zone that the core means without a word: that of whoever acts
EVERYBODY = {"each", "all", "every", "each_other", "all_other", "both"}
DEFINITE = {"the", "that", "this", "its", "their", "your", ACTOR}


class Phrases:
    """Reads the phrases of one ruleset."""

    def __init__(self, source: Source, layout: Layout) -> None:
        self.source = source
        self.layout = layout

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
        if det is None and isinstance(phrase.noun, str) and self.source.type_of(phrase.noun) == "card":
            return phrase.noun == "card" or len(self.layout.cards_of(phrase.noun)) != 1
        return True

    def topmost(self, phrase: N.NounPhrase) -> int:
        """How many of the uppermost cards a phrase speaks of, or of the lowest; 0 where it speaks of any.

        Raises:
            MeaningError: RW0603 where it speaks of some of the cards only. The top 2 spells of a pile could be the
                first two that are spells, or what is a spell of the first two cards.
        """
        det = phrase.determiner
        if _end(phrase) not in ("top", "bottom") or phrase.noun in ("top", "bottom"):
            return 0
        cards = self.layout.cards_of(str(phrase.noun)) if phrase.noun != "card" else self.layout.cards
        if len(cards) < len(self.layout.cards) or phrase.adjectives or len(phrase.filters) > 1:
            what = "the top or the bottom of a pile is of all its cards, whatever they are"
            raise refuse(phrase, what, "Say “cards”, and ask afterwards what they are.", code="RW0603")
        return (det.low or 0) if isinstance(det, N.Quantity) else 1

    def at_the_end(self, phrase: N.NounPhrase, pile: Expr) -> Expr:
        """Those cards of a pile, the outermost first."""
        taken = "{}[:{}]" if _end(phrase) == "bottom" else "{}[:-{} - 1:-1]"
        return expr(taken, pile, self.topmost(phrase))

    def ordered(self, phrase: N.NounPhrase) -> list[str]:
        """The adjectives of a phrase that say which things come first, such as “cheapest”."""
        words = [*phrase.adjectives, *(item.word for item in phrase.filters if isinstance(item, N.Adjective))]
        return [word for word in words if self.source.adjectives.get(word, {}).get("order")]

    def spaces_of_somebody(self, phrase: N.Phrase) -> bool:
        """Whether a phrase means all the spaces that are somebody's: `your fields`."""
        if not isinstance(phrase, N.NounPhrase) or not phrase.plural or not isinstance(phrase.noun, str):
            return False
        word = phrase.determiner.word if isinstance(phrase.determiner, N.Article) else ""
        return word in ("your", "their") and self.source.type_of(phrase.noun) == "space"

    def can_lie(self, noun: str) -> bool:
        """Whether such cards may lie on spaces or cards by themselves."""
        entry = self.source.entry(noun)
        if self.source.type_of(noun) != "card":
            return False
        above = entry.get("is") or (entry["of"] if entry.get("type") == "role" else "")
        return bool(entry.get("in")) or bool(above and above != "card" and self.can_lie(above))

    def needs_some(self, phrase: N.NounPhrase) -> bool:
        """Whether nobody has the most where nobody has any: of whatever is counted, but not of the game's numbers."""
        det = phrase.determiner
        counted = not isinstance(phrase.noun, str) or self.source.type_of(phrase.noun) != "number"
        return counted and isinstance(det, N.Article) and det.word == "most"

    def is_piece(self, phrase: N.Phrase) -> bool:
        """Whether a phrase names pieces."""
        if isinstance(phrase, N.PartOf):
            return self.is_piece(phrase.whole)
        if isinstance(phrase, N.AsMany):
            return self.source.type_of(phrase.noun) == "piece"
        if isinstance(phrase, N.Phrases):
            return all(self.is_piece(item) for item in phrase.items)
        if isinstance(phrase, N.NounPhrase):
            nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
            return all(self.source.type_of(bare.noun) == "piece" for bare in nouns)
        return False

    def kind(self, phrase: N.NounPhrase) -> str:
        """The kind of thing that a phrase names; of several kinds of cards, or of spaces, that of them all.

        Raises:
            MeaningError: RW0601 for several kinds of anything else, and for so many of one kind and another.
        """
        if isinstance(phrase.noun, str):
            return phrase.noun
        types = {self.source.type_of(bare.noun) for bare in phrase.noun.nouns}
        single = all(bare.index is None for bare in phrase.noun.nouns)
        either = phrase.noun.conjunction == "or" or not isinstance(phrase.determiner, N.Quantity)
        return types.pop() if types in ({"card"}, {"space"}) and single and either else one_noun(phrase)


def _end(phrase: N.NounPhrase) -> str:
    """The end of a pile at which a phrase begins to count: `top`, `bottom`."""
    det = phrase.determiner
    word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else ""
    return (word or "").removeprefix("the_")


def one_noun(phrase: N.NounPhrase) -> str:
    """The noun of a phrase that names one kind of thing. Raises MeaningError for several kinds."""
    if isinstance(phrase.noun, N.NounGroup):
        raise refuse(phrase, "one kind of thing was expected here, not several")
    return phrase.noun


def noun_words(phrase: N.Phrase) -> str:
    """A phrase in a few words, for messages."""
    if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
        return phrase.noun.replace("_", " ")
    return "thing"


def must_be_inside(item: N.At, place: Ref) -> None:
    """Refuse what is beside, under or across a space or region: only what lies in it is known there."""
    if item.preposition in ("across", "beside", "under") and place.type in ("space", "region"):
        what = f"what is {item.preposition} a {place.noun.replace('_', ' ')} is not told"
        raise refuse(item, what, "Say “in”, “next to” or “within 2 of”.", code="RW0604")


def is_described(phrase: N.NounPhrase) -> bool:
    """Whether a phrase says more than its noun: "the last player" is not the player just named."""
    return bool(phrase.filters or phrase.adjectives)


def is_nearest(item: N.Filter) -> TypeGuard[N.Related]:
    """Whether a filter asks for those that are nearest to something or furthest from it."""
    return isinstance(item, N.Related) and item.relation in ("nearest_to", "furthest_from")


def extreme(phrase: N.Phrase) -> str:
    """`max` or `min` for `the most points`, `the fewest cards`, `the highest size`; "" for other phrases."""
    if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.determiner, N.Article):
        return ""
    word = phrase.determiner.word
    if word == "the" and len(phrase.adjectives) == 1 and not any(isinstance(f, N.Of) for f in phrase.filters):
        word = phrase.adjectives[0]
    return {"most": "max", "highest": "max", "fewest": "min", "lowest": "min"}.get(word, "")


def counted_things(phrase: N.NounPhrase, whose: bool = False) -> N.NounPhrase:
    """What is counted of a phrase such as “2 cards discarded this way”: whatever number of such things.

    whose: whether it is noted whose they are, as it is of “their cards discarded this way” (`WHOSE`).
    """
    theirs = WHOSE if whose or tells_whose(phrase) else None
    return replace(phrase, determiner=theirs, plural=False, index=None)


def tells_whose(phrase: N.NounPhrase) -> bool:
    """Whether a determiner says whose things are meant: “your cards”, “that player's cards”."""
    det = phrase.determiner
    word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else None
    return isinstance(det, N.Possessive) or word in ("your", "their", "its", ACTOR)


def must_be_had_by_a_player(phrase: N.NounPhrase, who: Ref) -> None:
    """Refuse “a field with a hut returned this way”: of what was done it is noted whose it was, and not where."""
    if who.type != "player" and done_this_way(phrase) is not None:
        raise refuse(phrase, "where this was done is not noted", "Say of which player.", code="RW0604")


def done_this_way(phrase: N.NounPhrase) -> N.NounPhrase | None:
    """What a phrase means that names all things with which something was done: “the cards discarded this way”."""
    if any(isinstance(item, N.Participle) for item in phrase.filters):
        return replace(counted_things(phrase), plural=True)
    return None


def had(item: N.With | N.ThatHas) -> N.Phrase:
    """What a described thing has by a filter."""
    return item.phrase if isinstance(item, N.With) else item.object


def says_who_has(described: N.Filter) -> TypeGuard[N.Relative]:
    """Whether a filter tells who has a number, now: `… you have`."""
    return (
        described == N.Relative(verb="have", subject=described.subject) if isinstance(described, N.Relative) else False
    )


def some_of(phrase: N.Phrase) -> N.Phrase:
    """What is meant where one of some things will do: “next to one of your huts” is next to your huts."""
    if isinstance(phrase, N.PartOf) and phrase.quantity == N.Quantity(kind="count", low=1):
        return phrase.whole
    return phrase


def quantifier(phrase: N.NounPhrase) -> str:
    """Whether a phrase speaks of each of some things, of a number of them, or of some of them."""
    det = phrase.determiner
    word = det.word if isinstance(det, N.Article) else det.kind if isinstance(det, N.Quantity) else ""
    if word in EVERYBODY:
        return "each"
    return "number" if word == "no" or (isinstance(det, N.Quantity) and word not in ("some", "any_number")) else "some"


def enough(phrase: N.NounPhrase, count: Expr) -> Expr:
    """Whether a count is what a phrase's determiner asks for."""
    det = phrase.determiner
    if isinstance(det, N.Article) and det.word in ("most", "fewest"):
        raise refuse(phrase, f"the {det.word} of which?", "Compare: “more … than …”.", code="RW0604")
    if isinstance(det, N.Article) and det.word == "no":
        return expr("{} == 0", count)
    if not isinstance(det, N.Quantity):
        return expr("{} > 0", count)
    match det.kind:
        case "exactly":
            return expr("{} == {}", count, det.low)
        case "at_most" | "up_to":
            return expr("{} <= {}", count, det.low if det.high is None else det.high)
        case "more_than":
            return expr("{} > {}", count, det.low)
        case "fewer_than":
            return expr("{} < {}", count, det.high)
        case "range":
            assert det.high is not None
            return expr("{} in range({}, {})", count, det.low, det.high + 1)
        case "either":
            return expr("{} in ({}, {})", count, det.low, det.high)
    return expr("{} > 0", count) if det.low is None else expr("{} >= {}", count, det.low)


def must_be_player(node: N.Node, who: Ref, verb: str) -> None:
    """Refuse a thing that would do what only players do."""
    if who.type != "player":
        noun, does = who.noun.replace("_", " "), verb.replace("_", " ")
        what = (
            f"this means a {noun} here, and only players {does} something"
            if who.noun == who.type
            else f"this means the {noun} here, and only players {does} something"
        )
        raise refuse(node, what, "Say who does it: you, they, that player.", code="RW0603")
