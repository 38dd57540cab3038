"""“Pay 1 pearl to draw a card, or 3 pearls to gain 5 points”: each of the prices buys what stands behind it.

As it stands, “a card or 3 pearls” is one list, drawn as the price of the points. Nobody draws or gains something as a
price: what stands last in such a list is paid as the first price is, and one of the two is chosen. Any other list
that is the price of something, and is itself bought, stays in the tree, and the reader refuses it (RW0334).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language import nodes as n
from rulewright.language.checks.types import fits_slot
from rulewright.language.lexicon import Lexicon
from rulewright.language.records import replace
from rulewright.language.rewriting import rewritten

GOT = ("draw", "gain")
"""What is done for a price, and is never one."""


def each_its_price(node: n.Node, lexicon: Lexicon) -> n.Node:
    """A tree in which such prices are ways to choose from, as far as it is clear."""

    def change(part: n.Node, before: n.Node) -> n.Node:
        if not isinstance(before, n.Cost) or _listed(before) is None:
            return part
        ways = _ways(before, lexicon)
        return part if ways is None else n.Choice(acts=ways, span=before.span)

    return rewritten(node, change) if any(_listed(part) is not None for part in node.walk()) else node


def bought_lists(node: n.Node) -> Iterator[n.Cost]:
    """Yield each price that still buys another that is a list."""
    yield from (part for part in node.walk() if isinstance(part, n.Cost) and _listed(part) is not None)


def apart(cost: n.Cost, lexicon: Lexicon) -> n.Node:
    """How such a thing can be said: as two ways to choose from, or both prices in sentences of their own."""
    inner = cost.effect
    assert isinstance(inner, n.Cost) and isinstance(inner.cost, n.Perform)
    things = inner.cost.slot("object")
    if inner.cost.verb not in GOT or not isinstance(things, n.Phrases) or len(things.items) != 2:
        return n.Text(sentences=(cost.cost, inner))
    one, other = things.items
    price = _paid(cost.cost, other, lexicon)
    if price is None:
        return n.Text(sentences=(cost.cost, inner))
    ways = (replace(cost, effect=_done_to(inner.cost, one)), replace(inner, cost=price))
    return n.Text(sentences=(n.Choice(acts=ways),) if things.conjunction == "or" else ways)


def _listed(cost: n.Node) -> n.Perform | None:
    """The price that is bought, where it is done to one of several things, or to all of them."""
    inner = cost.effect.cost if isinstance(cost, n.Cost) and isinstance(cost.effect, n.Cost) else None
    return inner if isinstance(inner, n.Perform) and isinstance(inner.slot("object"), n.Phrases) else None


def _ways(cost: n.Cost, lexicon: Lexicon) -> tuple[n.Act, ...] | None:
    """What is done for which price; None where it is not clear."""
    price, got, effect = cost.cost, _listed(cost), cost.effect
    assert got is not None and isinstance(effect, n.Cost)
    things = got.slot("object")
    assert isinstance(things, n.Phrases)
    if not isinstance(price, n.Perform) or [slot.name for slot in price.slots] != ["object"] or price.adverbs:
        return None
    if got.verb not in GOT or got.adverbs or things.conjunction != "or" or len(things.items) != 2:
        return None
    one, other = things.items
    second = _paid(price, other, lexicon)
    if second is None:
        return None
    first = replace(cost, effect=_done_to(got, one))
    match effect.effect:
        case n.Perform() as last:
            return first, replace(effect, cost=second, effect=last)
        case n.Cost() if _listed(replace(effect, cost=second)) is not None:  # a third price
            more = _ways(replace(effect, cost=second), lexicon)
            return None if more is None else (first, *more)
    return None


def _paid(price: n.Act, thing: n.Phrase, lexicon: Lexicon) -> n.Perform | None:
    """One more price, paid as another is; None for what cannot be paid so."""
    if not isinstance(price, n.Perform):
        return None
    slot = n.Slot(name="object", value=thing)
    return _done_to(price, thing) if fits_slot(lexicon, price.verb, slot) else None


def _done_to(act: n.Perform, thing: n.Phrase) -> n.Perform:
    """An act as it is done to one thing."""
    slots = (replace(slot, value=thing) if slot.name == "object" else slot for slot in act.slots)
    return replace(act, slots=tuple(slots))
