"""What a table of several humans must not give away: by taking back, or by the order of a list."""

import random
from functools import partial

import loaded
import pytest

from rulewright.play.session import Session
from rulewright.problems import RulewrightError
from rulewright.runtime.rules import Rules

LOOK = "Take 1 of them into your hand"


@pytest.fixture(scope="module")
def mythotopia() -> Rules:
    return loaded.rules("mythotopia")


@pytest.fixture(scope="module")
def looked(mythotopia: Rules) -> list[str]:
    """The choices of a game up to where a seat has looked at cards of a pile and chooses one of them."""
    game, luck = mythotopia.new_game(2, 2), random.Random(2)
    while game.decision is not None and game.decision.prompt() != LOOK:
        game.choose(luck.choice(game.decision.options).id)
    assert game.decision is not None
    return game.journal


def taken_back(session: Session) -> str:
    """The reason why the last choice is not taken back; "" where it was."""
    made, position = session.made[:], session.game.hash()
    try:
        assert session.undo()
    except RulewrightError as error:
        assert [found.code for found in error.problems] == ["RW0715"]
        assert (session.made, session.game.hash()) == (made, position)  # it goes on as if nothing had been asked
        return str(error.problems[0].words["reason"])
    assert session.made == made[:-1]
    return ""


def test_a_look_at_hidden_cards_is_not_taken_back(mythotopia: Rules, looked: list[str]) -> None:
    session = Session(partial(mythotopia.new_game, 2, 2), [None, None], made=looked)
    assert taken_back(session) == "hidden cards have been seen"


def test_alone_against_a_bot_it_is(mythotopia: Rules, looked: list[str]) -> None:
    session = Session(partial(mythotopia.new_game, 2, 2), [None, None], made=looked)
    session._humans = 1
    assert taken_back(session) == ""


def test_what_is_taken_back_is_ones_own_and_shows_nothing(mythotopia: Rules, looked: list[str]) -> None:
    met = set()
    for count in range(2, len(looked), 3):
        session = Session(partial(mythotopia.new_game, 2, 2), [None, None], made=looked[: count - 1])
        seat, chance = session.game.seat, session.game.state.rng
        session.choose(looked[count - 1])
        own, lucky = session.game.seat == seat, session.game.state.rng != chance
        reason = taken_back(session)
        met.add(reason)
        if not own:
            assert reason == "another player is to choose"
        elif lucky:
            assert reason == "chance has decided something"
    assert {"", "another player is to choose"} <= met


def test_cards_of_a_hidden_pile_are_not_listed_as_they_lie(mythotopia: Rules, looked: list[str]) -> None:
    lists = set()
    for turned in (False, True):
        game = mythotopia.new_game(2, 2)
        for option in looked[:-1]:
            game.choose(option)
        state = game.state
        for zone in range(game.program.layout.zone_count):
            if zone in game.machine.hidden[0] & game.machine.hidden[1] and len(state.zones[zone]) > 3:
                top = state.zones[zone][-3:]
                state.zones[zone] = state.zones[zone][:-3] + (top[::-1] if turned else top)
        game.choose(looked[-1])
        assert game.decision is not None and game.decision.prompt() == LOOK
        lists.add(tuple(option.id for option in game.decision.options))
    assert len(lists) == 1
