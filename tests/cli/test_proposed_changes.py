"""`rulewright propose` adds the place that a text leaves out, and does what its problem says; both are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from loaded import ruleset
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.compiler.proposing import Proposal, Proposer
from rulewright.compiler.proposing.changes.diagnosed import Diagnosed
from rulewright.compiler.proposing.judging.function_words import FunctionWords
from rulewright.compiler.proposing.search_budget import LEAST, SearchBudget

CONJURERS = str(Path(__file__).parents[1] / "games" / "conjurers")

PLACES = {  # a text without a place, what is proposed first, and the words that it says beside
    "Work: if you have more beasts than each other player, draw a card.": (
        "Work: if you have more beasts in your circle than each other player, draw a card.", {"circle"},
    ),
    "Work: gain 1 mana for each beast.": ("Work: gain 1 mana for each beast in your circle.", {"circle"}),
    "Work: put a spell from the discard pile.": ("Work: put a spell from the discard pile into your hand.", {"hand"}),
    "Work: each other player with more beasts than you discards a beast.": (
        "Work: each other player with more beasts in their circle than the number of beasts in your circle discards"
        " a beast.", {"circle", "their"},
    ),
}  # fmt: skip


def found(text: str) -> list[Proposal]:
    """What is proposed for a text."""
    return Proposer(ruleset(CONJURERS)).proposals(text)


@pytest.mark.parametrize("text", PLACES)
def test_a_place_that_is_left_out_is_added_and_told(text: str) -> None:
    said, more = PLACES[text]
    first = found(text)[0]
    assert (first.text, first.without, set(first.more)) == (said, (), more)
    assert first.understood


def test_nothing_is_put_where_it_is() -> None:
    for one in found("Work: put a spell from the discard pile."):
        assert "into the discard pile" not in one.text.partition("from the discard pile")[2]


def test_of_what_a_problem_says_to_write_each_change_is_tried_by_itself() -> None:
    said = [one.text for one in Diagnosed(ruleset(CONJURERS).language("en")).of("Work: discard a beast to your hand.")]
    assert said and all(one.startswith("Work: ") for one in said)
    assert not [*Diagnosed(ruleset(CONJURERS).language("en")).of("Work: draw a card.")]


WHOSE = [  # what was asked for, another text, and what is told of whose the things are
    ("Return it to its owner's hand.", "Return it into your hand.", {"its owner's"}, {"your hand"}),
    ("Put it into your hand.", "Put it into their hand.", set(), {"their", "their hand"}),
    ("Discard a beast of yours.", "Discard your beast.", set(), set()),
    ("Pay 1 coin to you.", "Pay 1 coin.", {"to you"}, set()),
]


@pytest.mark.parametrize(("asked", "said", "without", "more"), WHOSE)
def test_whose_a_thing_is_and_who_gets_it_is_told(asked: str, said: str, without: set[str], more: set[str]) -> None:
    gone, added = FunctionWords(ruleset(CONJURERS).language("en")).differing(asked, said)
    assert (set(gone), set(added)) == (without, more)


def test_some_texts_are_tried_however_slow_the_machine_is() -> None:
    budget = SearchBudget(seconds=1.0)
    budget._begun = 0.0  # as if it had begun long ago: twice as long as it may take ends it all the same
    assert not budget.left() and budget.ended
    busy = SearchBudget(seconds=3600.0)
    assert all(busy.left() for _ in range(LEAST)) and busy.tried == LEAST


def test_the_parts_of_a_text_that_can_be_read_are_not_listed() -> None:
    shown = CliRunner().invoke(app, ["propose", CONJURERS, "Work: return another player's beast in the circle."]).output
    assert "by themselves" not in shown


def test_in_another_language_a_place_is_added_too() -> None:
    game = ruleset("monumental")
    asked = game.parse("Use: take a policy.")
    for lang in ("es", "hu"):
        (first, *_) = Proposer(game, lang).proposals(game.language(lang).print(asked, "text"))
        with_place = "Use: take a policy from the display."
        assert game.parse(first.text, lang) == game.parse(with_place) and first.more
