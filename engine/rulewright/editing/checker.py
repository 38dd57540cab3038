"""Whole checks in a process of their own, so that whoever types does not wait for them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rulewright.editing.background import SPAWN, Background
from rulewright.editing.findings import findings
from rulewright.problems import Problem, RulewrightError, mistake
from rulewright.ruleset.files.unsaved import unsaved


@dataclass(frozen=True, slots=True)
class Step:
    """What a check has found so far. readable: whether a ruleset could be built; whole: whether that is all."""

    readable: bool
    problems: tuple[Problem, ...]
    whole: bool


class Checker:
    """Checks one ruleset at a time; a process that has died is begun again with the next check."""

    def __init__(self) -> None:
        self._given_up = SPAWN.Event()
        self._background = Background("check", _work, self._given_up)

    def check(self, ruleset: Path, packs: tuple[str, ...], texts: Mapping[Path, str]) -> Iterator[Step]:
        """Yield what is wrong with a ruleset, step by step; texts stand in the place of files.

        Raises:
            EOFError, OSError: the process has died.
        """
        pipe = self._background.pipe()
        self._given_up.clear()
        pipe.send((ruleset, packs, dict(texts)))
        try:
            while (step := pipe.recv()) is not None:
                yield step
        except (EOFError, OSError):
            self.close()
            raise

    def give_up(self) -> None:
        """Let the check that runs end with its present step."""
        self._given_up.set()

    def close(self) -> None:
        """End the process."""
        self._background.close()


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
