"""Values of numbers are printed by their names where they are read back as the same; numbers by what they count."""

from __future__ import annotations

import pytest
from loaded import ruleset

from rulewright.language.printing.by_name import by_name
from rulewright.problems import TextError


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("monumental", "Gain 1 gold for each hills province you control."),
        ("monumental", "If you control a hills province, gain 1 gold."),
        ("monumental", "Gain 1 gold for each hills province with terrain forest you control."),
        ("monumental", "If you control at least 2 forest provinces, gain 1 gold."),
        ("terra_mystica", "If your home terrain is forest, gain 1 coin."),
        ("age_of_innovation", "If your home terrain is lake, gain 1 coin."),
    ],
)
def test_values_are_printed_by_their_names_and_read_back(game: str, text: str) -> None:
    language = ruleset(game).language("en")
    tree = language.parse(text)
    plain = language.print(tree)
    assert plain != text and language.parse(plain) == tree
    said = by_name(language, plain, tree)
    assert said == text
    assert language.parse(said) == tree


def test_what_has_no_name_stays_a_number() -> None:
    language = ruleset("monumental").language("en")
    text = "If you have exactly 3 gold, gain 1 gold."
    assert by_name(language, text, language.parse(text)) == text


@pytest.mark.parametrize(
    "said", ["If your wonder count is at least 3, gain 1 gold.", "If your wonders count is at least 3, gain 1 gold."]
)
def test_a_number_is_found_by_what_it_counts(said: str) -> None:
    language = ruleset("monumental").language("en")
    assert language.print(language.parse(said)) == "If your number of wonders is at least 3, gain 1 gold."


@pytest.mark.parametrize(
    ("said", "reads"),
    [
        ("Swap 2 science for 1 gold.", "Pay 2 science to gain 1 gold."),
        ("You may convert two science into 1 gold.", "You may pay 2 science to gain 1 gold."),
        (
            "Gain 1 gold for every 2 policies in your tradition, rounded up.",
            "Gain as many gold as half, rounded up, of the number of policies in your tradition.",
        ),
        (
            "If you have at least as much culture as each rival, gain 1 gold.",
            "If you have at least as many culture as each other player, gain 1 gold.",
        ),
        (
            "If any opponent has more culture than you, gain 1 gold.",
            "If another player has more culture than you, gain 1 gold.",
        ),
        (
            "If you have more culture than any opponent, gain 1 gold.",
            "If you have more culture than any other player, gain 1 gold.",
        ),
    ],
)
def test_everyday_wordings_are_read_as_one_sentence(said: str, reads: str) -> None:
    language = ruleset("monumental").language("en")
    assert language.parse(said) == language.parse(reads)


def test_goods_for_goods_are_no_event() -> None:
    language = ruleset("monumental").language("en")
    with pytest.raises(TextError):
        language.parse("Whenever you swap 2 science for 1 gold, gain 1 culture.")
