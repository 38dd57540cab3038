"""What a translation says otherwise is told in plain words, in the reader's language, and where it stands."""

from __future__ import annotations

import loaded
import pytest

from rulewright.language.interface import told
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.differences import Compared, Otherwise


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return loaded.ruleset("mythotopia")


def differences(game: Ruleset, english: str, lang: str, said: str) -> list[Otherwise]:
    trees = game.parse(said, lang), game.parse(english)
    return Compared(said, trees[0], game.language(lang), english, trees[1], game.language()).differences()


@pytest.mark.parametrize(("english", "lang", "said", "expected"), [
    ("Gain 3 gold.", "es", "Obtén 2 oro.", [("2", "3", "2", "3")]),
    ("Take the dragon from the box.", "es", "Toma un dragón de la caja.", [("a", "the", "un", "el")]),
    ("Take the dragon from the box.", "fr", "Prenez un dragon de la boîte.", [("a", "the", "un", "le")]),
    ("Place an army in any province.", "es", "Coloca un ejército en una provincia tuya.",
     [("a province of yours", "any province", "una provincia tuya", "cualquier provincia")]),
    ("Gain 2 gold.", "es", "Paga 2 oro.", [("Pay", "Gain", "Paga", "Obtén")]),
    ("Gain 2 gold. Draw 3 cards.", "hu", "Szerezz 3 aranyat. Húzz 1 kártyát.",
     [("3", "2", "3", "2"), ("1 card", "3 cards", "1", "3")]),
    ("Action: draw 2 cards.", "es", "Roba 2 cartas.", [("", "Action:", "Roba 2 cartas", "")]),
    ("Draw 2 cards.", "es", "Acción: roba 2 cartas.", [("Action:", "", "Acción:", "")]),
])  # fmt: skip
def test_differences_are_told_in_plain_words(
    game: Ruleset, english: str, lang: str, said: str, expected: list[tuple[str, str, str, str]]
) -> None:
    found = differences(game, english, lang, said)
    assert [(one.found, one.wanted, said[one.span.start : one.span.end], one.instead) for one in found] == expected


@pytest.mark.parametrize(("lang", "expected"), [
    ("en", "“2” where the English says “3”"),
    ("es", "«2» donde el inglés dice «3»"),
    ("fr", "«\u00a02\u00a0» là où l'anglais dit «\u00a03\u00a0»"),
    ("hu", "„2”, ahol az angol ezt mondja: „3”"),
])  # fmt: skip
def test_the_reader_is_told_in_their_language(game: Ruleset, lang: str, expected: str) -> None:
    (found,) = differences(game, "Gain 3 gold.", "es", "Obtén 2 oro.")
    assert expected in told(found.problem("RW0813"), lang).message
    assert expected in told(found.problem("RW0816"), lang).message


def test_nothing_is_told_in_the_readers_language_too(game: Ruleset) -> None:
    (found,) = differences(game, "Draw 2 cards.", "es", "Acción: roba 2 cartas.")
    assert "«Action:» donde el inglés dice nada" in told(found.problem("RW0813"), "es").message


def test_what_english_cannot_show_is_quoted(game: Ruleset) -> None:
    """Trees that no English text has: the words of both texts are told as they stand."""
    one = game.parse("Obtén 2 oro.", "es")
    compared = Compared("Obtén 2 oro.", one, game.language("es"), "Gain gold.", game.parse("Gain gold."), Silent(game))  # type: ignore[arg-type]
    (found,) = compared.differences()
    assert (found.found, found.wanted) == ("2", "gold")


class Silent:
    """A language that has no words for anything."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game

    def print(self, *_: object) -> str:
        return self.game.language().print(self.game.parse("Gain 2 gold."), "no such kind")
