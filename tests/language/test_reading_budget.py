"""No text keeps its writer waiting without end: it is refused when it was looked for long enough what it could say."""

from __future__ import annotations

from pathlib import Path

import pytest
from loaded import ruleset

from rulewright.language.parsing.rewording import reading_budget
from rulewright.problems import TextError

CONJURERS = str(Path(__file__).parents[1] / "games" / "conjurers")
UNREADABLE = (
    "Draw a card. If somebody has more mana than each other player, they florg down to 3 cards; otherwise draw."
)


def test_a_text_is_refused_where_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    language = ruleset(CONJURERS).language("en")
    monkeypatch.setattr(reading_budget, "SECONDS", 0.0)
    with pytest.raises(TextError) as refused:
        language.parse(UNREADABLE)
    (found,) = refused.value.problems
    assert found.code == "RW0324"
    assert UNREADABLE[found.offset : found.end].startswith("If somebody")
    assert language.parse("Draw a card.")  # what stands for itself is not looked for


def test_what_was_not_looked_for_to_the_end_is_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    language = ruleset(CONJURERS).language("en")
    text = UNREADABLE.replace("3", "4")
    with monkeypatch.context() as hasty:
        hasty.setattr(reading_budget, "SECONDS", 0.0)
        with pytest.raises(TextError, match="RW0324"):
            language.parse(text)
    with pytest.raises(TextError) as refused:
        language.parse(text)
    assert "RW0324" not in [found.code for found in refused.value.problems]
