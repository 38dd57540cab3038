"""Find the option that a text typed by a player selects."""

from __future__ import annotations

from rulewright.problems import Problem, RulewrightError, problem
from rulewright.runtime.game import Decision, Option


class ChoiceError(RulewrightError):
    """The words mean none of the options (RW0805), or several (RW0806)."""


def option_for(decision: Decision, words: str, lang: str = "en") -> Option:
    """The option with this id or text, or the only one whose text has the words in it (upper and lower case alike)."""
    found = matching(decision, words, lang)
    if len(found) == 1:
        return found[0]
    raise ChoiceError(_problem(words, found, decision, lang))


def matching(decision: Decision, words: str, lang: str = "en") -> list[Option]:
    """All options that words may mean: one with this id or text, or else those whose text has the words in it.

    What stands in brackets behind a name need not be said.
    """
    wanted = _plain(words)
    texts = [(option, _plain(option.text(lang))) for option in decision.options]
    exact = [option for option, text in texts if option.id == words or text == wanted]
    exact = exact or [option for option, text in texts if wanted and text.partition(" (")[0] == wanted]
    return exact or [option for option, text in texts if wanted and wanted in text]


def _plain(words: str) -> str:
    return " ".join(words.casefold().split()).rstrip(".")


def _problem(words: str, found: list[Option], decision: Decision, lang: str) -> Problem:
    code = "RW0806" if found else "RW0805"
    offered = [option.text(lang) for option in found or decision.options]
    return problem(code, found=words, expected=offered)
