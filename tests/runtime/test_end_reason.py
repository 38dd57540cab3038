"""Why a game is over is said in the reader's language."""

import loaded
import pytest


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_the_act_that_ended_it_is_named_in_a_language(lang: str) -> None:
    game = loaded.rules("mythotopia").new_game(2, seed=1)
    act = next(p for p in game.program.ruleset.procedures.values() if p.title == "End the game")
    assert game.labels.reason(act.title) == act.title
    assert game.labels.reason(act.title, lang) not in ("", act.title)
