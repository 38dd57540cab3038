"""`rulewright propose`: only what compiles is proposed, and "the same" is said of the same meaning only."""

from __future__ import annotations

import json
from pathlib import Path

from loaded import ruleset
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.compiler.proposals import propose
from rulewright.compiler.trials import Trials, Tried
from rulewright.meaning import bind_text

CONJURERS = str(Path(__file__).parents[1] / "games" / "conjurers")
ASKED = (
    "Each other player discards 2 cards",
    "when somebody draws a spell gain 2 mana",
    "All your beasts are stronger by 3",
)


def test_all_that_is_proposed_compiles() -> None:
    rules = ruleset(CONJURERS)
    trials = Trials(rules)
    for text in ASKED:
        found = propose(rules, text)
        assert found
        tries = [Tried(one.text, rules.parse(one.text), one.kind) for one in found]
        assert trials.tried(tries) == [[] for _ in tries]
        assert all(one.understood for one in found)


def test_what_is_near_is_found() -> None:
    rules = ruleset(CONJURERS)
    first = propose(rules, ASKED[0])[0]
    assert first.text == "Work: each other player discards 2 cards."
    assert "Whenever you draw a spell, gain 2 mana." in [one.text for one in propose(rules, ASKED[1])]


def test_the_same_is_said_of_equal_meanings_only() -> None:
    rules = ruleset(CONJURERS)
    text = "After you draw a spell, gain 1 mana."
    found = propose(rules, text)
    meant = bind_text(rules, rules.parse(text))
    assert found[0].same
    for one in found:
        assert one.same == (bind_text(rules, rules.parse(one.text)) == meant)


def test_the_command_prints_them() -> None:
    result = CliRunner().invoke(app, ["propose", CONJURERS, ASKED[0], "--json"])
    assert result.exit_code == 0
    first = json.loads(result.output)[0]
    assert first["text"] == "Work: each other player discards 2 cards." and not first["same"]
