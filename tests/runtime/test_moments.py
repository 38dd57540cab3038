"""What comes true at one moment: whose turn it is has its effects first, then the others in turn order."""

from pathlib import Path

import pytest

from rulewright.runtime.rules import load

FILES = {
    "ruleset.yaml": """
id: rain
title: Rain
version: 0.1.0
players: [3]
procedures: {set up: set_up, play: play}
turn: take_turn
first player: first_player
result: {score: size, wins: highest}
zones:
  draw: {from: cloud, to: hand}
""",
    "lexicon.yaml": """
nouns:
  action: {type: resource, held: player, en: action}
  drop: {type: resource, held: player, en: drop}
  size: {type: number, of: player, sum: [the number of cards in your hand], en: size}
  reward: {type: card, en: reward}
  cloud: {type: zone, order: pile, visible: nobody, en: {one: cloud, to: onto}}
  hand: {type: zone, of: player, visible: public, en: {one: hand, many: hands, to: into}}
verbs:
  take_turn:
    en: {pattern: V, forms: take a turn|takes a turn|taking a turn|taken a turn|took a turn}
    do:
      - Gain 2 actions.
      - {offer: [action], end: {title: End your turn, if: you have no actions}}
headings:
  action: {en: Action, offered: true, cost: Pay 1 action.}
""",
    "components/rewards.yaml": "".join(
        f"- {{id: {name}, kind: reward, name: {name}, start: cloud}}\n" for name in ("last", "third", "second", "first")
    ),
    "procedures/rules.yaml": """
set_up:
  title: Set-up
  do: [{choose: a player, as: first_player, at random: true}]
play:
  title: The game
  do:
    - {repeat: forever, do: [Each player takes a turn.]}
rain:
  title: Rain
  heading: action
  do: Each player gains 2 drops.
drought:
  title: Drought
  heading: action
  do: []
thaw:
  title: Thaw
  text: When you have at least 2 drops, draw a card.
""",
}


@pytest.mark.parametrize("seed", range(1, 5))
def test_whose_turn_it_is_comes_first_then_the_others_in_turn_order(tmp_path: Path, seed: int) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = load(tmp_path).new_game(3, seed=seed)
    assert game.decision
    active = game.decision.seat
    game.choose("rain")
    hands = [[card["id"] for card in seat["zones"]["hand"]["cards"]] for seat in game.view()["seats"]]
    assert [hands[(active + turn) % 3] for turn in range(3)] == [["first"], ["second"], ["third"]]


@pytest.mark.parametrize("seed", range(1, 5))
def test_who_is_the_first_player_can_be_asked_after_the_set_up(tmp_path: Path, seed: int) -> None:
    text = "At the start of your turn, unless you are the first player, gain 1 drop."
    files = {
        **FILES,
        "procedures/rules.yaml": FILES["procedures/rules.yaml"].replace(
            "When you have at least 2 drops, draw a card.", text
        ),
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    game = load(tmp_path).new_game(3, seed=seed)
    first = game.seat
    had = []
    for _ in range(3):
        seat = game.seat
        while game.decision is not None and game.decision.seat == seat:
            ids = [option.id for option in game.decision.options]
            if "drought" in ids:
                drops = game.facts().numbers[str(seat + 1)]["drop"]()
            game.choose_number(ids.index("drought") if "drought" in ids else 0)
        had.append((seat, drops))
    assert had == [((first + turn) % 3, int(turn > 0)) for turn in range(3)]
