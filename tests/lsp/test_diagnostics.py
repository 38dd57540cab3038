"""Problems under the words, while somebody types: over the wire, as an editor sees them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lsp.client import Editor

Copy = Callable[[str], Path]

TEXT = "Squeeze: gain 2 fruits of the tree of this press."
STYLES = {
    "plain": "- {{id: apples, kind: apple_tree, start: yard}}\n"
    "- id: mill\n  kind: press\n  tree: apples\n  start: yard\n  text: {text}\n",
    "single": "- {{id: apples, kind: apple_tree, start: yard}}\n"
    "- {{id: mill, kind: press, tree: apples, start: yard, text: '{text}'}}\n",
    "double": "- {{id: apples, kind: apple_tree, start: yard}}\n"
    '- {{id: mill, kind: press, tree: apples, start: yard, text: "{text}"}}\n',
    "escaped": "- {{id: apples, kind: apple_tree, start: yard}}\n"
    '- {{id: mill, kind: press, tree: apples, start: yard, text: "\\x53{tail}"}}\n',
    "folded": "- {{id: apples, kind: apple_tree, start: yard}}\n"
    "- id: mill\n  kind: press\n  tree: apples\n  start: yard\n  text: >\n    {lines}\n",
    "literal": "- {{id: apples, kind: apple_tree, start: yard}}\n"
    "- id: mill\n  kind: press\n  tree: apples\n  start: yard\n  text: |-\n    {lines}\n",
}


def written(style: str, text: str) -> str:
    """A file of components in which a text stands in one style of YAML."""
    lines = text.replace(" of the", "\n    of the", 1)
    if style == "plain":
        text = text.replace("Squeeze: ", "")
    return STYLES[style].format(text=text, tail=text[1:], lines=lines)


def cards(game: Path) -> Path:
    return next((game / "components").glob("*.yaml"))


def test_a_clean_file_has_none(editor: Editor, copy: Copy) -> None:
    path = cards(copy("orchard"))
    editor.open(path)
    assert editor.checked(path) == []


@pytest.mark.parametrize("style", STYLES)
def test_the_words_are_marked_in_every_style_of_scalar(editor: Editor, copy: Copy, style: str) -> None:
    path = cards(copy("orchard"))
    editor.open(path)
    editor.codes(path)
    editor.type(path, written(style, TEXT.replace("tree", "treee")))
    found = editor.wait(path, lambda told: any(one.code == "RW0312" for one in told))
    [one] = [one for one in found if one.code == "RW0312"]
    assert editor.marked(path, one) == "treee"
    assert "tree" in one.message


@pytest.mark.parametrize(("mark", "ends"), [("", "\n"), ("", "\r\n"), ("\ufeff", "\n"), ("\ufeff", "\r\n")])
def test_columns_are_those_of_utf_16(editor: Editor, copy: Copy, mark: str, ends: str) -> None:
    path = cards(copy("orchard"))
    text = editor.open(path).replace("press, tree: apples", "press, name: 𝔓ress 🍎, tree: apples")
    broken = mark + text.replace("gain 2 fruits", "gain 2 fruitz").replace("\n", ends)
    editor.type(path, broken)
    found = editor.wait(path, lambda told: any(one.code == "RW0312" for one in told))
    assert [editor.marked(path, one) for one in found if one.code == "RW0312"] == ["fruitz"]


def test_what_only_the_whole_shows_is_told_too(editor: Editor, copy: Copy) -> None:
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.type(path, text.replace("start: yard", "start: cellar", 1))
    found = editor.wait(path, bool)
    assert editor.marked(path, found[0]) == "cellar"
    editor.type(path, "# a line more\n" + text.replace("start: yard", "start: cellar", 1))
    found = editor.wait(path, lambda told: bool(told) and told[0].range.start.line == 1)
    assert editor.marked(path, found[0]) == "cellar"
    editor.type(path, text)
    editor.codes(path)


def test_a_broken_file_keeps_what_was_good(editor: Editor, copy: Copy) -> None:
    game = copy("orchard")
    path, words = cards(game), game / "lexicon.yaml"
    text, lexicon = editor.open(path), editor.open(words)
    editor.checked(path)
    editor.type(words, lexicon.replace("nouns:", "nouns: ["))
    editor.wait(words, lambda told: any(str(one.code).startswith("RW01") for one in told))
    editor.type(path, text.replace("gain 2", "gian 2"))
    found = editor.wait(path, lambda told: any(str(one.code).startswith("RW03") for one in told))
    assert [editor.marked(path, one) for one in found if str(one.code).startswith("RW03")] == ["gian"]


def test_a_file_that_is_closed_is_as_on_the_disk(editor: Editor, copy: Copy) -> None:
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.type(path, text.replace("gain 2", "gian 2"))
    editor.wait(path, bool)
    editor.close(path)
    editor.codes(path)
