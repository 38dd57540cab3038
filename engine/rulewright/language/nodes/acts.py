"""Acts: what somebody does, one thing, several, or one of several."""

from __future__ import annotations

from rulewright.language.nodes.base import Act, Amount, Condition, Node, Phrase, Statement
from rulewright.language.nodes.conditions import Does
from rulewright.language.nodes.noun_phrases import Quantity
from rulewright.language.nodes.statements import Both, Timed
from rulewright.language.records import dataclass

# ------------------------------------------------------------------ acts


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot(Node):
    """A named argument of a verb: `object`, `from`, `to`, `as`, `for`, `by`, `place`, or a slot of the verb's own."""

    name: str
    value: Phrase | Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Perform(Act):
    """A verb with its slots, in the canonical order of the verb's declaration. adverbs: ids such as `free`, `again`."""

    verb: str
    slots: tuple[Slot, ...] = ()
    adverbs: tuple[str, ...] = ()

    def slot(self, name: str) -> Phrase | Amount | None:
        """The value of a slot, or None."""
        for item in self.slots:
            if item.name == name:
                return item.value
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence(Act):
    """Acts one after another (`a, then b`; `a and b`)."""

    acts: tuple[Act | Timed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Act):
    """One of several acts (`choose one: a; b; or c`; `a or b`), things that others do, or what holds for a time."""

    acts: tuple[Act | Timed | Does | Both, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOrder(Act):
    """All the acts, in an order that the actor chooses."""

    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost(Act):
    """`Pay 1 wood to do x`; also read from `Pay 1 wood: do x`."""

    cost: Act
    effect: Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Per(Act):
    """`Gain 1 wood for each X`: the act's amount times the number of things, at most so many times."""

    act: Act
    each: Phrase
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Act):
    """`2 times, …`, `up to 2 times, …`."""

    times: Quantity
    act: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class RatherThan(Act):
    """`Take it from the deck instead of taking it from the card`."""

    act: Act
    instead_of: Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Until(Act):
    """`Reveal cards until you reveal a spell`."""

    act: Act
    event: Condition
