"""What an editor tells of a text: who chooses, what pronouns stand for, how it is understood, how it did in play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.editing.hints import hints
from rulewright.editing.reports import REPORT, statistics
from rulewright.editing.sheets.sheet import Saying
from rulewright.editing.trying import in_languages, try_text
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return load_ruleset("mythotopia")


def hinted(game: Ruleset, text: str, lang: str = "en") -> list[tuple[str, str]]:
    """Each hint behind the words before it."""
    saying = Saying(text, "text", "en", ("components", "cavalry", "text"), tuple(range(len(text) + 1)))
    return [(text[:end], hint) for end, hint in sorted(hints(game, saying, lang))]


def test_it_is_said_who_chooses(game: Ruleset) -> None:
    text = "Free action: discard a card from your hand."
    assert hinted(game, text) == [("Free action: discard a card", "you choose")]
    assert hinted(game, text, "hu") == [("Free action: discard a card", "te választasz")]
    [(before, hint)] = hinted(game, "Free action: each other player discards a card from their hand.")
    assert before.endswith("discards a card") and "player" in hint and hint.endswith("chooses")


def test_nothing_is_said_where_nothing_is_chosen_or_the_text_says_it(game: Ruleset) -> None:
    assert not hinted(game, "Free action: draw 2 cards.")
    assert not hinted(game, "Free action: gain 2 gold.")
    assert not hinted(game, "Free action: discard a card of your choice from your hand.")


def test_a_pronoun_stands_for_what_the_meaning_has_bound(game: Ruleset) -> None:
    found = dict(hinted(game, "Free action: reveal a card from your hand. Discard it."))
    assert [hint for before, hint in found.items() if before.endswith("Discard it")] == ["= card"]


def test_a_text_is_tried(game: Ruleset) -> None:
    right = try_text(game, "Reserve: while you attack, your combat strength is 2 higher.", "improvement_card")
    assert right.tree is not None and not right.problems and "2" in right.understood
    assert dict(in_languages(game, right.tree)).keys() == {"en", "es", "fr", "hu"}
    wrong = try_text(game, "Free action: gain 3 zeppelins.", "improvement_card")
    assert wrong.tree is None and wrong.problems[0].code.startswith("RW03") and not wrong.understood


def test_a_report_tells_how_a_card_did(tmp_path: Path) -> None:
    path = tmp_path / REPORT
    path.parent.mkdir()
    held = {"name": "scout", "games": 40, "wins": 10.0, "mean_score": 31.25}
    taken = {"option": "scout", "times": 7, "seats": 4, "win_rate": 0.5}
    path.write_text(json.dumps({"components": [held], "never": ["idle"], "taken": [taken]}), encoding="utf-8")
    assert statistics(tmp_path, "scout", "en") == [
        "In play: 40 seats held it at the end, 25% of them won, 31.2 points on average.",
        "In play: chosen 7 times; 50% of the seats that chose it won.",
    ]
    assert statistics(tmp_path, "idle", "en") == ["In play: nobody held it at the end of a game."]
    assert statistics(tmp_path, "other", "en") == []
    for text in ("", "[]", "{", '{"components": 3}', '{"components": [3], "never": null}'):
        path.write_text(text, encoding="utf-8")
        assert statistics(tmp_path, "scout", "en") == []
