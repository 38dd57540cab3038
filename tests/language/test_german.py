"""German: agreement by gender, number and case; clauses that end in their verb; separable verbs; commas in pairs."""

from __future__ import annotations

from pathlib import Path

import loaded
import pytest

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.words import Forms
from rulewright.language.problems import RulewrightError, TextError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.ruleset.translations.doctor import examine
from rulewright.ruleset.translations.proofs import summary

WORDS = {
    "nouns": {
        "coin": {"type": "resource", "held": "player", "en": "coin"},
        "marker": {"type": "piece", "owned": "true", "in": ["space", "chest"], "en": "marker"},
        "chest": {"type": "zone", "en": {"one": "chest", "to": "into"}},
        "hand": {"type": "zone", "of": "player", "en": {"one": "hand", "many": "hands", "to": "into"}},
    }
}
GERMAN = {
    "nouns": {
        "coin": "Münze",
        "marker": {"forms": "Stein|Steine|m", "one_gen": "Steins"},
        "chest": "Kiste",
        "hand": {"forms": "Hand|Hände|f", "to": "auf"},
    }
}


@pytest.fixture(scope="module")
def english() -> Language:
    return Language(Lexicon.from_mapping(WORDS))


@pytest.fixture(scope="module")
def german() -> Language:
    return Language(Lexicon.from_mapping(WORDS, "de", GERMAN), "de")


SAID = [
    ("Put a marker onto an empty space.", "Lege einen Stein auf ein leeres Feld."),
    ("Put 2 markers onto empty spaces.", "Lege 2 Steine auf leere Felder."),
    ("Put this marker into the chest.", "Lege diesen Stein in die Kiste."),
    ("Take a marker from the chest.", "Nimm einen Stein aus der Kiste."),
    ("Discard 2 cards.", "Wirf 2 Karten ab."),
    ("You may discard 2 cards.", "Du darfst 2 Karten abwerfen."),
    ("Pay 1 coin to discard 2 cards.", "Zahle 1 Münze, um 2 Karten abzuwerfen."),
    ("If you discard a card, gain 1 coin.", "Wenn du eine Karte abwirfst, erhalte 1 Münze."),
    ("If you do not discard the card, gain 1 coin.", "Wenn du die Karte nicht abwirfst, erhalte 1 Münze."),
    ("Whenever another player draws a card, you may gain 1 coin.",
     "Immer wenn ein anderer Spieler eine Karte zieht, darfst du 1 Münze erhalten."),
    ("If you have a marker on each space, you win the game.",
     "Wenn du einen Stein auf jedem Feld hast: du gewinnst die Partie."),
    ("Each player draws 2 cards.", "Jeder Spieler zieht 2 Karten."),
    ("If the space is empty, draw 1 card.", "Wenn das Feld leer ist, ziehe 1 Karte."),
    ("Discard each card you have drawn this turn.", "Wirf jede Karte, welche du in diesem Zug gezogen hast, ab."),
    ("Gain 1 coin for each card in the chest.", "Erhalte 1 Münze für jede Karte in der Kiste."),
    ("Draw 2 cards, then discard 1 card.", "Ziehe 2 Karten, dann wirf 1 Karte ab."),
    ("Take a coin from each of them.", "Nimm eine Münze aus jedem von diesen."),
    ("Choose a card of another player.", "Wähle eine Karte eines anderen Spielers."),
    ("Gain as many coins as half of half of the number of markers in the chest.",
     "Erhalte so viele Münzen wie die Hälfte von der Hälfte von der Anzahl von Steinen in der Kiste."),
    ("Take each card drawn this way.", "Nimm jede Karte, die auf diese Weise gezogen wurde."),
    ("Discard 2 cards other than it.", "Wirf 2 Karten außer ihm ab."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), SAID, ids=[text for text, _ in SAID])
def test_what_english_says_is_said_so(english: Language, german: Language, text: str, said: str) -> None:
    tree = english.parse(text)
    assert german.print(tree) == said
    assert german.parse(said) == tree


@pytest.mark.parametrize(("text", "instead"), [
    ("Lege ein Stein auf ein leeres Feld.", "einen"),
    ("Nimm einen leere Stein aus der Kiste.", "leeren"),
    ("Nimm einen Stein aus die Kiste.", "der"),
    ("Jede Spieler zieht 2 Karten.", "jeder"),
    ("Lege einen Stein in das Feld.", "ins"),
])  # fmt: skip
def test_the_right_form_is_asked_for(german: Language, text: str, instead: str) -> None:
    with pytest.raises(RulewrightError) as caught:
        german.parse(text)
    assert instead in {word.lower() for problem in caught.value.problems for word in problem.suggestions}


@pytest.mark.parametrize(
    "text", ["Wenn du wirfst ab eine Karte, ziehe 1 Karte.", "Lege 2 Karten ab.", "Wirf ab 2 Karten."]
)
def test_a_separable_verb_needs_its_part_where_it_belongs(german: Language, text: str) -> None:
    with pytest.raises(TextError):
        german.parse(text)


@pytest.mark.parametrize(("text", "normal"), [
    ("Falls du eine Karte abwirfst, bezahle 1 Münze.", "Wenn du eine Karte abwirfst, zahle 1 Münze."),
    ("Jedes Mal, wenn du eine Karte ziehst, erhalte 1 Münze.", "Immer wenn du eine Karte ziehst, erhalte 1 Münze."),
    ("Wenn du eine Karte ziehst erhalte zwei Münzen.", "Wenn du eine Karte ziehst, erhalte 2 Münzen."),
    ("Wenn du 3 oder mehr Münzen hast, ziehe 1 Karte.", "Wenn du mindestens 3 Münzen hast, ziehe 1 Karte."),
    ("Ziehe 1 Karte, wenn du 3 Münzen hast.", "Wenn du 3 Münzen hast, ziehe 1 Karte."),
])  # fmt: skip
def test_everyday_wordings_are_read(german: Language, text: str, normal: str) -> None:
    assert german.print(german.parse(text)) == normal


def test_of_the_forms_that_fit_the_most_exact_is_taken() -> None:
    forms = Forms({"one_f": ("die",), "one_f_dat": ("der",), "many": ("die",), "many_dat": ("den",), "any": ("x",)})
    assert forms.fitting({"one", "f", "acc"}) == ("die",)
    assert forms.fitting({"one", "f", "dat"}) == ("der",)
    assert forms.fitting({"many", "m", "dat", "weak"}) == ("den",)
    assert forms.fitting({"one", "m", "dat"}) == ("x",)


def test_tic_tac_toe_is_whole() -> None:
    found = summary(loaded.ruleset("tic_tac_toe"), "de")
    assert found.share == 100 and not found.unsaid and not found.unnamed
    assert not examine("de", loaded.ruleset("tic_tac_toe"))


@pytest.mark.parametrize("name", ["goofspiel", "marshes", "nim", "pig", "toll", "walk"])
def test_small_games_are_read_and_printed_whole(name: str) -> None:
    ruleset = load_ruleset(Path(__file__).parents[1] / "games" / name)
    found = summary(ruleset, "de")
    assert found.share == 100 and not found.unsaid and not found.unnamed
    assert not examine("de", ruleset)


def test_the_rulebook_reads_as_german() -> None:
    text = "\n".join(line.text for line in rulebook(loaded.ruleset("tic_tac_toe"), "de"))
    assert "Lege ein Zeichen aus der Schachtel auf ein leeres Feld." in text
    assert "Wenn du ein Zeichen auf jedem Feld einer Reihe hast:" in text
