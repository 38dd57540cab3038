"""The seed of a game with several humans is sealed until its end, and everything can be verified then."""

import json
from functools import partial
from pathlib import Path

import pytest

from rulewright import disk
from rulewright.play import journal, seals
from rulewright.play.session import Session
from rulewright.runtime.rules import load

SEED = 77


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(disk, "user_folder", lambda kind: tmp_path / kind)
    return tmp_path / "data"


def begun(path: Path) -> tuple[Session, journal.File]:
    """A game of two humans that is written down."""
    rules = load("tic_tac_toe")
    header = journal.header_for(rules, rules.new_game(2, SEED), SEED, ["human", "human"], {}, "0")
    file = journal.create(path, header)
    writer = journal.Writer(file=file)
    writer.header(header)
    return Session(partial(rules.new_game, 2, SEED), [None, None], writer), file


def test_neither_seed_nor_hashes_stand_in_the_journal_before_the_end(tmp_path: Path, data: Path) -> None:
    session, file = begun(tmp_path / "game.jsonl")
    session.choose("b2")
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert "seed" not in lines[0] and "seal" not in lines[0] and "salt" not in lines[0]
    assert lines[0]["start"] != load("tic_tac_toe").new_game(2, SEED).hash()
    assert lines[1]["hash"] != session.game.hash()
    assert [path.stat().st_mode & 0o077 for path in (data / "seals").iterdir()] == [0]
    with file:
        pass
    kept = journal.read(tmp_path / "game.jsonl")  # whoever began it can go on
    assert kept.sealed and kept.header.seed == SEED
    assert journal.replay(kept, load("tic_tac_toe").new_game(2, SEED)) == 1


def test_elsewhere_it_cannot_be_resumed(tmp_path: Path, data: Path) -> None:
    begun(tmp_path / "game.jsonl")[1].__exit__()
    for path in (data / "seals").iterdir():
        path.unlink()
    with pytest.raises(journal.JournalError) as error:
        journal.read(tmp_path / "game.jsonl")
    assert error.value.problems[0].code == "RW0714"


def test_the_last_line_tells_the_seed_and_all_of_it_verifies(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "game.jsonl"
    session, file = begun(path)
    with file:
        for option in ("a1", "b1", "a2", "b2", "a3"):
            session.choose(option)
    assert session.game.decision is None and not list((data / "seals").iterdir())
    kept = journal.read(path)
    assert not kept.sealed and kept.header.seed == SEED
    assert journal.replay(kept, load("tic_tac_toe").new_game(2, SEED)) == 5
    text = path.read_text()
    path.write_text(text.replace(f'"seed": {SEED}', f'"seed": {SEED + 1}'))
    with pytest.raises(journal.JournalError):  # another seed does not fit the mark
        journal.read(path)


def test_a_mark_of_a_stranger_names_no_other_file(data: Path) -> None:
    assert seals.kept("../../etc/passwd") is None
    assert seals.kept("0" * 32) is None


def test_alone_against_bots_nothing_is_sealed() -> None:
    rules = load("tic_tac_toe")
    header = journal.header_for(rules, rules.new_game(2, SEED), SEED, ["human", "random"], {}, "0")
    assert header.seal is None and header.line()["seed"] == SEED
