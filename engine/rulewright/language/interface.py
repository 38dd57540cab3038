"""What programs say to people beside the sentences of a game: words of the interface, and problems, in a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import yaml

from rulewright.language.problems import Problem
from rulewright.resources import data_dir


def said(key: str, lang: str = "en", **words: object) -> str:
    """Some words of the interface; in English where a language lacks them.

    >>> said("over", "es"), said("next_to", "xx")
    ('La partida ha terminado', 'next to')
    """
    text = _table("interface", lang).get(key) or _table("interface", "en")[key]
    return str(text).format(**words) if words else str(text)


def told(problem: Problem, lang: str) -> Problem:
    """A problem in a language, as far as `grammar/problems.<lang>.yaml` knows its code."""
    entry = _table("problems", lang).get(problem.code)
    if entry is None:
        return problem
    expected = tuple(_phrase(word, lang) for word in problem.expected)
    words = {name: _phrase(word, lang) for name, word in problem.words.items()}
    if "wanted" in words:
        words["wanted"] = ", ".join(expected)
    return replace(
        problem,
        message=entry["message"].format_map(words),
        hint=entry["hint"].format_map(words),
        expected=expected,
    )


def _phrase(word: str, lang: str) -> str:
    """What a problem names in English words of the interface (a noun, the end), in another language."""
    key = _keys().get(word)
    return said(key, lang) if key else word


@cache
def _keys() -> dict[str, str]:
    return {str(text): key for key, text in _table("interface", "en").items()}


@cache
def _table(name: str, lang: str) -> Mapping[str, Any]:
    path = data_dir("grammar") / f"{name}.{lang}.yaml"
    if not path.is_file():
        return {}
    loaded: Mapping[str, Any] = yaml.load(
        path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    )
    return loaded
