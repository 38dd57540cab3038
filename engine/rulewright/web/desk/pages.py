"""The pages of the translator's desk, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rulewright.language.interface import said, told
from rulewright.ruleset.translations.proofs import STATES
from rulewright.web.desk import exchange, glossary, names, progress, wordforms
from rulewright.web.desk.texts import Desk

SIGNS = {"proved": "✓", "different": "≠", "unparsed": "?", "stale": "~", "missing": "·", "free": "–"}
"""A sign beside each state of a translation: none is told by colour alone."""
PARTS = ("", "words", "names", "progress", "po")
"""The parts of the desk, as their addresses end."""


class DeskPages:
    """Makes the pages of the desk.

    Args:
        make: fills a template: its name, the reader's language, and the words in it; titles: what a game is called in
            a language.
    """

    def __init__(self, desk: Desk, make: Callable[..., str], titles: Callable[[str, str], str]) -> None:
        self.desk = desk
        self._make = make
        self._titles = titles

    @property
    def codes(self) -> list[str]:
        """The languages into which can be translated."""
        return self.desk.codes()

    def _made(self, template: str, name: str, code: str, lang: str, /, *, part: str, **words: Any) -> str:
        return self._make(
            template, lang, name=name, code=code, codes=self.codes, title=self._titles(name, lang), signs=SIGNS,
            own=self.desk.own(name), parts=PARTS, part=part, **words,
        )  # fmt: skip

    # ------------------------------------------------------------ texts

    def texts(
        self, name: str, code: str, context: str, lang: str, query: Mapping[str, str], text: str | None = None,
        reason: str = "",
    ) -> str:  # fmt: skip
        """A text, with its proof; without one, the list of all."""
        rows, share = self.desk.rows(name, code)
        counts = {state: sum(row.state == state for row in rows) for state in STATES}
        words: dict[str, Any] = {"text": "", "proof": None, "heading": "", "terms": []}
        if context:
            words["text"] = (self.desk.text(name, code, context) or "") if text is None else text
            words["proof"] = self.desk.proof(name, code, context, words["text"], lang)
            words["heading"] = next((row.title for row in rows if row.context == context), context)
            words["terms"] = glossary.terms(self.desk.ruleset(name, code), code, context)
        return self._made(
            "desk.html", name, code, lang, part="", rows=rows, share=share, counts=counts, context=context,
            only=query.get("state", ""), reason=reason, **words,
        )  # fmt: skip

    def proof(self, name: str, code: str, context: str, lang: str, text: str) -> str:
        """The proof of a text, alone."""
        found = self.desk.proof(name, code, context, text, lang)
        return self._make("_proof.html", lang, proof=found, code=code, signs=SIGNS)

    # ------------------------------------------------------------ words, names, progress

    def words(
        self, name: str, code: str, lang: str, wanted: str, reason: str = "", given: Mapping[str, str] | None = None
    ) -> str:
        """The glossary; `wanted` (`nouns.meadow`) opens a word with all its forms, and where it is said.

        given: what somebody wrote into its fields, which could not be written into the file.
        """
        ruleset = self.desk.ruleset(name, code)
        known = glossary.glossary(ruleset, code)
        section, _, word = wanted.partition(".")
        chosen = next((one for one in known if (one.section, one.id) == (section, word)), None)
        forms = glossary.forms(ruleset, code, section, word) if word else []
        return self._made(
            "desk_words.html", name, code, lang, part="words", words=known, word=chosen, forms=forms, reason=reason,
            fields=wordforms.fields(ruleset, code, section, word) if word else [], given=given or {},
            uses=glossary.said_in(ruleset, section, word) if word else [],
        )  # fmt: skip

    def reword(self, name: str, code: str, lang: str, wanted: str, given: Mapping[str, str]) -> str:
        """Write the forms of a word into the language's file; what is told of it. Raises RulewrightError."""
        ruleset = self.desk.writable(name, code)
        section, _, word = wanted.partition(".")
        glossary.forms(ruleset, code, section, word)  # there is such a word
        lost = wordforms.rewritten(lambda: self.desk.again(name, code), code, section, word, given)
        return said("desk_forms_lost" if lost else "desk_forms_written", lang, count=lost)

    def names(self, name: str, code: str, lang: str, reason: str = "") -> str:
        """Names and titles that nobody has reviewed, and what is wrong with the labels of choices."""
        found = names.names(self.desk.ruleset(name, code), code)
        labels = [told(one, lang) for one in found.labels]
        return self._made("desk_names.html", name, code, lang, part="names", found=found, labels=labels, reason=reason)

    def review(self, name: str, code: str, lang: str, seen: Collection[str]) -> str:
        """Note names as reviewed; what is told of it. Raises RulewrightError: RW0833."""
        count = names.reviewed(self.desk.writable(name, code), code, seen)
        return said("free_noted", lang, count=count)

    def rename(self, name: str, code: str, lang: str, wanted: Mapping[str, str]) -> str:
        """Write names into the language's file; what is told of it. Raises RulewrightError: RW0833, RW0740."""
        self.desk.writable(name, code)
        count = names.renamed(lambda: self.desk.again(name, code), code, wanted)
        self.desk.again(name, code)
        return said("desk_names_written", lang, count=count)

    def progress(self, name: str, code: str, lang: str) -> str:
        """How far a language is with a game, file by file, and how far it is with the other games."""
        found = progress.progress(self.desk.ruleset(name, code), code)
        return self._made(
            "desk_progress.html", name, code, lang, part="progress", found=found, states=STATES,
            others=[(one, self._titles(one, lang)) for one in self.desk.workbench.rulesets if one != name],
        )  # fmt: skip

    # ------------------------------------------------------------ PO

    def po(self, name: str, code: str, lang: str, sent: bytes | None = None, write: bool = False) -> str:
        """PO out and in: a file that was sent is looked at, and its texts written. Raises RulewrightError."""
        ruleset = self.desk.ruleset(name, code)
        found: exchange.Incoming | None = None
        if sent is not None:
            text = sent.decode("utf-8", "replace")
            if write:
                ruleset = self.desk.writable(name, code)
                found = exchange.po_in(ruleset, code, text, lang, lambda: self.desk.again(name, code))
            else:
                found = exchange.po_in(ruleset, code, text, lang)
        left = [told(one, lang) for one in found.left] if found else []
        return self._made("desk_po.html", name, code, lang, part="po", found=found, left=left, wrote=write)

    def po_out(self, name: str, code: str) -> str:
        """The PO file of a language."""
        return exchange.po_out(self.desk.ruleset(name, code), code)
