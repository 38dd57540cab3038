"""Jumps are threaded, blocks fused, and what nothing reaches goes."""

from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.passes import control_flow
from rulewright.compiler.passes.control_flow import fuse


def fused(blocks, asking=(), entries=(1,)):
    return fuse({label: stmts(block) for label, block in blocks.items()}, set(asking), entries)


def jump(label):
    return f"f[0] = {label}\nreturn"


def same(found, expected):
    assert found == {label: stmts(block) for label, block in expected.items()}


def test_a_block_takes_in_what_it_jumps_to():
    same(fused({1: f"f[2] = 1\n{jump(2)}", 2: f"f[3] = 2\n{jump(3)}", 3: "s.stack.pop()"}),
         {1: "f[2] = 1\nf[3] = 2\ns.stack.pop()"})  # fmt: skip


def test_jumps_within_tests_stay_and_keep_their_blocks():
    blocks = {1: f"if f[2]:\n    f[0] = 3\n    return\n{jump(2)}", 2: "f[4] = 1", 3: "f[4] = 2", 4: "f[4] = 3"}
    same(fused(blocks), {1: "if f[2]:\n    f[0] = 3\n    return\nf[4] = 1", 3: "f[4] = 2"})


def test_jumps_are_threaded_through_blocks_that_only_jump():
    go = "f[0] = 2\ns.stack.append([E_a, f[1]] + PAD_a)\nreturn"
    ask = "f[0] = 2\nreturn [1]"
    blocks = {1: f"if f[2]:\n    f[0] = 2\n    return\n{go}", 2: jump(3), 3: jump(4), 4: ask, 5: "f[3] = 1"}
    same(fused(blocks, asking=[4], entries=[1]),
         {1: f"if f[2]:\n    f[0] = 4\n    return\n{go.replace('= 2', '= 4')}", 4: "f[0] = 4\nreturn [1]"})  # fmt: skip


def test_a_block_that_asks_is_no_mere_jump_and_is_known_by_its_label():
    blocks = {1: f"f[2] = 1\n{jump(2)}", 2: "if not f[2]: return [1]\nreturn [2]", 3: jump(2)}
    same(fused(blocks, asking=[2, 3], entries=[1, 3]),
         {1: "f[2] = 1\nf[0] = 2\nif not f[2]: return [1]\nreturn [2]", 2: blocks[2],
          3: f"f[0] = 2\n{blocks[2]}"})  # fmt: skip


def test_loops_end():
    same(fused({1: f"f[2] = 1\n{jump(2)}", 2: f"f[3] = 1\n{jump(1)}"}),
         {1: f"f[2] = 1\nf[3] = 1\n{jump(1)}"})  # fmt: skip
    same(fused({1: jump(2), 2: jump(1)}), {1: jump(1)})


def test_what_is_settled_drags_nothing_along():
    for blocks in (
        {1: f"s.attempts.pop()\n{jump(2)}", 2: "f[2] = 1"},
        {1: f"if f[3]: s.attempts.pop()\n{jump(2)}", 2: "f[2] = 1"},
        {1: f"f[2] = 1\n{jump(2)}", 2: "if STATE_CHECK(s, f[1]): return"},
    ):
        same(fused(blocks), blocks)


def test_what_a_probe_runs_is_reached():
    same(fused({1: "if not CAN(s, 3): return", 2: "f[2] = 1", 3: "f[3] = 1"}),
         {1: "if not CAN(s, 3): return", 3: "f[3] = 1"})  # fmt: skip


def test_blocks_do_not_grow_without_end(monkeypatch):
    blocks = {label: f"f[2] = {label}\nf[3] = {label}\n{jump(label + 1)}" for label in range(1, 9)} | {9: "f[2] = 0"}
    assert fused(blocks).keys() == {1}
    monkeypatch.setattr(control_flow, "LONGEST", 6)
    assert all(len(block) <= 6 for block in fused(blocks).values())
    assert len(fused(blocks)) > 1
