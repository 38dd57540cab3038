"""The table in a browser: who is let in, what is sent to whom, and that nothing is lost."""

import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import loaded
import pytest

pytest.importorskip("starlette", reason="the table in a browser needs the extra [web]")
pytest.importorskip("jinja2", reason="the table in a browser needs the extra [web]")
pytest.importorskip("httpx", reason="these tests need httpx")

from starlette.testclient import TestClient

from rulewright.play.presentation.previews import shuffled
from rulewright.play.presentation.table import table
from rulewright.problems import RulewrightError
from rulewright.web.rooms import ME, OTHER, Room, Rooms

SMALL = Path(__file__).parent.parent / "games"
HOST = "http://127.0.0.1"
OUR = {"origin": HOST}
LONG = 180
"""Choices of a game that is looked at now and then."""
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    more = {name: SMALL / name for name in ("goofspiel", "orchard")}
    made = Rooms(tmp_path, delay=0, more=more)
    for name in ("mythotopia", "monumental", "age_of_innovation", "civ_new_dawn"):  # what other tests have loaded
        made.loaded._rules[name, (), repr([])] = loaded.rules(name)
    yield made
    made.close()


def token(room: Room, seat: int) -> str:
    return next(token for token, seats in room.tokens.items() if seat in seats)


def first_option(page: str) -> str:
    return re.findall(r'name="option" value="([^"]*)"', page)[0]


def choose(client: TestClient, link: str, page: str) -> str:
    made = re.findall(r'name="made" value="(\d+)"', page)[0]
    seen = re.findall(r'name="as" value="(\d*)"', page)[0]
    data = {"option": first_option(page), "made": made, "as": seen}
    reply = client.post(f"/seat/{link}/choose", data=data, headers=OUR)
    assert reply.status_code == 200
    return reply.text


# ------------------------------------------------------------ who is let in


def test_a_table_is_made_only_with_the_key(client: TestClient, rooms: Rooms) -> None:
    form = {"ruleset": "goofspiel", "seat": ["me", "greedy"]}
    assert client.get("/").status_code == 403
    assert client.post("/create", data=form, headers=OUR).status_code == 403
    assert client.get("/?key=wrong").status_code == 403
    assert client.get("/?key=the-key").status_code == 200
    reply = client.post("/create", data=form, headers=OUR)
    assert reply.status_code == 200
    assert len(list(rooms.listed())) == 1
    link = re.findall(r'href="(/seat/[^"]+)"', reply.text)[0]
    assert "One" in client.get(link).text


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {"host": "evil.example"}, 400),
        ("POST", {"origin": "http://evil.example"}, 403),
        ("POST", {"origin": "null"}, 403),
        ("POST", {}, 403),
        ("POST", {"origin": "http://127.0.0.1:81"}, 403),
        ("POST", OUR, 200),
    ],
)
def test_strangers_pages_are_kept_out(
    client: TestClient, rooms: Rooms, method: str, headers: dict[str, str], status: int
) -> None:
    room = rooms.create("goofspiel", [ME, "random"], [], {}, seed=1)
    link = f"/seat/{token(room, 0)}"
    if method == "POST":
        link += "/choose"
    reply = client.request(
        method, link, headers=headers, data={"option": "b1.0", "made": "0"} if method == "POST" else None
    )
    assert reply.status_code == status
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in reply.headers["content-security-policy"]
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_no_page_runs_or_fetches_what_is_not_ours(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    page = client.get(f"/seat/{token(room, 0)}").text
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)
    assert not re.findall(r"<script(?![^>]*src=)", page)
    assert not re.findall(r'\son\w+="|style="', page)


def test_a_link_that_nobody_made_opens_nothing(client: TestClient, rooms: Rooms) -> None:
    rooms.create("goofspiel", [ME, "random"], [], {}, seed=1)
    for path in ("", "/why?noun=score&seat=0", "/rules", "/replay", "/events"):
        assert client.get(f"/seat/wrong{path}").status_code == 404


def test_nobody_chooses_for_another_seat(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("goofspiel", [ME, OTHER], [], {}, seed=1)
    assert room.game.seat == 0
    page = client.get(f"/seat/{token(room, 0)}").text
    data = {"option": first_option(page), "made": "0"}
    for link in (token(room, 1), token_of_onlookers(room)):
        client.post(f"/seat/{link}/choose", data=data, headers=OUR)
        client.post(f"/seat/{link}/undo", data={}, headers=OUR)
        assert room.session.made == []
        assert 'name="option"' not in client.get(f"/seat/{link}").text


def token_of_onlookers(room: Room) -> str:
    return next(token for token, seats in room.tokens.items() if not seats)


# ------------------------------------------------------------ playing


def test_a_game_is_played_to_its_end(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("goofspiel", [ME, "random"], [], {}, seed=1)
    link = token(room, 0)
    page = client.get(f"/seat/{link}").text
    for _ in range(30):
        if 'name="option"' not in page:
            break
        page = choose(client, link, page)
    assert room.over
    assert "The game is over" in page
    lines = [json.loads(line) for line in room.path.read_text("utf-8").splitlines()]
    assert "end" in lines[-1]
    for number in range(len(room.session.made) + 1):
        assert client.get(f"/seat/{link}/replay?at={number}").status_code == 200


def test_a_page_that_is_no_longer_true_chooses_nothing(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("orchard", [ME, "random"], [], {}, seed=1)
    link = token(room, 0)
    page = client.get(f"/seat/{link}").text
    choose(client, link, page)
    made = list(room.session.made)
    choose(client, link, page)
    assert room.session.made == made


def test_an_option_that_is_not_offered_is_told(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("goofspiel", [ME, "random"], [], {}, seed=1)
    reply = client.post(f"/seat/{token(room, 0)}/choose", data={"option": "nothing", "made": "0"}, headers=OUR)
    assert 'class="reason"' in reply.text
    assert room.session.made == []


def test_undo_takes_back_and_the_story_with_it(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("orchard", [ME, "random"], [], {}, seed=1)
    link = token(room, 0)
    before = client.get(f"/seat/{link}").text
    choose(client, link, before)
    client.post(f"/seat/{link}/undo", data={}, headers=OUR)
    assert room.session.made == []
    assert len(room.story.states) == 1
    assert client.get(f"/seat/{link}").text.replace(f'data-version="{room.version}"', 'data-version="0"') == before


def test_two_choices_seen_together_are_made_together(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=3)
    link, luck = token(room, 0), random.Random(1)
    for _ in range(60):
        page = client.get(f"/seat/{link}").text
        pairs = re.findall(r'value="([^"]+)" formaction="([^"]+)"', page)
        if pairs:
            option, action = pairs[0]
            made = len(room.session.made)
            client.post(action, data={"option": option, "made": str(made)}, headers=OUR)
            assert room.session.made[made] == option
            assert room.session.made[made + 1] == action.partition("then=")[2]
            return
        room.choose(room.tokens[link], [luck.choice(list(room.game.decision.options)).id], len(room.session.made))  # type: ignore[union-attr]
    pytest.fail("nothing was offered with its targets")


def test_what_is_not_offered_tells_why(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=3)
    link = f"/seat/{token(room, 0)}"
    for _ in range(60):
        page = client.get(f"{link}/why-not").text
        if "You cannot pay: Pay 1 food" in page:
            break
        room.choose((0,), [room.game.decision.options[0].id], len(room.session.made))  # type: ignore[union-attr]
    assert "<h3>" in page and "You cannot pay: Pay 1 food" in page
    assert f'href="{link}/why-not"' in client.get(link).text
    hidden = next(card for card, place in enumerate(room.game.state.where) if place in room.game.machine.hidden[0])
    assert client.get(f"{link}/why-not?id={room.game.labels.ids.card(hidden)}").status_code == 422


def test_browsers_at_one_link_share_a_page_until_somebody_chooses(
    client: TestClient, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = rooms.create("goofspiel", [ME, "random"], [], {}, seed=1)
    made: list[int] = []

    def counted(*given: Any, **more: Any) -> Any:
        made.append(len(room.session.made))
        return table(*given, **more)

    monkeypatch.setattr("rulewright.web.pages.table", counted)
    links = [f"/seat/{link}?part=1" for link in (token(room, 0), token_of_onlookers(room))]
    first = [client.get(link).text for link in links * 3]
    assert made == [0, 0] and first == first[:2] * 3 and first[0] != first[1]
    page = choose(client, token(room, 0), first[0])
    assert f'data-version="{room.version}"' in page and made == [0, 0, 2]
    assert client.get(links[1]).text != first[1]
    page = client.post(f"/seat/{token(room, 0)}/choose", data={"option": "no", "made": "2"}, headers=OUR).text
    assert 'class="reason"' in page and 'class="reason"' not in client.get(links[0]).text


# ------------------------------------------------------------ nothing hidden is sent


@pytest.mark.parametrize("name", ["mythotopia", "monumental", "age_of_innovation", "civ_new_dawn"])
def test_every_byte_is_the_same_whatever_is_hidden(client: TestClient, rooms: Rooms, name: str) -> None:
    """Twins: two positions that differ only in what a seat cannot see are sent to it byte for byte alike."""
    room = rooms.create(name, [OTHER, OTHER], [], {}, seed=5)
    luck, differing = random.Random(5), 0
    for number in range(LONG):
        game = room.game
        if game.decision is None:
            break
        if number % (LONG // 6) == 0:
            for seat in range(2):
                links = [f"/seat/{token(room, seat)}{page}" for page in ("", "/replay", "/why-not")]
                pages = [client.get(link).text for link in links]
                known = {option.card for option in game.decision.options} if game.seat == seat else set()
                twin = shuffled(game, seat, {card for card in known if card is not None})
                differing += (twin.state.where, twin.state.zones) != (game.state.where, game.state.zones)
                real, states = (game.state, game.values), room.story.states
                twin.state.rng, twin.state.log = game.state.rng, game.state.log
                game.state, room.story.states = twin.state, [*states[:-1], twin.state]
                _forget(room)
                assert [client.get(link).text for link in links] == pages
                (game.state, game.values), room.story.states = real, states
                _forget(room)
        room.choose([0, 1], [luck.choice(list(game.decision.options)).id], len(room.session.made))
    assert differing


@pytest.mark.parametrize("name", ["tic_tac_toe", "terra_mystica"])
def test_of_the_other_games_all_may_see_everything(name: str) -> None:
    """So twins tell nothing of them: no card ever lies where a seat cannot see it."""
    game, luck = loaded.rules(name).new_game(2, 5), random.Random(5)
    while game.decision is not None:
        assert not any(where in hidden for hidden in game.machine.hidden for where in game.state.where)
        game.choose(luck.choice(game.decision.options).id)


def _forget(room: Room) -> None:
    """The position was exchanged behind its back, so what was made of the other one must not be sent again."""
    room.shown.clear()
    room.story._bits.clear()


def test_a_secret_bid_is_sent_to_nobody(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("goofspiel", [OTHER, OTHER], [], {}, seed=1)
    other = f"/seat/{token(room, 1)}"
    first = client.get(f"/seat/{token(room, 0)}").text
    pages = set()
    for option in re.findall(r'name="option" value="([^"]*)"', first):
        room.choose([0], [option], 0)
        page = client.get(other).text
        pages.add(re.sub(r'data-version="\d+"', "", page))
        with room.lock:
            room.session._replay([])
            room.story.cut(0)
    assert len(pages) == 1


def test_who_shares_a_link_sees_one_seat_at_a_time(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("mythotopia", [ME, ME], [], {}, seed=1)
    assert len(room.tokens) == 2
    link = token(room, 0)
    page = client.get(f"/seat/{link}").text
    assert 'name="option"' not in page and f"/seat/{link}?as=" in page
    turn = room.game.seat
    assert turn is not None
    assert 'name="option"' in client.get(f"/seat/{link}?as={turn}").text
    assert 'name="option"' not in client.get(f"/seat/{link}?as={1 - turn}").text


# ------------------------------------------------------------ nothing is lost


def test_a_game_goes_on_after_a_kill(tmp_path: Path) -> None:
    script = f"""
from rulewright.web.rooms import Rooms, ME
from pathlib import Path
rooms = Rooms(Path({str(tmp_path)!r}), delay=0, more={{"orchard": Path({str(SMALL / "orchard")!r})}})
room = rooms.create("orchard", [ME, "random"], [], {{}}, seed=2)
for _ in range(2):
    room.choose([0], [room.game.decision.options[0].id], len(room.session.made))
print(len(room.session.made), room.game.hash(), next(iter(room.tokens)), flush=True)
import time
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        made, state, link = process.stdout.readline().split()
        rooms = Rooms(tmp_path, delay=0, more={"orchard": SMALL / "orchard"})
        with pytest.raises(RulewrightError) as held:  # two processes do not write one journal
            rooms.room(link)
        assert held.value.problems[0].code == "RW0828"
        os.kill(process.pid, signal.SIGKILL)
    with next(tmp_path.glob("*.jsonl")).open("a", encoding="utf-8") as torn:
        torn.write('{"seat": 0, "cho')
    found = rooms.room(link)
    assert found is not None
    room, seats = found
    assert seats == (0,)
    assert (len(room.session.made), room.game.hash()) == (int(made), state)
    assert len(room.story.states) == int(made) + 1
    rooms.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_links_are_kept_where_only_their_owner_reads_them(rooms: Rooms) -> None:
    rooms.create("goofspiel", [ME, OTHER], [], {}, seed=1)
    path = next(rooms.folder.glob("*.seats.json"))
    assert path.stat().st_mode & 0o077 == 0


def test_a_strangers_journal_names_no_path(rooms: Rooms) -> None:
    with pytest.raises(RulewrightError) as refused:
        rooms.create("/etc", [ME, "random"], [], {})
    assert refused.value.problems[0].code == "RW0220"


# ------------------------------------------------------------ languages, looking up


@pytest.mark.parametrize(("lang", "words"), [("hu", "Szabályok"), ("es", "Reglas")])
def test_the_table_speaks_the_readers_language(client: TestClient, rooms: Rooms, lang: str, words: str) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    link = f"/seat/{token(room, 0)}"
    assert words in client.get(link, headers={"accept-language": f"{lang}-XX,en;q=0.5"}).text
    assert words in client.get(f"{link}?lang={lang}").text
    assert words in client.get(link).text  # it is remembered


def test_what_a_number_is_made_of_is_told(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    reply = client.get(f"/seat/{token(room, 0)}/why", params={"noun": "point", "seat": "1"})
    assert "Player 2" in reply.text and 'class="total"' in reply.text
    assert client.get(f"/seat/{token(room, 0)}/why", params={"noun": "nothing"}).status_code == 422


def test_the_rules_of_a_word_are_told(client: TestClient, rooms: Rooms) -> None:
    room = rooms.create("mythotopia", [ME, "greedy"], [], {}, seed=1)
    page = client.get(f"/seat/{token(room, 0)}/rules", params={"word": "citadel"}).text
    assert page.casefold().count("citadel") > 4
    assert "<script>" not in client.get(f"/seat/{token(room, 0)}/rules", params={"word": "<script>"}).text


def test_a_browser_that_listens_hears_of_news(rooms: Rooms) -> None:
    import asyncio

    from rulewright.web.server import _versions

    async def heard() -> list[str]:
        room = rooms.create("goofspiel", [ME, "random"], [], {}, seed=1)
        stream = _versions(room)
        first = await anext(stream)
        assert room.game.decision is not None
        room.choose([0], [room.game.decision.options[0].id], 0)
        return [first, await anext(stream)]

    assert asyncio.run(heard()) == ["data: 0\n\n", "data: 2\n\n"]


@pytest.mark.usefixtures("with_key")
def test_the_values_of_an_option_are_said_in_the_readers_language(client: TestClient) -> None:
    page = client.get("/new/monumental", params={"lang": "hu"}).text
    assert '<option value="chance">véletlenszerű</option>' in page
    assert '<option value="chance">chance</option>' in client.get("/new/monumental", params={"lang": "en"}).text
