"""A ruleset while somebody writes it: its open files, what was last right, and all that is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.editing.checker import Step
from rulewright.editing.sheets.pieces import common, moved
from rulewright.editing.sheets.sheet import Sheet
from rulewright.garbage import no_garbage
from rulewright.language.language import Language
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.files.discovery import PACKS, find_ruleset, kind_of, shown_path
from rulewright.ruleset.files.unsaved import unsaved
from rulewright.ruleset.files.yaml_reader import parse_yaml
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that makes a ruleset or a pack. packs: with which its ruleset is read."""

    folder: Path
    ruleset: Path
    packs: tuple[str, ...] = ()


def root_of(path: Path, packs: Sequence[str] = ()) -> Root | None:
    """The ruleset or pack that a file belongs to; None for a file of neither.

    Args:
        packs: further packs that rulesets are read with.
    """
    for folder in path.parents:
        if (folder / "pack.yaml").is_file():
            base = _base(folder)
            return Root(folder, base, (*packs, str(folder))) if base is not None else None
        if (folder / "ruleset.yaml").is_file():
            return Root(folder, folder, tuple(packs))
    return None


def _base(pack: Path) -> Path | None:
    """The folder of the ruleset that a pack changes: the one around it, or one that ships."""
    if pack.parent.name == PACKS and (pack.parent.parent / "ruleset.yaml").is_file():
        return pack.parent.parent
    document = parse_yaml((pack / "pack.yaml").read_text(encoding="utf-8-sig", errors="replace"), "", [])
    base = document.data.get("base") if document is not None and isinstance(document.data, dict) else None
    try:
        return find_ruleset(next(iter(base))) if isinstance(base, dict) and base else None
    except LookupError:
        return None


class Project:
    """A ruleset or pack that somebody writes.

    Attributes:
        good: the ruleset as it was when it could last be read as a whole.
        sheets: the files that are open, by path.
    """

    def __init__(self, root: Root) -> None:
        self.root = root
        self.good: Ruleset | None = None
        self.sheets: dict[Path, Sheet] = {}
        self._words: list[Any] = []
        self._told: list[Problem] = []
        self._outcomes: dict[str, tuple[list[Problem], dict[Path, list[str]]]] = {}
        self._lines: dict[Path, list[str]] = {}

    # ------------------------------------------------------------ files

    def edit(self, path: Path, text: str) -> Sheet:
        """Take the text of a file as the editor has it now."""
        inside = path.relative_to(self.root.folder).as_posix()
        _, kind, language = kind_of(inside)
        name = f"{shown_path(self.root.folder)}/{inside}"
        self.sheets[path] = Sheet(kind, name, language, text, self.sheets.get(path))
        return self.sheets[path]

    def close(self, path: Path) -> None:
        """What lies on the disk counts again."""
        self.sheets.pop(path, None)

    def has(self, path: Path) -> bool:
        """Whether a file belongs to this ruleset or pack."""
        return path.is_relative_to(self.root.folder)

    # ------------------------------------------------------------ the whole

    def has_new_words(self) -> bool:
        """Whether the words of the ruleset are others than those in which texts are read now."""
        return self.good is None or self._words != self._words_now()

    def _words_now(self) -> list[Any]:
        """All of the open lexicons that a language is made of: what words mean is not."""
        return [
            (path, entry.path, {key: entry.data.get(key) for key in _OF_WORDS} if _is_entry(entry.data) else entry.data)
            for path, sheet in sorted(self.sheets.items())
            if sheet.kind in ("lexicon", "locale-lexicon")
            for entry, _ in sheet.entries()
        ]

    def load(self, texts: Mapping[Path, str]) -> Ruleset | None:
        """Read the ruleset as it is now, and the texts of open files in its words; it may run in another thread.

        Returns:
            None when its files are too broken, or its words make no language: what was good before counts on.
        """
        self._words = self._words_now()
        with no_garbage():
            ruleset = self._read(texts, self.root.packs)
            if ruleset is None and self.good is None:  # what lies on the disk, or at least what a pack rests on
                ruleset = self._read({}, self.root.packs) or self._read({}, self.root.packs[:-1])
            if ruleset is None:
                return None
            warm(ruleset, {sheet.language for sheet in list(self.sheets.values())})
            for sheet in list(self.sheets.values()):
                sheet.rest_on(ruleset.content)
                sheet.read_again(ruleset._languages)
        return ruleset

    def _read(self, texts: Mapping[Path, str], packs: tuple[str, ...]) -> Ruleset | None:
        """The ruleset with these texts in the place of files; None where it cannot be read or has no language."""
        with unsaved(texts):
            ruleset, _ = read_ruleset(self.root.ruleset, packs)
            if ruleset is not None and self.good is not None:
                _take_over(ruleset, self.good)
            return None if ruleset is None or _unspoken(ruleset) else ruleset

    def told(self, found: Step, sheets: Mapping[Path, Sheet]) -> None:
        """Take what a check of files has found, as they were when it began."""
        if found.whole or found.problems or not self._told:  # else what was told stays until all is known
            self._told = list(found.problems)
            self._lines = {path: sheet.lines for path, sheet in sheets.items()}

    def ran(self, scenario: str, problems: list[Problem], sheets: Mapping[Path, Sheet]) -> None:
        """Take what has come out otherwise in a scenario that was run."""
        self._outcomes[scenario] = (problems, {path: sheet.lines for path, sheet in sheets.items()})

    # ------------------------------------------------------------ problems

    @property
    def languages(self) -> dict[str, Language]:
        """The languages in which texts can be read now."""
        return dict(self.good._languages) if self.good is not None else {}

    def problems(self, path: Path) -> list[Problem]:
        """All that is known to be wrong with a file: by itself, and in the whole as far as its lines are the same."""
        told = [one for one in self._told if _file(one) == path]
        sheet = self.sheets.get(path)
        if sheet is None:
            return told
        outcomes = [
            found
            for problems, lines in self._outcomes.values()
            for found in _still_there([one for one in problems if _file(one) == path], lines.get(path), sheet.lines)
        ]
        own = sheet.problems(self.languages)
        known = {(one.code, one.place.line, one.place.column) for one in own}
        rest = _still_there(told, self._lines.get(path), sheet.lines)
        return own + [one for one in rest if (one.code, one.place.line, one.place.column) not in known] + outcomes

    def files_with_problems(self) -> set[Path]:
        """The files in which the last check has found something."""
        return {path for one in self._told if (path := _file(one)) is not None}


_OF_WORDS = ("type", "en", "was", "is", "of", "slots", "held", "values", "attributes", "attribute", "owned")
"""The keys of an entry that a sentence with its word depends on."""

_NONSENSE = "Xyzzy."
"""No language can read this: so whatever tells what is wrong is there when it is needed, too."""


def _is_entry(data: Any) -> bool:
    """Whether a part of a lexicon is an entry of an English one, and not the forms of a word."""
    return isinstance(data, dict) and "en" in data


def _take_over(ruleset: Ruleset, before: Ruleset) -> None:
    """Let a ruleset speak the languages of one before it whose words are the same: making one takes a second."""
    if ruleset.lexicon != before.lexicon:
        return
    for lang, language in list(before._languages.items()):
        forms, old = (one.content.data["locale"].get(lang, {}).get("lexicon", {}) for one in (ruleset, before))
        if forms == old:
            ruleset._languages.setdefault(lang, language)


def warm(ruleset: Ruleset, languages: Iterable[str]) -> None:
    """Make languages, so that no key waits for it."""
    for lang in ("en", *sorted(set(languages) - {"", "en"})):
        try:
            ruleset.language(lang).parse(_NONSENSE)
        except RulewrightError:
            continue  # what is wrong with its words is told of the files


def _unspoken(ruleset: Ruleset) -> bool:
    """Whether the words of a ruleset make no language."""
    try:
        ruleset.language()
    except RulewrightError:
        return True
    return False


def _file(found: Problem) -> Path | None:
    """The file that a problem is in."""
    return Path(found.place.file).resolve() if found.place.file else None


def _still_there(told: list[Problem], then: list[str] | None, now: list[str]) -> Iterator[Problem]:
    """Problems of a file as it was, where they are now; those of lines that have changed are gone."""
    if then is None or then == now:
        yield from told
        return
    first, last = common(then, now)
    for one in told:
        line = one.place.line - 1
        if line < first:
            yield one
        elif line >= len(then) - last:
            yield one.at(moved(one.place, len(now) - len(then)))
