"""What is no ledger, or names what nobody knows, is told with its place; and what a ledger proves of the figures."""

from pathlib import Path

import pytest
from ledger_replay import __main__ as command
from ledger_replay.figures import figures, table
from ledger_replay.game import codes
from ledger_replay.reading import read
from test_ledgers import REMARKS, ROWS, written

import rulewright as rw


def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: object) -> tuple[int, str]:
    """The exit status, and all that was printed."""
    monkeypatch.setattr("sys.argv", ["tools/ledgers", *map(str, arguments)])
    status = command.main()
    printed = capsys.readouterr()
    return status, printed.out + printed.err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("halflings 20 15", "hobbits 20 15"), "nobody knows the faction 'hobbits'"),
        (("witches 20 21 6", "witches x 21 6"), "points: 'x' is no number"),
        (("0/0/0/2 - build F4", "0/0/2 - build F4"), "cults: '0/0/2', not 4 numbers"),
        (("build F4", "fly to F4"), "nobody knows the command 'fly to F4'"),
        (("build F4", "build I99"), "nobody knows 'I99'"),
        (("build F4", "wait. dig 1"), "that is nothing for the set-up"),
        (("dig 1. build F3", "transform F3 to pink"), "nobody knows 'pink'"),
        (("dig 1. build F3", "convert 1C to 1PW"), "nobody knows 'C PW'"),
        (("dig 1. build F3", "action ACT9"), "nobody knows 'ACT9'"),
        (("Leech 1 from halflings", "Leech 1 from dragons"), "nobody knows 'dragons'"),
        (("Leech 1 from halflings", "Leech 4 from halflings"), "4 is not offered"),
        (("pass BON1", "pass BON77"), "nobody knows 'BON77'"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_read_is_told(
    change: tuple[str, str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    old, new = change
    rows = tuple(row.replace(old, new) for row in ROWS)
    assert rows != ROWS
    status, printed = told(capsys, monkeypatch, written(tmp_path, rows))
    assert status in (1, 2)
    assert message in printed
    assert "short.tsv:" in printed


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SCORE7", "SCORE77", "nobody knows the tile 'SCORE77'"),
        ("SCORE7", "SCORE6", "or it is named twice"),
        ("#\tRound 6 scoring: SCORE7, something\n", "", "5 scoring tiles are in the game, not 6"),
        ("#\tRemoving tile BON4\n", "", "6 bonus cards are in the game, not 5"),
        ("#\toption strict-leech\n", "#\tdragons dropped from the game\n", "nobody knows the faction 'dragons'"),
        ("column\tcolumn\tcolumn", "witches\t\t20", "a ledger begins with a head line"),
    ],
)  # fmt: skip
def test_a_head_that_cannot_be_is_told(
    old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    path = written(tmp_path, ROWS)
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    status, printed = told(capsys, monkeypatch, path)
    assert message in printed
    assert status == 2


def test_folders_without_a_ledger_and_files_that_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(capsys, monkeypatch, tmp_path) == (2, "There is no ledger (*.tsv).\n")
    assert f"{tmp_path}/nowhere.tsv: cannot be read" in told(capsys, monkeypatch, tmp_path / "nowhere.tsv")[1]
    for name, content in (("empty", b""), ("bytes", b"\xff\xfe\x00"), ("head", b"\t".join([b"column"] * 15) + b"\n")):
        (tmp_path / f"{name}.tsv").write_bytes(content)
    (tmp_path / "folder.tsv").mkdir()
    status, printed = told(capsys, monkeypatch, tmp_path)
    assert status == 2
    assert "bytes.tsv: cannot be read: it is no text in UTF-8" in printed
    assert "empty.tsv:1: a ledger begins with a head line" in printed
    assert "folder.tsv: cannot be read: Is a directory" in printed
    assert "head.tsv: there is no row in it" in printed
    assert told(capsys, monkeypatch, tmp_path, "--ruleset", "no_such_game")[0] == 2


def test_ledgers_that_can_be_read_are_replayed_beside_those_that_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, ROWS[:12])
    (tmp_path / "empty.tsv").write_text("", encoding="utf-8")
    status, printed = told(capsys, monkeypatch, tmp_path)
    assert status == 2
    assert "12 of 12 rows in 1 of 2 ledgers; 1 unreadable" in printed


def test_units_may_stand_in_the_columns(tmp_path: Path) -> None:
    path = written(tmp_path, ROWS)
    text = path.read_text(encoding="utf-8").replace("\t20\t\t15\t\t3\t", "\t20 VP\t\t15 C\t\t3 W\t")
    path.write_text(text, encoding="utf-8")
    assert len(read(path).rows) == len(ROWS)
    assert len(REMARKS) == 15


def test_a_figure_that_a_ledger_uses_is_sharp_and_another_is_not(tmp_path: Path) -> None:
    known = codes()
    ruleset = rw.load(known["ruleset"]).ruleset
    tried = list(figures(ruleset, [read(written(tmp_path, ROWS))], known, ["bonus_coins", "bonus_power_worker"]))
    assert [(figure.part, figure.proof) for figure in tried] == [
        ("bonus_coins", "sharp"), ("bonus_power_worker", "unproved"), ("bonus_power_worker", "unproved"),
    ]  # fmt: skip
    lines = list(table(tried))
    assert lines[-1].split() == ["together", "3", "1", "0", "2"]
    with pytest.raises(ValueError, match="Terra Mystica has no bonus_dragons"):
        figures(ruleset, [], known, ["bonus_dragons"])
