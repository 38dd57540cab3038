"""What bounds the reading of one text: how long, and in how many attempts, it is looked for what it could say.

No text that cannot be read as it stands may keep its writer waiting without end. The time is that of the thread, so
that a machine that is busy with other things reads no less. Whoever looks asks `go_on` before each thing that may take
long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count

SECONDS = 20.0
"""Of the processor, for one text and all that is told of it; what is read at all takes a tenth of it."""
SELDOM = 32
"""The clock is looked at once in so many times: to look takes as long as many a thing that is tried."""
ATTEMPTS = 120
"""Texts that are tried for one that cannot be read as it stands."""

_END: ContextVar[float | None] = ContextVar("end", default=None)
_ATTEMPTS: ContextVar[int] = ContextVar("attempts", default=ATTEMPTS)
_ASKED = count()


class TooMuch(Exception):
    """What a text could say was looked for as long as anybody waits. What was found by then tells nothing."""


@contextmanager
def reading_budget() -> Iterator[bool]:
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
    if end is not None and not next(_ASKED) % SELDOM and time.thread_time() > end:
        raise TooMuch


@contextmanager
def hurried(attempts: int) -> Iterator[None]:
    """Read texts in fewer attempts each: who looks through many wants those that are near.

    What is found out so is not remembered, as one more attempt might tell another thing.
    """
    token = _ATTEMPTS.set(attempts)
    try:
        yield
    finally:
        _ATTEMPTS.reset(token)


def attempts() -> int:
    """How many texts are tried for one that cannot be read as it stands."""
    return _ATTEMPTS.get()


def is_hurried() -> bool:
    """Whether fewer attempts are made than the language makes otherwise."""
    return _ATTEMPTS.get() < ATTEMPTS
