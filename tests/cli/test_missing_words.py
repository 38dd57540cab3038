"""`rulewright propose` for a text with a word that no lexicon has: the entry shown makes it read, or none is shown."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from loaded import ruleset
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.cli.text.missing_words import in_yaml
from rulewright.compiler.proposing.missing import MissingWords
from rulewright.compiler.trials import Trials, Tried
from rulewright.ruleset.loader import load_ruleset

GAMES = Path(__file__).parents[1] / "games"
CONJURERS = str(GAMES / "conjurers")
READ = {  # texts of conjurers that lack a word (or two), and what the likeliest entry is
    "Work: put a spell from your hand into your casket.": ("zone",),
    "Work: take a spell from another player's casket into your hand.": ("zone",),
    "Work: gain 2 zlotys.": ("resource",),
    "Work: each other player loses 1 opal.": ("resource",),
    "Work: if your renown is at least 3, gain 2 mana.": ("number",),
    "Work: discard a talisman from your hand.": ("card",),
    "Work: discard 2 bandit cards from your hand.": ("card",),
    "Work: the jester gains 2 coins.": ("player",),
    "Work: gain 1 coin for each beast you moored this turn.": ("verb",),
    "Whenever you kindle a beast in your circle, gain 1 mana.": ("verb",),
    "Work: entomb a beast in your circle, then gain 2 mana.": ("verb",),
    "Work: gain 1 mana for each gilded beast in your circle.": ("adjective",),
    "Work: gain 2 zlotys, then put a spell from your hand into your casket.": ("resource", "zone"),
}
OTHERWISE = (  # nothing is missing; or a word is, and the text is refused all the same
    "Work: gain 2 mana.",
    "Work: gain a the coin.",
    "Work: into your casket gain from mana spell.",
    "Work: entomb a beast, gain beyond.",
    "Work: nothing but mana beside the such.",
    "Work: frob the blarg, then quux a zorble into the wumpus.",
)


@pytest.mark.parametrize("text", READ)
def test_the_entry_that_is_shown_makes_the_text_read(text: str, tmp_path: Path) -> None:
    found = MissingWords(ruleset(CONJURERS), seconds=60).entries(text)
    assert tuple(guess.kind for guess in found[0].guesses) == READ[text]
    for number, entry in enumerate(found):
        folder = tmp_path / str(number)
        shutil.copytree(CONJURERS, folder)
        lexicon: dict[str, Any] = yaml.safe_load((folder / "lexicon.yaml").read_text(encoding="utf-8"))
        for section, lines in in_yaml(entry).items():  # as its author would copy them
            lexicon.setdefault(section, {}).update(yaml.safe_load("\n".join(lines)))
        (folder / "lexicon.yaml").write_text(yaml.safe_dump(lexicon, sort_keys=False), encoding="utf-8")
        game = load_ruleset(folder)
        one = entry.proposal
        tree = game.parse(text)
        assert one.understood
        assert Trials(game, linted=False).tried([Tried(one.text, game.parse(one.text), one.kind)]) == [[]]
        assert game.print(tree) == one.text


def test_of_several_headings_that_could_stand_there_it_is_one_under_which_the_text_does_something() -> None:
    first = MissingWords(ruleset("mythotopia"), seconds=60).entries("Gain 2 doubloons.")[0]
    assert (first.guesses[0].kind, first.proposal.text) == ("resource", "Action: gain 2 doubloons.")  # not “Set-up:”


def test_a_piece_may_lie_where_the_text_puts_it() -> None:
    first = MissingWords(ruleset("tic_tac_toe"), seconds=60).entries("Put a pebble from the box onto an empty space.")[
        0
    ]
    assert first.guesses[0].kind == "piece" and {"box", "space"} <= {*first.guesses[0].entry["in"]}


def test_a_value_is_added_to_those_of_its_number() -> None:
    game = ruleset(str(GAMES.parent / "strangers" / "fair"))
    first = MissingWords(game, seconds=60).entries("Work: gain 1 fame for each barley field you hold.")[0]
    (guess,) = first.guesses
    assert (guess.kind, guess.name) == ("value", "crop")
    assert [*guess.entry["values"]] == [*game.lexicon["nouns"]["crop"]["values"], "barley"]
    assert first.proposal.text == "Work: gain 1 fame for each barley field you hold."


@pytest.mark.parametrize("text", OTHERWISE)
def test_what_fails_for_another_reason_shows_no_entry(text: str) -> None:
    assert MissingWords(ruleset(CONJURERS), seconds=60).entries(text) == []


def test_at_most_two_are_shown_and_nothing_in_the_game_changes() -> None:
    game = ruleset(CONJURERS)
    before = game.content.hash()
    assert 0 < len(MissingWords(game, seconds=60).entries("Work: discard a gilded beast from your hand.")) <= 2
    assert game.content.hash() == before and "gilded" not in game.lexicon["adjectives"]


def test_the_command_tells_what_to_write_and_what_else_it_needs() -> None:
    result = CliRunner().invoke(app, ["propose", CONJURERS, "Work: put a spell from your hand into your casket."])
    assert result.exit_code == 0
    told = " ".join(result.output.split())
    for part in ("nouns: casket: {type: zone,", "# fill in:", "With it, it is read as: Work: put a spell",
                 "Understood as:", "docs/formats.md"):  # fmt: skip
        assert part in told


def test_a_word_that_is_spelled_wrong_comes_first() -> None:
    output = CliRunner().invoke(app, ["propose", CONJURERS, "Work: gain 2 coyns."]).output
    assert output.startswith("Work: gain 2 coins.") and output.index("coyn: {type:") > 0


def test_other_languages_have_no_guesses_yet() -> None:
    game = ruleset(CONJURERS)
    for lang in game.languages[1:]:
        assert MissingWords(game, lang).entries("Frobnicate.") == []
