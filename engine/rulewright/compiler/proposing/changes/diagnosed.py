"""What a problem says to write instead: the mended sentence, or each of two readings."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from rulewright.compiler.proposing.changes.ways import Applied
from rulewright.language.language import Language
from rulewright.problems import Problem, RulewrightError

OR = "” or “"
"""What stands between several mended sentences."""

EITHER = "RW0416"
"""A pronoun stands for one of two things; the problem names both."""


class Diagnosed:
    """Applies what the problems of a text that cannot be read say to write."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def of(self, text: str) -> Iterator[Applied]:
        """A text with what its first problem says to write instead."""
        try:
            self.language.parse(text)
        except RulewrightError as error:
            found = error.problems[0]
            if found.code == EITHER:  # “it” could be the one or the other: each is one way to say it
                for name in ("one", "other"):
                    said = f"the {found.words[name]}"
                    yield Applied(f"{text[: found.offset]}{said}{text[found.end :]}", found.offset, found.end)
            start, end = sentence(text, min(found.offset, max(len(text) - 2, 0)))
            for said in dict.fromkeys(_said(found, text[start:end])):
                yield Applied(f"{text[:start]}{said}{text[end:]}", start, end)


def _said(found: Problem, text: str) -> Iterator[str]:
    """The sentences that a problem says to write instead of one."""
    words = found.words
    for mended in words.get("mended", "").split(OR) if words.get("mended") else ():
        yield from _changed(text, mended)
    yield from (words[name] for name in ("one", "other") if words.get(name, "").endswith("."))


def _changed(text: str, said: str) -> Iterator[str]:
    """A sentence with one of the changes that a mended one makes, and with all: some are only its normal form."""
    words, others = text.split(), said.split()
    changes = [one for one in SequenceMatcher(None, words, others).get_opcodes() if one[0] != "equal"]
    for how, start, end, begin, stop in changes if len(changes) > 1 else ():
        if how != "delete":
            yield " ".join([*words[:start], *others[begin:stop], *words[end:]])
    yield said


def sentence(text: str, offset: int) -> tuple[int, int]:
    """Where the sentence stands that has a character of a text, with its full stop; a heading is none of it."""
    start = 0
    for place in range(len(text)):
        if text[place] in ".:" and place + 1 < len(text) and text[place + 1].isspace():
            if place >= offset and text[place] == ".":
                break
            start = place + 2
    stop = text.find(".", max(offset, start))
    return start, stop + 1 if stop >= 0 else len(text)
