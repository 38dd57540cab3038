"""The table in a real browser: clicking, keys, news. Skipped where there is no Chromium or no Playwright."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import loaded
import pytest

import browsing  # isort: skip

import pictures
from browsing import changed, opened

from rulewright.web.rooms import ME, OTHER, Rooms

SMALL = Path(__file__).parent.parent / "games"


@pytest.fixture(scope="module")
def shown() -> Iterator[Any]:
    with pictures.browser() as browser:
        yield browser


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    made = Rooms(tmp_path, delay=0, more={"goofspiel": SMALL / "goofspiel"})
    made.loaded._rules["mythotopia", (), repr([])] = loaded.rules("mythotopia")
    yield made
    made.close()


def test_two_browsers_play_a_game_by_clicking(shown: Any, rooms: Rooms) -> None:
    room = rooms.create("goofspiel", [OTHER, OTHER], [], {}, seed=1)
    tokens = {seats[0]: token for token, seats in room.tokens.items() if seats}
    with pictures.served(rooms) as address:
        pages = {seat: opened(shown, f"{address}/seat/{token}") for seat, token in tokens.items()}
        for _ in range(12):
            if room.game.seat is None:
                break
            page, made = pages[room.game.seat], len(room.session.made)
            page.locator(".o").first.click()  # it is there when the news of the other's choice have come
            changed(page, made)
        for page in pages.values():
            page.wait_for_selector(".ranking")
            assert page.wrong == []
            page.close()
    assert room.over


def test_it_is_played_by_keys_alone(shown: Any, rooms: Rooms) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    with pictures.served(rooms) as address:
        page = opened(shown, f"{address}/seat/{pictures.link(room)}")
        for _ in range(4):
            made = len(room.session.made)
            page.keyboard.press("1")
            page.keyboard.press("Enter")
            changed(page, made)
        made = len(room.session.made)
        page.keyboard.press("u")
        changed(page, made)
        page.keyboard.press("/")
        page.keyboard.type("citadel\n")
        page.wait_for_selector("#answer[open] p")
        assert page.wrong == []
        page.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_sticks_out_sideways(shown: Any, rooms: Rooms, width: int) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    with pictures.served(rooms) as address:
        page = opened(shown, f"{address}/seat/{pictures.link(room)}", width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".o").first.bounding_box()["height"] >= (44 if width == 390 else 30)
        page.close()


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "hu")])
def test_everybody_can_use_it(shown: Any, rooms: Rooms, scheme: Any, lang: str) -> None:
    """What axe finds serious: names that are missing, contrasts that are low, roles that nothing has."""
    axe_core = pytest.importorskip("axe_core_python.sync_playwright", reason="axe needs the extra [browser-tests]")
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    pages = ["/", "/new/mythotopia", "/bench/goofspiel", "/desk/goofspiel/hu", f"/seat/{pictures.link(room)}"]
    pages += [f"/seat/{pictures.link(room)}/{page}" for page in ("replay", "why-not", "rules?word=citadel")]
    found = []
    with pictures.served(rooms) as address:
        page = shown.new_page(color_scheme=scheme, locale=lang)
        page.goto(f"{address}/?key=key")
        for path in pages:
            page.goto(f"{address}{path}")
            told = axe_core.Axe().run(page)["violations"]
            found += [
                f"{path}: {one['id']}: {one['help']}: {one['nodes'][0]['html'][:150]}"
                for one in told if one["impact"] in ("serious", "critical")
            ]  # fmt: skip
        page.close()
    assert found == []
