"""What is told beside a proposal: of which words that say how much, who, when or whether it has more or fewer.

Two texts are compared as they are written, one of which was chosen before by what it is about (`content_words`). A
language lists these words (`strict` of `near`), in lines of words that say much the same; numbers are of them as well,
and a place where cards lie that nobody spoke of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulewright.language.language import Language

PEOPLE = ("they", "to_you")
"""Of the people that a language tells apart, those of whom no other strict word speaks."""
STEM = 3
"""Letters by which two forms are seen to be of one word."""
ENDS = ("top", "bottom")
"""Parts of a pile, which are among the strict words."""


class FunctionWords:
    """Tells how two texts in one language differ in their small words."""

    def __init__(self, language: Language) -> None:
        near = language.lexicon.core.get("near", {})
        numbers = language.lexicon.core.get("numbers", {})
        self.numbers = {str(word).lower(): str(value) for word, value in numbers.items()}
        zones = [noun for name, noun in language.lexicon.nouns.items() if noun.type == "zone" and name not in ENDS]
        self.zones = [tuple(filter(None, map(zone.forms.get, ("one", "many", "any")))) for zone in zones]
        self.whose = [(str(line[0]), "|".join(map(str, line)), False) for line in near.get("whose", ())]
        self.whose += [(str(line[0]), "|".join(map(str, line[1:])), True) for line in near.get("of_whom", ())]
        people = near.get("people", {})
        self.people = [re.compile(str(people[one]), re.IGNORECASE) for one in PEOPLE if one in people]
        self.some = {str(word) for word in near.get("some", ())}
        self.kinds: list[tuple[str, re.Pattern[str]]] = []
        for line in near.get("strict", ()):
            some = "|".join(str(word) for word in line)
            self.kinds.append((str(line[0]), re.compile(rf"\b(?:{some})\b", re.IGNORECASE)))

    def differing(self, asked: str, said: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of which a text has fewer than what was asked for, and those that only it has."""
        wanted, has = self._counted(asked), self._counted(said)
        gone = [word for kind, words in wanted.items() for word in words[len(has.get(kind, ())) :]]
        more = [words[0] for kind, words in has.items() if kind not in wanted]
        more += [named for zone in self.zones if (named := _named(zone, said)) and not _named(zone, asked)]
        for way in self.people:
            before, after = way.search(asked), way.search(said)
            gone += [before.group()] if before and not after else []
            more += [after.group()] if after and not before else []
        of_whom, known = self._of_whom(said), self._of_whom(asked)
        idle = {*self.some, *self.numbers}  # “your choice of 2”: a number is nobody's
        gone += [  # “next to a thing” of “next to one of your things”
            f"{whose} {thing}" for whose, thing in known
            if not thing.isdigit() and thing not in idle and _has(thing[:STEM], said)
            if not any(other[:STEM] == thing[:STEM] for _, other in of_whom)
        ]  # fmt: skip
        some = {whose for whose, thing in known if thing in self.some}  # "one of yours": of what, it does not say
        more += [
            f"{whose} {thing}"
            for whose, thing in of_whom
            if (whose, thing) not in known and whose not in some and _has(thing, asked)
            if not any(thing in told for told in more)
        ]
        return tuple(dict.fromkeys(gone)), tuple(dict.fromkeys(more))

    def _of_whom(self, text: str) -> list[tuple[str, str]]:
        """Whose the things are that a text names: the first of the words that say so, and the thing without its end."""
        found = []
        for name, words, behind in self.whose:
            pattern = rf"\b(\w+) (?:{words})\b" if behind else rf"\b(?:{words}) (?:\w+ of )?(?=(\w+))"
            found += [(name, match[1].lower().rstrip("s")) for match in re.finditer(pattern, text, re.IGNORECASE)]
        return found

    def _counted(self, text: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for kind, word in self._words(text):
            found.setdefault(kind, []).append(word.lower())
        return found

    def _words(self, text: str) -> Iterator[tuple[str, str]]:
        for kind, pattern in self.kinds:
            for match in pattern.finditer(text):
                yield kind, match.group()
        for word in re.findall(r"\w+", text.lower()):
            number = self.numbers.get(word, word)
            if number.isdigit() and number != "1":  # "a" says it, too
                yield number, word


def _named(words: Iterable[str], text: str) -> str:
    """Which of some words stands in a text; "" for none."""
    return next((word for word in words if re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)), "")


def _has(word: str, text: str) -> bool:
    """Whether a text has a word, whatever its end is."""
    return re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) is not None
