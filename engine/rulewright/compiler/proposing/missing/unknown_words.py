"""The words of a text that neither the game nor its language has, each in all its places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.language.language import Language

TOGETHER = 3
"""Words one behind the other that are one name."""


@dataclass(frozen=True)
class UnknownWord:
    """A word (or several that are one name) that nobody knows.

    written: the forms in which it stands; before, after: what stands before and behind it where it stands first.
    """

    written: tuple[str, ...]
    before: str
    after: str


def unknown_words(language: Language, text: str, told: Mapping[str, Any]) -> list[UnknownWord]:
    """The unknown words of a text that cannot be read, in their order; forms of one word are one."""
    words = language.lexer.split(text)
    lower = [word.text.lower() for word in words]
    little = {*told["little"].split()}
    unknown = _unknown(language, lower, little) or _unknown(language, lower, little, everyday=True)
    found: list[tuple[list[str], int, int]] = []
    place = 0
    while place < len(lower):
        end = place
        while end < len(lower) and end in unknown and end - place < TOGETHER:
            end += 1
        if end > place:
            written = " ".join(lower[place:end])
            same = next((one for one in found if _akin(one[0][0], written)), None)
            if same is None:
                found.append(([written], place, end))
            elif written not in same[0]:
                same[0].append(written)
        place = max(end, place + 1)
    return [UnknownWord(tuple(written), _joined(lower[:at]), _joined(lower[end:])) for written, at, end in found]


def _unknown(language: Language, lower: list[str], little: set[str], everyday: bool = False) -> set[int]:
    """Where words stand that neither the game nor its language has. everyday: even if an everyday wording has them."""
    found: set[int] = set()
    place = 0
    while place < len(lower):
        word = lower[place]
        known = language.lexer.candidates(lower, place, strict=False)
        begins = known or language.lexer.knows(lower, place) or word in little
        strange = not begins and word.isalpha() and len(word) > 1
        if strange and (everyday or not language.reader.wordings.knows(word)):
            found.add(place)
        place += max((len(phrase.words) for phrase in known), default=1)
    return found


def _akin(one: str, other: str) -> bool:
    """Whether two words may be forms of one."""
    shorter = min(len(one), len(other))
    stem = max(3, shorter - 3)
    return one == other or (one[:stem] == other[:stem] and abs(len(one) - len(other)) <= TOGETHER)


def _joined(words: Sequence[str]) -> str:
    return " ".join(words).replace(" 's", "'s").replace(" ,", ",").replace(" .", ".").replace(" :", ":") + " "
