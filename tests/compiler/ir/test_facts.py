"""Facts that a pass over control flow asks for."""

from rulewright.compiler.ir import facts, rewrite, source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Fail, Forget, If, Jump


def test_where_a_frame_goes_on_is_a_jump():
    assert facts.jumps(stmts("f[0] = 7\nreturn [1, 2]")) == {7}
    assert facts.jumps(stmts("f[0] = 7\nreturn")) == {7}
    assert facts.jumps(stmts("f[1] = 7")) == set()


def test_what_is_tried():
    body = stmts("if not CAN(s, 7): f[2] = CAN(s, 8)")
    assert facts.tried(body) == {7, 8}
    assert facts.calls(body) == {"CAN"}


def test_all_statements_of_a_body():
    body = stmts("if x:\n    return FAIL\nelse:\n    for y in z:\n        f[2] = 1\nwhile x: break\nf[0] = 7\nreturn")
    kinds = [type(stmt).__name__ for stmt in rewrite.statements(body)]
    assert kinds == ["If", "Fail", "For", "Set", "While", "Break", "Jump"]
    assert isinstance(body[0], If) and body[0].then == (Fail(),) and body[-1] == Jump(7)


def test_memos_are_emptied_on_one_line():
    assert source.lines((Forget((3, 5)),)) == ["    a = s.answers; a[3] = a[5] = None"]
    many = Forget((3, *range(10, 2_000)))
    assert source.lines((many,)) == ["    a = s.answers; a[3] = None; a[10:2000] = [None] * 1990"]
