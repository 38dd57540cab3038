"""The translator's desk: each text has a state, is proved while it is written, and is saved without the rest."""

import shutil
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the translator's desk needs the extra [web]")
pytest.importorskip("jinja2", reason="the translator's desk needs the extra [web]")
pytest.importorskip("httpx", reason="these tests need httpx")

from starlette.testclient import TestClient

from rulewright.resources import data_dir

OUR = {"origin": "http://127.0.0.1"}
CONTEXT = "components.cavalry.text"
TEXT = "Tartalék: amikor támadsz, a harci erőd 1-gyel nő."
pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), pytest.mark.usefixtures("with_key")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "mine"
    shutil.copytree(data_dir("rulesets") / "mythotopia", made)
    return made


def file(folder: Path) -> Path:
    return folder / "locale" / "hu" / "texts.yaml"


def sent(client: TestClient, text: str, do: str, context: str = CONTEXT, game: str = "mine") -> str:
    return client.post(f"/desk/{game}/hu/{context}", data={"text": text, "do": do}, headers=OUR).text


def test_every_text_is_listed_with_its_state(client: TestClient, folder: Path) -> None:
    text = file(folder).read_text("utf-8")
    wrong = text.replace("amikor támadsz, a harci erőd 1-gyel", "amikor támadsz, a harci erőd 2-vel", 1)
    left, _, rest = wrong.partition("  farming:\n    name: Földművelés\n")
    file(folder).write_text(left + rest.split("\n", 2)[2], "utf-8")
    page = client.get("/desk/mine/hu").text
    assert "≠ 1 " in page and "· 1 " in page and "✓ " in page
    assert CONTEXT in page
    assert CONTEXT not in client.get("/desk/mine/hu?state=missing").text


def test_a_translation_is_proved_or_told_where_it_differs(client: TestClient) -> None:
    assert 'class="ok"' in sent(client, TEXT, "part")
    other = sent(client, TEXT.replace("1-gyel", "2-vel"), "part")
    assert "“2” where the English says “1”" in other and "<mark>" in other and 'class="ok"' not in other
    assert "your combat strength is 2 higher" in other
    unread = sent(client, "Tartalék: amíg zeppelin.", "part")
    assert "zeppelin" in unread and "<mark>" in unread and "RW0" in unread


def test_a_proved_translation_is_saved_and_nothing_else_changes(client: TestClient, folder: Path) -> None:
    before = file(folder).read_text("utf-8")
    file(folder).write_text(before.replace("támadsz, a harci erőd 1-gyel", "támadsz, a harci erőd 2-vel"), "utf-8")
    sent(client, TEXT, "save")
    assert file(folder).read_text("utf-8") == before


def test_what_is_not_proved_or_not_ours_is_not_saved(client: TestClient, folder: Path) -> None:
    before = file(folder).read_bytes()
    for text in (TEXT.replace("1-gyel", "2-vel"), "zeppelin", ""):
        assert 'class="reason"' in sent(client, text, "save")
    assert file(folder).read_bytes() == before
    assert 'class="reason"' in sent(client, TEXT, "save", game="mythotopia")


@pytest.mark.parametrize("form", ["block", "flow", "none"])
def test_a_missing_translation_is_added(client: TestClient, folder: Path, form: str) -> None:
    entry = "  cavalry:\n    name: Lovasság\n    text: |\n      Tartalék: amikor támadsz, a harci erőd 1-gyel nő.\n"
    before = file(folder).read_text("utf-8")
    assert entry in before
    left = {"block": "  cavalry:\n    name: Lovasság\n", "flow": "  cavalry: {name: Lovasság}\n", "none": ""}[form]
    file(folder).write_text(before.replace(entry, left), "utf-8")
    assert "· " in client.get(f"/desk/mine/hu/{CONTEXT}").text
    sent(client, TEXT, "save")
    now = file(folder).read_text("utf-8")
    assert [line for line in before.replace(entry, left).splitlines() if line not in now.splitlines()] == (
        ["  cavalry: {name: Lovasság}"] if form == "flow" else []
    )
    assert 'class="ok"' in client.get(f"/desk/mine/hu/{CONTEXT}").text


def test_the_draft_can_be_taken(client: TestClient) -> None:
    assert "Tartalék: amíg támadsz, a harci erőd 1-gyel nagyobb." in sent(client, "", "draft")  # as the grammar says it


def test_the_desk_needs_the_key(client: TestClient) -> None:
    client.cookies.clear()
    assert client.get("/desk/mine/hu").status_code == 403
