"""Diagnostics of a sentence that does not parse: the error, and the nearest sentence that parses.

The parser says at which word it cannot go on. From there a few small mendings are tried (the word spelled otherwise, a
comma, the condition moved to the front); the first that parses is shown as the sentence to write. What is offered as
"did you mean" comes from what the parser could take at that point, never from all words.

A mended sentence must say the same as what was written: a word is spelled otherwise only if nobody knows it, and left
out only if it says nothing; of several prepositions that fit, all are shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from rulewright.language import nodes as n
from rulewright.language.interface import said
from rulewright.language.parsing.lexer import PhraseLexer, Stuck
from rulewright.language.parsing.mendings import ARTICLES, PREPOSITIONS, Broken, in_one, mendings
from rulewright.language.parsing.words import Word, split
from rulewright.problems import Problem, problem

if TYPE_CHECKING:
    from rulewright.language.parsing.parser import Parser

# What a terminal is called, as a key of the interface; lexicon verbs are "a verb", others are named by their words.
NAMES = {
    "NOUN": "a_noun",
    "ADJ": "an_adjective",
    "PRED": "a_property",
    "RELATION": "a_relation",
    "INT": "a_number",
    "REL": "a_verb",
    "PAST": "a_participle",
    "HEADING": "a_heading",
    "TIME": "a_time",
    "$END": "the_end",
}
ATTEMPTS = 40  # mendings tried on one sentence
LONGEST = 120  # words of a sentence that mendings are tried on
LIKE = 75  # how like short words must be, of 100, to be meant by each other
SHOWN = 6  # expectations named in a message
SIGNS = {  # how to say what they are mostly used for
    "+": "“+2” is “2 higher” or “an extra 2”",
    "-": "“-2” is “2 lower”",
    "–": "“-2” is “2 lower”",
    "/": "“a and/or b” is “choose one: a; b; or a, then b”",
    "*": "“2 * x” is “twice x”",
    "%": "“50 %” is “half of”",
}

LIKELY = (
    "NOUN",
    '"."',
    "COMMA",
    "INT",
    "ADJ",
    "REL",
    "PRED",
    "TIME",
    '"and"',
    '"or"',
    '"from"',
    '"of"',
    '"in"',
    '"for each"',
)
"""What is told first of what could stand somewhere, as it is meant the most often."""
SIGNED = ('"+"', '"-"', '":"', '"%"', '"/"')
"""What is told last."""
SPELLED_RIGHT = {"tied", "whoever", "whichever", "whatever"}  # everyday words that are no slips of others
KNOWING = {"that", "this", "those", "these", "its", "their", "your"}  # of what was spoken of: no slips of “a”
OWNERS = {"your", "their", "its"}  # behind which stands what somebody has
NOT_WRITTEN = {'"more of the same"', '"thereof"', '"of what was named"', '"the two just named"', "CHOOSES", "THEIRS"}
"""What wordings say for “1 more”, for a bare number and “both”, and what is only read where others act."""
UNTOUCHED = {"unaffected", "immune"}  # said of somebody whom nothing of another text would reach


class Diagnostician:
    """Explains where a parser got stuck.

    Args:
        read: gives the tree of a text in which nothing is wrong, or None.
        render: gives its normal form, or None.
    """

    def __init__(
        self,
        parser: Parser,
        lexer: PhraseLexer,
        read: Callable[[str], n.Node | None],
        render: Callable[[str], str | None],
    ) -> None:
        self.parser, self.lexer, self.read, self.render = parser, lexer, read, render

    def explain(self, text: str, words: list[Word], stuck: Stuck, whole_sentences: bool) -> Problem:
        """The problem of one sentence.

        Args:
            text: the whole text; "" where the words are not those that were written.
            words: those of the part that was parsed; their offsets are those of the text.
            stuck: where it failed.
            whole_sentences: whether mended sentences can be tried (not for mere phrases and conditions).
        """
        index = stuck.index
        lower = [w.text.lower() for w in words]
        accepted = set(self.parser.expected(stuck.stack)) - NOT_WRITTEN
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
            return tell("RW0304", wanted=likeliest(expected))
        mendable = whole_sentences and len(sentence) <= LONGEST
        start = words[begin].start if begin < len(words) else offset
        last = words[min(finish, len(words)) - 1].end
        slip = self._slip(text[start:last], offset - start) if mendable and text else None
        if slip is not None:
            (left, right), instead, mended_text = slip
            wrong = text[start + left : start + right].strip()
            at = {"offset": (begun := text.index(wrong, start + left)), "end": begun + len(wrong)}
            if mended_text is not None:
                return problem("RW0318", found=wrong, expected=expected, mended=mended_text, **at)  # type: ignore[arg-type]
            if left <= offset - start < right and instead:
                return problem("RW0319", found=wrong, suggestions=[instead], instead=instead, **at)  # type: ignore[arg-type]
        if found in '()[]{}+*/"“”–-&%!?=<>':
            return tell("RW0306", mend=SIGNS.get(found) or said("no_brackets" if found in "()" else "no_sign"))
        if place == 0 and ":" in lower[index : index + 6]:
            headings = self._wordings({"HEADING"})
            near = self.near(" ".join(lower[index : lower.index(":", index)]), headings)
            return tell("RW0307", suggestions=near)
        suggestions = self._fitting(words[begin:finish], place, self._suggestions(lower, index, accepted))
        if mendable and lower[index : index + 2] == ["and", "each"] and "each" in lower[begin:index]:
            return self._each_of_two(sentence, place, tell)
        if mendable:
            ways = mendings(self.lexer, Broken(sentence, place, accepted, suggestions))
            for code, mended in self._readable(ways):
                if code == "RW0316":
                    word = words[begin + self._needless(sentence, place, mended)]
                    tell = partial(tell, found=word.text, offset=word.start, end=word.end)
                return tell(code, suggestions=suggestions, mended=mended, wanted=likeliest(expected))
        if found.lower() in UNTOUCHED:
            return tell("RW0323")
        if not self.lexer.knows(lower, index) or self._no_noun(lower, index, accepted):
            return tell("RW0302", suggestions=suggestions, wanted=likeliest(expected))
        return tell("RW0301", suggestions=suggestions, wanted=likeliest(expected))

    # -------------------------------------------------------------- mendings

    def _needless(self, sentence: list[str], place: int, mended: str) -> int:
        """Which of the two words where a sentence could not be read is the one that its mended form lacks."""
        return place if self.render(in_one([*sentence[:place], *sentence[place + 1 :], "."])) == mended else place - 1

    def _readable(self, tries: Iterator[tuple[str, list[str]]]) -> Iterator[tuple[str, str]]:
        """Of (code, texts that may be meant), those that can be read, in their normal form."""
        for code, texts in islice(tries, ATTEMPTS):
            printed = [text for text in map(self.render, texts) if text is not None]
            if printed:
                yield code, "” or “".join(dict.fromkeys(printed))

    def _slip(self, sentence: str, place: int) -> tuple[tuple[int, int], str, str | None] | None:
        """Wordings of everyday language that the language has other words for.

        Returns:
            (where the first is, or the one at the place; what is said instead; the mended sentence, if it can be read).
        """
        changed, first = sentence, None
        for pattern, instead in self.lexer.slips:
            match = pattern.search(changed)
            if match:
                here = pattern.search(sentence)
                if here and (first is None or here.start() <= place < here.end()):
                    first = here.span(), match.expand(instead)
                changed = pattern.sub(instead, changed)
        if first is None:
            return None
        mended = self.render(changed) or self._mended(changed)
        instead = first[1].strip(" ,:")
        if mended is None and self._stops_before(changed, instead):
            return None  # with the other word it goes no further: that is not what is wrong
        return first[0], instead, mended

    def _stops_before(self, sentence: str, said: str) -> bool:
        """Whether a sentence cannot be read as far as through some words of it."""
        words = split(sentence)
        try:
            self.parser.parse(words, "text", stop_optional=True)
        except Stuck as stuck:
            stops = words[stuck.index].start if stuck.index < len(words) else len(sentence)
            return stops < sentence.find(said) + len(said)
        return False

    def _mended(self, sentence: str) -> str | None:
        """A sentence with one more thing mended."""
        words = split(sentence)
        try:
            self.parser.parse(words, "text", stop_optional=True)
        except Stuck as stuck:
            lower = [w.text.lower() for w in words]
            accepted = set(self.parser.expected(stuck.stack)) - NOT_WRITTEN
            suggestions = self._suggestions(lower, stuck.index, accepted)
            left = [w.text for w in words if w.text != "."]
            tries = mendings(self.lexer, Broken(left, stuck.index, accepted, suggestions))
            return next((mended for _, mended in self._readable(tries)), None)
        return None

    def _each_of_two(self, sentence: list[str], place: int, tell: Callable[..., Problem]) -> Problem:
        """`for each A and each B …`: whether what follows describes both is anybody's guess."""
        mended = in_one([*sentence[:place], "or", *sentence[place + 2 :], "."])
        tree = self.read(mended)
        each = next((x.each for x in tree.walk() if isinstance(x, n.ForEach | n.Per)), None) if tree else None
        if isinstance(each, n.NounPhrase) and not each.filters and (printed := self.render(mended)):
            return tell("RW0318", mended=printed)
        return tell("RW0320", noun=sentence[place + 2] if place + 2 < len(sentence) else "…")

    # -------------------------------------------------------------- words

    def _no_noun(self, lower: list[str], index: int, accepted: set[str]) -> bool:
        """Whether what somebody is said to have is no noun of this game, though a verb begins so: “your hand”."""
        if index == 0 or lower[index - 1] not in OWNERS or "NOUN" not in accepted:
            return False
        here = {phrase.terminal for phrase in self.lexer.candidates(lower, index, strict=False)}
        return here <= {"V", *self.lexer.verb_terminals, *self.lexer.moods}

    def _found(self, words: list[Word], lower: list[str], index: int) -> tuple[str, int]:
        """What stands at the place: the longest wording known, or the word."""
        if index >= len(words):
            return said("the_end"), words[-1].end if words else 0
        size = max((len(p.words) for p in self.lexer.candidates(lower, index)), default=1)
        part = words[index : index + size]
        return " ".join(w.text for w in part), part[-1].end

    def _expected(self, accepted: set[str]) -> tuple[str, ...]:
        """What could stand here, in words for the reader: signs, kinds of words, then single words."""
        found: list[str] = []

        def rank(terminal: str) -> tuple[int, str]:
            name = "REL" if terminal in self.lexer.verb_terminals else terminal
            return (LIKELY.index(name) if name in LIKELY else len(LIKELY) + (terminal in SIGNED)), terminal

        for terminal in sorted(accepted, key=rank):
            if terminal in NAMES:
                name = said(NAMES[terminal])
            elif terminal in self.lexer.verb_terminals or terminal in self.lexer.moods:
                name = said("a_verb")
            elif terminal.startswith("RELATION"):
                name = said("a_relation")
            elif terminal in self.lexer.marks or terminal in self.lexer.clitics:  # parts of words
                continue
            else:
                wording = terminal[1:-1] if terminal[0] == '"' else self.lexer.first_wordings.get(terminal, terminal)
                name = f"“{wording}”"
            if name not in found:
                found.append(name)
        return tuple(found)

    def _wordings(self, terminals: set[str]) -> list[str]:
        return [wording for some in self.lexer.wordings_among(frozenset(terminals)).values() for wording in some]

    def _suggestions(self, lower: list[str], index: int, accepted: set[str]) -> tuple[str, ...]:
        if index >= len(lower) or not lower[index][0].isalpha():
            return ()
        if lower[index] in KNOWING:  # “a” of “that” is another thing
            return ()
        for small in (PREPOSITIONS, ARTICLES):
            if lower[index] in small:  # a word that everybody spells right: others of its kind, not words like it
                literal = [terminal[1:-1] for terminal in accepted if terminal[:1] == '"']
                return tuple(sorted(small.intersection((*self._wordings(accepted), *literal)) - {lower[index]}))[:3]
        here = [p for p in self.lexer.table.get(lower[index], ()) if len(p.words) > 1 and p.terminal in accepted]
        begun = [" ".join(phrase.words) for phrase in here]  # the first of several words
        if self.lexer.knows(lower, index):  # spelled right, too
            return tuple(sorted(begun, key=lambda wording: (len(wording), wording))[:3])
        found = sorted(set(begun), key=lambda wording: (len(wording), wording))[:3]
        known = self.lexer.wordings_among(frozenset(accepted))
        for size in (1, 2, 3) if lower[index] not in SPELLED_RIGHT else ():
            if index + size <= len(lower):
                found += self.near(" ".join(lower[index : index + size]), known.get(size, []))
        return tuple(dict.fromkeys(found))[:3]

    def _fitting(self, sentence: list[Word], place: int, suggestions: tuple[str, ...]) -> tuple[str, ...]:
        """Those with which a sentence can be read; else those behind which it can be read on."""
        fitting: list[str] = []
        further: list[str] = []
        for suggestion in suggestions:
            texts = [word.text.lower() for word in sentence[place:]]
            put = suggestion.lower().split()
            gone = next((size for size in range(len(put), 1, -1) if texts[:size] == put), 1)
            before = [Word(word.text, 0, 1) for word in sentence[:place]]
            after = [Word(word.text, 0, 1) for word in sentence[place + gone :]]
            tried = [*before, *(Word(text, 0, 1) for text in suggestion.split()), *after, Word(".", 0, 1)]
            try:
                self.parser.parse(tried, "text", stop_optional=True)
            except Stuck as stuck:
                further += [suggestion] if stuck.index >= place + len(put) else []
            else:
                fitting.append(suggestion)
        return self._agreeing(sentence, place, tuple(fitting)) if fitting else tuple(further)

    def _agreeing(self, sentence: list[Word], place: int, suggestions: tuple[str, ...]) -> tuple[str, ...]:
        """Of words with which a sentence can be read those that stand in its normal form, if any does: “a card”."""
        if len(suggestions) < 2:
            return suggestions
        agreeing = []
        for suggestion in suggestions:
            gone = max(1, next((n for n in (3, 2) if _same(sentence[place : place + n], suggestion)), 1))
            texts = [word.text for word in sentence]
            printed = self.render(in_one([*texts[:place], suggestion, *texts[place + gone :], "."]))
            if printed is not None and re.search(rf"\b{re.escape(suggestion)}\b", printed, re.IGNORECASE):
                agreeing.append(suggestion)
        return tuple(agreeing) or suggestions

    def near(self, text: str, wordings: list[str]) -> tuple[str, ...]:
        """Wordings that are spelled like a text."""
        from rapidfuzz import fuzz, process  # here and below: only needed when something is wrong

        near = process.extract(text, wordings, scorer=fuzz.ratio, limit=3, score_cutoff=LIKE if len(text) < 6 else 80)
        return tuple(dict.fromkeys(w for w, _, _ in near if w != text))


def _same(words: list[Word], wording: str) -> bool:
    return " ".join(word.text for word in words).lower() == wording.lower()


def likeliest(expected: tuple[str, ...]) -> str:
    """The first of what could stand there, in words: they are told in the order of how likely they are."""
    shown = ", ".join(expected[:SHOWN])
    return shown + (" …" if len(expected) > SHOWN else "")
