"""The tables from which everyday wordings are made: fragments, and ways under one pattern; none is there in vain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from rulewright.language.language import Language
from rulewright.language.parsing.rewording import rules as everyday
from rulewright.language.parsing.rewording.instead import GROUP, Instead
from rulewright.language.parsing.rewording.patterns import HOLE
from rulewright.language.parsing.rewording.rules import Rule, fragments, rules
from rulewright.language.parsing.rewording.word_forms import VERB_FORMS, WordForms

LANGUAGES = ("en", "hu", "es", "fr", "de")


def alternatives(pattern: str) -> list[str]:
    """The ways in which a pattern can stand, where it is a list of them: "a|b"."""
    depth, parts, at = 0, [], 0
    for number, sign in enumerate(pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            parts.append(pattern[at:number])
            at = number + 1
    return [*parts, pattern[at:]]


def in_vain(found: Iterable[Rule]) -> list[str]:
    """What is never said, or never alone: the ways of wordings that are ways of others, which say the same of them."""
    ways = Counter((way, replace(rule, pattern="", because="")) for rule in found for way in alternatives(rule.pattern))
    return [way for (way, _), times in ways.items() if times > 1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_wording_is_there_in_vain(lang: str) -> None:
    assert in_vain(rules(lang)) == []


def test_a_wording_in_vain_would_be_seen() -> None:
    assert in_vain((Rule("a (<noun>)", r"b \1"), Rule(r"c|a (<noun>)", r"b \1"))) == ["a (<noun>)"]
    assert in_vain((Rule("a (<noun>)", r"b \1"), Rule(r"a (<noun>)", r"c \1"))) == []
    assert alternatives("(?:a|b) c|d") == ["(?:a|b) c", "d"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_fragment_is_said_and_has_a_name_of_its_own(lang: str) -> None:
    told = fragments(lang)
    texts = [rule.instead for rule in rules(lang)] + [text for ways in told.values() for _, text in ways]
    texts += [str(way["as"]).format_map(Shown()) for way in everyday.prices(lang).get("how much", ())]
    said = {hole[3] for text in texts for hole in GROUP.finditer(text)}
    assert set(told) - said == set()
    assert set(told) & {*everyday._file(lang).get("words", {}), *VERB_FORMS} == set()


class Shown(dict[str, str]):
    """Whatever is asked for, as a group."""

    def __missing__(self, key: str) -> str:
        return r"\1"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_group_that_is_said_stands_in_the_pattern(lang: str) -> None:
    for rule in rules(lang):
        groups = re.compile(HOLE.sub("x", rule.pattern)).groups
        asked = {int(one) for hole in GROUP.finditer(rule.instead) for one in (hole[1], hole[2]) if one}
        asked |= {group for group, _ in rule.free_of} | {one for pair in rule.same for one in pair} | set(rule.apart)
        assert max(asked, default=0) <= groups, rule.pattern


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("bound", "4 or less", "at most 4"),
        ("bound", "4 or more", "at least 4"),
        ("limit", "less than 4", "at most 3"),
        ("limit", "4 or less", "at most 4"),
        ("measure", "less than 4", "lower than 4"),
        ("measure", "4", "exactly 4"),
        ("apart", "up to 2 higher", "at most 2 more"),
        ("multiplied", "one", ""),
        ("multiplied", "3", "3 times"),
        ("synonym", "Receives", "gains"),
        ("bound", "4", None),
    ],
)
def test_a_fragment_says_what_stands_there(language: Language, name: str, text: str, said: str | None) -> None:
    assert Instead(WordForms(language.lexicon, language.step))._fragment(text, name) == said


def test_what_is_shared_by_several_ways_stands_over_them() -> None:
    ways = [{"said": "a"}, {"said": "b", "across": "2"}]
    assert list(everyday.one_by_one([{"found": "x", "across": "1", "ways": ways}])) == [
        {"found": "x", "across": "1", "ways": ways, "said": "a"},
        {"found": "x", "across": "2", "ways": ways, "said": "b"},
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_group_of_words_stands_in_a_pattern(lang: str) -> None:
    """Under a name that is not used nobody would look for it."""
    data = str([*everyday.files(lang, everyday.WORDINGS), *everyday.files(lang, everyday.THOUGH_READ)])
    assert [name for name in everyday._file(lang).get("words", {}) if f"{{{name}}}" not in data] == []
