"""A function of a generated module gets its code when it is called first, and is the same function before and after."""

from __future__ import annotations

import traceback
from typing import Any

import rulewright as rw
from rulewright.compiler.generated import add_functions, table_code
from rulewright.compiler.ir.expressions import Call, Collection, Lit, Name, Table
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.source import module
from rulewright.compiler.ir.statements import Function

FILE = "a module (generated)"
TEXT = module(
    [
        Function("one", ("a",), stmts("if a: return 'first\\n\\ndef'\nreturn None")),
        Function("other", ("s",), stmts("x = [missing for y in n]\nreturn x")),
        Function("asks", ("a",), stmts("return {}", Call("one", (Name("a"),)))),
    ],
    {"OF": Table(((Lit(1), Collection("tuple", (Name("one"), Name("asks")))),))},
)


def linked() -> dict[str, Any]:
    """The names of the module."""
    names: dict[str, Any] = {}
    add_functions(TEXT, FILE, names)
    exec(table_code(TEXT, FILE), names)
    return names


def compiled(names: dict[str, Any]) -> set[str]:
    """The functions that have their code."""
    return {name for name in ("one", "other", "asks") if names[name].__code__.co_name == name}


def test_what_is_called_first_is_compiled_and_stays_the_same_function() -> None:
    names = linked()
    assert compiled(names) == set()
    one, asks = names["OF"][1]
    assert asks(1) == "first\n\ndef" and asks(0) is None
    assert compiled(names) == {"one", "asks"}
    assert names["one"] is one and names["asks"] is asks and one.__name__ == "one" and one.__kwdefaults__ is None


def test_an_error_is_at_its_line_of_the_whole_module() -> None:
    class State:
        n = (1, 2)

    lines = TEXT.split("\n")
    for _ in range(2):
        try:
            linked()["other"](State())
        except NameError as error:
            frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    assert [lines[frame.lineno - 1].strip() for frame in frames if frame.lineno] == ["x = [missing for y in n]"] * 2


def test_a_module_without_tables_or_without_functions() -> None:
    names: dict[str, Any] = {}
    text = module([Function("f", (), stmts("return {}", expr("2")))], {})
    add_functions(text, FILE, names)
    exec(table_code(text, FILE), names)
    assert names["f"]() == 2
    exec(table_code(module([], {"T": Lit(3)}), FILE), names)
    assert names["T"] == 3


def test_a_game_at_its_first_decision_has_called_few_functions() -> None:
    rules = rw.load("mythotopia")
    program = rules.program(2)
    rules.new_game(2, seed=1)
    written = {line[4 : line.index("(")] for line in program.text.splitlines() if line.startswith("def ")}
    functions = [program.names[name] for name in written]
    assert len(functions) > 500
    assert sum(one.__code__.co_name == one.__name__ for one in functions) < len(functions) // 2
