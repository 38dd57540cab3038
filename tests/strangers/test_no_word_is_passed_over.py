"""What people write is read word for word: with another number, another thing or something added it is another text.

A text that says something else and is read as the same tree was not heard out. Either it is refused or the tree tells
the difference.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from plain import read_plain
from sample import sample

from rulewright.language.nodes import Node
from rulewright.problems import RulewrightError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset

HERE = Path(__file__).parent
SAYINGS = [entry["says"] for entry in read_plain(HERE / "sayings.yaml")]
NUMBERS = ("one", "two", "three", "four", "five")
ADDED = (
    "from the discard pile", "in a field", "if you have 5 coins", "of another player", "plus 2", "twice", ", up to 3",
    "at random", "next to a field", "for each field", "with price 3", "into your hand", "face down", "on the map",
)  # fmt: skip
LIKE = {"board", "map"}, {"into", "onto", "to"}
"""Words that say the same."""


@functools.cache
def fair() -> Ruleset:
    return load_ruleset(HERE / "fair")


def read(text: str) -> Node | None:
    """The tree of a text; None if it is refused, whatever would be told of it."""
    try:
        return fair().language().parse(text, explained=False)
    except RulewrightError:
        return None


def others(text: str) -> Iterator[str]:
    """The text with another number or another thing of the same kind in the place of one."""
    nouns = {
        wording.lower(): (noun.id, noun.type, form)
        for noun in fair().language().lexicon.nouns.values()
        for form, wordings in noun.forms.forms.items()
        for wording in wordings
    }
    for found in re.finditer(r"\b\w+\b", text):
        word = found[0].lower()
        instead: list[str] = []
        if word.isdigit() or word in NUMBERS:
            instead = ["7"]
        elif word in nouns:
            name, kind, form = nouns[word]
            instead = [w for w, (n, k, f) in nouns.items() if (k, f) == (kind, form) and n != name and " " not in w][:2]
        for other in instead:
            if not any({word, other} <= alike for alike in LIKE):
                yield text[: found.start()] + other + text[found.end() :]


def longer(text: str) -> Iterator[str]:
    """The text with something added to what is said."""
    for found in re.finditer(r"(?<=\w)(?=[.,]| and | then | for )", text):
        for added in ADDED:
            yield text[: found.start()] + (added if added[0] == "," else " " + added) + text[found.end() :]


@pytest.mark.parametrize("text", SAYINGS[:: sample(few=24, all=1)])
def test_another_text_has_another_meaning(text: str) -> None:
    tree = read(text)
    assert tree is not None
    assert [other for other in (*others(text), *longer(text)) if read(other) == tree] == []
