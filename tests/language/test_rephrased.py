"""What is said in everyday words of a language: on the cards of a game, where it is read, and in rulebooks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from loaded import ruleset

from rulewright.language.printing.sounds import sounds_of
from rulewright.ruleset.rulebook.rephrasing import Rephrasing

GAMES = ("age_of_innovation", "civ_new_dawn", "monumental", "mythotopia")


def own(game: str, key: str) -> Any:
    return ruleset(game).content.data["locale"]["es"]["lexicon"].get(key, ())


def test_a_rulebook_says_otherwise_what_its_sentences_say_stiffly() -> None:
    said = Rephrasing("es").said
    assert said("El número de cartas aumenta en 1.") == "Suma 1 al número de cartas."
    assert said("Si tu número de cartas es de al menos 2:") == "Si tienes al menos 2 cartas:"
    assert said("Si el número de cartas más tu límite es de al menos 2:") == (
        "Si el número de cartas más tu límite es de al menos 2:"
    ), "which is no number of cards"


@pytest.mark.parametrize("game", GAMES)
def test_every_wording_of_a_game_says_what_it_stands_for(game: str) -> None:
    language = ruleset(game).language("es")
    plain = [(said, means) for said, means in own(game, "wordings") if re.fullmatch(r"\^[\w ,-]+\$", said)]
    written = sounds_of("es").written
    for said, means in plain:
        assert language.parse(written(f"{said.strip('^$')}.")) == language.parse(written(f"{means}.")), said


@pytest.mark.parametrize("game", GAMES)
def test_no_wording_of_a_game_leaves_out_what_it_takes_up(game: str) -> None:
    for said, means in own(game, "wordings"):
        taken = set(range(1, re.compile(said).groups + 1))
        assert {int(group) for group in re.findall(r"\\(\d)", means)} == taken, said
