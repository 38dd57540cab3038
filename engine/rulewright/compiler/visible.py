"""What can be known before something is done: whether words ask of nothing that lies hidden.

Where an ability would do nothing it is not offered; that must not tell what somebody may not see. What cannot be
followed counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

PLAIN = ("player", "resource", "piece", "space", "border", "region", "word")
"""Types of what lies open."""


def is_open(node: N.Node, source: Source, known: frozenset[tuple[str, str]] = frozenset()) -> bool:
    """Whether what a condition or a phrase asks can be seen by whoever is asked.

    known: the words of the lexicon that are looked into already, by section and name.
    """
    return all(_is_open(part, source, known) for part in node.walk())


def is_hidden(place: N.Node, source: Source) -> bool:
    """Whether a phrase names a zone that not everybody sees, and that is not one's own."""
    if not isinstance(place, N.NounPhrase) or not isinstance(place.noun, str):
        return False
    seen = source.entry(place.noun).get("visible") if source.type_of(place.noun) == "zone" else "public"
    own = place.determiner == N.Article(word="your")
    return seen == "nobody" or (seen == "owner" and not own)


def places_looked_in(node: N.Perform) -> list[N.Node] | None:
    """The places that an act names in which cards of a kind are looked for; None of what looks for none."""
    thing = node.slot("object")
    thing = thing.whole if isinstance(thing, N.PartOf) else thing
    if not isinstance(thing, N.NounPhrase):
        return None
    places = [item for item in thing.filters if isinstance(item, N.At | N.Of)]
    if thing.noun == "card" and not thing.adjectives and len(places) == len(thing.filters):
        return None  # how many there are, everybody sees
    return [zone for zone in (node.slot("from"), *(item.phrase for item in places)) if zone is not None]


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
        return spoken_of or any(isinstance(item, N.At | N.Of | N.Participle) for item in getattr(phrase, "filters", ()))
    return kind in PLAIN or (kind == "number" and bool(entry.get("kept") or entry.get("attribute")))


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
