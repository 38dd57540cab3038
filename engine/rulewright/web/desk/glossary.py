"""The glossary: every word of a game in a language, all of its forms, and where it is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.editing.places import uses
from rulewright.editing.words import section_of
from rulewright.language.language import Language
from rulewright.language.lexicon import Phrase
from rulewright.language.lexicon.word_list import WordList
from rulewright.language.lexicon.words import KINDS_OF_WORDS, Forms, VerbWord
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset

UNMARKED = frozenset({"NONE", "NOM"})
"""Marks that add nothing to a word: they tell a reader nothing."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word: its section of the lexicon and id, what English calls it, and the language ("" where it has no forms).

    uses: in how many texts and sentences it is said.
    """

    section: str
    id: str
    english: str
    said: str
    uses: int


@dataclass(frozen=True, slots=True)
class Use:
    """A text or sentence that says a word: its path as in files, its English words, and the texts of the desk, if it
    is one of them, by their context."""

    path: str
    english: str
    context: str


def glossary(ruleset: Ruleset, lang: str) -> list[Word]:
    """The words of a game, those of one section together; what nothing says stands there too, with no uses."""
    english, own = ruleset.language().lexicon, _words(ruleset, lang)
    known = uses(ruleset)
    return [
        Word(section, word, _called(english, section, word), _called(own, section, word) if own else "",
             len(known.get((section, word), ())))
        for section in KINDS_OF_WORDS for word in ruleset.lexicon.get(section) or {}
    ]  # fmt: skip


def forms(ruleset: Ruleset, lang: str, section: str, word: str) -> list[tuple[str, str]]:
    """All wordings of a word in a language, each with the forms that it is, as the grammar names them; [] without any.

    Raises:
        RulewrightError: RW0740, the game has no such word.
    """
    if section not in KINDS_OF_WORDS or word not in (ruleset.lexicon.get(section) or {}):
        raise RulewrightError(problem("RW0740", found=f"{section}.{word}"))
    if lang not in ruleset.languages:
        return []
    found: dict[str, dict[str, None]] = {}
    language = ruleset.language(lang)
    for phrase in _phrases(language, section, word):
        said = " … ".join(filter(None, (phrase.text, " ".join(phrase.part))))
        named = " ".join(filter(None, (phrase.before or phrase.form, *_told(phrase))))
        found.setdefault(said, {}).setdefault(named or "—")
    return [(said, ", ".join(names)) for said, names in found.items()]


def said_in(ruleset: Ruleset, section: str, word: str) -> list[Use]:
    """Where a word is said, each place once."""
    found: dict[str, Use] = {}
    for words in uses(ruleset).get((section, word), ()):
        path = ".".join(map(str, words.path))
        found.setdefault(path, Use(path, " ".join(words.text.split()), path if _on_desk(words) else ""))
    return list(found.values())


def terms(ruleset: Ruleset, lang: str, context: str) -> list[Word]:
    """The words of the game that a text says, `components.<id>.text`."""
    path = tuple(context.split("."))
    known = {word for word, places in uses(ruleset).items() if any(words.path == path for words in places)}
    return [word for word in glossary(ruleset, lang) if (word.section, word.id) in known]


# ---------------------------------------------------------------------- helpers


def _on_desk(words: Words) -> bool:
    return len(words.path) == 3 and words.path[0] in ("components", "procedures") and words.path[2] == "text"


def _words(ruleset: Ruleset, lang: str) -> WordList | None:
    return ruleset.language(lang).lexicon if lang in ruleset.languages else None


def _called(words: WordList, section: str, word: str) -> str:
    """The first wording of a word; "" if it has none."""
    entry = getattr(words, section).get(word)
    if entry is None:
        return ""
    if isinstance(entry, VerbWord) and (infinitive := entry.forms[0].get("inf")):
        return (entry.forms[0].get("preverb") or "").replace("_", " ") + infinitive
    several: tuple[Forms, ...] = entry.forms if isinstance(entry, VerbWord) else (entry.forms,)
    return next((texts[0] for forms in several for texts in forms.forms.values() if texts), "")


def _phrases(language: Language, section: str, word: str) -> Iterator[Phrase]:
    for phrase in language.lexicon.phrases():
        if phrase.value.partition(" ")[0] == word and section_of(language, phrase.terminal) == section:
            yield phrase


def _told(phrase: Phrase) -> Iterator[str]:
    return (mark for mark in phrase.after if mark not in UNMARKED)
