"""Ledgers as they are kept: rows of a faction with its values and its commands, and remarks between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_VALUES = (2, 4, 6, 8)


class Unreadable(Exception):
    """A line that is no row and no remark, or a command that nobody knows."""


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
        Unreadable: a line is of no known form.
    """
    ledger = Ledger(path)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], 2):
        columns = line.split("\t")
        if columns[0] == "#":
            _remark(ledger, columns[1].strip())
            continue
        if len(columns) != 15:
            raise Unreadable(f"{path}:{number}: {len(columns)} columns, not 15")
        values = [int(columns[place]) for place in _VALUES]
        values += [int(part) for place in (10, 12) for part in columns[place].split("/")]
        try:
            commands = tuple(parse(columns[14]))
        except Unreadable as error:
            raise Unreadable(f"{path}:{number}: {error}") from None
        offered = tuple(sorted(int(part) for part in columns[13].split()))
        ledger.rows.append(Row(number, columns[0], tuple(values), offered, columns[14], commands))
    return ledger


def _remark(ledger: Ledger, text: str) -> None:
    words = text.split()
    if text.startswith("option "):
        ledger.options.append(words[1])
    elif text.startswith("Removing tile "):
        ledger.removed.append(words[2])
    elif re.match(r"Round \d scoring: ", text):
        ledger.scoring.append(words[3].rstrip(","))
    elif text.endswith("dropped from the game"):
        ledger.rows.append(Command("leave", (words[0],)))
