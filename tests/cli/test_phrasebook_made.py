"""What the phrasebook makes of a game's own words: each sentence compiles in the game, and is said in other languages, too."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loaded import ruleset
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.compiler.sayable import Made, sayable
from rulewright.compiler.trials import Trials, Tried

GAMES = Path(__file__).parents[1] / "games"
FEW = ["conjurers", "salt_roads", "orchard", "walk"]
CONJURED = {
    "if", "if_you_do", "otherwise", "unless", "while", "how_many", "whenever", "first_time", "instead", "cannot",
    "choose_one", "any_number", "each_other", "unless_they_pay", "give", "to_the_left", "look_at_top", "look_at_hand",
    "put_back", "reveal_until", "higher", "half", "dice", "start_of_turn", "next_turn_end", "end_of_game",
}  # fmt: skip


def _made(game: str, lang: str = "en") -> list[Made]:
    return sayable(ruleset(str(GAMES / game)), lang)


@pytest.mark.parametrize("game", FEW)
def test_every_sentence_that_is_made_compiles(game: str) -> None:
    rules, made = ruleset(str(GAMES / game)), _made(game)
    tries = [Tried(one.text, rules.parse(one.text), one.kind) for one in made]
    assert len(made) > 20
    assert Trials(rules, linted=False).tried(tries) == [[] for _ in tries]


def test_each_construct_is_shown_once() -> None:
    made = _made("conjurers")
    ids = [one.id for one in made]
    assert len(ids) == len(set(ids)) and set(ids) >= CONJURED, CONJURED.difference(ids)
    assert all("{" not in one.text and "[" not in one.text for one in made)


@pytest.mark.parametrize("lang", ["hu", "es"])
def test_other_languages_say_what_they_can(lang: str) -> None:
    rules = ruleset("mythotopia") if lang not in ruleset(str(GAMES / "walk")).languages else None
    game = "mythotopia" if rules else str(GAMES / "walk")
    english = {one.id: one.text for one in sayable(ruleset(game))}
    made = sayable(ruleset(game), lang)
    assert len(made) > 10
    for one in made:
        assert ruleset(game).parse(one.text, lang) == ruleset(game).parse(english[one.id])


def test_a_game_without_cards_shows_what_its_cards_can_say(tmp_path: Path) -> None:
    folder = shutil.copytree(GAMES / "conjurers", tmp_path / "conjurers")
    for name in ("components", "scenarios", "locale"):
        shutil.rmtree(folder / name, ignore_errors=True)
    made = {one.id for one in sayable(ruleset(str(folder)))}
    assert made >= {"if", "whenever", "instead", "unless_they_pay", "look_at_top"}


def test_the_command_shows_them_in_all_its_forms() -> None:
    run, game = CliRunner(), str(GAMES / "conjurers")
    text = run.invoke(app, ["phrasebook", game]).output
    page = run.invoke(app, ["phrasebook", game, "--html"]).output
    data = json.loads(run.invoke(app, ["phrasebook", game, "--json"]).output)
    told = [entry for section in data["sections"] for entry in section["entries"] if entry["kind"] == "made"]
    assert "Made with this game's words: conditions" in text and len(told) == len(_made("conjurers"))
    assert all(entry["sentence"] in text and entry["of"] for entry in told)
    assert page.count("<dt></dt>") == 0


def test_notes_tell_values_limits_and_what_is_done_whole() -> None:
    text = CliRunner().invoke(app, ["phrasebook", "monumental"]).output
    assert "its values: meadow, hills" in text and "done whole or not at all" in text and "once per turn" in text
