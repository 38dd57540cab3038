"""What is said in everyday words of a language on the cards of a game, where it is read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from loaded import ruleset

from rulewright.language.printing.sounds import sounds_of

GAMES = ("age_of_innovation", "civ_new_dawn", "monumental", "mythotopia")


def own(game: str, key: str) -> Any:
    return ruleset(game).content.data["locale"]["es"]["lexicon"].get(key, ())


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
