"""Scenarios quote what a game says; a renamed word is renamed in them, too, and only where the game says it anew."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from plain import read_plain

import rulewright as rw
from rulewright.editing.changing.renaming import rename_id
from rulewright.editing.changing.rewording import rename_word
from rulewright.editing.family import Family
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import run
from rulewright.problems import RulewrightError
from rulewright.resources import data_dir

GAME = Path(__file__).parents[1] / "games" / "salt_roads"
QUOTING = {
    "id": "what_is_said",
    "title": "The Banker changes money, as the game says it",
    "shows": ["banker"],
    "players": 2,
    "position": {"turn": 1, "numbers": {"1": {"coin": 1}}, "zones": {"1": {"court": ["banker"]}}},
    "choose": [
        "Banker",
        {"expect": {"offered": ["pay 1 coin"], "not offered": ["Pay 2 coins"]}},
        {"seat": 1, "take": "Pay 1 coin"},
    ],
    "expect": {"log": ["1 coin"], "not log": ["2 coins"]},
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of the game, with a scenario that quotes much."""
    folder = shutil.copytree(GAME, tmp_path / "salt_roads")
    text = yaml.safe_dump([QUOTING], sort_keys=False)
    (folder / "scenarios" / "quoting.yaml").write_text(text, encoding="utf-8")
    assert wrong(folder) == {}
    return folder


def wrong(folder: Path) -> dict[str, list[str]]:
    """The scenarios that do not come out as expected, with what is told."""
    rules = rw.load(str(folder))
    found = {one.id: [item.message for item in run(one, rules)] for one in read_scenarios(rules.ruleset)[0]}
    return {name: told for name, told in found.items() if told}


def renamed(folder: Path, new: str) -> dict[str, object]:
    """The quoting scenario after coins were renamed; all come out as they did."""
    change = rename_word(Family(rw.load(str(folder)).ruleset, (), [folder], {}), "nouns", "coin", new, "en")
    for file in change.edits:
        file.write_text(change.result(file), encoding="utf-8")
    assert wrong(folder) == {}
    scenario, *_ = read_plain(folder / "scenarios" / "quoting.yaml")
    return scenario


def test_what_is_chosen_expected_and_told_is_said_anew(game: Path) -> None:
    scenario = renamed(game, "ounce|ounces")
    assert scenario["choose"] == [
        "Banker",
        {"expect": {"offered": ["pay 1 ounce"], "not offered": ["Pay 2 ounces"]}},
        {"seat": 1, "take": "Pay 1 ounce"},
    ]
    assert scenario["expect"] == {"log": ["1 ounce"], "not log": ["2 ounces"]}
    assert scenario["title"] == QUOTING["title"], "what nobody compares stays as it is"


def test_what_a_title_goes_on_saying_stays(game: Path) -> None:
    cards = game / "components" / "contacts.yaml"
    text = cards.read_text(encoding="utf-8")
    assert "id: banker" in text
    cards.write_text(text.replace("name: Banker", "name: Coin banker"), encoding="utf-8")
    path = game / "scenarios" / "quoting.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("- Banker", "- Coin banker"), encoding="utf-8")
    assert renamed(game, "ounce|ounces")["choose"][0] == "Coin banker"  # type: ignore[index]


def test_a_scenario_that_would_come_out_otherwise_holds_the_rename_back(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.editing.changing.quotations._scalar", lambda words, style: words)
    monkeypatch.setattr(
        "rulewright.editing.changing.quotations._with", lambda data, path, words: {**data, "choose": ["?"]}
    )
    with pytest.raises(RulewrightError, match="RW0835"):
        renamed(game, "ounce|ounces")


def test_a_heading_of_the_same_word_stays(tmp_path: Path) -> None:
    """A noun and a heading of one id may be said alike: each is renamed by itself."""
    folder = shutil.copytree(data_dir("rulesets") / "mythotopia", tmp_path / "mythotopia")
    lexicon = folder / "locale" / "es" / "lexicon.yaml"
    assert "  reserve: reserva\n" in lexicon.read_text(encoding="utf-8")
    change = rename_word(Family(rw.load(str(folder)).ruleset, (), [folder], {}), "nouns", "reserve", "bolsa", "es")
    texts = {file.name: change.result(file) for file in change.edits}
    assert "  reserve: bolsa\n" in texts["lexicon.yaml"] and "  reserve: Reserva\n" in texts["lexicon.yaml"]
    assert "bolsa" in texts["texts.yaml"] and "Reserva: " in texts["texts.yaml"]
    assert "Bolsa" not in texts["texts.yaml"]


def test_the_record_of_a_review_goes_with_the_id(tmp_path: Path) -> None:
    folder = shutil.copytree(data_dir("rulesets") / "mythotopia", tmp_path / "mythotopia")
    record = folder / "locale" / "es" / "reviewed.txt"
    record.write_text("0123456789abcdef components.cavalry.name\n", encoding="utf-8")
    change = rename_id(Family(rw.load(str(folder)).ruleset, (), [folder], {}), "cavalry", "horsemen")
    assert change.result(record.resolve()) == "0123456789abcdef components.horsemen.name\n"
