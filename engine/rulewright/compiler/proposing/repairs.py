"""A text of several sentences, repaired where it fails: in one sentence small words are exchanged, or words left out.

Where the text fails, the parser or the compiler tells. What is near that place is exchanged for what a language says is
often meant (`swaps` and `instead` of `near`), or left out, which is told; the rest of the text stays as it is. What
still fails, but further on, is repaired there once more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.compiler.proposing.judging.content_words import ContentWords
from rulewright.compiler.proposing.search_budget import SearchBudget
from rulewright.compiler.trials import Trials, Tried
from rulewright.language import nodes as n
from rulewright.language.language import Language
from rulewright.problems import Problem, RulewrightError

AROUND = 4
"""Words on each side of where a text fails that are exchanged or left out."""
EDITS, READ = 110, 40
"""Texts of which one sentence is read at each step, and those that are compiled."""
SHARE = 0.6
"""Of all time, in which texts are repaired; in the rest others are looked for."""
STEPS = 2
"""Places that are repaired, one behind the other."""
LAST = 6.0
"""What it costs to leave out a whole sentence."""
GONE_ON = 3
"""Texts that are repaired in a second place, too."""
_WORD = re.compile(r"[\w'’]+")
_CLAUSE = re.compile(
    r" (?:in|on|from|into|onto|to|of|next to|with|without|for each|until|at|during|for|than)\b[^,.;:]*?"
    r"(?=(?: (?:in|on|from|into|onto|to|and|or|then|of|next|with|for|until)\b)|[,.;:]|$)"
)
_BETWEEN = re.compile(r",? (?:and|then|,) [^,.;:]+(?=[,.;])|, [^,.;:]+(?=[,.;])")


@dataclass(frozen=True)
class Repaired:
    """A text that compiles. without, more: the words that were left out of what was asked for, and put in."""

    text: str
    tree: n.Node | None
    without: tuple[str, ...]
    more: tuple[str, ...]
    cost: float


@dataclass(frozen=True)
class _Trouble:
    """Where a text fails, and what it may say instead."""

    start: int
    end: int
    instead: tuple[str, ...] = ()


Places = Callable[[n.Node], Iterable[tuple[n.Node, str]]]
"""Where a text may stand: itself, or under a heading, on which kind of card."""


class Repairs:
    """Repairs texts in one language of one game."""

    def __init__(self, language: Language, trials: Trials, places: Places, budget: SearchBudget) -> None:
        self.language, self.trials, self.places, self.budget = language, trials, places, budget
        self.known: dict[str, bool] = {}
        self._troubles: dict[str, _Trouble | None] = {}
        near = language.lexicon.core.get("near", {})
        self.swaps = [[str(word) for word in group] for group in near.get("swaps", ())]
        self.instead = [(re.compile(str(one), re.IGNORECASE), str(other)) for one, other in near.get("instead", ())]

    def repaired(self, text: str) -> list[Repaired]:
        """Texts that compile, the nearest first; none where the text itself compiles, or none is near."""
        asked = ContentWords(self.language, text)
        begun = [(Repaired(text, None, (), (), 0.0), self._trouble(text))]
        tried = {text}
        for _ in range(STEPS):
            further: list[tuple[Repaired, _Trouble]] = []
            found: list[Repaired] = []
            for one, trouble in begun:
                if trouble is None or not self.budget.left(SHARE):
                    continue
                left = len(one.text) - trouble.start
                for other, wrong in self._tested(self._near(one, trouble, asked, tried)):
                    if wrong is None:
                        found.append(other)
                    elif len(other.text) - wrong.start < left - 1:
                        further.append((other, wrong))
            if found:
                return sorted(found, key=lambda one: one.cost)
            further.sort(key=lambda item: (item[0].cost, len(item[0].text) - item[1].start))
            begun = list(further[:GONE_ON])
        return []

    # ------------------------------------------------------------ where it fails

    def failing(self, text: str) -> str:
        """The sentence in which a text fails; "" where it compiles, or is but one."""
        trouble = self._trouble(text)
        if trouble is None:
            return ""
        start, end = _sentence(text, trouble.start)
        one = not start or text[:start].rstrip().endswith(":")
        return "" if one and not text[end:].strip() else text[start:end].strip()

    def _trouble(self, text: str) -> _Trouble | None:
        if text not in self._troubles:
            self._troubles[text] = self._found_trouble(text)
        return self._troubles[text]

    def _found_trouble(self, text: str) -> _Trouble | None:
        tree = self._tree(text)
        if isinstance(tree, list):
            return self._told(text, tree[0])
        return self._compile_all([tree])[0]

    def _told(self, text: str, found: Problem) -> _Trouble:
        """Where a problem is, with what it says to write instead."""
        start = min(found.offset, max(len(text.rstrip(" .")) - 1, 0))
        mended = found.words.get("mended", "")
        return _Trouble(start, max(found.end, start + 1), tuple(mended.split("” or “")) if mended else ())

    def _tree(self, text: str, explained: bool = True) -> n.Node | list[Problem]:
        try:
            return self.language.parse(text, explained=explained)
        except RulewrightError as error:
            return list(error.problems)

    def _tested(self, some: list[Repaired]) -> list[tuple[Repaired, _Trouble | None]]:
        """Each of some texts with where it fails: to be read, or to compile."""
        found: list[tuple[Repaired, _Trouble | None]] = []
        read: list[tuple[Repaired, n.Node]] = []
        for one in some:
            if not self.budget.left(SHARE):
                break
            tree = self._tree(one.text)
            if isinstance(tree, list):
                found.append((one, self._told(one.text, tree[0])))
            else:
                read.append((replace(one, tree=tree), tree))
        wrong = self._compile_all([tree for _, tree in read])
        return found + [(one, trouble) for (one, _), trouble in zip(read, wrong, strict=True)]

    def _compile_all(self, trees: list[n.Node]) -> list[_Trouble | None]:
        """Of each of some texts where it fails in the place where it comes furthest."""
        tries = [(number, Tried("", one, kind)) for number, tree in enumerate(trees) for one, kind in self.places(tree)]
        wrong = self.trials.tried([tried for _, tried in tries])
        best: dict[int, list[Problem]] = {}
        for (number, _), problems in zip(tries, wrong, strict=True):
            old = best.get(number)
            if old is None or (old and (not problems or problems[0].offset > old[0].offset)):
                best[number] = problems
        troubles: list[_Trouble | None] = []
        for number in range(len(trees)):
            first = next(iter(best.get(number, ())), None)
            troubles.append(_Trouble(first.offset, max(first.end, first.offset + 1)) if first else None)
        return troubles

    # ------------------------------------------------------------ what is near

    def _near(self, one: Repaired, trouble: _Trouble, asked: ContentWords, tried: set[str]) -> list[Repaired]:
        """The texts that differ from one near where it fails, the nearest first, if the parser takes that sentence."""
        found: list[Repaired] = []
        edits = sorted(self._edits(one, trouble, asked), key=lambda edit: edit.cost)
        for edit in edits[:EDITS]:
            if edit.text in tried or len(found) >= READ:
                continue
            if not self.budget.left(SHARE):
                break
            tried.add(edit.text)
            start, end = _sentence(edit.text, min(trouble.start, len(edit.text) - 2))
            if start and self._is_read(edit.text[start:end]) or not start and self._is_read(edit.text[:end]):
                found.append(edit)
        return found

    def _is_read(self, sentence: str) -> bool:
        if sentence not in self.known:
            self.known[sentence] = not isinstance(self._tree(sentence[:1].upper() + sentence[1:], False), list)
        return self.known[sentence]

    def _edits(self, one: Repaired, trouble: _Trouble, asked: ContentWords) -> Iterator[Repaired]:
        text = one.text
        start, end = _sentence(text, trouble.start)
        for way in trouble.instead:
            yield Repaired(text[:start] + way + text[end:], None, one.without, one.more, one.cost + 0.2)

        def edit(at: int, to: int, said: str, cost: float) -> Iterator[Repaired]:
            gone = text[at:to].strip(" ,.")
            if (
                not said
                and cost < LAST
                and (asked.joins(f" {gone} ") or (" " not in gone and asked.needs(gone.lower())))
            ):
                return
            other = f"{text[:at].rstrip() if not said else text[:at]}{said}{text[to:]}"
            other = re.sub(r"\s+([.,;:])", r"\1", re.sub(r"  +", " ", other)).strip()
            yield Repaired(
                other, None, tuple(dict.fromkeys((*one.without, gone))),
                tuple(dict.fromkeys((*one.more, *([said] if said else [])))), one.cost + cost,
            )  # fmt: skip

        for match in (*_CLAUSE.finditer(text, start, end), *_BETWEEN.finditer(text, start, end)):
            if match.end() > trouble.start - 30 and match.start() < trouble.end + 30:
                yield from edit(match.start(), match.end(), "", 1.5 + 0.1 * len(match.group().split()))
        words = list(_WORD.finditer(text, start, end))
        near = next((i for i, match in enumerate(words) if match.end() > trouble.start), len(words) - 1)
        last = next((i for i, match in enumerate(words) if match.end() >= trouble.end), len(words) - 1)
        for index in range(max(0, near - AROUND), min(len(words), min(last, near + 12) + AROUND)):
            word = words[index]
            away = 0.02 * abs(index - near)
            for other in self._others(word.group()):
                yield from edit(word.start(), word.end(), other, 1.0 + away)
            if not word.group().isdigit():
                yield from edit(word.start(), word.end(), "", 1.2 + away)
            if index + 1 < len(words):  # "the discarded beast": that beast
                both = words[index], words[index + 1]
                for other in self._others(word.group()):
                    yield from edit(both[0].start(), both[1].end(), other, 1.6 + away)
        for pattern, other in self.instead:
            every = list(pattern.finditer(text))
            if len(every) > 1:
                without = tuple(match.group() for match in every)
                more = tuple(match.expand(other) for match in every)
                yield Repaired(pattern.sub(other, text), None, one.without + without, one.more + more, one.cost + 0.8)
            for match in pattern.finditer(text, start, end):
                yield from edit(match.start(), match.end(), match.expand(other), 0.9)
        if start and text[:start].rstrip().endswith("."):  # as a last resort, all of the sentence is left out
            yield from edit(start, end, "", LAST)
        elif (after := text[end:].strip()) and ":" not in text[:end]:
            yield Repaired(after, None, (*one.without, text[start:end].strip(" .")), one.more, one.cost + LAST)

    def _others(self, word: str) -> Iterator[str]:
        """Small words that may be meant by one, as it begins."""
        for group in self.swaps:
            if word.lower() in group:
                for other in group:
                    if other != word.lower():
                        yield other.capitalize() if word[0].isupper() else other


def _sentence(text: str, offset: int) -> tuple[int, int]:
    """Where the sentence stands that has a character of a text, with its full stop; a heading is none of it."""
    start = 0
    for match in re.finditer(r"\.\s+|:\s+|\n\s*|$", text):
        if match.start() >= offset or match.group().startswith(":") and match.end() > offset:
            break
        start = match.end()
    ends = re.search(r"\.|(?=\s*\n)", text[max(offset, start) :])
    return start, max(offset, start) + ends.end() if ends is not None else len(text)
