"""Loading: from a folder to one checked, immutable Ruleset, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.garbage import no_garbage
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.building.building import build_ruleset
from rulewright.ruleset.building.extra_turns import add_extra_turns
from rulewright.ruleset.building.headings_of_cards import add_words_of_headings
from rulewright.ruleset.building.words import of_one_kind
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.discovery import RulesetFile, find_ruleset, ruleset_files, ruleset_not_found
from rulewright.ruleset.files.kept_documents import Documents, keep, kept
from rulewright.ruleset.files.texts import TextReader
from rulewright.ruleset.files.validated_cache import fingerprint, is_stamped, stamp
from rulewright.ruleset.model import Ruleset
from rulewright.version import __version__

if TYPE_CHECKING:
    from rulewright.ruleset.packs.selection import Pack


def load_ruleset(name_or_path: str | Path, packs: Iterable[str | Path] = ()) -> Ruleset:
    """Load a ruleset: a folder, or the name of one that ships with Rulewright. No other ruleset is touched.

    Args:
        packs: folders, zips or ids of packs that change it; what these require is loaded too.

    Raises:
        RulewrightError: with everything that is wrong in any file.

    >>> load_ruleset("tic_tac_toe").title
    'Tic-tac-toe'
    """
    ruleset, problems = read_ruleset(name_or_path, packs)
    if problems or ruleset is None:
        raise RulewrightError(*problems)
    return ruleset


def read_ruleset(name_or_path: str | Path, packs: Iterable[str | Path] = ()) -> tuple[Ruleset | None, list[Problem]]:
    """Load a ruleset as far as it goes, with the packs that change it.

    Returns:
        The ruleset, or None if its files are too broken to build one; and everything that is wrong.
    """
    try:
        folder = find_ruleset(name_or_path)
    except LookupError:
        return None, [ruleset_not_found(str(name_or_path))]
    with no_garbage():
        return _read(folder, list(packs))


def _read(folder: Path, names: list[str | Path]) -> tuple[Ruleset | None, list[Problem]]:
    problems: list[Problem] = []
    files = ruleset_files(folder, problems)
    packs = _read_packs(names, folder, problems)
    state = fingerprint(files, [pack.fingerprint for pack in packs])
    known_right = not problems and is_stamped(state)
    documents = kept(state, files) if known_right else None
    if documents is None:
        documents = _read_documents(files, problems)
        if known_right and not problems:
            _keep(state, files, packs, documents)
    content = _content(documents, problems, known_right)
    if packs and not problems:
        _merge(content, packs, problems, not known_right)
    if problems:
        return None, problems
    add_extra_turns(content)
    add_words_of_headings(content)
    content.data["lexicon"]["nouns"] = of_one_kind(content.data["lexicon"]["nouns"])
    reader = TextReader(content, problems)
    if any("lang" in entry for entry in content.data["components"].values()):
        from rulewright.ruleset.files.written_in import take_over

        take_over(content, reader)
    scenarios = tuple(file.path for file in files if file.kind == "scenarios")
    ruleset = build_ruleset(content, folder, scenarios, reader.languages, reader, reader.before)
    if not known_right:
        from rulewright.ruleset.references.references import check_references

        _read_texts(ruleset, reader)
        problems += check_references(ruleset)
        if packs and problems:
            problems[:] = _taught(ruleset, problems)
        if not problems:
            stamp(state)
            _keep(state, files, packs, documents)
            reader.keep(ruleset)
    return ruleset, problems


def _keep(state: str, files: list[RulesetFile], packs: list[Pack], documents: Documents) -> None:
    """Keep the documents, unless somebody has changed a file since its state was found out."""
    if state == fingerprint(files, [pack.fingerprint for pack in packs]):
        keep(state, documents)


# What has to do with packs is imported where it is needed: most games are played without.


def _read_packs(names: list[str | Path], folder: Path, problems: list[Problem]) -> list[Pack]:
    if not names:
        return []
    from rulewright.ruleset.packs.selection import find_packs

    return find_packs(names, folder, problems)


def _merge(content: Content, packs: list[Pack], problems: list[Problem], check: bool) -> None:
    from rulewright.ruleset.packs.merge import merge
    from rulewright.ruleset.packs.selection import order_packs

    order = order_packs(packs, content.data["ruleset"], __version__, problems)
    if not problems:
        content.order = order
        merge(content, order, problems, check)


def _taught(ruleset: Ruleset, problems: list[Problem]) -> list[Problem]:
    from rulewright.ruleset.packs.lessons import taught

    return taught(ruleset, problems)


def _read_documents(files: Iterable[RulesetFile], problems: list[Problem]) -> Documents:
    """Read the files that make the game."""
    from rulewright.ruleset.files.yaml_reader import read_yaml  # not needed for documents that were kept

    documents: Documents = []
    for file in files:
        if file.kind not in ("rules", "prose", "scenarios"):
            document = read_yaml(file.path, file.name, problems)
            if document and (document.data is not None or file.kind == "ruleset"):  # a file of comments is empty
                documents.append((file, document))
    return documents


def _content(documents: Documents, problems: list[Problem], known_right: bool) -> Content:
    """Join what the files say; nothing is left out unless there are problems."""
    if not known_right:
        from rulewright.ruleset.files.schemas import check_schema

        for file, document in documents:
            problems += check_schema(file.kind, document)
    content = Content()
    if not problems:
        for file, document in documents:
            content.add(file.kind, document, problems, file.language)
    return content


def _read_texts(ruleset: Ruleset, reader: TextReader) -> None:
    """Parse everything now, for the sake of the problems."""
    reader.check_lexicon()
    for words in ruleset.all_words:
        words.tree  # noqa: B018
    reader.remember(ruleset)
