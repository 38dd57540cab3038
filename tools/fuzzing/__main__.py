"""Break rulesets, packs and journals at random, and look at what Rulewright makes of them.

Nothing may raise an error that is not Rulewright's own, take more than 10 seconds or more than 1 GB, and what `check`
accepts must be playable. A case follows from the seed and its number: --first N goes on from there, and --only N --keep
FOLDER leaves one case behind to look at. The exit status is 1 when there was a defect.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.connection import wait
from pathlib import Path

from fuzzing.trial import PATIENCE, Outcome, trial
from fuzzing.workers import CASES, GRACE, Worker


def fuzz(arguments: argparse.Namespace, cache: str) -> list[Outcome]:
    """Try all cases that are asked for, with a cache of their own in a folder; return the defects."""
    numbers = iter(range(arguments.first, arguments.first + arguments.n))
    results: Counter[tuple[str, str]] = Counter()
    codes: Counter[str] = Counter()
    defects: list[Outcome] = []
    start = time.perf_counter()
    workers: list[Worker] = []
    last = arguments.first + arguments.n

    def begin() -> None:
        number = next(numbers, None)
        if number is not None:
            workers.append(Worker.begin(arguments.seed, cache, tuple(arguments.kind)))
            workers[-1].give(number)

    def done(worker: Worker, outcome: Outcome) -> None:
        results[outcome.kind or "?", outcome.result or "broken off"] += 1
        codes.update(set(outcome.codes))
        if outcome.defect:
            defects.append(outcome)
            print(told(outcome), flush=True)
        if sum(results.values()) % 500 == 0:
            spent = time.perf_counter() - start
            print(f"  {sum(results.values())} cases, {len(defects)} defects, {spent:.0f} s", file=sys.stderr)

    for _ in range(arguments.jobs):
        begin()
    while workers:
        wait([worker.connection for worker in workers], timeout=1)
        for worker in list(workers):
            number = worker.number
            try:
                if worker.connection.poll():
                    done(worker, worker.connection.recv())
                elif not worker.process.is_alive():
                    raise EOFError
                elif worker.hangs():
                    done(worker, Outcome(number, defect=f"took more than {PATIENCE} s outside of Python, or {GRACE} s"))
                    worker.tried = CASES
                else:
                    continue
            except (EOFError, OSError):
                done(worker, Outcome(number, defect=f"its process ended with {worker.process.exitcode}"))
                worker.tried = CASES
            following = next(numbers, None) if worker.tried < CASES else None
            if following is not None:
                worker.give(following)
            else:
                worker.end()
                workers.remove(worker)
                begin()
    spent = time.perf_counter() - start
    print(f"cases {arguments.first} to {last - 1} of seed {arguments.seed} in {spent:.0f} s:")
    for (kind, result), count in sorted(results.items()):
        print(f"  {kind:8} {result:10} {count:6}")
    print(f"  codes: {', '.join(f'{code} {count}' for code, count in codes.most_common())}")
    print(f"  defects: {len(defects)}")
    return defects


def told(outcome: Outcome) -> str:
    """A defect in words."""
    changes = "".join(f"\n    {change}" for change in outcome.told)
    return f"DEFECT {outcome.number} ({outcome.kind} {outcome.base}):{changes}\n{outcome.defect.rstrip()}"


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="tools/fuzz", description=__doc__)
    parser.add_argument("-n", type=int, default=1000, help="cases (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--kind", action="append", default=[], help="only rulesets, packs or journals; may be repeated")
    parser.add_argument("--only", type=int, help="one case, in this process")
    parser.add_argument("--keep", type=Path, help="with --only: the folder in which the case is left")
    arguments = parser.parse_args()
    if arguments.only is not None:
        folder = arguments.keep or Path(tempfile.mkdtemp(prefix="fuzz-"))
        os.environ["RULEWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="fuzz-")
        outcome = trial(arguments.seed, arguments.only, folder)
        print(told(outcome) if outcome.defect else outcome)
        print(f"in {folder}")
        return 1 if outcome.defect else 0
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as cache:
        return 1 if fuzz(arguments, cache) else 0


if __name__ == "__main__":
    sys.exit(main())
