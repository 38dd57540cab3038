"""What generated lookahead calls (see `compiler/passes/lookahead/`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.compiler.verdicts import CAN, CANNOT, UNKNOWN
from rulewright.runtime.state import State
from rulewright.runtime.support.notes import Notes

LOOKS = 1000  # options looked at to judge one
UNSEEN = 3  # options of one choice of which a look could not tell, after which it looks at no more


def probe_functions(notes: Notes, play: Callable[[State, int, int], None]) -> dict[str, Any]:
    """`LOOK_ANY`, `LOOK_WITHIN`, `LOOK_PLAY`, `LOOK_MOVE` and `LOOK_UNKNOWN`. play: plays a card."""
    forget, card_readers = notes.forget, notes.of_cards

    def look_any(s: State, f: list[Any], slot: int, options: Sequence[Any], look: Callable[..., int]) -> int:
        """The most that a look sees of any option (see `compiler/passes/lookahead/`)."""
        unknown = 0
        looking = s.looking
        if looking.tried > LOOKS:
            return UNKNOWN
        for value in options:
            tried = f[:]
            tried[slot] = value
            seen = look(s, tried)
            if seen:
                if seen == CAN:
                    return CAN
                unknown += 1
                if unknown == UNSEEN:
                    return UNKNOWN
        looking.tried += len(options)
        return UNKNOWN if unknown else CANNOT

    def look_within(s: State, f: list[Any], procedure: str, look: Callable[[State, list[Any]], int]) -> int:
        """Look at what a procedure does that may be asked whether it is under way."""
        within = s.looking.within
        within.append((procedure, f))
        seen = look(s, f)
        within.pop()
        return seen

    def look_play(s: State, you: int, card: int) -> State:
        """The position after a card has been played."""
        after = s.ahead()
        play(after, you, card)
        return after

    def look_move(s: State, card: int, place: int, bottom: bool = False) -> State:
        """The position after a card has been moved."""
        after = s.ahead()
        after.move(card, place, bottom)
        forget(after, card_readers)
        return after

    return {
        "LOOK_ANY": look_any,
        "LOOK_WITHIN": look_within,
        "LOOK_PLAY": look_play,
        "LOOK_MOVE": look_move,
        "LOOK_UNKNOWN": look_unknown,
    }


def look_unknown(s: State, f: list[Any]) -> int:
    """Stands for a look that was not made."""
    return UNKNOWN
