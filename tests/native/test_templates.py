"""Whatever the compiler can say, C can say: each template of the compiler is written as a native program has it.

A template that Python alone carried would show only where somebody plays, natively, a game whose texts need it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import rulewright
from rulewright.compiler.ir import quote
from rulewright.compiler.ir.expressions import Call, Name
from rulewright.compiler.ir.rewrite import walk
from rulewright.compiler.ir.statements import Body, Function, Leave, Return
from rulewright.native.problems import CannotTranslate
from rulewright.native.translation.module import Module
from rulewright.native.translation.statements import definition

COMPILER = Path(rulewright.__file__).parent / "compiler"
GENERATED = "fn"
"""The name of a function that the program itself has, in the holes."""
ARGUMENTS = ("s", "f", "x", "y", "c", "p0", "p1", "you", "found", "told", "seat", "here", "value")


class _AllNames(dict[str, Any]):
    """A table in which every constant stands."""

    def __contains__(self, name: object) -> bool:
        return True


def _templates() -> Iterator[tuple[str, str, str]]:
    """Each template: where it stands, whether it is an `expr` or `stmts`, and its text."""
    for file in sorted(COMPILER.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        called = {
            one.asname or one.name: one.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == quote.__name__
            for one in node.names
        }
        for node in ast.walk(tree):
            kind = (
                called.get(node.func.id, "") if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            )
            if isinstance(node, ast.Call) and kind in ("expr", "stmts") and node.args:
                for text in _texts(node.args[0]):
                    yield f"{file.relative_to(COMPILER)}:{node.lineno}", kind, text


def _texts(template: ast.expr) -> Iterator[str]:
    """The texts that an argument may be: of a choice both; a number stands where one is put into it."""
    match template:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one), *_texts(other))
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "1" for part in parts)


def _filled(kind: str, template: str) -> Body:
    """A template with something in its holes."""
    parts = list(Formatter().parse(template))
    numbers = [int(field) for _, field, _, _ in parts if field]
    holes: dict[int, Any] = dict.fromkeys(range(max(numbers, default=-1) + 1), Name("x"))
    for at, (text, field, _, _) in enumerate(parts):
        if field is None:
            continue
        behind = parts[at + 1][0] if at + 1 < len(parts) else ""
        number = int(field) if field else len(holes)
        if text.endswith("*"):
            holes[number] = [Name("x")]
        elif behind.startswith("("):
            holes[number] = GENERATED
        elif kind == "stmts" and re.search(r"(^|\n|: ?) *$", text) and re.match(r"\n|$", behind):
            holes[number] = (Leave(),)
        else:
            holes[number] = Name("x")
    given = [holes[number] for number in sorted(holes)]
    return quote.stmts(template, *given) if kind == "stmts" else (Return(quote.expr(template, *given)),)


def _functions() -> dict[str, Function]:
    """Those that a program has itself: their names are in capitals, and the compiler adds them to its module."""
    added = re.compile(r'module\.functions\["(\w+)"\]')
    texts = (file.read_text(encoding="utf-8") for file in COMPILER.rglob("*.py"))
    names = {GENERATED, *(name for text in texts for name in added.findall(text))}
    return {name: Function(name, ("s", "*rest"), ()) for name in names}


def test_each_template_is_carried_natively() -> None:
    functions = _functions()
    not_carried, read = [], 0
    for place, kind, template in _templates():
        try:
            definition(Function("t", ARGUMENTS, _filled(kind, template)), Module(functions, _AllNames()))
        except CannotTranslate as missing:
            not_carried.append(f"{place}: {missing} in {template!r}")
        read += 1
    assert not_carried == []
    assert read > 500


@pytest.mark.parametrize("template", ["reversed({})", "s.log_of({})", "s.before", "{}.copy()"])
def test_what_is_not_carried_is_told(template: str) -> None:
    with pytest.raises(CannotTranslate):
        definition(Function("t", ARGUMENTS, _filled("expr", template)), Module({}, _AllNames()))


def test_holes_are_filled_by_what_belongs_there() -> None:
    (returned,) = _filled("expr", "{}(s, {}, *{})")
    assert [node.function for node in walk(returned) if isinstance(node, Call)] == [GENERATED]
