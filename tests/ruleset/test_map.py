"""The map: the graph, what it answers, what is compiled from it, and what is wrong with one."""

from __future__ import annotations

import doctest
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import loaded
import networkx as nx
import pytest
import yaml

import rulewright as rw
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.source import Source
from rulewright.ruleset import game_map, map_lint, map_positions
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.game_map import GameMap
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import load_ruleset, read_ruleset
from rulewright.ruleset.model import Ruleset

GAMES = Path(__file__).parents[1] / "games"
RULESETS = [*shipped_rulesets(), *(str(path) for path in sorted(GAMES.iterdir()) if (path / "map").is_dir())]

# A goal is chosen, then a plank may be laid on a gap. Each flag may be put wherever a relation leads to from the goal:
# the options tell what the relation reaches. The score counts groups of dry fields.
PATHS = {
    "ruleset.yaml": """
id: paths
title: Paths
version: 1.0.0
players: [2]
procedures: {play: play}
result: {score: groups, wins: highest}
""",
    "lexicon.yaml": """
nouns:
  field: {type: space, attributes: {dry: boolean}, en: field}
  gap: {type: border, joins: there is a plank on it, en: gap}
  wall: {type: border, en: wall}
  other_field: {type: role, of: field, en: other field}
  goal: {type: role, of: field, en: goal}
  box: {type: zone, visible: public, en: {one: box, to: into}}
  plank: {type: piece, in: [gap, box], supply: {box: 1}, en: plank}
  near_flag: {type: piece, in: [field, box], supply: {box: 1}, en: near flag}
  dry_flag: {type: piece, in: [field, box], supply: {box: 1}, en: dry flag}
  far_flag: {type: piece, in: [field, box], supply: {box: 1}, en: far flag}
  groups: {type: number, of: player, groups: dry fields, by: linked_to, en: {one: number of groups}}
adjectives:
  dry: {of: field, attribute: dry, en: dry}
relations:
  beside: {of: field, with: other_field, means: the field is next to the other field, en: bordering on}
  linked_to: {of: field, with: other_field, closure: beside, within: the field is dry, en: linked to}
  joined_to: {of: field, with: other_field, closure: beside, en: joined to}
  two_from: {of: field, with: other_field, closure: beside, most: 2, en: two from}
""",
    "procedures/rules.yaml": """
play:
  do:
    - {choose: a field, as: goal}
    - You may put 1 plank from the box onto a gap.
    - You may put 1 near flag from the box onto a field two from the goal.
    - You may put 1 dry flag from the box onto a field linked to the goal.
    - You may put 1 far flag from the box onto a field joined to the goal.
    - End the game.
""",
}


def write(folder: Path, board: dict[str, Any] | str, **changes: str) -> Path:
    """The game of paths on a map, with files changed."""
    files = PATHS | {key.replace("__", "/") + ".yaml": text for key, text in changes.items()}
    for name, text in {**files, "map/board.yaml": board if isinstance(board, str) else yaml.safe_dump(board)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


BOARD = """
spaces:
  - {id: a, kind: field, name: Aville, dry: true}
  - {id: b, kind: field, dry: true}
  - {id: c, kind: field, dry: false}
  - {id: d, kind: field, dry: true}
borders:
  - {between: [b, a], kind: wall}
  - {between: [c, d], kind: gap}
adjacent: [{between: [b, c]}]
"""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> GameMap:
    return load_ruleset(write(tmp_path_factory.mktemp("paths"), BOARD)).map


# ---------------------------------------------------------------------- the graph


@pytest.mark.parametrize("module", [game_map, map_lint, map_positions])
def test_the_examples_are_right(module: Any) -> None:
    done = doctest.testmod(module)
    assert done.attempted and not done.failed


def test_spaces_are_nodes_and_pairs_are_edges(board: GameMap) -> None:
    assert board.graph.nodes["a"] == {"kind": "field", "name": "Aville", "attributes": {"dry": True}, "regions": ()}
    edges = {
        one + other: (edge["border"], edge["kind"], edge["always"]) for one, other, edge in board.graph.edges.data()
    }
    assert edges == {"ab": ("a--b", "wall", True), "bc": (None, None, True), "cd": ("c--d", "gap", False)}
    assert board.graph is board.graph


def test_the_graph_is_frozen(board: GameMap) -> None:
    with pytest.raises(nx.NetworkXError):
        board.graph.remove_node("a")


def test_what_joins_at_times_counts_when_asked_for(board: GameMap) -> None:
    assert board.neighbours("c") == ("b",) and board.neighbours("c", at_times=True) == ("b", "d")
    assert board.distance("a", "d") is None and board.distance("a", "d", at_times=True) == 3
    assert board.components() == (("a", "b", "c"), ("d",))
    assert board.components(at_times=True) == (("a", "b", "c", "d"),)
    assert board.reach(["d"]) == ("d",) and board.reach(["d"], at_times=True) == ("a", "b", "c", "d")
    assert board.longest_path() == ("a", "b", "c") and board.longest_path(at_times=True) == ("a", "b", "c", "d")


def test_reach_goes_no_further_than_it_may(board: GameMap) -> None:
    assert board.reach(["a"], steps=1) == ("a", "b")
    assert board.reach(["a"], through=["b"]) == ("a", "b")
    assert board.reach(["a", "d"], steps=0) == ("a", "d")
    assert board.reach([]) == ()


def test_what_is_no_space_is_told(board: GameMap) -> None:
    for ask in (
        lambda: board.neighbours("x"), lambda: board.distances("x"), lambda: board.distance("a", "x"),
        lambda: board.reach(["x"]), lambda: board.reach(["a"], through=["x"]), lambda: board.components(["a", "x"]),
        lambda: board.longest_path(["x"]), lambda: board.regions_of("x"),
    ):  # fmt: skip
        with pytest.raises(KeyError):
            ask()


def test_borders_are_found_from_both_sides(board: GameMap) -> None:
    assert board.border("a", "b") is board.border("b", "a") is board.borders["a--b"]
    assert board.border("b", "c") is board.border("a", "d") is None


def test_grids_tell_directions() -> None:
    graph = loaded.ruleset("age_of_innovation").map.graph
    ways = {number for _, _, edge in graph.edges.data() for number in edge["directions"].values()}
    assert ways == {1, 2, 3, 4, 5, 6}
    for one, other, edge in graph.edges.data():
        if edge["directions"]:
            assert abs(edge["directions"][one] - edge["directions"][other]) == 3


def test_a_warm_start_imports_no_networkx(tmp_path: Path) -> None:
    """Nor does checking a map that was found right before."""
    code = """
import sys, rulewright as rw
from rulewright.ruleset.lint import lint
rules = rw.load(sys.argv[1])
rules.new_game(2, 1).step(0)
if sys.argv[2] == "cold":
    assert not lint(rules.ruleset) and "networkx" in sys.modules
else:
    assert not lint(rules.ruleset) and "networkx" not in sys.modules
"""
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(tmp_path / "cache")}
    game = write(tmp_path / "paths", BOARD)
    for state in ("cold", "warm"):
        subprocess.run([sys.executable, "-c", code, str(game), state], env=environment, check=True)


def test_loading_imports_no_networkx(tmp_path: Path) -> None:
    """Neither cold nor warm, to the first decision."""
    code = "import sys, rulewright as rw; rw.load(sys.argv[1]).new_game(2, 1); assert 'networkx' not in sys.modules"
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(tmp_path / "cache")}
    game = write(tmp_path / "paths", BOARD)
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code, str(game)], env=environment, check=True)


# ---------------------------------------------------------------------- what is compiled


def boards(ruleset: Ruleset) -> Iterator[tuple[Layout, GameMap]]:
    """Every map that a game is played on, compiled and as a graph."""
    for players, option, board in ruleset.map.each(ruleset.players):
        yield Layout(Source(ruleset), players, {option: True}), board


def built(ruleset: Ruleset, spaces: Iterable[str]) -> nx.Graph[str]:
    """The graph of some spaces, from the data of the files: nothing that makes `GameMap.graph` has a part in it."""
    data = ruleset.content.data
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(spaces)
    pairs = [entry["between"] for entry in data["map"]["adjacent"].values()]
    for entry in data["map"]["borders"].values():
        if not data["lexicon"]["nouns"][entry["kind"]].get("joins"):
            pairs.append(entry["between"])
    graph.add_edges_from((one, other) for one, other in pairs if one in graph and other in graph)
    return graph


@pytest.mark.parametrize("name", RULESETS, ids=lambda name: Path(name).name)
def test_the_layout_says_what_the_graph_says(name: str) -> None:
    ruleset = loaded.ruleset(name)
    seen = 0
    for layout, board in boards(ruleset):
        names = layout.names
        assert [names[space] for space in layout.spaces] == list(board.spaces)
        graph = built(ruleset, board.spaces)
        assert nx.utils.graphs_equal(nx.Graph(graph), _bare(board))
        for space in layout.spaces:
            assert {names[other] for other in layout.neighbours[space]} == set(graph[names[space]])
            assert [names[other] for other in layout.neighbours[space]] == list(board.neighbours(names[space]))
            links = {names[other] for _, other, _ in layout.links.get(space, ())}
            at_times = {other for other in board.graph[names[space]] if not board.graph[names[space]][other]["always"]}
            assert links == at_times
        distances = {names[one]: {names[k]: v for k, v in steps.items()} for one, steps in layout.distances().items()}
        assert distances == dict(nx.all_pairs_shortest_path_length(graph))
        for border in layout.borders:
            one, other = (names[end] for end in layout.border_ends[border])
            assert board.graph.edges[one, other]["border"] == names[border]
            assert layout.borders_between[layout.ids[other], layout.ids[one]] == border
        for region, (kind, spaces) in layout.regions.items():
            assert board.regions[region].kind == kind
            assert [space for space in board.spaces if region in board.regions_of(space)] == sorted(
                (names[space] for space in spaces), key=list(board.spaces).index
            )
        ahead = {(names[one], number): names[other] for (one, number), other in layout.ahead.items()}
        told = {
            (start, number): other if start == one else one
            for one, other, edge in board.graph.edges.data() for start, number in edge["directions"].items()
        }  # fmt: skip
        assert ahead == told
        seen += 1
    assert seen >= len(ruleset.players)


def _bare(board: GameMap) -> nx.Graph[str]:
    """The graph of what is joined always, without anything told of it."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(board.graph)
    graph.add_edges_from((one, other) for one in board.spaces for other in board.neighbours(one))
    return graph


def random_board(seed: int) -> dict[str, Any]:
    """A map of up to ten fields, in a grid or anyhow."""
    chance = random.Random(seed)
    if seed % 3 == 0:
        picture = [" ".join(chance.choice("dw.") for _ in range(4)) for _ in range(3)]
        grid = {
            "kind": "field", "cells": [*picture, "d w . ."], "shape": chance.choice(["square", "hexagon"]),
            "across": "gap", "legend": {"d": {"dry": True}, "w": {"dry": False}},
        }  # fmt: skip
        return {"grid": grid}
    names = [f"f{number}" for number in range(chance.randint(4, 10))]
    spaces = [{"id": name, "kind": "field", "dry": chance.random() < 0.7} for name in names]
    pairs = [sorted(pair) for pair in combinations(names, 2) if chance.random() < 0.3] or [names[:2]]
    kinds = [chance.choice(["", "", "wall", "gap"]) for _ in pairs]
    kinds[0] = "gap"
    borders = [{"between": pair, "kind": kind} for pair, kind in zip(pairs, kinds, strict=True) if kind]
    adjacent = [{"between": pair} for pair, kind in zip(pairs, kinds, strict=True) if not kind]
    return {"spaces": spaces, "borders": borders, **({"adjacent": adjacent} if adjacent else {})}


@pytest.mark.parametrize("seed", range(9))
def test_play_reaches_what_the_graph_reaches(seed: int, tmp_path: Path) -> None:
    """Distances, reach and components as generated code finds them, on random maps with planks on gaps."""
    rules = rw.load(write(tmp_path, random_board(seed)))
    board = rules.ruleset.map
    graph = built(rules.ruleset, board.spaces)
    gaps = [border for border in board.borders.values() if border.kind == "gap"]
    dry = [name for name, space in board.spaces.items() if space.attributes["dry"]]
    for goal in board.spaces:
        for gap in [None, *gaps[:2]]:
            game = rules.new_game(2, 1)
            game.choose(goal)
            joined = nx.Graph(graph)
            if gap is not None:
                lay(game, gap.id)
                joined.add_edge(*gap.between)
            elif gaps:
                game.choose("none")
            near = set(nx.single_source_shortest_path_length(joined, goal, cutoff=2))
            linked = set(nx.node_connected_component(joined.subgraph({*dry, goal}), goal))
            far = set(nx.node_connected_component(joined, goal))
            for flag, reached in (("near", near), ("dry", linked), ("far", far)):
                assert put(game, f"{flag}_flag", board) == reached - {goal}
            assert game.decision is None
            assert game.scores == [nx.number_connected_components(joined.subgraph(dry))] * 2
            if gap is None:
                assert board.reach([goal], steps=2) == _ordered(near, board)
                assert board.reach([goal], through=dry) == _ordered(linked, board)
                assert sorted(map(set, board.components(dry)), key=sorted) == sorted(
                    nx.connected_components(graph.subgraph(dry)), key=sorted
                )


def _ordered(spaces: set[str], board: GameMap) -> tuple[str, ...]:
    return tuple(space for space in board.spaces if space in spaces)


def lay(game: rw.Game, gap: str) -> None:
    """Put the plank onto a gap."""
    assert game.decision is not None and "plank" in game.decision.prompt()
    game.choose("0")
    if game.decision is not None and "plank" in game.decision.prompt():  # there are several gaps
        game.choose(gap)


def put(game: rw.Game, flag: str, board: GameMap) -> set[str]:
    """Put a flag somewhere; where it could have been put."""
    words = flag.replace("_", " ")
    if game.decision is None or words not in game.decision.prompt():
        return set()
    game.choose("0")
    if game.decision is not None and words in game.decision.prompt():
        found = {option.id for option in game.decision.options}
        game.choose(min(found))
        return found
    spaces = game.view(0)["map"]["spaces"]
    return {space["id"] for space in spaces if any(piece["piece"] == flag for piece in space["pieces"])}


def test_a_longest_path_is_the_longest() -> None:
    for seed in range(6):
        chance = random.Random(seed)
        names = [f"f{number}" for number in range(6)]
        pairs = tuple(pair for pair in combinations(names, 2) if chance.random() < 0.4)
        spaces = {name: game_map.Space(name, "field", name, {}, "") for name in names}
        board = GameMap(spaces, {}, {}, pairs, {}, {})
        longest = max(
            (1 + nx.shortest_path_length(graph, one, other) for graph in trees(pairs) for one, other in ends(graph)),
            default=1,
        )
        path = board.longest_path()
        assert len(path) == longest == len(set(path))
        assert all(board.distance(one, other) == 1 for one, other in zip(path, path[1:], strict=False))


def trees(pairs: tuple[tuple[str, str], ...]) -> Iterator[nx.Graph[str]]:
    """All paths among some pairs, as graphs: every set of pairs that forms one."""
    for count in range(1, 6):
        for chosen in combinations(pairs, count):
            graph: nx.Graph[str] = nx.Graph(chosen)
            if len(graph) == count + 1 and nx.is_connected(graph) and max(d for _, d in graph.degree) <= 2:
                yield graph


def ends(graph: nx.Graph[str]) -> Iterator[tuple[str, str]]:
    yield from combinations([node for node, degree in graph.degree if degree == 1], 2)


# ---------------------------------------------------------------------- positions


def test_grids_are_drawn_as_they_lie(tmp_path: Path) -> None:
    found = loaded.ruleset("age_of_innovation").map.here(4)
    at = found.layout()
    for one, other, edge in found.graph.edges.data():
        if edge["always"]:
            assert dist(at[one], at[other]) == pytest.approx(1, abs=0.002)
    assert min(dist(one, other) for one, other in combinations(at.values(), 2)) > 0.99
    assert at["a1"] == (0, 0) and at["a2"][0] == 0.5 and at["b1"] == (1, 0)


def test_maps_without_a_grid_are_spread() -> None:
    board = loaded.ruleset("mythotopia").map
    at = board.layout()
    assert list(at) == list(board.spaces)
    assert min(dist(one, other) for one, other in combinations(at.values(), 2)) > 0.3
    lengths = sorted(dist(at[one], at[other]) for one, other in board.graph.edges)
    assert lengths[len(lengths) // 2] == pytest.approx(1, abs=0.01) and lengths[-1] < 2
    assert min(x for x, _ in at.values()) == min(y for _, y in at.values()) == 0


@pytest.mark.parametrize("name", RULESETS, ids=lambda name: Path(name).name)
def test_no_two_spaces_are_drawn_in_one_place(name: str) -> None:
    at = loaded.ruleset(name).map.layout()
    assert len(set(at.values())) == len(at)


def test_a_map_that_is_not_planar_and_spaces_beside_a_grid(tmp_path: Path) -> None:
    names = [f"f{number}" for number in range(6)]
    spaces = {name: game_map.Space(name, "field", name, {}, "") for name in names}
    board = GameMap(spaces, {}, {}, tuple(combinations(names, 2)), {}, {})
    assert min(dist(one, other) for one, other in combinations(board.layout().values(), 2)) > 0.3
    beside = {
        "grid": {"columns": 3, "rows": 1, "kind": "field"}, "spaces": [{"id": "port", "kind": "field"}],
        "adjacent": [{"between": ["port", "c1"]}], "borders": [{"between": ["a1", "c1"], "kind": "gap"}],
    }  # fmt: skip
    at = load_ruleset(write(tmp_path, beside)).map.layout()
    assert dist(at["a1"], at["b1"]) == dist(at["b1"], at["c1"]) == 1
    assert 0.5 < dist(at["port"], at["c1"]) < 2


def test_positions_are_the_same_in_every_process() -> None:
    code = "import rulewright as rw; print(rw.load('mythotopia').ruleset.map.layout())"
    found = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1


# ---------------------------------------------------------------------- what is wrong with a map


def found(folder: Path) -> list[tuple[str, str, int]]:
    """Code, what was found and the line of each problem with the map."""
    ruleset, problems = read_ruleset(folder)
    assert ruleset is not None
    ignored = ("RW0245", "RW0248")
    problems += lint(ruleset)
    return [(item.code, item.found, item.place.line) for item in problems if item.code not in ignored]


def test_a_clean_map_has_no_findings(tmp_path: Path) -> None:
    assert found(write(tmp_path, BOARD)) == []


APART = """
spaces: [{id: a, kind: field}, {id: b, kind: field}, {id: c, kind: field}, {id: d, kind: field}, {id: e, kind: field}]
borders: [{between: [a, b], kind: gap}]
adjacent: [{between: [b, c]}, {between: [d, e]}]
"""
COAST = PATHS["lexicon.yaml"].replace("nouns:\n", "nouns:\n  coast: {type: region, of: field, en: coast}\n")


def test_a_part_that_lies_apart_is_told_once(tmp_path: Path) -> None:
    players = PATHS["ruleset.yaml"].replace("[2]", "[2, 3]")
    assert found(write(tmp_path, APART, ruleset=players)) == [("RW0252", "d, e", 2)]


def test_what_is_a_region_may_lie_apart(tmp_path: Path) -> None:
    listed = APART + "regions: [{id: east, kind: coast, spaces: [e, d]}]\n"
    assert found(write(tmp_path / "whole", listed, lexicon=COAST)) == []
    more = listed.replace("[e, d]}", "[e, d]}, {id: both, kind: coast, spaces: [e, a]}")
    assert found(write(tmp_path / "more", more, lexicon=COAST)) == []
    half = APART + "regions: [{id: east, kind: coast, spaces: [e]}]\n"
    assert found(write(tmp_path / "half", half, lexicon=COAST)) == [("RW0252", "d, e", 2)]


def test_lines_of_a_grid_do_not_tell_that_a_part_lies_apart(tmp_path: Path) -> None:
    grid = "grid: {cells: [d d d . d d], kind: field, lines: 2, line kind: coast, legend: {d: {dry: true}}}\n"
    grid += "borders: [{between: [a1, b1], kind: gap}]\n"
    wrong = [code for code, _, _ in found(write(tmp_path, grid, lexicon=COAST))]
    assert wrong == ["RW0251", "RW0252"]


def test_places_to_put_something_are_no_board(tmp_path: Path) -> None:
    words = PATHS["lexicon.yaml"].replace("nouns:\n", "nouns:\n  seat_box: {type: space, en: seat box}\n")
    apart = BOARD.replace("borders:", "  - {id: e, kind: seat_box}\nborders:")
    assert found(write(tmp_path, apart, lexicon=words)) == []


def test_the_maps_of_options_are_looked_at(tmp_path: Path) -> None:
    head = PATHS["ruleset.yaml"] + "options: {long: {type: boolean, default: false, title: Long}}\n"
    more = "  - {id: e, kind: field, players: [2]}\n  - {id: f, kind: field, by option: {option: long, players: [2]}}\n"
    board = BOARD.replace("borders:", more + "borders:").replace("[b, c]}]", "[b, c]}, {between: [e, a]}]")
    assert found(write(tmp_path, board, ruleset=head)) == [("RW0252", "f", 8)]


def test_a_region_is_in_one_piece_if_its_kind_says_so(tmp_path: Path) -> None:
    regions = "regions: [{id: east, kind: coast, spaces: [a, c]}, {id: west, kind: coast, spaces: [d, c]}]\n"
    assert found(write(tmp_path / "any", BOARD + regions, lexicon=COAST)) == []
    words = COAST.replace("region,", "region, connected: true,")
    assert found(write(tmp_path / "one", BOARD + regions, lexicon=words)) == [("RW0255", "east", 11)]


def test_a_map_that_cannot_be_loaded_is_no_trouble_for_the_lint(tmp_path: Path) -> None:
    lost = BOARD.replace("[b, c]", "[b, x]")
    assert {code for code, _, _ in found(write(tmp_path, lost))} == {"RW0229", "RW0252"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{between: [c, d], kind: gap}", "{between: [c, c], kind: gap}"),
        ("[{between: [b, c]}]", "[{between: [b, b]}]"),
        ("adjacent:", "regions: [{id: r, kind: coast, spaces: [a, b, a]}]\nadjacent:"),
    ],
)
def test_the_schema_refuses_loops_and_spaces_that_are_named_twice(old: str, new: str, tmp_path: Path) -> None:
    assert old in BOARD
    ruleset, problems = read_ruleset(write(tmp_path, BOARD.replace(old, new), lexicon=COAST))
    assert ruleset is None and [item.code for item in problems] == ["RW0217"]


def test_packs_can_make_neither(tmp_path: Path) -> None:
    game = write(tmp_path / "game", BOARD)
    pack = tmp_path / "pack"
    pack.mkdir()
    for patch, code in (("between: [c, c]", "RW0217"), ("between: [a, b]", "RW0230"), ("between: [a, d]", "")):
        text = "{id: pack, title: P, version: 1.0.0, base: {paths: '>=1'},"
        text += f" patch: {{map: {{borders: {{c--d: {{set: {{{patch}}}}}}}}}}}}}\n"
        (pack / "pack.yaml").write_text(text, encoding="utf-8")
        assert {item.code for item in read_ruleset(game, [pack])[1]} == ({code} - {""})
