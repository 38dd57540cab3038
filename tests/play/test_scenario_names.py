"""What scenarios name is looked for before any of them runs."""

from __future__ import annotations

from typing import Any

import loaded
import pytest

from rulewright.play.scenario_names import Names


@pytest.fixture(scope="module")
def names() -> Names:
    return Names(loaded.ruleset("mythotopia"))


@pytest.mark.parametrize("data", [
    {"options": {"optional_deal": True}, "players": 3, "expect": {"scores": {"3": 1}}},
    {"position": {"zones": {"1": {"hand": ["cavalry"]}, "common": {"bank": []}}, "numbers": {"2": {"action": 1}}}},
    {"position": {"pieces": {"1": {"blore": {"army": 2}, "stock": {"army": 1}}, "common": {"bank": {"counter_2": 1}}}}},
    {"choose": ["Pass", {"expect": {"numbers": {"1": {"gold": 2}}}}]},
])  # fmt: skip
def test_what_is_there(names: Names, data: dict[str, Any]) -> None:
    assert list(names.check(data)) == []


@pytest.mark.parametrize(("data", "path", "code"), [
    ({"options": {"optional_dael": True}}, "options/optional_dael", "RW0823"),
    ({"options": {"optional_deal": 3}}, "options/optional_deal", "RW0713"),
    ({"players": 9}, "players", "RW0712"),
    ({"expect": {"scores": {"3": 1}}}, "expect/scores/3", "RW0823"),
    ({"position": {"numbers": {"3": {"action": 1}}}}, "position/numbers/3", "RW0823"),
    ({"position": {"numbers": {"1": {"acton": 1}}}}, "position/numbers/1/acton", "RW0823"),
    ({"position": {"zones": {"1": {"hadn": []}}}}, "position/zones/1/hadn", "RW0823"),
    ({"position": {"zones": {"1": {"hand": ["cavalry", "cavlry"]}}}}, "position/zones/1/hand/1", "RW0823"),
    ({"position": {"pieces": {"1": {"blroe": {"army": 2}}}}}, "position/pieces/1/blroe", "RW0823"),
    ({"position": {"pieces": {"1": {"blore": {"amry": 2}}}}}, "position/pieces/1/blore/amry", "RW0823"),
    ({"expect": {"zones": {"1": {"hand": {"lacks": ["cavlry"]}}}}}, "expect/zones/1/hand/lacks/0", "RW0823"),
    ({"choose": [{"expect": {"numbers": {"1": {"gld": 2}}}}]}, "choose/0/expect/numbers/1/gld", "RW0823"),
])  # fmt: skip
def test_what_is_not(names: Names, data: dict[str, Any], path: str, code: str) -> None:
    (found,) = names.check(data)
    assert ("/".join(map(str, found[0])), found[1].code) == (path, code)
