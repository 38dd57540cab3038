"""The page of the rules of interpretation: each sentence on it is understood, or refused, as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.meaning import bind_text, paraphrase
from rulewright.problems import RulewrightError
from tests.meaning.texts import ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "interpretation.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([✓✗]) \| (\w+) \| (.+?) \| (.+?) \|$", PAGE, flags=re.MULTILINE)


@pytest.mark.parametrize(("sign", "game", "text", "said"), ROWS)
def test_a_sentence_is_understood_as_the_page_says(sign: str, game: str, text: str, said: str) -> None:
    rules = ruleset(game)
    try:
        found = paraphrase(bind_text(rules, rules.parse(text)), rules).replace("\n", " ")
    except RulewrightError as error:
        assert (sign, said) == ("✗", error.problems[0].code)
    else:
        assert (sign, found) == ("✓", said)


def test_every_rule_stands_on_the_page_with_a_sentence() -> None:
    parts = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    assert [part.split()[0] for part in parts] == [f"R{number}" for number in range(1, 26)]
    assert all("| ✓ |" in part for part in parts)
