"""What is said in everyday words of a language on the cards of a game, where it is read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from loaded import rulebook, ruleset

from rulewright.language.printing.sounds import sounds_of
from rulewright.problems import RulewrightError
from rulewright.ruleset.rulebook.own_words import SECTION, in_own_words
from rulewright.ruleset.rulebook.steps import Line

GAMES = ("age_of_innovation", "civ_new_dawn", "monumental", "mythotopia")


def own(game: str, key: str) -> Any:
    return ruleset(game).content.data["locale"]["es"]["lexicon"].get(key, ())


@pytest.mark.parametrize("game", GAMES)
def test_every_wording_of_a_game_says_what_it_stands_for(game: str) -> None:
    language = ruleset(game).language("es")
    plain = [wording for wording in own(game, "wordings") if re.fullmatch(r"\^[\w ,-]+\$", wording[0])]
    headings = own(game, "headings")
    written = sounds_of("es").written
    for said, means, *under in plain:
        begins = f"{headings[under[0]]}: " if under else ""
        assert language.parse(written(f"{begins}{said.strip('^$')}.")) == language.parse(
            written(f"{begins}{means}.")
        ), said


@pytest.mark.parametrize("game", GAMES)
def test_no_wording_of_a_game_leaves_out_what_it_takes_up(game: str) -> None:
    for said, means, *_ in own(game, "wordings"):
        taken = set(range(1, re.compile(said).groups + 1))
        assert {int(group) for group in re.findall(r"\\(\d)", means)} == taken, said


def test_what_is_said_under_one_heading_alone_says_nothing_under_others() -> None:
    """A bare price is paid where it stands under the heading of a price, though it could be read as it stands."""
    language = ruleset("monumental").language("hu")
    price, other = "Szabadváros ára", "Egyszeri hatás"
    for bare, paid in (("2 tudomány", "2 tudományt"), ("1 termelés és 1 tudomány", "1 termelést és 1 tudományt")):
        assert language.parse(f"{price}: {bare}.") == language.parse(f"{price}: fizess {paid}.")
    assert language.parse(f"{other}: 2 tudomány.") != language.parse(f"{other}: fizess 2 tudományt.")
    with pytest.raises(RulewrightError):
        language.parse(f"{other}: 1 termelés és 1 tudomány.")


TOLD = [
    (game, pack, lang)
    for game in (*GAMES, "terra_mystica")
    for pack in ("", *(("automa", "heroes", "monsters") if game == "monumental" else ()))
    for lang in ("hu", "es")
]


@pytest.mark.parametrize(("game", "pack", "lang"), TOLD)
def test_what_rules_are_told_as_says_what_the_grammar_says(game: str, pack: str, lang: str) -> None:
    """Each is read as the sentence it stands for, and is told in the rulebook."""
    packs = (f"{game}_{pack}",) if pack else ()
    played = ruleset(game, packs)
    language = played.language(lang)
    told_anew = own_lines(played, lang)  # of which the grammar says what stands there
    text = "\n".join([*told_anew, *(line.text for line in rulebook(game, lang, packs=packs))]).lower()
    for plain, told in language.lexicon.told.items():
        assert told.rstrip(".").lower() in text, told
        kinds = ("block_sentence",) if plain.endswith(".") else ("condition", "phrase", "amount")
        assert any(_same(language, plain, told, kind) for kind in kinds), (plain, told)


def _same(language: Any, one: str, other: str, kind: str) -> bool:
    try:
        return bool(language.parse(one, kind, explained=False) == language.parse(other, kind, explained=False))
    except RulewrightError:
        return False


def own_lines(played: Any, lang: str) -> dict[str, str]:
    found = played.content.data["locale"][lang]["lexicon"].get("lines", {})
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("game", "pack", "lang"), TOLD)
def test_all_that_is_told_anew_is_one_of_the_rulebook(game: str, pack: str, lang: str) -> None:
    """What the rules do not say any more is told by nothing; nor is there what says the same as the grammar."""
    packs = (f"{game}_{pack}",) if pack else ()
    played = ruleset(game, packs)
    known = own_lines(ruleset(game), lang) if pack else {}
    rows = [f"{SECTION if line.kind == 'section' else ''}{line.text}" for line in rulebook(game, lang, packs=packs)]
    text = "\n".join(rows)
    for printed, told in own_lines(played, lang).items():
        assert printed != told
        if printed not in known:
            assert "\n".join(row.lstrip() for row in told.split("\n")) in text, printed


STEPS = [Line("section", "Feast"), Line("step", "If it rains:"), Line("step", "Stay.", 1), Line("step", "Eat.")]


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({}, ["0 Feast", "0 If it rains:", "1 Stay.", "0 Eat."]),
        ({"If it rains:\n  Stay.": "Stay if it rains."}, ["0 Feast", "0 Stay if it rains.", "0 Eat."]),
        ({"Stay.": "Keep dry."}, ["0 Feast", "0 If it rains:", "1 Keep dry.", "0 Eat."]),
        ({"Stay.\nEat.": "Eat."}, ["0 Feast", "0 If it rains:", "1 Stay.", "0 Eat."]),
        ({"# Feast\nIf it rains:": "# The feast\nIn rain:"}, ["0 The feast", "0 In rain:", "1 Stay.", "0 Eat."]),
        ({"If it rains:": "In rain:", "If it rains:\n  Stay.\nEat.": "Eat."}, ["0 Feast", "0 Eat."]),
        ({"Stay": "Go"}, ["0 Feast", "0 If it rains:", "1 Stay.", "0 Eat."]),
    ],
)
def test_what_is_told_anew_is_whole_lines_that_stand_under_one_another(own: dict[str, str], told: list[str]) -> None:
    assert [f"{line.depth} {line.text}" for line in in_own_words(STEPS, own)] == told


def test_own_words_tell_how_many_lines_they_stand_for() -> None:
    told = in_own_words(STEPS, {"# Feast\nIf it rains:\n  Stay.\nEat.": "# Feast\nEat."})
    assert [line.stands_for for line in told] == [1, 3]
