"""The generated pages are up to date, and their sentences show what they say they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from docs import DOCS, PAGES, ROOT, carried_out, example_ruleset, main, sections, sentences
from rulewright import load
from rulewright.language.lexicon import core_words
from rulewright.ruleset.model import Ruleset

SAMPLES = sentences()


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return example_ruleset()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_up_to_date(page: str) -> None:
    assert main(["--check", page]) == 0, "run tools/docs"


def test_a_stale_page_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("docs.PAGES", {"errors.md": lambda: ["# Something else"]})
    assert main(["--check"]) == 1
    assert "docs/errors.md is stale" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("rulewright explain RW0999", "exits with 2"),
        ("rulewright explain RW0101  # exits with 1", "exits with 0"),
        ("rulewright explain RW0999  # exits with 2", ""),
        ("rulewright explain RW0101", ""),
    ],
)
def test_a_command_of_a_page_that_fails_unexpectedly_is_noticed(command: str, told: str, tmp_path: Path) -> None:
    page = f"```console\n$ {command}\n```\n"
    if told:
        with pytest.raises(LookupError, match=told):
            carried_out(page, tmp_path)
    else:
        assert f"$ {command}\nRW0" in carried_out(page, tmp_path)


def test_every_construct_and_verb_has_a_sentence() -> None:
    constructs = {node_class.__name__ for _, classes in sections() for node_class in classes}
    assert set(SAMPLES["constructs"]) == constructs
    assert list(SAMPLES["verbs"]) == list(core_words("en")["verbs"])


@pytest.mark.parametrize(("name", "text"), [(n, text) for n, texts in SAMPLES["constructs"].items() for text in texts])
def test_sentences_hold_their_construct(ruleset: Ruleset, name: str, text: str) -> None:
    tree = ruleset.parse(text)
    assert name in {type(node).__name__ for node in tree.walk()}
    assert ruleset.print(tree) == text


@pytest.mark.parametrize(("verb", "text"), SAMPLES["verbs"].items())
def test_sentences_hold_their_verb(ruleset: Ruleset, verb: str, text: str) -> None:
    tree = ruleset.parse(text)
    assert verb in {getattr(node, "verb", None) for node in tree.walk()}
    assert ruleset.print(tree) == text


@pytest.mark.parametrize("page", [*sorted(DOCS.glob("*.md")), ROOT / "README.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")):
        file = page.parent / target if target else page
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}, anchor


def test_the_sentences_for_owners_of_cards_run(tmp_path: Path) -> None:
    page = (DOCS / "enter-your-own-cards.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .*? \| (`.*`) \|$", page, re.MULTILINE)
    said = [sentence for row in rows for sentence in re.findall("`([^`]+)`", row)]
    assert len(said) > len(rows) > 10
    head = {"id": "said", "title": "Said", "version": "1.0.0", "base": {"monumental": ">=0"}}
    patch = {"components": {"temple": {"set": {"text": "\n".join(said)}}}}
    (tmp_path / "pack.yaml").write_text(yaml.safe_dump({**head, "patch": patch}), encoding="utf-8")
    load("monumental", packs=[tmp_path]).program(2)
