"""The texts of a ruleset are bound once, however many programs are made of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler import trials
from rulewright.meaning import corpus
from rulewright.meaning.blocks import Bound
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules

ORCHARD = Path(__file__).resolve().parents[1] / "games" / "orchard"


def test_all_numbers_of_players_share_what_words_refer_to(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = load_ruleset(ORCHARD)
    whole: list[object] = []
    bind = corpus._bound

    def counted(ruleset: Ruleset) -> dict[int, list[Bound]]:
        whole.append(ruleset)
        return bind(ruleset)

    monkeypatch.setattr(corpus, "_bound", counted)
    assert not trials.not_understood(ruleset, [])
    found = trials.compiled(ruleset, ruleset.players, Rules(ruleset).options)
    assert len(found) > 1 and not any(found.values())
    assert len(whole) == 1
