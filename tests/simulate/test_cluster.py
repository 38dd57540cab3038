"""A cluster of two nodes, one of which dies in the middle of a run: no game is lost, and none counted twice."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

import rulewright
from rulewright.simulate.games import Plan, play_many

ray = pytest.importorskip("ray", reason="needs the extra cluster")

COUNT = 160


@pytest.fixture
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def test_a_node_that_dies_costs_no_game(cluster: Any) -> None:
    from rulewright.simulate.cluster import CHUNK, play_on_cluster

    second = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    plan = Plan(partial(rulewright.load, "tic_tac_toe"), ["random", "greedy"], seed=4)
    games = []
    for game in play_on_cluster(plan, 0, COUNT, cluster.address):
        games.append(game)
        if len(games) == CHUNK:
            cluster.remove_node(second, allow_graceful=False)  # while its tasks are under way
    assert [game.index for game in games] == list(range(COUNT))
    assert games == list(play_many(plan, COUNT))
