"""What generated lookahead calls (see `compiler/passes/lookahead/`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.compiler.verdicts import CAN, CANNOT, UNKNOWN
from rulewright.runtime.state import State
from rulewright.runtime.support.notes import Notes

MOST_PROBED = 1000  # options probed to judge one
MOST_NESTED = 100  # choices probed within one another: one that changes nothing may come again for ever
MOST_UNKNOWN = 3  # options of one choice of which a probe could not tell, after which no more are probed


def _probe_any() -> Callable[..., int]:
    """`PROBE_ANY` of one program."""
    ways: dict[tuple[Any, int], Any] = {}  # by probe and seat, what led through the last time: it is tried first

    def probe_any(
        s: State,
        f: list[Any],
        slot: int,
        options: Sequence[Any],
        probe: Callable[..., int],
        most_unknown: int = MOST_UNKNOWN,
    ) -> int:
        """The best verdict that a probe gives of any option (see `compiler/passes/lookahead/`)."""
        unknown = 0
        lookahead = s.lookahead
        nested = lookahead.nested
        if lookahead.tried > MOST_PROBED or nested > MOST_NESTED:
            return UNKNOWN
        key = probe, f[1]
        before = ways.get(key)
        if before in options and before != options[0]:
            options = [before, *(value for value in options if value != before)]
        for value in options:
            tried = f[:]
            tried[slot] = value
            lookahead.nested = nested + 1
            seen = probe(s, tried)
            lookahead.nested = nested
            if seen:
                if seen == CAN:
                    ways[key] = value
                    return CAN
                unknown += 1
                if unknown == most_unknown:
                    return UNKNOWN
        lookahead.tried += len(options)
        return UNKNOWN if unknown else CANNOT

    return probe_any


def probe_functions(notes: Notes, play: Callable[[State, int, int], None]) -> dict[str, Any]:
    """`PROBE_ANY`, `PROBE_WITHIN`, `AFTER_PLAYING`, `AFTER_MOVING` and `PROBE_UNKNOWN`. play: plays a card."""
    forget, of_card = notes.forget, notes.of_card

    def probe_within(s: State, f: list[Any], procedure: str, probe: Callable[[State, list[Any]], int]) -> int:
        """Probe what a procedure does that may be asked whether it is under way."""
        within = s.lookahead.within
        within.append((procedure, f))
        seen = probe(s, f)
        within.pop()
        return seen

    def after_playing(s: State, you: int, card: int) -> State:
        """The position after a card has been played."""
        after = s.beyond()
        play(after, you, card)
        return after

    def after_moving(s: State, card: int, place: int, bottom: bool = False) -> State:
        """The position after a card has been moved."""
        after = s.beyond()
        after.move(card, place, bottom)
        forget(after, of_card[card])
        return after

    return {
        "PROBE_ANY": _probe_any(),
        "PROBE_WITHIN": probe_within,
        "AFTER_PLAYING": after_playing,
        "AFTER_MOVING": after_moving,
        "PROBE_UNKNOWN": probe_unknown,
    }


def probe_unknown(s: State, f: list[Any]) -> int:
    """Stands for a probe that was not made."""
    return UNKNOWN
