"""What scenarios say of an option: whole words, and the first of those that read alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from rulewright.play.choosing import ChoiceError, matching, option_for


@dataclass(frozen=True)
class _Option:
    id: str
    said: str

    def text(self, lang: str = "en") -> str:
        return self.said


@dataclass(frozen=True)
class _Decision:
    options: tuple[Any, ...]


def _asked(*texts: str) -> Any:
    return _Decision(tuple(_Option(str(number), text) for number, text in enumerate(texts)))


def test_a_scenario_names_whole_words() -> None:
    asked = _asked("Discard another beast", "Draw a card")
    with pytest.raises(ChoiceError):
        option_for(asked, "No", exactly=True)
    assert option_for(asked, "another", exactly=True).id == "0"
    assert option_for(asked, "noth").id == "0"  # what people type may be a part


def test_whole_words_come_before_parts() -> None:
    assert [option.id for option in matching(_asked("Discard another beast", "No"), "no")] == ["1"]
    assert [option.id for option in matching(_asked("Take a cart", "Take an art book"), "art")] == ["1"]


def test_of_options_that_read_alike_a_scenario_takes_the_first() -> None:
    assert option_for(_asked("Pass", "Draw a card", "Draw a card"), "Draw", exactly=True).id == "1"
    with pytest.raises(ChoiceError):
        option_for(_asked("Draw a card", "Draw a beast"), "Draw", exactly=True)
