"""The translator's tools, on copies of a game."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import polib
import pytest
import yaml
from test_commands import rulewright

from rulewright.resources import data_dir


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "mythotopia"
    shutil.copytree(data_dir("rulesets") / "mythotopia", folder)
    return folder


def texts(game: Path, lang: str) -> Path:
    return game / "locale" / lang / "texts.yaml"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def states(game: Path, lang: str) -> dict[str, str]:
    result = rulewright("i18n", "check", str(game), lang, "--json")
    return dict(json.loads(result.stdout)[0]["texts"])


def test_check_tells_the_state_of_every_text(game: Path) -> None:
    path = texts(game, "es")
    change(path, "tu límite de mano aumenta en 1", "tu límite de mano aumenta en 2")
    change(path, "roba 2 cartas.", "roba 2 cratas.")
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    del entries["components"]["portal"]["text"]
    path.write_text(yaml.safe_dump(entries, allow_unicode=True), encoding="utf-8")
    found = {name: state for name, state in states(game, "es").items() if state != "proved"}
    assert found == {"queen": "different", "providence": "unparsed", "portal": "missing"}
    told = rulewright("i18n", "check", str(game), "es").stdout
    assert "number value: 2, should be 1" in told and "≠ 1 different" in told


def test_other_english_words_for_the_same_leave_translations_proved(game: Path) -> None:
    cards = game / "components" / "improvement_cards.yaml"
    change(cards, "Free action: draw 2 cards.", "Free action: draw two cards.")
    assert states(game, "hu")["providence"] == "proved"


def test_drafts_are_proved(game: Path) -> None:
    texts(game, "es").unlink()
    result = rulewright("i18n", "draft", str(game), "es", "--write")
    assert "43 texts drafted" in result.stderr
    assert set(states(game, "es").values()) == {"proved"}


def test_a_draft_tells_which_words_lack_forms(game: Path) -> None:
    lexicon = game / "locale" / "es" / "lexicon.yaml"
    change(lexicon, "  dragon: dragón\n", "")
    texts(game, "es").unlink()
    result = rulewright("i18n", "draft", str(game), "es")
    assert "nouns: dragon has no form: used " in result.stderr
    assert "here_be_dragons" not in result.stdout


def test_a_badge_tells_in_words_too(game: Path, tmp_path: Path) -> None:
    rulewright("i18n", "check", str(game), "hu", "--badges", str(tmp_path / "badges"))
    assert "mythotopia hu: 100 % proved" in (tmp_path / "badges" / "mythotopia-hu.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_po_comes_back_as_it_was(game: Path, lang: str) -> None:
    before = yaml.safe_load(texts(game, lang).read_text(encoding="utf-8"))
    rulewright("i18n", "export", str(game), lang)
    po = game / "locale" / lang / "texts.po"
    exported = po.read_text(encoding="utf-8")
    assert rulewright("i18n", "import", str(game), lang, str(po)).returncode == 0
    assert yaml.safe_load(texts(game, lang).read_text(encoding="utf-8")) == before
    rulewright("i18n", "export", str(game), lang)
    assert po.read_text(encoding="utf-8") == exported


def test_a_po_file_that_an_editor_has_written_is_read(game: Path, tmp_path: Path) -> None:
    """Other line wraps, entries in another order, line ends of another system, a mark of the byte order."""
    rulewright("i18n", "export", str(game), "es")
    file = polib.pofile(str(game / "locale" / "es" / "texts.po"))
    before = yaml.safe_load(texts(game, "es").read_text(encoding="utf-8"))
    next(entry for entry in file if entry.msgctxt == "components.queen.name").msgstr = "Soberana"
    file.wrapwidth = 40
    entries = list(file)
    random.Random(1).shuffle(entries)
    file[:] = entries
    edited = tmp_path / "edited.po"
    edited.write_bytes(b"\xef\xbb\xbf" + str(file).replace("\n", "\r\n").encode())
    assert rulewright("i18n", "import", str(game), "es", str(edited)).returncode == 0
    before["components"]["queen"]["name"] = "Soberana"
    assert yaml.safe_load(texts(game, "es").read_text(encoding="utf-8")) == before


def test_a_text_whose_source_changed_its_meaning_is_stale_and_fuzzy(game: Path) -> None:
    rulewright("i18n", "export", str(game), "hu")
    change(game / "components" / "improvement_cards.yaml", "your hand limit is 1 higher", "your hand limit is 3 higher")
    for _ in range(2):  # exporting again forgets nothing
        assert states(game, "hu")["queen"] == "stale"
        rulewright("i18n", "export", str(game), "hu")
        po = polib.pofile(str(game / "locale" / "hu" / "texts.po"))
        entry = next(entry for entry in po if entry.msgctxt == "components.queen.text")
        assert entry.fuzzy and "1 higher" in entry.previous_msgid and "3 higher" in entry.msgid
    change(texts(game, "hu"), "a kézlimited 1-gyel nagyobb", "a kézlimited 3-mal nagyobb")
    assert states(game, "hu")["queen"] == "proved"
    rulewright("i18n", "export", str(game), "hu")
    po = polib.pofile(str(game / "locale" / "hu" / "texts.po"))
    assert not next(entry for entry in po if entry.msgctxt == "components.queen.text").fuzzy


def test_a_shipped_text_grows_stale_when_its_source_changes(game: Path) -> None:
    """What was proved ships beside the texts, so nothing need be exported before."""
    assert (game / "locale" / "hu" / "proved.txt").is_file() and not list(game.rglob("*.po"))
    change(game / "components" / "improvement_cards.yaml", "your hand limit is 1 higher", "your hand limit is 3 higher")
    told = rulewright("i18n", "check", str(game), "hu").stdout
    assert "was 1, is 3" in told and "~ 1 stale" in told
    change(texts(game, "hu"), "a kézlimited 1-gyel nagyobb", "a kézlimited 2-vel nagyobb")
    assert states(game, "hu")["queen"] == "different"  # never right, so not stale


def test_names_and_rules_that_are_told_in_english_are_listed(game: Path) -> None:
    lexicon = game / "locale" / "es" / "lexicon.yaml"
    change(lexicon, "  dragon: dragón\n", "")
    change(texts(game, "es"), "  aporia: {name: Aporia}\n", "")
    told = rulewright("i18n", "check", str(game), "es").stdout
    assert "words without forms: nouns.dragon" in told and "names in English: spaces.aporia.name" in told
    assert "rules in English: " in told


def test_texts_and_what_was_proved_are_written_where_they_belong(tmp_path: Path) -> None:
    """A language of its own pack: the game of somebody else is left as it is."""
    game, pack = tmp_path / "game", tmp_path / "spoken"
    for folder, files in {game: GAME, pack: PACK}.items():
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    before = {path: path.read_text(encoding="utf-8") for path in game.rglob("*.*")}
    rulewright("i18n", "draft", str(game), "es", "--pack", str(pack), "--write")
    drafted = yaml.safe_load(texts(pack, "es").read_text(encoding="utf-8"))
    assert list(drafted["components"]) == ["barn"]  # the mill has a text in the game
    assert (pack / "locale/es/proved.txt").read_text(encoding="utf-8").endswith(" components.barn.text\n")
    assert before == {path: path.read_text(encoding="utf-8") for path in game.rglob("*.*") if "proved" not in path.name}
    assert (game / "locale/es/proved.txt").read_text(encoding="utf-8").endswith(" components.mill.text\n")
    change(game / "components" / "cards.yaml", "gain 1 coin", "gain 3 coins")
    told = rulewright("i18n", "check", str(game), "es", "--pack", str(pack)).stdout
    assert "was 1, is 3" in told and "~ 1 stale" in told
    rulewright("i18n", "export", str(game), "es", "--pack", str(pack))
    po = pack / "locale" / "es" / "texts.po"
    change(po, "Ingresos: obtén 2 monedas.", "Ingresos: gana 2 monedas.")
    rulewright("i18n", "import", str(game), "es", str(po), "--pack", str(pack))
    assert "gana 2" in texts(game, "es").read_text(encoding="utf-8")
    assert "gana 2" not in texts(pack, "es").read_text(encoding="utf-8")


GAME = {
    "ruleset.yaml": "{id: harvest, title: Harvest, version: 1.0.0, players: [2]}",
    "lexicon.yaml": "{nouns: {coin: {type: resource, en: coin}, farm_card: {type: card, en: farm card}}, "
    "headings: {income: {en: Income}}}",
    "components/cards.yaml": '- {id: mill, kind: farm_card, name: Mill, text: "Income: gain 2 coins."}\n'
    '- {id: barn, kind: farm_card, name: Barn, text: "Income: gain 1 coin."}',
    "locale/es/texts.yaml": 'components: {mill: {name: Molino, text: "Ingresos: obtén 2 monedas."}}',
}
PACK = {
    "pack.yaml": '{id: spoken, title: Harvest in Spanish, version: 1.0.0, base: {harvest: ">=1.0.0"}}',
    "locale/es/lexicon.yaml": "{nouns: {coin: moneda, farm_card: carta de granja}, headings: {income: Ingresos}}",
}
