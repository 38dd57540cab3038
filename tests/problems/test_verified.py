"""What a message says to write is shown only if it compiles in its place, and one unreadable text hides no other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loaded import ruleset

from rulewright.cli.commands.check import check_once
from rulewright.cli.text.report import Format
from rulewright.compiler.verified import verified
from rulewright.problems import TextError
from rulewright.ruleset.loader import read_ruleset

CONJURERS = Path(__file__).parents[1] / "games" / "conjurers"
READ = "Work: drw a card."  # with what is shown, it compiles
REFUSED = "Work: dscard it."  # what would be shown is refused: nothing was spoken of


def with_cards(folder: Path, *texts: str) -> Path:
    """The game with a card for each text."""
    shutil.copytree(CONJURERS, folder)
    kind = next(iter(read_ruleset(folder)[0].components.values())).kind  # type: ignore[union-attr]
    cards = [f"- {{id: new_{i}, kind: {kind}, name: New {i}, text: '{text}'}}\n" for i, text in enumerate(texts)]
    (folder / "components" / "new.yaml").write_text("".join(cards), encoding="utf-8")
    return folder


def test_only_what_compiles_is_shown(tmp_path: Path) -> None:
    ruleset, problems = read_ruleset(with_cards(tmp_path / "game", READ, REFUSED))
    assert ruleset is not None and all("Write: “" in found.message for found in problems)
    shown, dropped = verified(ruleset, problems)
    assert "Write: “Work: draw a card.”" in shown.message
    assert dropped.code == "RW0301" and "Write" not in dropped.message
    assert dropped.place == problems[1].place


def test_an_unreadable_text_hides_nothing(tmp_path: Path) -> None:
    folder = with_cards(tmp_path / "game", READ, "Work: discard it.")
    found = check_once([str(folder)], Format.JSON, None, [])
    assert [(one.code, one.place.line) for one in found if one.code != "RW0245"] == [("RW0312", 1), ("RW0621", 2)]


@pytest.mark.parametrize(
    ("text", "word"),
    [("Work: discard on a card.", "on"), ("Work: gain 1 mana times 2.", "times"), ("Work: the draw a card.", "draw")],
)
def test_a_word_that_is_spelled_right_is_not_another_word(text: str, word: str) -> None:
    with pytest.raises(TextError) as error:
        ruleset(str(CONJURERS)).parse(text)
    (found,) = error.value.problems
    assert found.found == word and not {"own", "won", "one", "drawn", "tiles"}.intersection(found.suggestions)


def test_a_wording_of_the_language_is_not_called_unknown_where_it_cannot_stand() -> None:
    with pytest.raises(TextError) as error:
        ruleset(str(CONJURERS)).parse("Work: choose one: if you have a coin, gain 1 coin; or draw a card.")
    assert [found.code for found in error.value.problems] == ["RW0301"]


def test_two_verbs_of_one_form_are_told_at_the_one_of_the_game(tmp_path: Path) -> None:
    folder = with_cards(tmp_path / "game")
    lexicon = folder / "lexicon.yaml"
    toll = '  pay_toll: {en: {pattern: "V a toll", forms: pay|pays|paying|paid}, do: [Gain 1 coin.]}\n'
    lexicon.write_text(lexicon.read_text("utf-8").replace("\nverbs:\n", f"\nverbs:\n{toll}"), encoding="utf-8")
    _, problems = read_ruleset(folder)
    assert [(found.code, found.place.source.strip()) for found in problems] == [("RW0504", toll.strip())]
