"""Games played by numbers: what the numbers mean, and that the quick way does no more than it must."""

import random

import pytest

from rulewright.runtime.game import NoSuchOption, Option
from rulewright.runtime.labels.option_ids import OptionIds
from rulewright.runtime.rules import load

GAMES = ["tic_tac_toe", "mythotopia", "monumental"]


@pytest.mark.parametrize("name", GAMES)
def test_both_ways_lead_to_the_same_positions(name: str) -> None:
    rules, luck = load(name), random.Random(4)
    one, other = (rules.new_game(min(rules.players), 4, log=log) for log in (True, False))
    for _ in range(60):
        assert one.seat == other.seat
        decision = one.decision
        if decision is None:
            break
        ids = [option.id for option in decision.options]
        assert [other.option_id(number) for number in other.legal] == ids
        assert [other.number(option_id) for option_id in ids] == list(other.legal)
        number = luck.randrange(len(ids))
        one.choose(ids[number])
        other.step(number)
        assert one.hash() == other.hash()
    assert one.journal and one.log_lines() and not other.journal and not other.log_lines()


def test_options_are_a_sequence_of_what_may_be_chosen() -> None:
    options = load("tic_tac_toe").new_game(2).decision.options  # type: ignore[union-attr]
    assert [option.id for option in options[:2]] == [options[0].id, options[1].id]
    assert options[-1].id == list(options)[-1].id and len(options) == 9


def test_what_is_not_offered_has_no_number() -> None:
    game = load("tic_tac_toe").new_game(2)
    game.choose("b2")
    with pytest.raises(NoSuchOption):
        game.number("b2")
    for number in (-1, len(game.legal)):
        with pytest.raises(IndexError):
            game.step(number)


def test_playing_by_numbers_makes_no_options_and_no_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*args: object) -> None:
        raise AssertionError("nobody looked at it")

    rules = load("mythotopia")
    monkeypatch.setattr(Option, "__init__", made)
    monkeypatch.setattr(OptionIds, "option", made)
    game = rules.new_game(2, 1)
    for _ in range(50):
        assert game.decision is not None and len(game.decision.options) == len(game.legal)
        game.step(0)


def test_choosing_by_id_makes_no_option_but_the_one_that_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    plain = OptionIds._option_id
    monkeypatch.setattr(OptionIds, "_option_id", lambda *told: made.append(plain(*told)) or made[-1])  # type: ignore[func-returns-value]
    game = load("tic_tac_toe").new_game(2, 1)
    assert game.decision is not None
    game.choose(game.decision.options[3].id)
    assert len(made) == 1
