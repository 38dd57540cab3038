"""Processes that try cases: with limits, so that what takes too much harms nobody else."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from fuzzing.trial import Outcome, trial

MEMORY = 1_000_000_000
"""Bytes that a process of the fuzzer may have, all that it has loaded included."""
CASES = 400
"""That a process tries before another takes its place, so that what one leaves behind does not count for all."""
GRACE = 300
"""Seconds after which a case is ended from outside: of the processor, or by the clock while nothing is done."""


def work(connection: Connection, seed: int, folder: str, cache: str, kinds: tuple[str, ...]) -> None:
    """Try the cases whose numbers come, one after the other."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ["RULEWRIGHT_CACHE"] = cache
    with open(os.devnull, "w") as nothing:
        sys.stderr = nothing
        with suppress(EOFError):
            while True:
                number = connection.recv()
                try:
                    connection.send(trial(seed, number, Path(folder, "case"), kinds))
                except MemoryError:
                    connection.send(Outcome(number, defect=f"took more than {MEMORY:,} bytes"))


@dataclass
class Worker:
    """A process, and the case that it is at."""

    process: BaseProcess
    connection: Connection
    folder: tempfile.TemporaryDirectory[str]
    number: int = -1
    since: float = 0
    spent: float = 0
    tried: int = 0

    @classmethod
    def begin(cls, seed: int, cache: str, kinds: tuple[str, ...]) -> Worker:
        """A new one."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        folder = tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True)
        process = context.Process(target=work, args=(theirs, seed, folder.name, cache, kinds))
        process.start()
        theirs.close()
        return cls(process, ours, folder)

    def give(self, number: int) -> None:
        """Let it try a case."""
        self.number, self.since = number, time.monotonic()
        self.spent = processor(self.process.pid)[1]
        self.tried += 1
        self.connection.send(number)

    def hangs(self) -> bool:
        """Whether it has had its time: one that waits for a busy processor has not, one that sleeps has."""
        if time.monotonic() - self.since <= GRACE:
            return False
        runs, spent = processor(self.process.pid)
        return not runs or spent - self.spent > GRACE

    def end(self) -> None:
        """Away with it."""
        self.connection.close()
        self.process.kill()
        self.process.join()
        self.folder.cleanup()


def processor(process: int | None) -> tuple[bool, float]:
    """Whether a process runs or would if it could, and the seconds of the processor that it has had.

    Where the system does not tell: no, and 0.
    """
    try:
        state, *figures = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return False, 0
    return state in "RD", (int(figures[10]) + int(figures[11])) / os.sysconf("SC_CLK_TCK")
