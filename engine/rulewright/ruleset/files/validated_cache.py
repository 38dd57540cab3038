"""Remembering what was found right, so that it need not be checked again.

Checking takes most of the time of loading. When a ruleset has no problem, the hash of all its files is kept in the
cache. As long as it fits, schemas and references are not checked, and sentences are parsed when they are needed.
Nothing is ever built from a stamp: it is there, or it is not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from rulewright import cache
from rulewright.ruleset.files.discovery import RulesetFile
from rulewright.ruleset.files.unsaved import held

_KIND = "checked"


def fingerprint(files: Iterable[RulesetFile], packs: Iterable[str] = ()) -> str:
    """The hash of a ruleset's files (scenarios are checked when they are run), its packs, and what checks them."""
    found = hashlib.sha256()
    for file in files:
        if file.kind == "scenarios":
            continue
        written = held(file.path)
        if written is None and not file.path.is_file():
            continue
        found.update(f"\0{file.kind}\0{file.name}\0".encode())
        if written is not None:
            found.update(hashlib.sha256(written).digest())
        else:
            with file.path.open("rb") as stream:
                found.update(hashlib.file_digest(stream, "sha256").digest())
    return cache.name_of(found.hexdigest(), *sorted(packs))


def is_stamped(state: str) -> bool:
    """Whether a ruleset in this state was found right."""
    return cache.load(_KIND, state) is not None


def stamp(state: str) -> None:
    """Remember that a ruleset in this state is right."""
    cache.store(_KIND, state, b"")
