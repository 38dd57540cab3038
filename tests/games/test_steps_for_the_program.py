"""Steps that only the program needs, and steps that are done as often as an amount says."""

import shutil
from pathlib import Path

import pytest
from tests.reference.oracle import compare

from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.runtime.rules import load

GAINED = "        - Up to 2 times, gain 1 point.\n"
STEPS = """
        - as often as: the number of your huts in fields plus 2
          do: [Gain 1 pear.]
        - internal: [Gain 1 apple., {let: reward, be: "3"}]
        - {if: you have an apple, then: [Gain 1 point.], else: {internal: Gain 2 points.}}
        - {if: you have a pear, then: {internal: Gain 1 point.}}
"""


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    """The orchard with such steps in its play."""
    folder = shutil.copytree(Path(__file__).parent / "orchard", tmp_path / "orchard")
    play, words = folder / "procedures" / "play.yaml", folder / "lexicon.yaml"
    play.write_text(play.read_text(encoding="utf-8").replace(GAINED, STEPS), encoding="utf-8")
    assert STEPS in play.read_text(encoding="utf-8")
    role = "nouns:\n  reward: {type: role, of: number, en: reward}\n"
    words.write_text(words.read_text(encoding="utf-8").replace("nouns:\n", role, 1), encoding="utf-8")
    return folder


def pears(folder: Path) -> int:
    """How many the first player has at the end of their part."""
    game = load(folder).new_game(2, seed=1)
    game.choose("b2")
    while game.decision is not None and game.decision.seat == 0:
        game.choose_number(0)
    return int(game.state.n[game.program.layout.held["pear"]])


def test_as_often_as_the_amount_is_at_first(orchard: Path) -> None:
    play = orchard / "procedures" / "play.yaml"
    some = pears(orchard)
    play.write_text(play.read_text(encoding="utf-8").replace("in fields plus 2", "in fields"), encoding="utf-8")
    fewer = pears(orchard)
    play.write_text(
        play.read_text(encoding="utf-8").replace("huts in fields", "huts in fields minus 1"), encoding="utf-8"
    )
    none = pears(orchard)
    assert (some - fewer, fewer - none) == (2, 1)


def test_the_rulebook_leaves_out_what_only_the_program_needs(orchard: Path) -> None:
    ruleset = load_ruleset(orchard)
    told, whole = ([line.text for line in rulebook(ruleset, "en", internal)] for internal in (False, True))
    assert "As many times as the number of your huts in fields plus 2:" in told
    assert "If you have an apple:" in told and "Otherwise:" not in told[told.index("If you have an apple:") :][:3]
    assert "If you have a pear:" not in told and "Gain 1 apple." not in told
    assert {"If you have a pear:", "Gain 1 apple.", "Reward is 3."} <= set(whole)


def test_the_reference_does_the_same(orchard: Path) -> None:
    found = compare(load(orchard), 20)
    assert not found.disagreements and not found.not_carried and found.positions >= 20
