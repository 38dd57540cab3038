"""The modder's view: what packs change, who wrote each field, whether they get along, and packs as zips."""

import shutil
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the modder's view needs the extra [web]")
pytest.importorskip("jinja2", reason="the modder's view needs the extra [web]")
pytest.importorskip("httpx", reason="these tests need httpx")

from starlette.testclient import TestClient

from rulewright.resources import data_dir
from rulewright.ruleset.loader import load_ruleset

PACKS = Path(__file__).parent.parent / "packs"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(PACKS))
    made = tmp_path / "mine"
    shutil.copytree(data_dir("rulesets") / "mythotopia", made)
    return made


@pytest.mark.usefixtures("with_key")
def test_what_a_pack_changes_is_shown_with_who_wrote_it(client: TestClient) -> None:
    page = client.get("/packs/mine?pack=war_horse").text
    assert "components.cavalry" in page and "changed" in page
    assert "rulesets/mythotopia/components/" in page or "mine/components/improvement_cards.yaml:" in page
    assert "war_horse/pack.yaml:" in page and "<i>set" in page


@pytest.mark.usefixtures("with_key")
def test_packs_that_write_one_field_are_told_with_every_writer(client: TestClient) -> None:
    page = client.get("/packs/mine?pack=war_horse&pack=stronger_horse").text
    assert "RW09" in page and "war_horse/pack.yaml" in page and "stronger_horse/pack.yaml" in page


@pytest.mark.usefixtures("with_key")
def test_a_pack_is_handed_out_as_a_zip_that_can_be_played(client: TestClient, tmp_path: Path) -> None:
    found = tmp_path / "war_horse.zip"
    found.write_bytes(client.get("/packs/mine/war_horse.zip").content)
    assert [pack.id for pack in load_ruleset("mythotopia", [str(found)]).packs] == ["war_horse"]


@pytest.mark.usefixtures("with_key")
def test_a_new_pack_is_right_as_it_is(client: TestClient, tmp_path: Path) -> None:
    answer = client.get("/packs/mine/new?id=my_own")
    with zipfile.ZipFile(BytesIO(answer.content)) as packed:
        packed.extractall(tmp_path / "packs")
    assert load_ruleset("mythotopia", [str(tmp_path / "packs" / "my_own")]).packs[0].id == "my_own"
    assert client.get("/packs/mine/new?id=../x").status_code == 422


@pytest.mark.usefixtures("with_key")
def test_no_other_file_is_handed_out(client: TestClient) -> None:
    assert client.get("/packs/mine/nothing.zip").status_code == 422
    assert client.get("/packs/mine/..%2Fwar_horse.zip").status_code in (404, 422)
    assert client.get("/packs/nothing").status_code == 422


def test_only_who_has_the_key_sees_packs(client: TestClient) -> None:
    for path in ("", "/new?id=my_own", "/war_horse.zip"):
        assert client.get(f"/packs/mine{path}").status_code == 403


@pytest.mark.usefixtures("with_key")
def test_a_table_is_made_with_packs_by_their_titles(client: TestClient) -> None:
    page = client.get("/new/mine").text
    assert 'value="war_horse"' in page and "</label>" in page
    title = load_ruleset("mythotopia", [str(PACKS / "war_horse")]).packs[0].title
    assert f"> {title}</label>" in page


@pytest.mark.usefixtures("with_key")
def test_who_wrote_each_field_of_any_thing_is_told(client: TestClient) -> None:
    page = client.get("/packs/mine?thing=levies&pack=war_horse").text
    assert "<h2>components.levies</h2>" in page and "improvement_cards.yaml:" in page.partition("levies</h2>")[2]
    changed = client.get("/packs/mine?thing=components.cavalry&pack=war_horse").text.partition("cavalry</h2>")[2]
    assert "war_horse/pack.yaml:" in changed.partition("</table>")[0]
    wrong = client.get("/packs/mine?thing=cavalri").text
    assert 'class="reason"' in wrong and "cavalry" in wrong.partition('class="reason"')[2].partition("</p>")[0]


@pytest.mark.usefixtures("with_key")
def test_a_text_from_the_workbench_becomes_a_pack(client: TestClient, tmp_path: Path) -> None:
    text = "Reserve: while you attack, your combat strength is 3 higher."
    form = {"text": text, "do": "pack"}
    answer = client.post("/bench/mythotopia/cavalry", data=form, headers={"origin": "http://127.0.0.1"})
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(BytesIO(answer.content)) as packed:
        packed.extractall(tmp_path / "packs")
    ruleset = load_ruleset("mythotopia", [str(tmp_path / "packs" / "my_cavalry")])
    assert ruleset.content.data["components"]["cavalry"]["text"].strip() == text
    form["text"] = text.replace("higher", "hihger")
    wrong = client.post("/bench/mythotopia/cavalry", data=form, headers={"origin": "http://127.0.0.1"})
    assert 'class="reason"' in wrong.text
