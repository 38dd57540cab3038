"""What a number is made of; a scenario of Civilization proves that a sum tells the parts of its numbers too."""

import loaded
import pytest

import rulewright as rw


def test_there_is_no_number_of_nobody() -> None:
    game = loaded.rules("civ_new_dawn").new_game(players=2, seed=1)
    with pytest.raises(rw.RulewrightError) as found:
        game.why("attack_total")
    assert [problem.code for problem in found.value.problems] == ["RW0743"]
    assert "attack total" in str(found.value)
