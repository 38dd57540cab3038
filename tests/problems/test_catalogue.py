"""The catalogue of problems: every broken example has exactly its problem, every mended one none."""

import os
import re
import shutil
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest

from rulewright.editing.findings import all_findings
from rulewright.problems import catalogue, problem
from rulewright.ruleset.lint import check

EXAMPLE = Path(__file__).parent / "ruleset"
OF_RULESETS = [
    code for code, entry in catalogue().items()
    if code[:4] in ("RW01", "RW02", "RW09") or (code[:4] in ("RW05", "RW06") and "files" in entry.get("broken", ()))
    if "broken" in entry and "command" not in entry["broken"]
]  # fmt: skip
WITHOUT_EXAMPLE = {
    "RW0218": "what a schema may ask some day",
    "RW0638": "a mistake of the engine, which no sentence should show",
    "RW0714": "a game begun on another machine; tests/play/test_seals.py",
    "RW0715": "people at a table; tests/play/test_hidden.py",
    "RW0719": "a mistake of the program; tests/cli/test_commands.py plants one",
    "RW0720": "a program that chooses; tests/runtime/test_states.py",
    "RW0730": "a saved game and other rules; a program that restores it",
    "RW0740": "what somebody asks at the table; tests/cli/test_board.py",
    "RW0742": "what somebody asks at the table; tests/cli/test_board.py",
    "RW0743": "what somebody asks at the table; tests/runtime/test_parts_of_numbers.py",
    "RW0744": "what somebody asks at the table; tests/cli/test_board.py",
    "RW0750": "what is installed; tests/native/test_native.py",
    "RW0751": "what a C compiler says; tests/native/test_native.py",
    "RW0832": "what is installed; tests/cli/test_examples.py",
    "RW0833": "the browser; tests/web/test_workbench.py",
    "RW0834": "what is installed; tests/cli/test_examples.py",
    "RW0835": "an editor that renames; tests/lsp",
    "RW0836": "what is installed; tests/ai/test_environments.py",
    **dict.fromkeys(
        ("RW0850", "RW0851", "RW0852", "RW0853", "RW0854", "RW0855"), "lines of programs; tests/ai/test_lines.py"
    ),
    "RW0864": "a folder of results; tests/simulate/test_results.py",
    "RW0861": "a folder of results; tests/simulate/test_results.py",
    "RW0862": "a program that chooses; tests/ai/test_actions.py",
    "RW0863": "a program that chooses; tests/ai/test_actions.py",
    "RW0930": "a game begun with other packs; tests/packs/test_games.py",
    "RW0940": "what a command would write; tests/cli/test_i18n.py",
}
"""Codes that no files or command of an example show: what they are about, and where they are tried."""


def lay_over(folder: Path, files: dict[str, Any]) -> None:
    """Write the files of an example over the example ruleset."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None or path.is_file():
            path.unlink()
        match content:
            case None:
                pass
            case str():
                path.write_text(content, encoding="utf-8")
            case {"hex": digits}:
                path.write_bytes(bytes.fromhex(digits))
            case {"repeat": text, "times": times}:
                path.write_text(text * times, encoding="utf-8")
            case {"link": target}:
                os.symlink(target, path)
            case {"zip": members}:
                _zip(path, members)
            case {"copies": number}:
                for index in range(number):
                    path.with_name(f"{index}_{path.name}").touch()
            case _:
                raise AssertionError(f"an example cannot have the content {content}")


def _zip(path: Path, members: dict[str, Any]) -> None:
    """Write a zip: each member is a text, a long one, or a link."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            member = zipfile.ZipInfo(name)
            match content:
                case {"link": target}:
                    member.external_attr = (stat.S_IFLNK | 0o777) << 16
                    archive.writestr(member, target)
                case {"repeat": text, "times": times}:
                    archive.writestr(member, text * times, zipfile.ZIP_DEFLATED)
                case _:
                    archive.writestr(member, content)


def codes(example: dict[str, Any], folder: Path) -> set[str]:
    if "ruleset" in example:
        return {found.code for found in check([example["ruleset"]])}
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
    lay_over(folder, example.get("files", {}))
    packs = folder.parent / f"packs_for_{folder.name}"
    lay_over(packs, example.get("packs", {}))
    changed_by = sorted(packs.glob("*"))
    found = check([folder], changed_by)
    if not found and changed_by and "files" in example:  # texts of the game that a pack changes
        found = all_findings(folder, changed_by).problems
    return {one.code for one in found}


def test_the_example_ruleset_is_clean() -> None:
    assert check([EXAMPLE]) == []


def test_every_other_code_has_an_example() -> None:
    assert {code for code, entry in catalogue().items() if "broken" not in entry} == set(WITHOUT_EXAMPLE)


@pytest.mark.parametrize("code", OF_RULESETS)
def test_examples(code: str, tmp_path: Path) -> None:
    entry = catalogue()[code]
    # An example is a few words of a game: words that nothing uses and procedures that nothing runs are no fault of it.
    beside = {"RW0245", "RW0248"} - {code}
    assert codes(entry["broken"], tmp_path / "broken") - beside == {code}
    assert codes(entry["mended"], tmp_path / "mended") - beside == set()


@pytest.mark.parametrize("code", catalogue())
def test_entries_can_be_formatted(code: str) -> None:
    entry = catalogue()[code]
    assert re.fullmatch(r"RW0[1-9]\d\d", code)
    assert entry["title"] and not entry["title"].endswith(".")
    names = set(re.findall(r"(?<!\{)\{([a-z_]+)\}", entry["message"] + entry["hint"])) - {"found"}
    built = problem(code, found="this", **dict.fromkeys(names, "that"))  # type: ignore[arg-type]
    assert built.message.endswith((".", "?", "!", "”")) or "reason" in names
    assert built.hint.endswith((".", "?", "!", '"', ")"))


def test_an_unknown_code_is_an_error_of_the_program() -> None:
    with pytest.raises(LookupError):
        problem("RW9999")


def test_missing_words_are_an_error_of_the_program() -> None:
    with pytest.raises(LookupError):
        problem("RW0116", found="x")
