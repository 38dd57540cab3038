"""`rulewright propose`: only what compiles is proposed, and "the same" is said of the same meaning only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loaded import ruleset
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.compiler.proposing import Proposer, propose
from rulewright.compiler.proposing.judging.content_words import ContentWords
from rulewright.compiler.trials import Trials, Tried
from rulewright.language import nodes as n
from rulewright.meaning import bind_text

CONJURERS = str(Path(__file__).parents[1] / "games" / "conjurers")
ASKED = (
    "Each other player discards 2 cards",
    "when somebody draws a spell gain 2 mana",
    "if you have 3 coins draw a card",
)


def test_all_that_is_proposed_compiles() -> None:
    rules = ruleset(CONJURERS)
    trials = Trials(rules)
    for text in ASKED:
        found = propose(rules, text)
        assert found
        tries = [Tried(one.text, rules.parse(one.text), one.kind) for one in found]
        assert trials.tried(tries) == [[] for _ in tries]
        assert all(one.understood for one in found)


def test_what_is_near_is_found() -> None:
    rules = ruleset(CONJURERS)
    first = propose(rules, ASKED[0])[0]
    assert first.text == "Work: each other player discards 2 cards."
    assert "Whenever you draw a spell, gain 2 mana." in [one.text for one in propose(rules, ASKED[1])]


def test_the_same_is_said_of_equal_meanings_only() -> None:
    rules = ruleset(CONJURERS)
    text = "After you draw a spell, gain 1 mana."
    found = propose(rules, text)
    meant = bind_text(rules, rules.parse(text))
    assert found[0].same
    for one in found:
        assert one.same == (bind_text(rules, rules.parse(one.text)) == meant)


def test_the_command_prints_them() -> None:
    result = CliRunner().invoke(app, ["propose", CONJURERS, ASKED[0], "--json"])
    assert result.exit_code == 0
    first = json.loads(result.output)[0]
    assert first["text"] == "Work: each other player discards 2 cards." and not first["same"]


LEFT_OUT = {  # what a proposal must not leave out
    "If you have 3 coins, draw a card": (n.If, n.Unless, n.While),
    "Whenever you draw a spell, gain 2 mana": (n.Trigger,),
    "Gain 1 coin for each beast in your circle": (n.ForEach, n.Per),
}


@pytest.mark.parametrize("text", LEFT_OUT)
def test_nothing_is_left_out(text: str) -> None:
    found = propose(ruleset(CONJURERS), text)
    assert found
    for one in found:
        nodes = list(ruleset(CONJURERS).parse(one.text).walk())
        assert any(isinstance(node, LEFT_OUT[text]) for node in nodes), one.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Each other player discards 3 cards", "Draw 3 cards."),
        ("Each other player discards 3 cards", "Each player discards 3 cards."),
        ("Each other player discards 3 cards", "Each other player discards 2 cards."),
        ("Draw 3 cards", "Each other player draws 3 cards."),
        ("Gain 2 mana", "Gain 2 coins."),
        ("Banish 2 spells", "Discard 2 spells from your hand."),
        ("If you have 3 coins, draw a card", "Pay 3 coins to draw a card."),
    ],
)
def test_what_says_less_or_more_is_not_faithful(text: str, said: str) -> None:
    rules = ruleset(CONJURERS)
    assert not ContentWords(rules.language("en"), text).keeps(rules.parse(f"Work: {said[0].lower()}{said[1:]}"), said)


def test_a_word_that_nobody_has_is_told() -> None:
    text = "Frobnicate a beast to gain 5 mana"
    result = CliRunner().invoke(app, ["propose", CONJURERS, text])
    assert "frobnicate" in result.output
    assert all("frobnicate" in one.without for one in propose(ruleset(CONJURERS), text))


GAMES = Path(CONJURERS).parent
NEAR = {  # in words that a game does not know, and what is found
    "Work: banish a beast to gain 5 mana.": ("conjurers", "Work: discard a beast to gain 5 mana."),
    "Work: double your coins.": ("conjurers", "Work: gain as many coins as the number of coins you have."),
    "Action: sell any amount of salt for 2 coins each.": (
        "salt_roads", "Action: any number of times, pay 1 salt to gain 2 coins.",
    ),
    "Action: take back a contact from the discard pile.": (
        "salt_roads", "Action: take a contact from the discard pile into your hand.",
    ),
    # a change of a number, told by what it lets somebody do
    "You can hold two more cards in your hand.": ("salt_roads", "Your hand limit is 2 higher."),
    "Until the end of this turn, you may have one more card in your hand.": (
        "salt_roads", "Welcome: this turn, your hand limit is 1 higher.",
    ),
    "Each beast in your circle gets +2 power.": ("conjurers", "The power of each beast in your circle is 2 higher."),
    # small words, one after the other
    "Work: for the rest of this turn, gain 1 mana each time you draw a spell.": (
        "conjurers", "Work: this turn, whenever you draw a spell, gain 1 mana.",
    ),
    "Work: take your choice of 2 coins or 3 mana.": ("conjurers", "Work: gain 2 coins or 3 mana."),
    "Work: bring a beast out of your hand and into your circle.": (
        "conjurers", "Work: move a beast from your hand into your circle.",
    ),
    "Work: cut down a tree to receive 2 coins.": ("almanac", "Work: return a tree into your shed to gain 2 coins."),
}  # fmt: skip


@pytest.mark.parametrize("text", NEAR)
def test_it_is_found_in_other_words(text: str) -> None:
    game, wanted = NEAR[text]
    assert wanted in [one.text for one in propose(ruleset(str(GAMES / game)), text)]


def test_a_change_of_a_number_leaves_nothing_out() -> None:
    (found,) = propose(ruleset(str(GAMES / "salt_roads")), "You may carry 2 more cards in your hand.")
    assert (found.text, found.without, found.more) == ("Your hand limit is 2 higher.", (), ())
    rules = ruleset(CONJURERS)  # of what is only named beside the change it is none
    assert not any("power is" in one.text for one in propose(rules, "You need 2 less mana to raise a power."))


def test_what_is_left_out_and_added_is_told() -> None:
    (found,) = propose(ruleset(CONJURERS), "Work: discard a furry beast to gain 1 mana.")
    assert (found.text, found.without) == ("Work: discard a beast to gain 1 mana.", ("furry",))
    shown = CliRunner().invoke(app, ["propose", CONJURERS, "Work: discard a furry beast to gain 1 mana."]).output
    assert "It says nothing of: furry." in shown


def test_nothing_is_proposed_that_says_another_thing() -> None:
    rules = ruleset(CONJURERS)
    assert propose(rules, "Whenever you juggle a spell, gain 1 mana.") == []
    assert propose(rules, "When a beast of yours dies, gain 1 mana.") == []
    for one in propose(rules, "Each other player discards 2 cards for each green spell."):
        assert "for each" in one.text and "2 cards" in one.text


REPAIRED = {  # texts of several sentences, and what is found: one sentence is repaired, the others stay
    "Work: draw a card. Each other player discards a beast to their hand.": (
        "Work: draw a card. Each other player discards a beast in their hand.", ("to",), (),
    ),
    "Work: draw a card. Discard a beast from your hand with the sky, then gain 2 coins.": (
        "Work: draw a card. Discard a beast from your hand, then gain 2 coins.", ("with the sky",), (),
    ),
    "Work: look at another player's hand. Discard a beast from that hand. Gain 1 coin.": (
        "Work: look at another player's hand. Discard a beast from their hand. Gain 1 coin.", ("that",), ("their",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", REPAIRED)
def test_one_sentence_of_several_is_repaired_and_told(text: str) -> None:
    wanted, without, more = REPAIRED[text]
    found = {one.text: one for one in propose(ruleset(CONJURERS), text)}
    assert wanted in found, found
    one = found[wanted]
    assert one.understood and ((one.without, one.more) == (without, more) or not one.without)


def test_no_deed_and_no_condition_is_left_out() -> None:
    for lost in (
        "Each beast frobnicates its sprocket.",
        "If it is furry, gain 1 coin.",
        "Gain 1 coin for each sprocket.",
    ):
        assert propose(ruleset(CONJURERS), f"Work: draw a card. {lost}") == []


def test_nothing_that_says_the_opposite_is_proposed() -> None:
    for one in propose(
        ruleset(CONJURERS), "Your mana is 1 higher. While you have 2 coins, your mana is 1 higher, too."
    ):
        assert "lower" not in one.text and "is 1." not in one.text


def test_the_search_ends_in_time_and_says_so() -> None:
    looking = Proposer(ruleset(CONJURERS), seconds=0.0)
    looking.proposals("Whenever you juggle a spell, gain 1 mana for each beast that nobody has.")
    assert looking.budget.ended and not looking.budget.tried


def test_where_nothing_is_near_sentences_with_its_words_are_shown() -> None:
    looking = Proposer(ruleset(CONJURERS))
    found = looking.like("Work: reveal a card from your hand. If it is a beast, juggle 1 mana.")
    assert found[0] == "Work: reveal a card from your hand. If it is a beast, gain 1 mana."
    assert looking.like("Frobnicate the sprocket.") == []


def test_a_heading_that_is_written_stays() -> None:
    for heading in ("Completion bonus", "Conquest reward"):
        found = propose(ruleset("monumental"), f"{heading}: guide an Explorer up to 2 times.")
        assert [one.text for one in found] == [f"{heading}: up to 2 times, guide an Explorer."]


def test_what_is_said_instead_is_the_same_without_its_price_only() -> None:
    text = "pay 1 scholar to gain 3 books of your choice. If you have no scholars, gain 1 book of your choice instead."
    found = propose(ruleset("age_of_innovation"), f"Special action: {text}")
    assert [one.text for one in found if one.same] == [
        "Special action: if you have no scholars, gain 1 book of your choice; otherwise, "
        "pay 1 scholar to gain 3 books of your choice."
    ]
