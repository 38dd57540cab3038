"""How long it is looked for what a text that cannot be read could say: no text may keep its writer waiting without end.

The time is that of the thread, so that a machine that is busy with other things reads no less. Whoever looks asks
`go_on` before each thing that may take long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SECONDS = 20.0
"""Of the processor, for one text and all that is told of it; what is read at all takes a tenth of it."""

_END: ContextVar[float | None] = ContextVar("end", default=None)


class TooMuch(Exception):
    """What a text could say was looked for as long as anybody waits. What was found by then tells nothing."""


@contextmanager
def patience() -> Iterator[bool]:
    """The time for one text; whether it begins here. A text that is tried in the search for another has no own."""
    if _END.get() is not None:
        yield False
        return
    token = _END.set(time.thread_time() + SECONDS)
    try:
        yield True
    finally:
        _END.reset(token)


def go_on() -> None:
    """Go on where there is time left.

    Raises:
        TooMuch: there is none.
    """
    end = _END.get()
    if end is not None and time.thread_time() > end:
        raise TooMuch
