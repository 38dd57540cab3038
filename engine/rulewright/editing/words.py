"""The words of a text: which entry of the lexicon each is, whether the text can be read as a whole or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.language.language import Language
from rulewright.language.lexicon import Phrase
from rulewright.language.parsing.words import is_number
from rulewright.problems import RulewrightError

_SECTIONS = {
    "NOUN": "nouns", "GROUPED": "nouns", "ADJ": "adjectives", "PRED": "adjectives", "PAST": "verbs", "PART": "verbs",
    "RELATION": "relations", "HEADING": "headings", "TIME": "times", "INT": "numbers",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """A word in a text: from which character to which, and its entry; section "" is a word of the language itself."""

    start: int
    end: int
    section: str
    id: str


def section_of(language: Language, terminal: str) -> str:
    """The section of the lexicon that words of a terminal are in; "" for words of the language itself."""
    if terminal in language.lexicon.verb_terminals.values():
        return "verbs"
    known = _SECTIONS.get(terminal)
    return known if known is not None else "adjectives" if terminal.startswith("ADJ") else ""


def words_said(language: Language, text: str, kind: str) -> list[Said]:
    """The words of a text in their order; of one that cannot be read, the longest that may be meant."""
    try:
        tokens = language.tokens(text, kind)
    except RulewrightError:
        return list(_likely(language, text))
    return [
        Said(token.start_pos, token.end_pos, section_of(language, token.type), str(token))
        for token in tokens if token.end_pos > token.start_pos
    ]  # fmt: skip


def word_at(language: Language, text: str, kind: str, offset: int) -> Said | None:
    """The word that an offset is in, or just behind."""
    found = [said for said in words_said(language, text, kind) if said.start <= offset <= said.end]
    return max(found, key=lambda said: (said.section != "", said.start), default=None)


def _likely(language: Language, text: str) -> Iterator[Said]:
    words = language.lexer.split(text)
    lower = [word.text.lower() for word in words]
    at = 0
    while at < len(words):
        here = [p for p in language.lexer.table.get(lower[at], ()) if tuple(lower[at : at + len(p.words)]) == p.words]
        best: Phrase | None = max(
            here, key=lambda p: (len(p.words), section_of(language, p.terminal) != ""), default=None
        )
        size = len(best.words) if best is not None else 1
        section = section_of(language, best.terminal) if best is not None else "numbers" if is_number(lower[at]) else ""
        yield Said(words[at].start, words[at + size - 1].end, section, best.value if best is not None else "")
        at += size
