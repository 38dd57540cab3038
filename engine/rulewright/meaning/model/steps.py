"""Steps of blocks."""

from __future__ import annotations

from rulewright.language.records import dataclass
from rulewright.meaning.model.base import Meaning, Referent
from rulewright.meaning.model.things import Thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Meaning):
    """From here on something has a name; the name and what it is."""

    role: Referent
    value: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Meaning):
    """Somebody, or chance, picks one of things or a number between two; it may get a name.

    manner: by_choice, secretly or at_random.
    """

    what: Meaning
    by: Thing
    role: Referent | None
    where: Meaning | None = None
    manner: str = "by_choice"
    high: Meaning | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTo(Meaning):
    """A kept number or thing gets a value; how: to, by or towards."""

    what: Meaning
    how: str
    value: Meaning | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Award(Meaning):
    """Prizes by rank of a number of each player; ties share."""

    prizes: tuple[int, ...]
    noun: str
    value: Meaning
    least: Meaning | None
    against: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Require(Meaning):
    """The act cannot be done unless a test holds."""

    test: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Secretly(Meaning):
    """All players choose unseen, then each carries out the second part."""

    do: Meaning
    then: Meaning
    player: Referent


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(Meaning):
    """A titled block of a choice or the end of an offer."""

    title: str
    test: Meaning | None
    do: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Meaning):
    """Abilities with headings, again and again until the end is chosen."""

    headings: tuple[str, ...]
    end: Branch | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolve(Meaning):
    """The abilities with a heading, of things or of named components, card by card."""

    heading: str
    of: Thing | None
    components: tuple[str, ...] = ()
    any_order: bool = False
