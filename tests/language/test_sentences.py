"""Sentences of every construct parse, print as they are written, and come back as the same tree."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain import read_plain

from rulewright.language import nodes as n
from rulewright.language.language import Language

SENTENCES = read_plain(Path(__file__).with_name("sentences.yaml"))


@pytest.mark.parametrize("text", [text for texts in SENTENCES.values() for text in texts])
def test_sentence_is_its_own_normal_form(language: Language, text: str) -> None:
    tree = language.parse(text)
    assert language.print(tree) == text
    assert language.parse(language.print(tree)) == tree


# written, normal form
OTHER_WORDINGS = [
    ("Pay 1 coin: draw a card.", "Pay 1 coin to draw a card."),
    ("Gain as many coins as the number of towers.", "Gain as many coins as the number of towers you have."),
    ("Return all your workers.", "Return all of your workers."),
    ("Draw two cards.", "Draw 2 cards."),
    ("Your towers cannot be destroyed.", "Players cannot destroy your towers."),
    ("They cannot be destroyed.", "Players cannot destroy them."),
    ("Refill the market.", "Fill the market."),
    ("There is no tower in the target.", "There are no towers in the target."),
    ("If there is a tower in the target, draw a card.", "If there is a tower in the target, draw a card."),
    ("Draw a card and gain 1 coin.", "Draw a card, then gain 1 coin."),
    ("then draw a card.", "Draw a card."),
    ("Discard the revealed cards.", "Discard the cards revealed this way."),
    ("Choose a field in which you have a tower.", "Choose a field where you have a tower."),
    ("Choose one: gain 1 coin; or draw a card.", "Gain 1 coin or draw a card."),
    ("Draw a card. If you cannot, lose 1 point.", "If possible, draw a card; otherwise, lose 1 point."),
    ("Gain 1 coin for every tower you have.", "Gain 1 coin for each tower you have."),
    ("Each player who has a tower gains 1 coin.", "Each player that has a tower gains 1 coin."),
    ("You may play an additional card.", "You may play an extra card."),
    ("Gain 2 extra coins.", "Gain 2 coins."),
    ("Move a worker from a field into an adjacent field.", "Move a worker from a field into a field next to it."),
    ("You may draw a card as well.", "You may also draw a card."),
]


@pytest.mark.parametrize(("written", "normal"), OTHER_WORDINGS)
def test_other_wordings_print_the_normal_form(language: Language, written: str, normal: str) -> None:
    assert language.print(language.parse(written)) == normal


def test_abilities_stand_on_lines_of_their_own(language: Language) -> None:
    tree = language.parse("Draw a card. Action, once per turn: gain 1 coin. Income: gain 1 wood. Draw a card.")
    assert isinstance(tree, n.Text)
    assert [a.heading for a in tree.abilities] == ["action", "income"]
    assert tree.abilities[0].limits == ("once_per_turn",)
    assert (
        language.print(tree) == "Draw a card.\nAction, once per turn: gain 1 coin.\nIncome: gain 1 wood. Draw a card."
    )


def test_an_empty_text_is_an_empty_tree(language: Language) -> None:
    assert language.parse("") == n.Text()
    assert language.print(n.Text()) == ""


def test_a_step_of_a_block_needs_no_full_stop(language: Language) -> None:
    assert language.parse("Draw a card", "block_sentence") == language.parse("Draw a card.", "sentence")
    assert isinstance(language.parse("Draw a card. Gain 1 coin", "block_sentence"), n.Text)


@pytest.mark.parametrize(
    ("kind", "text", "node_class"),
    [
        ("condition", "you have a tower", n.Has),
        ("condition", "you have a tower and you control the target", n.AllConditions),
        ("event", "you attack or defend", n.Does),
        ("phrase", "a field you control", n.NounPhrase),
        ("phrase", "a tower or a bridge", n.Phrases),
        ("amount", "2 plus your hand limit", n.Plus),
        ("amount", "your hand limit", n.Value),
        ("value", "your hand limit", n.Value),
        ("value", "your towers", n.NounPhrase),
        ("value", "the number of your towers", n.CountOf),
        ("sentence", "Draw a card.", n.Perform),
    ],
)
def test_kinds(language: Language, kind: str, text: str, node_class: type[n.Node]) -> None:
    tree = language.parse(text, kind)
    assert isinstance(tree, node_class)
    assert language.print(tree, kind).rstrip(".").lower() == text.rstrip(".").lower()


def test_filters_go_to_the_nearest_noun(language: Language) -> None:
    tree = language.parse("a field next to a field with a tower", "phrase")
    assert isinstance(tree, n.NounPhrase)
    (beside,) = tree.filters
    assert isinstance(beside, n.NextTo)
    assert isinstance(beside.phrase, n.NounPhrase)
    assert isinstance(beside.phrase.filters[0], n.With)


def test_a_group_shares_determiner_and_filters(language: Language) -> None:
    tree = language.parse("each tower or bridge in the target", "phrase")
    assert isinstance(tree, n.NounPhrase)
    assert isinstance(tree.noun, n.NounGroup)
    assert tree.filters == (n.At(preposition="in", phrase=language.parse("the target", "phrase")),)  # type: ignore[arg-type]


def test_number_is_kept_only_where_the_determiner_leaves_it_open(language: Language) -> None:
    plural = {
        text: tree.plural
        for text in ("your towers", "your tower", "2 towers", "each tower", "all towers", "these cards", "wood")
        if isinstance(tree := language.parse(text, "phrase"), n.NounPhrase)
    }
    assert plural == {
        "your towers": True, "your tower": False, "2 towers": False, "each tower": False,
        "all towers": False, "these cards": True, "wood": False,
    }  # fmt: skip


def test_every_node_knows_its_place(language: Language) -> None:
    text = "Whenever you draw a card, gain 2 coins."
    spans = {text[x.span.start : x.span.end] for x in language.parse(text).walk() if x.span}
    assert {"you draw a card", "a card", "gain 2 coins", "2 coins", "you"} <= spans
