"""The workbench: a text is tried as it is written, and written without touching anything else."""

import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the workbench needs the extra [web]")
pytest.importorskip("jinja2", reason="the workbench needs the extra [web]")
pytest.importorskip("httpx", reason="these tests need httpx")

from starlette.testclient import TestClient

from rulewright.compiler import trials
from rulewright.editing.trying import try_text
from rulewright.resources import data_dir
from rulewright.ruleset.loader import load_ruleset
from rulewright.web import workbench

OUR = {"origin": "http://127.0.0.1"}
pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), pytest.mark.usefixtures("with_key")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "conjurers"
    shutil.copytree(Path(__file__).parent.parent / "games" / "conjurers", made)
    file = next((made / "components").glob("*.yaml"))
    file.write_text("# a comment above\n" + file.read_text("utf-8") + "# and one below\n", "utf-8")
    return made


def card(folder: Path) -> tuple[str, str]:
    return next((name, text.rstrip("\n")) for name, text, _ in load_ruleset(folder).texts())


def test_a_text_is_read_and_said_back(client: TestClient, folder: Path) -> None:
    name, text = card(folder)
    page = client.get(f"/bench/conjurers/{name}").text
    assert text.split(".")[0] in page
    assert "It reads and compiles." in page and "Understood as" in page


def test_a_wrong_word_is_marked_and_told(client: TestClient, folder: Path) -> None:
    name, text = card(folder)
    data = {"text": f"{text} Gain 3 zeppelins.", "do": "part"}
    part = client.post(f"/bench/conjurers/{name}", data=data, headers=OUR).text
    assert "<mark>" in part and "zeppelins" in part and "RW0" in part
    assert "It reads and compiles." not in part


def test_what_is_saved_changes_the_text_and_nothing_else(client: TestClient, folder: Path) -> None:
    name, text = card(folder)
    before = {path: path.read_text("utf-8") for path in folder.rglob("*.yaml")}
    digit = next(sign for sign in text if sign.isdigit())
    wanted = text.replace(digit, str(int(digit) + 1), 1)
    reply = client.post(f"/bench/conjurers/{name}", data={"text": wanted, "do": "save"}, headers=OUR)
    assert reply.status_code == 200
    assert {name: text for name, text, _ in load_ruleset(folder).texts()}[name].rstrip("\n") == wanted
    changed = {path: (old, now) for path, old in before.items() if (now := path.read_text("utf-8")) != old}
    assert len(changed) == 1
    ((old, now),) = changed.values()
    assert sum(one != other for one, other in zip(old.splitlines(), now.splitlines(), strict=True)) == 1
    assert now.startswith("# a comment above\n") and now.endswith("# and one below\n")


def test_a_text_that_does_not_read_is_not_saved(client: TestClient, folder: Path) -> None:
    name, _ = card(folder)
    before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
    for text in ("Gain 3 zeppelins.", "", "}: {["):
        client.post(f"/bench/conjurers/{name}", data={"text": text, "do": "save"}, headers=OUR)
    assert before == {path: path.read_bytes() for path in folder.rglob("*.yaml")}


def test_a_new_card_is_written_behind_one_that_it_is_like(client: TestClient, folder: Path) -> None:
    name, text = card(folder)
    file = next((folder / "components").glob("*.yaml"))
    before, count = file.read_text("utf-8"), len(load_ruleset(folder).components)
    data = {"called": "Álom: a new one", "do": "another"}
    reply = client.post(f"/bench/conjurers/{name}", data=data, headers=OUR)
    assert str(reply.url).endswith("/bench/conjurers/alom_a_new_one") and "Álom: a new one" in reply.text
    rules, now = load_ruleset(folder), file.read_text("utf-8")
    made, like = rules.components["alom_a_new_one"], rules.components[name]
    assert len(rules.components) == count + 1 and made.text and like.text and made.text.text == like.text.text
    assert made.name == "Álom: a new one" and (made.kind, made.start) == (like.kind, like.start)
    (added,) = [line for line in now.splitlines() if line not in before.splitlines()]
    assert now == before.replace(f"{_line_of(before, name)}\n", f"{_line_of(before, name)}\n{added}\n")
    assert "provenance" not in added
    wanted = re.sub(r"\d", "7", text, count=1)
    client.post("/bench/conjurers/alom_a_new_one", data={"text": wanted, "do": "save"}, headers=OUR)
    texts = {one: said.rstrip("\n") for one, said, _ in load_ruleset(folder).texts()}
    assert texts["alom_a_new_one"] == wanted and texts[name] == text
    again = client.post(f"/bench/conjurers/{name}", data=data, headers=OUR)
    assert str(again.url).endswith("alom_a_new_one_2")


def _line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if f"id: {name}," in line)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_new_card_of_several_lines_keeps_all_around_it(tmp_path: Path, ends: str) -> None:
    made = tmp_path / "mine"
    shutil.copytree(data_dir("rulesets") / "mythotopia", made)
    file = made / "components" / "improvement_cards.yaml"
    file.write_bytes(file.read_bytes().replace(b"\n", ends.encode()))
    before = file.read_bytes().decode()
    at = workbench.Workbench({"mine": str(made)}, frozenset({"mine"}))
    assert at.another("mine", "cavalry", "Huszár") == "huszar"
    block = (
        "\n- id: huszar\n  kind: improvement_card\n  name: Huszár\n  start: improvement_deck\n  text: |\n"
        "    Reserve: while you attack, your combat strength is 1 higher.\n"
    )
    after = "  rules: [T-94, T-157]\n  provenance: published\n"
    added = (after + block).replace("\n", ends)
    assert file.read_bytes().decode() == before.replace(after.replace("\n", ends), added) != before


def test_a_new_card_needs_a_name_and_a_ruleset_of_ones_own(client: TestClient, folder: Path) -> None:
    name, _ = card(folder)
    before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
    for address, called in (("conjurers/" + name, " "), ("conjurers/" + name, "a\nb"), ("mythotopia/cavalry", "New")):
        page = client.post(f"/bench/{address}", data={"called": called, "do": "another"}, headers=OUR).text
        assert 'class="reason"' in page
    assert before == {path: path.read_bytes() for path in folder.rglob("*.yaml")}


def test_what_ships_is_not_written(client: TestClient) -> None:
    page = client.post("/bench/mythotopia/cavalry", data={"text": "Draw 1 card.", "do": "save"}, headers=OUR).text
    assert 'class="reason"' in page and "is not saved from here" in page


def test_the_workbench_needs_the_key(client: TestClient) -> None:
    client.cookies.clear()
    assert client.get("/bench/conjurers").status_code == 403


def test_a_text_is_tried_in_play_and_written_nowhere(client: TestClient, folder: Path) -> None:
    name, text = "show", "Work: reveal a card from your hand. If it is a beast, gain 1 mana."
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    wanted = text.replace("1", "7")
    reply = client.post(f"/bench/conjurers/{name}", data={"text": wanted, "do": "try"}, headers=OUR)
    assert reply.status_code == 200 and "/seat/" in str(reply.url)
    assert f'data-id="{name}' in reply.text and 'name="option"' in reply.text
    shown = reply.text.split(f'data-id="{name}', 1)[1].split("</article>", 1)[0]
    assert "gain 7 mana" in shown
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    made = client.post(f"{reply.url.path}/choose", data={"option": option(reply.text), "made": "0"}, headers=OUR)
    assert made.status_code == 200 and 'data-made="0"' not in made.text
    back = client.post(f"{reply.url.path}/undo", data={}, headers=OUR)
    assert 'data-made="0"' in back.text


def option(page: str) -> str:
    return re.findall(r'name="option" value="([^"]*)"', page)[0]


def test_a_text_that_does_not_compile_is_not_tried(client: TestClient, folder: Path) -> None:
    name, _ = card(folder)
    reply = client.post(f"/bench/conjurers/{name}", data={"text": "Gain 3 zeppelins.", "do": "try"}, headers=OUR)
    assert "/seat/" not in str(reply.url) and 'class="reason"' in reply.text


def test_scenarios_of_a_card_are_run_and_an_edit_shows_what_it_changes(client: TestClient, folder: Path) -> None:
    text = {name: text for name, text, _ in load_ruleset(folder).texts()}["toll"].rstrip("\n")
    address = f"/bench/{folder.name}/toll"
    page = client.post(address, data={"text": text, "do": "run"}, headers=OUR).text
    outcomes = page.partition('id="outcomes"')[2]
    assert "what is paid is told: as expected" in outcomes and "Offered first" in outcomes
    assert "changed by this edit" not in outcomes
    wanted = text.replace("draw a card", "gain 1 mana")
    page = client.post(address, data={"text": wanted, "do": "run"}, headers=OUR).text
    outcomes = page.partition('id="outcomes"')[2]
    assert "what is paid is told: not as expected" in outcomes and "changed by this edit" in outcomes
    page = client.post(address, data={"text": text, "do": "run"}, headers=OUR).text
    assert "not as expected" not in page  # nothing was written


def test_what_was_read_is_not_read_again_until_the_ruleset_changes(
    client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, text = card(folder)
    read: list[str] = []
    real = workbench.try_text
    monkeypatch.setattr(workbench, "try_text", lambda *given: read.append(given[1]) or real(*given))
    for what in ("part", "read", "run"):
        client.post(f"/bench/{folder.name}/{name}", data={"text": text, "do": what}, headers=OUR)
    assert read == [text]
    digit = next(sign for sign in text if sign.isdigit())
    other = text.replace(digit, str(int(digit) + 1), 1)
    client.post(f"/bench/{folder.name}/{name}", data={"text": other, "do": "save"}, headers=OUR)
    client.post(f"/bench/{folder.name}/{name}", data={"text": text, "do": "part"}, headers=OUR)
    assert read.count(text) == 2


def test_the_rules_around_a_text_are_compiled_once_at_most_for_all_that_is_typed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = load_ruleset(folder)
    compiled: list[object] = []
    real = trials.compiled
    monkeypatch.setattr(trials, "compiled", lambda given, *more: compiled.append(given) or real(given, *more))
    for text in ("Gain 1 mana.", "Gain 2 mana.", "Gain 3 mana."):
        try_text(ruleset, text, ruleset.components["show"].kind)
    assert compiled.count(ruleset) == 0 and len(compiled) == 3  # nothing is wrong with the rules
    (cards,) = (folder / "components").glob("*.yaml")
    wrong = cards.read_text("utf-8").replace("you draw a spell, gain 1 mana", "you draw a card, draw a card", 1)
    cards.write_text(wrong, "utf-8")
    broken = load_ruleset(folder)
    for text in ("Gain 1 mana.", "Gain 2 mana.", "Gain 3 mana."):
        try_text(broken, text, ruleset.components["show"].kind)
    assert compiled.count(broken) == 1 and len(compiled) == 7
