"""What is wrong in a number of the lexicon that no text and no rule asks is told all the same."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright.editing.findings import all_findings

BLOC = "  bloc: {type: number, of: field, groups: fields you hold, by: facing, en: bloc}\n"  # facing goes one step only
NEAR = "  near: {of: field, with: other_field, means: the bloc of the field is 1, en: near}\n"


def test_it_is_told_though_nothing_asks_it(tmp_path: Path) -> None:
    folder = tmp_path / "fair"
    shutil.copytree("tests/strangers/fair", folder)
    file = folder / "lexicon.yaml"
    lexicon = file.read_text(encoding="utf-8")
    lexicon = lexicon.replace("nouns:\n", f"nouns:\n{BLOC}", 1).replace("relations:\n", f"relations:\n{NEAR}", 1)
    file.write_text(lexicon, encoding="utf-8")
    told = [one for one in all_findings(folder).problems if one.code != "RW0245"]
    assert [(one.code, "bloc" in one.place.source) for one in told] == [("RW0603", True)]
