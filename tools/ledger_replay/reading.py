"""Ledgers as they are kept: rows of a faction with its values and its commands, and remarks between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_COLUMNS = 15
_VALUES = {2: "points", 4: "coins", 6: "workers", 8: "priests"}
_PARTS = {10: ("bowls", 3), 12: ("cults", 4)}


class Unreadable(Exception):
    """A file that is no ledger: a line of no known form, or a name that nobody knows."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its word, what it names, and numbers in it.

    >>> parse("convert 3PW to W")
    [Command(word='convert', names=('PW', 'W'), numbers=(3, 1))]
    """

    word: str
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One row. values: points, coins, workers, priests, three bowls, four cults; offered: what neighbours may take."""

    line: int
    faction: str
    values: tuple[int, ...]
    offered: tuple[int, ...]
    text: str
    commands: tuple[Command, ...]


@dataclass(slots=True)
class Ledger:
    """A game: its options and tiles, and what follows, in order. A remark that matters is a Command without a row."""

    path: Path
    options: list[str] = field(default_factory=list)
    scoring: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    rows: list[Row | Command] = field(default_factory=list)


_FORMS: tuple[tuple[str, str], ...] = (
    ("setup", r"setup"),
    ("build", r"build (?P<a>[a-i]\d+)"),
    ("upgrade", r"upgrade (?P<a>[a-i]\d+) to (?P<b>tp|te|sh|sa)"),
    ("transform", r"transform (?P<a>[a-i]\d+) to (?P<b>[a-z]+)"),
    ("dig", r"dig (?P<n>\d+)"),
    ("convert", r"convert (?P<n>\d*) ?(?P<a>pw|p|w|c|vp) to (?P<m>\d*) ?(?P<b>pw|p|w|c|vp)"),
    ("burn", r"burn (?P<n>\d+)"),
    ("action", r"action (?P<a>[a-z]+\d*)"),
    ("favor", r"\+(?P<a>fav\d+)"),
    ("town", r"\+(?P<n>\d*)(?P<a>tw\d+)"),
    ("step", r"\+(?P<n>\d*)(?P<a>fire|water|earth|air)"),
    ("forgo", r"-(?P<a>fire|water|earth|air)"),
    ("send", r"send p to (?P<a>fire|water|earth|air)(?: for (?P<n>\d))?"),
    ("bridge", r"bridge (?P<a>[a-i]\d+):(?P<b>[a-i]\d+)"),
    ("connect", r"connect (?P<a>r\d+)"),
    ("shipping", r"advance ship(?:ping)?"),
    ("digging", r"advance dig(?:ging)?"),
    ("pass", r"pass(?: (?P<a>bon\d+))?"),
    ("take", r"leech (?P<n>\d+) from (?P<a>[a-z]+)"),
    ("decline", r"decline (?P<n>\d+) from (?P<a>[a-z]+)"),
    ("wait", r"wait"),
    ("income", r"other_income_for_faction"),
    ("bonus", r"cult_income_for_faction"),
    ("effect", r"\[(?:opponent accepted power|all opponents declined power)\]"),
    ("scored", r"\+\d+vp for (?P<a>fire|water|earth|air|network)"),
    ("resources", r"score_resources"),
)  # fmt: skip
_PATTERNS = [(word, re.compile(form + r"\Z", re.IGNORECASE)) for word, form in _FORMS]


def parse(text: str) -> list[Command]:
    """The commands of a row.

    Raises:
        Unreadable: one of them is of no known form.
    """
    commands = []
    for part in (piece.strip() for piece in text.split(".")):
        if not part:
            continue
        for word, pattern in _PATTERNS:
            if found := pattern.match(re.sub(r"\s+", " ", part)):
                named = found.groupdict()
                names = tuple(named[key].upper() for key in "ab" if named.get(key))
                numbers = tuple(int(named[key] or 1) for key in "nm" if key in named and named[key] is not None)
                commands.append(Command(word, names, numbers))
                break
        else:
            raise Unreadable(f"nobody knows the command {part!r}")
    return commands


def read(path: Path) -> Ledger:
    """The ledger in a file of tab-separated columns with a head line; remarks begin with `#`.

    Raises:
        Unreadable: the file cannot be read, or a line is of no known form.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise Unreadable(f"{path}: cannot be read: {reason}") from None
    head = lines[0].split("\t") if lines else []
    if len(head) != _COLUMNS or head[2].strip().isdigit():
        raise Unreadable(f"{path}:1: a ledger begins with a head line of {_COLUMNS} columns")
    ledger = Ledger(path)
    for number, line in enumerate(lines[1:], 2):
        try:
            columns = line.split("\t")
            if columns[0] == "#":
                _remark(ledger, number, " ".join(columns[1:]).strip())
            else:
                ledger.rows.append(_row(number, columns))
        except Unreadable as error:
            raise Unreadable(f"{path}:{number}: {error}") from None
    if not any(isinstance(row, Row) for row in ledger.rows):
        raise Unreadable(f"{path}: there is no row in it")
    return ledger


def _row(number: int, columns: list[str]) -> Row:
    if len(columns) != _COLUMNS:
        raise Unreadable(f"{len(columns)} columns, not {_COLUMNS}")
    values = [_number(columns[place], name) for place, name in _VALUES.items()]
    for place, (name, count) in _PARTS.items():
        parts = columns[place].split("/")
        if len(parts) != count:
            raise Unreadable(f"{name}: {columns[place]!r}, not {count} numbers with / between them")
        values += [_number(part, name) for part in parts]
    offered = tuple(sorted(_number(part, "offered") for part in columns[13].split()))
    return Row(number, columns[0], tuple(values), offered, columns[14], tuple(parse(columns[14])))


def _number(text: str, name: str) -> int:
    """A number, with its unit or without."""
    found = re.fullmatch(r"\s*(\d+)(?: ?[A-Z]+)?\s*", text, re.ASCII)
    if found is None:
        raise Unreadable(f"{name}: {text!r} is no number")
    return int(found[1])


def _remark(ledger: Ledger, number: int, text: str) -> None:
    words = text.split()
    if text.startswith("option "):
        ledger.options.append(words[1])
    elif text.startswith("Removing tile "):
        ledger.removed.append(words[2])
    elif re.match(r"Round \d scoring: ", text):
        ledger.scoring.append(words[3].rstrip(","))
    elif text.endswith("dropped from the game"):
        ledger.rows.append(Command("leave", (words[0].lower(),), (number,)))
