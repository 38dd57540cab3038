"""What a text does with cards that lie where the verb's own definition never lets it be done.

A verb may require where its thing lies (`require: the card is …`, by an adjective that means “it is in a …”). Done to
cards of another zone it is never offered, or passed over without a word.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.refusals.places.without_a_place import SHOWN
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

OF_THOSE = ("it", "them")


def never_done_there(text: N.Text, source: Source, layout: Layout) -> Iterator[tuple[N.Perform, str, str]]:
    """The acts of a text that cannot be done, each with the zone where its cards lie and the one where they must."""
    for sentences in (text.sentences, *(ability.sentences for ability in text.abilities)):
        shown, known = "", set[int]()  # what was shown lies where it lay, until something is done with cards
        for part in (node for sentence in sentences for node in sentence.walk()):
            if isinstance(part, N.Perform):
                thing = part.slot("object")
                lies = shown if _of_those(thing) else _lies(thing, source)
                wanted = _wanted(part.verb, source) if lies else ""
                if wanted and not {*layout.includes(lies)} & {*layout.includes(wanted)}:
                    yield part, lies, wanted
                shown = lies if part.verb in SHOWN else ""
                known |= {id(node) for node in part.walk()} if shown else set()
            elif isinstance(part, N.NounPhrase) and id(part) not in known and source.of_cards(part):
                shown = ""  # “it” may be this one


def _of_those(thing: N.Node | None) -> bool:
    thing = thing.whole if isinstance(thing, N.PartOf) else thing
    return isinstance(thing, N.Pronoun) and thing.word in OF_THOSE


def _lies(thing: N.Node | None, source: Source) -> str:
    """The zone of which a phrase names cards; "" where it names none."""
    thing = thing.whole if isinstance(thing, N.PartOf) else thing
    if not isinstance(thing, N.NounPhrase) or not source.of_cards(thing):
        return ""
    return next((zone for item in thing.filters if (zone := _zone(item, source))), "")


def _zone(item: N.Node, source: Source) -> str:
    phrase = item.phrase if isinstance(item, N.At | N.Of) else None
    if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str) or not source.is_zone(phrase):
        return ""
    return phrase.noun if not isinstance(item, N.At) or item.preposition in ("in", "on") else ""


def _wanted(verb: str, source: Source) -> str:
    """The zone in which a verb requires its object to be before anything else is done; "" where it requires none."""
    word, block = source.ruleset.words["verbs"].get(verb), source.done_by(verb)
    thing = (word.data.get("slots") or {}).get("object") if word is not None else None
    for step in block.steps if block is not None and thing else ():
        if not isinstance(step.action, B.Require):
            return ""
        asked = _said(step.action.condition)
        if asked is None or not isinstance(asked.subject, N.NounPhrase):
            continue
        predicate: N.Node | None = asked.predicate
        if isinstance(predicate, N.Adjective):
            adjective = source.ruleset.words["adjectives"].get(predicate.word)
            meant = _said(adjective.means) if adjective is not None else None
            predicate = meant.predicate if meant is not None else None
        if asked.subject.noun == thing and predicate is not None and (zone := _zone(predicate, source)):
            return zone
    return ""


def _said(condition: object) -> N.Is | None:
    """What a condition says of something that is so; None where it says something else."""
    tree = condition.tree if isinstance(condition, B.Words) else None
    return tree if isinstance(tree, N.Is) and not tree.negated else None
