"""What is told of a text that is refused: in the words of whoever wrote it, and what to write instead."""

from __future__ import annotations

import pytest

from rulewright.language.interface import told
from rulewright.problems import Problem
from tests.strangers.trial import tried

TOLD = {  # text: its code, and what its message says; “!” before what neither message nor hint may say
    # what is not carried out is quoted as it was written
    "Work: gain a size.": ("RW0604", "“a size”"),
    "Work: pay 2 coins without paying its cost.": ("RW0604", "“without paying its cost”"),
    "Until the end of the turn, the size is 1 higher.": ("RW0604", "whose number “the size is 1 higher” changes"),
    # a word of a longer phrase is not misspelt
    "Work: if a card in your hand has price at least 3, gain 1 coin.": ("RW0335", "!at beast"),
    # whether there is such a player says nothing of which
    "Work: if another player has a hut in a field you hold, they lose 1 coin.": ("RW0621", "“they”"),
    # nouns are called by their words
    "Work: shuffle their silk wares.": ("RW0624", "silk ware"),
    "Work: put the silk ware into the other field.": ("RW0621", "!_"),
    # so many of nothing, and a value by itself
    "Work: choose another player. Take that many coins from that player.": ("RW0331", "“that many coins”"),
    "Work: choose a card. Draw that much.": ("RW0331", "“that much”"),
    # less for this once
    "Work: tame a beast in the shop for 2 coins less.": ("RW0333", "“for 2 coins less”"),
    "Work: you may tame a beast in the shop for half its price.": ("RW0333", "“for half its price”"),
    "Work: choose another rye player.": ("RW0332", "“rye” is a value of crop"),
    "Work: gain 2 oats coins.": ("RW0332", "“oats” is a value of crop"),
    # of two values, both or one
    "Work: if you hold rye and flax fields, gain 1 coin.": (
        "RW0332", "“rye” is a value of crop",
    ),
    # what is told only afterwards
    "Before you discard a card, draw a card.": ("RW0602", "“discard” before it is done"),
    # two of a kind
    "Work: exchange a spell in your hand for a spell in your circle. Discard that spell.": (
        "RW0622", "“that spell” could be the one or the other of the same kind",
    ),
}  # fmt: skip


def _one(text: str) -> Problem:
    (found,) = tried("fair", {"x": {"text": text}})
    assert found.stage != "compiled"
    return found.problems[0]


@pytest.mark.parametrize("text", TOLD)
def test_what_is_told_of_a_text_that_is_refused(text: str) -> None:
    code, says = TOLD[text]
    found = _one(text)
    assert found.code == code
    if says.startswith("!"):
        assert says[1:] not in found.message + found.hint
    else:
        assert says in found.message


def test_of_two_values_it_is_told_how_both_and_how_either_are_said() -> None:
    found = _one("Work: if you hold rye and flax fields, gain 1 coin.")
    assert "“a rye field and a flax field” or “a rye or flax field”" in found.hint


@pytest.mark.parametrize("lang", ["de", "es", "fr", "hu"])
def test_it_is_told_in_every_language(lang: str) -> None:
    for text in TOLD:
        found = _one(text)
        assert told(found, lang).message != found.message
        assert "{" not in told(found, lang).message + told(found, lang).hint


def test_a_value_is_told_with_what_has_it() -> None:
    hint = _one("Work: choose another rye player.").hint
    assert "“a rye field” or “a field whose crop is rye”" in hint
    (read,) = tried("fair", {"x": {"text": "Work: put a hut from your shed into a field whose crop is rye."}})
    assert read.stage == "compiled"


def test_two_of_a_kind_are_told_apart_as_the_hint_says() -> None:
    said = "Work: choose a spell in your hand. Exchange it for a spell in your circle. Discard that spell."
    (read,) = tried("fair", {"x": {"text": said}})
    assert read.stage == "compiled"


PAID = {
    "Work: choose another player. You may pay 3 coins to them.": "that player",
    "Work: choose another player. Pay 1 coin to them. If you do, they lose 1 fame.": "that player",
}


def test_what_is_paid_to_them_is_paid_to_a_player() -> None:
    found = tried("fair", {str(at): {"text": text} for at, text in enumerate(PAID)})
    assert [(one.text, one.stage) for one in found] == [(text, "compiled") for text in PAID]


def test_nobody_is_paid_where_nobody_was_spoken_of() -> None:
    assert _one("Work: pay 1 coin to them.").code == "RW0621"


def test_few_of_what_could_stand_there_are_told_the_likeliest_first() -> None:
    found = _one("Work: discard a card down to 3.")
    assert found.message.count(",") <= 6
    assert found.message.split("Expected: ")[1].startswith("“.”")


def test_only_words_are_offered_with_which_the_text_is_read() -> None:
    assert _one("Work: choose an offered in the shop.").suggestions == ("offered ware",)


@pytest.mark.parametrize("text", ["Whoever lost the most coins gains 1 coin.", "Work: if you are tied, gain 1 coin."])
def test_everyday_words_that_the_language_lacks_are_no_slips_of_others(text: str) -> None:
    found = _one(text)
    assert (found.code, found.suggestions) == ("RW0334", ())


def test_the_clause_is_told_in_which_a_word_cannot_stand() -> None:
    found = _one("Work: gain 1 coin, then discard a card down to 3, then draw a card.")
    assert found.notes == (("in_clause", {"words": "then discard a card down to 3"}),)
    assert _one("Work: discard a card down to 3.").notes == ()


def test_a_noun_that_a_game_lacks_is_told_though_an_everyday_wording_or_a_verb_has_the_word() -> None:
    text = "Use: put one of them onto the bottom of your city deck and the other into your hand."
    (found,) = tried("monumental", {"x": {"text": text}})
    assert (found.problems[0].code, found.problems[0].found) == ("RW0302", "hand")


OF_CARDS = {  # the same in a game whose pieces lie on cards
    # which of all cards of the game, whoever has it, is not told
    "After you win an attack, you may place 1 trade token from the supply on a focus card.": "RW0601",
    "Whenever you secure a natural wonder token, put it onto a focus card.": "RW0601",
    # where such pieces never come, nothing would be heard
    "Whenever 1 of your caravans comes onto a city-state, gain 1 trade token.": "RW0603",
    # laying one is more than putting it there
    "Focus: put an unreinforced control token from your stock into a vacant space.": "RW0610",
}


def test_a_text_of_pieces_on_cards_says_which_cards() -> None:
    found = tried("civ_new_dawn", {str(number): {"text": text} for number, text in enumerate(OF_CARDS)})
    assert {one.text: one.problems[0].code for one in found if one.problems} == OF_CARDS
