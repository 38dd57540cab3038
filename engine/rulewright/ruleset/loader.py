"""Loading: from a folder to one checked, immutable Ruleset, or to all that is wrong with it."""

from __future__ import annotations

from pathlib import Path

from rulewright.language.problems import Problem, RulewrightError
from rulewright.ruleset.build import build_ruleset
from rulewright.ruleset.content import Content
from rulewright.ruleset.files import find_ruleset, ruleset_files, ruleset_not_found
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.references import check_references
from rulewright.ruleset.schemas import check_schema
from rulewright.ruleset.texts import TextReader
from rulewright.ruleset.yaml_reader import Document, read_yaml


def load_ruleset(name_or_path: str | Path) -> Ruleset:
    """Load a ruleset: a folder, or the name of one that ships with Rulewright. No other ruleset is touched.

    Raises:
        RulewrightError: with everything that is wrong in any file.

    >>> load_ruleset("tic_tac_toe").title
    'Tic-tac-toe'
    """
    ruleset, problems = read_ruleset(name_or_path)
    if problems or ruleset is None:
        raise RulewrightError(*problems)
    return ruleset


def read_ruleset(name_or_path: str | Path) -> tuple[Ruleset | None, list[Problem]]:
    """Load a ruleset as far as it goes.

    Returns:
        The ruleset, or None if its files are too broken to build one; and everything that is wrong.
    """
    problems: list[Problem] = []
    try:
        folder = find_ruleset(name_or_path)
    except LookupError:
        return None, [ruleset_not_found(str(name_or_path))]
    documents: list[tuple[str, str, Document]] = []
    scenarios: list[Path] = []
    for file in ruleset_files(folder, problems):
        if file.kind == "scenarios":
            scenarios.append(file.path)
        elif file.kind not in ("rules", "prose"):
            document = read_yaml(file.path, file.name, problems)
            if document and (document.data is not None or file.kind == "ruleset"):  # a file of comments is empty
                documents.append((file.kind, file.language, document))
    for kind, _, document in documents:
        problems += check_schema(kind, document)
    if problems:
        return None, problems
    content = Content()
    for kind, language, document in documents:
        content.add(kind, document, problems, language)
    reader = TextReader(content, problems)
    languages = {"en": reader.language} if reader.language else {}
    ruleset = build_ruleset(content, folder, tuple(scenarios), languages, reader)
    return ruleset, problems + check_references(ruleset)
