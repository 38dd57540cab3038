"""All that is wrong with a ruleset: what the command line prints, and what an editor shows under the words.

The compiler is imported only where something must be compiled: to check what was checked before needs none of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright import cache
from rulewright.garbage import no_garbage
from rulewright.play.scenario_files import read_scenarios
from rulewright.problems import Problem, RulewrightError, mistake
from rulewright.ruleset.files.validated_cache import is_stamped, stamp
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.labels import label_problems
from rulewright.ruleset.translations.proofs import translations
from rulewright.runtime.rules import Rules

_OF_TEXTS = ("RW03", "RW04")
"""Codes of texts that cannot be read start like this."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known so far: the ruleset, None if its files are too broken to build one, and what is wrong with it.

    whole: whether that is all there is to find.
    """

    ruleset: Ruleset | None
    problems: list[Problem]
    whole: bool = False


_RIGHT: dict[tuple[str, ...], Ruleset] = {}
"""By ruleset and packs that are watched: the ruleset as it was when nothing was wrong with it."""


def findings(
    name: str | Path, packs: Sequence[str | Path] = (), lang: str | None = None, watched: bool = False
) -> Iterator[Findings]:
    """Yield all that is wrong with a ruleset, step by step, the quickest steps first; the last findings are all.

    Args:
        lang: a language whose texts must all say the same as English.
        watched: whether it is checked again and again: then what was right is remembered.
    """
    ruleset, found = read_ruleset(name, packs)
    if ruleset is None:
        yield Findings(None, found, whole=True)
        return
    yield Findings(ruleset, found)
    unread = bool(found) and all(one.code.startswith(_OF_TEXTS) for one in found)
    problems = _verified(ruleset, found) if unread else list(found)
    problems += _each_of(ruleset, lint, lambda ruleset: read_scenarios(ruleset)[1])
    yield Findings(ruleset, list(problems))
    key = (str(name), *map(str, packs))
    if not found:
        if key in _RIGHT:
            _keep_supported(ruleset, _RIGHT[key])
        problems += [one for one in _each_of(ruleset, compiled) if one not in problems]
    elif unread:  # one text that cannot be read hides nothing that is wrong with others
        problems += _besides(_each_of(ruleset, compiled), found)
    if lang not in (None, "en"):
        problems += _translated(ruleset, lang)
    if watched and not problems:
        _RIGHT[key] = ruleset
    yield Findings(ruleset, problems, whole=True)


def all_findings(
    name: str | Path, packs: Sequence[str | Path] = (), lang: str | None = None, watched: bool = False
) -> Findings:
    """The last of the `findings` in a ruleset: all of them."""
    *_, last = findings(name, packs, lang, watched)
    return last


def _verified(ruleset: Ruleset, found: list[Problem]) -> list[Problem]:
    """What was found, with those suggestions only that compile."""
    from rulewright.compiler.verified import verified

    return verified(ruleset, found)


def _besides(problems: list[Problem], unread: list[Problem]) -> list[Problem]:
    """What is wrong with other texts than those that cannot be read."""
    lines = {(one.place.file, one.place.line) for one in unread}
    return [
        one for one in problems
        if (one.place.file, one.place.line) not in lines and one.code != "RW0719" and "was not read" not in one.message
    ]  # fmt: skip


def _each_of(ruleset: Ruleset, *checks: Callable[[Ruleset], list[Problem]]) -> list[Problem]:
    """What several checks find; a mistake of the program in one of them is a finding and hides no other."""
    problems: list[Problem] = []
    for one in checks:
        try:
            problems += one(ruleset)
        except Exception as error:
            problems.append(mistake(error).at(ruleset.place(("ruleset",))))
    return problems


def compiled(ruleset: Ruleset) -> list[Problem]:
    """What parses but cannot be run, for any number of players; nothing where no procedure runs yet."""
    new = _unchecked(ruleset) if ruleset.procedure_order else {}
    by_players = _compiled(ruleset, new) if new else {}
    for players, wrong in by_players.items():
        if not wrong:
            stamp(new[players])
    found = [one for wrong in by_players.values() for one in wrong]
    everywhere = ruleset.place(("ruleset",))
    problems = list(dict.fromkeys(one if one.place.file else one.at(everywhere) for one in found))
    problems += _not_understood(ruleset, problems)
    return _told_of_packs(ruleset, problems) if problems and ruleset.packs else problems


def _unchecked(ruleset: Ruleset) -> dict[int, str]:
    """The numbers of players for which it is not known that a ruleset can be run, each with the name of that."""
    always = json.dumps(ruleset.content.data["always"])
    states = {
        players: cache.name_of("run", ruleset.id, ruleset.hash, always, str(players)) for players in ruleset.players
    }
    return {players: state for players, state in states.items() if not is_stamped(state)}


def _keep_supported(ruleset: Ruleset, before: Ruleset) -> None:
    """Check no text again for what is not supported, where an edit cannot have changed that."""
    if ruleset.procedure_order and _unchecked(ruleset):
        from rulewright.compiler.trials import keep_supported_after_an_edit

        keep_supported_after_an_edit(ruleset, before)


def _compiled(ruleset: Ruleset, players: Iterable[int]) -> dict[int, list[Problem]]:
    """What cannot be run, by number of players."""
    from rulewright.compiler import trials

    return trials.compiled(ruleset, players, Rules(ruleset).options)


def _not_understood(ruleset: Ruleset, known: list[Problem]) -> list[Problem]:
    """What the rules of interpretation refuse, where nothing else is wrong already on the same line."""
    state = cache.name_of("meaning", ruleset.id, ruleset.hash, json.dumps(ruleset.content.data["always"]))
    if is_stamped(state):
        return []
    from rulewright.compiler import trials

    with no_garbage():
        problems = trials.not_understood(ruleset, known)
    if not problems and not known:
        stamp(state)
    return problems


def _told_of_packs(ruleset: Ruleset, problems: list[Problem]) -> list[Problem]:
    """The problems, those of which a pack is the cause told at the pack."""
    from rulewright.compiler.refusals.places.brought_there import told_of_packs

    return told_of_packs(ruleset, problems)


def _translated(ruleset: Ruleset, lang: str) -> list[Problem]:
    """Texts of a language that are missing, cannot be read, or say something else."""
    try:
        texts = [problem for text in translations(ruleset, lang) for problem in text.problems]
        return [*texts, *label_problems(ruleset, lang)]
    except RulewrightError as error:
        return list(error.problems)
