"""Where packs are found, and their files read into memory: from a folder or from a zip, which is never extracted.

Packs come from strangers. Whatever a zip says of itself is checked before anything of it is read: how many members it
has, how large they are, what they are called and what kind of thing they are.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from rulewright import disk
from rulewright.problems import Place, Problem, did_you_mean, problem
from rulewright.ruleset.files.discovery import PACKS, kind_of, shipped_rulesets, shown_path, stays_inside, walk_folder
from rulewright.ruleset.files.document import MAX_BYTES
from rulewright.ruleset.files.unsaved import held

MAX_MEMBERS = 500
MAX_TOTAL = 16_000_000
MAX_ZIP = 8_000_000
MAX_NAME = 200
MAX_DEPTH = 8
_MAX_PACKS = 1_000
"""So many folders and zips of the search path are looked at."""

_COMPRESSION = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\\:*?"<>|]')
_BROKEN = (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, ValueError, EOFError)
"""What reading a zip that somebody has broken, or that hides something, may raise."""


class PackFile(NamedTuple):
    """A file of a pack: its kind, its path inside, how it is called in problems, its language, and its bytes."""

    kind: str
    inside: str
    name: str
    language: str
    raw: bytes


# ---------------------------------------------------------------------- finding


def search_path(ruleset: Path | None = None) -> list[Path]:
    """The folders in which packs are looked for by their ids, the first one first.

    They are those that the environment variable RULEWRIGHT_PACKS lists, the user's own, the one inside the folder of a
    ruleset, and those of the rulesets that ship.
    """
    named = [Path(folder) for folder in os.environ.get("RULEWRIGHT_PACKS", "").split(os.pathsep) if folder]
    shipped = [folder / PACKS for folder in shipped_rulesets().values() if folder != ruleset]
    own = [ruleset / PACKS] if ruleset else []
    home = disk.user_folder("data")
    return [*named, *([home / PACKS] if home else []), *own, *shipped]


def packs_in(folders: Iterable[Path]) -> Iterator[Path]:
    """The packs that lie in some folders: folders with a pack.yaml, and zips. A folder may be a pack itself."""
    for folder in folders:
        if is_pack(folder):
            yield folder
            continue
        try:
            inside = sorted(folder.iterdir())[:_MAX_PACKS]
        except OSError:
            continue  # there is none, or it is not ours to look at
        yield from (path for path in inside if is_pack(path))


def is_pack(path: Path) -> bool:
    """Whether a path looks like a pack: a folder with a pack.yaml, or a zip."""
    try:
        return (path / "pack.yaml").is_file() or _is_zip(path)
    except OSError:
        return False  # no path at all: too long, or not ours to look at


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip" and path.is_file()


def pack_not_found(name: str, known: Iterable[str]) -> Problem:
    """What to say of a name or path that is no pack."""
    return problem("RW0901", found=name or '""', suggestions=did_you_mean(name, known))


# ---------------------------------------------------------------------- reading


def pack_files(path: Path, problems: list[Problem], only: str = "") -> list[PackFile]:
    """Read the files of a pack into memory, in the order in which they are merged.

    A file that nothing reads is a problem, except for hidden files.

    Args:
        only: the one file that is wanted, by its path inside the pack.
    """
    found: list[tuple[int, PackFile]] = []
    shown = shown_path(path)
    members = _zipped(path, problems, only) if _is_zip(path) else _lying(path, problems, only)
    for inside, raw in members:
        order, kind, language = kind_of(inside)
        name = f"{shown}/{inside}".encode("utf-8", "replace").decode()
        if kind in ("", "ruleset"):
            problems.append(problem("RW0222", place=Place(name, 1, 1), found=inside))
        else:
            found.append((order, PackFile(kind, inside, name, language, raw)))
    return [file for _, file in sorted(found, key=lambda item: (item[0], item[1].inside))]


def _lying(folder: Path, problems: list[Problem], only: str) -> Iterator[tuple[str, bytes]]:
    """The files of a folder."""
    total = 0
    shown = shown_path(folder)
    seen: dict[str, str] = {}
    for count, path in enumerate([folder / only] if only else walk_folder(folder, problems)):
        inside = path.relative_to(folder).as_posix()
        place = Place(f"{shown}/{inside}".encode("utf-8", "replace").decode(), 1, 1)
        if count >= MAX_MEMBERS:
            problems.append(_too_large(shown, f"more than {MAX_MEMBERS} files"))
            return
        if not _is_safe(inside):
            problems.append(problem("RW0903", place=Place(shown, 1, 1), found=ascii(inside[:MAX_NAME])))
            continue
        if (other := seen.setdefault(_same(inside), inside)) != inside:  # elsewhere they would be one file
            problems.append(problem("RW0905", place=place, found=inside, other=other))
        if path.is_symlink() and not stays_inside(path, folder):
            problems.append(problem("RW0223", place=place, found=inside))
            continue
        written = held(path)
        try:
            with nullcontext(BytesIO(written)) if written is not None else disk.opened(path) as stream:
                raw = stream.read(MAX_BYTES + 1)
        except OSError as error:
            problems.append(problem("RW0101", place=place, file=inside, reason=error.strerror or str(error)))
            continue
        total += len(raw)
        if total > MAX_TOTAL:
            problems.append(_too_large(shown, f"more than {MAX_TOTAL:,} bytes"))
            return
        yield inside, raw


def _zipped(path: Path, problems: list[Problem], only: str) -> Iterator[tuple[str, bytes]]:
    """The files of a zip; nothing where anything about it is not as it should be."""
    shown = shown_path(path)
    try:
        if path.stat().st_size > MAX_ZIP:
            problems.append(_too_large(shown, f"more than {MAX_ZIP:,} bytes"))
            return
        with zipfile.ZipFile(path) as opened:
            members = opened.infolist()
            refused = list(_refused(members, path.stat().st_size, shown))
            if refused:
                problems += refused
                return
            files = [member for member in members if not member.is_dir()]
            top = _top_folder([member.filename for member in files])
            for member in files:
                inside = member.filename.removeprefix(top)
                hidden = any(part.startswith((".", "__")) for part in inside.split("/"))
                if not hidden and only in ("", inside):
                    with opened.open(member) as stream:  # never gives more than the size that was checked
                        yield inside, stream.read()
    except _BROKEN as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        problems.append(problem("RW0902", place=Place(shown, 1, 1), reason=reason))


def _top_folder(names: list[str]) -> str:
    """The one folder that a zip holds, if its pack.yaml lies there: many programs pack a folder like that."""
    if "pack.yaml" in names:
        return ""
    tops = {name.split("/")[0] for name in names if not name.startswith((".", "__"))}
    top = f"{tops.pop()}/" if len(tops) == 1 else ""
    return top if f"{top}pack.yaml" in names else ""


def _refused(members: list[zipfile.ZipInfo], size: int, shown: str) -> Iterator[Problem]:
    """What keeps a zip from being read at all."""
    if len(members) > MAX_MEMBERS:
        yield _too_large(shown, f"{len(members):,} members; at most {MAX_MEMBERS} are allowed")
        return
    if sum(member.file_size for member in members) > MAX_TOTAL:
        yield _too_large(shown, f"more than {MAX_TOTAL:,} bytes when unpacked")
    seen: dict[str, str] = {}
    for member in members:
        name = member.orig_filename
        place = Place(shown, 1, 1)
        mode = stat.S_IFMT(member.external_attr >> 16)
        if not _is_safe(name):
            yield problem("RW0903", place=place, found=ascii(name[:MAX_NAME]))
        elif mode not in (0, stat.S_IFREG, stat.S_IFDIR):
            yield problem("RW0904", place=place, found=name)
        elif member.flag_bits & 1:
            yield problem("RW0902", place=place, reason=f"{name} is encrypted")
        elif member.compress_type not in _COMPRESSION:
            yield problem("RW0902", place=place, reason=f"{name} is packed in a way that is not read here")
        elif member.compress_size > size:  # whoever reads it would ask for that much memory
            yield problem("RW0902", place=place, reason=f"{name} is said to be larger than the zip")
        elif member.file_size > MAX_BYTES:
            yield _too_large(shown, f"more than {MAX_BYTES:,} bytes in {name}")
        same = _same(name.rstrip("/"))
        if same in seen:
            yield problem("RW0905", place=place, found=name, other=seen[same])
        seen[same] = name


def _same(name: str) -> str:
    """What names have in common that are one name on some system: case and ways to write a letter do not count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _is_safe(name: str) -> bool:
    """Whether a name is that of a file inside the pack, on every system."""
    parts = name.removesuffix("/").split("/")
    return (
        0 < len(name) <= MAX_NAME
        and len(parts) <= MAX_DEPTH
        and not _UNSAFE.search(name)
        and all(part.strip(" .") and part == part.strip() for part in parts)
    )


def _too_large(shown: str, found: str) -> Problem:
    return problem("RW0906", place=Place(shown, 1, 1), found=found)
