"""What a text forbids is left undone where a rule says that it must be done: no text stops a game."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulewright.ruleset.loader import read_ruleset
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import HERE, _card, wrong

CHOICE = "{choose: a field, as: other_field}"
STEPS = [
    "Build in a field.",
    "Each player builds in a field.",
    f"{CHOICE}, Build in the other field.",
    f"{CHOICE}, {{if: you have at least 0 coins, then: [Build in the other field.]}}",
    f"{CHOICE}, Gain 1 coin., {{repeat: 1 times, do: [Build in the other field.]}}",
    "{one of: [{title: A, do: [Build in a field.]}, {title: B, do: [Draw a card.]}]}",
    "{repeat: 1 to 2 times, do: [Build in a field.]}",
    "Draw a card.",
    "Gain 2 coins.",
    "Gain 1 coin, then draw a card.",
    "{while: you have at least 1 card in your hand, do: [Discard a card from your hand.]}",
    "{if: you have at least 1 coin, then: [Bid.]}",
    "{if: you have at least 1 coin, then: [Exchange 1 coin for 1 silk.]}",
    "{if: there is a card in the shop, then: [{choose: a card in the shop}, Take the card into your hand.]}",
]
BANS = [
    "You cannot build in a dry field.",
    "Nobody may build in a field.",
    "Nobody may draw cards.",
    "You cannot draw cards.",
    "Other players cannot draw cards.",
    "You cannot gain coins.",
    "You cannot gain silk.",
    "You cannot discard cards.",
    "You cannot take cards.",
    "You cannot bid.",
    "You cannot pay coins.",
    "You cannot take a turn.",
]


def _game(folder: Path, steps: str, texts: list[str]) -> Game:
    """The fair with steps that begin each turn, and texts in the circle of every player."""
    shutil.copytree(HERE / "fair", folder)
    words = folder / "lexicon.yaml"
    begun = words.read_text(encoding="utf-8").replace("do: [{offer: [work", f"do: [{steps}, {{offer: [work")
    words.write_text(begun.replace("supply: {shed: 5}", "supply: {shed: 60}"), encoding="utf-8")
    cards = [{**_card(f"c{n}", text, "circle"), "per player": True} for n, text in enumerate(texts)]
    (folder / "components" / "bans.yaml").write_text(json.dumps(cards), encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    assert ruleset is not None and not problems
    rules = Rules(ruleset)
    assert wrong(rules) == []
    return rules.new_game(3, seed=1)


def _play(game: Game, most: int = 200) -> None:
    """Play at random. Raises RuleError where the game stops."""
    chance = random.Random(1)
    for _ in range(most):
        if game.decision is None:
            break
        game.choose(chance.choice(game.decision.options).id)


@pytest.mark.parametrize("steps", STEPS)
def test_no_game_stops(steps: str, tmp_path: Path) -> None:
    for number, ban in enumerate(BANS):
        _play(_game(tmp_path / str(number), steps, [ban]))


def _first(game: Game) -> tuple[list[str], dict[str, Any]]:
    """What is offered first, and what the first player has then."""
    assert game.decision is not None
    return [option.text() for option in game.decision.options], game.view(0)["seats"][0]


def test_each_act_is_left_by_itself(tmp_path: Path) -> None:
    offered, seat = _first(_game(tmp_path / "fair", "Gain 1 coin, then draw a card.", ["You cannot draw cards."]))
    assert "Earn" in offered and seat["numbers"]["coin"] == 1
    assert seat["zones"]["hand"]["count"] == 0


def test_what_is_paid_for_is_not_had_for_free(tmp_path: Path) -> None:
    steps = "{if: you have at least 0 coins, then: [Gain 5 coins.]}, Pay 1 coin to gain 2 fame."
    _, seat = _first(_game(tmp_path / "fair", steps, ["You cannot pay coins."]))
    assert (seat["numbers"]["coin"], seat["numbers"]["fame"]) == (5, 0)


def test_a_verb_is_one_deed(tmp_path: Path) -> None:
    game = _game(tmp_path / "fair", "Gain 5 coins., Bid.", ["You cannot bid."])
    assert _first(game)[1]["numbers"]["coin"] == 5
    game = _game(tmp_path / "again", "Gain 5 coins., Bid.", [])
    assert _first(game)[1]["numbers"]["coin"] == 4


@pytest.mark.parametrize("steps", STEPS[:1] + STEPS[2:5])
def test_what_is_allowed_is_offered(steps: str, tmp_path: Path) -> None:
    offered, _ = _first(_game(tmp_path / "fair", steps, ["You cannot build in a dry field."]))
    assert offered == ["East", "West", "Hill"]


def test_a_turn_that_is_forbidden_is_not_taken(tmp_path: Path) -> None:
    game = _game(tmp_path / "fair", "Gain 1 coin.", ["You cannot take a turn."])
    assert game.decision is None
    assert game.view(0)["seats"][0]["numbers"]["coin"] == 0
