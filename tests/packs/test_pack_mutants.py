"""Packs that say anything at all: the ruleset is refused or loaded, and nothing else ever happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sample import costly
from test_merge import EXAMPLE, GAME, written

from rulewright.play.scenario_files import read_scenarios
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.packs.changes import changes

FIELDS = [
    "cost", "tags", "tags.1", "tags.9", "gives", "gives.gold", "name", "text", "copies", "do", "do.1", "do.x.y", "id",
    "kind", "title", "type", "default", "decision", "between", "spaces", "players", ".", "a..b", "-1",
]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.sampled_from(["", "north", "Gain 1 gold.", "gate", "x y"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=2),
    max_leaves=4,
)
THINGS = {
    "components": ["north", "south", "west"],
    "procedures": ["prepare", "play"],
    "options": ["short", "long"],
    "rulings": ["R-1", "R-2"],
    "scenarios": ["first", "second"],
}
FIELD = st.sampled_from(FIELDS)
PATCH = st.fixed_dictionaries(
    {},
    optional={
        "expect": st.dictionaries(FIELD, VALUES, min_size=1, max_size=2),
        "set": st.dictionaries(FIELD, VALUES, min_size=1, max_size=2),
        "adjust": st.dictionaries(FIELD, st.integers(-3, 3), min_size=1, max_size=2),
        "append": st.dictionaries(FIELD, VALUES, min_size=1, max_size=2),
        "drop": st.lists(FIELD, min_size=1, max_size=2, unique=True),
    },
).filter(bool)


def of_things(body: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    kinds = {kind: st.dictionaries(st.sampled_from(ids), body, min_size=1) for kind, ids in THINGS.items()}
    places = st.dictionaries(st.sampled_from(["hill", "dale", "lake", "dale--hill"]), body, min_size=1)
    board = st.dictionaries(st.sampled_from(["spaces", "borders", "regions", "adjacent"]), places, min_size=1)
    return st.fixed_dictionaries({}, optional={**kinds, "map": board})


REMOVE = st.fixed_dictionaries(
    {},
    optional={
        **{kind: st.lists(st.sampled_from(ids), min_size=1, unique=True) for kind, ids in THINGS.items()},
        "map": st.just("all") | st.just({"spaces": ["hill"]}),
    },
)
MANIFEST = st.fixed_dictionaries({"patch": of_things(PATCH), "replace": of_things(VALUES), "remove": REMOVE})


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = written(tmp_path_factory.mktemp("games") / "example", {n: yaml.safe_load(t) for n, t in GAME.items()})
    return written(folder, {"rules.md": (EXAMPLE / "rules.md").read_text(encoding="utf-8")})


@settings(
    max_examples=costly(few=50, most=150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(MANIFEST, st.none() | MANIFEST, st.booleans())
def test_whatever_packs_say(game: Path, tmp_path: Path, one: Any, other: Any, ordered: bool) -> None:
    names = []
    for name, said in (("one", one), ("two", other)):
        if said is not None:
            head = {"id": name, "title": name, "version": "1.0.0", "base": {"example": ">=1"}}
            after = {"after": ["one"]} if name == "two" and ordered else {}
            manifest = {**head, **after, **{key: part for key, part in said.items() if part}}
            names.append(written(tmp_path / name, {"pack.yaml": manifest}))
    ruleset, problems = read_ruleset(game, names)
    assert ruleset is not None or problems
    assert all(item.place.file for item in problems), problems
    if ruleset is not None:
        read_scenarios(ruleset)
    before = read_ruleset(game)[0]
    if ruleset is not None and not problems and before is not None:
        told = list(changes(before, ruleset))
        assert bool(told) == (ruleset.hash != before.hash) or ruleset.content.data["map"] != before.content.data["map"]
        assert read_ruleset(game, names[::-1])[0].hash == ruleset.hash  # type: ignore[union-attr]
