"""The sentences that a game can say, one for each construct: made, compiled, and kept by the hash of the game."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Any

from rulewright import cache
from rulewright.compiler.sayable.cast import cast
from rulewright.compiler.sayable.templates import Template, templates
from rulewright.compiler.trials import NOT_YET, Trials, Tried
from rulewright.language.language import Language
from rulewright.language.lexicon.words import as_tuple
from rulewright.language.printing.by_name import by_name
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.where_cards_lie import where_cards_lie

TRIED = (3, 12, 33)
"""Texts that are tried for one construct, so many of each at once, as long as none compiles. A large game is slow to
compile, with one text or with many."""
PLACES = 2
"""Headings and kinds of card that a text is tried on."""
_KIND = "sayable"
_NOWHERE = frozenset((*NOT_YET, "RW0517"))  # what the game has no cards for yet


_Name = tuple[str, str]  # the group and the id of what is shown


@dataclass(frozen=True, slots=True)
class Made:
    """A sentence that was made.

    group, id: what it shows; kind: the kind of card that it is tried on, "" for a rule; only: whether it is refused on
    likelier kinds, where such a text may stand, too.
    """

    group: str
    id: str
    text: str
    kind: str
    only: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text can stand: how its heading is said ("" for none), on which kind of card ("" for a rule)."""

    heading: str
    kind: str

    def text(self, sentence: str) -> str:
        return f"{self.heading}: {sentence[0].lower()}{sentence[1:]}" if self.heading else sentence


def sayable(ruleset: Ruleset, lang: str = "en") -> list[Made]:
    """A sentence for each construct that the game has words for, in a language of the game."""
    try:
        english = ruleset.language("en")
    except RulewrightError:
        return []  # a game that has no English words
    name = cache.name_of(_KIND, ruleset.id, ruleset.hash)
    made: list[Made] | None = cache.revived(_KIND, name, pickle.loads)
    if made is None:
        made = _Maker(ruleset, english).made()
        cache.store(_KIND, name, pickle.dumps(made))
    return _in_language(ruleset, made, lang)


def made_before(ruleset: Ruleset, lang: str = "en") -> list[Made]:
    """The same, if they were made before and are kept; else none."""
    made: list[Made] | None = cache.revived(_KIND, cache.name_of(_KIND, ruleset.id, ruleset.hash), pickle.loads)
    return _in_language(ruleset, made, lang) if made else []


def _in_language(ruleset: Ruleset, made: list[Made], lang: str) -> list[Made]:
    if lang == "en":
        return made
    english = ruleset.language("en")
    other = ruleset.language(lang)
    said = ((one, _said(english, other, one.text)) for one in made)
    return [replace(one, text=text) for one, text in said if text]


def _said(english: Language, other: Language, text: str) -> str:
    """A text in another language, if that can say it and reads it as the same."""
    try:
        tree = english.parse(text)
        said = other.print(tree, "text")
        return by_name(other, said, tree) if other.parse(said) == tree else ""
    except RulewrightError:
        return ""


class _Maker:
    def __init__(self, ruleset: Ruleset, language: Language) -> None:
        self.ruleset, self.language = ruleset, language
        self.quick = Trials(ruleset, players=ruleset.players[-1:], linted=False, alone=True)
        self.whole = Trials(ruleset, ruleset.players[:1], linted=False)
        self.words = cast(ruleset)
        hands = {zone["id"] for zone in self.words.of("hand")}
        self.places = {
            "used": self._places(lambda entry: not entry.get("active")),
            "holds": self._places(lambda entry: bool(entry.get("active"))),
            "in_hand": self._places(lambda entry: bool(hands.intersection(as_tuple(entry.get("active")))), only=True),
        }

    def made(self) -> list[Made]:
        """What compiles, in the order of the templates."""
        tries: dict[_Name, list[Template]] = {}
        for template in templates():
            if all(map(self.words.of, template.parts())):
                tries.setdefault((template.group, template.id), []).append(template)
        rest = {name: self._all_tries(some) for name, some in tries.items()}
        found: dict[_Name, Tried] = {}
        for many in TRIED:
            batch = [(name, one) for name, left in rest.items() if name not in found for one in islice(left, many)]
            for (name, tried), right in zip(batch, self._right([tried for _, tried in batch]), strict=True):
                if right:
                    found.setdefault(name, tried)
        likeliest: dict[str, str] = {}
        for place in (place for places in self.places.values() for place in places):
            likeliest.setdefault(place.heading, place.kind)
        return [
            Made(*name, one.text, one.kind, bool(one.kind) and likeliest.get(_heading(one.text), one.kind) != one.kind)
            for name, one in ((name, found[name]) for name in tries if name in found)
        ]

    def _all_tries(self, some: Sequence[Template]) -> Iterator[Tried]:
        """The texts that show one construct: with the likeliest words of each template first."""
        for filled in zip_longest(*(template.filled(self.words) for template in some)):
            for template, said in zip(some, filled, strict=True):
                yield from self._tries(template, said) if said is not None else ()

    def _tries(self, template: Template, said: str) -> Iterator[Tried]:
        """A sentence in the places where it may stand."""
        for place in self.places[template.where]:
            text = place.text(said)
            try:
                yield Tried(text, self.language.parse(text), place.kind)
            except RulewrightError:
                continue

    def _right(self, tries: Sequence[Tried]) -> list[bool]:
        """Which of some texts compile, by themselves and among all cards, and are not found to do nothing."""
        wrong, findings = self.quick.tried(tries), self.quick.findings(tries)
        right = [
            not problems and all(found.code in _NOWHERE for found in told)
            for problems, told in zip(wrong, findings, strict=True)
        ]
        left = iter(self.whole.tried([tried for tried, good in zip(tries, right, strict=True) if good]))
        return [good and not next(left) for good in right]

    def _places(self, fits: Callable[[Mapping[str, Any]], bool], only: bool = False) -> list[_Place]:
        """Where texts may stand: under headings that fit; without any, under none, unless `only`."""
        cards = [name for name, noun in self.language.lexicon.nouns.items() if noun.type == "card"]
        own = [name for name in self.ruleset.lexicon.get("nouns") or {} if name in cards]
        kinds = {noun.kind_of for noun in self.language.lexicon.nouns.values()}
        plain = [name for name in own if name not in kinds] or own
        entries = self.ruleset.lexicon.get("headings") or {}
        ranked: list[tuple[int, _Place]] = []
        for name, entry in entries.items():
            if not fits(entry) or name not in self.language.lexicon.headings:
                continue
            said = self.language.lexicon.headings[name].forms.forms
            heading = "" if entry.get("default") else next(iter(next(iter(said.values()), ())), "")
            on = self._kinds_under(name)
            rank = 2 * (not on) + (not entry.get("from") and not entry.get("active")) - bool(entry.get("default"))
            ranked += [(rank, _Place(heading, kind)) for kind in (on or plain)[:PLACES]]
        ranked.sort(key=lambda one: one[0])
        places = [place for _, place in ranked][: PLACES + 1]
        if places or only:
            return places
        return [_Place("", kind) for kind in plain[:PLACES]] or [_Place("", "")]

    def _kinds_under(self, heading: str) -> list[str]:
        """The kinds of card that have a text under a heading."""
        found: dict[str, frozenset[str] | None] = {}
        where = where_cards_lie(self.ruleset)
        for component in self.ruleset.components.values():
            tree = component.text.tree if component.text is not None and not component.later else None
            under = [ability.heading for ability in getattr(tree, "abilities", ())]
            if getattr(tree, "sentences", ()):
                under.append(self.ruleset.default_heading)
            if heading in under:
                found.setdefault(component.kind, where.where_in_force(component, heading))
        # One for each place comes before further ones: what is never so in one place may be so in another.
        first = {zones: kind for kind, zones in reversed(found.items())}
        return sorted(found, key=lambda kind: first[found[kind]] != kind)


def _heading(text: str) -> str:
    """What stands before the colon of a text."""
    return text.split(":", 1)[0] if ":" in text else ""
