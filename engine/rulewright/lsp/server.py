"""The language server: files come and go, and what is wrong with them is told."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from rulewright.editing.changing.change import Change
from rulewright.editing.project import Project
from rulewright.editing.sheets.sheet import Sheet
from rulewright.language.interface import said, told
from rulewright.lsp.desk import Desk
from rulewright.lsp.positions import Positions
from rulewright.problems import Problem
from rulewright.version import __version__
from rulewright.web.trying import Tables

NAME = "rulewright"
RUN, TRY, CHECK = "rulewright.runScenario", "rulewright.tryCard", "rulewright.check"
"""The commands that an editor may ask for."""
CHECKED = "$/rulewright/checked"
"""The notification that a project was checked as a whole, for who waits for it; others may ignore it."""
MOST_SUGGESTIONS = 3


class Server(LanguageServer):
    """Answers an editor.

    Args:
        lang: the language in which problems are told; None: that of the editor.
    """

    def __init__(self, lang: str | None = None) -> None:
        super().__init__(NAME, __version__)
        self.fixed_lang = lang
        self.lang = lang or "en"
        self.desk = Desk(self.show, self.failed)
        self.tables = Tables()
        self.uris: dict[Path, str] = {}
        self._shown: dict[Path, set[Path]] = {}

    # ------------------------------------------------------------ files

    def path(self, uri: str) -> Path | None:
        """The file of a URI; None for what lies in no folder."""
        name = to_fs_path(uri) if uri.startswith("file:") else None
        return Path(name).resolve() if name else None

    def uri(self, path: Path) -> str:
        """The URI of a file, as the editor has written it."""
        return self.uris.get(path) or from_fs_path(str(path)) or ""

    def roots(self) -> list[Path]:
        """The folders in which somebody works, as far as the editor has named any."""
        folders = self.workspace.folders.values()
        return [path for folder in folders if (path := self.path(folder.uri)) is not None]

    def sheet(self, path: Path) -> Sheet | None:
        """A file that is open, of whichever project."""
        sheets = (project.sheets.get(path) for project in self.desk.projects.values())
        return next((sheet for sheet in sheets if sheet is not None), None)

    def opened(self, uri: str) -> tuple[Project, Path] | None:
        """The project of a file, and its path; None for files of no ruleset."""
        path = self.path(uri)
        project = self.desk.project(path) if path is not None else None
        return (project, path) if project is not None and path is not None else None

    def positions(self, sheet: Sheet) -> Positions:
        """The positions of a file."""
        return Positions(sheet, self.workspace.position_codec)

    def edited(self, uri: str) -> None:
        """Take the text of a file as the editor has it, and tell at once what is wrong with it."""
        found = self.opened(uri)
        if found is None:
            return
        project, path = found
        self.uris[path] = uri
        project.edit(path, self.workspace.get_text_document(uri).source)
        self.publish(project, path)
        self.desk.check(project)

    def closed(self, uri: str) -> None:
        """What lies on the disk counts again."""
        found = self.opened(uri)
        if found is None:
            return
        project, path = found
        project.close(path)
        self.uris.pop(path, None)
        self.publish(project, path)
        self.desk.check(project)

    def stirred(self, uris: list[str]) -> None:
        """Check the projects of files that have come, changed or gone on the disk."""
        for uri in uris:
            found = self.opened(uri)
            if found is not None:
                project, path = found
                if not path.exists() and path not in project.sheets:
                    self._tell(path, [], None)
                self.desk.check(project)

    # ------------------------------------------------------------ problems

    def show(self, project: Project, checked: Mapping[Path, Sheet] | None = None) -> None:
        """Tell what is wrong with all files of a project, and which files were checked as a whole."""
        now = {path for path in project.files_with_problems() if self.desk.project(path) in (project, None)}
        now |= set(project.sheets)
        for path in now | self._shown.get(project.root.folder, set()):
            self.publish(project, path)
        self._shown[project.root.folder] = now
        if checked is not None:
            done = [self.uri(path) for path, sheet in project.sheets.items() if checked.get(path) is sheet]
            self.protocol.notify(CHECKED, {"root": self.uri(project.root.folder), "files": done})

    def publish(self, project: Project, path: Path) -> None:
        """Tell what is wrong with a file."""
        sheet = project.sheets.get(path)
        document = self.workspace.text_documents.get(self.uri(path)) if sheet is not None else None
        self._tell(path, self.diagnostics(project, path), document.version if document else None)

    def diagnostics(self, project: Project, path: Path) -> list[types.Diagnostic]:
        """What is wrong with a file, as an editor shows it."""
        problems = project.problems(path)
        sheet = project.sheets.get(path)
        if sheet is None and problems:
            with suppress(OSError):
                sheet = Sheet("", str(path), "", path.read_text(encoding="utf-8", errors="replace"))
        positions = self.positions(sheet) if sheet is not None else None
        return [self._diagnostic(told(one, self.lang), positions) for one in problems]

    def _tell(self, path: Path, diagnostics: list[types.Diagnostic], version: int | None) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=self.uri(path), diagnostics=diagnostics, version=version)
        )

    def _diagnostic(self, found: Problem, positions: Positions | None) -> types.Diagnostic:
        place = found.place
        plain = types.Position(max(place.line - 1, 0), max(place.column - 1, 0))
        notes = [said("did_you_mean", self.lang, words=self.either(found.suggestions))] if found.suggestions else []
        notes += [found.hint] if found.hint else []
        notes += [said(key, self.lang, **words) for key, words in found.notes]
        return types.Diagnostic(
            range=positions.of_place(place) if positions is not None else types.Range(plain, plain),
            severity=types.DiagnosticSeverity.Error,
            code=found.code,
            source=NAME,
            message="\n".join([found.message, *notes]),
            data={
                "suggestions": list(found.suggestions),
                "mended": found.words.get("mended", ""),
                "found": found.found,
            },  # fmt: skip
        )

    def either(self, words: tuple[str, ...]) -> str:
        """Some words, of which one is meant."""
        shown = words[:MOST_SUGGESTIONS]
        return f" {said('either', self.lang)} ".join(shown)

    # ------------------------------------------------------------ pages

    async def page(self, address: str) -> bool:
        """Let the editor open a page in a browser; False where it does not."""
        window = self.client_capabilities.window
        if window is None or window.show_document is None or not window.show_document.support:
            return False
        shown = await self.window_show_document_async(types.ShowDocumentParams(uri=address, external=True))
        return shown.success

    # ------------------------------------------------------------ changes

    def workspace_edit(self, change: Change) -> types.WorkspaceEdit:
        """A change of files as an editor makes it: in what is open, and on the disk."""
        plain: dict[str, list[types.TextEdit]] = {}
        made: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
        for path, edits in change.edits.items():
            sheet = self.sheet(path)
            positions = self.positions(sheet or Sheet("", str(path), "", change.texts[path]))
            ends = "\r\n" if _ends(path, sheet) else "\n"
            uri = self.uri(path)
            plain[uri] = [
                types.TextEdit(positions.range(start, end), new.replace("\n", ends))
                for start, end, new in sorted(edits)
            ]
            if sheet is None and not path.exists():
                made.append(types.CreateFile(uri=uri, options=types.CreateFileOptions(ignore_if_exists=True)))
            document = self.workspace.text_documents.get(uri)
            version = document.version if document is not None else None
            made.append(
                types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), list(plain[uri]))
            )
        known = self.client_capabilities.workspace
        if known is not None and known.workspace_edit is not None and known.workspace_edit.document_changes:
            return types.WorkspaceEdit(document_changes=made)
        return types.WorkspaceEdit(changes=plain)

    # ------------------------------------------------------------ mistakes

    def failed(self, error: Exception) -> None:
        """Tell of a mistake of the program; the server goes on."""
        text = f"{type(error).__name__}: {error}"
        with suppress(Exception):
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Tell of a mistake in what an editor has only told, and not asked."""
        self.failed(error)


def _ends(path: Path, sheet: Sheet | None) -> bool:
    """Whether the lines of a file end in the two signs of Windows."""
    if sheet is not None:
        return "\r\n" in sheet.source
    with suppress(OSError):
        return b"\r\n" in path.read_bytes()
    return False
