"""Find the option that a text typed by a player selects."""

from __future__ import annotations

import re

from rulewright.problems import Problem, RulewrightError, problem
from rulewright.runtime.game import Decision, Option


class ChoiceError(RulewrightError):
    """The words mean none of the options (RW0805), or several (RW0806)."""


def option_for(decision: Decision, words: str, lang: str = "en", exactly: bool = False) -> Option:
    """The option with this id or text, or the only one whose text has the words in it (upper and lower case alike).

    exactly: whether the words must be whole ones; of several options that read alike it is then the first.
    """
    found = matching(decision, words, lang, exactly)
    if len(found) == 1 or (exactly and found and len({_plain(option.text(lang)) for option in found}) == 1):
        return found[0]
    raise ChoiceError(_problem(words, found, decision, lang))


def matching(decision: Decision, words: str, lang: str = "en", exactly: bool = False) -> list[Option]:
    """All options that words may mean: one with this id or text, or else those whose text has the words in it.

    What stands in brackets behind a name need not be said. Parts of words are looked for only where no whole ones are
    found, and not where the words must be whole (`exactly`).
    """
    wanted = _plain(words)
    texts = [(option, _plain(option.text(lang))) for option in decision.options]
    exact = [option for option, text in texts if option.id == words or text == wanted]
    exact = exact or [option for option, text in texts if wanted and text.partition(" (")[0] == wanted]
    whole = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    exact = exact or [option for option, text in texts if wanted and whole.search(text)]
    return exact or [option for option, text in texts if wanted and not exactly and wanted in text]


def _plain(words: str) -> str:
    return " ".join(words.casefold().split()).rstrip(".")


def _problem(words: str, found: list[Option], decision: Decision, lang: str) -> Problem:
    code = "RW0806" if found else "RW0805"
    offered = [option.text(lang) for option in found or decision.options]
    return problem(code, found=words, expected=offered)
