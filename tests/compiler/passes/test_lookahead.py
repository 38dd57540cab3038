"""What probes are made of: small programs, and the probes of their blocks."""

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.dead_code import eliminate
from rulewright.compiler.passes.effects.effects import Effects
from rulewright.compiler.passes.effects.locations import Numbers
from rulewright.compiler.passes.effects.setting import Setting
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.lookahead import probes
from rulewright.compiler.procedures.decisions import Decision

CONSTANTS = {
    "I_tree": ((1, 2), (3, 4)), "I_hut": ((5, 6), (7, 8)), "Z_hand": (4, 5), "Z_deck": (6, 7),
    "EACH_start": {9: [(50, "PAD_a"), (60, "PAD_b")]},
}  # fmt: skip
OWNER = ["go"] * 40 + ["visit"] * 10 + ["a"] * 10 + ["b"] * 10
FINISH = "s.stack.pop()"


def made(blocks, functions=(), decisions=None, infallible=(), labels=(1,), paying=("paid",)):
    """The probes of a small program: printed, by name; the tables of probes among them."""
    bodies = {label: stmts(block) for label, block in blocks.items()}
    functions = {name: Function(name, ("s", *params.split()), stmts(body)) for name, params, body in functions}
    asked = {label: Decision(kind, "", slot, then) for label, (kind, slot, then) in (decisions or {}).items()}
    numbers = Numbers((20, 30, 32, 40), ("tree", "hut"), CONSTANTS, {})
    entries = {"visit": 40, "a": 50, "b": 60}
    setting = Setting(
        numbers, 40, OWNER, {label: one.then for label, one in asked.items()}, entries,
        {"EACH_start": ((50, "PAD_a"), (60, "PAD_b"))}, (), frozenset({4, 5}),
    )  # fmt: skip
    code = Code(
        bodies, functions, asked, OWNER, entries, frozenset(infallible), CONSTANTS, ("I_tree", "I_hut"),
        Effects(functions, bodies, setting), frozenset(paying), frozenset(),
    )  # fmt: skip
    found = probes(code, labels)
    lean = eliminate(found.functions)
    told = {name: "\n".join(line[4:] for line in source.lines(one.body)) for name, one in lean.items()}
    assert all(one.params == ("s", "f") for one in found.functions.values())
    return told | {name: source.text(table) for name, table in found.tables.items()}


def one(block, *functions, **more):
    """The probe of a block, without those of others."""
    return made({1: block, 2: "if n[20] < 1: return FAIL\n" + FINISH}, functions, **more).get("probe_1", "")


@pytest.mark.parametrize("block, probe", [
    # what is tested is tested here, and nothing is changed
    ("if n[20] < 2: return FAIL\ns.stack.pop()", "if n[20] < 2:\n    return 0\nreturn 2"),
    ("if n[20] < 2: return FAIL\nn[20] -= 2\ns.stack.pop()", "if n[20] < 2:\n    return 0\nreturn 2"),
    ("f[0] = 2\nreturn", "return probe_2(s, f)"),
    # a number that would have changed has a name
    ("n[20] -= 2\nif n[20] < 1: return FAIL\ns.stack.pop()",
     "c1 = n[20] - 2\nif c1 < 1:\n    return 0\nreturn 2"),
    ("n[20] -= 2\nn[20] += n[30]\nif n[20] < 1: return FAIL\ns.stack.pop()",
     "c1 = n[20] - 2\nc2 = c1 + n[30]\nif c2 < 1:\n    return 0\nreturn 2"),
    ("n[I_tree[f[1]][0]] -= 1\nif n[I_tree[f[1]][1]] < 1: return FAIL\ns.stack.pop()",  # perhaps the same number
     "return 1"),
    ("n[I_tree[f[1]][0]] -= 1\nif n[I_hut[f[1]][0]] < 1: return FAIL\ns.stack.pop()",
     "if n[I_hut[f[1]][0]] < 1:\n    return 0\nreturn 2"),
    # the name holds no more where another number is meant
    ("n[I_tree[f[2]][0]] -= 1\nf[2] = 1 - f[2]\nif n[I_tree[f[2]][0]] < 1: return FAIL\ns.stack.pop()", "return 1"),
    # whose place is not known has none
    ("n[20] = s.random(6)\nf[2] = n[20]\nn[I_tree[f[2]][0]] -= 1\nif n[I_tree[f[2]][0]] < 1: return FAIL\n"
     "s.stack.pop()", "return 1"),
    # an unknown test: neither way may fail, and no failure is told of
    ("n[20] = s.random(6)\nif n[20] > 3:\n    if n[30] < 1: return FAIL\nif n[30] < 2: return FAIL\ns.stack.pop()",
     "if n[30] < 1:\n    return 1\nif n[30] < 2:\n    return 1\nreturn 2"),
    ("n[20] = s.random(6)\nif n[20] > 3:\n    f[2] = 1\nif f[2] < 1: return FAIL\ns.stack.pop()", "return 1"),
    ("n[20] = s.random(6)\nif n[20] > 3:\n    n[30] = 1\nif n[32] < 1: return FAIL\ns.stack.pop()",
     "if n[32] < 1:\n    return 0\nreturn 2"),
    ("n[20] = s.random(6)\nif n[20] > 3:\n    f[0] = 2\n    return\nif n[32] < 1: return FAIL\ns.stack.pop()",
     "if n[32] < 1:\n    return 1\nreturn 2"),
    # the end of the game: it goes through, unless a run may not come there
    ("if n[20] > 3:\n    END(s)\nif n[20] > 2: return FAIL\ns.stack.pop()",
     "if n[20] > 3:\n    return 2\nif n[20] > 2:\n    return 0\nreturn 2"),
    ("n[20] = s.random(6)\nif n[20] > 3:\n    END(s)\ns.stack.pop()", "return 1"),
    ("if n[20] > 2 or s.over is not None: return FAIL\ns.stack.pop()", "if n[20] > 2:\n    return 0\nreturn 2"),
    # literals are worked out
    ("f[2] = 1\nf[2] += 2\nif f[2] >= 3: return FAIL\ns.stack.pop()", "return 0"),
    ("f[2] = 1\nif n[IX[f[2]][0][0]] < 1: return FAIL\ns.stack.pop()",
     "if n[I_hut[0][0]] < 1:\n    return 0\nreturn 2"),
    # cards move on a copy
    ("s.move(f[2], 6)\nif s.where[3] == 6: return FAIL\ns.stack.pop()",
     "s = AFTER_MOVING(s, f[2], 6)\nn = s.n\nif s.where[3] == 6:\n    return 0\nreturn 2"),
    ("PLAY(s, f[1], f[2])\nif s.where[3] == 6: return FAIL\ns.stack.pop()",
     "s = AFTER_PLAYING(s, f[1], f[2])\nn = s.n\nif s.where[3] == 6:\n    return 0\nreturn 2"),
    ("s.shuffle(6)\nif s.where[3] == 6: return FAIL\ns.stack.pop()", "return 1"),
    ("n[20] = s.random(6)\nif n[32] < 1: return FAIL\nif n[20] > 3:\n    if n[30] < 1: return FAIL\n"
     "    s.move(f[2], 6)\nif s.where[3] == 6: return FAIL\ns.stack.pop()",
     "if n[32] < 1:\n    return 0\nreturn 1"),
    # loops
    ("for x in K_space:\n    if n[20 + x] < 1: return FAIL\ns.stack.pop()",
     "for x in K_space:\n    if n[20 + x] < 1:\n        return 0\nreturn 2"),
    ("for x in K_space:\n    if n[20 + x] < 1: return FAIL\n    n[20 + x] -= 1\ns.stack.pop()",
     "for x in K_space:\n    return 1\nreturn 2"),
    ("for x in K_space:\n    n[20 + x] -= 1\nif n[30] < 1: return FAIL\ns.stack.pop()",
     "if n[30] < 1:\n    return 0\nreturn 2"),
    # commit points and the record are no matter
    ("f[2] = 0 if s.attempts else 1\nif f[2]: s.attempts.append(len(s.stack) - 1)\nif n[20] < 1: return FAIL\n"
     "if s.log is not None: s.log.append((f[1], 3, n[20]))\nif f[2]: s.attempts.pop()\ns.stack.pop()",
     "if n[20] < 1:\n    return 0\nreturn 2"),
    # what only saves time is passed over once the position is another
    ("if not AFFORDABLE(s, f[1], NEEDS): return FAIL\ns.stack.pop()",
     "if not AFFORDABLE(s, f[1], NEEDS):\n    return 0\nreturn 2"),
    ("n[20] -= 1\nif not AFFORDABLE(s, f[1], NEEDS): return FAIL\ns.stack.pop()", "return 2"),
    # what a probe does not know how to follow
    ("BEGIN(s, f[1], 3)", ""),
    ("while n[20]: n[20] -= 1", ""),
])  # fmt: skip
def test_block(block, probe):
    assert one(block, infallible=[2] if "random" in block else ()) == ("" if probe == "return 1" else probe)


def test_function_that_may_fail_is_written_out():
    lay = ("do_lay", "you a0", "if n[20 + you] < a0: return FAIL\nn[20 + you] -= a0")
    block = "if do_lay(s, f[1], 2) is FAIL: return FAIL\nif n[20 + f[1]] < 1: return FAIL\n" + FINISH
    found = "if n[20 + f[1]] < 2:\n    return 0\nc1 = n[20 + f[1]] - 2\nif c1 < 1:\n    return 0\nreturn 2"
    assert one(block, lay) == found


def test_function_that_cannot_fail_changes_what_it_changes():
    lay = ("do_lay", "you", "n[20 + you] -= 1")
    assert one("do_lay(s, f[1])\nif n[30] < 1: return FAIL\n" + FINISH, lay) == "if n[30] < 1:\n    return 0\nreturn 2"
    assert one("do_lay(s, f[1])\nif n[20] < 1: return FAIL\n" + FINISH, lay) == ""


def test_same_block_has_a_probe_for_each_state():
    found = made({
        1: "if n[20] < 1: f[0] = 2; return\nn[30] = s.random(2)\nf[0] = 2\nreturn",
        2: "if n[30] < 1: return FAIL\nif n[32] < 1: return FAIL\n" + FINISH,
    })  # fmt: skip
    assert found == {
        "probe_1": "if n[20] < 1:\n    return probe_2(s, f)\nreturn 1",
        "probe_2": "if n[30] < 1:\n    return 0\nif n[32] < 1:\n    return 0\nreturn 2",
    }


def test_what_nobody_asks_makes_no_other_probe():
    found = made({1: "if n[20] < 1: f[0] = 2; return\nn[30] -= 1\nf[0] = 2\nreturn", 2: "if n[32]: return FAIL"})
    assert found["probe_1"] == "return probe_2(s, f)"


def test_rounds_of_a_loop_without_a_known_end():
    found = made({
        1: "n[20] = s.random(6)\nif n[20] > 3: f[0] = 2; return\nif n[30] < 1: return FAIL\nf[0] = 1\nreturn",
        2: "if n[32] < 1: return FAIL\n" + FINISH,
    })  # fmt: skip
    assert found["probe_1"] == (
        "f[0] += 1\nif f[0] > 3:\n    return 1\nif probe_2(s, f[:]) != 2:\n    return 1\n"
        "if n[30] < 1:\n    return 1\nreturn probe_1_2(s, f) or 1"
    )
    assert found["probe_1_2"].endswith("if n[30] < 1:\n    return 1\nreturn 2")  # the next round would find the same


def test_rounds_of_a_loop_that_differ_are_gone_through():
    found = made({
        1: "n[20] = s.random(6)\nif n[20] > 3: f[0] = 2; return\nf[3] -= 1\nif f[3] < 1: return FAIL\n"
           "f[0] = 1\nreturn",
        2: "if n[32] < 1: return FAIL\n" + FINISH,
    })  # fmt: skip
    assert found["probe_1_2"].endswith("return probe_1_2(s, f) or 1")


# ------------------------------------------------------------ choices


def test_choice():
    block = "f[0] = 2\nreturn [x for x in K_space if n[20 + x]]"
    then = {1: block, 3: "if f[3] == n[30]: return FAIL\n" + FINISH}
    assert made(then, decisions={2: ("space", 3, 3)}) == {
        "probe_1": "return PROBE_ANY(s, f, 3, [x for x in K_space if n[20 + x]], probe_3)",
        "probe_3": "if f[3] == n[30]:\n    return 0\nreturn 2",
    }
    found = made(then, decisions={2: ("space", 3, 3)}, infallible=[3])
    assert found["probe_1"] == "return 2 if [x for x in K_space if n[20 + x]] else 0"
    assert made(then, decisions={2: ("space", 3, 3)}, infallible=[2, 3])["probe_1"] == "return 2"


def test_part_of_the_options_is_known():
    block = "n[20] = s.random(6)\nf[0] = 2\nreturn [0, *([1] if n[20] else [])]"
    found = made({1: block, 3: "if f[3] == n[30]: return FAIL\n" + FINISH}, decisions={2: ("menu", 3, 3)})
    assert found["probe_1"] == "return PROBE_ANY(s, f, 3, [0], probe_3) or 1"


def test_copies_of_a_card_are_no_matter():
    block = "f[0] = 2\nreturn DISTINCT(s, [x for x in s.zones[6]])"
    found = made({1: block, 3: FINISH}, decisions={2: ("card", 3, 3)})
    assert found["probe_1"] == "return PROBE_ANY(s, f, 3, [x for x in s.zones[6]], probe_3)"


# ------------------------------------------------------------ calls

VISIT = "if n[30 + f[1]] < f[2]: return FAIL\nn[30 + f[1]] -= f[2]\n" + FINISH


def call(*args, then="f[0] = 2\n"):
    """Statements that enter `visit`."""
    return f"{then}s.stack.append([E_visit, {', '.join(args)}] + PAD_visit)\nreturn"


def test_call_then_the_next_block():
    found = made({1: call("f[1]", "3"), 2: "if n[20] < 1: return FAIL\n" + FINISH, 40: VISIT})
    assert found == {
        "probe_1": "r = probe_40(s, [0, f[1], 3] + PAD_visit)\nif r != 2:\n    return r\nreturn probe_2(s, f)",
        "probe_2": "if n[20] < 1:\n    return 0\nreturn 2",
        "probe_40": "if n[30 + f[1]] < f[2]:\n    return 0\nreturn 2",
    }


def test_call_changes_what_the_next_block_asks():
    found = made({1: call("f[1]", "3"), 2: "if n[30] < 1: return FAIL\n" + FINISH, 40: VISIT})
    assert found["probe_1"].endswith("return 1")


def test_argument_that_is_not_known():
    found = made({1: "n[20] = s.random(6)\n" + call("f[1]", "n[20]"), 2: FINISH, 40: VISIT})
    assert found == {}
    found = made({1: "n[20] = s.random(6)\n" + call("f[1]", "n[20]"), 2: FINISH, 40: "if n[30]: return FAIL"})
    assert found["probe_1"].startswith("r = probe_40(s, [0, f[1], None] + PAD_visit)")


def test_call_that_cannot_fail_may_change_nothing():
    blocks = {1: call("f[1]", "3"), 2: "if n[30] < 1: return FAIL\n" + FINISH,
              40: "if f[2] > 2: f[0] = 41; return\nn[30] = 1\n" + FINISH, 41: FINISH}  # fmt: skip
    assert made(blocks, infallible=[40, 41]) == {
        "probe_1": "if probe_40(s, [0, f[1], 3] + PAD_visit) == 2:\n    return probe_2(s, f)\nreturn 1",
        "probe_2": "if n[30] < 1:\n    return 0\nreturn 2",
        "probe_40": "if f[2] > 2:\n    return probe_41(s, f)\nif n[30] != 1:\n    return 0\nreturn 2",
        "probe_41": "return 2",
    }


def test_what_is_asked_within_a_call():
    inner = "if DURING(s, DUR_visit, f[1]): return FAIL\n" + FINISH
    found = made({1: call("f[1]", "3"), 2: FINISH, 40: inner})
    assert found["probe_1"].startswith("r = PROBE_WITHIN(s, [0, f[1], 3] + PAD_visit, 'visit', probe_40)")


def test_ability_of_a_card():
    start = "f[4] = list(EACH_start.get(f[2], ()))\nf[5] = f[4][0]\nf[0] = 2\nSTART_EACH(s, f[1], f[5])\nreturn"
    blocks = {1: start, 2: "if n[30] < 1: return FAIL\n" + FINISH,
              50: "if n[20] < 1: return FAIL\nn[30] = 4\n" + FINISH, 60: "n[20] += 1\n" + FINISH}  # fmt: skip
    found = made(blocks)
    table = next(name for name in found if name.startswith("probe_each_"))
    assert found[table] == "{50: (probe_50, PAD_a, 'a', False), 60: (probe_60, PAD_b, 'b', False)}"
    assert found["probe_1"].splitlines()[2:] == [
        f"(probe, pad, procedure, moves) = {table}[f[5][1]]",
        "r = probe(s, [0, f[1], f[5][0], *pad])",
        "if r != 2:",
        "    return r",
        "return 1",
    ]


# ------------------------------------------------------------ payments


def pay(least, most, then):
    """Statements that begin a payment."""
    return {1: f"f[0] = 2\ns.stack.append([PAY, f[1], 0, {least}, {most}, 0, -1, 7, 0])\nreturn", 2: then}


def test_payment():
    found = made(pay("2", "4", "if n[20] < 1: return FAIL\n" + FINISH))
    assert found["probe_1"] == (
        "r = PROBE_PAY(s, [PAY, f[1], 0, 2, 4, 0, -1, 7, 0])\nif r != 2:\n    return r\n"
        "s = AFTER_PAYING(s)\nn = s.n\nreturn probe_2(s, f)"
    )


def test_what_is_paid_may_be_more():
    found = made(pay("2", "4", "f[3] = s.result\nif f[3] < 3: return FAIL\n" + FINISH))
    assert found["probe_2"] == "f[3] = PAID_AMOUNT(s)\nif f[3] < 3:\n    return 1\nreturn 2"


def test_exact_payment_is_probed_in_every_way():
    found = made(pay("2", "2", "if s.where[3] == 4: return FAIL\n" + FINISH))
    assert found["probe_1"] == "return PROBE_PAID(s, [PAY, f[1], 0, 2, 2, 0, -1, 7, 0], f, probe_2)"
    assert found["probe_2"] == "if s.where[3] == 4:\n    return 0\nreturn 2"


def test_failure_after_one_of_several_ways_to_pay_is_none():
    found = made(pay("2", "4", "if s.where[3] == 4: return FAIL\n" + FINISH))
    assert found["probe_2"] == "if s.where[3] == 4:\n    return 1\nreturn 2"


def test_short_tests_that_would_fail_are_read_through():
    block = "n[20] = f[2] + f[3]\nif not st_buy(s, f[1]): return FAIL\ns.stack.pop()"
    probe = one(block, ("st_buy", "you", "return n[20] >= 1"))
    assert probe == "c1 = f[2] + f[3]\nif not c1 >= 1:\n    return 0\nreturn 2"
    assert not one(block, ("st_buy", "you", "return any(n[20] > x for x in K_tree)"))  # not short: nothing is told
