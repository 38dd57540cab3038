"""Journals: a game as a file of JSON lines, which is also how a game is saved.

The first line is the header (versions, content hash, options, packs, seed, seats, hash of the first position). Each
further line is one of

* a choice: `{"seat": 0, "choose": "pass", "hash": "…"}`, the hash being that of the position after it;
* a taking back: `{"undo": 12}`, the game goes on from where 12 choices had been made;
* the end: `{"end": "…", "scores": [31, 28], "ranking": [0, 1]}`.

Where several humans play, the header holds no seed but a mark (`seals.py`), hashes are told with a salt, and the last
line tells both.

Every line is written at once, and is on the disk when the choice of a human is made. A last line that a crash tore (it
has no line end) is left out when the journal is read. Whoever writes a journal holds a lock on it, so that no game is
written twice. A journal may come from a stranger: only a regular file of a reasonable size is read, and the ruleset
that it names is one that ships.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import count, zip_longest
from pathlib import Path
from typing import IO, Any, BinaryIO

from rulewright import disk
from rulewright.play import seals
from rulewright.play.seals import Seal
from rulewright.play.seats import HUMAN
from rulewright.problems import Place, Problem, RulewrightError, problem
from rulewright.runtime.game import Game, NoSuchOption
from rulewright.runtime.rules import Rules

FORMAT = 1
_PACK = ("id", "version", "hash")


class JournalError(RulewrightError):
    """A journal that cannot be read, or that its ruleset does not reproduce."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is needed to start the same game again.

    seal: what the seed is hidden by until the end, where several humans play; `start` and hashes are told with it.
    """

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
    seal: Seal | None = None

    def line(self) -> dict[str, Any]:
        """What the first line of a journal holds."""
        data = asdict(self)
        del data["seal"]
        if self.seal is not None:
            del data["seed"]
            data["sealed"] = self.seal.mark
        return data

    def told(self, state: str) -> str:
        """The hash of a position as the journal tells it."""
        return self.seal.told(state) if self.seal is not None else state


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

    @property
    def sealed(self) -> bool:
        """Whether the game goes on and its seed is still hidden: what it tells must be what all may know."""
        return self.header.seal is not None and self.scores is None


class File:
    """The file of a journal that a game is written into: locked, and never left with half a line.

    Use it with `with`.
    """

    def __init__(self, path: Path, stream: BinaryIO, size: int) -> None:
        self.path = path
        self._stream = stream
        self._size = size

    def __enter__(self) -> File:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def write(self, line: str) -> None:
        """Write a line behind all others. Raises JournalError (RW0807); the file is then as it was."""
        raw = memoryview(line.encode())
        try:
            self._stream.seek(self._size)
            while raw:
                raw = raw[self._stream.write(raw) :]
        except OSError as error:
            with suppress(OSError):
                self._stream.truncate(self._size)
            raise _unusable(self.path, error) from None
        self._size = self._stream.tell()

    def sync(self) -> None:
        """Wait until all that was written is on the disk. Raises JournalError (RW0807)."""
        try:
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise _unusable(self.path, error) from None


class Writer:
    """Writes a journal, line by line, to streams and into a file."""

    def __init__(self, *streams: IO[str], file: File | None = None) -> None:
        self.streams = streams
        self.file = file
        self.begun: Header | None = None  # of the game that is written

    def header(self, header: Header) -> None:
        """The first line, for the streams: a file was begun with it."""
        self.begun = header
        for stream in self.streams:
            stream.write(_line(header.line()))
            stream.flush()

    def choice(self, seat: int, option: str, state: str, human: bool = False) -> None:
        """A choice and the hash of the position after it; that of a human is not lost when the machine stops."""
        told = self.begun.told(state) if self.begun is not None else state
        self._line({"seat": seat, "choose": option, "hash": told})
        if human and self.file is not None:
            self.file.sync()

    def undo(self, count: int) -> None:
        """All choices after the first `count` are taken back."""
        self._line({"undo": count})
        if self.file is not None:
            self.file.sync()

    def end(self, game: Game) -> None:
        """The game is over: now the seed may be known."""
        seal = self.begun.seal if self.begun is not None else None
        opened = asdict(seal) if seal is not None else {}
        self._line({"end": game.end_reason, "scores": list(game.scores), "ranking": list(game.ranking), **opened})
        if seal is not None and self.file is not None:
            self.file.sync()
            seals.drop(seal)

    def _line(self, data: dict[str, Any]) -> None:
        line = _line(data)
        for stream in self.streams:
            stream.write(line)
            stream.flush()
        if self.file is not None:
            self.file.write(line)


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def read(path: Path) -> Journal:
    """Read a journal file.

    Raises RulewrightError: RW0807 for a file that cannot be read, RW0829 for one that is too large, RW0810 where a line
    is not what this module writes.
    """
    return _read(path, disk.read(path))


def _read(path: Path, raw: bytes) -> Journal:
    whole = raw[: raw.rfind(b"\n") + 1]
    lines = whole.decode("utf-8", "replace").split("\n")[:-1]
    records = [_record(str(path), number, lines) for number in range(1, len(lines) + 1)]
    if not records:
        raise JournalError(_broken(str(path), 1, [], "a header"))
    header = _header(str(path), lines, _unsealed(str(path), records))
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


def create(path: Path, header: Header, force: bool = False) -> File:
    """Begin a new journal, with its first line, and hold it.

    Args:
        force: whether it may take the place of what is there.

    Raises:
        RulewrightError: RW0827 when something is there, RW0828 when another program writes it, RW0807.
    """
    if force and path.is_file():
        with _held(path):  # nobody loses a game that is being played
            disk.write(path, _line(header.line()))
    else:
        disk.write(path, _line(header.line()), new=True)
    if header.seal is not None:
        seals.keep(header.seal)
    return go_on(path)[1]


def create_in(folder: Path, name: str, header: Header) -> File:
    """Begin a new journal in a folder, with a name that nobody has taken. Raises RulewrightError (RW0807)."""
    for number in count(1):
        path = folder / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")
        try:
            return create(path, header)
        except RulewrightError as error:
            if error.problems[0].code != "RW0827":
                raise
    raise AssertionError


def go_on(path: Path) -> tuple[Journal, File]:
    """Read a journal and hold its file to write on, a torn last line being cut off.

    Raises RulewrightError: as `read` does; RW0828 when another program writes it.
    """
    stream = _held(path)
    try:
        raw = stream.read(disk.MAX_BYTES + 1)
        if len(raw) > disk.MAX_BYTES:
            raise RulewrightError(disk.too_large(path, disk.MAX_BYTES))
        journal = _read(path, raw)
        stream.truncate(journal.size)
    except OSError as error:
        stream.close()
        raise _unusable(path, error) from None
    except RulewrightError:
        stream.close()
        raise
    return journal, File(path, stream, journal.size)


def _held(path: Path) -> BinaryIO:
    """A file opened and locked, which is still the one that lies there. Raises JournalError (RW0807, RW0828)."""
    try:
        stream = disk.opened(path, links=False, write=True)
    except OSError as error:
        raise _unusable(path, error) from None
    try:
        free = disk.lock(stream.fileno()) and os.path.samestat(os.fstat(stream.fileno()), os.stat(path))
    except OSError:
        free = False
    if not free:
        stream.close()
        raise JournalError(problem("RW0828", place=Place(str(path)), file=path))
    stream.seek(0)
    return stream


def replay(journal: Journal, game: Game, to: int | None = None, see: Callable[[Game, int], None] | None = None) -> int:
    """Make the journal's choices in a new game and compare every hash; return how many were made.

    Parameters: the journal; a game just started from its header; `to`: stop after so many choices; `see`: called after
    each choice with the game and the number of choices made. Raises JournalError (RW0811) at the first divergence.
    """
    told = journal.header.told
    start = told(game.hash())
    if journal.header.start and start != journal.header.start:
        raise JournalError(_divergence(journal, 1, "the first position differs", journal.header.start, start))
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
        state = told(game.hash())
        if state != choice.hash:
            raise JournalError(_divergence(journal, choice.line, "the position after it differs", choice.hash, state))
        if see is not None:
            see(game, made)
    if to is None and journal.scores is not None and journal.scores != list(game.scores):
        wanted, found = str(journal.scores), str(list(game.scores))
        raise JournalError(_divergence(journal, journal.scores_line, "the scores differ", wanted, found))
    return made


def header_for(ruleset: Rules, game: Game, seed: int, seats: list[str], options: dict[str, Any], engine: str) -> Header:
    """The header of a game that was just started; with several humans the seed is sealed."""
    seal = Seal.of(seed) if seats.count(HUMAN) > 1 else None
    return Header(
        ruleset=ruleset.id, version=ruleset.version, content=ruleset.hash, engine=engine, players=len(seats),
        seed=seed, seats=seats, options=options, packs=[pack.record() for pack in ruleset.ruleset.packs],
        start=seal.told(game.hash()) if seal is not None else game.hash(), seal=seal,
    )  # fmt: skip


def check_game(header: Header, ruleset: str) -> None:
    """Refuse a journal of another game. Raises JournalError (RW0830)."""
    if header.ruleset != ruleset:
        raise JournalError(problem("RW0830", found=header.ruleset, game=ruleset))


def packs_of(header: Header, given: Sequence[str]) -> list[str]:
    """The names by which to load the packs of a game: those that are given, and the ids of others that can be found."""
    if not header.packs:
        return list(given)
    from rulewright.ruleset.packs.selection import known_ids, pack_id

    there = {pack_id(Path(name)) or name for name in given}
    known = known_ids()
    return [*given, *(pack["id"] for pack in header.packs if pack["id"] in known - there)]


def _unusable(path: Path, error: OSError) -> JournalError:
    return JournalError(disk.unusable(path, error))


def _record(file: str, number: int, lines: list[str]) -> dict[str, Any]:
    try:
        record = json.loads(lines[number - 1])
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise JournalError(_broken(file, number, lines, "a JSON object"))
    return record


def _unsealed(file: str, records: list[dict[str, Any]]) -> dict[str, Any]:
    """The record of a header with its seed, which the last line tells or this computer keeps."""
    first = records[0]
    if not isinstance(first.get("sealed"), str):
        return first
    mark = first["sealed"]
    ends = [record for record in records[1:] if "end" in record]
    seal = seals.opened(ends[-1].get("seed"), ends[-1].get("salt"), mark) if ends else seals.kept(mark)
    if seal is None:
        raise JournalError(problem("RW0714", place=Place(file, 1, 1), found=mark))
    return {**{name: value for name, value in first.items() if name != "sealed"}, "seed": seal.seed, "seal": seal}


def _header(file: str, lines: list[str], record: dict[str, Any]) -> Header:
    try:
        header = Header(**record)
    except TypeError:
        raise JournalError(_broken(file, 1, lines, "a header")) from None
    numbers = (header.players, header.seed, header.format)
    seats = header.seats if isinstance(header.seats, list) else [None]
    words = (header.ruleset, header.version, header.content, header.engine, header.start, *seats)
    if (
        not all(isinstance(n, int) for n in numbers)
        or not all(isinstance(w, str) for w in words)
        or not isinstance(header.options, dict)
        or not isinstance(header.packs, list)
        or not all(isinstance(pack, dict) for pack in header.packs)
        or not all(isinstance(pack.get(key), str) for pack in header.packs for key in _PACK)
        or header.format != FORMAT
        or not isinstance(header.seal, Seal | None)
    ):
        raise JournalError(_broken(file, 1, lines, f"a header of format {FORMAT}"))
    return header


def _broken(file: str, number: int, lines: list[str], expected: str) -> Problem:
    source = lines[number - 1][:200] if lines else ""
    place = Place(file, number, 1, max(1, len(source)), source)
    return problem("RW0810", place=place, found=source[:60] or "an empty file", expected=[expected])


def _divergence(journal: Journal, line: int, reason: str, expected: str, found: str) -> Problem:
    return problem("RW0811", place=Place(journal.file, line, 1), reason=reason, found=found, expected=[expected])
