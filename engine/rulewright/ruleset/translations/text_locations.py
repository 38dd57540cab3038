"""Homes: where each text of a language stands, with its game or in a pack, and so where a new one is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from rulewright.ruleset.blocks import Path
from rulewright.ruleset.model import Ruleset


def homes(ruleset: Ruleset) -> list[FilePath]:
    """The folder of a ruleset, then those (or zips) of its packs."""
    return [ruleset.folder, *(pack.path for pack in ruleset.packs)]


def home(ruleset: Ruleset, lang: str, *path: str) -> FilePath | None:
    """Where a part of a language's texts stands (`components`, id, `text`); None if it stands nowhere."""
    return folder_of(ruleset, ("locale", lang, "texts", *path))


def folder_of(ruleset: Ruleset, path: Path) -> FilePath | None:
    """The folder or zip in which something of a ruleset or a pack stands; None if it stands nowhere."""
    document = ruleset.content.document(path)
    if document is None:
        return None
    found = (pack.path for pack in ruleset.packs if document in (pack.manifest, *(own for _, own in pack.documents)))
    return next(found, ruleset.folder)


def by_hand(ruleset: Ruleset, lang: str, *path: str) -> bool:
    """Whether a part of a language's texts stands in a pack.yaml, which no command writes."""
    document = ruleset.content.document(("locale", lang, "texts", *path))
    return document is not None and any(document is pack.manifest for pack in ruleset.packs)


def split(ruleset: Ruleset, lang: str, texts: Mapping[str, Any], new: FilePath) -> dict[FilePath, dict[str, Any]]:
    """The texts of a language by home, but those in a pack.yaml: what stands nowhere yet goes to `new`."""
    found: dict[FilePath, dict[str, Any]] = {folder: {} for folder in homes(ruleset)}

    def put(text: str, *path: str) -> None:
        if not by_hand(ruleset, lang, *path):
            part = found[home(ruleset, lang, *path) or new]
            for key in path[:-1]:
                part = part.setdefault(key, {})
            part[path[-1]] = text

    for path, text in parts(texts):
        put(text, *path)
    return found


def parts(texts: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The texts of a language's file, one by one, each with its place."""
    for section, entries in texts.items():
        if isinstance(entries, str):
            yield (section,), entries
            continue
        for name, entry in entries.items():
            if isinstance(entry, str):
                yield (section, name), entry
            else:
                yield from (((section, name, key), text) for key, text in entry.items())
