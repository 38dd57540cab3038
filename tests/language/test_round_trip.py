"""Random trees print, and what is printed is read as the same tree."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from rulewright.language.language import KINDS, Language
from rulewright.language.lexer import split
from rulewright.language.nodes import Node
from rulewright.language.problems import RulewrightError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from tests.language.trees import Trees

SETTINGS = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@given(data=st.data())
@SETTINGS
def test_what_is_printed_is_read_as_the_same_tree(language: Language, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["sentence", "condition", "phrase", "amount", "text"]))
    tree = Trees(language, lambda n: data.draw(st.integers(0, n - 1))).tree(KINDS[kind])
    text = language.print(tree, kind)
    note(text)
    assert language.parser.parse(split(text), kind) == tree


@given(text=st.text(max_size=60))
@SETTINGS
def test_no_text_crashes_the_parser(language: Language, text: str) -> None:
    try:
        language.parse(text)
    except RulewrightError as error:
        assert error.problems


@given(data=st.data())
@SETTINGS
def test_no_jumble_of_words_crashes_the_parser(language: Language, data: st.DataObject) -> None:
    words = sorted({" ".join(p.words) for ps in language.lexer.table.values() for p in ps})
    text = " ".join(data.draw(st.lists(st.sampled_from(words), max_size=12)))
    assume(text)
    try:
        tree = language.parse(text)
    except RulewrightError as error:
        assert all(0 <= p.offset <= len(text) for p in error.problems)
    else:
        assert language.parse(language.print(tree)) == tree


@pytest.fixture(scope="module")
def game() -> Ruleset:
    """A game whose words all three languages have."""
    return load_ruleset("mythotopia")


@pytest.mark.parametrize("lang", ["en", "es", "hu"])
@given(data=st.data())
@SETTINGS
def test_no_language_says_something_else_or_in_words_that_do_not_agree(
    game: Ruleset, lang: str, data: st.DataObject
) -> None:
    """Many random trees make no sense, and a language may have no sentence for them; but none is taken for another."""
    kind = data.draw(st.sampled_from(["sentence", "condition", "phrase", "amount", "text"]))
    choose = Trees(game.language(), lambda n: data.draw(st.integers(0, n - 1)), size=4)
    assume(comes_back(game, choose.tree(KINDS[kind]), kind, lang) is not None)


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_nearly_all_that_a_language_says_of_random_trees_comes_back(
    game: Ruleset, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    luck = random.Random(3)
    trees = Trees(game.language(), lambda n: luck.randrange(n), size=4)
    kinds = ["sentence", "condition", "phrase", "amount", "text"] * 50
    found = [comes_back(game, trees.tree(KINDS[kind]), kind, lang) for kind in kinds]
    back, said = found.count(True), len(found) - found.count(None)
    with capsys.disabled():
        print(f"\n{lang}: {back} of {said} random trees that it has words for come back")
    assert said >= 70 and back >= 0.9 * said


def comes_back(game: Ruleset, tree: Node, kind: str, lang: str) -> bool | None:
    """Whether what a language says of a tree is understood as that tree; None if there is nothing to say."""
    try:
        game.parse(game.print(tree, "en", kind), "en", kind)
        text = game.print(tree, lang, kind)
    except RulewrightError:
        return None
    try:
        assert game.parse(text, lang, kind) == tree, text
    except RulewrightError as error:
        assert not {"RW0412", "RW0417"} & {problem.code for problem in error.problems}, text
        return False
    return True
