"""Functions of generated source, each compiled by Python when it is called for the first time.

To compile all of a large program takes a tenth of a cold start. A game comes to its first decision by a fiftieth of it,
and has called a third when it is over. Every function is there from the beginning, so that tables and other functions
may hold it: when it is called first, it gets its code and is called again. Which of them have theirs changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any


def add_functions(text: str, file: str, names: dict[str, Any]) -> None:
    """Add the functions of a module, printed by `ir.source.module`, to the names that they use and are called by."""
    line = 1
    for part in text.split("\n\n"):  # between two functions, and before the tables, is the only empty line
        if part.startswith("def "):
            name = part[4 : part.index("(")]
            made = FunctionType(_first_call.__code__, names, name)
            made.__kwdefaults__ = {"_become": _become, "_written": (made, part, file, line)}
            names[name] = made
        line += part.count("\n") + 2


def table_code(text: str, file: str) -> CodeType:
    """What makes the tables of a module that stand behind its functions."""
    tables = text.rpartition("\n\n")[2]
    return compile("" if tables.startswith("def ") else tables, file, "exec")


def _first_call(*args: Any, _become: Callable[..., FunctionType], _written: tuple[FunctionType, str, str, int]) -> Any:
    """What every function does at first, among the names of its own module: become what is written, and do that."""
    return _become(*_written)(*args)


def _become(made: FunctionType, part: str, file: str, line: int) -> FunctionType:
    """Give a function its code."""
    (code,) = (one for one in compile(part, file, "exec").co_consts if isinstance(one, CodeType))
    made.__code__ = _moved(code, line - 1)
    made.__kwdefaults__ = None
    return made


def _moved(code: CodeType, lines: int) -> CodeType:
    """Code that was compiled by itself, with the numbers of the lines in which it stands."""
    inside = tuple(_moved(one, lines) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + lines, co_consts=inside)
