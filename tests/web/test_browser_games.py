"""Each game that ships is played to its end in a real browser, by clicking.

Tic-tac-toe is played from its first choice. The others begin from a late journal: a game whose choices were drawn at
random is cut before the last few choices of the first seat, as if the program had been stopped there, and another one
goes on with it. All choices from there are clicks of the mouse, on a space or a card wherever one can be clicked, else
on the list. The other seats are bots that choose at random. `RULEWRIGHT_CLICKS=9999 tools/browser` plays all of them
from the first choice.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import loaded
import pytest

import browsing  # isort: skip

import pictures

from rulewright.web.rooms import ME, Room, Rooms

CLICKS = int(os.environ.get("RULEWRIGHT_CLICKS", "8"))
"""Choices of the first seat that are left of a game."""
GAMES = {"mythotopia": (0, 0.8), "monumental": (3, 0), "age_of_innovation": (3, 0), "civ_new_dawn": (1, 0.8),
         "terra_mystica": (3, 0)}  # fmt: skip
"""By game, a seed and how often the first seat takes the first option: with these the game is soon over."""


@pytest.fixture(scope="module")
def shown() -> Iterator[Any]:
    with pictures.browser() as browser:
        yield browser


def tables(folder: Path, game: str) -> Rooms:
    """Tables of a folder, over a ruleset that other tests use, too."""
    made = Rooms(folder, delay=0)
    made.loaded._rules[game, (), repr([])] = loaded.rules(game)
    return made


def late(folder: Path, game: str) -> dict[int, str]:
    """Leave a game in a folder that is nearly over; the choices of its first seat that are to come, by number."""
    rooms = tables(folder, game)
    seed, first = GAMES[game]
    room = rooms.create(game, [ME, "random"], [], {}, seed=seed)
    luck, session, mine = random.Random(seed), room.session, {}
    session.run()
    while session.game.decision is not None:
        options = session.game.decision.options
        option = (options[0] if luck.random() < first else luck.choice(options)).id
        mine[len(session.made)] = option
        session.choose(option)
        session.run()
    rooms.close()
    kept = dict(list(mine.items())[-CLICKS:])
    lines = room.path.read_text("utf-8").splitlines(keepends=True)
    assert json.loads(lines[-1])["end"]
    room.path.write_text("".join(lines[: 1 + min(kept)]), "utf-8")
    return kept


def choose(page: Any, option: str) -> str:
    """Click on an option: on its space or card where one can be clicked, else on the list; what was clicked."""
    button = page.locator(f'#options .o[value="{option}"]')
    ids = (button.get_attribute("data-at") or "").split()
    for id in ids:
        thing = page.locator(f'.space.can[data-id="{id}"], .card.can[data-id="{id}"]')
        if len(ids) == 1 and thing.count() and thing.first.is_visible():
            before = browsing.made(page)
            thing.first.click()
            if browsing.made(page) == before and page.locator("#menu button").count():
                page.locator(f'#menu .o[value="{option}"]').first.click()
            return "thing"
    button.click()
    return "list"


def play(page: Any, room: Room, wanted: dict[int, str]) -> list[str]:
    """Click until the game is over; what was clicked."""
    clicked = []
    while room.game.decision is not None:
        before = len(room.session.made)
        page.wait_for_selector(f'.app[data-made="{before}"]', state="attached")
        assert page.locator("#options .o").count() == len(room.game.decision.options)
        clicked.append(choose(page, wanted[before]))
        browsing.changed(page, before)
    return clicked


def end(page: Any, room: Room) -> None:
    """The last screen: that the game is over, why, and everybody's place and score; the whole game can be looked at."""
    page.wait_for_selector(".ranking")
    assert page.locator(".prompt h2").inner_text() == "The game is over"
    won = page.locator(".prompt .won").inner_text()
    best = ", ".join(room.game.labels.seat(seat, "en") for seat in room.game.winners)
    assert won == (f"Won by {best}" if len(room.game.winners) == 1 else "All share the first place")
    rows = [row.split() for row in page.locator(".ranking li").all_inner_texts()]
    assert [int(row[-1]) for row in rows] == [room.game.scores[seat] for seat in room.game.ranking]
    assert page.locator("#options").count() == 0
    page.locator(".bar a[href$=replay]").click()
    page.wait_for_selector(".scrub")
    page.wait_for_load_state()  # keys are heard once the script of the page has run
    page.keyboard.press("[")
    page.wait_for_selector(f'.app[data-at="{len(room.session.made) - 1}"]', state="attached")
    assert page.wrong == []


def test_tic_tac_toe_is_played_from_its_beginning(shown: Any, tmp_path: Path) -> None:
    rooms = tables(tmp_path, "tic_tac_toe")
    room = rooms.create("tic_tac_toe", [ME, "random"], [], {}, seed=3)
    with pictures.served(rooms) as address:
        page = browsing.opened(shown, f"{address}/seat/{pictures.link(room)}")
        while room.game.decision is not None:
            before = len(room.session.made)
            page.locator(".space.can").first.click()
            browsing.changed(page, before)
        end(page, room)
        page.close()
    rooms.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(shown: Any, tmp_path: Path, game: str) -> None:
    wanted = late(tmp_path, game)
    rooms = tables(tmp_path, game)
    room = rooms.open(next(rooms.listed())[0])
    assert len(room.session.made) == min(wanted) and not room.over
    with pictures.served(rooms) as address:
        page = browsing.opened(shown, f"{address}/seat/{pictures.link(room)}")
        clicked = play(page, room, wanted)
        assert len(clicked) == len(wanted)
        end(page, room)
        page.close()
    rooms.close()
