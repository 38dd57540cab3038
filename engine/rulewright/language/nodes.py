"""Syntax tree nodes, the same for every language: frozen dataclasses made of orthogonal parts.

A node says what a sentence *means to say*, not how one language says it. The names of the classes, in snake case, are
the aliases of the grammar files (`grammar/core.<lang>.lark`); the fields are the labels of a production's symbols. Two
sentences mean the same when their trees are equal; `span` (the place in the text) takes no part in the comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, fields
from itertools import chain
from typing import Any, Final, Self

from rulewright.language.records import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Where a node stands in its text: offsets of the first character and past the last one."""

    start: int
    end: int


class _Walked:
    """Where a node keeps all nodes below it: what is once gone through is mostly gone through many times."""

    __slots__ = ("_below",)

    _below: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(_Walked):
    """Base of all nodes."""

    span: Span | None = field(default=None, compare=False, repr=False)

    def children(self) -> Iterator[tuple[str, Node]]:
        """Yield (field name, node) for each child; a tuple field yields `name[i]`."""
        for name in reversed(_PARTS[self.__class__]):
            value = getattr(self, name)
            if isinstance(value, Node):
                yield name, value
            elif value.__class__ is tuple:
                for index, part in enumerate(value):
                    if isinstance(part, Node):
                        yield f"{name}[{index}]", part

    def walk(self) -> Iterator[Node]:
        """Yield this node and all nodes below it, depth first."""
        try:
            return chain((self,), self._below)
        except AttributeError:
            found = self._gone_through()
            _keep_below(self, found)
            return chain((self,), found)

    def _gone_through(self) -> tuple[Node, ...]:
        """All nodes below this one, depth first."""
        found: list[Node] = []
        todo: list[Node] = [self]
        while todo:
            node = todo.pop()
            found.append(node)
            for name in _PARTS[node.__class__]:
                value = getattr(node, name)
                if value.__class__ is tuple:
                    if value:
                        todo += [part for part in reversed(value) if isinstance(part, Node)]
                elif isinstance(value, Node):
                    todo.append(value)
        return tuple(found[1:])  # without itself, so that it goes when nobody has it any more

    def copy(self) -> Self:
        """Return an equal tree of other nodes.

        >>> number = Number(value=3)
        >>> number.copy() == number, number.copy() is number
        (True, False)
        """
        values = ((name, getattr(self, name)) for name in field_names(type(self)))
        return type(self)(**{name: _copied(value) for name, value in values})


_keep_below: Final[Callable[[Node, tuple[Node, ...]], None]] = _Walked.__dict__["_below"].__set__


def _copied(value: Any) -> Any:
    """The value of a field for a copy of its node."""
    if isinstance(value, Node):
        return value.copy()
    return tuple(map(_copied, value)) if isinstance(value, tuple) else value


_FIELDS: dict[str, tuple[str, ...]] = {}


def field_names(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class of nodes; asking dataclasses each time would cost more than the walk."""
    names = _FIELDS.get(kind.__name__)
    if names is None:
        names = _FIELDS[kind.__name__] = tuple(field.name for field in fields(kind))
    return names


_NO_NODE = frozenset(("str", "bool", "int", "str | None", "int | None", "tuple[str, ...]", "Span | None"))


class _Parts(dict[type[Node], tuple[str, ...]]):
    """The fields of each class that may hold nodes, the last first."""

    def __missing__(self, kind: type[Node]) -> tuple[str, ...]:
        found = [field.name for field in fields(kind) if field.type not in _NO_NODE]
        names = self[kind] = tuple(reversed(found))
        return names


_PARTS: Final = _Parts()


# ------------------------------------------------------------------ text


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Node):
    """A whole card text: sentences without a heading, then abilities."""

    sentences: tuple[Statement, ...] = ()
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability(Node):
    """`Action, once per turn: …`: a heading of the lexicon, limits (ids of times) and sentences."""

    heading: str
    limits: tuple[str, ...] = ()
    sentences: tuple[Statement, ...] = ()


# ------------------------------------------------------------------ statements


class Statement(Node):
    """Whatever can be a sentence (clauses and acts included)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Statement):
    """`If c, a; otherwise, b.`"""

    condition: Condition
    then: Statement
    otherwise: Statement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Possible(Statement):
    """`If possible, a; otherwise, b.`: a where it can be carried through, and only where it cannot b, or nothing."""

    then: Statement
    otherwise: Statement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unless(Statement):
    """`Unless c, a.`"""

    condition: Condition
    then: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger(Statement):
    """`Whenever / When / After / Before p, a.`; timing is that word."""

    timing: str
    event: Condition
    then: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class While(Statement):
    """`While c, a.`: a continuous statement that holds while the condition does."""

    condition: Condition
    then: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Statement):
    """`For each X, a.`: the statement once for each thing."""

    each: Phrase
    then: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed(Statement):
    """`At the start of your turn, a.`: time is an id of the core's or the lexicon's times."""

    time: str
    then: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class InPlace(Statement):
    """`In X, a.`: the statement said of a place."""

    preposition: str
    place: Phrase
    then: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead(Statement):
    """`Instead of doing a, b.`"""

    of: Act
    then: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Both(Statement):
    """Clauses joined by `and`, each with its own subject."""

    clauses: tuple[Statement, ...]


# ------------------------------------------------------------------ clauses; as conditions and events too


class Condition(Statement):
    """What can stand after if, while, whenever …"""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Does(Condition):
    """Somebody does something. An imperative is a bare act.

    modal: None, `may`, `must`, `cannot`, `need_not`; tense: `present`, `perfect` (has done), `would`."""

    subject: Phrase
    act: Act
    modal: str | None = None
    tense: str = "present"
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Passive(Condition):
    """`A card is played`, `has been discarded this turn`: a verb's object as the subject; nobody names the actor.

    modal: `may` or `cannot` (`cannot be destroyed`); time as in Relative.
    """

    subject: Phrase
    verb: str
    tense: str = "present"
    negated: bool = False
    modal: str | None = None
    time: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Is(Condition):
    """`X is P`; modal `may` or `cannot` for `may be`, `cannot be`; tense `present` or `past`. The subject is an Amount
    where only an amount can say it (`the number of X is …`); a number noun stays a Phrase."""

    subject: Phrase | Amount
    predicate: Predicate
    modal: str | None = None
    tense: str = "present"
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Has(Condition):
    """`X has Y`; where: an optional place (`you have a horse in that field` keeps it inside Y's filters)."""

    subject: Phrase
    object: Phrase
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exists(Condition):
    """`There is X`, `There are no X` (negation by the determiner `no`)."""

    object: Phrase
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Did(Condition):
    """`If you do, …`: the optional act before was carried out; `If they do, …`, where others did it (word: `they`)."""

    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AllConditions(Condition):
    """Conditions joined by `and`."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyCondition(Condition):
    """Conditions joined by `or`."""

    conditions: tuple[Condition, ...]


# ------------------------------------------------------------------ acts


class Act(Statement):
    """Something that somebody does."""

    __slots__ = ()


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


# ------------------------------------------------------------------ predicates (also used as filters of a noun)


class Predicate(Node):
    """What can follow `is`, or `that is`."""

    __slots__ = ()


class Filter(Predicate):
    """What can follow a noun and narrow it down."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjective(Filter):
    """An adjective of the core or of the lexicon, or one of its predicative phrases (`in play`)."""

    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IsPhrase(Predicate):
    """`is a spell`, `is that player`, `is 2 plus the number of fields` (also the value of a number)."""

    phrase: Phrase | Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(Predicate):
    """relation: `equal`, `at_least`, `at_most`, `exactly`, `higher_than`, `lower_than`."""

    relation: str
    number: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Predicate):
    """`is 2 higher`, `is 1 lower`: relation `higher` or `lower`."""

    relation: str
    by: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTo(Predicate):
    """`is 6 instead of 5`."""

    value: Amount
    instead_of: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class At(Filter):
    """`in X`, `on X`: preposition is `in`, `on`, `at`, `in_or_next_to`, `across` … of the core's words.

    Behind a noun, in or next to X is `Within` 1 of X.
    """

    preposition: str
    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTo(Filter):
    """`next to X`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Within(Filter):
    """`within 3 of X`: a distance on the map."""

    distance: Amount
    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Related(Filter):
    """A relation of the lexicon with its other end: `in league with X`, `upstream of X`."""

    relation: str
    phrase: Phrase


# ------------------------------------------------------------------ filters only


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative(Filter):
    """`cards you play`, `fields you do not own`, `cards you have played this turn`: the noun is the verb's object.

    The verb `have` is the possession that `Has` means: `each card you have`. time: `this_turn`, `this_round` …
    """

    subject: Phrase
    verb: str
    tense: str = "present"
    negated: bool = False
    time: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Participle(Filter):
    """`cards discarded this way`: the noun is the object of an act earlier in the text."""

    verb: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DidSo(Filter):
    """`each player who did so`: of those who did, or were asked to do, what the sentence before says; negated.

    rank: of those who did, with which of the cards that they did it with the number `noun` is the `highest` or `lowest`
    (`who of all did so with the highest price`), or, without a noun, who did it with the most or the fewest things
    (`who did so the most of all`); alone: nobody where several are equal in that.
    """

    negated: bool = False
    rank: str | None = None
    noun: str | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class With(Filter):
    """`with X`; negated: `without X`."""

    phrase: Phrase
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured(Filter):
    """`with price at most 4`: a number of the noun compared. relation as in Compare."""

    noun: str
    relation: str
    number: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth(Filter):
    """`worth 2`."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Of(Filter):
    """`of X`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherThan(Filter):
    """`other than X`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingWith(Filter):
    """`each player starting with X`: round the table, from that player on."""

    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Between(Filter):
    """`between X and Y`."""

    first: Phrase
    second: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Where(Filter):
    """`where you have X`, `where nobody builds X`: a short clause about the place that the noun names."""

    clause: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class That(Filter):
    """`that is P`, `that is not P`."""

    predicate: Predicate
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThatHas(Filter):
    """`that has X`."""

    object: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Whose(Filter):
    """`whose price is at most 4`, `whose crop is not that crop`, `whose field you own`."""

    noun: str
    clause: Predicate | Relative
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class There(Filter):
    """`there`: at the place named before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfChoice(Filter):
    """`of your choice`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfYours(Filter):
    """`of yours`."""


# ------------------------------------------------------------------ phrases


class Phrase(Node):
    """What names things."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NounPhrase(Phrase):
    """A flat noun phrase. noun: an id of the lexicon or the core, or a group of them sharing determiner and filters.

    plural is kept only where the determiner leaves it open (`your horses`, `cards`); after a quantity and for nouns
    without a plural it is False. index: `slot 3`.
    """

    determiner: Determiner | None = None
    adjectives: tuple[str, ...] = ()
    noun: str | NounGroup
    index: int | None = None
    filters: tuple[Filter, ...] = ()
    plural: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NounGroup(Node):
    """`fence, barn or well`: conjunction `and` or `or`."""

    conjunction: str
    nouns: tuple[BareNoun, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BareNoun(Node):
    """A noun of a group with adjectives of its own."""

    noun: str
    adjectives: tuple[str, ...] = ()
    index: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases(Phrase):
    """`X, Y and Z`, `X or Y`, each with its own determiner."""

    conjunction: str
    items: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pronoun(Phrase):
    """word: `you`, `they`, `nobody`, `it`, `them`, `the_rest`, `the_other`, `itself`, `there`."""

    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartOf(Phrase):
    """`2 of them`, `any number of your horses`, `each of X`, `all of X` (quantity kinds each, all)."""

    quantity: Quantity
    whole: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class AsMany(Phrase):
    """`as many cards as N`; filters of the noun (from, in …) belong to the verb."""

    noun: str
    number: Amount
    adjectives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreThan(Phrase):
    """`more cards than N`; relation: more, fewer, just_as_many, at_least_as_many, twice_as_many (at least)."""

    relation: str
    phrase: Phrase
    number: Amount


# ------------------------------------------------------------------ determiners


class Determiner(Node):
    """What stands before a noun."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Article(Determiner):
    """word: a the each any another no this that your its their all all_other the_other both same different top bottom
    most fewest … (`grammar/words.en.yaml` lists them). `this` is this/these, `that` is that/those: plural tells."""

    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Possessive(Determiner):
    """`another player's`."""

    owner: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity(Determiner):
    """kind: count, up_to, at_least, at_most, exactly, either (low or high), range (low to high), more_than,
    fewer_than, any_number, some (one or more), each, all. article: `the`, `your`, `top` … in `the 2 cards`, `the top 3
    cards`. The number stands in `low` for count, at_least, exactly and more_than, in `high` for up_to, at_most and
    fewer_than; either and range have both."""

    kind: str
    low: int | None = None
    high: int | None = None
    article: str | None = None


# ------------------------------------------------------------------ amounts


class Amount(Node):
    """A number to be computed. A noun phrase whose noun is a number is wrapped in Value."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Amount):
    """A literal."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Amount):
    """A number noun as an amount: `your score`, `the price of this card`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOf(Amount):
    """`the number of X`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Plus(Amount):
    """`a plus b`."""

    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Minus(Amount):
    """`a minus b`."""

    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Amount):
    """`twice x`, `3 times x`."""

    factor: int
    number: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounded(Amount):
    """`x, at most 4`, `x, at least 1`, `x, at most y`: a number that is never higher, or never lower."""

    number: Amount
    most: int | Amount | None = None
    least: int | Amount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Half(Amount):
    """`half of x`, rounded down unless the text says otherwise (rounded: `down`, `up`).

    A number that is half of itself, or twice itself, is so of what it is without the text, and with all that makes it
    higher or lower.
    """

    number: Amount
    rounded: str = "down"
