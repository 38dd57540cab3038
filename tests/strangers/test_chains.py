"""Texts of two cards that set each other off without an end: the move is taken back at once, and both are named."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import rulewright
from rulewright import native
from rulewright.editing.findings import compiled
from rulewright.native.library import compiler
from rulewright.runtime.machine import RuleError

PRAISE = "  praise: {en: {pattern: V, forms: praise|praises|praising|praised}, do: [Gain 1 fame.]}\n"
MULL = "  mull: {en: {pattern: V, forms: mull|mulls|mulling|mulled}, do: [Praise.]}\n"
ENGINES: list[Callable[[str], Any]] = [rulewright.load, *([native.load] if compiler() else [])]


def _fair(folder: Path, *texts: str) -> str:
    shutil.copytree(Path(__file__).parent / "fair", folder)
    lexicon = folder / "lexicon.yaml"
    words = lexicon.read_text(encoding="utf-8").replace("verbs:\n", f"verbs:\n{PRAISE}{MULL}", 1)
    lexicon.write_text(words, encoding="utf-8")
    cards = [
        {"id": f"c{at}", "kind": "charm", "name": f"C{at}", "start": "circle", "text": text, "provenance": "original"}
        for at, text in enumerate(texts, 1)
    ]
    (folder / "components" / "chain.yaml").write_text(yaml.safe_dump(cards), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize("load", ENGINES)
def test_two_cards_that_set_each_other_off_are_stopped(
    load: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CFLAGS", "-O0")
    game = load(
        _fair(tmp_path / "fair", "Whenever you gain coins, praise.", "Whenever you praise, gain 1 coin.")
    ).new_game(3, 1)
    nothing: dict[str, Any] = {"held": {}, "zones": {}, "pieces": {}}
    hand = {**nothing, "zones": {"circle": ["c1", "c2"]}}
    game.arrange({"seats": [hand, nothing, nothing], **nothing, "clear": False})
    before = game.hash()
    began = time.monotonic()
    with pytest.raises(RuleError) as error:
        game.choose(next(option.id for option in game.decision.options if "Earn" in option.text()))
    (problem,) = error.value.problems
    assert problem.code == "RW0701" and "C1" in problem.message and "C2" in problem.message
    assert time.monotonic() - began < 30  # it was minutes
    assert game.hash() == before


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Whenever you praise, praise.", ["RW0602"]),
        ("Whenever you praise, mull.", ["RW0602"]),  # which is to praise
        ("Whenever you mull, praise.", []),
        ("Whenever you praise, you may praise.", []),
        ("Whenever you praise, if you have a coin, praise.", []),
        ("Whenever a player praises, each player praises.", ["RW0602"]),
        ("Whenever another player praises, praise.", []),
        ("Once per turn, whenever you praise, praise.", []),
        ("Whenever you build in a field, build in a field.", ["RW0602"]),
        ("Whenever you build in a dry field, build in a field.", []),
    ],
)
def test_a_text_that_surely_sets_itself_off_is_refused(text: str, codes: list[str], tmp_path: Path) -> None:
    ruleset = rulewright.load(_fair(tmp_path / "fair", text)).ruleset
    assert [problem.code for problem in compiled(ruleset)] == codes
