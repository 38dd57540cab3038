"""A text said otherwise, step by step, until it can be read and compiles; what a step leaves out or adds is told.

How things may be said otherwise a language lists (`otherwise` of `near`, and its `shapes`): a pattern and ways to say
it, with words of the text put into them (`changes.ways`). What a problem says to write instead is one more way
(`changes.diagnosed`), so are the places that a text leaves out (`changes.placing`), and the whole of a deed of which it
says a part (`changes.whole_deeds`). Steps are taken only where the
text fails: in the sentences that cannot be read, then in those that the compiler refuses. Words that say how much, who
or whether (`strict` of `near`) are counted in what was asked for and in what is proposed: none goes unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice

from rulewright.compiler.proposing.changes.diagnosed import Diagnosed
from rulewright.compiler.proposing.changes.number_changes import NumberChanges
from rulewright.compiler.proposing.changes.placing import Placing
from rulewright.compiler.proposing.changes.ways import Applied, Way, exchanged_words, ways_of
from rulewright.compiler.proposing.changes.whole_deeds import with_whole_deeds
from rulewright.compiler.proposing.clauses import heading_and_rest
from rulewright.compiler.proposing.judging.function_words import FunctionWords
from rulewright.compiler.proposing.near_words import NearWords
from rulewright.compiler.proposing.search_budget import SearchBudget
from rulewright.compiler.proposing.texts import Texts
from rulewright.compiler.trials import Trials, Tried
from rulewright.language import nodes as n
from rulewright.language.parsing.lexer import Stuck
from rulewright.problems import Problem

SHARE = 0.8
"""Of all time, in which a text is said otherwise; in the rest others are looked for."""
READING = 0.55
"""Of all time, in which it is read; in the rest of its share it is compiled."""
STEPS = 4
"""Steps, at most, to a text that can be read."""
FURTHER = 1.0
"""What a text may cost more than the first that can be read."""
READABLE = 14
"""Texts that are compiled together."""
THOROUGHLY = 6
"""Texts whose sentences can each be read by themselves that are read with more patience as a whole."""
ROUNDS = 3
"""How often texts that are read, but refused, are said otherwise once more."""
REFUSED = 3
"""Texts that are said otherwise in a round."""
OTHERWISE, SHAPE, LESS = 1.0, 1.2, 2.0
"""What it costs to say a thing otherwise, to join clauses otherwise, and to leave a thing out."""
WORDED, LESS_LIKELY = 6, 0.1
"""Texts in other words that are tried, and what each further one costs more."""
TOLD, PLACE = 0.5, 0.5
"""What it costs to say what a problem says to write instead, and to add a place that a text leaves out."""
NEAR, AWAY = 12, 0.6
"""How many letters from where a text fails is near, and what it costs more to change it elsewhere."""
NO_FURTHER, FURTHER_ON = 0.7, -0.5
"""What it costs more where a step has not brought a text further, and where it has."""
STILL_UNREAD = 0.4
"""What a sentence costs that cannot be read."""
LAST = 100_000
"""Behind all letters of a text: what a rule refuses counts only where there is no card that could say it."""
PART = "RW0610"
"""A part of a deed is said, of which the whole can be said."""
NOWHERE = Problem("", "")
"""Why a text is refused that can stand nowhere."""
_ENDS = re.compile(r"(?<=[.])\s+")


@dataclass(frozen=True)
class SaidOtherwise:
    """A text that compiles, with what it leaves out of what was asked for, and adds, in words."""

    text: str
    tree: n.Node
    without: tuple[str, ...]
    more: tuple[str, ...]
    cost: float


@dataclass(frozen=True, order=True)
class _Step:
    """A text on its way: what it costs so far, and how many steps it is away.

    left: how many letters could not be read of the text that it came from.
    """

    cost: float
    text: str
    steps: int = 0
    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    left: int = LAST
    said_so: tuple[str, ...] = ()

    def further(self, cost: float, other: Applied, left: int = LAST) -> _Step:
        """The text with one thing said otherwise. left: how many letters of this one cannot be read."""
        without, more = (*self.without, *other.without), (*self.more, *other.more)
        return _Step(cost, other.text, self.steps + 1, without, more, left, (*self.said_so, *other.said_so))


Places = Callable[[n.Node], Iterable[tuple[n.Node, str]]]
"""Where a text may stand: itself, or under a heading, on which kind of card."""


class Otherwise:
    """Says texts otherwise, in one language of one game.

    Args:
        places: where a text may stand.
        whole: trials among all texts of the game, which may refuse what `trials` does not.
    """

    def __init__(
        self, texts: Texts, trials: Trials, places: Places, near_words: NearWords, budget: SearchBudget, whole: Trials
    ) -> None:
        self.texts, self.trials, self.places, self.budget = texts, trials, places, budget
        self.near_words, self.whole = near_words, whole
        self.language = language = texts.language
        self.read = texts.read
        self.diagnosed, self.placing = Diagnosed(language), Placing(texts.ruleset, language)
        costs = {"otherwise": OTHERWISE, "shapes": SHAPE, "taken": OTHERWISE, "less": LESS}
        self.ways: list[Way | NumberChanges] = [NumberChanges(language), *ways_of(language, costs)]
        self.order = ways_of(language, {"order": OTHERWISE})
        self._failing: dict[str, int] = {}
        self.function_words = FunctionWords(language)

    def found(self, text: str) -> list[SaidOtherwise]:
        """The texts that compile, those first that say all that was asked for; none where the text itself compiles."""
        asked = " ".join(text.rstrip(" .").split()) + "."
        begun = _Step(0.0, asked)
        told: list[_Step] = []
        if self.read(asked) is None:
            told += [begun.further(TOLD, other) for other in self.diagnosed.of(asked)]
        told += [begun.further(OTHERWISE + LESS_LIKELY * at, other) for at, other in enumerate(self._worded(asked))]
        readable = self._readable([begun, *told])
        seen = {step.text for step, _ in readable}
        found: list[SaidOtherwise] = []
        for _ in range(ROUNDS):
            if not readable or not self.budget.left(SHARE):
                break
            refused: list[tuple[_Step, n.Node, Problem]] = []
            for (step, tree), wrong in zip(readable, self._compiled([tree for _, tree in readable]), strict=True):
                if wrong is None and step.steps:
                    found.append(self._told(asked, step, tree))
                elif wrong is not None:
                    refused.append((step, tree, wrong))
                elif (not_whole := self._compiled([tree], self.whole)[0]) is not None:
                    refused.append((step, tree, not_whole))  # it is other texts beside which it is refused
                else:
                    return []
            if found:
                break
            refused.sort(key=lambda item: (item[0].cost, len(item[0].text) - item[2].offset))
            readable = [item for item in self._mended(refused[:REFUSED]) if item[0].text not in seen]
            seen |= {step.text for step, _ in readable}
        return sorted(found, key=lambda one: (len(one.without) + len(one.more), one.cost))

    def _worded(self, text: str) -> list[Applied]:
        """A text in other words, which the game knows; these are told."""
        others = list(islice(self.near_words.variants(text), WORDED))
        return [Applied(other, 0, 0, *exchanged_words(text, other)) for other in others]

    def _told(self, asked: str, step: _Step, tree: n.Node) -> SaidOtherwise:
        own = self.read(asked)
        said = (self.texts.said(own) or asked) if own is not None else asked  # its normal form says what it says
        gone, added = self.function_words.differing(
            said, self.texts.said(tree) or step.text if own is not None else step.text
        )
        gone, added = (tuple(word for word in words if word not in step.said_so) for words in (gone, added))
        without, more = _longest((*step.without, *gone)), _longest((*step.more, *added))
        return SaidOtherwise(step.text, tree, without, more, step.cost)

    # ------------------------------------------------------------ reading

    def _readable(self, begun: Sequence[_Step]) -> list[tuple[_Step, n.Node]]:
        """The nearest texts that can be read, of those that some become when they are said otherwise."""
        queue = list(begun)
        seen = {step.text for step in queue}
        found: list[tuple[_Step, n.Node]] = []
        trees: set[n.Node] = set()
        thoroughly = THOROUGHLY
        while queue and len(found) < READABLE and self.budget.left(READING):
            step = heappop(queue)
            if found and step.cost > found[0][0].cost + FURTHER:
                break
            unread = self._unread(step.text)
            tree = self.read(step.text) if not unread else None
            if tree is None and not unread and thoroughly:
                thoroughly -= 1
                tree = self.texts.read_thoroughly(step.text)  # several sentences in everyday wordings
            if tree is not None:
                found += [] if tree in trees else [(step, tree)]
                trees.add(tree)
            elif step.steps < STEPS:
                behind = len(step.text) - min((fails for _, _, fails in unread), default=len(step.text))
                cost = step.cost + STILL_UNREAD * (len(unread) - 1) + _how_far(behind, step.left)
                # one sentence after the other: in which order they are said otherwise makes no difference
                for more, other in self._others(
                    step.text, unread[:1], self.ways if unread else [*self.order, *self.ways]
                ):
                    if other.text not in seen:
                        seen.add(other.text)
                        heappush(queue, step.further(cost + more, other, behind))
        return found

    def _unread(self, text: str) -> list[tuple[int, int, int]]:
        """Where the sentences of a text stand that cannot be read, with the one before each, and where each fails."""
        found, before, begin = [], "", 0
        for start, end, said in self._sentences(text):
            if self.read(said) is None and not (before and self.read(f"{before} {said}") is not None):
                found.append((begin, end, self._fails(start, end, said)))
            before, begin = said, start  # some wordings are read only behind another sentence
        return found

    def _fails(self, start: int, end: int, said: str) -> int:
        """Where in a text the parser is stuck in one of its sentences."""
        if said not in self._failing:
            words = self.language.lexer.split(said)
            try:
                self.language.parser.parse(words, "text", True)
                self._failing[said] = 0
            except Stuck as stuck:
                self._failing[said] = words[min(stuck.index, len(words) - 1)].start
        return end - len(said) + self._failing[said]

    def _sentences(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The sentences of a text, where they begin and end, each without a heading."""
        start = 0
        for part in _ENDS.split(text):
            begin = text.index(part, start)
            start = begin + len(part)
            rest = heading_and_rest(self.language, part)[1]
            said = rest or part
            yield begin, start, said[:1].upper() + said[1:]

    def _others(
        self, text: str, at: Sequence[tuple[int, int, int]], ways: Sequence[Way | NumberChanges]
    ) -> Iterator[tuple[float, Applied]]:
        """A text with one thing said otherwise in one of some places, and what that costs: less where it fails."""
        seen = set()
        for way in ways:
            for other in way.applied(text):
                places = [fails for begin, stop, fails in at if other.start < stop and other.end > begin]
                if other.text not in seen and (places or not at):
                    seen.add(other.text)
                    near = not at or any(other.start - NEAR <= fails <= other.end + NEAR for fails in places)
                    yield way.cost + other.cost + (0 if near else AWAY), other

    # ------------------------------------------------------------ compiling

    def _mended(self, refused: Sequence[tuple[_Step, n.Node, Problem]]) -> list[tuple[_Step, n.Node]]:
        """Texts that are read, but refused, said otherwise in the sentence that is refused, or with a place in it."""
        begun: list[_Step] = []
        for step, tree, problem in refused:
            wrong = problem.offset
            wholes = with_whole_deeds(tree, self.texts.ruleset) if problem.code == PART else ()
            for whole in filter(None, map(self.texts.printed, wholes)):
                heappush(begun, step.further(step.cost + TOLD, Applied(whole, wrong, wrong)))
            for placed in self.placing.of(tree, problem):
                if (said := self.texts.printed(placed.tree)) is not None:
                    heappush(
                        begun,
                        step.further(step.cost + PLACE + placed.cost, Applied(said, wrong, wrong, (), placed.more)),
                    )
            at = [(start, end, wrong) for start, end, _ in self._sentences(step.text) if end > wrong][:1]
            for cost, other in self._others(step.text, at, [*self.order, *self.ways]):
                heappush(begun, step.further(step.cost + cost, other))
        readable: list[tuple[_Step, n.Node]] = []
        trees: set[n.Node] = set()
        while begun and len(readable) < READABLE and self.budget.left(SHARE):
            step = heappop(begun)
            tree_of = self.read(step.text)
            if tree_of is not None and tree_of not in trees:
                readable.append((step, tree_of))
                trees.add(tree_of)
        return readable

    def _compiled(self, trees: Sequence[n.Node], trials: Trials | None = None) -> list[Problem | None]:
        """Of each of some texts why it is refused, on the card where it comes furthest; None where it compiles."""
        tries = [(number, Tried("", one, kind)) for number, tree in enumerate(trees) for one, kind in self.places(tree)]
        wrong = (trials or self.trials).tried([tried for _, tried in tries])
        best: dict[int, tuple[int, Problem | None]] = {}
        for (number, tried), problems in zip(tries, wrong, strict=True):
            how_far = (LAST if tried.kind else 0) + problems[0].offset if problems else 2 * LAST
            if how_far >= best.get(number, (-1, NOWHERE))[0]:
                best[number] = how_far, problems[0] if problems else None
        return [best.get(number, (-1, NOWHERE))[1] for number in range(len(trees))]


def _how_far(left: int, before: int) -> float:
    """What it costs that so many letters cannot be read, of which so many could not be read before."""
    return NO_FURTHER if left > before else 0.0 if left == before else FURTHER_ON


def _longest(words: Iterable[str]) -> tuple[str, ...]:
    """Words without those that are part of others: "your hand" tells of "hand"."""
    every = list(dict.fromkeys(words))
    return tuple(one for one in every if not any(one != other and f" {one} " in f" {other} " for other in every))
