"""What goes wrong is told where it went wrong, and hides nothing else: also a mistake of the program itself."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from plain import read_plain

from rulewright.compiler.statements.moves.looks import Looks
from rulewright.editing.findings import compiled
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import run
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.machine import RuleError
from rulewright.runtime.rules import Rules, load
from rulewright.runtime.state import State
from rulewright.simulate.games import Plan, play_many
from rulewright.simulate.statistics import summarize

BASE = Path(__file__).parent / "ruleset"
PIG = Path(__file__).parents[1] / "games" / "pig"
Change = Callable[[str, Callable[[Any], Any]], None]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    shutil.copytree(BASE, tmp_path / "game")
    return tmp_path / "game"


@pytest.fixture
def change(game: Path) -> Change:
    """Write a file of the game anew."""

    def written(name: str, made: Callable[[Any], Any]) -> None:
        data = read_plain(game / name)
        (game / name).write_text(yaml.safe_dump(made(data), sort_keys=False, width=200), encoding="utf-8")

    return written


def charm(name: str, text: str) -> dict[str, str]:
    return {"id": name, "kind": "charm", "name": name, "start": "box", "text": text}


def found(game: Path) -> set[tuple[str, str, str]]:
    """The code, file and line of everything that cannot be run."""
    told = compiled(load_ruleset(game))
    return {(one.code, Path(one.place.file).name, one.place.source.strip()) for one in told}


def fails(*given: Any) -> None:
    raise ZeroDivisionError("of all things")


def test_each_text_that_is_not_carried_out_is_told_at_its_place(game: Path, change: Change) -> None:
    texts = {name: f"Always: the player with the {name} marks wins the game." for name in ("most", "fewest")}
    change("components/cards.yaml", lambda cards: [*cards, *(charm(name, text) for name, text in texts.items())])
    assert found(game) == {("RW0604", "cards.yaml", f"text: '{text}'") for text in texts.values()}


def test_a_mistake_of_the_compiler_has_a_place_and_hides_nothing(
    game: Path, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Looks, "look", fails)

    def longer(data: Any) -> Any:
        data["verbs"]["take_turn"]["do"] += ["Look at the top 2 cards of the box."]
        return data

    change("lexicon.yaml", longer)
    text = "Always: the player with the most marks wins the game."
    change("components/cards.yaml", lambda cards: [*cards, charm("one", text)])
    assert found(game) == {
        ("RW0719", "lexicon.yaml", "- Look at the top 2 cards of the box."),
        ("RW0604", "cards.yaml", f"text: '{text}'"),
    }


def test_a_mistake_before_the_first_sentence_hides_nothing_either(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.compiler.services.services.Layout", fails)
    assert [(one.code, Path(one.place.file).name) for one in compiled(load_ruleset(game))] == [
        ("RW0719", "ruleset.yaml")
    ]


def test_a_mistake_in_play_takes_the_move_back_and_names_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(PIG).new_game(2, 1)
    before = game.hash()
    monkeypatch.setattr(State, "random", fails)
    with pytest.raises(RuleError) as error:
        game.choose_number(0)
    told = error.value.problems[0]
    assert told.code == "RW0719" and "Play (rules.yaml:3), take_turn (lexicon.yaml:" in told.message
    assert Path(told.place.file).name == "lexicon.yaml"
    assert game.hash() == before


def test_a_game_that_goes_wrong_does_not_end_a_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = State.random

    def sometimes(self: State, below: int) -> int:
        return whole(self, below) if self.rng % 50 else fails()  # type: ignore[return-value]

    monkeypatch.setattr(State, "random", sometimes)
    summary = summarize(list(play_many(Plan(partial(load, PIG), ["random"] * 2, seed=1, limit=60), 20)))
    assert 0 < len(summary.failures) < 20
    assert "(seed " in summary.failures[0] and "RW0719" in summary.failures[0]


def test_a_scenario_that_goes_wrong_is_told_where_it_stands(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (game / "scenarios").mkdir()
    scenario = {"id": "one", "title": "One", "rules": [], "choose": ["A1"], "expect": {"end": "ended"}}
    (game / "scenarios" / "some.yaml").write_text(yaml.safe_dump([scenario]), encoding="utf-8")
    ruleset = load_ruleset(game)
    scenarios, problems = read_scenarios(ruleset)
    assert not problems
    monkeypatch.setattr("rulewright.runtime.machine.Machine.run", fails)
    told = run(scenarios[0], Rules(ruleset))
    assert [(one.code, Path(one.place.file).name) for one in told] == [("RW0719", "some.yaml")]
