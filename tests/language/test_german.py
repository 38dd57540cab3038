"""German: agreement by gender, number and case; clauses that end in their verb; separable verbs; commas in pairs."""

from __future__ import annotations

from pathlib import Path

import loaded
import pytest

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.words import Forms
from rulewright.problems import RulewrightError, TextError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.ruleset.translations.doctor import examine
from rulewright.ruleset.translations.proofs import summary

GAMES = Path(__file__).parents[1] / "games"
WORDS = {
    "nouns": {
        "coin": {"type": "resource", "held": "player", "en": "coin"},
        "marker": {"type": "piece", "owned": "true", "in": ["space", "chest"], "en": "marker"},
        "chest": {"type": "zone", "en": {"one": "chest", "many": "chests", "to": "into"}},
        "limit": {"type": "number", "of": "player", "means": "4", "en": "limit"},
        "hand": {"type": "zone", "of": "player", "en": {"one": "hand", "many": "hands", "to": "into"}},
        "deck": {"type": "zone", "order": "pile", "en": {"one": "deck", "to": "onto"}},
    }
}
GERMAN = {
    "nouns": {
        "coin": "Münze",
        "marker": {"forms": "Stein|Steine|m", "one_gen": "Steins"},
        "chest": "Kiste",
        "limit": "Grenze",
        "hand": {"forms": "Hand|Hände|f", "to": "auf", "place": "on"},
        "deck": "Stapel",
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
    ("Discard each card you have drawn this turn.", "Wirf jede Karte, die du in diesem Zug gezogen hast, ab."),
    ("Gain 1 coin for each card in the chest.", "Erhalte 1 Münze für jede Karte in der Kiste."),
    ("Draw 2 cards, then discard 1 card.", "Ziehe 2 Karten, dann wirf 1 Karte ab."),
    ("Take a coin from each of them.", "Nimm eine Münze aus jedem von diesen."),
    ("Choose a card of another player.", "Wähle eine Karte eines anderen Spielers."),
    ("Gain as many coins as half of half of the number of markers in the chest.",
     "Erhalte so viele Münzen wie die Hälfte von der Hälfte der Anzahl von Steinen in der Kiste."),
    ("Take each card drawn this way.", "Nimm jede Karte, die auf diese Weise gezogen wurde."),
    ("Draw 1 card for each empty space.", "Ziehe 1 Karte für jedes leere Feld."),
    ("Choose one: draw 1 card; or choose a player, then this turn, their limit is 1 higher.",
     "Wähle eins: ziehe 1 Karte; oder wähle einen Spieler, dann in diesem Zug ist seine Grenze um 1 höher."),
    ("For each empty space, draw 1 card.", "Für jedes leere Feld: ziehe 1 Karte."),
    ("Gain as many coins as half of the number of your cards.",
     "Erhalte so viele Münzen wie die Hälfte der Anzahl deiner Karten."),
    ("Discard 2 cards at random.", "Wirf zufällig 2 Karten ab."),
    ("You may discard 2 cards instead of drawing a card.", "Du darfst 2 Karten abwerfen, statt eine Karte zu ziehen."),
    ("After you discard a card, draw 1 card.", "Nachdem du eine Karte abgeworfen hast, ziehe 1 Karte."),
    ("After a card is discarded, draw 1 card.", "Nachdem eine Karte abgeworfen wurde, ziehe 1 Karte."),
    ("Reveal cards until you reveal a card.", "Decke Karten auf, bis du eine Karte aufdeckst."),
    ("Discard all of your cards.", "Wirf all deine Karten ab."),
    ("Discard 2 of your cards.", "Wirf 2 deiner Karten ab."),
    ("If you have 3 cards in your hand, draw 1 card.", "Wenn du 3 Karten auf deiner Hand hast, ziehe 1 Karte."),
    ("If you have cards in chests, draw 1 card.", "Wenn du Karten in Kisten hast, ziehe 1 Karte."),
    ("Put cards into chests.", "Lege Karten in Kisten."),
    ("If the text of this card is empty, draw 1 card.", "Wenn der Text dieser Karte leer ist, ziehe 1 Karte."),
    ("If this card's text is empty, draw 1 card.", "Wenn der Text von dieser Karte leer ist, ziehe 1 Karte."),
    ("Choose a space. Put a marker onto it.", "Wähle ein Feld. Lege einen Stein darauf."),
    ("Choose a chest. If there is a marker in it, draw 1 card.",
     "Wähle eine Kiste. Wenn es einen Stein darin gibt, ziehe 1 Karte."),
    ("Put a card onto the bottom of the deck.", "Lege eine Karte ans untere Ende des Stapels."),
    ("The player to your left draws a card.", "Der Spieler links von dir zieht eine Karte."),
    ("If a card is not ended, draw 1 card.", "Wenn eine Karte nicht beendet wird, ziehe 1 Karte."),
    ("If a card is ended, draw 1 card.", "Wenn eine Karte beendet wird, ziehe 1 Karte."),
    ("If the player to your left has drawn a card this turn, draw 1 card.",
     "Wenn der Spieler links von dir in diesem Zug eine Karte gezogen hat, ziehe 1 Karte."),
    ("You may be on an empty space.", "Du darfst auf einem leeren Feld sein."),
    ("If the number of cards you hold is at least 3, draw 1 card.",
     "Wenn die Anzahl von Karten, die du besitzt, mindestens 3 ist, ziehe 1 Karte."),
    ("Choose a card, the others or the top 2 cards.", "Wähle eine Karte, die anderen oder die obersten 2 Karten."),
    ("Take all coins from any number of players.", "Nimm alle Münzen von beliebig vielen Spielern."),
    ("If you have stayed, draw 1 card.", "Wenn du geblieben bist, ziehe 1 Karte."),
    ("Whenever another player draws a card, they pay 1 coin to you.",
     "Immer wenn ein anderer Spieler eine Karte zieht: der betreffende Spieler zahlt 1 Münze an dich."),
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


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.iterdir() if (path / "ruleset.yaml").exists()))
def test_small_games_are_read_and_printed_whole(name: str) -> None:
    ruleset = load_ruleset(GAMES / name)
    found = summary(ruleset, "de")
    assert found.share == 100 and not found.unsaid and not found.unnamed
    assert not examine("de", ruleset)


def test_the_rulebook_reads_as_german() -> None:
    text = "\n".join(line.text for line in rulebook(loaded.ruleset("tic_tac_toe"), "de"))
    assert "Lege ein Zeichen aus der Schachtel auf ein leeres Feld." in text
    assert "Wenn du ein Zeichen auf jedem Feld einer Reihe hast:" in text


def test_what_it_is_is_no_other_thing(german: Language, english: Language) -> None:
    tree = english.parse(
        "Reveal the top card of the deck. If it is a marker, draw 1 card; otherwise, put it into your hand."
    )
    assert german.print(tree).endswith("sonst lege sie auf deine Hand.")


@pytest.mark.parametrize(("name", "said"), [
    ("quilt", ["Für jedes Quadrat unter dem Stoffstück", "Farblos", "wenn die zugehörige Farbe 0 ist"]),
    ("orchard", ["erhält man 6 und 3 Punkte."]),
    ("salt_roads", ["Jeder Spieler tut Folgendes:"]),
    ("strays", ["Die Windrichtung ist jetzt das Ergebnis."]),
])  # fmt: skip
def test_rulebooks_of_small_games_read_as_german(name: str, said: list[str]) -> None:
    text = "\n".join(line.text for line in rulebook(load_ruleset(GAMES / name), "de"))
    for part in said:
        assert part in text


@pytest.mark.parametrize(("name", "kind", "text", "said"), [
    ("almanac", "sentence", "Take 1 die from the sheds.", "Nimm 1 Würfel aus den Schuppen."),
    ("almanac", "sentence", "Put 1 die into the bottom shed.", "Lege 1 Würfel in den untersten Schuppen."),
    ("almanac", "phrase", "3 of the bottom sheds", "3 von den untersten Schuppen"),
    ("almanac", "phrase", "dice in your sheds", "Würfel in deinen Schuppen"),
    ("conjurers", "phrase", "this ability, kind or spell", "diese Fähigkeit, Art oder Zauber"),
    ("conjurers", "phrase", "these abilities and spells", "diese Fähigkeiten und Zauber"),
    ("marshes", "sentence", "All leaders gain 1 gold.", "Alle Anführer erhalten 1 Gold."),
    ("conjurers", "amount", "mana or worth", "Mana oder Wert"),
    ("salt_roads", "phrase", "deck, tokens and tokens of yours", "Nachziehstapel, Marker und Marker aus deinem Besitz"),
    ("conjurers", "phrase", "more than 1 spells", "mehr als 1 Zauber"),
    ("conjurers", "sentence", "Discard a card of another player.", "Wirf eine Karte eines anderen Spielers ab."),
])  # fmt: skip
def test_what_has_one_form_for_one_and_several_is_told_by_what_stands_around(
    name: str, kind: str, text: str, said: str
) -> None:
    game = load_ruleset(GAMES / name)
    tree = game.parse(text, "en", kind)
    assert game.print(tree, "de", kind) == said
    assert game.parse(said, "de", kind) == tree


def test_as_many_are_taken_from_somebody() -> None:
    game = load_ruleset(GAMES / "strays")
    text = "they choose as much worth as round counts from as many first players as breezes"
    tree = game.parse(text, "en", "condition")
    assert game.parse(game.print(tree, "de", "condition"), "de", "condition") == tree


@pytest.mark.parametrize(("name", "kind", "text", "said"), [
    # where somebody stays is not what the subject is like
    ("strays", "condition", "rounds or any number of Blackface would stay in themselves",
        "Runden oder beliebig viele Schwarzgesichter bei ihnen selbst bleiben würden"),
    ("strays", "condition", "any number of Blackface beside themselves would stay",
        "beliebig viele Schwarzgesichter nahe bei ihnen selbst bleiben würden"),
    # what there is; "es" is no thing here
    ("almanac", "condition", "there is exactly 1 player with the most coins",
        "es genau 1 Spieler mit den meisten Münzen gibt"),
    ("almanac", "condition", "it gives a coin to you", "er eine Münze an dich gibt"),
    # as many as a number tells
    ("toll", "sentence", "Gain as many miles as the number of miles ridden.", "Erhalte Meilen in Höhe der Strecke."),
    ("toll", "sentence", "Gain as many miles as the number of miles ridden plus 2.",
        "Erhalte so viele Meilen wie die Strecke plus 2."),
])  # fmt: skip
def test_what_random_trees_say_comes_back(name: str, kind: str, text: str, said: str) -> None:
    game = load_ruleset(GAMES / name)
    tree = game.parse(text, "en", kind)
    assert game.print(tree, "de", kind) == said and game.parse(said, "de", kind) == tree


@pytest.mark.parametrize(("name", "kind", "text"), [
    ("conjurers", "phrase", "dice"),  # would be the name of one
    ("almanac", "sentence", "Gain shed."),  # would be several
    ("conjurers", "sentence", "Gain up to 3 hands of 2 to 4 players to your left."),  # would be taken from them
    ("conjurers", "condition", "tiles or the others have 5 kinds"),  # would be the other 5 kinds
    ("conjurers", "phrase", "a different 2 to 7 mana"),  # a determiner of one thing
])  # fmt: skip
def test_what_would_be_read_otherwise_is_not_said(name: str, kind: str, text: str) -> None:
    game = load_ruleset(GAMES / name)
    with pytest.raises(RulewrightError, match="RW0330"):
        game.print(game.parse(text, "en", kind), "de", kind)


def test_their_is_of_one_player_or_of_several_things() -> None:
    game = load_ruleset(GAMES / "marshes")
    tree = game.parse("Return all spears from a fen to their owner's camp.")
    for whose in ("seines", "ihres"):
        assert game.parse(f"Lege alle Speere aus einem Moor ins Lager {whose} Besitzers zurück.", "de") == tree


def test_whose_part_is_carried_out_is_said_in_the_genitive() -> None:
    text = "\n".join(line.text for line in rulebook(load_ruleset(GAMES / "orchard"), "de"))
    assert "Führe „Pressen“ jeder Presse im Hof aus." in text
