"""What an editor asks to be changed: names, problems that can be mended, texts in their normal form, and commands."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rulewright.editing.changing import mending
from rulewright.editing.changing.change import Change
from rulewright.editing.changing.mending import Mend
from rulewright.editing.changing.renaming import rename_id, rename_scenario
from rulewright.editing.changing.rewording import rename_word
from rulewright.editing.places import id_at, things, written_word_at
from rulewright.editing.running import run_scenario
from rulewright.editing.sheets.sheet import Sheet
from rulewright.language.interface import said, told
from rulewright.lsp.reading import Here, family, here, spoken
from rulewright.lsp.server import CHECK, RUN, TRY, Server
from rulewright.lsp.trying import try_card
from rulewright.problems import RulewrightError

_UNKNOWN = ("RW0302", "RW0301", "RW0235", "RW0240")
_CAME_OUT = "RW0822"


def register(server: Server) -> None:
    """Let a server change files."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.Range | None:
        at = here(server, params.text_document.uri, params.position)
        found = _renamed(at) if at is not None else None
        return at.positions.range(found[2], found[3]) if at is not None and found is not None else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        await server.desk.settled()
        at = here(server, params.text_document.uri, params.position)
        scenario = at.scenario() if at is not None else None
        found = _renamed(at) if at is not None else None
        if at is None or found is None:
            return None
        section, name, _, _, lang = found
        try:
            if scenario is not None:
                change = rename_scenario(family(server, at), name, params.new_name, at.path)
            elif lang:
                change = rename_word(family(server, at), section, name, params.new_name, lang)
            else:
                change = rename_id(family(server, at), name, params.new_name)
        except RulewrightError as error:
            raise _refusal(server, error) from None
        return server.workspace_edit(change)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(
            code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]
        ),
    )
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        at = await spoken(server, params.text_document.uri, params.range.start)
        return list(_actions(server, at, params)) if at is not None else []

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        at = here(server, params.text_document.uri)
        if at is None:
            return []
        changes = (mending.normal(at.sheet, at.path, at.ruleset, saying) for saying in at.sheet.sayings)
        return [edit for change in changes if change is not None for edit in _text_edits(at, change)]

    @server.command(CHECK)
    def check(uri: str) -> None:
        found = server.opened(uri)
        if found is not None:
            server.desk.check(found[0])

    @server.command(RUN)
    async def run(uri: str, name: str) -> int:
        return await _run(server, uri, name)

    @server.command(TRY)
    async def tried(uri: str, name: str) -> str:
        return await try_card(server, uri, name)


def _refusal(server: Server, error: RulewrightError) -> JsonRpcException:
    """Why something is not done, for a reader."""
    found, *wrong = (told(one, server.lang) for one in error.problems)
    return JsonRpcException(message=" ".join((found.message, *(one.message for one in wrong), found.hint)), code=-32803)


# ---------------------------------------------------------------------- renaming


def _renamed(at: Here) -> tuple[str, str, int, int, str] | None:
    """What is renamed here: section, id, where it stands, and of a word its language."""
    scenario = at.scenario()
    if scenario is not None:
        return "", *scenario, ""
    here_said = at.saying()
    if here_said is not None:
        saying, word = here_said
        if word is None or word.id not in at.ruleset.lexicon.get(word.section, {}):
            return None
        return word.section, word.id, *saying.span(word.start, word.end), saying.lang
    written = written_word_at(at.sheet, at.offset)
    if written is not None:
        return written if written[1] in at.ruleset.lexicon.get(written[0], {}) else None
    name = id_at(at.sheet, at.offset)
    if name is None or not things(at.ruleset, name[0]):
        return None
    return "", name[0], name[1], name[2], ""


# ---------------------------------------------------------------------- actions


def _text_edits(at: Here, change: Change) -> list[types.TextEdit]:
    ends = "\r\n" if "\r\n" in at.sheet.source else "\n"
    edits = change.edits.get(at.path, [])
    return [types.TextEdit(at.positions.range(a, b), new.replace("\n", ends)) for a, b, new in sorted(edits)]


def _actions(server: Server, at: Here, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    for found in params.context.diagnostics:
        for mend in _mends(at, found):
            yield _action(server, mend, found)
    for mend in _rewrites(at):
        yield _action(server, mend, None)


def _action(server: Server, mend: Mend, found: types.Diagnostic | None) -> types.CodeAction:
    return types.CodeAction(
        title=said(mend.title, server.lang, **mend.words),
        kind=types.CodeActionKind.QuickFix if found is not None else types.CodeActionKind.RefactorRewrite,
        diagnostics=[found] if found is not None else None,
        edit=server.workspace_edit(mend.change),
    )


def _mends(at: Here, found: types.Diagnostic) -> Iterator[Mend]:
    """What can be done about a problem."""
    start, end = at.positions.offset(found.range.start), at.positions.offset(found.range.end)
    data = found.data if isinstance(found.data, dict) else {}
    for word in data.get("suggestions", ()):
        yield mending.suggestion(at.sheet, at.path, start, end, str(word))
    saying = at.sheet.saying_at(start)
    if saying is not None:
        language = at.ruleset.language(saying.lang)
        yield from mending.sentences(at.sheet, at.path, language, start, str(data.get("mended", "")))
    if found.code in _UNKNOWN:
        lexicon = _file(at, "lexicon.yaml", "lexicon")
        if lexicon[1] is not None:
            yield from mending.new_word(at.ruleset, lexicon[1], lexicon[0], at.sheet.text[start:end])
    if found.code == _CAME_OUT:
        mend = mending.accept(at.sheet, at.path, start, end, str(data.get("found", "")))
        if mend is not None:
            yield mend


def _rewrites(at: Here) -> Iterator[Mend]:
    """What can be written about the thing here."""
    saying = at.sheet.saying_at(at.offset)
    change = mending.normal(at.sheet, at.path, at.ruleset, saying) if saying is not None else None
    if change is not None:
        yield Mend("edit_normal", {}, change)
    if at.sheet.kind != "components":
        return
    around = (one for one, shift in at.sheet.entries() if one.spot[0] + shift <= at.offset <= one.spot[1] + shift)
    component = next((str(one.path[1]) for one in around), None)
    if component is None or component not in at.ruleset.components:
        return
    yield mending.scenario(at.ruleset, component, *_file(at, f"scenarios/{at.path.stem}.yaml", "scenarios"))
    for lang in at.ruleset.languages[1:]:
        mend = mending.draft(at.ruleset, component, lang, *_file(at, f"locale/{lang}/texts.yaml", "locale-texts"))
        if mend is not None:
            yield mend


def _file(at: Here, inside: str, kind: str) -> tuple[Path, Sheet | None]:
    """Another file of the ruleset, as the editor or the disk has it."""
    path = at.project.root.folder / inside
    known = at.project.sheets.get(path)
    if known is None and path.is_file():
        known = Sheet(kind, str(path), "", path.read_text(encoding="utf-8", errors="replace"))
    return path, known


# ---------------------------------------------------------------------- commands


async def _run(server: Server, uri: str, name: str) -> int:
    """Run a scenario, and show under its words what has come out otherwise; returns how much has."""
    found = server.opened(uri)
    if found is None:
        return 0
    project, _ = found
    await server.desk.settled()
    sheets = dict(project.sheets)
    loop = asyncio.get_running_loop()
    problems = await loop.run_in_executor(server.desk.thread, run_scenario, project, name, sheets)
    project.ran(name, problems, sheets)
    server.show(project)
    key = "scenario_failed" if problems else "scenario_passed"
    message = said(key, server.lang, name=name, **({"count": len(problems)} if problems else {}))
    kind = types.MessageType.Warning if problems else types.MessageType.Info
    server.window_show_message(types.ShowMessageParams(kind, message))
    return len(problems)
