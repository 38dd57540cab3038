"""What scenarios quote: options, questions and lines of the log say words, and say them otherwise after a rename."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path as FilePath
from typing import Any

from rulewright.editing.changing.change import Change, refused
from rulewright.editing.family import Family
from rulewright.editing.sheets.sheet import Sheet
from rulewright.play.choosing import matching, option_for
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, arranged, run
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.unsaved import unsaved
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.game import Decision, Game, Option
from rulewright.runtime.rules import Rules

_SAID = ("offered", "prompt", "log", "end")
_NOT_SAID = ("not offered", "not log")


def requote(family: Family, change: Change, name: str, new: str, forms: Sequence[str]) -> None:
    """Add to a rename what the scenarios of a ruleset and its packs quote, as it will be said then.

    Each scenario that says a form of the word is played in both rulesets side by side, so that its words become those
    that are offered then, with their articles and endings.

    Args:
        name: of the word in the lexicon. new: how it is said, for messages.
        forms: as they are written in English now.

    Raises:
        RulewrightError: RW0835, a scenario would no longer come out as it does now.
    """
    written = {file: change.result(file) for file in change.edits}
    for folder, packs in ((family.folder, ()), *((pack, (str(pack),)) for pack in family.all_packs)):
        sheets = list(_of_scenarios(family, folder, forms))
        if not sheets:
            continue
        try:
            before, after = family.mixed(packs), family.mixed(packs, written)
        except RulewrightError:
            continue  # what is wrong with it is told by whoever holds the change back
        with unsaved(family.sources()):
            scenarios = {scenario.id: scenario for scenario in read_scenarios(before)[0]}
        heard = _Heard(dict(zip(_wordings(before, name), _wordings(after, name), strict=False)))
        old, renamed = Rules(before), Rules(after)
        played = [
            _Played(path, sheet, at, scenarios[name_here], old, renamed, heard)
            for path, sheet in sheets
            for at, name_here in enumerate(_ids(sheet))
            if name_here in scenarios and _mentions(str(scenarios[name_here].data), forms)
        ]
        for one in played:
            one.play()
        for one in played:
            if not one.requoted(change):
                reason = "a scenario would not come out as it does now"
                raise refused(name, new, reason, place=one.scenario.place(("id",)))


def _of_scenarios(family: Family, folder: FilePath, forms: Iterable[str]) -> Iterator[tuple[FilePath, Sheet]]:
    for home, path, sheet in family.files_with_scenarios():
        if home == folder and sheet.kind == "scenarios" and family.may_write(path) and _mentions(sheet.text, forms):
            yield path, sheet


def _mentions(text: str, forms: Iterable[str]) -> bool:
    """Whether a text may say a word: the plural of a regular noun is none of its forms, but begins with one."""
    return re.search(rf"\b(?:{'|'.join(map(re.escape, forms))})", text, re.IGNORECASE) is not None


def _wordings(ruleset: Ruleset, name: str) -> list[str]:
    """All that a word is said as in English: every form, in the same order for the same word."""
    phrases = ruleset.language("en").lexicon.phrases()
    return [phrase.text or " ".join(phrase.words) for phrase in phrases if phrase.value == name]


def _ids(sheet: Sheet) -> Iterator[str]:
    """The ids of the scenarios in a file, in order."""
    data = sheet.document.data if sheet.document is not None else None
    for one in data if isinstance(data, list) else ():
        yield str(one.get("id", "")) if isinstance(one, dict) else ""


def _scalar(words: str, style: str) -> str:
    """Words as they are written in a file, in quotes where they were or where they would be something else."""
    if style not in ("'", '"') and re.fullmatch(r"\w[^:#,\[\]{}\n]*", words):
        return words
    return json.dumps(words, ensure_ascii=False)


def _with(data: Any, path: Path, words: str) -> Any:
    """Data with other words at a path."""
    if not path:
        return words
    if isinstance(data, Mapping):
        return {key: _with(value, path[1:], words) if key == path[0] else value for key, value in data.items()}
    return [_with(value, path[1:], words) if at == path[0] else value for at, value in enumerate(data)]


class _Heard:
    """What two games of one course say in the same places: one in the words of before, the other in those of now.

    Args:
        forms: of the renamed word, each with what it becomes, for what is never heard.
    """

    def __init__(self, forms: Mapping[str, str]) -> None:
        self.forms = forms
        self.pairs: dict[str, str] = {}
        self.swaps: dict[str, str] = {}

    def hear(self, one: Game, two: Game) -> None:
        """Note all that is offered, asked and told, and which words have come in the place of others."""
        for old, new in zip(_said(one), _said(two), strict=False):
            if old not in self.pairs:
                self.pairs[old] = new
                a, b = old.split(), new.split()
                for kind, i, j, k, end in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
                    if kind == "replace":
                        self.swaps[_bare(a[i:j])] = _bare(b[k:end])

    def anew(self, words: str) -> str:
        """Words with others in the place of those that were heard in their place, the longest first."""
        known = {old.casefold(): new for old, new in {**self.forms, **self.swaps}.items()}
        found = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(known, key=len, reverse=True)))})\b", re.IGNORECASE)

        def other(match: re.Match[str]) -> str:
            new = known[match[0].casefold()]
            return new[:1].upper() + new[1:] if match[0][:1].isupper() else new

        return found.sub(other, words)

    def still_says(self, words: str) -> bool:
        """Whether something that says these words, somewhere in the scenarios, goes on saying them."""
        wanted = words.casefold()
        return any(wanted in new.casefold() for old, new in self.pairs.items() if wanted in old.casefold())


@dataclass
class _Played:
    """A scenario at a place of a file, played with the words of before and of now: the same choices, said otherwise."""

    path: FilePath
    sheet: Sheet
    at: int
    scenario: Scenario
    before: Rules
    after: Rules
    heard: _Heard
    edits: dict[Path, str] = field(default_factory=dict)

    def play(self) -> None:
        """Find what it has to say otherwise; nothing more from where it cannot go on."""
        data = self.scenario.data
        try:
            one, two = arranged(data, self.before), arranged(data, self.after)
            for at, step in enumerate(data.get("choose", ())):
                self.heard.hear(one, two)
                if isinstance(step, Mapping) and "expect" in step:
                    self._expected(step["expect"], ("choose", at, "expect"), two)
                    continue
                words, inside = (step, ()) if isinstance(step, str) else (step["take"], ("take",))
                if one.decision is None or two.decision is None:
                    return
                number = option_for(one.decision, words, exactly=True).number
                self.edits["choose", at, *inside] = self._choice(words, two.decision, two.decision.options[number])
                one.choose_number(number)
                two.choose_number(number)
            self.heard.hear(one, two)
            self._expected(data.get("expect", {}), ("expect",), two)
        except RulewrightError:
            return  # it was broken before, or the words are wrong: told by others

    def _choice(self, words: str, decision: Decision, option: Option) -> str:
        """Words that mean an option: those of before if they still do, or as little else as possible."""
        fits = (some for some in (words, self.heard.anew(words)) if _means(decision, some, option))
        return next(fits, option.text())

    def _expected(self, expect: Mapping[str, Any], path: Path, game: Game) -> None:
        now = "\n".join(_said(game)).casefold()
        for inside, words in _quoted(expect, _SAID):
            if words.casefold() not in now:
                self.edits[*path, *inside] = self.heard.anew(words)

    def _not_expected(self) -> None:
        """What is said nowhere here is said somewhere else, or else as the word itself is."""
        data = self.scenario.data
        steps = [(("choose", at, "expect"), step.get("expect")) for at, step in enumerate(data.get("choose", ()))
                 if isinstance(step, Mapping)]  # fmt: skip
        for path, expect in [*steps, (("expect",), data.get("expect"))]:
            for inside, words in _quoted(expect or {}, _NOT_SAID):
                if not self.heard.still_says(words):
                    self.edits[*path, *inside] = self.heard.anew(words)

    def requoted(self, change: Change) -> bool:
        """Add what it quotes to a change; whether it comes out afterwards as it did before."""
        document, data = self.sheet.document, self.scenario.data
        assert document is not None, "its scenarios were read"
        self._not_expected()
        for inside, words in self.edits.items():
            spot = document.spot_at((self.at, *inside))
            if spot is not None and _at(data, inside) != words:
                change.add(self.path, self.sheet.text, spot[0], spot[1], _scalar(words, spot[2]))
                data = _with(data, inside, words)
        if data is self.scenario.data:
            return True
        return len(run(replace(self.scenario, data=data), self.after)) <= len(run(self.scenario, self.before))


def _means(decision: Decision, words: str, option: Option) -> bool:
    return [one.number for one in matching(decision, words, exactly=True)] == [option.number]


def _quoted(expect: Mapping[str, Any], keys: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """The words that an expectation quotes, each with where they stand in it."""
    for key in keys:
        words = expect.get(key, ())
        if isinstance(words, str):
            yield (key,), words
        else:
            yield from (((key, at), one) for at, one in enumerate(words))


def _said(game: Game) -> list[str]:
    decision = game.decision
    asked = [decision.prompt(), *(option.text() for option in decision.options)] if decision is not None else []
    return [*asked, game.end_reason or "", *game.log_lines()]


def _bare(words: list[str]) -> str:
    return " ".join(words).strip('.,:;()“”"')


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data
