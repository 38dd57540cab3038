"""What may be done once a turn may be done in the next turn again, wherever the limit is said."""

from pathlib import Path

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.rules import load

FILES = {
    "ruleset.yaml": """
id: kiln
title: Kiln
version: 0.1.0
players: [2]
procedures: {play: play}
turn: take_turn
result: {score: point, wins: highest}
""",
    "lexicon.yaml": """
nouns:
  brick: {type: resource, held: player, en: brick}
  point: {type: number, of: player, sum: [the number of your bricks], en: point}
  oven: {type: card, en: oven}
  yard: {type: zone, visible: public, en: {one: yard, to: into}}
verbs:
  stoke: {en: {pattern: V, forms: stoke|stokes|stoking|stoked}, do: Gain 2 bricks.}
  take_turn:
    en: {pattern: V, forms: take a turn|takes a turn|taking a turn|taken a turn|took a turn}
    do:
      - {offer: [use], end: {title: End your turn}}
headings:
  use: {en: Use, offered: true, from: {yard: ""}}
  always: {en: Always, active: [yard], for: any player}
""",
    "components/ovens.yaml": """
- {id: round_oven, kind: oven, name: Round oven, start: yard, text: "Use: gain 1 brick."}
- {id: square_oven, kind: oven, name: Square oven, start: yard, text: "Use: stoke."}
""",
    "procedures/rules.yaml": """
play:
  title: The game
  do: [{repeat: 4 times, do: [Each player takes a turn.]}]
""",
}
USED = "round_oven:use"


def played(folder: Path, **changes: tuple[str, str]) -> Game:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        old, new = changes.get(name.split("/")[0].split(".")[0], ("", ""))
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return load(folder).new_game(2, seed=1)


def offered(game: Game) -> list[str]:
    assert game.decision
    return [option.id for option in game.decision.options]


def test_the_only_limit_is_that_of_a_heading(tmp_path: Path) -> None:
    game = played(tmp_path, lexicon=("offered: true,", "offered: true, limit: once_per_turn,"))
    for _ in range(3):
        for _ in range(2):
            assert USED in offered(game)
            game.choose(USED)
            assert USED not in offered(game)
            game.choose("end")


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("Once per turn, whenever you stoke, gain 1 brick.", [3, 2]),
        ("Once per turn, whenever you would stoke, gain 5 bricks instead.", [5, 2]),
    ],
    ids=["trigger", "replacement"],
)
def test_the_only_limit_is_that_of_a_text(text: str, turns: list[int], tmp_path: Path) -> None:
    card = f'- {{id: rack, kind: oven, name: Rack, start: yard, text: "Always: {text}"}}\n'
    game = played(tmp_path, components=("", card))
    bricks = [0, 0]
    for _ in range(2):
        for seat in range(2):
            for gained in turns:
                game.choose("square_oven:use")
                bricks[seat] += gained
                assert game.view(None)["seats"][seat]["numbers"]["brick"] == bricks[seat]
            game.choose("end")


def test_what_was_used_up_within_an_event_is_not_set_off_by_it_too(tmp_path: Path) -> None:
    text = "Always: once per turn, whenever you stoke, gain 1 brick."
    card = f'- {{id: rack, kind: oven, name: Rack, start: yard, text: "{text}"}}\n'
    again = ("do: Gain 2 bricks.", "do: 'Gain 2 bricks. If you have at most 3 bricks, stoke.'")
    game = played(tmp_path, components=("", card), lexicon=again)
    game.choose("square_oven:use")  # stokes twice, once within the other
    assert game.view(None)["seats"][0]["numbers"]["brick"] == 2 + 2 + 1
