"""What the functions that generated code calls read and change: those of the runtime, of Python and of the state.

A call of a function that stands in no table here raises `UnknownEffect` while a ruleset is compiled: nobody guesses.
"""

from __future__ import annotations

from typing import Final

from rulewright.compiler.compiled import CARDS
from rulewright.compiler.passes.effects.locations import ANYTHING, FRAMES, NOWHERE, PAID, STACK, Locations
from rulewright.language.records import dataclass


class UnknownEffect(Exception):
    """Generated code calls, changes or reads something that no table declares: a mistake of the compiler."""


TURN_ORDER: Final = "turn order"  # stands for the row that tells the order of seats, which each program has elsewhere


@dataclass(frozen=True, slots=True)
class Effect:
    """What a function does.

    Attributes:
        reads: what its value rests on, beside its arguments; None where its value must not be kept or asked ahead,
            because it does more than read or is only told of the position of the moment.
        changes: the locations that it changes.
        fields: other fields of the state that it changes.
        fails: whether what it begins may fail.
        empties: whether it empties the memos itself of what it changes.
    """

    reads: Locations | None = NOWHERE
    changes: Locations = NOWHERE
    fields: frozenset[str] = frozenset()
    fails: bool = False
    empties: bool = False


PURE: Final = Effect()
_LYING: Final = frozenset((CARDS, PAID))
_MOVES: Final = Effect(None, _LYING)
_SHUFFLES: Final = Effect(None, _LYING, frozenset(("rng",)))
_DRAWS_CHANCE: Final = Effect(None, fields=frozenset(("rng",)))
_TRIES: Final = Effect(None)  # runs blocks on a copy of the state
_BEGINS: Final = Effect(None, ANYTHING, frozenset(("stack",)), fails=True, empties=True)
_NOTES: Final = Effect(None, ANYTHING, empties=True)

PYTHON: Final = dict.fromkeys(
    ("abs", "all", "any", "bool", "compress", "dict", "enumerate", "frozenset", "int", "iter", "len", "list", "map",
     "max", "min", "next", "pow", "range", "reversed", "set", "sorted", "str", "sum", "tuple", "zip"),
    PURE,
)  # fmt: skip

STATE: Final = {
    "s.move": _MOVES,
    "s.take_all": _MOVES,
    "s.shuffle": _SHUFFLES,
    "s.random": _DRAWS_CHANCE,
    "s.pick": _DRAWS_CHANCE,
}

RUNTIME: Final = {
    # what is so
    "ORDER": Effect(frozenset((TURN_ORDER,))),
    "FIRST": Effect(frozenset((TURN_ORDER,))),
    "STARTING": Effect(frozenset((TURN_ORDER,))),
    "PLAYABLE": Effect(_LYING),
    "IN_PLAY": Effect(_LYING),
    "AFFORDABLE": Effect(ANYTHING),
    "DURING": Effect(frozenset((STACK,))),
    "SLOT": Effect(frozenset((STACK, FRAMES))),
    "UNDER": PURE,
    "BESIDE": PURE,
    "CELL": PURE,
    "LEFTWARDS": PURE,
    "SHARES": PURE,
    "SYMBOLS": PURE,
    "TOWARDS": PURE,
    "GROUPS": PURE,  # but for the function that it is given
    "FIRSTS": PURE,  # the same
    "BY_DISTANCE": PURE,
    "BY_RANK": PURE,
    "KEEP": PURE,  # a memo of the program: nothing of a position
    "TRIGGERED": Effect(frozenset((CARDS, PAID, TURN_ORDER))),  # and what the tests of its table read
    # what is only told of the position of the moment
    "MOVED": Effect(None),
    "DRAWN": Effect(None),
    "IN_ORDER": Effect(None),
    "DISTINCT": Effect(None),
    "PENDING": Effect(None),
    "OFFER": _TRIES,
    "ENTRIES": _TRIES,
    "SUPPOSE": _TRIES,
    "CAN": _TRIES,
    # what is done; `TALLY` follows a change and adds none
    "TALLY": Effect(None, empties=True),
    "PLAY": Effect(None, _LYING, empties=True),
    "DRAW": Effect(None, _LYING, frozenset(("rng",)), empties=True),
    "MOVE_PIECES": _NOTES,  # `nodes.py` tells of which kind
    "FILL": _NOTES,
    "USE": _NOTES,
    "RESET": _NOTES,
    "END": Effect(None, ANYTHING, frozenset(("over", "stack", "attempts")), empties=True),
    # what is begun
    "BEGIN": _BEGINS,
    "START": _BEGINS,
    "STATE_CHECK": Effect(None, ANYTHING, frozenset(("stack",)), empties=True),
    "START_EACH": Effect(None, fields=frozenset(("stack",))),  # `listings.py` tells what may be begun
    "TRIGGER": Effect(None, fields=frozenset(("stack",))),  # the same
}  # fmt: skip

TABLE: Final = {**PYTHON, **STATE, **RUNTIME}

READING_METHODS: Final = frozenset(("count", "difference", "fromkeys", "get", "index", "items", "keys", "values"))
CHANGING_METHODS: Final = frozenset(("add", "append", "clear", "extend", "pop", "remove", "update"))
