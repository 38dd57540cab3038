"""Interface texts in the user's language: messages of commands and problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from rulewright.problems import Problem, catalogue
from rulewright.resources import data_dir


def said(key: str, lang: str = "en", /, **words: object) -> str:
    """Some words of the interface; in English where a language lacks them.

    >>> said("over", "es"), said("next_to", "xx")
    ('La partida ha terminado', 'next to')
    """
    text = _table("interface", lang).get(key) or _table("interface", "en")[key]
    return str(text).format(**words) if words else str(text)


def entry_of(code: str, lang: str) -> dict[str, Any]:
    """What the catalogue says of a problem's code, in a language as far as that has it; its message for a title."""
    own = _table("problems", lang).get(code)
    return {**catalogue()[code], **({"title": own["message"], **own} if own else {})}


def helped(text: str, lang: str) -> str:
    """What a command or an option is for, as `grammar/commands.<lang>.yaml` says it, else in English."""
    return str(_table("commands", lang).get(text, text))


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that there is a grammar for."""
    return tuple(sorted(path.name.split(".")[1] for path in data_dir("grammar").glob("core.*.lark")))


def told(problem: Problem, lang: str) -> Problem:
    """A problem in a language, as far as `grammar/problems.<lang>.yaml` knows its code."""
    entry = _table("problems", lang).get(problem.code)
    if entry is None:
        return problem
    expected = tuple(phrase(word, lang) for word in problem.expected)
    words = {name: phrase(word, lang) for name, word in problem.words.items()}
    if "wanted" in words and expected:
        words["wanted"] = ", ".join(expected)
    return replace(
        problem,
        message=entry["message"].format_map(words).replace("?.", "?"),
        hint=entry["hint"].format_map(words),
        expected=expected,
    )


def phrase(word: str, lang: str) -> str:
    """What a problem names in English words, in another language: `a noun`, `a text or a list`, `at least 2`.

    These are words of the interface, or stand in `grammar/phrases.<lang>.yaml`.
    """
    key = _keys().get(word)
    if key:
        return said(key, lang)
    known = _table("phrases", lang)
    if word in known:
        return str(known[word])
    if quoted := re.fullmatch(r"“([^“”]+)”", word):
        return said("quoted", lang, word=quoted[1])
    if word[:1].isupper():  # what begins a message
        small = word[0].lower() + word[1:]
        own = phrase(small, lang)
        return re.sub(r"\w", lambda first: first.group().upper(), own, count=1) if own != small else word
    for pattern, own in _patterns(lang):
        if found := pattern.fullmatch(word):
            return own.format(*(phrase(part, lang) for part in found.groups()))
    parts = word.split(" or ")
    return f" {said('either', lang)} ".join(phrase(part, lang) for part in parts) if len(parts) > 1 else word


def with_gaps(word: str, lang: str, called: Callable[[str], str]) -> str:
    """The same English words, in which what stands in the gaps of a phrase is called otherwise."""
    if word in _table("phrases", lang):
        return word
    for pattern, _ in _patterns(lang):
        if found := pattern.fullmatch(word) or pattern.fullmatch(word[:1].lower() + word[1:]):
            for group in reversed(range(1, pattern.groups + 1)):
                left, right = found.span(group)
                word = word[:left] + called(word[left:right]) + word[right:]
            return word
    return word


@cache
def _patterns(lang: str) -> list[tuple[re.Pattern[str], str]]:
    """The phrases with gaps, each as what it looks like in English, and in a language; first what says the most."""
    gapped = {english: own for english, own in _table("phrases", lang).items() if "{}" in english}
    said = sorted(gapped.items(), key=lambda phrase: -len(phrase[0].replace("{}", "")))
    gaps = [(re.escape(english).replace(r"\{\}", "(.+)"), own) for english, own in said]
    return [(re.compile(re.sub(r"\ba(?=\\ \()", "an?", gap)), own) for gap, own in gaps]


@cache
def _keys() -> dict[str, str]:
    """The keys of what a problem may name; what one types in English in any language stays as it is."""
    words = _table("interface", "en").items()
    return {str(text): key for key, text in words if not key.startswith(("bot_", "do_"))}


@cache
def _table(name: str, lang: str) -> Mapping[str, Any]:
    path = data_dir("grammar") / f"{name}.{lang}.yaml"
    if not path.is_file():
        return {}
    import yaml  # slow to import, and not needed where nobody reads

    loaded: Mapping[str, Any] = yaml.load(
        path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    )
    return loaded
