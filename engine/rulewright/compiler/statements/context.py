"""What the rooms of a procedure share, and what they ask of the rooms that are built on procedures.

A text may listen to what an act does, forbid it or put another in its place, and what a text does is a procedure of
acts. Modules import downwards only, so what acts ask of events and abilities is said here, as protocols, and entered by
`builder.py` when all are made. Within one procedure the same is done by `Flow.act`, `Flow.perform` and `Flow.times`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from rulewright.compiler.compiled import Compiled
from rulewright.compiler.expressions.definitions import Definitions
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.procedures.blocks import Blocks
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope
from rulewright.compiler.services.services import Services
from rulewright.compiler.statements.forbidden import Forbidden
from rulewright.compiler.statements.objects import Objects
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B


@dataclass(slots=True)
class AbilityRef:
    """An ability that a block resolves: of which card."""

    card: int
    procedure: Compiled


class OfEvents(Protocol):
    """What is asked of `Events`."""

    def verb(self, verb: str, free: bool = False, nobody: bool = False) -> Compiled:
        """The procedure of a verb, with its bans, interjections and triggers; nobody: the rules do it."""

    def own_deeds(self, verb: str) -> list[str]:
        """The nouns that give a verb a meaning of their own; a kind comes before the kinds of it."""

    def before_the_end(self, p: Flow, scope: Scope) -> None:
        """What happens at the end of the game, before it is over."""


class OfTelling(Protocol):
    """What is asked of `Telling`."""

    def of_cards(self, p: Flow, node: N.Perform, scope: Scope, do: Callable[[], Expr | None]) -> None:
        """Do something with cards, then tell of each of them that lies elsewhere now."""

    def of_pieces(
        self, p: Flow, verb: str, pieces: Callable[[], Expr], scope: Scope, do: Callable[[], None], /
    ) -> None:
        """Move pieces, each (kind, row of the owner, place, goal, how many), then tell of each of them."""

    def counted(
        self, p: Flow, verb: str, noun: str, scope: Scope, do: Callable[[], None], others: Sequence[str] = ()
    ) -> None:
        """Gain, lose or pay so much of something, then tell of it; others: what may stand in for it."""

    def of_any(self, p: Flow, verb: str, nouns: Sequence[str], scope: Scope, do: Callable[[], None]) -> None:
        """Gain, lose or pay so much of some things, known only when it is done; then tell of each that has changed."""

    def at_once(self, p: Flow, act: N.Act, scope: Scope, do: Callable[[], None]) -> None:
        """Do something again and again; what it gains, loses or pays is told of as so much at once."""

    def forbidden(self, verb: str, noun: str, scope: Scope) -> list[Expr]:
        """For each text that forbids to gain, lose or pay so much of something whether it does so now."""

    def untouchable(self, verb: str, card: Expr, you: Expr, to: Expr | None = None) -> Expr | None:
        """Whether a text forbids somebody to do something with a card; None where no text speaks of such."""

    def touchable(self, verb: str, cards: Expr, you: Expr, to: Expr | None = None) -> Expr:
        """Those of some cards with which no text forbids somebody to do something."""

    def hears_rolls(self, noun: str) -> bool:
        """Whether a text waits for such a die to be rolled."""

    def rolled(self, p: Flow, noun: str, shown: Expr, scope: Scope) -> None:
        """Tell of each die that was rolled; shown: what they show."""

    def taken(self, noun: str, taking: Scope, giver: Expr) -> list[Expr]:
        """For each text that forbids to take so much of something from a player whether it does so now."""

    def passed(self, p: Flow, verb: str, noun: str, many: Expr, other: Expr, scope: Scope) -> None:
        """Tell that so much of something was taken from a player, or given to one."""


class OfReplacements(Protocol):
    """What is asked of `Replacements`."""

    def of(self, node: N.Perform) -> Sequence[object]:
        """Texts that put something in the place of this act."""

    def instead(self, p: Flow, node: N.Perform, scope: Scope) -> bool:
        """Write an act with what texts may put in its place; False where none does."""

    def speak(self, p: Flow, node: N.Perform, scope: Scope) -> list[Expr]:
        """Whether each text that makes an act possible by what it puts in its place speaks now."""

    def replaceable(self, node: N.Node) -> bool:
        """Whether something may be done in the place of an act, which is not done then."""

    def of_verbs(self, node: N.Node) -> Expr | None:
        """Where it is noted that something was done in the place of a verb of the game; None where nothing can be."""


class OfAbilities(Protocol):
    """What is asked of `Abilities`."""

    def abilities_with(self, step: B.Resolve) -> list[AbilityRef]:
        """The abilities that a block resolves, card by card."""

    def by_card(self, heading: str) -> str:
        """The table of the abilities with a heading, by card."""

    def offer(self, headings: tuple[str, ...]) -> int:
        """The table of everything that can be offered under some headings."""


class Recursion:
    """The rooms that are called from below, each entered once."""

    events: OfEvents
    telling: OfTelling
    replacements: OfReplacements
    abilities: OfAbilities


class Context:
    """What the rooms of all procedures of one program share. A room takes from it what it needs."""

    def __init__(self, s: Services, x: Expressions, definitions: Definitions) -> None:
        self.services = s
        self.x = x
        self.definitions = definitions
        self.blocks = Blocks(s.report)
        self.objects = Objects(s, x)
        self.forbidden = Forbidden(s)
        self.up = Recursion()
