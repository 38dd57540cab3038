"""Cards that are counted where the same sentence has told of others where they lie: there, or wherever they are?

“Discard a card for each beast in your hand to gain 1 fame for each wild beast.” By themselves (“gain 1 fame for each
wild beast”) they are those of the whole game, in any zone, those that nobody sees included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import parted

SAY_WHERE = "Say where they lie: “… for each … in your …”; or of those in any zone in a sentence of its own, first."
WHICH_OTHER = "Say where it lies: “another … in your …”, “another … from your …”."
SHOWN = ("reveal", "look_at")
"""What shows cards: who counts some right behind it means those."""
DESCRIBED = (N.Adjective, N.Measured, N.Worth)
"""What is said of cards by themselves, and not where they are or what was done with them."""


def without_a_place(text: N.Text, source: Source) -> Iterator[N.NounPhrase]:
    """The cards that a sentence counts of which it is open whether they lie where others lie of which it speaks."""
    for sentences in (text.sentences, *(ability.sentences for ability in text.abilities)):
        shown = told = False
        for sentence in sentences:
            parts = list(sentence.walk())
            yield from _in_a_sentence(parts, shown, source)
            told = told or any(_told_where(part, source) for part in parts)
            yield from (part for part in _sets(parts) if told and _of_the_whole_game(_one_of(part), source))
            deeds = [part for part in parts if isinstance(part, N.Perform)]
            shown = len(deeds) == 1 and deeds[0].verb in SHOWN


def another_without_a_place(text: N.Text, source: Source) -> Iterator[N.NounPhrase]:
    """`Choose a beast in your circle. Discard another beast`: of those there, or from where cards are discarded?"""
    for sentences in (text.sentences, *(ability.sentences for ability in text.abilities)):
        chosen: set[str] = set()
        for act in (part for sentence in sentences for part in sentence.walk() if isinstance(part, N.Perform)):
            thing = act.slot("object")
            if not isinstance(thing, N.NounPhrase) or not source.of_cards(thing):
                continue
            places = (item.phrase for item in thing.filters if isinstance(item, N.At | N.Of))
            said = {str(zone.noun) for zone in places if isinstance(zone, N.NounPhrase) and source.is_zone(zone)}
            if act.verb == "choose":
                chosen = said
            elif thing.determiner == N.Article(word="another") and chosen and not said and act.slot("from") is None:
                usual = set(as_list((source.zones.get(act.verb) or {}).get("from")))
                if usual and usual != chosen:
                    yield thing


def _in_a_sentence(parts: Sequence[N.Node], shown: bool, source: Source) -> Iterator[N.NounPhrase]:
    told = shown
    for part in parts:
        counted = part.phrase if isinstance(part, N.CountOf) else part.each if isinstance(part, N.Per) else None
        if told and isinstance(counted, N.NounPhrase) and _of_the_whole_game(counted, source):
            yield counted
        if isinstance(part, N.NounPhrase) and source.of_cards(part):
            told = told or any(isinstance(item, N.At | N.Of) and source.is_zone(item.phrase) for item in part.filters)


def _sets(parts: Sequence[N.Node]) -> Iterator[N.NounPhrase]:
    """The sets that are counted: “each 2 beasts with the same price”."""
    for part in parts:
        counted = (
            part.phrase if isinstance(part, N.CountOf) else part.each if isinstance(part, N.Per | N.ForEach) else None
        )
        if isinstance(counted, N.NounPhrase) and parted(counted) is not None:
            yield counted


def _one_of(phrase: N.NounPhrase) -> N.NounPhrase:
    """What is told of each thing of a set."""
    alike = parted(phrase)
    return replace(phrase if alike is None else alike[0], determiner=None)


def _told_where(part: N.Node, source: Source) -> bool:
    """Whether a phrase of cards says in which zone they lie."""
    if not isinstance(part, N.NounPhrase) or not source.of_cards(part):
        return False
    return any(isinstance(item, N.At | N.Of) and source.is_zone(item.phrase) for item in _one_of(part).filters)


def _of_the_whole_game(phrase: N.NounPhrase, source: Source) -> bool:
    """Whether cards are described without a word for where they are, or for which of them were spoken of."""
    plain = phrase.determiner is None or phrase.determiner == N.Article(word="each")
    return plain and source.of_cards(phrase) and all(isinstance(item, DESCRIBED) for item in phrase.filters)
