"""What waits for a deed that nothing in a game does yet is checked all the same."""

from __future__ import annotations

import pytest

from rulewright.compiler.trials import Trials, Tried
from rulewright.ruleset.loader import load_ruleset
from tests.strangers.test_kinds import HERE

OTHERWISE = "put it into your hand instead of putting it into the discard pile."


@pytest.mark.parametrize("event", ["another player discards a card", "a player plays a spell", "you trash a card"])
def test_what_nothing_sets_off_yet_is_refused(event: str) -> None:
    ruleset = load_ruleset(str(HERE / "fair"))
    for effect, codes in ((OTHERWISE, ["RW0604"]), ("gain 1 coin.", [])):
        text = f"Whenever {event}, {effect}"
        found = Trials(ruleset, alone=True).tried([Tried(text, ruleset.parse(text), "spell")])
        assert [problem.code for problem in found[0]] == codes, text
