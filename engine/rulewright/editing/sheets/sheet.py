"""One file of a ruleset as it stands in an editor: what of it is language, and what is wrong with it by itself."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulewright.editing.sheets.entries import Entry, Words
from rulewright.editing.sheets.pieces import PACK, Chunk, Piece, as_parsed, chunks, read_piece, shifted
from rulewright.language.language import Language
from rulewright.problems import Place, Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.document import MAX_BYTES, Document
from rulewright.ruleset.files.yaml_reader import parse_yaml

MOST = 200
"""So many problems of the texts of one piece are told."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A piece of the language in a file.

    Attributes:
        text: as it was read: without escapes, folds and indentation.
        kind: as what it is read; see `Language.parse`.
        path: where it stands in the content of the ruleset; of a translation, where its English stands.
        offsets: where in the file each character of the text stands, and last where it ends.
        style: how it is written: "" (plain), "'", '"', "|" or ">".
    """

    text: str
    kind: str
    lang: str
    path: Path
    offsets: tuple[int, ...]
    style: str = ""

    @property
    def start(self) -> int:
        """Where it begins in the file."""
        return self.offsets[0]

    @property
    def end(self) -> int:
        """Where it ends in the file."""
        return self.offsets[-1]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the file characters of it begin and end."""
        first = min(max(start, 0), len(self.offsets) - 1)
        last = min(max(end, first + 1), len(self.offsets))
        return self.offsets[first], self.offsets[last - 1] + 1

    def inside(self, offset: int) -> int:
        """Before which character of it an offset in the file stands."""
        return next((at for at, where in enumerate(self.offsets) if where >= offset), len(self.text))


class Sheet:
    """A file as somebody writes it.

    Args:
        kind: of file, such as `components` (see `kind_of`); "" for one that no ruleset reads.
        name: how the file is called in problems.
        language: of a locale file.
        source: all of it, as the editor has it.
        before: the same file before; of its pieces those are kept that have not changed.

    Attributes:
        pieces: the parts of it that were read by themselves.
    """

    def __init__(self, kind: str, name: str, language: str, source: str, before: Sheet | None = None) -> None:
        self.kind, self.name, self.language, self.source = kind, name, language, source
        self.too_large = len(source) > MAX_BYTES
        self.base: Content | None = before.base if before is not None else None
        known = before._known if before is not None else {}
        self._readings: dict[tuple[str, str, str], tuple[Language, tuple[Problem, ...]]] = {}
        self._was_read: bool = before is not None and before._was_read
        self._known: dict[tuple[str, str], Piece] = {}
        self.pieces: list[tuple[Chunk, Piece]] = []
        for chunk in chunks(kind, self.text) if self._is_read else ():
            key = (chunk.header, chunk.text)
            piece = known.get(key) or self._known.get(key) or read_piece(kind, language, name, chunk, self.base)
            self._known[key] = piece
            self.pieces.append((chunk, piece))
        if before is not None:
            keys = (_key(words) for _, piece in self.pieces for words in piece.words)
            self._readings = {key: before._readings[key] for key in keys if key in before._readings}
        self.broken: list[Problem] = []
        if any(piece.problems and piece.document is None for _, piece in self.pieces):
            self._broken()

    @property
    def _is_read(self) -> bool:
        return self.kind not in ("", "prose", "rules") and not self.too_large

    def _broken(self) -> None:
        """Tell what is wrong with the whole; entries that can be read by themselves are still read."""
        if parse_yaml(self.text, self.name, self.broken) is not None:  # only a piece by itself was none
            self.broken.clear()

    # ------------------------------------------------------------ the text

    @cached_property
    def text(self) -> str:
        """The text with line ends as `\\n`, without a mark of byte order: offsets count in this."""
        return self.source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return self.text.split("\n")

    @cached_property
    def _starts(self) -> list[int]:
        starts, at = [], 0
        for line in self.lines:
            starts.append(at)
            at += len(line) + 1
        return starts

    def line_of(self, offset: int) -> tuple[int, int]:
        """The line that an offset is in, from 0, and how far in it."""
        line = bisect_right(self._starts, offset) - 1
        return line, offset - self._starts[line]

    def offset(self, line: int, column: int) -> int:
        """The offset of a column in a line, both from 0; of the nearest there is."""
        if line >= len(self.lines):
            return len(self.text)
        return self._starts[max(line, 0)] + min(max(column, 0), len(self.lines[max(line, 0)]))

    @cached_property
    def document(self) -> Document | None:
        """All of it, read as a whole; None when it cannot be."""
        return parse_yaml(self.text, self.name, []) if self._is_read else None

    # ------------------------------------------------------------ what it holds

    def entries(self) -> Iterator[tuple[Entry, int]]:
        """The entries that are as they should be, each with what is to be added to its offsets."""
        for chunk, piece in self.pieces:
            for entry in piece.entries:
                yield entry, chunk.start - len(chunk.header)

    @cached_property
    def sayings(self) -> tuple[Saying, ...]:
        """All pieces of the language."""
        return tuple(self._sayings())

    def _sayings(self) -> Iterator[Saying]:
        for chunk, piece in self.pieces:
            shift = chunk.start - len(chunk.header)
            for words in piece.words:
                assert piece.document is not None
                offsets = piece.document.text_offsets(words.inside)
                spot = piece.document.spot_at(words.inside)
                if offsets is None and spot is not None:  # a number, which is read as words
                    offsets = [*range(spot[0], spot[1] + 1)]
                if offsets is not None:
                    where = tuple(offset + shift for offset in offsets)
                    style = spot[2] if spot is not None else ""
                    yield Saying(words.text, as_parsed(words.kind), words.lang, words.path, where, style)

    def saying_at(self, offset: int) -> Saying | None:
        """The saying at an offset in the file."""
        return next((found for found in self.sayings if found.start <= offset <= found.end), None)

    # ------------------------------------------------------------ what is wrong

    def problems(self, languages: Mapping[str, Language]) -> list[Problem]:
        """What is wrong with it by itself: as YAML, as a file of its kind, and in its texts."""
        if self.too_large:
            limit = f"{MAX_BYTES:,}"
            return [problem("RW0102", place=Place(self.name, 1, 1), file=self.name, limit=limit)]
        found = list(self.broken)
        for chunk, piece in self.pieces:
            lines = chunk.line - chunk.header.count("\n")
            if piece.document is not None:
                found += shifted(piece.problems, lines)
                found += shifted(self._misread(piece, languages), lines)
        return found

    def _misread(self, piece: Piece, languages: Mapping[str, Language]) -> list[Problem]:
        """What is wrong with the texts of a piece, at their places in it.

        A text that was read in words of before is told as it was read then, until `read_again` has come to it; and so
        are all when nothing was read yet.
        """
        found: list[Problem] = []
        for words in piece.words:
            language = languages.get(words.lang)
            if language is None:
                continue
            reading = self._readings.get(key := _key(words))
            if reading is None and self._was_read:
                reading = self._readings[key] = (language, _read(language, words))
            assert piece.document is not None
            place = piece.document.text_place
            for one in reading[1] if reading is not None else ():
                found.append(one.at(place(words.inside, one.offset, one.end or None)))
        return found[:MOST]

    def rest_on(self, base: Content) -> None:
        """Take the ruleset that a pack.yaml changes: what its patches say depends on the things that they change."""
        if self.kind == PACK:
            self.base = base
            self.pieces = [
                (chunk, read_piece(self.kind, self.language, self.name, chunk, base)) for chunk, _ in self.pieces
            ]
            self._known = {(chunk.header, chunk.text): piece for chunk, piece in self.pieces}
            self.__dict__.pop("sayings", None)

    def read_again(self, languages: Mapping[str, Language]) -> None:
        """Read all texts in the words of today; it may run in another thread."""
        for _, piece in self.pieces:
            for words in piece.words:
                language, known = languages.get(words.lang), self._readings.get(_key(words))
                if language is not None and (known is None or known[0] is not language):
                    self._readings[_key(words)] = (language, _read(language, words))
        self._was_read = True


def _key(words: Words) -> tuple[str, str, str]:
    return words.lang, words.kind, words.text


def _read(language: Language, words: Words) -> tuple[Problem, ...]:
    """What is wrong with a text, at its offsets."""
    try:
        language.parse(words.text, as_parsed(words.kind))
    except RulewrightError as error:
        return error.problems
    return ()
