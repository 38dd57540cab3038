"""The clauses of a text: joined in other ways, all of them kept, and each looked at by itself.

How clauses may be joined otherwise the language lists (`shapes` of `near`): a condition goes first, what is done later
gets a sentence of its own, whoever is spoken of is chosen before. What a text says is never left out so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulewright.language.language import Language

MOST = 48
"""Texts that are made of one, at most."""
DEEP = 3
"""So many joints, at most, are changed in one text."""


class Shapes:
    """Texts with the clauses of another, in one language.

    Args:
        reads: whether a text can be read.
    """

    def __init__(self, language: Language, reads: Callable[[str], bool]) -> None:
        near = language.lexicon.core.get("near", {})
        self.language, self.reads = language, reads
        self.ways = [(re.compile(p, re.IGNORECASE), tuple(map(str, ways))) for p, *ways in near.get("shapes", ())]
        self.between = re.compile(near["between"], re.IGNORECASE) if "between" in near else None
        self.opening = re.compile(near["opening"], re.IGNORECASE) if "opening" in near else None
        self.nothing = str(near.get("nothing", ""))

    def joined_otherwise(self, text: str) -> Iterator[str]:
        """The texts that can be read with the clauses of one that cannot, those with the fewest changes first."""
        heading, body = self._parts(text)
        seen, begun, made = {body}, [body], 0
        for _ in range(DEEP):
            further: list[str] = []
            for one in begun:
                for other in self._changed(one):
                    if other in seen or made >= MOST:
                        continue
                    seen.add(other)
                    made += 1
                    if self.reads(heading + other):
                        yield heading + other
                    else:
                        further.append(other)
            begun = further

    def _changed(self, text: str) -> Iterator[str]:
        for pattern, ways in self.ways:
            for match in pattern.finditer(text):
                for way in ways:
                    other = f"{text[: match.start()]}{match.expand(way)}{text[match.end() :]}"
                    yield re.sub(r"\s+([.,;:])", r"\1", re.sub(r"  +", " ", other)).strip()

    def by_themselves(self, text: str) -> list[tuple[str, bool]]:
        """The clauses of a text, and whether each can be read by itself; none where a language does not tell them."""
        if self.between is None:
            return []
        clauses = [part.strip(" .,;:") for part in self.between.split(self._parts(text)[1])]
        return [(clause, self._is_read(clause)) for clause in clauses if clause]

    def _is_read(self, clause: str) -> bool:
        if self.opening is not None and self.opening.match(clause):  # “if you have so many”: what then?
            return self.reads(f"{clause}, {self.nothing}")
        return self.reads(clause)

    def _parts(self, text: str) -> tuple[str, str]:
        """The heading of a text with its colon, and the rest."""
        begin, colon, rest = text.partition(":")
        words = [word.text.lower() for word in self.language.lexer.split(begin)]
        found = self.language.lexer.candidates([*words, ":"], 0, strict=False) if colon and words else ()
        if any(phrase.terminal.startswith("HEADING") and len(phrase.words) == len(words) for phrase in found):
            return f"{begin}: ", rest.strip()
        return "", text.strip()
