"""Strongly connected components: what calls or leads to each other in a circle, callees first."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def components(start: T, leads_to: Callable[[T], Iterable[T]], done: Container[T] = ()) -> Iterator[list[T]]:
    """The strongly connected components that a node of a graph leads to, its own last (Tarjan's algorithm).

    Each component comes after all that it leads to. What is `done` is left out, with what only that leads to; `done`
    is asked again as components are handed out, so it may grow by them.

    >>> list(components(1, {1: [2], 2: [3], 3: [2, 4], 4: []}.get))
    [[4], [3, 2], [1]]
    """
    number: dict[T, int] = {}
    low: dict[T, int] = {}
    open_: list[T] = []
    waiting: set[T] = set()
    path: list[tuple[T, Iterator[T]]] = []

    def enter(node: T) -> None:
        number[node] = low[node] = len(number)
        open_.append(node)
        waiting.add(node)
        path.append((node, iter(leads_to(node))))

    if start not in done:
        enter(start)
    while path:
        node, rest = path[-1]
        for other in rest:
            if other in waiting:
                low[node] = min(low[node], number[other])
            elif other not in number and other not in done:
                enter(other)
                break
        else:
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[node])
            if low[node] == number[node]:
                found: list[T] = []
                while not found or found[-1] != node:
                    found.append(open_.pop())
                    waiting.discard(found[-1])
                yield found
