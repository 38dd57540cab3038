"""Calls of short functions become what these return."""

from __future__ import annotations

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.inline import inliner, short_functions

FUNCTIONS = {
    of.name: of
    for of in (
        Function("num_size", ("s", "p0"), stmts("v = n[30 + p0]\nreturn v")),
        Function("st_large", ("s", "p0"), stmts("return num_size(s, p0) > 3")),
        Function("st_twice", ("s", "p0", "p1"), stmts("return p0 + p0 == p1")),
        Function("st_all", ("s", "p0"), stmts("return all(num_size(s, x) > p0 for x in SEATS)")),
        Function("do_verb", ("s", "you"), stmts("return 3")),
        Function("num_steps", ("s", "p0"), stmts("v = 1\nv += 2\nreturn v")),
    )
}


def inlined(text: str) -> list[str]:
    return source.lines(inliner(short_functions(FUNCTIONS))(stmts(text)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = num_size(s, f[1])", "x = n[30 + f[1]]"),
        ("if st_large(s, a): return 1", "if n[30 + a] > 3: return 1"),  # and what it calls
        ("x = not st_large(s, T[f[2]])", "x = not n[30 + T[f[2]]] > 3"),
        ("x = st_twice(s, p1, p0)", "x = p1 + p1 == p0"),  # both at one time
        ("x = [st_large(s, x) for x in SEATS]", "x = [n[30 + x] > 3 for x in SEATS]"),
    ],
)
def test_inlined(before: str, after: str) -> None:
    assert inlined(before) == source.lines(stmts(after))


@pytest.mark.parametrize(
    "text",
    [
        "x = st_twice(s, long(s), 1)",  # an argument would be evaluated twice
        "x = st_all(s, a)",  # goes through a list
        "do_verb(s, f[1])",  # no function of the lexicon
        "x = num_steps(s, 1)",  # more than an expression
        "x = num_size(other, 1)",  # of another state
    ],
)
def test_left_alone(text: str) -> None:
    assert inlined(text) == source.lines(stmts(text))
