"""What was understood, said back: every Meaning of the corpus has words, and what no word showed is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

import rulewright.meaning.paraphrases
from rulewright.cli.app import app
from rulewright.meaning import bind, bind_text, paraphrase
from rulewright.meaning.paraphrases.speaker import frames
from tests.meaning.texts import GAMES, ruleset

SAID = [
    (
        "mythotopia",
        "Reserve: whenever you would take a counter from a VP card, you may take it from the bank instead.",
        "Reserve: Whenever you take a counter from a VP card, before it is done and in its place: you may, whole or "
        "not at all: take that counter from the bank instead.",
    ),
    (
        "mythotopia",
        "Free action: return 1 army in any province to its owner's stock.",
        "Free action: Return any one army (you choose which) in any province into the stock of the "
        "owner of that army (just chosen).",
    ),
    (
        "conjurers",
        "Work: each other player puts a card from their hand into your hand.",
        "Work: For each player other than you, in turn order, one after another: that player puts any "
        "one card (that player chooses which) from the hand of that player (of this pass) into your hand, as far as "
        "possible.",
    ),
    (
        "conjurers",
        "Work: reveal the top card of the deck. If it is a spell, gain 2 mana; otherwise, put it into your hand.",
        "Work: Reveal the top card of the deck. If that card is a spell: gain 2 mana; otherwise: put that card into "
        "your hand.",
    ),
    (
        "monumental",
        "Use: look at the top 3 cards of your city deck. Discard 1 of them, then return the rest onto your city deck.",
        "Use: Look at the top 3 cards of your city deck. Discard 1 of those cards (you choose which); "
        "then return those of those cards that were not taken onto your city deck.",
    ),
    (
        "monumental",
        "Use: gain 1 gold for each policy in your tradition.",
        "Use: As many times as there are policies in your tradition, counted before: gain 1 gold.",
    ),
]


@pytest.mark.parametrize(("game", "text", "said"), SAID)
def test_a_text_is_said_back(game: str, text: str, said: str) -> None:
    rules = ruleset(game)
    assert paraphrase(bind_text(rules, rules.parse(text)), rules) == said


@pytest.mark.parametrize("game", [game for game in GAMES if " with " not in game])
def test_every_meaning_of_the_corpus_has_words(game: str) -> None:
    rules = ruleset(game)
    for bound in bind(rules):
        assert bound.meaning is not None
        said = paraphrase(bound.meaning, rules)
        assert said and not re.search(r"\bNone\b|[{}]|  ", said), (bound.words.text, said)


def test_every_frame_is_used_and_every_frame_used_is_there() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    known = frames("en")
    named = set(re.findall(r'(?:frame|choice|joined)\(\s*"(\w+)"', source))
    assert named <= set(known)
    unused = {name for name in known if not re.search(rf'"{name}"', source)} - BY_WORD
    assert unused == set()


FOLDER = Path(rulewright.meaning.paraphrases.__file__).parent
# Frames that are named by a word of the language: a quantity, a conjunction, how a number changes.
BY_WORD = {
    "several_and", "several_or", "more", "fewer", "up_to", "at_least", "at_most", "exactly", "either", "range",
    "more_than", "fewer_than", "any_number", "some", "all", "both", "any", "no", "most", "fewest", "mass", "bare",
    "half_down", "half_up", "number_at_least", "number_at_most", "raise", "lower", "set",
    "set_to", "set_by", "set_towards", "count", "as_much_instead", "as_many_instead",
}  # fmt: skip


def test_a_language_without_frames_gets_english_words() -> None:
    rules = ruleset("mythotopia")
    meaning = bind_text(rules, rules.parse("Draw 2 cards."))
    assert paraphrase(meaning, rules, "hu") == paraphrase(meaning, rules)


def test_read_and_show_say_it_back() -> None:
    run = CliRunner()
    read = run.invoke(app, ["read", "mythotopia", "Draw 2 cards, then discard 1 of them."])
    assert "Understood as: Draw 2 cards, as far as possible; then discard" in read.output
    shown = run.invoke(app, ["show", "mythotopia", "marauders", "--meaning"])
    assert "Understood as: Free action: Return any one army" in shown.output


def test_the_frames_are_yaml_of_strings() -> None:
    text = (FOLDER.parents[3] / "grammar" / "paraphrase.en.yaml").read_text(encoding="utf-8")
    assert set(yaml.load(text, Loader=yaml.BaseLoader)) == set(frames("en"))
