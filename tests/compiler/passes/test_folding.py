"""Tests of literals, and what is never come to."""

from __future__ import annotations

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.passes.folding import folded


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if not 0: return 1\nreturn 2", ["    return 1"]),
        ("if 2 > 3: return 1\nreturn 2", ["    return 2"]),
        ("v = [*([0] if True else []), *([1] if not True else []), *f[3]]", ["    v = [0, *f[3]]"]),
        ("if n[3] > 0 or 0 >= 1: v = 1", ["    if n[3] > 0:", "        v = 1"]),
        ("if not not f[2]: v = 1", ["    if f[2]:", "        v = 1"]),
        ("v = not not f[2]", ["    v = not not f[2]"]),  # a truth value
        ("return 1\nv = 2", ["    return 1"]),
        ("for x in f[2]:\n    if 0 != 1: v = x", ["    for x in f[2]:", "        v = x"]),
    ],
)
def test_what_is_known_is_folded(before: str, after: list[str]) -> None:
    assert source.lines(folded(stmts(before))) == after


def test_what_is_not_known_stays() -> None:
    body = stmts("if f[1] == 2: return 1\nreturn 2")
    assert folded(body) == body
