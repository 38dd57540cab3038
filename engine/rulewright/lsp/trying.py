"""Trying a card: what its text means as it stands in the editor, and a game in which it can be played."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from lsprotocol import types

from rulewright.editing.trying import Trial, in_languages, try_text
from rulewright.language.interface import said, told
from rulewright.lsp.reading import Here, spoken
from rulewright.lsp.server import Server
from rulewright.meaning import in_words_of
from rulewright.problems import Problem, RulewrightError, problem


async def try_card(server: Server, uri: str, name: str) -> str:
    """Begin a game with a card and let the editor open its page; tell what the card means, or what is wrong.

    Returns:
        what is told: the editor shows it where it opens no page itself.
    """
    await server.desk.settled()
    at = await spoken(server, uri, types.Position(0, 0))
    if at is None:
        return ""
    trial, lang = _trial(at, name, server.lang)
    lines, address = [*_lines(at, trial, lang, server.lang)], ""
    if not trial.problems:
        try:
            address = await _begun(server, at, name)
        except RulewrightError as error:
            lines += [_line(one, server.lang) for one in error.problems]
        else:
            lines.append(said("try_game", server.lang, address=address))
    text = "\n".join(lines)
    if not address or not await server.page(address):
        kind = types.MessageType.Info if address else types.MessageType.Warning
        server.window_show_message(types.ShowMessageParams(kind, text))
    return text


async def _begun(server: Server, at: Here, name: str) -> str:
    """The address of a game with a card, as all open files have it. Raises RulewrightError."""
    sheets = {path: sheet for project in server.desk.projects.values() for path, sheet in project.sheets.items()}
    texts = {path: sheet.source for path, sheet in sheets.items()}
    root = at.project.root
    return await asyncio.to_thread(server.tables.open, root.ruleset, root.packs, texts, name, server.lang)


def _trial(at: Here, name: str, lang: str) -> tuple[Trial, str]:
    """What comes of a card's text as it stands in the editor, and the language that it is in."""
    saying = next((one for one in at.sheet.sayings if one.path == ("components", name, "text")), None)
    component = at.ruleset.components.get(name)
    if saying is None or component is None:
        return Trial(None, (problem("RW0740", found=name),)), "en"
    return try_text(at.ruleset, saying.text, component.kind, lang, saying.lang), saying.lang


def _lines(at: Here, trial: Trial, own: str, lang: str) -> Iterator[str]:
    """What is wrong with a text, or what it means; own: the language that it is in."""
    yield from (_line(one, lang) for one in trial.problems)
    if trial.tree is not None and not trial.problems:
        yield said("bench_right", lang)
        yield said("understood_as", lang, text=in_words_of(at.ruleset, lang, trial.understood))
        for other, words in in_languages(at.ruleset, trial.tree):
            if isinstance(words, str) and other != own:
                yield f"{other}: {' '.join(words.split())}"


def _line(found: Problem, lang: str) -> str:
    shown = told(found, lang)
    return f"{shown.code}: {shown.message} {shown.hint}".strip()
