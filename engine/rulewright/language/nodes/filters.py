"""What is said of a thing: predicates behind “is”, and filters behind a noun."""

from __future__ import annotations

from rulewright.language.nodes.base import Amount, Condition, Filter, Phrase, Predicate
from rulewright.language.records import dataclass

# ------------------------------------------------------------------ predicates (also used as filters of a noun)


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
    """`with price at most 4`: a number of the noun compared. relation as in Compare.

    or_else: the other numbers that it may be (`with price exactly 2 or 3`), behind `exactly` alone.
    """

    noun: str
    relation: str
    number: Amount
    or_else: tuple[Amount, ...] = ()


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
