"""One sentence in one position: said by the engine and by the reference, and what came of it."""

from __future__ import annotations

import copy
import random
import signal
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from rulewright.language import nodes as N
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from tests.reference.game import Reference, Stuck
from tests.reference.meaning import Unclear
from tests.reference.oracle import differences
from tests.reference.sentences.spent import SPENT
from tests.reference.sentences.stage import Position, Stage, TooLong, asked_in
from tests.reference.world import NotCarried

DECISIONS = 8  # so many are compared after a sentence was offered
LASTING = (N.Timed, N.Trigger, N.Until, N.While)
LOOKED_THROUGH = 0.3  # at so many decisions, and at the end, numbers are compared that are found from a position
UNENDED = "the engine has stopped without an end"
STOPPED = "nothing can be carried through"


@dataclass(frozen=True)
class Verdict:
    """What came of a sentence; used: whether it was.

    what: `agreed`, `disagreed`, `stopped` (both agree that the game stops), `unclear`, `not carried` or `too long`.
    """

    what: str
    told: str = ""
    used: bool = False

    @property
    def bad(self) -> bool:
        """Whether one of the two must be wrong."""
        return self.what in ("disagreed", "unclear")

    @property
    def carried_out(self) -> bool:
        """Whether both have carried the sentence out."""
        return self.what in ("agreed", "stopped", "disagreed")


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Give up after so many seconds of the processor; 0: never. Raises TooLong."""

    def enough(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, enough)
    # Again and again: raised inside a callback of the garbage collector, it would be passed over.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def tried(
    stage: Stage,
    game: Game,
    position: Position,
    card: str,
    texts: dict,
    chance: random.Random,
    seconds: float,
    guided: bool = False,
    on: bool = True,
) -> Verdict:
    """Say a sentence in a position; `game` is the engine's at this position, and is used up.

    seconds: of the processor, after which a sentence is left; 0: only the steps of the reference are counted.
    guided: whether the reference believes the engine that many options can be carried through; see Guided.
    on: whether play goes on after a sentence was carried out; it always does after one that may do something then.
    """
    seat = chance.randrange(position.players) if chance.random() < 0.2 else position.seat
    try:
        with SPENT.on("reference, made"):
            twin = stage.reference(position, texts)
    except NotCarried as missing:
        return Verdict("not carried", str(missing))
    except Unclear as missing:
        return Verdict("unclear", str(missing))
    except Exception as broken:
        return Verdict("not carried", f"the reference breaks: {broken!r}")
    twin.guide = (lambda: asked_in(game)) if guided else None
    holds = stage.holds(texts[card])
    done = {getattr(part, "verb", None) for part in texts[card].walk()}
    if holds and position.acting in done and any(getattr(part, "tense", "") == "would" for part in texts[card].walk()):
        return Verdict("not carried", "a text in the place of what is being done")
    # Where something was begun that must be carried through, all ways through it would be tried for each option; and
    # in a large game all that its own rules offer after the sentence.
    alone = not holds and (stage.large or not position.calm)
    trial = _Trial(stage, game, twin, position, card, seat, chance, alone, on, guided and not holds)
    try:
        with patience(seconds):
            return trial.run()
    except TooLong:
        return trial.verdict("too long")
    except Exception as broken:  # whose mistake it is, its innermost file tells
        place = traceback.extract_tb(broken.__traceback__)[-1]
        who = "reference" if "/reference/" in place.filename else "engine"
        told = f"the {who} breaks in {place.name}: {broken!r}"
        return trial.verdict("not carried" if who == "reference" else "disagreed", told)


def lasts(stage: Stage, text: N.Text) -> bool:
    """Whether a sentence may do something after it was carried out: what it does then is seen in play."""
    return stage.holds(text) or any(isinstance(part, LASTING) for part in text.walk())


class _Trial:
    def __init__(
        self,
        stage: Stage,
        game: Game,
        twin: Reference,
        position: Position,
        card: str,
        seat: int,
        chance: random.Random,
        alone: bool,
        on: bool,
        within: bool,
    ) -> None:
        self.stage, self.game, self.twin, self.position = stage, game, twin, position
        self.card, self.seat, self.chance = card, seat, chance
        self.used = False
        self.alone, self.on = alone, on
        self.within = within  # whether options are tried only as long as the sentence is carried out
        self.looks = copy.copy(chance)  # what is looked at does not change what is chosen
        self.chosen: list[str] = []

    def verdict(self, what: str, told: str = "") -> Verdict:
        way = f" (seat {self.seat}; after {self.chosen})" if what in ("disagreed", "unclear") else ""
        return Verdict(what, told + way, self.used)

    def run(self) -> Verdict:
        outer = 0 if self.alone else self._rules()
        on = self.on or lasts(self.stage, self.twin.w.component[self.card].text.tree)
        try:
            wrong = self._engine(lambda: self.stage.offer(self.game, self.card, self.seat, self.alone))
            stuck = self._reference(lambda: self.stage.begin(self.twin, self.card, self.seat, self.alone))
            for _ in range(DECISIONS):
                if wrong or stuck:
                    return self._stopped(wrong, stuck)
                over = self.game.decision is None or (not on and self._rules() <= outer)
                found = self._compared(over or self.looks.random() < LOOKED_THROUGH, over and self.within)
                if found is not None:
                    return found
                if over:
                    return self.verdict("agreed")  # what is asked now is what was asked before the sentence was offered
                number, told, same = self._choice()
                self.chosen.append(told)
                wrong = self._engine(lambda n=number: self.game.choose_number(n))
                stuck = self._reference(lambda t=told, s=same: self.twin.choose(t, s))
            if wrong or stuck:
                return self._stopped(wrong, stuck)
            found = self._compared(True)
            return found if found is not None else self.verdict("agreed")
        except NotCarried as missing:
            return self.verdict("not carried", str(missing))
        except Unclear as missing:
            return self.verdict("unclear", f"the reference does not know what is meant by {missing}")
        except (TooLong, RecursionError):
            return self.verdict("too long")

    def _stopped(self, wrong: str, stuck: str) -> Verdict:
        if wrong == stuck:  # they agree on it, but a rule that must be done cannot be done any more
            return self.verdict("stopped", wrong)
        return self.verdict("disagreed", f"the engine: {wrong or 'goes on'}; the reference: {stuck or 'goes on'}")

    def _rules(self) -> int:
        """How many rules are under way that offer sentences; a game begins with one of them, which is its last."""
        rule = self.stage.rule_name
        return sum(self.game.program.owner[frame[0]] == rule for frame in self.game.state.stack)

    @staticmethod
    def _engine(act: object) -> str:
        try:
            with SPENT.on("engine"):
                act()  # type: ignore[operator]
        except RulewrightError as error:
            code = error.problems[0].code
            return STOPPED if code == "RW0702" else f"{code} {error.problems[0].found}"
        return ""

    @staticmethod
    def _reference(act: object) -> str:
        try:
            with SPENT.on("reference"):
                act()  # type: ignore[operator]
        except Stuck:
            return STOPPED
        return ""

    def _compared(self, all_numbers: bool, believed: bool = False) -> Verdict | None:
        """What differs between the two; see `_differs`."""
        with SPENT.on("comparing"):
            return self._differs(all_numbers, believed)

    def _differs(self, all_numbers: bool, believed: bool) -> Verdict | None:
        """What differs between the two.

        all_numbers: also in numbers that are found anew; believed: options are not tried, if the reference has them.
        """
        game, twin = self.game, self.twin
        if (game.decision is None) != (twin.question is None):
            over = "the engine" if game.decision is None else "the reference"
            return self.verdict("disagreed", f"only for {over} the game is over")
        different = [told for told in differences(game, twin, all_numbers) if told != UNENDED or not self.alone]
        if different:
            return self.verdict("disagreed", "engine or reference: " + "; ".join(different[:4]))
        if game.decision is None or twin.left_open(twin.question):
            return None
        ours = [option.id for option in game.decision.options]
        if believed and not Counter(ours) - Counter(told for told, _ in twin.question.options):
            return None
        with SPENT.on("reference, options"):
            theirs = [told for told, _ in twin.options()]
        if Counter(ours) != Counter(theirs):
            more, fewer = sorted(Counter(ours) - Counter(theirs)), sorted(Counter(theirs) - Counter(ours))
            return self.verdict("disagreed", f"only the engine offers {more}, only the reference {fewer}")
        return None

    def _choice(self) -> tuple[int, str, int]:
        assert self.game.decision is not None
        ours = [option.id for option in self.game.decision.options]
        own = [at for at, told in enumerate(ours) if told.startswith(f"{self.card}:")]
        if own and not self.used:
            number, self.used = own[0], True
        elif self.used and "end" in ours and own:
            number = ours.index("end")
        else:
            number = self.chance.randrange(len(ours))
        return number, ours[number], ours[:number].count(ours[number])
