"""Mutants of a ruleset: what they say, and who notices."""

from pathlib import Path
from typing import Any

import pytest
from mutations import trial
from mutations.__main__ import change, main, place
from mutations.data import GONE, Mutations, parts
from mutations.touched import Code, changed
from mutations.trial import Court, Uncached

from rulewright.compiler.pipeline import compile_ruleset
from rulewright.compiler.program import Program
from rulewright.play.scenarios import run
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset

SALT_ROADS = Path(__file__).parents[1] / "games" / "salt_roads"


@pytest.fixture(scope="module")
def mutations() -> Mutations:
    return Mutations(load_ruleset(SALT_ROADS))


@pytest.fixture(scope="module")
def court(mutations: Mutations) -> Court:
    """A court keeps nothing of what it has judged."""
    return Court(mutations)


def said(mutations: Mutations, part: str) -> list[str]:
    return [mutant.new for mutant in mutations.of(part)]


def test_numbers_words_and_conditions_are_changed(mutations: Mutations) -> None:
    smith, storyteller = said(mutations, "smith"), said(mutations, "storyteller")
    assert {"Your hand limit is 3 higher.", "Your hand limit is 1 higher."} <= set(smith)
    assert "Your hand limit is 2 lower." in smith
    assert {"1", "3"} <= set(smith)  # its price, and how many there are
    assert "Dawn: draw a card." in storyteller
    assert "Dawn: if you have cards in your hand, draw a card." not in storyteller  # says a, not no


def test_sentences_limits_and_steps_are_left_out(mutations: Mutations) -> None:
    assert any(mutant.path[-1] == "limit" and mutant.value is GONE for mutant in mutations.of("harvest"))
    assert "Action, once per turn: travel to an oasis." in said(mutations, "guide")
    assert any("Action: travel to an oasis. You may" in text for text in said(mutations, "guide"))
    turn = [mutant for mutant in mutations.of("take_turn") if mutant.value is GONE]
    assert ("lexicon", "verbs", "take_turn", "do", 1) in [mutant.path for mutant in turn]


def test_every_mutant_can_be_read(mutations: Mutations) -> None:
    for part in ("smith", "guide", "trade", "hand_limit", "staked"):
        for mutant in mutations.of(part):
            problems: list[object] = []
            mutations.ruleset_of(mutant, problems)
            assert not problems


def test_a_court_tells_what_noticed(mutations: Mutations, court: Court) -> None:
    by = {mutant.new: court.judge(mutant) for mutant in mutations.of("smith")}
    assert by["Your hand limit is 1 higher."].told == "smith_raises_the_limit"
    assert by["Your hand limit is 3 higher."].by == ""  # no scenario has so many cards
    told = by["Your hand limit is 3 higher."].mutant
    assert place(mutations.ruleset, told).endswith("components/contacts.yaml:2")
    assert change(told) == "text: … hand limit is 2 higher. → … hand limit is 3 higher."


@pytest.mark.parametrize("part", ["guide", "trade", "hire", "hand_limit", "staked"])
def test_scenarios_that_are_not_tried_would_not_notice(
    mutations: Mutations, court: Court, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[Ruleset, Program]] = []

    def compiled(ruleset: Ruleset, *seats_and_options: Any) -> Program:
        made.append((ruleset, compile_ruleset(ruleset, *seats_and_options)))
        return made[-1][1]

    monkeypatch.setattr(trial, "compile_ruleset", compiled)
    for mutant in mutations.of(part):
        made.clear()
        outcome = court.judge(mutant)
        if outcome.by in ("", "same"):
            for group, (ruleset, program) in zip(court.groups, made, strict=True):
                rules = Uncached(ruleset, group.options, program)
                assert not [scenario.id for scenario in group.scenarios if run(scenario, rules)], mutant


def test_a_limit_that_is_changed_touches_only_what_asks_for_it(mutations: Mutations, court: Court) -> None:
    group = court.groups[0]
    mutant = next(mutant for mutant in mutations.of("smith") if mutant.new == "Your hand limit is 3 higher.")
    program = compile_ruleset(mutations.ruleset_of(mutant, []), group.seats, group.options)
    others = changed(group.code, Code(program))
    assert others is not None and {name for name in others if "hand_limit" not in name} == set()
    assert 0 < sum(bool(others & ran) for ran in group.ran) < len(group.ran)
    assert changed(group.code, group.code) == frozenset()


def test_what_nothing_notices_is_an_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["mutate", str(SALT_ROADS), "smith", "--jobs", "1"])
    assert main() == 1
    assert "nothing noticed: copies: 2 → 3" in capsys.readouterr().out


def test_components_are_drawn_by_lot(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["mutate", str(SALT_ROADS), "--components", "2", "--most", "1", "--jobs", "1"])
    main()
    drawn = [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:3]]
    assert len(set(drawn)) == 2
    assert all(parts(load_ruleset(SALT_ROADS))[name][0] == "components" for name in drawn)


def test_a_sentence_that_stands_twice_keeps_a_meaning_of_its_own_in_each_place() -> None:
    mutations = Mutations(load_ruleset("age_of_innovation"))
    ruleset = mutations.ruleset
    mutant = next(mutations.of(next(c.id for c in ruleset.components.values() if c.text)))
    options = {option.id: option.default for option in ruleset.options.values()}
    compile_ruleset(mutations.ruleset_of(mutant, []), 2, options)  # was refused: words of one place meant another's
