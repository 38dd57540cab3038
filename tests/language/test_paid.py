"""The price that a verb asks for is what its steps have somebody pay, not what they only ask about."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.language.parsing.rewording.paid import paid_in
from rulewright.language.parsing.rewording.word_forms import WordForms

FARE = "Pay as many coins as your fare of the isle."
WORDS: dict[str, Any] = {
    "nouns": {
        "isle": {"type": "space", "en": "isle"},
        "coin": {"type": "resource", "en": "coin"},
        "fare": {"type": "number", "of": ["player", "isle"], "price": "coin", "en": "fare"},
        "duty": {"type": "number", "of": ["player", "isle"], "price": "coin", "en": {"one": "duty", "many": "duties"}},
    }
}


def _lexicon(steps: object) -> Lexicon:
    sail = {"slots": {"place": "isle"}, "en": {"pattern": "V to {place}", "forms": "sail|sails|sailing|sailed"}}
    return Lexicon.from_mapping({**WORDS, "verbs": {"sail": {**sail, "do": steps}}})


@pytest.mark.parametrize(
    ("steps", "paid"),
    [
        ([FARE], "fare"),
        (["Pay your duty of the isle."], "duty"),
        (["If your duty of the isle is 2, gain 1 coin.", FARE], "fare"),
        ([{"if": "your duty of the isle is 2", "then": [FARE]}], "fare"),
        (["If you have 2 coins, pay as many coins as your fare of the isle minus 1."], "fare"),
        (["Gain as many coins as your fare of the isle."], None),
        (["Pay 1 coin to each player with a fare of 2."], None),
        ([FARE, "Pay as many coins as your duty of the isle."], None),
        (["Pay 1 coin.", "Gain as many coins as your duty of the isle."], None),
    ],
)
def test_only_what_is_paid_is_the_price_of_a_verb(steps: object, paid: str | None) -> None:
    lexicon = _lexicon(steps)
    reads = Language(lexicon).step
    asked = WordForms(lexicon, reads)._asked_by("sailing to")
    assert (asked.id if asked else None) == paid
    assert paid is None or paid in paid_in(steps, reads)
