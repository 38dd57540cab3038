"""Reading grammar files: alternatives, templates, productions, and what does not fit."""

from __future__ import annotations

import pytest

from rulewright.language.grammar.kinds import KINDS
from rulewright.language.grammar.parse_tables import build_tables
from rulewright.language.grammar.productions import Grammar
from rulewright.language.language import Language
from rulewright.language.node_fields import FIELDS
from rulewright.language.nodes import NounPhrase
from rulewright.problems import GrammarError
from rulewright.resources import data_dir


def shown(text: str) -> list[str]:
    return [str(p) for p in Grammar(text).productions]


def test_brackets_and_repetitions_become_plain_productions() -> None:
    assert shown('text: (sentences=done)* ["."] -> text\ndone: "you do" -> did') == [
        "_more0: done",
        "_more0: _more0 done",
        "text: _more0 . -> text",
        "text: _more0 -> text",
        "text: . -> text",
        "text:  -> text",
        "done: you do -> did",
    ]


def test_equal_repetitions_share_a_helper() -> None:
    grammar = Grammar('a: (acts=d)+ "x" -> sequence\nb: (acts=d)+ "y" -> sequence\nd: "do" -> perform')
    assert len([p for p in grammar.productions if p.helper]) == 2


def test_templates_are_filled_once_for_each_use() -> None:
    text = 'a: x{c}\nb: x{c}\nx{y}: subject=y "runs" -> has\nc: "it" -> pronoun'
    assert shown(text).count("x{c}: c runs -> has") == 1


def test_moods_are_nothing_to_the_parser() -> None:
    assert "a: b" in shown('a: b__ing\nb: "x" -> did')


def test_comments_and_line_ends_do_not_matter() -> None:
    assert shown('a: "x" -> did // why\n\n  // more\n  | "y" -> did\n') == ["a: x -> did", "a: y -> did"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('a: "x" -> nothing_like_it', "no node class"),
        ("a: colour=B -> did", "has no field colour"),
        ('a: phrase=b -> value\nb: "x" -> did', "phrase cannot be Did"),
        ("a: b c\nb: X -> did\nc: Y -> did", "exactly one value"),
        ("a: nowhere", "no rule nowhere"),
        ('a: b -> text\nb: "x" -> did', "needs a label"),
        ('a: "x" -> did | "x" -> there', "the same symbols"),
        ("a: (", "expected"),
        ("a: ;", "expected"),
    ],
)
def test_what_does_not_fit_is_an_error(text: str, words: str) -> None:
    with pytest.raises(GrammarError) as caught:
        Grammar(text)
    assert words in str(caught.value)


def test_every_conflict_is_an_error_that_names_both_readings() -> None:
    grammar = Grammar('a: b | c\nb: "x" -> did\nc: "x" -> there')
    with pytest.raises(GrammarError) as caught:
        build_tables(grammar.productions, ["a"])
    assert 'b: "x" ·' in str(caught.value) and 'c: "x" ·' in str(caught.value)


def test_a_shift_is_never_preferred_to_a_reduction() -> None:
    text = 'a: "if" condition=c then=a -> if | "if" condition=c then=a "else" otherwise=a -> if | c\nc: "x" -> did'
    with pytest.raises(GrammarError) as caught:
        build_tables(Grammar(text).productions, ["a"])
    assert '"else"' in str(caught.value)


def test_english_builds_every_node_that_it_prints(language: Language) -> None:
    """Each class of the tree has an alternative in English; the last is for the printer's own use."""
    aliases = {a.node_class for items in language.grammar.alternatives.values() for a in items if a.alias}
    missing = {c.__name__ for c in FIELDS} - {c.__name__ for c in aliases if c}
    abstract = {"Node", "Statement", "Condition", "Act", "Predicate", "Filter", "Phrase", "Determiner", "Amount"}
    assert missing == abstract


def test_field_kinds_come_from_the_dataclasses() -> None:
    kinds = FIELDS[NounPhrase]
    assert kinds["filters"].many and not kinds["noun"].many
    assert kinds["index"].optional
    assert "span" not in kinds


def test_english_has_no_conflict(language: Language) -> None:
    core = (data_dir("grammar") / "core.en.lark").read_text(encoding="utf-8")
    grammar = Grammar(core, language.lexicon.alternatives)
    assert build_tables(grammar.productions, sorted(set(KINDS.values())))
