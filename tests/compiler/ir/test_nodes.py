"""Nodes: templates make them, source prints them, facts and replacements follow their names."""

from __future__ import annotations

import ast
import pickle

import pytest

from rulewright.compiler.ir import facts, quote, rewrite, source
from rulewright.compiler.ir.expressions import (
    Binary,
    Call,
    Cell,
    Expr,
    Lit,
    Name,
    Slot,
    both,
    either,
    literals,
    negation,
    total,
)  # fmt: skip
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import Enter, Fail, Finish, Jump, Leave

EXPRESSIONS = [
    "n[12 + f[1]] - 3 * (n[4] + 1)", "a and (b or c) and not d", "not (a and b)", "a if b else c if d else e",
    "(a if b else c) + 1", "[x for x in K_a if x != f[2] if t(s, x)]", "{x: y for x, y in z}", "sum(1 for x in K_a)",
    "next((x for x in K_a if x), -1)", "s.zones[Z_hand[f[1]]][:-3:-1]", "dict(a, b=c)", "(1,)", "()", "[*a, *b]",
    "a.get((x, y), -1)", "-f[1]", "(a, *e)", "{b}", "{x for y in z for x in y}", "a - (b - c)", "(a - b) - c",
    "s.move(a0, 12, top=True)", "'text'", "a is None", "a not in b", "x // 2 % 3", "'%'", "{1: 2, 'a': b}",
]  # fmt: skip


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_print_as_they_were_read(text: str) -> None:
    node = expr(text.replace("{", "{{").replace("}", "}}"))
    assert ast.unparse(ast.parse(source.text(node))) == ast.unparse(ast.parse(text))
    assert pickle.loads(pickle.dumps(node)) == node


def test_holes() -> None:
    assert source.text(expr("n[{} + {}] * 2", 7, Slot(1))) == "n[7 + f[1]] * 2"
    assert source.text(expr("{0} + {0}", expr("a - b"))) == "a - b + (a - b)"
    assert source.text(expr("{}(s, *{})", "num_size", [Slot(1), "p0"])) == "num_size(s, f[1], p0)"
    assert source.lines(stmts("if {}:\n    {}", "x", stmts("y = 1\nz = 2"))) == [
        "    if x:", "        y = 1", "        z = 2",
    ]  # fmt: skip


def test_a_template_may_be_indented() -> None:
    told = stmts(
        """
        for x in {}:
            {}
        """, "K_a", stmts("y += x"),
    )  # fmt: skip
    assert source.lines(told, 0) == ["for x in K_a:", "    y += x"]


def test_what_a_template_says_without_a_hole_is_one_node() -> None:
    one, other = expr("f(s, n[3]) + {}", 1), expr("f(s, n[3]) + {}", 2)
    assert isinstance(one, Binary) and isinstance(other, Binary)
    assert one.left is other.left
    assert one.right == Lit(1) and other.right == Lit(2)


def test_sums_and_known_numbers() -> None:
    assert source.text(total()) == "0"
    assert source.text(total(Name("a"), expr("b + c"), Name("d"))) == "a + (b + c) + d"
    assert source.text(literals((3, 4))) == "(3, 4)"


@pytest.mark.parametrize("text", ["lambda: x", "x.y", "f'{x}'", "await x", "(yield)", "x := 1"])
def test_what_is_no_expression_of_the_program_is_refused(text: str) -> None:
    with pytest.raises((ValueError, SyntaxError, KeyError, IndexError, AssertionError)):
        expr(text)


def test_statements_that_say_more_than_their_words() -> None:
    assert stmts("f[0] = 7\nreturn") == (Jump(7),)
    assert stmts("s.stack.pop()\nreturn") == (Finish(), Leave())
    assert stmts("return FAIL") == (Fail(),)
    push = stmts("f[0] = 7\ns.stack.append([E_build, f[1], 3] + PAD_build)\nreturn")
    assert push == (Enter("build", (Slot(1), Lit(3)), 7),)
    assert stmts("\n".join(line.strip() for line in source.lines(push))) == push


def test_facts() -> None:
    body = stmts("x = n[3 + f[1]]\nn[4] += num_size(s, y)\nif z: return FAIL\nf[2] = [a for a in K_b if a != x]")
    assert facts.cells(body) == {expr("3 + f[1]"), Lit(4)}
    assert facts.set_cells(body) == {Lit(4)}
    assert facts.slots(body) == {1}
    assert facts.set_slots(body) == {2}
    assert facts.names(body) == {"s", "y", "z", "K_b", "x"}
    assert facts.calls(body) == {"num_size"}
    assert facts.fails(body)
    assert not facts.fails(body[:2])


def test_replacing_leaves_bound_names_alone_and_catches_none() -> None:
    listed = expr("[x for x in K_a if x != y]")
    assert source.text(rewrite.replaced(listed, {Name("x"): Lit(1)})) == "[x for x in K_a if x != y]"
    assert source.text(rewrite.replaced(listed, {Name("y"): Name("x")})) == "[x_0 for x_0 in K_a if x_0 != x]"
    assert rewrite.replaced(listed, {Name("z"): Lit(1)}) is listed


def test_tests_together() -> None:
    a, b = Name("a"), Name("b")
    assert both(a, Lit(True), both(b, a)) == expr("a and b and a")
    assert both() == Lit(True)
    assert either(a, Lit(False)) == a
    assert either(a, Lit(True)) == Lit(True)
    assert negation(negation(a)) == a


def test_nodes_are_equal_by_what_they_say() -> None:
    first: Expr = Call("t", (Cell(Lit(1)),))
    assert first == expr("t(n[1])")
    assert hash(first) == hash(expr("t(n[1])"))
    assert Lit(1) != Lit(True)
    assert first != expr("t(n[2])")
    assert quote.as_expr(3) == Lit(3)


def test_statements_within_statements() -> None:
    body = stmts("if x:\n    a = 1\nelse:\n    for y in z:\n        b = y\nwhile x: c = 2")
    assert [type(stmt).__name__ for stmt in rewrite.statements(body)] == ["If", "Set", "For", "Set", "While", "Set"]
