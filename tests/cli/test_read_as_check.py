"""`read` and `show --meaning` refuse what `check` refuses, and tell what is wrong elsewhere as such."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_commands import rulewright

from rulewright.compiler.trials import Trials, Tried
from rulewright.ruleset.loader import load_ruleset

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Conjurers with a verb of its own that cannot be carried out, a card that uses it, and one that is refused."""
    folder = shutil.copytree(GAMES / "conjurers", tmp_path_factory.mktemp("read") / "game")
    lexicon = folder / "lexicon.yaml"
    forms = "swell|swells|swelling|swelled|swelled"
    verb = f"verbs:\n  swell:\n    en: {{pattern: V, forms: {forms}}}\n    do: Gain that card.\n"
    lexicon.write_text(lexicon.read_text(encoding="utf-8").replace("verbs:\n", verb, 1), encoding="utf-8")
    cards = (
        "- {id: bloat, kind: charm, name: Bloat, start: box, text: 'Work: swell.'}\n"
        "- {id: lost, kind: charm, name: Lost, start: box, text: 'Work: discard that card.'}\n"
    )
    (folder / "components" / "broken.yaml").write_text(cards, encoding="utf-8")
    return folder


def test_a_text_whose_own_verb_cannot_be_carried_out_is_refused(broken: Path) -> None:
    told = rulewright("read", str(broken), "Work: gain 1 coin. Swell.")
    assert told.returncode == 1
    assert "Compiles" not in told.stdout
    assert "lexicon.yaml" in told.stdout + told.stderr


def test_another_text_compiles_and_is_told_that_the_game_has_problems(broken: Path) -> None:
    told = rulewright("read", str(broken), "Work: gain 1 coin.")
    assert told.returncode == 0
    assert "Without this text, `check` tells" in told.stdout


def test_the_meaning_of_a_refused_text_is_not_shown(broken: Path) -> None:
    told = rulewright("show", str(broken), "lost", "--meaning")
    assert told.returncode == 1
    assert "Understood as" not in told.stdout
    assert "RW06" in told.stdout + told.stderr


def test_a_text_is_named_by_its_words_where_it_makes_another_wrong() -> None:
    ruleset = load_ruleset(str(GAMES / "conjurers"))
    tried = Tried("Work: gain 1 coin.", ruleset.parse("Work: gain 1 coin."), "charm")
    assert Trials(ruleset)._with([tried]).components["tried_0"].name == tried.text


def test_what_has_no_normal_form_is_shown_in_the_words_of_the_text() -> None:
    told = rulewright(
        "read", str(GAMES.parent / "strangers" / "fair"), "Work: choose a field without huts of 2 different players."
    )
    shown = told.stdout + told.stderr
    assert told.returncode == 1
    assert "“2 different players”" in shown
    assert "^^^" in shown


def test_words_that_nothing_uses_yet_are_no_problem_of_a_text(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(GAMES / "conjurers", folder)
    lexicon = folder / "lexicon.yaml"
    words = lexicon.read_text(encoding="utf-8")
    assert "\nnouns:\n" in words
    spare = "\nnouns:\n  spare_thing: {type: resource, held: player, en: spare thing}\n"
    lexicon.write_text(words.replace("\nnouns:\n", spare, 1), encoding="utf-8")
    assert "RW0245" in rulewright("check", str(folder)).stdout
    assert "Without this text" not in rulewright("read", str(folder), "Work: gain 1 coin.").stdout
