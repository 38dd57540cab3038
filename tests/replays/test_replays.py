"""Games that were once played: every position must come out as it was.

Written by `rulewright play GAME --seats random,… --seed N --journal FILE`. A change of the rules changes them: then
they are written anew, in the commit that changes the rules.
"""

from pathlib import Path

import pytest

from rulewright.cli.rulesets import started
from rulewright.play import journal
from rulewright.runtime.game import NoSuchOption

JOURNALS = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("path", JOURNALS, ids=[path.stem for path in JOURNALS])
def test_every_position_is_as_it_was(path: Path) -> None:
    kept = journal.read(path)
    game = started(kept.header, None)
    assert journal.replay(kept, game) == len(kept.choices)
    assert game.decision is None and game.end_reason


def test_where_a_replay_stops_all_options_are_known() -> None:
    kept = journal.read(Path(__file__).parent / "age_of_innovation_3.jsonl")
    replayed, played = started(kept.header, None), started(kept.header, None)
    assert journal.replay(kept, replayed, to=60) == 60
    for choice in kept.choices[:60]:
        played.choose(choice.option)
    assert replayed.decision and played.decision
    assert [option.id for option in replayed.decision.options] == [option.id for option in played.decision.options]


def test_an_option_that_is_not_legal_is_told_among_all_that_are() -> None:
    kept = journal.read(Path(__file__).parent / "age_of_innovation_3.jsonl")
    game, played = started(kept.header, None), started(kept.header, None)
    game.choose(kept.choices[0].option, then="no such thing")
    played.choose(kept.choices[0].option)
    with pytest.raises(NoSuchOption) as error:
        game.choose("no such thing")
    assert played.decision
    assert error.value.offered == [option.id for option in played.decision.options]


def test_there_is_a_game_for_each_number_of_players() -> None:
    headers = [journal.read(path).header for path in JOURNALS]
    assert {header.players for header in headers if header.ruleset == "mythotopia"} == {2, 3, 4}
    assert {header.players for header in headers if header.ruleset == "monumental" and not header.packs} == {2, 3, 4, 5}
    assert {header.players for header in headers if header.ruleset == "age_of_innovation"} == {2, 3, 4, 5}
