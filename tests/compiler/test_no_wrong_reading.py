"""Sentences that could be carried out as something else than they say are refused, each with its reason."""

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import yaml

from rulewright.editing.findings import compiled
from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Place
from rulewright.ruleset.loader import load_ruleset, read_ruleset
from rulewright.runtime.rules import Rules

GAMES = Path(__file__).parents[1] / "games"

REFUSED = [
    ("Work: choose another player. Put them into the deck.", "RW0621"),
    ("Work: draw a card. Each other player draws a card. Discard it.", "RW0623"),
    ("Work: play your hand.", "RW0606"),
    ("Work: discard the top card of your hand.", "RW0604"),
    ("Work: reveal the bottom card from your hand.", "RW0604"),
    ("Work: put the top 2 cards of your hand into the deck.", "RW0604"),
    ("Work: put a card in your hand onto the top of your hand.", "RW0604"),
    ("Work: the deck draws a card.", "RW0669"),
    ("Work: each spell draws a card.", "RW0669"),
    ("Work: 2 players draw a card.", "RW0627"),
    ("Work: up to 2 other players may draw a card.", "RW0627"),
    ("Work: put your mana into the deck.", "RW0606"),
    ("Work: choose 2 cards in your hand at random. Discard them.", "RW0604"),
    ("Work: choose each card in your hand. Discard it.", "RW0604"),
    ("Work: discard your beasts.", "RW0601"),
    ("Work: gain as much mana as the highest power of your beasts.", "RW0601"),
    ("Work: gain all coins.", "RW0601"),
    ("Work: gain a spell.", "RW0601"),
    ("Work: take your card from another player's hand into your hand.", "RW0604"),
    ("Work: draw your 2 cards.", "RW0604"),
    ("Work: pay a card.", "RW0601"),
    ("Work: gain any number of mana.", "RW0604"),
    ("You cannot play 2 beasts.", "RW0602"),
    ("Work: gain mana.", "RW0601"),
    ("Work: lose coins.", "RW0601"),
    ("Work: discard cards.", "RW0601"),
    ("Work: put cards from your hand into the deck.", "RW0601"),
    ("Work: pay 2 coins to the deck.", "RW0601"),
    ("The power of each spell is 1 lower.", "RW0606"),
    ("The power of this card is 1 lower.", "RW0606"),
    ("The power of a beast is 2 higher.", "RW0604"),
    ("Work: reveal the top spell of the deck.", "RW0603"),
    ("Work: for each of the top 3 spells of the deck, gain 1 coin.", "RW0603"),
    ("Work: if there is a spell among the top 3 beasts of the deck, gain 1 coin.", "RW0603"),
]


ON_A_MAP = [
    ("Work: put spears from your camp into a fen.", "RW0601"),
    ("Work: if you have at least 2 spears in a fen, gain 1 gold.", "RW0604"),
    ("Work: if you have more spears in a fen than each other player, gain 1 gold.", "RW0604"),
    ("Work: put a moon from your purse into a fen.", "RW0603"),
    ("Work: if this card is a spear, gain 1 gold.", "RW0603"),
    ("Work: if this card is you, gain 1 gold.", "RW0606"),
    ("Work: choose a fen. If it is a card, gain 1 gold.", "RW0621"),
    ("Work: gain 1 gold for each fen next to all spears.", "RW0604"),
]

OF_A_KIND = [  # a slot for pieces takes their kind: which of them, and where, it does not know
    ("Always: whenever you copy a plan, build a hut in a field.", "RW0604"),
    ("Always: whenever you copy a plan, build each hut.", "RW0604"),
    ("Always: whenever you copy a plan, build another player's hut.", "RW0604"),
    ("Always: whenever you copy a plan, build no huts.", "RW0604"),
]


CARDS = [
    *(("conjurers", "charm", *one) for one in REFUSED),
    *(("marshes", "sign", *one) for one in ON_A_MAP),
    *(("works", "plan", *one) for one in OF_A_KIND),
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, set[str]]]:
    """What is wrong with each of the texts on cards of a game, which all lie in it at once; "" for what has no card."""

    @cache
    def of(game: str) -> dict[str, set[str]]:
        folder = shutil.copytree(GAMES / game, tmp_path_factory.mktemp("wrong") / "game")
        cards = [
            {"id": f"doubt_{number}", "kind": kind, "name": text, "start": "box", "text": text}
            for number, (_, kind, text, _) in enumerate(card for card in CARDS if card[0] == game)
        ]
        lines = [f"- {json.dumps({**card, 'provenance': 'original'})}" for card in cards]
        (folder / "components" / "doubt.yaml").write_text("\n".join(lines), encoding="utf-8")
        ruleset, problems = read_ruleset(str(folder))
        assert ruleset is not None and problems == []
        found: dict[str, set[str]] = {}
        for one in compiled(ruleset):
            text = cards[one.place.line - 1]["text"] if one.place.file.endswith("doubt.yaml") else ""
            found.setdefault(text, set()).add(one.code)
        return found

    return of


@pytest.mark.parametrize(("game", "kind", "text", "code"), CARDS)
def test_it_is_refused(game: str, kind: str, text: str, code: str, told: Callable[[str], dict[str, set[str]]]) -> None:
    assert told(game)[text] == {code}
    assert "" not in told(game)


@pytest.mark.parametrize(("tree", "code"), [("tree: tree, ", "RW0236"), ("", "RW0603")])
def test_what_belongs_to_a_card_is_one_thing(tree: str, code: str, tmp_path: Path) -> None:
    """`The tree of this press`: a kind of trees is none, and neither is nothing."""
    folder = shutil.copytree(GAMES / "orchard", tmp_path / "game")
    cards = folder / "components" / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("tree: apples, ", tree, 1), encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    assert ruleset is not None
    assert {problem.code for problem in problems + compiled(ruleset)} >= {code}


def test_a_verb_is_done_to_as_many_as_it_says(tmp_path: Path) -> None:
    """`Raise 2 huts`: a slot for pieces takes their kind, and the verb is done twice."""
    folder = shutil.copytree(GAMES / "works", tmp_path / "game")
    text = "Always: whenever you copy a plan, raise 2 huts."
    card = {"id": "double", "kind": "plan", "name": "Double", "start": "box", "text": text, "provenance": "original"}
    (folder / "components" / "double.yaml").write_text(yaml.safe_dump([card]), encoding="utf-8")
    play = {
        "id": "double",
        "players": 2,
        "position": {"turn": 1, "numbers": {"1": {"point": 0}}, "zones": {"1": {"tableau": ["double"]}}},
        "choose": ["Copy", "Hill", "Hill"],
        "expect": {"numbers": {"1": {"point": 7}}, "pieces": {"1": {"hill": {"hut": 2}}}},
    }  # fmt: skip
    assert run(Scenario(play, lambda path: Place("double.yaml")), Rules(load_ruleset(str(folder)))) == []
