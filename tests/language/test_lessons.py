"""Lessons: sentences that cannot be read are answered by such that can be, and no taught word is called unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain import read_plain

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.language.parsing.lessons import _filled, lessons
from rulewright.problems import Problem, TextError


def told(language: Language, text: str) -> Problem:
    with pytest.raises(TextError) as error:
        language.parse(text)
    return error.value.problems[0]


@pytest.mark.parametrize("said", [one for lesson in lessons("en") for one in lesson.instead])
def test_each_sentence_of_a_lesson_is_read(language: Language, said: str) -> None:
    (filled,) = _filled([said], language.lexicon)
    assert language.parse(filled)


@pytest.mark.parametrize(
    ("text", "taught"),
    [
        ("Whoever harvested the most fields gains 1 coin.", "The player with the most"),
        ("Action: the next time each other player harvests a field, gain 1 coin.", "The next time"),
        ("Roll 3 dice. Gain 1 coin for each 3 or 5 rolled.", "those dice whose result"),
        ("Each player who is at peace and has no coins draws a card.", "with no"),
    ],
)
def test_a_lesson_is_shown_at_the_words_it_is_about(language: Language, text: str, taught: str) -> None:
    found = told(language, text)
    assert found.code == "RW0334" and taught in found.hint


def test_a_word_that_nobody_knows_is_told_even_where_a_lesson_is_near(language: Language) -> None:
    assert told(language, "Whoever has the most florgs gains 1 coin.").code in ("RW0302", "RW0334")
    assert told(language, "Each player who florgs gains 1 coin.").code == "RW0302"


def test_a_word_that_is_read_elsewhere_is_not_called_unknown(language: Language) -> None:
    found = told(language, "Draw a card in order.")
    assert found.code == "RW0335" and "in any order" in found.hint


@pytest.fixture(scope="module")
def with_edges() -> Language:
    """A language with borders that have a value, a relation that rests on it, and a deed done to one thing."""
    words = read_plain(Path(__file__).parent / "lexicon.yaml")
    words["nouns"]["edge"] = {"type": "border", "en": "edge"}
    words["nouns"]["way"] = {
        "type": "number",
        "of": "edge",
        "attribute": "way",
        "values": ["road", "tide"],
        "en": "way",
    }
    words["nouns"]["other_field"] = {"type": "role", "of": "field", "en": "other field"}
    means = "the way of the edge between the field and the other field is road"
    words["relations"]["by_road"] = {"of": "field", "with": "other_field", "means": means, "en": "by road from"}
    words["verbs"]["toss"] = {"en": {"pattern": "V a coin", "forms": "toss|tosses|tossing|tossed"}, "do": []}
    return Language(Lexicon.from_mapping(words))


def test_a_value_of_a_border_is_said_of_the_border_and_by_relations(with_edges: Language) -> None:
    found = told(with_edges, "Gain 1 coin for each road.")
    assert found.code == "RW0332"
    assert "“an edge whose way is road” or “a field by road from a field”" in found.hint
    assert with_edges.parse("Gain 1 coin for each edge whose way is road.")
    assert with_edges.parse("Gain 1 coin for each field by road from a field.")


@pytest.mark.parametrize("said", ["Toss as many coins.", "Discard 2 cards. Toss that many coins."])
def test_a_deed_done_to_one_thing_is_done_so_often(with_edges: Language, said: str) -> None:
    found = told(with_edges, said)
    assert found.code == "RW0334"
    assert "“Discard any number of cards. Toss a coin for each of them”" in found.hint
    assert "draw that many cards" not in found.hint
    assert with_edges.parse("Discard any number of cards. Toss a coin for each of them.")
