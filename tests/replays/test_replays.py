"""Games that were once played: every position must come out as it was.

Written by `rulewright play GAME --seats random,… --seed N --journal FILE`. A change of the rules changes them: then
they are written anew, in the commit that changes the rules.
"""

from pathlib import Path

import pytest

from rulewright.cli.rulesets import started
from rulewright.play import journal

JOURNALS = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("path", JOURNALS, ids=[path.stem for path in JOURNALS])
def test_every_position_is_as_it_was(path: Path) -> None:
    kept = journal.read(path)
    game = started(kept.header, None)
    assert journal.replay(kept, game) == len(kept.choices)
    assert game.decision is None and game.end_reason


def test_there_is_a_game_for_each_number_of_players() -> None:
    headers = [journal.read(path).header for path in JOURNALS]
    assert {header.players for header in headers if header.ruleset == "mythotopia"} == {2, 3, 4}
    assert {header.players for header in headers if header.ruleset == "monumental" and not header.packs} == {2, 3, 4, 5}
    assert {header.players for header in headers if header.ruleset == "age_of_innovation"} == {2, 3, 4, 5}
