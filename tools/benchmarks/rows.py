"""What a benchmark gives: rows of figures beside their budgets; and how times are taken."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One figure.

    Attributes:
        budget: what must be reached, aim: what is aimed for; None where there is no budget.
        more_is_better: whether figures grow with speed.
        beside: figures without which this one says little.
    """

    bench: str
    what: str
    figure: float
    unit: str
    budget: float | None = None
    aim: float | None = None
    more_is_better: bool = False
    beside: dict[str, Any] = field(default_factory=dict)

    @property
    def met(self) -> bool | None:
        """Whether the budget is kept."""
        if self.budget is None:
            return None
        return self.figure >= self.budget if self.more_is_better else self.figure <= self.budget


def seconds(run: Callable[[], object]) -> float:
    """How much of the processor a call takes: what other processes do on a busy machine counts as little as can be.

    Nothing is collected meanwhile, as in `timeit`: what a collection takes depends on all that a process holds.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        start = time.process_time()
        run()
        return time.process_time() - start
    finally:
        if collected:
            gc.enable()


def clock_of(processor: bool) -> tuple[Callable[[], float], dict[str, Any]]:
    """The clock on the wall or that of the processor, and what rows say of it beside their figures."""
    return (time.process_time, {"clock": "of the processor"}) if processor else (time.perf_counter, {})


def side_by_side(runs: Sequence[Callable[[], object]], repeat: int) -> list[float]:
    """The median time of each run, taken in turns, so that a busy machine slows all of them alike."""
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(repeat):
        for run, found in zip(runs, times, strict=True):
            found.append(seconds(run))
    return [median(found) for found in times]
