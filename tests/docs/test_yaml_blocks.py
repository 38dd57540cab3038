"""Every YAML block of the pages is read as the file that it shows, and fits the schema of that kind of file."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import pytest

from rulewright.problems import Problem
from rulewright.ruleset.files.discovery import kind_of
from rulewright.ruleset.files.schemas import check_schema
from rulewright.ruleset.files.yaml_reader import parse_yaml

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# Pages whose blocks are not read here, each with the reason.
LEFT_OUT = {"errors.md": "its blocks are the examples of the catalogue, which are tested by their codes"}
# What a block shows that does not begin with the name of its file: the file by page, or by page and heading.
SHOWS = {
    "README.md": "components/cards.yaml",
    "architecture.md": "components/cards.yaml",
    "language.md": "lexicon.yaml",
    "formats.md # ruleset.yaml": "ruleset.yaml",
    "formats.md # lexicon.yaml": "lexicon.yaml",
    "formats.md # components": "components/cards.yaml",
    "formats.md # map": "map/spaces.yaml",
    "formats.md # Blocks": "procedures/rules.yaml",
    "formats.md # always.yaml": "always.yaml",
    "formats.md # pack.yaml": "pack.yaml",
    "formats.md # Scenarios": "scenarios/rules.yaml",
}
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A YAML block: page and line of its first line, the heading that it stands under, and its text."""

    page: str
    line: int
    heading: str
    text: str

    @property
    def kind(self) -> str:
        """The kind of file that it shows, by the file's name in its first line, or by what the page is about."""
        named = re.match(r"# ([\w/-]+\.yaml)\b", self.text)
        path = named[1] if named else SHOWS.get(self.page) or SHOWS.get(f"{self.page} # {self.heading}", "")
        inside = path.partition("/")[2]
        return kind_of(path)[1] or kind_of(inside)[1]

    @property
    def as_file(self) -> str:
        """Its text as a whole file: steps become the rule of a procedure."""
        listed = self.kind == "procedures" and self.text.startswith("-")
        return "rule:\n  do:\n" + indent(self.text, "    ") if listed else self.text


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        before = text[: match.start()]
        heading = re.findall(r"^## (.+)$", before, re.MULTILINE)
        found.append(Block(page.name, before.count("\n") + 2, heading[-1] if heading else "", match[1]))
    return found


ALL = [block for page in PAGES if page.name not in LEFT_OUT for block in blocks(page)]


def misfits(block: Block) -> list[Problem]:
    problems: list[Problem] = []
    document = parse_yaml(block.as_file, f"{block.page}:{block.line}", problems)
    return problems + (check_schema(block.kind, document) if document is not None else [])


def test_no_block_is_passed_over() -> None:
    fences = sum(page.read_text(encoding="utf-8").count("```yaml") for page in PAGES if page.name not in LEFT_OUT)
    assert len(ALL) == fences > 30
    assert {page for page in LEFT_OUT if not any(known.name == page for known in PAGES)} == set()


@pytest.mark.parametrize("block", ALL, ids=[f"{block.page}:{block.line}" for block in ALL])
def test_the_block_fits_its_schema(block: Block) -> None:
    assert block.kind, "say in its first line which file it shows"
    assert [str(found) for found in misfits(block)] == []


@pytest.mark.parametrize("kind", sorted({block.kind for block in ALL}))
def test_a_wrong_block_is_noticed(kind: str) -> None:
    block = next(block for block in ALL if block.kind == kind)
    wrong = re.sub(r"^(\W*)(\w+):", r"\1\2_:", block.as_file, count=1, flags=re.MULTILINE)
    if kind in ("always", "procedures"):  # their first keys are names that authors choose
        wrong = re.sub(r"\b(says|do):", r"\1_:", block.as_file, count=1)
    assert misfits(block._replace(text=wrong))
