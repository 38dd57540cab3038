"""`tools/bench compare`: both engines do the same, and nothing is left behind; how fast they are is no test."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from benchmarks import compare
from benchmarks.__main__ import main
from benchmarks.compare import Engine, NotComparable, Pair, earlier, in_turns, speed_row, time_row

TOOLS = Path(__file__).parents[2] / "tools"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits, and nothing of ours in it."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "--quiet")
    for number in ("one", "two"):
        (folder / "file").write_text(number)
        git(folder, "add", "file")
        git(folder, "-c", "user.name=N", "-c", "user.email=n@example.org", "commit", "--quiet", "-m", number)
    return folder


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def left(repository: Path) -> int:
    """How many worktrees there are beside the repository's own."""
    return len(git(repository, "worktree", "list").splitlines()) - 1


# ---------------------------------------------------------------------- the worktree


def test_a_revision_is_checked_out_and_removed(repository: Path) -> None:
    with earlier("HEAD~1", repository) as tree:
        assert (tree / "file").read_text() == "one" and left(repository) == 1
    assert not tree.parent.exists() and left(repository) == 0
    assert (repository / "file").read_text() == "two"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_it_is_removed_after_an_error(error: type[BaseException], repository: Path) -> None:
    with pytest.raises(error), earlier("HEAD", repository) as tree:
        (tree / "made").write_text("something new, which git does not know")
        raise error
    assert not tree.parent.exists() and left(repository) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_is_removed_when_the_process_is_ended(number: signal.Signals, repository: Path) -> None:
    code = """
import signal, sys, time
from pathlib import Path
from benchmarks.compare import earlier
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests in the background has it ignored
with earlier("HEAD", Path(sys.argv[1])) as tree:
    print(tree, flush=True)
    time.sleep(60)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(repository)], env={**os.environ, "PYTHONPATH": str(TOOLS)},
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    with process.stdout:
        tree = Path(process.stdout.readline().strip())
        assert tree.is_dir() and left(repository) == 1
        process.send_signal(number)
        assert process.wait(180) != 0
    assert not tree.parent.exists() and left(repository) == 0


def test_a_revision_that_is_not_there_is_told(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotComparable, match="nowhere"), earlier("nowhere", repository):
        raise AssertionError("it was checked out")
    if (compare.ROOT / ".git").exists():
        assert main(["compare", "no-such-revision"]) == 2
        assert "no-such-revision" in capsys.readouterr().err


def test_signals_do_what_they_did_before(repository: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with earlier("HEAD", repository):
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


def test_other_dependencies_need_another_interpreter(tmp_path: Path) -> None:
    shutil.copy(compare.ROOT / "pyproject.toml", tmp_path)
    assert compare.interpreter(tmp_path) == sys.executable
    text = (tmp_path / "pyproject.toml").read_text(encoding="utf-8")
    assert '"packaging>=23.2",' in text
    (tmp_path / "pyproject.toml").write_text(text.replace('"packaging>=23.2",', ""), encoding="utf-8")
    assert compare._needs(tmp_path) != compare._needs(compare.ROOT)


# ---------------------------------------------------------------------- rows


def played(seconds: float, decisions: int = 100, options: int = 400, ended: bool = True) -> dict[str, object]:
    return {"seconds": seconds, "decisions": decisions, "options": options, "scores": [3, 5], "ended": ended}


def test_the_ratio_is_the_median_of_the_games() -> None:
    row = speed_row("games", [Pair(played(1), played(2)), Pair(played(1), played(4)), Pair(played(1), played(1))])
    assert (row.figure, row.beside["from"], row.beside["to"]) == (2, 1, 4) and row.more_is_better
    assert row.beside["decisions/s"] == "100 / 50" and row.beside["same games"] == "3 of 3"
    assert row.beside["decisions per game"] == "100 / 100" and row.beside["options"] == "4 / 4"
    assert row.beside["mean score"] == "4 / 4" and row.beside["not ended"] == "0 / 0"


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"decisions": 50, "options": 200}, ("decisions per game", "50 / 100")),
        ({"options": 300}, ("options", "3 / 4")),
        ({"ended": False}, ("not ended", "1 / 0")),
    ],
)
def test_a_fast_wrong_game_shows(change: dict[str, int], shown: tuple[str, str]) -> None:
    row = speed_row("games", [Pair(played(0.5, **change), played(1))])
    assert row.beside["same games"] == "0 of 1"
    assert row.beside[shown[0]] == shown[1]


def test_decisions_are_compared_not_games() -> None:
    """Half of the decisions in half of the time is not faster."""
    assert speed_row("games", [Pair(played(1, 50), played(2, 100))]).figure == 1


def test_times_are_compared_the_other_way() -> None:
    row = time_row("starts", [1, 2, 4], [2, 2, 2])
    assert (row.figure, row.beside["from"], row.beside["to"], row.beside["ms"]) == (1, 0.5, 2, "2,000 / 2,000")


def test_each_turn_begins_with_another_engine() -> None:
    order: list[str] = []

    def do(engine: str) -> dict[str, str]:
        order.append(engine)
        return {"by": engine}

    pairs = [in_turns(do, "now", "then", turn) for turn in range(3)]  # type: ignore[arg-type]
    assert order == ["now", "then", "then", "now", "now", "then"]
    assert all((pair.now["by"], pair.then["by"]) == ("now", "then") for pair in pairs)


# ---------------------------------------------------------------------- engines


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with Engine("now", compare.ROOT, sys.executable, tmp_path_factory.mktemp("cache")) as made:
        yield made


def test_the_same_seed_gives_the_same_game(engine: Engine) -> None:
    def game(seed: int) -> dict[str, object]:
        return {**engine.ask("play", ruleset="tic_tac_toe", players=2, seed=seed), "seconds": 0}

    assert game(1) == game(1) and game(1)["ended"] and 5 <= int(str(game(1)["decisions"])) <= 9
    assert len({json.dumps(game(seed)) for seed in range(5)}) > 1


def test_what_an_engine_cannot_do_is_told(engine: Engine) -> None:
    with pytest.raises(NotComparable, match="now: "):
        engine.players("no_such_ruleset")
    assert engine.players("tic_tac_toe") == [2]  # and it goes on
    with pytest.raises(NotComparable, match="now: "):
        engine.start("no_such_ruleset", 2, engine.cache)


def test_another_engine_does_not_stand_in(engine: Engine, tmp_path: Path) -> None:
    with Engine("then", tmp_path, sys.executable, tmp_path / "cache") as other, pytest.raises(NotComparable):
        other.players("tic_tac_toe")


def test_a_process_that_ended_is_told(tmp_path: Path) -> None:
    with Engine("now", compare.ROOT, sys.executable, tmp_path) as ended:
        ended.process.kill()
        ended.process.wait()
        with pytest.raises(NotComparable):
            ended.players("tic_tac_toe")


def test_all_is_compared(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With itself, so that nothing need be checked out."""

    @contextmanager
    def itself(revision: str) -> Iterator[Path]:
        yield compare.ROOT

    monkeypatch.setattr(compare, "earlier", itself)
    assert main(["compare", "HEAD", "--ruleset", "tic_tac_toe", "--games", "3", "--repeat", "1", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()][1:]
    told = [row["what"].removeprefix("tic_tac_toe") for row in rows]
    assert told == [
        ", 2 players: decisions", ", 2 players: start to the first decision, cold",
        ", 2 players: start to the first decision, warm", ": check, first", ": check after an edit",
        ", 2 players: verified replay",
    ]  # fmt: skip
    assert all(row["figure"] > 0 and row["unit"] == "×" for row in rows)
    assert rows[0]["beside"]["same games"] == "3 of 3"


def test_what_cannot_be_compared_stands_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def itself(revision: str) -> Iterator[Path]:
        yield compare.ROOT

    def refused(*_: object) -> Iterator[compare.Row]:
        raise NotComparable("so it is")
        yield

    refused.__name__ = "_replays"
    monkeypatch.setattr(compare, "earlier", itself)
    for part in ("_games", "_starts", "_checks", "_replays"):
        monkeypatch.setattr(compare, part, refused)
    arguments = argparse.Namespace(revision="HEAD", ruleset=["tic_tac_toe"], games=1, repeat=1)
    rows = list(compare.rows(arguments))
    assert len(rows) == 4 and all("not compared: so it is" in row.unit for row in rows)
