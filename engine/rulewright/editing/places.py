"""Where things of a ruleset stand: words of the lexicon in texts, ids in files, and the entries that both mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.editing.sheets.pieces import as_parsed
from rulewright.editing.sheets.sheet import Sheet
from rulewright.editing.words import words_said
from rulewright.language.interface import languages
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Path, Words
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.words_of_trees import WordId, words_in

ID = re.compile(r"[a-z][a-z0-9_]*")
_IDS = re.compile(rf"{ID.pattern}(?:[.:](?:{ID.pattern}|[0-9]+))*")
"""An id, or several that together name something: a field of a patch, an option of a game."""
_PROSE = frozenset((
    "text", "name", "title", "description", "decision", "leaves", "was", "forms", "pattern", "licence", "authors",
))  # fmt: skip
"""Keys whose values are words for people, and no ids."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Some characters of a document."""

    document: Document
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Thing:
    """What an id means: the section that it is in, as paths of content begin with it, and the id."""

    section: Path
    id: str


def things(ruleset: Ruleset, name: str) -> list[Thing]:
    """All that an id means in a ruleset; more than one thing may be called the same."""
    data = ruleset.content.data
    sections: list[tuple[Path, Mapping[str, Any]]] = [
        *((("lexicon", section), words) for section, words in data["lexicon"].items()),
        (("components",), data["components"]),
        (("procedures",), data["procedures"]),
        (("always",), data["always"]),
        *((("map", part), data["map"][part]) for part in ("spaces", "regions", "borders")),
        (("ruleset", "options"), data["ruleset"].get("options", {})),
    ]
    return [Thing(section, name) for section, known in sections if name in known]


def entry(ruleset: Ruleset, thing: Thing) -> Spot | None:
    """Where a thing is defined: its id there."""
    path: Path = (*thing.section, thing.id)
    content = ruleset.content
    document = content.document(path) if thing.section[0] != "ruleset" else content.document(("ruleset",))
    source = content.source(path)
    if document is None or source is None:
        return None
    inside = source[1]
    if document.spot_at((*inside, "id")) is not None:
        start, end, *_ = document.spot_at((*inside, "id"))  # type: ignore[misc]
        return Spot(document, start, end)
    around = document.spot_at(inside[:-1])
    if around is not None and isinstance(around[3], dict) and inside[-1] in around[3]:
        start, end, _ = around[3][inside[-1]]
        return Spot(document, start, end)
    spot = document.spot_at(inside)
    return Spot(document, spot[0], spot[0] + 1) if spot is not None else None


# ---------------------------------------------------------------------- words


def uses(ruleset: Ruleset) -> dict[WordId, list[Words]]:
    """The pieces of the language that say each word."""
    known: dict[WordId, list[Words]] | None = ruleset.derived.get("uses")
    if known is None:
        known = {}
        for words in ruleset.all_words:
            for word in words_in(words.tree) if words.tree is not None else ():
                known.setdefault(word, []).append(words)
        ruleset.derived["uses"] = known
    return known


def said_in(ruleset: Ruleset, word: WordId) -> Iterator[Spot]:
    """Where a word of the lexicon is said, in all languages."""
    for words in uses(ruleset).get(word, ()):
        lang = "en"
        if words.path[0] == "components":
            lang = str(ruleset.content.data["components"][words.path[1]].get("lang", "en"))
        yield from _said(ruleset, word, lang, words.text, as_parsed(words.kind), words.path)
        if words.path[-1] == "text" and words.path[0] in ("components", "procedures"):
            for lang in ruleset.languages[1:]:
                texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
                text = texts.get(words.path[0], {}).get(words.path[1], {}).get("text")
                if text is not None:
                    yield from _said(ruleset, word, lang, text, "text", ("locale", lang, "texts", *words.path))


def _said(ruleset: Ruleset, word: WordId, lang: str, text: str, kind: str, path: Path) -> Iterator[Spot]:
    try:
        language = ruleset.language(lang)
    except RulewrightError:
        return
    for said in words_said(language, text, kind):
        if (said.section, said.id) == word:
            try:
                yield Spot(*ruleset.content.text_span(path, said.start, said.end))
            except LookupError:  # a number, or a text that stands in no file
                return


# ---------------------------------------------------------------------- ids


def ids_in(sheet: Sheet) -> Iterator[tuple[str, int, int]]:
    """The ids of a file that are no words of texts: each with where it begins and ends."""
    values = not sheet.kind.startswith("locale")
    for chunk, piece in sheet.pieces:
        if piece.document is None:
            continue
        shift = chunk.start - len(chunk.header)
        said = {words.inside for words in piece.words}
        for name, path, start, end, is_key in _scalars(piece.document.data, piece.document.spot, ()):
            if start + shift < chunk.start or path in said or _is_scenario(sheet.kind, path):
                continue
            if is_key or (values and not _PROSE.intersection(path) and not _of_language(path)):
                for part, at in _ids_of(name, end - start):
                    yield part, start + shift + at, start + shift + at + len(part)


def _is_scenario(kind: str, path: Path) -> bool:
    """Whether the id at a path is that of a scenario (`scenario_ids`): it means nothing in the ruleset."""
    return (kind == "scenarios" and path[1:] == ("id",)) or (
        kind == "pack" and path[1:2] == ("scenarios",) and len(path) == 3
    )


def _ids_of(name: str, length: int) -> Iterator[tuple[str, int]]:
    """The ids that a scalar is made of, each with where it begins: `deeds.lay.2`, `scout:move`."""
    if _IDS.fullmatch(name) and len(name) == length:
        yield from ((found[0], found.start()) for found in ID.finditer(name))


def _of_language(path: Path) -> bool:
    """Whether a path leads to the forms of a word: `en` is the key of a language."""
    return not set(languages()).isdisjoint(path)


def _scalars(value: Any, spot: Any, path: Path) -> Iterator[tuple[str, Path, int, int, bool]]:
    if isinstance(value, dict):
        for key, part in value.items():
            start, end, inner = spot[3][key]
            yield key, (*path, key), start, end, True
            yield from _scalars(part, inner, (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from _scalars(part, spot[3][at], (*path, at))
    elif isinstance(value, str):
        quoted = int(spot[2] in ("'", '"'))
        yield value, path, spot[0] + quoted, spot[1] - quoted, False


def written_word_at(sheet: Sheet, offset: int) -> tuple[str, str, int, int, str] | None:
    """The word whose form is written at an offset of a lexicon: its section, id, the form's offsets, its language."""
    if sheet.kind not in ("lexicon", "locale-lexicon"):
        return None
    for chunk, piece in sheet.pieces:
        shift = chunk.start - len(chunk.header)
        for one in piece.entries:
            spot = piece.document.spot_at(one.inside) if piece.document is not None else None
            if spot is None or not one.spot[0] + shift <= offset <= one.spot[1] + shift:
                continue
            for _, path, start, end, is_key in _scalars(one.data, spot, ()):
                form = sheet.kind == "locale-lexicon" or path[:1] == ("en",) or not path
                if form and not is_key and start + shift <= offset <= end + shift:
                    section, name = map(str, one.inside)
                    return section, name, start + shift, end + shift, sheet.language or "en"
    return None


def id_at(sheet: Sheet, offset: int) -> tuple[str, int, int] | None:
    """The id at an offset, as it is written: letters, figures and low lines."""
    line, column = sheet.line_of(offset)
    text, start = sheet.lines[line], offset - column
    for found in ID.finditer(text):
        if found.start() <= column <= found.end():
            return found[0], start + found.start(), start + found.end()
    return None
