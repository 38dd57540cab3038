"""Phrases, which name things, and what stands before a noun."""

from __future__ import annotations

from rulewright.language.nodes.base import Amount, Determiner, Filter, Node, Phrase
from rulewright.language.records import dataclass

# ------------------------------------------------------------------ phrases


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
