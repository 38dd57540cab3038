"""Which rulesets a command means, and how it loads them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.language.problems import RulewrightError, problem
from rulewright.ruleset.files import shipped_rulesets
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset


def named(names: Sequence[str]) -> list[str]:
    """The rulesets that a command means: those named, or the one in this folder, or all that ship."""
    if names:
        return list(names)
    return ["."] if Path("ruleset.yaml").is_file() else list(shipped_rulesets())


def readable(name: str) -> Ruleset:
    """A ruleset as far as it can be read: to look at it, not all of it must be right. Raises RulewrightError."""
    ruleset, problems = read_ruleset(name)
    if ruleset is None:
        raise RulewrightError(*problems)
    return ruleset


def settings(pairs: Sequence[str]) -> dict[str, bool | int | str]:
    """The options set by `--set NAME=VALUE`; true, false and whole numbers are what they look like."""
    result: dict[str, bool | int | str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise RulewrightError(problem("RW0804", found=pair))
        if value in ("true", "false"):
            result[name] = value == "true"
        else:
            result[name] = int(value) if value.removeprefix("-").isdecimal() else value
    return result
