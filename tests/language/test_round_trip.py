"""Random trees print, and what is printed is read as the same tree."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from rulewright.language.language import KINDS, Language
from rulewright.language.lexer import split
from rulewright.language.problems import RulewrightError
from tests.language.trees import Trees

SETTINGS = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
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
