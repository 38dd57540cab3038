"""What a text would forbid of its own card where it says nothing: the card lies elsewhere before that is done."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect, is_ban
from rulewright.compiler.layout.layout import Layout, as_list
from rulewright.compiler.scope import refuse
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.ruleset.blocks import Path

WHERE = (
    "Give the text a heading that is active where the card lies before that; or let the rule that does it ask: "
    "“require: …”, “a … that is not …”."
)


def speaks_before(spoken: ContinuousEffect, act: N.Perform, source: Source, layout: Layout) -> None:
    """Refuse to forbid what is done with “this card” where it lies only before or after the text is in force.

    Raises:
        MeaningError: RW0602.
    """
    if not _of_this_card(act) or not spoken.zones or not spoken.component:
        return
    lies = _lies(act, spoken.component, source, layout)
    if lies and not lies & {*spoken.zones}:
        raise refuse(act, "this card says nothing where it lies before that", WHERE, code="RW0602")


def _lies(act: N.Perform, component: str, source: Source, layout: Layout) -> set[str]:
    """The zones out of which a verb is done with a card; none where that is not told everywhere."""
    said = act.slot("from")
    if isinstance(said, N.NounPhrase):
        return {*layout.includes(str(said.noun))}
    usual = {*as_list((source.zones.get(act.verb) or {}).get("from"))}
    found = set(usual)
    kind = source.ruleset.components[component].kind
    for path, done in _done(act.verb, kind, source):
        zones = _out_of(done, source, layout)
        if _of_this_card(done):
            if path[:2] == ("components", component):
                return set()  # its own text does it, wherever that is in force
            zones = {str(path[3])} if path[0] == "headings" and path[2] == "from" and len(path) > 3 else set()
        elif not zones and not usual:
            return set()
        found |= zones
    return found


def _of_this_card(act: N.Perform) -> bool:
    thing = act.slot("object")
    return isinstance(thing, N.NounPhrase) and thing.determiner == N.Article(word="this")


def _done(verb: str, kind: str, source: Source) -> Iterator[tuple[Path, N.Perform]]:
    """Where rules and texts do a verb with cards of a kind; not where they wait for it, forbid it or look back."""
    for words in source.ruleset.all_words:
        nodes = list(words.tree.walk()) if words.tree is not None else []
        only_told = [node.event for node in nodes if isinstance(node, N.Trigger)]
        only_told += [node for node in nodes if isinstance(node, N.Does) and (node.tense == "perfect" or is_ban(node))]
        told = {id(part) for node in only_told for part in node.walk()}
        for act in nodes:
            if not isinstance(act, N.Perform) or act.verb != verb or id(act) in told:
                continue
            thing = act.slot("object")
            noun = thing.noun if isinstance(thing, N.NounPhrase) and isinstance(thing.noun, str) else None
            if noun is None or _may_be(noun, kind, source):
                yield words.path, act


def _may_be(noun: str, kind: str, source: Source) -> bool:
    return source.fits(kind, noun) or source.fits(noun, kind)


def _out_of(act: N.Perform, source: Source, layout: Layout) -> set[str]:
    """The zones in which what is done looks for its card."""
    thing = act.slot("object")
    filters = thing.filters if isinstance(thing, N.NounPhrase) else ()
    places = [act.slot("from"), *(item.phrase for item in filters if isinstance(item, N.At))]
    named = [str(place.noun) for place in places if isinstance(place, N.NounPhrase) and source.is_zone(place)]
    return {zone for noun in named for zone in layout.includes(noun)}
