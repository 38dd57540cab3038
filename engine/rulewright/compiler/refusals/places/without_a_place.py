"""Cards that are counted, or asked for, without a word for where they lie.

“Draw 2 cards. Gain 1 fame for each wild beast.”: of those drawn, of those you have, or of the whole game, those that
nobody sees included? “Discard a card for each beast in your hand to gain 1 fame for each wild beast”: of those in your
hand? Where all cards that could be meant lie open, and nothing before tells where others lie, they are all there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeGuard

from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.source import Source
from rulewright.compiler.visible import means
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import parted
from rulewright.ruleset.where_cards_lie import kinds_by_zone

SAY_WHERE = "Say where they lie: “… for each … in your …”; or which of them are meant: “… discarded this way”."
WHICH_OTHER = "Say where it lies: “another … in your …”, “another … from your …”."
FROM_WHERE = (
    "Of those that were shown say “one of them”, “all of them that are …”; of others say from where: “… in your …”."
)
SHOWN = ("reveal", "look_at")
"""What shows cards."""
OTHER = ("another", "all_other", "the_other", "each_other")
DESCRIBED = (N.Adjective, N.IsPhrase, N.Measured, N.Worth, N.OtherThan)
"""What is said of cards by themselves, and not where they are or what was done with them."""
SOME = (None, "a", "any", "another", "each", "all", "no")
AWAY = "out_of_the_game"


def without_a_place(text: N.Text, source: Source) -> Iterator[N.NounPhrase]:
    """The cards that a text counts or asks for of which it is open where they lie."""
    for sentences in (text.sentences, *(ability.sentences for ability in text.abilities)):
        told = False
        for sentence in sentences:
            parts = list(sentence.walk())
            counted = {id(phrase): asked for phrase, asked in _counted(parts)}
            for part in parts:
                if not isinstance(part, N.NounPhrase) or not source.of_cards(part):
                    continue
                one = _one_of(part)
                if id(part) in counted and _of_the_whole_game(one, source):
                    asked = counted[id(part)]  # by itself, “if there is a beast” asks of the whole game (R10)
                    if told or not asked and _may_be_hidden(one, source):
                        yield part
                told = told or _told_where(one, source)
            told = told or any(_of_cards(part, source) for part in parts if isinstance(part, N.Perform))


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
            elif getattr(thing.determiner, "word", None) in OTHER and chosen and not said and act.slot("from") is None:
                usual = set(as_list((source.zones.get(act.verb) or {}).get("from")))
                if usual and usual != chosen:
                    yield thing


def from_where(text: N.Text, source: Source) -> Iterator[N.NounPhrase]:
    """`Look at the top 3 cards of the deck. Discard a card`: one of those, or one from where cards are discarded?"""
    for sentences in (text.sentences, *(ability.sentences for ability in text.abilities)):
        shown: set[str] = set()
        several = False
        for sentence in sentences:
            of_others = _by_others(sentence)
            for act in (part for part in sentence.walk() if isinstance(part, N.Perform)):
                thing = act.slot("object")
                if act.verb in SHOWN and isinstance(thing, N.NounPhrase):
                    shown, several = _shown(act, thing, source)
                elif act.verb == "draw":  # from the top of a deck, whatever was shown
                    continue
                elif shown and id(act) not in of_others and _lies_anywhere(thing, act, source):
                    usual = set(as_list((source.zones.get(act.verb) or {}).get("from")))
                    other = getattr(thing.determiner, "word", None) in OTHER
                    if usual and usual != shown and (several or other):
                        yield thing


def _by_others(sentence: N.Node) -> set[int]:
    """The acts of a sentence that somebody else than you does: “they discard a card” is from where theirs lie."""
    others = (part for part in sentence.walk() if isinstance(part, N.Does) and part.subject != N.Pronoun(word="you"))
    return {id(act) for part in others for act in part.walk()}


def _shown(act: N.Perform, thing: N.NounPhrase, source: Source) -> tuple[set[str], bool]:
    """Where cards lie that are shown, and whether there may be several; another's zone is none of your own."""
    places = [item.phrase for item in thing.filters if isinstance(item, N.At | N.Of)]
    zones = [
        zone for zone in (thing, act.slot("from"), *places) if isinstance(zone, N.NounPhrase) and source.is_zone(zone)
    ]
    owners = [zone.determiner for zone in zones]
    theirs = any(isinstance(det, N.Possessive) or det == N.Article(word="their") for det in owners)
    det = thing.determiner
    one = isinstance(det, N.Quantity) and det.low == 1 and det.high in (None, 1)
    single = one or (isinstance(det, N.Article) and det.word in (*OTHER[:1], "a", "the", "top", "bottom"))
    several = thing in zones or thing.plural or not single
    return {("another's " if theirs else "") + str(zone.noun) for zone in zones}, several


def _lies_anywhere(thing: N.Node | None, act: N.Perform, source: Source) -> TypeGuard[N.NounPhrase]:
    """Whether an act is done to cards, and nothing says where they lie or which of them are meant."""
    if not isinstance(thing, N.NounPhrase) or not source.of_cards(thing) or act.slot("from") is not None:
        return False
    word = getattr(thing.determiner, "word", None)
    plain = isinstance(thing.determiner, N.Quantity) and not thing.determiner.article
    plain = plain or (isinstance(thing.determiner, N.Article | None) and word in (*SOME, *OTHER))
    return plain and all(_by_itself(item, source) for item in thing.filters)


def _counted(parts: Iterable[N.Node]) -> Iterator[tuple[N.Phrase, bool]]:
    """What is counted, gone through one by one, or asked for; and whether it is only asked whether there are some."""
    for part in parts:
        match part:
            case N.CountOf(phrase=thing) | N.Per(each=thing) | N.ForEach(each=thing) | N.Exists(object=thing):
                things = thing.items if isinstance(thing, N.Phrases) else (thing,)
                yield from ((one, isinstance(part, N.Exists)) for one in things)


def _of_cards(act: N.Perform, source: Source) -> bool:
    """Whether an act is done to cards, or shows some: who counts cards behind it may mean those."""
    return act.verb in SHOWN or source.of_cards(act.slot("object"))


def _one_of(phrase: N.NounPhrase) -> N.NounPhrase:
    """What is told of each thing of a set: of “each 2 beasts with the same price” a beast."""
    alike = parted(phrase)
    return phrase if alike is None else replace(alike[0], determiner=None)


def _told_where(phrase: N.NounPhrase, source: Source) -> bool:
    """Whether a phrase of cards says in which zone they lie."""
    return any(isinstance(item, N.At | N.Of) and source.is_zone(item.phrase) for item in phrase.filters)


def _of_the_whole_game(phrase: N.NounPhrase, source: Source) -> bool:
    """Whether cards are described without a word for where they are, or for which of them were spoken of."""
    det = phrase.determiner
    plain = isinstance(det, N.Quantity) and not det.article
    plain = plain or (getattr(det, "word", None) in SOME and isinstance(det, N.Article | None))
    if not plain or any(_lies_on_the_map(noun, source) for noun in _nouns(phrase)):
        return False
    adjectives = [*phrase.adjectives, *(item.word for item in phrase.filters if isinstance(item, N.Adjective))]
    return not _tell_where(adjectives, source) and all(_by_itself(item, source) for item in phrase.filters)


def _nouns(phrase: N.NounPhrase) -> list[str]:
    return [bare.noun for bare in phrase.noun.nouns] if isinstance(phrase.noun, N.NounGroup) else [phrase.noun]


def _lies_on_the_map(noun: str, source: Source) -> bool:
    """Whether such cards lie on spaces or cards by themselves, or their own word tells which they are."""
    entry = source.entry(noun)
    above = entry.get("is") or (entry["of"] if entry.get("type") == "role" else "")
    return bool(
        entry.get("in") or entry.get("means") or (above and above != "card" and _lies_on_the_map(above, source))
    )


def _tell_where(adjectives: list[str], source: Source) -> bool:
    """Whether an adjective is of cards in a place."""
    said = (part for tree in means("adjectives", adjectives, source) for part in tree.walk())
    return AWAY in adjectives or any(isinstance(part, N.At | N.Participle | N.Relative) for part in said)


def _by_itself(said: N.Filter, source: Source) -> bool:
    """Whether a filter tells nothing of where cards lie: “of that price”, but not “in your hand”, “with a hut”."""
    match said:
        case N.Of(phrase=thing) | N.With(phrase=thing) | N.ThatHas(object=thing):
            return isinstance(thing, N.NounPhrase) and source.type_of(str(thing.noun)) in ("number", "word")
        case N.That(predicate=predicate):
            return isinstance(predicate, DESCRIBED)
        case N.Whose(clause=clause):
            return isinstance(clause, N.Predicate)
    return isinstance(said, DESCRIBED)


def _may_be_hidden(phrase: N.NounPhrase, source: Source) -> bool:
    """Whether such cards may lie in a zone that not everybody sees."""
    kinds, fits = kinds_by_zone(source.ruleset), source.fits
    unseen = [zone for zone, entry in source.nouns.items() if entry.get("visible") in ("nobody", "owner")]
    there = {kind for zone in (*unseen, None) for kind in kinds.get(zone, ())} if unseen else set()
    return any(fits(kind, noun) or fits(noun, kind) for kind in there for noun in _nouns(phrase))
