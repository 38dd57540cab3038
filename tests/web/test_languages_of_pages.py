"""No English is left on a page in another language but what is English there by its nature, and is marked so."""

import html
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the pages need the extra [web]")
pytest.importorskip("jinja2", reason="the pages need the extra [web]")
pytest.importorskip("httpx", reason="these tests need httpx")

from starlette.testclient import TestClient

from rulewright.language.lexicon import core_words
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.web.rooms import ME, Rooms

pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), pytest.mark.usefixtures("with_key")]
GAME = "mythotopia"
ENGLISH = {
    "the", "of", "you", "your", "with", "which", "what", "this", "and", "when", "from", "there", "shown", "chosen",
}  # fmt: skip
"""Words that neither Hungarian nor Spanish nor French has."""
QUOTED = re.compile(r"„[^”]*”|“[^”]*”|«[^»]*»|`[^`]*`|\S+/\S+|[a-z]+[._][a-z._]+")
"""Words of the game or of files that a message quotes."""
TITLES = {name.replace("_", " ").title().replace(" Of ", " of ") for name in shipped_rulesets()}
"""Games that are called in English everywhere."""
EMPTY = {"input", "link", "meta", "br", "img", "hr", "use", "path", "rect", "circle", "polygon", "line", "ellipse"}


class Texts(HTMLParser):
    """The texts of a page that are in the page's own language."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang
        self.open: list[tuple[str, str]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        lang = given.get("lang") or (self.open[-1][1] if self.open else self.lang)
        if lang == self.lang:
            self.found += [words for key in ("title", "aria-label", "placeholder", "alt") if (words := given.get(key))]
        if tag not in EMPTY:
            self.open.append((tag, lang))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _ in self.open}
        if self.open and self.open[-1][1] == self.lang and not tags & {"script", "style", "textarea"}:
            self.found.append(data.strip())


def english(page: str, lang: str) -> list[str]:
    texts = Texts(lang)
    texts.feed(page)
    names = {str(core_words(code)["name"]) for code in ("en", "hu", "es", "fr", "de")} | TITLES
    some = (text for text in texts.found if text and text not in names)
    return [text for text in some if ENGLISH & set(re.findall(r"[a-zé]+", QUOTED.sub(" ", text.lower())))]


def pages(client: TestClient, rooms: Rooms, lang: str) -> Iterator[tuple[str, str]]:
    """Every kind of page: before a game, at a seat, for designers, modders and translators."""
    client.headers["accept-language"] = lang

    def at(address: str, **form: str) -> tuple[str, str]:
        our = {"origin": "http://127.0.0.1"}
        return address, (client.post(address, data=form, headers=our) if form else client.get(address)).text

    for address in ("/", "/nowhere", f"/new/{GAME}", f"/bench/{GAME}", f"/packs/{GAME}", f"/simulate/{GAME}"):
        yield at(address)
    yield at(f"/bench/{GAME}/cavalry")
    yield at(f"/bench/{GAME}/cavalry", text="Gain 3 zeppelins.", do="read")
    yield at(f"/bench/{GAME}/cavalry", text="Reserve: draw 1 card.", do="run")
    yield at(f"/bench/{GAME}/cavalry", text="Draw 1 card.", do="save")
    yield at(f"/packs/{GAME}?thing=components.cavalry")
    for part in ("", "/words", "/words?word=nouns.province", "/names", "/progress", "/po"):
        yield at(f"/desk/{GAME}/{lang}{part}")
    for text in ("1 2", ""):
        yield at(f"/desk/{GAME}/{lang}/components.cavalry.text", text=text, do="read")
    room = rooms.create(GAME, [ME, "random"], [], {}, seed=3)
    token = next(token for token, seats in room.tokens.items() if seats)
    yield at(f"/table/{room.name}")
    luck = random.Random(3)
    for _ in range(16):
        if (decision := room.game.decision) is not None:
            yield at(f"/seat/{token}")
            room.choose(room.tokens[token], [luck.choice(decision.options).id], len(room.session.made))
    yield at(f"/seat/{token}/why-not")
    yield at(f"/seat/{token}/replay?at=3")
    yield at(f"/seat/{token}/rules?word=")
    for address in re.findall(r'href="(/seat/[^"]+/why\?[^"]+)"', client.get(f"/seat/{token}").text)[:4]:
        yield at(html.unescape(address))


@pytest.fixture
def folder() -> Path:
    return Path(__file__).parent.parent / "games" / "conjurers"


@pytest.mark.parametrize("lang", ["hu", "es"])
def test_no_english_is_left_on_a_page(client: TestClient, rooms: Rooms, lang: str) -> None:
    seen, left = 0, []
    for address, page in pages(client, rooms, lang):
        seen += 1
        left += [(address.replace("/seat/", "/")[:60], text[:200]) for text in english(page, lang)]
    assert seen > 30
    assert not left


def test_english_would_be_found() -> None:
    page = '<p title="of the card">Húzz 1 lapot.</p><p lang="en">Draw the card.</p><b>What is it?</b>'
    assert english(page, "hu") == ["of the card", "What is it?"]
