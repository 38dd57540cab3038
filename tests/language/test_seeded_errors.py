"""Seeded errors: a translation that says something else is found, one in other words for the same is not.

Every text of a game is changed in known ways: a number, another card's text, a sentence too few, one too many. How many
texts were changed, how many of them were found, and the false alarms are printed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from rulewright.language.problems import RulewrightError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset

GAMES: dict[str, list[str]] = {
    "mythotopia": [],
    "age_of_innovation": [],
    "civ_new_dawn": [],
    "monumental": ["monumental_renaissance", "monumental_heroes", "monumental_monsters", "monumental_automa"],
}


def told(ruleset: Ruleset, lang: str) -> dict[str, str]:
    """The texts of the components in a language, by id."""
    entries = ruleset.content.data["locale"][lang]["texts"]["components"]
    return {name: entry["text"] for name, entry in entries.items() if "text" in entry}


def changed(text: str, others: list[str], luck: random.Random) -> Iterator[str]:
    """Ways to get a text wrong."""
    numbers = list(re.finditer(r"(?<![\w-])\d+(?![\w-])", text))
    if numbers:
        found = luck.choice(numbers)
        yield text[: found.start()] + str(int(found.group()) + 1) + text[found.end() :]
    yield luck.choice(others)
    sentences = re.split(r"(?<=\.)\s+(?=\w)", text.strip())
    if len(sentences) > 1 and not any(":" in sentence for sentence in sentences[1:]):
        yield " ".join(sentences[:-1])
    yield f"{text.strip()} {sentences[-1].split(': ')[-1].capitalize()}"


def means(ruleset: Ruleset, text: str, lang: str, name: str) -> bool:
    try:
        return ruleset.parse(text, lang) == ruleset.tree(name)
    except RulewrightError:
        return False


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_errors_are_found_and_other_words_are_not(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    luck = random.Random(7)
    wrong, missed, alarms, right = 0, [], [], 0
    for game, packs in GAMES.items():
        ruleset = load_ruleset(game, packs)
        texts = told(ruleset, lang)
        for name, text in texts.items():
            for other in changed(text, list(texts.values()), luck):
                if " ".join(other.split()) != " ".join(text.split()) and ruleset.tree(name) not in same(
                    ruleset, other, texts
                ):
                    wrong += 1
                    missed += [(name, other)] if means(ruleset, other, lang, name) else []
            tree = ruleset.tree(name)
            assert tree is not None
            right += 1
            reworded = ruleset.print(tree, lang)
            alarms += [] if means(ruleset, reworded, lang, name) else [(name, reworded)]
    with capsys.disabled():
        print(f"\n{lang}: {wrong - len(missed)} of {wrong} errors found, {len(alarms)} false alarms in {right} texts")
    assert wrong >= 200
    assert not missed and not alarms


def same(ruleset: Ruleset, text: str, texts: dict[str, str]) -> list[object]:
    """The trees of the components that have just this text: to say what they say is no error."""
    return [ruleset.tree(name) for name, own in texts.items() if own == text]
