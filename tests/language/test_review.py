"""The review page: everything that a language prints is shown once, and after a change only what that touches."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import loaded
import pytest

from rulewright.resources import data_dir
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.translations.review import Review, approved_in, page, review, sentences


@cache
def reviewed(lang: str) -> Review:
    return review([loaded.ruleset("mythotopia")], lang)


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_all_that_a_game_shows_is_shown_and_no_sentence_is_there_for_nothing(lang: str) -> None:
    game, found = loaded.ruleset("mythotopia"), reviewed(lang)
    every = {name for sentence in sentences(game, lang) for name in sentence.shows}
    shown = [name for sentence in found.sentences for name in sentence.shows]
    assert set(shown) == every and len(shown) == len(every) == found.shown
    assert all(sentence.shows for sentence in found.sentences)
    assert len(found.sentences) <= len({sentence.text for sentence in sentences(game, lang)}) / 3.5


def test_forms_articles_and_contractions_are_among_what_is_shown() -> None:
    shown = {lang: _told(lang) for lang in ("es", "hu")}
    assert {"*del* for the sound", "*al* for the sound"} <= shown["es"]
    assert "*az* for the sound" in shown["hu"]
    assert any(item.endswith("(ACC)") for item in shown["hu"]) and any("many_f" in item for item in shown["es"])


def _told(lang: str) -> set[str]:
    return {told for sentence in reviewed(lang).sentences for told in sentence.shows.values()}


def test_what_was_approved_is_not_shown_again_and_a_change_shows_what_it_touches(tmp_path: Path) -> None:
    before = list(page(reviewed("hu"), "hu"))
    approved = approved_in("\n".join(before))
    assert not review([loaded.ruleset("mythotopia")], "hu", approved).sentences
    struck = next(line for line in before if line.startswith(">"))
    again = review([loaded.ruleset("mythotopia")], "hu", approved - {struck[2:]})
    assert 0 < len(again.sentences) < 8
    folder = tmp_path / "mythotopia"
    shutil.copytree(data_dir("rulesets") / "mythotopia", folder)
    words = folder / "locale" / "hu" / "lexicon.yaml"
    text = words.read_text(encoding="utf-8")
    assert "tartomány" in text
    words.write_text(text.replace("tartomány", "vidék"), encoding="utf-8")
    changed = review([load_ruleset(str(folder))], "hu", approved)
    assert 0 < len(changed.sentences) < len(approved) / 2
    assert any("vidék" in sentence.text for sentence in changed.sentences)
