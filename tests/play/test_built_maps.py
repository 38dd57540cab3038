"""Maps that players build of tiles: every place that the rules allow is offered, and no other; holes become water.

What may be done is found once more from the coordinates alone, with nothing of the engine's.
"""

from __future__ import annotations

from itertools import product

import loaded
import pytest
from sample import sample

import rulewright as rw
from rulewright.play.bots.bot import mix
from rulewright.runtime.game import Game

Hex = tuple[int, int]
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SHAPES = {
    "a": ((0, 0), (0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (1, -2), (0, -2), (1, -3)),
    "b": ((0, 0), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -2), (2, -2), (2, -3)),
}


@pytest.fixture(scope="module")
def rules() -> rw.Rules:
    return loaded.rules("civ_new_dawn")


class Table:
    """What lies on the table, by coordinates: the closeness of each hex to the core, and which are water tokens."""

    def __init__(self, game: Game) -> None:
        layout, n = game.program.layout, game.state.n
        cells = game.rules.ruleset.map.cells
        self.where = {cells[layout.names[space]][1]: space for space in layout.spaces}
        kept = layout.kept
        self.laid = {at for at, space in self.where.items() if n[kept["terrain"].cell(space)]}
        self.close = {at: n[kept["closeness"].cell(self.where[at])] for at in self.laid}

    def placements(self, shape: str, reach: int) -> set[tuple[int, int]]:
        """(turns, space): four neighbouring hexes at least, one of them at most so far from the core."""
        found = set()
        for turns, at in product(range(6), self.where):
            hexes = {moved(turned(step, turns), at) for step in SHAPES[shape]}
            around = {moved(one, step) for one in hexes for step in STEPS} & self.laid
            if hexes & self.laid or len(around) < 4 or min(self.close[one] for one in around) > reach:
                continue
            found.add((turns, self.where[at]))
        return found

    def holes(self) -> set[Hex]:
        """Hexes without anything from which no way leads out."""
        corner = min(self.where, key=lambda at: (at[1], at[0]))
        seen, todo = {corner}, [corner]
        while todo:
            at = todo.pop()
            for step in STEPS:
                other = moved(at, step)
                if other in self.where and other not in self.laid and other not in seen:
                    seen.add(other)
                    todo.append(other)
        return self.where.keys() - self.laid - seen


def moved(one: Hex, by: Hex) -> Hex:
    return one[0] + by[0], one[1] + by[1]


def turned(step: Hex, turns: int) -> Hex:
    """A step so many sixths clockwise, by the three axes of a hexagon: each takes the place of the next, negated."""
    q, r = step
    s = -q - r
    for _ in range(turns):
        q, r, s = -r, -s, -q
    return q, r


def offered(game: Game, side: str) -> set[tuple[int, int]]:
    """(turns, space) for all that may be done with a tile of this side; what is forced is done without asking."""
    kept = game.program.layout.kept
    names = [game.program.layout.cards[value].component for value in game.values]
    number = next((number for number, name in enumerate(names) if name.endswith(side)), None)
    row = game.program.layout.zone["tile_row"][0]
    laid = len(game.state.zones[row])
    found: set[tuple[int, int]] = set()
    todo = [] if number is None else [(game, number)]
    while todo:
        before, number = todo.pop()
        copy = before.copy()
        copy.step(number)
        if len(copy.state.zones[row]) == laid:
            todo += [(copy, number) for number in range(len(copy.values))]
        else:
            found.add((copy.state.n[kept["rotation"].first], copy.state.n[kept["keystone"].first]))
    return found


LOOKED_AT = [(2, 3, (0, 3, 5)), (4, 5, (2, 9, 11))]


@pytest.mark.parametrize(("players", "seed", "looked_at"), sample(few=LOOKED_AT[:1], all=LOOKED_AT))
def test_all_places_of_a_tile_are_offered(rules: rw.Rules, players: int, seed: int, looked_at: tuple[int, ...]) -> None:
    game = rules.new_game(players, seed, {"built_map": True})
    laid = count = 0
    while game.setting_up:
        count += 1
        asked = game.decision.prompt() if game.decision else ""
        if "map tile" in asked:
            table = Table(game)
            assert len(table.laid) >= 40 + 10 * laid
            if laid in looked_at:
                near = {side: table.placements(side, 1) for side in "ab"}
                reach = 1 if near["a"] or near["b"] else 2
                for side in "ab":
                    assert offered(game, side) == (near[side] if reach == 1 else table.placements(side, 2))
            laid += 1
        game.step(mix(seed, count) % len(game.values))
    assert laid >= 2 * players  # the last tiles may be laid without a choice


@pytest.mark.parametrize(("players", "tiles"), sample(few=[(4, 16)], all=[(2, 10), (3, 13), (4, 16)]))
def test_built_maps_are_whole(rules: rw.Rules, players: int, tiles: int) -> None:
    for seed in range(2):
        game = rules.new_game(players, seed, {"built_map": True})
        count = 0
        while game.setting_up:
            count += 1
            game.step(mix(seed, count) % len(game.values))
        table = Table(game)
        layout, n = game.program.layout, game.state.n
        kinds = {kind.name: kind for kind in layout.piece_kinds}
        water = sum(n[kinds["water_token"].index[0][space]] for space in layout.spaces)
        assert len(table.laid) == 10 * tiles + water
        assert not table.holes() or water == 8
        for row in kinds["capital_city"].index[:players]:
            assert sum(n[row[space]] for space in layout.spaces) == 1
