"""The data of Age of Innovation agree with themselves: counts, both sides of the board, supplies, and what cites what.

These tests read the files as plain YAML, so that a fault of the loader cannot hide a fault of the data.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plain import read_plain

FOLDER = Path(__file__).parents[2] / "rulesets" / "age_of_innovation"


def read(name: str) -> Any:
    return read_plain(FOLDER / name)


COMPONENTS = {
    item["id"]: item
    for file in sorted((FOLDER / "components").glob("*.yaml"))
    for item in read(f"components/{file.name}")
}
NOUNS = read("lexicon.yaml")["nouns"]
RULES = set(re.findall(r"^- \*\*(A-\d+)\*\*", (FOLDER / "rules.md").read_text(encoding="utf-8"), re.MULTILINE))
DISCIPLINES = ("banking", "law", "engineering", "medicine")
SIDES = {"board": "", "small_board": "s"}


def cells(side: str) -> dict[str, str]:
    """The sign of each space of a side."""
    rows = [line.split() for line in read(f"map/{side}.yaml")["grid"]["cells"]]
    return {
        f"{SIDES[side]}{'abcdefghijklm'[column]}{row}": sign
        for row, line in enumerate(rows, 1)
        for column, sign in enumerate(line)
        if sign != "."
    }


def around(space: str) -> Iterator[str]:
    """The six places beside a space, on the map or not: even rows lie half a hexagon to the right."""
    prefix, column, row = space[:-2], ord(space[-2]), int(space[-1])
    shift = 1 - row % 2
    for across, down in ((-1, 0), (1, 0), (shift - 1, -1), (shift, -1), (shift - 1, 1), (shift, 1)):
        yield f"{prefix}{chr(column + across)}{row + down}"


def of_kind(*kinds: str) -> list[dict[str, Any]]:
    return [item for item in COMPONENTS.values() if item["kind"] in kinds]


@pytest.mark.parametrize(
    ("side", "land", "rivers", "edges", "bridges"),
    [
        ("board", {"D": 11, "P": 12, "S": 12, "L": 12, "F": 11, "M": 11, "W": 12}, 36, 33, 31),
        ("small_board", {"D": 9, "P": 8, "S": 8, "L": 8, "F": 9, "M": 9, "W": 8}, 29, 22, 17),
    ],
)
def test_counts_of_the_map(side: str, land: dict[str, int], rivers: int, edges: int, bridges: int) -> None:
    spaces = cells(side)
    assert Counter(sign.rstrip("'") for sign in spaces.values()) == {**land, "r": rivers}
    assert sum("'" in sign for sign in spaces.values()) == edges
    assert len(read(f"map/{side}.yaml")["borders"]) == bridges


@pytest.mark.parametrize("side", SIDES)
def test_bridges_cross_a_river(side: str) -> None:
    spaces = cells(side)
    for border in read(f"map/{side}.yaml")["borders"]:
        one, other = border["between"]
        assert "r" not in (spaces[one], spaces[other])
        assert other not in around(one)
        assert "r" in [spaces.get(place) for place in set(around(one)) & set(around(other))], border


def test_both_sides_have_one_outline() -> None:
    """The small side is the other one from its third column on: rivers and land alike, and all its bridge sites."""
    large, small = cells("board"), cells("small_board")

    def there(space: str) -> str:
        return f"{chr(ord(space[1]) + 2)}{space[2]}"

    assert [space for space, sign in small.items() if (sign == "r") != (large[there(space)] == "r")] == []
    sites = {frozenset(border["between"]) for border in read("map/board.yaml")["borders"]}
    assert [
        border
        for border in read("map/small_board.yaml")["borders"]
        if frozenset(map(there, border["between"])) not in sites
    ] == []


def test_legends_say_the_same() -> None:
    assert read("map/board.yaml")["grid"]["legend"] == read("map/small_board.yaml")["grid"]["legend"]


def test_counts_of_the_box() -> None:
    kinds = Counter(item["kind"] for item in COMPONENTS.values() if "replaces" not in item)
    counted = (
        "display", "faction", "innovation", "palace_tile", "round_booster", "power_action", "book_action", "city_tile",
        "competency_tile", "round_tile", "final_round_tile", "empire_tile", "conversion", "building_type",
    )  # fmt: skip
    assert tuple(kinds[kind] for kind in counted) == (7, 12, 18, 17, 10, 6, 6, 7, 12, 12, 4, 4, 8, 5)
    assert {item["copies"] for item in of_kind("city_tile")} == {3}
    assert {item["copies"] for item in of_kind("competency_tile")} == {4}
    assert [item["number"] for item in of_kind("palace_tile")] == list(range(1, 18))
    assert [item["number"] for item in of_kind("competency_tile")] == list(range(1, 13))


def test_changed_factions_replace_what_is_there() -> None:
    changed = {item["replaces"]: item for item in of_kind("faction") if "replaces" in item}
    assert set(changed) == {"illusionists", "moles", "navigators"}
    assert all(COMPONENTS[name]["name"] == item["name"] for name, item in changed.items())


@pytest.mark.parametrize("discipline", DISCIPLINES)
def test_each_discipline_has_its_places(discipline: str) -> None:
    spaces = [item for item in of_kind("scholar_space") if item["discipline"] == discipline]
    assert sum(item["copies"] for item in spaces) == 4
    assert len([item for item in of_kind("competency_slot") if item["discipline"] == discipline]) == 3
    assert len([item for item in of_kind("round_tile") if item["discipline"] == discipline]) == 3


@pytest.mark.parametrize(("players", "count"), [(2, 6), (3, 8), (4, 10), (5, 12)])
def test_innovation_spaces_by_players(players: int, count: int) -> None:
    assert sum(item["copies"][players] for item in of_kind("innovation_space")) == count


def test_icons_of_round_tiles_are_in_their_texts() -> None:
    for item in of_kind("round_tile"):
        number = re.search(r"each (\d+ )?counted levels? you have in (\w+)", item["text"])
        assert number is not None
        assert (int(number[1] or 1), number[2]) == (item["icons"], item["discipline"]), item["id"]


def test_supplies() -> None:
    of_a_player = {
        noun: NOUNS[noun]["supply"]["stock"]
        for noun in ("workshop", "guild", "school", "palace", "university", "bridge")
    }
    assert of_a_player == {"workshop": 9, "guild": 4, "school": 3, "palace": 1, "university": 1, "bridge": 3}
    common = {noun: NOUNS[noun]["supply"]["supply"] for noun in ("annex", "power_token")}
    assert common == {"annex": 8, "power_token": 65}


@pytest.mark.parametrize("display", of_kind("display"), ids=lambda item: item["id"])
def test_each_display_has_12_power_tokens(display: dict[str, Any]) -> None:
    words = " ".join(display["text"].split())
    assert sum(map(int, re.findall(r"put (\d+) power tokens", words, re.IGNORECASE))) == 12


def test_what_is_cited_exists() -> None:
    cited = {rule for item in COMPONENTS.values() for rule in item["rules"]}
    rulings = {ruling["rule"] for ruling in read("ruleset.yaml")["rulings"]}
    assert cited | rulings <= RULES
    assert {f"A-{number}" for number in range(161, 176)} <= rulings


def test_numbers_of_the_rules_are_complete() -> None:
    assert {f"A-{number}" for number in range(1, 176)} == RULES


def test_places_of_the_rulings_exist() -> None:
    for ruling in read("ruleset.yaml")["rulings"]:
        assert (FOLDER / ruling["where"]).exists(), ruling["rule"]
