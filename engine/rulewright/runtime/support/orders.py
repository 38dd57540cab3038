"""Orders and shares that generated code asks for: seats in turn order, what comes first, prizes by rank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.compiler.program import Program
from rulewright.runtime.state import State

HUGE = 10**6


def order_functions(program: Program) -> dict[str, Any]:
    """`ORDER`: seats in the order in which they come; `FIRST`: the first; `LEFTWARDS`, `STARTING`: as they sit."""
    """`ORDER`: seats as they come; `FIRST`: the first of all; `LEFTWARDS`, `STARTING`: as they sit."""
    players, layout, first_player = program.players, program.layout, program.first_player
    turn_order = program.ruleset.turn_order
    places = layout.kept[turn_order].first if turn_order in layout.kept else 0

    def order(s: State, seats_: Any) -> list[int]:
        """Seats in turn order from the first player, or by the number that tells their place in it."""
        if places:
            return sorted(seats_, key=lambda seat: s.n[places + seat])
        first = max(0, s.n[first_player])  # nobody yet
        return sorted(seats_, key=lambda seat: (seat - first) % players)

    def first(s: State) -> int:
        return order(s, range(players))[0]

    def leftwards(s: State, you: int, seats_: Any) -> list[int]:
        """Seats from the one to the left of a seat on, that seat last; seats are numbered to the left."""
        return sorted(seats_, key=lambda seat: (seat - you - 1) % players)

    def starting(s: State, begin: Any, seats_: Any) -> list[int]:
        """Seats as they sit, from one of those that begin on: the first of them in turn order; of none, of all."""
        return leftwards(s, (order(s, begin) or order(s, range(players)))[0] - 1, seats_)

    return {"ORDER": order, "FIRST": first, "LEFTWARDS": leftwards, "STARTING": starting}


def firsts(s: State, order: Callable[[State, int, int], Any], you: int, things: list[int]) -> list[int]:
    """Those of some things that come first in an order, all of them where several do."""
    ranks = [order(s, thing, you) for thing in things]
    return [thing for thing, rank in zip(things, ranks, strict=True) if rank == min(ranks)]


def towards(start: int, goal: int, size: int) -> int:
    """The next value from 1 to size on the shorter way round a circle; where both are as short, upwards."""
    way = (goal - start) % size
    if not way:
        return start
    return (start + (0 if way <= size - way else -2)) % size + 1


def shares(prizes: tuple[int, ...], values: list[int], least: int) -> list[int]:
    """What each of several values wins of prizes by rank; equals share, rounded down; none below `least`."""
    found = []
    for value in values:
        rank, level = sum(other > value for other in values), values.count(value)
        found.append(sum(prizes[rank : rank + level]) // level if value >= least else 0)
    return found


def groups(s: State, things: list[int], reach: Callable[[State, int, int], Sequence[int]], you: int) -> int:
    """How many groups things fall into; `reach` lists what belongs with one of them."""
    seen: set[int] = set()
    found = 0
    for thing in things:
        if thing not in seen:
            found += 1
            seen.update((thing, *reach(s, thing, you)))
    return found


def by_rank(things: list[int], values: list[int], extreme: Callable[[list[int]], int]) -> list[int]:
    """Those of some things whose values are the highest (`max`) or the lowest (`min`)."""
    best = extreme(values) if values else 0
    return [thing for thing, value in zip(things, values, strict=True) if value == best]


def by_distance(
    steps: dict[int, dict[int, int]], things: list[int], goals: Sequence[int], extreme: Callable[[list[int]], int]
) -> list[int]:
    """Those of some spaces that are nearest to any of the goals (`min`), or furthest from the nearest (`max`)."""
    far = {thing: min((steps[thing].get(goal, HUGE) for goal in goals), default=HUGE) for thing in things}
    reached = [distance for distance in far.values() if distance < HUGE]
    return [thing for thing, distance in far.items() if reached and distance == extreme(reached)]
