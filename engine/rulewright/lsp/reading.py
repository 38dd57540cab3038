"""What an editor asks about a place or a file without changing it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from rulewright.editing.family import Family
from rulewright.editing.hints import hints
from rulewright.editing.offering.offers import offers
from rulewright.editing.places import Spot, entry, id_at, ids_in, said_in, things
from rulewright.editing.project import Project
from rulewright.editing.scenario_ids import Named, meant, scenario_at
from rulewright.editing.sheets.pieces import SECTIONS
from rulewright.editing.sheets.sheet import Saying, Sheet
from rulewright.editing.telling import Told, of_id, of_saying, of_scenario, of_word
from rulewright.editing.words import Said, word_at, words_said
from rulewright.language.interface import said
from rulewright.lsp.positions import Positions
from rulewright.lsp.server import RUN, TRY, Server
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset

_KINDS = {
    "nouns": types.CompletionItemKind.Class, "verbs": types.CompletionItemKind.Function,
    "adjectives": types.CompletionItemKind.Property, "relations": types.CompletionItemKind.Operator,
    "headings": types.CompletionItemKind.Event, "times": types.CompletionItemKind.Constant,
    "components": types.CompletionItemKind.Value, "spaces": types.CompletionItemKind.Value,
    "rules": types.CompletionItemKind.Reference,
}  # fmt: skip
LEGEND = ["keyword", "class", "function", "property", "operator", "event", "variable", "number"]
_TOKENS = {
    "": 0, "nouns": 1, "verbs": 2, "adjectives": 3, "relations": 4, "headings": 5, "times": 6, "numbers": 7,
}  # fmt: skip
_AT_ONCE = 20
"""After so many texts whoever types has a turn."""


@dataclass(frozen=True, slots=True)
class Here:
    """A place in an open file, and the ruleset as it was last right."""

    project: Project
    path: Path
    sheet: Sheet
    ruleset: Ruleset
    positions: Positions
    offset: int

    def saying(self) -> tuple[Saying, Said | None] | None:
        """The text here, and its word."""
        saying = self.sheet.saying_at(self.offset)
        if saying is None:
            return None
        try:
            language = self.ruleset.language(saying.lang)
        except RulewrightError:
            return saying, None
        return saying, word_at(language, saying.text, saying.kind, saying.inside(self.offset))

    def scenario(self) -> tuple[str, int, int] | None:
        """The id of a scenario here."""
        return scenario_at(self.sheet, self.offset)


def here(server: Server, uri: str, position: types.Position | None = None) -> Here | None:
    """A place in an open file; None where no ruleset is known yet."""
    found = server.opened(uri)
    if found is None:
        return None
    project, path = found
    sheet = project.sheets.get(path)
    if sheet is None or project.good is None:
        return None
    positions = server.positions(sheet)
    return Here(project, path, sheet, project.good, positions, positions.offset(position) if position else 0)


async def spoken(server: Server, uri: str, position: types.Position) -> Here | None:
    """A place in an open file, of a ruleset of which all languages are made."""
    at = here(server, uri, position)
    if at is not None:
        await server.desk.spoken(at.ruleset)
    return here(server, uri, position)  # in the meantime somebody may have typed


def location(server: Server, project: Project, spot: Spot) -> types.Location:
    """Where characters of a document are, for an editor."""
    path = Path(spot.document.file).resolve()
    sheet = project.sheets.get(path)
    if sheet is None or sheet.text != spot.document.text:
        sheet = Sheet("", spot.document.file, "", spot.document.text)
    return types.Location(server.uri(path), server.positions(sheet).range(spot.start, spot.end))


def register(server: Server) -> None:
    """Let a server answer."""
    _register_places(server)
    _register_files(server)


def _register_places(server: Server) -> None:
    """Let a server answer about a place in a file."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        at = await spoken(server, params.text_document.uri, params.position)
        return _hover(server, at) if at is not None else None

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" "], resolve_provider=False)
    )
    def completion(params: types.CompletionParams) -> types.CompletionList | None:
        at = here(server, params.text_document.uri, params.position)
        return _completion(at) if at is not None else None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        at = here(server, params.text_document.uri, params.position)
        if at is None:
            return []
        if at.scenario() is not None:
            return [_named(server, one) for one in _scenarios(server, at) if one.defines]
        spots = (entry(at.ruleset, thing) for name in _names(at) for thing in things(at.ruleset, name))
        return [location(server, at.project, spot) for spot in spots if spot is not None]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        await server.desk.settled()
        at = here(server, params.text_document.uri, params.position)
        if at is not None and at.scenario() is not None:
            return [_named(server, one) for one in _scenarios(server, at)]
        return list(_references(server, at)) if at is not None else []


def _register_files(server: Server) -> None:
    """Let a server answer about a whole file."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        found = server.opened(params.text_document.uri)
        sheet = found[0].sheets.get(found[1]) if found is not None else None
        return _symbols(sheet, server.positions(sheet)) if sheet is not None else []

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        found = server.opened(params.text_document.uri)
        sheet = found[0].sheets.get(found[1]) if found is not None else None
        return list(_folds(sheet)) if sheet is not None else []

    legend = types.SemanticTokensLegend(token_types=LEGEND, token_modifiers=[])

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        at = here(server, params.text_document.uri)
        return types.SemanticTokens(await _tokens(at) if at is not None else [])

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay(params: types.InlayHintParams) -> list[types.InlayHint]:
        at = here(server, params.text_document.uri)
        return await _inlay_hints(at, params.range, server.lang) if at is not None else []

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        at = here(server, params.text_document.uri)
        return list(_lenses(server, at)) if at is not None else []


async def _inlay_hints(at: Here, shown: types.Range, lang: str) -> list[types.InlayHint]:
    first, last = at.positions.offset(shown.start), at.positions.offset(shown.end)
    found = []
    for count, saying in enumerate(at.sheet.sayings):
        if first <= saying.end and saying.start <= last:
            for offset, text in hints(at.ruleset, saying, lang):
                place = at.positions.position(saying.span(max(offset - 1, 0), offset)[1])
                found.append(types.InlayHint(place, text, padding_left=True))
        if count % _AT_ONCE == 0:
            await asyncio.sleep(0)
    return found


def _hover(server: Server, at: Here) -> types.Hover | None:
    told: list[Told] = []
    start, end = at.offset, at.offset
    here_said, scenario = at.saying(), at.scenario()
    if scenario is not None:
        told = [of_scenario(one, server.lang) for one in _scenarios(server, at)[:1]]
        start, end = scenario[1:]
    elif here_said is not None:
        saying, word = here_said
        about = of_word(at.ruleset, word.section, word.id, server.lang) if word is not None else None
        whole = of_saying(at.ruleset, saying, server.lang)
        told = [one for one in (about, whole) if one is not None]
        if word is not None:
            start, end = saying.span(word.start, word.end)
    else:
        name = id_at(at.sheet, at.offset)
        if name is not None:
            told = of_id(at.ruleset, name[0], server.lang)
            start, end = name[1], name[2]
    if not told:
        return None
    text = "\n\n---\n\n".join(map(_markdown, told))
    content = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.Hover(content, at.positions.range(start, end))


def _markdown(told: Told) -> str:
    lines = [f"**{told.title}**"] if told.title else []
    lines += told.lines
    lines += [f"`{lang}` {' '.join(text.split())}" for lang, text in told.sayings]
    return "\n\n".join(lines)


def _completion(at: Here) -> types.CompletionList:
    found = offers(at.ruleset, at.sheet, at.offset)
    end = at.positions.position(at.offset)
    items = []
    for number, offer in enumerate(found):
        start = at.positions.position(offer.start)
        if start.line == end.line:
            items.append(
                types.CompletionItem(
                    label=offer.text,
                    kind=_KINDS.get(offer.section, types.CompletionItemKind.Keyword),
                    detail=offer.about or None,
                    sort_text=f"{number:04}",
                    filter_text=offer.text,
                    text_edit=types.TextEdit(types.Range(start, end), offer.text),
                )
            )
    return types.CompletionList(is_incomplete=True, items=items)


def _names(at: Here) -> list[str]:
    """What the cursor is on: the id of a word, or an id as it is written."""
    here_said = at.saying()
    if here_said is not None:
        word = here_said[1]
        return [word.id] if word is not None and word.section else []
    name = id_at(at.sheet, at.offset)
    return [name[0]] if name is not None else []


def family(server: Server, at: Here) -> Family:
    """The ruleset of a place with all its packs, as far as they may be written here."""
    sheets = {path: sheet for one in server.desk.projects.values() for path, sheet in one.sheets.items()}
    return Family(at.ruleset, at.project.root.packs, server.roots(), sheets)


def _references(server: Server, at: Here) -> Iterator[types.Location]:
    whole = family(server, at)
    for name in _names(at):
        words = [(str(thing.section[1]), name) for thing in things(at.ruleset, name) if thing.section[0] == "lexicon"]
        for word in words:
            yield from (location(server, at.project, spot) for spot in said_in(at.ruleset, word))
        yield from _named_in(server, whole.files(), name)
        for pack in whole.packs:
            files = [(path, sheet) for path, sheet in whole.files_of(pack)]
            yield from _named_in(server, files, name)
            with suppress(RulewrightError):  # one that cannot be read says nothing
                merged = whole.with_pack(pack) if words else at.ruleset
                for spot in (spot for word in words for spot in said_in(merged, word)):
                    if Path(spot.document.file).resolve().is_relative_to(pack):
                        yield location(server, at.project, spot)


def _scenarios(server: Server, at: Here) -> list[Named]:
    """The places that name the scenario here, first where it is written."""
    scenario = at.scenario()
    return meant(family(server, at), scenario[0], at.path) if scenario is not None else []


def _named(server: Server, place: Named) -> types.Location:
    return types.Location(server.uri(place.path), server.positions(place.sheet).range(place.start, place.end))


def _named_in(server: Server, files: Iterable[tuple[Path, Sheet]], name: str) -> Iterator[types.Location]:
    for path, sheet in files:
        for other, start, end in ids_in(sheet):
            if other == name:
                yield types.Location(server.uri(path), server.positions(sheet).range(start, end))


def _symbols(sheet: Sheet, positions: Positions) -> list[types.DocumentSymbol]:
    sections: dict[str, types.DocumentSymbol] = {}
    found = []
    for one, shift in sheet.entries():
        whole = positions.range(one.spot[0] + shift, one.spot[1] + shift)
        data = one.data if isinstance(one.data, dict) else {}
        detail = next((str(data[key]) for key in ("name", "title", "kind", "type") if key in data), "")
        symbol = types.DocumentSymbol(
            str(one.path[-1]), types.SymbolKind.Object, whole, positions.range(one.key[0] + shift, one.key[1] + shift),
            detail=detail, children=[],
        )  # fmt: skip
        if sheet.kind not in SECTIONS:
            found.append(symbol)
            continue
        section = str(one.inside[0])
        if section not in sections:
            sections[section] = types.DocumentSymbol(
                section, types.SymbolKind.Namespace, whole, symbol.selection_range, children=[]
            )
            found.append(sections[section])
        around = sections[section]
        around.range = types.Range(around.range.start, whole.end)
        assert isinstance(around.children, list)
        around.children.append(symbol)
    return found


def _folds(sheet: Sheet) -> Iterator[types.FoldingRange]:
    for one, shift in sheet.entries():
        first = sheet.line_of(one.spot[0] + shift)[0]
        last = sheet.line_of(max(one.spot[1] + shift - 1, 0))[0]
        while last > first and not sheet.lines[last].strip():
            last -= 1
        if last > first:
            yield types.FoldingRange(first, last)


async def _tokens(at: Here) -> list[int]:
    data: list[int] = []
    line, column = 0, 0
    for count, saying in enumerate(sorted(at.sheet.sayings, key=lambda one: one.start)):
        try:
            language = at.ruleset.language(saying.lang)
        except RulewrightError:
            continue
        for word in words_said(language, saying.text, saying.kind):
            if not saying.text[word.start : word.end].strip(".,;:'"):
                continue
            range_ = at.positions.range(*saying.span(word.start, word.end))
            begin, end = range_.start, range_.end
            if begin.line != end.line or (begin.line, begin.character) < (line, column):
                continue
            data += [begin.line - line, begin.character - (column if begin.line == line else 0)]
            data += [end.character - begin.character, _TOKENS.get(word.section, 0), 0]
            line, column = begin.line, begin.character
        if count % _AT_ONCE == 0:
            await asyncio.sleep(0)
    return data


def _lenses(server: Server, at: Here) -> Iterator[types.CodeLens]:
    uri = server.uri(at.path)
    said_there = {saying.path for saying in at.sheet.sayings}
    for one, shift in at.sheet.entries():
        place = at.positions.range(one.key[0] + shift, one.key[1] + shift)
        name = str(one.path[-1])
        if one.path[0] == "scenarios":
            yield types.CodeLens(place, types.Command(said("lens_run", server.lang), RUN, arguments=[uri, name]))
        elif one.path[0] == "components" and (*one.path, "text") in said_there and not at.sheet.language:
            yield types.CodeLens(place, types.Command(said("lens_try", server.lang), TRY, arguments=[uri, name]))
