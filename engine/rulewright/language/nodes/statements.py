"""Texts, and the sentences that hold other sentences."""

from __future__ import annotations

from rulewright.language.nodes.base import Act, Condition, Node, Phrase, Statement
from rulewright.language.records import dataclass

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
