"""What many sentences have come to, kept in a file: a campaign that was interrupted goes on where it was."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.reference.sentences.spent import SPENT, shares

EVERY = 1000
"""After so many sentences a line is told."""

ROOT = Path(__file__).parents[3]


def revision() -> str:
    """The commit that is tried; "+" where files differ from it, "unknown" outside a repository."""
    try:
        asked = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
        return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


class Kept:
    """Counts by game and by revision, and the sentences on which the two disagreed.

    batches: how many batches of each game were tried with each seed, so that none is tried again; took: seconds of the
    processor by game; spent: by part of the work.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        self.batches: dict[str, int] = data.get("batches", {})
        self.games = {game: Counter(row) for game, row in data.get("games", {}).items()}
        self.revisions: Counter[str] = Counter(data.get("revisions", {}))
        self.parts = {part: Counter(row) for part, row in data.get("parts", {}).items()}
        self.missing: Counter[str] = Counter(data.get("missing", {}))  # what the reference does not carry, how often
        self.disagreements: list[str] = data.get("disagreements", [])
        self.sentences_told: set[str] = set(data.get("told", ()))
        self.took: Counter[str] = Counter(data.get("took", {}))
        self.spent: Counter[str] = Counter(data.get("spent", {}))
        self.revision = revision()

    @classmethod
    def added_up(cls, file: Path, some: Sequence[Kept]) -> Kept:
        """The counts of several, written into one file; nothing that stood there is counted again."""
        file.unlink(missing_ok=True)
        whole = cls(file)
        for one in some:
            whole.batches |= one.batches
            for game, row in one.games.items():
                whole.games.setdefault(game, Counter()).update(row)
            for part, row in one.parts.items():
                whole.parts.setdefault(part, Counter()).update(row)
            whole.revisions.update(one.revisions)
            whole.missing.update(one.missing)
            whole.disagreements += one.disagreements
            whole.sentences_told |= one.sentences_told
            whole.took.update(one.took)
            whole.spent.update(one.spent)
        whole.write()
        return whole

    @property
    def seconds(self) -> float:
        """How much of the processor all of it has taken."""
        return sum(self.took.values())

    @property
    def sentences(self) -> int:
        """How many both have carried out so far."""
        return sum(self.revisions.values())

    def is_new(self, game: str, text: str) -> bool:
        """Whether a sentence stands in no disagreement of a game yet; from now on it does."""
        new = f"{game}: {text}" not in self.sentences_told
        self.sentences_told.add(f"{game}: {text}")
        return new

    def number(self, seed: int, game: str) -> int:
        """The number of the next batch of a game; it is taken."""
        key = f"{seed} {game}"
        self.batches[key] = self.batches.get(key, 0) + 1
        return self.batches[key] - 1

    def add(self, game: str, outcomes: Sequence[str], carried_out: int, seconds: float) -> None:
        """Count a batch, write the file, and tell a line after each thousand."""
        before = self.sentences
        self.games.setdefault(game, Counter()).update(outcomes)
        self.revisions[self.revision] += carried_out
        self.took[game] += seconds
        self.spent.update(SPENT.taken())
        self.write()
        if before // EVERY != self.sentences // EVERY:
            print(self.line(), flush=True)

    def line(self) -> str:
        """All there is so far, on one line."""
        sums: Counter[str] = Counter()
        for row in self.games.values():
            sums.update(row)
        told = ", ".join(f"{times} {what}" for what, times in sums.most_common())
        return f"{self.sentences} sentences carried out by both in {self.seconds:.0f} s of the processor: {told}."

    def table(self) -> list[str]:
        """The counts of each game, as lines."""
        names = ("agreed", "stopped", "disagreed", "unclear", "not carried", "too long", "refused")
        lines = [f"{'':24}" + "".join(f"{name:>13}" for name in (*names, "seconds"))]
        for game, row in sorted(self.games.items()):
            lines.append(f"{game:24}" + "".join(f"{row[name]:13}" for name in names) + f"{self.took[game]:13.0f}")
        lines += [f"{times:8} with revision {name}" for name, times in self.revisions.items()]
        lines.append(shares(self.spent))
        lines += [f"{times:8} not carried: {what}" for what, times in self.missing.most_common(40)]
        return lines

    def write(self) -> None:
        """Write the file; whoever is interrupted in this leaves the old one."""
        data = {
            "took": {game: round(seconds, 1) for game, seconds in self.took.items()},
            "spent": {part: round(seconds, 1) for part, seconds in self.spent.items()},
            "revisions": self.revisions,
            "games": self.games,
            "batches": self.batches,
            "disagreements": self.disagreements,
            "told": sorted(self.sentences_told),
            "parts": self.parts,
            "missing": self.missing,
        }
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(data, indent=1, sort_keys=True), encoding="utf-8")
        new.replace(self.file)
