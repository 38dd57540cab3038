"""The clauses of a text, each looked at by itself, and the heading that it stands under."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.language.language import Language

_BEFORE_COLON = re.compile(r"(?:^|[.\n])\s*([^.:;,\n]+?)(?:,[^.:;\n]*)?:")
"""What stands before a colon where a sentence begins, without the limits behind it."""


def heading_and_rest(language: Language, text: str) -> tuple[str, str]:
    """The heading of a text with its colon, or "", and the rest."""
    begin, colon, rest = text.partition(":")
    words = [word.text.lower() for word in language.lexer.split(begin)]
    found = language.lexer.candidates([*words, ":"], 0, strict=False) if colon and words else ()
    if any(phrase.terminal.startswith("HEADING") and len(phrase.words) == len(words) for phrase in found):
        return f"{begin}: ", rest.strip()
    return "", text.strip()


def headings_in(language: Language, text: str) -> tuple[str, ...]:
    """The headings that a text is written under, in their order, whether it can be read or not."""
    found: list[str] = []
    for begin in _BEFORE_COLON.findall(text):
        words = [word.text.lower() for word in language.lexer.split(begin)]
        phrases = language.lexer.candidates([*words, ":"], 0, strict=False) if words else ()
        found += [
            str(phrase.value) for phrase in phrases
            if phrase.terminal.startswith("HEADING") and len(phrase.words) == len(words)
        ][:1]  # fmt: skip
    return tuple(found)


class Clauses:
    """Tells which clauses of a text can be read, in one language.

    Args:
        reads: whether a text can be read.
    """

    def __init__(self, language: Language, reads: Callable[[str], bool]) -> None:
        near = language.lexicon.core.get("near", {})
        self.language, self.reads = language, reads
        self.between = re.compile(near["between"], re.IGNORECASE) if "between" in near else None
        self.opening = re.compile(near["opening"], re.IGNORECASE) if "opening" in near else None
        self.nothing = str(near.get("nothing", ""))

    def by_themselves(self, text: str) -> list[tuple[str, bool]]:
        """The clauses of a text, and whether each can be read by itself; none where a language does not tell them."""
        if self.between is None:
            return []
        lines = [heading_and_rest(self.language, line)[1] for line in text.splitlines()]
        clauses = [part.strip(" .,;:") for line in lines for part in self.between.split(line)]
        return [(clause, self._is_read(clause)) for clause in clauses if clause]

    def _is_read(self, clause: str) -> bool:
        if self.opening is not None and self.opening.match(clause):  # “if you have so many”: what then?
            return self.reads(f"{clause}, {self.nothing}")
        return self.reads(clause)
