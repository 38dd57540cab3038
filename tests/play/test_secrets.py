"""The log names a card to whom it is known only: who saw it before, or sees where it goes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from rulewright.cli.table.table import Table
from rulewright.play.choosing import option_for
from rulewright.play.seats import seated
from rulewright.play.session import Session
from rulewright.runtime.game import Game
from rulewright.runtime.rules import load

DYKES = Path(__file__).parents[1] / "games" / "dykes"
HANDS = [["tithe", "tally"], ["praise", "census"]]


def dealt() -> Game:
    game = load(DYKES).new_game(2, 1)
    game.arrange({"seats": [{"zones": {"hand": hand}} for hand in HANDS]})
    return game


def after(*choices: str) -> Game:
    game = dealt()
    for words in choices:
        assert game.decision is not None
        game.choose(option_for(game.decision, words).id)
    return game


@pytest.mark.parametrize(
    ("choices", "knowing"),
    [
        (["Store", "Tithe"], {0}),  # from a hand into what nobody sees
        (["Show", "Tithe"], {0, 1}),  # onto the table
        (["Send", "Tithe"], {0}),  # as a choice, and as what a verb is done to
        (["Swap", "Tithe", "Praise"], {0, 1}),  # whoever gets it sees it
        (["Swap", "Tithe"], {0}),  # until then only who chose it
        (["Lose"], {0}),  # by chance
    ],
)
def test_who_is_told_of_a_card(choices: list[str], knowing: set[int]) -> None:
    game = after(*choices)
    cards = [name for name in ("Tithe", "Tally") if any(name in line for line in game.log_lines())]
    assert len(cards) == 1
    for seat in range(2):
        told = game.log_lines(seats=[seat])
        assert any(cards[0] in line for line in told) == (seat in knowing)
        assert len(told) == len(game.log_lines())


def test_what_another_gives_is_not_told_to_its_giver() -> None:
    game = after("Swap", "Tithe", "Praise")
    assert any("Praise" in line for line in game.log_lines(seats=[0]))
    assert not any("Tithe" in line for line in after("Store", "Tithe", "Rest").log_lines(seats=[1]))


def test_a_human_does_not_read_what_a_bot_hides() -> None:
    session = Session(dealt, seated(["random", "human"], 1))
    for words in ("Store", "Tithe"):
        assert session.game.decision is not None
        session.choose(option_for(session.game.decision, words).id)
    screen = io.StringIO()
    Table(session, Console(file=screen, width=100), "en", lambda prompt: "quit", None).tell()
    assert "Player 1 puts a letter from their hand into their chest: …" in screen.getvalue()
    assert "Tithe" not in screen.getvalue()


def test_who_looks_at_a_hand_is_told_its_cards_and_nobody_else() -> None:
    game = load(DYKES.parent / "conjurers").new_game(3, 1)
    zones: list[dict[str, list[str]]] = [{"circle": ["spy"], "hand": []}, {"hand": ["wolf", "mist"]}, {"hand": []}]
    game.arrange({"seats": [{"zones": of_seat} for of_seat in zones]})
    assert game.decision is not None and game.decision.seat == 0
    game.choose(option_for(game.decision, "Spy").id)
    game.choose(option_for(game.decision, "Player 2").id)
    for seat, knows in ((0, True), (1, True), (2, False)):
        assert any("Wolf" in line for line in game.log_lines(seats=[seat])) == knows
