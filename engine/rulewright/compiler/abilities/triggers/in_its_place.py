"""What is said of a card that a deed has put away for another one: “it” could be the old one or the new one."""

from __future__ import annotations

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.texts import Texts
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.language.trees.normal_form import head_noun
from rulewright.ruleset import blocks as B

SAY_WHICH = "Say “before you …” of the old one, and “whenever a … comes into your …” of the new one."


class InItsPlace:
    """Refuses to speak of what a deed has exchanged for another of its kind, in one program."""

    def __init__(self, source: Source, texts: Texts) -> None:
        self.source = source
        self.texts = texts

    def refuse_it(self, spoken: ContinuousEffect, node: N.Trigger) -> None:
        """Refuse “it” of a card that is nobody's any more, where the deed has put another of its kind in its place.

        Raises:
            MeaningError: RW0602.
        """
        act = node.event.act if isinstance(node.event, N.Does) else None
        if not isinstance(act, N.Perform) or node.timing == "before":
            return
        slots = (self.source.verbs.get(act.verb) or {}).get("slots") or {}
        thing, noun = act.slot("object"), slots.get("object")
        own = self.source.entry(noun).get("yours") if noun is not None else None
        if thing is None or noun is None or own is None or self.source.type_of(noun) != "card":
            return
        moved = self._moved(act.verb)
        others = (other for other, zone in moved.items() if other != noun and zone == own)
        if moved.get(noun, own) == own or not any(self.source.fits(other, noun) for other in others):
            return
        key = self.texts.resolution.of(thing)
        for part in (part for one in (node.then, *spoken.more) for part in one.walk()):
            if key is not None and self.texts.resolution.of(part) == key:
                what = "this could be the card as it was, or the one that has come in its place"
                raise refuse(part, what, SAY_WHICH, code="RW0602")

    def _moved(self, verb: str, within: tuple[str, ...] = ()) -> dict[str, str]:
        """Into which zone the steps of a verb put what they name, by its noun."""
        entry = self.source.verbs.get(verb) or {}
        if verb in within or not entry.get("do"):
            return {}
        found: dict[str, str] = {}
        for words in B.walk(self.texts.word("verbs", verb).do):
            tree = words.tree if isinstance(words, B.Words) else None
            for act in (act for act in tree.walk() if isinstance(act, N.Perform)) if tree is not None else ():
                goal = act.slot("to")
                if isinstance(goal, N.Phrase) and self.source.is_zone(goal):
                    found[_noun(act, "object")] = str(head_noun(goal))
                inner = self._moved(act.verb, (*within, verb)) if act.verb in self.source.verbs else {}
                for slot, kind in ((self.source.verbs.get(act.verb) or {}).get("slots") or {}).items():
                    if kind in inner:
                        found[_noun(act, slot)] = inner[kind]
        return found


def _noun(act: N.Perform, slot: str) -> str:
    value = act.slot(slot)
    return str(head_noun(value)) if isinstance(value, N.Phrase) else ""
