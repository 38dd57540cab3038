"""Which files make a ruleset, and where rulesets are found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.problems import Place, Problem, did_you_mean, problem
from rulewright.resources import data_dir
from rulewright.ruleset.files.document import MAX_BYTES
from rulewright.ruleset.files.unsaved import held, held_in

MAX_FILES = 2_000
MAX_DEPTH = 20
PACKS = "packs"
"""The folder inside a ruleset's in which packs lie that come with it; they are read when they are asked for."""
_RULE_NUMBER = re.compile(r"\*\*([A-Z]+-[0-9]+[a-z]?)\*\*")
KINDS_WITHOUT_EFFECT = frozenset(("always", "layout", "locale", "coverage", "untestable", "scenarios"))
"""Parts of a ruleset's content that do not change how the game is played."""

# The kinds of file and their places in a ruleset's folder; the order is the order in which they are read.
_KINDS = (
    ("ruleset", re.compile(r"ruleset\.yaml")),
    ("pack", re.compile(r"pack\.yaml")),
    ("lexicon", re.compile(r"lexicon\.yaml")),
    ("map", re.compile(r"map/[^/]+\.yaml")),
    ("components", re.compile(r"components/[^/]+\.yaml")),
    ("procedures", re.compile(r"procedures/[^/]+\.yaml")),
    ("always", re.compile(r"always\.yaml")),
    ("layout", re.compile(r"layout\.yaml")),
    ("scenarios", re.compile(r"scenarios/[^/]+\.yaml")),
    ("locale-lexicon", re.compile(r"locale/[^/]+/lexicon\.yaml")),
    ("locale-texts", re.compile(r"locale/[^/]+/texts\.yaml")),
    ("untestable", re.compile(r"untestable\.yaml")),
    ("coverage", re.compile(r"coverage\.yaml")),
    ("rules", re.compile(r"rules\.md")),
    ("prose", re.compile(r"[^/]+\.md|LICEN[CS]E[^/]*|locale/[^/]+/([^/]+\.(md|po)|(proved|reviewed)\.txt)")),
)


class RulesetFile(NamedTuple):
    """A file of a ruleset: its kind, where it lies, how it is called in problems, and its language."""

    kind: str
    path: Path
    name: str
    language: str


def find_ruleset(name_or_path: str | Path) -> Path:
    """Return the folder of a ruleset: a path, or the name of one that ships with Rulewright.

    A name (text without a folder in it) that ships is never taken for a folder that lies here by chance: whoever means
    that one says `./name`.

    Raises:
        LookupError: there is none; the error's problem names the closest.
    """
    shipped = shipped_rulesets()
    if isinstance(name_or_path, str) and name_or_path in shipped:
        return shipped[name_or_path]
    path = Path(name_or_path)
    if path.name == "ruleset.yaml":
        path = path.parent
    try:
        if (path / "ruleset.yaml").is_file():
            return path
    except OSError:
        pass  # no path at all: too long, or not ours to look at
    raise LookupError(str(name_or_path))


def shipped_rulesets() -> dict[str, Path]:
    """The rulesets that ship with Rulewright, by name."""
    return {
        folder.name: folder for folder in sorted(data_dir("rulesets").iterdir()) if (folder / "ruleset.yaml").is_file()
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
    shown = shown_path(folder)
    for count, path in enumerate(walk_folder(folder, problems)):
        inside = path.relative_to(folder)
        if inside.parts[0] == PACKS and len(inside.parts) > 1:
            continue
        name = f"{shown}/{inside.as_posix()}".encode("utf-8", "replace").decode()
        if count >= MAX_FILES:
            problems.append(problem("RW0224", place=Place(shown, 1, 1), limit=f"{MAX_FILES:,}"))
            break
        if path.is_symlink() and not stays_inside(path, folder):
            problems.append(problem("RW0223", place=Place(name, 1, 1), found=inside.as_posix()))
            continue
        order, kind, language = kind_of(inside.as_posix())
        if kind in ("", "pack"):
            problems.append(problem("RW0222", place=Place(name, 1, 1), found=inside.as_posix()))
        else:
            found.append((order, RulesetFile(kind, path, name, language)))
    return [file for _, file in sorted(found, key=lambda item: (item[0], item[1].name))]


def kind_of(inside: str) -> tuple[int, str, str]:
    """When a file is read, its kind and its language, by its path in the folder of a ruleset or pack.

    The kind is "" for a file that nothing reads.

    >>> kind_of("components/cards.yaml")[1:], kind_of("locale/hu/texts.yaml")[1:], kind_of("cards.yaml")[1:]
    (('components', ''), ('locale-texts', 'hu'), ('', ''))
    """
    for order, (kind, pattern) in enumerate(_KINDS):
        if pattern.fullmatch(inside):
            return order, kind, inside.split("/")[1] if kind.startswith("locale") else ""
    return len(_KINDS), "", ""


def walk_folder(folder: Path, problems: list[Problem], depth: int = 0) -> Iterator[Path]:
    """The files below a folder, in order. Hidden ones are left alone.

    A link to a folder counts as a file, and so does a folder so deep down that nothing would read what is in it.
    """
    try:
        paths = sorted({*folder.iterdir(), *held_in(folder)})
    except OSError as error:
        shown = shown_path(folder)
        problems.append(problem("RW0101", place=Place(shown, 1, 1), file=shown, reason=error.strerror or str(error)))
        return
    for path in paths:
        if path.name.startswith((".", "__")):
            continue
        if path.is_dir() and not path.is_symlink() and depth < MAX_DEPTH:
            yield from walk_folder(path, problems, depth + 1)
        else:
            yield path


def stays_inside(link: Path, folder: Path) -> bool:
    """Whether a link leads to something in a folder."""
    try:
        return link.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links that lead to each other
        return False


def rule_numbers(folder: Path) -> list[str] | None:
    """The numbers of the rules that rules.md tells, in its order; None without that file.

    A rule is told where its number stands in bold: `- **T-1** …`.
    """
    path = folder / "rules.md"
    written = held(path)
    if written is not None:
        return numbers_in(written.decode())
    if not path.is_file():
        return None
    with path.open(encoding="utf-8", errors="replace") as stream:
        return numbers_in(stream.read(MAX_BYTES))


def numbers_in(rules: str) -> list[str]:
    """The numbers of the rules that a text tells.

    >>> numbers_in("- **T-1** Each player takes a seat.")
    ['T-1']
    """
    return _RULE_NUMBER.findall(rules)


def shown_path(folder: Path) -> str:
    """A folder as the user knows it: relative to where they are, if it lies there."""
    try:
        return folder.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return folder.as_posix()
