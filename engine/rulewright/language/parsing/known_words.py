"""Words that cannot stand where they do, though the lexicon or the language has them: what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.language.called import noun_said
from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.named_values import NamedValue, named_values
from rulewright.language.parsing.words import Word
from rulewright.language.printing.sounds import sounds_of
from rulewright.problems import Problem, problem

SO_MANY = ("many", "much")
"""What “that” stands before where a number is meant."""
_ENDS = (",", ";", ":", ".")
"""Where a clause ends, or a heading."""


LESS = ("less", "fewer", "more")
"""What stands behind a number and a good where something is to cost so much less or more, this once."""
COSTS = ("cost", "costs")
"""What stands behind a deed of which it is told what it costs."""
WHOM_OR_HOW_MUCH = ("you", "that", "them", "each", "every", "other", "another", "all", "players", "nothing", "half")
_FAR = 4  # words between “for” and “less”, at most


def known_otherwise(told: Problem, lexicon: Lexicon, words: Sequence[Word]) -> Problem:
    """What is said of a word that nobody knows, where it is a value by itself, or part of “that many”.

    Also of “for 2 … less”, and of a deed that costs less, wherever the sentence cannot be read.
    """
    if told.code in ("RW0301", "RW0302") and (less := _for_less(words)):
        found = " ".join(word.text for word in less)
        return problem("RW0333", found=found, offset=less[0].start, end=less[-1].end)
    if told.code in ("RW0301", "RW0302") and (deed := _deed_that_costs(lexicon, words)):
        found = " ".join(word.text for word in deed)
        return problem("RW0336", found=found.lower(), offset=deed[0].start, end=deed[-1].end)
    if told.code != "RW0302":
        return told
    word = told.found.lower()
    at = next((number for number, one in enumerate(words) if one.start == told.offset), 0)
    if word in SO_MANY and at and words[at - 1].text.lower() == "that":
        counted = words[at + 1 : at + 2]
        last = counted[0] if counted and counted[0].text.isalpha() else words[at]
        found = " ".join([words[at - 1].text.lower(), word, *([last.text] if last is not words[at] else [])])
        return problem("RW0331", found=found, offset=words[at - 1].start, end=last.end)
    value = next((one for one in named_values(lexicon) if one.name.lower() == word), None)
    return _value(value, told, lexicon, words[at + 1 : at + 3]) if value is not None else told


def _for_less(words: Sequence[Word]) -> Sequence[Word]:
    """The words with which an act is to cost less or more this once: “for 2 … less”, “for half its price”."""
    lower = [word.text.lower() for word in words]
    for start, word in enumerate(lower):
        behind = lower[start + 1 : start + 1 + _FAR]
        if word != "for" or not behind:
            continue
        if behind[0] == "half" and len(behind) > 2:
            return words[start : start + 4]
        end = next((at for at, other in enumerate(behind) if other in (*LESS, *_ENDS)), None)
        if behind[0].isdigit() and end is not None and behind[end] in LESS:
            return words[start : start + end + 2]
    return ()


def _deed_that_costs(lexicon: Lexicon, words: Sequence[Word]) -> Sequence[Word]:
    """The words for a verb of the game that is told to cost something: “building a stall costs you 1 … less”.

    So are things that somebody does something to: “spells you play cost you 1 less”.
    """
    end = next((at for at, word in enumerate(words) if word.text == "."), len(words))
    lower = [word.text.lower() for word in words[:end]]
    costs = next((at for at, word in enumerate(lower[:-1]) if word in COSTS and _told_what(lower[at + 1])), 0)
    starts = [at + 1 for at, word in enumerate(lower[:costs]) if word in _ENDS]
    start = starts[-1] if starts else 0
    said = " ".join(lower[start:costs])
    every = [form.forms for verb in lexicon.verbs.values() if not verb.state for form in verb.forms]
    deed = any(said == text or said.startswith(f"{text} ") for forms in every for text in forms.get("ing", ()))
    done = any(said.endswith(f" you {text}") for forms in every for text in forms.get("base", ()))
    return words[start:costs] if costs and (deed or done) else ()


def _told_what(word: str) -> bool:
    """Whether a word behind “costs” tells whom, or how much: “asking price if …” is the noun."""
    return word.isdigit() or word in WHOM_OR_HOW_MUCH


def _value(value: NamedValue, told: Problem, lexicon: Lexicon, behind: Sequence[Word]) -> Problem:
    """What is said of the name of a value that stands by itself. behind: the next words."""
    number = noun_said(lexicon, value.number) or value.number.replace("_", " ")
    thing = noun_said(lexicon, value.kind) or value.kind.replace("_", " ")
    ways = [f"“a {value.name} {thing}”"] if value.called else []
    ways.append(f"“a {thing} whose {number} is {value.name}”")
    also = [word.text for word in behind]
    others = [one for one in named_values(lexicon) if one.number == value.number and one.called]
    if also[:1] == ["and"] and any(one.name == also[-1] for one in others):  # both, or each of them?
        ways = [f"“a {value.name} {thing} and a {also[-1]} {thing}”", f"“a {value.name} or {also[-1]} {thing}”"]
    ways = [sounds_of(lexicon.lang).written(way) for way in ways]
    ways += _relations_by(value, thing, lexicon)
    return problem("RW0332", found=told.found, noun=number, how=" or ".join(ways), offset=told.offset, end=told.end)


def _relations_by(value: NamedValue, thing: str, lexicon: Lexicon) -> Iterator[str]:
    """How places are told apart by the value of what lies between them: in the words of relations that rest on it.

    Of a border nothing says at which places it lies, so that what joins it to them is a relation.
    """
    word = lexicon.nouns.get(value.kind)
    if word is None or word.type != "border":
        return
    for relation in lexicon.relations.values():
        means, said = str(relation.entry.get("means", "")), relation.forms.get("one", "any")
        if said and len(relation.of) == 1 and re.search(rf"\bthe {thing} between .* is {value.name}\b", means):
            of = noun_said(lexicon, relation.of[0]) or relation.of[0].replace("_", " ")
            yield sounds_of(lexicon.lang).written(f"“a {of} {said} a {of}”")


def with_its_clause(told: Problem, text: str, words: Sequence[Word]) -> Problem:
    """What is said of a word that cannot stand somewhere, with its clause, where there are several."""
    if told.code not in ("RW0301", "RW0302", "RW0334", "RW0335") or told.notes:
        return told
    ends = [word for word in words if word.text in _ENDS]
    before = [end for end in ends if end.end <= told.offset]
    behind = [end for end in ends if end.start >= told.end]
    begins_late = bool(before) and before[-1].text in (",", ";")
    ends_early = bool(behind) and behind[0].text in (",", ";")
    if not (begins_late or ends_early):
        return told
    start, end = before[-1].end if before else 0, behind[0].start if behind else len(text)
    clause = " ".join(text[start:end].split())
    return replace(told, notes=(("in_clause", {"words": clause}),)) if clause else told
