"""A tree that was printed is not printed again: the same text, with the same changes for the sound of it."""

from __future__ import annotations

import loaded
import pytest

from rulewright.language import language as module
from rulewright.language import nodes as n
from rulewright.language.language import Language
from rulewright.language.printing.printer import Printer


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    made: list[str] = []
    printed = Printer.print

    def counting(self: Printer, node: n.Node, rule: str, *more: object) -> str:
        made.append(rule)
        return printed(self, node, rule, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Printer, "print", counting)
    return made


def test_equal_trees_are_printed_once_for_each_way(language: Language, counted: list[str]) -> None:
    fresh = Language(language.lexicon)
    one, other = (fresh.parse("Draw a card.") for _ in range(2))
    assert fresh.print(one) == fresh.print(other) == "Draw a card." and counted == ["text"]
    assert fresh.print(one, "text", told=True) and fresh.print(one.sentences[0], "sentence")  # type: ignore[attr-defined]
    assert len(counted) == 3


def test_changes_for_the_sound_are_told_each_time() -> None:
    ruleset = loaded.ruleset("mythotopia")
    language = Language(ruleset.language("es").lexicon, "es")
    told: list[dict[str, str]] = [{}, {}]
    for words in ruleset.all_words:
        if words.tree is not None:
            first, again = ({}, {})  # type: dict[str, str], dict[str, str]
            assert language.print(words.tree, sounds=first) == language.print(words.tree, sounds=again)
            for found, of_one in zip(told, (first, again), strict=True):
                found.update(of_one)
    assert told[0] == told[1] != {}


def test_when_there_are_too_many_they_are_forgotten(
    language: Language, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_PRINTED", 1)
    fresh = Language(language.lexicon)
    trees = [fresh.parse("Draw a card."), fresh.parse("Gain 1 coin.")]
    for tree in (*trees, trees[1], trees[0]):
        fresh.print(tree)
    assert len(counted) == 3
