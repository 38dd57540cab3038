"""The first guard: each field of each class of nodes is read by each rule for it, once, with the values it knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rulewright.meaning
from rulewright.language import nodes as n
from rulewright.language.node_fields import FIELDS
from rulewright.language.problems import RulewrightError
from rulewright.meaning import bind_text
from rulewright.meaning.take import Untaken, take
from tests.meaning.texts import ruleset

FOLDER = Path(rulewright.meaning.__file__).parent
READERS = {
    "flag", "none", "only", "word", "any_word", "words", "number", "maybe_number", "child", "maybe", "children", "noun",
}  # fmt: skip
ABSTRACT = {
    n.Node, n.Statement, n.Condition, n.Act, n.Predicate, n.Filter, n.Phrase, n.Determiner, n.Amount,
}  # fmt: skip


def fields_read(code: ast.AST, name: str) -> set[str]:
    """The fields that calls such as `t.only("negated")` read of what is called `name`."""
    found = set()
    for call in ast.walk(code):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in READERS
            and isinstance(call.func.value, ast.Name)
            and call.func.value.id == name
        ):
            assert isinstance(call.args[0], ast.Constant)
            found.add(call.args[0].value)
    return found


def rules() -> Iterator[tuple[str, str, set[str]]]:
    """(class of nodes, where, fields read) of each rule that says for which class it is."""
    for path in sorted(FOLDER.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for mark in function.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("reads"):
                    kind = ast.unparse(mark.args[0]).removeprefix("n.")
                    yield kind, f"{path.name}:{function.name}", fields_read(function, function.args.args[1].arg)


# Rules of several classes, and nodes that a rule for what holds them reads: where their fields are read.
ELSEWHERE = {
    "NounPhrase": ("rules/noun_phrases.py", "noun_phrase"),
    "Article": ("determiners.py", "determined"),
    "Possessive": ("determiners.py", "determined"),
    "Quantity": ("determiners.py", "quantity"),
    "NounGroup": ("rules/noun_phrases.py", "_kinds"),
    "BareNoun": ("rules/noun_phrases.py", "_kinds"),
    "Slot": ("rules/roles.py", "role"),
    "Perform": ("rules/roles.py", "performed"),
}


def elsewhere() -> Iterator[tuple[str, str, set[str]]]:
    for kind, (file, function) in ELSEWHERE.items():
        tree = ast.parse((FOLDER / file).read_text(encoding="utf-8"))
        code = next(x for x in ast.walk(tree) if isinstance(x, ast.FunctionDef) and x.name == function)
        fields = fields_read(code, "t") | fields_read(code, "each")
        yield kind, f"{file}:{function}", fields & set(FIELDS[getattr(n, kind)])


def test_every_rule_names_every_field_of_its_class() -> None:
    for kind, where, read in rules():
        if kind in ELSEWHERE or kind == "kind":
            continue
        assert read == set(FIELDS[getattr(n, kind)]), where


def test_every_class_and_field_is_read_somewhere() -> None:
    read: dict[str, set[str]] = {}
    for kind, _, fields in [*rules(), *elsewhere()]:
        read.setdefault(kind, set()).update(fields)
    for kind, fields in FIELDS.items():
        if kind not in ABSTRACT:
            assert read.get(kind.__name__) == set(fields), kind.__name__


def test_a_field_that_is_left_raises() -> None:
    with pytest.raises(Untaken, match="negated"), take(n.Exists(object=n.Pronoun(word="it"))) as t:
        t.child("object", n.Phrase)


def test_a_field_that_is_read_twice_raises() -> None:
    with pytest.raises(Untaken, match="read twice"), take(n.Number(value=1)) as t:
        t.number("value")
        t.number("value")


# ------------------------------------------------------------------ unknown values

TEXTS = [
    ("conjurers", text)
    for text in (
        "Work: if you have exactly 2 coins, gain 1 coin; otherwise, lose 1 coin.",
        "Work: discard 2 cards, then draw a card.",
        "Whenever you play a beast, gain as much mana as its power.",
        "Work: take a card from each other player's hand into your hand.",
    )
]


class Strange(n.Node):
    """A class of nodes that no rule knows."""

    __slots__ = ()


def changed(tree: n.Node, node: n.Node, name: str, value: Any) -> n.Node:
    """A tree in which one field of one node holds something else."""
    if tree is node:
        return replace(tree, **{name: value})
    parts = {}
    for field in n.field_names(type(tree)):
        part = getattr(tree, field)
        if isinstance(part, n.Node):
            parts[field] = changed(part, node, name, value)
        elif isinstance(part, tuple):
            parts[field] = tuple(changed(x, node, name, value) if isinstance(x, n.Node) else x for x in part)
        else:
            parts[field] = part
    return type(tree)(**parts)


def strange(node: n.Node, name: str) -> Iterator[Any]:
    """Values of a field that no rule can know."""
    kind = FIELDS[type(node)][name]
    for value in ("no such word", Strange(span=node.span), -7.5):
        yield (value,) if kind.many else value


def test_no_unknown_value_of_any_field_of_the_corpus_is_passed_over() -> None:
    """Of each class and field one node of the corpus, in a card's text or in a sentence put onto a card."""
    from rulewright.meaning import bind

    tried: set[tuple[str, str]] = set()
    for game in ("conjurers", "mythotopia", "age_of_innovation", "monumental", "civ_new_dawn", "almanac", "marshes"):
        rules = ruleset(game)
        for bound in bind(rules):
            tree = bound.words.tree
            if tree is None or bound.words.kind not in ("text", "sentence"):
                continue
            for node in tree.walk():
                for name in FIELDS[type(node)]:
                    key = type(node).__name__, name
                    if key in tried:
                        continue
                    try:
                        bind_text(rules, tree)
                    except RulewrightError:
                        break  # a step that leans on those before it
                    tried.add(key)
                    for value in strange(node, name):
                        with pytest.raises(RulewrightError, match="RW06"):
                            bind_text(rules, changed(tree, node, name, value))
    assert len(tried) > 120
