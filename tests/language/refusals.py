"""What the compiler says when it refuses a sentence, as it stands in its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import rulewright.compiler

FOLDER = Path(rulewright.compiler.__path__[0])


def messages() -> set[str]:
    """Every message, with `{}` for what is named in it."""
    return {text for file in sorted(FOLDER.rglob("*.py")) for text in _in(ast.parse(file.read_text(encoding="utf-8")))}


def _in(tree: ast.Module) -> Iterator[str]:
    assigned: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assigned.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
            for value in assigned.get(node.args[1].id, ()) if isinstance(node.args[1], ast.Name) else [node.args[1]]:
                yield from _texts(value)
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):  # what is not heard, with its place
            yield from (text for text in _texts(node.value.elts[-1]) if " " in text)


def _texts(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(body=first, orelse=second):
            yield from (*_texts(first), *_texts(second))
