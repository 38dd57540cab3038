"""What all languages have in common: the nodes that their grammars build, and the words of the core."""

from __future__ import annotations

import pytest

from rulewright.language.grammar.productions import Grammar
from rulewright.language.lexicon import Lexicon, core_words
from rulewright.resources import data_dir

LANGUAGES = sorted(path.name.split(".")[1] for path in data_dir("grammar").glob("core.*.lark"))


def aliases(lang: str) -> set[str]:
    """The nodes that the grammar of a language can build."""
    text = (data_dir("grammar") / f"core.{lang}.lark").read_text(encoding="utf-8")
    grammar = Grammar(text, Lexicon.from_mapping({}, lang, {}).alternatives)
    return {item.alias for items in grammar.alternatives.values() for item in items if item.alias}


def test_those_that_are_promised_are_there() -> None:
    assert {"de", "en", "es", "fr", "hu"} <= set(LANGUAGES)


def test_two_languages_have_all_of_the_interface() -> None:
    tables = ("interface", "problems", "phrases", "commands")
    whole = [lang for lang in LANGUAGES if all((data_dir("grammar") / f"{t}.{lang}.yaml").is_file() for t in tables)]
    assert {"es", "hu"} <= set(whole)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_grammar_builds_the_nodes_of_the_english_one(lang: str) -> None:
    assert aliases(lang) == aliases("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_knows_the_words_of_the_core(lang: str) -> None:
    kinds = ("nouns", "adjectives", "relations", "verbs", "times")
    assert {k: set(core_words(lang)[k]) for k in kinds} == {k: set(core_words("en")[k]) for k in kinds}
