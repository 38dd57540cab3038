"""Texts of a language put into the files where each stands: with its game or in a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulewright import disk
from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.comments import NO_COMMENTS, comments
from rulewright.ruleset.translations.drafts import Draft, written
from rulewright.ruleset.translations.text_locations import by_hand, homes, parts, split


def write_texts(ruleset: Ruleset, lang: str, texts: Mapping[str, Any]) -> Iterator[Path]:
    """Write the texts of a language where each stands, and yield the files that were written: those that say something
    else now.

    Raises RulewrightError: RW0807 when a text stands in a zip.
    """
    known = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    new = homes(ruleset)[-1]
    before = split(ruleset, lang, known, new)
    for folder, own in split(ruleset, lang, texts, new).items():
        path = folder / "locale" / lang / "texts.yaml"
        if own == before[folder]:
            continue
        if not folder.is_dir():
            raise RulewrightError(problem("RW0807", file=folder, reason="it is a zip"))
        kept = comments(disk.read_text(path)) if path.is_file() else NO_COMMENTS
        disk.make_folder(path.parent)
        disk.write(path, written(Draft(own), ruleset, lang, kept))
        yield path


def unwritten(ruleset: Ruleset, lang: str, texts: Mapping[str, Any]) -> Iterator[Problem]:
    """The new texts that nothing writes, since the old ones stand in a pack.yaml: RW0940 for each."""
    for path, text in changed(ruleset, lang, texts):
        if by_hand(ruleset, lang, *path):
            place = ruleset.content.place(("locale", lang, "texts", *path))
            yield problem("RW0940", place=place, found=".".join(path), text=" ".join(str(text).split()))


def changed(ruleset: Ruleset, lang: str, texts: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The texts, with their places, that say something else than the language's file does."""
    known = dict(parts(ruleset.content.data["locale"].get(lang, {}).get("texts", {})))
    return ((path, text) for path, text in parts(texts) if known.get(path) != text)
