"""Reading lexicons: forms, verbs as productions, words that are two things."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon, core_words
from rulewright.problems import LexiconError, RulewrightError
from tests.language.conftest import load


def lexicon(**more: Any) -> Lexicon:
    words = copy.deepcopy(load("lexicon.yaml"))
    for kind, entries in more.items():
        words.setdefault(kind, {}).update(entries)
    return Lexicon.from_mapping(words)


@pytest.mark.parametrize(
    ("one", "many"),
    [("tower", "towers"), ("library", "libraries"), ("day", "days"), ("box", "boxes"), ("marsh", "marshes")],
)
def test_regular_plurals(one: str, many: str) -> None:
    made = lexicon(nouns={"new": {"type": "piece", "en": one if one != "tower" else "turret"}})
    assert made.nouns["new"].forms.get("many") == (many if one != "tower" else "turrets")


def test_a_kind_of_a_noun_is_that_noun() -> None:
    made = lexicon(nouns={"bay": {"type": "space", "is": "shore", "en": "bay"}})
    assert made.noun_is("bay", "shore") and made.noun_is("bay", "field") and made.noun_is("bay", "space")
    assert not made.noun_is("field", "shore")
    assert made.noun_is("target", "field")


def test_a_noun_may_be_another_with_a_condition() -> None:
    made = lexicon(nouns={"feud": {"type": "field", "means": "it is fertile", "en": "feud"}})
    assert made.noun_is("feud", "field") and made.noun_is("feud", "space")


def test_a_verb_of_several_words_and_its_relative() -> None:
    language = Language(lexicon())
    text = "Gain 1 coin for each field you take part in."
    assert language.print(language.parse(text)) == text


def test_slots_stand_in_the_order_of_their_declaration() -> None:
    verb = {
        "slots": {"amount": "amount", "object": "any"},
        "en": {"pattern": ["V {object} by {amount}", "V {object}"], "forms": "raise|raises|raising|raised"},
    }
    language = Language(lexicon(verbs={"raise": verb}))
    tree = language.parse("Raise a tower by 2.", "sentence")
    assert [slot.name for slot in tree.slots] == ["amount", "object"]  # type: ignore[attr-defined]
    assert language.print(tree) == "Raise a tower by 2."


def test_a_noun_says_with_which_preposition_things_go_to_it() -> None:
    along = {"type": "region", "of": "field", "en": {"one": "trail", "many": "trails", "to": "along"}}
    language = Language(lexicon(nouns={"trail": along}))
    assert language.print(language.parse("Move a worker along your trail.")) == "Move a worker along your trail."
    assert language.print(language.parse("Move a worker to your trail.")) == "Move a worker along your trail."


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ({"nouns": {"gate": {"type": "card"}}}, "RW0501", "noun gate"),
        ({"nouns": {"keep": {"type": "card", "en": "tower"}}}, "RW0504", "tower and keep"),
        ({"verbs": {"raise": {"en": {"pattern": "{object}", "forms": "a|b|c|d"}}}}, "RW0502", "raise"),
        ({"verbs": {"raise": {"en": {"pattern": "V ] [", "forms": "a|b|c|d"}}}}, "RW0502", "raise"),
        ({"verbs": {"raise": {"en": {"pattern": "V [[high]", "forms": "a|b|c|d"}}}}, "RW0502", "raise"),
        ({"verbs": {"raise": {"en": {"pattern": "V" + " [high]" * 40, "forms": "a|b|c|d"}}}}, "RW0502", "raise"),
        ({"verbs": {"raise": {"en": {"pattern": "V {thing}", "forms": "a|b|c|d"}}}}, "RW0503", "thing"),
        (
            {"verbs": {"reap": {"en": {"pattern": "V", "forms": "harvest|harvests|harvesting|harvested"}}}},
            "RW0504",
            "reap",
        ),
    ],
)
def test_bad_entries_are_errors_that_name_the_words(more: dict[str, Any], code: str, words: str) -> None:
    with pytest.raises(LexiconError) as caught:
        lexicon(**more)
    assert code in {p.code for p in caught.value.problems}
    assert words in str(caught.value)


def test_a_word_of_the_lexicon_that_is_one_of_the_language_is_an_error() -> None:
    with pytest.raises(RulewrightError) as caught:
        Language(lexicon(nouns={"number": {"type": "word", "en": "nearest"}}))
    (told,) = caught.value.problems
    assert told.code == "RW0505" and "the noun number and as the adjective nearest" in told.message


@pytest.mark.parametrize(
    "more",
    [
        {"nouns": {"keep": {"type": "card", "en": "tower"}}},
        {"verbs": {"reap": {"en": {"pattern": "V", "forms": "harvest|harvests|harvesting|harvested"}}}},
        {"nouns": {"empty": {"type": "space", "en": "empty"}}},
    ],
)
def test_one_word_that_is_two_things_is_told_once(more: dict[str, Any]) -> None:
    with pytest.raises(LexiconError) as caught:
        Language(lexicon(**more))
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"nouns": {"move": {"type": "number", "en": "move"}}},
        {"nouns": {"stop": {"type": "word", "en": ["stop", "stays"]}}},
        {"adjectives": {"twofold": {"of": "card", "en": "double"}}},
        {"relations": {"ruled_by": {"of": "any", "with": "any", "en": "keep"}}},
        {"headings": {"defence": {"en": "Defend"}}},
        {"verbs": {"embark": {"slots": {"object": "any"}, "en": {"pattern": "V {object}", "forms": "board|b|c|d"}}}},
    ],
)
def test_a_word_that_is_an_order_too_is_an_error(more: dict[str, Any]) -> None:
    with pytest.raises(LexiconError) as caught:
        lexicon(**more)
    assert {p.code for p in caught.value.problems} == {"RW0506"}


@pytest.mark.parametrize(
    "more",
    [
        {"nouns": {"turn_taken": {"type": "number", "en": "draw of cards"}}},  # several words
        {"nouns": {"house": {"type": "piece", "en": "building"}}},  # no order has this form
        {"nouns": {"rule": {"type": "word", "en": "control"}}},  # a state
        {"headings": {"harvest": {"en": "Harvest"}}},  # the verb never stands before a colon
    ],
)
def test_words_that_cannot_be_mistaken_for_an_order(more: dict[str, Any]) -> None:
    Language(lexicon(**more))


@pytest.mark.parametrize("wording", ["to", "into", "with", "otherwise", "and"])
def test_a_word_that_the_language_needs_is_an_error(wording: str) -> None:
    with pytest.raises(LexiconError) as caught:
        Language(lexicon(nouns={"own": {"type": "piece", "en": {"one": wording}}}))
    assert {p.code for p in caught.value.problems} == {"RW0507"}


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(LexiconError) as caught:
        lexicon(nouns={"gate": {"type": "card"}, "keep": {"type": "card"}}, verbs={"raise": {"slots": {}}})
    assert len(caught.value.problems) == 3


def test_another_language_needs_forms_for_every_word() -> None:
    core = core_words("en")
    assert {"nouns", "adjectives", "relations", "verbs", "times", "classes", "splits"} <= set(core)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("sum of powers", "sums of powers"),
        ("share of the spoils", "shares of the spoils"),
        ("city of gold", "cities of gold"),
        ("box of stones", "boxes of stones"),
        ("battle axe", "battle axes"),
    ],
)
def test_the_plural_of_something_of_something_is_that_of_its_first_word(one: str, many: str) -> None:
    nouns = lexicon(nouns={"thing": {"type": "card", "en": one}}).nouns
    assert nouns["thing"].forms.forms["many"] == (many,)
