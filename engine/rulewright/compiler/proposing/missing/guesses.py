"""What an unknown word may be, by where it stands: entries of the lexicon to try, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.compiler.proposing.missing.forms import noun_forms, verb_forms
from rulewright.compiler.proposing.missing.unknown_words import UnknownWord
from rulewright.ruleset.model import Ruleset

VERBS = 8
"""Patterns that are tried for one verb."""


@dataclass(frozen=True)
class Guess:
    """An entry of the lexicon to try.

    kind: what it is: a type of noun, `verb`, `adjective` or `value`; section, name: where it stands in the lexicon.
    nouns: other entries that it changes, by their names.
    """

    kind: str
    section: str
    name: str
    entry: Mapping[str, Any]
    nouns: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


class Guesses:
    """Guesses at words in English sentences of one game.

    Args:
        told: what the language tells of such words (`grammar/missing.<lang>.yaml`).
    """

    def __init__(self, ruleset: Ruleset, told: Mapping[str, Any]) -> None:
        self.ruleset, self.told = ruleset, told
        self.language = ruleset.language("en")
        self.lexicon = self.language.lexicon
        self.own: Mapping[str, Any] = ruleset.lexicon.get("nouns") or {}

    def of(self, word: UnknownWord) -> Iterator[Guess]:
        """Entries for a word, the likeliest first."""
        for kind in self._kinds(word):
            if kind == "verb":
                yield from self._verbs(word)
            elif kind == "value":
                yield from self._values(word)
            elif kind == "adjective":
                yield from self._adjectives(word)
            else:
                yield from self._nouns(word, kind)

    def _kinds(self, word: UnknownWord) -> Iterator[str]:
        lines = self.told["stands"]
        line = next(
            one for one in lines
            if re.search(one.get("before", ""), word.before) and re.search(one.get("after", ""), word.after)
        )  # fmt: skip
        described = self._first_noun(word.after) if not re.match(r"\w+ of ", word.after) else ""
        if described and not line.get("after") and line["types"] != ["verb"]:  # it describes a thing
            yield from dict.fromkeys(("value", "adjective", *line["types"]))
        else:
            yield from line["types"]

    def _first_noun(self, after: str) -> str:
        """The thing of the game that the next words name; "" where they name none."""
        words = after.split()
        found = self.language.lexer.candidates(words, 0, strict=False) if words else ()
        named = [str(p.value) for p in found if p.terminal.startswith("NOUN") and str(p.value) in self.lexicon.nouns]
        return named[0] if named else ""

    def _named(self, text: str) -> list[str]:
        """The things of the game that a text names, in their order."""
        words = text.replace("'s", " 's").replace(",", " ,").replace(".", " .").split()
        found: dict[str, None] = {}
        for place in range(len(words)):
            for phrase in self.language.lexer.candidates(words, place, strict=False):
                if phrase.terminal.startswith("NOUN") and str(phrase.value) in self.lexicon.nouns:
                    found[str(phrase.value)] = None
        return list(found)

    # --------------------------------------------------------------- nouns

    def _nouns(self, word: UnknownWord, kind: str) -> Iterator[Guess]:
        plural = self.lexicon.core.get("plural", ())
        written = word.written[0]
        if kind == "card" and (after := re.match(r"(cards?)\b", word.after)):
            written = f"{written} {after.group(1)}"  # "2 robber cards": a robber card is a thing of the game
        ways = list(noun_forms(self.told, written, plural))
        if re.search(self.told["one"], word.before):
            ways.reverse()
        for one, many in ways:
            name = _id(one)
            if name not in self.own and name not in self.lexicon.nouns:
                for entry in self._entries(kind, word):
                    en = self._said(kind, word, one, many)
                    yield Guess(kind, "nouns", name, {"type": kind, **entry, "en": en})

    def _entries(self, kind: str, word: UnknownWord) -> Iterator[dict[str, Any]]:
        """What stands in the entry of a noun beside its type and its words."""
        if kind == "zone":
            theirs: dict[str, Any] = {"of": "player", "visible": "public"}
            both = [theirs, {"visible": "public"}]
            yield from reversed(both) if re.search(r"\bthe $", word.before) else both
        elif kind == "resource":
            yield {"held": "player"}
        elif kind == "number":
            yield {"of": "player", "kept": True, "least": 0}
        elif kind == "player":
            yield {"kept": True}
        elif kind == "piece":
            named = [noun for noun in self._named(word.after) if self._holds(noun)]
            every = [noun for noun in self.own if self._holds(noun) and self.lexicon.nouns[noun].type != "card"]
            places = list(dict.fromkeys([*named, *every]))
            supply = self._supply()
            lies = [*places[:3], *(place for place in supply if place not in places[:3])]
            yield {**({"in": lies} if lies else {}), **({"supply": supply} if supply else {})}
        else:
            yield {}

    def _supply(self) -> dict[str, str]:
        """Where the pieces of the game come from, and no end of them."""
        of_each = [[*entry["supply"]] for entry in self.own.values() if isinstance(entry.get("supply"), Mapping)]
        return {places[0]: "unlimited" for places in of_each[:1] if places}

    def _holds(self, noun: str) -> bool:
        """Whether pieces may lie in such a thing: a space, a card, a zone that is no pile."""
        kind = self.lexicon.nouns[noun].type if noun in self.lexicon.nouns else ""
        return kind in ("space", "card") or (kind == "zone" and not (self.own.get(noun) or {}).get("order"))

    def _said(self, kind: str, word: UnknownWord, one: str, many: str) -> Any:
        to = re.search(r"\b(into|onto|to) \S+(?: player's)? $", word.before)
        if kind == "zone":
            return {"one": one, "many": many, "to": to.group(1) if to else "into"}
        plural = self.lexicon.core.get("plural", ())
        regular = next((re.sub(p, e, one, count=1) for p, e in plural if re.search(p, one)), "")
        return one if many == regular else [one, many]

    # --------------------------------------------------- values, adjectives

    def _values(self, word: UnknownWord) -> Iterator[Guess]:
        """The word as a further value of a number whose values have names."""
        described, before = self._first_noun(word.after), self._named(word.before)
        for number, entry in self.own.items():
            values, of = entry.get("values"), entry.get("of")
            kinds = [of] if isinstance(of, str) else list(of or ())
            fits = any(described and self.lexicon.noun_is(described, kind) for kind in kinds) or number in before
            if values and entry.get("type") == "number" and fits:
                yield Guess("value", "nouns", number, {**entry, "values": [*values, _id(word.written[0])]})

    def _adjectives(self, word: UnknownWord) -> Iterator[Guess]:
        """The word as an adjective, with the attribute of cards or spaces that makes it true."""
        described = self._first_noun(word.after) or next(reversed(self._named(word.before)), "")
        written, name = word.written[0], _id(word.written[0])
        noun = self.own.get(described) or {}
        if noun.get("type") in ("card", "space") and name not in self.lexicon.adjectives:
            before, after = {k: v for k, v in noun.items() if k != "en"}, {k: v for k, v in noun.items() if k == "en"}
            changed = {**before, "attributes": {**noun.get("attributes", {}), name: "boolean"}, **after}
            entry = {"of": described, "attribute": name, "en": written}
            yield Guess("adjective", "adjectives", name, entry, {described: changed})

    # --------------------------------------------------------------- verbs

    def _verbs(self, word: UnknownWord) -> Iterator[Guess]:
        ways = list(verb_forms(self.told, word.written[0]))
        forms = next((way for way in ways if {*word.written} <= {*way}), ways[0] if ways else None)
        if forms is None or _id(forms[0]) in self.lexicon.verbs:
            return
        for slots, pattern in list(self._patterns(word))[:VERBS]:
            entry: dict[str, Any] = {"slots": slots} if slots else {}
            entry |= {"en": {"pattern": pattern, "forms": "|".join(forms)}, "do": []}
            yield Guess("verb", "verbs", _id(forms[0]), entry)

    def _patterns(self, word: UnknownWord) -> Iterator[tuple[dict[str, str], str]]:
        """The slots in which a verb stands, by the things before and behind it, with its pattern."""
        clause = re.split(r"[.,;:]| (?:then|and|or|if|to gain|to draw)\b", word.after)[0]
        words, roles = clause.split(), self.told["roles"]
        places = [(place, one) for place, one in enumerate(words) if one in roles or one in self.told["fixed"]]
        things = self._named(clause)
        earlier = list(reversed(self._named(re.split(r"[.;:]", word.before)[-1])))
        if not words or (not things and not places):
            for noun in earlier[:3]:  # "each ferry you moor"
                yield _pattern({"object": noun}, "object")
            yield _pattern({})
        elif places and places[0][0] == 0:
            preposition = places[0][1]
            for noun in things[:2]:
                yield _pattern({"object": noun}, preposition, "object")
            for noun in earlier[:1]:
                yield _pattern({"object": noun}, "object")
        else:
            yield from self._with_object(words, places, things)
        for noun in earlier[:1]:
            yield _pattern({"object": noun}, "object")

    def _with_object(
        self, words: list[str], places: list[tuple[int, str]], things: list[str]
    ) -> Iterator[tuple[dict[str, str], str]]:
        roles = self.told["roles"]
        for noun in things[:2]:
            if places:
                place, preposition = places[0]
                beyond = self._named(" ".join(words[place + 1 :]))
                if preposition in roles and beyond:
                    role = roles[preposition]
                    yield _pattern({"object": noun, role: beyond[0]}, "object", role)
                elif beyond and beyond[0] != noun:
                    yield _pattern({"object": noun, beyond[0]: beyond[0]}, "object", preposition, beyond[0])
            yield _pattern({"object": noun}, "object")


def _pattern(slots: dict[str, str], *parts: str) -> tuple[dict[str, str], str]:
    """The slots of a verb, and its pattern: what stands behind it, slots and prepositions."""
    return slots, " ".join(["V", *(f"{{{part}}}" if part in slots else part for part in parts)])


def _id(words: str) -> str:
    return re.sub(r"\W+", "_", words)
