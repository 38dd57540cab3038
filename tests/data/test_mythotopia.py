"""The data of Mythotopia agree with themselves: counts, the shape of the map, the supplies, and what cites what.

These tests read the files as plain YAML, so that a fault of the loader cannot hide a fault of the data.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from plain import read_plain

FOLDER = Path(__file__).parents[2] / "rulesets" / "mythotopia"


def read(name: str) -> Any:
    return read_plain(FOLDER / name)


BOARD = read("map/board.yaml")
SPACES = {space["id"]: space for space in BOARD["spaces"]}
PROVINCES = [space for space in BOARD["spaces"] if space["kind"] == "province"]
CARDS = {
    card["id"]: card
    for file in sorted((FOLDER / "components").glob("*.yaml"))
    for card in read(f"components/{file.name}")
}
RULES = set(re.findall(r"^- \*\*([TO]-\d+)\*\*", (FOLDER / "rules.md").read_text(encoding="utf-8"), re.MULTILINE))
COLOURS = {"army_symbol": 12, "food": 11, "stone": 9, "gold": 8}


def map_graph() -> nx.Graph[str]:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(SPACES)
    graph.add_edges_from(edge["between"] for edge in BOARD["borders"] + BOARD["adjacent"])
    return graph


def test_counts_of_the_map() -> None:
    assert Counter(space["kind"] for space in BOARD["spaces"]) == {"province": 40, "sea_area": 4}
    assert Counter(border["type"] for border in BOARD["borders"]) == {"normal": 60, "hill": 10, "mountain": 9}
    assert sum(province["rugged"] for province in PROVINCES) == 15
    assert {region["id"]: len(region["spaces"]) for region in BOARD["regions"]} == {
        "larger_island": 3,
        "smaller_island": 2,
    }


def test_no_pair_is_adjacent_twice() -> None:
    pairs = Counter(frozenset(edge["between"]) for edge in BOARD["borders"] + BOARD["adjacent"])
    assert max(pairs.values()) == 1
    assert set().union(*pairs) == set(SPACES)


def test_land_borders_join_provinces_only() -> None:
    for border in BOARD["borders"]:
        assert {SPACES[end]["kind"] for end in border["between"]} == {"province"}


def test_map_can_be_drawn_flat() -> None:
    """Three regions meet at each corner, so the faces are triangles; a missing border would leave one more hole.

    The holes are the outside of the map, the water around the smaller island, and the edge of the map beside Trogle.
    """
    graph = map_graph()
    planar, embedding = nx.check_planarity(graph)
    assert isinstance(embedding, nx.PlanarEmbedding)
    assert planar and nx.is_connected(graph)
    seen: set[tuple[str, str]] = set()
    faces = Counter(
        len(embedding.traverse_face(*half_edge, mark_half_edges=seen))
        for half_edge in embedding.edges
        if half_edge not in seen
    )
    assert sum(count for size, count in faces.items() if size > 3) == 3


@pytest.mark.parametrize("province", PROVINCES, ids=lambda province: province["id"])
def test_strength_follows_symbol_and_terrain(province: dict[str, Any]) -> None:
    symbols = CARDS[f"card_{province['id']}"]["symbols"]
    assert province["neutral_strength"] == 2 + ("army_symbol" in symbols) + province["rugged"]


def test_each_province_has_one_card() -> None:
    cards = [card for card in CARDS.values() if card["kind"] == "province_card"]
    assert sorted(card["province"] for card in cards) == sorted(province["id"] for province in PROVINCES)
    assert Counter(symbol for card in cards for symbol in card["symbols"]) == COLOURS
    assert all(card["name"] == SPACES[card["province"]]["name"] for card in cards)


def test_counts_of_the_cards() -> None:
    kinds = Counter(card["kind"] for card in CARDS.values())
    assert kinds == {
        "province_card": 40,
        "improvement_card": 29,
        "variable_vp_card": 10,
        "starting_card": 4,
        "fixed_vp_card": 3,
    }
    assert sum(card.get("copies", 1) for card in CARDS.values() if card["kind"] == "starting_card") == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_box_holds_counters_for_every_set_up(players: int) -> None:
    def counters(card: dict[str, Any]) -> Counter[str]:
        return Counter({kind: n if isinstance(n, int) else n[players] for kind, n in card["holds"].items()})

    fixed = [counters(card) for card in CARDS.values() if card["kind"] == "fixed_vp_card"]
    variable = [counters(card) for card in CARDS.values() if card["kind"] == "variable_vp_card"]
    most: Counter[str] = Counter()
    for chosen in combinations(variable, 4):
        most |= sum((*fixed, *chosen), Counter())
    assert most <= Counter({"counter_1": 28, "counter_2": 26, "counter_3": 3})


def test_what_is_cited_exists() -> None:
    cited = {rule for card in CARDS.values() for rule in card["rules"]}
    cited |= {ruling["rule"] for ruling in read("ruleset.yaml")["rulings"]}
    cited |= set(read("untestable.yaml"))
    assert cited <= RULES
    assert {rule for rule in RULES if rule.startswith("O-")} <= {
        ruling["rule"] for ruling in read("ruleset.yaml")["rulings"]
    }


def test_numbers_of_the_rules_are_complete() -> None:
    numbers = {f"T-{n}" for n in range(1, 202) if n not in (76, 105)}
    assert numbers | {f"O-{n}" for n in range(1, 23)} == RULES


def test_places_of_the_rulings_exist() -> None:
    for ruling in read("ruleset.yaml")["rulings"]:
        assert (FOLDER / ruling["where"]).exists(), ruling["rule"]
