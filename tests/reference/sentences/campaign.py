"""Many sentences: drawn, read back, compiled, said in a position, counted; what goes wrong made short and told."""

from __future__ import annotations

import gc
import random
import re
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from rulewright.compiler.program import Program
from rulewright.language import nodes as N
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from tests.reference.sentences.coverage import Coverage
from tests.reference.sentences.derivation import Derivation
from tests.reference.sentences.drawing import Drawing
from tests.reference.sentences.idioms import Idioms
from tests.reference.sentences.kept import Kept
from tests.reference.sentences.meetings import Meetings
from tests.reference.sentences.shrinking import STEPS, shrunk
from tests.reference.sentences.spent import SPENT
from tests.reference.sentences.stage import Position, Stage, probe
from tests.reference.sentences.trial import Verdict, lasts, tried
from tests.reference.sentences.wordlist import Wordlist

ALONE = 3  # in every third batch one sentence is compiled alone, so that none hides another
PASSES = 6  # every sixth batch is compiled with all passes: they cost twice as much as all else that is compiled
DERIVATIONS = 16  # of every sixteenth sentence the productions are counted, by which it is read
COMPILED_ANYHOW = 4  # of sentences that the reference does not carry, one in so many is compiled
PATIENCE = 300.0  # so many seconds of the processor a batch may take
NOWHERE = 20  # a game is left out when so many batches, one after another, come to no position
PLACES = 4  # in so many positions sentences that were compiled together are said, each in one after another
TRIES = 3  # in so many at most until it can be used
PLAIN = 0.1  # of sentences of which the reference may believe the engine, of so many it believes nothing
FURTHER = 0.15  # of sentences that were carried out, after so many play goes on
DERIVED, WILD = 0.07, 0.13  # the shares of sentences that come straight from the productions, and that try anything
MET = 0.35  # the share of those in which one sentence speaks of what another has done


@dataclass
class Sentence:
    """A sentence that was drawn and read back, what came of it, and where."""

    text: str
    tree: N.Text
    steps: list[object]
    seed: int
    verdict: Verdict | None = None
    position: Position | None = None


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

Together = tuple[Program, dict[str, N.Text], dict[str, Exception]]
"""Sentences that were compiled together: the game, those in it, and those that were refused, by their cards."""

Instead = Mapping[str, N.Text]
"""Of sentences that were compiled together those that say what may be done instead."""


class Campaign:
    """Draws and tries sentences of several games.

    seconds: of the processor, after which a sentence is left; 0: only steps are counted, on every machine the same.
    told: what is called with each disagreement when it is found.
    kept: where counts are kept, to go on from.
    """

    def __init__(
        self, games: Sequence[str], seed: int, most_cases: int = 10, seconds: float = SECONDS,
        told: Callable[[Case], object] = lambda case: None, kept: Kept | None = None,
    ) -> None:  # fmt: skip
        self.seed, self.most_cases, self.seconds, self.told = seed, most_cases, seconds, told
        self.kept = kept
        self.stages = [Stage(name) for name in games]
        self.found = Findings()
        self.nowhere: Counter[str] = Counter()
        self.drawers: dict[str, tuple[Idioms, Drawing, Derivation, Meetings, random.Random]] = {}
        for stage in self.stages:
            words = Wordlist(stage.language, stage.ruleset)
            chance = random.Random()
            drawing, derivation = Drawing(words, chance), Derivation(stage.language, words, chance)
            idioms = Idioms(words, chance, stage.ruleset)
            meetings = Meetings(idioms, stage.language, chance)
            self.drawers[stage.name] = (idioms, drawing, derivation, meetings, chance)
            self.found.coverage.knows(stage.language)

    def run(self, wanted: int) -> Findings:
        """Go on until both have carried out so many sentences (or enough has gone wrong, or somebody interrupts)."""
        began = time.perf_counter()
        signal.signal(signal.SIGPROF, _too_long)
        batch = 0
        gc.set_threshold(100_000, 20, 50)  # much is made that stays
        with suppress(KeyboardInterrupt):
            while self._done() < wanted and len(self.found.cases) < self.most_cases:
                stage = self._least_tried(batch)
                number = batch // len(self.stages) if self.kept is None else self.kept.number(self.seed, stage.name)
                self._batch_or_why_not(stage, number)
                batch += 1
        self.found.seconds = time.perf_counter() - began
        return self.found

    def _batch_or_why_not(self, stage: Stage, number: int) -> None:
        """One batch; what breaks it is told as a case, and the next batch goes on."""
        signal.setitimer(signal.ITIMER_PROF, PATIENCE, PATIENCE)
        try:
            self._batch(stage, number)
        except Exception as broken:
            place = traceback.extract_tb(broken.__traceback__)[-1].name
            told = f"the run breaks in {place}: {broken!r} (after {self.drawers[stage.name][3].last!r})"
            self._keep(Case(stage.name, f"batch {number} of seed {self.seed}", told, "2:0:0", ""))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if self.nowhere[stage.name] >= NOWHERE and len(self.stages) > 1:
            self.found.unread[f"{stage.name} is left out: no position could be played to"] += 1
            self.stages.remove(stage)

    def _done(self) -> int:
        return self.found.sentences if self.kept is None else self.kept.sentences

    def _least_tried(self, batch: int) -> Stage:
        """The stages by turns; where counts are kept, the one that has taken the least time."""
        if self.kept is None:
            return self.stages[batch % len(self.stages)]
        took = self.kept.took
        return min(self.stages, key=lambda stage: took[stage.name])

    # ------------------------------------------------------------ one batch

    def _batch(self, stage: Stage, number: int) -> None:
        began = time.process_time()
        *drawers, chance = self.drawers[stage.name]
        chance.seed(f"{self.seed} {stage.name} {number}")
        players = chance.choice(stage.players)
        at = chance.randrange(10**6)
        with SPENT.on("positions"):
            places = [stage.position(players, at + far) for far in range(PLACES)]
        positions = [position for position in places if position is not None]
        self.nowhere[stage.name] = 0 if positions else self.nowhere[stage.name] + 1
        if not positions:
            return
        drawn = list(self._drawn(stage, drawers, chance))
        for some in self._together(number, drawn):
            texts = {probe(i): sentence.tree for i, sentence in enumerate(some)}
            self.try_all(stage, positions, some, texts, number % PASSES == 0)
        for sentence in drawn:
            assert sentence.verdict is not None and sentence.position is not None
            self.found.sentences += sentence.verdict.carried_out
            self._note(stage, sentence.position, sentence, sentence.verdict)
        if self.kept is not None:
            verdicts = [sentence.verdict for sentence in drawn if sentence.verdict is not None]
            carried_out, seconds = sum(verdict.carried_out for verdict in verdicts), time.process_time() - began
            self.kept.add(stage.name, [verdict.what for verdict in verdicts], carried_out, seconds)

    @staticmethod
    def _together(number: int, drawn: Sequence[Sentence]) -> list[Sequence[Sentence]]:
        """Which sentences of a batch are compiled together; now and then one alone, so that none hides another.

        Those that say what may be done instead of something stand by themselves: for each player who does it, it is
        begun as one way of two, and what is begun must be carried through, whatever other sentences do meanwhile.
        """
        instead = [sentence for sentence in drawn if _offers_instead(sentence.tree)]
        others = [sentence for sentence in drawn if not _offers_instead(sentence.tree)]
        alone = number % ALONE == ALONE - 1
        return (
            [some for some in (others[:1], others[1:], instead) if some]
            if alone
            else [some for some in (others, instead) if some]
        )

    def _drawn(
        self, stage: Stage, drawers: Sequence[Idioms | Drawing | Derivation | Meetings], chance: random.Random
    ) -> Iterator[Sentence]:
        shares = (1 - WILD - DERIVED - MET, WILD, DERIVED, MET)
        made = 0
        while made < stage.probes:
            with SPENT.on("drawing"):
                tree = chance.choices(drawers, shares)[0].text()
            seed = chance.randrange(10**6)
            self.found.drawn += 1
            if tree is None or not self._means(stage, tree) or self._passed_on(stage, tree, seed):
                continue
            with SPENT.on("reading"):
                sentence = self.read(stage, tree, seed)
            if sentence is not None:
                made += 1
                yield sentence

    def _means(self, stage: Stage, tree: N.Text) -> bool:
        """Whether a tree means anything: found out in a thirtieth of the time that printing and reading it take."""
        try:
            with SPENT.on("binding"):
                stage.means(tree)
        except RulewrightError as error:
            self.found.unbound[self._refusal(error)] += 1
            return False
        except Exception as broken:
            self._crash(stage, tree, broken)
            return False
        return True

    def _passed_on(self, stage: Stage, tree: N.Text, seed: int) -> bool:
        """Whether a tree is passed on, since the reference does not carry it: found out before it is printed.

        Some are compiled nevertheless, to see whether the engine breaks on them. Those that say what may be done
        instead are not: they would stand in the list of all that are compiled with them.
        """
        with SPENT.on("asking what is carried"):
            missing = stage.not_carried(tree)
        if not missing or (seed % COMPILED_ANYHOW == 0 and not _offers_instead(tree)):
            return False
        self.found.coverage.add(tree, [], "not carried")
        self._miss(missing)
        if self.kept is not None:
            self.kept.games.setdefault(stage.name, Counter())["not carried"] += 1
        return True

    def _miss(self, told: str) -> None:
        construct = re.sub(r"\(.*", "", told)[:60]
        self.found.coverage.missing[construct] += 1
        if self.kept is not None:
            self.kept.missing[construct] += 1

    def _crash(self, stage: Stage, tree: N.Text, broken: Exception) -> None:
        """A sentence on which the engine breaks before anything is played."""
        try:
            text = stage.language.print(tree, "text")
        except RulewrightError:
            return  # nobody can write it
        if len(self.found.cases) < self.most_cases:
            place = traceback.extract_tb(broken.__traceback__)[-1].name
            self._keep(Case(stage.name, text, f"the engine breaks in {place}: {broken!r}", "2:0:0", text))

    def read(self, stage: Stage, tree: N.Text | None, seed: int) -> Sentence | None:
        """A tree printed and read back; None where it cannot be said, or is no sentence by its types.

        Where it is read as another tree, that is the sentence, if it is read as the same when it is printed again.
        """
        if tree is None:
            return None
        try:
            text = stage.language.print(tree, "text")
        except RulewrightError:
            return None
        try:
            back = stage.language.parse(text)
            if back != tree and (again := stage.language.print(back, "text")) != text:
                text, tree = again, back  # what is done with pieces that are kept is printed as what moves them
                back = stage.language.parse(text)
                if back != tree:
                    self.found.unread["read otherwise when printed again"] += 1
                    return None
            steps: list[object] = list(stage.language.derivation(text)) if seed % DERIVATIONS == 0 else []
        except RulewrightError as error:
            self.found.unread[error.problems[0].code] += 1
            return None
        assert isinstance(back, N.Text)
        return Sentence(text, back, steps, seed)

    def try_all(
        self, stage: Stage, positions: Sequence[Position], drawn: Sequence[Sentence], texts: dict[str, N.Text],
        passes: bool = True,
    ) -> None:  # fmt: skip
        """Compile the sentences of a batch together and say each in a position; where it cannot be used, in others."""
        with SPENT.on("compiling"):
            compiled = stage.compiled(texts, positions[0].players, passes)
        with SPENT.on("positions"):
            games = [stage.game(compiled[0], position) for position in positions]
        instead = {name: tree for name, tree in compiled[1].items() if _offers_instead(tree)}
        for number, (name, sentence) in enumerate(zip(texts, drawn, strict=True)):
            done = {part.verb for part in sentence.tree.walk() if isinstance(part, N.Perform)}
            resting = [at for at, position in enumerate(positions) if position.acting not in done]
            places = (resting if _would(sentence.tree) else None) or range(len(games))
            for far in range(min(TRIES, len(places))):
                at = places[(number + far) % len(places)]
                sentence.position = positions[at]
                on = len(positions) == 1 or random.Random(sentence.seed).random() < FURTHER
                sentence.verdict = self.verdict(
                    stage, games[at], positions[at], name, sentence.seed, compiled, on, instead
                )
                if sentence.verdict.bad and len(texts) > 1:  # what others of them begin, too, is not what it says
                    alone = {probe(0): sentence.tree}
                    with SPENT.on("compiling"):
                        one = stage.compiled(alone, positions[at].players, passes)
                    game = stage.game(one[0], positions[at])
                    sentence.verdict = self.verdict(stage, game, positions[at], probe(0), sentence.seed, one, on)
                if sentence.verdict.used or sentence.verdict.what != "agreed" or stage.holds(sentence.tree):
                    break

    def verdict(
        self, stage: Stage, game: Game, position: Position, name: str, seed: int, compiled: Together,
        on: bool = True, instead: Instead | None = None,
    ) -> Verdict:  # fmt: skip
        """What comes of one of the sentences that were compiled together; `game` is at the position.

        on: whether play goes on after it; instead: those that say what may be done instead, where they are known.
        """
        _, accepted, refused = compiled
        if name in refused:
            error = refused[name]
            if not isinstance(error, RulewrightError):
                return Verdict("disagreed", f"the engine breaks: {error!r}")
            return Verdict("refused", self._refusal(error))
        if instead is None:
            instead = {other: tree for other, tree in accepted.items() if _offers_instead(tree)}
        text = {other: tree for other, tree in accepted.items() if other == name or other in instead}
        believes = stage.holds(accepted[name]) if stage.large else not (on or lasts(stage, accepted[name]))
        if believes and random.Random(seed).random() > PLAIN:
            guided = tried(stage, game.copy(), position, name, text, random.Random(seed), self.seconds, True, on)
            if not guided.bad:
                return guided
        return tried(stage, game.copy(), position, name, text, random.Random(seed), self.seconds, on=on)

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
            self._miss(verdict.told)
        elif verdict.bad and len(found.cases) < self.most_cases:
            with SPENT.on("shortening"):
                self._keep(self.case(stage, position, sentence, verdict))

    def _keep(self, case: Case) -> None:
        if self.kept is not None and not self.kept.is_new(case.game, case.text):
            return
        self.found.cases.append(case)
        self.told(case)
        if self.kept is not None:
            self.kept.disagreements.append(f"{self.kept.revision}: {case}")

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

        short = shrunk(sentence.tree, still, STEPS // 6 if stage.large else STEPS)
        shortest = self.read(stage, short, sentence.seed) or sentence
        last = told.get(shortest.text, verdict)
        at = f"{position.players}:{position.seed}:{sentence.seed}"
        return Case(stage.name, shortest.text, f"{last.what}: {last.told}", at, sentence.text)

    def say(self, stage: Stage, position: Position, sentence: Sentence) -> Verdict:
        """One sentence alone, in a position."""
        texts = {probe(0): sentence.tree}
        self.try_all(stage, [position], [sentence], texts)
        assert sentence.verdict is not None
        return sentence.verdict


def _too_long(*_: object) -> None:
    raise TimeoutError(f"a batch takes longer than {PATIENCE:.0f} s")


def _would(tree: N.Text) -> bool:
    """Whether a text says what is done instead of what somebody would do."""
    return any(isinstance(part, N.Instead) or getattr(part, "tense", "") == "would" for part in tree.walk())


def _offers_instead(tree: N.Text) -> bool:
    """Whether a text says what somebody may do instead: each has its place in the list that is offered."""
    return _would(tree) and any(getattr(part, "modal", "") == "may" for part in tree.walk())
