"""Native programs play the same games as Python: the same options, positions, logs, scores and errors.

They are built without optimisation here, which takes a compiler a few seconds.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sample import sample

import rulewright
from rulewright import native
from rulewright.native.game import NativeGame
from rulewright.native.library import compiler
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules
from rulewright.runtime.state import State

SMALL = sorted(path.parent.name for path in Path("tests/games").glob("*/ruleset.yaml"))
LARGE = ("age_of_innovation", "civ_new_dawn", "monumental", "mythotopia", "terra_mystica")

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler is installed here")


@pytest.fixture(autouse=True)
def quickly_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-O0")


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The choices that Python had to make because the library could not go on."""
    found: list[int] = []
    take = NativeGame._take_in_python

    def note(game: NativeGame, number: int) -> None:
        found.append(number)
        take(game, number)

    monkeypatch.setattr(NativeGame, "_take_in_python", note)
    return found


def pair(name: str, players: int, seed: int = 0, log: bool = True) -> tuple[Game, NativeGame]:
    """The same game twice: played by Python and by the library."""
    one = rulewright.load(name).new_game(players, seed, log=log)
    other = native.load(name).new_game(players, seed, log=log)
    assert isinstance(other, NativeGame)
    return one, other


def choices(one: Game, other: Game, seed: int, most: int) -> Iterator[int]:
    """Choices drawn by chance, as long as both games offer the same; each is made in both."""
    draw = random.Random(seed).random
    for count in range(most):
        assert one.legal == other.legal
        assert one.values == other.values
        assert one.seat == other.seat
        if not one.legal:
            return
        number = int(draw() * len(one.legal))
        assert one.option_id(number) == other.option_id(number)
        yield count
        one.choose_number(number)
        other.choose_number(number)


def same(one: Game, other: Game) -> None:
    """Whether two games stand alike."""
    assert one.hash() == other.hash()
    assert one.scores == other.scores
    assert one.save() == other.save()
    assert one.state.log == other.state.log
    assert one.log_lines(seats=(0,)) == other.log_lines(seats=(0,))


@pytest.mark.parametrize("name", ["tic_tac_toe", *(f"tests/games/{name}" for name in SMALL)])
def test_small_games_go_alike(name: str, in_python: list[int]) -> None:
    least, most = min(rulewright.load(name).players), max(rulewright.load(name).players)
    for players in sample({most}, {least, most}):  # each is built by itself
        for seed in range(sample(2, 10)):
            one, other = pair(name, players, seed)
            for _ in choices(one, other, seed, 200):
                pass
            same(one, other)
            assert one.winners == other.winners
    assert not in_python


@pytest.mark.parametrize("name", LARGE)
def test_large_games_go_alike(name: str, in_python: list[int]) -> None:
    for seed in range(sample(1, 4)):
        one, other = pair(name, min(rulewright.load(name).players), seed)
        for count in choices(one, other, seed, sample(120, 2000)):
            if count % 40 == 0:
                same(one, other)
                assert one.view(0) == other.view(0)
        same(one, other)
    assert not in_python


ASKS_IF_DONE = (
    "Work: discard a card. If you do, gain 1 coin.",
    "Work: pay 1 coin to draw a card. If you have no gold, gain 1 gold.",
    "If you would draw a card, you may gain 1 coin instead.",
    "Work: reveal the top 2 cards of the deck. Draw a card. Put them into the shop.",
)


def test_texts_that_ask_if_something_was_done_go_alike(tmp_path: Path, in_python: list[int]) -> None:
    shutil.copytree("tests/strangers/fair", tmp_path / "fair")
    card = {"kind": "charm", "name": "Card", "start": "deck", "provenance": "original"}
    cards = [{"id": f"card_{number}", "text": text, **card} for number, text in enumerate(ASKS_IF_DONE)]
    (tmp_path / "fair" / "components" / "more.yaml").write_text("".join(f"- {json.dumps(one)}\n" for one in cards))
    rules = tmp_path / "fair" / "procedures" / "game.yaml"
    dealt = "    - {for each: player, do: [Put a charm from the deck into your circle.]}\n"
    dealt += "    - Each player draws 2 cards.\nplay:\n"
    rules.write_text(rules.read_text(encoding="utf-8").replace("play:\n", dealt, 1), encoding="utf-8")
    one, other = pair(str(tmp_path / "fair"), 3, 1)
    for _ in choices(one, other, 1, 120):
        pass
    same(one, other)
    assert not in_python


def test_without_a_log() -> None:
    one, other = pair("tests/games/orchard", 2, log=False)
    for _ in choices(one, other, 1, 60):
        assert other.state.log is None
    assert one.hash() == other.hash()


def test_steps_copies_and_saves() -> None:
    one, other = pair("tests/games/salt_roads", 2, seed=3)
    for _ in choices(one, other, 3, 20):
        pass
    saved, kept = other.save(), other.hash()
    copied = other.copy()
    copied.step(0)
    assert other.hash() == kept != copied.hash()
    one.step(0)
    assert copied.hash() == one.hash()
    restored = NativeGame.restore(other.rules, saved)
    assert restored.hash() == kept
    assert restored.values == other.values
    with pytest.raises(IndexError):
        other.step(len(other.legal))
    assert other.hash() == kept


def test_a_position_that_was_given_out_stays_as_it_is() -> None:
    _, other = pair("tests/games/orchard", 2)
    decision, state = other.decision, other.state
    assert decision is not None
    before = [option.id for option in decision.options]
    numbers, hashed = list(other.copy().state.n), other.copy().hash()
    other.choose_number(0)
    other.choose_number(0)
    assert [option.id for option in decision.options] == before
    assert list(state.n) == numbers
    assert state.hash() == hashed != other.hash()


@pytest.mark.parametrize("log", [True, False])
def test_one_looks_back_in_any_order(log: bool) -> None:
    """Positions that were given out and that nobody read are found again, also after chance was changed."""
    one, other = pair("tests/games/salt_roads", 2, seed=5, log=log)
    copied = other.copy()
    given: list[tuple[State, str]] = []
    for game in (other, copied):
        for count, number in enumerate((0, 1, 0, 0, 1, 0, 0, 1, 0, 0)):
            if count == 5:
                game.chance(77)
            decision = game.decision
            assert decision is not None
            given.append((decision.options.state, game.copy().hash()))
            game.choose_number(min(number, len(game.legal) - 1))
            if count == 7 and log:
                assert game.state.log or game is copied
    for state, hashed in (*given[:4], *reversed(given[4:])):
        assert state.hash() == hashed
    assert one.hash() == given[0][1] == given[10][1]


def test_a_log_goes_on_when_chance_is_changed() -> None:
    one, other = pair("tests/games/salt_roads", 2, seed=6)
    for count in choices(one, other, 6, 20):
        if count == 9:
            for game in (one, other):
                game.chance(99)
    same(one, other)


def test_what_is_changed_from_outside_counts() -> None:
    one, other = pair("tests/games/orchard", 2)
    for game in (one, other):
        game.state.n[-1] += 1
        game.forget()
    assert one.hash() == other.hash()
    assert one.values == other.values


def test_a_position_is_arranged() -> None:
    one, other = pair("tic_tac_toe", 2)
    for game in (one, other):
        game.arrange({"seats": [{"pieces": {"b2": {"mark": 1}}}]})
    assert one.values == other.values
    assert one.hash() == other.hash()


@pytest.mark.parametrize("name", ["tests/games/orchard", "tests/games/quilt"])
def test_games_in_threads(name: str) -> None:
    rules = native.load(name)

    def ends(seed: int) -> str:
        game, draw = rules.new_game(2, seed, log=False), random.Random(seed).random
        for _ in range(80):
            if game.legal:
                game.step(int(draw() * len(game.legal)))
        return game.hash()

    alone = [ends(seed) for seed in range(12)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ends, range(12))) == alone


def test_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setenv("CC", "no_such_compiler")
    with pytest.raises(RulewrightError, match="RW0750"):
        native.load("tic_tac_toe").new_game()


def test_a_compiler_that_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    false = shutil.which("false")
    assert false
    monkeypatch.setenv("CC", false)
    with pytest.raises(RulewrightError, match="RW0751"):
        native.load("tic_tac_toe").new_game()


def test_what_is_built_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    native.load("tic_tac_toe").new_game()
    monkeypatch.setenv("CC", "no_such_compiler")
    assert native.load("tic_tac_toe").new_game().legal == range(9)


def test_it_is_checked_in_python() -> None:
    rules = native.load("tests/games/orchard")
    assert isinstance(rules, Rules)
    game = rules.new_game(checked=True)
    assert isinstance(game, NativeGame) == (not rules.ruleset.always)
