"""The page of the rules of interpretation: each sentence on it is understood, or refused, as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.compiler.trials import Trials, Tried, homes
from rulewright.meaning import bind_text, paraphrase
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset
from tests.meaning.texts import ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "interpretation.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([✓✗]) \| (\w+) \| (.+?) \| (.+?) \|$", PAGE, flags=re.MULTILINE)


def refused(rules: Ruleset, text: str) -> set[str]:
    """The codes by which a text is refused: as it is bound, or else as it is carried out on a card of its kind."""
    try:
        tree = rules.parse(text)
        bind_text(rules, tree)
    except RulewrightError as error:
        return {error.problems[0].code}
    kinds = homes(rules, tree)
    return {
        found.code
        for problems in Trials(rules).tried([Tried(text, tree, kind) for kind in kinds])
        for found in problems
    }


@pytest.mark.parametrize(("sign", "game", "text", "said"), ROWS)
def test_a_sentence_is_understood_as_the_page_says(sign: str, game: str, text: str, said: str) -> None:
    rules = ruleset(game)
    if sign == "✗":
        assert refused(rules, text) == {said}
        return
    try:
        found = paraphrase(bind_text(rules, rules.parse(text)), rules).replace("\n", " ")
    except RulewrightError as error:
        pytest.fail(str(error))
    assert found == said


def test_every_rule_stands_on_the_page_with_a_sentence() -> None:
    parts = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    assert [part.split()[0] for part in parts] == [f"R{number}" for number in range(1, 28)]
    assert all("| ✓ |" in part for part in parts)
