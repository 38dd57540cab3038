"""Where the fault of a sentence really lies, if that is not where the parser stopped.

The parser stops at the first word that the normal form has not. What it says of an everyday wording is no help: that
is read. So the fault is looked for in the wording that is read furthest; and a word that nobody knows is a fault before
all others of its sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.language.interface import said
from rulewright.language.parsing.diagnostics import UNTOUCHED, Diagnostician
from rulewright.language.parsing.lexer import PhraseLexer, Stuck
from rulewright.language.parsing.rewording.wordings import Wordings, said_otherwise
from rulewright.language.parsing.words import Word
from rulewright.problems import Problem, problem

UNSURE = ("RW0301", "RW0306", "RW0315")
"""What is said where the parser only knows that it cannot go on, and guesses at the rest."""
NAMING = ("your", "my", "his", "her", "their", "its", "our")
ENDING = (".", ",", ";", ":", "and", "or", "then", "for", "if", "from", "into", "onto", "in", "on", "to", "with")
_STEM = 4  # letters by which words are akin


def real_fault(
    wordings: Wordings,
    explained: Problem,
    explain: Diagnostician,
    sentence: Sequence[Word],
    wrong: int,
    stuck: Callable[[tuple[str, ...], str], Stuck | None],
) -> Problem:
    """The problem of a sentence that neither can be read nor said otherwise.

    Args:
        explained: what is said of it as it stands.
        sentence: its words, without the full stop.
        wrong: the word at which the parser stopped.
        stuck: where the parser stops in other words; None if it can read them.
    """
    if explained.code not in (*UNSURE, "RW0302", "RW0319") or wrong >= len(sentence):
        return explained
    further = _further(wordings, explain, sentence, wrong, stuck)
    told = further or explained
    return _stranger(wordings, explain, told, sentence, wrong) if told.code in UNSURE else told


def _further(
    wordings: Wordings,
    explain: Diagnostician,
    sentence: Sequence[Word],
    wrong: int,
    stuck: Callable[[tuple[str, ...], str], Stuck | None],
) -> Problem | None:
    """What is wrong in the everyday wording that is read furthest; None where none is read further."""
    whole = [*sentence, Word(".", sentence[-1].end, sentence[-1].end)]
    written = {(word.start, word.text) for word in sentence}
    tried: list[tuple[int, int, list[Word], int]] = []

    def read(words: list[Word]) -> int | None:
        where = stuck(tuple(word.text for word in words), "text")
        if where is None:  # it can be read, but does not fit together
            return len(words) - 1
        if where.index < len(words) and (words[where.index].start, words[where.index].text) in written:
            tried.append((words[where.index].start, -len(tried), words, where.index))
        return where.index

    said_otherwise(wordings, whole, wrong, read)
    furthest = max(tried, key=lambda one: one[:2], default=None)
    if furthest is None or furthest[0] <= whole[wrong].start:
        return None
    _, _, words, _ = furthest
    where = stuck(tuple(word.text for word in words), "text")
    return explain.explain("", words, where, True) if where is not None else None


def _stranger(
    wordings: Wordings, explain: Diagnostician, explained: Problem, sentence: Sequence[Word], wrong: int
) -> Problem:
    """A word of the sentence that nobody knows, from where the parser stopped; else what was explained."""
    lower = [word.text.lower() for word in sentence]
    place = 0
    while place < len(sentence):
        phrases = wordings.lexer.candidates(lower, place, strict=False)
        size = max((len(phrase.words) for phrase in phrases), default=0)
        word, text = sentence[place], lower[place]
        begins = size or wordings.lexer.knows(lower, place)  # a wording of several words, perhaps
        if _is_named(lower, place):  # no verb, and no part of an everyday wording
            begins, unknown = any(not phrase.terminal.startswith("V") for phrase in phrases), True
        else:
            unknown = not wordings.knows(text)
        if not begins and place >= wrong and text.isalpha() and unknown:
            if text in UNTOUCHED:
                return problem("RW0323", found=word.text, offset=word.start, end=word.end)
            near = _like(wordings.lexer, explain, text)
            what = {"found": word.text, "wanted": said("a_noun"), "expected": (said("a_noun"),)}
            return problem("RW0302", suggestions=near, offset=word.start, end=word.end, **what)  # type: ignore[arg-type]
        place += size or 1
    return explained


def _is_named(lower: Sequence[str], place: int) -> bool:
    """Whether a word stands where only a noun can: “your hand” at an end, which everyday wordings may say otherwise."""
    return place > 0 and lower[place - 1] in NAMING and (place + 1 == len(lower) or lower[place + 1] in ENDING)


def _like(lexer: PhraseLexer, explain: Diagnostician, text: str) -> tuple[str, ...]:
    """Nouns that are spelled like a word, or have a word of its stem: for "scores", "score limit"."""
    nouns = [wording for terminal, wording, _ in lexer.wordings if terminal.startswith("NOUN")]
    stem = text[: max(_STEM, len(text) - 2)]
    akin = sorted({noun for noun in nouns if any(part.startswith(stem) for part in noun.split())}, key=len)
    return tuple(dict.fromkeys([*explain.near(text, nouns), *akin]))[:3]
