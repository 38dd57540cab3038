"""Many games on more than one machine, through Ray. Needs the extra `cluster`.

Ray carries tasks to machines and gives a task that died with its process to another one. As a game follows from its
number, a chunk that is played again comes out the same; results are taken by number, so none is lost or counted twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import ray

from rulewright.runtime.rules import Rules
from rulewright.simulate.games import Plan, Played, play_one

CHUNK = 16
"""Games of one task."""
RETRIES = 20
"""Times that a task is begun again when its process dies."""

_loaded: dict[int, Rules] = {}  # in a process of the cluster: the ruleset of its run


def _play(plan: Plan, run: int, first: int, last: int) -> list[Played]:
    """Some games of a plan: what a process of the cluster does."""
    if run not in _loaded:
        _loaded.clear()
        _loaded[run] = plan.load()
    return [play_one(plan, _loaded[run], index) for index in range(first, last)]


def play_on_cluster(plan: Plan, first: int, count: int, address: str) -> Iterator[Played]:
    """Play the games from `first` up to `count` on a cluster and yield them in order.

    Args:
        address: of the cluster, as `ray.init` takes it; `local` starts one on this machine.
    """
    if not ray.is_initialized():
        ray.init(address=None if address == "local" else address, log_to_driver=False)
    task = ray.remote(max_retries=RETRIES)(_play)
    sent = ray.put(plan)
    ahead = max(4, int(4 * ray.cluster_resources().get("CPU", 1)))
    waiting: deque[Any] = deque()
    starts = iter(range(first, count, CHUNK))
    run = id(waiting)
    while True:
        while len(waiting) < ahead and (start := next(starts, None)) is not None:
            waiting.append(task.remote(sent, run, start, min(start + CHUNK, count)))
        if not waiting:
            return
        yield from ray.get(waiting.popleft())
