"""Where a text says a part of a deed, the whole is proposed."""

from __future__ import annotations

import pytest
from loaded import ruleset

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
    ],
)
def test_the_whole_deed_is_proposed(game: str, text: str, proposed: str) -> None:
    assert proposed in [one.text for one in Proposer(ruleset(game)).proposals(text)]
