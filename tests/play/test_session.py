from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from fake import Nim, NimRuleset

from rulewright.play import journal
from rulewright.play.bots.bot import RandomBot
from rulewright.play.session import Session


def written(seed: int) -> tuple[str, Nim]:
    """The journal of a game between random bots, and that game at its end."""
    game = NimRuleset().new_game(2)
    stream = StringIO()
    writer = journal.Writer(stream)
    writer.header(journal.header_for(NimRuleset(), game, seed, ["random"] * 2, {}, "0"))
    session = Session(Nim, [RandomBot(seed), RandomBot(seed + 1)], writer)
    session.run()
    return stream.getvalue(), session.game


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def test_random_games_depend_on_the_seed_only() -> None:
    assert written(1)[0] == written(1)[0]
    assert len({tuple(written(seed)[1].taken) for seed in range(10)}) > 5


def test_a_journal_replays(tmp_path: Path) -> None:
    text, game = written(3)
    kept = journal.read(saved(tmp_path, text))
    again = Nim()
    assert journal.replay(kept, again) == len(game.taken)
    assert again.hash() == game.hash()
    assert kept.scores == game.scores


def test_replay_stops_where_it_is_told(tmp_path: Path) -> None:
    again = Nim()
    assert journal.replay(journal.read(saved(tmp_path, written(3)[0])), again, to=2) == 2
    assert len(again.taken) == 2


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    text, game = written(3)
    lines = text.splitlines()[: len(game.taken) + 1]
    torn = "\n".join(lines)[:-9]
    kept = journal.read(saved(tmp_path, torn))
    assert len(kept.choices) == len(game.taken) - 1
    with journal.go_on(Path(kept.file))[1] as file:
        journal.Writer(file=file).undo(0)
    assert journal.read(Path(kept.file)).choices == ()


@pytest.mark.parametrize("text", ["", "{}\n", "nonsense\n", '{"ruleset": 3}\n', "[" * 100_000 + "\n", '{"undo": 1}\n'])
def test_what_is_no_journal_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(journal.JournalError) as caught:
        journal.read(saved(tmp_path, text))
    assert caught.value.problems[0].code == "RW0810"
    assert caught.value.problems[0].place.line == 1


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [("hash", "f" * 16, "position after it"), ("choose", "take9", "not offered"), ("seat", 1, "another seat")],
)
def test_the_first_divergence_is_named(tmp_path: Path, field: str, value: object, message: str) -> None:
    lines = written(3)[0].splitlines()
    record = json.loads(lines[3])
    lines[3] = json.dumps(record | {field: value})
    kept = journal.read(saved(tmp_path, "\n".join([*lines, ""])))
    with pytest.raises(journal.JournalError, match=message) as caught:
        journal.replay(kept, Nim())
    assert caught.value.problems[0].place.line == 4


def test_other_scores_are_a_divergence(tmp_path: Path) -> None:
    text = written(3)[0]
    kept = journal.read(saved(tmp_path, text.replace('"scores": [', '"scores": [7, ')))
    with pytest.raises(journal.JournalError, match="scores differ") as caught:
        journal.replay(kept, Nim())
    assert caught.value.problems[0].place.line == len(text.splitlines())


def test_a_human_can_take_back(tmp_path: Path) -> None:
    stream = StringIO()
    writer = journal.Writer(stream)
    game = Nim()
    header = journal.header_for(NimRuleset(), game, 1, ["human", "random"], {}, "0")
    writer.header(header)
    session = Session(Nim, [None, RandomBot(1)], writer)
    start = session.game.hash()
    assert not session.undo()
    session.choose("take3")
    session.run()
    assert session.human and session.undo()
    assert session.game.hash() == start
    session.choose("take1")
    kept = journal.read(saved(tmp_path, stream.getvalue()))
    assert [choice.option for choice in kept.choices] == ["take1"]
    journal.replay(kept, Nim())
