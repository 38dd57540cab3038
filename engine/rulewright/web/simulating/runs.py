"""Games between bots that somebody looks on at: processes of their own play them, and end with whoever looked on.

A thread of the server deals out the numbers of games and counts what comes back, in order, so that figures do not
depend on how many processes play. A process ends when its run ends, when nobody has looked for a while, and when the
server dies.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

from rulewright.editing.background import Background
from rulewright.play.seats import HUMAN, SeatsError, seat_kinds
from rulewright.problems import Problem, RulewrightError, mistake, problem
from rulewright.ruleset.handing_over import packed, unpacked
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules
from rulewright.simulate.about import about
from rulewright.simulate.games import Plan, Played, play_one
from rulewright.simulate.report.findings import Findings
from rulewright.simulate.report.page import short

MOST_GAMES = 100_000
"""Games of a run."""
MOST_RUNS, AT_ONCE = 12, 2
"""Runs that are kept, and that play at the same time: a further one stops the oldest."""
JOBS = max(1, min(8, (os.cpu_count() or 1) - 1))
"""Processes of a run: one processor is left to who plays at a table."""
ABSENCE = 15.0
"""Seconds for which nobody needs to look: a page that is loaded anew, or a line that breaks."""
PLAYING, DONE, STOPPED, LEFT, BROKEN = "playing", "done", "stopped", "left", "broken"
_LOOK = 0.2


class Run:
    """Games of one plan.

    Attributes:
        stale: what is wrong with the files as they stood when it began, so that an earlier state of them is played.
        state: playing, done, stopped (by somebody), left (by everybody) or broken; problems: why it is broken.
    """

    def __init__(
        self, ruleset: Ruleset, kinds: Sequence[str], count: int, seed: int, lang: str, stale: Sequence[Problem] = ()
    ) -> None:
        self.kinds, self.count, self.seed, self.stale = tuple(kinds), count, seed, tuple(stale)
        self.packs = tuple(pack.id for pack in ruleset.packs)
        self.valued = bool(ruleset.result.get("value"))
        self.state = PLAYING
        self.problems: tuple[Problem, ...] = ()
        self._plan = Plan(partial(_rules, packed(ruleset), len(kinds)), self.kinds, seed, lang=lang, detailed=True)
        self._found, self._about = Findings(), dict[str, Any]()
        self._lock = threading.Lock()
        self._looks, self._looked = 0, time.monotonic()
        self._thread = threading.Thread(target=self._play, daemon=True, name="games")
        self._thread.start()

    @property
    def done(self) -> int:
        """How many games are played and counted."""
        return self._found.tally.games

    def told(self, lang: str) -> str:
        """What the games tell so far, as HTML; "" before the first."""
        with self._lock:
            return short(self._found, lang, self._about) if self.done else ""

    @contextmanager
    def looked_at(self) -> Iterator[None]:
        """Somebody looks on while this lasts."""
        with self._lock:
            self._looks += 1
        try:
            yield
        finally:
            with self._lock:
                self._looks -= 1
                self._looked = time.monotonic()

    def stop(self) -> None:
        """Play no more; what is played stays."""
        self._end(STOPPED)
        self._thread.join(5)

    # ------------------------------------------------------------ the thread

    def _end(self, state: str, problems: Sequence[Problem] = ()) -> None:
        with self._lock:
            if self.state == PLAYING:
                self.state, self.problems = state, tuple(problems)

    def _play(self) -> None:
        players = [Background("games", _work, self._plan)]
        try:
            self._deal(players)
        except RulewrightError as error:
            self._end(BROKEN, error.problems)
        except Exception as error:  # a process that died among others
            self._end(BROKEN, [mistake(error)])
        finally:
            for player in players:
                player.close()

    def _deal(self, players: list[Background]) -> None:
        """Deal games out until all are played or somebody ends it; the first process compiles, the others follow."""
        pipes = {players[0].pipe()}
        next_one, waiting = 0, dict[int, Played]()
        while self.state == PLAYING:
            if self.done == self.count:
                return self._end(DONE)
            if not self._looks and time.monotonic() - self._looked > ABSENCE:
                return self._end(LEFT)
            for pipe in wait(pipes, _LOOK):
                assert isinstance(pipe, Connection)
                came = pipe.recv()
                if isinstance(came, tuple):
                    raise RulewrightError(*came)
                if isinstance(came, Played):
                    waiting[came.index] = came
                elif len(players) == 1:
                    with self._lock:
                        self._found, self._about = Findings(came["components"]), came
                    players += [Background("games", _work, self._plan) for _ in range(min(JOBS, self.count) - 1)]
                    pipes |= {player.pipe() for player in players[1:]}
                if next_one < self.count:
                    pipe.send(next_one)
                    next_one += 1
            with self._lock:
                while self.done in waiting:
                    self._found.add(waiting.pop(self.done))
        return None


def _rules(data: bytes, players: int) -> Rules:
    """The rules that a process plays by, compiled for so many players."""
    rules = Rules(unpacked(data))
    rules.program(players)
    return rules


def _work(pipe: Connection[Any, Any], plan: Plan) -> None:
    """Play the games that are asked for until nobody asks any more; first tell about the game, or what is wrong."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        try:
            rules = plan.load()
            known = about(rules, len(plan.kinds), plan.lang)
        except RulewrightError as error:
            pipe.send(error.problems)
        except Exception as error:
            pipe.send((mistake(error),))
        else:
            pipe.send(known)
            while True:
                pipe.send(play_one(plan, rules, pipe.recv()))


def _end_with_parent() -> None:
    """End this process when the server has died, in the middle of a game too."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class Simulations:
    """The runs that there are, by an id that cannot be guessed."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}
        self._lock = threading.Lock()

    def begin(self, ruleset: Ruleset, wishes: Mapping[str, list[str]], lang: str, stale: Sequence[Problem] = ()) -> str:
        """Begin a run as a form wishes it; its id.

        Args:
            wishes: `seat`: kinds of bots, "" for nobody; `count`: how many games; `seed`.

        Raises:
            RulewrightError: nobody can sit like that.
        """
        kinds = [kind for kind in wishes.get("seat", []) if kind]
        if HUMAN in kinds:
            raise SeatsError(problem("RW0801", found=HUMAN))
        kinds = seat_kinds(Rules(ruleset), len(kinds), kinds)
        count = min(MOST_GAMES, max(1, _number(wishes, "count", 100)))
        run = Run(ruleset, kinds, count, _number(wishes, "seed", 1), lang, stale)
        name = secrets.token_urlsafe(8)
        with self._lock:
            for other in [one for one in self._runs.values() if one.state == PLAYING][: -AT_ONCE + 1]:
                other.stop()
            self._runs[name] = run
            for old in list(self._runs)[:-MOST_RUNS]:
                self._runs.pop(old).stop()
        return name

    def run(self, name: str) -> Run | None:
        """A run by its id."""
        return self._runs.get(name)

    def close(self) -> None:
        """End all runs."""
        for run in self._runs.values():
            run.stop()


def _number(wishes: Mapping[str, list[str]], name: str, default: int) -> int:
    given = wishes.get(name, [""])[-1]
    return int(given) if given.isdecimal() and len(given) < 9 else default
