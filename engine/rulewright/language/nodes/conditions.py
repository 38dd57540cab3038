"""Clauses: what can be asked, waited for, and said of somebody."""

from __future__ import annotations

from rulewright.language.nodes.base import Act, Amount, Condition, Phrase, Predicate
from rulewright.language.records import dataclass

# ------------------------------------------------------------------ clauses; as conditions and events too


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
