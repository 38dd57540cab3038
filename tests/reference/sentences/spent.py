"""Where the time of a campaign goes, in seconds of the processor: each part without those that it begins."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Spent:
    """Seconds by part: drawing, reading, compiling, playing to positions, engine, reference, comparing."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._within = [0.0]  # what the parts that are under way have left to others

    @contextmanager
    def on(self, part: str) -> Iterator[None]:
        """Count the time until the end for a part; what it begins in its turn counts for that."""
        began = time.process_time()
        self._within.append(0.0)
        try:
            yield
        finally:
            whole = time.process_time() - began
            self.seconds[part] += whole - self._within.pop()
            self._within[-1] += whole

    def taken(self) -> Counter[str]:
        """The seconds so far; they are counted anew from now on."""
        taken, self.seconds = self.seconds, Counter()
        return taken


def shares(seconds: Counter[str]) -> str:
    """The share of each part, the largest first, on one line."""
    whole = sum(seconds.values()) or 1.0
    told = ", ".join(f"{part} {some / whole:.0%}" for part, some in seconds.most_common())
    return f"Of {whole:.0f} s of the processor: {told}."


SPENT = Spent()
"""Of this process."""
