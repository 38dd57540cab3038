"""`rulewright phrasebook`: every sentence that it prints compiles where it is said to stand."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from loaded import ruleset
from sample import costly, sample
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.compiler.abilities.builtin_events import COUNTED, OF_CARDS
from rulewright.compiler.trials import Trials, Tried
from rulewright.language.nodes import Node
from rulewright.ruleset.blocks import Path as InRuleset
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.phrasebook import HEARD, Entry, Sentence, phrasebook
from rulewright.ruleset.whole_deeds import done_in, not_for_cards

GAMES = Path(__file__).parents[1] / "games"
CONJURERS = str(GAMES / "conjurers")
ALL = [*shipped_rulesets(), *(str(path.parent) for path in sorted(GAMES.glob("*/ruleset.yaml")))]


@pytest.mark.parametrize("game", ALL)
def test_every_sentence_compiles_where_it_stands(game: str) -> None:
    rules = ruleset(game)
    shown = [entry.sentence for section in phrasebook(rules) for entry in section.entries if entry.sentence]
    trials = Trials(rules, players=rules.players[-1:], linted=False)
    made = [sentence for sentence in shown if not sentence.path]
    tries = [Tried(one.text, rules.parse(one.text, "en", "block_sentence")) for one in made]
    assert trials.tried(tries) == [[] for _ in tries]
    shown = [sentence for sentence in shown if sentence.path]
    left = list({(sentence.path, sentence.text): sentence for sentence in shown}.values())
    left = left[:: sample(few=costly(9, 3), all=1) if len(left) > 30 else 1]  # each round of a large game compiles it
    assert left
    while left:  # of the sentences of one text one at a time
        given: dict[InRuleset, tuple[str, Node]] = {}
        rest: list[Sentence] = []
        for sentence in left:
            if sentence.path in given:
                rest.append(sentence)
                continue
            kind = "block_sentence" if sentence.kind == "sentence" else sentence.kind
            given[sentence.path] = (sentence.text, rules.parse(sentence.text, "en", kind))
        assert trials.in_place(given) == []
        left = rest


@pytest.mark.parametrize("lang", ["hu", "es"])
def test_other_languages_say_the_same_sentences(lang: str) -> None:
    rules = ruleset("tic_tac_toe")
    for section in phrasebook(rules, lang):
        for entry in section.entries:
            if entry.sentence is not None:
                kind = "block_sentence" if entry.sentence.kind == "sentence" else entry.sentence.kind
                assert rules.parse(entry.sentence.text, lang, kind) == entry.sentence.tree


@cache
def printed(*form: str) -> str:
    """What the command prints of a game."""
    return CliRunner().invoke(app, ["phrasebook", CONJURERS, *form]).output


def test_text_page_and_data_tell_the_same() -> None:
    text, page, data = printed(), printed("--html"), json.loads(printed("--json"))
    assert "spell, spells: Whenever you draw a spell, gain 1 mana.  [scholar]" in text
    assert "<dt>spell, spells</dt>" in page and "http" not in page
    entries = {entry["id"]: entry for section in data["sections"] for entry in section["entries"]}
    assert entries["spell"]["sentence"] == "Whenever you draw a spell, gain 1 mana."
    assert entries["spell"]["from"] == ["components", "scholar", "text"]
    for sentence in (entry["sentence"] for entry in entries.values() if entry["sentence"]):
        assert sentence.splitlines()[0] in text


@pytest.mark.parametrize(("lang", "said"), [("en", "hills"), ("hu", "dombság"), ("es", "colinas")])
def test_values_are_called_by_their_names(lang: str, said: str) -> None:
    (values,) = (section for section in phrasebook(ruleset("monumental"), lang) if section.name == "values")
    found = {entry.said: entry for entry in values.entries}
    assert said in found and found[said].of == ("terrain", "province") and found[said].sentence is not None
    tree = ruleset("monumental").parse("If there is a hills province, do nothing.", "en", "block_sentence")
    assert found[said].sentence.tree == tree


def _entries(game: str, section: str) -> dict[str, Entry]:
    (found,) = (one for one in phrasebook(ruleset(game)) if one.name == section)
    return {entry.id: entry for entry in found.entries}


def test_it_tells_what_texts_can_wait_for_though_none_does() -> None:
    assert set(HEARD) == {*OF_CARDS, *COUNTED}
    others = _entries("monumental", "events")["others"].said
    assert "conquer" not in others and "discard" in others and "loot" in others


def test_it_notes_whose_a_word_is_and_where_a_heading_works() -> None:
    headings, things = _entries("monumental", "headings"), _entries("monumental", "things")
    assert dict(headings["active"].notes)["active"] and "city card" not in headings
    assert dict(things["wonder"].notes)["kind"] == "city card"
    assert dict(_entries("monumental", "numbers")["building_cost"].notes) == {
        "of": "player, Building card", "price": "production",
    }  # fmt: skip


@pytest.mark.parametrize("game", ["monumental", "age_of_innovation", "mythotopia", "civ_new_dawn"])
def test_parts_of_deeds_and_signals_are_only_waited_for(game: str) -> None:
    rules = ruleset(game)
    parts = not_for_cards(rules)
    shown = {section.name: section.entries for section in phrasebook(rules)}
    assert parts and not {entry.id for entry in shown["verbs"]} & set(parts)
    said = [entry.sentence.tree for entries in shown.values() for entry in entries if entry.sentence]
    assert not [act.verb for tree in said for act in done_in(tree) if act.verb in parts]
