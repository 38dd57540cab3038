"""From which blocks on nothing can fail."""

import pytest

from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.passes.infallible import infallible

LAST = {9: "s.stack.pop()"}
JUMP = "f[0] = 9\nreturn"
CHOSEN = 3
"""The slot of what was chosen."""
PUSH = "f[0] = 9\ns.stack.append([{}]{})\nreturn"


def found(blocks, then=None, begun=(), **entries):
    told = {label: stmts(block) for label, block in {**blocks, **LAST}.items()}
    after = {label: (at, CHOSEN) for label, at in (then or {}).items()}
    return infallible(told, after, entries, lambda label: begun)


def sure(blocks, **more):
    return sorted(found(blocks, **more).sure - {9})


@pytest.mark.parametrize("block", [
    "n[12] = 3\ns.stack.pop()", JUMP, f"do_act(s, f[1])\n{JUMP}", "STATE_CHECK(s, f[1])", "TRIGGER(s, 1, f[2], ())",
    PUSH.format("E_other, f[1]", " + PAD_other"),
])  # fmt: skip
def test_what_cannot_fail(block):
    assert sure({1: block}, other=9) == [1]


@pytest.mark.parametrize("block", [
    "return FAIL", f"if f[2]: return FAIL\n{JUMP}", f"if do_act(s, f[1]) is FAIL: return FAIL\n{JUMP}",
    f"f[2] = do_act(s, f[1]) is FAIL\n{JUMP}", "BEGIN(s, f[1], f[2])", "START(s, f[1], f[2], ())",
    PUSH.format("PAY, f[1], 0, 1, 1, 0, -1, 0, 0", ""), "f[0] = 77\nreturn",
])  # fmt: skip
def test_what_may_fail(block):
    assert sure({1: block}) == []


def test_what_leads_to_it_may_fail_too():
    first = "f[0] = 2\nreturn"
    blocks = {1: first, 2: f"if f[2]: return FAIL\n{JUMP}", 3: "if f[2]:\n    f[0] = 1\n    return\ns.stack.pop()"}
    assert sure(blocks) == []
    call = {1: PUSH.format("E_other, f[1]", " + PAD_other"), 5: "return FAIL"}
    assert sure(call, other=5) == []
    assert sure({1: f"START_EACH(s, f[1], f[2])\n{JUMP}", 5: "return FAIL"}, begun=[5]) == []
    assert sure({1: f"START_EACH(s, f[1], f[2])\n{JUMP}", 5: "s.stack.pop()"}, begun=[5]) == [1, 5]
    assert sure({1: "f[2] = 1\nif f[3]:\n    f[0] = 1\n    return\ns.stack.pop()"}) == [1]  # a loop is no failure


def test_who_is_asked_may_find_nothing_to_choose_from():
    blocks = {1: "f[0] = 2\nreturn", 2: "return [x for x in SEATS if n[12 + x]]", 3: JUMP}
    result = found(blocks, {2: 3})
    assert result.sure == {3, 9}
    assert result.safe == {2}
    assert found({**blocks, 3: "return FAIL"}, {2: 3}).safe == frozenset()


@pytest.mark.parametrize("options, certain", [
    ("[-1, *f[3]]", True), ("[-1] + f[3]", True), ("PENDING(f[3])", True), ("f[3] + [-1]", True),
    ("[*f[3], -1]", True), ("[*f[3], 2]", True), ("[f[3]]", False), ("[*f[3]]", False),
    ("[1 for x in f[3]]", False), ("[]", False),
])  # fmt: skip
def test_who_may_decline_always_has_a_choice(options, certain):
    assert (1 in sure({1: f"return {options}", 2: JUMP}, then={1: 2})) is certain


def test_every_question_of_a_block_must_have_an_answer():
    block = "if f[2]:\n    return [-1, *f[3]]\nreturn f[3]"
    assert sure({1: block, 2: JUMP}, then={1: 2}) == [2]


def test_it_is_enough_that_declining_leads_on():
    def after(test):
        return {1: "return [-1, *f[5]]", 2: f"if f[3] == {test}:\n    f[0] = 4\n    return\n{JUMP}", 4: "return FAIL"}

    assert sure(after(0), then={1: 2}) == [1]
    assert sure(after(-1), then={1: 2}) == []
    assert found(after(0), {1: 2}).safe == frozenset()  # another choice may fail


def test_it_is_enough_that_one_option_of_a_menu_leads_on():
    failing = {5: "return FAIL", 6: "if n[12]: return FAIL\ns.stack.pop()"}

    def menu(options, *leads):
        tests = "".join(f"if f[3] == {value}:\n    f[0] = {to}\n    return\n" for value, to in leads)
        return {1: f"return {options}", 2: f"{tests}return FAIL", 4: JUMP, **failing}

    some = "[*([0] if n[12] else []), 1]"
    assert sure(menu(some, (0, 5), (1, 4)), then={1: 2}) == [1, 4]
    assert sure(menu(some, (0, 4), (1, 5)), then={1: 2}) == [4]  # the one that leads on may not be offered
    assert sure(menu("[0, 1]", (0, 5), (1, 4)), then={1: 2}) == [1, 4]
    assert sure(menu("[0, 1]", (0, 5), (1, 6)), then={1: 2}) == [4]
    assert sure(menu(some, (0, 4)), then={1: 2}) == [4]
    other = menu(some, (0, 5), (1, 4))
    other[2] = other[2].replace("f[3]", "f[2]")  # this asks about something else
    assert sure(other, then={1: 2}) == [4]
    assert found(menu(some, (0, 5), (1, 4)), {1: 2}).safe == frozenset()  # another choice may fail


def test_a_menu_that_leads_back_to_itself_and_to_nothing_else_does_not_fail():
    again = "if f[3] == 1:\n    f[0] = 4\n    return\nreturn FAIL"
    blocks = {1: "return [*f[2], 1]", 2: again, 4: "n[12] = 0\nif n[12]:\n    f[0] = 1\n    return\ns.stack.pop()"}
    assert sure(blocks, then={1: 2}) == [1, 4]
