"""A language server with all that it can do, on standard input and output."""

from __future__ import annotations

import os
import sys

from lsprotocol import types

from rulewright.language.interface import languages
from rulewright.lsp import changing, reading
from rulewright.lsp.server import Server


def make_server(lang: str | None = None) -> Server:
    """A server with all that it can do."""
    server = Server(lang)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        if server.fixed_lang is None and params.locale:
            wish = params.locale.replace("_", "-").partition("-")[0]
            server.lang = wish if wish in languages() else "en"
        options = params.initialization_options
        packs = options.get("packs") if isinstance(options, dict) else None
        server.desk.packs = tuple(map(str, packs)) if isinstance(packs, list) else ()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.edited(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.edited(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.stirred([params.text_document.uri])

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def stirred(params: types.DidChangeWatchedFilesParams) -> None:
        server.stirred([change.uri for change in params.changes])

    reading.register(server)
    changing.register(server)

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.desk.close()
        server.tables.close()

    return server


def serve(lang: str | None = None) -> None:
    """Answer an editor over standard input and output until it goes; whatever else is printed goes to its log."""
    protocol = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.setswitchinterval(0.001)  # whoever types does not wait for the check in the background
    make_server(lang).start_io(sys.stdin.buffer, protocol)
