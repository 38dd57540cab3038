"""A process of its own for what would keep whoever types waiting."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

SPAWN = multiprocessing.get_context("spawn")


class Background:
    """A process that is spoken to through a pipe. It begins when it is first needed, and anew after it has died.

    Args:
        name: of the process.
        work: what it does; it is called with its end of the pipe and `more`.
    """

    def __init__(self, name: str, work: Callable[..., None], *more: Any) -> None:
        self._name, self._work, self._more = name, work, more
        self._process: Any = None
        self._pipe: Connection[Any, Any] | None = None
        self._closing = Lock()

    def pipe(self) -> Connection[Any, Any]:
        """Our end of the pipe of a process that lives."""
        process, pipe = self._process, self._pipe
        if process is None or pipe is None or not process.is_alive():
            self.close()
            pipe, other = SPAWN.Pipe()
            self._pipe = pipe
            self._process = SPAWN.Process(target=self._work, args=(other, *self._more), daemon=True, name=self._name)
            self._process.start()
            other.close()
        return pipe

    def close(self) -> None:
        """End the process. Two threads may do so at once: who waits for it closes it, too, when it is gone."""
        with self._closing:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join(1)
        if pipe is not None:
            pipe.close()
