"""Pieces that players own, counted in a text that does not say whose: yours and everybody's could be meant.

Whether there are some is asked of everybody's, and in one place that was spoken of all that stand there are counted, as
it says; what somebody else counts there could be theirs. What tells whose they are beside the words for them is not
concerned: the zone of a player, and what is done to each of them or to its owner.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.language.trees.past import is_past

TOLD = ("your", "their", "its", "that", "this", "all")
EACH_ONE = ("it", "its", "itself", "they", "their", "them", "that", "this")


class WhosePieces:
    """Finds such phrases in the texts of one ruleset."""

    def __init__(self, source: Source, layout: Layout) -> None:
        self.source = source
        self.layout = layout

    def phrases(self, nodes: list[N.Node]) -> Iterator[N.NounPhrase]:
        """Each phrase of a text that counts pieces without telling whose they are."""
        by_others = {id(part) for node in nodes if _is_of_others(node) for part in node.walk()}
        for node in nodes:
            match node:
                case N.Per(each=N.NounPhrase() as counted) | N.CountOf(phrase=N.NounPhrase() as counted):
                    pass
                case N.ForEach(each=N.NounPhrase() as counted, then=then) if not self._speaks_of_each(then):
                    pass
                case _:
                    continue
            if self._of_anybody(counted) and (id(node) in by_others or not _in_one_place(counted)):
                yield counted

    def _of_anybody(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase names pieces that somebody owns, says where they are, and not whose."""
        said = phrase.determiner
        word = said.word if isinstance(said, N.Article) else said.article if isinstance(said, N.Quantity) else None
        if isinstance(said, N.Possessive) or word in TOLD or not self._owned(phrase) or not phrase.filters:
            return False
        return not any(self._tells(item) for item in phrase.filters)

    def _tells(self, item: N.Filter) -> bool:
        """Whether a filter says whose pieces are, or which."""
        match item:
            case N.OfYours() | N.Participle():
                return True
            case N.Relative():
                return item.verb == "have" or is_past(item)
            case N.At(phrase=place):
                return self.source.is_zone(place)
            case N.Of(phrase=whose):
                return self.source.is_somebody(whose)
        return False

    def _owned(self, phrase: N.NounPhrase) -> bool:
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
        kinds = [kind for bare in nouns for kind in self.layout.kinds_of_piece.get(bare.noun, [])]
        return any(self.layout.piece_kinds[kind].owned for kind in kinds)

    @staticmethod
    def _speaks_of_each(then: N.Node) -> bool:
        """Whether what is done for each of some things speaks of that thing, or of its owner."""
        return any(
            (isinstance(part, N.Pronoun | N.Article) and part.word in EACH_ONE)
            or (isinstance(part, N.NounPhrase) and part.noun == "owner")
            for part in then.walk()
        )


def _is_of_others(node: N.Node) -> bool:
    """Whether somebody else than you does something, or something is done for each of several players."""
    if isinstance(node, N.ForEach):
        return isinstance(node.each, N.NounPhrase) and node.each.noun == "player"
    return isinstance(node, N.Does) and node.subject != N.Pronoun(word="you")


def _in_one_place(phrase: N.NounPhrase) -> bool:
    """Whether pieces are said to be at a place that was spoken of: `there`, `in it`, `next to that field`."""
    return any(
        isinstance(item, N.There) or (isinstance(item, N.At | N.NextTo | N.Within) and _is_known(item.phrase))
        for item in phrase.filters
    )


def _is_known(place: N.Phrase) -> bool:
    if isinstance(place, N.NounPhrase):
        return place.determiner == N.Article(word="that") and not place.filters
    return isinstance(place, N.Pronoun) and place.word in ("it", "there")
