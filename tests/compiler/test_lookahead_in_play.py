"""What looks say without trying is what trials find."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import loaded
import pytest

from rulewright.compiler.verdicts import CAN, CANNOT, UNKNOWN
from rulewright.runtime.machine import Machine

GAMES = Path(__file__).parents[1] / "games"
DECISIONS = 400


class Doubter(Machine):
    """Tries everything, and compares what is found with what was seen before."""

    def __init__(self, program: Any) -> None:
        super().__init__(program)
        self.said: Counter[tuple[int, bool]] = Counter()
        self.wrong: list[tuple[str, int, bool]] = []
        self.trying = False

    def _compare(self, name: str, seen: int, found: bool) -> None:
        self.said[seen, found] += 1
        if (seen == CANNOT and found) or (seen == CAN and not found):
            self.wrong.append((name, seen, found))

    def _seen(self, s: Any, look: Any, owner: str, f: list[Any]) -> int:
        return UNKNOWN if self.trying else super()._seen(s, look, owner, f)

    def _possible(self, s: Any, raw: list[Any]) -> list[Any]:
        return super()._possible(s, raw) if self.trying else [value for value in raw if self._is_possible(s, value)]

    def _is_possible(self, s: Any, value: Any) -> bool:
        if value == -1:
            return True
        begun = self.begins[value[0]][value[1]]
        if begun is None:
            return self._try("decided when it is listed", CAN, lambda: self._can_begin(s, value))
        look, owner, pad = begun
        s.lookahead.begin(s)
        seen = self._seen(s, look, owner, [0, s.stack[-1][1], value[2], *pad])
        return self._try(owner, seen, lambda: self._can_begin(s, value))

    def _leads_through(self, s: Any, value: Any, sure: bool, hints: dict[int, Any]) -> bool:
        seen = self._look(s, value)
        if seen == CAN and not sure:
            seen = UNKNOWN
        label = s.stack[-1][0]
        return self._try(
            self.program.owner[label], seen, lambda: super(Doubter, self)._leads_through(s, value, sure, {})
        )

    def _try(self, name: str, seen: int, trial: Any) -> bool:
        if self.trying:
            return bool(trial())
        self.trying = True
        found = bool(trial())
        self.trying = False
        self._compare(name, seen, found)
        return found


def play(ruleset: str, players: int, seed: int, decisions: int) -> Doubter:
    game = loaded.rules(ruleset).new_game(players, seed)
    doubter = game.machine = Doubter(game.program)
    chance = random.Random(seed)
    for _ in range(decisions):
        if not game.values:
            break
        game.step(int(chance.random() * len(game.values)))
    return doubter


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        ("mythotopia", 2), ("mythotopia", 4), ("age_of_innovation", 2), ("age_of_innovation", 4),
        ("civ_new_dawn", 3), ("monumental", 3), (str(GAMES / "conjurers"), 2), (str(GAMES / "marshes"), 2),
    ],
)  # fmt: skip
def test_looks_agree_with_trials(ruleset: str, players: int) -> None:
    doubter = play(ruleset, players, 3, DECISIONS)
    assert doubter.wrong == []


def test_one_way_to_pay_is_not_taken_for_all() -> None:
    """Where another card paid would have left what is needed later, a look must not say that nothing leads through.

    In this game that is so at the 923rd choice: one card pays for food only if it is not the army that is to march.
    """
    assert play("mythotopia", 4, 1, 1000).wrong == []


@pytest.mark.parametrize("ruleset", ["age_of_innovation", "monumental", "mythotopia"])
def test_most_is_seen_without_trying(ruleset: str) -> None:
    said = play(ruleset, 3, 4, DECISIONS).said
    unknown = sum(times for (seen, _), times in said.items() if seen == UNKNOWN)
    assert unknown < sum(said.values()) / 3
    assert {seen for seen, _ in said} == {CANNOT, UNKNOWN, CAN}
