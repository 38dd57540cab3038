"""A pattern of a verb that can be read in two ways is told by its verb, also where several verbs have such."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.language.ambiguous_verbs import blamed

NOUNS = {"beast": {"type": "card", "en": "beast"}}


def _verb(word: str, pattern: str) -> dict[str, Any]:
    forms = f"{word}|{word}s|{word}ing|{word}ed"
    return {
        "slots": {"object": "beast", "foe": "beast"},
        "en": {"pattern": pattern, "forms": forms},
        "do": "End the game.",
    }


@pytest.mark.parametrize("second", ["V {object} with {foe}", "V {object} against {foe}"])
def test_a_verb_is_named(second: str) -> None:
    verbs = {"hunt": _verb("hunt", second), "attack": _verb("attack", "V {object} with {foe}")}
    found = blamed({"nouns": NOUNS, "verbs": verbs}, "en", {})
    assert found is not None
    assert found.code == "RW0519"
    assert "with {foe}" in found.message
