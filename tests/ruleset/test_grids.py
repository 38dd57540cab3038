"""Maps generated from grids."""

import networkx as nx
import pytest

from rulewright.ruleset.files.grids import expand_grid


def graph(**grid: object) -> nx.Graph:
    board = nx.Graph()
    for kind, name, entry in expand_grid({"kind": "space", **grid}):
        if kind == "spaces":
            board.add_node(name)
        elif kind == "adjacent":
            board.add_edge(*entry["between"])
    return board


def lines(**grid: object) -> set[tuple[str, ...]]:
    return {tuple(entry["spaces"]) for kind, _, entry in expand_grid({"kind": "space", **grid}) if kind == "regions"}


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (3, 3), (5, 2)])
def test_squares_are_the_grid_graph(columns: int, rows: int) -> None:
    assert nx.is_isomorphic(graph(columns=columns, rows=rows), nx.grid_2d_graph(columns, rows))


def test_kings_move_over_corners() -> None:
    board = graph(columns=3, rows=3, neighbours=8)
    assert set(board["b2"]) == {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}
    assert set(board["a1"]) == {"b1", "a2", "b2"}


def test_hexagons_have_six_neighbours() -> None:
    board = graph(columns=4, rows=4, shape="hexagon")
    assert set(board["b2"]) == {"a2", "c2", "b1", "c1", "b3", "c3"}  # the second row is shifted to the right
    assert set(board["b3"]) == {"a3", "c3", "a2", "b2", "a4", "b4"}
    assert nx.check_planarity(board)[0]


def test_missing_spaces() -> None:
    board = graph(columns=3, rows=3, without=["b2"])
    assert "b2" not in board and nx.is_isomorphic(board, nx.cycle_graph(8))


def test_lines_run_in_all_directions() -> None:
    found = lines(columns=3, rows=3, lines=3)
    assert len(found) == 8
    assert {("a1", "b1", "c1"), ("a1", "a2", "a3"), ("a1", "b2", "c3"), ("a3", "b2", "c1")} <= found
    assert len(lines(columns=7, rows=6, lines=4)) == 69
    assert len(lines(columns=3, rows=3, lines=3, shape="hexagon")) == 3 + 2 + 2


def test_columns_beyond_z() -> None:
    assert "ab1" in graph(columns=28, rows=1)
