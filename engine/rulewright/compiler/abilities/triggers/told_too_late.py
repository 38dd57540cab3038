"""What is asked of a deed that changes it: deeds of the core are told when they are done, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulewright.compiler.abilities.builtin_events import COUNTED, HEARD_OF_CARDS, OF_CARDS, PASSED
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.pieces.deeds import PLACES, TOLD, told_as
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import MeaningError, refuse
from rulewright.compiler.source import Source
from rulewright.compiler.syntax_trees import IsNotSo
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B
from rulewright.ruleset.words_of_trees import words_in

BETWEEN = frozenset(map(told_as, ("move", "come")))
"""Verbs that tell of pieces which may come from one place of the map into another."""

OF_WHOM = "What is so afterwards is a condition: “whenever a player …, if they have …”."
BEFORE_IT_LEAVES = "What leaves is asked before it does: “whenever a … leaves …”."
MEANWHILE = "Ask what is so afterwards behind the event: “whenever you …, if …”."


class ToldTooLate:
    """Refuses to ask before a deed of the core what that changes, in one program."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def refuse_it(self, spoken: ContinuousEffect, node: N.Trigger) -> None:
        """Refuse who does something, or while what is so, where what is done changes that.

        Raises:
            MeaningError: RW0602.
        """
        said = spoken.said if isinstance(spoken.said, N.Trigger) else node
        event = said.event
        if not isinstance(event, N.Does) or not isinstance(event.act, N.Perform) or node.timing == "before":
            return
        self._of_whoever(event, event.act)
        assert isinstance(node.event, N.Does) and isinstance(node.event.act, N.Perform)
        of_the_core = event.act.verb != node.event.act.verb  # it is told by a verb that no lexicon has
        if node.event.act.verb in TOLD and event.act.verb != "leave":
            self._of_places(event.subject, node.event.act)
        if spoken.condition is None or not of_the_core:
            return
        for asked in _asked(spoken.condition):
            if self._changes(event.act, node.event.act.verb in TOLD, asked):
                raise _too_late(asked, MEANWHILE)

    def _of_whoever(self, event: N.Does, act: N.Perform) -> None:
        """Refuse who does something described by what it changes."""
        thing, who = act.slot("object"), event.subject
        of_cards = act.verb in OF_CARDS and (act.verb not in COUNTED or self.source.of_cards(thing))
        if not isinstance(who, N.NounPhrase) or not (of_cards or act.verb in COUNTED):
            return
        gained = getattr(thing, "noun", None)
        for part in (part for item in who.filters for part in item.walk()):
            noun = part.noun if isinstance(part, N.NounPhrase) and isinstance(part.noun, str) else ""
            kind = self.source.type_of(noun) if noun else ""
            same = isinstance(gained, str) and self._alike(noun, gained)
            if kind == "number" or (kind in ("card", "zone") if of_cards else kind == "resource" and same):
                raise _too_late(part, OF_WHOM)

    def _of_places(self, who: N.Phrase, act: N.Perform) -> None:
        """Refuse a place described by pieces as those that are moved: it is asked of when they have come or gone.

        Raises:
            MeaningError: RW0602.
        """
        thing = act.slot("object")
        moved = _nouns(act)
        for slot in (one for one in act.slots if one.name in PLACES):
            for part in _described(slot.value, act.verb in BETWEEN):
                if thing is not None and self._of_somebody_else(part, who, thing):
                    continue
                if self._is_empty(part) or any(self._alike(*two) for two in product(self._meant(part), moved)):
                    raise _too_late(part, BEFORE_IT_LEAVES if slot.name == "from" else MEANWHILE)

    def _is_empty(self, part: N.Node) -> bool:
        """Whether this is the adjective of the core that says that nothing at all is there."""
        own = self.source.ruleset.words.get("adjectives", {}).get("empty")
        return isinstance(part, N.NounPhrase) and part.adjectives == ("empty",) and own is None

    def _of_somebody_else(self, part: N.Node, who: N.Phrase, thing: N.Node) -> bool:
        """Whether a place is described by what others have, and one of whoever does it is moved."""
        yours = any(map(_is_yours, part.walk()))
        others = any(self._is_another(one) for one in part.walk())
        nobodys = any(one == N.Pronoun(word="nobody") for one in part.walk())
        if nobodys:
            return False
        if any(self._is_another(one) for one in thing.walk()):
            return yours and not others
        if who == N.Pronoun(word="you"):
            return others and not yours
        return self._is_another(who) and yours and not others and not any(map(_is_yours, thing.walk()))

    def _is_another(self, node: N.Node) -> bool:
        """Whether this is another player than whoever has the text."""
        if not isinstance(node, N.NounPhrase) or self.source.type_of(str(node.noun)) != "player":
            return False
        return node.determiner == N.Article(word="another") or "other" in node.adjectives

    def _changes(self, act: N.Perform, of_pieces: bool, asked: N.Condition) -> bool:
        """Whether a deed may change what is asked, by what it is done with."""
        if isinstance(asked, N.Does) and isinstance(asked.act, N.Perform) and not self.source.is_state(asked.act.verb):
            return asked.act.verb == act.verb  # what has been done before
        things = {name for name in _nouns(act) if self.source.type_of(name) != "zone"}
        nouns = self._meant(asked)
        alike = any(self._alike(noun, thing) for noun in nouns for thing in things)
        if of_pieces or not (act.verb in HEARD_OF_CARDS and self._with_cards(things)):
            return alike and (of_pieces or act.verb in (*COUNTED, *PASSED))
        zones = {noun for noun in nouns if self.source.type_of(noun) == "zone"}
        changed = self._zones_changed(act)
        if zones and changed is not None:
            return any(self._alike(zone, other) for zone in zones for other in changed)
        return bool(zones) or any(self.source.type_of(noun) == "card" for noun in nouns)

    def _with_cards(self, things: set[str]) -> bool:
        return any(self.source.type_of(thing) == "card" for thing in things)

    def _zones_changed(self, act: N.Perform) -> set[str] | None:
        """Between which zones a deed moves a card, where the game leaves no other; None where it may be any."""
        usual = self.source.zones.get(act.verb) or {}
        found = set[str]()
        for name in ("from", "to"):
            said = act.slot(name)
            zones = {said.noun} if isinstance(said, N.NounPhrase) and self.source.is_zone(said) else set()
            if not zones and said is None and (act.verb == "draw" or name == "to"):
                zones = {*as_list(usual.get(name))}
            if not zones:
                return None
            found |= {zone for zone in zones if isinstance(zone, str)}
        refilled = (str(self.source.entry(zone).get("refill") or "") for zone in sorted(found))
        return {*found, *filter(None, refilled)}

    def _alike(self, noun: str, other: str) -> bool:
        return self.source.fits(noun, other) or self.source.fits(other, noun)

    def _meant(self, asked: N.Node) -> set[str]:
        """The nouns of what is asked, and those by which its words are defined."""
        todo, seen = list(words_in(asked)), set(words_in(asked))
        while todo:
            section, name = todo.pop()
            word = self.source.ruleset.words.get(section, {}).get(name)
            if word is None or (section == "verbs" and not self.source.is_state(name)):
                continue
            defined = (word.means, word.total, word.highest, word.lowest, word.count, word.among, word.condition)
            for part in B.walk((*defined, word.within, word.groups)):
                more = {*part.named} - seen if isinstance(part, B.Words) else set()
                todo += more
                seen |= more
        return {name for section, name in seen if section == "nouns"}


def _asked(condition: N.Condition) -> Iterator[N.Condition]:
    """What a condition asks, one after another, but for where the card lies on which it stands."""
    match condition:
        case N.AllConditions(conditions=parts) | N.AnyCondition(conditions=parts):
            for part in parts:
                yield from _asked(part)
        case IsNotSo(condition=part):
            yield from _asked(part)
        case N.Is(subject=N.NounPhrase(determiner=N.Article(word="this"))):
            return
        case _:
            yield condition


def _described(place: N.Node, between: bool) -> Iterator[N.Node]:
    """By what a place is described. between: whether it may be another place as well that changes."""
    for phrase in place.items if isinstance(place, N.Phrases) else (place,):
        if isinstance(phrase, N.NounPhrase):
            yield from (N.NounPhrase(noun=phrase.noun, adjectives=(word,)) for word in phrase.adjectives)
            yield from (item for item in phrase.filters if between or not isinstance(item, N.NextTo | N.Within))


def _is_yours(node: N.Node) -> bool:
    return node in (N.Pronoun(word="you"), N.Article(word="your")) or isinstance(node, N.OfYours)


def _nouns(act: N.Perform) -> set[str]:
    """The nouns of what something is done with."""
    thing = act.slot("object")
    return {name for section, name in words_in(thing) if section == "nouns"} if thing is not None else set()


def _too_late(part: N.Node, hint: str) -> MeaningError:
    return refuse(part, "this is changed by what is waited for, and told only afterwards", hint, "RW0602")
