"""How long somebody waits for proposals: whoever looks for them asks before each text whether there is time left."""

from __future__ import annotations

import time

SECONDS = 4.0
"""Of the processor, for which texts are looked for; what was begun is ended, which may last a second more."""


class Patience:
    """The time that is left to look for something, and how many texts were tried in it.

    Args:
        seconds: of the processor; a machine that is busy with other things finds no less.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._end = time.process_time() + seconds
        self.tried = 0
        self.ended = False

    def left(self, share: float = 1.0) -> bool:
        """Whether there is time for one more text. share: of all time, which may be used up so far."""
        over = time.process_time() > self._end - self.seconds * (1 - share)
        self.ended |= over and share == 1.0
        self.tried += not over
        return not over
