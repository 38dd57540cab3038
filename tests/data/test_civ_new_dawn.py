"""The data of Civilization: A New Dawn agree with themselves: counts, pairs, the shape of the tiles, what cites what.

These tests read the files as plain YAML, so that a fault of the loader cannot hide a fault of the data.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from plain import read_plain

FOLDER = Path(__file__).parents[2] / "rulesets" / "civ_new_dawn"


def read(name: str) -> Any:
    return read_plain(FOLDER / name)


FILES = sorted((FOLDER / "components").glob("*.yaml"))
COMPONENTS = {entry["id"]: entry for file in FILES for entry in read(f"components/{file.name}")}
TILES = [entry for entry in COMPONENTS.values() if entry["kind"] == "map_tile"]
RULES = set(re.findall(r"^- \*\*(C-\d+)\*\*", (FOLDER / "rules.md").read_text(encoding="utf-8"), re.MULTILINE))
RESOURCES = ("marble", "mercury", "oil", "diamond")


def of_kind(ending: str) -> list[dict[str, Any]]:
    return [entry for entry in COMPONENTS.values() if entry["kind"].endswith(ending)]


def test_what_is_in_the_box() -> None:
    assert len(COMPONENTS) == sum(len(read(f"components/{file.name}")) for file in FILES)
    counts = Counter(entry["kind"] for entry in COMPONENTS.values())
    assert counts["map_tile"] == 32
    assert counts["leader"] == counts["city_state"] == counts["natural_wonder_token"] == 8
    assert counts["agenda"] == 2 * counts["victory_card"] == 10
    assert counts["barbarian"] == 9
    assert counts["diplomacy_card"] == 4
    assert sum(card["copies"] for card in of_kind("city_state_diplomacy_card")) == 16


@pytest.mark.parametrize("kind", ["culture", "science", "economy", "industry", "military"])
def test_one_focus_card_of_each_level(kind: str) -> None:
    assert sorted(card["level"] for card in of_kind(f"{kind}_card")) == [1, 2, 3, 4]


@pytest.mark.parametrize("kind", ["culture", "economy", "science", "military"])
def test_two_wonders_of_each_era(kind: str) -> None:
    assert Counter(card["era"] for card in of_kind(f"{kind}_wonder")) == {"ancient": 2, "medieval": 2, "modern": 2}


def test_wonders_take_two_kinds_of_resource() -> None:
    for wonder in of_kind("_wonder"):
        assert len(set(wonder["resources"])) == 2 and set(wonder["resources"]) <= set(RESOURCES), wonder["id"]


def test_leaders_begin_with_the_five_cards_of_level_1() -> None:
    first = sorted(card["id"] for card in COMPONENTS.values() if card.get("level") == 1)
    for leader in of_kind("leader"):
        assert sorted(leader["row"]) == first, leader["id"]


def test_two_sides_name_each_other() -> None:
    for entry in COMPONENTS.values():
        if "reverse" in entry:
            other = COMPONENTS[entry["reverse"]]
            assert other["reverse"] == entry["id"] != other["id"] and other["kind"] == entry["kind"], entry["id"]


def test_agendas_and_victory_cards_name_each_other() -> None:
    for card in of_kind("victory_card"):
        assert all(COMPONENTS[agenda]["victory_card"] == card["id"] for agenda in card["agendas"])
    for agenda in of_kind("agenda"):
        assert agenda["id"] in COMPONENTS[agenda["victory_card"]]["agendas"]


def kind_of_icon(cell: dict[str, Any]) -> str:
    """What is printed on a cell of a tile: the kind of a component, `capital`, or nothing."""
    icon = cell.get("icon", "")
    return COMPONENTS[icon]["kind"] if icon in COMPONENTS else icon


@pytest.mark.parametrize("side", ["A", "B"])
def test_icons_of_the_tiles(side: str) -> None:
    hexes = [hexagon for tile in TILES if tile["side"] == side for hexagon in tile["hexes"].values()]
    assert len(hexes) == 160
    assert Counter(h["icon"] for h in hexes if kind_of_icon(h) == "resource") == dict.fromkeys(RESOURCES, 4)
    for kind, number in {"capital": 4, "natural_wonder_token": 4, "city_state": 4, "barbarian": 7}.items():
        found = [h["icon"] for h in hexes if kind_of_icon(h) == kind]
        assert len(found) == number and (kind == "capital" or len(set(found)) == number)
    known = {"", "resource", "capital", "natural_wonder_token", "city_state", "barbarian"}
    assert {kind_of_icon(h) for h in hexes} == known
    assert all((kind_of_icon(h) == "natural_wonder_token") == (h["terrain"] == "none") for h in hexes)
    assert all(h["terrain"] == "grassland" for h in hexes if kind_of_icon(h) == "city_state")


def test_city_states_and_natural_wonders_are_each_on_one_tile() -> None:
    for kind in ("city_state", "natural_wonder_token"):
        where = {h["icon"]: tile for tile in TILES for h in tile["hexes"].values() if kind_of_icon(h) == kind}
        assert len(where) == 8
        for name, tile in where.items():  # the other side of the token lies on the other side of the tile
            assert where[COMPONENTS[name]["reverse"]]["id"] == tile["reverse"]


@pytest.mark.parametrize("side", ["a", "b"])
def test_neighbours_follow_from_the_coordinates(side: str) -> None:
    shape = COMPONENTS[f"tile_shape_{side}"]
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    for number, (q, r) in shape["hexes"].items():
        near = [n for n, (x, y) in shape["hexes"].items() if (x - q, y - r) in steps]
        assert near == shape["neighbours"][number]


def test_every_rule_cited_exists() -> None:
    assert {f"C-{n}" for n in [*range(1, 188), *range(197, 207)]} == RULES
    for entry in COMPONENTS.values():
        assert entry["rules"] and set(entry["rules"]) <= RULES, entry["id"]
    for name, left in read("coverage.yaml").items():
        known = name in COMPONENTS or name in {entry["kind"] for entry in COMPONENTS.values()}
        assert known and {item["to"] for item in left} <= RULES, name
    assert {ruling["rule"] for ruling in read("ruleset.yaml")["rulings"]} <= RULES


def test_uncertain_figures_are_marked() -> None:
    assert {entry["provenance"] for entry in COMPONENTS.values()} == {"published", "likely"}
    assert all(tile["provenance"] == "likely" for tile in TILES if "disputed" in tile)
