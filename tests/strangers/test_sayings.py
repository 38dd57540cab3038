"""Sentences as people write them: they are read, printed in the normal form, and do what they say.

`sayings.yaml` is of the fair; `texts.yaml` are the texts that strangers wanted on cards of four games (see `trial.py`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import yaml

from rulewright.meaning import bind_text, paraphrase
from rulewright.play.scenarios import run
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import HERE, _card, _fair, _scenario

SAYINGS: list[dict[str, Any]] = yaml.safe_load((HERE / "sayings.yaml").read_text(encoding="utf-8"))
NAMED = [(f"s_{number}", entry) for number, entry in enumerate(SAYINGS, 1)]


SAID_BACK = [  # who chooses what chance does not, and when a number is asked that what is done may change
    (
        "Work: put a card from another player's hand into your hand at random.",
        "Work: Put a card (at random) from the hand of any one player (you choose which) other than you into your hand"
        ", as far as possible.",
    ),
    (
        "Whenever you rob a player with size at least 2, gain 1 fame.",
        "Whenever you rob a player where the size of that player is at least 2 (asked before it is done), after it is "
        "settled: gain 1 fame.",
    ),
    ("Work: pay 1 of each good.", "Work: Pay 1 of each good."),
]


@cache
def rules() -> Rules:
    """The fair with all of these cards."""
    cards = [_card(name, entry["says"]) for name, entry in NAMED]
    ruleset, found = _fair(Path(mkdtemp(prefix="fair")) / "fair", cards)
    assert ruleset is not None and not found, {NAMED[at][1]["says"]: codes for at, codes in found.items()}
    return Rules(ruleset)


@pytest.mark.parametrize(("name", "entry"), NAMED, ids=[entry["says"] for _, entry in NAMED])
def test_it_does_what_it_says(name: str, entry: dict[str, Any]) -> None:
    tree = rules().ruleset.tree(name)
    assert tree is not None and rules().ruleset.print(tree) == entry["reads"]
    for play in entry["plays"]:
        told = [problem.message for problem in run(_scenario(name, entry["says"], play), rules())]
        assert told == [], f"{entry['says']} {play}"


@pytest.mark.parametrize(("text", "said"), SAID_BACK)
def test_it_is_said_back_as_it_is_done(text: str, said: str) -> None:
    ruleset = rules().ruleset
    assert paraphrase(bind_text(ruleset, ruleset.parse(text)), ruleset) == said
