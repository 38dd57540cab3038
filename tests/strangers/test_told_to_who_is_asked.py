"""A text speaks to one player, and asks another: what it asks is told to who is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rulewright.play.scenarios import arranged
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.game import Decision
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import _fair, _scenario
from tests.strangers.test_other_languages import WORDS

GIVES = "Work: each other player gives you 2 coins or loses 1 fame."
COINS = {"numbers": {2: {"coin": 2, "fame": 1}, 3: {"coin": 2, "fame": 1}}}
TOLD = {
    "en": "Give 2 coins to player 1",
    "de": "Gib 2 Münzen an Spieler 1",
    "es": "Entrega 2 monedas al jugador 1",
    "fr": "Donnez 2 florins au joueur 1",
    "hu": "Adj oda 2 érmét a 1. játékosnak",
}


def offered(folder: Path, text: str, position: dict[str, object], lang: str = "en") -> list[str]:
    """What the second player can choose, in a language, after the first has used a card with a text."""
    return [option.text(lang) for option in asked(folder, text, position, lang).options]


def asked(folder: Path, text: str, position: dict[str, object], lang: str = "en") -> Decision:
    """What the second player is asked then."""
    card = {"id": "x", "kind": "charm", "name": "X", "start": "box", "text": text, "provenance": "original"}
    _fair(folder, [{**card, "copies": 2}])
    if lang in WORDS:
        words = folder / "locale" / lang / "lexicon.yaml"
        words.parent.mkdir(parents=True)
        words.write_text(yaml.safe_dump(WORDS[lang], allow_unicode=True), encoding="utf-8")
    rules = Rules(load_ruleset(str(folder)))
    game = arranged(_scenario("x", text, {**position, "expect": {}}).data, rules)
    game.choose("x:work")
    assert game.decision is not None and game.decision.seat == 1
    return game.decision


@pytest.mark.parametrize("lang", TOLD)
def test_you_is_the_player_by_number(tmp_path: Path, lang: str) -> None:
    assert offered(tmp_path / "fair", GIVES, COINS, lang)[0] == TOLD[lang]


def test_their_own_is_yours(tmp_path: Path) -> None:
    text = "Work: each other player may put a card from their hand into your hand."
    position = {"zones": {2: {"hand": ["wolf", "bear"]}}}
    assert offered(tmp_path / "fair", text, position)[1] == "Put a card from your hand into player 1's hand"
    assert asked(tmp_path / "again", text, position).prompt() == "Put a card from your hand into player 1's hand"


def test_who_is_you_is_told_so(tmp_path: Path) -> None:
    text = "Work: each other player loses 1 coin or 1 fame."
    assert offered(tmp_path / "fair", text, COINS) == ["Lose 1 coin", "Lose 1 fame"]


def test_who_has_a_text_that_does_something_instead_is_you(tmp_path: Path) -> None:
    text = (
        "If this card would be discarded, you may pay 1 coin to return it to your hand instead.\n"
        "Work: each other player discards a charm in their circle."
    )
    position = {"zones": {2: {"circle": ["x"]}}, "numbers": {2: {"coin": 1}}}
    assert offered(tmp_path / "fair", text, position)[1] == "X: Pay 1 coin to return it into your hand instead"
