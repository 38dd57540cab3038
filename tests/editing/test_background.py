"""A process in the background is ended once, whoever ends it."""

from __future__ import annotations

from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Thread

from rulewright.editing.background import Background


class Process:
    """Takes long enough to be killed for somebody else to come along."""

    def __init__(self) -> None:
        self.both = Barrier(2)

    def kill(self) -> None:
        with suppress(BrokenBarrierError):
            self.both.wait(0.3)

    def join(self, seconds: float) -> None:
        pass


class Pipe:
    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


def test_two_that_end_it_at_once_close_its_pipe_once() -> None:
    background, pipe = Background("test", print), Pipe()
    background._process, background._pipe = Process(), pipe  # type: ignore[assignment]
    closing = [Thread(target=background.close) for _ in range(2)]
    for one in closing:
        one.start()
    for one in closing:
        one.join()
    assert pipe.closed == 1
