"""Abilities that are carried out in any order: whoever does so chooses the next card among those that are left."""

from itertools import permutations
from pathlib import Path

import pytest
from tests.reference.game import Reference

from rulewright.runtime.rules import load

FILES = {
    "ruleset.yaml": "{{id: ordered, title: Ordered, version: 0.0.1, players: [2], procedures: {{play: play}}, "
    "result: {{score: point, wins: highest}}}}\n",
    "lexicon.yaml": """
nouns:
  point: {{type: number, of: player, kept: true, en: point}}
  rank: {{type: number, of: player, kept: true, en: rank}}
  hill: {{type: card, en: hill}}
  yard: {{type: zone, visible: public, en: {{one: yard, to: into}}}}
headings: {{dusk: {{en: Dusk}}}}
verbs: {{climb: {{en: {{pattern: V, forms: climb|climbs|climbing|climbed}}, do: [{{set: your rank, by: 1}}]}}}}
""",
    "components/hills.yaml": """
- {{id: high, kind: hill, name: High, start: yard, text: "Dusk: climb."}}
- {{id: far, kind: hill, name: Far, start: yard, text: "Dusk: gain as many points as your rank."}}
- {{id: twin, kind: hill, name: Twin, copies: 2, start: yard, text: "Dusk: climb, then climb."}}
- {{id: idle, kind: hill, name: Idle, start: yard}}
""",
    "procedures/play.yaml": "play: {{title: Play, do: [{{resolve: dusk, {of}in any order: true}}, End the game.]}}\n",
}
POINTS = {"high": 1, "twin.0": 2}


@pytest.fixture(params=["of: each card in the yard, ", "of: [high, far, twin], ", ""])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "ordered" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(of=request.param))
    return tmp_path / "ordered"


def test_every_order_of_the_cards_is_a_way_to_play(folder: Path) -> None:
    rules = load(folder)
    scores = set()
    for order in permutations(["high", "far", "twin.0", "twin.0"]):
        game = rules.new_game(2, seed=1)
        done: list[str] = []
        for card in order:
            if game.decision is None:  # only one is left
                break
            assert game.decision.prompt() == "Dusk"
            offered = {option.id for option in game.decision.options}
            assert "idle" not in offered and card in offered | {"twin.0"}
            card = card if card in offered else "twin.1"
            game.choose(card)
            done.append(card)
        assert game.end_reason
        scores.add(game.scores[0])
        before = order[: order.index("far")]
        assert game.scores[0] == sum(POINTS[card] for card in before)
    assert scores == {0, 1, 2, 3, 4, 5}


def test_the_reference_plays_it_alike(folder: Path) -> None:
    rules = load(folder)
    game, slow = rules.new_game(2, seed=1), Reference(rules.ruleset, 2, 1, {})
    while game.decision is not None:
        options = [option.id for option in game.decision.options]
        assert sorted(name for name, _ in slow.options()) == sorted(options)
        game.choose(options[-1])
        slow.choose(options[-1])
    assert slow.question is None
