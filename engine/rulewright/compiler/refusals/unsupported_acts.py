"""What acts say that is told already by where things are, or by what is done with them: it is told in no other way."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.source import Source
from rulewright.language import nodes as N

Parts = Iterator[tuple[N.Node, str]]
ONE = (N.Article(word="a"), N.Quantity(kind="count", low=1))


def each_alone(thing: N.Node | None) -> tuple[N.Node, ...]:
    """Each of several things in a list, of which all is asked that is asked of one alone; else the thing itself."""
    if not isinstance(thing, N.Phrases):
        return (thing,) if thing is not None else ()
    return tuple(one for item in thing.items for one in each_alone(item))


def parts_of_act(source: Source, act: N.Perform) -> Parts:
    """Each part of an act of the core that would be passed over, with a word for it."""
    match act:
        case N.Perform(verb="exchange"):
            for slot in act.slots:
                for item in each_alone(slot.value):
                    if isinstance(item, N.Phrase) and _is_piece(source, item):
                        yield from _of_one(item)
        case N.Perform(verb="draw"):
            for item in each_alone(act.slot("object")):
                yield from _from_the_top(item)
        case N.Perform(verb="put" | "move" | "return" | "take" | "remove" | "discard"):
            yield from _moved(source, act)


def parts_of_stand_in(source: Source, subject: N.Phrase, goal: N.NounPhrase) -> Parts:
    """A card counts as the card of each of some spaces, or of one: what else may be said of it nothing carries out."""
    spaces = next((item.phrase for item in goal.filters if isinstance(item, N.Of)), None)
    if isinstance(subject, N.NounPhrase) and subject.plural:
        yield subject, "which cards count"
    if isinstance(spaces, N.NounPhrase) and isinstance(spaces.noun, str):
        if source.type_of(spaces.noun) != "space":
            yield spaces, spaces.noun
        word = _word(spaces.determiner)
        if word in ("a", "any", "no", "all", "another") or isinstance(spaces.determiner, N.Quantity):
            yield spaces, word


def _is_piece(source: Source, phrase: N.Phrase) -> bool:
    whole = phrase.whole if isinstance(phrase, N.PartOf) else phrase
    return isinstance(whole, N.NounPhrase) and isinstance(whole.noun, str) and source.type_of(whole.noun) == "piece"


def _word(determiner: N.Determiner | None) -> str:
    match determiner:
        case N.Article(word=word):
            return word
        case N.Quantity(article=str(article)):
            return article
        case N.Quantity(kind=kind, low=low):
            return f"{kind.replace('_', ' ')} {low or ''}".strip()
        case N.Possessive():
            return "whose"
    return "how many"


def _of_one(phrase: N.Phrase) -> Parts:
    """One piece changes places with one other."""
    said = phrase.quantity if isinstance(phrase, N.PartOf) else getattr(phrase, "determiner", None)
    theirs = isinstance(said, N.Possessive) and _word(getattr(said.owner, "determiner", None)) == "another"
    theirs = theirs or said == N.Article(word="your")
    if said not in ONE and not (theirs and isinstance(phrase, N.NounPhrase) and not phrase.plural):
        yield phrase, _word(said)


def _from_the_top(thing: N.Node | None) -> Parts:
    """The cards that are drawn are those on top."""
    many = thing.determiner if isinstance(thing, N.NounPhrase) else None
    if isinstance(many, N.Quantity) and many.article not in (None, "top"):
        yield thing or many, many.article or ""
    word = _word(many) if isinstance(many, N.Article | N.Possessive) else ""
    if thing is not None and word in ("whose", "your", "its", "their"):
        yield thing, "nobody's cards are drawn (say: “take a card from …”)"
    elif thing is not None and word in ("another", "any"):
        yield thing, word


def _moved(source: Source, act: N.Perform) -> Parts:
    """A seat's zone says whose the things in it are; so many of something are taken in one place."""
    thing, origin, goal = act.slot("object"), act.slot("from"), act.slot("to")
    if isinstance(thing, N.Phrases) and thing.conjunction == "and":
        for place in (origin, goal):
            if not isinstance(place, N.NounPhrase) or source.is_zone(place):
                continue
            if _word(place.determiner) in ("a", "another", "any"):
                yield place, "one place for several things (say: “choose a …”, and then “that …”)"
    for item in each_alone(thing):
        if isinstance(item, N.NounPhrase | N.PartOf):
            yield from _one_moved(source, item, origin)
    if isinstance(goal, N.NounPhrase) and isinstance(goal.determiner, N.Possessive):
        owner = goal.determiner.owner
        if (
            isinstance(owner, N.NounPhrase)
            and owner.noun == "owner"
            and _word(owner.determiner) not in ("its", "their")
        ):
            yield owner, _word(owner.determiner)


def _one_moved(source: Source, thing: N.NounPhrase | N.PartOf, origin: N.Node | None) -> Parts:
    """What is told of a thing that is moved, and where it lies."""
    whole = thing.whole if isinstance(thing, N.PartOf) else thing
    many = thing.quantity if isinstance(thing, N.PartOf) else thing.determiner
    if not isinstance(whole, N.NounPhrase):
        return
    places = [item.phrase for item in whole.filters if isinstance(item, N.At)]
    pieces, every = _is_piece(source, whole), _word(many) in ("all", "each")
    # Of so many in each place the Meaning tells already that it is open (RW0641).
    every = every or _word(many) in ("a", "another", "any") or (isinstance(many, N.Quantity) and not many.article)
    for place in places if pieces else ():
        word = _word(getattr(place, "determiner", None))
        if word == "no" or (word in ("each", "all") and not every):
            yield place, word
    zones = [place for place in (origin, *places) if isinstance(place, N.Phrase) and source.is_zone(place)]
    whose = _word(whole.determiner)
    of_players = isinstance(whole.noun, str) and source.entry(whole.noun).get("of")
    if zones and not of_players and whose in ("its", "their", "your"):
        same = pieces and whose == "your" and all(_word(getattr(zone, "determiner", None)) == "your" for zone in zones)
        if not same:
            yield whole, whose
