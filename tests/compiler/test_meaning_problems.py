"""The catalogue's entries about sentences that parse but cannot be run: each broken example has exactly its problem."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from plain import read_plain

from rulewright.compiler.scope import MeaningError
from rulewright.problems import RulewrightError, catalogue
from rulewright.runtime.rules import load

BASE = Path(__file__).parent / "ruleset"
CODES = [code for code in catalogue() if "RW0600" < code < "RW0620"]  # later ones: tests/meaning/test_problems.py


def codes(example: dict[str, Any], folder: Path) -> set[str]:
    """What is wrong with the base ruleset when its turn, or a card's text, is the example's."""
    shutil.copytree(BASE, folder)
    if "verbs" in example and "text" in example:
        path = folder / "lexicon.yaml"
        data = read_plain(path)
        data["verbs"].update(example["verbs"])
        path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    if "always" in example:
        path = folder / "always.yaml"
        data = example["always"]
    elif "do" in example:
        path = folder / "lexicon.yaml"
        data = read_plain(path)
        data["verbs"].update(example.get("verbs", {}))
        data["verbs"]["take_turn"]["do"] = example["do"]
    else:
        path = folder / "components" / "cards.yaml"
        data = read_plain(path)
        data[0]["text"] = example["text"]
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    try:
        load(folder).program(2, checked=True)
    except MeaningError as error:
        assert all(problem.place.line > 0 for problem in error.problems)
        return {problem.code for problem in error.problems}
    except RulewrightError as error:
        return {problem.code for problem in error.problems}
    return set()


@pytest.mark.parametrize("code", CODES)
def test_examples(code: str, tmp_path: Path) -> None:
    entry = catalogue()[code]
    assert codes(entry["broken"], tmp_path / "broken") == {code}
    assert codes(entry["mended"], tmp_path / "mended") == set()


def test_all_problems_are_told_in_one_run(tmp_path: Path) -> None:
    broken = {
        "do": [
            {"if": "there is a mark on the space", "then": ["End the game."]},
        ],
        "text": "",
    }
    assert codes(broken, tmp_path / "one") == {"RW0621"}


THERE = "Put 1 mark from the box onto the space."
IT = "Put 1 mark from the box onto it."
CHOICE = {"choose": "an empty space"}


@pytest.mark.parametrize(
    ("do", "doubtful"),
    [
        ([{"for each": "empty space", "as": "site", "do": [THERE]}], False),
        ([{"for each": "empty space", "do": [{**CHOICE, "as": "goal"}, THERE]}], False),
        ([{"for each": "empty space", "do": [CHOICE, THERE]}], True),
        ([{"for each": "empty space", "do": [CHOICE, IT]}], False),
        ([{"for each": "empty space", "do": [{"for each": "empty space", "as": "site", "do": [THERE]}]}], True),
        ([{"for each": "empty space", "do": [{"for each": "empty space", "as": "site", "do": [IT]}]}], False),
        ([{"for each": "empty space", "do": [{"for each": "empty space", "do": [THERE]}]}], False),
    ],
)
def test_a_noun_may_not_mean_two_things(do: list[Any], doubtful: bool, tmp_path: Path) -> None:
    assert codes({"do": do}, tmp_path / "one") == ({"RW0607"} if doubtful else set())


@pytest.mark.parametrize(("words", "code"), [("your strength", set()), ("your strength in the box", {"RW0603"})])
def test_a_number_is_not_narrowed_down_in_silence(words: str, code: set[str], tmp_path: Path) -> None:
    do = [{"if": f"{words} is at least 1", "then": ["End the game."]}]
    assert codes({"do": do}, tmp_path / "one") == code
