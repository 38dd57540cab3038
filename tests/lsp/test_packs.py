"""Inside pack.yaml: the sentences of patches are read, completed, told and renamed like those of the ruleset."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rulewright.ruleset.loader import read_ruleset
from tests.lsp.client import Editor
from tests.lsp.test_features import applied, at, completed, document, edited, renamed

GAME = Path(__file__).parents[1] / "games" / "orchard"
PACK = """\
id: more_fruit
title: More fruit
version: 1.0.0
base: {orchard: ">=0.1"}
patch:
  components:
    cider_press:
      expect: {text: "Squeeze: gain 2 fruits of the tree of this press.", start: yard}
      set: {text: "Squeeze: gain 3 fruits of the tree of this press."}
    many_birds: {set: {name: Birds}}
  lexicon:
    nouns:
      plank:
        set: {deeds.lay.2: Put 1 plank from your store onto the free gap.}
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor that is open in a folder with a ruleset and a pack."""
    root = tmp_path_factory.mktemp("work").resolve()
    shutil.copytree(GAME, root / "orchard")
    (root / "orchard" / "packs" / "more_fruit").mkdir(parents=True)
    editor = Editor(root)
    editor.root = root
    yield editor
    assert editor.stop() == 0


@pytest.fixture
def pack(editor: Editor) -> Iterator[tuple[Path, str]]:
    """The pack, open and checked."""
    path = editor.root / "orchard" / "packs" / "more_fruit" / "pack.yaml"
    path.write_text(PACK, encoding="utf-8")
    text = editor.open(path)
    assert editor.checked(path) == []
    yield path, text
    editor.close(path)


def test_a_wrong_word_is_marked_after_the_key(editor: Editor, pack: tuple[Path, str]) -> None:
    path, text = pack
    version = editor.type(
        path, text.replace("gain 3 fruits", "gain 3 fruitz").replace("onto the free", "onto teh free")
    )
    told = editor.first_told(path, version)
    assert [editor.marked(path, one) for one in told if str(one.code).startswith("RW03")] == ["fruitz", "teh"]


def test_the_last_good_state_is_kept_while_it_is_broken(editor: Editor, pack: tuple[Path, str]) -> None:
    path, text = pack
    editor.type(path, text.replace("version: 1.0.0", "version: ["))
    editor.wait(path, lambda told: any(str(one.code).startswith("RW01") for one in told))
    editor.type(path, text)
    editor.codes(path)


def test_completion_in_texts_and_of_what_is_patched(editor: Editor, pack: tuple[Path, str]) -> None:
    path, text = pack
    now = text.replace("gain 3 fruits of the tree of this press.", "gain 3 fr")
    editor.type(path, now)
    assert "fruits" in completed(editor, path, now, "gain 3 fr")
    now = text.replace("    many_birds:", "    pe")
    editor.type(path, now)
    assert "perry_press" in completed(editor, path, now, "    pe")
    now = text.replace("{set: {name: Birds}}", "{set: {st")
    editor.type(path, now)
    assert "start" in completed(editor, path, now, "{set: {st")
    now = text.replace("{set: {name: Birds}}", "{set: {start: ya")
    editor.type(path, now)
    assert completed(editor, path, now, "{set: {start: ya") == ["yard"]
    now = text + "remove: {components: [pe"
    editor.type(path, now)
    assert {"pears", "perry_press"} <= set(completed(editor, path, now, "remove: {components: [pe"))


def test_hover_definition_references_and_outline(editor: Editor, pack: tuple[Path, str]) -> None:
    path, text = pack
    hover = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**at(path, text, "3 fruits", 3)))
    assert "**fruit**" in hover.contents.value and "Understood as:" in hover.contents.value
    hover = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**at(path, text, "many_birds")))
    assert "**many_birds**" in hover.contents.value or "**Birds**" in hover.contents.value
    cards = editor.root / "orchard" / "components" / "cards.yaml"
    [where] = editor.ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(**at(path, text, "many_birds")))
    assert where.uri == cards.as_uri()
    context = types.ReferenceContext(True)
    found = editor.ask(types.TEXT_DOCUMENT_REFERENCES, types.ReferenceParams(context, **at(path, text, "3 fruits", 3)))
    assert {path.as_uri(), cards.as_uri()} <= {one.uri for one in found}
    symbols = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(document(path)))
    assert [one.name for one in symbols] == ["cider_press", "many_birds", "plank"]
    [lens] = editor.ask(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(document(path)))
    assert list(lens.command.arguments) == [path.as_uri(), "cider_press"]


def test_formatting_writes_the_normal_form_of_patches(editor: Editor, pack: tuple[Path, str]) -> None:
    path, text = pack
    other = text.replace("gain 3 fruits of", "gain three fruits of")
    editor.type(path, other)
    editor.checked(path)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = editor.ask(types.TEXT_DOCUMENT_FORMATTING, types.DocumentFormattingParams(document(path), options))
    assert edited(other, edits) == text


def after(edit: types.WorkspaceEdit, path: Path, text: str, root: Path) -> dict[Path, str]:
    """The files after an edit; the game and its pack are right after it, and as before when that was seen."""
    done = applied(edit, {path: text})
    before = {file: file.read_text(encoding="utf-8") for file in done}
    try:
        for file, new in done.items():
            file.write_text(new, encoding="utf-8")
        for packs in ((), (str(root / "orchard" / "packs" / "more_fruit"),)):
            assert not read_ruleset(root / "orchard", packs)[1]
    finally:
        for file, old in before.items():
            file.write_text(old, encoding="utf-8")
    return done


def test_an_id_is_renamed_in_the_game_and_its_pack(editor: Editor, pack: tuple[Path, str]) -> None:
    path, text = pack
    cards = editor.root / "orchard" / "components" / "cards.yaml"
    done = after(renamed(editor, path, text, "cider_press", "cider_mill"), path, text, editor.root)
    assert "    cider_mill:" in done[path] and "id: cider_mill" in done[cards]
    own = editor.open(cards)
    editor.checked(cards)
    done = after(renamed(editor, cards, own, "start: yard", "shed", 8), path, text, editor.root)
    assert "start: shed}" in done[path] and "yard" not in done[cards]
    editor.close(cards)


def test_a_word_is_renamed_in_the_game_and_what_the_pack_expects_of_it(editor: Editor, pack: tuple[Path, str]) -> None:
    path, text = pack
    cards = editor.root / "orchard" / "components" / "cards.yaml"
    own = editor.open(cards)
    editor.checked(cards)
    done = after(renamed(editor, cards, own, "2 fruits", "olive", 3), path, text, editor.root)
    assert 'expect: {text: "Squeeze: gain 2 olives of the tree' in done[path]
    assert 'set: {text: "Squeeze: gain 3 olives of the tree' in done[path] and "gain 2 olives" in done[cards]
    editor.close(cards)
    again = after(renamed(editor, path, text, "3 fruits", "olive", 3), path, text, editor.root)
    assert again == done  # from the pack as from the game


def test_what_is_not_open_is_not_renamed(pack: tuple[Path, str]) -> None:
    path, text = pack
    alone = Editor(path.parent)
    alone.open(path)
    alone.checked(path)
    with pytest.raises(JsonRpcException, match="not open here"):
        renamed(alone, path, text, "cider_press", "cider_mill")
    assert alone.stop() == 0
