"""Short sequences of statements become shorter ones that do the same."""

from __future__ import annotations

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Body, Function
from rulewright.compiler.passes.peephole import compact, simplify

SHIFT = Function("do_shift", ("s", "a", "b"), stmts("if n[a] < 1: return FAIL\nn[a] -= 1\nn[b] += 1"))
SURE = Function("do_sure", ("s",), stmts("n[1] = 2"))
ASKS = Function("do_asks", ("s",), stmts("if do_sure(s) is FAIL: return FAIL"))
PRICE = Function("num_price", ("s", "p0"), stmts("v = 3 - n[9 + p0]\nreturn v"))
FALLING = Function("num_falling", ("s", "p0"), stmts("v = 3 + n[7 + p0]\nreturn v"))
MAY = Function("do_may", ("s",), stmts("if do_shift(s, 1, 2) is FAIL: return FAIL"))


def simplified(text: str) -> Body:
    functions = {of.name: of for of in (SHIFT, SURE, ASKS, MAY, PRICE, FALLING)}
    return simplify(functions, {1: stmts(text)})[1][1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if n[3] > 0:\n    if n[3] < 1: return FAIL\n    n[3] -= 1", "if n[3] > 0: n[3] -= 1"),
        ("if x and n[3] > 0:\n    if n[3] < 1: return FAIL\n    n[3] -= 1", "if x and n[3] > 0: n[3] -= 1"),
        ("if do_sure(s) is FAIL: return FAIL", "do_sure(s)"),
        ("if do_asks(s) is FAIL: return FAIL", "do_asks(s)"),
        (
            "for x in range(f[2]):\n    if do_shift(s, 7, f[3]) is FAIL: return FAIL",
            "k = max(0, f[2])\nif n[7] < k: return FAIL\nn[7] -= k\nn[f[3]] += k",
        ),
        (
            "for x in range(f[2]):\n    if n[7 + f[1]] < num_price(s, f[1]): return FAIL\n"
            "    n[7 + f[1]] -= num_price(s, f[1])",
            "k = max(0, f[2]) * num_price(s, f[1])\nif f[2] > 0 and n[7 + f[1]] < k: return FAIL\nn[7 + f[1]] -= k",
        ),
    ],
)
def test_rule(before: str, after: str) -> None:
    assert source.lines(simplified(before)) == source.lines(stmts(after))


@pytest.mark.parametrize(
    "text",
    [
        "if n[3] > 0:\n    if n[4] < 1: return FAIL",  # another number
        "if n[3] > 0 or x:\n    if n[3] < 1: return FAIL",  # it may not be so
        "if n[3] > 0:\n    n[3] -= 1\n    if n[3] < 1: return FAIL",  # it has changed since
        "if do_may(s) is FAIL: return FAIL",  # it can fail
        "for x in range(f[2]):\n    if do_may(s) is FAIL: return FAIL",  # this moves no single piece
        "for x in range(f[2]):\n    if do_shift(s, 7, 7) is FAIL: return FAIL",  # to where it comes from
    ],
)
def test_left_alone(text: str) -> None:
    assert simplified(text) == stmts(text)


def test_one_by_one_and_in_bulk_end_alike() -> None:
    """Moving pieces one by one fails where there are too few, but only then; so does moving them together."""
    before = Function(
        "before", ("s", "times"), stmts("for x in range(times):\n    if do_shift(s, 0, 1) is FAIL: return FAIL")
    )
    functions = {"do_shift": SHIFT, "before": before}
    after = simplify(functions, {})[0]["before"]
    names: dict[str, object] = {"FAIL": "fail"}
    for of in (SHIFT, before, Function("after", after.params, after.body)):
        exec("\n".join([source.function(of)[0], "    n = s", *source.function(of)[1:]]), names)
    for have in range(4):
        for times in range(-1, 5):
            one_by_one, together = [have, 0], [have, 0]
            told = names["before"](one_by_one, times)  # type: ignore[operator]
            assert names["after"](together, times) == told  # type: ignore[operator]
            assert told == "fail" or together == one_by_one


CARDS = {"K_knight": (3, 4, 5), "K_apart": (3, 5, 7)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return s.where[3] == p or s.where[4] == p or s.where[5] == p", "return p in s.where[3:6]"),
        (
            "return s.where[3] == p or s.where[4] == p or s.where[5] == p or s.where[6] == q or x",
            "return p in s.where[3:6] or s.where[6] == q or x",
        ),
        ("return sum(1 for x in K_knight if s.where[x] == p) > 1", "return s.where[3:6].count(p) > 1"),
    ],
)
def test_compact(before: str, after: str) -> None:
    assert source.lines(compact(stmts(before), CARDS)) == source.lines(stmts(after))


def test_statements_for_one_value_each() -> None:
    before = stmts("v = 1\nif x and 3 == n[7 + p]: v = 2\nif 5 == n[7 + p]: v = 3\nif 4 == n[7 + p] and y: v += 1")
    first, test, *others = source.lines(compact(before, CARDS))
    assert test.strip() == "if n[7 + p] in {3, 5, 4}:"
    assert [first, *(line.removeprefix("    ") for line in others)] == source.lines(before)


@pytest.mark.parametrize(
    "text",
    [
        "return s.where[3] == p or s.where[4] == p",  # too few
        "return s.where[3] == p or s.where[4] == q or s.where[5] == p",
        "return s.where[3] == p or s.where[5] == p or s.where[7] == p",
        "return s.where[3] == p and s.where[4] == p and s.where[5] == p",
        "return sum(1 for x in K_apart if s.where[x] == p) > 1",
        "return sum(1 for x in K_knight if s.where[x] == x) > 1",  # another place for each
        "if 3 == n[7 + p]: v = 2\nif 4 == n[7 + p]: n[9] = 3\nif 5 == n[7 + p]: v = 3",  # a number changes
        "if 3 == n[7 + p]: v = 2\nif 4 == n[8 + p]: v = 3\nif 5 == n[7 + p]: v = 3",
    ],
)
def test_not_compact(text: str) -> None:
    assert compact(stmts(text), CARDS) == stmts(text)


def test_statements_that_say_the_same_of_their_values_are_one() -> None:
    """Copies of a card say the same, each of itself; what another copy says in between is of no matter."""
    texts = "if s.where[{0}] == p and {0} == n[7 + p]: v = 0", "if {0} == n[7 + p] and x: v += {0}"
    before = "\n".join(text.format(card) for card in (3, 5) for text in texts)
    assert [
        line.strip() for line in source.lines(compact(stmts(f"{before}\nif 6 == n[7 + p] and y: v = 1"), CARDS))
    ] == [
        "if n[7 + p] in {3, 5, 6}:",
        "if n[7 + p] in {3, 5} and s.where[n[7 + p]] == p:",
        "v = 0",
        "if n[7 + p] in {3, 5} and x:",
        "v += n[7 + p]",
        "if 6 == n[7 + p] and y:",
        "v = 1",
    ]


def test_what_is_said_of_a_value_stays_in_its_order() -> None:
    before = (
        "if 3 == n[7 + p]: v = 0\nif 5 == n[7 + p] and x: v += 1\nif 5 == n[7 + p]: v = 0\n"
        "if 3 == n[7 + p] and x: v += 1"
    )
    assert [line.strip() for line in source.lines(compact(stmts(before), CARDS))] == [
        "if n[7 + p] in {3, 5}:",
        "if 3 == n[7 + p]:",
        "v = 0",
        "if x:",
        "v += 1",
        "if 5 == n[7 + p]:",
        "v = 0",
    ]


@pytest.mark.parametrize("price", ["num_falling(s, f[1])", "n[9 + f[2]]", "x", "f[1] if s.where[2] else 1", "num_x(s)"])
def test_what_costs_another_price_each_time_is_paid_one_by_one(price: str) -> None:
    text = f"for x in range(f[2]):\n    if n[7 + f[1]] < {price}: return FAIL\n    n[7 + f[1]] -= {price}"
    assert source.lines(simplified(text)) == source.lines(stmts(text))


LOOP = "if not f[6] < f[3]:\n    f[0] = 8\n    return\n{}f[6] = f[6] + 1\nf[0] = 7\nreturn"


def looped(added: str) -> list[str]:
    functions = {of.name: of for of in (PRICE, Function("num_asks", ("s",), stmts("return SLOT(s, DUR_go, 0, 6)")))}
    return source.lines(simplify(functions, {7: stmts(LOOP.format(added))})[1][7])


def test_a_loop_that_only_adds_adds_all_at_once() -> None:
    assert looped("f[5] = f[5] + num_price(s, f[1])\n") == [
        "    k = max(0, f[3] - f[6])",
        "    f[5] = f[5] + k * num_price(s, f[1])",
        "    f[6] = f[6] + k",
        "    f[0] = 8",
        "    return",
    ]


@pytest.mark.parametrize(
    "added",
    ["f[5] = f[5] + f[6]\n", "f[5] = f[5] + f[5]\n", "f[3] = f[3] + 1\n", "f[5] = f[5] + num_asks(s)\n", "n[1] = 2\n"],
)
def test_a_loop_that_does_more_goes_round(added: str) -> None:
    assert looped(added) == source.lines(stmts(LOOP.format(added)))
