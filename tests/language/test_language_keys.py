"""docs/languages.md tells each key of the data files of languages, and none that nothing reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from plain import read_plain

import rulewright
from rulewright.resources import data_dir

ENGINE = Path(rulewright.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "languages.md").read_text(encoding="utf-8")
LANGUAGES = sorted(path.name.split(".")[1] for path in data_dir("grammar").glob("words.*.yaml"))
OF_PARTS = ("mark", "mood", "noun", "adjective", "relation", "verb")
READ = re.compile(r'\bcore(?:_words\([^)]*\))?(?:\.get\(|\[)\s*"(\w+)"')
SOURCES = {path: path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py")}


def told(section: str) -> Iterator[tuple[str, str]]:
    """The keys in the first column of a table of the page, and what they are keys of."""
    text = PAGE.partition(f"### {section}\n")[2].partition("\n#")[0]
    for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE):
        of = re.search(r" of an? (\w+)$", row)
        yield from ((key, of[1] if of else "") for key in re.findall(r"`(\w+)`", row))


TOP = {
    key
    for section in (
        "What the language is called, and its words", "Forms", "Agreement", "Words beside each other",
        "What the reader looks ahead for",
    )
    for key, _ in told(section)
}  # fmt: skip
BLOCKS = {key for key, _ in told("Blocks")}
LOG = {key for key, _ in told("The log")}
PARTS = {kind: {key for key, of in told("Of a mark, a mood, a noun, a verb") if of == kind} for kind in OF_PARTS}


def words(lang: str) -> Any:
    return read_plain(data_dir("grammar") / f"words.{lang}.yaml")


def test_the_page_has_its_tables() -> None:
    assert len(TOP) > 60 and len(BLOCKS) > 40 and all(PARTS.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_key_of_a_language_is_told(lang: str) -> None:
    known = words(lang)
    assert set(known) <= TOP
    assert set(known["blocks"]) <= BLOCKS
    assert set(known.get("log", {})) <= LOG
    marks = {key for layer in known.get("layers", {}).values() for mark in layer.values() for key in mark or ()}
    assert marks <= PARTS["mark"]
    assert {key for mood in known.get("moods", {}).values() for key in mood} <= PARTS["mood"]


@pytest.mark.parametrize("lang", sorted({*LANGUAGES} - {"en"}))
def test_each_key_of_an_entry_is_told(lang: str) -> None:
    known = words(lang)
    forms = re.compile("(one|many)(_.*)?")
    for kind in ("noun", "adjective", "relation", "verb"):
        entries = [entry for entry in known[f"{kind}s"].values() if isinstance(entry, dict)]
        own = {key for entry in entries for key in entry if not forms.fullmatch(key)}
        own -= {*known["by_head"].values()} if "by_head" in known and kind == "noun" else set()
        own -= {"any", "you", "before"} if kind == "relation" else set()  # forms of relations
        assert own <= PARTS[kind], kind


def test_each_key_that_the_engine_reads_is_told() -> None:
    read = {key for text in SOURCES.values() for key in READ.findall(text)}
    assert len(read) > 40
    assert read <= TOP


READ_BY_NAME = sorted({*TOP, *(key for keys in PARTS.values() for key in keys)} - {"sub", "sub_many"})


@pytest.mark.parametrize("key", READ_BY_NAME)  # `sub` is a name that Spanish and French have made up
def test_no_key_is_told_that_nothing_reads(key: str) -> None:
    assert any(re.search(rf'["\'{{ ]{key}["\'}} =]', text) for text in SOURCES.values())


def test_no_key_of_a_block_or_of_the_log_is_told_that_no_language_has() -> None:
    assert {key for lang in LANGUAGES for key in words(lang)["blocks"]} == BLOCKS
    assert {key for lang in LANGUAGES for key in words(lang).get("log", {})} == LOG


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_of_the_log_ask_for_nothing_that_they_are_not_given(lang: str) -> None:
    """The words in braces are the keywords of each `_line` in the module that tells the log."""
    source = SOURCES[ENGINE / "runtime" / "labels" / "log.py"]
    calls = [call for call in ast.walk(ast.parse(source)) if isinstance(call, ast.Call) and call.args]
    lines = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "_line"]
    for key, template in words(lang).get("log", {}).items():
        asked = {name for _, name, _, _ in Formatter().parse(template) if name}
        given = [
            {word.arg for word in call.keywords}
            for call in lines
            if any(isinstance(part, ast.Constant) and part.value == key for part in ast.walk(call.args[0]))
        ]
        assert all(asked <= names for names in given), (key, template)


def test_each_rule_of_what_follows_is_told() -> None:
    rules = {e["next"] for lang in LANGUAGES for e in words(lang)["splits"].values()}
    listed = PAGE.partition("`next` of `splits`")[2].partition("###")[0]
    names = {
        "… közötti": "… után",
        "… esetén": "… után",
        "… befindest": "… után",
        "case acc": "case dat",
        "terminal THAT_OF": "terminal PART",
        "terminal NO_ONE": "terminal PART",
        "terminal TALLY": "terminal PART",
        "terminal TIME": "terminal PART",
        "marked YOUR": "marked SIZED",
        "marked THEIR": "marked SIZED",
        "case gen": "case dat",
    }
    assert all(f"`{names.get(rule, rule)}`" in listed for rule in rules)
