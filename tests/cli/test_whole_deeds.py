"""Where a text says a part of a deed, the message names the whole, and the whole is proposed."""

from __future__ import annotations

import pytest
from loaded import ruleset
from tests.strangers.trial import tried

from rulewright.compiler.proposing import Proposer


@pytest.mark.parametrize(
    ("game", "text", "proposed"),
    [
        ("monumental", "Use: draw 2 cards.", "Use: draw and use 2 out of 2."),
        (
            "monumental",
            "Use: march to a province next to a water tile.",
            "Use: conquer a province next to a water tile.",
        ),
        ("age_of_innovation", "Immediate: send a scholar.", "Immediate: send a scholar for good."),
        ("mythotopia", "Free action: build.", "Free action: build a city."),
        (
            "mythotopia",
            "Free action: deploy armies into a province.",
            "Free action: place armies into a province.",
        ),
    ],
)
def test_the_whole_deed_is_proposed(game: str, text: str, proposed: str) -> None:
    assert proposed in [one.text for one in Proposer(ruleset(game)).proposals(text)]


@pytest.mark.parametrize(
    ("game", "text", "named"),
    [
        ("monumental", "Use: draw 2 cards.", "“draw and use 2 out of 2”"),
        ("monumental", "Use: each other player draws a card.", "“draw and use 1 out of 1”"),
        ("mythotopia", "Free action: deploy armies into a province.", "“place armies into a province”"),
        ("mythotopia", "Free action: capture a province.", "“win ‹war› [as ‹…›]”"),  # of a province, not of a war
        ("civ_new_dawn", "Focus: assault a space.", "“fight a battle within range ‹…›”"),  # no number is told
    ],
)
def test_the_message_names_the_whole_deed(game: str, text: str, named: str) -> None:
    (outcome,) = tried(game, {"said": {"text": text}})
    assert [problem.code for problem in outcome.problems] == ["RW0610"]
    assert named in outcome.problems[0].hint
