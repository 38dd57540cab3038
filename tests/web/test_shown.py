"""What templates ask of a table."""

import pytest

pytest.importorskip("jinja2", reason="the table in a browser needs the extra [web]")

from rulewright.play.presentation.cards import paragraphs
from rulewright.play.presentation.digest import repeated
from rulewright.web.shown import lettering


def test_a_line_that_breaks_within_a_sentence_goes_on() -> None:
    assert paragraphs("Use: gain 1\ngold.\nDefence: 2.") == ["Use: gain 1 gold.", "Defence: 2."]
    assert paragraphs("") == []


def test_lines_that_repeat_are_told_once() -> None:
    assert repeated(["a", "a", "b", "a"]) == [("a", 2), ("b", 1), ("a", 1)]


@pytest.mark.parametrize("words", ["Oak", "The Great Old Stone Bridge", "Unbelievablylongname", "Very-long-hyphen", ""])
def test_words_on_a_space_are_whole_and_fit(words: str) -> None:
    size, lines = lettering(words)
    assert " ".join(line.text for line in lines) == words
    assert all(line.width or len(line.text) * size * 0.56 <= 50 for line in lines)
    assert not lines or lines[-1].down <= 17.1
