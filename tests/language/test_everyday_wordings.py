"""What is said in everyday words of a language on the cards of a game, where it is read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from loaded import ruleset

from rulewright.language.printing.sounds import sounds_of
from rulewright.language.problems import RulewrightError
from rulewright.ruleset.rulebook.retelling import retold
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.ruleset.rulebook.steps import Line

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


TOLD = [
    (game, pack, lang)
    for game in (*GAMES, "terra_mystica")
    for pack in ("", *(("automa", "heroes", "monsters") if game == "monumental" else ()))
    for lang in ("hu", "es")
]


@pytest.mark.parametrize(("game", "pack", "lang"), TOLD)
def test_what_rules_are_told_as_says_what_the_grammar_says(game: str, pack: str, lang: str) -> None:
    """Each is read as the sentence it stands for, and is told in the rulebook."""
    played = ruleset(game, (f"{game}_{pack}",)) if pack else ruleset(game)
    language = played.language(lang)
    text = "\n".join(line.text for line in rulebook(played, lang)).lower()
    for plain, told in language.lexicon.told.items():
        assert told.rstrip(".").lower() in text, told
        kinds = ("block_sentence",) if plain.endswith(".") else ("condition", "phrase", "amount")
        assert any(_same(language, plain, told, kind) for kind in kinds), (plain, told)


def _same(language: Any, one: str, other: str, kind: str) -> bool:
    try:
        return bool(language.parse(one, kind) == language.parse(other, kind))
    except RulewrightError:
        return False


@pytest.mark.parametrize("game", (*GAMES, "terra_mystica"))
def test_each_line_of_own_words_is_told_in_a_rulebook(game: str) -> None:
    """None stands there for what no rule says any more: each is told, of the game alone or with one of its packs."""
    packs = [(), *((f"{game}_{pack}",) for pack in (("automa", "heroes", "monsters") if game == "monumental" else ()))]
    own: dict[str, str] = {}
    told = set()
    for chosen in packs:
        played = ruleset(game, chosen) if chosen else ruleset(game)
        own |= played.language("es").lexicon.lines
        lines = [line for line in rulebook(played, "es") if line.merged]
        told |= {(" ".join(part.text for part in line.merged), line.text) for line in lines}
    assert own.items() == told


def test_a_passage_ends_where_what_its_last_line_opens_ends() -> None:
    lines = [
        Line("step", "A:", 0),
        Line("step", "B.", 1),
        Line("step", "C:", 1),
        Line("step", "D.", 2),
        Line("step", "E.", 0),
    ]
    own = {"A: B.": "never", "B.": "b", "C: D.": "c", "A: B. C: D. E.": "all"}
    assert [line.text for line in retold(lines, own)] == ["all"]
    assert [line.text for line in retold(lines[:-1], own)] == ["A:", "b", "c"]
    assert [line.text for line in retold(lines, {"D. E.": "never", "A:": "a"})] == ["a", "B.", "C:", "D.", "E."]
