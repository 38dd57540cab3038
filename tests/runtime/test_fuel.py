"""Rules that run in a circle are stopped, also where every choice on the way is forced; who begins may be chosen."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import native
from rulewright.native.library import compiler
from rulewright.runtime import rules
from rulewright.runtime.machine import RuleError
from rulewright.runtime.rules import Rules

Load = Callable[[Path], Rules]
GAMES = Path(__file__).parents[1] / "games"
NIM = GAMES / "nim"
CHOICE = "      - {choose: a heap with a stone, as: target}\n"


@pytest.fixture(params=["python", "native"])
def load(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Load a ruleset, to be played by Python or by a native program."""
    if request.param == "python":
        return rules.load
    if compiler() is None:
        pytest.skip("no C compiler is installed here")
    monkeypatch.setenv("CFLAGS", "-O0")
    return native.load


def nim(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The game of nim with some words of its files changed."""
    shutil.copytree(NIM, folder / "nim")
    for name, old, new in changes:
        path = folder / "nim" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder / "nim"


def test_forced_choices_without_an_end_are_stopped(load: Load, tmp_path: Path) -> None:
    forced = "      - {repeat: forever, do: [{choose: a heap with at least 7 stones, as: target}]}\n"
    folder = nim(tmp_path, ("lexicon.yaml", "      - {if: there are no", f"{forced}      - {{if: there are no"))
    game = load(folder).new_game(2, 1)
    assert game.decision is not None
    before, log, offered = game.hash(), game.log_lines(), [option.id for option in game.decision.options]
    game.choose("a")
    after = game.hash()
    with pytest.raises(RuleError) as error:
        game.choose_number(0)
    assert error.value.problems[0].code == "RW0701" and "take_turn" in error.value.problems[0].message
    assert game.hash() == after != before and game.decision is not None  # the position is kept, and so is the question
    assert len(game.log_lines()) == len(log) + 1 and "a" in offered


def test_a_long_way_of_forced_choices_is_no_circle(load: Load, tmp_path: Path) -> None:
    forced = "      - {repeat: 500 times, do: [{choose: a heap with at least 7 stones, as: target}]}\n"
    changes = ("lexicon.yaml", "      - {if: there are no", f"{forced}      - {{if: there are no")
    game = load(nim(tmp_path, changes)).new_game(2, 1)
    game.choose("a")
    game.choose_number(0)
    assert game.decision is not None


def test_texts_that_set_each_other_off_before_anything_is_done_are_stopped(load: Load, tmp_path: Path) -> None:
    shutil.copytree(GAMES / "salt_roads", tmp_path / "roads")
    (cards,) = (tmp_path / "roads" / "components").glob("*.yaml")
    text = cards.read_text(encoding="utf-8")
    for name, circle in (
        ("smith", "Before a player builds a post in an oasis, each player other than you trades in an oasis."),
        ("brewer", "Before a player trades in an oasis, each player other than you builds a post in an oasis."),
    ):
        card = f"{{id: {name}, kind: contact, name: Ring, price: 2, per player: true, start: court, text: {circle!r}}}"
        text = re.sub(f"(?m).*id: {name},.*$", f"- {card}", text)
    cards.write_text(text, encoding="utf-8")
    game = load(tmp_path / "roads").new_game(2, 1)
    with pytest.raises(RuleError) as error:
        for _ in range(200):
            assert game.decision is not None
            ids = [option.id for option in game.decision.options]
            game.choose_number(
                next((n for name in ("build", "trade", "travel") for n, i in enumerate(ids) if i == name), 0)
            )
    assert error.value.problems[0].code == "RW0701" and "Ring" in error.value.problems[0].message


@pytest.mark.parametrize("first", [0, 1])
def test_a_first_player_can_be_chosen(load: Load, first: int, tmp_path: Path) -> None:
    steps = "  do:\n    - {for each: heap"
    chosen = "  do:\n    - {choose: a player, as: beginner}\n    - {for each: heap"
    folder = nim(
        tmp_path,
        ("ruleset.yaml", "turn: take_turn", "turn: take_turn\nfirst player: beginner"),
        ("lexicon.yaml", "verbs:", "  beginner: {type: player, en: beginner}\nverbs:"),
        ("procedures/rules.yaml", steps, chosen),
    )
    game = load(folder).new_game(2, 1)
    assert game.decision is not None and [option.text() for option in game.decision.options] == ["Player 1", "Player 2"]
    game.choose_number(first)
    assert game.seat == first
    restored = type(game).restore(game.rules, game.save())
    assert restored.seat == first and game.facts().pieces["common"]["c"]["stone"] == 7


def test_trials_that_find_nothing_again_and_again_are_stopped(load: Load, tmp_path: Path) -> None:
    shutil.copytree(GAMES / "quilt", tmp_path / "quilt")
    lexicon = tmp_path / "quilt" / "lexicon.yaml"
    text = lexicon.read_text(encoding="utf-8")
    assert "        else: End the game.\n" in text
    lexicon.write_text(text.replace("        else: End the game.\n", ""), encoding="utf-8")  # when nobody can sew
    game = load(tmp_path / "quilt").new_game(2, 1)
    with pytest.raises(RuleError) as error:
        for _ in range(1_000):
            game.choose_number(0)
    assert error.value.problems[0].code == "RW0701"
