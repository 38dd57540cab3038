"""Card texts as they are printed are read, printed in the normal form, and do what they say: `printed.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from plain import read_plain

from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Place
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.rules import Rules
from tests.strangers.test_texts import _named
from tests.strangers.trial import HERE, by_component, problems, write_pack

PRINTED: dict[str, dict[str, Any]] = read_plain(HERE / "printed.yaml")
GAMES = sorted({entry["game"] for entry in PRINTED.values()})


@cache
def rules(game: str) -> Rules:
    """A game with the cards that say these texts."""
    folder = Path(mkdtemp(prefix="printed")) / f"printed_{game}"
    write_pack(folder, game, {key: entry for key, entry in PRINTED.items() if entry["game"] == game})
    return Rules(load_ruleset(game, (str(folder),)))


@pytest.mark.parametrize("game", GAMES)
def test_all_are_read_compiled_and_printed_in_the_normal_form(game: str) -> None:
    ruleset = rules(game).ruleset
    assert by_component(ruleset, problems(ruleset)) == {}
    wanted = {key: entry["reads"] for key, entry in PRINTED.items() if entry["game"] == game}
    trees = {key: ruleset.tree(f"try_{key}") for key in wanted}
    assert {key: ruleset.print(tree) for key, tree in trees.items() if tree is not None} == wanted


@pytest.mark.parametrize("key", [key for key, entry in PRINTED.items() if entry.get("plays")])
def test_it_does_what_it_says(key: str) -> None:
    for play in PRINTED[key]["plays"]:
        data = {"id": key, "players": 2, **_named(play)}
        scenario = Scenario(data, lambda path: Place("printed.yaml"))
        told = [problem.message for problem in run(scenario, rules(PRINTED[key]["game"]))]
        assert told == [], f"{PRINTED[key]['text']} {play}"
