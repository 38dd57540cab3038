"""The second guard: what is read and then thrown away is seen, because nothing of the Meaning cites it."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.meaning import Meaning, bind, bind_text, uncited
from rulewright.meaning import model as m
from tests.meaning.texts import ruleset


def bound(text: str) -> tuple[n.Node, Meaning]:
    rules = ruleset("conjurers")
    tree = rules.parse(text)
    return tree, bind_text(rules, tree)


def thrown_away(meaning: Meaning, part: Meaning) -> Meaning:
    """A meaning without one of its parts: what was in a row is left out, what stood alone becomes nothing."""
    values: dict[str, object] = {}
    for name in meaning.__dataclass_fields__:
        value = getattr(meaning, name)
        if isinstance(value, tuple) and any(isinstance(item, Meaning) for item in value):
            values[name] = tuple(thrown_away(item, part) for item in value if item is not part)
        elif value is part:
            values[name] = m.Nobody()
        elif isinstance(value, Meaning):
            values[name] = thrown_away(value, part)
    return replace(meaning, **values)  # type: ignore[arg-type]


def test_all_of_a_text_is_cited() -> None:
    tree, meaning = bound(
        "Work: if you have a beast in your circle, discard 2 cards from your hand; otherwise, lose 1 coin."
    )
    assert uncited(tree, meaning) == []


def test_every_part_that_is_thrown_away_is_missed() -> None:
    tree, meaning = bound("Work: put 2 beasts from your hand into your circle. If you have 1 coin, draw a card.")
    parts = [part for part in meaning.walk() if part.said and part is not meaning]
    assert len(parts) > 10
    for part in parts:
        assert uncited(tree, thrown_away(meaning, part)), part


def test_what_is_passed_over_in_the_corpus_would_be_told() -> None:
    rules = ruleset("conjurers")
    for found in bind(rules):
        assert found.words.tree is not None and found.meaning is not None
        assert uncited(found.words.tree, found.meaning) == []
        assert uncited(found.words.tree, m.Nobody()) != []
