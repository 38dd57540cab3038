"""What was computed before, kept in a folder of the user's: parse tables, checked rulesets, programs.

The name of an entry is a hash of everything that it was computed from, the engine included, so nothing stale is ever
found. A cache that is not there, that cannot be written or that is damaged only costs time. Entries are read only when
nobody but the user can have written them, as bytecode files are.

The folder is the platform's usual one, or what the environment variable RULEWRIGHT_CACHE names.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

from rulewright.resources import data_dir

MAX_ENTRIES = 1000
"""Of one kind; when there are more, the oldest go."""

_PACKAGE = Path(__file__).resolve().parent
_DIGEST = 32


def name_of(*parts: str) -> str:
    """The name of an entry that is computed from these parts, by this engine."""
    text = "\0".join((engine(), *parts))
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def engine() -> str:
    """The state of the engine's own files, which change when somebody works on it, and of Python."""
    files = [*_PACKAGE.rglob("*.py"), *_PACKAGE.rglob("*.yaml")]
    files += [path for kind in ("schemas", "grammar") for path in data_dir(kind).iterdir()]
    states = [f"{path} {(state := path.stat()).st_size} {state.st_mtime_ns}" for path in sorted(files)]
    return hashlib.sha256("\n".join([sys.version, *states]).encode()).hexdigest()


def load(kind: str, name: str) -> bytes | None:
    """Return what was stored under a name, or None."""
    try:
        path = _folder(kind) / name
        if not (_is_ours(path.parent) and _is_ours(path)):
            return None
        data = path.read_bytes()
    except OSError:
        return None
    digest, data = data[:_DIGEST], data[_DIGEST:]
    return data if hashlib.sha256(data).digest() == digest else None


def store(kind: str, name: str, data: bytes) -> None:
    """Keep something under a name; readers see all of it or nothing."""
    try:
        folder = _folder(kind)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_room(folder)
        handle, temporary = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(data).digest() + data)
        os.replace(temporary, folder / name)
    except OSError:
        pass  # it is computed again the next time


def _folder(kind: str) -> Path:
    named = os.environ.get("RULEWRIGHT_CACHE")
    if named:
        return Path(named) / kind
    import platformdirs  # here, because importing it takes longer than reading an entry

    return Path(platformdirs.user_cache_dir("rulewright")) / kind


def _is_ours(path: Path) -> bool:
    """Whether only this user can have written a file or folder."""
    if sys.platform == "win32":
        return True  # the user's folders are closed to others
    state = path.stat()
    return state.st_uid == os.getuid() and not state.st_mode & 0o022


def _make_room(folder: Path) -> None:
    entries = list(folder.iterdir())
    if len(entries) >= MAX_ENTRIES:
        for old in sorted(entries, key=lambda path: path.stat().st_mtime)[: MAX_ENTRIES // 2]:
            old.unlink()
