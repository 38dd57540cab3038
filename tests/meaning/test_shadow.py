"""At every pronoun, possessor and definite phrase the compiler and the Meaning choose a thing of one noun and type."""

from __future__ import annotations

import pytest

from rulewright.language import nodes as n
from tests.meaning.shadow import Chosen, agree, compare
from tests.meaning.texts import GAMES, ruleset

EXPECTED: dict[tuple[str, str, str], str] = {
    ("monumental", "first_player", "player"): "the same player; what only a step names, no noun, is a word there",
    ("mythotopia", "dragon", "piece"): "the same dragon; whether there is one the compiler asks of its province",
    ("mythotopia", "runestone", "piece"): "the same, of a runestone",
    ("walk", "it", "piece"): "the same pawn; next to a piece is next to its space, which the compiler takes at once",
}
"""What differs, with the reason: (game, word, what the Meaning binds)."""


def word_of(node: n.Node) -> str:
    """The word that a difference is about."""
    word = getattr(node, "word", None) or getattr(node, "noun", "")
    return str(word)


@pytest.mark.parametrize("game", [game for game in GAMES if " with " not in game])
def test_compiler_and_meaning_choose_the_same(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = ruleset(game)
    found = compare(rules, max(rules.players))
    different = {(game, word_of(node), ours[0].type): (node, theirs, ours) for node, theirs, ours in found.other}
    with capsys.disabled():
        print(f"\n{game:20}{found.same:6} the same, {len(different)} expected otherwise, {found.alone} not comparable")
    assert found.same >= found.alone, "the two look at the same words"
    assert {key: value for key, value in different.items() if key not in EXPECTED} == {}
    assert {key for key in EXPECTED if key[0] == game} <= set(different)


def test_words_are_compared() -> None:
    rules = ruleset("conjurers")
    assert compare(rules, max(rules.players)).same > 20


def test_another_type_or_another_noun_is_seen() -> None:
    lexicon = ruleset("conjurers").language().lexicon
    it = n.Pronoun(word="it")
    card, beast, spell = (Chosen(noun, "card") for noun in ("card", "beast", "spell"))
    assert agree(it, card, beast, lexicon.noun_is)
    assert not agree(it, spell, beast, lexicon.noun_is)
    assert not agree(it, card, Chosen("card", "zone"), lexicon.noun_is)
