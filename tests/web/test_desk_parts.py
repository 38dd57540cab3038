"""The parts of the translator's desk beside texts: words, names to review, progress by file, PO out and in."""

import re
import shutil
from pathlib import Path

import pytest
import yaml

pytest.importorskip("starlette", reason="the translator's desk needs the extra [web]")
pytest.importorskip("jinja2", reason="the translator's desk needs the extra [web]")
pytest.importorskip("httpx", reason="these tests need httpx")

from starlette.testclient import TestClient

from rulewright.resources import data_dir
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.translations.comments import comments
from rulewright.ruleset.translations.free_texts import free_texts
from rulewright.ruleset.translations.po import exported
from rulewright.web.desk.exchange import po_in

OUR = {"origin": "http://127.0.0.1"}
CAVALRY = "Tartalék: amikor támadsz, a harci erőd 1-gyel nő."
pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), pytest.mark.usefixtures("with_key")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "mine"
    shutil.copytree(data_dir("rulesets") / "mythotopia", made)
    return made


def texts(folder: Path) -> str:
    return (folder / "locale" / "hu" / "texts.yaml").read_text("utf-8")


def send(client: TestClient, po: str | bytes, do: str, game: str = "mine") -> str:
    file = po.encode() if isinstance(po, str) else po
    files = {"file": ("some.po", file, "text/x-gettext-translation")}
    return client.post(f"/desk/{game}/hu/po", data={"do": do}, files=files, headers=OUR).text


# ---------------------------------------------------------------------- words


def test_the_glossary_shows_all_forms_of_a_word_and_where_it_is_said(client: TestClient) -> None:
    page = client.get("/desk/mine/hu/words?word=nouns.province").text
    for form in ("tartományban", "tartományaitokat", "tartományod"):
        assert (f">{form}<" in page) == (form != "tartományaitokat")
    english = client.get("/desk/mine/hu/words?word=nouns.combat_strength").text
    assert 'href="/desk/mine/hu/components.cavalry.text"' in english
    assert "components.alchemist.text" not in english


def test_a_word_without_forms_says_so(client: TestClient, folder: Path) -> None:
    path = folder / "locale" / "hu" / "lexicon.yaml"
    lines = re.sub(r"(?m)^  mercenary: .*\n", "", path.read_text("utf-8"))
    assert lines != path.read_text("utf-8")
    path.write_text(lines, "utf-8")
    page = client.get("/desk/mine/hu/words?word=nouns.mercenary").text
    assert "lexicon.yaml" in page and "· missing" in page


def lexicon(folder: Path) -> str:
    return (folder / "locale" / "hu" / "lexicon.yaml").read_text("utf-8")


def test_the_forms_of_a_word_are_written_and_nothing_else(client: TestClient, folder: Path) -> None:
    before, address = lexicon(folder), "/desk/mine/hu/words?word=nouns.fixed_vp_card"
    page = client.get(address).text
    assert 'name="form.0"' in page and 'placeholder="állandó pontkártyád"' in page  # a form that follows by rule
    data = {"form.0": "állandó pontkártya", "form.1": "állandó pontkártyát", "form.2": "állandó pontlapok"}
    assert "The forms are written." in client.post(address, data=data, headers=OUR).text
    old, new = (
        f"  fixed_vp_card: állandó pontkártya{more}\n" for more in ("", "|állandó pontkártyát|állandó pontlapok")
    )
    assert lexicon(folder) == before.replace(old, new) != before
    assert "állandó pontlapok" in client.get(address).text
    back = client.post(address, data={"form.1": "", "form.2": ""}, headers=OUR).text
    assert "The forms are written." in back and lexicon(folder) == before


def test_a_word_of_several_parts_is_written_part_by_part(client: TestClient, folder: Path) -> None:
    before, address = lexicon(folder), "/desk/mine/hu/words?word=nouns.ship"
    assert 'name="form.place.-"' in client.get(address).text
    data = {"form.forms.0": "bárka", "form.place.-": "in"}
    assert "are not proved any more" in client.post(address, data=data, headers=OUR).text  # texts say "hajó"
    assert lexicon(folder) == before.replace('{forms: hajó, place: "on"}', '{forms: bárka, place: "in"}') != before


def test_forms_that_cannot_be_are_refused_and_the_file_stays(client: TestClient, folder: Path) -> None:
    before, address = lexicon(folder), "/desk/mine/hu/words?word=nouns.counter"
    for wrong in ("város", "", "a: {b", "két\nsor"):
        page = client.post(address, data={"form.0": wrong}, headers=OUR).text
        assert 'class="reason"' in page and "are written" not in page, wrong
        assert lexicon(folder) == before, wrong
    assert "are written" in client.post(address, data={"form.0": "jelölő"}, headers=OUR).text  # all goes on


def test_forms_of_a_game_that_ships_are_only_shown(client: TestClient) -> None:
    address = "/desk/mythotopia/hu/words?word=nouns.counter"
    assert 'name="form.0"' not in client.get(address).text
    assert "is not saved from here" in client.post(address, data={"form.0": "x"}, headers=OUR).text


@pytest.mark.parametrize(
    ("section", "word", "data", "line"),
    [
        ("nouns", "mercenary", {"form.0": "zsoldos", "form.1": "zsoldost"}, "  mercenary: zsoldos|zsoldost"),
        ("headings", "benefit", {"form.-": "Haszon"}, "  benefit: Haszon"),
        ("verbs", "repel", None, '  repel: {pattern: "V egy támadást", forms: "'),
    ],
)
def test_a_word_that_has_no_forms_gets_some(
    client: TestClient, folder: Path, section: str, word: str, data: dict[str, str] | None, line: str
) -> None:
    path = folder / "locale" / "hu" / "lexicon.yaml"
    (gone,) = re.findall(rf"(?m)^  {word}: .*\n", path.read_text("utf-8"))
    if data is None:
        forms = yaml.safe_load(gone)[word]["forms"].split("|")
        data = {f"form.forms.{at}": form for at, form in enumerate(forms)} | {"form.pattern.-": "V egy támadást"}
    path.write_text(path.read_text("utf-8").replace(gone, ""), "utf-8")
    before = lexicon(folder)
    address = f"/desk/mine/hu/words?word={section}.{word}"
    assert "It has no forms in this language yet" in client.get(address).text
    page = client.post(address, data=data, headers=OUR).text
    assert "are written" in page and "It has no forms in this language yet" not in page
    (added,) = set(lexicon(folder).splitlines()) - set(before.splitlines())
    assert added.startswith(line)
    kept = [one for one in lexicon(folder).splitlines() if one != added]
    assert kept == before.splitlines()


def test_a_text_lists_the_words_of_the_game_in_it(client: TestClient) -> None:
    page = client.get("/desk/mine/hu/components.cavalry.text").text
    assert "words?word=nouns.combat_strength" in page and "harci erő" in page
    assert "words?word=nouns.dragon" not in page


# ---------------------------------------------------------------------- names


def test_names_are_noted_as_reviewed_as_they_were_seen(client: TestClient, folder: Path) -> None:
    page = client.get("/desk/mine/hu/names").text
    seen = next(re.finditer(r'name="name" value="(\w+ components\.cavalry\.name)"', page))[1]
    client.post(
        "/desk/mine/hu/names", data={"do": "chosen", "name": ["0" * 16 + " components.levies.name"]}, headers=OUR
    )
    client.post("/desk/mine/hu/names", data={"do": "chosen", "name": [seen]}, headers=OUR)
    states = {text.context: text.state for text in free_texts(load_ruleset(folder), "hu")}
    assert states["components.cavalry.name"] == "reviewed"
    assert set(states.values()) == {"reviewed", "new"} and list(states.values()).count("reviewed") == 1
    assert seen not in client.get("/desk/mine/hu/names").text


def test_all_names_of_a_page_can_be_noted_at_once(client: TestClient, folder: Path) -> None:
    page = client.get("/desk/mine/hu/names").text
    seen = re.findall(r'name="seen" value="([^"]+)"', page)
    client.post(
        "/desk/mine/hu/names", data={"do": "all", "seen": [one.replace("&#39;", "'") for one in seen]}, headers=OUR
    )
    assert {text.state for text in free_texts(load_ruleset(folder), "hu")} == {"reviewed"}


def test_a_name_is_written_and_nothing_else(client: TestClient, folder: Path) -> None:
    before = texts(folder)
    said = {"said.components.cavalry.name": "Huszárok", "said.components.levies.name": "", "do": "save"}
    page = client.post("/desk/mine/hu/names", data=said, headers=OUR).text
    assert 'class="reason"' in page  # an empty name is refused; the one before it is written
    assert texts(folder) == before.replace("name: Lovasság", "name: Huszárok", 1) != before
    states = {text.context: text.state for text in free_texts(load_ruleset(folder), "hu")}
    assert states["components.cavalry.name"] == "new"
    for name, value in (("components.cavalry.name", "a: {b"), ("components.nobody.name", "x")):
        page = client.post("/desk/mine/hu/names", data={f"said.{name}": value, "do": "save"}, headers=OUR).text
        assert 'class="reason"' in page
    titled = next(text for text in free_texts(load_ruleset(folder), "hu") if text.context.startswith("titles."))
    data = {f"said.{titled.context}": "Valami más", "do": "save"}
    assert "Names written: 1." in client.post("/desk/mine/hu/names", data=data, headers=OUR).text
    assert "Valami más" in texts(folder)
    shipped = client.post("/desk/mythotopia/hu/names", data=data, headers=OUR).text
    assert "is not saved from here" in shipped


def test_equal_labels_of_one_choice_are_told(client: TestClient, folder: Path) -> None:
    path = folder / "locale" / "hu" / "texts.yaml"
    before = texts(folder)
    assert "RW0842" not in client.get("/desk/mythotopia/hu/names").text
    path.write_text(before.replace("By sea: Tengeren", "By sea: Szárazon"), "utf-8")
    assert "RW0842" in client.get("/desk/mine/hu/names").text


# ---------------------------------------------------------------------- progress


def test_progress_is_told_file_by_file(client: TestClient, folder: Path) -> None:
    path = folder / "locale" / "hu" / "texts.yaml"
    path.write_text(texts(folder).replace("támadsz, a harci erőd 1-gyel", "támadsz, a harci erőd 2-vel"), "utf-8")
    page = client.get("/desk/mine/hu/progress").text
    rows = {row[0]: re.findall(r"<td>([^<]*)</td>", row[1])
            for row in re.findall(r'<th scope="row">([^<]+)</th>(.*?)</tr>', page)}  # fmt: skip
    cards = rows["components/improvement_cards.yaml"]
    assert cards[:2] == ["26", "1"] and cards[-1] == "29 / 29"
    assert rows["components/vp_cards.yaml"][1] == ""
    assert "map/board.yaml" in rows and "ruleset.yaml" in rows and "" not in rows


# ---------------------------------------------------------------------- PO


def test_po_goes_out_as_the_command_line_writes_it(client: TestClient, folder: Path) -> None:
    answer = client.get("/desk/mine/hu/texts.po")
    assert answer.text == exported(load_ruleset(folder), "hu")
    assert 'filename="mine.hu.po"' in answer.headers["content-disposition"]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_po_comes_in_with_the_state_of_every_new_text(client: TestClient, folder: Path, ends: str) -> None:
    before = texts(folder)
    po = client.get("/desk/mine/hu/texts.po").text
    changed = po.replace("amikor támadsz, a harci erőd 1-gyel", "amikor támadsz, a harci erőd 7-tel")
    changed = changed.replace('msgstr "Lovasság"', 'msgstr "Huszárok"') + '\nmsgctxt "x.y.z"\nmsgid "a"\nmsgstr "b"\n'
    changed = changed.replace("\n", ends)
    looked = send(client, changed, "look")
    assert "≠ different" in looked and "“7” where the English says “1”" in looked and "Huszárok" in looked
    assert "x.y.z" in looked and texts(folder) == before
    send(client, changed, "take")
    assert texts(folder) != before
    back = (
        texts(folder)
        .replace("Huszárok", "Lovasság")
        .replace("amikor támadsz, a harci erőd 7-tel", "amikor támadsz, a harci erőd 1-gyel")
    )
    assert yaml.safe_load(back) == yaml.safe_load(before)
    assert "≠ 1 " in client.get("/desk/mine/hu").text


def test_po_that_says_nothing_new_changes_nothing(client: TestClient, folder: Path) -> None:
    before = texts(folder)
    send(client, client.get("/desk/mine/hu/texts.po").text, "take")
    assert texts(folder) == before


@pytest.mark.parametrize("po", [b"", b"\xff\xfe\x00", b'msgid "', b"/etc/passwd"])
def test_what_is_no_po_file_is_told(client: TestClient, folder: Path, po: bytes) -> None:
    before = texts(folder)
    answer = send(client, po, "take")
    assert "root:" not in answer and "Traceback" not in answer and texts(folder) == before


def test_po_into_a_game_that_ships_is_refused(client: TestClient) -> None:
    po = client.get("/desk/mythotopia/hu/texts.po").text.replace('msgstr "Lovasság"', 'msgstr "Huszárok"')
    assert "Huszárok" in send(client, po, "look", "mythotopia")
    assert "This does not work" in send(client, po, "take", "mythotopia")
    assert CAVALRY in texts(data_dir("rulesets") / "mythotopia")
    assert "Huszárok" not in texts(data_dir("rulesets") / "mythotopia")


# ---------------------------------------------------------------------- who may


@pytest.mark.parametrize("part", ["words", "names", "progress", "po", "texts.po"])
def test_every_part_needs_the_key_and_a_language(client: TestClient, part: str) -> None:
    assert client.get(f"/desk/mine/xx/{part}").status_code == 422
    assert client.get(f"/desk/nothing/hu/{part}").status_code == 422
    client.cookies.clear()
    assert client.get(f"/desk/mine/hu/{part}").status_code == 403
    assert client.post(f"/desk/mine/hu/{part}", headers=OUR).status_code in (403, 405)


def test_a_form_with_very_many_fields_is_no_error(client: TestClient) -> None:
    many = {"do": "chosen", "name": [str(at) for at in range(600)]}
    assert client.post("/desk/mine/hu/names", data=many, headers=OUR).status_code == 200


def test_po_tells_of_a_title_what_the_check_would(client: TestClient, folder: Path) -> None:
    ruleset = load_ruleset(folder)
    po = exported(ruleset, "es").replace("Descartar cartas", "Robar cartas").replace("Jugar", "Anchoas")
    states = {taken.context: taken.state for taken in po_in(ruleset, "es", po, "en").texts}
    assert states["procedures.discard_cards.title"] == "different"
    back = exported(ruleset, "es").replace("Descartar cartas", "Descarta cartas")
    assert [taken.state for taken in po_in(ruleset, "es", back, "en").texts] == ["proved"]


def test_comments_inside_braces_are_kept() -> None:
    text = (
        "title: Ernte\n"
        "components:\n"
        "  mill: {name: Mühle}  # of the village\n"
        "  barn: {  # new\n"
        "    # as in the book\n"
        "    name: Scheune,  # or Speicher\n"
        '    text: "Nimm 1 Münze, und # ist keins."  # checked\n'
        "    # the end of it\n"
        "  }  # all of it\n"
        "  shed:\n"
        "    name: Schuppen\n"
    )
    found = comments(text)
    barn = ("components", "barn")
    assert found.before == {
        barn: ("# new",), (*barn, "name"): ("# as in the book",), ("components", "shed"): ("# the end of it",)
    }  # fmt: skip
    assert found.beside == {
        ("components", "mill"): "# of the village", (*barn, "name"): "# or Speicher", (*barn, "text"): "# checked",
        barn: "# all of it",
    }  # fmt: skip


def test_po_keeps_every_comment_of_the_file(client: TestClient, folder: Path) -> None:
    path = folder / "locale" / "hu" / "texts.yaml"
    with_comments = (
        re.sub(r"(?m)^  cavalry:", "  # horsemen\n  cavalry:  # asked of Eve", texts(folder)) + "# the end\n"
    )
    assert with_comments.count("#") > texts(folder).count("#") + 2
    path.write_text(with_comments, "utf-8")
    po = client.get("/desk/mine/hu/texts.po").text.replace('msgstr "Lovasság"', 'msgstr "Huszárok"')
    send(client, po, "take")
    written = texts(folder)
    assert "Huszárok" in written
    assert re.search(r"  # horsemen\n  cavalry: +# asked of Eve\n", written) and written.endswith("# the end\n")
    assert written.count("#") == with_comments.count("#")
