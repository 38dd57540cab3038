"""A ruleset and the packs that change it, as far as they lie where somebody may write: names reach into all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rulewright.editing.sheets.sheet import Sheet
from rulewright.play.scenario_files import read_scenarios
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.files.discovery import PACKS, kind_of, ruleset_files, shown_path, walk_folder
from rulewright.ruleset.files.unsaved import held, unsaved
from rulewright.ruleset.files.yaml_reader import parse_yaml
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset

_NOT_LOOKED_IN = frozenset(("node_modules", "__pycache__"))
MOST_FOLDERS = 5_000
"""So many folders of a workspace are looked at for packs."""


class Family:
    """A ruleset, and the packs of it that are not loaded with it.

    Args:
        ruleset: as it was last right, with the packs that are loaded.
        loaded: these packs, as they are named to a loader.
        roots: the folders in which somebody works.
        sheets: the files that are open.

    Attributes:
        own: whether the folder of the ruleset itself may be written: no roots are known, or it lies in one.
        packs: the folders of the other packs.
    """

    def __init__(
        self, ruleset: Ruleset, loaded: Sequence[str], roots: Iterable[Path], sheets: Mapping[Path, Sheet]
    ) -> None:
        self.ruleset, self.loaded, self.sheets = ruleset, tuple(loaded), sheets
        self.folder = ruleset.folder.resolve()
        roots = [root.resolve() for root in roots]
        self.own = not roots or any(self.folder.is_relative_to(root) for root in roots)
        with_it = {pack.path.resolve() for pack in ruleset.packs if pack.path.is_dir()}
        self._read_with_it = sorted(with_it)
        self._with_it = sorted(path for path in with_it if self._may_be_written(path, roots))
        found = {path.resolve() for path in _packs_in([self.folder / PACKS, *roots], ruleset.id)}
        self.packs = sorted(found - with_it)
        self._merged: dict[tuple[str, ...], Ruleset] = {self.loaded: ruleset}

    def _may_be_written(self, pack: Path, roots: Sequence[Path]) -> bool:
        return not roots or any(pack.is_relative_to(root) for root in (*roots, self.folder))

    # ------------------------------------------------------------ files

    def files(self) -> Iterator[tuple[Path, Sheet]]:
        """The files of the ruleset and of the packs that are loaded with it, as sheets: open ones as they are open."""
        if self.own:
            for file in ruleset_files(self.ruleset.folder, []):
                yield from self._sheet(file.path, file.kind, file.name, file.language)
        for pack in self._with_it:
            yield from self.files_of(pack)

    def files_of(self, pack: Path) -> Iterator[tuple[Path, Sheet]]:
        """The files of a pack."""
        for path in walk_folder(pack, []):
            inside = path.relative_to(pack).as_posix()
            _, kind, language = kind_of(inside)
            if kind:
                yield from self._sheet(path, kind, f"{shown_path(pack)}/{inside}", language)

    def files_with_scenarios(self) -> Iterator[tuple[Path, Path, Sheet]]:
        """The files that write or change scenarios, and the folder of the ruleset or pack of each.

        Those are among them that may not be written.
        """
        for file in ruleset_files(self.ruleset.folder, []):
            if file.kind == "scenarios":
                yield from ((self.folder, *one) for one in self._sheet(file.path, file.kind, file.name, ""))
        for pack in (*self._read_with_it, *self.packs):
            yield from ((pack, *one) for one in self.files_of(pack) if one[1].kind in ("scenarios", "pack"))

    def _sheet(self, path: Path, kind: str, name: str, language: str) -> Iterator[tuple[Path, Sheet]]:
        resolved = path.resolve()
        if resolved in self.sheets:
            yield resolved, self.sheets[resolved]
        elif path.suffix == ".yaml" and path.is_file():
            yield resolved, Sheet(kind, name, language, path.read_text(encoding="utf-8", errors="replace"))

    def pack_of(self, path: Path) -> Path | None:
        """The folder of the pack that a file belongs to."""
        return next((pack for pack in (*self._with_it, *self.packs) if path.is_relative_to(pack)), None)

    def may_write(self, path: Path) -> bool:
        """Whether a file is of the ruleset, if that may be written, or of one of its packs."""
        return self.pack_of(path) is not None or (self.own and path.is_relative_to(self.folder))

    # ------------------------------------------------------------ readings

    @property
    def all_packs(self) -> list[Path]:
        """The folders of all packs, those included that are loaded."""
        return [*self._with_it, *self.packs]

    def alone(self) -> Ruleset:
        """The ruleset without packs. Raises RulewrightError."""
        return self.mixed(())

    def with_pack(self, pack: Path) -> Ruleset:
        """The ruleset with one of its packs and what that requires. Raises RulewrightError."""
        return self.mixed((str(pack),))

    def mixed(self, packs: tuple[str, ...], texts: Mapping[Path, str] | None = None) -> Ruleset:
        """The ruleset with packs; with other texts in some files it is read anew. Raises RulewrightError."""
        if texts is None and packs in self._merged:
            return self._merged[packs]
        with unsaved({**self.sources(), **(texts or {})}):
            found, problems = read_ruleset(self.ruleset.folder, packs)
        if found is None:
            raise RulewrightError(*problems)
        if texts is None:
            self._merged[packs] = found
        return found

    def sources(self) -> dict[Path, str]:
        """The texts of the files that are open."""
        return {path: sheet.source for path, sheet in self.sheets.items()}

    def wrong_after(self, texts: Mapping[Path, str]) -> list[Problem]:
        """What would be wrong with the ruleset or a pack of it with other texts in some files, and is not now."""
        found: list[Problem] = []
        mixes = [self.loaded, *((str(pack),) for pack in self.packs if self._is_touched(pack, texts))]
        for packs in mixes:
            with unsaved({**self.sources(), **texts}):
                wrong = self._problems(packs)
            if wrong:
                with unsaved(self.sources()):
                    known = {(one.code, one.message) for one in self._problems(packs)}
                found += (one for one in wrong if (one.code, one.message) not in known)
        return found

    def _is_touched(self, pack: Path, texts: Mapping[Path, str]) -> bool:
        """Whether a change of files can matter to a pack: it changes the pack, or what the pack rests on."""
        return any(path.is_relative_to(pack) or path.is_relative_to(self.folder) for path in texts)

    def _problems(self, packs: Sequence[str]) -> list[Problem]:
        ruleset, problems = read_ruleset(self.ruleset.folder, packs)
        return problems if ruleset is None else [*problems, *read_scenarios(ruleset)[1]]


def _packs_in(roots: Iterable[Path], game: str) -> Iterator[Path]:
    """The folders of packs below some folders that change a game."""
    count = 0
    for root in roots:
        for folder, folders, files in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _NOT_LOOKED_IN)
            count += 1
            if count > MOST_FOLDERS:
                return
            if "pack.yaml" in files and _changes(Path(folder) / "pack.yaml", game):
                yield Path(folder)


def _changes(manifest: Path, game: str) -> bool:
    """Whether a pack.yaml says that it changes a game."""
    raw = held(manifest) or manifest.read_bytes()
    document = parse_yaml(raw.decode("utf-8-sig", "replace"), "", [])
    base = document.data.get("base") if document is not None and isinstance(document.data, dict) else None
    return isinstance(base, dict) and list(base) == [game]
