"""A ruleset while it is written: what is made again after a change, and what is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.editing.project import Project, root_of, warm
from rulewright.resources import data_dir


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Tic-tac-toe with all its languages made."""
    folder = shutil.copytree(data_dir("rulesets") / "tic_tac_toe", tmp_path / "game")
    root = root_of(folder / "lexicon.yaml")
    assert root is not None
    project = Project(root)
    project.good = project.load({})
    assert project.good is not None
    warm(project.good, project.good.languages)
    return project


def loaded(project: Project, name: str, old: str, new: str) -> dict[str, bool]:
    """For each language that was made: whether the same speaks on after a change of a file."""
    path = project.root.folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text and project.good is not None
    before = dict(project.good._languages)
    project.edit(path, text.replace(old, new, 1))
    project.good = project.load({path: text.replace(old, new, 1)})
    assert project.good is not None
    return {lang: project.good.language(lang) is language for lang, language in before.items()}


def test_a_language_speaks_on_while_its_words_are_the_same(project: Project) -> None:
    kept = loaded(project, "procedures/rules.yaml", "title: ", "title: New ")
    assert set(kept) >= {"en", "es", "fr", "hu"} and all(kept.values())
    lexicon = project.root.folder / "locale" / "hu" / "lexicon.yaml"
    word = next(
        line for line in lexicon.read_text(encoding="utf-8").split("\n") if line.startswith("  ") and ": " in line
    )
    kept = loaded(project, "locale/hu/lexicon.yaml", word, word + " # the same")
    assert all(kept.values())


def test_a_language_with_another_word_is_made_anew(project: Project) -> None:
    kept = loaded(project, "locale/hu/lexicon.yaml", "mark: jel|jelet", "mark: jelzet|jelzetet")
    assert not kept.pop("hu") and all(kept.values())
