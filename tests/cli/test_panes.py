"""The table in panes, driven by keys on a terminal that is none: small and large, alone and with two humans."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import partial
from io import StringIO
from pathlib import Path

import loaded
import pytest
from rich.console import Console

pytest.importorskip("textual", reason="panes need the extra [tui]")

from textual.widgets import OptionList, Static, TabbedContent

from rulewright.cli.panes.app import TableApp
from rulewright.cli.panes.play import Play
from rulewright.play.bots.bot import Bot, RandomBot
from rulewright.play.session import Session

NIM = str(Path(__file__).parent.parent / "games" / "nim")
SMALL, LARGE = (80, 24), (140, 45)


class Seen:
    """What stood on a terminal after each key, and at the end in each pane."""

    def __init__(self) -> None:
        self.screens: list[str] = []
        self.tab = ""
        self.answer = ""
        self.cards = ""
        self.options = 0


def app_of(game: str, seats: Sequence[Bot | None], lang: str = "en", made: Sequence[str] = ()) -> TableApp:
    start = partial(loaded.rules(game).new_game, len(seats), 3)
    return TableApp(Play(Session(start, seats, made=made), start(), lang))


def driven(app: TableApp, keys: Sequence[str], size: tuple[int, int] = SMALL) -> Seen:
    """Press keys one after the other, and look after each; the first look is before any."""
    seen = Seen()

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            for key in ("", *keys):
                if key:
                    await pilot.press(key)
                await app.workers.wait_for_complete()
                await pilot.pause()
                seen.screens.append(screen(app))
            seen.tab = app.query_one("#look", TabbedContent).active
            seen.answer, seen.cards = printed(app, "answer-text"), printed(app, "cards-text")
            seen.options = app.query_one("#options", OptionList).option_count

    asyncio.run(run())
    return seen


def screen(app: TableApp) -> str:
    """The signs that a screen shows, line by line."""
    lines = app.screen._compositor.render_strips(app.screen.size)
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


def printed(app: TableApp, name: str) -> str:
    """All of what a pane was given, however much of it is on the screen."""
    stream = StringIO()
    Console(file=stream, width=70).print(app.query_one(f"#{name}", Static).content)
    return stream.getvalue()


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_decision_shows_what_is_asked_the_options_and_the_map(size: tuple[int, int]) -> None:
    app = app_of("mythotopia", [None, RandomBot(1), RandomBot(1)])
    first, after = driven(app, ["enter"], size).screens
    for shown in (first, after):
        assert "Mythotopia" in shown and "1 " in shown and "You 24" in shown
    assert "Choose a province you control" in " ".join(first.split())
    assert ">1" in first and len(app.play.session.made) > 1


def test_nobody_reads_ids_or_paths() -> None:
    app = app_of("mythotopia", [None, RandomBot(1), RandomBot(1)])
    for shown in driven(app, ["enter", "question_mark", "c", "p", "l", "h"]).screens:
        assert not re.search(r"[a-z]_[a-z]|\.yaml|\{", shown)


def test_what_an_option_costs_stands_there_and_beside_the_goods() -> None:
    app = app_of("mythotopia", [None, RandomBot(1), RandomBot(1)])
    shown = driven(app, ["enter"]).screens[-1]
    assert "Each of these: 1 action" in shown
    assert "action 2→1" in " ".join(shown.split())


def test_what_is_open_of_all_options_alike_is_told_once() -> None:
    (shown,) = driven(app_of("mythotopia", [None, RandomBot(1)]), []).screens
    assert shown.count("carried") == 2  # where it is asked, and of the option that is pointed at


def test_a_map_that_is_too_large_shows_at_first_where_the_reader_is() -> None:
    (shown,) = driven(app_of("civ_new_dawn", [None, RandomBot(1)]), []).screens
    assert "1:" in shown


def test_digits_go_to_an_option_and_the_map_shows_its_number() -> None:
    app = app_of("mythotopia", [None, RandomBot(1), RandomBot(1)])
    assert ">8" in driven(app, ["8"]).screens[-1]
    assert app._pointed is not None and app._pointed.number == 8
    assert app.play.session.made == []


def test_an_answer_stands_alone_in_its_pane() -> None:
    app = app_of(NIM, [None, RandomBot(1)])
    seen = driven(app, ["colon", *"show", "space", *"first", "enter"])
    assert seen.tab == "answer"
    assert seen.answer.strip().startswith("First heap: heap size 3")
    assert "Second heap>2" not in seen.screens[-1]
    assert app.play.session.made == []


def test_words_choose_and_undo_takes_back() -> None:
    app = app_of(NIM, [None, RandomBot(1)])
    driven(app, ["colon", *"third", "enter"])
    assert app.play.session.made == ["c"]
    assert app.shown.prompt.startswith("Move one or more stones")
    app = app_of(NIM, [None, RandomBot(1)], made=["c"])
    driven(app, ["u"])
    assert app.play.session.made == [] and app.play.story.seats == []


def test_a_wrong_word_is_told_in_words() -> None:
    app = app_of(NIM, [None, RandomBot(1)])
    seen = driven(app, ["colon", *"fence", "enter"])
    assert "fence" in seen.answer and "RW0" not in seen.answer
    assert app.play.session.made == []


def test_two_humans_hand_the_keyboard_over_and_no_hand_is_shown_between() -> None:
    app = app_of("mythotopia", [None, None])
    seen = driven(app, ["enter", "enter"])
    before, mine, between = seen.screens
    assert "Hand over to Player" in before and "Hand over to Player" in between
    assert "Choose a province you control" in " ".join(mine.split())
    assert app.play.viewer is None and seen.options == 1
    hands = [zone["cards"] for row in app.play.game.view(None)["seats"] for zone in row["zones"].values()]
    assert None in hands, "nobody's hand is seen by all"
    titles = [
        card["name"] for seat in (0, 1) for card in app.play.game.view(seat)["seats"][seat]["zones"]["hand"]["cards"]
    ]
    assert not [name for name in titles if f"\n{name}  " in seen.cards]


def test_a_game_is_played_to_its_end() -> None:
    app = app_of(NIM, [None, RandomBot(1)])
    shown = driven(app, ["enter"] * 12).screens[-1]
    assert app.play.game.decision is None
    assert "The game is over" in shown


@pytest.mark.parametrize("lang", ["hu", "es"])
def test_panes_speak_the_readers_language(lang: str) -> None:
    app = app_of("mythotopia", [None, RandomBot(1), RandomBot(1)], lang)
    seen = driven(app, [], LARGE)
    assert {"hu": "Lapok", "es": "Cartas"}[lang] in seen.screens[0] and "Cards" not in seen.screens[0]
    assert seen.options > 1
