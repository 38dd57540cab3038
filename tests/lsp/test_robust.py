"""What editors do beside typing, and what may go wrong: nothing of it ends the server."""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rulewright.editing.sheets.sheet import Sheet
from tests.lsp.client import Editor
from tests.lsp.test_features import at, cards, document

Copy = Callable[[str], Path]


def stirred(editor: Editor, path: Path, kind: types.FileChangeType) -> None:
    change = types.FileEvent(path.as_uri(), kind)
    editor.tell(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.DidChangeWatchedFilesParams([change]))


def test_two_roots_do_not_disturb_each_other(editor: Editor, copy: Copy) -> None:
    one, other = cards(copy("orchard")), copy("nim") / "lexicon.yaml"
    text = editor.open(one)
    editor.open(other)
    editor.type(one, text.replace("gain 2", "gian 2"))
    editor.wait(one, bool)
    assert editor.checked(other) == []


def test_a_file_that_is_not_on_the_disk_yet_is_read(editor: Editor, copy: Copy) -> None:
    game = copy("orchard")
    path = cards(game)
    text = editor.open(path)
    new = game / "components" / "new.yaml"
    editor.open(new, '- {id: mill, kind: press, tree: apples, start: yard, text: "Squeeze: gain 1 fruit."}\n')
    editor.checked(new)
    editor.type(path, text + "- {id: mill, kind: omen, start: yard}\n")
    found = editor.wait(new, bool) if not editor.wait(path, lambda told: True) else editor.problems(path)
    assert any(one.code == "RW0221" for one in [*found, *editor.problems(path), *editor.checked(new)])


def test_renamed_and_deleted_files(editor: Editor, copy: Copy) -> None:
    game = copy("orchard")
    path = cards(game)
    broken = editor.open(path).replace("start: yard", "start: cellar", 1)
    path.write_text(broken, encoding="utf-8")
    editor.close(path)
    stirred(editor, path, types.FileChangeType.Changed)
    editor.wait(path, bool)
    new = path.with_name("moved.yaml")
    path.rename(new)
    stirred(editor, path, types.FileChangeType.Deleted)
    stirred(editor, new, types.FileChangeType.Created)
    editor.wait(path, lambda told: not told)
    editor.wait(new, bool)
    shutil.rmtree(game)
    stirred(editor, new, types.FileChangeType.Deleted)
    editor.wait(new, lambda told: not told)


def test_a_huge_file_is_refused(editor: Editor, copy: Copy) -> None:
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.type(path, text + "# much\n" * 700_000)
    editor.wait(path, lambda told: any(one.code == "RW0102" for one in told))
    editor.type(path, text)
    editor.codes(path)


@pytest.mark.parametrize(
    "text", ["", "\n", "- ", "- id:", "\t- id: a", "a: [", "{", "---\n---\n", "'", '- {id: x, text: "', "\0"]
)
def test_broken_files_are_told_and_answered(editor: Editor, copy: Copy, text: str) -> None:
    path = cards(copy("orchard"))
    editor.open(path, text)
    editor.checked(path)
    place = {"text_document": document(path), "position": types.Position(0, len(text))}
    editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**place))
    editor.ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(**place))
    editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(document(path)))
    editor.close(path)


def test_a_mistake_in_one_answer_ends_nothing(editor: Editor, copy: Copy) -> None:
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.checked(path)
    with pytest.raises(JsonRpcException):
        editor.ask(types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams("rulewright.runScenario", [1, 2, 3]))
    assert editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**at(path, text, "fruits"))) is not None


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="Other processes are found in /proc")
def test_a_check_that_dies_is_begun_again(editor: Editor, copy: Copy) -> None:
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.checked(path)
    server = editor.client._server
    assert server is not None
    children = Path(f"/proc/{server.pid}/task").glob("*/children")
    started = [int(number) for file in children for number in file.read_text().split()]
    [check] = [one for one in started if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
    os.kill(check, signal.SIGKILL)
    editor.type(path, text.replace("start: yard", "start: cellar", 1))
    found = editor.wait(path, bool)
    assert editor.marked(path, found[0]) == "cellar"


def test_a_pack_is_checked_with_its_game(editor: Editor, copy: Copy, tmp_path: Path) -> None:
    source = Path(__file__).parents[1] / "packs" / "stronger_horse"
    pack = shutil.copytree(source, tmp_path / "stronger_horse") / "pack.yaml"
    text = editor.open(pack)
    assert editor.checked(pack) == []
    editor.type(pack, text.replace("is 2 higher", "is 2 hihger"))
    found = editor.wait(pack, bool)
    assert editor.marked(pack, found[0]) == "hihger"


def test_problems_are_told_in_the_language_of_the_editor(copy: Copy) -> None:
    editor = Editor(locale="hu-HU")
    path = cards(copy("orchard"))
    text = editor.open(path)
    editor.checked(path)
    editor.type(path, text.replace("gain 2 fruits", "gain 2 fruitz"))
    [found] = editor.wait(path, bool)
    assert "Ezt nem ismerjük" in found.message or "talán" in found.message.lower() or "„" in found.message
    assert editor.stop() == 0


def test_half_written_files_never_break_a_sheet() -> None:
    random.seed(7)
    games = Path(__file__).parents[2] / "rulesets"
    files = [("lexicon", games / "tic_tac_toe" / "lexicon.yaml"), ("procedures", games / "tic_tac_toe" / "procedures")]
    for kind, path in files:
        for file in [path] if path.is_file() else path.glob("*.yaml"):
            text = file.read_text(encoding="utf-8")
            before = None
            for _ in range(60):
                start = random.randrange(len(text))
                end = start + random.choice((0, 1, 5, 40))
                written = text[:start] + random.choice(("", "x", ":", "- ", "{", "'", "\n", "  ")) + text[end:]
                before = Sheet(kind, file.name, "", written, before)
                before.problems({})
                assert all(one.start <= one.end <= len(written) for one in before.sayings)
