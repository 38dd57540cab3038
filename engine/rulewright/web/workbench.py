"""The workbench: a card's text tried while it is written, and written into its file with all else left as it is."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import disk
from rulewright.editing.trying import in_languages, try_text
from rulewright.language.interface import said, told
from rulewright.meaning import told_in
from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset.files.copying import copy_component, id_for
from rulewright.ruleset.files.editing import replace_text
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Component, Ruleset

MOST_TEXT = 5_000
"""Signs of a text; more is not tried."""
MOST_KEPT = 16
"""Readings that are kept: what was read while it was typed is not read again when its scenarios are run."""
MOST_MEANT = 4
"""Words that may be meant; more help nobody."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem with a text: from which sign to which, and what is said of it."""

    start: int
    end: int
    code: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text is understood to say, or what is wrong with it.

    understood: its meaning in words, in the language told_in; said: the same in each language.
    """

    text: str
    findings: tuple[Finding, ...] = ()
    understood: str = ""
    told_in: str = "en"
    said: dict[str, str] = field(default_factory=dict)

    def parts(self) -> Iterator[tuple[str, bool]]:
        """The text in pieces, each with whether something is wrong with its words."""
        return marked(self.text, [(found.start, found.end) for found in self.findings])


def marked(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    """A text in pieces, each with whether it is marked."""
    at = 0
    for start, end in sorted(set(spans)):
        if start >= at:
            if start > at:
                yield text[at:start], False
            yield text[start:end], True
            at = end
    if at < len(text):
        yield text[at:], False


class Workbench:
    """Rulesets that a designer works at.

    Args:
        rulesets: by id, the name or folder of each; own: those that may be written.
    """

    def __init__(self, rulesets: dict[str, str], own: frozenset[str]) -> None:
        self.rulesets = rulesets
        self.own = own
        self._good: dict[str, Ruleset] = {}
        self._right: dict[tuple[str, tuple[str, ...]], Ruleset] = {}
        self._readings: dict[tuple[str, ...], tuple[Ruleset, Reading]] = {}
        self._lock = threading.RLock()

    def ruleset(self, name: str) -> Ruleset:
        """A ruleset as it was when it was last right. Raises RulewrightError."""
        with self._lock:
            return self._good.get(name) or self._anew(name)

    def _anew(self, name: str) -> Ruleset:
        """A ruleset as its files are now, as far as it goes. Raises RulewrightError."""
        found, problems = read_ruleset(self.rulesets.get(name, ""))
        if found is None:
            raise RulewrightError(*problems)
        self._good[name] = found
        if not problems:
            self._right[name, ()] = found
        return found

    def standing(self, name: str, packs: Sequence[str] = ()) -> tuple[Ruleset, list[Problem]]:
        """A ruleset that can be played, with packs (folders, zips), as the files stand now.

        Returns:
            it, and nothing wrong; or as it was when it was last right, and what is wrong now.

        Raises:
            RulewrightError: it is wrong, and was never right.
        """
        with self._lock:
            key = name, tuple(packs)
            found, problems = read_ruleset(self.rulesets.get(name, ""), packs)
            if found is not None and not problems:
                self._right[key] = found
            elif key not in self._right:
                raise RulewrightError(*problems)
            return self._right[key], problems

    def forget(self, name: str) -> None:
        """Read a ruleset anew when it is asked for the next time."""
        with self._lock:
            self._good.pop(name, None)

    def component(self, name: str, component: str) -> Component | None:
        """A component of a ruleset."""
        return self.ruleset(name).components.get(component)

    def text(self, name: str, component: str) -> str:
        """What stands on a component, as its file has it."""
        return str(self.ruleset(name).content.data["components"][component].get("text") or "")

    # ------------------------------------------------------------ reading

    def read(self, name: str, component: str, text: str, lang: str) -> Reading:
        """Try a text in the place of a component's: whether it reads and compiles there, and what it says."""
        with self._lock:
            ruleset = self.ruleset(name)
            text = text.replace("\r\n", "\n")[:MOST_TEXT]
            key = (name, component, text, lang)
            known, reading = self._readings.get(key, (None, None))
            if known is ruleset and reading is not None:
                return reading
            while len(self._readings) >= MOST_KEPT:
                del self._readings[next(iter(self._readings))]
            reading = self._read(ruleset, component, text, lang)
            self._readings[key] = ruleset, reading
            return reading

    @staticmethod
    def _read(ruleset: Ruleset, component: str, text: str, lang: str) -> Reading:
        kind = ruleset.components[component].kind
        trial = try_text(ruleset, text, kind, lang)
        findings = tuple(finding(found, text, lang) for found in trial.problems)
        said = {}
        for other, words in in_languages(ruleset, trial.tree) if trial.tree is not None else ():
            wrong = words.problems if isinstance(words, RulewrightError) else ()
            said[other] = words if isinstance(words, str) else "; ".join(told(one, lang).message for one in wrong)
        return Reading(text, findings, trial.understood, told_in(ruleset, lang), said)

    # ------------------------------------------------------------ writing

    def save(self, name: str, component: str, text: str) -> Path:
        """Write a component's text into its file; comments, order and all else stay as they are.

        Returns:
            the file.

        Raises:
            RulewrightError: RW0833, the ruleset is not the designer's own, or more than the text would change; what is
                wrong with the text, which is then not written.
        """
        with self._lock:
            if name not in self.own:
                raise RulewrightError(problem("RW0833", found=name))
            ruleset = self._anew(name)  # what lies there now, which another program may have written
            wanted = text.replace("\r\n", "\n").strip("\n")
            before = self.text(name, component)
            if not wanted.strip():
                raise RulewrightError(problem("RW0833", found=component))
            if wrong := try_text(ruleset, wanted, ruleset.components[component].kind).problems:
                raise RulewrightError(*wrong)
            path = ("components", component, "text")
            file = replace_text(ruleset.content, path, before, wanted, (component, "text"))
            self._anew(name)
            return file

    def another(self, name: str, component: str, called: str) -> str:
        """Write a new component into a file: like one that is there, with a name of its own; return its id.

        Raises:
            RulewrightError: RW0833, the ruleset is not the designer's own, there is no name, or the file is written in
                a way in which nothing can be copied; what is wrong with the ruleset then: nothing is written.
        """
        with self._lock:
            if name not in self.own or not called.strip():
                raise RulewrightError(problem("RW0833", found=name))
            ruleset = self._anew(name)
            _, known = read_ruleset(self.rulesets[name])
            new = id_for(called, ruleset.components)
            source = ruleset.content.source(("components", component))
            if source is None:
                raise RulewrightError(problem("RW0740", found=component))
            kept = disk.read(Path(source[0].file))
            file = copy_component(ruleset.content, component, new, called.strip())
            found, problems = read_ruleset(self.rulesets[name])
            if found is None or len(problems) > len(known):
                disk.write(file, kept)
                raise RulewrightError(*problems)
            self._anew(name)
            return new


def finding(found: Problem, text: str, lang: str) -> Finding:
    """A problem with a text, in words."""
    words = told(found, lang)
    start = max(0, min(found.offset, len(text)))
    return Finding(start, max(start + 1, min(found.end, len(text))), found.code, words.message, advice(words, lang))


def advice(found: Problem, lang: str) -> str:
    """What can be done about a problem that is told in a language already: what may be meant, and its hint."""
    meant = said("did_you_mean", lang, words=", ".join(found.suggestions[:MOST_MEANT])) if found.suggestions else ""
    return f"{meant} {found.hint}".strip()
