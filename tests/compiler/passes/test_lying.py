"""Which cards a function asks for, and what a card that moves empties."""

from __future__ import annotations

import pytest

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Forget, Function
from rulewright.compiler.passes.effects.locations import Numbers
from rulewright.compiler.passes.memos.lying import Lying
from rulewright.compiler.passes.memos.memo import Memos
from rulewright.compiler.passes.memos.upkeep import Upkeep

CONSTANTS = {"K_ship": (4, 5), "K_pair": ((1, 2),), "IS_ship": (False, False, False, False, True, True)}


def asked(body: str, **others: str) -> frozenset[int] | None:
    functions = {name: Function(name, ("s", "p0"), stmts(text)) for name, text in {"num_asked": body, **others}.items()}
    return Lying(functions, CONSTANTS).of("num_asked")


@pytest.mark.parametrize(
    ("body", "cards"),
    [
        ("return 3 if s.where[2] == p0 else 0", {2}),
        ("return p0 in s.where[2:5]", {2, 3, 4}),
        ("return any(s.where[x] == p0 for x in K_ship)", {4, 5}),
        ("for x in K_ship: v = s.where[x]", {4, 5}),
        ("return [x for x in s.zones[p0] if IS_ship[x] and x > 1]", {4, 5}),
        ("return [x for x in s.zones[p0] + s.zones[2] if IS_ship[x] and s.where[x] == 3]", {4, 5}),
        ("return n[20] in (2, 3) and s.where[n[20]] == p0", {2, 3}),
        ("if n[20] == 3:\n    return s.where[n[20]]", {3}),
        ("return num_other(s, p0)", {1}),
        ("return n[20]", set()),
    ],
)
def test_cards_are_told_apart(body: str, cards: set[int]) -> None:
    assert asked(body, num_other="return s.where[1]") == frozenset(cards)


@pytest.mark.parametrize(
    "body",
    [
        "return s.where[p0]",
        "return s.where.count(p0)",
        "return len(s.zones[p0])",
        "return [x for x in s.zones[p0] if N_worth[x] > 2]",
        "return [x for x in s.zones[p0] if IS_ship[x] or x > 1]",
        "return sum(s.where[x] for x in K_pair)",
        "for x in K_ship: x = p0; v = s.where[x]",
        "return n[20] in (2, 3) or s.where[n[20]] == p0",
        "return [y for x in K_ship for y in s.zones[x]]",
        "return PLAYABLE(s, p0)",
        "return num_asked(s, p0)",
        "return list(GROUPS(p0, num_other))",
    ],
)
def test_where_it_is_not_understood_any_card_may_matter(body: str) -> None:
    assert asked(body, num_other="return s.zones[1]") is None


def test_a_card_that_moves_empties_what_rests_on_it() -> None:
    memos = Memos({"one": 0, "ships": 1, "zone": 2}, {"cards": (0, 1, 2)})
    functions = {
        "one": Function("one", ("s",), stmts("return s.where[2] == 1")),
        "ships": Function("ships", ("s", "p0"), stmts("return any(s.where[x] == p0 for x in K_ship)")),
        "zone": Function("zone", ("s",), stmts("return len(s.zones[1])")),
    }
    memos.tell_apart(Lying(functions, CONSTANTS))
    assert (memos.of_any, memos.of_card) == ([2], {2: (0,), 4: (1,), 5: (1,)})
    upkeep = Upkeep(Numbers((20,), (), CONSTANTS, {}), memos.readers, (), memos.of_any, memos.of_card)
    body = upkeep.body(stmts("s.move(f[2], 1)\ns.move(4, 1)\ns.move(s.zones[1][-1], 2)"))
    first, *others = [stmt for stmt in body if isinstance(stmt, Forget)]
    assert others == [Forget((1, 2)), Forget((0, 1, 2))]
    assert source.lines((first,)) == ["    a = s.answers; a[2] = None", "    for memo in READERS[f[2]]: a[memo] = None"]
    assert first.whole() == Forget((0, 1, 2))
