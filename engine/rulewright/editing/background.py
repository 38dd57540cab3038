"""A process of its own for what would keep whoever types waiting."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
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

    def pipe(self) -> Connection[Any, Any]:
        """Our end of the pipe of a process that lives."""
        if self._pipe is None or not self._process.is_alive():
            self.close()
            self._pipe, other = SPAWN.Pipe()
            self._process = SPAWN.Process(target=self._work, args=(other, *self._more), daemon=True, name=self._name)
            self._process.start()
            other.close()
        return self._pipe

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join(1)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
