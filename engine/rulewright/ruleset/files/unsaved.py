"""Texts that somebody writes and has not saved yet: they are read in the place of what lies on the disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_NOTHING: Mapping[Path, str] = {}
_texts: ContextVar[Mapping[Path, str]] = ContextVar("unsaved texts", default=_NOTHING)


@contextmanager
def unsaved(texts: Mapping[Path, str]) -> Iterator[None]:
    """Read these texts in the place of files, in this thread.

    Args:
        texts: by resolved path; also of files that are not on the disk yet.
    """
    before = _texts.set(texts)
    try:
        yield
    finally:
        _texts.reset(before)


def held(path: Path) -> bytes | None:
    """What a file would hold once it is saved; None where nobody writes it.

    >>> with unsaved({Path("/box.yaml"): "size: 3"}):
    ...     held(Path("/box.yaml")), held(Path("/lid.yaml"))
    (b'size: 3', None)
    """
    texts = _texts.get()
    text = texts.get(path.resolve()) if texts else None
    return None if text is None else text.encode("utf-8", "replace")


def held_in(folder: Path) -> set[Path]:
    """The files of a folder that somebody writes."""
    texts = _texts.get()
    if not texts:
        return set()
    resolved = folder.resolve()
    return {folder / path.name for path in texts if path.parent == resolved}
