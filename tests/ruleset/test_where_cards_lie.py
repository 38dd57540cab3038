"""A text that holds or is offered only where its card never lies is told; one that may hear of its card is not."""

from pathlib import Path

import pytest

from rulewright.ruleset.lint import check

FILES = {
    "ruleset.yaml": """
id: nests
title: Nests
version: 0.1.0
players: [2]
procedures: {play: play}
turn: take_turn
zones: {play: {from: hand, to: pile}, discard: {from: hand, to: pile}, draw: {from: deck, to: hand}}
""",
    "lexicon.yaml": """
nouns:
  coin: {type: resource, held: player, en: coin}
  trinket: {type: card, en: trinket}
  prank: {type: card, en: prank}
  hand: {type: zone, of: player, visible: owner, en: {one: hand, many: hands, to: into}}
  nest: {type: zone, of: player, visible: public, en: {one: nest, many: nests, to: into}}
  deck: {type: zone, order: pile, visible: nobody, en: {one: deck, to: onto}}
  pile: {type: zone, order: pile, visible: public, en: {one: pile, to: onto}}
verbs:
  take_turn:
    en: {pattern: V, forms: take a turn|takes a turn|taking a turn|taken a turn|took a turn}
    do: [Draw a card., "TURN", {offer: [prank, show], end: {title: End your turn}}]
headings:
  prank: {en: Prank, offered: true, from: {hand: Play this card.}}
  show: {en: Show, offered: true, from: [nest]}
  always: {en: Always, active: [nest], default: true}
""",
    "procedures/rules.yaml": "play: {title: The game, do: [Shuffle the deck., Each player takes a turn.]}\n",
    "components/cards.yaml": """
- {id: spoon, kind: trinket, name: Spoon, start: deck, text: "At the end of your turn, gain 1 coin. Show: gain 1 coin."}
- {id: gust, kind: prank, name: Gust, start: deck, text: "CARD"}
""",
}


def codes(folder: Path, turn: str, card: str) -> list[str]:
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content.replace("TURN", turn).replace("CARD", card), encoding="utf-8")
    return [problem.code for problem in check([folder])]


TRINKETS = "Put a trinket in your hand into your nest."


@pytest.mark.parametrize(
    ("turn", "card", "found"),
    [
        (TRINKETS, "Prank: gain 1 coin.", []),
        (TRINKETS, "When you play this card, gain 1 coin.", ["RW0517"]),
        (TRINKETS, "At the end of your turn, gain 1 coin.", ["RW0517"]),
        (TRINKETS, "Show: gain 1 coin.", ["RW0517"]),
        (TRINKETS, "Prank: put this card into your nest. Show: gain 1 coin.", []),
        (TRINKETS, "Prank: put a card in your hand into your nest. Show: gain 1 coin.", []),
        ("Put a card in your hand into your nest.", "At the end of your turn, gain 1 coin.", []),
        ("Choose a card in your hand. Put it into your nest.", "At the end of your turn, gain 1 coin.", []),
        ("Exchange all cards in your nest for all cards in your hand.", "At the end of your turn, gain 1 coin.", []),
        ("Exchange a trinket in your nest for a trinket in your hand.", "Show: gain 1 coin.", ["RW0517"]),
        ("Exchange a trinket in your nest for a card in your hand.", "Show: gain 1 coin.", []),
    ],
)
def test_where_a_card_never_lies_it_says_nothing(tmp_path: Path, turn: str, card: str, found: list[str]) -> None:
    assert codes(tmp_path, turn, card) == found
