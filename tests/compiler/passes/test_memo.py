"""What is memoised, and what empties memos and updates aggregates."""

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Forget, Function
from rulewright.compiler.passes.effects.effects import Effects
from rulewright.compiler.passes.effects.locations import Numbers
from rulewright.compiler.passes.effects.runtime_effects import UnknownEffect
from rulewright.compiler.passes.effects.setting import Setting
from rulewright.compiler.passes.memos.memo import costly, memoised, memos
from rulewright.compiler.passes.memos.upkeep import Upkeep

CONSTANTS = {
    "I_tree": ((0, 1, 2), (0, 3, 4)), "I_hut": ((0, 5, 6), (0, 7, 8)), "HELD_wood": (30, 32), "Z_hand": (0, 1),
    "Z_deck": (1, 2), "T_place": (0, 0, 0),
}  # fmt: skip
NUMBERS = Numbers((20, 30, 32), ("tree", "hut"), CONSTANTS, {"G_0": frozenset({"I_tree"})})
UNSUMMED = Numbers((20, 30, 32), ("tree", "hut"), CONSTANTS, {})
READERS = {"I_tree": (0, 2), "#20": (1,), "cards": (3,)}


def function(name, params, body):
    return Function(name, tuple(params.split()), stmts(body))


def chosen(*functions):
    made = {each.name: each for each in functions}
    setting = Setting(NUMBERS, 20, [], {}, {}, {})
    return memos(made, Effects(made, {}, setting), lambda name: not name.startswith("why_"))


LOOP = "return sum(n[I_tree[p0][x]] for x in K_space)"


def test_costly_functions_that_only_read_are_memoised():
    found = chosen(
        function("num_trees", "s p0", LOOP),
        function("why_trees", "s p0", LOOP),  # not asked
        function("num_one", "s p0", "return n[I_tree[p0][1]]"),  # cheap
        function("num_during", "s p0", "return [x for x in K_space if DURING(s, DUR_go, x)]"),
        function("num_over", "s p0", "return [x for x in K_space if s.over is None]"),
        function("num_any", "s p0", "return [x for x in K_space if n[x]]"),
        function("num_fixed", "s p0", "return [x for x in K_space if x > p0]"),
        function("do_cut", "s you", "for x in K_space: n[I_tree[0][x]] = 0"),
        function("helper", "p0", LOOP),
        function("num_cards", "s", "return [c for c in s.zones[2] if num_trees(s, c)]"),
    )
    assert found.numbers == {"num_trees": 0, "num_cards": 1}
    assert found.readers == {"I_tree": (0, 1), "cards": (1,)}


def test_what_is_costly():
    assert not costly(stmts("x = n[3]\nreturn x + 1"))
    assert costly(stmts("for x in f[2]: y = x"))
    assert costly(stmts("while x: x -= 1"))
    assert costly(stmts("return [x for x in f[2]]"))
    assert not costly(stmts("x = 1\n" * 100))  # long, but soon done


@pytest.mark.parametrize("params, key", [("s", "()"), ("s p0", "p0"), ("s p0 p1", "(p0, p1)")])
def test_a_memoised_function_asks_its_memo_first(params, key):
    asks, tells = memoised(function("num_trees", params, "return n[3] + 1"), 7)
    args = ", ".join(params.split())
    assert source.function(asks) == [
        f"def num_trees({args}):", "    told = s.answers[7]", "    if told is None:", "        told = {}",
        "        s.answers[7] = told", f"    answer = told.get({key})", "    if answer is None:",
        f"        answer = new_num_trees({args})", f"        told[{key}] = answer", "    return answer",
    ]  # fmt: skip
    assert source.function(tells) == [f"def new_num_trees({args}):", "    return n[3] + 1"]


def kept_up(text, numbers=UNSUMMED, readers=READERS, fed=()):
    return "\n".join(line.strip() for line in source.lines(Upkeep(numbers, readers, fed).body(stmts(text))))


@pytest.mark.parametrize("text, numbers", [
    ("n[I_tree[f[1]][1]] += 1", (0, 2)),
    ("n[21 + f[1]] = 3", (1,)),
    ("n[21 + f[1]] //= 3", (1,)),
    ("n[21], n[I_tree[0][1]] = f[2]", (0, 1, 2)),
    ("n[f[2]] = 1", (0, 1, 2, 3)),
    ("n[IX[f[2]][0][1]] = 1", (0, 2)),
    ("s.move(3, 4)", (3,)),
    ("x = s.take_all(3, 4)", (3,)),
    ("s.shuffle(f[2])", (3,)),
    ("n[30 + f[1]] = 3", ()),
    ("n[I_hut[0][1]] = 3", ()),
    ("f[2] = n[20]", ()),
    ("PLAY(s, f[1], 3)", ()),  # the runtime does it
    ("MOVE_PIECES(s, 0, 0, 1, 2, 1, f[1])", ()),
])  # fmt: skip
def test_a_change_empties_the_memos_of_what_reads_it(text, numbers):
    body = stmts(text)
    assert Upkeep(UNSUMMED, READERS).body(body) == (*body, *([Forget(numbers)] if numbers else []))


def test_changes_within_tests_and_loops_are_followed_at_once():
    assert kept_up("if f[2]:\n    s.move(1, 2)\nelse:\n    n[20] = 1") == (
        "if f[2]:\ns.move(1, 2)\na = s.answers; a[3] = None\nelse:\nn[20] = 1\na = s.answers; a[1] = None"
    )
    assert kept_up("for x in f[2]: n[I_tree[0][x]] = 0") == (
        "for x in f[2]:\nn[I_tree[0][x]] = 0\na = s.answers; a[0] = a[2] = None"
    )
    assert kept_up("while f[2]: s.move(1, 2)") == "while f[2]:\ns.move(1, 2)\na = s.answers; a[3] = None"


@pytest.mark.parametrize("text", [
    "if s.move(1, 2): f[2] = 1", "for x in s.take_all(1, 2): f[2] = 1", "return s.move(1, 2)",
    "while s.move(1, 2): f[2] = 1",
])  # fmt: skip
def test_a_change_that_nothing_can_follow_is_refused(text):
    with pytest.raises(UnknownEffect):
        kept_up(text)


@pytest.mark.parametrize("text, tally", [
    ("n[I_tree[f[1]][1]] += 1", "TALLY(s, I_tree[f[1]][1], 1)"),
    ("n[I_tree[f[1]][1]] -= 1", "TALLY(s, I_tree[f[1]][1], -1)"),
    ("n[I_tree[f[1]][1]] -= k", "TALLY(s, I_tree[f[1]][1], -k)"),
    ("n[I_tree[f[1]][1]] += f[2] + 1", "TALLY(s, I_tree[f[1]][1])"),
    ("n[I_tree[f[1]][1]] = 2", "TALLY(s, I_tree[f[1]][1])"),
    ("n[I_tree[f[1]][1]] *= 2", "TALLY(s, I_tree[f[1]][1])"),
    ("n[I_tree[f[1]][Z_hand[f[1]]]] = 2", "TALLY(s, I_tree[f[1]][Z_hand[f[1]]])"),
    ("n[I_tree[f[1]][x]] = 2", "TALLY(s, I_tree[f[1]][x])"),
    ("n[IX[f[2]][0][2]] = 2", "TALLY(s, IX[f[2]][0][2])"),
    ("n[f[2]] = 2", "TALLY(s, f[2])"),
    ("n[I_tree[f[1]][2]] = 2", None),  # not fed
    ("n[I_tree[f[1]][T_place[x]]] = 2", None),
    ("n[I_hut[f[1]][1]] = 2", None),  # not summed
    ("n[20] = 2", None),
])  # fmt: skip
def test_a_number_that_aggregates_add_up_is_added_up_anew(text, tally):
    assert kept_up(text, NUMBERS, {}, {1, 3, 5}) == text + (f"\n{tally}" if tally else "")


def test_without_readers_and_aggregates_nothing_is_added():
    body = stmts("n[I_tree[0][1]] += 1\ns.move(1, 2)\nif f[2]: n[f[3]] = 1")
    assert Upkeep(UNSUMMED).body(body) == body
