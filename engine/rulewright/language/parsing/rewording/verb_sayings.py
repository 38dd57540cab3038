"""A verb of the lexicon without what it is done to, or of several things: "whenever you deliver a letter".

The pattern of such a verb has words of its own before its only slot ("V a letter in {object}"). Whoever leaves the slot
out means any of its kind: "deliver a letter in a district". `verbs` of `grammar/wordings.<lang>.yaml` says how the
language says it. Where the lexicon has the shorter sentence as a verb of its own, the text is read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.words import VerbWord
from rulewright.language.parsing.rewording.rules import Rule

_PATTERN = re.compile(r"V ((?:[^\W\d_]+ )+)\{(\w+)\}")
"""A verb, its own words, and a slot."""
_ONE_SLOT = re.compile(r"V ((?:[^\W\d_{}]+ )*)\{(\w+)\}")
"""The same, where it may have no words of its own."""
_NO_SLOT = re.compile(r"V((?: [^\W\d_{}]+)*)")


_PATTERNS = ("forms", "many", "nouns", "base", "part", "n", "opener", "clause")
"""What is written as a regular expression."""
ONE_OR_ANOTHER = (
    "or another",
    "or another of you",
    "or another there",
    "or another of you there",
    "to another",
    "and another",
)
"""How two verbs that begin alike are said, with the word that they share once."""


def verb_sayings(lexicon: Lexicon, ways: Mapping[str, str]) -> Iterator[Rule]:
    """Wordings for each verb of a lexicon that ends with a slot. ways: `verbs` of the language's wordings."""
    yield from of_one_verb(lexicon, ways)
    for verb in lexicon.verbs.values():
        parts = _PATTERN.fullmatch(verb.patterns[0]) if verb.patterns else None
        if parts:
            *words, preposition = parts[1].split()
            noun = lexicon.nouns.get(verb.slots.get(parts[2], ""))
            one = noun.forms.get("one") if noun else None
            if words and noun and one and re.fullmatch(ways["prepositions"], preposition):
                named = {"forms": _forms(verb), "words": " ".join(words), "preposition": preposition, "noun": one}
                named["clause"] = ways["clause"]
                yield _rule(ways["unsaid"], ways["any"], named)
                thing = _many(lexicon, words, ways)
                many = {**named, "many": re.escape(thing), "nouns": re.escape(noun.forms.get("many", "one") or one)}
                for way in ("of several", "several", "several there") if thing else ():
                    yield _rule(ways[way], ways[f"{way} any"], many)
        of_yours = re.fullmatch(ways.get("so many of yours", "$"), verb.patterns[0]) if verb.patterns else None
        if of_yours:
            yours = {"forms": _forms(verb), "base": "|".join(map(re.escape, _bases(verb))), "n": ways["n"]}
            for way in ("up to so many", "one of yours"):
                yield _rule(ways[way], ways[f"{way} any"], {**yours, "words": of_yours[1].strip()})
        if verb.patterns and not verb.state and "times" in ways:
            yield from _how_often(lexicon, verb, ways)


def of_one_verb(lexicon: Lexicon, ways: Mapping[str, str]) -> Iterator[Rule]:
    """What is done to one thing or another, with the verb said once: "raise a mill or a wall", of two verbs "raise"."""
    said: dict[tuple[str, str, str], list[str]] = {}
    for verb in lexicon.verbs.values() if "or another" in ways else ():
        alone = _NO_SLOT.fullmatch(verb.patterns[0]) if verb.patterns and not verb.state else None
        for forms in verb.forms if alone else ():
            base = f"{next(iter(forms.forms.get('base', ())), '')}".partition(" ")[0]
            for form, texts in forms.forms.items():
                word, _, rest = f"{next(iter(texts), '')}{alone[1] if alone else ''}".partition(" ")
                if rest:
                    said.setdefault((base, form, word), []).append(rest)
    for (_, _, word), things in said.items():
        if len(set(things)) > 1:
            objects = "|".join(map(re.escape, sorted(set(things), key=len, reverse=True)))
            ends = {"objects": objects, "where": ways["where"], "whole": ways["whole"]}
            for way in ONE_OR_ANOTHER:
                yield Rule(ways[way].format(forms=re.escape(word), **ends), ways[f"{way} any"])


def _how_often(lexicon: Lexicon, verb: VerbWord, ways: Mapping[str, str]) -> Iterator[Rule]:
    """What is done so many times is done to so many things; what is done to nothing, once or not."""
    if alone := _NO_SLOT.fullmatch(verb.patterns[0]):
        once = {"base": "|".join(map(re.escape, _bases(verb))), "tail": alone[1]}
        for way in ("once you", "once players", "once others"):
            yield _rule(ways[way], ways[f"{way} any"], once)
        shown = (word for forms in verb.forms for form in ("base", "s") for word in forms.forms.get(form, ()))
        for said in dict.fromkeys(shown):
            yield from _several(lexicon, f"{said}{alone[1]}", ways)
        return
    parts = _ONE_SLOT.fullmatch(verb.patterns[0])
    noun = lexicon.nouns.get(verb.slots.get(parts[2], "")) if parts else None
    one = noun.forms.get("one") if noun else None
    if parts is None or noun is None or not one:
        return
    words = parts[1].split()
    named = {"base": "|".join(map(re.escape, _bases(verb))), "all": " ".join(words), "noun": one, "n": ways["n"]}
    named |= {"nouns": re.escape(noun.forms.get("many", "one") or one), "forms": _forms(verb), "clause": ways["clause"]}
    named["part"] = f"(?: {' '.join(words)})?" if len(words) < 2 else f"(?: {' '.join(words[:-1])}(?: {words[-1]})?)?"
    for way in ("times", "unsaid there"):
        yield _rule(ways[way], ways[f"{way} any"], named)
    if words and re.fullmatch(ways["prepositions"], words[-1]):
        named |= {"preposition": words[-1], "start": " ".join(["", *words[:-1]])}
        yield _rule(ways["there"], ways["there any"], named)
        if many := _many(lexicon, words[:-1], ways):
            yield _rule(ways["so many"], ways["so many any"], {**named, "one": " ".join(words[1:-1]), "many": many})


def _several(lexicon: Lexicon, said: str, ways: Mapping[str, str]) -> Iterator[Rule]:
    """Another one, or several, of what a verb names: "deliver another letter", of "deliver a letter"."""
    verb, *words = said.split()
    begins = next((at for at, word in enumerate(words) if re.fullmatch(ways["article"], word)), len(words))
    many = _many(lexicon, words[begins:], ways)
    if many:
        named = {"verb": " ".join([verb, *words[:begins]]), "one": " ".join(words[begins + 1 :]), "many": many}
        for way in ("one more", "some", "some at most"):
            yield _rule(ways[way], ways[f"{way} any"], {**named, "all": said, "n": ways["n"], "opener": ways["opener"]})


def _bases(verb: VerbWord) -> list[str]:
    """A verb as it is said behind "cannot"."""
    return sorted({text for forms in verb.forms for text in forms.forms.get("base", ())}, key=len, reverse=True)


def _rule(said: str, instead: str, named: Mapping[str, str]) -> Rule:
    escaped = {name: value if name in _PATTERNS else re.escape(value) for name, value in named.items()}
    return Rule(said.format(**escaped), instead.format(**named))


def _forms(verb: VerbWord) -> str:
    """All forms of a verb, as a pattern."""
    texts = {text for forms in verb.forms for ways in forms.forms.values() for text in ways if text}
    return "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))


def _many(lexicon: Lexicon, words: list[str], ways: Mapping[str, str]) -> str:
    """Several of what the words of a verb name with an article: "letters" of "a letter"; "" where they do not."""
    if len(words) < 2 or not re.fullmatch(ways["article"], words[0]):
        return ""
    named = " ".join(words[1:])
    found = (noun for noun in lexicon.nouns.values() if noun.forms.get("one") == named)
    return next((noun.forms.get("many") or "" for noun in found), "")
