"""PO files out and in: the same file, and the same checks, as `rulewright i18n export` and `import`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rulewright import disk
from rulewright.language.interface import phrase, told
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.differences import Compared
from rulewright.ruleset.translations.drafts import texts
from rulewright.ruleset.translations.po import exported, imported
from rulewright.ruleset.translations.proofs import record
from rulewright.ruleset.translations.text_locations import homes
from rulewright.ruleset.translations.titles import compared_title
from rulewright.ruleset.translations.writing import changed, unwritten, write_texts

MOST_PO = 4_000_000
"""Bytes of a PO file that is sent; more is refused."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A text that a PO file says otherwise than the language's file; its state: proved, different, unparsed or free."""

    context: str
    said: str
    state: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Incoming:
    """What a PO file brings.

    Attributes:
        texts: what it says otherwise; unknown: contexts that the game does not have; files: what was written.
        left: texts that stand where nothing writes, and how they would read (RW0940).
    """

    texts: tuple[Taken, ...]
    unknown: tuple[str, ...]
    files: tuple[Path, ...] = ()
    left: tuple[Problem, ...] = ()


def po_out(ruleset: Ruleset, lang: str) -> str:
    """The PO file of a language; entries are fuzzy that changed since the one in the language's folder was written."""
    path = homes(ruleset)[-1] / "locale" / lang / "texts.po"
    return exported(ruleset, lang, disk.read_text(path) if path.is_file() else "")


def po_in(ruleset: Ruleset, lang: str, text: str, reader: str, again: Callable[[], Ruleset] | None = None) -> Incoming:
    """Look at a PO file, and write what it says into the language's files.

    Args:
        reader: the language in which problems are told.
        again: reads the ruleset anew once its files are written; without it nothing is written.

    Raises:
        RulewrightError: RW0815, it is no PO file; RW0807, a file cannot be written.
    """
    said, unknown = imported(ruleset, lang, text)
    new = [(".".join(path), words) for path, words in changed(ruleset, lang, said)]
    found = tuple(_taken(ruleset, lang, context, words, reader) for context, words in new)
    if again is None:
        return Incoming(found, tuple(unknown))
    left = tuple(unwritten(ruleset, lang, said))
    files = tuple(write_texts(ruleset, lang, said))
    now = again()
    if lang in now.languages:
        record(now, lang)
    return Incoming(found, tuple(unknown), files, left)


def _taken(ruleset: Ruleset, lang: str, context: str, words: str, reader: str) -> Taken:
    """What a new text is: proved or not, or free where nothing tells."""
    english = next((of for section, name, of in texts(ruleset) if f"{section}.{name}.text" == context), None)
    if english is None or english.tree is None:
        return _taken_title(ruleset, lang, context, words, reader)
    try:
        tree = ruleset.parse(words, lang)
    except RulewrightError as error:
        return Taken(context, words, "unparsed", tuple(told(one, reader).message for one in error.problems))
    compared = Compared(words, tree, ruleset.language(lang), english.text, english.tree, ruleset.language())
    wrong = tuple(phrase(str(one), reader) for one in compared.differences())
    return Taken(context, words, "different" if wrong else "proved", wrong)


def _taken_title(ruleset: Ruleset, lang: str, context: str, words: str, reader: str) -> Taken:
    """What a new name or title is: those that are sentences are proved, as the check does."""
    try:
        found = compared_title(ruleset, lang, context, words)
    except RulewrightError:  # the language has no words for this game yet, so nothing tells
        found = False
    if isinstance(found, bool):
        return Taken(context, words, "proved" if found else "free")
    return Taken(context, words, "different", tuple(phrase(str(one), reader) for one in found.differences()))
