"""What is evaluated often is evaluated once, where it is evaluated in any case."""

from __future__ import annotations

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.passes.common import ask_once, share_rows


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "v = 0\nif st_a(s, p0): v += 1\nif x and st_a(s, p0): v += 1\nif st_a(s, p0): v += 1\nreturn v",
            "v = 0\nh0 = st_a(s, p0)\nif h0: v += 1\nif x and h0: v += 1\nif h0: v += 1\nreturn v",
        ),
        ("return st_a(s, p0) + st_a(s, p0)", "return st_a(s, p0) + st_a(s, p0)"),  # not often
        # The first time it stands behind a guard, which may be there to keep it from being asked.
        (
            "if x and st_a(s, p0): v += 1\nif x and st_a(s, p0): v += 1\nif st_a(s, p0): v += 1",
            "if x and st_a(s, p0): v += 1\nif x and st_a(s, p0): v += 1\nif st_a(s, p0): v += 1",
        ),
    ],
)
def test_asked_once(before: str, after: str) -> None:
    assert source.lines(ask_once(stmts(before))) == source.lines(stmts(after))


def test_rows() -> None:
    four = " + ".join(f"n[I_a[f[1]][{place}]]" for place in range(4))
    told = " + ".join(f"n[t0[{place}]]" for place in range(4))
    assert source.lines(share_rows(stmts(f"x = {four}"))) == source.lines(stmts(f"t0 = I_a[f[1]]\nx = {told}"))
    assert source.lines(share_rows(stmts(f"if {four} > 2: return 1"))) == source.lines(
        stmts(f"t0 = I_a[f[1]]\nif {told} > 2: return 1")
    )
    guarded = f"x = y and {four}"
    assert share_rows(stmts(guarded)) == stmts(guarded)
    listed = f"x = [{four} for y in K_place]"
    assert share_rows(stmts(listed)) == stmts(listed)
