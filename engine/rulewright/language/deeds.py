"""What is done, as a log or a rulebook tells it of somebody: "takes a card from their hand"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon, noun_to, place_word, split_pattern
from rulewright.language.printing.pieces import PrintError, capitals
from rulewright.language.trees.normal_form import head_noun
from rulewright.language.trees.taking import taken_from_its_place
from rulewright.language.trees.third_person import third_person

MAX_DEEDS = 4096  # whose words are kept


class Deeds:
    """Tells what is done, in one language.

    Args:
        lexicon: the words of the language.
        printed: says a tree in the language (see `Language.print`).
    """

    def __init__(self, lexicon: Lexicon, printed: Callable[..., str]) -> None:
        self.lexicon, self._print = lexicon, printed
        self._deeds: dict[tuple[n.Act, bool], str | None] = {}

    def choosing(self, phrase: n.Phrase) -> n.Perform:
        """To choose something: from where it lies, if the language says so ("de tu mano", not "en tu mano")."""
        chosen: tuple[n.Slot, ...] = (n.Slot(name="object", value=phrase),)
        last = phrase.filters[-1] if isinstance(phrase, n.NounPhrase) and phrase.filters else None
        if "choose_from" in self.lexicon.core.get("blocks", {}) and isinstance(last, n.At):
            noun = self.lexicon.nouns.get(head_noun(last.phrase) or "")
            if isinstance(phrase, n.NounPhrase) and noun is not None and noun.type == "zone":
                rest = replace(phrase, filters=phrase.filters[:-1])
                chosen = (n.Slot(name="object", value=rest), n.Slot(name="from", value=last.phrase))
        return n.Perform(verb="choose", slots=chosen)

    def taking(self, act: n.Node, told_of_you: bool = True) -> n.Node:
        """What goes somewhere, told from where it was, if the language says so: "1 kártyádat a kezedből"."""
        how = self.lexicon.core.get("blocks", {}).get("taken_from")
        if how is None or not isinstance(act, n.Perform):
            return act
        verb = self.lexicon.verbs.get(act.verb)
        return taken_from_its_place(act, verb.patterns if verb else (), how == "so many", told_of_you)

    def told_of(self, name: str, act: n.Act, negated: bool = False) -> str | None:
        """What somebody was asked to do, as it is told of them: "Anna takes a card from their hand".

        negated: of who has not done it: "Anna does not take a card from their hand".

        Returns:
            None where it cannot be told so: it tells of others, too, or the language has no words for it; or a word of
            the lexicon itself says "your", which has no third person.
        """
        key = (act, negated)
        if key not in self._deeds:  # logs tell of the same few things again and again
            if len(self._deeds) >= MAX_DEEDS:
                self._deeds.clear()
            self._deeds[key] = self._deed(act, negated)
        deed = self._deeds[key]
        return None if deed is None else f"{name} {deed}"

    def _deed(self, act: n.Act, negated: bool) -> str | None:
        """What is told of somebody behind the name: "takes a card from their hand"; None where it cannot be told so."""
        act = act.cost if negated and isinstance(act, n.Cost) else act
        deed = third_person(cast(n.Act, self.taking(act, told_of_you=False)))
        if deed is None:
            return None
        somebody = n.NounPhrase(determiner=n.Article(word="a"), noun="player")
        try:
            subject = self._print(somebody, "nps")
            does = n.Does(subject=somebody, act=deed, negated=negated)
            told = self._print(does, "condition" if negated else "statement", told=True)
        except PrintError:
            return None
        begins, told = capitals(subject) + " ", capitals(told)
        if not told.startswith(begins) or self.speaks_to_you(told):
            return None
        told = told.removeprefix(begins).rstrip(".")
        for pattern, instead in self.lexicon.core.get("denied_told", ()) if negated else ():
            told = re.sub(str(pattern), str(instead), told)
        return told

    def not_done(self, act: n.Act, rule: str) -> str:
        """What somebody decides not to do, by a rule: "to pay"; "" where it cannot be told so."""
        act = act.cost if isinstance(act, n.Cost) else act
        deed = third_person(cast(n.Act, self.taking(act, told_of_you=False)))
        if deed is None:
            return ""
        try:
            told = self._print(deed, rule, told=True)
        except PrintError:
            return ""
        return "" if self.speaks_to_you(told) else told

    def speaks_to_you(self, text: str) -> bool:
        """Whether a text says "you" or "your"; of words that say so by their ending alone it knows nothing."""
        yours = self.lexicon.core.get("second_person", ())
        return not {word.lower() for word in re.findall(r"\w+", text)}.isdisjoint(yours)

    def said_of(
        self, verb: str, things: Mapping[str, str] | None = None, nouns: Mapping[str, str] | None = None
    ) -> str | None:
        """A verb as it is said of somebody: "does it"; None if the language does not know it.

        things: by slot, the names of what it is done to; they do not inflect, so where things would they stand behind.
        Numbers take their endings.
        nouns: by slot, the noun of what has no name of its own: it inflects, and tells of any such thing.
        """
        word = self.lexicon.verbs.get(verb)
        if word is None:
            return None
        things, nouns = things or {}, nouns or {}
        mood = self.lexicon.core.get("said_of", "")
        pattern = next((p for p in word.patterns if "{object:=" not in p), word.patterns[0])
        known = bool(things) and "{object}" in pattern and "object" not in nouns
        said = self.lexicon.mood(word, mood, "one", known) if mood else word.forms[0].get("s")
        if not said:
            return None
        behind = self.lexicon.core.get("before_names")
        later = dict(things)
        parts = []
        for part in split_pattern(pattern):
            slot, _, case = part.strip("{}").partition(":")
            if part == "V":
                parts.append(said)
            elif part[0] not in "[]{":
                parts.append(part)
            elif slot in things and behind is not None and things[slot].isdecimal():
                marks = [case] if case in self.lexicon.inflection.marks else []
                parts.append(self.lexicon.inflected("INT", later.pop(slot), "one", marks) or things[slot])
            elif slot in nouns and behind is not None and (noun := self._any(nouns[slot], case)):
                parts.append(noun)
                later.pop(slot)
            elif slot in things and behind is None:
                parts += [] if ":" in part else self._before_name(slot, word.slots.get(slot, ""))
                parts.append(things[slot])
        done = " ".join(parts).replace(" ,", ",")  # a comma of the pattern
        return done + (behind + ", ".join(later.values()) if behind and later else "")

    def _any(self, noun: str, case: str) -> str | None:
        """Any thing of a noun in a case (by default an object's), or by a pattern's rule; None if none says it."""
        phrase = n.NounPhrase(determiner=n.Article(word="a"), noun=noun)
        rule = case[1:] if case.startswith("=") else f"np{{{case or self.lexicon.core.get('slot_case', '')}}}"
        try:
            return self._print(phrase, rule)
        except PrintError:
            return None

    def _before_name(self, slot: str, kind: str) -> list[str]:
        """The preposition of a slot, if it has one: with things of a kind."""
        by_kind = {"to": noun_to, "place": place_word}.get(slot)
        found = (by_kind(self.lexicon, kind) if by_kind else "") or self.lexicon.core.get("slots", {}).get(slot)
        return [found] if found else []
