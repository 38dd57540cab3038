"""Sums of pieces of one place become aggregates, and searches one run through neighbouring numbers."""

from __future__ import annotations

import pytest

from rulewright.compiler.compiled import Sums
from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.aggregates import Aggregates, gather, listings, narrow

# Numbers 1 to 3 count huts of seat 0 in places 0 to 2, 4 to 6 those of seat 1; 7 to 12 towers alike; 0 is no number.
CONSTANTS = {
    "I_hut": ((1, 2, 3), (4, 5, 6)),
    "I_tower": ((7, 8, 9), (10, 11, 12)),
    "I_apart": ((13, 20, 14), (15, 21, 16)),
    "K_place": (0, 1, 2),
}


LISTED = listings({
    "among_laid": Function("among_laid", ("s",), stmts("return tuple([y for y in K_place if n[20 + y] >= 1])")),
    "among_near": Function("among_near", ("s", "z"), stmts("return tuple([y for y in K_place if near(y, z)])")),
    "num_laid": Function("num_laid", ("s",), stmts("v = n[20]\nreturn v")),
})  # fmt: skip


def aggregates() -> Aggregates:
    return Aggregates(dict(CONSTANTS))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = n[I_hut[f[1]][f[2]]] + n[I_tower[f[1]][f[2]]]", "x = s.tallies[G_0[f[1]][f[2]]]"),
        ("x = n[I_hut[0][p]] + n[I_hut[1][p]]", "x = s.tallies[G_0[p]]"),
        ("x = 3 + n[I_hut[0][p]] + (n[I_hut[1][p]] + n[I_tower[0][p]]) - 1", "x = 3 + s.tallies[G_0[p]] - 1"),
        ("v = 0\nv += n[I_hut[p0][p1]]\nv += 2 * n[I_tower[p0][p1]]\nreturn v", "v = s.tallies[G_0[p0][p1]]\nreturn v"),
    ],
)
def test_sum(before: str, after: str) -> None:
    assert source.lines(gather(stmts(before), aggregates())) == source.lines(stmts(after))


@pytest.mark.parametrize(
    "text",
    [
        "x = n[I_hut[f[1]][p]]",  # no sum
        "x = n[I_hut[f[1]][p]] + n[I_tower[f[1]][q]]",  # of two places
        "x = n[I_hut[f[1]][p]] + n[I_tower[f[2]][p]]",  # of rows that are not known
        "x = n[I_hut[f[1]][p]] - n[I_tower[f[1]][p]]",
        "v = 0\nv += n[I_hut[p0][p1]]\nv += num_size(s, p0)\nreturn v",
    ],
)
def test_no_sum(text: str) -> None:
    assert gather(stmts(text), aggregates()) == stmts(text)


def test_what_an_aggregate_adds_up() -> None:
    found = aggregates()
    gather(stmts("x = n[I_hut[0][p]] + n[I_hut[0][p]] + n[I_tower[1][p]]"), found)
    numbers = [0, *range(1, 30)]
    row = found.constant("G_0")
    sums = Sums(found.made, found.fed).of(numbers)
    assert [sums[position] for position in row] == [1 + 1 + 10, 2 + 2 + 11, 3 + 3 + 12]
    assert found.fed[1] == ((row[0], 2),)
    assert found.fed[10] == ((row[0], 1),)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return [x for x in K_place if n[I_hut[you][x]] > 0]", "return [x for x in compress(K_place, n[{}[you]])]"),
        (
            "return [x for x in K_place if t(x) and n[I_hut[you][x]] > 0 and u(x)]",
            "return [x for x in compress(K_place, n[{}[you]]) if t(x) and u(x)]",
        ),
        (
            "return [x for x in among_laid(s) if t(x) and n[I_hut[you][x]] > 0]",
            "return [x for x in compress(K_place, n[{}[you]]) if n[20 + x] >= 1 and t(x)]",
        ),
        (
            "return any(t(x) and n[I_hut[you][x]] > 0 for x in list(among_laid(s)))",
            "return any(True for x in compress(K_place, n[{}[you]]) if n[20 + x] >= 1 and t(x))",
        ),
        (
            "return sum([n[I_hut[you][x]] for x in among_laid(s)])",
            "return sum([n[I_hut[you][x]] for x in compress(K_place, n[{}[you]]) if n[20 + x] >= 1])",
        ),
    ],
)
def test_search(before: str, after: str) -> None:
    assert source.lines(narrow(stmts(before), aggregates(), LISTED)) == source.lines(stmts(after, "CUT_I_hut_AT_place"))


@pytest.mark.parametrize(
    "text",
    [
        "return [x for x in K_place if n[I_apart[you][x]] > 0]",  # its numbers do not stand side by side
        "return [x for x in K_place if n[I_hut[x][x]] > 0]",  # the row is not the same for all
        "return [x for x in K_place if n[I_hut[you][x]] > 1]",
        "return [x for x in others if n[I_hut[you][x]] > 0]",
        "return [x for x in among_near(s, you) if n[I_hut[you][x]] > 0]",  # what is listed is not the same for all
        "return sum([1 + n[I_hut[you][x]] for x in among_laid(s)])",  # those without a hut count, too
        "return any(t(x) or n[I_hut[you][x]] > 0 for x in among_laid(s))",
    ],
)
def test_no_search(text: str) -> None:
    assert narrow(stmts(text), aggregates(), LISTED) == stmts(text)
