"""Cards that a designer writes in another language: they mean what they would in English, and play the same."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.resources import data_dir
from rulewright.ruleset.loader import load_ruleset, read_ruleset

CARDS = "components/improvement_cards.yaml"
QUEEN = "text: |\n    Reserve: your hand limit is 1 higher.\n"
PROVIDENCE = "text: |\n    Free action: draw 2 cards.\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Mythotopia with a card in Hungarian and one in Spanish, of which there is nothing in its locale files."""
    folder = tmp_path / "mythotopia"
    shutil.copytree(data_dir("rulesets") / "mythotopia", folder)
    rewrite(folder / CARDS, QUEEN, "lang: hu\n  text: 'Tartalék: a kézlimited 1-gyel nagyobb.'\n")
    rewrite(folder / CARDS, PROVIDENCE, "lang: es\n  text: 'Acción gratuita: roba 2 cartas.'\n")
    return folder


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_others_are_drafted_from_it(game: Path) -> None:
    ruleset, original = load_ruleset(str(game)), load_ruleset("mythotopia")
    for card in ("queen", "providence"):
        assert ruleset.tree(card) == original.tree(card)
        text, wanted = ruleset.components[card].text, original.components[card].text
        assert text is not None and wanted is not None and text.text.strip() == wanted.text.strip()


def test_it_plays_the_same(game: Path) -> None:
    one, other = (rw.load(name).new_game(players=2, seed=11) for name in (str(game), "mythotopia"))
    luck = random.Random(11)
    for _ in range(60):
        assert one.decision is not None and other.decision is not None
        choice = luck.choice(one.decision.options).id
        one.choose(choice)
        other.choose(choice)
        assert one.hash() == other.hash()


def test_what_is_wrong_with_it_is_told_at_its_place(game: Path) -> None:
    rewrite(game / CARDS, "a kézlimited 1-gyel nagyobb", "a kézlimited 1-gyel nagyob")
    _, problems = read_ruleset(str(game))
    (found,) = (item for item in problems if item.code.startswith("RW03"))
    assert found.place.file.endswith("improvement_cards.yaml")
    assert found.place.source[found.place.column - 1 :].startswith("nagyob")


def test_a_language_that_nobody_speaks_is_refused(game: Path) -> None:
    rewrite(game / CARDS, "lang: hu", "lang: xx")
    _, problems = read_ruleset(str(game))
    assert "RW0246" in {item.code for item in problems}
