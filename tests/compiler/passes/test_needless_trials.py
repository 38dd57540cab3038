"""Trials go where the answer no fails anyway, and stay where something else could still be done."""

import pytest

from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.passes.needless_trials import without

TRIAL = "f[3] = 0\nif not CAN(s, 5):\n    f[0] = 6\n    return\ns.attempts.append(len(s.stack) - 1)\nf[0] = 5\nreturn"
NO_TRIAL = "f[3] = 0\ns.attempts.append(len(s.stack) - 1)\nf[0] = 5\nreturn"


def left(block, otherwise, **more):
    blocks = {1: stmts(block), 6: stmts(otherwise), **{int(name[1:]): stmts(text) for name, text in more.items()}}
    return without(blocks)[1]


@pytest.mark.parametrize(
    "otherwise",
    [
        "return FAIL",
        "f[4] = 1\nif f[4] and not f[3]: return FAIL\ns.stack.pop()",
        "if f[3] == 0: return FAIL\ns.stack.pop()",
        "n[20] += 1\nf[0] = 7\nreturn",
    ],
)
def test_a_trial_goes_where_its_failure_is_that_of_all(otherwise):
    assert left(TRIAL, otherwise, b7="if not f[3]: return FAIL\ns.stack.pop()") == stmts(NO_TRIAL)


@pytest.mark.parametrize(
    "otherwise",
    [
        "s.stack.pop()",
        "if f[4] and not f[3]: return FAIL\ns.stack.pop()",  # nothing is known of f[4]
        "f[3] = 1\nif not f[3]: return FAIL\ns.stack.pop()",  # something is done after all
        "f[0] = 7\ns.stack.append([E_visit, f[1]] + PAD_visit)\nreturn",  # something else is tried
        "f[0] = 6\nreturn",  # it comes to no end
    ],
)
def test_a_trial_stays_where_something_else_may_be_done(otherwise):
    assert left(TRIAL, otherwise, b7="return FAIL") == stmts(TRIAL)


@pytest.mark.parametrize("between", ["f[3] = n[20]", "if n[20] > 3:\n    f[3] = 1", "do_visit(s, f)"])
def test_what_a_slot_held_is_known_no_longer(between):
    block = TRIAL.replace("f[3] = 0\n", f"f[3] = 0\n{between}\n")
    assert left(block, "if not f[3]: return FAIL\ns.stack.pop()") == stmts(block)
