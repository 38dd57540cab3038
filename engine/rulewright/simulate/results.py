"""A folder of results: games line by line as they are played, so that a run can be broken off and gone on with.

`plan.json` says what is played, `games.jsonl` has game i in line i. A line that was torn is played again, so no game is
lost or counted twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from rulewright import disk
from rulewright.problems import RulewrightError, problem
from rulewright.simulate.games import Played

PLAN, GAMES = "plan.json", "games.jsonl"


class Results:
    """The results of one plan in a folder, more of which can be added.

    Args:
        record: what is played, as plain data: all that decides how games go.

    Raises:
        RulewrightError: RW0861 where the folder holds the games of another plan.
    """

    def __init__(self, folder: Path, record: Mapping[str, Any]) -> None:
        self.folder = folder
        disk.make_folder(folder)
        plan = folder / PLAN
        text = json.dumps(record, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
        if plan.exists():
            if disk.read_text(plan) != text:
                raise RulewrightError(problem("RW0861", found=str(folder)))
        else:
            disk.write(plan, text)
            (folder / GAMES).unlink(missing_ok=True)
        _mend(folder / GAMES)
        self._file = (folder / GAMES).open("a", encoding="utf-8", newline="\n")

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, game: Played) -> None:
        """Write a game down; the next one after those that are there."""
        self._file.write(json.dumps(game.to_dict(), ensure_ascii=False) + "\n")
        self._file.flush()


def _mend(path: Path) -> None:
    """Cut off a last line that was not written to its end."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        size = end = file.seek(0, 2)
        while end:
            start = max(0, end - 65536)
            file.seek(start)
            at = file.read(end - start).rfind(b"\n")
            if at >= 0:
                end = start + at + 1
                break
            end = start
        if end < size:
            file.truncate(end)


def games_of(folder: Path) -> Iterator[Played]:
    """The games that a folder holds, in order.

    Raises:
        RulewrightError: RW0864 where there are none, or a line is no game.
    """
    path = folder / GAMES
    if not path.is_file():
        raise RulewrightError(problem("RW0864", found=str(path)))
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file):
            if not line.endswith("\n"):
                return
            try:
                game = Played(**json.loads(line))
            except (ValueError, TypeError, RecursionError):
                raise RulewrightError(problem("RW0864", found=f"{path}:{number + 1}")) from None
            if game.index != number:
                raise RulewrightError(problem("RW0864", found=f"{path}:{number + 1}"))
            yield game


def plan_of(folder: Path) -> dict[str, Any]:
    """What was played in a folder; {} where that is not told."""
    try:
        plan = json.loads(disk.read_text(folder / PLAN))
    except (ValueError, OSError, RulewrightError):
        return {}
    return plan if isinstance(plan, dict) else {}
