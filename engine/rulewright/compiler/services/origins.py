"""From where a card is put that was just chosen elsewhere: it cannot lie there, so that would never be done."""

from __future__ import annotations

from rulewright.compiler.scope import refuse
from rulewright.language import nodes as N
from rulewright.meaning.model import Known, Referent, Selection
from rulewright.meaning.resolution import Resolution
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset


def refuse_other_origins(words: Words, ruleset: Ruleset, resolution: Resolution) -> None:
    """Refuse `choose a beast in the shop. Put it from the deck …`, where nothing is done in between.

    Raises:
        MeaningError: RW0604.
    """
    assert words.tree is not None
    acts = [node for node in words.tree.walk() if isinstance(node, N.Perform)]
    for before, act in zip(acts, acts[1:], strict=False):
        thing, origin = act.slot("object"), act.slot("from")
        meant = resolution.meant(thing) if thing is not None else None
        if before.verb != "choose" or not isinstance(meant, Known) or not isinstance(origin, N.NounPhrase):
            continue
        lies = _where_chosen(before, meant.to, resolution)
        if lies is not None and _apart(str(lies.noun), str(origin.noun), ruleset):
            what = "it was chosen elsewhere, and cannot lie there"
            raise refuse(origin, what, "Leave out “from …”, or choose it there.", code="RW0604")


def _where_chosen(act: N.Perform, thing: Referent, resolution: Resolution) -> N.NounPhrase | None:
    """The place of which a choice says that the thing lies there."""
    phrase = act.slot("object")
    meant = resolution.meant(phrase) if isinstance(phrase, N.NounPhrase) else None
    if not isinstance(phrase, N.NounPhrase) or not isinstance(meant, Selection) or meant.new != thing:
        return None
    places = [item.phrase for item in phrase.filters if isinstance(item, N.At) and item.preposition == "in"]
    place = places[0] if len(places) == 1 else None
    return place if isinstance(place, N.NounPhrase) else None


def _apart(one: str, other: str, ruleset: Ruleset) -> bool:
    """Whether both are zones, and nothing lies in both."""
    nouns = ruleset.lexicon["nouns"]
    entries = [nouns.get(zone) or {} for zone in (one, other)]
    if one == other or any(entry.get("type") != "zone" for entry in entries):
        return False
    parts = [{zone, *entry.get("includes", ())} for zone, entry in zip((one, other), entries, strict=True)]
    return not parts[0] & parts[1]
