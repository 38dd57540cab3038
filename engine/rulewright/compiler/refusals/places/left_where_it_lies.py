"""What a text moves to where it lies: a price of that costs nothing, and an act of that does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.compiler.refusals.unsupported_acts import each_alone
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.meaning.vocabulary import goes_back_to
from rulewright.ruleset import blocks as B

MOVES = ("put", "move", "return", "take")
OF_CARDS = ("take", "discard", "gain", "remove")
"""Verbs of the core that bring cards to a zone of which the ruleset tells."""

YOURS = N.Article(word="your")


def left_where_it_lies(text: N.Text, source: Source) -> Iterator[tuple[N.Perform, str]]:
    """The acts of a text after which all lies where it lay, each with the zone.

    Of several zones one is enough: nobody means that what lies there stays. Of a pile it is not said: what is put
    back into it comes to another place of it.
    """
    told = {  # of others, or waited for, asked or forbidden
        id(act)
        for node in text.walk()
        if isinstance(node, N.Does) and (node.subject != N.Pronoun(word="you") or node.modal != "may")
        for act in node.act.walk()
    }
    prices = {id(act) for node in text.walk() if isinstance(node, N.Cost) for act in node.cost.walk()}
    chosen: N.Node | None = None
    for act in text.walk():
        if not isinstance(act, N.Perform):
            continue
        if act.verb == "choose":
            chosen = act.slot("object")
            continue
        thing, chosen = chosen if _is_that(act.slot("object"), source) else act.slot("object"), None
        whole = [one.whole if isinstance(one, N.PartOf) else one for one in each_alone(thing)]
        for what in (one for thing in whole for one in _of_one_noun(thing)):
            at = next((item.phrase for item in what.filters if isinstance(item, N.At)), None)
            zones = (zone for one in each_alone(act.slot("from") or at) for zone in _of_one_noun(one))
            yours, price = id(act) not in told, id(act) in prices
            stays = (
                zone
                for zone in zones
                if _stays_in(act, what, zone, yours, source) or (price and _may_stay_in(act, what, zone, source))
            )
            if (zone := next(stays, None)) is not None:
                yield act, str(zone.noun)
                break


def _is_that(thing: N.Node | None, source: Source) -> bool:
    """Whether a phrase means the card just chosen: “it”, “that card”."""
    if isinstance(thing, N.NounPhrase):
        return thing.determiner == N.Article(word="that") and not thing.filters and source.of_cards(thing)
    return thing == N.Pronoun(word="it")


def _of_one_noun(phrase: N.Node) -> Iterator[N.NounPhrase]:
    """A phrase with one noun, or one for each of several: “your hand or circle”."""
    if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, N.NounGroup):
        yield from (replace(phrase, noun=bare.noun) for bare in phrase.noun.nouns)
    elif isinstance(phrase, N.NounPhrase):
        yield phrase


def _stays_in(act: N.Perform, what: N.NounPhrase, zone: N.NounPhrase, yours: bool, source: Source) -> bool:
    """Whether what an act takes from a zone comes back into it; yours: whether you do it."""
    lies, goal = str(zone.noun), act.slot("to")
    if not source.is_zone(zone) or source.entry(lies).get("order"):
        return False
    common = source.entry(lies).get("of") is None
    if goal is None:
        by_itself = common or (zone.determiner == YOURS and yours)
        return _goes_back(act, str(what.noun), source) == lies or (by_itself and _brought_to(act, what, source) == lies)
    same = isinstance(goal, N.NounPhrase) and goal.noun == lies and (common or goal.determiner == zone.determiner)
    return act.verb in MOVES and same


def _may_stay_in(act: N.Perform, what: N.NounPhrase, zone: N.NounPhrase, source: Source) -> bool:
    """Whether “a hand” may be the one from which a card comes, and into which it goes."""
    if zone.determiner not in (N.Article(word="a"), N.Article(word="any")) or not source.is_zone(zone):
        return False
    goal = act.slot("to")
    goes_to = _brought_to(act, what, source) if goal is None else getattr(goal, "noun", "")
    return goes_to == zone.noun and not source.entry(str(zone.noun)).get("order")


def _goes_back(act: N.Perform, noun: str, source: Source) -> str:
    """The zone into which pieces are returned."""
    said = {slot.name for slot in act.slots}
    return goes_back_to(source.nouns, source.out_of_game, act.verb, noun, said - {"from"}) if act.verb in MOVES else ""


def _brought_to(act: N.Perform, what: N.NounPhrase, source: Source) -> str:
    """The zone, common or of whoever acts, into which a verb brings cards and does nothing else; "" where it does."""
    if source.type_of(str(what.noun)) != "card" or source.deed_of(act) is not None:
        return ""
    if not source.defines(act.verb, act):
        usual = (source.zones.get(act.verb) or {}).get("to")
        if act.verb == "remove":
            usual = source.out_of_game
        return usual if isinstance(usual, str) and act.verb in OF_CARDS else ""
    block = source.done_by(act.verb)
    does = [part.tree for part in B.walk(block) if isinstance(part, B.Words)] if block is not None else []
    (only,) = does if len(does) == 1 else (None,)
    goal = only.slot("to") if isinstance(only, N.Perform) and only.verb in MOVES else None
    if not isinstance(only, N.Perform) or not isinstance(goal, N.NounPhrase) or not source.is_zone(goal):
        return ""
    moved, slots = only.slot("object"), source.verbs.get(act.verb, {}).get("slots") or {}
    own = goal.determiner == YOURS or source.entry(str(goal.noun)).get("of") is None
    its_object = isinstance(moved, N.NounPhrase) and moved.noun == slots.get("object") and not moved.filters
    return str(goal.noun) if own and its_object and only.slot("from") is None else ""
