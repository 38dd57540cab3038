"""Whole checks in a process of their own, so that whoever types does not wait for them."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rulewright.editing.findings import findings
from rulewright.language.problems import Problem, RulewrightError, mistake
from rulewright.ruleset.files.unsaved import unsaved

_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Step:
    """What a check has found so far. readable: whether a ruleset could be built; whole: whether that is all."""

    readable: bool
    problems: tuple[Problem, ...]
    whole: bool


class Checker:
    """Checks one ruleset at a time; a process that has died is begun again with the next check."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection[Any, Any] | None = None
        self._given_up = _SPAWN.Event()

    def check(self, ruleset: Path, packs: tuple[str, ...], texts: Mapping[Path, str]) -> Iterator[Step]:
        """Yield what is wrong with a ruleset, step by step; texts stand in the place of files.

        Raises:
            EOFError, OSError: the process has died.
        """
        if self._pipe is None or not self._process.is_alive():
            self._begin()
        assert self._pipe is not None
        self._given_up.clear()
        self._pipe.send((ruleset, packs, dict(texts)))
        try:
            while (step := self._pipe.recv()) is not None:
                yield step
        except (EOFError, OSError):
            self.close()
            raise

    def give_up(self) -> None:
        """Let the check that runs end with its present step."""
        self._given_up.set()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join(1)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _begin(self) -> None:
        self.close()
        self._pipe, other = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_work, args=(other, self._given_up), daemon=True, name="check")
        self._process.start()
        other.close()


def _work(pipe: Connection[Any, Any], given_up: Any) -> None:
    """Check what is asked for until nobody asks any more."""
    if sys.platform != "win32":
        os.nice(5)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            ruleset, packs, texts = pipe.recv()
            with unsaved(texts):
                try:
                    for found in findings(ruleset, packs):
                        pipe.send(Step(found.ruleset is not None, tuple(found.problems), found.whole))
                        if given_up.is_set():
                            break
                except RulewrightError as error:
                    pipe.send(Step(False, error.problems, True))
                except Exception as error:
                    pipe.send(Step(False, (mistake(error),), True))
            pipe.send(None)
