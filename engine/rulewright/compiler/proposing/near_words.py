"""Other words for what somebody has written: what may be meant by it, where the game does not know it.

What is meant by what, a language says under `near`: words that are `alike`, of which a game may know another, and
patterns with what may be meant by them (`said`). None of it need mean the same, so it is for proposals only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rulewright.language.language import Language

MOST = 40
"""Texts in other words."""


class NearWords:
    """Says texts in other words, in one language of one game.

    Args:
        useless: verbs of the language that this game gives no meaning, and without one nothing can carry out.
    """

    def __init__(self, language: Language, useless: Collection[str] = ()) -> None:
        near = language.lexicon.core.get("near", {})
        self.said = [(re.compile(p, re.IGNORECASE), tuple(map(str, ways))) for p, *ways in near.get("said", ())]
        self.slips = [(pattern, (instead,)) for pattern, instead in language.lexer.slips]
        table = [phrase for phrases in language.lexer.table.values() for phrase in phrases]
        words = {*language.lexicon.nouns, *language.lexicon.verbs}.difference(useless)
        self.known = {" ".join(phrase.words) for phrase in table if phrase.value in words}
        self.alike: list[tuple[re.Pattern[str], tuple[str, ...]]] = []
        for line in near.get("alike", ()):
            for written in line:
                self.alike += self._others(str(written), [str(word) for word in line if word != written])
        self.alike.sort(key=lambda item: -len(item[0].pattern))  # "take back" before "take"

    def variants(self, text: str) -> Iterator[str]:
        """Texts in other words: first those in which all is exchanged that can be, each with what is likeliest."""
        found = [text]
        for pattern, ways in (*self.said, *self.alike, *self.slips):
            following: dict[str, None] = {}
            for one in found:
                others = [" ".join(pattern.sub(way, one).split()) for way in ways] if pattern.search(one) else []
                following |= dict.fromkeys([*others, one])
            found = list(following)[:MOST]
        yield from (one for one in found if one != text)

    def _others(self, written: str, others: list[str]) -> Iterator[tuple[re.Pattern[str], tuple[str, ...]]]:
        """Forms of a word, each with the same form of the words like it that the game knows."""
        for ending in ("", "s", "ing", "ed"):
            form = _form(written, ending)
            known = tuple(other for other in (_form(one, ending) for one in others) if other in self.known)
            if known and form not in self.known:  # what the game knows is what is meant
                yield re.compile(rf"\b{re.escape(form)}\b", re.IGNORECASE), known


def _form(word: str, ending: str) -> str:
    """A form of the first of some words: "gets rid of", "placing".

    >>> _form("get rid of", "s"), _form("place", "ing"), _form("destroy", "ed"), _form("carry", "s")
    ('gets rid of', 'placing', 'destroyed', 'carries')
    """
    first, space, rest = word.partition(" ")
    if ending in ("ing", "ed") and first.endswith("e"):
        first = first[:-1]
    elif ending in ("s", "ed") and re.search(r"[^aeiou]y$", first):
        first = first[:-1] + ("ie" if ending == "s" else "i")
    elif ending == "s" and re.search(r"(?:s|x|z|ch|sh)$", first):
        first += "e"
    return first + ending + space + rest
