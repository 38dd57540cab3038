"""The translator's tools, on copies of a game."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import polib
import pytest
import yaml
from plain import read_plain
from test_commands import rulewright

from rulewright.language.language import Language
from rulewright.resources import data_dir
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.translations.drafts import draft


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copytree(data_dir("rulesets") / name, folder / name))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return copied("mythotopia", tmp_path)


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
    entries = read_plain(path)
    del entries["components"]["portal"]["text"]
    path.write_text(yaml.safe_dump(entries, allow_unicode=True), encoding="utf-8")
    found = {name: state for name, state in states(game, "es").items() if state != "proved"}
    assert found == {"queen": "different", "providence": "unparsed", "portal": "missing"}
    told = rulewright("i18n", "check", str(game), "es").stdout
    assert "“2” where the English says “1”" in told and "≠ 1 different" in told


def test_another_invariant_is_read_anew(game: Path) -> None:
    told = rulewright("i18n", "check", str(game), "hu").stdout
    assert "rules in English" not in told
    invariant = {"says": "the number of VP cards whose coastal counter is exactly 1 is at most 1"}
    (game / "always.yaml").write_text(yaml.safe_dump({"unsayable": invariant}), encoding="utf-8")
    told = rulewright("i18n", "check", str(game), "hu").stdout
    assert f"rules in English: {invariant['says']}" in told


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
    before = read_plain(texts(game, lang))
    rulewright("i18n", "export", str(game), lang)
    po = game / "locale" / lang / "texts.po"
    exported = po.read_text(encoding="utf-8")
    assert rulewright("i18n", "import", str(game), lang, str(po)).returncode == 0
    assert read_plain(texts(game, lang)) == before
    rulewright("i18n", "export", str(game), lang)
    assert po.read_text(encoding="utf-8") == exported


def test_a_po_file_that_an_editor_has_written_is_read(game: Path, tmp_path: Path) -> None:
    """Other line wraps, entries in another order, line ends of another system, a mark of the byte order."""
    rulewright("i18n", "export", str(game), "es")
    file = polib.pofile(str(game / "locale" / "es" / "texts.po"))
    before = read_plain(texts(game, "es"))
    next(entry for entry in file if entry.msgctxt == "components.queen.name").msgstr = "Soberana"
    file.wrapwidth = 40
    entries = list(file)
    random.Random(1).shuffle(entries)
    file[:] = entries
    edited = tmp_path / "edited.po"
    edited.write_bytes(b"\xef\xbb\xbf" + str(file).replace("\n", "\r\n").encode())
    assert rulewright("i18n", "import", str(game), "es", str(edited)).returncode == 0
    before["components"]["queen"]["name"] = "Soberana"
    assert read_plain(texts(game, "es")) == before


def test_a_po_file_that_holds_a_path_is_not_the_file_at_that_path(game: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.po"
    secret.write_text('msgctxt "title"\nmsgid "Mythotopia"\nmsgstr "Secreto"\n', encoding="utf-8")
    given = tmp_path / "given.po"
    before = texts(game, "es").read_bytes()
    for content in (str(secret), f"{secret}\n", "secret.po"):
        given.write_text(content, encoding="utf-8")
        result = rulewright("i18n", "import", str(game), "es", str(given), cwd=tmp_path)
        assert result.returncode == 1 and "RW0815" in result.stderr
    assert texts(game, "es").read_bytes() == before


def test_a_text_whose_source_changed_its_meaning_is_stale_and_fuzzy(game: Path) -> None:
    rulewright("i18n", "export", str(game), "hu")
    change(game / "components" / "improvement_cards.yaml", "your hand limit is 1 higher", "your hand limit is 3 higher")
    for _ in range(2):  # exporting again forgets nothing
        assert states(game, "hu")["queen"] == "stale"
        rulewright("i18n", "export", str(game), "hu")
        po = polib.pofile(str(game / "locale" / "hu" / "texts.po"))
        entry = next(entry for entry in po if entry.msgctxt == "components.queen.text")
        assert entry.fuzzy and "1 higher" in entry.previous_msgid and "3 higher" in entry.msgid
    change(texts(game, "hu"), "a kézlimited 1-gyel nő", "a kézlimited 3-mal nő")
    assert states(game, "hu")["queen"] == "proved"
    rulewright("i18n", "export", str(game), "hu")
    po = polib.pofile(str(game / "locale" / "hu" / "texts.po"))
    assert not next(entry for entry in po if entry.msgctxt == "components.queen.text").fuzzy


def test_a_shipped_text_grows_stale_when_its_source_changes(game: Path) -> None:
    """What was proved ships beside the texts, so nothing need be exported before."""
    assert (game / "locale" / "hu" / "proved.txt").is_file() and not list(game.rglob("*.po"))
    change(game / "components" / "improvement_cards.yaml", "your hand limit is 1 higher", "your hand limit is 3 higher")
    told = rulewright("i18n", "check", str(game), "hu").stdout
    assert "“1” where the English says “3”" in told and "~ 1 stale" in told
    change(texts(game, "hu"), "a kézlimited 1-gyel nő", "a kézlimited 2-vel nő")
    assert states(game, "hu")["queen"] == "different"  # never right, so not stale


def test_names_and_rules_that_are_told_in_english_are_listed(game: Path) -> None:
    lexicon = game / "locale" / "es" / "lexicon.yaml"
    change(lexicon, "  dragon: dragón\n", "")
    change(texts(game, "es"), "  aporia: {name: Aporia}\n", "")
    told = rulewright("i18n", "check", str(game), "es").stdout
    assert "words without forms: nouns.dragon" in told and "names in English: spaces.aporia.name" in told
    assert "rules in English: " in told
    share = next(line for line in told.splitlines() if line.startswith("mythotopia")).split()[2]
    assert int(share) < 100, "not all of its rules are said"


@pytest.mark.parametrize(
    ("section", "entry"), [("titles", "scenario"), ("components", "greek_agora"), ("procedures", "conquer_province")]
)
def test_a_language_is_not_whole_while_a_name_is_told_in_english(tmp_path: Path, section: str, entry: str) -> None:
    game = copied("monumental", tmp_path)
    assert json.loads(rulewright("i18n", "check", str(game), "es", "--json").stdout)[0]["proved"] == 100
    entries = read_plain(texts(game, "es"))
    named = entries[section].pop(entry)
    if "text" in named:
        entries[section][entry] = {"text": named["text"]}
    texts(game, "es").write_text(yaml.safe_dump(entries, allow_unicode=True), encoding="utf-8")
    result = rulewright("i18n", "check", str(game), "es", "--json")
    assert result.returncode == 1 and json.loads(result.stdout)[0]["proved"] == 99


def test_a_language_that_a_game_has_nothing_of_is_at_nothing(tmp_path: Path) -> None:
    game = copied("tic_tac_toe", tmp_path)
    shutil.rmtree(game / "locale")
    result = rulewright("i18n", "check", str(game), "hu")
    assert result.returncode == 1 and " 0 % " in result.stdout
    for lack in ("words without forms: nouns.mark", "names in English: title", "rules in English: You win the game."):
        assert lack in result.stdout
    assert "RW0246" in rulewright("i18n", "check", str(game), "tlh").stderr


def test_texts_and_what_was_proved_are_written_where_they_belong(tmp_path: Path) -> None:
    """A language of its own pack: the game of somebody else is left as it is."""
    game, pack = laid(tmp_path / "game", GAME), laid(tmp_path / "spoken", PACK)
    before = {path: path.read_text(encoding="utf-8") for path in game.rglob("*.*")}
    rulewright("i18n", "draft", str(game), "es", "--pack", str(pack), "--write")
    drafted = read_plain(texts(pack, "es"))
    assert list(drafted["components"]) == ["barn"]  # the mill has a text in the game
    assert (pack / "locale/es/proved.txt").read_text(encoding="utf-8").endswith(" components.barn.text\n")
    assert before == {path: path.read_text(encoding="utf-8") for path in game.rglob("*.*") if "proved" not in path.name}
    assert (game / "locale/es/proved.txt").read_text(encoding="utf-8").endswith(" components.mill.text\n")
    change(game / "components" / "cards.yaml", "gain 1 coin", "gain 3 coins")
    told = rulewright("i18n", "check", str(game), "es", "--pack", str(pack)).stdout
    assert "“1 coin” where the English says “3 coins”" in told and "~ 1 stale" in told
    rulewright("i18n", "export", str(game), "es", "--pack", str(pack))
    po = pack / "locale" / "es" / "texts.po"
    change(po, "Ingresos: obtén 2 monedas.", "Ingresos: gana 2 monedas.")
    rulewright("i18n", "import", str(game), "es", str(po), "--pack", str(pack))
    assert "gana 2" in texts(game, "es").read_text(encoding="utf-8")
    assert "gana 2" not in texts(pack, "es").read_text(encoding="utf-8")


def laid(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_wrong_forms_of_a_language_are_told_where_they_stand(tmp_path: Path) -> None:
    game = laid(tmp_path / "game", GAME)
    verb = "till: {slots: {object: farm_card}, en: {pattern: 'V {object}', forms: till|tills|tilling|tilled}, do: []}"
    words = GAME["lexicon.yaml"].removesuffix("}") + f", verbs: {{{verb}}}}}"
    laid(game, {"lexicon.yaml": words, **{name: text for name, text in PACK.items() if name != "pack.yaml"}})
    own = PACK["locale/es/lexicon.yaml"].removesuffix("}") + ", verbs: {till: {pattern: 'V ]', forms: arar}}}"
    (game / "locale/es/lexicon.yaml").write_text(own, encoding="utf-8")
    told = rulewright("i18n", "check", str(game), "es")
    assert "locale/es/lexicon.yaml:1:" in told.stderr and "RW0502" in told.stderr
    assert "(es)" in told.stderr and "that they do" in told.stderr


def test_a_sentence_that_does_not_read_back_is_told_with_what_it_means(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = load_ruleset(game)
    other, parse = ruleset.parse("Gain 7 gold."), Language.parse
    spanish = lambda self, *given: other if self.lexicon.lang == "es" else parse(self, *given)  # noqa: E731
    monkeypatch.setattr(Language, "parse", spanish)
    found = draft(ruleset, "es", again=True)
    assert not found.unsaid and not found.drafted
    assert all(printed and different for _, printed, different in found.misread)
    assert found.misread


RICHER = """
id: richer
title: Richer
version: 1.0.0
base: {harvest: ">=1"}
patch:
  components: {mill: {set: {text: "Income: gain 4 coins."}}}
"""


def test_a_text_that_a_pack_changes_is_drafted_beside_it(tmp_path: Path) -> None:
    """The game's translation is left out; the new one has its place."""
    game = laid(tmp_path / "game", GAME | {name: text for name, text in PACK.items() if name != "pack.yaml"})
    pack = laid(tmp_path / "richer", {"pack.yaml": RICHER})
    arguments = (str(game), "es", "--pack", str(pack))
    rulewright("i18n", "check", str(game), "es", "--record")
    rulewright("i18n", "draft", *arguments, "--write")
    assert read_plain(texts(pack, "es"))["components"]["mill"] == {"text": "Ingresos: obtén 4 monedas.\n"}
    assert "2 proved" in rulewright("i18n", "check", *arguments).stdout
    before = texts(pack, "es").read_text(encoding="utf-8")
    assert rulewright("i18n", "draft", *arguments, "--write").returncode == 0
    assert texts(pack, "es").read_text(encoding="utf-8") == before
    assert "components.mill.text" in (game / "locale/es/proved.txt").read_text(encoding="utf-8")


def test_a_text_in_pack_yaml_is_not_written_twice(tmp_path: Path) -> None:
    game = laid(tmp_path / "game", GAME | {name: text for name, text in PACK.items() if name != "pack.yaml"})
    own = "  locale: {es: {texts: {components: {mill: {set: {text: Ingresos: gana 4 monedas.}}}}}}\n"
    own = own.replace("{text: ", '{text: "').replace("monedas.}", 'monedas."}')
    pack = laid(tmp_path / "richer", {"pack.yaml": RICHER + own})
    arguments = (str(game), "es", "--pack", str(pack))
    for again in ((), ("--again",)):
        told = rulewright("i18n", "draft", *arguments, "--write", *again)
        assert "mill" not in texts(pack, "es").read_text(encoding="utf-8")
        assert told.returncode == bool(again)
        assert ("RW0940" in told.stdout and "“Ingresos: obtén 4 monedas.”" in told.stdout) == bool(again)
        assert "proved" in rulewright("i18n", "check", *arguments).stdout


def test_a_draft_without_texts_writes_nothing_that_breaks_the_game(tmp_path: Path) -> None:
    game = laid(tmp_path / "game", GAME)
    texts(game, "es").unlink()
    (game / "procedures").mkdir()
    gains = 'gain: {title: Gain, text: "Whenever you play a farm card, gain 1 coin."}'
    (game / "procedures" / "rules.yaml").write_text(gains, encoding="utf-8")
    for _ in range(2):  # the second finds what the first has left
        assert rulewright("i18n", "draft", str(game), "es", "--write").returncode == 0
        assert not texts(game, "es").exists()
    texts(game, "es").write_text("title: Cosecha\n", encoding="utf-8")
    rulewright("i18n", "draft", str(game), "es", "--write")
    assert texts(game, "es").read_text(encoding="utf-8") == "title: Cosecha\n"
    assert "· 3 missing" in rulewright("i18n", "check", str(game), "es").stdout


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


def test_a_free_text_is_open_until_somebody_has_reviewed_it_as_it_is(game: Path) -> None:
    def opened(*arguments: str) -> list[str]:
        told = rulewright("i18n", "free", str(game), "es", *arguments).stdout
        return [line for line in told.splitlines() if not line.startswith((" ", ">"))][:-1]

    assert "titles.By land" in opened() and not any(place.endswith(".text") for place in opened())
    rest = opened("--reviewed", "titles.*")
    assert rest and not any(place.startswith("titles.") for place in rest)
    assert opened("--reviewed", "*") == []
    change(texts(game, "es"), "By land: Invadir por tierra", "By land: Invadir por mar")
    change(texts(game, "es"), "By sea: Invadir por mar", "By sea: Invadir por tierra")
    assert opened() == ["titles.By land (changed since the review)", "titles.By sea (changed since the review)"]
    assert opened("--reviewed", "titles.By land") == ["titles.By sea (changed since the review)"]


def test_an_english_name_that_changes_opens_the_review(game: Path) -> None:
    rulewright("i18n", "free", str(game), "es", "--reviewed", "*")
    change(game / "ruleset.yaml", "title: Mythotopia", "title: Mythotopia Again")
    told = rulewright("i18n", "free", str(game), "es").stdout
    assert told.startswith("title (changed since the review)\n  Mythotopia Again\n> Mythotopia\n")


def test_a_review_of_a_text_in_a_pack_is_recorded_in_the_pack(tmp_path: Path) -> None:
    ours = {
        "base/ruleset.yaml": "id: base\ntitle: Base\nversion: 1.0.0\nplayers: [2]\n",
        "base/lexicon.yaml": "nouns: {coin: {type: resource, held: player, en: coin}}\n",
        "own/pack.yaml": "id: own\ntitle: Own\nversion: 1.0.0\nbase: {base: '>=1.0.0'}\n",
        "own/locale/es/lexicon.yaml": "nouns: {coin: moneda}\n",
        "own/locale/es/texts.yaml": "title: Fundamento\n",
    }
    for name, text in ours.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = rulewright("i18n", "free", str(tmp_path / "base"), "es", "--pack", str(tmp_path / "own"), "--reviewed", "*")
    assert "to review: 0; reviewed: 1" in told.stdout
    assert (tmp_path / "own/locale/es/reviewed.txt").read_text(encoding="utf-8").endswith(" title\n")
    assert not (tmp_path / "base/locale").exists()
