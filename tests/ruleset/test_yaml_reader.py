"""The YAML reader: what it accepts, what it refuses, and where it says things stand."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rulewright.problems import Problem
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.files.yaml_reader import parse_yaml, read_yaml


def read(text: str) -> Document:
    problems: list[Problem] = []
    document = parse_yaml(text, "test.yaml", problems)
    assert not problems
    assert document is not None
    return document


def codes(text: str) -> list[str]:
    problems: list[Problem] = []
    parse_yaml(text, "test.yaml", problems)
    return [found.code for found in problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("yes", "yes"),
        ("off", "off"),
        ("True", "True"),
        ("null", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("012", "012"),
        ("0x1F", "0x1F"),
        ("1.5", 1.5),
        ("0.1.0", "0.1.0"),
        ("1_000", "1_000"),
        ("2020-01-01", "2020-01-01"),
        ("12:30", "12:30"),
        ("'12'", "12"),
        (".inf", ".inf"),
    ],
)
def test_scalars_follow_yaml_1_2(text: str, value: object) -> None:
    assert read(f"a: {text}").data == {"a": value}


def test_keys_are_text() -> None:
    assert read("{2: 6, true: 7, null: 8, on: 9}").data == {"2": 6, "true": 7, "null": 8, "on": 9}


def test_places_of_keys_and_values() -> None:
    document = read("cards:\n  - id: gate\n    symbols: {army: 12}\n")
    key = document.key_place(("cards", 0, "symbols", "army"))
    value = document.place(("cards", 0, "symbols", "army"))
    assert (key.line, key.column, key.length) == (3, 15, 4)
    assert (value.line, value.column, value.length) == (3, 21, 2)
    assert value.source == "    symbols: {army: 12}"


def test_a_path_that_leads_nowhere_ends_at_the_deepest_part() -> None:
    document = read("a:\n  b: 1\n")
    assert document.place(("a", "c", "d")).line == 2
    assert document.key_place(("a", "c")).line == 2


@pytest.mark.parametrize(
    ("text", "word", "line", "column"),
    [
        ("a: gain 2 golds\n", "golds", 1, 11),
        ("a: 'it''s golds'\n", "golds", 1, 11),
        ('a: "x\\ty \\u0041 golds"\n', "golds", 1, 17),
        ("a: |\n  one\n\n    golds\n", "golds", 4, 5),
        ("a: |2\n    one\n  golds\n", "golds", 3, 3),
        ("a: >\n  one\n  two golds\n\n  three\n", "golds", 3, 7),
        ("a: >-  # folded\n\n  one\n   more\n  golds", "golds", 5, 3),
        ("a: one\n  two\n\n  golds\n", "golds", 4, 3),
        ('a: "one\\\n  two\n  golds"\n', "golds", 3, 3),
        ("- |\n  ő golds\r\n", "golds", 2, 5),
    ],
)
def test_places_inside_texts(text: str, word: str, line: int, column: int) -> None:
    document = read(text)
    path: tuple[str | int, ...] = (0,) if text.startswith("-") else ("a",)
    value = document.data[path[0]]
    start = value.index(word)
    place = document.text_place(path, start, start + len(word))
    assert (place.line, place.column, place.length) == (line, column, len(word))


TEXTS = st.text(st.sampled_from(" \n\tab'\"\\:#-é\u4e2d\U0001f600{}|>"), max_size=40)


@given(TEXTS, st.sampled_from(["", "'", '"', "|", ">"]), st.sampled_from([20, 80]), st.sampled_from([2, 4]))
def test_every_character_of_a_text_is_found_in_the_file(text: str, style: str, width: int, indent: int) -> None:
    written = yaml.dump(
        {"key": [text, "end"]}, default_style=style or None, width=width, indent=indent, allow_unicode=True
    ).replace("!!str ", "")
    document = read(written)
    assert document.data == {"key": [text, "end"]}
    for offset, character in enumerate(text):
        place = document.text_place(("key", 0), offset)
        assert place.file
        found = place.source[place.column - 1 : place.column]
        assert found == character or character in "\n\t \"'\\" or found == "\\"


@given(st.text(st.sampled_from(" \n\tab'\"\\:#-,?[]{}|>&*!%@`~\r\u2028é0."), max_size=30))
def test_whatever_is_read_is_read_with_places_and_the_rest_is_refused(text: str) -> None:
    problems: list[Problem] = []
    document = parse_yaml(text, "test.yaml", problems)
    assert document is not None or problems

    def visit(value: object, path: tuple[str | int, ...]) -> None:
        assert document is not None
        assert document.place(path).line >= 1
        if isinstance(value, dict):
            for key, part in value.items():
                visit(part, (*path, key))
        elif isinstance(value, list):
            for index, part in enumerate(value):
                visit(part, (*path, index))
        elif isinstance(value, str):
            assert document.text_offsets(path) is not None, (text, value)

    if document is not None and not problems:
        visit(document.data, ())


@given(st.binary(max_size=60))
def test_rubbish_is_refused_not_raised(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.mktemp("rubbish") / "x.yaml"
    path.write_bytes(raw)
    problems: list[Problem] = []
    assert read_yaml(path, "x.yaml", problems) is not None or problems


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: &x 1", "RW0114"),
        ("a: *x", "RW0114"),
        ("a: !!int 1", "RW0115"),
        ("%YAML 1.2\n--- a", "RW0115"),
        ("{a: 1, a: 2}", "RW0116"),
        ("? [a]\n: 1", "RW0117"),
        ("--- a\n--- b", "RW0118"),
        ('a: "\\u2028"', "RW0104"),
        ('a: "\\r"', "RW0104"),
        ("a: \x7f", "RW0104"),
    ],
)
def test_refusals(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_all_duplicates_are_reported() -> None:
    assert codes("{a: 1, a: 2, b: 1, b: 2}") == ["RW0116", "RW0116"]


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)  # a hole: it takes no room, and reading it whole would take forever
    problems: list[Problem] = []
    assert read_yaml(path, "large.yaml", problems) is None
    assert [found.code for found in problems] == ["RW0102"]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused_soon(opening: str) -> None:
    assert codes(opening * 100_000) in (["RW0119"], ["RW0111"], ["RW0110"], ["RW0117"])


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "marked.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: b\n")
    problems: list[Problem] = []
    document = read_yaml(path, "marked.yaml", problems)
    assert document is not None and document.data == {"a": "b"}
    assert document.key_place(("a",)).column == 1
