"""Comparing trees tells every place that differs."""

from __future__ import annotations

from rulewright.language.compare import compare
from rulewright.language.language import Language


def test_equal_trees_do_not_differ(language: Language) -> None:
    assert compare(language.parse("Draw 2 cards."), language.parse("Draw two cards.")) == []


def test_an_amount_that_differs_is_found_with_the_places_around_it(language: Language) -> None:
    (around,) = compare(language.parse("Draw 2 cards."), language.parse("Draw 3 cards."))
    place = around[-1]
    assert (place.found, place.wanted) == (2, 3)
    assert [language.print(tree) for tree in (place.right, place.wrong)] == ["Draw 3 cards.", "Draw 2 cards."]
    assert around[0].found == language.parse("Draw 2 cards.")


def test_what_is_missing_can_be_put_in(language: Language) -> None:
    short, long = "Take a card.", "Take a card with price at most 2."
    (around,) = compare(language.parse(short), language.parse(long))
    assert around[-1].found is None and language.print(around[-1].right) == long
    (around,) = compare(language.parse(long), language.parse(short))
    assert around[-1].wanted is None and language.print(around[-1].right) == short


def test_every_difference_is_found(language: Language) -> None:
    one = language.parse("Whenever you draw a card, gain 2 coins.")
    other = language.parse("When you draw a spell, gain 2 coins.")
    found = [(around[-1].found, around[-1].wanted) for around in compare(one, other)]
    assert found == [("whenever", "when"), ("card", "spell")]
