"""Files, read and written: only regular ones are read, and every file is written whole or not at all.

A ruleset may come from a stranger, and others may be able to write to a folder. So a file is written as a fresh
temporary file in the same folder, which takes the place of the old one in one step; no link is followed. A program
that was killed may leave such a temporary file behind: the next one that writes into the folder removes it.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NoReturn

from rulewright.problems import Place, Problem, RulewrightError, problem

MAX_BYTES = 64_000_000
"""Of a file that is no YAML: a journal, a PO file, a page."""

LEFT_OVER = 3600
"""Seconds after which a temporary file is nobody's any more."""

_TEMPORARY = re.compile(r"\.rulewright-[0-9a-f]{16}\.new\Z")

# Windows lacks some of these; nothing there stands for them.
_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe does not wait for who writes into it
_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _PLAIN


# ---------------------------------------------------------------------- reading


def opened(path: Path | str, folder: int | None = None, links: bool = True, write: bool = False) -> BinaryIO:
    """Open a regular file: what has no end, or waits for somebody, is refused before and after it is opened.

    Args:
        folder: a descriptor of the folder that the path starts from.
        links: whether the file may be a link to another.
        write: whether it is written, too.

    Raises:
        OSError: it is not there, it may not be read, or it is not a regular file.
    """
    _look(os.stat(path, dir_fd=folder, follow_symlinks=links))
    flags = (os.O_RDWR if write else os.O_RDONLY) | _PLAIN | _NO_WAIT | (0 if links else _NO_LINK)
    descriptor = os.open(path, flags, dir_fd=folder)
    try:
        _look(os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "r+b" if write else "rb", buffering=0 if write else -1)


def read(path: Path, limit: int = MAX_BYTES) -> bytes:
    """What a file holds. Raises RulewrightError: RW0807 when it cannot be read, RW0829 when it is too large."""
    try:
        with opened(path) as stream:
            raw = stream.read(limit + 1)
    except OSError as error:
        raise RulewrightError(unusable(path, error)) from None
    if len(raw) > limit:
        raise RulewrightError(too_large(path, limit))
    return raw


def too_large(path: Path, limit: int) -> Problem:
    """What to say of a file that has more bytes than are read."""
    return problem("RW0829", place=Place(str(path)), file=path, limit=f"{limit:,}")


def read_text(path: Path) -> str:
    """The text of a file; bytes that are no UTF-8 show as �. Raises RulewrightError like `read`."""
    return read(path).decode("utf-8", "replace")


def _look(state: os.stat_result) -> None:
    """Refuse what is not a regular file. Raises OSError."""
    if stat.S_ISLNK(state.st_mode):
        _refuse("it is a link")
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(state.st_mode):
        _refuse("it is not a regular file")


def _refuse(reason: str) -> NoReturn:
    raise OSError(errno.EINVAL, reason)


# ---------------------------------------------------------------------- writing


def write(path: Path, data: str | bytes, new: bool = False) -> None:
    """Write a whole file in one step. Text has its own line ends.

    Args:
        path: where; a link there is not followed but refused.
        data: all that it holds then.
        new: whether nothing may be there yet.

    Raises:
        RulewrightError: RW0827 when a new file is there already, RW0807 otherwise; what was there stays.
    """
    raw = data.encode() if isinstance(data, str) else data
    try:
        put(path, raw, new=new)
    except FileExistsError:
        raise RulewrightError(problem("RW0827", place=Place(str(path)), file=path)) from None
    except OSError as error:
        raise RulewrightError(unusable(path, error)) from None


def put(
    path: Path | str, raw: bytes, folder: int | None = None, new: bool = False, mode: int = 0o666, sync: bool = True
) -> None:
    """Like `write`, for who knows better what to do when it cannot be done.

    Args:
        folder: a descriptor of the folder in which the file lies; `path` is its name then.
        mode: of a file that was not there.
        sync: whether it must be on the disk before it takes its place, so that not even a crash leaves half of it.

    Raises:
        OSError: nothing was written.
    """
    mode_before = _mode(path, folder)
    if new and mode_before is not None:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    parent = Path(path).parent
    _remove_left_over(folder if folder is not None else parent)
    beside = parent / f".rulewright-{secrets.token_hex(8)}.new"
    descriptor = os.open(beside, _FRESH, mode, dir_fd=folder)
    held = False
    try:
        with os.fdopen(descriptor, "wb") as stream:
            if mode_before is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode_before)
            stream.write(raw)
            stream.flush()
            if sync:
                os.fsync(descriptor)
        if new:  # whoever comes first holds the name
            os.close(os.open(path, _FRESH, mode, dir_fd=folder))
            held = True
        os.replace(beside, path, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        for left in (beside, path) if held else (beside,):
            with suppress(OSError):
                os.unlink(left, dir_fd=folder)
        raise


def _mode(path: Path | str, folder: int | None) -> int | None:
    """Who may do what with the file that is there; None where there is nothing. Raises OSError where it is no file."""
    try:
        state = os.stat(path, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    _look(state)
    return stat.S_IMODE(state.st_mode) & 0o777


def _remove_left_over(folder: Path | int) -> None:
    """Remove temporary files that nobody writes any more."""
    with suppress(OSError):
        for name in os.listdir(folder):
            if _TEMPORARY.fullmatch(name):
                inside = (folder / name, None) if isinstance(folder, Path) else (name, folder)
                with suppress(OSError):
                    if time.time() - os.stat(inside[0], dir_fd=inside[1], follow_symlinks=False).st_mtime > LEFT_OVER:
                        os.unlink(inside[0], dir_fd=inside[1])


def unusable(path: Path, error: OSError) -> Problem:
    """What to say of a file or folder that the system refuses."""
    return problem("RW0807", place=Place(str(path)), file=path, reason=error.strerror or str(error))


# ---------------------------------------------------------------------- folders


def make_folder(path: Path) -> None:
    """Make a folder and those around it, as far as they are not there. Raises RulewrightError (RW0807)."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RulewrightError(unusable(path, error)) from None


def user_folder(kind: str) -> Path | None:
    """A folder of this user for Rulewright, "cache" or "data"; None for somebody who has no home."""
    import platformdirs  # here, because importing it takes longer than reading an entry of the cache

    named = platformdirs.user_cache_path if kind == "cache" else platformdirs.user_data_path
    try:
        folder = named("rulewright")
    except (OSError, RuntimeError, KeyError):
        return None
    return folder if folder.is_absolute() else None  # without a home it begins with "~", or lies in this folder


# ---------------------------------------------------------------------- locks


def lock(descriptor: int) -> bool:
    """Lock an open file against other processes until it is closed; False when another one holds it.

    A few lines of the system's own locks instead of a package: `filelock` leaves a second file beside each journal, and
    `portalocker` locks on Windows the very bytes that `replay` reads. Where the file system knows no locks, everything
    goes on without.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, 1 << 40, os.SEEK_SET)  # far behind all that is ever read
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
