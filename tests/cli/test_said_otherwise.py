"""`rulewright propose` says a text otherwise where it fails: what it drops or adds is told, word by word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from loaded import ruleset

from rulewright.compiler.proposing import Proposal, Proposer
from rulewright.compiler.proposing.changes.ways import ways_of
from rulewright.compiler.proposing.judging.function_words import FunctionWords
from rulewright.language.language import Language

CONJURERS = str(Path(__file__).parents[1] / "games" / "conjurers")

SAID: Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {  # what is found, what it drops and adds
    "Work: draw a card. Whenever another player draws a spell, gain 1 mana.": (
        "Whenever another player draws a spell, gain 1 mana.\nWork: draw a card.", (), (),
    ),
    "Work: each other player chooses one: lose 1 coin; or let you take a card from their hand at random.": (
        "Work: each other player loses 1 coin or puts a card from their hand into your hand at random.",
        (), ("your hand",),
    ),
    "Whenever you draw a spell or a spell is discarded by another player, gain 1 mana.": (
        "Whenever you draw a spell, gain 1 mana. Whenever another player discards a spell, gain 1 mana.", (), (),
    ),
    "Other players must pay you 1 coin to draw a spell.": (
        "Whenever another player draws a spell, they pay 1 coin to you.",
        ("Other", "must", "to"), ("whenever another", "they"),
    ),
    "Work: if another player has more coins than you, they lose 1 coin.": (
        "Work: for each other player, if they have more coins than you, they lose 1 coin.", (), ("each", "their if"),
    ),
    "Work: the player with the fewest coins gains 2 coins.": (
        "Work: each player with the fewest coins gains 2 coins.", (), ("each",),
    ),
    "Work: look at the top card of the deck. Each other player may look at it.": (
        "Work: look at the top card of the deck. Each other player looks at the top card of the deck.",
        ("may", "it"), (),
    ),
}  # fmt: skip


def found(text: str) -> list[Proposal]:
    """What is proposed for a text."""
    return Proposer(ruleset(CONJURERS)).proposals(text)


@pytest.mark.parametrize("text", SAID)
def test_a_text_is_said_otherwise(text: str) -> None:
    said, without, more = SAID[text]
    first = found(text)[0]
    assert (first.text.strip(), first.without, first.more) == (said, without, more)
    assert not first.same and first.understood


LOST = [  # what was asked for, another text, the words that only the first has, and those that only the second has
    ("Draw up to 2 cards.", "Draw 2 cards.", ("up to",), ()),
    ("You may draw a card.", "Draw a card.", ("may",), ()),
    ("Each other player draws a card.", "Each player draws a card.", ("other",), ()),
    ("Each player draws a card.", "Another player draws a card.", ("each",), ("another",)),
    ("Draw 3 cards.", "Draw 2 cards.", ("3",), ("2",)),
    ("Draw two cards.", "Draw 2 cards.", (), ()),
    ("Until the end of your turn, draw a card.", "Draw a card.", ("until", "turn"), ()),
    ("Put a card at random onto the bottom.", "Put a card onto the top.", ("random", "bottom"), ("top",)),
    ("If you cannot, draw a card.", "If you do not, draw a card.", ("cannot",), ("not",)),
    ("Discard a beast.", "Discard a beast from your hand.", (), ("hand",)),
    ("If you have no coins, draw a card.", "If you have coins, draw a card.", ("no",), ()),
    ("At least 2 coins and at least 2 spells.", "At least 2 coins and spells.", ("at least", "2"), ()),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "said", "without", "more"), LOST)
def test_no_word_that_says_how_much_goes_unnoticed(
    asked: str, said: str, without: tuple[str, ...], more: tuple[str, ...]
) -> None:
    gone, added = FunctionWords(ruleset(CONJURERS).language("en")).differing(asked, said)
    assert (set(gone), set(added)) == (set(without), set(more))


def english() -> Language:
    """The language of the game."""
    return ruleset(CONJURERS).language("en")


def test_forms_and_words_are_put_in() -> None:
    language = english()
    words = ways_of(language, {"otherwise": 1.0})[0].words
    assert list(words.filled("{drawn>s} a card", "", "")) == ["draws a card"]
    assert list(words.filled("{frobnicated>s} a card", "", "")) == []
    before = "Discard a spell, then draw a beast"
    assert list(words.filled("the {one}", before, before)) == ["the beast", "the spell"]
    assert list(words.filled("{done} so", before, before)) == ["drawn so", "discarded so"]


def test_each_way_is_a_pattern_that_uses_its_own_groups() -> None:
    near = english().lexicon.core["near"]
    for key in ("otherwise", "taken", "less", "order", "shapes"):
        for pattern, *ways in near[key]:
            groups = re.compile(pattern).groups
            assert ways, pattern
            used = {int(number) for way in ways for number in re.findall(r"\\(\d)", str(way))}
            assert max(used, default=0) <= groups, pattern


def test_without_time_nothing_is_said_otherwise() -> None:
    looking = Proposer(ruleset(CONJURERS), seconds=0.0)
    assert looking.otherwise.found("Work: each player who discarded none this way loses 1 coin.") == []


def test_what_a_verb_is_done_to_is_proposed_where_it_is_left_out() -> None:
    text = "Reserve, once per turn: after you capture a province, you may invade again."
    first = Proposer(ruleset("mythotopia")).proposals(text)[0]
    assert first.text.strip() == "Reserve, once per turn: after you capture a province, you may invade a province."
    assert (first.without, first.more) == (("again",), ("province",))


def test_the_opposite_is_no_proposal() -> None:
    near = Proposer(ruleset("mythotopia")).proposals("Reserve: players you are at war with have a hand limit 1 lower.")
    assert all("higher" not in one.text for one in near)
