"""Which verb of a lexicon makes the grammar ambiguous: the one without which it is not.

The conflict of a grammar names states and terminals, which say nothing to who has written a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulewright.problems import Problem, RulewrightError, problem

SUSPECTS = 12
"""Verbs that are left out, one after another."""


def blamed(words: Mapping[str, Any], lang: str, forms: Mapping[str, Any]) -> Problem | None:
    """The verb of a lexicon without which its words and the grammar are not ambiguous; None where it is none alone."""
    from rulewright.language.language import Language
    from rulewright.language.lexicon import Lexicon

    verbs = words.get("verbs") or {}
    patterns = {verb: _pattern(entry, (forms.get("verbs") or {}).get(verb), lang) for verb, entry in verbs.items()}
    several = [verb for verb, pattern in patterns.items() if pattern.count("{") > 1]
    for verb in several[:SUSPECTS]:
        others = {**words, "verbs": {name: entry for name, entry in verbs.items() if name != verb}}
        try:
            Language(Lexicon.from_mapping(others, lang, forms, partial=True), lang)
        except RulewrightError:
            continue
        slots = re.findall(r"\{(\w+)", patterns[verb])
        return problem("RW0519", found=verb, pattern=patterns[verb], first=slots[0], second=slots[-1])
    return None


def _pattern(entry: Any, forms: Any, lang: str) -> str:
    """How a verb is said in a language, as its entry has it; "" where that says nothing of it."""
    said = (entry or {}).get("en") if lang == "en" else forms
    pattern = said.get("pattern", "") if isinstance(said, Mapping) else ""
    return str(pattern[0] if isinstance(pattern, list) and pattern else pattern)
