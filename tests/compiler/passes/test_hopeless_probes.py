"""Probes that never answer CAN, and searches that end at the first option of which they could not tell."""

import pytest

from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.passes.lookahead.hopeless import ending_soon, hopeless

UNLESS = "r = {}(s, [0, f[1]])\nif r != 2:\n    return r\nreturn "
BODIES = {
    "probe_1": "if n[20] < 1:\n    return 0\nreturn 1",
    "probe_2": "if n[20] < 1:\n    return 0\nreturn 2",
    "probe_3": UNLESS.format("probe_2") + "1",
    "probe_4": UNLESS.format("probe_1") + "probe_3(s, f) or 1",
    "probe_5": UNLESS.format("probe_1") + "2",  # nobody knows that it never comes so far
    "probe_6": "return PROBE_ANY(s, f, 3, [1, 2], probe_3)",
    "probe_7": "return PROBE_ANY(s, f, 3, [1, 2], probe_2) or 1",
    "probe_8": "return PROBE_WITHIN(s, [0, f[1]], 'go', probe_3)",
    "probe_9": "return PROBE_PAID(s, [0], f, probe_1)",
    "probe_10": "return 2 if n[20] else 0",
    "probe_11": "return 1 if n[20] else 0",
    "probe_12": "for x in SEATS:\n    if n[x]:\n        return 2\nreturn 1",
    "probe_13": "if n[20]:\n    return probe_13(s, f)\nreturn 0",
    "probe_14": "return r",
    "probe_15": "r = probe(s, [0, f[1]])\nif r != 2:\n    return r or 1\nreturn probe(s, f)",
    "probe_16": "return PROBE_ANY(s, f, 3, [1, 2], PROBE_UNKNOWN)",
}  # fmt: skip


def test_hopeless_are_those_that_no_answer_leads_through():
    found = hopeless({name: stmts(body) for name, body in BODIES.items()})
    assert found == {f"probe_{number}" for number in (1, 3, 4, 6, 8, 11, 13, 16)}


@pytest.mark.parametrize("search, ends", [
    ("PROBE_ANY(s, f, 3, [1, 2], probe_1)", "PROBE_ANY(s, f, 3, [1, 2], probe_1, 1)"),
    ("PROBE_ANY(s, f, 3, [1, 2], probe_1) or 1", "PROBE_ANY(s, f, 3, [1, 2], probe_1, 1) or 1"),
    ("PROBE_ANY(s, f, 3, [1, 2], PROBE_UNKNOWN)", "PROBE_ANY(s, f, 3, [1, 2], PROBE_UNKNOWN, 1)"),
    ("PROBE_ANY(s, f, 3, [1, 2], probe_2)", "PROBE_ANY(s, f, 3, [1, 2], probe_2)"),
    ("probe_1(s, f)", "probe_1(s, f)"),
])  # fmt: skip
@pytest.mark.parametrize("around", ["return {}", "for x in SEATS:\n    if n[x]:\n        return {}\nreturn 0"])
def test_a_search_in_vain_for_a_way_ends_at_the_first_that_may_be_one(search, ends, around):
    bodies = {name: stmts(BODIES[name]) for name in ("probe_1", "probe_2")}
    found = ending_soon({**bodies, "probe_20": stmts(around.format(search))})
    assert found == {**bodies, "probe_20": stmts(around.format(ends))}
