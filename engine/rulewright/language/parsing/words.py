"""The words of a text, and where each stands."""

from __future__ import annotations

from rulewright.language.lexicon import WORD
from rulewright.language.records import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text and where it stands."""

    text: str
    start: int
    end: int


def is_number(word: str) -> bool:
    """Whether a word is a number as texts may have it: at most six digits."""
    return word.isascii() and word.isdigit() and len(word) <= 6


def split(text: str) -> list[Word]:
    """The words of a text: words, numbers, single signs; what belongs to several, "the players' hands", as of one."""

    def word(sign: str, start: int) -> str:
        return "'s" if sign == "'" and text[max(start - 1, 0) : start] == "s" else sign

    return [Word(word(m.group(), m.start()), m.start(), m.end()) for m in WORD.finditer(text)]
