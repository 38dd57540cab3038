"""What problems say to write instead, tried in its place: it is shown only if it compiles there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from rulewright.compiler.trials import Trials, Tried
from rulewright.language.language import Language
from rulewright.language.nodes import Node, Text
from rulewright.language.parsing.diagnostics import likeliest
from rulewright.language.parsing.mendings import PREPOSITIONS
from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset

_OR = "” or “"


def verified(ruleset: Ruleset, problems: list[Problem]) -> list[Problem]:
    """The problems of a ruleset, without wordings to write that would be refused where they should stand."""
    offered = {(found.code, found.place) for found in problems if "mended" in found.words}
    if not offered:
        return problems
    language = ruleset.language()
    trials = Trials(ruleset, players=ruleset.players[-1:], linted=False)
    changed: dict[Problem, Problem] = {}
    for words in ruleset.all_words:
        if words.tree is not None or words.kind not in ("text", "sentence"):
            continue
        for found in _problems(language, words):
            placed = found.at(ruleset.text_place(words, found.offset, found.end or None))
            if (placed.code, placed.place) in offered:
                changed[placed] = checked(placed, language, words.text, lambda text, at=words: _fits(trials, at, text))  # type: ignore[misc]
    return [changed.get(found, found) for found in problems]


def checked(found: Problem, language: Language, text: str, fits: Callable[[str], bool]) -> Problem:
    """A problem that shows only those of its wordings with which its text fits; without any, what could stand there."""
    if "mended" not in found.words:
        return _offering(found, text, fits)
    start, end = _sentence(language, text, found.offset)
    ways = [way for way in found.words["mended"].split(_OR) if fits(text[:start] + way + text[end:]) or fits(way)]
    if not ways:
        wanted = likeliest(found.expected)
        return problem(
            "RW0301", place=found.place, found=found.found, expected=found.expected, offset=found.offset,
            end=found.end, wanted=wanted,
        )  # fmt: skip
    if len(ways) == found.words["mended"].count(_OR) + 1:
        return found
    names = {name: word for name, word in found.words.items() if name not in ("found", "mended")}
    other = problem(
        found.code, place=found.place, found=found.found, expected=found.expected, suggestions=found.suggestions,
        offset=found.offset, end=found.end, mended=_OR.join(ways), **names,
    )  # fmt: skip
    return replace(other, hint=found.hint)


def _offering(found: Problem, text: str, fits: Callable[[str], bool]) -> Problem:
    """A problem that offers other small words only where the text compiles with them: nobody misspells “from”."""
    if not found.suggestions or not PREPOSITIONS.issuperset(found.suggestions):
        return found
    good = tuple(word for word in found.suggestions if fits(text[: found.offset] + word + text[found.end :]))
    return replace(found, suggestions=good)


def _problems(language: Language, words: Words) -> Iterable[Problem]:
    try:
        language.parse(words.text, "block_sentence" if words.kind == "sentence" else words.kind)
    except RulewrightError as error:
        return error.problems
    return ()


def _sentence(language: Language, text: str, offset: int) -> tuple[int, int]:
    """Where the sentence begins and ends that has a character of a text."""
    words = language.lexer.split(text)
    start = max((word.end for word in words if word.text == "." and word.end <= offset), default=0)
    while start < len(text) and text[start].isspace():
        start += 1
    return start, min((word.end for word in words if word.text == "." and word.end > offset), default=len(text))


def _fits(trials: Trials, words: Words, text: str) -> bool:
    """Whether a text compiles in the place of some words."""
    tree = _read(trials.ruleset.language(), text, words)
    return tree is not None and not trials.in_place({words.path: (text, tree)})


def fits_anywhere(trials: Trials, text: str, kinds: Iterable[str]) -> bool:
    """Whether a text compiles on a card of one of some kinds, or as a step of a rule."""
    try:
        tree = trials.ruleset.parse(text)
    except RulewrightError:
        return False
    step = [Tried(text, tree)] if isinstance(tree, Text) and not tree.abilities else []
    return [] in trials.tried([*(Tried(text, tree, kind) for kind in kinds), *step])


def _read(language: Language, text: str, words: Words) -> Node | None:
    try:
        return language.parse(text, "block_sentence" if words.kind == "sentence" else words.kind)
    except RulewrightError:
        return None
