"""What is said of things that nothing carries out: an order where there is none, one of what is the only one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.meaning.rules.picking import in_one_of_them

UNSUPPORTED_ARTICLES = {"same", "different", "most", "fewest"}
UNSUPPORTED_ADJECTIVES = {"face_up", "face_down", "extra"}  # of the core
EXACT = {"count", "exactly"}
EXTREMES = ("nearest_to", "furthest_from")  # what the language says itself of where things are
PLAYED = N.Relative(subject=N.Pronoun(word="you"), verb="play")  # "a card you play"


class UnsupportedPhrases:
    """Finds it in noun phrases, in the words of one ruleset."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def parts(self, node: N.NounPhrase) -> Iterator[tuple[N.Node, str]]:
        """Each part of a phrase that would be passed over, with a word for it."""
        if isinstance(node.determiner, N.Article) and node.determiner.word in UNSUPPORTED_ARTICLES:
            yield node, node.determiner.word
        yield from self._only(node)
        places = [item.phrase for item in node.filters if isinstance(item, N.Of | N.At)]
        yield from self.end_of_no_pile(node, places)
        for item in node.filters:
            other = item.phrase if isinstance(item, N.At) and item.preposition == "across" else None
            noun = getattr(other, "noun", None)
            if isinstance(noun, str) and self.source.type_of(noun) != "border":
                yield item, "across"
        if isinstance(node.determiner, N.Quantity) and node.determiner.article and isinstance(node.noun, str):
            kind = self.source.type_of(node.noun)
            if kind in ("resource", "number") or (node.determiner.article == "top" and kind != "card"):
                yield node, node.determiner.article
        if "next" in node.adjectives and node.filters != (PLAYED,):
            yield node, "next"
        for word in node.adjectives:
            if word in UNSUPPORTED_ADJECTIVES or (word == "different" and not self._distinct(node)):
                yield node, word

    def end_of_no_pile(self, thing: N.Node | None, places: Iterable[N.Node | None]) -> Iterator[tuple[N.Node, str]]:
        """What somebody holds for their eyes alone has no order, unless it is a pile: nothing lies on top of it."""
        if not isinstance(thing, N.NounPhrase):
            return
        said = thing.determiner
        word = said.word if isinstance(said, N.Article) else said.article if isinstance(said, N.Quantity) else ""
        if word not in ("top", "bottom") and thing.noun not in ("top", "bottom"):
            return
        for place in places:
            if self.of_no_order(place):
                yield thing, word or str(thing.noun)

    def of_no_order(self, place: N.Node | None) -> bool:
        """Whether somebody holds what lies there for their eyes alone, and not as a pile."""
        noun = place.noun if isinstance(place, N.NounPhrase) and isinstance(place.noun, str) else ""
        zone = self.source.entry(noun)
        return zone.get("type") == "zone" and zone.get("visible") == "owner" and zone.get("order") != "pile"

    def _only(self, node: N.NounPhrase) -> Iterator[tuple[N.Node, str]]:
        """Of a number that is worked out, and of a zone of nobody, there is one: no other can be meant."""
        word = node.determiner.word if isinstance(node.determiner, N.Article) else ""
        entry = self.source.entry(node.noun) if isinstance(node.noun, str) else {}
        number = entry.get("type") == "number" and not entry.get("kept") and not entry.get("held")
        if number and not node.adjectives and word in ("a", "any", "no", "all", "another"):
            yield node, word
        zone = entry.get("type") == "zone" and not entry.get("of") and not entry.get("includes")
        if zone and word in ("a", "any", "no", "all", "another", "each"):
            yield node, word
        owned = isinstance(node.determiner, N.Possessive) or word in ("your", "its", "their")
        if zone and (owned or any(isinstance(item, N.Of) for item in node.filters)):
            yield node, "whose it is (there is one for everybody)"

    def _distinct(self, node: N.NounPhrase) -> bool:
        """Whether things that are counted are different anyway, or the different values of a number of things."""
        each = node.determiner in (None, N.Article(word="each"))
        of = [item.phrase for item in node.filters if isinstance(item, N.Of)]
        if each and isinstance(node.noun, str) and self.source.type_of(node.noun) == "number" and len(of) == 1:
            return len(node.filters) == len(node.adjectives) == 1 and isinstance(of[0], N.NounPhrase)
        counted = isinstance(node.determiner, N.Quantity) and isinstance(node.noun, str)
        return counted and self.source.type_of(str(node.noun)) in ("space", "border", "region", "player")

    def in_one(self, things: N.Phrase) -> bool:
        """Whether it is told how many things are in one place without telling in which: `2 cars in a street`.

        `No cars in a street` could be a street without cars, or no cars in any.
        """
        more = isinstance(things, N.MoreThan)
        named = things.phrase if isinstance(things, N.MoreThan) else things
        if not isinstance(named, N.NounPhrase):
            return False
        many, any_at_all = named.determiner, (("some", None), ("at_least", 1), ("count", 1))
        if many == N.Article(word="no"):
            return any(place.determiner == N.Article(word="a") for place in self._places(named))
        if not more and (not isinstance(many, N.Quantity) or (many.kind, many.low) in any_at_all):
            return False
        a_place = (N.Article(word="a"), N.Article(word="any"))
        return any(
            place.determiner in a_place or (not more and in_one_of_them(place.determiner))
            for place in self._places(named)
        )

    def spread(self, nodes: Sequence[N.Node], held: Collection[int], events: Collection[int]) -> Iterator[N.NounPhrase]:
        """Things in one place of which it is not told that they are picked there: `the number of cars in 1 street`.

        `Return 2 of your cars in 1 street` picks them in one; *all* of them in an act are refused where it is bound.

        Args:
            held: the phrases that say what somebody has, by their ids.
            events: the acts that are waited for, by their ids.
        """
        done = [node.slot("object") for node in nodes if isinstance(node, N.Perform) and id(node) not in events]
        acts = set(map(id, done))
        parts = [node for node in nodes if isinstance(node, N.PartOf) and id(node) not in held]
        picked = {id(node.whole) for node in parts if id(node) in acts or node.quantity.kind not in ("each", "all")}
        picked |= acts
        for node in nodes:
            if not isinstance(node, N.NounPhrase) or not isinstance(node.noun, str) or id(node) in picked:
                continue
            det = node.determiner
            some = isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in ("a", "another", "any"))
            places = self._places(node) if not some and self.source.type_of(node.noun) in ("piece", "card") else ()
            if any(in_one_of_them(place.determiner) for place in places):
                yield node

    def in_several(self, things: N.Phrase) -> bool:
        """Whether it is told what is in each or in so many places: `a car in each street`, `cars in 2 streets`."""
        if not isinstance(things, N.NounPhrase):
            return False
        return any(_of_so_many(place) for place in self._places(things))

    def _places(self, things: N.NounPhrase) -> Iterator[N.NounPhrase]:
        """The places in which a phrase says that things are, but for a zone that is the only one of its kind."""
        for item in things.filters:
            place = item.phrase if isinstance(item, N.At) else None
            if not isinstance(place, N.NounPhrase):
                continue
            if self.source.is_zone(place):
                somewhere = self.source.entry(str(place.noun)).get("of") == "player"
            else:
                somewhere = self.source.type_of(str(place.noun)) in ("space", "border", "region")
            if somewhere:
                yield place


def extreme(item: N.Filter) -> bool:
    """`with the most of them`, `nearest to it`: several may have equally many, or be as near."""
    if isinstance(item, N.Related) and item.relation in EXTREMES:
        return True
    phrase = item.phrase if isinstance(item, N.With) else item.object if isinstance(item, N.ThatHas) else None
    determiner = phrase.determiner if isinstance(phrase, N.NounPhrase) else None
    return isinstance(determiner, N.Article) and determiner.word in ("most", "fewest")


def inexact(item: N.NounPhrase) -> Iterator[tuple[N.Node, str]]:
    """A number of things that is not told exactly."""
    if isinstance(item.determiner, N.Quantity) and item.determiner.kind not in EXACT:
        yield item, item.determiner.kind


def _of_so_many(place: N.NounPhrase) -> bool:
    """Whether places are meant one by one: each of them, both, or a number of any; not “the top 3 cards”."""
    det = place.determiner
    if isinstance(det, N.Article):
        return det.word in ("each", "all", "each_other", "all_other", "both")
    if not isinstance(det, N.Quantity) or det.article is not None:
        return False
    return (det.kind, det.low) not in (("count", 1), ("some", None), ("any_number", None))
