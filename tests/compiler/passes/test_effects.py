"""What expressions read, what statements change, and what blocks lead to."""

import pytest

from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.effects.effects import Effects
from rulewright.compiler.passes.effects.locations import ANYTHING, Numbers
from rulewright.compiler.passes.effects.runtime_effects import UnknownEffect
from rulewright.compiler.passes.effects.setting import Offered, Setting

CONSTANTS = {
    "I_tree": ((1, 2), (3, 4)), "I_hut": ((5, 6), (7, 8)), "HELD_wood": (30, 32), "Z_hand": (4, 5), "Z_deck": (6, 7),
    "EACH_start": {9: [(50, "PAD_a")]}, "SHIPS": {}, "SEEN": {},
}  # fmt: skip
OWNER = ["go"] * 40 + ["other"] * 40


def effects(functions=(), blocks=None, **setting):
    """The effects of functions, each (name, parameters, statements), and blocks."""
    made = {name: Function(name, ("s", *params.split()), stmts(body)) for name, params, body in functions}
    told = {label: stmts(block) for label, block in (blocks or {}).items()}
    numbers = Numbers((20, 30, 32, 40), ("tree", "hut"), CONSTANTS, {"G_0": frozenset({"I_tree", "I_hut"})})
    given = {
        "order": 40, "owner": OWNER, "then": {}, "entries": {}, "each": {"EACH_start": ((50, "PAD_a"),)},
        "pays_from": frozenset({4, 5}), **setting,
    }  # fmt: skip
    return Effects(made, told, Setting(numbers, **given))


def reads(text, *functions):
    found = effects(functions).reads(expr(text))
    return None if found is None else " ".join(sorted(found))


@pytest.mark.parametrize("text, found", [
    ("1 + x", ""),
    ("f[2]", ""),
    ("n[I_tree[f[1]][3]]", "I_tree"),
    ("n[IX[1][f[1]][3]]", "I_hut"),
    ("n[IX[k][f[1]][3]]", "I_hut I_tree"),
    ("n[22 + f[1]]", "#20"),
    ("n[22 + f[1] * 8 + T_space[x]]", "#20"),
    ("n[HELD_wood[k] + f[1]]", "#30 #32"),
    ("n[f[3]]", "*"),
    ("n[f[3] + 22]", "*"),
    ("n[0]", "*"),
    ("s.tallies[G_0[x]]", "I_hut I_tree"),
    ("s.where[3]", "cards paid"),
    ("s.zones[Z_hand[f[1]]]", "cards paid"),
    ("s.zones[Z_deck[f[1]]]", "cards"),
    ("s.zones[4]", "cards paid"),
    ("s.zones[6]", "cards"),
    ("s.zones[x]", "cards paid"),
    ("ORDER(s, list(SEATS))", "#40"),
    ("DURING(s, DUR_go, f[1])", "stack"),
    ("SLOT(s, DUR_go, f[1], 3)", "frames stack"),
    ("AFFORDABLE(s, f[1], NEEDS)", "*"),
    ("sum(n[I_tree[0][x]] for x in K_space if s.where[x] == 3)", "I_tree cards paid"),
    ("SEEN.get(x, -1)", ""),
])  # fmt: skip
def test_reads(text, found):
    assert reads(text) == found


@pytest.mark.parametrize("text", [
    "s.over", "s.random(6)", "MOVED(s, f[3])", "SUPPOSE(s, you, E_a, PAD_a, then_a)", "CAN(s, 4)",
])  # fmt: skip
def test_what_is_not_told(text):
    assert reads(text) is None
    assert reads(f"1 + len({text})") is None


def test_functions_are_read_with_all_that_they_call():
    trees = ("num_trees", "p0", "return n[I_tree[p0][1]]")
    more = ("num_more", "p0", "return num_trees(s, p0) + n[22]")
    assert reads("num_more(s, f[1])", trees, more) == "#20 I_tree"
    assert reads("GROUPS(s, f[3], num_trees, f[1])", trees) == "I_tree"  # passed on
    assert reads("num_more(s, f[1])", more, ("num_trees", "p0", "n[I_tree[p0][1]] = 0")) is None
    assert reads("num_trees(s, 1)", ("num_trees", "p0", "return num_trees(s, 2)")) is None  # calls itself


@pytest.mark.parametrize("text, found", [
    ("n[I_tree[f[1]][3]] += 1", "I_tree"),
    ("n[22 + f[1]] = x", "#20"),
    ("n[23] *= 2", "#20"),
    ("n[23], n[32] = x", "#20 #32"),
    ("n[f[2]] = 0", "*"),
    ("f[2] = n[22]\nx = 3", ""),
    ("s.move(f[2], 4)", "cards paid"),
    ("if x:\n  for c in f[2]: s.take_all(c, 4)", "cards paid"),
    ("DRAW(s, 3, 4, 1)", "cards paid"),
    ("MOVE_PIECES(s, 1, f[1], 2, 3, 1, f[1])", "I_hut"),
    ("MOVE_PIECES(s, *x)", "I_hut I_tree"),
    ("USE(s, 20, f[1])", "*"),
    ("BEGIN(s, f[1], f[2])", "*"),
    ("s.winner = 2\ns.log.append(3)", ""),
    ("do_plant(s, f[1])", "I_tree"),
    ("if do_plant(s, f[1]) is FAIL: return FAIL", "I_tree"),
])  # fmt: skip
def test_changed(text, found):
    plant = ("do_plant", "you", "if n[22] < 1: return FAIL\nn[I_tree[you][3]] += 1")
    assert " ".join(sorted(effects([plant]).changed(stmts(text)))) == found


@pytest.mark.parametrize("text", [
    "x = JUGGLE(s, 3)", "x = num_unknown(s)", "x.shrink()", "s.zones = 3", "s.zones[3] = x", "s.zones[3].append(x)",
    "Z_hand.append(3)", "s.where[3] = 4", "s.n = x", "s.tallies[3] = 0", "s.kick(4)",
])  # fmt: skip
def test_what_no_table_declares_is_refused(text):
    with pytest.raises(UnknownEffect):
        effects().changed(stmts(text))


def test_a_store_belongs_to_one_function():
    ships = ("all_near", "b", "SHIPS[b] = 3\nreturn SHIPS.get(b)")
    assert reads("all_near(s, 3)", ships) == ""
    with pytest.raises(UnknownEffect):
        reads("all_near(s, 3)", ships, ("num_ships", "b", "return SHIPS[b]"))


def test_a_payment_asks_and_changes_what_payments_do():
    way = ("way_0", "you", "return [c for c in s.zones[7] if n[32 + you]]")
    blocks = {1: "f[0] = 2\ns.stack.append([PAY, f[1], 0, 1, 1, 0, -1, 0, 0])\nreturn", 2: "s.stack.pop()"}
    found = effects([way], blocks, next_flags=(20,), ways=("way_0",))
    assert found.paying == {"paid", "#20"}
    assert found.ways == {"cards", "#32"}
    assert found.changes(1) == {"paid", "#20"}
    assert found.asks(1) == {"cards", "paid", "#20", "#32"}
    assert found.changes(2) == found.asks(2) == frozenset()


BLOCKS = {
    1: "if n[22]:\n    f[0] = 4\n    return\nf[0] = 2\nreturn",
    2: "n[I_tree[0][0]] += 1\nf[0] = 3\nreturn [1, 2]",
    3: "f[0] = 1\ns.stack.append([E_other, f[1], f[2]] + PAD_other)\nreturn",
    4: "s.stack.pop()",
    5: "f[0] = 4\nreturn [1]",
    6: "n[32] = 0\nf[0] = 4\nreturn",
    41: "s.move(3, 6)\ns.stack.pop()",
}


def test_blocks_with_all_that_they_lead_to():
    found = effects((), BLOCKS, entries={"other": 41}, then={2: 3, 5: 6})
    assert found.leads_to(1) == (2, 4)
    assert found.leads_to(3) == (1, 41)
    assert found.leads_to(5) == (4, 6)  # the choice goes on elsewhere
    assert found.changes(1) == found.changes(3) == {"I_tree", "cards", "paid"}
    assert found.asks(1) == {"#20", "I_tree"}
    assert found.changes(5) == {"#32"}
    assert found.changes(77) == ANYTHING  # a block of the runtime
    assert [label for label in BLOCKS if found.repeated(label)] == [1, 2, 3]


def test_what_cards_begin():
    blocks = {
        1: "f[3] = list([(c, *e) for c in f[2] for e in EACH_start.get(c, ())])\nf[0] = 2\nreturn",
        2: "f[4] = f[3][0]\nf[0] = 3\nSTART_EACH(s, f[1], f[4])\nreturn",
        3: "s.stack.pop()",
        50: "n[22] = 1\ns.stack.pop()",
    }
    found = effects((), blocks)
    assert found.started(2, 3) == ((50, "PAD_a"),)
    assert found.started(2, 2) == ()
    assert found.begun(2) == {50}
    assert found.begun(50) == frozenset()
    assert found.changes(1) == {"#20"}
    listed = ("list_0", "p0", "return [(c, *e) for c in p0 for e in EACH_start.get(c, ())]")
    assert effects([listed], {**blocks, 1: "f[3] = list(list_0(s, f[2]))"}).started(2, 3) == ((50, "PAD_a"),)


@pytest.mark.parametrize("text", [
    "f[0] = 2\ns.stack.append([E_other, f[1], EACH_start.get(9, ())] + PAD_other)\nreturn",
    "x = TRIGGERED(s, f[1], f[2], ())",
    "START_EACH(s, f[1], f[2])",
])  # fmt: skip
def test_what_nobody_can_tell_is_refused(text):
    found = effects((), {1: text, 2: "START_EACH(s, f[1], f[2])", 3: "f[3] = TRIGGERED(s, f[1], 0, ())"},
                    entries={"other": 41}, offers=[[]])  # fmt: skip
    with pytest.raises(UnknownEffect):
        found.changes(1)
        found.changes(2)


def test_abilities_in_no_slot_are_begun_all_the_same():
    found = effects((), {1: "for e in EACH_start.get(9, ()): x = e\nSTART_EACH(s, f[1], x)", 50: "n[22] = 1"})
    assert found.begun(1) == {50}
    assert found.started(1, 3) == ()


def test_what_is_set_off_is_changed_but_not_asked():
    blocks = {
        1: "f[3] = TRIGGERED(s, f[1], 0, ())\nf[0] = 2\nreturn PENDING(f[3])",
        2: "f[0] = 3\nTRIGGER(s, f[4], f[5], ())\nreturn",
        3: "s.stack.pop()",
        50: "if n[I_hut[0][0]]: n[I_tree[0][0]] = 0",
    }
    fits = ("fits_a", "you card", "return n[32 + you] > 0")
    found = effects([fits], blocks, offers=[[Offered(50, 20, "fits_a")]])
    assert found.changes(2) == {"#20", "I_tree"}
    assert found.asks(2) == frozenset()
    assert found.asks(1) == {"cards", "paid", "#20", "#32", "#40"}
    assert effects([fits], {2: blocks[2], 3: ""}).changes(2) == ANYTHING  # nobody knows what is set off
