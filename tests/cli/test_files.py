"""What commands read and write: whole files or none, through no link, over nothing that somebody keeps."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from test_commands import GAME, rulewright
from typer.testing import CliRunner

from rulewright import disk
from rulewright.cli.app import app
from rulewright.play import journal
from rulewright.problems import RulewrightError
from rulewright.resources import data_dir

PLAY = ("play", GAME, "--seed", "1")
BOTS = (*PLAY, "--seats", "random,random")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(RulewrightError) as caught:
        yield
    assert [item.code for item in caught.value.problems] == [code]


# ---------------------------------------------------------------------- one function writes


def test_a_file_is_replaced_in_one_step_and_keeps_who_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    disk.write(path, "old")
    path.chmod(0o640)
    with path.open() as before:
        disk.write(path, "new\n")
        assert before.read() == "old"  # whoever reads has the one or the other
    assert path.read_bytes() == b"new\n" and path.stat().st_mode & 0o777 == 0o640
    assert files(tmp_path) == ["page.md"]


def test_no_link_is_followed_and_nothing_but_files_is_written(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "link").symlink_to("precious")
    (tmp_path / "dangling").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    before = files(tmp_path)
    for name in ("link", "dangling", "pipe", "folder", "missing/file"):
        for new in (False, True):
            with pytest.raises(RulewrightError) as caught:
                disk.write(tmp_path / name, "theirs", new=new)
            assert caught.value.problems[0].code in ("RW0807", "RW0827")
    assert (tmp_path / "precious").read_text() == "mine" and files(tmp_path) == before


def test_a_new_file_takes_no_place(tmp_path: Path) -> None:
    disk.write(tmp_path / "new", "first", new=True)
    with refused("RW0827"):
        disk.write(tmp_path / "new", "second", new=True)
    assert (tmp_path / "new").read_text() == "first" and files(tmp_path) == ["new"]


@pytest.mark.parametrize("new", [False, True])
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, new: bool) -> None:
    path = tmp_path / "page.md"
    if not new:
        path.write_text("old")
    script = (
        "import resource, signal; from pathlib import Path; from rulewright import disk\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        f"disk.write(Path({str(path)!r}), 'x' * 5000, new={new})"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "RW0807" in result.stderr
    assert files(tmp_path) == ([] if new else ["page.md"]) and (new or path.read_text() == "old")


def test_temporary_files_that_a_killed_program_left_are_removed(tmp_path: Path) -> None:
    old, young = (tmp_path / f".rulewright-{digit * 16}.new" for digit in "ab")
    for path in (old, young):
        path.write_text("half a")
    os.utime(old, (0, time.time() - disk.LEFT_OVER - 60))
    other = tmp_path / ".rulewright-notes.new"
    other.write_text("mine")
    os.utime(other, (0, 0))
    disk.write(tmp_path / "page.md", "whole")
    assert files(tmp_path) == sorted([young.name, other.name, "page.md"])


def test_what_is_written_twice_is_asked_for(tmp_path: Path) -> None:
    again = [("rulebook", GAME, "-o", "rules.md"), ("pack", "new", "more", "--game", GAME)]
    assert [rulewright(*command, cwd=tmp_path).returncode for command in again] == [0, 0]
    (tmp_path / "more" / "pack.yaml").write_text("mine")
    result = rulewright(*again[1], cwd=tmp_path)
    assert result.returncode == 2 and "RW0827" in result.stderr
    assert (tmp_path / "more" / "pack.yaml").read_text() == "mine"


# ---------------------------------------------------------------------- journals


def test_a_journal_takes_the_place_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("my best game")
    assert "RW0827" in rulewright(*BOTS, "--journal", str(path)).stderr
    assert path.read_text() == "my best game"
    assert rulewright(*BOTS, "--journal", str(path), "--force").returncode == 0
    assert rulewright("replay", str(path)).returncode == 0


def test_games_begun_in_one_second_have_files_of_their_own(tmp_path: Path) -> None:
    header = journal.Header(GAME, "1", "", "0", 2, 1, ["human", "random"])
    with journal.create_in(tmp_path, "game", header) as one, journal.create_in(tmp_path, "game", header) as other:
        one.write('{"undo": 0}\n')
        other.write('{"undo": 0}\n')
    assert files(tmp_path) == ["game-2.jsonl", "game.jsonl"]
    assert all(journal.read(path).header == header for path in tmp_path.iterdir())


def test_a_game_is_played_by_one_program_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    started = rulewright(*PLAY, "--seats", "human,random", "--journal", str(path), answers="b2\n")
    assert started.returncode == 0
    before = path.read_bytes()
    with journal.go_on(path)[1]:
        for command in (("play", "--resume", str(path)), (*BOTS, "--journal", str(path), "--force")):
            result = rulewright(*command, answers="a1\n")
            assert result.returncode == 2 and "RW0828" in result.stderr
        assert rulewright("replay", str(path)).returncode == 0  # whoever reads does no harm
    assert path.read_bytes() == before
    assert rulewright("play", "--resume", str(path), answers="quit\n").returncode == 0


def test_the_choice_of_a_human_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    path = tmp_path / "game.jsonl"
    header = journal.Header(GAME, "1", "", "0", 2, 1, ["human", "random"])
    with journal.create(path, header) as file:
        monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes().splitlines()[-1]))
        writer = journal.Writer(file=file)
        writer.choice(0, "b2", "1", human=True)
        writer.choice(1, "a1", "2")
        writer.undo(0)
    assert [json.loads(line) for line in synced] == [{"seat": 0, "choose": "b2", "hash": "1"}, {"undo": 0}]


def test_a_full_disk_ends_the_game_and_leaves_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    code = (
        "import resource, signal, sys; from rulewright.cli import main\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (420, 420))\n"
        f"sys.argv = ['rulewright', *{BOTS!r}, '--journal', {str(path)!r}]; main()"
    )
    environment = {**os.environ, "RULEWRIGHT_LANG": "en"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert result.returncode == 2 and "RW0807" in result.stderr and "Traceback" not in result.stderr
    assert path.read_bytes().endswith(b"\n") and len(journal.read(path).choices) >= 1


def test_a_save_takes_the_place_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    answers = "save mine\nsave other\nsave mine --force\nquit\n"
    result = rulewright(*PLAY, "--seats", "human,random", "--journal", "game.jsonl", answers=answers, cwd=tmp_path)
    assert result.stdout.count("RW0827") == 1
    game = (tmp_path / "game.jsonl").read_bytes()
    assert (tmp_path / "mine").read_bytes() == (tmp_path / "other").read_bytes() == game


def test_what_is_no_file_of_a_reasonable_size_is_no_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (str(tmp_path / "pipe"), str(tmp_path), "/dev/zero", str(tmp_path / "missing")):
        for command in (("replay",), ("play", "--resume")):
            result = rulewright(*command, name)
            assert result.returncode == 2 and "RW0807" in result.stderr, name
    monkeypatch.setattr(disk, "MAX_BYTES", 10)
    (tmp_path / "long.jsonl").write_text("{}" * 20)
    with refused("RW0829"):
        disk.read(tmp_path / "long.jsonl", 10)
    with refused("RW0829"):
        journal.go_on(tmp_path / "long.jsonl")


def test_a_journal_names_no_path_and_no_other_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert rulewright(*BOTS, "--journal", str(path)).returncode == 0
    text = path.read_text()
    planted = tmp_path / GAME
    planted.mkdir()
    (planted / "ruleset.yaml").write_text("id: evil\n")
    assert rulewright("replay", str(path), cwd=tmp_path).returncode == 0  # the game that ships, not the folder here
    for other in (str(planted), "./tic_tac_toe", "../tic_tac_toe", f"{GAME}/", "missing"):
        path.write_text(text.replace(f'"ruleset": "{GAME}"', f'"ruleset": {json.dumps(other)}'))
        assert "RW0220" in rulewright("replay", str(path), cwd=tmp_path).stderr, other
    path.write_text(text)
    assert "RW0830" in rulewright("replay", str(path), "--game", "mythotopia").stderr


@pytest.mark.parametrize(("field", "key"), [("version", "begun with version"), ("content", "rules are not those")])
def test_a_header_is_compared(tmp_path: Path, field: str, key: str) -> None:
    path = tmp_path / "game.jsonl"
    assert rulewright(*PLAY, "--seats", "human,random", "--journal", str(path), answers="b2\n").returncode == 0
    lines = path.read_text().splitlines(keepends=True)
    assert key not in rulewright("replay", str(path)).stderr
    lines[0] = json.dumps(json.loads(lines[0]) | {field: "9.9.9"}) + "\n"
    path.write_text("".join(lines))
    assert key in rulewright("replay", str(path)).stderr
    assert key in rulewright("play", "--resume", str(path), answers="quit\n").stderr


@pytest.mark.parametrize("field", ["seats", "options", "packs", "players", "ruleset", "format"])
def test_a_header_of_another_form_is_refused(tmp_path: Path, field: str) -> None:
    path = tmp_path / "game.jsonl"
    for value in (3, None, {"a": 1}, [3], [{}], True, 1.5, "x"):
        header = {
            "ruleset": GAME, "version": "1", "content": "", "engine": "0", "players": 2, "seed": 1,
            "seats": ["random", "random"], "options": {}, "packs": [], "format": 1,
        } | {field: value}  # fmt: skip
        path.write_text(json.dumps(header) + "\n")
        result = CliRunner().invoke(app, ["replay", str(path)])
        assert result.exception is None or isinstance(result.exception, RulewrightError | SystemExit), (field, value)


def test_a_folder_with_the_name_of_a_game_that_ships_takes_no_place(tmp_path: Path) -> None:
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / "ruleset.yaml").write_text("id: evil\n")
    result = rulewright(*BOTS, cwd=tmp_path)
    assert result.returncode == 0 and f"write ./{GAME}" in result.stderr
    assert f"write ./{GAME}" in rulewright("check", GAME, cwd=tmp_path).stderr
    result = rulewright("check", f"./{GAME}", cwd=tmp_path)
    assert result.returncode == 1 and "RW0202" in result.stdout
    assert "write ./" not in rulewright("check", GAME, cwd=data_dir("rulesets")).stderr  # the very same


# ---------------------------------------------------------------------- the machine


def test_somebody_without_a_home_can_play(tmp_path: Path) -> None:
    """No HOME, and nobody whom the system knows: as in a container that runs under any number."""

    def nobody(*arguments: str, answers: str = "") -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if name != "HOME" and "XDG" not in name}
        environment = {**environment, "RULEWRIGHT_LANG": "en"}
        unknown = "def unknown(_): raise KeyError('getpwuid(): uid not found')"
        code = f"import pwd\n{unknown}\npwd.getpwuid = unknown\nfrom rulewright.cli import main; main()"
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, input=answers, capture_output=True, text=True, timeout=600
        )

    assert nobody(*BOTS).returncode == 0
    result = nobody(*PLAY, "--seats", "human,random", answers="quit\n")
    assert result.returncode == 2 and "RW0831" in result.stderr
    assert files(tmp_path) == []
    result = nobody(*PLAY, "--seats", "human,random", "--journal", "game.jsonl", answers="quit\n")
    assert result.returncode == 0 and files(tmp_path) == ["game.jsonl"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("rulebook", GAME, "-o", "{}"),
        ("i18n", "export", GAME, "hu", "-o", "{}"),
        ("i18n", "import", GAME, "hu", "{}"),
        ("i18n", "review", "hu", GAME, "-o", "{}"),
        ("i18n", "review", "hu", GAME, "--approved", "{}"),
        ("i18n", "check", GAME, "hu", "--badges", "{}/in"),
        ("simulate", GAME, "-n", "1", "--jobs", "1", "--out", "{}/in"),
        ("pack", "new", "more", "--game", GAME),
        (*BOTS, "--journal", "{}"),
    ],
)
@pytest.mark.parametrize("target", ["folder", "pipe", "/dev/full", "missing/file", "link"])
def test_what_is_no_file_has_its_message(arguments: tuple[str, ...], target: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "more").write_text("a file where the pack would be")
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "link").symlink_to("precious")
    os.mkfifo(tmp_path / "pipe")
    before = files(tmp_path)
    result = rulewright(*(part.replace("{}", target) for part in arguments), cwd=tmp_path)
    assert "RW0719" not in result.stderr and "Traceback" not in result.stderr
    assert (tmp_path / "precious").read_text() == "mine"
    made = {("folder", "{}/in"), ("missing/file", "{}/in")}  # folders are made for what holds several files
    if target == "link" and arguments[0] == "i18n":  # it may be read, and is nothing of the kind
        made |= {("link", arguments[-1])}
    if (target, arguments[-1]) not in made:
        assert result.returncode == 2 and ("RW0807" in result.stderr or "RW0827" in result.stderr), result.stderr
        assert files(tmp_path) == before


@pytest.mark.parametrize("arguments", [("rulebook", GAME), (*BOTS, "--json"), ("--version",), ("explain",)])
def test_what_cannot_be_printed_has_its_message(arguments: tuple[str, ...]) -> None:
    code = "from rulewright.cli import main; main()"
    environment = {**os.environ, "RULEWRIGHT_LANG": "en"}
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-c", code, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, env=environment
        )
    assert result.returncode == 2 and "RW0807" in result.stderr and "Traceback" not in result.stderr
