"""The languages of rulesets, by the words that they are made of: kept in this process, and in the cache.

To make Hungarian takes a second: all forms of all words are written out, and no two words may share one. Rulesets with
the same words share a language, as those of an editor do that reads its files again.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulewright import cache
from rulewright.garbage import no_garbage
from rulewright.language.ambiguous_verbs import blamed
from rulewright.problems import GrammarError, LexiconError

if TYPE_CHECKING:
    from rulewright.language.language import Language
    from rulewright.language.lexicon import Lexicon

_KIND = "languages"
MOST_KEPT = 8
_kept: dict[str, Language] = {}


def language_of(
    words: Mapping[str, Any], lang: str, forms: Mapping[str, Any], english: Lexicon | None = None
) -> Language:
    """The language of a lexicon; words without forms are left out of it (`Lexicon.missing`).

    Args:
        words: the lexicon of a ruleset.
        lang: a language that there is a grammar of.
        forms: the forms of the words in it; English ones stand in the lexicon.
        english: the English lexicon of the same words, if it has been made.

    Raises:
        LexiconError: the words are not right.
        GrammarError: the words and the grammar together are ambiguous.
    """
    name = cache.name_of("language", lang, json.dumps([words, forms]))
    language = _kept.get(name)
    if language is None:
        with no_garbage():
            language = cache.revived(_KIND, name, pickle.loads) or _made(name, words, lang, forms, english)
        while len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[name] = language
    return language


def _made(
    name: str, words: Mapping[str, Any], lang: str, forms: Mapping[str, Any], english: Lexicon | None
) -> Language:
    from rulewright.language.language import Language  # not needed for what comes from the cache
    from rulewright.language.lexicon import Lexicon

    try:
        language = Language(Lexicon.from_mapping(words, lang, forms, partial=True, canon=english), lang, name)
    except GrammarError:
        if (told := blamed(words, lang, forms)) is not None:
            raise LexiconError(told) from None
        raise
    if lang != "en":  # English is made as soon as it is read
        cache.store(_KIND, name, pickle.dumps(language, protocol=5))
    return language
