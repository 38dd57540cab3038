"""Words that were renamed are still read, and `rulewright migrate` writes them anew without changing a meaning."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.language.lexicon import Lexicon
from rulewright.problems import RulewrightError
from rulewright.resources import data_dir
from rulewright.ruleset.lint import check
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.translations.proofs import translations
from rulewright.ruleset.translations.renaming import old_texts


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def renamed(tmp_path: Path) -> Path:
    """Mythotopia, where an army is now a regiment, in Spanish a troop (of another gender), to control to rule."""
    folder = tmp_path / "game"
    shutil.copytree(data_dir("rulesets") / "mythotopia", folder, ignore=shutil.ignore_patterns("scenarios"))
    changed(folder / "lexicon.yaml", "en: [army, armies]}", "en: [regiment, regiments], was: [army, armies]}")
    forms = "forms: control|controls|controlling|controlled}"
    now = "forms: rule|rules|ruling|ruled}, was: control|controls|controlling|controlled"
    changed(folder / "lexicon.yaml", forms, now)
    for lang, old, new in (
        ("hu", "  army: sereg|sereget|seregek|sereged|serege\n", "ezred|ezredet|ezredek|ezreded|ezrede"),
        ("es", "  army: ejército\n", "{forms: tropa|tropas, gender: f}"),
    ):
        lexicon = folder / "locale" / lang / "lexicon.yaml"
        changed(lexicon, old, f"  army: {new}\n")
        with lexicon.open("a", encoding="utf-8") as stream:
            stream.write(f"was:\n  nouns:\n  {old}")
    return folder


def test_old_words_are_read_and_told(renamed: Path) -> None:
    codes = [problem.code for problem in check([renamed])]
    assert set(codes) == {"RW0249"}
    ruleset, before = load_ruleset(renamed), load_ruleset("mythotopia")
    assert [w.tree for w in ruleset.all_words] == [w.tree for w in before.all_words]
    assert {old.path[1] for old in old_texts(ruleset) if old.path[0] == "locale"} == {"hu", "es"}


def test_migrating_writes_them_anew_in_every_language(renamed: Path) -> None:
    cards = renamed / "components" / "improvement_cards.yaml"
    cards.write_bytes(cards.read_bytes().replace(b"\n", b"\r\n"))
    before = [words.tree for words in load_ruleset(renamed).all_words]
    result = CliRunner().invoke(app, ["migrate", str(renamed)])
    assert result.exit_code == 0, result.output
    assert "components/improvement_cards.yaml" in result.output
    assert check([renamed]) == []
    ruleset = load_ruleset(renamed)
    assert [words.tree for words in ruleset.all_words] == before
    for lang in ("hu", "es"):
        assert {text.state for text in translations(ruleset, lang)} == {"proved"}
    written = cards.read_bytes()
    assert b"a province where you have a regiment.\r\n" in written and b"\n" not in written.replace(b"\r\n", b"")
    told = (renamed / "locale" / "es" / "texts.yaml").read_text(encoding="utf-8")
    assert "una tropa" in " ".join(told.split())
    assert CliRunner().invoke(app, ["migrate", str(renamed)]).output == ""


def test_nothing_is_written_through_a_planted_link(renamed: Path, tmp_path: Path) -> None:
    """A stranger's ruleset had links where temporary files were to be."""
    precious = tmp_path / "precious"
    precious.write_text("mine", encoding="utf-8")
    for path in [*renamed.rglob("*.yaml")]:
        path.with_name(f".{path.name}.new").symlink_to(precious)
    cards = renamed / "components" / "improvement_cards.yaml"
    assert CliRunner().invoke(app, ["migrate", str(renamed)]).exit_code == 0
    assert precious.read_text(encoding="utf-8") == "mine"
    assert not cards.is_symlink() and "regiment" in cards.read_text(encoding="utf-8")


CARD = """
- {id: more_men, kind: improvement_card, name: More, start: improvement_deck, provenance: original,
   text: 'Free action: move 1 army from your pool to your stock.'}
"""


def a_pack(folder: Path) -> Path:
    (folder / "components").mkdir(parents=True)
    (folder / "pack.yaml").write_text("id: more\ntitle: More\nversion: 1.0.0\nbase: {mythotopia: '>=0.1'}\n")
    (folder / "components" / "cards.yaml").write_text(CARD)
    return folder


@pytest.mark.parametrize("where", ["game/packs/more", "more"])
def test_with_a_pack_only_its_own_texts_are_written(renamed: Path, tmp_path: Path, where: str) -> None:
    pack = a_pack(tmp_path / where)
    game = (renamed / "components" / "improvement_cards.yaml").read_bytes()
    result = CliRunner().invoke(app, ["migrate", str(renamed), "--pack", str(pack)])
    assert result.exit_code == 0, result.output
    assert "move 1 regiment from your pool" in (pack / "components" / "cards.yaml").read_text()
    assert (renamed / "components" / "improvement_cards.yaml").read_bytes() == game


def test_a_pack_in_a_zip_is_told_of(renamed: Path, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "more"), "zip", a_pack(tmp_path / "more").parent, "more")
    result = CliRunner().invoke(app, ["migrate", str(renamed), "--pack", archive])
    assert isinstance(result.exception, RulewrightError)
    assert {problem.code for problem in result.exception.problems} == {"RW0807"}


def test_what_cannot_be_said_with_the_new_word_is_told_and_left(renamed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.ruleset.translations.renaming._agreeing", lambda *_: None)
    before = (renamed / "components" / "improvement_cards.yaml").read_bytes()
    result = CliRunner().invoke(app, ["migrate", str(renamed)])
    assert result.exit_code == 1 and "RW0249" in result.output and "improvement_cards.yaml:" in result.output
    assert (renamed / "components" / "improvement_cards.yaml").read_bytes() == before


def test_every_former_wording_leads_to_one_of_today() -> None:
    """However often a word was renamed: its former wordings are all replaced by what it is called now."""
    gem = {"type": "resource", "held": "player", "en": ["gem", "gems"]}
    gem["was"] = {"one": ["jewel", "stone"], "many": ["jewels", "stones"]}
    renamed = Lexicon.from_mapping({"nouns": {"gem": gem}}).renamed
    assert renamed == {
        (("jewel",), "NOUN", "gem"): "gem",
        (("stone",), "NOUN", "gem"): "gem",
        (("jewels",), "NOUN", "gem"): "gems",
        (("stones",), "NOUN", "gem"): "gems",
    }
    assert not set(renamed.values()) & {words[0] for words, *_ in renamed}


def test_a_former_wording_that_is_another_word_now_is_refused(renamed: Path) -> None:
    troop = "  troop: {type: piece, in: [province, supply], en: [army, armies]}\n"
    changed(renamed / "lexicon.yaml", "  ship: {", f"{troop}  ship: {{")
    assert "RW0504" in {problem.code for problem in check([renamed])}
