"""The collector: what is made while it pauses is not looked through at once, and not for ever unseen.

`test_garbage.py` runs these cases in a process of their own.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from rulewright import garbage
from rulewright.garbage import no_garbage


class Ring:
    """A thing that holds itself: only the collector frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def from_the_start(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    gc.collect()
    monkeypatch.setattr(garbage, "_passed", 0)
    monkeypatch.setattr(garbage, "_left", 0)
    monkeypatch.setattr(garbage, "_frozen", False)
    yield
    assert gc.isenabled()


def ring(many: int) -> weakref.ref[Ring]:
    with no_garbage():
        seen = weakref.ref([Ring() for _ in range(many)][-1])
    [[] for _ in range(5_000)]  # the young ones are looked through
    return seen


def test_what_is_made_meanwhile_is_taken_for_old() -> None:
    frozen = gc.get_freeze_count()
    assert ring(10_000)() is not None
    gc.collect()
    assert gc.get_freeze_count() == frozen


def test_when_much_was_made_all_of_it_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "_MANY", 15_000)
    first = ring(10_000)
    assert first() is not None
    second = ring(10_000)
    assert first() is None and second() is None


def test_where_much_stays_more_may_pass_before_it_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(garbage, "_MANY", 15_000)
    monkeypatch.setattr(garbage, "_left", 40_000)
    monkeypatch.setattr(garbage, "collected", lambda: looked.append(garbage._passed))
    ring(10_000)
    ring(10_000)
    assert looked == []
    ring(25_000)
    assert len(looked) == 1
    monkeypatch.undo()
    garbage.collected()
    assert 0 < garbage._left <= len(gc.get_objects()), "what is frozen is not looked through"


def test_what_others_have_frozen_stays_so() -> None:
    gc.freeze()
    try:
        count = gc.get_freeze_count()
        ring(100)
        assert gc.get_freeze_count() >= count - 100
    finally:
        gc.unfreeze()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with no_garbage():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_is_frozen_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To count it, the collector goes through all of it."""
    asked: list[int] = []
    monkeypatch.setattr(gc, "get_freeze_count", lambda: asked.append(1) or 1_000_000)
    for _ in range(3):
        ring(10)
    assert len(asked) == 1
