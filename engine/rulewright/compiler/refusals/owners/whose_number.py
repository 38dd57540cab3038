"""Of what a number is said that a text changes: `each other player's dress size`, `your price of each dry field`.

What is said of each of some things changes the number of each that fits; "you" beside it is whoever has the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.source import Source
from rulewright.language import nodes as N

EACH = ("each", "each_other", "all", "all_other")
OTHERS = ("each_other", "all_other")


def said_of(subject: N.Node) -> tuple[N.NounPhrase, ...]:
    """The things that a number is said to be of: `the speed of each old car`, `each car's speed`."""
    if not isinstance(subject, N.NounPhrase):
        return ()
    named = tuple(
        item.phrase
        for item in subject.filters
        if isinstance(item, N.Of | N.At) and isinstance(item.phrase, N.NounPhrase)
    )
    owner = subject.determiner.owner if isinstance(subject.determiner, N.Possessive) else None
    return (*named, *((owner,) if isinstance(owner, N.NounPhrase) else ()))


def of_each(things: N.NounPhrase) -> bool:
    """Whether all things that fit a phrase are meant: `each old car`, `all old cars`, `other players`."""
    if things.determiner is None:
        return things.plural
    return isinstance(things.determiner, N.Article) and things.determiner.word in EACH


def but_itself(things: N.NounPhrase) -> bool:
    """Whether one is left out: whoever has the text, or the card on which it stands."""
    det = things.determiner
    return "other" in things.adjectives or (isinstance(det, N.Article) and det.word in OTHERS)


def described(things: N.NounPhrase) -> N.NounPhrase:
    """What a thing must be to be one of those that a phrase means, but for the one that is left out."""
    return replace(things, determiner=None, adjectives=tuple(word for word in things.adjectives if word != "other"))


def is_carried(subject: N.Node, source: Source) -> bool:
    """Whether a number that changes is that of whoever has the text, of what was spoken of, or of each of some."""
    if not isinstance(subject, N.NounPhrase) or subject.adjectives or not isinstance(subject.noun, str):
        return False
    kinds = [source.type_of(kind) for kind in as_list(source.entry(subject.noun).get("of"))]
    told = said_of(subject)
    if isinstance(subject.determiner, N.Possessive):
        return len(told) == len(subject.filters) + 1 and _of_these(told, kinds, source)
    if subject.determiner == N.Article(word="the") and told and len(told) == len(subject.filters):
        return _of_these(told, kinds, source)
    if not isinstance(subject.determiner, N.Article):
        return False
    if len(subject.filters) == 1:
        other = getattr(subject.filters[0], "phrase", None)  # "your rank in each old club"
        each = bool(told) and of_each(told[0])
        # Or "it", of which a `while` before it speaks.
        if other != N.Pronoun(word="it") and not (each and source.type_of(str(told[0].noun)) in kinds):
            return False
    elif subject.filters:
        return False
    if subject.determiner.word == "your" and "player" not in kinds:
        return False  # "your speed" where a speed is not of players
    words = ("your", "its", "their") if kinds else ("the",)  # of nobody: "the year is 1 higher"
    return subject.determiner.word in words


def certain_things(node: N.Timed, source: Source) -> tuple[int, ...] | None:
    """Of a number that is changed for a time, which of the things that it is of were spoken of before.

    `Until the end of your turn, your rank in that club is 1 higher`: the second, of player and club; so it is where the
    others are each of some: `each other player's rank in that club`. None where a sentence speaks of no certain things.
    """
    said = node.then
    subject = said.subject if isinstance(said, N.Is) and isinstance(said.predicate, N.Change) else None
    if not isinstance(subject, N.NounPhrase) or subject.adjectives or not isinstance(subject.noun, str):
        return None
    kinds = [source.type_of(kind) for kind in as_list(source.entry(subject.noun).get("of"))]
    named = [item.phrase for item in subject.filters if isinstance(item, N.Of | N.At)]
    word = subject.determiner.word if isinstance(subject.determiner, N.Article) else ""
    named += [subject.determiner.owner] if isinstance(subject.determiner, N.Possessive) else []
    left = [number for number, kind in enumerate(kinds) if word != "your" or kind != "player"]
    alone = word in ("its", "their")
    for phrase in [phrase for phrase in named if _of_some(phrase)]:
        assert isinstance(phrase, N.NounPhrase)
        fits = [number for number in left if kinds[number] == source.type_of(str(phrase.noun))]
        if not fits:
            return None
        left.remove(fits[0])
    those = [phrase for phrase in named if not _of_some(phrase)]
    alone = alone and (word == "their" or not those)
    if not left or len(named) < len(subject.filters) or len(left) != len(those) + alone:
        return None
    return tuple(left) if all(map(_was_spoken_of, those)) else None


def only_each(subject: N.NounPhrase) -> N.NounPhrase:
    """A number with what it is said to be of each of: `their price of each old car`, without whose it is."""
    filters = tuple(item for item in subject.filters if isinstance(item, N.Of | N.At) and _of_some(item.phrase))
    owner = subject.determiner.owner if isinstance(subject.determiner, N.Possessive) else None
    each = subject.determiner if owner is not None and _of_some(owner) else N.Article(word="the")
    return replace(subject, determiner=each, filters=filters)


def but_each(subject: N.NounPhrase) -> N.NounPhrase:
    """A number with what it is said to be of that was spoken of before, and without what it is of each of."""
    each = only_each(subject)
    owner = isinstance(subject.determiner, N.Possessive) and each.determiner == subject.determiner
    filters = tuple(item for item in subject.filters if item not in each.filters)
    return replace(subject, determiner=N.Article(word="the") if owner else subject.determiner, filters=filters)


def _of_some(phrase: N.Phrase) -> bool:
    """Whether each of some is meant, described by nothing that was spoken of before."""
    if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str) or not of_each(phrase):
        return False
    words = [part.determiner for part in phrase.walk() if isinstance(part, N.NounPhrase)]
    told = any(isinstance(word, N.Article) and word.word in ("that", "its", "their") for word in words)
    return not told and not any(isinstance(part, N.Pronoun) and part.word != "you" for part in phrase.walk())


def left_out(node: N.Timed, source: Source) -> Iterator[N.Is]:
    """What changes the number of what was spoken of before, where that is not kept: under a condition, beside more.

    `This turn, while you have a card, their rank is 1 higher.` "Its" may be of what the condition speaks of.
    """
    for said in node.then.walk():
        if not isinstance(said, N.Is) or not isinstance(said.predicate, N.Change) or said is node.then:
            continue
        subject = said.subject
        det = subject.determiner if isinstance(subject, N.NounPhrase) else None
        if not isinstance(subject, N.NounPhrase) or not isinstance(det, N.Article) or det.word not in ("its", "their"):
            continue
        kinds = as_list(source.entry(str(subject.noun)).get("of"))
        if not any(_speaks_of(part, kinds, source) for part in node.then.walk() if isinstance(part, N.While | N.If)):
            yield said


def _speaks_of(said: N.While | N.If, kinds: list[str], source: Source) -> bool:
    """Whether a condition speaks of any thing of some kinds: `while you are next to a field`."""
    return any(
        isinstance(part, N.NounPhrase) and part.determiner == N.Article(word="a") and isinstance(part.noun, str)
        and any(source.fits(part.noun, kind) for kind in kinds)
        for part in said.condition.walk()
    )  # fmt: skip


def _was_spoken_of(phrase: N.Phrase) -> bool:
    if isinstance(phrase, N.Pronoun):
        return phrase.word in ("it", "they", "them")
    det = phrase.determiner if isinstance(phrase, N.NounPhrase) else None
    return isinstance(det, N.Article) and det.word in ("that", "the")


def _of_these(told: tuple[N.NounPhrase, ...], kinds: list[str], source: Source) -> bool:
    """Whether a number is of just these things, each of which is told by what it must be."""
    types = [source.type_of(things.noun) if isinstance(things.noun, str) else "" for things in told]
    return sorted(types) == sorted(kinds) and all(
        of_each(things) or things.determiner == N.Article(word="this") for things in told
    )
