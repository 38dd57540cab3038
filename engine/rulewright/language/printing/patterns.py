"""Show a grammar alternative as a pattern for people: `if {condition}, {then}`."""

from __future__ import annotations

import re
from typing import Any

from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol
from rulewright.language.lexicon import core_words


def pattern(alternative: Alternative, lang: str) -> str:
    """Return an alternative with its words spelled out and its fields in braces."""
    way = " ".join(_shown(item, lang) for item in alternative.items)
    return re.sub(r" ([,.:;])", r"\1", way).replace(" 's", "'s")


def _shown(item: Item, lang: str) -> str:
    """A part of an alternative."""
    if isinstance(item, Group):
        body = " | ".join(" ".join(_shown(part, lang) for part in branch) for branch in item.branches)
        if item.optional and not item.many:
            return f"[{body}]"
        return f"({body})" + ("*" if item.many else "")
    if item.literal is not None:
        return item.literal
    if item.label is not None:
        return f"{{{item.label}}}"
    return _wording(item, lang) or f"‹{item.rule.strip('_').replace('_', ' ')}›"


def _wording(item: Symbol, lang: str) -> str | None:
    """The first wording of a terminal of the language core, or None."""
    core = core_words(lang)
    if "words" in core["splits"].get(item.name, {}):
        return str(core["splits"][item.name]["words"][0])
    for forms in core["classes"].get(item.name, {}).values():
        return first_form(forms)
    return None


def first_form(forms: Any) -> str:
    """The printed form of a core word, as the words file writes its forms."""
    if isinstance(forms, dict):
        forms = next(iter(forms.values()))
    return str(forms[0] if isinstance(forms, list) else forms)
