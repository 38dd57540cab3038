"""Journals are never trusted: whatever a file holds, reading and replaying it ends in a game or in a JournalError."""

from __future__ import annotations

import json
from pathlib import Path

from fake import Nim
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_session import written

from rulewright.play import journal

LINES = written(3)[0].splitlines()
RELAXED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

KEYS = st.sampled_from(["seat", "choose", "hash", "undo", "end", "scores", "players"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner),
    max_leaves=6,
)


def survives(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    try:
        journal.replay(journal.read(path), Nim())
    except journal.JournalError as error:
        assert error.problems[0].place.file == str(path)


@RELAXED
@given(st.binary(max_size=300))
def test_any_bytes(tmp_path: Path, content: bytes) -> None:
    survives(tmp_path / "any.jsonl", content)


@RELAXED
@given(st.integers(0, len(LINES) - 1), st.integers(0, 40), st.text(max_size=4))
def test_a_journal_with_a_changed_place(tmp_path: Path, line: int, column: int, instead: str) -> None:
    changed = list(LINES)
    changed[line] = changed[line][:column] + instead + changed[line][column + 1 :]
    survives(tmp_path / "changed.jsonl", "\n".join([*changed, ""]).encode("utf-8", "replace"))


@RELAXED
@given(st.lists(json_values, max_size=4))
def test_other_lines(tmp_path: Path, values: list[object]) -> None:
    more = [json.dumps(value) for value in values]
    survives(tmp_path / "other.jsonl", "\n".join([LINES[0], *more, *LINES[1:], ""]).encode())
