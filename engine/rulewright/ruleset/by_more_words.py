"""Verbs that say with more words what another deed is, and are not that deed: texts about it are deaf to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.language import nodes as N
from rulewright.language.lexicon.lexicon import Lexicon
from rulewright.problems import LexiconError, Problem, problem
from rulewright.ruleset.blocks import Words, walk
from rulewright.ruleset.model import Ruleset

_ARTICLES = ("a", "an", "your", "one of your")


def by_more_words(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a finding for each verb whose words begin with all the words of another deed.

    It is none where the verb does that deed, is a part of something, or says that it is that deed, too.
    """
    try:
        lexicon = ruleset.language().lexicon
    except LexiconError:  # told elsewhere
        return
    entries = ruleset.lexicon.get("verbs") or {}
    deeds = _deeds(ruleset, lexicon)
    for name, entry in entries.items():
        word = lexicon.verbs.get(name)
        if word is None or not (entry or {}).get("do") or "part of" in entry:
            continue
        bases = {base for forms in word.forms for base in forms.forms.get("base", ())}
        for said, (verb, noun, deed) in deeds.items():
            longer = next((base for base in bases if base.startswith(f"{said} ")), None)
            if longer is not None and entry.get("is") not in (verb, deed) and not _does(ruleset, name, verb, noun):
                place = ruleset.content.key_place(("lexicon", "verbs", name))
                yield problem("RW0262", place=place, found=longer, said=said, deed=deed)


def _deeds(ruleset: Ruleset, lexicon: Lexicon) -> dict[str, tuple[str, str, str]]:
    """What kinds of things say that is done with them in their own way, as it is said, with its verb, kind and id."""
    found: dict[str, tuple[str, str, str]] = {}
    nouns: Mapping[str, Any] = ruleset.lexicon.get("nouns") or {}
    for noun, entry in nouns.items():
        word = lexicon.nouns.get(noun)
        for verb in (entry or {}).get("deeds") or {}:
            done = lexicon.verbs.get(verb)
            one = word.forms.get("one") if word is not None else None
            bases = {base for forms in done.forms for base in forms.forms.get("base", ())} if done is not None else ()
            ways = [f"{base} {a} {one}" for base in bases for a in _ARTICLES] if one else []
            found.update(dict.fromkeys(ways, (verb, noun, f"{verb}_{noun}")))
    return found


def _does(ruleset: Ruleset, name: str, verb: str, noun: str) -> bool:
    """Whether a verb does a deed among its steps."""
    trees = (part.tree for part in walk(ruleset.words["verbs"][name].do) if isinstance(part, Words))
    acts = (act for tree in trees if tree is not None for act in tree.walk() if isinstance(act, N.Perform))
    return any(act.verb == verb and getattr(act.slot("object"), "noun", None) == noun for act in acts)
