"""Makes a sentence short: parts are left out as long as what is left is still a case of the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rulewright.language import nodes as N
from rulewright.language.node_fields import FIELDS

STEPS = 300  # so many shorter sentences are tried


def shrunk(tree: N.Text, still: Callable[[N.Text], bool], most: int = STEPS) -> N.Text:
    """The shortest sentence found by leaving parts out one at a time, of which `still` holds; of so many at most."""
    left = most
    found = True
    while found and left > 0:
        found = False
        for smaller in _smaller(tree):
            left -= 1
            if left <= 0:
                break
            if isinstance(smaller, N.Text) and still(smaller):
                tree, found = smaller, True
                break
    return tree


def _smaller(node: N.Node) -> Iterator[N.Node]:
    """Trees with one part less, those that leave out most first."""
    for name, kind in FIELDS[type(node)].items():
        value = getattr(node, name)
        for new in _values(value, kind.kinds, kind.optional):
            try:
                yield replace(node, **{name: new})
            except (TypeError, ValueError):
                continue


def _values(value: Any, kinds: tuple[type, ...], optional: bool) -> Iterator[Any]:
    if value is None or value is False:
        return
    if optional:
        yield None
    if isinstance(value, tuple):
        for at in range(len(value)):
            yield (*value[:at], *value[at + 1 :])
        for at, part in enumerate(value):
            if isinstance(part, N.Node):
                for new in _parts(part, (N.Node,)):
                    yield (*value[:at], new, *value[at + 1 :])
    elif isinstance(value, N.Node):
        yield from _parts(value, kinds)
    elif value is True:
        yield False
    elif isinstance(value, int) and value > 1:
        yield 1
        yield value - 1


def _parts(node: N.Node, kinds: tuple[type, ...]) -> Iterator[N.Node]:
    """What can stand in the place of a node: what it is made of, plain ones of its kind, itself made smaller."""
    if isinstance(node, N.Statement):
        yield from (part for part in _below(node) if isinstance(part, N.Statement))
    elif isinstance(node, N.Phrase | N.Amount):
        yield from (part for part in _below(node) if isinstance(part, N.Phrase | N.Amount) and isinstance(part, kinds))
        if isinstance(node, N.Amount) and not isinstance(node, N.Number):
            yield N.Number(value=1)
    elif isinstance(node, N.Quantity) and (node.kind, node.low) != ("count", 1):
        yield N.Quantity(kind="count", low=1)
    elif isinstance(node, N.Determiner) and not (isinstance(node, N.Article) and node.word == "a"):
        yield N.Article(word="a")
    yield from _smaller(node)


def _below(node: N.Node) -> Iterator[N.Node]:
    parts = [part for _, part in node.children()]
    yield from parts
    for part in parts:
        if not isinstance(part, N.Statement):
            yield from _below(part)
