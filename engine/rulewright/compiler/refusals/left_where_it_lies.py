"""What a text moves to where it lies: a price of that costs nothing, and an act of that does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.meaning.vocabulary import goes_back_to

MOVES = ("put", "move", "return", "take")


def left_where_it_lies(text: N.Text, source: Source) -> Iterator[tuple[N.Perform, str]]:
    """The acts of a text after which all lies where it lay, each with the zone.

    Of a pile it is not said: what is put back into it comes to another place of it.
    """
    for act in text.walk():
        if not isinstance(act, N.Perform) or act.verb not in MOVES:
            continue
        thing = act.slot("object")
        what = thing.whole if isinstance(thing, N.PartOf) else thing
        if not isinstance(what, N.NounPhrase) or not isinstance(what.noun, str):
            continue
        at = next((item.phrase for item in what.filters if isinstance(item, N.At)), None)
        source_zone, goal = act.slot("from") or at, act.slot("to")
        if not isinstance(source_zone, N.NounPhrase) or not source.is_zone(source_zone):
            continue
        lies = str(source_zone.noun)
        if source.entry(lies).get("order"):
            continue
        if goal is None:
            said = {slot.name for slot in act.slots}
            same = goes_back_to(source.nouns, source.out_of_game, act.verb, what.noun, said - {"from"}) == lies
        else:
            common = source.entry(lies).get("of") is None
            same = isinstance(goal, N.NounPhrase) and goal.noun == lies and (common or goal == source_zone)
        if same:
            yield act, lies
