"""A text that waits for what nothing in the game does is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulewright.ruleset.lint import check

FAIR = Path(__file__).parent.parent / "strangers" / "fair"


@pytest.mark.parametrize(
    ("texts", "codes"),
    [
        (["Whenever you topple a tower, gain 1 coin."], ["RW0518"]),
        (["Whenever a tower is toppled, gain 1 coin."], ["RW0518"]),
        (["Whenever you topple a tower, gain 1 coin.", "You cannot topple a tower."], ["RW0518"]),
        (["Whenever you topple a tower, gain 1 coin.", "Work: topple a tower."], []),
        (["Whenever you topple a tower, gain 1 coin.", "Whenever you bid, you may topple a tower."], []),
        (["Whenever you bid, gain 1 coin."], []),
        (["Whenever you roll a die, gain 1 coin."], ["RW0518"]),
        (["Whenever you roll a die, gain 1 coin.", "Work: roll a die."], []),
        (["Whenever you discard a card, gain 1 coin."], ["RW0518"]),
        (["Whenever a card is discarded, gain 1 coin."], ["RW0518"]),
        (["Whenever you discard a card, gain 1 coin.", "Work: pay 1 coin to discard a card."], []),
        (["Whenever you draw a card, gain 1 coin."], []),
        (["Whenever you gain gold, gain 1 coin."], ["RW0518"]),
        (["Whenever you gain gold, gain 1 coin.", "Work: gain 1 gold."], []),
        (["Whenever you gain silk, gain 1 coin.", "Work: gain 1 good of your choice."], []),
        (["Whenever you hold 2 dry fields, gain 1 coin."], []),
    ],
)
def test_what_waits_for_what_is_never_done(texts: list[str], codes: list[str], tmp_path: Path) -> None:
    shutil.copytree(FAIR, tmp_path / "fair")
    cards = [
        {"id": f"c{n}", "kind": "charm", "name": f"C{n}", "start": "circle", "text": text, "provenance": "original"}
        for n, text in enumerate(texts)
    ]
    (tmp_path / "fair" / "components" / "own.yaml").write_text(json.dumps(cards), encoding="utf-8")
    found = [problem.code for problem in check([tmp_path / "fair"])]
    assert [code for code in found if code == "RW0518"] == codes
