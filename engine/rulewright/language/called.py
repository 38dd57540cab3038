"""What problems call the words of a lexicon: by the noun's own words, not by its id."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import chain

from rulewright.language.interface import with_gaps
from rulewright.language.lexicon import Lexicon
from rulewright.problems import Problem, problem

_BEFORE = ("that ", "the ", "this ", "those ", "these ")
"""Words of the message itself that stand before a noun."""
_SHORT = 4  # words that are quoted whole
_LONG = 8  # those of a text in another language, where the problem names them in English
QUOTED = ("RW0621", "RW0627", "RW0630")
"""Problems of words that are quoted as they are written in another language."""
OF_VERBS = ("RW0405", "RW0406")
"""Problems that name a verb."""
NAMED = ("found", "one", "other", "noun", "kind", "known")
"""What of a problem may be a noun."""


def noun_said(lexicon: Lexicon, noun: str) -> str | None:
    """How one of a noun is called; None for what is no noun of the lexicon."""
    word = lexicon.nouns.get(noun)
    return word.forms.get("one", "any", "one_m") if word is not None else None


def in_words(found: Problem, lexicon: Lexicon, written: str = "", pivot: Lexicon | None = None) -> Problem:
    """A problem that calls nouns by their words.

    Args:
        lexicon: in whose language it is told.
        written: the text that the problem is about: what stands there is called as it is written.
        pivot: the lexicon in whose language it was told before, if that was another.
    """
    names = dict(found.words)
    for name in NAMED:
        if name in names and not _stands_in(names[name], written, found):
            names[name] = _called(names[name], lexicon, pivot)
    if "what" in names:
        names["what"] = re.sub(r"“[^“”]+”", lambda part: _quoted(part.group(), lexicon), names["what"])
    translated = lexicon.lang != "en"
    for name in ("what", "found") if translated else ():
        if name in names and not _stands_in(names[name], written, found):
            called = partial(_called_in_gap, lexicon=lexicon, pivot=pivot)
            whole = verb_said(lexicon, names[name]) if found.code in OF_VERBS else None
            names[name] = whole or with_gaps(names[name], lexicon.lang, called)
    part = " ".join(written[found.offset : found.end].split())
    if found.code == "RW0622" and names["found"] in part and len(part.split()) <= _SHORT:
        names["found"] = part
    if translated and found.code in QUOTED and part and len(part.split()) <= _LONG:
        names["found"] = part.lstrip(", ")
    if names == found.words:
        return found
    was, told = problem(found.code, **found.words), problem(found.code, **names)  # type: ignore[arg-type]
    hint = told.hint if found.hint == was.hint else found.hint  # or one that was written for this place
    return replace(found, message=told.message, hint=hint, found=told.found, words=told.words)


def _quoted(words: str, lexicon: Lexicon) -> str:
    """What a message quotes, with the words of nouns instead of their ids: “lose mark” of what is a round mark."""
    for noun in lexicon.nouns:
        said, plain = noun_said(lexicon, noun), noun.replace("_", " ")
        if said is not None and said != plain and plain in words and said not in words:
            words = re.sub(rf"\b{re.escape(plain)}\b(?!\w)", said, words)
    return words


def _called_in_gap(words: str, lexicon: Lexicon, pivot: Lexicon | None) -> str:
    """What stands in a gap of a phrase, in the words of the lexicon: nouns, verbs, and headings that are quoted."""

    def heading(quoted: re.Match[str]) -> str:
        known = pivot.headings.items() if pivot is not None else ()
        name = next((name for name, word in known if quoted[1] in chain(*word.forms.forms.values())), "")
        own = lexicon.headings[name].forms.get("one", "any") if name in lexicon.headings else None
        return f"“{own}:”" if own else quoted[0]

    if "“" in words:
        return re.sub(r"“([^“”:]+):”", heading, words)
    small = words[:1].lower() + words[1:]
    said = _called(small, lexicon, pivot)
    if said == small:
        said = verb_said(lexicon, small) or words
    return said if words == small or said == words else said[:1].upper() + said[1:]


def verb_said(lexicon: Lexicon, verb: str) -> str | None:
    """How a verb is called: to do it; None for what is no verb of the lexicon."""
    word = lexicon.verbs.get(verb.replace(" ", "_"))
    if word is None:
        return None
    forms = word.forms[0].forms
    infinitive = next(iter(forms.get("inf", ())), None)
    preverb = next(iter(forms.get("preverb", ())), "")
    joined = preverb.replace("_", " ") if preverb != "-" else ""
    return f"{joined}{infinitive}" if infinitive else None


def _stands_in(name: str, written: str, found: Problem) -> bool:
    """Whether a word stands as it is in the part of a text that a problem is about, and is all of the noun there."""
    part = " ".join(written[found.offset : found.end].split())
    return bool(part) and part.lower() == name.lower()


def _called(name: str, lexicon: Lexicon, pivot: Lexicon | None) -> str:
    begun = next((word for word in _BEFORE if name.startswith(word)), "")
    noun = name.removeprefix(begun).replace(" ", "_")
    if noun not in lexicon.nouns and pivot is not None:
        said = name.removeprefix(begun)
        noun = next((one for one in pivot.nouns if noun_said(pivot, one) == said), noun)
    own = noun_said(lexicon, noun)
    return re.sub(r"\s+", " ", f"{begun}{own}") if own else name
