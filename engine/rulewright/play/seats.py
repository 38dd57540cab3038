"""Who sits at the table: humans and bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.play.bots.bot import Bot, RandomBot, mix
from rulewright.play.bots.budget import Budget
from rulewright.play.bots.greedy import GreedyBot
from rulewright.play.bots.mcts import MctsBot
from rulewright.play.bots.restricted import RestrictedBot, restriction
from rulewright.problems import RulewrightError, problem
from rulewright.runtime.rules import Rules

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}

HUMAN = "human"
MCTS = "mcts"
KINDS = (*BOTS, MCTS)
"""Kinds of bots. To `mcts` a budget may be added: `mcts:200` are playouts, `mcts:0.5s` seconds, for each decision.

To each a component may be added that it must not choose (`play/bots/restricted.py`): `greedy-joker`.
"""


def split(kind: str) -> tuple[str, str]:
    """A kind of seat and what stands behind its colon: `mcts:200` is ("mcts", "200")."""
    name, _, budget = kind.partition(":")
    return name, budget


def is_kind(kind: str) -> bool:
    """Whether somebody of this kind can sit down; whether there is the component of a restriction is not asked."""
    base, component = restriction(kind)
    if base != kind:
        return component.isidentifier() and base != HUMAN and is_kind(base)
    name, budget = split(kind)
    if name != MCTS:
        return kind == HUMAN or kind in BOTS
    try:
        Budget.of(budget)
    except ValueError:
        return False
    return kind != f"{MCTS}:"


def named(kind: str, say: Callable[[str], str]) -> str:
    """What a kind of seat is called: `mcts:200` is the name of `mcts`, and its budget; so with a restriction.

    say: the words of the interface, by their key. What is no kind, as in results of other programs, is called as it is.
    """
    name = split(restriction(kind)[0])[0]
    return say(f"bot_{name}") + kind[len(name) :] if is_kind(kind) else kind


def bot_of(kind: str, seed: int) -> Bot:
    """A bot of a kind, with a seed for all that it draws."""
    base, component = restriction(kind)
    if component:
        return RestrictedBot(bot_of(base, seed), component)
    name, budget = split(kind)
    return MctsBot(seed, Budget.of(budget)) if name == MCTS else BOTS[kind](seed)


class SeatsError(RulewrightError):
    """Nobody can sit down like that."""


def seat_kinds(
    ruleset: Rules, players: int | None, seats: Sequence[str], default: Sequence[str] = (HUMAN, "greedy")
) -> list[str]:
    """The kind of each seat; the last kind named stands for all further seats.

    Args:
        players: how many; None: as many as `seats` names if it names several, else the ruleset's smallest number.
        seats: kinds; empty: the default ones.

    Raises:
        SeatsError: an unknown kind (RW0801) or component (RW0740), more seats than players (RW0802), or a number of
            players that the ruleset does not allow (RW0712).
    """
    for kind in seats:
        if not is_kind(kind):
            raise SeatsError(problem("RW0801", found=kind, expected=[HUMAN, *KINDS]))
        component = restriction(kind)[1]
        if component and component not in ruleset.ruleset.components:
            raise SeatsError(problem("RW0740", found=component, expected=sorted(ruleset.ruleset.components)))
    if players is None:
        players = len(seats) if len(seats) > 1 else min(ruleset.players)
    if players not in ruleset.players:
        expected = [str(number) for number in ruleset.players]
        raise SeatsError(problem("RW0712", found=str(players), game=ruleset.title, expected=expected))
    if len(seats) > players:
        raise SeatsError(problem("RW0802", found=str(len(seats)), players=players))
    named = list(seats or default)[:players]
    return named + named[-1:] * (players - len(named))


def seated(kinds: Sequence[str], seed: int) -> list[Bot | None]:
    """The bots of the seats (None for a human), each with a seed of its own drawn from the game's."""
    return [None if kind == HUMAN else bot_of(kind, mix(seed, seat)) for seat, kind in enumerate(kinds)]
