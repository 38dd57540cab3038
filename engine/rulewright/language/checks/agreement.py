"""Agreement of words with their noun (gender, number) and with the following sound; missing contractions.

Such an error does not change the meaning of a text, but the text is refused with the correct words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rulewright.language import nodes as n
from rulewright.language.checks.cases import case_errors
from rulewright.language.lexicon import Forms, Lexicon
from rulewright.language.lexicon.elision import Elision
from rulewright.problems import Problem, problem

DETERMINERS = ("DET", "ORDINAL", "NO_ONE", "ONE_OR_MORE", "ASMANY")
_FORM = re.compile(r"(?:\w+_)?(one|many)_(\w+)")  # of a word that agrees: its number and gender


def agreement_errors(
    text: str, tree: n.Node, lexicon: Lexicon, in_case: Mapping[tuple[int, int], str] | None = None
) -> Iterator[Problem]:
    """Yield the agreement errors of a text that parses.

    Args:
        text: the text.
        tree: the tree as parsed, before the language's transforms.
        lexicon: the words of the language.
        in_case: in a language with cases, those that the grammar names, by where the phrase begins and ends.
    """
    yield from sound_errors(text, lexicon)
    if in_case is not None:
        yield from case_errors(text, tree, lexicon, in_case)
    elif lexicon.core.get("genders"):
        for node in tree.walk():
            if isinstance(node, n.NounPhrase | n.BareNoun | n.AsMany):
                yield from _noun_phrase(text, node, lexicon)


def sound_errors(text: str, lexicon: Lexicon) -> Iterator[Problem]:
    """Yield wrong forms before a sound and missing contractions in any text, parsed or not."""
    rule = lexicon.core.get("article")
    if rule and rule.get("also_inside"):
        short, long, before = str(rule["form"]), str(rule["becomes"]), rule["before"]
        for match in re.finditer(rf"\b{short}(?= {before})", text, re.IGNORECASE):
            yield _error(match.group(), match.group()[0] + long[1:], match.start())
        for match in re.finditer(rf"\b{long}(?= (?!{before}|{short}\b)\w)", text, re.IGNORECASE):
            yield _error(match.group(), match.group()[: len(short)], match.start())
    for written, drawn in lexicon.core.get("contractions", {}).items():
        for match in re.finditer(rf"\b{drawn}\b", text, re.IGNORECASE):
            yield _error(match.group(), written, match.start())
    if lexicon.core.get("elision"):
        for start, found, instead in Elision(lexicon.core["elision"]).errors(text):
            yield _error(found, instead, start)
    for pattern, becomes in lexicon.core.get("euphony", ()):
        for match in re.finditer(pattern, text):
            right = match.expand(becomes)
            if right != match.group():
                start = match.start()
                if not any(map(str.isalnum, right)):  # a sign is told with the word before it
                    start = text.rfind(" ", 0, len(text[:start].rstrip())) + 1
                before = text[start : match.start()]
                yield _error(before + match.group(), before + right, start)


def _noun_phrase(text: str, node: n.NounPhrase | n.BareNoun | n.AsMany, lexicon: Lexicon) -> Iterator[Problem]:
    """The words of a noun phrase that stand in the form of another gender or number than its noun's."""
    first = node.noun.nouns[0] if isinstance(node.noun, n.NounGroup) else node
    noun = lexicon.nouns.get(first.noun) if isinstance(first.noun, str) else None
    if noun is None or not noun.gender or node.span is None:
        return
    filters = node.filters if isinstance(node, n.NounPhrase) else ()
    parts = [node.number] if isinstance(node, n.AsMany) else filters
    place, end = node.span.start, min([part.span.start for part in parts if part.span] or [node.span.end])
    numbers = _numbers(text[place:end], noun.forms)
    for forms in (lexicon.classes[name].get(_determiner(node)) for name in DETERMINERS if name in lexicon.classes):
        if forms:
            yield from _word(text, place, forms, noun.gender, numbers, lexicon, begins=True)
    for adjective in first.adjectives if first is node or isinstance(node, n.NounPhrase) else ():
        known = lexicon.adjectives.get(adjective)
        if known:
            yield from _word(text[:end], place, known.forms, noun.gender, numbers, lexicon)
    for item in filters:
        if isinstance(item, n.Participle) and item.span:
            forms = Forms({k: v for k, v in lexicon.verbs[item.verb].forms[0].forms.items() if k.startswith("part_")})
            yield from _word(text, item.span.start, forms, noun.gender, numbers, lexicon, begins=True)


def _determiner(node: n.NounPhrase | n.BareNoun | n.AsMany) -> str:
    """The word that a phrase begins with, if it is one that agrees."""
    match node:
        case n.NounPhrase(determiner=n.Article(word=word)):
            return word
        case n.NounPhrase(determiner=n.Quantity(article=article, kind=kind)):
            return article or kind
        case n.AsMany():
            return "as_many"
    return ""


def _numbers(text: str, forms: Forms) -> set[str]:
    """The numbers that a noun may stand in, as it is written."""
    found = {
        number: max((len(word) for word in forms.forms.get(number, ()) if _at(word, text, begins=False)), default=0)
        for number in ("one", "many")
    }
    return {number for number, size in found.items() if size == max(found.values())}


def _word(
    text: str, place: int, forms: Forms, gender: str, numbers: set[str], lexicon: Lexicon, begins: bool = False
) -> Iterator[Problem]:
    """A word that agrees, somewhere behind a place or right there, if it is in the wrong form."""
    named: dict[str, list[str]] = {}
    for name, words in forms.forms.items():
        for word in words:
            named.setdefault(word.lower(), []).append(name)
    found = [match for word in named if (match := _at(word, text[place:], begins))]
    if not found:
        return
    match = max(found, key=lambda item: (len(item.group()), -item.start()))
    names = [_FORM.fullmatch(name) for name in named[match.group().lower()]]
    if any(name is None or (name[1] in numbers and name[2] == gender) for name in names):
        return
    prefix = "part_" if any(name.startswith("part_") for name in forms.forms) else ""
    right = forms.get(*(f"{prefix}{number}_{gender}" for number in sorted(numbers)))
    start = place + match.start()
    after = text[start + len(match.group()) :]
    if right and not _euphonic(right + after, lexicon).casefold().startswith(match.group().lower() + " "):
        yield _error(match.group(), right, start)


def _at(word: str, text: str, begins: bool) -> re.Match[str] | None:
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    return pattern.match(text) if begins else pattern.search(text)


def _euphonic(text: str, lexicon: Lexicon) -> str:
    for pattern, becomes in lexicon.core.get("euphony", ()):
        text = re.sub(pattern, becomes, text)
    return text


def _error(found: str, instead: str, start: int) -> Problem:
    return problem("RW0417", found=found, suggestions=[instead], instead=instead, offset=start, end=start + len(found))
