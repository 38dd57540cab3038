"""The catalogue of problems: every broken example has exactly its problem, every mended one none."""

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulewright.language.problems import catalogue, problem
from rulewright.ruleset.lint import check

EXAMPLE = Path(__file__).parent / "ruleset"
OF_RULESETS = [
    code for code, entry in catalogue().items()
    if code[:4] in ("RW01", "RW02", "RW09") or (code[:4] in ("RW05", "RW06") and "files" in entry.get("broken", ()))
]  # fmt: skip
# The first two stand for what a schema may ask some day; the third is about a question, not about a file. The others
# are about zips and about games that were begun with other packs; tests/packs tries them.
# RW0940 is about what a command would write; tests/cli tries it.
WITHOUT_EXAMPLE = {
    "RW0205", "RW0218", "RW0246", "RW0903", "RW0904", "RW0905", "RW0906", "RW0907", "RW0930", "RW0931", "RW0940",
}  # fmt: skip


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
            case {"copies": number}:
                for index in range(number):
                    path.with_name(f"{index}_{path.name}").touch()
            case _:
                raise AssertionError(f"an example cannot have the content {content}")


def codes(example: dict[str, Any], folder: Path) -> set[str]:
    if "ruleset" in example:
        return {found.code for found in check([example["ruleset"]])}
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
    lay_over(folder, example.get("files", {}))
    packs = folder.parent / f"packs_for_{folder.name}"
    lay_over(packs, example.get("packs", {}))
    return {found.code for found in check([folder], sorted(packs.glob("*")))}


def test_the_example_ruleset_is_clean() -> None:
    assert check([EXAMPLE]) == []


@pytest.mark.parametrize("code", [code for code in OF_RULESETS if code not in WITHOUT_EXAMPLE])
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
