"""What whoever compiles sentences can tell apart in a layout: whether there is none, one or several of something.

With two numbers of players whose layouts have the same shape, the same sentences are refused: one is refused because
something is missing, is the only one, or lacks what is asked of it. Where in a state a thing is kept, what lies beside
what, and how large a figure is beyond 1, stands in tables and numbers of the program and decides nothing. So what was
compiled for one number of players need not be compiled for another only to find out what is wrong. Cards are told apart
by their kinds, as sentences name them: whether there are several copies of one matters where it has a noun of its own,
and where its text speaks of "this card" while something else happens, which could be any of the copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator

from rulewright.compiler.layout.layout import Layout, by_players, value_of
from rulewright.language import nodes as N
from rulewright.ruleset.model import Component, Ruleset

SEVERAL = 2


def shape(ruleset: Ruleset, layout: Layout) -> Hashable:
    """The shape of a layout; equal to that of another where the same sentences of a ruleset can be compiled."""
    alone = layout.nouns.keys() | {name for name, component in ruleset.components.items() if _stands_in(component)}
    named = {value for card in layout.cards for value in card.attributes.values() if isinstance(value, str)}
    kind = {place: said["kind"] for place, said in layout.attributes.items()}
    return (
        min(layout.players, SEVERAL),
        _counted((card.kind, card.owner >= 0) for card in layout.cards),
        frozenset((card.component, card.owner >= 0) for card in layout.cards),
        _counted(card.component for card in layout.cards if card.component in alone),
        _counted(kind.values()),
        frozenset(_no_numbers(layout)),
        frozenset(named & layout.ids.keys()),
        any(layout.neighbours.values()),
        bool(layout.ahead),
        frozenset(of_kind for links in layout.links.values() for _, _, of_kind in links),
        tuple((name, of_kind, _counted(map(kind.get, spaces))) for name, (of_kind, spaces) in layout.regions.items()),
        tuple(
            min(by_players(entry["table"], layout.players), SEVERAL)
            for entry in layout.nouns.values() if "table" in entry
        ),
    )  # fmt: skip


def _stands_in(component: Component) -> bool:
    """Whether a text puts something in the place of what is done."""
    tree = component.text.tree if component.text is not None else None
    return tree is not None and any(
        isinstance(node, N.Instead | N.RatherThan) or (isinstance(node, N.Does) and node.tense == "would")
        for node in tree.walk()
    )


def _counted(things: Iterable[Hashable]) -> Hashable:
    """Things, each with how many of it there are."""
    return frozenset((thing, min(count, SEVERAL)) for thing, count in Counter(things).items())


def _no_numbers(layout: Layout) -> Iterator[Hashable]:
    """What is said of spaces and borders where a number of the lexicon asks for something else."""
    for noun, entry in layout.nouns.items():
        if entry.get("type") == "number" and "attribute" in entry:
            names = [str(name) for name in entry.get("values") or []]
            for value in (said.get(entry["attribute"]) for said in layout.attributes.values()):
                try:
                    value_of(value, names)
                except (TypeError, ValueError):
                    yield noun, repr(value)
