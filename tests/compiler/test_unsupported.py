"""Law 5: what the compiler would pass over is refused; what it carries out is not."""

from __future__ import annotations

import pytest

from docs import example_ruleset, runs
from rulewright.compiler.builder import Builder
from rulewright.ruleset.model import Ruleset


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return example_ruleset()


# Each sentence compiled once to the same program as without the part that is named here.
PASSED_OVER = [
    ("Draw 2 cards face up.", "face_up"),
    ("Draw a card this turn.", "this_turn"),
    (
        "The player with the most coins draws a card.",
        "the one of several that are equal in this (say each, choose a …, or who decides: you break ties)",
    ),
    ("Discard a different card from your hand.", "different"),
    ("Put a worker from your store into the same field.", "same"),
    ("Return all face-up cards in the market onto the deck.", "face_up"),
    ("Gain 2 coins from the box.", "from"),
    ("Lose 2 extra coins.", "which ones"),
    ("Gain any number of coins.", "any_number"),
    ("Draw a spell.", "which cards are drawn (say: “draw a card from the deck”)"),
    ("Draw any number of cards.", "any_number"),
    ("If you would attack, gain 1 coin.", "would, without “instead”"),
    ("If your hand limit was at least 5, gain 1 coin.", "what was"),
    ("Your hand limit may be 1 higher.", "may be"),
    ("Your hand limit is not 1 higher.", "not"),
    ("Each spell you play may count as 1 wood.", "which cards count"),
    ("A card you do not play may count as 1 wood.", "which cards count"),
    ("A card you play may count as up to 1 wood.", "up_to"),
    ("Whenever you harvest each field, gain 1 coin.", "each"),
    ("You cannot build a tower in each field.", "each"),
    ("If there is each tower in a field, gain 1 coin.", "each"),
    ("Another player's hand limit is 1 lower.", "whose number it is"),
    ("Action, on your turn: gain 1 coin.", "your_turn"),
]


@pytest.mark.parametrize(("text", "what"), PASSED_OVER)
def test_what_would_be_passed_over_is_refused(ruleset: Ruleset, text: str, what: str) -> None:
    found = Builder(ruleset, 2, {}).services.unsupported
    assert what in [part for _, part in found.parts(ruleset.parse(text))]
    assert runs(ruleset, text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "For each of the top 5 cards of the deck, gain 1 coin.",
        "When you have towers in 3 different fields, draw a card.",
        "Each player draws a card in turn order.",
        "Harvest a field for free.",
        "For each 3 cards in your hand, gain 1 coin.",
        "Gain 1 coin for each 2 fields you control.",
        "Action: this turn, your hand limit is 1 higher.",
        "Action: until the start of your next turn, whenever you harvest a field, gain 1 coin.",
        "Each player with the fewest coins draws a card.",
        "Each player who has more coins than you loses 1 coin.",
        "At the end of your turn, you may pay 1 coin. If you do, draw a card.",
        "You may also draw a card.",
        "Discard a card from your hand at random.",
        "Reveal cards from the deck until you reveal a spell.",
        "Discard exactly 2 cards from your hand.",
        "Whenever you would take a counter from this card, you may take it from the box instead.",
    ],
)
def test_what_is_carried_out_is_not(ruleset: Ruleset, text: str) -> None:
    assert runs(ruleset, text)


@pytest.mark.parametrize(
    "text",
    ["Another player draws a card.", "A player gains 1 coin.", "Take a counter worth 7 from the box into your store."],
)
def test_what_names_nobody_or_nothing_is_refused(ruleset: Ruleset, text: str) -> None:
    assert runs(ruleset, text) == ""
