"""The translator's desk: each text with its state, proved while it is written, and put into the language's file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.language.interface import languages, phrase
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.files.discovery import ruleset_not_found
from rulewright.ruleset.files.editing import add_text, replace_text
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.differences import Compared, Otherwise
from rulewright.ruleset.translations.drafts import texts
from rulewright.ruleset.translations.proofs import record, summary
from rulewright.ruleset.translations.text_locations import home
from rulewright.web.workbench import MOST_TEXT, Finding, Workbench, finding, marked


@dataclass(frozen=True, slots=True)
class Row:
    """A text of the list: `components.<id>.text` or `procedures.<id>.text`, what it stands on, and its state."""

    context: str
    title: str
    state: str
    text: str


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a translation says what the English text says.

    Attributes:
        state: proved, different, unparsed or missing.
        findings: what cannot be read; differences: what it says otherwise; told: the same in the reader's language.
        says: what it says, in English.
        english, draft: what it should say, in English and as the language's grammar prints it ("" where it cannot).
    """

    text: str
    state: str
    english: str
    findings: tuple[Finding, ...] = ()
    differences: tuple[Otherwise, ...] = ()
    told: tuple[str, ...] = ()
    says: str = ""
    draft: str = ""

    @property
    def parts(self) -> list[tuple[str, bool]]:
        """The translation in pieces, each with whether it is wrong there."""
        spans = [(found.start, found.end) for found in self.findings]
        spans += [(one.span.start, one.span.end) for one in self.differences]
        return list(marked(self.text, spans))

    @property
    def wanted(self) -> list[tuple[str, bool]]:
        """The English text in pieces, each with whether the translation says something else there."""
        spans = [(one.english.start, one.english.end) for one in self.differences if one.english is not None]
        return list(marked(self.english, spans))


class Desk:
    """Translations of the rulesets on a workbench."""

    def __init__(self, workbench: Workbench) -> None:
        self.workbench = workbench

    def codes(self) -> list[str]:
        """The languages into which can be translated."""
        return [code for code in languages() if code != "en"]

    def rows(self, name: str, code: str) -> tuple[list[Row], int]:
        """All texts of a language, and how much of what a reader meets is in it, in percent."""
        ruleset = self.ruleset(name, code)
        found = summary(ruleset, code)
        titles = {f"{kind}.{thing}.text": self._title(ruleset, kind, thing) for kind, thing, _ in texts(ruleset)}
        rows = [
            Row(one.context, titles.get(one.context, one.id), one.state, self.text(name, code, one.context) or "")
            for one in found.texts
        ]
        return rows, found.share

    def text(self, name: str, code: str, context: str) -> str | None:
        """The translation that is there."""
        section, thing, _ = self._parts(context)
        known = self.ruleset(name, code).content.data["locale"].get(code, {}).get("texts", {})
        said = known.get(section, {}).get(thing, {})
        found = said.get("text") if isinstance(said, dict) else None
        return str(found).rstrip("\n") if found is not None else None

    def proof(self, name: str, code: str, context: str, text: str, lang: str) -> Proof:
        """Compare a translation with the English text. Raises RulewrightError: there is no such text."""
        ruleset = self.ruleset(name, code)
        words = self._words(ruleset, context)
        assert words.tree is not None
        text = text.replace("\r\n", "\n")[:MOST_TEXT].strip("\n")
        english = words.text.rstrip("\n")
        draft = ""
        if code in ruleset.languages:
            try:
                draft = ruleset.print(words.tree, code)
            except RulewrightError:
                draft = ""
        if not text:
            return Proof(text, "missing", english, draft=draft)
        try:
            tree = ruleset.parse(text, code)
        except RulewrightError as error:
            findings = tuple(finding(found, text, lang) for found in error.problems)
            return Proof(text, "unparsed", english, findings, draft=draft)
        compared = Compared(text, tree, ruleset.language(code), words.text, words.tree, ruleset.language())
        differences = tuple(compared.differences())
        told = tuple(phrase(str(one), lang) for one in differences)
        says = ruleset.print(tree, "en") if differences else ""
        return Proof(text, "different" if differences else "proved", english, (), differences, told, says, draft)

    def save(self, name: str, code: str, context: str, text: str) -> Path:
        """Write a translation into its language's file; comments, order and all else stay as they are.

        Raises:
            RulewrightError: RW0833, the ruleset is not the translator's own, or the text does not say what the English
                one says.
        """
        if not self.own(name) or self.proof(name, code, context, text, "en").state != "proved":
            raise RulewrightError(problem("RW0833", found=context if self.own(name) else name))
        ruleset = self.again(name, code)  # what lies there now, which another program may have written
        keys = self._parts(context)
        wanted = text.replace("\r\n", "\n").strip("\n")
        before = ruleset.content.data["locale"].get(code, {}).get("texts", {}).get(keys[0], {}).get(keys[1], {})
        if isinstance(before, dict) and before.get("text"):
            file = replace_text(ruleset.content, ("locale", code, "texts", *keys), before["text"], wanted, keys)
        else:
            folder = home(ruleset, code, *keys[:2]) or ruleset.folder
            file = add_text(folder / "locale" / code / "texts.yaml", keys, wanted)
        record(self.again(name, code), code)
        return file

    # ------------------------------------------------------------ rulesets

    def ruleset(self, name: str, code: str) -> Ruleset:
        """A ruleset for a language. Raises RulewrightError: there is no such ruleset or language."""
        if code not in self.codes():
            raise RulewrightError(problem("RW0246", found=code, title="Rulewright", expected=self.codes()))
        if name not in self.workbench.rulesets:
            raise RulewrightError(ruleset_not_found(name))
        return self.workbench.ruleset(name)

    def own(self, name: str) -> bool:
        """Whether a ruleset is the translator's own: others are not written."""
        return name in self.workbench.own

    def writable(self, name: str, code: str) -> Ruleset:
        """A ruleset of the translator's own as its files stand now. Raises RulewrightError: RW0833, it is another."""
        if not self.own(name):
            raise RulewrightError(problem("RW0833", found=name))
        return self.again(name, code)

    def again(self, name: str, code: str) -> Ruleset:
        """A ruleset read anew, as something may have written its files."""
        self.workbench.forget(name)
        return self.ruleset(name, code)

    # ------------------------------------------------------------ helpers

    @staticmethod
    def _parts(context: str) -> tuple[str, str, str]:
        section, _, rest = context.partition(".")
        return section, rest.removesuffix(".text"), "text"

    def _words(self, ruleset: Ruleset, context: str) -> Words:
        section, thing, _ = self._parts(context)
        found = next((words for kind, name, words in texts(ruleset) if (kind, name) == (section, thing)), None)
        if found is None:
            raise RulewrightError(problem("RW0740", found=context))
        return found

    @staticmethod
    def _title(ruleset: Ruleset, section: str, thing: str) -> str:
        return ruleset.components[thing].name if section == "components" else ruleset.procedures[thing].title
