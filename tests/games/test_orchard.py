"""What acts in any order, only if possible, up to so often, closures, groups, gaps and awards against nobody do."""

from pathlib import Path

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.rules import load

ORCHARD = Path(__file__).parent / "orchard"


@pytest.fixture
def game() -> Game:
    """A game after the first player has put a hut down."""
    begun = load(ORCHARD).new_game(2, seed=1)
    begun.choose("b2")
    return begun


def offered(game: Game) -> list[str]:
    assert game.decision is not None
    return [option.text() for option in game.decision.options]


def held(game: Game, noun: str) -> int:
    return int(game.state.n[game.program.layout.held[noun]])


def test_acts_in_any_order_are_offered_when_they_can_be_done(game: Game) -> None:
    assert offered(game) == ["Gain 1 apple", "Gain 1 pear"]  # there is no apple to pay yet
    game.choose_number(0)
    assert offered(game) == ["Pay 1 apple", "Gain 1 pear"]
    game.choose_number(1)  # the last one is done without asking
    assert (held(game, "apple"), held(game, "pear")) == (0, 0)


def test_what_is_possible_must_be_done(game: Game) -> None:
    game.choose_number(0)
    game.choose_number(0)
    assert held(game, "pear") == 0  # paid, as it could be
    assert game.scores[0] == 1  # 5 apples could not


def test_a_deed_is_done_up_to_so_often(game: Game) -> None:
    game.choose_number(0)
    game.choose_number(0)
    assert offered(game) == ["Stop", "Go on"]
    game.choose_number(1)
    game.choose("b1--c2")
    assert offered(game) == ["Stop", "Go on"]
    game.choose_number(1)
    assert game.decision is not None and all(option.id != "b1--c2" for option in game.decision.options)
    game.choose("a1--b2")
    assert offered(game) == ["Stop", "Go on"]  # of the points; there are no more than 2 planks


def test_a_fruit_of_a_tree_is_of_its_kind(game: Game) -> None:
    game.choose_number(0)
    game.choose_number(0)
    game.choose_number(0)  # no planks
    assert (held(game, "apple"), held(game, "pear")) == (2, 1)


def test_numbers_over_the_map() -> None:
    game = load(ORCHARD).new_game(2, seed=1)
    number = game.program.number
    game.arrange({"seats": [{"pieces": {"a1": {"hut": 1}, "b2": {"hut": 1}, "c1": {"hut": 1}}}]})
    assert number("second_yield", game.state, 0) == 1  # of 1, 1 and 3
    assert number("second_yield", game.state, 1) == 0
    assert number("clusters", game.state, 0) == 2  # b2 lies beside c1
    assert number("reach", game.state, 1) == 0
    game.arrange({"seats": [{"pieces": {"a1--b2": {"plank": 1}}}]})
    assert number("clusters", game.state, 0) == 1
    assert number("reach", game.state, 0) == 3  # every field that yields 3 lies within 2 steps of another


def test_gaps_lie_across_the_sides() -> None:
    layout = load(ORCHARD).program(2).layout
    assert sorted(layout.names[gap] for gap in layout.borders) == [
        "a1--a3", "a1--b2", "a2--c1", "a2--c3", "a3--b2", "b1--b3", "b1--c2", "b3--c2", "c1--c3",
    ]  # fmt: skip
    for one, other in layout.border_ends.values():
        assert other not in layout.neighbours[one]


def test_an_option_chooses_the_grid() -> None:
    rules = load(ORCHARD, options={"hills": True})
    assert all(name.startswith("h") for name in rules.program(2).layout.ids)
    assert not any(name.startswith("h") for name in rules.program(3).layout.ids)
    assert not any(name.startswith("h") for name in load(ORCHARD).program(2).layout.ids)


def test_nobody_takes_a_place() -> None:
    game = load(ORCHARD).new_game(2, seed=1)
    while game.decision is not None:
        game.choose_number(0)
    birds = game.program.number("birds", game.state)
    assert birds == 2
    assert all(score > birds for score in game.scores)


def test_whose_turn_it_is_chooses(game: Game) -> None:
    seats = []
    while game.decision is not None:
        seats.append(game.decision.seat)
        game.choose_number(0)
    assert seats == sorted(seats) and set(seats) == {0, 1}
