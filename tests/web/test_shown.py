"""What templates ask of a table."""

import pytest

pytest.importorskip("jinja2", reason="the table in a browser needs the extra [web]")

from rulewright.play.presentation.cards import paragraphs
from rulewright.play.presentation.digest import repeated


def test_a_line_that_breaks_within_a_sentence_goes_on() -> None:
    assert paragraphs("Use: gain 1\ngold.\nDefence: 2.") == ["Use: gain 1 gold.", "Defence: 2."]
    assert paragraphs("") == []


def test_lines_that_repeat_are_told_once() -> None:
    assert repeated(["a", "a", "b", "a"]) == [("a", 2), ("b", 1), ("a", 1)]
