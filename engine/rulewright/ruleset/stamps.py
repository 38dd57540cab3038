"""Remembering what was found right, so that it need not be checked again.

Checking takes most of the time of loading. When a ruleset has no problem, a stamp is kept in the user's cache: the hash
of all its files and of the engine that checked them. As long as it fits, schemas and references are not checked, and
sentences are parsed when they are needed. Nothing is ever built from a stamp: it holds a hash and no more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import platformdirs

from rulewright.resources import data_dir
from rulewright.ruleset.files import RulesetFile

MAX_STAMPS = 500
_ENGINE = Path(__file__).resolve().parents[1]


def fingerprint(files: Iterable[RulesetFile]) -> str:
    """The hash of a ruleset's files (scenarios are checked when they are run) and of what checks them."""
    found = hashlib.sha256(_engine().encode())
    for file in files:
        if file.kind != "scenarios" and file.path.is_file():
            found.update(f"\0{file.kind}\0{file.name}\0".encode())
            with file.path.open("rb") as stream:
                found.update(hashlib.file_digest(stream, "sha256").digest())
    return found.hexdigest()


@cache
def _engine() -> str:
    """The state of the engine's own files; they change when somebody works on the engine."""
    folders = (_ENGINE / "language", _ENGINE / "ruleset", data_dir("schemas"), data_dir("grammar"))
    files = sorted(path for folder in folders for path in folder.iterdir() if path.is_file())
    return "\n".join(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files)


def _stamp(folder: Path) -> Path:
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:32]
    return Path(platformdirs.user_cache_dir("rulewright")) / "checked" / name


def is_stamped(folder: Path, state: str) -> bool:
    """Whether a ruleset in this state was found right."""
    try:
        return _stamp(folder).read_text(encoding="ascii") == state
    except (OSError, ValueError):
        return False


def stamp(folder: Path, state: str) -> None:
    """Remember that a ruleset in this state is right."""
    path = _stamp(folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        stamps = list(path.parent.iterdir())
        for old in stamps if len(stamps) >= MAX_STAMPS else ():  # those of folders long gone go with them
            old.unlink()
        path.write_text(state, encoding="ascii")
    except OSError:
        pass  # a cache that cannot be written only costs time
