"""Everyday wordings are read, and printed in the normal form; nothing that could be meant in two ways is."""

from __future__ import annotations

import pytest

from rulewright.language.language import Language
from rulewright.problems import TextError

READ = [
    # the order of clauses
    ("Gain 2 coins whenever you draw a card.", "Whenever you draw a card, gain 2 coins."),
    ("Action: draw a card when you attack.", "Action: when you attack, draw a card."),
    ("You may draw a card if you have a tower.", "If you have a tower, you may draw a card."),
    ("Gain 1 coin unless you have a tower.", "Unless you have a tower, gain 1 coin."),
    ("Gain 1 coin at the start of your turn.", "At the start of your turn, gain 1 coin."),
    (
        "Each player gains 1 coin if they have a tower.",
        "For each player, if they have a tower, that player gains 1 coin.",
    ),
    ("You may draw a card by paying 1 wood.", "You may pay 1 wood to draw a card."),
    ("Draw a card twice.", "2 times, draw a card."),
    # commas, colons, sentences
    ("Whenever you attack gain 1 coin.", "Whenever you attack, gain 1 coin."),
    ("If you have a tower: gain 1 coin.", "If you have a tower, gain 1 coin."),
    ("Discard 1 card; draw 1 card.", "Discard 1 card, then draw 1 card."),
    ("If you attack, draw a card. Otherwise, gain 1 coin.", "If you attack, draw a card; otherwise, gain 1 coin."),
    # choices
    ("Either draw a card or gain 1 coin.", "Draw a card or gain 1 coin."),
    ("Choose one of the following: draw a card; gain 1 coin.", "Draw a card or gain 1 coin."),
    (
        "Choose one: draw a card, gain 1 coin, or gain 1 wood.",
        "Choose one: draw a card; gain 1 coin; or gain 1 wood.",
    ),
    # who
    ("Every opponent loses one coin.", "Each other player loses 1 coin."),
    ("Everybody gains a coin.", "Each player gains a coin."),
    (
        "Every other player who has more coins than you loses 1 coin.",
        "Each other player that has more coins than you loses 1 coin.",
    ),
    # which
    ("Draw a card for each field which you control.", "Draw a card for each field you control."),
    ("Draw a card for each field controlled by you.", "Draw a card for each field you control."),
    ("Draw a card for each field controlled by another player.", "Draw a card for each field another player controls."),
    ("Draw a card for each field adjacent to your worker.", "Draw a card for each field next to your worker."),
    ("Gain coins for each field that borders one of yours.", "Gain coins for each field next to a field you control."),
    ("Put a tower into a field within 2 spaces of your worker.", "Put a tower into a field within 2 of your worker."),
    ("Discard your goal card.", "Discard a goal card in your store."),
    # how much
    ("If you have three or more coins, draw a card.", "If you have at least 3 coins, draw a card."),
    ("Gain coins equal to the number of your towers.", "Gain as many coins as the number of your towers."),
    ("Pay any amount of wood to draw a card.", "Pay any number of wood to draw a card."),
    ("Your hand limit is increased by 2.", "Your hand limit is 2 higher."),
    ("You have +2 hand limit.", "Your hand limit is 2 higher."),
    ("Spells cost 1 less.", "The price of each spell is 1 lower."),
    ("Spells cost half.", "The price of each spell is half of the price of it."),
    ("Each spell costs half, rounded up.", "The price of each spell is half, rounded up, of the price of it."),
    ("This turn, spells cost double.", "This turn, the price of each spell is twice the price of it."),
    ("Each spell costs 2 more coins.", "The price of each spell is 2 higher."),
    ("This turn, spells cost 1 more coin.", "This turn, the price of each spell is 1 higher."),
    # sentences of the lexicon, of its numbers
    ("Your hand may have 2 extra cards.", "Your hand limit is 2 higher."),
    ("If you have a tower, your hand may have 2 extra cards.", "While you have a tower, your hand limit is 2 higher."),
    ("This turn, you may plough any field.", "This turn, the fertility of each field is 1 higher."),
    (
        "You may plough fertile fields that are next to a tower.",
        "The fertility of each fertile field that is next to a tower is 1 higher.",
    ),
    ("You may plough each of your towers.", "The fertility of each field with a tower of yours is 1 higher."),
    ("Ploughs may not enter fields with a tower.", "The fertility of each field with a tower is 1 lower."),
    ("Your towers have +1 fertility.", "The fertility of each field with a tower of yours is 1 higher."),
    ("Draw a card for each field next to a friendly tower.", "Draw a card for each field next to your towers."),
    ("Draw a card for each friendly field.", "Draw a card for each field you control."),
    ("Gain 1 coin. If you have a tower, gain 2 more coins.", "Gain 1 coin. If you have a tower, gain 2 coins."),
    (
        "Your hand limit is 1 higher for each tower you have.",
        "Your hand limit is higher by the number of towers you have.",
    ),
    ("You have +1 hand limit for each of your towers.", "Your hand limit is higher by the number of your towers."),
    (
        "Your hand limit is 2 higher for each of your towers.",
        "Your hand limit is higher by twice the number of your towers.",
    ),
    ("Gain 1 coin for each card you have drawn.", "Gain 1 coin for each card you have drawn this game."),
    ("Discard a card with price 2 in your hand.", "Discard a card with price exactly 2 in your hand."),
    # though it can be read as it stands, as what nothing carries out
    ("Gain 1 tower of your choice from the market.", "Take 1 tower from the market."),
    ("Each player gains a worker from the store.", "Each player takes a worker from the store."),
    ("Whenever a tower has been built, draw a card.", "Whenever a player builds a tower, draw a card."),
    # ends of piles
    (
        "Look at the top 2 cards of the deck, then put 1 of them on the bottom.",
        "Look at the top 2 cards of the deck, then put 1 of them onto the bottom of the deck.",
    ),
    (
        "Reveal cards from the top of the deck until you reveal a spell; take it and shuffle the rest back.",
        "Reveal cards from the deck until you reveal a spell, then take it, then shuffle the rest onto the deck.",
    ),
    # when
    ("Once each turn, you may draw a card.", "Once per turn, you may draw a card."),
    (
        "The first time you attack each turn, draw a card.",
        "The first time each turn, whenever you attack, draw a card.",
    ),
    ("If you attacked this turn, draw a card.", "If you have attacked this turn, draw a card."),
    # words
    ("Spend 1 wood to draw a card.", "Pay 1 wood to draw a card."),
    ("You can draw a card.", "You may draw a card."),
    ("You can't attack.", "You cannot attack."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "normal"), READ)
def test_it_is_read_and_printed_in_the_normal_form(language: Language, text: str, normal: str) -> None:
    tree = language.parse(text)
    assert language.print(tree) == normal
    assert language.parse(normal) == tree


@pytest.mark.parametrize(
    "text",
    [
        "Discard a spell if it is in your hand.",  # it is the spell, and must not become what was spoken of before
        "Gain 2 coins only if you have a tower.",
        "If you have a tower, gain 1 coin whenever you attack.",
        "If you have a tower, draw a card at the end of the game.",
        "If you have a tower, draw a card; gain 1 coin.",
        "Draw a card and/or discard a card.",
        "Draw a card (and discard a card).",
        "If a player attacks you draw a card.",  # whom they attack, or who draws
    ],
)
def test_what_could_mean_something_else_is_refused(language: Language, text: str) -> None:
    with pytest.raises(TextError):
        language.parse(text)


def test_problems_point_at_what_was_written(language: Language) -> None:
    text = "Every opponent loses one coin. Gain 2 florgs."
    with pytest.raises(TextError) as caught:
        language.parse(text)
    assert [text[p.offset : p.end] for p in caught.value.problems] == ["florgs"]


def test_words_keep_their_places(language: Language) -> None:
    text = "Gain 2 coins whenever you draw a card."
    tree = language.parse(text)
    spans = {text[node.span.start : node.span.end] for node in tree.walk() if node.span}
    assert {"2 coins", "you draw a card", "draw a card"} <= spans
