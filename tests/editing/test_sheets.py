"""Files as they stand in an editor: what of them is language, where it stands, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.editing.project import Project, root_of
from rulewright.editing.sheets.pieces import chunks
from rulewright.editing.sheets.sheet import Sheet

PACK = """\
id: p
title: P
version: 1.0.0
base: {orchard: ">=0.1"}
patch:
  components:
    cider_press: {set: {text: "Squeeze: gain 3 fruits of the tree of this press."}}
    many_birds:
      - {append: {text: "The flock is 1 higher."}}
      - {when: {pack: other}, set: {text: "The flock is 3 higher."}}
  procedures:
    play: {append: {do: [{if: you have at least 1 fruit, then: Gain 1 point.}]}}
  locale:
    hu: {texts: {components: {many_birds: {set: {text: Valami.}}}}}
replace:
  lexicon:
    nouns:
      birds: {type: number, means: the number of fields at hand, en: {one: flock}}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A pack for the small orchard, whose base is known."""
    import shutil

    game = tmp_path_factory.mktemp("work") / "orchard"
    shutil.copytree(Path(__file__).parents[1] / "games" / "orchard", game)
    (game / "packs" / "p").mkdir(parents=True)
    path = game / "packs" / "p" / "pack.yaml"
    path.write_text("id: p\ntitle: P\nversion: 1.0.0\nbase: {orchard: '>=0.1'}\n", encoding="utf-8")
    root = root_of(path)
    assert root is not None
    project = Project(root)
    project.edit(path, path.read_text(encoding="utf-8"))
    project.good = project.load({})
    assert project.good is not None
    return project


def pack(project: Project, text: str) -> Sheet:
    return project.edit(project.root.folder / "pack.yaml", text)


def test_the_sentences_of_a_pack_are_found_where_they_will_stand(project: Project) -> None:
    sheet = pack(project, PACK)
    said = {(saying.lang, *saying.path[:3]): (saying.kind, saying.text) for saying in sheet.sayings}
    assert said["en", "components", "cider_press", "text"][0] == "text"
    assert said["en", "lexicon", "nouns", "birds"] == ("amount", "the number of fields at hand")
    assert said["hu", "components", "many_birds", "text"] == ("text", "Valami.")
    birds = [saying.text for saying in sheet.sayings if saying.path[:2] == ("components", "many_birds")]
    assert birds == ["The flock is 1 higher.", "The flock is 3 higher.", "Valami."]
    steps = [(saying.kind, saying.text) for saying in sheet.sayings if saying.path[:2] == ("procedures", "play")]
    assert steps == [("condition", "you have at least 1 fruit"), ("block_sentence", "Gain 1 point.")]
    for saying in sheet.sayings:
        assert sheet.text[saying.start : saying.end] == saying.text


def test_what_is_wrong_in_a_pack_is_marked(project: Project) -> None:
    sheet = pack(project, PACK.replace("Gain 1 point", "Gain 1 pount"))
    found = [one for one in sheet.problems(project.languages) if one.code.startswith("RW03")]
    assert [one.place.source[one.place.column - 1 :][: one.place.length] for one in found if "pount" in one.found]


def test_a_patch_that_fits_nothing_says_nothing(project: Project) -> None:
    for body in (
        "3",
        "[]",
        "{set: 3}",
        "{set: {text.9.x: Gain}}",
        "{append: {start: [x]}}",
        "{set: {text: [1]}}",
        "null",
    ):
        sheet = pack(project, f"patch:\n  components:\n    cider_press: {body}\n    nobody: {{set: {{text: Hm.}}}}\n")
        assert not sheet.sayings


@pytest.mark.parametrize(
    "text", ["patch: 3", "patch: {components: [x]}", "replace: {lexicon: {nouns: 4}}", "remove: 7"]
)
def test_a_pack_of_any_shape_is_answered(project: Project, text: str) -> None:
    sheet = pack(project, text + "\n")
    assert not sheet.sayings and sheet.problems(project.languages)


def test_only_what_has_changed_is_read_again() -> None:
    text = "- {id: a, kind: k}\n- {id: b, kind: k}\n"
    before = Sheet("components", "c.yaml", "", text)
    after = Sheet("components", "c.yaml", "", text.replace("id: b", "id: c"), before)
    assert after.pieces[0][1] is before.pieces[0][1] and after.pieces[1][1] is not before.pieces[1][1]
    assert "".join(chunk.text for chunk in chunks("components", text)) == text


@pytest.mark.parametrize("source", ["a: b\r\nc: d\r\n", "\ufeffa: b\nc: d\n", "a: b\rc: d"])
def test_offsets_count_without_marks_and_carriage_returns(source: str) -> None:
    sheet = Sheet("", "x", "", source)
    assert sheet.text[sheet.offset(1, 0) :].startswith("c: d") and sheet.line_of(sheet.offset(1, 2)) == (1, 2)
