"""Many sentences: drawn, read back, compiled, said in a position, counted; what goes wrong made short and told."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from rulewright.compiler.program import Program
from rulewright.language import nodes as N
from rulewright.language.problems import RulewrightError
from rulewright.runtime.game import Game
from tests.reference.sentences.coverage import Coverage
from tests.reference.sentences.derivation import Derivation
from tests.reference.sentences.drawing import Drawing
from tests.reference.sentences.idioms import Idioms
from tests.reference.sentences.shrinking import shrunk
from tests.reference.sentences.stage import PROBES, Position, Stage, probe
from tests.reference.sentences.trial import Verdict, tried
from tests.reference.sentences.wordlist import Wordlist

DERIVED, WILD = 0.08, 0.2  # the shares of sentences that come straight from the productions, and that try anything


@dataclass
class Sentence:
    """A sentence that was drawn and read back, and what came of it."""

    text: str
    tree: N.Text
    steps: list[object]
    seed: int
    verdict: Verdict | None = None


@dataclass
class Case:
    """A sentence on which the two disagree, made short, with what repeats it."""

    game: str
    text: str
    told: str
    at: str
    drawn: str

    def __str__(self) -> str:
        again = f"tools/oracle {self.game} --say {self.text!r} --at {self.at}"
        return f"{self.game}: {self.text}\n    {self.told}\n    {again}"


@dataclass
class Findings:
    """What came of a campaign.

    sentences: how many both have carried out; drawn: of how many; unbound: why others were left at once.
    """

    coverage: Coverage = field(default_factory=Coverage)
    cases: list[Case] = field(default_factory=list)
    sentences: int = 0
    drawn: int = 0
    used: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    unbound: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


SECONDS = 4.0

Together = tuple[Program, dict[str, N.Text], dict[str, RulewrightError]]
"""Sentences that were compiled together: the game, those in it, and those that were refused, by their cards."""


class Campaign:
    """Draws and tries sentences of several games.

    seconds: of the processor, after which a sentence is left; 0: only steps are counted, on every machine the same.
    told: what is called with each disagreement when it is found.
    """

    def __init__(
        self, games: Sequence[str], seed: int, most_cases: int = 10, seconds: float = SECONDS,
        told: Callable[[Case], object] = lambda case: None,
    ) -> None:  # fmt: skip
        self.seed, self.most_cases, self.seconds, self.told = seed, most_cases, seconds, told
        self.stages = [Stage(name) for name in games]
        self.found = Findings()
        self.drawers: dict[str, tuple[Idioms, Drawing, Derivation, random.Random]] = {}
        for stage in self.stages:
            words = Wordlist(stage.language, stage.ruleset)
            chance = random.Random()
            drawing, derivation = Drawing(words, chance), Derivation(stage.language, words, chance)
            self.drawers[stage.name] = (Idioms(words, chance, stage.ruleset), drawing, derivation, chance)
            self.found.coverage.knows(stage.language)

    def run(self, wanted: int) -> Findings:
        """Go on until both have carried out so many sentences (or enough has gone wrong, or somebody interrupts)."""
        began = time.perf_counter()
        batch = 0
        with suppress(KeyboardInterrupt):
            while self.found.sentences < wanted and len(self.found.cases) < self.most_cases:
                stage = self.stages[batch % len(self.stages)]
                self._batch(stage, batch // len(self.stages))
                batch += 1
        self.found.seconds = time.perf_counter() - began
        return self.found

    # ------------------------------------------------------------ one batch

    def _batch(self, stage: Stage, number: int) -> None:
        *drawers, chance = self.drawers[stage.name]
        chance.seed(f"{self.seed} {stage.name} {number}")
        players = chance.choice(stage.players)
        at = chance.randrange(10**6)
        position = stage.position(players, at)
        drawn = list(self._drawn(stage, drawers, chance))
        if position is None:
            return
        texts = {probe(i): sentence.tree for i, sentence in enumerate(drawn)}
        self.try_all(stage, position, drawn, texts)
        for sentence in drawn:
            assert sentence.verdict is not None
            self.found.sentences += sentence.verdict.carried_out
            self._note(stage, position, sentence, sentence.verdict)

    def _drawn(
        self, stage: Stage, drawers: Sequence[Idioms | Drawing | Derivation], chance: random.Random
    ) -> Iterator[Sentence]:
        shares = (1 - WILD - DERIVED, WILD, DERIVED)
        made = 0
        while made < PROBES:
            tree = chance.choices(drawers, shares)[0].text()
            seed = chance.randrange(10**6)
            self.found.drawn += 1
            if tree is None or not self._means(stage, tree):
                continue
            sentence = self.read(stage, tree, seed)
            if sentence is not None:
                made += 1
                yield sentence

    def _means(self, stage: Stage, tree: N.Text) -> bool:
        """Whether a tree means anything: found out in a thirtieth of the time that printing and reading it take."""
        try:
            stage.means(tree)
        except RulewrightError as error:
            self.found.unbound[self._refusal(error)] += 1
            return False
        return True

    def read(self, stage: Stage, tree: N.Text | None, seed: int) -> Sentence | None:
        """A tree printed and read back; None where it cannot be said, or is no sentence by its types."""
        if tree is None:
            return None
        try:
            text = stage.language.print(tree, "text")
        except RulewrightError:
            return None
        try:
            back = stage.language.parse(text)
            if stage.language.print(back, "text") != text:
                self.found.unread["printed otherwise"] += 1
                return None
            steps: list[object] = list(stage.language.derivation(text))
        except RulewrightError as error:
            self.found.unread[error.problems[0].code] += 1
            return None
        assert isinstance(back, N.Text)
        return Sentence(text, back, steps, seed)

    def try_all(self, stage: Stage, position: Position, drawn: Sequence[Sentence], texts: dict[str, N.Text]) -> None:
        """Compile the sentences of a batch together and say each in the position."""
        compiled = stage.compiled(texts, position.players)
        base = stage.game(compiled[0], position)
        for name, sentence in zip(texts, drawn, strict=True):
            sentence.verdict = self.verdict(stage, base.copy(), position, name, sentence.seed, compiled)

    def verdict(
        self, stage: Stage, game: Game, position: Position, name: str, seed: int, compiled: Together
    ) -> Verdict:
        """What comes of one of the sentences that were compiled together; `game` is at the position, and is used up."""
        _, accepted, refused = compiled
        if name in refused:
            return Verdict("refused", self._refusal(refused[name]))
        return tried(stage, game, position, name, {name: accepted[name]}, random.Random(seed), self.seconds)

    @staticmethod
    def _refusal(error: RulewrightError) -> str:
        found = error.problems[0]
        return f"{found.code} {found.message[:90]}"

    # ------------------------------------------------------------ counting

    def _note(self, stage: Stage, position: Position, sentence: Sentence, verdict: Verdict) -> None:
        found = self.found
        outcome = "disagreed" if verdict.bad else verdict.what
        found.coverage.add(sentence.tree, sentence.steps, outcome)
        found.used += verdict.used
        if outcome == "refused":
            found.coverage.refusals[verdict.told] += 1
        elif outcome == "stopped":
            found.coverage.stopped[sentence.text] += 1
        elif outcome == "not carried":
            found.coverage.missing[re.sub(r"\(.*", "", verdict.told)[:60]] += 1
        elif verdict.bad and len(found.cases) < self.most_cases:
            found.cases.append(self.case(stage, position, sentence, verdict))
            self.told(found.cases[-1])

    def case(self, stage: Stage, position: Position, sentence: Sentence, verdict: Verdict) -> Case:
        """A disagreement, its sentence made short."""
        told = {sentence.text: verdict}

        def still(tree: N.Text) -> bool:
            smaller = self.read(stage, tree, sentence.seed)
            if smaller is None or smaller.text in told:
                return False
            now = self.say(stage, position, smaller)
            if now.what != verdict.what:
                return False
            told[smaller.text] = now
            return True

        shortest = self.read(stage, shrunk(sentence.tree, still), sentence.seed) or sentence
        last = told.get(shortest.text, verdict)
        at = f"{position.players}:{position.seed}:{sentence.seed}"
        return Case(stage.name, shortest.text, f"{last.what}: {last.told}", at, sentence.text)

    def say(self, stage: Stage, position: Position, sentence: Sentence) -> Verdict:
        """One sentence alone, in a position."""
        texts = {probe(0): sentence.tree}
        self.try_all(stage, position, [sentence], texts)
        assert sentence.verdict is not None
        return sentence.verdict
