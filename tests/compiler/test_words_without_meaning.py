"""What a word of the lexicon lacks is told where it is used: nothing fails for want of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.editing.findings import compiled
from rulewright.ruleset.loader import load_ruleset

GAMES = Path(__file__).parents[1] / "games"
EXAMPLE = Path(__file__).parents[1] / "docs" / "example"

CASES = [
    (GAMES / "orchard", "lexicon.yaml", r"(beside: .*) means: [^,]*,", r"\1", "RW0606", "beside"),
    (GAMES / "orchard", "lexicon.yaml", " among: your fields,", "", "RW0606", "highest or lowest among what"),
    (GAMES / "dykes", "procedures/game.yaml", "secretly: .{choose: a letter in your hand",
     "secretly: [{choose: a player",
     "RW0606", "gift is a card, not a player"),
    (EXAMPLE, "ruleset.yaml", "{from: deck, to: hand}", "{to: discard_pile}", "RW0601", "From which zone"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "file", "words", "instead", "code", "said"), CASES)
def test_what_is_missing_is_told(
    base: Path, file: str, words: str, instead: str, code: str, said: str, tmp_path: Path
) -> None:
    folder = shutil.copytree(base, tmp_path / "game")
    text = (folder / file).read_text(encoding="utf-8")
    changed, count = re.subn(words, instead, text, count=1)
    assert count == 1
    (folder / file).write_text(changed, encoding="utf-8")
    problems = compiled(load_ruleset(folder))
    assert any(one.code == code and said in one.message for one in problems), problems
    assert "RW0719" not in {one.code for one in problems}


def test_a_heading_that_no_card_has_is_begun_by_nothing(tmp_path: Path) -> None:
    folder = shutil.copytree(GAMES / "salt_roads", tmp_path / "game")
    (folder / "components" / "contacts.yaml").write_text("[]\n", encoding="utf-8")
    shutil.rmtree(folder / "locale")  # it names these cards
    assert compiled(load_ruleset(folder)) == []
