"""The words of a game with extra turns: what `extra turns: true` in ruleset.yaml adds to its lexicon.

How turns go is for the rules of a game to say; they say it with the verb *have your turns*, which is all turns of a
player in their place: one turn, unless it is missed, and then the extra ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulewright.ruleset.files.content import Content

KEY = "extra turns"

ADDED = {
    "nouns": ("extra_turns", "missed_turns"),
    "verbs": ("take_another_turn", "skip_a_turn", "have_turns"),
}
"""What is added, by section of the lexicon."""


SAID_BY_TEXTS = ("take_another_turn", "skip_a_turn")
"""The verbs that are for texts: that none says them yet is nothing to tell."""


def has_extra_turns(ruleset: Mapping[str, Any]) -> bool:
    """Whether a game has them, as ruleset.yaml says."""
    return bool(ruleset.get(KEY) and ruleset.get("turn"))


def add_extra_turns(content: Content) -> None:
    """Add the words to the lexicon and to those of each language; a word that the game has is left as it is."""
    if not has_extra_turns(content.data["ruleset"]):
        return
    source = content.source(("ruleset", KEY))
    turn = content.data["lexicon"]["verbs"].get(content.data["ruleset"]["turn"])
    for section, entries in _entries(_taken(turn)).items():
        words = content.data["lexicon"][section] = dict(content.data["lexicon"][section])
        for name, entry in entries.items():
            if name not in words:
                words[name] = {**entry, "en": _said("en", name)}
                if source is not None:
                    content.sources["lexicon", section, name] = source
                _translate(content, section, name)


def _translate(content: Content, section: str, name: str) -> None:
    source = content.source(("ruleset", KEY))
    for lang, locale in content.data["locale"].items():
        words = locale["lexicon"] = dict(locale.get("lexicon") or {})
        words[section] = {name: _said(lang, name), **(words.get(section) or {})}
        if source is not None:
            content.sources["locale", lang, "lexicon", section, name] = source


def _said(lang: str, name: str) -> Any:
    """The forms of a word in a language."""
    from rulewright.language.lexicon.words import core_words  # imports yaml, which a start from the cache needs not

    return core_words(lang)["extra_turns"][name]


def _taken(turn: Any) -> str:
    """The sentence that takes one turn: what its verb says, without what may be left out."""
    said = turn.get("en") if isinstance(turn, Mapping) else None
    if not isinstance(said, Mapping):
        return ""  # no such verb, or no words: that is told elsewhere
    pattern, forms = (first[0] if isinstance(first := said.get(key), list) else first for key in ("pattern", "forms"))
    words = re.sub(r"\[[^\]]*\]", "", str(pattern or "V")).replace("V", str(forms or "").partition("|")[0], 1)
    return " ".join(words.split()).capitalize() + "."


def _entries(turn: str) -> dict[str, dict[str, Any]]:
    """What the words mean, by section of the lexicon. turn: the sentence that takes one turn."""
    kept = {"type": "number", "of": "player", "kept": True, "least": 0}
    extra, missed = (f"your {_said('en', noun)}" for noun in ADDED["nouns"])
    return {
        "nouns": {"extra_turns": kept, "missed_turns": kept},
        "verbs": {
            "take_another_turn": {"do": [{"set": extra, "by": 1}]},
            "skip_a_turn": {"do": [{"set": missed, "by": 1}]},
            "have_turns": {
                "do": [
                    {"if": f"{missed} is at least 1", "then": [{"set": missed, "by": -1}], "else": [turn]},
                    {"while": f"{extra} is at least 1", "do": [{"set": extra, "by": -1}, turn]},
                ]
            },
        },
    }
