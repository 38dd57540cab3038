"""What lies open: the projects of all roots, checked in the background while their files are written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rulewright.editing.checker import Checker
from rulewright.editing.project import Project, Root, root_of, warm
from rulewright.editing.sheets.sheet import Sheet
from rulewright.ruleset.model import Ruleset

PAUSE = 0.4
"""Seconds without a key before the whole is checked."""

Show = Callable[[Project, Mapping[Path, Sheet] | None], None]


class Desk:
    """The projects that files are open of.

    Args:
        show: is called with a project when its problems may have changed; with the files as they were checked when
            nothing more is to be found in them.
        failed: is called with what went wrong in a check.
    """

    def __init__(self, show: Show, failed: Callable[[Exception], None]) -> None:
        self.projects: dict[Path, Project] = {}
        self.packs: tuple[str, ...] = ()
        self._show, self._failed = show, failed
        self.checker = Checker()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="check")
        self._turn = asyncio.Lock()
        self._waiting: dict[Path, asyncio.Task[None]] = {}
        self._changes: dict[Path, int] = {}

    def project(self, path: Path) -> Project | None:
        """The project that a file belongs to; None for a file of no ruleset."""
        for folder in path.parents:  # the innermost, which may be a pack inside a ruleset
            if folder in self.projects:
                return self.projects[folder]
            if any((folder / name).is_file() for name in ("pack.yaml", "ruleset.yaml")):
                root = root_of(path, self.packs)
                return self._new(root) if root is not None else None
        return None

    def _new(self, root: Root) -> Project:
        self.projects[root.folder] = project = Project(root)
        return project

    def check(self, project: Project) -> None:
        """Check a project, and those that are read with it, after a pause; a check that runs is given up."""
        for other in self.projects.values():
            folder, read = other.root.folder, (str(other.root.ruleset), *other.root.packs)
            if other is project or str(project.root.folder) in read:
                self._changes[folder] = self._changes.get(folder, 0) + 1
                if folder not in self._waiting or self._waiting[folder].done():
                    self._waiting[folder] = asyncio.get_running_loop().create_task(self._checked(other))

    async def _checked(self, project: Project) -> None:
        folder = project.root.folder
        change = -1
        while change != self._changes[folder]:
            while change != self._changes[folder]:
                change = self._changes[folder]
                await asyncio.sleep(PAUSE)
            sheets = {path: sheet for one in self.projects.values() for path, sheet in one.sheets.items()}
            texts = {path: sheet.source for path, sheet in sheets.items()}
            async with self._turn:
                try:
                    await self._steps(project, sheets, texts, change)
                except Exception as error:  # of the program; the next change is checked all the same
                    self._failed(error)

    async def _steps(
        self, project: Project, sheets: Mapping[Path, Sheet], texts: Mapping[Path, str], change: int
    ) -> None:
        """Check a project step by step, until it has changed."""
        loop, loaded = asyncio.get_running_loop(), False
        steps = self.checker.check(project.root.ruleset, project.root.packs, texts)
        while found := await loop.run_in_executor(self.thread, next, steps, None):
            first = project.good is None
            if not loaded and (first or (found.readable and (not found.problems or project.has_new_words()))):
                loaded = True
                project.good = await loop.run_in_executor(self.thread, project.load, texts) or project.good
            project.told(found, sheets)
            self._show(project, sheets if found.whole else None)
            if change != self._changes[project.root.folder]:
                self.checker.give_up()

    async def spoken(self, ruleset: Ruleset) -> None:
        """Wait until all languages of a ruleset are made, which happens in the background."""
        if not set(ruleset.languages) <= set(ruleset._languages):
            await asyncio.get_running_loop().run_in_executor(self.thread, warm, ruleset, ruleset.languages)

    async def settled(self) -> None:
        """Wait until nothing is left to check."""
        while any(not task.done() for task in self._waiting.values()):
            await asyncio.gather(*self._waiting.values())

    def close(self) -> None:
        """Stop."""
        for task in self._waiting.values():
            task.cancel()
        self.thread.shutdown(wait=False, cancel_futures=True)
        self.checker.close()
