"""The gate: every English text of every ruleset binds in its place, with nothing left over."""

from __future__ import annotations

import pytest

from rulewright.meaning import bind, bind_text
from rulewright.problems import RulewrightError
from tests.meaning.texts import GAMES, ruleset


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_ruleset_binds(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = ruleset(game)
    found = bind(rules)
    visited = {id(bound.words) for bound in found}
    said = [words for words in rules.all_words if words.kind != "times"]
    missed = [words.path for words in said if id(words) not in visited]
    lost = [(bound.words.path, bound.words.text, bound.problems) for bound in found if bound.problems]
    with capsys.disabled():
        print(f"\n{game:20}{len(said):6} texts, {len(said) - len(lost) - len(missed):6} bind")
    assert missed == []
    assert lost == []


def test_a_text_that_does_not_bind_is_refused() -> None:
    rules = ruleset("conjurers")
    with pytest.raises(RulewrightError, match="RW0621"):
        bind_text(rules, rules.parse("Work: discard it."))
