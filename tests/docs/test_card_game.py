"""The two games of docs/card-game.md: their files are checked and played as they stand there."""

import random
import re
from pathlib import Path

import pytest

from rulewright.editing.findings import compiled
from rulewright.ruleset.lint import check
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.rules import load

PAGE = Path(__file__).parents[2] / "docs" / "card-game.md"


@pytest.fixture(scope="module", params=["burrow", "ferry"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    blocks = re.findall(r"```yaml\n# (\S+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    for name, content in blocks:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder / str(request.param)


def test_nothing_is_wrong_with_it(game: Path) -> None:
    assert check([game]) == []
    assert list(compiled(load_ruleset(game))) == []


def test_it_is_played_to_its_end(game: Path) -> None:
    rules = load(game)
    for players in (2, 4):
        one = rules.new_game(players, seed=players)
        chance = random.Random(players)
        while one.decision is not None:
            one.choose_number(chance.randrange(len(one.values)))
        assert "no cards in the deck" in one.end_reason
