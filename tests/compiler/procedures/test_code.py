"""What is written into a procedure stands where it was added, in bodies of its own where it was asked to."""

from __future__ import annotations

import pytest

from rulewright.compiler.ir.expressions import Lit, Name, Slot
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import For, If, Jump, Set
from rulewright.compiler.procedures.code import Code


@pytest.fixture
def code() -> Code:
    return Code(slots=3)


def test_statements_stand_in_their_order(code: Code) -> None:
    code.emit("{} = {}; {} += 1", Slot(2), Name("a"), Slot(2))
    code.set(Slot(2), 7)
    assert tuple(code.body) == stmts("f[2] = a; f[2] += 1; f[2] = 7")


def test_a_test_and_a_loop_hold_what_is_added_within(code: Code) -> None:
    with code.when(expr("a > 0")):
        code.set(Slot(2), 1)
        with code.each("c", expr("cards")):
            code.goto(4)
    code.set(Slot(2), 2)
    loop = For(("c",), Name("cards"), (Jump(4),))
    assert code.body == [If(expr("a > 0"), (Set(Slot(2), Lit(1)), loop)), Set(Slot(2), Lit(2))]


def test_what_is_given_up_leaves_nothing(code: Code) -> None:
    code.set(Slot(2), 1)
    with pytest.raises(ValueError, match="stop"), code.when(expr("a > 0")):
        code.set(Slot(2), 2)
        raise ValueError("stop")
    assert code.body == [Set(Slot(2), Lit(1))]


def test_a_block_begins_empty(code: Code) -> None:
    code.start(5)
    code.goto_if(expr("a"), 6)
    code.start(6)
    code.goto(5)
    assert code.begun == [(5, [If(Name("a"), (Jump(6),))]), (6, [Jump(5)])]


def test_values_have_slots_in_frames_and_locals_in_functions(code: Code) -> None:
    assert [code.variable(), code.variable()] == [Slot(3), Slot(4)]
    assert code.you == Slot(1)
    code.inline = True
    assert [code.variable(), code.variable(), code.slot()] == [Name("v1"), Name("v2"), Slot(5)]
    assert code.you == Name("you")
