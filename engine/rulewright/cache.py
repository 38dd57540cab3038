"""What was computed before, kept in a folder of the user's: parse tables, languages, checked rulesets, programs.

The name of an entry is a hash of everything that it was computed from, the engine included, so nothing stale is ever
found. A cache that is not there, that cannot be written or that is damaged only costs time.

Entries are code, as bytecode files are, so they are read only when nobody but the user can have written them. To look
first and open then would leave time to exchange what was looked at: so every folder on the way is opened relative to
the one before, no link is followed, and what was opened is looked at. A folder that others can write to ends the way,
except one like /tmp, where nobody can touch what is the user's.

The folder is the platform's usual one, or what the environment variable RULEWRIGHT_CACHE names.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from rulewright import disk
from rulewright.resources import data_dir

MAX_ENTRIES = 1000
"""Of one kind; when there are more, those go that were used longest ago."""

MAX_BYTES = 512_000_000
"""Of all entries of one kind; an entry that is larger than a quarter of it is not kept."""

_TOUCHED = 60
"""Seconds after which a use is noted again."""

_FACES = frozenset(("ai", "cli", "editing", "lsp", "native", "play", "simulate", "web"))
"""Folders of the engine that nothing in the cache is computed by: who works on them need not compute all anew. That
the others import nothing of them is tested (see the layers in `docs/`)."""

_PACKAGE = Path(__file__).resolve().parent
_DIGEST = 32

Thing = TypeVar("Thing")


def name_of(*parts: str) -> str:
    """The name of an entry that is computed from these parts, by this engine."""
    text = "\0".join((engine(), *parts))
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def engine() -> str:
    """The state of the engine's own files, which change when somebody works on it, and of Python.

    Files of the faces are left out.
    """
    states = list(_states(_PACKAGE, (".py", ".yaml"), {str(_PACKAGE / face) for face in _FACES}))
    states += (state for kind in ("schemas", "grammar") for state in _states(data_dir(kind)))
    return hashlib.sha256("\n".join([sys.version, *sorted(states)]).encode()).hexdigest()


def _states(folder: Path, ends: str | tuple[str, ...] = "", without: Container[str] = ()) -> Iterator[str]:
    """The path, size and time of every file below a folder whose name ends so, but for those in some other folders.

    Every process looks at them once, so it does not make a path of each.
    """
    todo = [str(folder)]
    while todo:
        with os.scandir(todo.pop()) as things:
            for thing in things:
                if thing.is_dir():
                    todo += [thing.path] if thing.name != "__pycache__" and thing.path not in without else []
                elif thing.name.endswith(ends):
                    state = thing.stat()
                    yield f"{thing.path} {state.st_size} {state.st_mtime_ns}"


def load(kind: str, name: str) -> bytes | None:
    """Return what was stored under a name, or None."""
    try:
        with _folder(kind) as folder, disk.opened(_in(folder, name), _fd(folder), links=False) as stream:
            state = os.fstat(stream.fileno())
            if not _is_ours(state) or state.st_size > MAX_BYTES:
                return None
            data = stream.read()
            if os.utime in os.supports_fd and time.time() - state.st_mtime > _TOUCHED:
                with suppress(OSError):
                    os.utime(stream.fileno())
    except OSError:
        return None
    digest, data = data[:_DIGEST], data[_DIGEST:]
    return data if hashlib.sha256(data).digest() == digest else None


def revived(kind: str, name: str, read: Callable[[bytes], Thing]) -> Thing | None:
    """Return what was stored under a name, made again by `read`; None where it is not there or cannot be made again."""
    data = load(kind, name)
    if data is None:
        return None
    try:
        return read(data)
    except Exception:  # a broken pickle may raise anything; it is computed again
        return None


def store(kind: str, name: str, data: bytes) -> None:
    """Keep something under a name; readers see all of it or nothing."""
    if len(data) > MAX_BYTES // 4:
        return
    try:
        with _folder(kind, make=True) as folder:
            _make_room(kind, folder, len(data) + _DIGEST)
            disk.put(_in(folder, name), hashlib.sha256(data).digest() + data, _fd(folder), mode=0o600, sync=False)
    except OSError:
        pass  # it is computed again the next time


Folder = int | Path
"""A folder of the cache: a descriptor of it, or on Windows its path: folders of users are closed to others there."""


@contextmanager
def _folder(kind: str, make: bool = False) -> Iterator[Folder]:
    """The folder of a kind of entries. Raises OSError when it is not there or when others can write to it."""
    named = os.environ.get("RULEWRIGHT_CACHE")
    cached = Path(named) if named else disk.user_folder("cache")
    if cached is None:
        raise FileNotFoundError("There is no home.")
    path = Path(os.path.realpath(cached)) / kind
    if os.open not in os.supports_dir_fd:
        if make:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        yield path
        return
    descriptor = _opened(path, make)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _opened(path: Path, make: bool) -> int:
    """Open a folder from the root on, one folder after the other. Raises OSError."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    at = os.open(path.anchor, flags)
    try:
        for part in path.parts[1:]:
            _refuse_strangers(os.fstat(at), strict=False)
            try:
                inside = os.open(part, flags, dir_fd=at)
            except FileNotFoundError:
                if not make:
                    raise
                with suppress(FileExistsError):  # made by another program meanwhile
                    os.mkdir(part, 0o700, dir_fd=at)
                inside = os.open(part, flags, dir_fd=at)
            os.close(at)
            at = inside
        _refuse_strangers(os.fstat(at), strict=True)
    except BaseException:
        os.close(at)
        raise
    return at


def _refuse_strangers(state: os.stat_result, strict: bool) -> None:
    """Refuse a folder in which others can exchange what lies there. Raises PermissionError.

    Args:
        strict: whether the folder must be the user's; else it may be the system's, or one like /tmp, where everybody
            writes and nobody can touch what belongs to another.
    """
    if strict and not _is_ours(state):
        raise PermissionError("Others can write here.")
    if state.st_uid not in (0, os.getuid()) or state.st_mode & 0o022 and not state.st_mode & stat.S_ISVTX:
        raise PermissionError("Others can write here.")


def _is_ours(state: os.stat_result) -> bool:
    """Whether only this user can have written a file or folder."""
    if sys.platform == "win32":
        return True
    return state.st_uid == os.getuid() and not state.st_mode & 0o022


def _in(folder: Folder, name: str) -> Path | str:
    return name if isinstance(folder, int) else folder / name


def _fd(folder: Folder) -> int | None:
    return folder if isinstance(folder, int) else None


_room: dict[tuple[str | None, str], tuple[int, int]] = {}
"""How many entries, and bytes, this process may add to a folder before it looks into it again."""

_SHARE = 8
"""A process fills this part of the free room without looking: others write there meanwhile."""


def _make_room(kind: str, folder: Folder, size: int) -> None:
    """Remove the half that was used longest ago when there are too many entries, or too large ones with another.

    Looking at all entries takes longer than writing one, so a process does it only from time to time.
    """
    place = os.environ.get("RULEWRIGHT_CACHE"), kind
    entries, bytes_ = _room.get(place, (0, 0))
    if entries < 1 or bytes_ < size:
        count, total = _look_for_room(folder, size)
        entries, bytes_ = (MAX_ENTRIES - count) // _SHARE, (MAX_BYTES - total) // _SHARE
    _room[place] = entries - 1, bytes_ - size


def _look_for_room(folder: Folder, size: int) -> tuple[int, int]:
    """Remove what must go before some bytes can be added; return how many entries are left, and their bytes."""
    found = []
    for name in os.listdir(folder):
        state = os.stat(_in(folder, name), dir_fd=_fd(folder), follow_symlinks=False)
        found.append((state.st_mtime_ns, name, state.st_size))
    found.sort(reverse=True)
    count, total = len(found), sum(each for *_, each in found)
    if count < MAX_ENTRIES and size + total <= MAX_BYTES:
        return count, total
    kept, total = 0, size
    while kept < MAX_ENTRIES // 2 and total + found[kept][2] <= MAX_BYTES // 2:
        total += found[kept][2]
        kept += 1
    for _, name, _ in found[kept:]:
        os.unlink(_in(folder, name), dir_fd=_fd(folder))
    return kept, total - size
