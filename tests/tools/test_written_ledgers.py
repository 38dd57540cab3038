"""Whatever a game offers can be written as a ledger, and the mapping of ledgers reads it again, row by row."""

import random
from pathlib import Path

import pytest
from ledger_replay.game import Table, codes
from ledger_replay.reading import Row, Unreadable, parse, read
from ledger_replay.replaying import Replay
from ledger_replay.writing import Writer, drawn

import rulewright as rw

KNOWN = codes()
RULES = rw.load(KNOWN["ruleset"])
OPTIONS = ["mini-expansion-1", "shipping-bonus", "temple-scoring-tile"]
TABLES = (  # all fourteen factions
    ["chaosmagicians", "darklings", "mermaids", "nomads", "dwarves"],
    ["cultists", "alchemists", "giants", "auren", "swarmlings"],
    ["fakirs", "halflings", "engineers", "witches", "chaosmagicians"],
)


def rich(replayed: Replay | Table) -> None:
    """Goods with which much can be built in few turns."""
    seats = range(replayed.game.seats)
    replayed.game.arrange({"seats": [{"held": {"coin": 150, "worker": 90, "priest": 4}} for _ in seats]})


def file_of(folder: Path, options: list[str], scoring: list[str], removed: list[str], rows: list[str]) -> Path:
    """A ledger in its file."""
    remarks = [
        *(f"option {name}" for name in options),
        *(f"Round {number} scoring: {tile}, something" for number, tile in enumerate(scoring, 1)),
        *(f"Removing tile {card}" for card in removed),
    ]
    lines = ["\t".join(["column"] * 15), *(f"#\t{remark}" for remark in remarks), *rows]
    path = folder / "written.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("seed", "factions"), list(enumerate(TABLES)))
def test_a_game_of_ours_replays_row_by_row(seed: int, factions: list[str], tmp_path: Path) -> None:
    empty = drawn(seed, factions, OPTIONS, KNOWN)
    table = Table(empty, RULES, KNOWN)
    rich(table)
    writer = Writer(table, random.Random(seed), leaving=0.001)
    writer.play(75)
    ledger = read(file_of(tmp_path, OPTIONS, empty.scoring, empty.removed, writer.rows))
    replay = Replay.begin(ledger, RULES, KNOWN)
    rich(replay)
    replay.run()
    rows = [row for row in ledger.rows if isinstance(row, Row)]
    assert (replay.problem, replay.agreed) == ("", len(rows))
    words = {command.word for row in rows for command in row.commands}
    assert {"take", "decline", "favor", "transform", "build", "upgrade", "action", "convert"} <= words


# ---------------------------------------------------------------- what occurs seldom

SET_UP = (
    "{0} 20 15 3 0 5/7/0 {1} - setup", "witches 20 15 3 0 5/7/0 0/0/0/2 - setup",
    "{0} 20 15 3 0 5/7/0 {1} - build {2}", "witches 20 15 3 0 5/7/0 0/0/0/2 - build C3",
    "witches 20 15 3 0 5/7/0 0/0/0/2 - build F4", "{0} 20 15 3 0 5/7/0 {1} - build {3}",
    "witches 20 15 3 0 5/7/0 0/0/0/2 - Pass BON3", "{0} 20 15 3 0 5/7/0 {1} - Pass BON9",
)  # fmt: skip
CULTISTS = tuple(row.format("cultists", "1/0/1/0", "A1", "A7") for row in SET_UP)


def row_of(text: str) -> str:
    """A row as it stands in a file. faction, points, coins, workers, priests, bowls, cults, offered, commands"""
    faction, points, coins, workers, priests, bowls, cults, offered, commands = text.split(" ", 8)
    shown = offered.replace("-", "").replace("+", " ")
    cells = [faction, "", points, "", coins, "", workers, "", priests, "", bowls, "", cults, shown, commands]
    return "\t".join(cells)


def laid_out(folder: Path, rows: tuple[str, ...], position: dict[str, object]) -> Replay:
    """A ledger whose first rows are the set-up of the Cultists; then a position is laid out, and the others follow."""
    scoring = ["SCORE3", "SCORE1", "SCORE2", "SCORE4", "SCORE6", "SCORE7"]
    lines = [row_of(row) for row in (*CULTISTS, *rows)]
    ledger = read(file_of(folder, OPTIONS, scoring, ["BON4", "BON5", "BON6", "BON7", "BON8"], lines))
    replay = Replay.begin(ledger, RULES, KNOWN)
    every = list(ledger.rows)
    ledger.rows = every[: len(CULTISTS)]
    replay.run()
    assert (replay.problem, replay.agreed) == ("", len(CULTISTS))
    replay.game.arrange(position)
    ledger.rows = every[len(CULTISTS) :]
    replay.run()
    return replay


def almost_a_town(levels: dict[str, int]) -> dict[str, object]:
    """Four structures of the Cultists in a row, one short of a town."""
    held = {"coin": 15, "worker": 6, "priest": 0, **{f"level.{cult}": level for cult, level in levels.items()}}
    row = {"a1": {"dwelling": 1}, "b1": {"trading_house": 1}, "c1": {"trading_house": 1}, "d1": {"dwelling": 1}}
    return {
        "seats": [{"held": held, "pieces": {**row, "bowl_1": {"power_token": 5}, "bowl_2": {"power_token": 7}}}, {}]
    }


@pytest.mark.parametrize(("forgone", "cults"), [("water", "10/9/2/1"), ("fire", "9/10/2/1")])
def test_a_key_that_is_not_for_a_cult(forgone: str, cults: str, tmp_path: Path) -> None:
    position = almost_a_town({"fire": 9, "water": 9, "earth": 1, "air": 0})
    rows = (f"cultists 28 9 4 0 2/10/0 {cults} - upgrade A1 to TP. -{forgone}. +TW5",)
    replay = laid_out(tmp_path, rows, position)
    assert (replay.problem, replay.agreed) == ("", len(CULTISTS) + 1)


@pytest.mark.parametrize(
    "commands",
    [
        "dig 1. dig 1. build {0}", "Dig 2. Build {0}", "dig 2. transform {0} to brown. build {0}",
        "dig 1. transform {0} to yellow. dig 1. build {0}", "convert 1W to 1C. dig 2. build {0}. wait",
    ],
)  # fmt: skip
def test_spades_are_bought_at_once_or_one_by_one(commands: str, tmp_path: Path) -> None:
    coins = 14 if commands.startswith("convert") else 13
    workers = 2 if commands.startswith("convert") else 3
    held = {"coin": 15, "worker": 10, "priest": 0}
    position = {"seats": [{"held": held}, {}]}
    rows = (f"cultists 22 {coins} {workers} 0 5/7/0 1/0/1/0 - " + commands.format("A6"),)
    replay = laid_out(tmp_path, rows, position)
    assert (replay.problem, replay.agreed) == ("", len(CULTISTS) + 1)


@pytest.mark.parametrize(
    "command", ["done", "-SPADE", "transform B1", "decline", "resign", "pick-color red", "connect A1:B1", "+TW"]
)
def test_a_command_that_no_ledger_has_is_refused(command: str) -> None:
    with pytest.raises(Unreadable, match="nobody knows the command"):
        parse(f"wait. {command}")
