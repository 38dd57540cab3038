"""French: a language of files only, with elision, contractions, negation in two parts and more."""

from __future__ import annotations

import re

import loaded
import pytest

from rulewright.language.lexicon.elision import Elision
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.ruleset.translations.doctor import examine
from rulewright.ruleset.translations.proofs import summary


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return loaded.ruleset("mythotopia")


@pytest.mark.parametrize("name", ["tic_tac_toe", "mythotopia"])
def test_a_game_that_speaks_it_speaks_it_whole(name: str) -> None:
    found = summary(loaded.ruleset(name), "fr")
    assert found.share == 100 and not found.unsaid and not found.unnamed
    assert {text.state for text in found.texts} <= {"proved"}


@pytest.mark.parametrize(("english", "french"), [
    ("Gain gold.", "Gagnez de l'or."),
    ("Conclude a war you take part in.", "Concluez une guerre à laquelle vous participez."),
    ("Conclude 2 wars you take part in.", "Concluez 2 guerres auxquelles vous participez."),
    ("If you do not attack a province, draw 1 card.", "Si vous n'attaquez pas une province, piochez 1 carte."),
    ("If you have no gold, draw 1 card.", "Si vous n'avez pas d'or, piochez 1 carte."),
    ("If there is no stone in the box, draw 1 card.", "S'il n'y a pas de pierre dans la boîte, piochez 1 carte."),
    ("If a player has no cards, draw 1 card.", "Si un joueur n'a aucune carte, piochez 1 carte."),
    ("Draw as many cards as the number of your towns.", "Piochez autant de cartes que le nombre de vos villages."),
    ("Draw as many cards as the number of cards discarded this way.",
        "Piochez autant de cartes que de cartes défaussées ainsi."),
    ("Draw as many cards as your hand limit.", "Piochez autant de cartes que votre limite de main."),
    ("If the number of armies is 3, draw 1 card.", "Si le nombre d'armées est de 3, piochez 1 carte."),
    ("If there are no armies in the box, draw 1 card.", "S'il n'y a aucune armée dans la boîte, piochez 1 carte."),
    ("Nobody may begin a war in your provinces.", "Personne ne peut déclencher une guerre dans vos provinces."),
    ("Destroy a town, city or citadel.", "Détruisez un village, une ville ou une citadelle."),
    ("Discard a card from your hand or reserve.", "Défaussez une carte de votre main ou de votre réserve."),
    ("Another player draws any number of cards.", "Un autre joueur pioche n'importe quel nombre de cartes."),
    ("This player discards a card.", "Ce joueur-ci défausse une carte."),
    ("Destroy your towns and cities.", "Détruisez vos villages et vos villes."),
    ("Destroy a town or a city.", "Détruisez un village ou bien une ville."),
    ("If you have no towns or cities, draw 1 card.", "Si vous n'avez aucun village ni aucune ville, piochez 1 carte."),
    ("If a war is in a province and you have 2 gold, draw 1 card.",
        "S'il y a une guerre dans une province et si vous avez 2 or, piochez 1 carte."),
    ("While you attack or a province is rugged, draw 1 card.",
        "Tant que vous attaquez ou qu'une province est accidentée, piochez 1 carte."),
    ("Choose one: draw 1 card; or choose a player, then this turn, their hand limit is 1 higher.",
        "Choisissez une option\u00a0: piochez 1 carte\u00a0; ou choisissez un joueur, puis ce tour, sa limite de main "
        "augmente de 1."),
    ("Reserve: your hand limit is 1 higher.", "Réserve\u00a0: votre limite de main augmente de 1."),
])  # fmt: skip
def test_what_english_says_is_said_so(game: Ruleset, english: str, french: str) -> None:
    tree = game.parse(english, "en", "text")
    assert game.print(tree, "fr", "text") == french
    assert game.parse(french, "fr", "text") == tree


@pytest.mark.parametrize(("text", "normal"), [
    ("Détruisez un village, ville ou citadelle.", "Détruisez un village, une ville ou une citadelle."),
    ("Si vous avez 2 or, et vous avez 1 carte, piochez 1 carte.",
        "Si vous avez 2 or et si vous avez 1 carte, piochez 1 carte."),
    ("Si vous avez 2 or et que vous avez 1 carte, piochez 1 carte.",
        "Si vous avez 2 or et si vous avez 1 carte, piochez 1 carte."),
])  # fmt: skip
def test_shorter_ways_are_read_too(game: Ruleset, text: str, normal: str) -> None:
    assert game.print(game.parse(text, "fr", "text"), "fr", "text") == normal


def test_conditions_of_a_rule_have_the_word_before_each() -> None:
    lines = [line.text for line in rulebook(loaded.ruleset("mythotopia"), "fr")]
    assert any(" et si " in line or " et s'il" in line for line in lines)
    assert not any("s'il et" in line or re.search(r"^Si [^:;]*[^x], et (?!si |s')", line) for line in lines)


def test_no_is_read_in_either_way(game: Ruleset) -> None:
    said = [f"Si vous {no}, piochez 1 carte." for no in ("n'avez aucun or", "n'avez pas d'or")]
    assert game.parse(said[0], "fr", "text") == game.parse(said[1], "fr", "text")


@pytest.mark.parametrize(("text", "normal"), [
    ("Recevez 2 or.", "Gagnez 2 or."),
    ("Piochez 1 carte et ensuite gagnez de l'or.", "Piochez 1 carte, puis gagnez de l'or."),
    ("Gagnez 2 or si vous avez 1 carte.", "Si vous avez 1 carte, gagnez 2 or."),
    ("Toutes les fois que vous piochez 1 carte, gagnez 1 or.", "Chaque fois que vous piochez 1 carte, gagnez 1 or."),
    ("Dépensez 2 or pour piocher 1 carte.", "Payez 2 or pour piocher 1 carte."),
])  # fmt: skip
def test_everyday_wordings_are_read(game: Ruleset, text: str, normal: str) -> None:
    assert game.print(game.parse(text, "fr", "text"), "fr", "text") == normal


@pytest.mark.parametrize(("text", "instead"), [
    ("Gagnez de le or.", "l'"),
    ("Si il n'y a aucune armée dans la province, piochez 1 carte.", "s'il"),
    ("Piochez 1 carte de le paquet d'améliorations.", "du"),
    ("Placez une ville dans un province.", "une"),
])  # fmt: skip
def test_elision_contraction_and_agreement_are_asked_for(game: Ruleset, text: str, instead: str) -> None:
    with pytest.raises(RulewrightError) as caught:
        game.parse(text, "fr", "text")
    told = {word.lower() for problem in caught.value.problems for word in problem.suggestions}
    assert instead in told


@pytest.mark.parametrize(("kind", "english", "french"), [
    # what one whose they are is said of last has an article each, too
    ("sentence", "Destroy their owner's town, city or citadel.",
        "Détruisez le village, la ville ou la citadelle de leur propriétaire."),
    ("phrase", "the town and the player's citadel", "le village ainsi que la citadelle du joueur"),
    # two places have their preposition each
    ("sentence", "Choose a card in your hand or reserve.",
        "Choisissez une carte dans votre main ou dans votre réserve."),
    ("phrase", "the cards in your hand and reserve", "les cartes dans votre main et dans votre réserve"),
    ("phrase", "a counter on a card or token", "un jeton PV sur une carte ou sur un jeton"),
    ("phrase", "the cards in the loser's hand or reserve",
        "les cartes dans la main ou dans la réserve du perdant"),
    ("sentence", "Return the card in your hand or reserve to the box.",
        "Remettez la carte présente dans votre main ou dans votre réserve dans la boîte."),
    # what lies on a thing is not in it
    ("sentence", "Return the tokens on the card to the reserve.",
        "Remettez les jetons présents sur la carte dans la réserve."),
    # what is counted has no article of its own beside what is not
    ("condition", "bank or texts stay", "les banques ou textes restent"),
    # what is a noun, too, is a verb behind one
    ("phrase", "another VP row the token draws", "une autre rangée de PV que le jeton pioche"),
    # "ainsi que" joins no clause, and "le plus grand nombre de" is no noun with an adjective
    ("phrase", "the cards returned this way they have", "les cartes remises ainsi qu'il a"),
    ("phrase", "any number of the rest and the most roads",
        "n'importe quel nombre du reste et le plus grand nombre de routes"),
])  # fmt: skip
def test_what_random_trees_say_comes_back(game: Ruleset, kind: str, english: str, french: str) -> None:
    tree = game.parse(english, "en", kind)
    assert game.print(tree, "fr", kind) == french and game.parse(french, "fr", kind) == tree


def test_the_rulebook_is_written_as_it_sounds() -> None:
    text = "\n".join(line.text for line in rulebook(loaded.ruleset("tic_tac_toe"), "fr"))
    assert "S'il n'y a aucune case vide :" in text and "Si il" not in text


def test_elision_looks_at_the_next_word() -> None:
    elision = Elision({"words": {"le": "l'", "de": "d'"}, "before": "(?!hau)[aeiouh]"})
    assert elision.said("le or de le haut de arbres") == "l'or de le haut d'arbres"
    assert elision.variants(("près", "de")) == [("près", "de"), ("près", "d'")]
    assert [found for _, found, _ in elision.errors("l'haut, le or")] == ["le", "l'"]


def test_the_doctor_finds_nothing_that_french_cannot_say() -> None:
    assert not examine("fr", loaded.ruleset("tic_tac_toe"))


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("End your turn.", "Terminez le tour."),
        ("Choose a province with a runestone.", "Choisissez une province contenant une pierre runique."),
        ("Choose a province with a runestone.", "Choisissez une province qui contient une pierre runique."),
        (
            "While you attack, your combat strength is 1 higher.",
            "Lorsque vous attaquez, votre force de combat augmente de 1.",
        ),
        ("Choose a sea area next to the harbour.", "Choisissez une zone maritime à côté du port."),
        ("Choose a sea area next to the harbour.", "Choisissez une zone maritime adjacente au port."),
    ],
)
def test_what_people_write_in_a_game(english: str, french: str) -> None:
    game = loaded.ruleset("mythotopia")
    assert game.parse(french, "fr") == game.parse(english)


def test_what_is_near_is_adjacent_and_a_card_is_of_its_row() -> None:
    game = loaded.ruleset("mythotopia")
    for english, french in [
        ("Choose a sea area next to the harbour.", "Choisissez une zone maritime adjacente au port."),
        ("Fill each VP card in the VP row.", "Remplissez chaque carte PV de la rangée de PV."),
        ("Choose a province with no armies.", "Choisissez une province sans aucune armée."),
    ]:
        assert game.print(game.parse(english), "fr") == french
