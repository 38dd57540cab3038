"""What can come next in a text that is being written: the wordings that the grammar accepts at its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.language.lexicon import Phrase
from rulewright.language.nodes import NounPhrase
from rulewright.language.parsing.lexer import PhraseLexer, Stuck
from rulewright.language.parsing.parser import Parser
from rulewright.language.parsing.words import Word
from rulewright.problems import TextError

_END = "\0"
"""A word that nothing begins with: it stands where the text is not written yet."""
_LONGEST = 4
"""So many words of a wording may be there already."""
_AROUND = 5
"""So many words before a noun may tell whether it is one or many."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A wording that can come next: how it is written, from which character on, and what it is."""

    text: str
    start: int
    phrase: Phrase


def continuations(parser: Parser, lexer: PhraseLexer, text: str, kind: str) -> list[Continuation]:
    """The wordings with which a text can go on; the last words of it may be the beginning of one.

    Args:
        text: all that stands before the cursor.
    """
    words = lexer.split(text)
    behind = bool(words) and words[-1].end == len(text) and words[-1].text[0].isalnum()
    found: dict[tuple[str, int], Continuation] = {}
    for begun in range(1 if behind else 0, min(_LONGEST, len(words)) + 1):
        before, begin = words[: len(words) - begun], words[len(words) - begun :]
        start = begin[0].start if begin else len(text)
        typed = [word.text.lower() for word in begin]
        every = (phrase for phrases in lexer.table.values() for phrase in phrases)
        here = [phrase for phrase in every if _begins(phrase.words, typed, behind)]
        both = _with_both(here)
        for stack in _stacks(parser, lexer, before, kind) if here else ():
            accepted: dict[tuple[str, ...], bool] = {}
            agreed: dict[str, bool] = {}
            for phrase in here:
                marks = phrase.terminals
                if marks not in accepted:
                    accepted[marks] = parser.accepts(stack, *marks)
                if not accepted[marks]:
                    continue
                noun = phrase.terminal == "NOUN" and phrase.value in both
                if noun and phrase.form not in agreed:
                    agreed[phrase.form] = _agrees(parser, before, phrase)
                wording = phrase.text or " ".join(phrase.words)
                if not noun or agreed[phrase.form]:
                    found.setdefault((wording, start), Continuation(wording, start, phrase))
    return list(found.values())


def _stacks(parser: Parser, lexer: PhraseLexer, words: list[Word], kind: str) -> Iterator[list[int]]:
    """The states that the parser can be in behind some words."""
    stack = _stack(parser, words, kind)
    if stack is not None:
        yield stack
        return
    for size in range(1, min(_LONGEST, len(words)) + 1):  # what comes next tells which it is, and nothing is there yet
        last = tuple(word.text.lower() for word in words[-size:])
        before = _stack(parser, words[:-size], kind)
        for phrase in lexer.table.get(last[0], ()) if before is not None else ():
            after = parser.shifted(before, *phrase.terminals) if before is not None and phrase.words == last else None
            if after is not None:
                yield after


def _stack(parser: Parser, words: list[Word], kind: str) -> list[int] | None:
    """The state of the parser behind some words; None if they cannot be read so far."""
    at = words[-1].end if words else 0
    try:
        parser.parse([*words, Word(_END, at, at)], kind)
    except Stuck as stuck:
        return stuck.stack if stuck.index == len(words) else None
    except TextError:
        return None
    raise AssertionError("nothing begins with the sign that stands for what is not written")


def _begins(words: tuple[str, ...], typed: list[str], behind: bool) -> bool:
    """Whether a wording begins with some words, of which the last may be half written."""
    if len(words) < len(typed) or not typed:
        return not typed
    whole = typed[:-1] if behind else typed
    if words[: len(whole)] != tuple(whole):
        return False
    return words[len(typed) - 1].startswith(typed[-1]) if behind else len(words) > len(typed)


def _with_both(phrases: list[Phrase]) -> set[str]:
    """The nouns that can be one and many."""
    forms: dict[str, set[str]] = {}
    for phrase in phrases:
        if phrase.terminal == "NOUN":
            forms.setdefault(phrase.value, set()).add(phrase.form)
    return {value for value, known in forms.items() if {"one", "many"} <= known}


def _agrees(parser: Parser, before: list[Word], phrase: Phrase) -> bool:
    """Whether a noun is as many as the words before it say."""
    at = before[-1].end if before else 0
    noun = [Word(word, at, at) for word in phrase.words]
    for size in range(min(_AROUND, len(before)), 0, -1):
        disagreeing: list[NounPhrase] = []
        try:
            parser.parse([*before[-size:], *noun], "phrase", disagreeing=disagreeing)
        except (Stuck, TextError):
            continue
        return not disagreeing
    return True
