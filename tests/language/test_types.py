"""What parses but does not fit together is refused; what fits is not."""

from __future__ import annotations

import pytest

from rulewright.language.language import Language
from rulewright.problems import TextError

REFUSED = [
    ("Choose a field where you have a tower that is fertile.", "RW0403", "fertile"),
    ("Take the fertile card.", "RW0403", "fertile"),
    ("If your towers are fertile, gain 1 coin.", "RW0403", "fertile"),
    ("Draw a card worth 2.", "RW0401", "worth"),
    ("Draw a card next to your tower.", "RW0402", "next to"),
    ("Draw a card joined to a field.", "RW0404", "joined to"),
    ("Harvest a tower.", "RW0405", "harvest"),
    ("Harvest game.", "RW0405", "harvest"),
    ("Whenever you harvest a round, gain 1 coin.", "RW0405", "harvest"),
    ("Harvest your tower or a field.", "RW0405", "harvest"),
    ("Gain 1 coin for each tower you harvest.", "RW0406", "harvest"),
    ("Whenever a tower is harvested, gain 1 coin.", "RW0406", "harvest"),
    ("Gain 1 coin for each tower you defend.", "RW0406", "defend"),
    ("Take each tower and each bridge you control.", "RW0407", "bridge"),
    ("Choose a tower with fertility at least 2.", "RW0409", "fertility"),
    ("Choose a field with hand limit at least 2.", "RW0409", "hand limit"),
    ("If your tower is at least 3, gain 1 coin.", "RW0410", "tower"),
    ("Gain as many coins as your towers.", "RW0410", "tower"),
    ("Draw card.", "RW0411", "card"),
    ("Draw 2 card.", "RW0412", "card"),
    ("Draw a cards.", "RW0412", "cards"),
    ("Return 1 of that tower.", "RW0412", "tower"),
    ("Take 2 of your hand.", "RW0412", "hand"),
    ("Choose a field within 3 of a field whose fertility is 2.", "RW0415", "field"),
    ("Choose a field next to a field that is fertile.", "RW0415", "field"),
]


@pytest.mark.parametrize(("text", "code", "words"), REFUSED)
def test_what_does_not_fit_is_refused(language: Language, text: str, code: str, words: str) -> None:
    with pytest.raises(TextError) as caught:
        language.parse(text)
    assert {p.code for p in caught.value.problems} == {code}
    assert words in caught.value.problems[0].message
    assert 0 <= caught.value.problems[0].offset < caught.value.problems[0].end <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        "Harvest the target.",
        "Harvest a shore.",
        "Choose a fertile shore.",
        "If it is fertile, harvest it.",
        "Choose a space next to a tower.",
        "Take a counter worth 2.",
        "Choose a shore with fertility at least 2.",
        "Choose a field next to a tower you control.",
        "If you have more coins than another player, gain 1 coin.",
        "For each field, gain 1 coin.",
        "Choose a field next to a city with a tower.",
        "Return each tower or bridge you control.",
        "There are no towers.",
        "Gain 1 wood.",
        "Use this card as a tower.",
    ],
)
def test_what_fits_is_read(language: Language, text: str) -> None:
    assert language.print(language.parse(text)) == text


# text, the word that could mean two things
DOUBTFUL = [
    ("Put a tower next to a city, then return it.", "it"),
    ("Put 1 of your towers next to a city, then return it.", "it"),
    ("Put a tower next to 1 of your towers. Return that tower.", "that"),
    ("Choose a field next to a field, then harvest it.", "it"),
    ("Remove a tower and a city, then gain 1 coin for each worker next to it.", "it"),
    ("Take 2 workers from 2 towers, then return them.", "them"),
    ("Return a tower next to a city into its owner's store.", "its"),
    ("Whenever you build a tower next to a city, you may remove it.", "it"),
    ("Move a worker from a field to a field, then gain 1 coin for each tower in that field.", "that"),
    ("Choose a player with fewer cards than another player, then take 1 card from their hand.", "their"),
]


@pytest.mark.parametrize(("text", "word"), DOUBTFUL)
def test_a_word_that_could_mean_two_things_is_refused(language: Language, text: str, word: str) -> None:
    with pytest.raises(TextError) as caught:
        language.parse(text)
    (problem,) = caught.value.problems
    assert problem.code == "RW0416"
    assert text[problem.offset : problem.end].split()[0] == word


@pytest.mark.parametrize(
    "text",
    [
        "Put a tower next to a city, then return the tower.",
        "Put a tower in a field, then remove it.",  # of two types
        "Remove a tower next to a city in a field, then harvest it.",  # only one can be harvested
        "Remove a city in a field with a tower, then gain as many points as its strength.",  # only one has a strength
        "Move a worker from a field to a field next to it.",  # a thing does not describe itself
        "Choose a field next to the target, then harvest it.",  # one of them is known
        "For each tower next to a city, you may return it.",  # what the sentence is about
        "Each player chooses another player, then draws a card from their hand.",
        "Remove a tower or a city, then gain 1 coin for each worker next to it.",  # alternatives
        "Choose one: take a spell; or discard a goal card. Gain as many coins as its price.",
        "Remove a tower and a city, then return them.",
        "Take a tower. Take a city. Return it.",  # the nearer sentence
    ],
)
def test_a_word_that_can_mean_one_thing_only_is_not(language: Language, text: str) -> None:
    language.parse(text)
