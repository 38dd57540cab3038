"""The table in a real browser: clicking, keys, news. Skipped where there is no Chromium or no Playwright."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import loaded
import pytest

from browsing import changed, made, opened  # isort: skip  (first: it skips this module where there is no browser)

import pictures

from rulewright.resources import data_dir
from rulewright.web.rooms import ME, OTHER, Rooms

SMALL = Path(__file__).parent.parent / "games"


@pytest.fixture(scope="module")
def shown() -> Iterator[Any]:
    with pictures.browser() as browser:
        yield browser


def tables(folder: Path) -> Rooms:
    """Tables of a folder; a ruleset that other tests use, too, is loaded with it."""
    made = Rooms(folder, delay=0, more={"goofspiel": SMALL / "goofspiel"})
    made.loaded._rules["mythotopia", (), repr([])] = loaded.rules("mythotopia")
    return made


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    made = tables(tmp_path)
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
            page, before = pages[room.game.seat], len(room.session.made)
            page.locator(".o").first.click()  # it is there when the news of the other's choice have come
            changed(page, before)
        for page in pages.values():
            page.wait_for_selector(".ranking")
            assert page.wrong == []
            page.close()
    assert room.over


def told(page: Any) -> str:
    """All that a table tells, what is folded up, too."""
    return str(page.locator(".app").evaluate("app => [...app.children].map(one => one.textContent).slice(1).join(' ')"))


def test_reloading_in_mid_game_changes_nothing(shown: Any, tmp_path: Path) -> None:
    """The page is loaded anew, and once more after the program was stopped and begun again: same table, same link."""
    seen = []
    for begun in (False, True):
        rooms = tables(tmp_path)
        if not begun:
            rooms.create("mythotopia", [ME, "random"], [], {}, seed=1)
        room = rooms.open(next(rooms.listed())[0])
        with pictures.served(rooms) as address:
            page = opened(shown, f"{address}/seat/{pictures.link(room)}")
            for _ in range(2):
                seen.append(told(page))
                page.reload()
                assert told(page) == seen[-1]
                before = made(page)
                page.locator(".o").first.click()
                changed(page, before)
            seen.append(told(page))
            assert page.wrong == []
            page.close()
        rooms.close()
    assert seen[2] == seen[3] and len(set(seen)) == 5


def test_it_is_played_by_keys_alone(shown: Any, rooms: Rooms) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    with pictures.served(rooms) as address:
        page = opened(shown, f"{address}/seat/{pictures.link(room)}")
        for _ in range(4):
            before = made(page)
            page.keyboard.press("1")
            page.keyboard.press("Enter")
            changed(page, before)
        before = made(page)
        page.keyboard.press("u")
        changed(page, before)
        wide = page.locator("svg.map").bounding_box()["width"]
        page.keyboard.press("z")
        assert page.locator("svg.map").bounding_box()["width"] > 1.5 * wide
        before = made(page)
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        changed(page, before)
        assert page.locator("svg.map").bounding_box()["width"] > 1.5 * wide  # it stays so
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
        page.goto(f"{address}/?key=key")
        for path in ("/bench/goofspiel", "/desk/goofspiel/hu", "/simulate/goofspiel", "/packs/goofspiel"):
            page.goto(f"{address}{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        page.close()


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "hu")])
def test_everybody_can_use_it(shown: Any, rooms: Rooms, scheme: Any, lang: str) -> None:
    """What axe finds serious: names that are missing, contrasts that are low, roles that nothing has."""
    axe_core = pytest.importorskip("axe_core_python.sync_playwright", reason="axe needs the extra [browser-tests]")
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    pages = [
        "/",
        "/new/mythotopia",
        f"/table/{room.name}",
        "/bench/goofspiel",
        "/bench/mythotopia/cavalry",
        "/desk/goofspiel/hu",
        "/desk/mythotopia/hu/components.cavalry.text",
        *(f"/desk/goofspiel/hu/{part}" for part in ("words?word=nouns.bid", "names", "progress", "po")),
        "/packs/mythotopia?thing=levies",
        "/simulate/goofspiel",
        f"/seat/{pictures.link(room)}",
    ]
    pages += [
        f"/seat/{pictures.link(room)}/{page}"
        for page in ("replay", "why-not", "rules?word=citadel", "why?noun=hand_limit&seat=0")
    ]
    found = []
    with pictures.served(rooms) as address:
        page = shown.new_page(color_scheme=scheme, locale=lang)
        page.goto(f"{address}/?key=key")
        for path in pages:
            assert page.goto(f"{address}{path}").status == 200, path
            told = axe_core.Axe().run(page)["violations"]
            found += [
                f"{path}: {one['id']}: {one['help']}: {one['nodes'][0]['html'][:150]}"
                for one in told if one["impact"] in ("serious", "critical")
            ]  # fmt: skip
        page.close()
    assert found == []


def test_many_games_are_begun_by_a_click_and_told_while_they_are_played(shown: Any, rooms: Rooms) -> None:
    """The figures come without a reload, and are there when the page is loaded anew; a run is stopped by its button."""
    axe_core = pytest.importorskip("axe_core_python.sync_playwright", reason="axe needs the extra [browser-tests]")
    with pictures.served(rooms) as address:
        page = opened(shown, f"{address}/?key=key", 390)
        page.goto(f"{address}/simulate/goofspiel")
        page.locator("[name=count]").fill("20")
        page.locator("button.primary").click()
        page.wait_for_selector("[data-state=done] svg")
        assert page.locator("[data-state]").get_attribute("data-done") == "20"
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        told = axe_core.Axe().run(page)["violations"]
        assert [one["id"] for one in told if one["impact"] in ("serious", "critical")] == []
        page.locator("[name=count]").fill("100000")
        page.locator("button.primary").click()
        page.wait_for_selector("[data-state=playing] svg")
        page.locator("#games button").click()
        page.wait_for_selector("[data-state=stopped] svg")
        assert page.wrong == []
        page.close()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A ruleset of the tester's own, one card of which has a word that nothing means."""
    folder = tmp_path / "conjurers"
    shutil.copytree(SMALL / "conjurers", folder)
    return folder


def test_a_broken_card_is_mended_in_the_workbench(shown: Any, tmp_path: Path, own: Path) -> None:
    """A wrong word is typed over a right one, told while it is typed, not saved, mended, saved and tried in play."""
    rooms = Rooms(tmp_path / "games", delay=0, more={"conjurers": own})
    file = next(path for path in own.rglob("*.yaml") if "id: show" in path.read_text("utf-8"))
    before = file.read_text("utf-8")
    with pictures.served(rooms) as address:
        page = opened(shown, f"{address}/?key=key")
        page.goto(f"{address}/bench/conjurers/show")
        area = page.locator("#write textarea")
        right = area.input_value()
        area.fill(right.replace("mana", "zeppelins"))
        page.wait_for_selector("#reading mark")
        assert page.locator("#reading mark").first.inner_text() == "zeppelins"
        assert "RW0" in page.locator("#reading .findings").inner_text()
        page.locator("button[value=save]").click()
        page.wait_for_selector(".reason")
        assert file.read_text("utf-8") == before
        page.locator("#write textarea").fill(right.replace("1 mana", "2 mana"))
        page.wait_for_selector("#reading .ok")
        page.locator("button[value=save]").click()
        page.wait_for_selector("#reading .ok")
        assert page.locator("#write textarea").input_value() == right.replace("1 mana", "2 mana")
        assert file.read_text("utf-8") == before.replace(right, right.replace("1 mana", "2 mana")) != before
        page.locator("button[value=try]").click()
        page.wait_for_selector("#options .o")
        assert "gain 2 mana" in page.locator(".card[data-id^=show]").first.inner_text()
        assert page.wrong == []
        page.close()
    rooms.close()


def test_a_text_is_translated_to_proved(shown: Any, tmp_path: Path) -> None:
    """From the list to a text that says something else, over one that is not read, to one that is proved and saved."""
    folder = tmp_path / "mine"
    shutil.copytree(data_dir("rulesets") / "mythotopia", folder)
    file = folder / "locale" / "hu" / "texts.yaml"
    right = file.read_text("utf-8")
    file.write_text(right.replace("amikor támadsz, a harci erőd 1-gyel", "amikor támadsz, a harci erőd 2-vel"), "utf-8")
    rooms = Rooms(tmp_path / "games", delay=0, more={"mine": folder})
    with pictures.served(rooms) as address:
        page = opened(shown, f"{address}/?key=key")
        page.goto(f"{address}/desk/mine/hu")
        page.locator(".states a", has_text="different").click()
        page.locator("nav li a", has_text="Cavalry").click()
        assert "“2” where the English says “1”" in page.locator("#reading").inner_text()
        area = page.locator("#write textarea")
        text = area.input_value()
        area.fill(text.replace("2-vel", "zeppelin"))
        page.wait_for_selector("#reading .findings:has-text('zeppelin')")
        area.fill(text.replace("2-vel", "1-gyel"))
        page.wait_for_selector("#reading .ok")
        page.locator("button[value=save]").click()
        page.wait_for_selector("nav a[aria-current=page] .sign:has-text('✓')")
        assert file.read_text("utf-8") == right
        assert page.wrong == []
        page.close()
    rooms.close()
