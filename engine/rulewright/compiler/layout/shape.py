"""What whoever compiles sentences can tell apart in a layout: whether there is none, one or several of something.

With two numbers of players whose layouts have the same shape, the same sentences are refused: one is refused because
something is missing, is the only one, or lacks what is asked of it. Where in a state a thing is kept, what lies beside
what, and how large a figure is beyond 1, stands in tables and numbers of the program and decides nothing. So what was
compiled for one number of players need not be compiled for another only to find out what is wrong. Cards are told apart
by their kinds, as sentences name them: whether there are several copies of one matters where it has a noun of its own,
and where its text speaks of "this card" while something else happens, which could be any of the copies.

A card that is not in the box for some numbers of players makes another shape. Where nothing names it, and all that is
printed on it is printed on others of its kind that are there, the game with it has every text, kind and value that the
game without it has: it `covers` that, and whatever is wrong without the card is wrong with it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.compiler.layout.layout import Layout, by_players, value_of
from rulewright.language import nodes as N
from rulewright.ruleset.model import Component, Ruleset

SEVERAL = 2
_OF_ITSELF = frozenset(("id", "name", "copies", "per player"))
"""What is said of a component that no text asks for as something printed on it."""


_RULES = "ruleset", "lexicon", "map", "procedures", "always"


@dataclass(frozen=True)
class Shape:
    """The shape of a layout.

    Attributes:
        rest: all of it but for the cards: the components that are in the box, each with whether seats have it.
        find_names: finds what may be the name of one of them; printed: by kind, what is printed on cards.
    """

    rest: Hashable
    cards: frozenset[tuple[str, bool]]
    find_names: Callable[[], frozenset[str]] = field(compare=False)
    printed: frozenset[tuple[str, bool, str, str]] = field(compare=False)

    def covers(self, other: Shape) -> bool:
        """Whether all that is wrong in the other is wrong in this: it has more cards, and they bring nothing new."""
        more = {component for component, _ in self.cards - other.cards}
        same = self.rest == other.rest and self.printed == other.printed and other.cards <= self.cards
        return same and all(one.find_names().isdisjoint(more) for one in (self, other))


def shape(ruleset: Ruleset, layout: Layout) -> Shape:
    """The shape of a layout; equal to that of another where the same sentences of a ruleset can be compiled."""
    alone = layout.nouns.keys() | {name for name, component in ruleset.components.items() if _stands_in(component)}
    printed = [(card, key, value) for card in layout.cards for key, value in card.attributes.items()]
    named = {value for _, _, value in printed if isinstance(value, str)}
    kind = {place: said["kind"] for place, said in layout.attributes.items()}
    rest = (
        min(layout.players, SEVERAL),
        _counted((card.kind, card.owner >= 0) for card in layout.cards),
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
    of_others = [value for _, key, value in printed if key not in _OF_ITSELF]
    of_others += (value for said in layout.attributes.values() for value in said.values())
    return Shape(
        rest,
        frozenset((card.component, card.owner >= 0) for card in layout.cards),
        lambda: _named_in_rules(ruleset).union(alone, _names_in(of_others)),
        frozenset(
            (card.kind, card.owner >= 0, key, repr(value)) for card, key, value in printed if key not in _OF_ITSELF
        ),
    )


def _named_in_rules(ruleset: Ruleset) -> frozenset[str]:
    """What rules and lexicon may name: a block resolves what some cards say, by their ids."""
    known: frozenset[str] | None = ruleset.derived.get("named in rules")
    if known is None:
        data = ruleset.content.data
        known = ruleset.derived["named in rules"] = frozenset(_names_in([data[section] for section in _RULES]))
    return known


def _names_in(values: list[Any]) -> set[str]:
    """The words within what is said of cards, spaces or rules, which may name a card."""
    found: set[str] = set()
    todo = [*values]
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, list | tuple):
            todo += value
        elif isinstance(value, Mapping):
            todo += value.keys()
            todo += value.values()
        else:
            found.add(str(value))
    return found


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
