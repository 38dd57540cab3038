"""Which files make a ruleset, and where rulesets are found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from rulewright.language.problems import Place, Problem, did_you_mean, problem
from rulewright.resources import data_dir

MAX_FILES = 2_000

# The kinds of file and their places in a ruleset's folder; the order is the order in which they are read.
_KINDS = (
    ("ruleset", re.compile(r"ruleset\.yaml")),
    ("lexicon", re.compile(r"lexicon\.yaml")),
    ("map", re.compile(r"map/[^/]+\.yaml")),
    ("components", re.compile(r"components/[^/]+\.yaml")),
    ("procedures", re.compile(r"procedures/[^/]+\.yaml")),
    ("scenarios", re.compile(r"scenarios/[^/]+\.yaml")),
    ("locale-lexicon", re.compile(r"locale/[^/]+/lexicon\.yaml")),
    ("locale-texts", re.compile(r"locale/[^/]+/texts\.yaml")),
    ("untestable", re.compile(r"untestable\.yaml")),
    ("coverage", re.compile(r"coverage\.yaml")),
    ("rules", re.compile(r"rules\.md")),
    ("prose", re.compile(r"[^/]+\.md|LICEN[CS]E[^/]*|locale/[^/]+/[^/]+\.(md|po)")),
)


class RulesetFile(NamedTuple):
    """A file of a ruleset: its kind, where it lies, how it is called in problems, and its language."""

    kind: str
    path: Path
    name: str
    language: str


def find_ruleset(name_or_path: str | Path) -> Path:
    """Return the folder of a ruleset: a path, or the name of one that ships with Rulewright.

    Raises:
        LookupError: there is none; the error's problem names the closest.
    """
    path = Path(name_or_path)
    if path.name == "ruleset.yaml":
        path = path.parent
    if (path / "ruleset.yaml").is_file():
        return path
    shipped = shipped_rulesets()
    if str(name_or_path) in shipped:
        return shipped[str(name_or_path)]
    raise LookupError(str(name_or_path))


def shipped_rulesets() -> dict[str, Path]:
    """The rulesets that ship with Rulewright, by name."""
    return {
        folder.name: folder
        for folder in sorted(data_dir("rulesets").iterdir())
        if (folder / "ruleset.yaml").is_file()
    }


def ruleset_not_found(name: str) -> Problem:
    """What to say of a name or path that is no ruleset."""
    known = list(shipped_rulesets())
    return problem("RW0220", found=name, expected=known, suggestions=did_you_mean(name, known))


def ruleset_files(folder: Path, problems: list[Problem]) -> list[RulesetFile]:
    """List the files of a ruleset in the order in which they are read.

    A file that nothing reads is a problem, except for hidden files; so is a link that leads out of the folder.
    """
    found: list[tuple[int, RulesetFile]] = []
    root = folder.resolve()
    shown = _shown(folder)
    count = 0
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if any(part.startswith((".", "__")) for part in inside.parts) or path.is_dir():
            continue
        name = f"{shown}/{inside.as_posix()}"
        count += 1
        if count > MAX_FILES:
            problems.append(problem("RW0224", place=Place(shown, 1, 1), limit=f"{MAX_FILES:,}"))
            break
        if not path.resolve().is_relative_to(root):
            problems.append(problem("RW0223", place=Place(name, 1, 1), found=inside.as_posix()))
            continue
        for order, (kind, pattern) in enumerate(_KINDS):
            if pattern.fullmatch(inside.as_posix()):
                language = inside.parts[1] if kind.startswith("locale") else ""
                found.append((order, RulesetFile(kind, path, name, language)))
                break
        else:
            problems.append(problem("RW0222", place=Place(name, 1, 1), found=inside.as_posix()))
    return [file for _, file in sorted(found, key=lambda item: (item[0], item[1].name))]


def _shown(folder: Path) -> str:
    """A folder as the user knows it: relative to where they are, if it lies there."""
    try:
        return folder.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return folder.as_posix()
