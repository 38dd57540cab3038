"""Things, and the numbers and tests that describe them."""

from __future__ import annotations

from dataclasses import field

from rulewright.language.records import dataclass
from rulewright.meaning.model.base import Meaning, Referent


class Thing(Meaning):
    """What a phrase names."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Known(Thing):
    """Something that the text has introduced before. `how` is the word that was used, for people only."""

    to: Referent
    how: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nobody(Thing):
    """No player at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anybody(Thing):
    """Whichever player: the actor of an event that names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whichever(Thing):
    """Whichever thing of a noun there is: what an adjustment leaves open."""

    noun: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute(Thing):
    """Something that belongs to others by the lexicon: `your hand`, `its owner`, `the price of the card`.

    Attributes:
        holders: what it belongs to; each holder explicit.
        tests: what its description asks besides.
        new: the thing itself, for words that mean it later.
        how: `name` where it stands without an article, for people only.
    """

    noun: str
    holders: tuple[Thing, ...]
    new: Referent
    tests: tuple[Meaning, ...] = ()
    how: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Many(Meaning):
    """How many: `kind` is one of the language's quantities, or as_many with a number that is computed."""

    kind: str
    low: int | None = None
    high: int | None = None
    number: Meaning | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Meaning):
    """A noun, with the tests of its own that a list gives it."""

    noun: str
    tests: tuple[Meaning, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection(Thing):
    """Things picked from all that fit a description.

    Attributes:
        kinds: the nouns; several stand for `conjunction` of them.
        many: how many are picked.
        pick: chosen, any (whichever there is), each, extreme (those that come first), the (one by description) or
            described (as many as there are).
        chooser: who chooses; None where nothing is chosen.
        tests: what each must be; they speak of `new`.
        others: what is left out: `another`, `other than`.
        among: the set that was spoken of, of which these are those that fit: `those cards that are …`.
        rank: top, bottom, first, last, next, or an ordering adjective.
        new: the thing or set itself.
    """

    kinds: tuple[Kind, ...]
    many: Many
    pick: str
    new: Referent
    conjunction: str = ""
    chooser: Thing | None = None
    tests: tuple[Meaning, ...] = ()
    others: tuple[Thing, ...] = ()
    among: Thing | None = None
    rank: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(Thing):
    """Some of a set: `2 of them`, `each of your cards`."""

    of: Thing
    many: Many
    pick: str
    new: Referent
    chooser: Thing | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Thing):
    """Those of a set that were not picked from it."""

    of: Thing
    one: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Thing):
    """Things side by side: `X, Y and Z`."""

    conjunction: str
    items: tuple[Thing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared(Thing):
    """`more cards than N`."""

    relation: str
    thing: Thing
    number: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Meaning):
    """A number.

    Attributes:
        op: literal, plus, minus, times, half, at_most, at_least, count, value, most or least (of several), total.
        value: of a literal, the factor of `times`, or the limit of `at_most` and `at_least` if it is written out.
        rounded: of `half`: down or up.
        parts: what it is computed from: numbers and things, and another number that limits it.
        counted: before_act, each_round, when_asked, at_event or now.
    """

    op: str
    value: int | None = None
    rounded: str = ""
    parts: tuple[Meaning, ...] = ()
    counted: str = "now"


@dataclass(frozen=True, slots=True, kw_only=True)
class Test(Meaning):
    """Something that holds of things or numbers.

    Attributes:
        kind: adjective, is, compare, at, next_to, within, relation, verb, done, did_so, has, exists, worth, between,
            starting, other, where or during.
        word: the word of the lexicon or of the language that it asks about; of did_so three words, where it asks who
            did it most: `highest` or `lowest`, `alone` or nothing, and a number or nothing.
        args: what it holds of, the described or spoken-of thing first.
        tense: present, past or perfect; time: since when.
    """

    kind: str
    word: str = ""
    args: tuple[Meaning, ...] = ()
    negated: bool = False
    tense: str = "present"
    time: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf(Meaning):
    """All of several tests."""

    tests: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf(Meaning):
    """At least one of several tests."""

    tests: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Meaning):
    """The opposite of a test."""

    test: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Meaning):
    """Whether something was done: `if you do`."""

    deed: Known


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis(Meaning):
    """Whether a test would hold after steps that are tried on a copy."""

    do: Meaning
    test: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionIs(Meaning):
    """Whether an option of the game has a value."""

    option: str
    value: bool | int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Role(Meaning):
    """What plays a role in an act or event: object, from, to …, or a slot of the verb's own."""

    name: str
    value: Meaning
