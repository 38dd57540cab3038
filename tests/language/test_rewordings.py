"""Freedom: what translators write instead is read, and as the same tree."""

from __future__ import annotations

from pathlib import Path

import loaded
import pytest
from plain import read_plain

from rulewright.problems import RulewrightError

LISTS = read_plain(Path(__file__).parent / "rewordings.yaml")
READ = [(lang, *pair) for lang, lists in LISTS.items() for found in lists.values() for pair in found["read"]]
ARMIES = "If you have at least 3 armies in your stock, draw a card."
NOT_READ = [(lang, *pair) for lang, lists in LISTS.items() for found in lists.values() for pair in found["not read"]]


def reads_as(lang: str, english: str, text: str) -> bool:
    """Whether a text is read as what the English one says."""
    game = loaded.ruleset("mythotopia")
    try:
        return game.parse(text, lang) == game.parse(english)
    except RulewrightError:
        return False


@pytest.mark.parametrize(("lang", "english", "text"), READ)
def test_a_rewording_is_read_as_what_was_meant(lang: str, english: str, text: str) -> None:
    assert reads_as(lang, english, text)


@pytest.mark.parametrize(("lang", "english", "text"), NOT_READ)
def test_the_others_are_known(lang: str, english: str, text: str) -> None:
    assert not reads_as(lang, english, text), "it is read now: list it so"


@pytest.mark.parametrize("lang", LISTS)
def test_most_of_the_last_lists_are_read(lang: str) -> None:
    third, fourth = LISTS[lang]["third"], LISTS[lang]["fourth"]
    assert all(
        len(found["read"]) + len(found["not read"]) == 20 and len(found["read"]) >= 15 for found in (third, fourth)
    )


@pytest.mark.parametrize(
    ("lang", "english", "text"),
    [
        ("hu", ARMIES, "Ha 4 vagy több sereged van a saját készletedben, húzz egy kártyát."),
        ("hu", ARMIES, "Ha 3 vagy kevesebb sereged van a saját készletedben, húzz egy kártyát."),
        ("hu", "Your hand limit is 2 higher.", "2-vel kevesebb a kézlimited."),
        ("es", "Your hand limit is 2 higher.", "Resta 2 a tu límite de mano."),
        ("es", "Draw up to 3 cards.", "Roba un mínimo de 3 cartas."),
        ("es", "Discard 2 cards from your hand.", "Descarta de tu reserva 2 cartas."),
        ("es", "Pay 1 gold to draw 2 cards.", "Por 2 oro, roba 1 carta."),
    ],
)  # fmt: skip
def test_what_says_something_else_is_not(lang: str, english: str, text: str) -> None:
    assert not reads_as(lang, english, text)
