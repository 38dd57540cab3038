"""What people write and a language has no words for, and how such a thing is said: `grammar/lessons.<lang>.yaml`.

The parser only knows at which word it cannot go on. Whoever wrote "whoever has the most cards" learns nothing from what
could stand there instead of "whoever"; a sentence that says such a thing is what helps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import yaml

from rulewright.language.lexicon import Lexicon
from rulewright.language.parsing.lexer import PhraseLexer
from rulewright.language.parsing.words import Word
from rulewright.problems import Problem, problem
from rulewright.resources import data_dir

UNSURE = ("RW0301", "RW0302", "RW0306")
"""What is said where the parser only knows that it cannot go on."""
_BRACKETS = "()"
_MANY = re.compile(r"(?:as|that) many\b")
_ONE_THING = re.compile(r"V an? ([^{}\[\]]+)")  # a verb's pattern that says what is done, to one thing
_SO_OFTEN = ("Discard any number of cards. {deed} for each of them.", "{deed} for each other player.")
"""How such a deed is done several times."""
_SHOWN = 3  # places where a word is read that are told


@dataclass(frozen=True)
class Lesson:
    """How people write something, and sentences that say such a thing."""

    said: re.Pattern[str]
    instead: tuple[str, ...]


@cache
def lessons(lang: str) -> tuple[Lesson, ...]:
    """The lessons of a language; none where nobody has written any."""
    path = data_dir("grammar") / f"lessons.{lang}.yaml"
    if not path.is_file():
        return ()
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))["lessons"]
    return tuple(Lesson(re.compile(entry["said"], re.IGNORECASE), tuple(entry["as"])) for entry in entries)


def with_lesson(
    told: Problem, lexicon: Lexicon, text: str, sentence: Sequence[Word], reads: Callable[[str], bool]
) -> Problem:
    """What is said of a sentence that cannot be read, with how such a thing is said, where a lesson tells.

    Args:
        text: in which the problem and the words have their places.
        sentence: its words, without its heading.
        reads: whether a sentence can be read.
    """
    if told.code not in UNSURE or told.found in _BRACKETS or not sentence:
        return told
    deed = _done_to_one(told, lexicon, sentence)
    if deed:
        how = _quoted(one for one in (one.format(deed=deed) for one in _SO_OFTEN) if reads(one))
        return _otherwise(told, how) if how else told
    start = sentence[0].start
    said = text[start : sentence[-1].end]
    strange = told.found.lower() if told.code == "RW0302" else ""  # of which only a lesson can tell that has it
    found = [
        (-match.start(), number, lesson)
        for number, lesson in enumerate(lessons(lexicon.lang)) if strange in lesson.said.pattern
        for match in lesson.said.finditer(said) if match.start() <= told.offset - start < match.end()
    ]  # fmt: skip
    if not found:
        return told
    _, _, lesson = min(found, key=lambda one: one[:2])
    how = _quoted(one for one in _filled(lesson.instead, lexicon) if reads(one))
    if not how:
        return told
    return _otherwise(told, how)


def _otherwise(told: Problem, how: str) -> Problem:
    where = {"place": told.place, "expected": told.expected, "offset": told.offset, "end": told.end}
    return problem("RW0334", found=told.found, how=how, **where)  # type: ignore[arg-type]


def _done_to_one(told: Problem, lexicon: Lexicon, sentence: Sequence[Word]) -> str:
    """The verb of the game with its one thing ("Cast a bone"), where it is said of as many or of that many; or ""."""
    at = next((number for number, word in enumerate(sentence) if word.start == told.offset), 0)
    before, behind = (" ".join(word.text for word in part).lower() for part in (sentence[:at], sentence[at:]))
    if not at or not _MANY.match(behind):
        return ""
    for verb in lexicon.verbs.values():
        for pattern, form in zip(verb.patterns, verb.forms, strict=False):
            thing = _ONE_THING.fullmatch(pattern)
            base = next((one for one in form.forms.get("base", ()) if f" {before}".endswith(f" {one.lower()}")), "")
            if thing and base and not verb.state and re.match(rf"(?:as|that) many {re.escape(thing[1])}", behind):
                return f"{base[:1].upper()}{base[1:]} {pattern.removeprefix('V ')}"
    return ""


def _filled(sentences: Iterable[str], lexicon: Lexicon) -> Iterator[str]:
    """Sentences with words of the game in them; those for which it has none are left out."""
    nouns = lexicon.nouns.values()
    counted = next((noun.forms for noun in nouns if noun.type == "resource"), None)
    zone = next((noun.forms for noun in nouns if noun.type == "zone" and "of" not in noun.entry), None)
    words = {
        "one": counted.get("one") if counted else None,
        "many": counted.get("many", "one") if counted else None,
        "deck": zone.get("one", "many") if zone else None,
    }
    known = {name: word for name, word in words.items() if word}
    for sentence in sentences:
        with suppress(KeyError):
            yield sentence.format_map(known)


def _quoted(sentences: Iterable[str]) -> str:
    return "; ".join(f"“{one.removesuffix('.')}”" for one in sentences)


def known_elsewhere(told: Problem, lexicon: Lexicon, lexer: PhraseLexer, reads: Callable[[str], bool]) -> Problem:
    """What is said of a word that nobody seems to know, but that the language reads elsewhere: where that is.

    A word that the pages teach is not called unknown.
    """
    word = told.found.lower()
    if told.code != "RW0302" or not word.isalpha():
        return told
    within = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    verbs = {"V", "REL", "PAST", *lexer.verb_terminals, *lexer.moods}
    several = {(terminal, said) for terminal, said, size in lexer.wordings if size > 1 and within.search(said)}
    begun = {one for one in several if one[0] in verbs and one[1].lower().startswith(f"{word} ")}  # where a noun stands
    phrases = sorted({said for _, said in several - begun}, key=len)
    taught = [one for lesson in lessons(lexicon.lang) for one in lesson.instead if within.search(one)]
    shown = [one for one in _filled(taught[:_SHOWN], lexicon) if reads(one)]
    how = _quoted(dict.fromkeys((*shown, *phrases[: _SHOWN - len(shown)])))
    if not how:
        return told
    where = {"place": told.place, "expected": told.expected, "offset": told.offset, "end": told.end}
    return problem("RW0335", found=told.found, wanted=told.words["wanted"], how=how, **where)  # type: ignore[arg-type]
