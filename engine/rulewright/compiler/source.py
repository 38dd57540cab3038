"""The ruleset as the compiler reads it: its lexicon, and what single words of it say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B
from rulewright.ruleset.building.headings_of_cards import ADDED
from rulewright.ruleset.model import Ruleset

OF_A_PIECE = {
    "piece that is moved": "piece",
    "owner of the piece": "player",
    "place it leaves": "place",
    "place it comes to": "place",
}
"""What is told of a piece that is moved, with the types of it: nothing in a game is called so."""


class Source:
    """The ruleset as the compiler reads it: raw entries and typed texts."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.nouns: dict[str, Any] = dict(ruleset.lexicon.get("nouns") or {})
        self.adjectives: dict[str, Any] = dict(ruleset.lexicon.get("adjectives") or {})
        self.relations: dict[str, Any] = dict(ruleset.lexicon.get("relations") or {})
        self.verbs: dict[str, Any] = dict(ruleset.lexicon.get("verbs") or {})
        self._types: dict[str, str] = {}  # of nouns, as far as they were asked for
        self._uses: dict[str, bool] = {}
        # What doing a verb of the core to a kind of thing means is a verb of its own.
        self.deeds: dict[str, B.Block] = {}
        self.deeds_of_cards: set[str] = set()  # those that know which card it is
        for noun, word in ruleset.words["nouns"].items():
            for verb, block in word.deeds.items():
                own = (self.verbs.get(verb) or {}).get("slots") or {}
                to_it = word.type == "card" and (verb == "play" or "object" in own)
                of = noun if to_it else word.data.get("of")
                self.deeds[f"{verb}_{noun}"] = block
                self.deeds_of_cards |= {f"{verb}_{noun}"} if to_it else set()
                gives = (word.data.get("gives") or {}).get(verb, "")
                self.verbs[f"{verb}_{noun}"] = {"slots": {"object": of} if of else {}, "gives": gives}
        # The functions of the numbers that are printed on things: nothing changes what they answer.
        self.printed = frozenset(f"num_{noun}" for noun, entry in self.nouns.items() if entry.get("attribute"))
        self.headings: dict[str, Any] = dict(ruleset.lexicon.get("headings") or {})
        self.zones = dict(ruleset.zones)
        self.map = ruleset.map
        self.components = [
            {
                **c.attributes, "id": c.id, "kind": c.kind, "name": c.name, "copies": c.copies,
                "per player": c.per_player, "start": c.start or "",
                "holds": {piece: dict(figures) for piece, figures in c.holds.items()},
            }
            for c in ruleset.components.values() if not c.later
        ]  # fmt: skip
        self.first_player = ruleset.first_player
        self.out_of_game = ruleset.out_of_game
        self.turn_verb = ruleset.turn
        self.round_verb = ruleset.round
        self.turn_order = ruleset.turn_order

    def entry(self, noun: str) -> dict[str, Any]:
        """The lexicon's entry of a noun; empty for the core's own."""
        entry: dict[str, Any] = self.nouns.get(noun, {})
        return entry

    def type_of(self, noun: str) -> str:
        """The type of what a noun names."""
        if noun not in self._types:
            self._types[noun] = self._type(noun)
        return self._types[noun]

    def _type(self, noun: str) -> str:
        entry = self.entry(noun)
        kind = entry.get("type")
        if kind == "role":
            return self.type_of(entry["of"])
        if kind is None and noun == "tile":
            return "card"
        if noun == "amount":
            return "number"
        if noun == "zone it comes to":
            return "zone"
        if noun in OF_A_PIECE:
            return OF_A_PIECE[noun]
        if kind is None:
            return noun if noun in ("player", "card", "space", "border", "number", "region", "zone") else "word"
        return str(kind)

    def is_role(self, noun: str) -> bool:
        """Whether a noun is a name that rules give to a thing, or to a number."""
        return self.entry(noun).get("type") == "role"

    def fits(self, noun: str, other: str) -> bool:
        """Whether a thing called `noun` can be meant by `other`."""
        if noun == other:
            return True
        entry = self.entry(noun)
        parent = entry.get("is") or (entry.get("of") if entry.get("type") == "role" else None)
        if parent and parent != noun and self.fits(str(parent), other):
            return True
        return other == self.type_of(noun)

    def is_zone(self, phrase: N.Phrase) -> bool:
        """Whether a phrase names zones."""
        if isinstance(phrase, N.Phrases):
            return all(self.is_zone(item) for item in phrase.items)
        if not isinstance(phrase, N.NounPhrase):
            return False
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
        return all(self.entry(bare.noun).get("type") == "zone" for bare in nouns)

    def is_somebody(self, phrase: N.Node) -> bool:
        """Whether a phrase names players: "you", "another player"."""
        if isinstance(phrase, N.Pronoun):
            return phrase.word == "you"
        return isinstance(phrase, N.NounPhrase) and self.type_of(str(phrase.noun)) == "player"

    def of_cards(self, phrase: N.Node | None) -> bool:
        """Whether a phrase names cards by their kind: what is gained is counted, or is one of these."""
        phrase = phrase.whole if isinstance(phrase, N.PartOf) else phrase
        if isinstance(phrase, N.Phrases):
            return all(self.of_cards(item) for item in phrase.items)
        if not isinstance(phrase, N.NounPhrase | N.AsMany):
            return False
        nouns = [bare.noun for bare in phrase.noun.nouns] if isinstance(phrase.noun, N.NounGroup) else [phrase.noun]
        return all(self.type_of(noun) == "card" for noun in nouns)

    def is_value(self, phrase: N.Node | None) -> bool:
        """Whether a phrase names any of the values of a number: `a colour`, `a price`."""
        if (
            not isinstance(phrase, N.NounPhrase)
            or phrase.adjectives
            or phrase.filters
            or not isinstance(phrase.noun, str)
        ):
            return False
        return self.has_values(phrase.noun) and phrase.determiner == N.Article(word="a")

    def has_values(self, noun: str) -> bool:
        """Whether it is known which values a number can have: they have names, or stand printed on cards."""
        entry = self.entry(noun)
        if entry.get("type") != "number" or entry.get("values"):
            return entry.get("type") == "number"
        of = entry.get("of") or []
        kinds = of if isinstance(of, list) else [of]
        return bool(entry.get("attribute") and kinds) and all(self.type_of(kind) == "card" for kind in kinds)

    def takes_nothing(self, verb: str) -> bool:
        """Whether a verb of the lexicon has no slots: what it is done to is in its own words."""
        entry = self.ruleset.lexicon.get("verbs", {}).get(verb)
        return entry is not None and not entry.get("slots")

    def is_state(self, verb: str) -> bool:
        """Whether a verb tells how things are."""
        return bool((self.verbs.get(verb) or {}).get("state"))

    def defines(self, verb: str, node: N.Perform) -> bool:
        """Whether the lexicon says what this verb does (a core verb: for this kind of thing)."""
        entry = self.verbs.get(verb)
        if entry is None or entry.get("state"):
            return False
        if entry.get("en") is None:
            value = node.slot("object")
            kind = next(iter((entry.get("slots") or {}).values()), "")
            if isinstance(value, N.Pronoun):
                return True
            if not isinstance(value, N.NounPhrase):
                return False
            nouns = [bare.noun for bare in value.noun.nouns] if isinstance(value.noun, N.NounGroup) else [value.noun]
            return any(self.fits(noun, kind) or self.type_of(noun) == self.type_of(kind) for noun in nouns)
        return True

    def deed_of(self, node: N.Perform) -> tuple[str, N.Perform] | None:
        """A verb of the core that a noun gives a meaning (`deeds`): the verb to call, and the act as a use of it.

        Of what is of something, "2 points in the field", the slot `object` is the field.
        """
        value = node.slot("object")
        phrase = value.whole if isinstance(value, N.PartOf) else value
        noun = phrase.noun if isinstance(phrase, N.NounPhrase | N.AsMany) else None
        if not isinstance(noun, str):
            return None
        base = noun
        while base and node.verb not in (self.nouns.get(base, {}).get("deeds") or {}):
            base = self.nouns.get(base, {}).get("is", "")
        if not base or (node.verb == "play" and f"play_{base}" in self.deeds_of_cards):
            return None  # which of them is played, the core finds out
        slots: tuple[N.Slot, ...] = ()
        filters = phrase.filters if isinstance(phrase, N.NounPhrase) else ()
        place = next((item.phrase for item in filters if isinstance(item, N.At)), None)
        if place is not None and self.nouns[base].get("of"):
            slots = (N.Slot(name="object", value=place),)
        return f"{node.verb}_{base}", N.Perform(verb=f"{node.verb}_{base}", slots=slots, adverbs=node.adverbs)

    def done_by(self, verb: str) -> B.Block | None:
        """What a verb of the lexicon does, or the deed of a noun."""
        if verb in self.deeds:
            return self.deeds[verb]
        word = self.ruleset.words["verbs"].get(verb)
        return word.do if word is not None else None

    def unpaid(self, verb: str) -> B.Block | None:
        """What a verb does "for free", without the one payment among its steps; None where there are more, or none."""
        block = self.done_by(verb)
        paid = [step for step in block.steps if _is_payment(step)] if block is not None else []
        if block is None or len(paid) != 1:
            return None
        rest = replace(block, steps=tuple(step for step in block.steps if step is not paid[0]))
        looks_back = any(part.looks_back for part in B.walk(rest) if isinstance(part, B.Words))
        return None if looks_back else rest

    def is_told(self, verb: str) -> bool:
        """Whether it is told each time when this is done: a deed, and none that the rules do in another way, too.

        What stands under a heading is carried out where it is offered, and not only by the verb for it.
        """
        entry = self.verbs.get(verb, {"state": True})
        return not entry.get("state") and ADDED not in entry

    def uses(self, verb: str) -> bool:
        """Whether to do this is to carry out what is printed on its object: playing a card, resolving it."""
        if verb not in self._uses:
            self._uses[verb] = self._carries_out(verb, frozenset())
        return self._uses[verb]

    def used_at(self, verb: str) -> int:
        """The number of the first step of a verb that carries out what is printed on its object; 0 where none does."""
        block = self.done_by(verb)
        steps = block.steps if block is not None and self.uses(verb) else ()
        return next((at for at, step in enumerate(steps, 1) if self._is_carried_out(step, verb, frozenset())), 0)

    def _carries_out(self, verb: str, seen: frozenset[str]) -> bool:
        block = self.done_by(verb)
        return block is not None and verb not in seen and self._is_carried_out(block, verb, seen)

    def _is_carried_out(self, part_of_rules: object, verb: str, seen: frozenset[str]) -> bool:
        """Whether a part of what a verb does carries out what is printed on its object."""
        slot = (self.verbs.get(verb, {}).get("slots") or {}).get("object")
        if slot is None:
            return False
        it = (N.NounPhrase(determiner=N.Article(word="the"), noun=slot), N.Pronoun(word="it"))
        for part in B.walk(part_of_rules):
            if isinstance(part, B.Resolve) and isinstance(part.of, B.Words) and part.of.tree in it:
                return True
            act = part.tree if isinstance(part, B.Words) else None
            if isinstance(act, N.Perform) and act.slot("object") in it and self._carries_out(act.verb, seen | {verb}):
                return True
        return False


def _is_payment(step: B.Step) -> bool:
    """Whether a step is that who acts pays something."""
    act = step.action.words.tree if isinstance(step.action, B.Say) else None
    return isinstance(act, N.Perform) and act.verb == "pay" and act.slot("to") is None
