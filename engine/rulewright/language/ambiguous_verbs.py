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

    def reads(*without: str) -> bool:
        left = {**words, "verbs": {name: entry for name, entry in verbs.items() if name not in without}}
        try:
            Language(Lexicon.from_mapping(left, lang, forms, partial=True), lang)
        except RulewrightError:
            return False
        return True

    suspects = several[:SUSPECTS]
    if not suspects or not reads(*several):
        return None
    # Several may be at fault, each by itself; or two of them only together.
    at_fault = next((verb for verb in suspects if not reads(*(other for other in several if other != verb))), None)
    at_fault = at_fault or next((verb for verb in suspects if reads(verb)), None)
    if at_fault is None:
        return None
    slots = re.findall(r"\{(\w+)", patterns[at_fault])
    pattern, first, second = patterns[at_fault], slots[0], slots[-1]
    apart = pattern.replace("{" + second, "over {" + second)
    return problem("RW0519", found=at_fault, pattern=pattern, first=first, second=second, apart=apart)


def _pattern(entry: Any, forms: Any, lang: str) -> str:
    """How a verb is said in a language, as its entry has it; "" where that says nothing of it."""
    said = (entry or {}).get("en") if lang == "en" else forms
    pattern = said.get("pattern", "") if isinstance(said, Mapping) else ""
    return str(pattern[0] if isinstance(pattern, list) and pattern else pattern)
