"""What procedures cost at least: what a seat must have beforehand."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.compiler.compiled import Compiled, IfBegun
from rulewright.compiler.ir.expressions import Lit
from rulewright.compiler.procedures.costs import Costs

GOLD = {"gold": 2, "card": 1}
CELL = (12, 13)


@pytest.fixture
def costs() -> Costs:
    made = Costs(2)
    made.start(1)
    return made


def verb(dealt: bool) -> Compiled:
    made = Compiled("verb_buy")
    made.learn(False, Counter({**GOLD, IfBegun("wood"): 1, CELL: 3, IfBegun(CELL): 1}), set(), False, dealt)
    return made


def test_cards_that_came_before_may_pay(costs: Costs) -> None:
    costs.pays(costs.you, GOLD)
    costs.emit("PLAY(s, f[1], 4)")
    costs.pays(costs.you, GOLD)
    assert costs.needs == {"gold": 4, "card": 2}
    costs.emit("if n[3] > 1: DRAW(s, 5, 6, 2)")
    costs.start(2)
    costs.pays(costs.you, GOLD)
    costs.follows(verb(dealt=False), costs.you)
    assert costs.needs == {"gold": 4, "card": 2, CELL: 3, IfBegun(CELL): 1}


def test_what_a_verb_brings_may_pay(costs: Costs) -> None:
    costs.follows(verb(dealt=True), costs.you)
    costs.follows(verb(dealt=True), costs.you)
    assert costs.needs == {**GOLD, IfBegun("wood"): 1, CELL: 6, IfBegun(CELL): 2}


def test_what_another_seat_pays_is_no_cost(costs: Costs) -> None:
    costs.pays(Lit(1), GOLD)
    costs.follows(verb(dealt=False), Lit(1))
    assert not costs.needs


def test_what_may_be_left_undone_is_needed_where_it_is_begun(costs: Costs) -> None:
    costs.pays(costs.you, {"card": 1})
    costs.once_begun(lambda: costs.pays(costs.you, GOLD))
    assert costs.needs == {"card": 1, IfBegun("gold"): 2, IfBegun("card"): 1}
    begun = Compiled("act_buy", needs=costs.needs).begun
    assert begun == {"card": 2, "gold": 2}
