"""The fourth guard: other Meanings become other programs. A sample of what `tools/meanings --programs` tries."""

from __future__ import annotations

import pytest
from same_programs import judge

from tests.meaning.same_programs import synonym
from tests.meaning.texts import ruleset

EVERY = {"conjurers": 20, "almanac": 3, "walk": 3}
STILL_PASSED_OVER = {"conjurers": 1, "almanac": 0, "walk": 0}
"""How many changes of the sample leave the program as it was, with no reason for it: these numbers only fall."""


@pytest.mark.parametrize("game", EVERY)
def test_no_more_changes_are_passed_over(game: str) -> None:
    result = judge(ruleset(game), synonym, EVERY[game])
    assert result.total("other") > 10
    same = [(said.path, str(change), said.text) for said, change in result.same]
    assert len(same) <= STILL_PASSED_OVER[game], same


def test_what_is_passed_over_would_be_seen() -> None:
    result = judge(ruleset("walk"), lambda change, tree, words: None)
    assert result.same or result.synonyms or result.total("unsaid")
