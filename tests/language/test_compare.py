"""Comparing trees names the node that differs."""

from __future__ import annotations

from rulewright.language.language import Language
from rulewright.language.trees.compare import compare


def test_equal_trees_do_not_differ(language: Language) -> None:
    assert compare(language.parse("Draw 2 cards."), language.parse("Draw two cards.")) == []


def test_an_amount_that_differs_is_named(language: Language) -> None:
    (found,) = compare(language.parse("Draw 2 cards."), language.parse("Draw 3 cards."))
    assert (found.found, found.wanted) == ("2", "3")
    assert found.path.endswith("quantity low")


def test_what_is_missing_is_named(language: Language) -> None:
    (found,) = compare(language.parse("Take a card."), language.parse("Take a card with price at most 2."))
    assert found.found == "nothing"
    assert "measured price at_most" in found.wanted


def test_every_difference_is_told(language: Language) -> None:
    one = language.parse("Whenever you draw a card, gain 2 coins.")
    other = language.parse("When you draw a spell, gain 2 coins.")
    assert [(d.found, d.wanted) for d in compare(one, other)] == [("whenever", "when"), ("card", "spell")]
