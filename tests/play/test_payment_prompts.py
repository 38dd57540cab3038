"""Who is asked to pay is told how much that is now, and not by which number of the game."""

from __future__ import annotations

from loaded import rules

from rulewright.runtime.game import Game


def _asked_to_pay(game: Game) -> list[str]:
    """The prompts of payments on the way of the first options, and of each payment in the other languages."""
    told = []
    for _ in range(400):
        if game.decision is None:
            break
        if game.decision.prompt().startswith("Pay"):
            told.append(game.decision.prompt())
            assert game.decision.prompt("hu") != told[-1]
        options = game.decision.options
        game.choose(options[len(game.journal) * 7 % len(options)].id)
    return told


def test_a_price_is_told_as_the_number_that_it_is_now() -> None:
    told = [prompt for seed in range(4) for prompt in _asked_to_pay(rules("mythotopia").new_game(2, seed=seed))]
    assert {"Pay 1 stone", "Pay 2 stone"} & set(told), told
    assert not [prompt for prompt in told if " as " in prompt]
