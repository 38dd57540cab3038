"""Whatever the compiler's templates call is in the tables of effects: no text finds a function that none tells of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import rulewright.compiler
from rulewright.compiler.ir.quote import _with_names
from rulewright.compiler.passes.effects.runtime_effects import CHANGING_METHODS, READING_METHODS, TABLE

COMPILER = Path(rulewright.compiler.__file__).parent


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def named(tree: ast.Module) -> Iterator[str]:
    """What the templates and the nodes of a module's source call: functions, and methods with a dot before them."""
    for call in calls(tree):
        match call:
            case ast.Call(
                func=ast.Name("expr" | "stmts") | ast.Attribute(_, "emit"), args=[ast.Constant(str(template)), *_]
            ):
                yield from map(called, calls(ast.parse(dedent(_with_names(template)))))
            case ast.Call(func=ast.Name("Call"), args=[ast.Constant(str(name)), *_]):
                yield name
            case ast.Call(func=ast.Name("Method"), args=[_, ast.Constant(str(name)), *_]):
                yield f".{name}"


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(ast.Name("s"), name):
            return f"s.{name}"
        case ast.Attribute(ast.Name(of), name) if f"{of}.{name}" in TABLE:
            return f"{of}.{name}"
        case ast.Attribute(_, name):
            return f".{name}"
        case ast.Name(name):
            return name
    raise AssertionError(ast.unparse(call))


def test_what_templates_call_has_its_effect():
    found = {name for file in COMPILER.rglob("*.py") for name in named(ast.parse(file.read_text("utf-8")))}
    assert {".get", "sum", "s.move"} <= found
    known = {*TABLE, *(f".{name}" for name in READING_METHODS | CHANGING_METHODS)}
    written_later = (
        "_hole",
        "PROBE_",
        "AFTER_",
        "PAID_AMOUNT",
    )  # a name that fills a hole; what looks ahead, after the analysis
    of_the_program = {"STANDS_FOR"}
    assert {name for name in found if not name.startswith(written_later)} - known - of_the_program == set()
