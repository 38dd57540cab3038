"""What the functions of a native program name: each other, the runtime, and constants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rulewright.compiler.ir.statements import Function
from rulewright.native.problems import CannotTranslate

Kind = str
Code = tuple[Kind, str]

RUNTIME: Final[Mapping[str, tuple[bool, int, int]]] = {
    "ORDER": (True, 1, 1), "FIRST": (True, 0, 0), "LEFTWARDS": (True, 2, 2), "STARTING": (True, 2, 2),
    "FIRSTS": (True, 3, 3),
    "TOWARDS": (False, 3, 3), "SHARES": (False, 3, 3), "GROUPS": (True, 3, 3), "BY_RANK": (False, 3, 3),
    "BY_DISTANCE": (False, 4, 4), "PLAY": (True, 2, 2), "PLAYABLE": (True, 1, 1), "DRAW": (True, 3, 3),
    "MOVED": (True, 1, 1), "DRAWN": (True, 1, 1), "IN_PLAY": (True, 1, 1), "DISTINCT": (True, 1, 2),
    "IN_ORDER": (True, 2, 2),
    "SYMBOLS": (True, 2, 2), "ENTRIES": (True, 2, 3), "OFFER": (True, 3, 3), "START": (True, 2, 3),
    "BEGIN": (True, 2, 3), "START_EACH": (True, 2, 2), "PENDING": (False, 1, 1), "TRIGGER": (True, 3, 3),
    "TRIGGERED": (True, 3, 3), "STATE_CHECK": (True, 1, 1), "CAN": (True, 1, 1), "SUPPOSE": (True, 4, 4),
    "DURING": (True, 2, 2), "SLOT": (True, 3, 3), "PROBE_ANY": (True, 4, 5), "PROBE_WITHIN": (True, 3, 3),
    "PROBE_UNKNOWN": (True, 1, 1), "AFTER_PLAYING": (True, 2, 2), "AFTER_MOVING": (True, 2, 3),
    "AFFORDABLE": (True, 2, 2), "PROBE_PAY": (True, 1, 1), "PROBE_PAID": (True, 3, 3), "PAID_AMOUNT": (True, 0, 0),
    "AFTER_PAYING": (True, 0, 0), "MOVE_PIECES": (True, 6, 6), "FILL": (True, 1, 1), "USE": (True, 2, 2),
    "RESET": (True, 2, 2), "KEEP": (False, 3, 3),
}  # fmt: skip
"""What the runtime gives: whether it takes the state, and the fewest and most other arguments."""

ASKED: Final = {"UNDER": 0, "BESIDE": 1, "CELL": 2}
"""Tables that only Python makes, by the number that it is asked with."""


@dataclass(slots=True)
class Module:
    """What functions of a program name beside their own.

    Attributes:
        functions: those of the module, by name.
        constants: what all other names mean.
        strings, values: texts and functions that are used as values, numbered as they come up.
        tables: constants that are kept as values, numbered as they come up; flat: those that became C arrays.
    """

    functions: Mapping[str, Function]
    constants: Mapping[str, Any]
    strings: dict[str, int] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)
    flat: dict[str, str] = field(default_factory=dict)

    def string(self, text: str) -> int:
        """The number of a text."""
        return self.strings.setdefault(text, len(self.strings))

    def value(self, function: str) -> int:
        """The number of a function that is used as a value."""
        if function not in self.functions and function not in RUNTIME:
            raise CannotTranslate(f"the function {function}")
        return self.values.setdefault(function, len(self.values))

    def table(self, name: str) -> int:
        """The number of a constant."""
        if name not in self.constants:
            raise CannotTranslate(f"the name {name}")
        return self.tables.setdefault(name, len(self.tables))

    def array(self, name: str) -> tuple[str, tuple[int, ...]] | None:
        """The C array of a constant that holds nothing but integers, all rows equally long: its name and size."""
        value = self.constants.get(name)
        size = _shape(value)
        if size is None:
            return None
        if name not in self.flat:
            brackets = "".join(f"[{length}]" for length in size)
            self.flat[name] = f"static const int32_t a_{name}{brackets} = {_braces(value)};"
        return f"a_{name}", size


def _braces(value: Any) -> str:
    return f"{{{','.join(map(_braces, value))}}}" if isinstance(value, tuple | list) else str(value)


def _shape(value: Any) -> tuple[int, ...] | None:
    if not isinstance(value, tuple | list) or not value:
        return None
    if all(type(item) is int and abs(item) < 2**31 for item in value):
        return (len(value),)
    if all(isinstance(row, tuple | list) for row in value):
        shapes = {_shape(row) for row in value}
        if len(shapes) == 1 and (shape := shapes.pop()) is not None and len(shape) == 1:
            return len(value), shape[0]
    return None


def prototype(of: Function) -> str:
    """The C declaration of a function."""
    bare = of.params[:1] != ("s",)
    params = ["State *s"] if not bare else []
    params += [f"V v_{name.lstrip('*')}" for name in (of.params if bare else of.params[1:])]
    return f"static V fn_{of.name}({', '.join(params) or 'void'})"


def bare(of: Function) -> bool:
    """Whether a function does not take the state."""
    return of.params[:1] != ("s",)
