"""Titles and labels that are sentences are proved like texts; all others stay free."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from rulewright.resources import data_dir
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.free_texts import free_texts, note_reviewed, own_words
from rulewright.ruleset.translations.labels import label_problems
from rulewright.ruleset.translations.proofs import summary
from rulewright.ruleset.translations.titles import proved_titles

LEXICON = {
    "nouns": {
        "coin": {"type": "resource", "held": "player", "en": "coin"},
        "token": {"type": "resource", "held": "player", "en": "token"},
    }
}
WORDS = {
    "es": {"coin": "moneda", "token": "ficha"},
    "fr": {"coin": "écu", "token": "jeton"},
    "de": {"coin": "Münze", "token": "Marke"},
}
DO = [{"one of": [{"title": "Gain 2 coins", "do": "Gain 2 coins."}, {"title": "Tokens", "do": "Gain 1 token."}]}]


def game(folder: Path, lang: str, label: str, other: str) -> Ruleset:
    files = {
        "ruleset.yaml": {
            "id": "example", "title": "Example", "version": "1.0.0", "players": [2], "procedures": {"play": "pay"}
        },
        "lexicon.yaml": LEXICON,
        "procedures/pay.yaml": {"pay": {"title": "Payday", "do": DO}},
        f"locale/{lang}/lexicon.yaml": {"nouns": WORDS[lang]},
        f"locale/{lang}/texts.yaml": {
            "title": "X", "procedures": {"pay": {"title": "Y"}}, "titles": {"Gain 2 coins": label, "Tokens": other}
        },
    }  # fmt: skip
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    return load_ruleset(folder)


@pytest.mark.parametrize(("lang", "label", "other"), [
    ("es", "Obtener 2 monedas", "Fichas"),
    ("es", "Obtén 2 monedas", "Fichas"),
    ("fr", "Gagner 2 écus", "Jetons"),
    ("de", "2 Münzen erhalten", "Marken"),
])  # fmt: skip
def test_a_title_that_says_the_same_is_proved(tmp_path: Path, lang: str, label: str, other: str) -> None:
    ruleset = game(tmp_path, lang, label, other)
    assert proved_titles(ruleset, lang) == {"titles.Gain 2 coins", "titles.Tokens"}
    assert not list(label_problems(ruleset, lang))
    assert {text.context for text in free_texts(ruleset, lang)} == {"title", "procedures.pay.title"}


@pytest.mark.parametrize(("lang", "label", "wrong", "told"), [
    ("es", "Obtener 3 monedas", "3", "“3” where the English says “2”"),
    ("es", "Pagar 2 monedas", "Pagar 2 monedas", "“Pay” where the English says “Gain”"),
    ("fr", "Gagner 2 jetons", "jetons", "“tokens” where the English says “coins”"),
    ("de", "3 Münzen erhalten", "3", "“3” where the English says “2”"),
])  # fmt: skip
def test_a_title_that_says_something_else_is_an_error(
    tmp_path: Path, lang: str, label: str, wrong: str, told: str
) -> None:
    ruleset = game(tmp_path, lang, label, "Z")
    (found,) = [one for one in label_problems(ruleset, lang) if one.code == "RW0813"]
    assert told in found.message
    start = found.place.column - 1
    assert found.place.source[start : start + found.place.length] == wrong
    assert summary(ruleset, lang).share < 100


def test_what_is_no_sentence_is_free(tmp_path: Path) -> None:
    ruleset = game(tmp_path, "es", "Ingresos", "Cosas")
    assert not proved_titles(ruleset, "es") and not list(label_problems(ruleset, "es"))
    assert {"titles.Gain 2 coins", "titles.Tokens"} < {text.context for text in free_texts(ruleset, "es")}


@pytest.mark.parametrize(("lang", "one", "other"), [
    ("hu", "Tartomány megtámadása", "Seregek felrakása"),  # titles of two parts of the rules
    ("hu", "Egy tengeri", "Két tengeri"),  # numbers in the labels of one choice
    ("es", "Cruzar un área", "Cruzar dos áreas"),
    ("es", "  Armies: Retirar ejércitos", "  Mercenaries only: Retirar solo mercenarios"),
])  # fmt: skip
def test_titles_that_are_exchanged_are_told(tmp_path: Path, lang: str, one: str, other: str) -> None:
    """As a translator would exchange them, in a copy of a game that ships, of which nothing is told."""
    folder = Path(shutil.copytree(data_dir("rulesets") / "mythotopia", tmp_path / "mythotopia"))
    path = folder / "locale" / lang / "texts.yaml"
    text = path.read_text(encoding="utf-8")
    assert one in text and other in text
    (name, label), (second, last) = (part.rpartition(": ")[::2] for part in (one, other))
    changed = text.replace(one, "@").replace(other, f"{second}: {label}" if second else label)
    path.write_text(changed.replace("@", f"{name}: {last}" if name else last), encoding="utf-8")
    told = list(label_problems(load_ruleset(folder), lang))
    assert [one.code for one in told] == ["RW0843"] and told[0].place.file.endswith("texts.yaml")


def test_what_was_reviewed_and_is_exchanged_later_is_to_be_reviewed_again(tmp_path: Path) -> None:
    """Two labels of which the lexicon knows no word: nothing proves them, so a reader does, and sees them again."""
    folder = Path(shutil.copytree(data_dir("rulesets") / "mythotopia", tmp_path / "mythotopia"))
    assert note_reviewed(load_ruleset(folder), "es", lambda context: True) > 50
    assert {text.state for text in free_texts(load_ruleset(folder), "es")} == {"reviewed"}
    path = folder / "locale" / "es" / "texts.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("By land: Invadir por tierra", "By land: @")
        .replace("Invadir por mar", "Invadir por tierra")
        .replace("@", "Invadir por mar"),
        encoding="utf-8",
    )
    open_again = [
        (text.context, text.state) for text in free_texts(load_ruleset(folder), "es") if text.state != "reviewed"
    ]
    assert open_again == [("titles.By land", "changed"), ("titles.By sea", "changed")]


def test_own_words_are_reviewed_beside_what_the_grammar_says(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(data_dir("rulesets") / "mythotopia", tmp_path / "mythotopia"))
    own = list(own_words(load_ruleset(folder), "es"))
    assert len(own) > 50 and {text.state for text in own} == {"new"}
    seen = next(text for text in own if text.context.startswith("lines."))
    assert note_reviewed(load_ruleset(folder), "es", lambda context: context == seen.context) == 1
    states = {text.context: text.state for text in own_words(load_ruleset(folder), "es")}
    assert [context for context, state in states.items() if state == "reviewed"] == [seen.context]
    path = folder / "locale" / "es" / "lexicon.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(seen.said) == 1
    path.write_text(text.replace(seen.said, f"{seen.said} Otra cosa."), encoding="utf-8")
    again = {text.context: text.state for text in own_words(load_ruleset(folder), "es")}
    assert again[seen.context] == "changed"
