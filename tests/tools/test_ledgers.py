"""Ledgers of played games: how they are read, and a short one that was made up for these tests, row by row."""

from pathlib import Path

import pytest
from ledger_replay.game import codes
from ledger_replay.reading import Command, Unreadable, parse, read
from ledger_replay.replaying import Replay

import rulewright as rw

REMARKS = (
    "option strict-leech", "option mini-expansion-1", "option shipping-bonus", "option variable-turn-order",
    *(f"Round {number} scoring: SCORE{tile}, something" for number, tile in enumerate((3, 1, 2, 4, 6, 7), 1)),
    *(f"Removing tile BON{card}" for card in (4, 5, 6, 7, 8)),
)  # fmt: skip
# faction, points, coins, workers, priests, bowls, cults, offered, commands
ROWS = (
    "halflings 20 15 3 0 3/9/0 0/0/1/1 - setup",
    "witches 20 15 3 0 5/7/0 0/0/0/2 - setup",
    "halflings 20 15 3 0 3/9/0 0/0/1/1 - build E6",
    "witches 20 15 3 0 5/7/0 0/0/0/2 - build F4",
    "witches 20 15 3 0 5/7/0 0/0/0/2 - Build c3",
    "halflings 20 15 3 0 3/9/0 0/0/1/1 - build F5",
    "witches 20 15 3 0 5/7/0 0/0/0/2 - Pass BON3",
    "halflings 20 15 3 0 3/9/0 0/0/1/1 - Pass BON9",
    "halflings 20 17 6 0 3/9/0 0/0/1/1 - other_income_for_faction",
    "witches 20 21 6 0 5/7/0 0/0/0/2 - other_income_for_faction",
    "halflings 23 15 2 0 3/9/0 0/0/1/1 1 dig 1. build F3",
    "witches 20 21 6 0 4/8/0 0/0/0/2 - Leech 1 from halflings",
    "witches 20 18 4 0 4/8/0 0/0/0/2 2 upgrade F4 to TP",
    "halflings 22 15 2 0 1/11/0 0/0/1/1 - Leech 2 from witches",
    "halflings 25 17 1 0 1/11/0 0/0/1/1 - convert 1W to 1C. pass BON1",
    "witches 20 18 4 0 4/8/0 0/0/0/2 - wait",
    "witches 20 19 4 0 4/8/0 0/0/0/2 - pass BON2",
    "halflings 25 17 1 0 1/11/0 0/0/1/1 - cult_income_for_faction",
    "witches 20 19 4 0 4/8/0 0/0/0/2 - cult_income_for_faction",
    "halflings 25 19 5 0 1/11/0 0/0/1/1 - other_income_for_faction",
    "witches 20 25 6 0 3/9/0 0/0/0/2 - other_income_for_faction",
)


def written(folder: Path, rows: tuple[str, ...]) -> Path:
    """A ledger in its file."""
    lines = ["\t".join(["column"] * 15), *(f"#\t{remark}" for remark in REMARKS)]
    for row in rows:
        faction, points, coins, workers, priests, bowls, cults, offered, commands = row.split(" ", 8)
        shown = offered.replace("-", "").replace("+", " ")
        lines.append("\t".join(
            [faction, "", points, "", coins, "", workers, "", priests, "", bowls, "", cults, shown, commands]
        ))  # fmt: skip
    path = folder / "short.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def replayed(path: Path) -> Replay:
    known = codes()
    replay = Replay.begin(read(path), rw.load(known["ruleset"]), known)
    replay.run()
    return replay


def test_every_row_of_a_short_ledger_agrees(tmp_path: Path) -> None:
    replay = replayed(written(tmp_path, ROWS))
    assert (replay.problem, replay.agreed) == ("", len(ROWS))


@pytest.mark.parametrize(
    ("row", "old", "new"),
    [
        (10, "halflings 23 15", "halflings 22 15"),  # the point of the spade
        (12, "20 18 4", "20 15 4"),  # the price beside a neighbour
        (10, "0/0/1/1 1", "0/0/1/1 2"),  # what the neighbour is offered
        (14, "25 17 1", "25 16 1"),  # the coin on the card
        (9, "20 21 6", "20 20 6"),
        (20, "20 25 6", "20 25 5"),
    ],
)
def test_a_changed_figure_is_noticed_in_its_row(tmp_path: Path, row: int, old: str, new: str) -> None:
    assert old in ROWS[row]
    rows = (*ROWS[:row], ROWS[row].replace(old, new), *ROWS[row + 1 :])
    replay = replayed(written(tmp_path, rows))
    assert replay.agreed == row
    assert f"short.tsv:{len(REMARKS) + 2 + row}:" in replay.problem


def test_what_nobody_may_do_is_noticed(tmp_path: Path) -> None:
    rows = (*ROWS[:10], ROWS[10].replace("build F3", "build A1"), *ROWS[11:])
    assert "cannot be carried out" in replayed(written(tmp_path, rows)).problem


def test_commands_are_read_however_they_are_typed() -> None:
    assert parse("convert 3PW to W. Upgrade h4 to sa") == [
        Command("convert", ("PW", "W"), (3, 1)), Command("upgrade", ("H4", "SA")),
    ]  # fmt: skip
    assert parse("send p to FIRE for 1. +2AIR. wait") == [
        Command("send", ("FIRE",), (1,)), Command("step", ("AIR",), (2,)), Command("wait"),
    ]  # fmt: skip


def test_an_unknown_command_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, (*ROWS[:3], "witches 20 15 3 0 5/7/0 0/0/0/2 - dance"))
    with pytest.raises(Unreadable, match=r"short\.tsv:20: nobody knows the command 'dance'"):
        read(path)
