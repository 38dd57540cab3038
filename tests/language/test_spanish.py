"""Spanish: every sentence of the language prints and comes back, with agreement, contractions and pronouns in place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import loaded
import pytest
from plain import read_plain

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.problems import RulewrightError, TextError
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook

HERE = Path(__file__).parent


def load(name: str) -> Any:
    return read_plain(HERE / name)


ALL = [s for group in load("sentences.yaml").values() for s in group if isinstance(s, str)]


@pytest.fixture(scope="module")
def spanish() -> Language:
    return Language(Lexicon.from_mapping(load("lexicon.yaml"), "es", load("lexicon.es.yaml")), "es")


@pytest.mark.parametrize("english", ALL)
def test_every_sentence_prints_and_comes_back(language: Language, spanish: Language, english: str) -> None:
    tree = language.parse(english)
    printed = spanish.print(tree)
    assert spanish.parse(printed) == tree, printed


def test_no_form_is_missing(spanish: Language) -> None:
    assert spanish.lexicon.missing_forms() == []


# what English says, how Spanish says it
SENTENCES = [
    ("Draw 1 card.", "Roba 1 carta."),
    ("Each player draws 2 cards.", "Cada jugador roba 2 cartas."),
    ("You may discard a card.", "Puedes descartar una carta."),
    ("Pay 2 stone.", "Paga 2 piedras."),
    # where a thing comes from and what it is of; where it is put; contractions
    ("Take a card from the market.", "Toma una carta del mercado."),
    ("Look at the top 3 cards of the deck.", "Mira las 3 primeras cartas del mazo."),
    ("Put a card from your hand onto the deck.", "Coloca una carta de tu mano en el mazo."),
    ("Return 1 worker to another player.", "Devuelve 1 trabajador a otro jugador."),
    ("Take another player's tower.", "Toma la torre de otro jugador."),
    ("Take a card from the market into your hand.", "Toma una carta del mercado para tu mano."),
    # one of those that are the most
    ("Choose a nearest ruined tower.", "Elige una de las torres arruinadas más cercanas."),
    ("Choose the nearest tower.", "Elige la torre más cercana."),
    # agreement
    ("If your hand is empty, draw a card.", "Si tu mano está vacía, roba una carta."),
    ("If your deck is empty, draw a card.", "Si tu mazo está vacío, roba una carta."),
    ("Choose 2 ruined towers.", "Elige 2 torres arruinadas."),
    ("Return all cards discarded this way.", "Devuelve todas las cartas descartadas así."),
    ("For each of your towers, gain 1 coin.", "Por cada una de tus torres, obtén 1 moneda."),
    ("Gain as many coins as your points.", "Obtén tantas monedas como tus puntos."),
    ("Choose a spell whose price is 2.", "Elige un hechizo cuyo precio sea 2."),
    # the subjunctive after "when"; other words before the same sound
    ("Whenever you build, draw a card.", "Cada vez que construyas, roba una carta."),
    ("When you have 3 towers, draw a card.", "Cuando tengas 3 torres, roba una carta."),
    ("While you attack, your strength is 1 higher.", "Mientras ataques, tu fuerza aumenta en 1."),
    # and of what is not known yet
    ("Choose a field you do not control.", "Elige un campo que no controles."),
    ("Choose a field where you have a tower.", "Elige un campo donde tengas una torre."),
    ("For each field you control, gain 1 coin.", "Por cada campo que controles, obtén 1 moneda."),
    ("Return all towers you control.", "Devuelve todas las torres que controlas."),
    ("Choose a card that is in your hand.", "Elige una carta que está en tu mano."),
    # where things are, told apart from where they are put
    ("Put all cards in your hand onto the deck.", "Coloca todas las cartas que estén en tu mano en el mazo."),
    ("Draw a card or gain 1 coin.", "Roba una carta u obtén 1 moneda."),
    # pronouns: joined to orders and infinitives, with their accent, and before other forms
    ("Draw a card, then discard it.", "Roba una carta y luego descártala."),
    ("Take a counter, then return it.", "Toma un contador y luego devuélvelo."),
    ("Whenever you draw a spell, you may play it.", "Cada vez que robes un hechizo, puedes jugarlo."),
    ("If you draw a card, you discard it.", "Si robas una carta, la descartas."),
    ("Nobody may attack you.", "Nadie puede atacarte."),
    ("Choose another player.", "Elige a otro jugador."),
    ("Towers cost 1 coin less.", "Las torres cuestan 1 moneda menos."),
    # to whom something is given is part of the verb, too
    ("Choose another player. That player pays 1 coin to you.", "Elige a otro jugador. Ese jugador te paga 1 moneda."),
    ("Each other player must give 1 coin to you.", "Cada otro jugador debe entregarte 1 moneda."),
    (
        "Whenever another player pays 1 coin to you, draw a card.",
        "Cada vez que otro jugador te pague 1 moneda, roba una carta.",
    ),
    ("Give 1 coin to another player.", "Entrega 1 moneda a otro jugador."),
    # one of two places
    ("Put a card from your hand onto your deck or the market.", "Coloca una carta de tu mano en tu mazo o el mercado."),
    ("Take a card from your hand or your deck.", "Toma una carta de tu mano o tu mazo."),
]


def test_what_is_not_equal_is_different_and_both_are_read(language: Language, spanish: Language) -> None:
    tree = language.parse("If the number of your towers is not equal to your strength, draw a card.")
    printed = spanish.print(tree)
    assert printed == "Si el número de tus torres es diferente de tu fuerza, roba una carta."
    assert spanish.parse(printed) == tree
    assert spanish.parse("Si el número de tus torres no es igual a tu fuerza, roba una carta.") == tree


@pytest.mark.parametrize(
    ("english", "said", "others"),
    [
        (
            "If the number of your towers is exactly 3, draw a card.",
            "Si el número de tus torres es 3, roba una carta.",
            [
                "Si el número de tus torres es exactamente 3, roba una carta.",
                "Si el número de tus torres es igual a 3, roba una carta.",
            ],
        ),
        (
            "If the number of your towers plus the number of your cards is at most 7, draw a card.",
            "Si el número de tus torres más el de tus cartas es como máximo 7, roba una carta.",
            ["Si el número de tus torres más el número de tus cartas es como máximo 7, roba una carta."],
        ),
        (
            "Gain as many coins as the number of spells in your hand.",
            "Obtén tantas monedas como hechizos en tu mano.",
            ["Obtén tantas monedas como el número de hechizos en tu mano."],
        ),
    ],
)  # fmt: skip
def test_numbers_are_said_shortly_and_read_at_length_too(
    language: Language, spanish: Language, english: str, said: str, others: list[str]
) -> None:
    tree = language.parse(english)
    assert spanish.print(tree) == said
    assert all(spanish.parse(text) == tree for text in [said, *others])


@pytest.mark.parametrize(("english", "expected"), SENTENCES)
def test_sentence(language: Language, spanish: Language, english: str, expected: str) -> None:
    tree = language.parse(english)
    assert spanish.print(tree) == expected
    assert spanish.parse(expected) == tree


REGULAR = [  # what has an accent on its last syllable loses it, and what has its stress before that gets one
    ("botín", "botines"), ("montón", "montones"), ("camión", "camiones"), ("almacén", "almacenes"),
    ("interés", "intereses"),
    ("compás", "compases"), ("atún", "atunes"), ("capitán", "capitanes"), ("orden", "órdenes"), ("imagen", "imágenes"),
    ("origen", "orígenes"), ("tren", "trenes"), ("luz", "luces"), ("país", "países"),
    ("orden de arresto", "órdenes de arresto"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "many"), REGULAR)
def test_regular_plurals(spanish: Language, one: str, many: str) -> None:
    assert spanish.lexicon.inflection.ending("plural", one) == many


TWO_THINGS = [  # what would mean two things, or what nobody means
    ("test", "Roba 2 cartas o descarta 1 carta, y roba 1 carta."),
    ("test", "Roba 2 cartas u obtén 1 moneda, y descarta 1 carta."),
    ("mythotopia", "Roba una carta y descarta una carta si controlas una provincia."),
    ("mythotopia", "Roba 2 cartas y descarta 1."),
]


@pytest.mark.parametrize(("name", "text"), TWO_THINGS)
def test_what_would_mean_two_things_is_refused(spanish: Language, name: str, text: str) -> None:
    read = spanish if name == "test" else loaded.ruleset(name).language("es")
    with pytest.raises(TextError):
        read.parse(text)


MEANT = [  # what was read as something else
    ("civ_new_dawn", "Coloca 2 fichas de control en casillas vacías adyacentes a tus ciudades.",
        "Put 2 control tokens into empty spaces next to your cities."),
    ("mythotopia",
        "Coloca 1 ejército de tu suministro personal en una provincia que controles o en una provincia adyacente.",
        "Put 1 army from your stock into a province you control or an adjacent province."),
    ("monumental", "Roba 1 de oro a otro jugador.", "Take 1 gold from another player."),
    ("monumental", "Puedes robar 1 de oro a otro jugador.", "You may take 1 gold from another player."),
    ("mythotopia", "Gana 2 de oro.", "Gain 2 gold."),
    ("mythotopia", "Cada jugador gana 2 de oro.", "Each player gains 2 gold."),
    ("mythotopia", "Puedes ganar 2 de oro.", "You may gain 2 gold."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "english"), MEANT)
def test_what_was_read_as_something_else(name: str, text: str, english: str) -> None:
    game = loaded.ruleset(name)
    assert game.parse(text, "es") == game.parse(english)


# words that are two things, told apart by what stands around them
TOLD_APART = [
    ("Return all of the others.", "Devuelve los demás.", "Devuelve todos los demás."),
    ("Return all other towers.", "Devuelve todas las demás torres.", "Devuelve todas las demás torres."),
    ("Return all of the towers.", "Devuelve todas las torres.", "Devuelve todas las torres."),
    (
        "If the top towers are ruined, draw a card.",
        "Si las torres superiores están arruinadas, roba una carta.",
        "Si las torres superiores están arruinadas, roba una carta.",
    ),
    ("Shuffle a card in your hand.", "Baraja una carta de tu mano.", "Baraja una carta que haya en tu mano."),
    ("Look at a card in your hand.", "Mira una carta de tu mano.", "Mira una carta en tu mano."),
    ("Gain more coins than points.", "Obtén más monedas que puntos.", "Obtén más monedas que puntos."),
    (
        "Return a card or tower the others have.",
        "Devuelve una carta o torre que los demás tengan.",
        "Devuelve una carta o torre que los demás tienen.",
    ),
]


@pytest.mark.parametrize(("english", "expected", "read"), TOLD_APART)
def test_words_that_are_two_things(
    language: Language, spanish: Language, english: str, expected: str, read: str
) -> None:
    tree = language.parse(english)
    assert spanish.print(tree) == expected
    assert spanish.parse(expected) == spanish.parse(read) == tree


def test_a_noun_that_begins_like_words_of_the_language(spanish_game: Ruleset) -> None:
    """The verb and not the noun "ataque"; the noun and not "el número de"; and "del" of a word that takes "el"."""
    for english, expected in [
        ("Whenever you attack a province, draw a card.", "Cada vez que ataques una provincia, roba una carta."),
        ("If the number of rivals is 2, draw a card.", "Si el número de otros jugadores es 2, roba una carta."),
        ("Draw a card from the tableau.", "Roba una carta del área de juego."),
    ]:
        tree = spanish_game.parse(english)
        assert spanish_game.print(tree, "es") == expected
        assert spanish_game.parse(expected, "es") == tree


@pytest.fixture(scope="module")
def spanish_game() -> Ruleset:
    """A game with words that are two things."""
    return loaded.ruleset("mythotopia")


def test_what_you_do_begins_with_its_verb_wherever_it_is_printed(language: Language, spanish: Language) -> None:
    """Also alone, as why a game has ended: "tienes", never "tú tiene"."""
    for english, expected in [
        ("you have 3 towers", "Tienes 3 torres"),
        ("you have no towers", "No tienes ninguna torre"),
        ("your hand is empty", "Tu mano está vacía"),
    ]:
        printed = spanish.print(language.parse(english, "condition"))
        assert printed.rstrip(".") == expected, printed


def test_how_often_at_most_and_where_they_have_something(spanish_game: Ruleset) -> None:
    most = spanish_game.parse("Draw 1 card for each town you have, at most 7 times.")
    assert spanish_game.print(most, "es") == "Roba 1 carta por cada pueblo que tengas, hasta un máximo de 7."
    for said in ("hasta un máximo de 7", "como máximo 7 veces"):
        assert spanish_game.parse(f"Roba 1 carta por cada pueblo que tengas, {said}.", "es") == most
    theirs = spanish_game.parse("Each player chooses a province where they have a town.")
    assert spanish_game.print(theirs, "es").endswith(" una provincia donde tenga un pueblo.")
    assert spanish_game.parse(spanish_game.print(theirs, "es"), "es") == theirs


def test_what_is_told_in_own_words_is_read_with_its_contractions() -> None:
    game = loaded.ruleset("monumental", ("monumental_monsters",))
    english = game.parse("Send to sea this Monster.")
    assert game.parse("Lleva a este monstruo al mar más cercano.", "es") == english


def plain_lines(ruleset: Ruleset) -> list[str]:
    """The lines of a rulebook as the grammar says them, without those in own words of the game's language."""
    return [line.text for line in rulebook(ruleset, "es", internal=True)]


def test_how_conditions_of_blocks_are_told(spanish_game: Ruleset) -> None:
    """Joined in one sentence, the opposite with the verb itself, and in the subjunctive behind "mientras"."""
    lines = plain_lines(spanish_game)
    assert "Solo si lo controlas o tienes un ejército en él." in lines
    assert any(line.startswith("Si se juega con la opción «Reparto opcional de provincias» y hay") for line in lines)
    other = plain_lines(loaded.ruleset("age_of_innovation"))
    assert "Mientras la ronda sea menor que 6:" in other
    assert "Una casilla está aislada si ningún otro jugador ocupa una casilla junto a ella." in other
    assert "Solo si está a tu alcance o es el emplazamiento." in other
    assert "Si el terreno mostrado de esa carta es mayor que 0 y es diferente de tu terreno natal:" in other
    assert not any("que se cumple" in line for line in [*lines, *other])


def test_what_a_relation_is_said_with_its_entry_tells() -> None:
    """`kind: ser`: what fits is so for good ("es válida para"), and what is near is so now ("está unida a")."""
    game = loaded.ruleset("civ_new_dawn")
    for english, spanish in (
        (
            "a natural wonder token is eligible for a wonder",
            "una ficha de maravilla natural es válida para una maravilla del mundo",
        ),
        (
            "2 focus cards are able to replace a focus card",
            "2 cartas de enfoque son aptas para sustituir a una carta de enfoque",
        ),
    ):
        tree = game.parse(english, "en", "condition")
        assert game.print(tree, "es", "condition") == spanish and game.parse(spanish, "es", "condition") == tree
        with pytest.raises(TextError):
            game.parse(spanish.replace(" es ", " está ").replace(" son ", " están "), "es", "condition")


@pytest.mark.parametrize(("name", "kind", "english", "spanish"), [
    # what lies *on* a thing is where it is, as what lies in it: no more words than that
    ("mythotopia", "condition", "their combat strength on VP cards is 0", "su fuerza de combate en cartas de PV es 0"),
    ("civ_new_dawn", "condition", "you have their control token on the agenda",
        "tienes su ficha de control en el objetivo"),
    ("mythotopia", "sentence", "Shuffle their owner's resource symbols on the next card you play.",
        "Baraja los símbolos de recurso de sus propietarios que estén en la siguiente carta que juegues."),
    ("terra_mystica", "sentence", "Pay as many workers as the number of your workers.", "Paga todos tus trabajadores."),
    ("terra_mystica", "sentence", "Gain as many workers as the number of your workers.",
        "Obtén tantos trabajadores como el número de tus trabajadores."),
    # so many as others are stands behind where they come from and go
    ("mythotopia", "sentence", "Move as many armies as the number of armies bought from your pool to your stock.",
        "Mueve desde tu depósito a tu suministro personal tantos ejércitos como ejércitos comprados."),
    ("mythotopia", "phrase", "a province other than the target", "una provincia distinta del objetivo"),
    ("mythotopia", "condition", "its defence is at least your hand limit", "su defensa es al menos tu límite de mano"),
    ("mythotopia", "sentence", "Put its defender's returned card to the resource symbols on the next card you play.",
        "Coloca la carta retirada de su defensor en los símbolos de recurso en la siguiente carta que juegues."),
    # what is measured has no "ninguno", what is counted has
    ("mythotopia", "condition", "the attacker has no gold", "el atacante no tiene oro"),
    ("mythotopia", "condition", "there are no armies in the province", "no hay ningún ejército en la provincia"),
    ("mythotopia", "condition", "they build a road and if the top resources do not stay and nobody stays",
        "construye un camino, y los recursos superiores no permanecen y nadie permanece"),
    # a number by what it counts
    ("age_of_innovation", "condition", "the number of spades used is at least 1", "hay palas usadas"),
    ("age_of_innovation", "condition", "the number of spades used is equal to 0", "no hay palas usadas"),
    ("age_of_innovation", "condition", "the number of spades used is at least 2", "hay al menos 2 palas usadas"),
    ("civ_new_dawn", "condition", "your number of spent tokens is at least 1", "tienes fichas gastadas"),
    ("monumental", "condition", "your number of provinces is at least 1",
        "tu número de provincias es de al menos 1"),     # "tienes provincias" would speak of these
    # no comma before what can only be another clause
    ("mythotopia", "sentence", "While you attack and the defender has no army, your combat strength is 1 higher.",
        "Mientras ataques y el defensor no tenga ningún ejército, tu fuerza de combate aumenta en 1."),
    ("mythotopia", "sentence", "If your hand is empty and the province deck is not empty, draw 1 card.",
        "Si tu mano está vacía y el mazo de provincias no está vacío, roba 1 carta."),
    ("mythotopia", "condition", "it stays or invades and the results are 2 higher",
        "él permanece o invade y dichos resultados aumentan en 2"),
    # a hand that is somebody's is not yours
    ("mythotopia", "condition", "you have ships in the loser's hand", "tienes barcos en la mano del perdedor"),
    ("mythotopia", "sentence", "Discard 1 action from the loser's hand.", "Descarta 1 acción de la mano del perdedor."),
    ("mythotopia", "sentence", "Discard you from itself.", "Descártate de sí mismo."),
    ("mythotopia", "condition", "you have the top 3 armies in its owner's hand or reserve",
        "tienes los 3 ejércitos superiores en la mano o reserva de su propietario"),
    # two places in one act: that of what is put does not look like where it goes
    ("terra_mystica", "sentence",
        "Put the top construction from the later structure on the space onto at least 7 spaces.",
        "Coloca el nuevo edificio superior en al menos 7 casillas desde el edificio nuevo que esté en la casilla."),
    # "tanto" agrees with its own noun, not with what is behind "como"
    ("age_of_innovation", "sentence", "Pay as much power as your power price of each power action.",
        "Paga tanto poder como tu precio en poder de cada acción de poder."),
    # "el número de cartas robadas" is a number of its own
    ("monumental", "amount", "the number of drawn cards", "la cantidad de cartas robadas"),
    ("monumental", "amount", "the number of new policies minus 1", "la cantidad de políticas nuevas menos 1"),
    ("monumental", "amount", "the number of policies", "el número de políticas"),
    # what is measured has no number
    ("monumental", "amount", "the number of your gold", "la cantidad de tu oro"),
    # what is measured is not "el valor de", with which numbers begin
    ("age_of_innovation", "condition", "you have as many neutral universities as group power",
        "tienes tantas universidades neutrales como la cuantía de poder de grupo"),
])  # fmt: skip
def test_what_random_trees_say_comes_back(name: str, kind: str, english: str, spanish: str) -> None:
    game = loaded.ruleset(name)
    tree = game.parse(english, "en", kind)
    assert game.print(tree, "es", kind) == spanish and game.parse(spanish, "es", kind) == tree


def test_what_describes_a_subject_leaves_the_comma_before_it(spanish_game: Ruleset) -> None:
    """Only the verb right behind a noun tells that it is no more of a list."""
    text = "Si tu mano está vacía, y una carta en tu reserva no está vacía, roba 1 carta."
    assert spanish_game.print(spanish_game.parse(text, "es"), "es") == text


def test_of_what_is_measured_one_is_1_in_every_language(spanish_game: Ruleset) -> None:
    """Read as the same tree: nobody chooses which gold it is."""
    for lang, one, number in (
        ("en", "Gain a gold.", "Gain 1 gold."),
        ("es", "Obtén un oro.", "Obtén 1 oro."),
        ("fr", "Gagnez un or.", "Gagnez 1 or."),
    ):
        assert spanish_game.parse(one, lang) == spanish_game.parse(number, lang)


def test_what_would_be_read_as_something_else_is_refused(spanish_game: Ruleset) -> None:
    """A place behind a pronoun is where things go: of what lies there Spanish and French have no such words."""
    tree = spanish_game.parse("Take a counter on it from all cards in the VP deck.")
    for lang in ("es", "fr"):
        with pytest.raises(RulewrightError, match="RW0330"):
            spanish_game.print(tree, lang)


def test_words_that_are_taken_for_an_everyday_wording_are_refused(spanish_game: Ruleset) -> None:
    """ "Tienes cartas en la mano" speaks of your own hand."""
    tree = spanish_game.parse("you have cards in the hand", "en", "condition")
    with pytest.raises(RulewrightError, match="RW0330"):
        spanish_game.print(tree, "es", "condition")


@pytest.mark.parametrize(
    "english", ["the last VP card", "any number of the last smallest VP cards", "the first VP card"]
)
def test_the_last_card_is_not_said_where_that_is_the_bottom_one(spanish_game: Ruleset, english: str) -> None:
    tree = spanish_game.parse(english, "en", "phrase")
    for lang in ("es", "fr"):
        with pytest.raises(RulewrightError, match="RW0330"):
            spanish_game.print(tree, lang, "phrase")


def test_a_noun_that_would_be_read_as_a_longer_one_is_refused() -> None:
    """ "Las 3 filas superiores" are the rows of which each is called so, and not the top 3 of all."""
    game = loaded.ruleset("monumental")
    with pytest.raises(RulewrightError, match="RW0330"):
        game.print(game.parse("the top 3 plot rows of a city deck", "en", "value"), "es", "value")


def test_where_a_thing_lies_is_said_with_de_and_read_both_ways(spanish_game: Ruleset) -> None:
    """Behind a verb that takes nothing from anywhere, and in what a step goes through; "en" stays where things are."""
    tree = spanish_game.parse("If you have 2 cards in your hand, draw a card.")
    assert spanish_game.print(tree, "es") == "Si tienes 2 cartas en tu mano, roba una carta."
    assert spanish_game.parse("Si tienes 2 cartas de tu mano, roba una carta.", "es") == tree
    lines = plain_lines(loaded.ruleset("age_of_innovation"))
    assert "Resuelve el efecto «Tras la preparación» de cada carta de tu área de juego. Tú eliges el orden." in lines
    assert "Por cada facción de la otra edición de la caja:" in lines


def test_of_two_things_is_said_at_once_what_two_conditions_say(spanish_game: Ruleset) -> None:
    lines = plain_lines(loaded.ruleset("age_of_innovation"))
    assert "Si tienes un taller inicial o una torre inicial:" in lines
    assert any("junto a la casilla o una casilla" in line for line in lines)
    # of no player it would say another thing
    alone = plain_lines(spanish_game)
    assert any("si ningún jugador tiene una acción y ningún jugador tiene una apertura" in line for line in alone)


@pytest.mark.parametrize(
    ("game", "english", "spanish"),
    [
        ("mythotopia", "End your turn.", "Termina el turno."),
        ("mythotopia", "Gain 1 gold.", "Obtén 1 de oro."),
        ("mythotopia", "Gain 1 gold.", "Obtén 1 oro."),
        ("mythotopia", "Choose a province with a runestone.", "Elige una provincia que contenga una piedra rúnica."),
        ("terra_mystica", "Gain 2 steps on air.", "Avanza 2 pasos en el culto del aire."),
        (
            "monumental",
            "Choose a province you control without a soldier.",
            "Elige una provincia que controles y que no tenga ningún soldado.",
        ),
    ],
)
def test_what_people_write(game: str, english: str, spanish: str) -> None:
    ruleset = loaded.ruleset(game)
    assert ruleset.parse(spanish, "es") == ruleset.parse(english)


def test_one_of_what_is_measured_is_said_as_two(spanish_game: Ruleset) -> None:
    assert spanish_game.print(spanish_game.parse("Gain 1 gold."), "es") == "Obtén 1 de oro."
    assert spanish_game.print(spanish_game.parse("Gain 1 stone."), "es") == "Obtén 1 piedra."


def test_what_has_at_least_so_much_is_said_with_con() -> None:
    game = loaded.ruleset("civ_new_dawn")
    tree = game.parse("Choose a focus card with level 2 or more.")
    said = game.print(tree, "es")
    assert said == "Elige una carta de enfoque con nivel de al menos 2."
    assert game.parse(said, "es") == game.parse("Elige una carta de enfoque de nivel 2 o más.", "es") == tree


@pytest.mark.parametrize(("name", "english", "spanish"), [
    ("monumental", "Each player loses all their gold.", "Cada jugador pierde todo su oro."),
    ("monumental", "Lose all your gold.", "Pierde todo tu oro."),
    ("monumental", "Each other player loses half of their gold.",
     "Cada otro jugador pierde tanto oro como la mitad de la cantidad de su oro."),
    ("mythotopia", "Choose a province with no armies.", "Elige una provincia sin ningún ejército."),
])  # fmt: skip
def test_what_a_player_holds_is_theirs_and_what_is_not_there(name: str, english: str, spanish: str) -> None:
    game = loaded.ruleset(name)
    tree = game.parse(english)
    assert game.print(tree, "es") == spanish
    assert game.parse(spanish, "es") == tree


def test_what_could_stand_names_no_marks_of_words(spanish_game: Ruleset) -> None:
    """Pronouns that are part of a verb are no words of their own: "IT", "TE"."""
    with pytest.raises(TextError) as told:
        spanish_game.parse("Toma xyz.", "es")
    assert not re.search("“[A-Z]+”", str(told.value))
