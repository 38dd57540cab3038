"""Every constraint of every schema is made to fail: what is said has no keyword and no expression of a schema in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from rulewright.language.interface import told
from rulewright.problems import Place, Problem, catalogue, problem
from rulewright.resources import data_dir
from rulewright.ruleset.files.schemas import _NO_REASON, _SEVERAL, _explain, validator

KINDS = sorted(path.name.split(".")[0] for path in data_dir("schemas").glob("*.schema.json"))
# Keywords that only lead to other schemas, or say how to tell, are followed; what stands in the others constrains.
LEADS = {"properties", "patternProperties", "dependentSchemas", "$defs"}
FOLLOWED = {"items", "additionalProperties", "then", "else", "propertyNames"}
LISTS = {"allOf", "oneOf", "anyOf"}
CONSTRAINTS = {
    "type", "enum", "const", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems",
    "minProperties", "maxProperties", "uniqueItems", "required", "additionalProperties", "not", "oneOf",
}  # fmt: skip
OTHER = {
    "$schema", "$id", "$ref", "$comment", "title", "description", "examples", "default", "defaultSnippets",
    "x-problem", "x-reason", "if",
}  # fmt: skip
# What no author could know: names of keywords that are no words, and any keyword in quotes or backquotes.
TECHNICAL = re.compile(
    r"anyOf|oneOf|allOf|additionalProp|unevaluated|propertyNames|patternProp|dependent(Schemas|Required)|uniqueItems"
    r"|(min|max)(Items|Length|Properties|Contains)|\bregex|\bschema\b|\$ref|\$defs"
    r"|[“`](not|if|then|else|const|enum|type|required|contains|pattern|items|properties)[”`] of"
)


class Anywhere:
    """Values that stand nowhere."""

    def place(self, path: Any = ()) -> Place:
        return Place("file.yaml", 1, 1)

    def key_place(self, path: Any) -> Place:
        return Place("file.yaml", 1, 1)


class Constraint(NamedTuple):
    """A keyword of a schema, with the pointer to it; `of_key` where it is about the keys of a mapping."""

    pointer: str
    schema: dict[str, Any]
    keyword: str
    of_key: bool


def constraints(schema: Any, pointer: str, of_key: bool = False) -> Iterator[Constraint]:
    """All constraints in a schema and below it. What stands in an `if` or a `not` never fails by itself."""
    if not isinstance(schema, dict):
        return
    unknown = schema.keys() - CONSTRAINTS - OTHER - LEADS - FOLLOWED - LISTS
    assert not unknown, f"{pointer}: say here what becomes of {unknown}"
    for keyword, value in schema.items():
        below = f"{pointer}/{keyword}"
        if keyword in LEADS:
            for name, part in value.items():
                yield from constraints(part, f"{below}/{name}")
        elif keyword in FOLLOWED and isinstance(value, dict):
            yield from constraints(value, below, keyword == "propertyNames")
        elif keyword in CONSTRAINTS and not (of_key and keyword == "type"):  # keys are always texts
            yield Constraint(pointer, schema, keyword, of_key)
        if keyword in LISTS:
            for number, part in enumerate(value):
                yield from constraints(part, f"{below}/{number}")


def all_constraints() -> list[Constraint]:
    found: list[Constraint] = []
    for kind in KINDS:
        schema = json.loads((data_dir("schemas") / f"{kind}.schema.json").read_text(encoding="utf-8"))
        found += constraints(schema, f"{kind}#")
    return found


def misfits(keyword: str, rule: Any) -> list[Any]:
    """Values of which at least one fails a constraint."""
    match keyword:
        case "minimum" | "maximum":
            return [rule - 1, rule + 1]
        case "maxLength":
            return ["x" * (rule + 1)]
        case "maxItems":
            return [list(range(rule + 1))]
        case "maxProperties":
            return [{f"k{number}": 1 for number in range(rule + 1)}]
        case "uniqueItems":
            return [["a", "a"]]
        case "oneOf":
            every = {key: 1 for branch in rule for key in branch["required"]}
            return [{}, every, {"nothing_like_it": 1}]
    plain = [None, True, 7, 3.5, "", "!!", "id", [], {}, {"nothing_like_it": 1}]
    return [value for value in plain if not isinstance(value, str)] + ["", "!!", "id"] if keyword == "type" else plain


def told_of(constraint: Constraint) -> list[Problem]:
    """What is said where a constraint alone fails, of every value that was thought of."""
    schema = {
        keyword: part for keyword, part in constraint.schema.items() if keyword[:2] in ("x-", constraint.keyword[:2])
    }
    schema |= {constraint.keyword: constraint.schema[constraint.keyword]}
    if constraint.keyword == "additionalProperties":
        schema["properties"] = dict.fromkeys(constraint.schema.get("properties", ()), True)
    tried = misfits(constraint.keyword, schema[constraint.keyword])
    if constraint.of_key:
        schema, tried = {"propertyNames": schema}, [{value: 1} for value in tried if isinstance(value, str)]
    found: list[Problem] = []
    for value in tried:
        for error in validator("ruleset").evolve(schema=schema).iter_errors(value):
            found += _explain(error, Anywhere())
    return found


ALL = all_constraints()


def test_the_constraints_are_found() -> None:
    assert len(ALL) > 700
    assert {constraint.keyword for constraint in ALL} == CONSTRAINTS


@pytest.mark.parametrize("keyword", sorted(CONSTRAINTS))
def test_what_fails_is_told_in_plain_words(keyword: str) -> None:
    for constraint in (constraint for constraint in ALL if constraint.keyword == keyword):
        found = told_of(constraint)
        assert found, f"no value fails {constraint.pointer}/{keyword}"
        rule = constraint.schema[keyword]
        expression = rule if keyword == "pattern" else rule.get("pattern") if keyword == "not" else None
        for item in found:
            text = f"{item.message} {item.hint}"
            assert not TECHNICAL.search(text), f"{constraint.pointer}/{keyword}: {text}"
            assert expression is None or expression.strip("^$") not in text or expression == "^all$", text


def test_a_keyword_that_has_no_words_yet_is_told_in_plain_words_too() -> None:
    for schema, value in (({"multipleOf": 2}, 3), ({"dependentRequired": {"a": ["b"]}}, {"a": 1}), ({"const": 1}, 2)):
        errors = list(validator("ruleset").evolve(schema=schema).iter_errors(value))
        assert errors
        for item in (item for error in errors for item in _explain(error, Anywhere())):
            assert not re.search("multipleOf|dependentRequired|const", item.message + item.hint)


def reasons() -> set[str]:
    """Every reason that a schema gives, and those that stand in for one."""
    found = {_NO_REASON, _SEVERAL}
    for kind in KINDS:
        schema = (data_dir("schemas") / f"{kind}.schema.json").read_text(encoding="utf-8")
        found |= {json.loads(text) for text in re.findall(r'"x-reason": ("(?:[^"\\]|\\.)*")', schema)}
    return found


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_every_reason_is_said_in_every_language(lang: str) -> None:
    assert len(reasons()) > 3 and "RW0218" in catalogue()
    for reason in reasons():
        english = problem("RW0218", found="a list", reason=reason)
        assert reason not in told(english, lang).message
