from __future__ import annotations

from typing import Any

import pytest
from fake import NimRuleset

from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Place, Problem


def place(path: tuple[str | int, ...]) -> Place:
    """The path itself as the file, so that a test sees where a problem was put."""
    return Place("/".join(map(str, path)), 1, 1)


def played(expect: dict[str, Any], *choose: Any, **more: Any) -> list[Problem]:
    return run(Scenario({"id": "it", "choose": list(choose), "expect": expect, **more}, place), NimRuleset())


def put(problems: list[Problem]) -> list[tuple[str, str]]:
    return [(problem.code, problem.place.file) for problem in problems]


HOLDS = [
    {"seat": 1},
    {"prompt": "how MANY"},
    {"offered": ["Take 1", "take3"]},
    {"not offered": ["Take 4"]},
    {"numbers": {"1": {"stones": 2}, "2": {"stones": "3 more"}}},
    {"numbers": {"1": {"stones": "at least 2"}, "2": {"stones": "at most 3"}}},
    {"zones": {"1": {"turns": ["turn_2"]}, "2": {"turns": 1}}},
    {"zones": {"2": {"turns": {"has": ["turn_3"], "lacks": ["turn_1"], "count": "1 more"}}}},
    {"pieces": {"1": {"pocket": {"stone": 2}}, "common": {"heap": {"stone": "5 fewer"}}}},
    {"scores": {"1": 0, "2": "at most 0"}},
    {"log": ["player 2 takes 3"], "not log": ["takes 1"]},
]

FAILS = [
    ({"seat": 2}, "seat"),
    ({"prompt": "Which"}, "prompt"),
    ({"offered": ["Take 1", "Take 4"]}, "offered/1"),
    ({"not offered": ["Take 3"]}, "not offered/0"),
    ({"numbers": {"2": {"stones": 2}}}, "numbers/2/stones"),
    ({"numbers": {"2": {"stones": "2 more"}}}, "numbers/2/stones"),
    ({"numbers": {"2": {"stones": "3 fewer"}}}, "numbers/2/stones"),
    ({"numbers": {"2": {"stones": "at least 4"}}}, "numbers/2/stones"),
    ({"numbers": {"2": {"stones": "at most 2"}}}, "numbers/2/stones"),
    ({"zones": {"1": {"turns": []}}}, "zones/1/turns"),
    ({"zones": {"1": {"turns": 2}}}, "zones/1/turns"),
    ({"zones": {"1": {"turns": {"has": ["turn_3"]}}}}, "zones/1/turns/has"),
    ({"zones": {"1": {"turns": {"lacks": ["turn_2"]}}}}, "zones/1/turns/lacks"),
    ({"zones": {"1": {"turns": {"count": 0}}}}, "zones/1/turns/count"),
    ({"pieces": {"common": {"heap": {"stone": 6}}}}, "pieces/common/heap/stone"),
    ({"scores": {"2": 1}}, "scores/2"),
    ({"end": "No stones"}, "end"),
    ({"winner": 1}, "winner"),
    ({"log": ["takes 1"]}, "log/0"),
    ({"not log": ["takes 3"]}, "not log/0"),
]

UNKNOWN = [
    ({"numbers": {"1": {"stone": 2}}}, "numbers/1/stone"),
    ({"zones": {"1": {"hand": 2}}}, "zones/1/hand"),
    ({"pieces": {"1": {"bag": {"stone": 2}}}}, "pieces/1/bag"),
    ({"scores": {"3": 2}}, "scores/3"),
]


@pytest.mark.parametrize("expect", HOLDS, ids=str)
def test_what_holds(expect: dict[str, Any]) -> None:
    assert played(expect, "Take 2", "take3") == []


@pytest.mark.parametrize(("expect", "path"), FAILS, ids=str)
def test_what_does_not_hold(expect: dict[str, Any], path: str) -> None:
    assert put(played(expect, "Take 2", "take3")) == [("RW0822", f"expect/{path}")]


@pytest.mark.parametrize(("expect", "path"), UNKNOWN, ids=str)
def test_what_is_not_there(expect: dict[str, Any], path: str) -> None:
    assert put(played(expect, "Take 2", "take3")) == [("RW0823", f"expect/{path}")]


def test_all_failures_are_told_in_one_run() -> None:
    found = played({"seat": 2, "scores": {"1": 5}}, {"expect": {"seat": 2}}, "Take 1", "Take 1")
    assert put(found) == [
        ("RW0822", "choose/0/expect/seat"),
        ("RW0822", "expect/seat"),
        ("RW0822", "expect/scores/1"),
    ]


def test_the_end() -> None:
    position = {"pieces": {"common": {"heap": {"stone": 1}}}}
    assert played({"end": "no stones", "winner": 1, "scores": {"1": 1}}, "Take 1", position=position) == []
    assert played({"winner": [1]}, "Take 1", position=position) == []
    assert put(played({"seat": 1}, "Take 1", position=position)) == [("RW0822", "expect/seat")]


@pytest.mark.parametrize(
    ("choose", "expected"),
    [
        (["Take 9"], ("RW0805", "choose/0")),
        (["Take"], ("RW0806", "choose/0")),
        (["Take 1", {"seat": 1, "take": "Take 1"}], ("RW0821", "choose/1")),
        (["Take 1", "Take 1"], ("RW0820", "choose/1")),
    ],
)
def test_choices_that_cannot_be_made(choose: list[Any], expected: tuple[str, str]) -> None:
    position = {"pieces": {"common": {"heap": {"stone": 1}}}} if expected[0] == "RW0820" else {}
    assert put(played({"seat": 1}, *choose, position=position)) == [expected]


def test_the_seat_that_chooses_can_be_named() -> None:
    assert played({"seat": 1}, {"seat": 1, "take": "Take 1"}, {"seat": 2, "take": "Take 1"}) == []


def test_a_failure_shows_the_question_and_all_that_is_offered() -> None:
    (found,) = played({"numbers": {"1": {"stones": 99}}}, "take 1")
    ((key, words),) = found.notes
    assert key == "asked_here" and words["seat"] and words["question"]
    assert "Take 1" in words["offered"] and "Take 3" in words["offered"]
    (refused,) = played({}, "take 99")
    assert "Take 3" in dict(refused.notes)["asked_here"]["offered"]
