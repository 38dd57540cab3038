"""Cards that are played, and carry out what they say: what their texts hear, count and make cheaper of their own play.

`own_play.yaml`: what the fair has beside its own, and texts of a card `own` with positions, as in `kinds.yaml`.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from plain import read_plain

from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Place, Problem
from rulewright.ruleset.loader import read_ruleset
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import HERE, wrong


def _seats(part: Any) -> Any:
    """What YAML holds, with seats as scenarios name them."""
    if isinstance(part, list):
        return [_seats(one) for one in part]
    return {str(key): _seats(value) for key, value in part.items()} if isinstance(part, dict) else part


FILE: dict[str, Any] = _seats(read_plain(HERE / "own_play.yaml"))
ENTRIES: list[dict[str, Any]] = FILE["entries"]


def _with_own(folder: Path, entry: dict[str, Any]) -> tuple[Rules | None, list[Problem]]:
    """The fair where cards are played, with a card, and what is wrong with it."""
    shutil.copytree(HERE / "fair", folder)
    lexicon = read_plain(folder / "lexicon.yaml")
    for section, words in FILE["lexicon"].items():
        for word, data in words.items():
            lexicon[section][word] = {**lexicon[section].get(word, {}), **data}
    (folder / "lexicon.yaml").write_text(yaml.safe_dump(lexicon, sort_keys=False), encoding="utf-8")
    (folder / "procedures" / "own.yaml").write_text(yaml.safe_dump(FILE["procedures"]), encoding="utf-8")
    own = {"id": "own", "name": "Own", "kind": "trick", "price": 0, "start": "box", "provenance": "original"}
    own |= {"text": entry["says"]} | entry.get("card", {})
    cards = yaml.safe_dump([own, *FILE["cards"], *entry.get("cards", ())])
    (folder / "components" / "own.yaml").write_text(cards, encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    rules = None if ruleset is None else Rules(ruleset)
    return rules, [*problems, *(wrong(rules) if rules is not None and not problems else [])]


def _played(play: dict[str, Any], rules: Rules) -> list[str]:
    """What comes out otherwise: seat 1 has 9 coins and what the play says in its hand and its circle."""
    zones = {"1": {"hand": [], "circle": [], **play.get("zones", {})}, "2": {"hand": []}, "3": {"hand": []}}
    numbers = {seat: {"coin": 9, "fame": 0} for seat in "123"}
    zones["common"] = {"deck": [], "discard_pile": [], **play.get("common", {})}
    position = {"turn": 1, "zones": zones, "numbers": numbers}
    data = {"id": "own", "players": 3, "position": position, "choose": play["choose"], "expect": play["expect"]}
    return [problem.message for problem in run(Scenario(data, lambda path: Place("own_play.yaml")), rules)]


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["of"] for entry in ENTRIES])
def test_its_own_play_is_part_of_what_it_says_or_not(entry: dict[str, Any], tmp_path: Path) -> None:
    rules, problems = _with_own(tmp_path / "fair", entry)
    assert [problem.code for problem in problems] == ([entry["refused"]] if "refused" in entry else []), problems
    for play in entry.get("plays", ()):
        assert rules is not None
        assert _played(play, rules) == [], play
