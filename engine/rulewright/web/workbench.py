"""The workbench: a card's text tried while it is written, and written into its file with all else left as it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from rulewright import disk
from rulewright.compiler.trials import Trials, Tried
from rulewright.language.interface import told
from rulewright.language.problems import Problem, RulewrightError, problem
from rulewright.meaning import bind_text, paraphrase
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Component, Ruleset

MOST_TEXT = 5_000
"""Signs of a text; more is not tried."""


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
    """What a text is understood to say, or what is wrong with it. said: the same in each language."""

    text: str
    findings: tuple[Finding, ...] = ()
    understood: str = ""
    said: dict[str, str] = field(default_factory=dict)

    def parts(self) -> Iterator[tuple[str, tuple[Finding, ...]]]:
        """The text in pieces, each with the problems of its words."""
        at = 0
        for start, end in sorted({(found.start, found.end) for found in self.findings}):
            if start >= at:
                if start > at:
                    yield self.text[at:start], ()
                yield self.text[start:end], tuple(one for one in self.findings if (one.start, one.end) == (start, end))
                at = end
        if at < len(self.text):
            yield self.text[at:], ()


class Workbench:
    """Rulesets that a designer works at.

    Args:
        rulesets: by id, the name or folder of each; own: those that may be written.
    """

    def __init__(self, rulesets: dict[str, str], own: frozenset[str]) -> None:
        self.rulesets = rulesets
        self.own = own
        self._good: dict[str, Ruleset] = {}
        self._lock = threading.RLock()

    def ruleset(self, name: str) -> Ruleset:
        """A ruleset as it was when it was last right. Raises RulewrightError."""
        with self._lock:
            if name not in self._good:
                found, problems = read_ruleset(self.rulesets.get(name, ""))
                if found is None:
                    raise RulewrightError(*problems)
                self._good[name] = found
            return self._good[name]

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
            kind = ruleset.components[component].kind
            text = text.replace("\r\n", "\n")[:MOST_TEXT]
            try:
                tree = ruleset.parse(text, "en")
            except RulewrightError as error:
                return Reading(text, tuple(_finding(found, text, lang) for found in error.problems))
            problems = Trials(ruleset).tried([Tried(text, tree, kind)])[0]
            findings = tuple(_finding(found, text, lang) for found in problems)
            understood = ""
            if not findings:
                try:
                    understood = paraphrase(bind_text(ruleset, tree, kind), ruleset, lang)
                except RulewrightError as error:
                    findings = tuple(_finding(found, text, lang) for found in error.problems)
            said = {}
            for other in ruleset.languages:
                try:
                    said[other] = ruleset.print(tree, other)
                except RulewrightError as error:
                    said[other] = "; ".join(told(found, lang).message for found in error.problems)
            return Reading(text, findings, understood, said)

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
            self._good.pop(name, None)  # what lies there now, which another program may have written
            ruleset = self.ruleset(name)
            wanted = text.replace("\r\n", "\n").strip("\n")
            before = self.text(name, component)
            if not wanted.strip():
                raise RulewrightError(problem("RW0833", found=component))
            tried = Tried(wanted, ruleset.parse(wanted), ruleset.components[component].kind)
            if wrong := Trials(ruleset).tried([tried])[0]:
                raise RulewrightError(*wrong)
            document, now = _edited(ruleset, component, before, wanted)
            path = Path(document)
            if yaml.safe_load(now) != _with(yaml.safe_load(disk.read_text(path)), component, wanted, before):
                raise RulewrightError(problem("RW0833", found=component))
            raw = disk.read(path)  # its line ends and the mark at its start stay as they are
            mark = raw[:3] if raw.startswith(b"\xef\xbb\xbf") else b""
            disk.write(path, mark + (now.replace("\n", "\r\n") if b"\r\n" in raw else now).encode())
            self._good.pop(name, None)
            return path


def _edited(ruleset: Ruleset, component: str, before: str, wanted: str) -> tuple[str, str]:
    """The file of a component, and all of it with the text in the place of the one that was there before."""
    path = ("components", component, "text")
    old = before.rstrip("\n")
    if not old:
        raise RulewrightError(problem("RW0833", found=component))
    same = next((at for at, (a, b) in enumerate(zip(old, wanted, strict=False)) if a != b), min(len(old), len(wanted)))
    start = max(0, min(same, len(old) - 1))
    document, first, _ = ruleset.content.text_span(path, start, start + 1)
    _, _, last = ruleset.content.text_span(path, len(old) - 1, len(old))
    line = document.text.rfind("\n", 0, first) + 1
    indent = len(document.text[line:]) - len(document.text[line:].lstrip(" "))
    middle = wanted[start:].replace("\n", "\n" + " " * indent)
    return document.file, document.text[:first] + middle + document.text[last:]


def _with(data: object, component: str, wanted: str, before: str) -> object:
    """What the file says, with a component's text changed and nothing else."""
    ending = before[len(before.rstrip("\n")) :]
    if isinstance(data, list):
        for entry in data:
            if isinstance(entry, dict) and entry.get("id") == component:
                entry["text"] = wanted + ending
    return data


def _finding(found: Problem, text: str, lang: str) -> Finding:
    said = told(found, lang)
    start = max(0, min(found.offset, len(text)))
    return Finding(start, max(start + 1, min(found.end, len(text))), found.code, said.message, said.hint)
