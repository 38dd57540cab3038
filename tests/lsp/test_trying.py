"""A card is tried from the editor: a game begins in which it lies where it is used, with the text that is not saved."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from lsprotocol import types

from rulewright.problems import RulewrightError
from rulewright.web import trying
from tests.lsp.client import Editor
from tests.lsp.test_features import cards

Copy = Callable[[str], Path]


def tried(editor: Editor, path: Path, name: str) -> str:
    command = types.ExecuteCommandParams("rulewright.tryCard", [path.as_uri(), name])
    return editor.ask(types.WORKSPACE_EXECUTE_COMMAND, command)


def page(address: str, **choice: str) -> str:
    """A page of a table; with a choice, the page after it."""
    host = address.partition("/seat/")[0]
    data = "&".join(f"{key}={value}" for key, value in choice.items()).encode() or None
    asked = urllib.request.Request(address.replace("?", "/choose?") if choice else address, data, {"Origin": host})
    with urllib.request.urlopen(asked, timeout=600) as answer:
        return unescape(answer.read().decode())


def test_a_game_begins_with_the_card_as_it_is_written(copy: Copy) -> None:
    editor = Editor(browser=True)
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.checked(path)
    editor.type(path, text.replace("gain 2 fruits", "gain 7 fruits", 1))
    told = tried(editor, path, "cider_press")
    [address] = editor.pages
    assert "Understood as:" in told and address in told and not editor.messages
    shown = page(address)
    assert "gain 7 fruits" in shown and "gain 2 fruits" not in shown
    made = re.search(r'name="made" value="([0-9]+)"', shown)
    assert made is not None
    after = page(address, option="b2", made=made[1])
    assert "Nothing yet." in shown and "Nothing yet." not in after and "gain 7 fruits" in after
    editor.type(path, text)
    tried(editor, path, "perry_press")
    assert len(set(editor.pages)) == 2 and "gain 7" not in page(editor.pages[1])
    assert "gain 7" in page(address)  # the other game goes on
    assert editor.stop() == 0


def test_without_a_browser_the_address_is_told_and_what_is_wrong_begins_no_game(editor: Editor, copy: Copy) -> None:
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.checked(path)
    told = tried(editor, path, "cider_press")
    assert re.search(r"http://127\.0\.0\.1:\d+/seat/", told) and editor.messages[-1] == told and not editor.pages
    editor.type(path, text.replace("gain 2 fruits", "gain 2 fruitz", 1))
    told = tried(editor, path, "cider_press")
    assert told.startswith("RW0312") and "http" not in told and editor.messages[-1] == told


def test_what_is_not_installed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "NEEDED", ("no_such_package",))
    with pytest.raises(RulewrightError) as raised:
        trying.Tables().open(tmp_path, (), {}, "scout")
    assert raised.value.problems[0].code == "RW0832"
