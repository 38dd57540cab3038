"""What happens, and what holds all the time."""

from __future__ import annotations

from rulewright.language.records import dataclass
from rulewright.meaning.model.base import Meaning, Referent
from rulewright.meaning.model.things import Many, Role, Thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Meaning):
    """Somebody does something.

    Attributes:
        whole: whether it is done whole or not at all; otherwise as far as possible.
        deed: the act itself, for "if you do" and "this way".
        makes: things that the roles do not show: those that were looked at.
        price: of a payment in a text that is done as far as possible: of what it is the price (`meaning/prices.py`).
        kept: of pieces that go back to where no words say: the zone in which they are kept.
        usual: of cards that are taken or gained, and no words say to where: the zone to which they come.
    """

    actor: Thing
    verb: str
    roles: tuple[Role, ...]
    deed: Referent
    manner: tuple[str, ...] = ()
    whole: bool = False
    makes: tuple[Referent, ...] = ()
    price: str = ""
    kept: str = ""
    usual: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence(Meaning):
    """One after another; `joined` where they are one act for "if you do"."""

    acts: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Meaning):
    """One of several, chosen by somebody; none, where `optional`."""

    by: Thing
    of: tuple[Meaning, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOrder(Meaning):
    """All of several, in an order that somebody chooses."""

    by: Thing
    of: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay(Meaning):
    """A cost, whole, and what it is paid for; alone: whether it is left by itself where it cannot be paid."""

    cost: Meaning
    then: Meaning
    alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class May(Meaning):
    """Somebody may do something, whole or not at all; `deed` is that it was done."""

    who: Thing
    do: Meaning
    deed: Referent


@dataclass(frozen=True, slots=True, kw_only=True)
class Must(Meaning):
    """Somebody must do something, or need not."""

    who: Thing
    do: Meaning
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Meaning):
    """One thing where a test holds, otherwise another or nothing."""

    test: Meaning
    then: Meaning
    otherwise: Meaning | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Possible(Meaning):
    """What can be carried through must be done; only otherwise the other."""

    then: Meaning
    otherwise: Meaning | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Meaning):
    """Something several times; `by` chooses how often, between the limits."""

    many: Many
    do: Meaning
    by: Thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Until(Meaning):
    """Something again and again until a test holds or something is done; `found` is what ended it."""

    do: Meaning
    end: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Meaning):
    """Something once for each thing of a domain, one after another; players in turn order.

    you: whether the player of the pass is "you" inside (blocks of procedures).
    reverse: whether the last one comes first.
    """

    domain: Thing
    do: Meaning
    you: bool = False
    reverse: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Per(Meaning):
    """An act as many times as there are things of a domain, counted before; at most so many times."""

    each: Thing
    do: Meaning
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Meaning):
    """Something done that a text listens for, forbids or replaces.

    Attributes:
        stage: before, instead or after the act is settled.
        batch: each (once for each thing), once (for one act, however many).
        unsaid: the slots of the verb that are left open: they match whatever plays them.
    """

    actor: Thing
    verb: str
    roles: tuple[Role, ...]
    stage: str = "after"
    batch: str = "each"
    manner: tuple[str, ...] = ()
    unsaid: tuple[Referent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Becomes(Meaning):
    """A test that comes true."""

    test: Meaning
    stage: str = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class Whenever(Meaning):
    """What follows each time something happens."""

    event: Meaning
    do: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(Meaning):
    """What is done instead of something."""

    event: Meaning
    by: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Forbid(Meaning):
    """An event that cannot be begun."""

    event: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Permit(Meaning):
    """Something that may be so or count so."""

    what: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(Meaning):
    """A number that a text changes; change is set, raise or lower; once: by how much is counted as it is said."""

    number: Meaning
    change: str
    by: Meaning
    instead_of: Meaning | None = None
    once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class While(Meaning):
    """Something that holds as long as a test does."""

    test: Meaning
    then: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed(Meaning):
    """Something at a time, or for a time: an id of a time, and whose turn it is of, where that is not yours."""

    time: str
    then: Meaning
    whose: Meaning | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability(Meaning):
    """Sentences under a heading, with limits."""

    heading: str
    limits: tuple[str, ...]
    sentences: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Meaning):
    """A whole text."""

    sentences: tuple[Meaning, ...]
    abilities: tuple[Ability, ...] = ()
