"""The schemas: complete, true to their own examples, and clear in what they refuse."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.problems import Problem, catalogue
from rulewright.resources import data_dir
from rulewright.ruleset.files import schemas
from rulewright.ruleset.files.schemas import check_schema, validator
from rulewright.ruleset.files.yaml_reader import parse_yaml

SCHEMAS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in data_dir("schemas").glob("*.json")}
KINDS = sorted(name.removesuffix(".schema.json") for name in SCHEMAS if not name.startswith("common."))


def resolved(schema: dict[str, Any], file: str) -> dict[str, Any]:
    """What a reference refers to, overlaid with what stands beside it."""
    if "$ref" not in schema:
        return schema
    name, _, pointer = schema["$ref"].partition("#/")
    target: Any = SCHEMAS[name or file]
    for step in pointer.split("/"):
        target = target[step]
    return {**resolved(target, name or file), **{key: part for key, part in schema.items() if key != "$ref"}}


def properties(schema: Any, file: str, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, list):
        for index, part in enumerate(schema):
            yield from properties(part, file, f"{path}/{index}")
    elif isinstance(schema, dict):
        for name, part in schema.get("properties", {}).items() if isinstance(schema.get("properties"), dict) else ():
            if isinstance(part, dict) and "const" not in part:
                yield f"{path}/{name}", resolved(part, file)
        for key, part in schema.items():
            if key not in ("examples", "defaultSnippets", "if"):
                yield from properties(part, file, f"{path}/{key}")


PROPERTIES = [item for name, schema in SCHEMAS.items() for item in properties(schema, name, name)]


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    validator("ruleset").check_schema(SCHEMAS[name])


def test_every_property_is_described() -> None:
    assert [path for path, schema in PROPERTIES if "description" not in schema] == []


def test_every_property_of_our_schemas_has_examples() -> None:
    own = [(path, schema) for path, schema in PROPERTIES if not path.startswith("scenarios.")]
    assert [path for path, schema in own if "examples" not in schema] == []


def test_codes_of_misfits_are_in_the_catalogue() -> None:
    text = json.dumps(SCHEMAS)
    for code in {part[:6] for part in text.split('"x-problem": "')[1:]}:
        assert code in catalogue()


def check(kind: str, text: str) -> list[Problem]:
    problems: list[Problem] = []
    document = parse_yaml(text, "test.yaml", problems)
    assert document is not None and not problems
    return check_schema(kind, document)


@pytest.mark.parametrize(
    ("kind", "text", "code", "found", "suggestion", "line", "column"),
    [
        ("components", "- {id: a, kind: b}\n- {id: c, knid: d}", "RW0202", "kind", "", 2, 3),
        ("lexicon", "nouns:\n  a: {type: piece, onwed: true, en: a}", "RW0201", "onwed", "owned", 2, 20),
        ("lexicon", "nouns:\n  a: {type: peice, en: a}", "RW0204", "the text “peice”", "piece", 2, 13),
        ("lexicon", "nouns: {a: {type: zone, order: pile, en: {won: a}}}", "RW0201", "won", "one", 1, 43),
        ("lexicon", "nouns: {A b: {type: zone, en: a}}", "RW0206", "A b", "a_b", 1, 9),
        ("procedures", "a:\n  do:\n    - {iff: x, then: Y.}", "RW0210", "iff", "if", 3, 8),
        ("procedures", "a:\n  do:\n    - {if: x, while: y, then: Y.}", "RW0210", "if and while", "", 3, 15),
        ("procedures", "a: {do: [{if: {aall: [x]}, then: y.}]}", "RW0209", "aall", "all", 1, 16),
        ("procedures", "a: {do: [{if: x, thn: y.}]}", "RW0201", "thn", "then", 1, 18),
        ("procedures", "a: {do: [3]}", "RW0203", "the number 3", "", 1, 10),
        ("map", "adjacent: [{between: [a]}]", "RW0216", "1", "", 1, 22),
        ("map", "adjacent: [{between: [a, a]}]", "RW0217", "a", "", 1, 22),
        ("ruleset", "{id: a, title: A, version: 1.0, players: [2]}", "RW0203", "the number 1.0", "", 1, 28),
        ("locale-texts", "components: {a: {nmae: b}}", "RW0201", "nmae", "name", 1, 18),
        ("pack", "{id: a, title: A, version: 1.0.0, base: {b: '1'}, befor: []}", "RW0201", "befor", "", 1, 51),
    ],
)
def test_misfits(kind: str, text: str, code: str, found: str, suggestion: str, line: int, column: int) -> None:
    problems = [problem for problem in check(kind, text) if problem.code == code]
    assert [(problem.found, problem.place.line, problem.place.column) for problem in problems] == [
        (found, line, column)
    ]
    assert not suggestion or problems[0].suggestions[0] == suggestion


def test_all_misfits_are_told_at_once() -> None:
    problems = check("components", "- {kind: 3}\n- {id: a}\n- {id: A, kind: b, copies: x}")
    assert [problem.code for problem in problems] == ["RW0202", "RW0203", "RW0202", "RW0206", "RW0203"]


WORDS = st.sampled_from(
    ["id", "kind", "name", "text", "do", "if", "then", "all", "not", "after", "is", "en", "type", "nouns", "verbs"]
    + ["spaces", "grid", "between", "piece", "zone", "one of", "choose", "for each", "patch", "components", "set"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.floats(0, 9) | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=5),
    max_leaves=25,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(KINDS), VALUES)
def test_whatever_stands_in_a_file_is_explained(kind: str, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=True)
    problems: list[Problem] = []
    document = parse_yaml(text, "test.yaml", problems)
    if document is not None and not problems:
        fits = validator(kind).is_valid(document.data)
        assert bool(check_schema(kind, document)) is not fits


@pytest.mark.parametrize("quick", [True, False])
def test_an_id_ends_where_it_ends(quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's `$` also fits before a last line end."""
    if not quick:
        monkeypatch.setattr(schemas, "_quick_validator", lambda kind: None)
    found: list[Problem] = []
    document = parse_yaml('- {id: "gate\\n", kind: card, name: Gate}\n', "cards.yaml", found)
    assert document and not found and document.data[0]["id"] == "gate\n"
    assert [item.code for item in check_schema("components", document)] == ["RW0206"]


def test_what_only_one_validator_refuses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    document = parse_yaml("- {id: only_one, kind: card, name: Gate}\n", "cards.yaml", [])
    assert document
    assert check_schema("components", document) == []
    monkeypatch.setattr(schemas, "is_stamped", lambda state: False)
    monkeypatch.setattr(schemas, "_quick_validator", lambda kind: Strict())
    assert [item.code for item in check_schema("components", document)] == ["RW0218"]


@pytest.mark.parametrize(
    ("box", "slow"), [("0.5, 1, 20, 30", False), ("0.5, 1.0, 20, 30", True), (".inf, 1, 2, 3", True)]
)
def test_only_numbers_that_validators_take_differently_are_checked_twice(
    box: str, slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    document = parse_yaml(f"maps: {{board: {{box: [{box}]}}}}\n", "layout.yaml", [])
    assert document
    monkeypatch.setattr(schemas, "is_stamped", lambda state: False)
    monkeypatch.setattr(schemas, "validator", lambda kind: asked.append(kind) or validator(kind))
    check_schema("layout", document)
    assert asked == ["layout"] * slow


class Strict:
    def is_valid(self, data: object) -> bool:
        return False
