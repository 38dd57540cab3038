"""Names and titles, which nothing can prove: those to be reviewed, and the review noted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset.files.editing import replace_text
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.free_texts import FreeText, free_texts, note_reviewed
from rulewright.ruleset.translations.proofs import summary
from rulewright.ruleset.translations.text_locations import parts

MOST = 160
"""Names on one page; when they are reviewed, the next come. A form takes 500 fields, and a name has up to three."""


@dataclass(frozen=True, slots=True)
class Names:
    """What stands to be reviewed, and what is done.

    Attributes:
        left: those that nobody has reviewed as they are now, so many as a page takes; more: how many others.
        reviewed: how many were; unnamed: contexts of what has no name in the language.
        labels: options of one choice that are called alike, or that have each other's names.
    """

    left: tuple[FreeText, ...]
    more: int
    reviewed: int
    unnamed: tuple[str, ...]
    labels: tuple[Problem, ...]


def names(ruleset: Ruleset, lang: str) -> Names:
    """The names and titles of a language. Raises RulewrightError."""
    found = list(free_texts(ruleset, lang))
    left = [text for text in found if text.state != "reviewed"]
    told = summary(ruleset, lang)
    return Names(tuple(left[:MOST]), max(0, len(left) - MOST), len(found) - len(left), told.unnamed, told.labels)


def reviewed(ruleset: Ruleset, lang: str, seen: Collection[str]) -> int:
    """Note as reviewed the texts that somebody has seen; return how many were noted.

    Args:
        seen: of each text the hash of what was seen (`FreeText.seen`), a space, and its context: one that says
            something else by now is not noted.
    """
    now = {text.context for text in free_texts(ruleset, lang) if f"{text.seen} {text.context}" in seen}
    return note_reviewed(ruleset, lang, now.__contains__) if now else 0


def renamed(again: Callable[[], Ruleset], lang: str, said: Mapping[str, str]) -> int:
    """Write names and titles into the language's file, all else of which stays as it is; return how many were changed.

    Args:
        said: by context, what a name shall be; one that says what is there already is not written.

    Raises:
        RulewrightError: RW0833, one is empty, has several lines, or cannot stand as it is in its file; RW0740, there
            is no such name. Those before it are written.
    """
    count = 0
    for context, wanted in said.items():
        ruleset = again()  # as it was written for the name before it
        free = {text.context: text.said for text in free_texts(ruleset, lang)}
        if context not in free:
            raise RulewrightError(problem("RW0740", found=context))
        if wanted.strip() == free[context].strip():
            continue
        if not wanted.strip() or "\n" in wanted:
            raise RulewrightError(problem("RW0833", found=context))
        texts = ruleset.content.data["locale"][lang]["texts"]
        path = next(path for path, _ in parts(texts) if ".".join(path) == context)
        replace_text(ruleset.content, ("locale", lang, "texts", *path), free[context], wanted.strip(), path)
        count += 1
    return count
