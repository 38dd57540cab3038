"""Homes: where each text of a language stands, with its game or in a pack, and so where a new one is written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright.ruleset.model import Ruleset


def homes(ruleset: Ruleset) -> list[Path]:
    """The folder of a ruleset, then those (or zips) of its packs."""
    return [ruleset.folder, *(pack.path for pack in ruleset.packs)]


def home(ruleset: Ruleset, lang: str, *path: str) -> Path | None:
    """Where a part of a language's texts stands (`components`, id, `text`); None if it stands nowhere."""
    document = ruleset.content.document(("locale", lang, "texts", *path))
    if document is None:
        return None
    found = (pack.path for pack in ruleset.packs if document in (pack.manifest, *(own for _, own in pack.documents)))
    return next(found, ruleset.folder)


def split(ruleset: Ruleset, lang: str, texts: Mapping[str, Any], new: Path) -> dict[Path, dict[str, Any]]:
    """The texts of a language by home: what stands nowhere yet goes to `new`."""
    found: dict[Path, dict[str, Any]] = {folder: {} for folder in homes(ruleset)}
    for section, entries in texts.items():
        if isinstance(entries, str):
            found[home(ruleset, lang, section) or new][section] = entries
            continue
        for name, entry in entries.items():
            if isinstance(entry, str):
                found[home(ruleset, lang, section, name) or new].setdefault(section, {})[name] = entry
                continue
            if not entry:
                found[new].setdefault(section, {})[name] = {}
            for key, text in entry.items():
                part = found[home(ruleset, lang, section, name, key) or new].setdefault(section, {})
                part.setdefault(name, {})[key] = text
    return found
