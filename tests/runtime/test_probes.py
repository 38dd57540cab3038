"""What probes share in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.compiler.verdicts import CAN, CANNOT, UNKNOWN
from rulewright.runtime.state import State
from rulewright.runtime.support.probes import probe_functions


def leading_through(good: set[int], asked: list[int]) -> Callable[[State, list[Any]], int]:
    """A probe that notes what it is asked of."""

    def probe(s: State, f: list[Any]) -> int:
        asked.append(f[2])
        return CAN if f[2] in good else CANNOT

    return probe


def test_what_led_through_the_last_time_is_probed_first_and_once() -> None:
    probe_any = _probe_any()
    s, good, asked = State(1, 1, 0, 0), {3}, list[int]()
    probe = leading_through(good, asked)
    assert probe_any(s, [0, 0, 0], 2, [1, 2, 3, 4], probe) == CAN
    assert probe_any(s, [0, 0, 0], 2, [1, 2, 3, 4], probe) == CAN
    assert asked == [1, 2, 3, 3]
    asked.clear()
    good.clear()
    assert probe_any(s, [0, 0, 0], 2, [1, 2, 3, 4], probe) == CANNOT
    assert asked == [3, 1, 2, 4]
    asked.clear()
    assert probe_any(s, [0, 1, 0], 2, [1, 2], probe) == CANNOT, "another seat has its own"
    assert asked == [1, 2]


def test_a_search_ends_where_so_many_are_unknown_as_it_is_told() -> None:
    probe_any, asked = _probe_any(), []

    def probe(s: State, f: list[Any]) -> int:
        asked.append(f[2])
        return UNKNOWN if f[2] > 1 else CANNOT

    s = State(4, 1, 0, 1)
    assert probe_any(s, [0, 0, 0], 2, [1, 2, 3, 4, 5, 6], probe) == UNKNOWN
    assert asked == [1, 2, 3, 4]
    asked.clear()
    assert probe_any(s, [0, 0, 0], 2, [1, 2, 3], probe, 1) == UNKNOWN
    assert asked == [1, 2]
    assert probe_any(s, [0, 0, 0], 2, [0, 1], probe, 1) == CANNOT


def _probe_any() -> Callable[..., int]:
    """As a program has it; neither notes nor plays are asked for."""

    class Notes:
        forget = of_card = None

    found: Callable[..., int] = probe_functions(Notes(), lambda *_: None)["PROBE_ANY"]  # type: ignore[arg-type]
    return found
