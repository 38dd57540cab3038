"""The third guard: other trees have other Meanings. A sample of what `tools/meanings` tries; that runs all of it."""

from __future__ import annotations

import pytest
from meanings import judge

from tests.meaning.synonyms import synonym
from tests.meaning.texts import ruleset

EVERY = {"age_of_innovation": 60, "civ_new_dawn": 60, "monumental": 60, "mythotopia": 25, "conjurers": 4, "almanac": 2}


@pytest.mark.parametrize("game", EVERY)
def test_no_change_of_a_text_is_passed_over(game: str) -> None:
    result = judge(ruleset(game), synonym, EVERY[game])
    assert result.other > result.refused > 10
    assert [(said.path, str(change), said.text) for said, change in result.same] == []


def test_what_is_passed_over_would_be_seen() -> None:
    result = judge(ruleset("almanac"), lambda change, tree, words: None, 2)
    assert result.same
