"""Things of a source that pass tests, as the expressions that list, count and find them."""

from __future__ import annotations

from rulewright.compiler.ir import source
from rulewright.compiler.ir.expressions import Name
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things

ALL = Things(Name("x"), Name("K_a"), [])
SOME = ALL.narrowed(expr("t(s, x)"), expr("x != you"))


def test_tests_are_joined() -> None:
    assert source.text(SOME.listed()) == "[x for x in K_a if t(s, x) and x != you]"
    assert source.text(SOME.counted()) == "sum(1 for x in K_a if t(s, x) and x != you)"
    assert source.text(SOME.first()) == "next((x for x in K_a if t(s, x) and x != you), -1)"


def test_without_tests_the_source_is_enough() -> None:
    assert source.text(ALL.listed()) == "list(K_a)"
    assert source.text(ALL.picked()) == "[x for x in K_a]"
    assert source.text(ALL.counted()) == "len(K_a)"


def test_narrowing_leaves_the_things_before_it_alone() -> None:
    assert ALL.tests == []
    assert source.text(SOME.narrowed(expr("z")).each(expr("x + 1"))) == (
        "(x + 1 for x in K_a if t(s, x) and x != you and z)"
    )
