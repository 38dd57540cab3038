"""A third language needs a grammar file, its few core words and forms in the lexicon: no line of Python."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.language import language as language_module
from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon import words as words_module
from rulewright.problems import LexiconError, RulewrightError
from rulewright.resources import data_dir

WORDS: dict[str, Any] = {
    "nouns": {
        "coin": {"type": "resource", "en": "coin"},
        "deck": {"type": "zone", "en": {"one": "deck", "many": "decks", "to": "onto"}},
    },
    "adjectives": {"red": {"of": "card", "en": "red"}},
    "headings": {"action": {"en": "Action"}},
}
FORMS: dict[str, Any] = {
    "nouns": {"coin": "monero", "deck": "kartaro"},
    "adjectives": {"red": "ruĝa"},
    "headings": {"action": "Ago"},
}
TEXTS = [
    ("Draw 2 cards.", "Prenu 2 kartojn."),
    ("Draw 1 card from the deck.", "Prenu 1 karton el la kartaro."),
    ("Each player draws 1 card.", "Ĉiu ludanto prenas 1 karton."),
    ("You may draw 1 card.", "Povas preni 1 karton."),
    (
        "If you have 2 coins, draw 1 card, then gain 1 coin.",
        "Se vi havas 2 monerojn, prenu 1 karton, poste ricevu 1 moneron.",
    ),
    ("Whenever you draw this card, gain 3 coins.", "Kiam ajn vi prenas ĉi tiu karton, ricevu 3 monerojn."),
    ("Action: gain 1 coin. Draw 1 card.", "Ago: ricevu 1 moneron. Prenu 1 karton."),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The grammars that ship, and the toy beside them."""
    made = tmp_path_factory.mktemp("grammar")
    for whole in (data_dir("grammar"), Path(__file__).parent / "toy"):
        shutil.copytree(whole, made, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language_module, "data_dir", lambda kind: made)
        patch.setattr(words_module, "data_dir", lambda kind: made)
        yield made
    words_module.core_words.cache_clear()


@pytest.fixture(scope="module")
def toy(folder: Path) -> Language:
    return Language(Lexicon.from_mapping(WORDS, "eo", FORMS), "eo")


@pytest.fixture(scope="module")
def english(folder: Path) -> Language:
    return Language(Lexicon.from_mapping(WORDS))


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_both_texts_are_one_tree(english: Language, toy: Language, text: str, expected: str) -> None:
    tree = english.parse(text)
    assert toy.print(tree) == expected
    assert toy.parse(expected) == tree


def test_what_the_toy_cannot_say_is_refused(english: Language, toy: Language) -> None:
    with pytest.raises(RulewrightError) as caught:
        toy.print(english.parse("Unless you have 2 coins, draw 1 card."))
    assert caught.value.problems[0].code == "RW0330"


def test_a_word_of_the_game_without_a_form_is_an_error(folder: Path) -> None:
    with pytest.raises(LexiconError) as caught:
        Lexicon.from_mapping(WORDS, "eo", {**FORMS, "nouns": {"coin": "monero"}})
    assert [problem.code for problem in caught.value.problems] == ["RW0501"]


def test_no_form_is_missing(toy: Language) -> None:
    assert toy.lexicon.missing_forms() == []
