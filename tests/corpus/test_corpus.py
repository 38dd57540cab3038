"""The corpus gate: all texts of all rulesets. The last tests show that it can fail."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from corpus import Score, measure, measure_language, share
from rulewright.ruleset.files.discovery import shipped_rulesets


@pytest.mark.parametrize("game", shipped_rulesets())
def test_every_text_compiles_comes_back_and_says_everything(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    score = measure(game)
    with capsys.disabled():
        print(f"\n{score}")
    assert score.texts
    assert score.perfect, (score.problems, score.lost, score.unsaid)


SMALL = Path(__file__).parents[1] / "games"
SPOKEN = [
    ("mythotopia", "fr"), ("tic_tac_toe", "fr"), ("tic_tac_toe", "de"),
    *((str(path.parents[1]), "de") for path in sorted(SMALL.glob("*/locale/de"))),
]  # fmt: skip
"""What is told in languages that not every game speaks; the others are measured with all packs, in `tests/packs`."""


@pytest.mark.parametrize(("game", "lang"), SPOKEN, ids=[f"{Path(game).name}-{lang}" for game, lang in SPOKEN])
def test_every_text_is_proved_and_every_tree_comes_back(game: str, lang: str) -> None:
    score = measure_language(game, lang)
    assert score is not None and score.trees
    assert score.perfect, (score.states, score.lost, score.missing_forms)


def changed(tmp_path: Path, file: str, old: str, new: str) -> Score:
    """The score of Mythotopia with one thing changed."""
    folder = tmp_path / "mythotopia"
    shutil.copytree(shipped_rulesets()["mythotopia"], folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return measure(str(folder))


def test_a_text_that_does_not_compile_is_counted(tmp_path: Path) -> None:
    score = changed(tmp_path, "components/improvement_cards.yaml", "draw 2 cards", "draw 2 crads")
    assert score.compiled == score.texts - 1
    assert not score.perfect


@pytest.mark.parametrize(
    ("old", "new", "unsaid"),
    [
        ("mystic: []\n", "", ["mystic"]),  # forgotten
        ("province_card:\n", "card_blore:\n", 39),  # cards without a text, of which only one is told
        ("start_market:\n  - {leaves: what its symbols pay for, to: T-26}\n", "start_market:\n", []),
    ],
)
def test_a_forgotten_component_is_noticed(tmp_path: Path, old: str, new: str, unsaid: list[str] | int) -> None:
    found = changed(tmp_path, "coverage.yaml", old, new).unsaid
    assert found == unsaid if isinstance(unsaid, list) else len(found) == unsaid


def test_a_component_without_a_text_cannot_leave_nothing(tmp_path: Path) -> None:
    listed = "queen: []\n"
    without_text = "province_card: []\nqueen: []\n"
    score = changed(tmp_path, "coverage.yaml", "province_card:\n", "card_blore:\n")
    folder = tmp_path / "mythotopia" / "coverage.yaml"
    folder.write_text(folder.read_text(encoding="utf-8").replace(listed, without_text), encoding="utf-8")
    assert measure(str(folder.parent)).unsaid == score.unsaid != []


def test_a_text_that_comes_back_otherwise_closes_the_gate() -> None:
    assert Score("game", texts=1, compiled=1).perfect
    assert not Score("game", texts=1, compiled=1, lost=[None]).perfect  # type: ignore[list-item]


def test_a_share_is_not_rounded_up() -> None:
    assert (share(999, 1000), share(1000, 1000), share(0, 0)) == ("99 %", "100 %", "100 %")
