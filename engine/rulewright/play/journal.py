"""Journals: a game as a file of JSON lines, which is also how a game is saved.

The first line is the header (versions, content hash, options, packs, seed, seats, hash of the first position). Each
further line is one of

* a choice: `{"seat": 0, "choose": "pass", "hash": "…"}`, the hash being that of the position after it;
* a taking back: `{"undo": 12}`, the game goes on from where 12 choices had been made;
* the end: `{"end": "…", "scores": [31, 28], "ranking": [0, 1]}`.

Every line is flushed when written. A last line that a crash tore (it has no line end) is left out when the journal is
read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from os import SEEK_END
from pathlib import Path
from typing import IO, Any

from rulewright.language.problems import Place, Problem, RulewrightError, problem
from rulewright.runtime.game import Game, NoSuchOption
from rulewright.runtime.rules import Rules

FORMAT = 1
_PACK = {"id", "version", "hash"}


class JournalError(RulewrightError):
    """A journal that cannot be read, or that its ruleset does not reproduce."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is needed to start the same game again."""

    ruleset: str
    version: str
    content: str
    engine: str
    players: int
    seed: int
    seats: list[str]
    options: dict[str, Any] = field(default_factory=dict)
    packs: list[dict[str, str]] = field(default_factory=list)
    start: str = ""
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice, and the line of the journal that holds it."""

    seat: int
    option: str
    hash: str
    line: int


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as read: the choices that stand, what was taken back being gone.

    size: bytes before a torn line; scores: of a game that ended, and the line that says so.
    """

    file: str
    header: Header
    choices: tuple[Choice, ...]
    size: int
    scores: list[int] | None = None
    scores_line: int = 0


class Writer:
    """Writes a journal, line by line, to all of its streams."""

    def __init__(self, *streams: IO[str]) -> None:
        self.streams = list(streams)

    def header(self, header: Header) -> None:
        """The first line."""
        self._line(asdict(header))

    def choice(self, seat: int, option: str, state: str) -> None:
        """A choice and the hash of the position after it."""
        self._line({"seat": seat, "choose": option, "hash": state})

    def undo(self, count: int) -> None:
        """All choices after the first `count` are taken back."""
        self._line({"undo": count})

    def end(self, game: Game) -> None:
        """The game is over."""
        self._line({"end": game.end_reason, "scores": list(game.scores), "ranking": list(game.ranking)})

    def _line(self, data: dict[str, Any]) -> None:
        for stream in self.streams:
            stream.write(json.dumps(data, ensure_ascii=False) + "\n")
            stream.flush()


def read(path: Path) -> Journal:
    """Read a journal file.

    Raises JournalError: RW0807 for a file that cannot be read, RW0810 where a line is not what this module writes.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise _unusable(path, error) from None
    whole = raw[: raw.rfind(b"\n") + 1]
    lines = whole.decode("utf-8", "replace").split("\n")[:-1]
    records = [_record(str(path), number, lines) for number in range(1, len(lines) + 1)]
    if not records:
        raise JournalError(_broken(str(path), 1, [], "a header"))
    header = _header(str(path), lines, records[0])
    choices: list[Choice] = []
    scores: list[int] | None = None
    scores_line = 0
    for number, record in enumerate(records[1:], 2):
        match record:
            case {"seat": int(seat), "choose": str(option), "hash": str(state)}:
                choices.append(Choice(seat, option, state, number))
            case {"undo": int(count)} if 0 <= count <= len(choices):
                del choices[count:]
                scores = None
            case {"end": _, "scores": list(scores)}:
                scores_line = number
            case _:
                raise JournalError(_broken(str(path), number, lines, "a choice, an undo or the end"))
    return Journal(str(path), header, tuple(choices), len(whole), scores, scores_line)


def create(path: Path) -> IO[str]:
    """Open a new journal file for writing. Raises JournalError (RW0807)."""
    try:
        return path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise _unusable(path, error) from None


def go_on(journal: Journal) -> IO[str]:
    """Open the file of a journal to write on, a torn last line being cut off. Raises JournalError (RW0807)."""
    path = Path(journal.file)
    try:
        stream = path.open("r+", encoding="utf-8", newline="\n")
        stream.truncate(journal.size)
        stream.seek(0, SEEK_END)
    except OSError as error:
        raise _unusable(path, error) from None
    return stream


def replay(
    journal: Journal, game: Game, to: int | None = None, see: Callable[[Game, int], None] | None = None
) -> int:
    """Make the journal's choices in a new game and compare every hash; return how many were made.

    Parameters: the journal; a game just started from its header; `to`: stop after so many choices; `see`: called after
    each choice with the game and the number of choices made. Raises JournalError (RW0811) at the first divergence.
    """
    if journal.header.start and game.hash() != journal.header.start:
        raise JournalError(_divergence(journal, 1, "the first position differs", journal.header.start, game.hash()))
    made = 0
    choices = journal.choices[:to]
    following = [choice.option for choice in choices[1:]] if see is None else []
    for choice, then in zip_longest(choices, following):
        seat = game.seat
        if seat is None:
            raise JournalError(_divergence(journal, choice.line, "the game is over already", choice.option, "nothing"))
        if seat != choice.seat:
            wanted, found = f"seat {choice.seat}", f"seat {seat}"
            raise JournalError(_divergence(journal, choice.line, "another seat is to choose", wanted, found))
        try:
            game.choose(choice.option, then)
        except NoSuchOption as error:
            offered = error.offered
            found = ", ".join(offered[:8]) + (" …" if len(offered) > 8 else "")
            raise JournalError(
                _divergence(journal, choice.line, "the option is not offered", choice.option, found)
            ) from None
        made += 1
        state = game.hash()
        if state != choice.hash:
            raise JournalError(_divergence(journal, choice.line, "the position after it differs", choice.hash, state))
        if see is not None:
            see(game, made)
    if to is None and journal.scores is not None and journal.scores != list(game.scores):
        wanted, found = str(journal.scores), str(list(game.scores))
        raise JournalError(_divergence(journal, journal.scores_line, "the scores differ", wanted, found))
    return made


def header_for(
    ruleset: Rules, game: Game, seed: int, seats: list[str], options: dict[str, Any], engine: str
) -> Header:
    """The header of a game that was just started."""
    return Header(
        ruleset=ruleset.id, version=ruleset.version, content=ruleset.hash, engine=engine, players=len(seats),
        seed=seed, seats=seats, options=options, packs=[pack.record() for pack in ruleset.ruleset.packs],
        start=game.hash(),
    )


def packs_of(header: Header, given: Sequence[str]) -> list[str]:
    """The names by which to load the packs of a game: those that are given, and the ids of others that can be found."""
    if not header.packs:
        return list(given)
    from rulewright.ruleset.packs import known_ids, pack_id

    there = {pack_id(Path(name)) or name for name in given}
    known = known_ids()
    return [*given, *(pack["id"] for pack in header.packs if pack["id"] in known - there)]


def _unusable(path: Path, error: OSError) -> JournalError:
    reason = error.strerror or str(error)
    return JournalError(problem("RW0807", place=Place(str(path)), file=path, reason=reason))


def _record(file: str, number: int, lines: list[str]) -> dict[str, Any]:
    try:
        record = json.loads(lines[number - 1])
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise JournalError(_broken(file, number, lines, "a JSON object"))
    return record


def _header(file: str, lines: list[str], record: dict[str, Any]) -> Header:
    try:
        header = Header(**record)
    except TypeError:
        raise JournalError(_broken(file, 1, lines, "a header")) from None
    numbers = (header.players, header.seed, header.format)
    words = (header.ruleset, header.version, header.content, header.engine, header.start, *header.seats)
    if (
        not all(isinstance(n, int) for n in numbers)
        or not all(isinstance(w, str) for w in words)
        or not isinstance(header.options, dict)
        or not isinstance(header.packs, list)
        or not all(isinstance(pack, dict) and pack.keys() >= _PACK for pack in header.packs)
        or header.format != FORMAT
    ):
        raise JournalError(_broken(file, 1, lines, f"a header of format {FORMAT}"))
    return header


def _broken(file: str, number: int, lines: list[str], expected: str) -> Problem:
    source = lines[number - 1][:200] if lines else ""
    place = Place(file, number, 1, max(1, len(source)), source)
    return problem("RW0810", place=place, found=source[:60] or "an empty file", expected=[expected])


def _divergence(journal: Journal, line: int, reason: str, expected: str, found: str) -> Problem:
    return problem("RW0811", place=Place(journal.file, line, 1), reason=reason, found=found, expected=[expected])
