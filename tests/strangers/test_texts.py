"""The texts that strangers wanted, on cards of their games: which are carried as written, which in other words.

`texts.yaml` holds them, `plays.yaml` what comes of them in play.
"""

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
from tests.strangers.trial import GAMES, HERE, OWN, pack, path, said, texts, tried, write_pack

PLAYS: dict[str, list[dict[str, Any]]] = read_plain(HERE / "plays.yaml")


def carried(game: str) -> dict[str, dict[str, Any]]:
    """The texts of a game that compile, as their cards say them."""
    return {
        key: {**entry, "text": said(entry, reworded=True)}
        for key, entry in texts().items()
        if entry["game"] == game and entry["as"] != "open"
    }


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_to_compile_does(game: str) -> None:
    refused = {one.text: [str(found) for found in one.problems] for one in tried(game, carried(game)) if one.problems}
    assert refused == {}


def test_so_many_are_carried() -> None:
    count = [entry["as"] for entry in texts().values()]
    assert (len(count), count.count("written") >= 70, count.count("open")) == (112, True, 0)


def test_each_that_counts_is_played() -> None:
    assert {key for key, entry in texts().items() if entry["as"] == "written"} <= set(PLAYS)


@cache
def rules(game: str) -> Rules:
    """A game with the cards that are played."""
    folder = Path(mkdtemp(prefix="strangers")) / f"trial_{game}"
    write_pack(folder, game, {key: entry for key, entry in carried(game).items() if key in PLAYS})
    return Rules(load_ruleset(path(game), (*pack(game), str(folder))))


@pytest.mark.parametrize("key", PLAYS)
def test_it_does_what_it_says(key: str) -> None:
    game = texts()[key]["game"]
    for play in PLAYS[key]:
        data = {"id": key, "players": 3 if game in OWN else 2, **_named(play)}
        told = [problem.message for problem in run(Scenario(data, lambda path: Place("plays.yaml")), rules(game))]
        assert told == [], f"{said(texts()[key], reworded=True)} {play}"


def _named(data: Any) -> Any:
    """Seats as scenarios name them: their numbers as words."""
    if isinstance(data, dict):
        return {str(key): _named(value) for key, value in data.items()}
    return [_named(item) for item in data] if isinstance(data, list) else data
