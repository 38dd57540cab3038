"""What bounds the search for proposals: the time of the processor for all of it, asked for before each text is tried.

How long one of these texts may be read is bounded by itself (`language/parsing/rewording/reading_budget.py`).
"""

from __future__ import annotations

import time

SECONDS = 4.0
"""Of the processor, for which texts are looked for; what was begun is ended, which may last a second more."""
LEAST = 120
"""Texts that are tried in any case, however slow the machine is; each share of the time has its share of them."""
LONGEST = 2.0
"""So many times as long as it should, at most, a search may last to try that many."""


class SearchBudget:
    """The time that is left to look for something, and how many texts were tried in it.

    The clock starts with the first text that is tried: what a game needs before (to be read, to be bound) is not
    counted. A machine that is slow, or busy with other things, tries no fewer than so many.

    Args:
        seconds: of the processor.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._begun: float | None = None
        self.tried = 0
        self.ended = False

    def left(self, share: float = 1.0) -> bool:
        """Whether there is time for one more text. share: of all time, which may be used up so far."""
        now = time.process_time()
        self._begun = now if self._begun is None else self._begun
        used = now - self._begun
        few = self.tried < LEAST * share and used < self.seconds * LONGEST
        over = used >= self.seconds * share and not few
        self.ended |= over and share == 1.0
        self.tried += not over
        return not over
