"""The ids of scenarios over the wire: where they are written, where packs change them, and other names for them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rulewright.play.scenario_files import read_all
from rulewright.ruleset.loader import load_ruleset
from tests.lsp.client import Editor
from tests.lsp.test_features import applied, at, completed, renamed

GAME = Path(__file__).parents[1] / "games" / "orchard"
SCENARIOS = """\
- id: many_birds
  title: What the birds are there for
  shows: [many_birds]
  players: 2
  expect: {zones: {common: {yard: {count: 5}}}}
- {id: yard_is_set_up, title: The yard, players: 2, expect: {zones: {common: {yard: {count: 5}}}}}
"""
PACK = """\
id: {name}
title: More fruit
version: 1.0.0
base: {{orchard: ">=0.1"}}
patch:
  scenarios:
    "many_birds": {{set: {{seed: 3}}}}
remove:
  scenarios: [yard_is_set_up]
"""
OWN = "- {id: harvest, title: The harvest of %s, players: 2, expect: {zones: {common: {yard: {count: 5}}}}}\n"


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor that is open in a folder with a ruleset and two packs, which each write a scenario of one name."""
    root = tmp_path_factory.mktemp("work").resolve()
    game = shutil.copytree(GAME, root / "orchard")
    for name in ("more_fruit", "less_fruit"):
        (game / "packs" / name / "scenarios").mkdir(parents=True)
        (game / "packs" / name / "pack.yaml").write_text(PACK.format(name=name), encoding="utf-8")
        (game / "packs" / name / "scenarios" / "own.yaml").write_text(OWN % name, encoding="utf-8")
    (game / "scenarios").mkdir()
    (game / "scenarios" / "own.yaml").write_text(SCENARIOS, encoding="utf-8")
    editor = Editor(root)
    editor.root = root
    yield editor
    assert editor.stop() == 0


@pytest.fixture
def files(editor: Editor) -> Iterator[tuple[Path, Path]]:
    """A file of scenarios and a pack that changes them, both open and checked."""
    game = editor.root / "orchard"
    own, pack = game / "scenarios" / "own.yaml", game / "packs" / "more_fruit" / "pack.yaml"
    for path in (own, pack):
        editor.open(path)
        assert editor.checked(path) == []
    yield own, pack
    editor.close(own)
    editor.close(pack)


def test_definition_references_and_hover(editor: Editor, files: tuple[Path, Path]) -> None:
    own, pack = files
    text = pack.read_text(encoding="utf-8")
    [where] = editor.ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(**at(pack, text, "yard_is")))
    assert (where.uri, where.range.start) == (own.as_uri(), types.Position(5, 7))
    context = types.ReferenceContext(True)
    found = editor.ask(types.TEXT_DOCUMENT_REFERENCES, types.ReferenceParams(context, **at(pack, text, "yard_is")))
    other = pack.parents[1] / "less_fruit" / "pack.yaml"
    assert sorted(one.uri for one in found) == sorted(path.as_uri() for path in (own, pack, other))
    hover = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**at(own, SCENARIOS, "many_birds")))
    assert hover.contents.value == "**What the birds are there for**\n\nshows: many_birds"
    now = text.replace('    "many_birds"', "    yar")
    editor.type(pack, now)
    assert completed(editor, pack, now, "    yar") == ["yard_is_set_up"]
    editor.type(pack, text)


def renamed_on_disk(editor: Editor, path: Path, words: str, new: str) -> dict[str, str]:
    """Every file under the root after a rename; the game is right with each of its packs, and then as it was."""
    text = path.read_text(encoding="utf-8")
    done = applied(renamed(editor, path, text, words, new, 3), {})
    before = {file: file.read_text(encoding="utf-8") for file in done}
    try:
        for file, now in done.items():
            file.write_text(now, encoding="utf-8")
        for pack in ((), ("more_fruit",), ("less_fruit",)):
            game = editor.root / "orchard"
            assert read_all(load_ruleset(game, [game / "packs" / one for one in pack])).problems == []
    finally:
        for file, old in before.items():
            file.write_text(old, encoding="utf-8")
    return {file.relative_to(editor.root / "orchard").as_posix(): now for file, now in done.items()}


def test_a_rename_reaches_packs_and_leaves_the_card_of_that_name(editor: Editor, files: tuple[Path, Path]) -> None:
    own, pack = files
    done = renamed_on_disk(editor, pack, '"many_birds', "birds_come")
    assert done["scenarios/own.yaml"] == SCENARIOS.replace("id: many_birds", "id: birds_come")
    assert {name for name in done if name.endswith("pack.yaml")} == {
        "packs/more_fruit/pack.yaml", "packs/less_fruit/pack.yaml",
    }  # fmt: skip
    assert '"birds_come": {set' in done["packs/less_fruit/pack.yaml"]
    assert len(done) == 3
    done = renamed_on_disk(editor, pack, "yard_is_set_up", "yard")  # a zone may be called the same
    assert "remove:\n  scenarios: [yard]" in done["packs/more_fruit/pack.yaml"]


def test_a_renamed_card_leaves_the_scenario_of_that_name(editor: Editor, files: tuple[Path, Path]) -> None:
    own, _ = files
    done = renamed_on_disk(editor, own, "[many_birds", "starlings")
    assert done["scenarios/own.yaml"] == SCENARIOS.replace("[many_birds]", "[starlings]")
    assert "packs/more_fruit/pack.yaml" not in done


def test_a_scenario_of_a_pack_is_renamed_in_that_pack_alone(editor: Editor, files: tuple[Path, Path]) -> None:
    own = editor.root / "orchard" / "packs" / "less_fruit" / "scenarios" / "own.yaml"
    editor.open(own)
    editor.checked(own)
    assert list(renamed_on_disk(editor, own, "harvest", "vintage")) == ["packs/less_fruit/scenarios/own.yaml"]
    with pytest.raises(JsonRpcException, match="taken"):
        renamed(editor, own, own.read_text(encoding="utf-8"), "harvest", "yard_is_set_up")
    editor.close(own)
