"""Spaces of a kind in a region are only those of that kind."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from plain import read_plain

from rulewright.compiler.builder import Builder
from rulewright.compiler.ir import source
from rulewright.compiler.ir.expressions import Name
from rulewright.compiler.scope import Scope
from rulewright.ruleset.loader import load_ruleset

ROADS = Path(__file__).parents[2] / "games" / "salt_roads"


@pytest.mark.parametrize(
    ("phrase", "count"), [("the number of oases in the red desert", 4), ("the number of geysers in the red desert", 1)]
)
def test_other_kinds_are_not_counted(tmp_path: Path, phrase: str, count: int) -> None:
    game = tmp_path / "roads"
    shutil.copytree(ROADS, game)
    lexicon = game / "lexicon.yaml"
    words = read_plain(lexicon)
    words["nouns"]["geyser"] = {"type": "space", "is": "oasis", "attributes": {"salty": "boolean"}, "en": "geyser"}
    words["nouns"]["red_desert"] = {"type": "region", "is": "desert", "of": "oasis", "en": "red desert"}
    lexicon.write_text(yaml.safe_dump(words, sort_keys=False), encoding="utf-8")
    board = next((game / "map").glob("*.yaml"))
    found = read_plain(board)
    for space in found["spaces"]:
        if space["id"] == "abir":
            space["kind"] = "geyser"
    board.write_text(yaml.safe_dump(found, sort_keys=False), encoding="utf-8")

    ruleset = load_ruleset(game)
    builder = Builder(ruleset, 2, {option.id: option.default for option in ruleset.options.values()})
    builder.build()
    tree = ruleset.parse(phrase, kind="amount")
    amount = builder.expressions.amounts.amount(tree, Scope(Name("you")))
    assert eval(source.text(amount), dict(builder.services.module.namespace)) == count
