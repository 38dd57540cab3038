"""Elision: words that lose their last sound before a vowel, as `elision` of `words.<lang>.yaml` declares them.

"le arbre" is written "l'arbre". Such a word is one of its own to the lexer, `l'`; every wording that ends in a word
that can be elided is known in both forms, and inside of wordings the next word decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

APOSTROPHES = ("'", "’", "'s")
"""As the lexer cuts them: after an s it takes the sign for that of an English plural."""


class Elision:
    """The elision of one language; without any words if it has none.

    Args:
        declared: `words`, each with how it is written before a vowel, and `before`, a pattern of how such words begin.
    """

    def __init__(self, declared: Mapping[str, Any]) -> None:
        self.words: Mapping[str, str] = {str(k): str(v) for k, v in declared.get("words", {}).items()}
        before = str(declared.get("before", "(?!)"))
        self._before = re.compile(before, re.IGNORECASE)
        full, short = ("|".join(map(re.escape, texts)) for texts in (self.words, dict.fromkeys(self.words.values())))
        self._full = re.compile(rf"(?<![\w'’-])({full or '(?!)'}) (?={before})", re.IGNORECASE)
        self._short = re.compile(rf"(?<!\w)({short or '(?!)'})(?!{before})(?=\w)", re.IGNORECASE)

    def joined(self, words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
        """Words in lower case in which each elided one is a single one, with the first and last that it stands for."""
        short = set(self.words.values())
        at = 0
        while at < len(words):
            elided = f"{words[at].lower()}'"
            if elided in short and words[at + 1 : at + 2] and words[at + 1] in APOSTROPHES:
                yield elided, at, at + 1
                at += 2
            else:
                yield words[at], at, at
                at += 1

    def variants(self, words: tuple[str, ...]) -> list[tuple[str, ...]]:
        """A wording as it stands before a consonant, and before a vowel, if its last word is elided there."""
        parts = [word for word, *_ in self.joined(words)]
        known = [
            self.words[word] if word in self.words and self._before.match(following) else word
            for word, following in zip(parts, [*parts[1:], ""], strict=True)
        ]
        found = [tuple(known)]
        if known and known[-1] in self.words:
            found.append((*known[:-1], self.words[known[-1]]))
        return found

    def said(self, text: str) -> str:
        """A text with all its elisions."""
        return self._full.sub(self._elided, text)

    def _elided(self, match: re.Match[str]) -> str:
        word = match.group(1)
        return _like(word, self.words[word.lower()])

    def errors(self, text: str) -> Iterator[tuple[int, str, str]]:
        """What is not elided where it must be, or is where it must not: where it stands, what, and what instead."""
        for match in self._full.finditer(text):
            yield match.start(), match.group().rstrip(), self._elided(match)
        for match in self._short.finditer(text):
            whole = next(full for full, short in self.words.items() if short == match.group().lower())
            yield match.start(), match.group(), _like(match.group(), whole)


def _like(word: str, instead: str) -> str:
    """A word with a capital if another has one."""
    return instead[0].upper() + instead[1:] if word[0].isupper() else instead
