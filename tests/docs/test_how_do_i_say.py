"""Each line of the index “How do I say …” compiles in the game whose words it uses."""

from __future__ import annotations

import re

import pytest

from docs import DOCS, example_ruleset
from rulewright.compiler.trials import Trials, Tried

LINES = re.findall(r"^\| [^`|]+ \| `([^`]+)` \|$", (DOCS / "how-do-i-say.md").read_text(encoding="utf-8"), re.MULTILINE)
WHERE = "RW0517"
"""Whether a card comes to where its text holds is up to a game."""


@pytest.fixture(scope="module")
def refused() -> dict[str, set[str]]:
    ruleset = example_ruleset()
    tried = [Tried(line, ruleset.parse(line), "spell") for line in LINES]
    found = Trials(ruleset, players=[3]).tried(tried)
    return {line: {f"{one.code} {one.message}" for one in told} for line, told in zip(LINES, found, strict=True)}


def test_there_are_lines() -> None:
    assert len(LINES) > 70


@pytest.mark.parametrize("line", LINES)
def test_a_line_compiles(refused: dict[str, set[str]], line: str) -> None:
    assert not {told for told in refused[line] if not told.startswith(WHERE)}
