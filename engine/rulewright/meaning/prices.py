"""Payments in a text that is done as far as possible: the price of all of it, or an act of its own (R16).

`Pay 2 wood.` is the price of the whole text, wherever it stands: without it nothing is done. So is `Pay 2 wood to …`
at the beginning; behind other acts it is one more act, whole or left. What shows only on the way whether it can be paid
(`roll a die, pay as much wood as the result`) is left, too, where it cannot: what was seen cannot be taken back, and
what is offered must not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import is_payment

SHOWS = frozenset({"draw", "reveal", "look_at", "roll", "search"})
"""Verbs of the core that bring to light what nobody knew."""

AT_MOST = ("up_to", "any_number", "fewer_than")
"""How many things it is said of, where it may be of none."""

ENDS = ("top", "bottom")
COUNTED = (N.AsMany, N.Value, N.CountOf, N.Times, N.Half)
FIRST, LATER, ALONE = "first", "later", "alone"
"""The price of the whole text, before or behind other acts of it; an act of its own."""


def shows(node: N.Node) -> bool:
    """Whether something comes to light by an act: hidden cards, or what chance decides."""
    return isinstance(node, N.Node) and any(map(_shows, node.walk()))


def _shows(part: N.Node) -> bool:
    match part:
        case N.Perform():
            return part.verb in SHOWS or "random" in part.adverbs
        case N.Article():
            return part.word in ENDS
        case N.Quantity():
            return part.article in ENDS
    return False


def key(node: N.Node) -> int:
    """By what a payment is known."""
    if isinstance(node, N.Choice):
        return key(node.acts[0])
    value = node.slot("object") if isinstance(node, N.Perform) else None
    return id(node if value is None else value)


def _keys(node: N.Node) -> Iterator[int]:
    """By what a payment and its parts are known: "1 wood or 1 gem" becomes two acts."""
    if isinstance(node, N.Choice):
        for act in node.acts:
            yield from _keys(act)
        return
    yield key(node)
    value = node.slot("object") if isinstance(node, N.Perform) else None
    yield from map(id, value.items if isinstance(value, N.Phrases) else ())


def priced(parts: Sequence[N.Node]) -> dict[int, str]:
    """Of what the payments of sentences are the price, by their keys."""
    return {one: price for act, price in prices(parts) for one in _keys(act)}


class _Reader:
    def __init__(self) -> None:
        self.begun = self.shown = False

    def series(self, parts: Sequence[N.Node], asked: bool = False) -> Iterator[tuple[N.Act, str]]:
        """The payments of one part after another; one of which "if you do not" asks is an act of its own."""
        for number, part in enumerate(parts, 1):
            alone = any(isinstance(word, N.Did) for later in parts[number : number + 1] for word in later.walk())
            for act, price in self.read(part, asked):
                yield act, ALONE if alone else price

    def read(self, node: N.Node | None, asked: bool = False) -> Iterator[tuple[N.Act, str]]:
        """The payments of a sentence; asked: whether a condition comes before it."""
        match node:
            case None:
                return
            case N.Trigger():
                self.begun = self.shown = False
                yield from self.read(node.then)
                return
            case N.If():
                yield from self.read(node.then, True)
                yield from self.read(node.otherwise, True)
                return
            case N.Unless() | N.ForEach() | N.InPlace():
                yield from self.read(node.then, True)
                return
            case N.Per() | N.Repeat():
                yield from self.read(node.act, True)
                return
            case N.Both(clauses=parts) | N.Sequence(acts=parts):
                yield from self.series(parts, asked)
                return
            case N.Does(modal=None, subject=N.Pronoun(word="you")):
                yield from self.read(node.act, asked)
                return
            case N.Cost():
                yield node, ALONE if self.begun or asked else FIRST
            case N.Act() if is_payment(node):
                counted = any(isinstance(part, COUNTED) for part in node.walk())
                late = self.shown and (asked or counted)
                yield node, ALONE if late else LATER if self.begun else FIRST
        self.begun = self.begun or not (isinstance(node, N.Perform) and node.verb == "choose")
        self.shown = self.shown or shows(node)


def prices(parts: Sequence[N.Node]) -> Iterator[tuple[N.Act, str]]:
    """What you pay in sentences: payments and what is done for a price, each with what it is the price of.

    >>> wood = N.NounPhrase(noun="wood", determiner=N.Quantity(kind="count", low=2))
    >>> pay = N.Perform(verb="pay", slots=(N.Slot(name="object", value=wood),))
    >>> draw = N.Perform(verb="draw", slots=(N.Slot(name="object", value=N.NounPhrase(noun="card")),))
    >>> held = N.If(condition=N.Exists(object=N.NounPhrase(noun="card")), then=pay)
    >>> [[kind for _, kind in prices(parts)] for parts in ([pay, draw], [draw, pay], [draw, held])]
    [['first'], ['later'], ['alone']]
    """
    yield from _Reader().series(parts)


def may_take_nothing(price: N.Node, is_zone: Callable[[str], bool]) -> bool:
    """Whether a price names what may be none: `all your wood`, `half of your wood`, `any number of cards`, `your hand`.

    What is counted otherwise, or is a number with a name, may be 0: then it costs nothing.

    >>> wood = N.PartOf(quantity=N.Quantity(kind="all"), whole=N.NounPhrase(noun="wood", plural=True))
    >>> pay = N.Perform(verb="pay", slots=(N.Slot(name="object", value=wood),))
    >>> may_take_nothing(pay, lambda noun: False)
    True
    >>> one = N.Perform(verb="pay", slots=(N.Slot(name="object", value=N.NounPhrase(noun="wood")),))
    >>> may_take_nothing(N.Sequence(acts=(pay, one)), lambda noun: False)
    False
    """
    if isinstance(price, N.Sequence):
        return all(may_take_nothing(act, is_zone) for act in price.acts)
    if isinstance(price, N.Choice):
        return any(may_take_nothing(act, is_zone) for act in price.acts)
    thing = price.slot("object") if isinstance(price, N.Perform) else None
    if isinstance(thing, N.Phrases):
        each = [_may_be_none(item, is_zone) for item in thing.items]
        return all(each) if thing.conjunction == "and" else any(each)
    return _may_be_none(thing, is_zone)


def _may_be_none(thing: N.Node | None, is_zone: Callable[[str], bool]) -> bool:
    match thing:
        case N.PartOf(quantity=N.Quantity(kind=kind)):
            return kind in (*AT_MOST, "at_most", "all", "each")
        case N.NounPhrase(determiner=N.Quantity(kind=kind)):
            return kind in (*AT_MOST, "at_most", "all", "each")
        case N.NounPhrase(noun=noun, plural=plural, determiner=det):
            every = isinstance(det, N.Article) and det.word in ("all", "each", "all_other", "each_other")
            return every or (plural and det is not None) or (isinstance(noun, str) and is_zone(noun))
        case N.AsMany(noun=noun, number=number):
            return any(isinstance(part, N.CountOf) and _noun(part.phrase) == noun for part in number.walk())
    return False


def _noun(phrase: N.Node | None) -> object:
    return phrase.noun if isinstance(phrase, N.NounPhrase) else None
