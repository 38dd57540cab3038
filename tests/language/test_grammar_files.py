"""Grammar files are read as Lark reads them, and none that Lark refuses is taken."""

import random

import pytest

from rulewright.language.grammar.grammar_file import Alternative
from rulewright.language.grammar.grammar_reader import read_with_lark
from rulewright.language.grammar.quick_reader import read_quickly
from rulewright.problems import GrammarError
from rulewright.resources import data_dir

FILES = sorted(data_dir("grammar").glob("core.*.lark"))
SIGNS = [*"|()[]?*+:={},", "->", '"x"', "\n", "// c\n", "name", "12", "%declare ", "?x: y\n", "//", '"', "\t", "\n  | "]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_language(path):
    text = path.read_text(encoding="utf-8")
    found = read_quickly(text)
    assert found == read_with_lark(text, path.name)
    assert found


def by_lark(text: str) -> list[Alternative] | None:
    try:
        return list(read_with_lark(text, "damaged"))
    except GrammarError:
        return None


def test_what_was_damaged():
    """Signs put in, left out and moved: what is taken is taken as Lark takes it."""
    draw = random.Random(1)
    lines = FILES[0].read_text(encoding="utf-8").splitlines(keepends=True)
    taken = 0
    for _ in range(800):
        first = draw.randrange(len(lines))
        text = "".join(lines[first : first + draw.randint(1, 6)])
        for _ in range(draw.randint(1, 3)):
            place = draw.randrange(len(text) + 1)
            text = text[:place] + draw.choice(["", *SIGNS]) + text[place + draw.randint(0, 3) :]
        found = read_quickly(text)
        if found is not None:
            taken += 1
            assert found == by_lark(text), text
    assert taken > 50
