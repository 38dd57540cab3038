"""A file in pieces that are read by themselves, so that after a key only one of them is read again.

A file of components is a list of entries, a lexicon holds sections of entries: each entry becomes a small document of
its own. What is wrong with entries only together (an id that is there twice) the whole check tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rulewright.editing.sheets.entries import Entry, Words, translated, words_in
from rulewright.editing.sheets.patches import patch_entries, patch_words
from rulewright.problems import Place, Problem
from rulewright.ruleset.blocks import Path, WordsKind
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.files.schemas import misfits
from rulewright.ruleset.files.yaml_reader import parse_yaml

LISTS = frozenset(("components", "scenarios"))
"""Kinds of file that are lists of entries with ids."""
MAPPINGS = frozenset(("procedures", "always"))
"""Kinds of file that are mappings from ids to entries."""
SECTIONS = frozenset(("lexicon", "locale-lexicon", "locale-texts"))
"""Kinds of file with sections, which are mappings from ids to entries."""
OF_ENTRIES = LISTS | MAPPINGS | SECTIONS
PACK = "pack"
"""The kind of file that says what a pack changes."""

_NEW = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_HEADER = re.compile(r"[^\n#]*:[ \t]*(#[^\n]*)?\n")
_SAYS = re.compile(r"^\s*[^\s#]", re.MULTILINE)
_INNER = re.compile(r"^( +)[^\s#]", re.MULTILINE)


@dataclass(eq=False)
class Piece:
    """A part of a file that was read by itself.

    Attributes:
        text: what stands in the file. header: the line of the section around it, which is read before it.
        document: None when it is no YAML, with what is wrong in `problems`, as in a file of its own.
    """

    text: str
    header: str
    document: Document | None
    problems: tuple[Problem, ...]
    entries: tuple[Entry, ...]
    words: tuple[Words, ...]


class Chunk(NamedTuple):
    """A part of the text of a file: where it begins, and the header of the section that it belongs to."""

    text: str
    header: str
    start: int
    line: int


def chunks(kind: str, text: str) -> list[Chunk]:
    """The parts of a text that can be read by themselves; the whole of it for most kinds of file.

    >>> [(chunk.header, chunk.text) for chunk in chunks("lexicon", "nouns:\\n  a: b\\n  c: d\\ntimes: {}\\n")]
    [('nouns:\\n', '  a: b\\n'), ('nouns:\\n', '  c: d\\n'), ('', 'times: {}\\n')]
    """
    if kind not in OF_ENTRIES:
        return [Chunk(text, "", 0, 0)]
    found = []
    starts = [match.start() for match in _NEW.finditer(text)]
    if not starts or text[: starts[0]].strip():
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = text[start:end]
        header = _HEADER.match(part) if kind in SECTIONS else None
        inner = _INNER.search(part, header.end()) if header else None
        if header is None or inner is None:
            found.append((part, "", start))
            continue
        entries = re.compile(rf"^(?={inner[1]}[^\s#])", re.MULTILINE)
        cuts = [header.end(), *(cut.start() for cut in entries.finditer(part, header.end()))]
        for first, last in zip(cuts, [*cuts[1:], len(part)], strict=True):
            if first < last:
                found.append((part[first:last], header[0], start + first))
    lines, at, made = 0, 0, []
    for part, head, start in found:
        lines += text.count("\n", at, start)
        at = start
        made.append(Chunk(part, head, start, lines))
    return made


def read_piece(kind: str, language: str, file: str, chunk: Chunk, base: Content | None = None) -> Piece:
    """Read a part of a file of a kind by itself.

    base: the ruleset that a pack.yaml changes.
    """
    problems: list[Problem] = []
    if not _SAYS.search(chunk.text):  # comments only
        return Piece(chunk.text, chunk.header, None, (), (), ())
    document = parse_yaml(chunk.header + chunk.text, file, problems)
    entries: tuple[Entry, ...] = ()
    if document is not None and (document.data is not None or kind not in OF_ENTRIES):
        problems += misfits(kind, document.data, document)
        entries = tuple(_entries(kind, document, {found.place.line for found in problems}))
    words = tuple(found for entry in entries for found in _words(kind, language, entry, base))
    return Piece(chunk.text, chunk.header, document, tuple(problems), entries, words)


def _entries(kind: str, document: Document, wrong: set[int]) -> Iterator[Entry]:
    """The entries of a document that are as the schema wants them."""
    found = patch_entries(document) if kind == PACK else _all_entries(kind, document.data, document.spot[3])
    for entry in found:
        first, last = (document.at(max(at, 0)).line for at in (entry.key[0], entry.spot[1] - 1))
        if not any(first <= line <= last for line in wrong):
            yield entry


def _all_entries(kind: str, data: Any, spots: Any) -> Iterator[Entry]:
    if kind in LISTS and isinstance(data, list):
        for index, entry in enumerate(data):
            if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                at = spots[index][3]["id"][2]
                yield Entry((kind, entry["id"]), (index,), entry, spots[index][:2], (at[0], at[1]))
    elif kind in MAPPINGS and isinstance(data, dict):
        for name, entry in data.items():
            start, end, spot = spots[name]
            yield Entry((kind, name), (name,), entry, (start, spot[1]), (start, end))
    elif kind in SECTIONS and isinstance(data, dict):
        for section, entries in data.items():
            for name, entry in entries.items() if isinstance(entries, dict) else ():
                start, end, spot = spots[section][2][3][name]
                path: Path = (section, name) if kind == "locale-texts" else ("lexicon", section, name)
                yield Entry(path, (section, name), entry, (start, spot[1]), (start, end))


def _words(kind: str, language: str, entry: Entry, base: Content | None) -> Iterator[Words]:
    if kind == PACK:
        yield from patch_words(entry, base)
    elif kind == "locale-texts":
        yield from translated(entry, entry.path, language)
    elif kind not in ("scenarios", "locale-lexicon"):
        lang = str(entry.data.get("lang", "en")) if kind == "components" else "en"
        for text, words, path in words_in(entry.path, entry.data):
            yield Words(text, words, lang, path, (*entry.inside, *path[len(entry.path) :]))


def shifted(problems: Iterable[Problem], lines: int) -> list[Problem]:
    """Problems of a piece, so many lines further down."""
    return [one.at(moved(one.place, lines)) for one in problems]


def moved(place: Place, lines: int) -> Place:
    """A place so many lines further down."""
    return replace(place, line=place.line + lines)


def as_parsed(kind: WordsKind | str) -> str:
    """As what `Language.parse` reads words of a kind."""
    return "block_sentence" if kind == "sentence" else kind


def common(before: Sequence[str], now: Sequence[str]) -> tuple[int, int]:
    """How many lines two texts have in common at the start and at the end.

    >>> common(["a", "b", "c"], ["a", "x", "y", "c"])
    (1, 1)
    """
    most = min(len(before), len(now))
    first = next((at for at in range(most) if before[at] != now[at]), most)
    last = next((at for at in range(most - first) if before[-1 - at] != now[-1 - at]), most - first)
    return first, last
