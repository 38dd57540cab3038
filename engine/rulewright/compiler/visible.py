"""What can be known before something is done: whether words ask of nothing that lies hidden.

Where an ability would do nothing it is not offered; that must not tell what somebody may not see. What cannot be
followed counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import parted
from rulewright.ruleset import blocks as B
from rulewright.ruleset.where_cards_lie import kinds_in

PLAIN = ("player", "resource", "piece", "space", "border", "region", "word")
"""Types of what lies open."""


def is_open(node: N.Node, source: Source, known: frozenset[tuple[str, str]] = frozenset()) -> bool:
    """Whether what a condition or a phrase asks can be seen by whoever is asked.

    known: the words of the lexicon that are looked into already, by section and name.
    """
    counted = {id(thing) for part in node.walk() for thing in _cards_done(part)}
    return all(id(part) in counted or _is_open(part, source, known) for part in node.walk())


def _cards_done(part: N.Node) -> Iterator[N.Node]:
    """The cards of which only is asked how many somebody drew or discarded: that, everybody has seen."""
    if isinstance(part, N.Does) and part.tense == "perfect" and isinstance(part.act, N.Perform):
        for slot in part.act.slots:
            match slot.value:
                case N.NounPhrase(noun="card", adjectives=(), filters=()):
                    yield slot.value


def is_hidden(place: N.Node, source: Source, own: bool | None = None) -> bool:
    """Whether a phrase names a zone that not everybody sees, and that is not one's own.

    own: whether it is the own zone of whoever looks; by default, whether it is said to be yours.
    """
    if not isinstance(place, N.NounPhrase) or not isinstance(place.noun, str):
        return False
    seen = source.entry(place.noun).get("visible") if source.type_of(place.noun) == "zone" else "public"
    own = place.determiner == N.Article(word="your") if own is None else own
    return seen == "nobody" or (seen == "owner" and not own)


def places_looked_in(node: N.Perform, source: Source) -> list[N.Node] | None:
    """The places that an act names in which cards of a kind are looked for; None of what looks for none."""
    found = [_looked_in(part, node.slot("from"), source) for slot in node.slots for part in things_of(slot)]
    if all(one is None for one in found):
        return None
    return [place for one in found for place in one or ()]


def things_of(slot: N.Slot) -> list[N.NounPhrase]:
    """The phrases of what an act is done to."""
    if slot.name not in ("object", "for"):
        return []
    whole = slot.value.whole if isinstance(slot.value, N.PartOf) else slot.value
    items = whole.items if isinstance(whole, N.Phrases) else (whole,)
    return [item for item in items if isinstance(item, N.NounPhrase)]


def kinds_looked_in(node: N.Node, source: Source) -> list[N.Node]:
    """The places in which a condition or a description asks for cards of a kind: how many there are, all may see."""
    things = [part for part in node.walk() if isinstance(part, N.NounPhrase)]
    return [place for thing in things for place in _looked_in(thing, None, source) or ()]


def _looked_in(thing: N.NounPhrase, from_: N.Node | None, source: Source) -> list[N.Node] | None:
    """The places in which one of the things of an act is looked for; None where everybody sees how many are there."""
    if source.is_zone(thing):
        return None
    places = [item.phrase for item in thing.filters if isinstance(item, N.At | N.Of)]
    where = [zone for zone in (from_, *places) if zone is not None]
    bare = not thing.adjectives and len(places) == len(thing.filters)
    if bare and (thing.noun == "card" or (where and all(_only(thing.noun, zone, source) for zone in where))):
        return None
    return where


def _only(noun: object, place: N.Node, source: Source) -> bool:
    """Whether nothing but cards of a kind can come to lie in a zone."""
    if not isinstance(noun, str) or not isinstance(place, N.NounPhrase) or not source.is_zone(place):
        return False
    kinds = kinds_in(source.ruleset, [str(place.noun)])
    return bool(kinds) and all(source.fits(kind, noun) for kind in kinds or ())


def _is_open(part: N.Node, source: Source, known: frozenset[tuple[str, str]]) -> bool:
    match part:
        case N.NounPhrase(noun=str() as noun) | N.AsMany(noun=noun) | N.BareNoun(noun=noun):
            adjectives = getattr(part, "adjectives", ())
            return _noun(part, noun, source) and _words("adjectives", adjectives, source, known)
        case N.Adjective(word=word):
            return _words("adjectives", [word], source, known)
        case N.Perform(verb=verb) if source.is_state(verb):
            return _words("verbs", [verb], source, known)
    return not isinstance(part, N.Related)


def _noun(phrase: N.Node, noun: str, source: Source) -> bool:
    kind, entry = source.type_of(noun), source.entry(noun)
    if kind == "zone":
        seen, whose = entry.get("visible", "public"), getattr(phrase, "determiner", None)
        return seen == "public" or (seen == "owner" and whose == N.Article(word="your"))
    if kind == "card":
        spoken_of = getattr(phrase, "determiner", None) in (N.Article(word="that"), N.Article(word="this"))
        told = parted(phrase) if isinstance(phrase, N.NounPhrase) else None  # “2 dice with the same face in your tray”
        filters = getattr(phrase if told is None else told[0], "filters", ())
        return spoken_of or any(isinstance(item, N.At | N.Of | N.Participle) for item in filters)
    return kind in PLAIN or (kind == "number" and bool(entry.get("kept") or entry.get("attribute")))


def means(section: str, names: Iterable[str], source: Source) -> Iterator[N.Node]:
    """The conditions by which the lexicon explains words, where it does."""
    for name in names:
        said = getattr(source.ruleset.words[section].get(name), "means", None)
        yield from (one.tree for one in B.walk(said) if isinstance(one, B.Words) and one.tree is not None)


def _words(section: str, names: Iterable[str], source: Source, known: frozenset[tuple[str, str]]) -> bool:
    """Whether words of the lexicon are explained by what lies open."""
    for name in names:
        if (section, name) in known:
            continue
        word = source.ruleset.words[section].get(name)
        means = getattr(word, "means", None)
        inside = {*known, (section, name)}
        if means is None:
            if section == "verbs":
                return False
            continue
        trees = [one.tree for one in B.walk(means) if isinstance(one, B.Words)]
        if not all(tree is not None and is_open(tree, source, frozenset(inside)) for tree in trees):
            return False
    return True
