"""Probes that know nothing are found, and left out of the others."""

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.passes.lookahead.useless import useful, useless_ones, without

BODIES = {
    "probe_1": "if n[20] > 3:\n    return 1\nreturn 1",
    "probe_2": "f[3] = 1\nr = probe_1(s, [0, f[1]])\nif r != 2:\n    return r\nreturn 2",
    "probe_3": "return probe_2(s, f) or 1",
    "probe_4": "r = PROBE_WITHIN(s, [0, f[1]], 'go', probe_3)\nif r != 2:\n    return r\nreturn 2",
    "probe_5": "return PROBE_UNKNOWN(s, f)",
    "probe_6": "if n[20] < 1:\n    return 0\nreturn probe_1(s, f)",
    "probe_7": "return PROBE_ANY(s, f, 3, [1], probe_1)",  # there may be no options
    "probe_8": "return probe_9(s, f)",
    "probe_9": "if n[20] < 1:\n    return probe_8(s, f)\nreturn 2",
    "probe_10": "r = PROBE_PAY(s, [PAY, f[1]])\nif r != 2:\n    return r\nreturn probe_1(s, f)",
}


def test_useless_are_those_that_rest_on_useless_ones():
    found = useless_ones({name: stmts(body) for name, body in BODIES.items()})
    assert found == {"PROBE_UNKNOWN", "probe_1", "probe_2", "probe_3", "probe_4", "probe_5"}


def test_what_ends_sooner_may_be_useless_itself():
    tested = "if n[20] < 1:\n    return probe_1(s, f)\nreturn "
    bodies = {
        "probe_1": "return 1", "probe_2": "if probe_1(s, f[:]) != 2:\n    return 1\nreturn 0",
        "probe_3": "if probe_2(s, f[:]) == 2:\n    return 2\nreturn 1", "probe_4": tested + "probe_3(s, f)",
        "probe_5": tested + "0",
    }  # fmt: skip
    left, useless = useful({name: stmts(body) for name, body in bodies.items()})
    assert useless == {"PROBE_UNKNOWN", "probe_1", "probe_2", "probe_3", "probe_4"}
    assert left == {"probe_5": stmts("if n[20] < 1:\n    return 1\nreturn 0")}


@pytest.mark.parametrize("body, found", [
    ("if n[20] < 1:\n    return 0\nreturn probe_1(s, f)", "if n[20] < 1:\n    return 0\nreturn 1"),
    ("if n[20] < 1:\n    return 0\nreturn probe_1(s, f) or 1", "if n[20] < 1:\n    return 0\nreturn 1"),
    ("if n[20] < 1:\n    return 0\nr = probe_1(s, [0])\nif r != 2:\n    return r\nreturn probe_7(s, f)",
     "if n[20] < 1:\n    return 0\nreturn 1"),
    ("if n[20] < 1:\n    return probe_1(s, f)\nreturn 2", "if n[20] < 1:\n    return 1\nreturn 2"),
    ("for x in SEATS:\n    if n[x]:\n        return probe_1(s, f)\nreturn 2",
     "for x in SEATS:\n    if n[x]:\n        return 1\nreturn 2"),
    ("if probe_1(s, f[:]) != 2:\n    return 1\nreturn 2", "return 1"),
    ("if probe_1(s, [0]) == 2:\n    return probe_7(s, f)\nreturn 2", "return 2"),
    ("if probe_7(s, [0]) == 2:\n    return probe_1(s, f)\nreturn 2",
     "if probe_7(s, [0]) == 2:\n    return 1\nreturn 2"),
    ("return PROBE_ANY(s, f, 3, [1], probe_1) or 1", "return PROBE_ANY(s, f, 3, [1], PROBE_UNKNOWN) or 1"),
    ("return PROBE_PAID(s, [PAY], f, probe_1)", "return PROBE_PAID(s, [PAY], f, PROBE_UNKNOWN)"),
    ("return PROBE_ANY(s, f, 3, [1], probe_7)", "return PROBE_ANY(s, f, 3, [1], probe_7)"),
])  # fmt: skip
def test_probe_without_useless_ones(body, found):
    left = without({"PROBE_UNKNOWN", "probe_1"}, stmts(body))
    assert "\n".join(line[4:] for line in source.lines(left)) == found
