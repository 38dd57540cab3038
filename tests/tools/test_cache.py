"""The cache: what comes out of it is what was put in, and nothing that goes wrong with it is ever noticed."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import time
from pathlib import Path

import pytest
from sample import sample

import rulewright as rw
from rulewright import cache, disk
from rulewright.compiler import pipeline
from rulewright.language.grammar.parse_tables import build_tables
from rulewright.language.grammar.productions import Grammar, Production, Symbol
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.loader import read_ruleset


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_stored_is_found(folder: Path) -> None:
    cache.store("things", "name", b"data")
    assert cache.load("things", "name") == b"data"
    assert cache.load("things", "other") is None


def copied(folder: Path) -> Path:
    """A copy of tic-tac-toe that may be edited."""
    return Path(shutil.copytree(rw.load("tic_tac_toe").ruleset.folder, folder / "game"))


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 100])
def test_damaged_entries_are_not_found(folder: Path, damage: bytes) -> None:
    cache.store("things", "name", b"data")
    (folder / "things" / "name").write_bytes(damage)
    assert cache.load("things", "name") is None


def test_what_others_can_write_is_not_read(folder: Path) -> None:
    cache.store("things", "name", b"data")
    (folder / "things" / "name").chmod(0o666)
    assert cache.load("things", "name") is None
    (folder / "things" / "name").chmod(0o600)
    (folder / "things").chmod(0o777)
    assert cache.load("things", "name") is None


def test_a_folder_that_cannot_be_made_is_no_problem(folder: Path) -> None:
    folder.write_text("a file stands in the way")
    cache.store("things", "name", b"data")
    assert cache.load("things", "name") is None
    assert rw.load("tic_tac_toe").new_game().decision is not None


def test_old_entries_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 4)
    for number in range(20):
        cache.store("things", str(number), b"data")
    assert len(list((folder / "things").iterdir())) <= 4
    assert cache.load("things", "19") == b"data"


def test_what_was_used_last_goes_last(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 4)
    for number in range(4):
        cache.store("things", str(number), b"data")
        os.utime(folder / "things" / str(number), (number + 1, number + 1))
    assert cache.load("things", "0") == b"data"
    cache.store("things", "4", b"data")
    assert sorted(path.name for path in (folder / "things").iterdir()) == ["0", "3", "4"]


def test_only_what_things_are_computed_by_makes_them_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("web/page.py", "compiler/pass.py", "cache.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path)
    states = [cache.engine.__wrapped__()]
    for name in ("web/page.py", "compiler/pass.py", "cache.py"):
        (tmp_path / name).write_text("x = 1", encoding="utf-8")
        states.append(cache.engine.__wrapped__())
    assert states[0] == states[1] and len(set(states)) == 3


@pytest.mark.parametrize("name", sample(few=["tic_tac_toe", "civ_new_dawn"], all=list(shipped_rulesets())))
def test_a_stored_program_plays_the_same_game(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = _played(rw.load(name))
    assert list((folder / "programs").iterdir())
    monkeypatch.setattr(pipeline, "compile_ruleset", None)  # it must not be needed again
    assert _played(rw.load(name)) == compiled


def test_an_edit_is_noticed(folder: Path, tmp_path: Path) -> None:
    ruleset = copied(tmp_path)
    assert len(rw.load(ruleset).new_game().values) == 9
    lexicon = ruleset / "lexicon.yaml"
    words = lexicon.read_text(encoding="utf-8")
    assert "supply: {box: 9}" in words
    lexicon.write_text(words.replace("supply: {box: 9}", "supply: {box: 8}"), encoding="utf-8")
    first = rw.load(ruleset).new_game().state.n
    assert 9 not in first and 8 in first
    lexicon.write_text(words.replace("an empty space.", "a zorgy space."), encoding="utf-8")
    with pytest.raises(rw.RulewrightError):
        rw.load(ruleset)


def _played(rules: rw.Rules) -> list[object]:
    """What a random game shows of itself: options, texts, log, hashes."""
    chance = random.Random(3)
    game = rules.new_game(max(rules.players), 3)
    seen: list[object] = []
    for _ in range(120):
        decision = game.decision
        if decision is None:
            break
        seen.append((decision.seat, decision.prompt(), [(o.id, o.text()) for o in decision.options], game.hash()))
        game.choose_number(int(chance.random() * len(game.values)))
    return [*seen, game.scores, game.log_lines(), game.view(0)]


def test_what_was_wrong_is_wrong_again(folder: Path, tmp_path: Path) -> None:
    """Trees and files that were found right are remembered, problems never are."""
    ruleset = copied(tmp_path)
    words = (ruleset / "lexicon.yaml").read_text(encoding="utf-8")
    assert not read_ruleset(ruleset)[1]
    for broken in (words.replace("an empty space.", "a zorgy space."), words.replace("nouns:", "noun:")):
        (ruleset / "lexicon.yaml").write_text(broken, encoding="utf-8")
        first, again = read_ruleset(ruleset)[1], read_ruleset(ruleset)[1]
        assert first and first == again
    (ruleset / "lexicon.yaml").write_text(words, encoding="utf-8")
    assert not read_ruleset(ruleset)[1]


def test_a_broken_pickle_is_computed_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that are as they were stored, but that nothing can be made of: by another version of a library, say."""
    expected = _played(rw.load("tic_tac_toe"))
    kept = [path for kind in ("programs", "texts", "trees") for path in folder.glob(f"{kind}/*")]
    for path in folder.glob("*/*"):
        data = b"\x80\x05cnowhere\nthing\n."
        path.write_bytes(hashlib.sha256(data).digest() + data)
    assert kept and _played(rw.load("tic_tac_toe")) == expected
    assert all(path.stat().st_size > 100 for path in folder.glob("programs/*"))  # and stored anew


def test_the_folder_is_bounded_in_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_BYTES", 10_000)
    for number in range(30):
        cache.store("things", str(number), b"x" * 900)
        assert sum(path.stat().st_size for path in (folder / "things").iterdir()) <= 10_000
    assert cache.load("things", "29") and not cache.load("things", "0")
    cache.store("things", "huge", b"x" * 9_000)
    assert cache.load("things", "huge") is None and cache.load("things", "29")


def test_what_a_killed_program_left_is_removed(folder: Path) -> None:
    cache.store("things", "name", b"data")
    left = folder / "things" / f".rulewright-{'0' * 16}.new"
    left.write_bytes(b"half")
    os.utime(left, (0, time.time() - disk.LEFT_OVER - 60))
    cache.store("things", "other", b"data")
    assert sorted(path.name for path in (folder / "things").iterdir()) == ["name", "other"]


@pytest.mark.parametrize("mode", [0o777, 0o775])
def test_below_a_folder_that_others_can_write_to_nothing_is_kept(folder: Path, mode: int) -> None:
    cache.store("things", "name", b"data")
    folder.parent.chmod(mode)
    assert cache.load("things", "name") is None
    cache.store("things", "other", b"data")
    assert not (folder / "things" / "other").exists()
    folder.parent.chmod(mode | 0o1000)  # as /tmp: nobody can exchange what is another's
    assert cache.load("things", "name") == b"data"


def test_no_link_leads_to_an_entry(folder: Path, tmp_path: Path) -> None:
    cache.store("things", "name", b"data")
    (folder / "things" / "name").rename(tmp_path / "planted")
    (folder / "things" / "name").symlink_to(tmp_path / "planted")
    assert cache.load("things", "name") is None
    (folder / "things" / "name").unlink()
    os.mkfifo(folder / "things" / "name")
    assert cache.load("things", "name") is None


def test_a_folder_that_is_exchanged_after_it_was_looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens to the path meanwhile: what is read lies in the folder that was looked at."""
    cache.store("things", "name", b"data")
    look = cache._refuse_strangers

    def exchanged(state: os.stat_result, strict: bool) -> None:
        look(state, strict)
        if strict:
            (folder / "things").rename(folder / "before")
            (folder / "things").mkdir(mode=0o777)
            data = b"evil"
            (folder / "things" / "name").write_bytes(hashlib.sha256(data).digest() + data)

    monkeypatch.setattr(cache, "_refuse_strangers", exchanged)
    assert cache.load("things", "name") == b"data"


def test_tables_of_another_engine_are_not_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Grammar('a: "x" -> did').productions[0].source
    productions = [Production("a", (Symbol("X"),), source)]
    for engine, entries in (("one", 1), ("one", 1), ("another", 2)):
        monkeypatch.setattr(cache, "engine", lambda engine=engine: engine)
        build_tables(productions, ["a"])
        assert len(list((folder / "tables").iterdir())) == entries
