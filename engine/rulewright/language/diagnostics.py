"""What is wrong with a sentence, and the nearest one that is right.

The parser says at which word it cannot go on. From there a few small mendings are tried (the word spelled otherwise, a
comma, the condition moved to the front); the first that parses is shown as the sentence to write. What is offered as
"did you mean" comes from what the parser could take at that point, never from all words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rapidfuzz import fuzz, process

from rulewright.language.lexer import PhraseLexer, Word
from rulewright.language.parser import Parser, Stuck
from rulewright.language.problems import Problem, problem

# What a terminal is called; other terminals are named by their words, lexicon verbs are "a verb".
NAMES = {
    "NOUN": "a noun",
    "ADJ": "an adjective",
    "PRED": "a property",
    "RELATION": "a relation",
    "INT": "a number",
    "REL": "a verb",
    "PAST": "a participle",
    "HEADING": "a heading",
    "TIME": "a time",
    "$END": "the end",
}
FIRST_WORDS = {"if", "unless", "whenever", "when", "after", "before", "while"}  # of a condition that belongs in front
ATTEMPTS = 40  # mendings tried on one sentence
LONGEST = 120  # words of a sentence that mendings are tried on
SHOWN = 12  # expectations named in a message


class Diagnostician:
    """Explains where a parser got stuck. `render` gives the normal form of a text that parses, or None."""

    def __init__(self, parser: Parser, lexer: PhraseLexer, render: Callable[[str], str | None]) -> None:
        self.parser, self.lexer, self.render = parser, lexer, render

    def explain(self, text: str, words: list[Word], stuck: Stuck, whole_sentences: bool) -> Problem:
        """The problem of one sentence.

        Args:
            text: the whole text.
            words: those of the part that was parsed; their offsets are those of the text.
            stuck: where it failed.
            whole_sentences: whether mended sentences can be tried (not for mere phrases and conditions).
        """
        index = stuck.index
        lower = [w.text.lower() for w in words]
        accepted = set(self.parser.expected(stuck.stack))
        at_end = index >= len(words)
        offset = words[index].start if not at_end else (words[-1].end if words else 0)
        found, end = self._found(words, lower, index)
        begin = max((i + 1 for i in range(min(index, len(words))) if lower[i] == "." and i < index), default=0)
        finish = next((i for i in range(index, len(words)) if lower[i] == "."), len(words))
        sentence = [w.text for w in words[begin:finish]]
        place = index - begin
        expected = self._expected(accepted)
        tell = partial(problem, found=found, expected=expected, offset=offset, end=max(end, offset + 1))
        if stuck.too_deep:
            return tell("RW0311")
        if at_end and '"."' in accepted:
            return tell("RW0303")
        if at_end:
            return tell("RW0304", wanted=_words(expected))
        if found in '()[]{}+*/"“”–-&%!?=<>':
            return tell("RW0306")
        if place == 0 and ":" in lower[index : index + 6]:
            headings = self._wordings({"HEADING"})
            near = self._near(" ".join(lower[index : lower.index(":", index)]), headings)
            return tell("RW0307", suggestions=near)
        suggestions = self._suggestions(lower, index, accepted)
        mendable = whole_sentences and len(sentence) <= LONGEST
        tries = self._mendings(sentence, place, accepted, suggestions) if mendable else iter(())
        for _, (code, mended) in zip(range(ATTEMPTS), tries, strict=False):
            printed = self.render(mended)
            if printed is not None:
                return tell(code, suggestions=suggestions, mended=printed, wanted=_words(expected))
        if not self.lexer.knows(lower, index):
            return tell("RW0302", suggestions=suggestions, wanted=_words(expected))
        return tell("RW0301", suggestions=suggestions, wanted=_words(expected))

    # -------------------------------------------------------------- mendings

    def _mendings(
        self, sentence: list[str], place: int, accepted: set[str], suggestions: tuple[str, ...]
    ) -> Iterator[tuple[str, str]]:
        """(code, text) of sentences that might have been meant, the likeliest first."""
        before, rest = sentence[:place], sentence[place:]
        heading, body = _heading(before)
        word = rest[0].lower() if rest else ""
        if word in FIRST_WORDS and body:
            yield "RW0305", _text([*heading, *rest, ",", *_small(body), "."])
        if word in ("for",) and body and rest[1:2] == ["each"]:
            yield "RW0305", _text([*heading, *rest, ",", *_small(body), "."])
        if word == "only" and rest[1:2] == ["if"]:
            yield "RW0305", _text([*heading, *rest[1:], ",", *_small(body), "."])
        lower = [w.lower() for w in sentence]
        for begin in range(max(place - 3, len(heading) + 1), place + 1):
            time = self.lexer.longest("TIME", lower, begin)
            if time:
                others = [*sentence[len(heading) : begin], *sentence[begin + time :]]
                yield "RW0308", _text([*heading, *sentence[begin : begin + time], ",", *_small(others), "."])
        if "otherwise" in lower[place : place + 2]:
            at = lower.index("otherwise", place)
            first = sentence[: at - 1] if sentence[at - 1] in ",;" else sentence[:at]
            last = sentence[at + 2 :] if sentence[at + 1 : at + 2] == [","] else sentence[at + 1 :]
            yield "RW0309", _text([*first, ";", "otherwise", ",", *last, "."])
        if "COMMA" in accepted:
            yield "RW0310", _text([*before, ",", *rest, "."])
        if word == ",":
            yield "RW0313", _text([*before, *rest[1:], "."])
        for suggestion in suggestions:
            size = len(suggestion.split())
            yield "RW0312", _text([*before, *suggestion.split(), *rest[size:], "."])
        for small in ("to", "from"):
            for gap in range(place, max(place - 3, len(heading)), -1):
                yield "RW0315", _text([*sentence[:gap], small, *sentence[gap:], "."])
        for preposition in ("to", "from", "in"):
            yield "RW0315", _text([*before, preposition, *rest[1:], "."])
        yield "RW0316", _text([*before, *rest[1:], "."])
        if before:
            yield "RW0316", _text([*before[:-1], *rest, "."])

    # -------------------------------------------------------------- words

    def _found(self, words: list[Word], lower: list[str], index: int) -> tuple[str, int]:
        """What stands at the place: the longest wording known, or the word."""
        if index >= len(words):
            return "the end", words[-1].end if words else 0
        size = max((len(p.words) for p in self.lexer.candidates(lower, index)), default=1)
        part = words[index : index + size]
        return " ".join(w.text for w in part), part[-1].end

    def _expected(self, accepted: set[str]) -> tuple[str, ...]:
        """What could stand here, in words for the reader; signs and plain words first."""
        found: list[str] = []
        for terminal in sorted(accepted, key=lambda t: (t in NAMES or t in self.lexer.verb_terminals, t)):
            if terminal in NAMES:
                name = NAMES[terminal]
            elif terminal in self.lexer.verb_terminals:
                name = "a verb"
            else:
                wording = terminal[1:-1] if terminal[0] == '"' else next(iter(self._wordings({terminal})), terminal)
                name = f"“{wording}”"
            if name not in found:
                found.append(name)
        return tuple(found)

    def _wordings(self, terminals: set[str]) -> list[str]:
        return [" ".join(p.words) for ps in self.lexer.table.values() for p in ps if p.terminal in terminals]

    def _suggestions(self, lower: list[str], index: int, accepted: set[str]) -> tuple[str, ...]:
        if index >= len(lower) or not lower[index][0].isalpha():
            return ()
        wordings = self._wordings(accepted)
        found: list[str] = []
        for size in (1, 2, 3):
            same = [w for w in wordings if w.count(" ") == size - 1]
            if index + size <= len(lower):
                found += self._near(" ".join(lower[index : index + size]), same)
        return tuple(found[:3])

    def _near(self, text: str, wordings: list[str]) -> tuple[str, ...]:
        near = process.extract(text, wordings, scorer=fuzz.ratio, limit=3, score_cutoff=75)
        return tuple(dict.fromkeys(w for w, _, _ in near if w != text))


def _heading(words: list[str]) -> tuple[list[str], list[str]]:
    """A leading `Heading:` and the rest."""
    if ":" in words[:8]:
        cut = words.index(":") + 1
        return words[:cut], words[cut:]
    return [], words


def _small(words: list[str]) -> list[str]:
    """The words without the capital of the first."""
    return [words[0][0].lower() + words[0][1:], *words[1:]] if words else []


def _text(words: list[str]) -> str:
    return " ".join(words)


def _words(expected: tuple[str, ...]) -> str:
    shown = ", ".join(expected[:SHOWN])
    return shown + (" …" if len(expected) > SHOWN else "")
