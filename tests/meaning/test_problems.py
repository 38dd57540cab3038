"""The catalogue's entries about sentences that cannot be bound: each broken example has exactly its problem."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from plain import read_plain

from rulewright.meaning import bind
from rulewright.problems import catalogue
from rulewright.ruleset.loader import read_ruleset

BASE = Path(__file__).parent.parent / "compiler" / "ruleset"
# RW0638 is a mistake of the engine, which no sentence should show; examples of files are tests/problems'.
CODES = [
    code for code, entry in catalogue().items()
    if "RW0620" <= code < "RW0700" and code != "RW0638" and "files" not in entry["broken"]
]  # fmt: skip


def codes(example: dict[str, Any], folder: Path) -> set[str]:
    """What does not bind in the base ruleset when its turn, its verbs or a card's text are the example's."""
    shutil.copytree(BASE, folder)
    if "text" in example:
        path = folder / "components" / "cards.yaml"
        data = read_plain(path)
        data[0]["text"] = example["text"]
    else:
        path = folder / "lexicon.yaml"
        data = read_plain(path)
        data["verbs"].update(example.get("verbs", {}))
        data["verbs"]["take_turn"]["do"] = example["do"]
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    ruleset, problems = read_ruleset(folder)
    assert ruleset is not None and problems == []
    return {problem.code for bound in bind(ruleset) for problem in bound.problems}


@pytest.mark.parametrize("code", CODES)
def test_examples(code: str, tmp_path: Path) -> None:
    entry = catalogue()[code]
    assert codes(entry["broken"], tmp_path / "broken") == {code}
    assert codes(entry["mended"], tmp_path / "mended") == set()


def test_what_means_nothing_is_called_by_its_words(tmp_path: Path) -> None:
    codes(catalogue()["RW0620"]["broken"], tmp_path / "broken")
    ruleset, _ = read_ruleset(tmp_path / "broken")
    assert ruleset is not None
    told = [problem.message for bound in bind(ruleset) for problem in bound.problems]
    assert told == ["“space 3” can mean nothing here."]
