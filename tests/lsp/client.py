"""An editor without a screen: pygls' client, which talks with `rulewright lsp` over standard input and output."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

SERVER = "from rulewright.lsp import desk; desk.PAUSE = 0.05; from rulewright.cli import main; main()"
"""A server that does not wait as long as for somebody who types: tests wait for it at each edit."""
WAIT = 300
"""Seconds after which an answer does not come any more."""


class Editor:
    """Opens files, types, and waits for what the server tells."""

    def __init__(self, *roots: Path, **options: Any) -> None:
        self.client = LanguageClient("tests", "1")
        self.root = roots[0] if roots else Path()
        self.told: dict[str, types.PublishDiagnosticsParams] = {}
        self._first: dict[tuple[str, int | None], list[types.Diagnostic]] = {}
        self.edits: list[types.WorkspaceEdit] = []
        self.messages: list[str] = []
        self.pages: list[str] = []
        self._changed = threading.Condition()
        self._checked: set[str] = set()
        self._versions: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        self._listen()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._run(self.client.start_io(sys.executable, "-c", SERVER, "lsp"))
        self.capabilities = self._run(self._hello(roots, options)).capabilities

    def _listen(self) -> None:
        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: types.PublishDiagnosticsParams) -> None:
            with self._changed:
                self.told[params.uri] = params
                self._first.setdefault((params.uri, params.version), list(params.diagnostics))
                self._changed.notify_all()

        @self.client.feature("$/rulewright/checked")
        def checked(params: Any) -> None:
            with self._changed:
                self._checked.update(params.files)
                self._changed.notify_all()

        @self.client.feature(types.WORKSPACE_APPLY_EDIT)
        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.edits.append(params.edit)
            return types.ApplyWorkspaceEditResult(applied=True)

        @self.client.feature(types.WINDOW_LOG_MESSAGE)
        def log(params: types.LogMessageParams) -> None:
            self.messages.append(params.message)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.client.feature(types.WINDOW_SHOW_DOCUMENT)
        def page(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
            assert params.external
            self.pages.append(params.uri)
            return types.ShowDocumentResult(success=True)

    async def _hello(self, roots: tuple[Path, ...], options: dict[str, Any]) -> types.InitializeResult:
        locale = options.pop("locale", "en")
        encodings = options.pop("encodings", None)
        browser = types.ShowDocumentClientCapabilities(support=options.pop("browser", False))
        result = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(
                    general=types.GeneralClientCapabilities(position_encodings=encodings),
                    window=types.WindowClientCapabilities(show_document=browser),
                    workspace=types.WorkspaceClientCapabilities(
                        apply_edit=True, workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)
                    ),
                ),
                locale=locale,
                workspace_folders=[types.WorkspaceFolder(root.as_uri(), root.name) for root in roots],
                initialization_options=options or None,
            )
        )
        self.client.initialized(types.InitializedParams())
        return result

    def _run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(WAIT)

    def ask(self, method: str, params: Any) -> Any:
        """What the server answers."""

        async def asked() -> Any:
            return await self.client.protocol.send_request_async(method, params)

        return self._run(asked())

    def tell(self, method: str, params: Any) -> None:
        """Tell the server something that it does not answer."""
        self._loop.call_soon_threadsafe(self.client.protocol.notify, method, params)

    # ------------------------------------------------------------ files

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, perhaps with another text than on the disk; returns its text."""
        uri = path.as_uri()
        shown = path.read_bytes().decode("utf-8") if text is None else text
        self._versions[uri], self._texts[uri] = 1, shown
        self._checked.discard(uri)
        self._first = {key: told for key, told in self._first.items() if key[0] != uri}
        item = types.TextDocumentItem(uri, "yaml", 1, shown)
        self.tell(types.TEXT_DOCUMENT_DID_OPEN, types.DidOpenTextDocumentParams(item))
        return shown

    def type(self, path: Path, text: str) -> int:
        """Exchange the text of an open file; returns its version."""
        uri = path.as_uri()
        self._versions[uri] += 1
        self._texts[uri] = text
        self._checked.discard(uri)
        self.tell(
            types.TEXT_DOCUMENT_DID_CHANGE,
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self._versions[uri], uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            ),
        )
        return self._versions[uri]

    def close(self, path: Path) -> None:
        """Close a file."""
        self.tell(
            types.TEXT_DOCUMENT_DID_CLOSE,
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(path.as_uri())),
        )

    # ------------------------------------------------------------ problems

    def problems(self, path: Path) -> list[types.Diagnostic]:
        """What was told of a file last."""
        told = self.told.get(path.as_uri())
        return list(told.diagnostics) if told is not None else []

    def wait(self, path: Path, fits: Callable[[list[types.Diagnostic]], bool]) -> list[types.Diagnostic]:
        """Wait until what is told of a file is as it should be."""
        with self._changed:
            if not self._changed.wait_for(lambda: path.as_uri() in self.told and fits(self.problems(path)), WAIT):
                raise AssertionError(f"{path.name}: {self.problems(path)}, {self.messages}")
            return self.problems(path)

    def first_told(self, path: Path, version: int) -> list[types.Diagnostic]:
        """What was told of a version of a file first: at once, before the whole was checked."""
        with self._changed:
            assert self._changed.wait_for(lambda: (path.as_uri(), version) in self._first, WAIT)
            return self._first[path.as_uri(), version]

    def checked(self, path: Path) -> list[types.Diagnostic]:
        """Wait until a file was checked as it is now, with all that belongs to it."""
        with self._changed:
            if not self._changed.wait_for(lambda: path.as_uri() in self._checked, WAIT):
                raise AssertionError(f"{path.name} was not checked: {self.problems(path)}, {self.messages}")
            return self.problems(path)

    def codes(self, path: Path, *codes: str) -> list[types.Diagnostic]:
        """Wait until exactly these problems are told of a file."""
        return self.wait(path, lambda told: sorted(str(one.code) for one in told) == sorted(codes))

    def marked(self, path: Path, one: types.Diagnostic) -> str:
        """The characters that a problem marks, in UTF-16 as editors count."""
        lines = self._texts[path.as_uri()].replace("\r\n", "\n").split("\n")
        assert one.range.start.line == one.range.end.line
        units = lines[one.range.start.line].encode("utf-16-le")
        return units[2 * one.range.start.character : 2 * one.range.end.character].decode("utf-16-le")

    def stop(self) -> int | None:
        """Say good-bye; returns the exit status of the server."""
        self._run(self.client.shutdown_async(None))
        self.tell(types.EXIT, None)
        server = self.client._server
        assert server is not None
        return self._run(asyncio.wait_for(server.wait(), WAIT))
