"""What a function looks at again and again is looked at once."""

from __future__ import annotations

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.common import asked_once


def written(body: str, params: tuple[str, ...] = ("s", "p0")) -> list[str]:
    return source.lines(asked_once(Function("num_size", params, stmts(body))).body)


def test_what_is_always_looked_at_is_looked_at_first() -> None:
    lines = written("v = 0\nif n[4 + p0] == 1: v += 1\nif n[4 + p0] == 2: v += 2\nreturn v + n[4 + p0]")
    assert lines == [
        "    kept0 = n[4 + p0]",
        "    v = 0",
        "    if kept0 == 1:",
        "        v += 1",
        "    if kept0 == 2:",
        "        v += 2",
        "    return v + kept0",
    ]


@pytest.mark.parametrize(
    "body",
    [
        "if n[4 + p0] == 1: return 1\nreturn n[4 + p0] + 2",  # twice
        "if p0 > 1 and n[4 + p0] == 1: v = n[4 + p0] + n[4 + p0]",  # not whatever the answers are
        "if p0 < 0: return 0\nreturn n[4 + p0] + n[4 + p0] * n[4 + p0]",
        "return sum(n[4 + x] + n[4 + x] * n[4 + x] for x in K_space)",  # of each another
        "v = p0 + 1\nreturn n[4 + v] + n[4 + v] * n[4 + v]",
        "p0 = 1\nreturn n[4 + p0] + n[4 + p0] * n[4 + p0]",
        "return n[4 + f[1]] + n[4 + f[1]] * n[4 + f[1]]",
    ],
)
def test_what_may_not_be_looked_at_stays_where_it_is(body: str) -> None:
    assert written(body) == source.lines(stmts(body))


def test_where_cards_lie_is_looked_at_once_too() -> None:
    lines = written("return (p0 in s.where[2:5]) + (1 in s.where[2:5]) + (2 in s.where[2:5])")
    assert lines == ["    kept0 = s.where[2:5]", "    return (p0 in kept0) + (1 in kept0) + (2 in kept0)"]
