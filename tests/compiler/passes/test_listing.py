"""Lists of what fits become functions."""

from __future__ import annotations

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.listing import extract, stopping_early


def test_equal_lists_are_one_function() -> None:
    functions: dict[str, Function] = {}
    blocks = extract(
        {
            1: stmts("return [x1 for x1 in K_space if t(s, x1, f[2]) and x1 != v1]"),
            2: stmts("return [-1, *[x7 for x7 in K_space if t(s, x7, f[5]) and x7 != v2]]"),
            3: stmts("return [x1 for x1 in f[3] if t(s, x1, f[2])]"),
            4: stmts("return [x1 + 1 for x1 in K_space]"),
        },
        functions,
    )
    assert source.lines(blocks[1]) == ["    return list_0(s, f[2], v1)"]
    assert source.lines(blocks[2]) == ["    return [-1, *list_0(s, f[5], v2)]"]
    assert source.lines(blocks[3]) == ["    return [x1 for x1 in f[3] if t(s, x1, f[2])]"]
    assert source.lines(blocks[4]) == ["    return [x1 + 1 for x1 in K_space]"]
    assert [source.function(of) for of in functions.values()] == [
        ["def list_0(s, p0, p1):", "    return [x for x in K_space if t(s, x, p0) and x != p1]"]
    ]


def test_what_listed_things_say_is_listed_too() -> None:
    functions: dict[str, Function] = {}
    listed = "[(c, *e) for c in [x1 for x1 in K_card if t(s, x1, f[2])] for e in EACH_play.get(c, ())]"
    blocks = extract({1: stmts(f"f[3] = list({listed})")}, functions)
    assert source.lines(blocks[1]) == ["    f[3] = list(list_1(s, f[2]))"]
    assert source.function(functions["list_1"])[1] == (
        "    return [(c, *e) for c in list_0(s, p0) for e in EACH_play.get(c, ())]"
    )


def test_what_is_given_to_a_function_is_one_thing() -> None:
    functions: dict[str, Function] = {}
    blocks = extract(
        {
            1: stmts("return [x1 for x1 in K_space if x1 in ADJ[s.where[(f[2] or [-1])[0]]] and x1 != f[3][2]]"),
            2: stmts("return [x1 for x1 in K_space if x1 not in f[2]]"),
            3: stmts("return [x1 for x1 in K_space if t(s, x1, [c for c in f[2] if c > x1])]"),
            4: stmts("return [x1 for x1 in K_space if len(v1) > x1]"),
        },
        functions,
    )
    assert source.lines(blocks[1]) == ["    return list_0(s, (f[2] or [-1])[0], f[3][2])"]
    assert list(functions) == ["list_0"]
    assert all("list_" not in line for number in (2, 3, 4) for line in source.lines(blocks[number]))


def test_sums_over_many_things_are_functions_too() -> None:
    functions: dict[str, Function] = {}
    blocks = extract(
        {
            1: stmts("if sum([n[I_tree[f[1]][x1]] for x1 in list(those_space(s)) if x1 != f[2]]) >= 8: f[3] = 1"),
            2: stmts("f[4] = sum([n[I_tree[f[3]][x5]] for x5 in list(those_space(s)) if x5 != f[4]])"),
            3: stmts("f[4] = sum(1 for x5 in K_space for x6 in NEAR[x5] if t(s, x6, f[2]))"),
            4: stmts("f[4] = sum(1 for x5 in f[3] if t(s, x5, f[2]))"),
        },
        functions,
    )
    assert source.lines(blocks[1]) == ["    if told_0(s, f[1], f[2]) >= 8:", "        f[3] = 1"]
    assert source.lines(blocks[2]) == ["    f[4] = told_0(s, f[3], f[4])"]
    assert source.lines(blocks[3]) == ["    f[4] = told_1(s, f[2])"]
    assert source.lines(blocks[4]) == ["    f[4] = sum(1 for x5 in f[3] if t(s, x5, f[2]))"]
    assert [source.function(of)[1] for of in functions.values()] == [
        "    return sum([n[I_tree[p0][x]] for x in list(those_space(s)) if x != p1])",
        "    return sum(1 for x in K_space for x6 in NEAR[x] if t(s, x6, p0))",
    ]


def test_whether_there_are_any_stops_at_the_first() -> None:
    """Only what counts and does nothing else; how many there are is still counted."""
    count = Function("num_free", ("s", "x"), stmts("v = sum(1 for y in those_space(s) if t(s, x, y))\nreturn v"))
    more = Function("num_more", ("s", "x"), stmts("v = sum(1 for y in those_space(s) if t(s, x, y))\nv += 1\nreturn v"))
    text = "return num_free(s, f[1]) {0} {1} and num_more(s, f[1]) {0} {1}"
    for asked, told in {
        ("==", 0): "not {0}",
        (">", 0): "{0}",
        (">=", 1): "{0}",
        (">", 1): "num_free(s, f[1]) > 1",
    }.items():
        functions, blocks = stopping_early({"num_free": count, "num_more": more}, {1: stmts(text.format(*asked))})
        other = "num_more(s, f[1]) {} {}".format(*asked)
        some = told.format("some_num_free(s, f[1])")
        assert source.lines(blocks[1]) == [f"    return {some} and {other}"]
        assert ("some_num_free" in functions) == ("some" in some)


def test_whether_there_are_others_is_asked_of_those_that_are_listed() -> None:
    functions = {"t": Function("t", ("s", "p0", "p1"), stmts("return n[1] + n[2] + n[3] + n[4] > p0 + p1"))}
    blocks = extract(
        {
            1: stmts("if any(x1 != f[2] and t(s, f[1], x1) for x1 in K_space): v1 = 1"),
            2: stmts("if any(x1 != f[2] and t(s, f[2], x1) for x1 in K_space): v1 = 1"),  # rests on more
            3: stmts("if any(x1 != f[2] and n[x1] for x1 in K_space): v1 = 1"),  # costs too little
            4: stmts("if any(t(s, f[1], x1) for x1 in K_space): v1 = 1"),  # stops at the first
        },
        functions,
    )
    assert source.lines(blocks[1])[0] == "    if any(x1 != f[2] for x1 in list_0(s, f[1])):"
    assert source.function(functions["list_0"])[1] == "    return [x for x in K_space if t(s, p0, x)]"
    assert all("list_" not in line for number in (2, 3, 4) for line in source.lines(blocks[number]))
