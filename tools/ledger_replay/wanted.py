"""What a row of a ledger asks for: what is picked in the lists of a turn, what else it names, what must then be so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ledger_replay.game import Table
from ledger_replay.reading import Command, Row
from rulewright.runtime.game import Game

ANSWERS = frozenset({"take", "decline", "step", "burn", "forgo", "wait"})
EXCHANGES = frozenset({"convert", "burn"})
_REWARDS = EXCHANGES | {"favor", "town", "step", "forgo", "connect"}
_TWICE = "ACTC"
_ANOTHER = "another action"


@dataclass(slots=True)
class Wanted:
    """picks: one after another, each a choice between ids or beginnings of texts. named: spaces, cards and tiles that
    may be picked whenever the game asks for such. offer: which open offer is meant. checks: what must be so of spaces
    at the end.
    """

    seat: int
    answers: bool
    picks: list[tuple[str, ...]] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    offer: tuple[int, int] | None = None
    checks: dict[str, Callable[[Game], bool]] = field(default_factory=dict)


def readings(table: Table, row: Row) -> Iterator[Wanted]:
    """What the commands of a row may ask for, the likeliest first."""
    words = {command.word for command in row.commands}
    if words == {"transform"}:  # with spades of a cult, if not in a turn
        yield _wanted(table, row, row.commands, True)
    yield _wanted(table, row, row.commands, words <= ANSWERS)
    turned = tuple(command for command in row.commands if command.word in EXCHANGES)
    others = tuple(command for command in row.commands if command.word not in EXCHANGES)
    if turned and turned != row.commands[: len(turned)]:  # typed in the midst of an action, they may come before it
        yield _wanted(table, row, turned + others, False)
        between = _between_spades(row.commands)
        if between != row.commands:  # nothing else was possible there, so the game has asked nobody
            yield _wanted(table, row, between, False)
    if any(command.names[:1] == (_TWICE,) for command in row.commands):
        yield _wanted(table, row, row.commands, False, apart=True)


def _between_spades(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Commands without what is exchanged between one spade that is bought and the next."""
    digs = [place for place, command in enumerate(commands) if command.word == "dig"]
    return tuple(
        command
        for place, command in enumerate(commands)
        if command.word not in EXCHANGES or not digs or not digs[0] < place < digs[-1]
    )


def _wanted(table: Table, row: Row, commands: tuple[Command, ...], answers: bool, apart: bool = False) -> Wanted:
    """apart: of two actions in a row each other space is worked by another of them."""
    codes, seat = table.codes, table.seat[row.faction]
    asked = Wanted(seat, answers)
    before, place = "", ""
    for command in commands:
        if apart and command.word in ("build", "transform") and place not in ("", command.names[0]):
            before = _ANOTHER
        _COMMANDS.get(command.word, _nothing)(asked, table, command, before)
        if command.word in ("build", "transform"):
            place = command.names[0]
        elif command.word in ("dig", "action"):
            place = ""
        if command.word not in _REWARDS:
            before = command.names[-1] if command.word in ("action", "upgrade") else command.word
    if asked.answers:
        said = {codes["burn"]: codes["burn_first"], codes["step"]: codes["step_first"]}
        asked.picks = [(said.get(pick[0], pick[0]), *pick) for pick in asked.picks]
    return asked


def _nothing(asked: Wanted, table: Table, command: Command, before: str) -> None:
    pass


def _build(asked: Wanted, table: Table, command: Command, before: str) -> None:
    space = table.called("space", command.names[0])
    piece = table.codes["first_structure"]
    _work(asked, table, command, before)
    asked.named |= {space, f"{table.home[asked.seat]}_tile"}
    asked.checks[space] = lambda game: table.has(game, asked.seat, piece, space)


def _transform(asked: Wanted, table: Table, command: Command, before: str) -> None:
    space, terrain = table.called("space", command.names[0]), table.called("terrains", command.names[1].lower())
    _work(asked, table, command, before)
    asked.named |= {space, f"{terrain}_tile"}
    asked.checks[space] = lambda game: table.terrain(game, space) == terrain


def _dig(asked: Wanted, table: Table, command: Command, before: str) -> None:
    _work(asked, table, command, before)


_GROUND = frozenset({"build", "transform", "dig"})
_SPADES = frozenset({"ACT5", "ACT6", "BON1", "ACTG", "ACTN", "ACTW", "SH"})


def _work(asked: Wanted, table: Table, command: Command, before: str) -> None:
    """Begin to work the ground, unless that is what has begun."""
    ended = before == "build" or (command.word == "dig" and before == "transform")
    twice = ended and (table.codes["actions"][_TWICE],) in asked.picks  # two actions in one row
    if (twice or before not in _GROUND) and before not in _SPADES and not asked.answers:
        begun = table.codes["terraform"]
        asked.picks.append((begun,))


def _upgrade(asked: Wanted, table: Table, command: Command, before: str) -> None:
    space, code = table.called("space", command.names[0]), command.names[1]
    piece = table.codes["structures"][code]
    if before != "ACTS":
        asked.picks.append((table.codes["upgrades"][code],))
    asked.named.add(space)
    asked.checks[space] = lambda game: table.has(game, asked.seat, piece, space)


def _convert(asked: Wanted, table: Table, command: Command, before: str) -> None:
    paid, gained = command.names
    times = command.numbers[-1] if paid in ("PW", "C") else command.numbers[0]
    between = table.codes["between_spades"].get(f"{paid} {gained}")
    parts = [(part, between) if between else (part,) for part in table.called("conversions", f"{paid} {gained}")]
    asked.picks += parts * times


def _burn(asked: Wanted, table: Table, command: Command, before: str) -> None:
    asked.picks += [(table.codes["burn"], table.codes["between_spades"]["burn"])] * command.numbers[0]


def _action(asked: Wanted, table: Table, command: Command, before: str) -> None:
    asked.picks.append((table.called("actions", command.names[0]),))


def _favor(asked: Wanted, table: Table, command: Command, before: str) -> None:
    asked.named.add(table.called("favors", command.names[0]))


def _town(asked: Wanted, table: Table, command: Command, before: str) -> None:
    asked.named.add(table.called("towns", command.names[0]))


def _step(asked: Wanted, table: Table, command: Command, before: str) -> None:
    cult = command.names[0].lower()
    asked.named.add(cult)
    if before != "ACTA":
        asked.picks += [(table.codes["step"],)] * (command.numbers[0] if command.numbers else 1)


def _send(asked: Wanted, table: Table, command: Command, before: str) -> None:
    cult = command.names[0].lower()
    stay, back = table.codes["send"]
    spaces = {f"{cult}_order_{steps}" for steps in (2, 3) if command.numbers in ((), (steps,))}
    asked.picks.append((stay, back) if not command.numbers else (stay,) if spaces else (back,))
    asked.named |= {*spaces, cult}


def _bridge(asked: Wanted, table: Table, command: Command, before: str) -> None:
    ends = sorted(table.called("space", name) for name in command.names)
    asked.named.add("--".join(ends))


def _connect(asked: Wanted, table: Table, command: Command, before: str) -> None:
    asked.picks.append((table.codes["connect"],))
    asked.named.add(table.called("space", command.names[0]))


def _simple(asked: Wanted, table: Table, command: Command, before: str) -> None:
    asked.picks.append((table.codes[command.word],))


def _pass(asked: Wanted, table: Table, command: Command, before: str) -> None:
    asked.picks.append((table.codes["pass"],))
    if command.names:
        asked.named.add(table.called("bonus", command.names[0]))


def _take(asked: Wanted, table: Table, command: Command, before: str) -> None:
    asked.picks.append((table.codes[command.word],))
    asked.offer = (table.called("seat", command.names[0].lower()), command.numbers[0])


_COMMANDS: dict[str, Callable[[Wanted, Table, Command, str], None]] = {
    "build": _build, "transform": _transform, "dig": _dig, "upgrade": _upgrade, "convert": _convert, "burn": _burn,
    "action": _action, "favor": _favor, "town": _town, "step": _step, "send": _send, "bridge": _bridge,
    "connect": _connect, "shipping": _simple, "digging": _simple, "pass": _pass, "take": _take, "decline": _take,
}  # fmt: skip
