"""What is said of an event is carried out or refused: the thing, where it is, whose it is, how many at once."""

from __future__ import annotations

from functools import cache

import pytest
from same_programs import Code, Workshop
from tests.meaning.texts import ruleset

from rulewright.compiler.scope import MeaningError


@cache
def workshop(game: str) -> Workshop:
    return Workshop(ruleset(game))


def code(game: str, text: str) -> Code:
    """What a text becomes on a card of a game, alone."""
    shop = workshop(game)
    words = next(card.text for card in shop.ruleset.components.values() if card.text is not None and not card.later)
    found = shop.code(words, shop.ruleset.parse(text))
    assert found is not None
    return found


AGE, CONJURERS = "age_of_innovation", "conjurers"

REFUSED = [
    (AGE, "Always: whenever you build your first guild, gain 1 coin."),
    (AGE, "Always: whenever you build a new guild, gain 1 coin."),
    (AGE, "Always: whenever you build the last guild, gain 1 coin."),
    (AGE, "Always: whenever you gain 1 tool from your building, gain 1 coin."),
    (AGE, "Always: you cannot gain tools from your building."),
    (AGE, "Always: whenever you do not build a guild, gain 1 coin."),
    (AGE, "Always: whenever you build 2 guilds, gain 1 coin."),
    (AGE, "Always: whenever you build another player's guild, gain 1 coin."),
    (AGE, "Always: whenever you would build a guild next to your palace, you may build a workshop instead."),
    (CONJURERS, "Whenever you would draw a card, gain 1 coin."),
    (CONJURERS, "Work: gain 1 coin instead."),
    (CONJURERS, "Work: gain your 2 coins."),
    (CONJURERS, "Work: put no card from your hand into the deck."),
    (CONJURERS, "Work: if you have drawn a card, gain 1 coin."),
    (CONJURERS, "Work: if another player has drawn your card this turn, gain 1 coin."),
]


@pytest.mark.parametrize(("game", "text"), REFUSED)
def test_what_is_not_told_of_an_event_is_refused(game: str, text: str) -> None:
    with pytest.raises(MeaningError):
        code(game, text)


SAME = [
    (
        "Always: whenever you build a guild next to your palace, gain 1 coin.",
        "Always: whenever you build a guild on a space next to your palace, gain 1 coin.",
    ),
    (
        "Always: you cannot build a guild next to your palace.",
        "Always: you cannot build a guild on a space next to your palace.",
    ),
]
OTHER = [
    (
        "Always: whenever you build a guild next to your palace, gain 1 coin.",
        "Always: whenever you build a guild, gain 1 coin.",
    ),
    ("Always: you cannot build a guild next to your palace.", "Always: you cannot build a guild."),
    ("Always: nobody may build a guild next to your palace.", "Always: nobody may build a guild."),
    (
        "Always: whenever another player builds a guild next to a river space, gain 1 coin.",
        "Always: whenever another player builds a guild, gain 1 coin.",
    ),
    (
        "Always: whenever you build a guild next to your palace, gain 1 coin.",
        "Always: whenever you build a workshop next to your palace, gain 1 coin.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_where_something_is_built_may_be_said_in_two_ways(one: str, other: str) -> None:
    assert code(AGE, one) == code(AGE, other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_where_something_is_built_is_heard(one: str, other: str) -> None:
    assert code(AGE, one) != code(AGE, other)
