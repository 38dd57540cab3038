"""YAML files read strictly, with the place of every key and value.

The reader walks libyaml's events and keeps, beside the plain values, only where each value starts and ends; lines and
columns are worked out when somebody asks. It reads less than YAML allows (no anchors, aliases, tags, duplicate keys or
second documents), since a file should say what it means where it stands. Scalars follow YAML 1.2: only `true` and
`false` are truth values; `yes`, `no`, `on`, `off` and dates are words. Keys are always text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from yaml._yaml import CParser

from rulewright.disk import opened
from rulewright.problems import Place, Problem, problem
from rulewright.ruleset.files.document import MAX_BYTES, Document, Spot
from rulewright.ruleset.files.unsaved import held

MAX_DEPTH = 40
MAX_NODES = 200_000
MAX_DIGITS = 15
KEPT = 200_000  # bytes of a file that is kept for who reads it again

# Control characters (tabs and line ends excepted), Unicode's own line ends, marks that turn the direction of writing,
# spaces without width (but not the joiners, which some scripts are written with), soft hyphens, and what is no
# character at all: whoever reads the file does not see them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u2064\u2066-\u2069\ufeff\ufffe\uffff]"
)
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_DECIMAL = re.compile(r"[-+]?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?\Z")
_NUMBER_STARTS = frozenset("+-0123456789")

# What libyaml says of a broken file, and the code of the plain words for it. The first that fits is taken.
_SYNTAX: tuple[tuple[str, str], ...] = (
    ("mapping values are not allowed", "RW0106"),
    ("cannot start any token", "RW0107"),
    ("tab character", "RW0108"),
    ("scanning a directive", "RW0115"),
    ("scanning a tag", "RW0115"),
    ("scanning an anchor", "RW0114"),
    ("scanning an alias", "RW0114"),
    ("while scanning a quoted scalar", "RW0109"),
    ("exceeded maximum nesting depth", "RW0119"),
    ("while parsing a flow", "RW0110"),
    ("while scanning a simple key", "RW0111"),
    ("could not find expected ':'", "RW0111"),
    ("unknown escape character", "RW0112"),
    ("while parsing a quoted scalar", "RW0112"),
    ("while parsing a block mapping", "RW0113"),
    ("while parsing a block collection", "RW0113"),
    ("block sequence entries are not allowed", "RW0113"),
)


class _Refused(Exception):
    """Reading cannot go on."""


def plain(text: str) -> Any:
    """What YAML says, as plain data without places. Raises yaml.YAMLError."""
    return yaml.load(text, Loader=yaml.CSafeLoader)  # which takes a tenth of the time of `yaml.safe_load`


def read_yaml(path: Path, file: str, problems: list[Problem], limit: int = MAX_BYTES) -> Document | None:
    """Read a YAML file from the disk.

    Args:
        path: where it lies.
        file: how to call it in problems.
        problems: takes whatever is wrong.
        limit: bytes; a larger file is refused unread.

    Returns:
        The document, or None when it cannot be read at all. Duplicate keys and the like leave a document *and*
        problems.
    """
    whole = Place(file, 1, 1)
    written = held(path)
    if written is not None:
        return decode_yaml(written, file, problems, limit, keep=False)
    try:
        with opened(path) as stream:
            raw = stream.read(limit + 1)
    except OSError as error:
        problems.append(problem("RW0101", place=whole, file=file, reason=error.strerror or str(error)))
        return None
    return decode_yaml(raw, file, problems, limit)


def decode_yaml(
    raw: bytes, file: str, problems: list[Problem], limit: int = MAX_BYTES, keep: bool = True
) -> Document | None:
    """Read a YAML file's bytes; see `read_yaml`.

    Args:
        keep: whether the same bytes are likely to be read again: not those of a file that somebody writes.
    """
    if len(raw) > limit:
        problems.append(problem("RW0102", place=Place(file, 1, 1), file=file, limit=f"{limit:,}"))
        return None
    document, found = (_decoded if keep and len(raw) <= KEPT else _decoded.__wrapped__)(raw, file)
    problems += found
    return document


@lru_cache(maxsize=400)
def _decoded(raw: bytes, file: str) -> tuple[Document | None, list[Problem]]:
    """A file and what is wrong with it; kept, since `check --watch` reads most again. So nobody changes a document."""
    problems: list[Problem] = []
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        place = Place(file, line, column, 1, before.rpartition("\n")[2])
        return None, [problem("RW0103", place=place, found=f"byte {raw[error.start]:#04x}")]
    return parse_yaml(text, file, problems), problems


def parse_yaml(text: str, file: str, problems: list[Problem]) -> Document | None:
    """Read YAML from a string; see `read_yaml`.

    >>> found: list[Problem] = []
    >>> document = parse_yaml("size: 3\\nopen: yes", "box.yaml", found)
    >>> document.data, document.place(["open"]).line
    ({'size': 3, 'open': 'yes'}, 2)
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    reader = _Reader(file, text, problems)
    invisible = _INVISIBLE.search(text)
    if invisible:
        reader.refuse("RW0104", invisible.start(), found=f"U+{ord(invisible[0]):04X}")
        return None
    try:
        return reader.read()
    except _Refused:
        return None


class _Reader:
    """One reading of one file."""

    def __init__(self, file: str, text: str, problems: list[Problem]) -> None:
        self.file = file
        self.text = text
        self.problems = problems
        self.places = Document(file, text, None, (0, 0, "", None))  # only for the places of problems

    def refuse(self, code: str, start: int, end: int | None = None, **words: Any) -> None:
        """Record a problem at offsets of the text."""
        self.problems.append(problem(code, place=self.places.at(start, end), **words))

    def read(self) -> Document:
        """Build the document.

        Raises:
            _Refused: the file cannot be read further.
        """
        parser = CParser(self.text)
        try:
            data, spot = self._build(parser)
        except yaml.MarkedYAMLError as error:
            self._refuse_syntax(error)
            raise _Refused from error
        except (yaml.YAMLError, ValueError) as error:  # nothing else is known to come; the file is refused all the same
            self.refuse("RW0105", 0, reason=str(error).splitlines()[0])
            raise _Refused from error
        finally:
            parser.dispose()
        return Document(self.file, self.text, data, spot)

    def _build(self, parser: Any) -> tuple[Any, Spot]:
        """Walk the events; an explicit stack, so that nesting cannot exhaust Python's."""
        next_event = parser.get_event
        stack: list[tuple[Any, Any, str | None, tuple[int, int], int]] = []
        root: list[Any] = []
        root_spots: list[Spot] = []
        holder: Any = root  # the list or dict being filled
        spots: Any = root_spots
        key: str | None = None
        key_at = (0, 0)
        opened = 0  # where the list or dict being filled starts
        nodes = 0
        while True:
            event = next_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                nodes += 1
                start, end = event.start_mark.index, event.end_mark.index
                if event.anchor is not None or event.tag is not None:
                    self._refuse_decoration(event)
                value, style = event.value, event.style or ""
                if key is None and type(holder) is dict:
                    if value in holder:
                        self._refuse_duplicate(value, start, end, spots[value][0])
                    if style == '"':
                        self._check_escapes(value, start, end)
                    key, key_at = value, (start, end)
                    continue
                value = self._read_scalar(value, style, start, end)
                spot: Spot = (start, end, style, None)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                nodes += 1
                self._check_start(event, key is None and type(holder) is dict, len(stack))
                stack.append((holder, spots, key, key_at, opened))
                holder, spots = ({}, {}) if kind is yaml.MappingStartEvent else ([], [])
                key, opened = None, event.start_mark.index
                continue
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                value, spot = holder, (opened, event.end_mark.index, "", spots)
                holder, spots, key, key_at, opened = stack.pop()
            elif kind is yaml.DocumentStartEvent:
                self._check_document(event, again=bool(root))
                continue
            elif kind is yaml.AliasEvent:
                value, spot = None, self._refuse_alias(event, key is None and type(holder) is dict)
            elif kind is yaml.StreamEndEvent:
                break
            else:
                continue
            if nodes > MAX_NODES:
                self.refuse("RW0120", spot[0], limit=f"{MAX_NODES:,}")
                raise _Refused
            if key is None:
                holder.append(value)
                spots.append(spot)
            else:
                holder[key] = value
                spots[key] = (*key_at, spot)
                key = None
        return (root[0], root_spots[0]) if root else (None, (0, 0, "", None))

    def _read_scalar(self, value: str, style: str, start: int, end: int) -> Any:
        """What a scalar holds: what stands in quotation marks is text."""
        if not style:
            return self._resolve(value, start, end)
        if style == '"':
            self._check_escapes(value, start, end)
        return value

    def _check_start(self, event: Any, is_key: bool, depth: int) -> None:
        """A list or mapping begins."""
        start = event.start_mark.index
        if event.anchor is not None or event.tag is not None:
            self._refuse_decoration(event)
        if is_key:
            self.refuse("RW0117", start)
            raise _Refused
        if depth >= MAX_DEPTH:
            self.refuse("RW0119", start, limit=MAX_DEPTH)
            raise _Refused

    def _check_document(self, event: Any, again: bool) -> None:
        """A document begins; again: in a file that had one."""
        start = event.start_mark.index
        if again:
            self.refuse("RW0118", start)
            raise _Refused
        if event.version or event.tags:
            self.refuse("RW0115", start)

    def _refuse_alias(self, event: Any, is_key: bool) -> Spot:
        start, end = event.start_mark.index, event.end_mark.index
        self.refuse("RW0114", start, end, found=self.text[start:end])
        if is_key:
            raise _Refused
        return start, end, "", None

    def _resolve(self, text: str, start: int, end: int) -> Any:
        """A plain scalar's value."""
        if text in _WORDS:
            return _WORDS[text]
        if text[0] in _NUMBER_STARTS:
            integer = _INTEGER.match(text)
            if integer or _DECIMAL.match(text):
                if len(text) > MAX_DIGITS:
                    self.refuse("RW0121", start, end, found=text[:20], digits=MAX_DIGITS)
                    return text
                return int(text) if integer else float(text)
        return text

    def _check_escapes(self, value: str, start: int, end: int) -> None:
        """Escapes bring back what no file may hold."""
        invisible = _INVISIBLE.search(value)
        if invisible or "\r" in value:
            self.refuse("RW0104", start, end, found=f"U+{ord(invisible[0] if invisible else chr(13)):04X}")

    def _refuse_decoration(self, event: Any) -> None:
        start = event.start_mark.index
        sign = re.compile(r"\S*").match(self.text, start)
        word = sign[0] if sign else ""
        if event.anchor is not None:
            self.refuse("RW0114", start, start + len(word), found=word)
        if event.tag is not None:
            self.refuse("RW0115", start, start + len(word))

    def _refuse_duplicate(self, key: str, start: int, end: int, first: int) -> None:
        self.refuse("RW0116", start, end, found=key, line=self.places.at(first).line)

    def _refuse_syntax(self, error: yaml.MarkedYAMLError) -> None:
        """Say in plain words what libyaml could not read."""
        said = f"{error.context or ''}: {error.problem or ''}"
        code = next((code for words, code in _SYNTAX if words in said), "RW0105")
        mark = error.problem_mark or error.context_mark
        start = min(mark.index, len(self.text)) if mark else 0
        if code in ("RW0109", "RW0110", "RW0111") and error.context_mark:
            start = min(error.context_mark.index, len(self.text))  # where it was opened, not where the file ended
        words: dict[str, Any] = {"reason": error.problem or error.context or ""}
        words["found"], words["limit"] = self.text[start : start + 1], MAX_DEPTH
        if code == "RW0107" and words["found"] == "\t":
            code = "RW0108"
        self.refuse(code, start, **words)
