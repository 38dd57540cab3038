"""What a text does with cards that lie where the verb's own definition never lets it be done is refused."""

from __future__ import annotations

from tests.strangers import trial

NEVER = (
    "Use: archive the top card of your city deck.",
    "Use: archive a card from your discard pile. If you do, gain 2 gold.",
    "Use: look at the top 4 cards of your city deck. Archive one of them and put the others back in any order.",
    "Use: reveal the top card of your city deck. You may archive it.",
    "Use: reveal the top card of your city deck. If it is a Knowledge card, gain 3 science; otherwise, you may "
    "archive it.",
    "Use: reveal the top card of your city deck. If it is a Knowledge card, put it into your upright city; otherwise, "
    "archive it.",
    "Use: choose a city card in your discard pile. You may archive that card.",
    "Use: put an unactivated card in your city onto your discard pile, then archive it.",
    "Use: reveal cards from your city deck until you reveal a Knowledge card. Archive it.",
    "Use: each player reveals the top card of their city deck. If it is a Knowledge card, they archive it.",
)
DONE = (
    "Use: archive a city card in your city. If you do, gain 2 gold.",  # one zone of which includes another
    "Use: archive an unactivated city card in your city.",
    "Use: look at the top 4 cards of your city deck. Discard one of them and put the others back in any order.",
    "Use: look at the top card of your city deck. Archive an unactivated city card in your city.",
    "Use: put a card from your discard pile into your upright city, then archive it.",
    "Use: reveal the top card of your city deck. If it is a Knowledge card, put it into your upright city, then "
    "archive it.",
    "Use: reveal the top card of your city deck. You may put it into your upright city. Archive it.",
    "Use: choose an unactivated city card in your city. Gain 1 gold. Archive it.",
)


def test_what_cannot_be_done_where_the_cards_lie_is_refused() -> None:
    texts = {f"t{number}": {"text": text} for number, text in enumerate((*NEVER, *DONE))}
    found = {one.id: one for one in trial.tried("monumental", texts)}
    for number, text in enumerate((*NEVER, *DONE)):
        told = [problem.message for problem in found[f"t{number}"].problems]
        assert any("it is never done" in message for message in told) == (text in NEVER), (text, told)
