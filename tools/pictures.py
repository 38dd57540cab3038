"""Pictures for docs/pictures/: a position of each game on a desktop, a phone and a terminal, and the workbench."""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import chromium
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

import rulewright
from rulewright.play.bots.bot import RandomBot
from rulewright.play.session import Session
from rulewright.web.rooms import ME, Room, Rooms
from rulewright.web.server import application

DOCS = Path(__file__).parent.parent / "docs" / "pictures"
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
POSITIONS = {"mythotopia": (4, 30, "invade"), "age_of_innovation": (3, 40, ""), "monumental": (2, 70, ""),
             "civ_new_dawn": (2, 24, ""), "terra_mystica": (2, 30, "")}  # fmt: skip
"""By game: how many play, how many choices are made at random, and an option that is then waited for."""
PAGES = {"workbench": "/bench/mythotopia/cavalry", "desk": "/desk/mythotopia/hu/components.cavalry.text",
         "packs": "/packs/monumental?pack=monumental_heroes", "simulate": "/simulate/mythotopia"}  # fmt: skip
"""Pages for designers, translators and modders, by the names of their pictures."""
SLOW = 200_000
"""Milliseconds that a page may take: the first one reads a whole ruleset, and games are played."""
GAMES_OF_BOTS = 30
"""So many are begun for the picture of what many games tell while they are played."""


@contextmanager
def served(rooms: Rooms) -> Iterator[str]:
    """Serve tables on this computer while this lasts; the address."""
    config = uvicorn.Config(
        application(rooms, "key", frozenset({"127.0.0.1"})), host="127.0.0.1", port=0, log_level="error", lifespan="off"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = server.force_exit = True
        thread.join(5)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a window, which asks nobody outside for anything."""
    with sync_playwright() as play:
        made = play.chromium.launch(
            executable_path=chromium.path(),
            args=[
                "--no-sandbox",
                "--disable-dev-shm-usage",  # a container may have too little of it
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--no-first-run",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield made
        made.close()


def link(room: Room) -> str:
    """The link of who made a table."""
    return next(token for token, seats in room.tokens.items() if seats)


def played(room: Room, choices: int, wanted: str, seed: int = 4) -> None:
    """Make choices at random, and go on until an option is offered, or at least several are."""
    luck = random.Random(seed)
    for number in range(choices + 400):
        if room.game.decision is None:
            return
        options = [option.id for option in room.game.decision.options]
        if number >= choices and (wanted in options if wanted else len(options) > 4):
            return
        room.choose(room.tokens[link(room)], [luck.choice(options)], len(room.session.made))


async def terminal_svg(game: str = "age_of_innovation") -> str:
    """A game on a terminal of 140 by 45 signs, as SVG."""
    from rulewright.cli.panes.app import TableApp  # tests use the rest of this module without it
    from rulewright.cli.panes.play import Play

    rules = rulewright.load(game)
    start = partial(rules.new_game, 2, 3)
    app = TableApp(Play(Session(start, [None, RandomBot(1)]), start(), "en"))

    async with app.run_test(size=(140, 45)) as pilot:
        for key in ["enter"] * 8 + ["2"]:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        return app.export_screenshot(title=app.shown.title)


def terminal(shown: Browser, svg: str, file: Path) -> None:
    """A picture of what a terminal showed."""
    page = shown.new_page(viewport={"width": 1400, "height": 895})
    page.set_content(f"<style>body{{margin:0}}svg{{width:100vw}}</style>{svg}")
    page.screenshot(path=file, type="jpeg", quality=70)
    page.close()


def written(page: Page, name: str) -> None:
    """Do on a page what its picture is to show."""
    if name == "workbench":
        page.fill("#text", page.input_value("#text") + "\nDraw 2 zeppelins.")
        page.wait_for_selector("mark")
    if name == "desk":
        page.fill("#text", page.input_value("#text").replace("1-gyel", "2-vel"))
        page.wait_for_selector(".findings li")
    if name == "simulate":
        page.fill("input[name=count]", str(GAMES_OF_BOTS))
        page.click("button.primary")
        page.wait_for_selector(".told svg")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wanted", nargs="*", default=[*POSITIONS, *PAGES, "terminal"], help="games, pages, terminal")
    parser.add_argument("--folder", type=Path, default=DOCS)
    parser.add_argument("--lang", default="en")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        rooms = Rooms(Path(folder), delay=0)
        with served(rooms) as address, browser() as shown:
            for game in (name for name in given.wanted if name in POSITIONS):
                players, choices, wanted = POSITIONS[game]
                room = rooms.create(game, [ME, *["greedy"] * (players - 1)], [], {}, seed=3)
                played(room, choices, wanted)
                for size, (width, height) in SIZES.items():
                    page = shown.new_page(viewport={"width": width, "height": height}, locale=given.lang)
                    page.on("pageerror", lambda error: print(error))
                    page.goto(f"{address}/seat/{link(room)}")
                    page.wait_for_timeout(300)
                    if wanted and size == "desktop":
                        page.hover(f'.o[value="{wanted}"]')
                        page.wait_for_timeout(200)
                    page.screenshot(path=given.folder / f"{game.replace('_', '-')}-{size}.jpg", type="jpeg", quality=62)
                    page.close()
            for name in (name for name in given.wanted if name in PAGES):
                page = shown.new_page(viewport={"width": 1280, "height": 800}, locale=given.lang)
                page.set_default_timeout(SLOW)
                page.goto(f"{address}/?key=key")
                page.goto(address + PAGES[name])
                written(page, name)
                page.wait_for_timeout(500)
                page.screenshot(path=given.folder / f"{name}.jpg", type="jpeg", quality=62)
                page.close()
        rooms.close()
    if "terminal" not in given.wanted:
        return
    svg = asyncio.run(terminal_svg())  # before there is a browser, which has a loop of its own
    with browser() as shown:
        terminal(shown, svg, given.folder / "terminal.jpg")


if __name__ == "__main__":
    main()
