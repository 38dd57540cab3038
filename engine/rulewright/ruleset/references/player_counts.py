"""What depends on the number of players: tables that must have a value for each, and the number of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.names import Names

MOST_CARDS: Final = 10_000  # in one game: each has its place in the state, and programs grow with them


def for_all_players(names: Names, table: Any, path: Path) -> Iterator[Problem]:
    """A table by number of players must have a value for each."""
    if isinstance(table, Mapping) and 0 not in table:
        numbers = {int(players) for players in table}
        missing = [players for players in names.ruleset.players if players not in numbers]
        needless = [players for players in numbers if players not in names.ruleset.players]
        if missing or needless:
            found = ", ".join(map(str, missing or needless))
            yield problem("RW0240", place=names.place(path), found=found, wrong="missing" if missing else "too many")


def number_of_cards(names: Names) -> Iterator[Problem]:
    """So many cards can be played with; told where the most are of one component."""
    for players in names.ruleset.players:
        sets = {
            component.id: component.copies.get(players, component.copies.get(0, 0))
            * (players if component.per_player else 1)
            for component in names.ruleset.components.values()
        }
        if (count := sum(sets.values())) > MOST_CARDS:
            most = max(sets, key=lambda name: sets[name])
            place = names.place(("components", most, "copies"))
            yield problem("RW0250", place=place, count=count, limit=MOST_CARDS, players=players)
            return
