"""Who sits at the table: humans and bots."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.problems import RulewrightError, problem
from rulewright.play.bots import BOTS, Bot, mix
from rulewright.runtime.rules import Rules

HUMAN = "human"


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
        SeatsError: an unknown kind (RW0801), more seats than players (RW0802), or a number of players that the ruleset
            does not allow (RW0712).
    """
    known = [HUMAN, *BOTS]
    for kind in seats:
        if kind not in known:
            raise SeatsError(problem("RW0801", found=kind, expected=known))
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
    return [None if kind == HUMAN else BOTS[kind](mix(seed, seat)) for seat, kind in enumerate(kinds)]
