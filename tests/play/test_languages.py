"""A game is the same in every language: seats that read different ones come to the same position at every step."""

from __future__ import annotations

import random

import loaded
import pytest


@pytest.mark.parametrize("name", ["mythotopia", "monumental", "civ_new_dawn", "age_of_innovation"])
def test_positions_do_not_depend_on_who_reads_what(name: str) -> None:
    ruleset = loaded.rules(name)
    one, other = (ruleset.new_game(players=3, seed=5) for _ in range(2))
    luck = random.Random(5)
    read = set()
    for _ in range(90):
        if one.decision is None or other.decision is None:
            break
        lang = ("es", "hu", "en")[one.decision.seat]
        read.add(lang)
        assert one.decision.prompt(lang) is not None and all(option.text(lang) for option in one.decision.options)
        assert [option.id for option in one.decision.options] == [option.id for option in other.decision.options]
        choice = luck.choice(one.decision.options).id
        one.choose(choice)
        other.choose(choice)
        assert one.hash() == other.hash()
    assert read == {"es", "hu", "en"} and one.journal == other.journal
    assert (one.decision is None) == (other.decision is None)


def test_the_end_is_told_in_the_language_of_the_reader() -> None:
    game = loaded.rules("civ_new_dawn").new_game(players=2, seed=3, options={"round_limit": 1})
    luck = random.Random(3)
    while game.decision is not None:
        game.choose(luck.choice(game.decision.options).id)
    assert [game.view(0, lang)["over"] for lang in ("en", "hu", "es")] == [
        "The round is higher than the round limit",
        "A fordulószám nagyobb, mint a fordulókorlát",
        "La ronda es mayor que el límite de rondas",
    ]
    assert [game.labels.reason("ended", lang) for lang in ("en", "hu")] == ["ended", "a szabályok szerint"]
