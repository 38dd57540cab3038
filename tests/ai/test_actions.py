"""Actions have the same numbers everywhere, observations the same layout, and both tell only what a seat may know."""

from __future__ import annotations

import random
from pathlib import Path

import loaded
import pytest

from rulewright.ai.actions import Actions
from rulewright.ai.playing import TERMINAL, Playing, Table
from rulewright.problems import RulewrightError
from rulewright.runtime.sight import UNSEEN

GOOFSPIEL = str(Path(__file__).parents[1] / "games" / "goofspiel")


@pytest.fixture(scope="module", params=["tic_tac_toe", GOOFSPIEL])
def table(request: pytest.FixtureRequest) -> Table:
    return Table(loaded.rules(request.param), games=2)


def stepped(state: Playing, luck: random.Random, count: int) -> Playing:
    for _ in range(count):
        if not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
    return state


def test_the_actions_of_a_board_are_its_spaces() -> None:
    actions = Actions.of(loaded.rules("tic_tac_toe"), 2)
    assert actions.ids == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"] and actions.spare == 0


def test_an_action_means_the_same_whenever_it_is_offered(table: Table) -> None:
    state, luck, ids = table.new_state(3), random.Random(3), table.actions.ids
    while not state.is_terminal() and len(state._known[0]) < 60:
        offered = table.actions.numbers(state.game)
        assert len(set(offered)) == len(offered) == len(state.game.legal)
        assert all(0 <= number < len(table.actions) for number in offered)
        for number, option in zip(offered, state.game.decision.options, strict=True):  # type: ignore[union-attr]
            assert number >= len(ids) or ids[number] == option.id
        state.apply_action(luck.choice(offered))


def test_options_that_no_list_has_take_spare_numbers() -> None:
    game = loaded.rules("tic_tac_toe").new_game(2, 1)
    few = Actions(["a1", "b2"], spare=7)
    numbers = few.numbers(game)
    assert len(set(numbers)) == 9 and numbers == few.numbers(loaded.rules("tic_tac_toe").new_game(2, 2))
    assert [numbers[0], numbers[4]] == [0, 1]
    with pytest.raises(RulewrightError) as told:
        Actions(["a1", "b2"], spare=6).numbers(game)
    assert told.value.problems[0].code == "RW0862"


def test_what_may_not_be_chosen_is_refused(table: Table) -> None:
    state = table.new_state(1)
    before = state.game.hash()
    for action in (-1, len(table.actions), next(a for a in range(999) if a not in state.legal_actions())):
        with pytest.raises(RulewrightError) as told:
            state.apply_action(action)
        assert told.value.problems[0].code == "RW0863"
    assert state.game.hash() == before


def test_a_clone_goes_its_own_way_with_the_same_chance(table: Table) -> None:
    state = stepped(table.new_state(4), random.Random(1), 3)
    clone = state.clone()
    before = str(clone)
    stepped(state, random.Random(2), 10)
    assert str(clone) == before
    stepped(clone, random.Random(2), 10)
    assert str(clone) == str(state)
    assert [clone.information_state(seat) for seat in range(table.players)] == [
        state.information_state(seat) for seat in range(table.players)
    ]


def test_an_observation_has_a_number_for_each_field(table: Table) -> None:
    state = stepped(table.new_state(2), random.Random(5), 2)
    names = [field.name for field in table.observations.fields]
    assert len(set(names)) == len(names) == len(table.observations)
    for seat in range(table.players):
        vector = state.observation_tensor(seat)
        assert len(vector) == len(names)
        named = state.observation(seat)
        assert named == {name: value for name, value in zip(names, vector, strict=True) if value}
        assert named.get(f"chooser +{(state.current_player() - seat) % table.players}") == 1


def test_seats_see_themselves_first() -> None:
    table = Table(loaded.rules("tic_tac_toe"))
    state = table.new_state(1)
    state.apply_action(4)
    own, others = state.observation(0), state.observation(1)
    mine = [name for name in own if "of +0" in name and "b2" in name]
    assert mine and own[mine[0]] == others[mine[0].replace("+0", "+1")] == 1


@pytest.mark.parametrize("name", ["monumental", "mythotopia"])
def test_nothing_hidden_is_in_an_observation(name: str) -> None:
    """Two games that differ only in where hidden cards lie look the same."""
    table, luck = Table(loaded.rules(name)), random.Random(8)
    state = table.new_state(8)
    for _ in range(40):
        state.game.step(luck.randrange(len(state.game.legal)))
    seat = state.current_player()
    seen, vector, known = state.sight(seat), state.observation_tensor(seat), state.information_state(seat)
    mixed = state.game.state
    cards = [card for card, place in enumerate(seen.places) if place == UNSEEN and mixed.where[card] >= 0]
    places = [mixed.where[card] for card in cards]
    order = cards[1:] + cards[:1]
    moved = sum(mixed.where[card] != place for card, place in zip(order, places, strict=True))
    for zone, lying in enumerate(seen.zones):
        if lying is None:
            kept = [card for card in mixed.zones[zone] if card not in cards]
            here = [card for card, place in zip(order, places, strict=True) if place == zone]
            mixed.zones[zone] = tuple(here + kept)
    for card, place in zip(order, places, strict=True):
        mixed.where[card] = place
    assert moved > 0
    assert state.sight(seat) == seen
    assert state.observation_tensor(seat) == vector and state.information_state(seat) == known


def test_returns_add_up_to_nothing() -> None:
    table = Table(loaded.rules("tic_tac_toe"))
    found = set()
    for seed in range(30):
        state = table.new_state(seed)
        assert state.returns() == [0, 0]
        stepped(state, random.Random(seed), 9)
        assert state.is_terminal() and state.current_player() == TERMINAL and state.legal_actions() == []
        found.add(tuple(state.returns()))
    assert found == {(1, -1), (-1, 1), (0, 0)}
