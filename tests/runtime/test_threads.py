"""Games are played at the same time, in threads: each comes out as if it were alone."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from threading import Barrier, Thread
from typing import Any

import pytest

from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules, load
from rulewright.runtime.state import State

GAMES = 8


@pytest.fixture(autouse=True)
def _restless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let threads take turns as often as they can, above all in the middle of looks."""

    def yielding(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            time.sleep(0)
            return function(*args)

        return call

    monkeypatch.setattr(State, "copy", yielding(State.copy))
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.fixture(scope="module")
def mythotopia() -> Rules:
    return load("mythotopia")


def together(play: Callable[[int], Any]) -> list[Any]:
    """What each of several calls gives when all of them run at the same time."""
    found: list[Any] = [None] * GAMES
    begin = Barrier(GAMES)

    def run(number: int) -> None:
        begin.wait()
        try:
            found[number] = play(number)
        except Exception as error:  # it is compared with what the others give
            found[number] = error

    threads = [Thread(target=run, args=(number,)) for number in range(GAMES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def offered(game: Game, seed: int) -> list[list[str]]:
    """The ids of the options on a random way through a game."""
    luck, found = random.Random(seed), []
    while game.values and len(found) < 80:
        found.append([option.id for option in game.decision.options] if game.decision else [])
        game.step(luck.randrange(len(game.values)))
    return found


def test_copies_of_a_game_may_be_played_in_threads(mythotopia: Rules) -> None:
    first = mythotopia.new_game(3, 5)

    def play(number: int) -> list[list[str]]:
        return offered(first.copy(), number)

    assert together(play) == [play(number) for number in range(GAMES)]


def test_texts_are_read_in_threads(mythotopia: Rules) -> None:
    right, wrong = "Draw 2 cards.", "Draw 2 card."

    def read(number: int) -> list[str]:
        told = []
        for text in (right, wrong) * 15:
            try:
                told.append(mythotopia.print(mythotopia.parse(text), "hu" if number % 2 else "en"))
            except RulewrightError as error:
                told.append(str(error))
        return told

    assert together(read) == [read(number) for number in range(GAMES)]
