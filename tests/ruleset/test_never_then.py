"""A text that is in force only in its owner's turn, and one under a heading of other cards, is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.ruleset.lint import check

RULESET = {
    "id": "inns", "title": "Inns", "version": "1.0.0", "players": [2], "turn": "take_turn",
    "procedures": {"play": "play"},
}  # fmt: skip
LEXICON = {
    "headings": {
        "always": {"en": "Always", "active": ["table", "court"]},
        "work": {"en": "Work", "from": {"table": "Do nothing."}},
        "welcome": {"en": "Welcome"},
        "crowning": {"en": "Crowning"},
    },
    "nouns": {
        "coin": {"type": "resource", "held": "player", "en": "coin"},
        "guest": {"type": "card", "en": "guest"},
        "crown": {"type": "card", "en": "crown"},
        "hand": {"type": "zone", "of": "player", "en": "hand"},
        "table": {"type": "zone", "of": "player", "visible": "public", "en": "table"},
        "court": {"type": "zone", "of": "player", "visible": "public", "en": "court"},
    },
    "verbs": {
        "take_turn": {
            "en": {"pattern": "V", "forms": "take a turn|takes a turn|taking a turn|taken a turn|took a turn"},
            "do": [
                "Put a guest from your hand into your table.",
                {"offer": ["work"], "end": {"title": "Rest"}},
                "Tidy up.",
            ],
        },
        "tidy": {
            "en": {"pattern": "V", "forms": "tidy up|tidies up|tidying up|tidied up"},
            "do": ["Put all cards in your table into your hand.", "Lose all coins."],
        },
        "invite": {
            "slots": {"object": "guest"},
            "en": {"pattern": "V {object}", "forms": "invite|invites|inviting|invited"},
            "do": ["Put the guest into your table.", {"resolve": "welcome", "of": "the guest"}],
        },
        "crown_it": {
            "slots": {"object": "crown"},
            "en": {"pattern": "V {object}", "forms": "wear|wears|wearing|worn"},
            "do": ["Put the crown into your court.", {"resolve": "crowning", "of": "the crown"}],
        },
        "sing": {"en": {"pattern": "V", "forms": "sing|sings|singing|sung|sang"}, "do": ["Gain 1 coin."]},
    },
}  # fmt: skip
RULES = {
    "play": {
        "title": "Play",
        "do": ["Each player takes a turn.", "Each player puts a crown from their hand into their court."],
    }
}
SUNG_TO = "Always: whenever another player sings, gain 1 coin."
MORNING = "Always: at the start of your turn, gain 1 coin."
EVENING = "Always: at the end of your turn, gain 1 coin."
OTHERS = ["Work: invite a guest in your hand.", "Work: wear a crown in your hand.", "Work: sing."]


def found_in(folder: Path, texts: list[str], kind: str) -> list[str]:
    """The codes of what is found about texts that speak at the wrong time, or under the heading of other cards."""
    (folder / "components").mkdir(parents=True)
    (folder / "procedures").mkdir()
    cards = [
        {"id": f"c{n}", "kind": "guest", "name": f"C{n}", "start": "hand", "text": text, "provenance": "original"}
        for n, text in enumerate(OTHERS)
    ]
    cards += [
        {"id": f"own{n}", "kind": kind, "name": f"Own {n}", "start": "hand", "text": text, "provenance": "original"}
        for n, text in enumerate(texts)
    ]
    cards.append({"id": "tin", "kind": "crown", "name": "Tin", "start": "hand", "provenance": "original"})
    parts = {"ruleset": RULESET, "lexicon": LEXICON, "procedures/rules": RULES, "components/cards": cards}
    for name, part in parts.items():
        (folder / f"{name}.yaml").write_text(json.dumps(part), encoding="utf-8")
    codes = [problem.code for problem in check([folder])]
    assert set(codes) <= {"RW0245", "RW0521", "RW0522"}, codes
    return [code for code in codes if code != "RW0245"]  # that nothing uses a word of it here


@pytest.mark.parametrize(
    ("texts", "dead"),
    [
        (["Always: at the start of your turn, gain 1 coin."], True),
        (["Always: at the end of your turn, gain 1 coin."], True),
        (["Always: at the end of the game, gain 1 coin."], True),
        (["Always: whenever another player sings, gain 1 coin."], True),
        (["Always: whenever another player invites a guest, gain 1 coin."], True),
        (["Always: if another player would sing, they gain 2 coins instead."], True),
        (["Always: other players cannot sing."], True),
        (["Always: whenever you sing, gain 1 coin."], False),
        (["Always: whenever a player sings, gain 1 coin."], False),
        (["Always: you cannot sing."], False),
        (["Always: nobody may sing."], False),
        # it may lie there at other times, or that may be done in others' turns
        ([SUNG_TO, "Work: each player sings."], False),
        ([SUNG_TO, "Work: another player of your choice sings."], False),
        ([SUNG_TO, "Always: whenever a player invites a guest, you may sing."], False),
        ([SUNG_TO, "Always: whenever you invite a guest, sing."], True),
        ([SUNG_TO, "Work: each player invites a guest in their hand."], False),
        ([EVENING, "Welcome: another player of your choice invites a guest in their hand."], False),
        (["Always: at the end of the game, gain 1 coin.", "Work: end the game."], False),
        ([MORNING, "Always: whenever you tidy up, invite a guest in your hand."], False),
    ],
)  # fmt: skip
def test_what_is_so_only_outside_of_ones_own_turn(texts: list[str], dead: bool, tmp_path: Path) -> None:
    assert found_in(tmp_path / "guests", texts, "guest") == ["RW0521"] * dead


@pytest.mark.parametrize(
    "text",
    [
        "Always: at the start of your turn, gain 1 coin.",
        "Always: whenever another player sings, gain 1 coin.",
        "Always: other players cannot sing.",
        "Always: at the end of the game, gain 1 coin.",
    ],
)
def test_what_lies_where_nothing_is_put_away_speaks_all_the_time(text: str, tmp_path: Path) -> None:
    assert found_in(tmp_path / "crowns", [text], "crown") == []


@pytest.mark.parametrize(
    ("kind", "text", "codes"),
    [
        ("guest", "Welcome: gain 1 coin.", []),
        ("crown", "Crowning: gain 1 coin.", []),
        ("crown", "Welcome: gain 1 coin.", ["RW0522"]),
        ("guest", "Crowning: gain 1 coin.", ["RW0522"]),
    ],
)
def test_a_heading_that_the_rules_resolve_of_other_cards(
    kind: str, text: str, codes: list[str], tmp_path: Path
) -> None:
    texts = [text] if codes == [] else [text, "Always: whenever you sing, gain 1 coin."]
    other = {"guest": "crown", "crown": "guest"}[kind]
    assert found_in(tmp_path / other, texts, kind) == codes
