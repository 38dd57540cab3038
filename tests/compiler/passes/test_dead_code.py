"""Probes find out no more than they must, and answer the same."""

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.dead_code import eliminate


def less(probe, *others, **more):
    """The body of a probe without dead code, in the company of other probes."""
    probes = {name: Function(name, ("s", "f"), stmts(body)) for name, body in {"probe_1": probe, **more}.items()}
    found = eliminate(probes, [Function("other", ("s",), stmts(body)) for body in others])
    return "\n".join(line[4:] for line in source.lines(found["probe_1"].body))


SAME = None


@pytest.mark.parametrize("probe, found", [
    # what all answers lead to
    ("f[4] = list(SEATS)\nif not f[4]:\n    return 2\nf[5] = f[4][0]\nreturn 2", "return 2"),
    ("f[4] = list(ORDER(s, SEATS))\nif 0 >= len(f[4]):\n    return 0\nreturn 2", SAME),
    ("if n[3]:\n    f[4] = 1\nelse:\n    x = 2\nreturn 2", "return 2"),
    ("if n[3]:\n    return 0\nelse:\n    return 0", "return 0"),
    ("if n[3]:\n    f[4] = 1\n    return 2\nreturn 2", "return 2"),
    ("if open(s):\n    f[4] = here(s)\nelse:\n    return 0\nreturn 2",
     "if open(s):\n    pass\nelse:\n    return 0\nreturn 2"),
    # a store is dead where nothing reads it any more
    ("c1 = n[3] - 1\nc2 = c1 - 1\nreturn 2", "return 2"),
    ("c1 = n[3] - 1\nc2 = c1 - 1\nif c1 < 0:\n    return 0\nreturn 2",
     "c1 = n[3] - 1\nif c1 < 0:\n    return 0\nreturn 2"),
    ("f[4] = 1\nf[4] = 2\nif f[4] < n[3]:\n    return 0\nreturn 2",
     "f[4] = 2\nif f[4] < n[3]:\n    return 0\nreturn 2"),
    ("f[4] = 1\nif n[3]:\n    f[4] = 2\nif f[4] < n[3]:\n    return 0\nreturn 2", SAME),
    ("f[0] += 1\nif f[0] > 3:\n    return 1\nreturn 2", SAME),
    ("f[0] += 1\nreturn 2", "return 2"),
    # a copy of the position is made where something reads it
    ("s = AFTER_MOVING(s, f[2], 6)\nn = s.n\nif open(s):\n    return 0\nreturn 2", SAME),
    ("s = AFTER_MOVING(s, f[2], 6)\nn = s.n\nif f[2]:\n    return 0\nreturn 2", "if f[2]:\n    return 0\nreturn 2"),
    # loops
    ("for x in SEATS:\n    f[4] = x\nreturn 2", "return 2"),
    ("f[4] = 0\nfor x in SEATS:\n    if f[4]:\n        return 0\n    f[4] = n[x]\nreturn 2", SAME),
    ("for x in SEATS:\n    if n[x]:\n        return 0\n    y = n[x]\nreturn 2",
     "for x in SEATS:\n    if n[x]:\n        return 0\nreturn 2"),
    # what a call answers is the answer
    ("r = probe_2(s, [0, 1])\nif r != 2:\n    return r\nreturn 2", "return probe_2(s, [0, 1])"),
    ("r = probe_2(s, [0, 1])\nif r != 2:\n    return r or 1\nreturn 2", "return probe_2(s, [0, 1]) or 1"),
    ("r = probe_2(s, [0, 1])\nif r != 2:\n    return r or 1\nreturn 1", SAME),
    (
        "r = PROBE_PAY(s, f[2])\nif r != 2:\n    return r\ns = AFTER_PAYING(s)\nn = s.n\nreturn 2",
        "return PROBE_PAY(s, f[2])",
    ),
    ("probe, pad, procedure, moves = probe_each_3[f[5][1]]\nr = probe(s, [0, *pad])\nif r != 2:\n    return r\n"
     "if moves:\n    return 1\nreturn 2",
     "(probe, pad, procedure, moves) = probe_each_3[f[5][1]]\nr = probe(s, [0, *pad])\nif r != 2:\n    return r\n"
     "if moves:\n    return 1\nreturn 2"),
])  # fmt: skip
def test_probe(probe, found):
    assert less(probe, probe_2="return 2") == (probe if found is SAME else found)


@pytest.mark.parametrize("passed_on", [
    "return probe_2(s, f)",
    "if probe_2(s, f[:]) != 2:\n    return 1\nreturn 2",
    "return PROBE_ANY(s, f, 7, [1], probe_2) or 1",
    "return PROBE_PAID(s, [PAY, 1], f, probe_2)",
])  # fmt: skip
def test_slot_that_is_read_where_the_frame_goes(passed_on):
    probe = f"f[4] = here(s)\nf[5] = 2\n{passed_on}"
    inner = {"probe_2": "return probe_3(s, f)", "probe_3": "if f[4]:\n    return 0\nreturn 2"}
    assert less(probe, **inner) == f"f[4] = here(s)\n{passed_on}"


def test_frame_of_its_own():
    probe = "f[4] = here(s)\nf[5] = 2\nreturn probe_2(s, [0, f[5]])"
    assert less(probe, probe_2="if f[4]:\n    return 0\nreturn 2") == "f[5] = 2\nreturn probe_2(s, [0, f[5]])"


def test_option_takes_the_place_of_what_stood_there():
    probe = "f[7] = here(s)\nreturn PROBE_ANY(s, f, 7, [1], probe_2)"
    assert less(probe, probe_2="if f[7]:\n    return 0\nreturn 2") == "return PROBE_ANY(s, f, 7, [1], probe_2)"


def test_probes_in_a_circle():
    probe = "f[4] = here(s)\nf[5] = 1\nreturn probe_2(s, f)"
    circle = {"probe_2": "if n[2]:\n    return probe_3(s, f)\nreturn 2",
              "probe_3": "if f[4]:\n    return 0\nreturn probe_2(s, f)"}  # fmt: skip
    assert less(probe, **circle) == "f[4] = here(s)\nreturn probe_2(s, f)"


def test_slot_that_others_ask_for():
    probe = "f[6] = here(s)\nf[7] = 2\nreturn probe_2(s, [0])"
    assert less(probe, probe_2="return 2") == "return probe_2(s, [0])"
    asking = "return SLOT(s, DUR_act, you, 6)"
    assert less(probe, asking, probe_2="return 2") == "f[6] = here(s)\nreturn probe_2(s, [0])"
    with pytest.raises(ValueError, match="which slot"):
        less(probe, "return SLOT(s, DUR_act, you, x)")


def test_frame_that_goes_where_nobody_knows():
    with pytest.raises(ValueError, match="frame is passed on"):
        less("f[6] = here(s)\nreturn PROBE_ELSEWHERE(s, 1, f)")
