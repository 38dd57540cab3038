"""The first guard: each field of each class of nodes is read by each rule for it, once, with the values it knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from meanings import Snapshots, put

import rulewright.meaning
from rulewright.language import nodes as n
from rulewright.language.node_fields import FIELDS
from rulewright.meaning.binder import Binder
from rulewright.meaning.corpus import bind_with
from rulewright.meaning.take import Untaken, take
from rulewright.meaning.vocabulary import Vocabulary
from rulewright.problems import RulewrightError
from tests.meaning.texts import ruleset

FOLDER = Path(rulewright.meaning.__file__).parent
READERS = {
    "figure_or", "flag", "none", "only", "word", "any_word", "words", "number", "maybe_number", "child", "maybe",
    "children", "noun",
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


class Strange(n.Node):
    """A class of nodes that no rule knows."""

    __slots__ = ()


def strange(node: n.Node, name: str) -> Iterator[Any]:
    """Values of a field that no rule can know."""
    kind = FIELDS[type(node)][name]
    for value in ("no such word", Strange(span=node.span), -7.5):
        yield (value,) if kind.many else value


def test_no_unknown_value_of_any_field_is_passed_over() -> None:
    """Of each class and field one node of the corpus, in its place."""
    tried: set[tuple[str, str]] = set()
    for game in ("mythotopia", "age_of_innovation", "conjurers", "monumental", "civ_new_dawn", "almanac", "marshes"):
        blocks = Snapshots(Binder(Vocabulary(ruleset(game))))
        bind_with(blocks, ruleset(game))
        for _, tree, box, bind, _ in blocks.kept:
            for node in tree.walk():
                for name in FIELDS[type(node)]:
                    if (type(node).__name__, name) in tried:
                        continue
                    tried.add((type(node).__name__, name))
                    for value in strange(node, name):
                        with pytest.raises(RulewrightError, match="RW06"):
                            bind(put(tree, node, replace(node, **{name: value})), box.copy())
    everything = {(kind.__name__, name) for kind, fields in FIELDS.items() if kind not in ABSTRACT for name in fields}
    assert everything - tried == set()
