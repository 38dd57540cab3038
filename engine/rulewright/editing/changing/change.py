"""A change of files: made ready, shown to an editor, and written by it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rulewright.problems import Place, Problem, RulewrightError, problem
from rulewright.ruleset.translations.renaming import Edit

WRONG = "something would be wrong afterwards"


def refused(name: str, new: str, reason: str, *wrong: Problem, place: Place | None = None) -> RulewrightError:
    """RW0835: something is not renamed, and why. wrong: what would be wrong, told behind it."""
    return RulewrightError(problem("RW0835", place=place or Place(), found=name, new=new, reason=reason), *wrong)


@dataclass
class Change:
    """What is to be changed: by file, its text as it was read, and where in it something else is to stand."""

    texts: dict[Path, str] = field(default_factory=dict)
    edits: dict[Path, list[Edit]] = field(default_factory=dict)

    def add(self, file: Path, text: str, start: int, end: int, new: str) -> None:
        """Put some characters in the place of others."""
        self.texts[file] = text
        edits = self.edits.setdefault(file, [])
        if (start, end, new) not in edits:  # a place that is reached in two ways is changed once
            edits.append((start, end, new))

    def result(self, file: Path) -> str:
        """A file as it will be."""
        text = self.texts[file]
        for start, end, new in sorted(self.edits[file], reverse=True):
            text = text[:start] + new + text[end:]
        return text
