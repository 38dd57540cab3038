"""The services of the compiler stand alone: each is made with nothing but those that it names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import loaded
import pytest

from rulewright.compiler.ir.expressions import Lit, Name
from rulewright.compiler.ir.source import lines
from rulewright.compiler.ir.statements import Return
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.scope import MeaningError, refuse
from rulewright.compiler.services.limits import Limits
from rulewright.compiler.services.module import Module
from rulewright.compiler.services.report import Report, Suspends
from rulewright.compiler.source import Source


@pytest.fixture
def report() -> Report:
    return Report(loaded.rules("tic_tac_toe").ruleset)


def test_a_constant_keeps_its_name_and_another_of_that_name_gets_its_own(report: Report) -> None:
    module = Module(report)
    assert [module.constant(value, "K") for value in ((1,), (2,), (1,), (2,), (3,))] == ["K", "K_2", "K", "K_2", "K_3"]
    assert module.namespace == {"K": (1,), "K_2": (2,), "K_3": (3,)}


def test_a_function_is_written_once(report: Report) -> None:
    module, asked = Module(report), []

    def write() -> Name:
        asked.append("written")
        return Name("s")

    assert module.function("num_a", ("s",), write) == module.function("num_a", ("s",), write) == "num_a"
    assert asked == ["written"] and module.functions["num_a"].body == (Return(Name("s")),)


def test_what_is_worked_out_from_itself_is_a_problem_and_not_an_endless_loop(report: Report) -> None:
    module = Module(report)

    def write() -> Lit:
        module.function("num_b", ("s",), write)
        return Lit(1)

    module.function("num_b", ("s",), write)
    assert [problem.code for problem in report.problems] == ["RW0608"]


def test_a_report_keeps_problems_and_goes_on(report: Report) -> None:
    report.at = ()
    with report.recorded():
        raise refuse(None, "this cannot be tested", code="RW0606")
    with report.recorded():
        raise refuse(None, "this cannot be tested", code="RW0606")
    with report.recorded():
        raise KeyError("mistake")
    assert [problem.code for problem in report.problems] == ["RW0606", "RW0719"]
    with pytest.raises(Suspends), report.recorded():
        raise Suspends
    assert len(report.problems) == 2


def limits(turn_verb: str = "turn") -> Limits:
    """Limits of three players; positions are given out from 1."""
    given = [1]

    def reserve(count: int) -> int:
        given.append(given[-1] + count)
        return given[-2]

    layout: Any = SimpleNamespace(players=3, reserve=reserve)
    source: Any = SimpleNamespace(turn_verb=turn_verb, round_verb="play_round")
    return Limits(cast(Source, source), cast(Layout, layout))


def test_limits_are_rows_of_flags_that_turns_and_rounds_set_back() -> None:
    flags = limits()
    assert flags.next_flags == {"double": 1, "convert": 4}
    assert flags.flag("free", ()) == 0
    once, twice, of_round = (
        flags.flag(name, (time,))
        for name, time in (("a", "once_per_turn"), ("b", "twice_per_turn"), ("c", "once_per_round"))
    )
    assert (once, twice, of_round) == (7, 10, 16) and flags.flag("a", ("once_per_turn",)) == once
    assert flags.turn_flags == [once, twice, twice + 3] and flags.round_flags == [of_round] and flags.twice == {twice}
    assert lines((*flags.used(once, "you"), *flags.used(twice, "you")), 0) == ["n[7 + you] = 1", "USE(s, 10, you)"]


def test_a_limit_per_turn_needs_a_turn() -> None:
    with pytest.raises(MeaningError) as error:
        limits(turn_verb="").flag("a", ("once_per_turn",))
    assert [problem.code for problem in error.value.problems] == ["RW0604"]
