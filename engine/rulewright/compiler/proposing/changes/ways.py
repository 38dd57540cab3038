"""Ways to say a thing otherwise: a pattern, and what may be said in its place, with words of the text put into it.

In what is said, `\\1` is a group of the pattern; `{\\1>ed}` a form of a word of the lexicon (`base`, `s`, `ing`, `ed`
of a verb, `one`, `many` of a noun); `{done}` the participles of the verbs of the text so far, `{one}` and `{many}` its
nouns, `{space}` those of a map, `{same}` a thing with the words that say whose it is, as the text has named it before,
`{number}` the numbers that cards of the game have, and `{pile}` the piles whose ends the text has named (`pile` of
`near`), each tried in turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.language.language import Language

TOLD = ("less", "taken")
"""The ways that leave a thing out, or take a word for something, of which the words that change are told."""
STEM = 4
"""Letters by which two forms are seen to be of one word."""
LATER = 0.1
"""What each later way of a pattern costs more."""
FURTHER = 0.03
"""What each further word in a place costs more: the nearest before is likeliest."""
TRIED = 4
"""Words of a text, at most, that are tried in one place."""
ENDS = ("top", "bottom")
"""Parts of a pile: nobody speaks of one by itself."""
_FORM = re.compile(r"\{([^{}>]+)>(\w+)\}")
_PLACE = re.compile(r"\{(done|one|many|space|number|same|pile)\}")
_THINGS = ("card", "piece", "resource", "space")


@dataclass(frozen=True)
class Applied:
    """A text in which one thing is said otherwise, which stood at some place of the text before.

    without, more: the words that are not said any more, and those that are said beside, where they are told.
    cost: what it costs more than its way does, where other words are likelier.
    said_so: small words that both texts say, each in its way: they are neither left out nor added.
    """

    text: str
    start: int
    end: int
    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    cost: float = 0.0
    said_so: tuple[str, ...] = ()


@dataclass(frozen=True)
class Way:
    """One way to say otherwise what a pattern finds. told: whether the words that change are told."""

    pattern: re.Pattern[str]
    said: str
    cost: float
    words: Inflections = field(repr=False, compare=False)
    told: bool = False

    def applied(self, text: str) -> Iterator[Applied]:
        """The texts in which it is said so once."""
        for match in self.pattern.finditer(text):
            for number, said in enumerate(self.words.filled(match.expand(self.said), _told_before(text, match), text)):
                before, after = text[: match.start()], text[match.end() :]
                other = re.sub(r"\s+([.,;:])", r"\1", " ".join(f"{before}{said}{after}".split()))
                other = re.sub(r"([.,;:])[.,;:]+", r"\1", other)
                if other != text:
                    gone, added = exchanged_words(match.group(), said) if self.told else ((), ())
                    yield Applied(other, match.start(), match.end(), gone, added, number * FURTHER)


def _told_before(text: str, match: re.Match[str]) -> str:
    """What a text says before a match; a heading names nothing."""
    return text[text.find(": ", 0, match.start()) + 1 : match.start()]


def ways_of(language: Language, costs: Mapping[str, float]) -> list[Way]:
    """The ways of a language under some keys of `near`, with what each costs, in the order in which it lists them."""
    near = language.lexicon.core.get("near", {})
    words = Inflections(language)
    found = []
    for name, cost in costs.items():
        for pattern, *ways in near.get(name, ()):
            found += [
                Way(re.compile(pattern, re.IGNORECASE), str(said), cost + LATER * number, words, name in TOLD)
                for number, said in enumerate(ways)
            ]
    return found


def exchanged_words(one: str, other: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of one wording that another has not, and those of the other that the first has not."""
    return _only(one, other), _only(other, one)


def _only(one: str, other: str) -> tuple[str, ...]:
    """The words that only one of two wordings has, together where they stand together."""
    has = {word[:STEM] for word in re.findall(r"[\w']+", other.lower())}
    words = re.findall(r"[\w']+", one)
    runs = " ".join("\0" if word.lower()[:STEM] in has else word for word in words).split("\0")
    return tuple(run.strip() for run in runs if run.strip())


class Inflections:
    """The words of one lexicon, in all of their forms."""

    def __init__(self, language: Language) -> None:
        self.lexicon = language.lexicon

    @cached_property
    def forms(self) -> Mapping[str, list[Mapping[str, tuple[str, ...]]]]:
        """By a word in one of its forms, all forms of the words that it can be."""
        found: dict[str, list[Mapping[str, tuple[str, ...]]]] = {}
        every = [forms for verb in self.lexicon.verbs.values() for forms in verb.forms]
        for one in [*every, *(noun.forms for noun in self.lexicon.nouns.values())]:
            for said in dict.fromkeys(word for some in one.forms.values() for word in some):
                found.setdefault(said.lower(), []).append(one.forms)
        return found

    @cached_property
    def things(self) -> Mapping[str, tuple[str, str, str]]:
        """By a word for a thing: its type, and how one and many of it are called."""
        found = {}
        for name, noun in self.lexicon.nouns.items():
            one = noun.forms.get("one", "any")
            if noun.type in _THINGS and one and name not in ENDS:
                many = noun.forms.get("many", "any") or one
                for said in (one, many):
                    found[said.lower()] = (noun.type, one, many)
        return found

    @cached_property
    def numbers(self) -> list[str]:
        """How the numbers are called that cards of the game have."""
        core = self.lexicon.core.get("nouns", {})
        nouns = [(name in core, noun) for name, noun in self.lexicon.nouns.items() if noun.type == "number" and noun.of]
        nouns.sort(key=lambda item: item[0])  # a game's own first
        return [said for _, noun in nouns if (said := noun.forms.get("one", "any"))]

    @cached_property
    def _piles(self) -> re.Pattern[str]:
        """A pile of which a text names the top or the bottom."""
        return re.compile(self.lexicon.core.get("near", {}).get("pile", "(?!)"), re.IGNORECASE)

    @cached_property
    def _whose(self) -> str:
        """A thing with words that say whose it is, in a text."""
        whose = [str(word) for line in self.lexicon.core.get("near", {}).get("whose", ()) for word in line]
        nouns = {word for noun in self.lexicon.nouns.values() for some in noun.forms.forms.values() for word in some}
        names = "|".join(re.escape(word) for word in sorted(nouns, key=len, reverse=True))
        return rf"\b(?:{'|'.join(whose) or '(?!)'}) (?:{names})\b"

    def form(self, word: str, name: str) -> str | None:
        """A word in another form: "takes" of "took"."""
        said = word.strip().lower()
        for forms in self.forms.get(said, ()):
            if forms.get(name):
                return forms[name][0]
        for forms in self.begun.get(said, ()):
            if forms.get(name):
                return forms[name][0].split()[0]
        return None

    @cached_property
    def begun(self) -> Mapping[str, list[Mapping[str, tuple[str, ...]]]]:
        """By the first word of what is called by several, all forms of it: "raised" of "raise the flag"."""
        found: dict[str, list[Mapping[str, tuple[str, ...]]]] = {}
        for said, some in self.forms.items():
            if " " in said:
                found.setdefault(said.split()[0], []).extend(some)
        return found

    def filled(self, said: str, before: str, text: str) -> Iterator[str]:
        """What is said, with words put in; nothing where a word has not the form that is asked for."""
        missing = []

        def form(match: re.Match[str]) -> str:
            found = self.form(match[1], match[2])
            missing.extend([] if found else [match[1]])
            return found or ""

        said = _FORM.sub(form, said)
        if not missing:
            yield from self._placed(said, before or text)

    def _placed(self, said: str, before: str) -> Iterator[str]:
        place = _PLACE.search(said)
        if place is None:
            yield said
            return
        for word in list(dict.fromkeys(self._fitting(place[1], before)))[:TRIED]:
            yield from self._placed(said.replace(place[0], word), before)

    def _fitting(self, place: str, before: str) -> Iterable[str]:
        """The words of a text that fit into a place, the last first."""
        if place == "number":
            return self.numbers
        if place == "pile":
            return [match[1] for match in self._piles.finditer(before)][::-1]
        if place == "same":
            return [match.group() for match in re.finditer(self._whose, before, re.IGNORECASE)][::-1]
        words = re.findall(r"[\w'-]+", before.lower())
        if place == "done":
            some = [self.form(word, "ed") for last, word in zip(["", *words], words, strict=False) if last != "the"]
            return [word for word in reversed(some) if word]
        things = list(self._named(words))
        some_kind = [(one, many) for kind, one, many in reversed(things) if kind == "space" or place != "space"]
        core = {noun.forms.get("one", "any") for noun in map(self.lexicon.nouns.get, ("space",)) if noun is not None}
        every = [one for kind, one, _ in dict.fromkeys(self.things.values()) if kind == place]
        every.sort(key=lambda one: one not in core)
        return [*(many if place == "many" else one for one, many in some_kind), *every]

    def _named(self, words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
        """The things that some words name, each by as many of them as name one."""
        place = 0
        while place < len(words):
            sizes = [size for size in (3, 2, 1) if " ".join(words[place : place + size]) in self.things]
            size = sizes[0] if sizes else 1
            if sizes:
                yield self.things[" ".join(words[place : place + size])]
            place += size
