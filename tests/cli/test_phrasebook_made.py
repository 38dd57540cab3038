"""What the phrasebook makes of a game's own words: each sentence compiles, and other languages say it, too."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loaded import ruleset
from sample import costly
from test_phrasebook import printed

from rulewright.compiler.sayable import Made, sayable
from rulewright.compiler.trials import Trials, Tried
from rulewright.ruleset.phrasebook import phrasebook

GAMES = Path(__file__).parents[1] / "games"
FEW = ["conjurers", "salt_roads", "orchard", "walk"]
CONJURED = {
    "if", "if_you_do", "otherwise", "unless", "how_many", "for_each", "whenever", "first_time", "instead",
    "cannot", "choose_one", "any_number", "each_other", "unless_they_pay", "give", "to_the_left", "as_many_as",
    "as_worth", "half", "dice", "start_of_turn", "next_turn_end", "end_of_game",
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


@pytest.mark.parametrize(("game", "lang"), costly([("conjurers", "de")], [("conjurers", "de"), ("mythotopia", "hu")]))
def test_other_languages_say_what_they_can(game: str, lang: str) -> None:
    rules = ruleset(str(GAMES / game) if (GAMES / game).is_dir() else game)
    english = {one.id: one.text for one in sayable(rules)}
    made = sayable(rules, lang)
    assert len(made) > 15
    for one in made:
        assert rules.parse(one.text, lang) == rules.parse(english[one.id])


def test_a_game_without_cards_shows_what_its_cards_can_say(tmp_path: Path) -> None:
    folder = shutil.copytree(GAMES / "conjurers", tmp_path / "conjurers")
    for name in ("components", "scenarios", "locale"):
        shutil.rmtree(folder / name, ignore_errors=True)
    made = {one.id for one in sayable(ruleset(str(folder)))}
    assert made >= {"if", "whenever", "instead", "unless_they_pay"}


def test_the_command_shows_them_in_all_its_forms() -> None:
    text, page, data = printed(), printed("--html"), json.loads(printed("--json"))
    told = [entry for section in data["sections"] for entry in section["entries"] if entry["kind"] == "made"]
    assert "Made with this game's words: conditions" in text and len(told) == len(_made("conjurers"))
    assert all(entry["sentence"] in text and entry["of"] for entry in told)
    assert page.count("<dt></dt>") == 0


def test_notes_tell_values_limits_and_what_is_done_whole() -> None:
    noted = {entry.id: dict(entry.notes) for one in phrasebook(ruleset("monumental")) for entry in one.entries}
    assert noted["terrain"]["values"].startswith("meadow, forest, hills")
    assert noted["use"]["limit"] == "once per turn" and "whole" in noted["use"] and "whole" not in noted["active"]
    assert "whole" in noted["town_price"] and "whole" not in noted["one_off"]


def test_values_are_named_and_what_there_is_once_has_no_plural() -> None:
    book = phrasebook(ruleset("monumental"))
    assert not any("terrain exactly" in entry.sentence.text for one in book for entry in one.entries if entry.sentence)
    assert all(", " not in entry.said for one in book if one.name == "numbers" for entry in one.entries)
