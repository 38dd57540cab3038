"""Agreement by case, gender and number at once, in languages with `cases` (see `lexicon/declension.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from typing import TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.lexicon import Forms, Lexicon
from rulewright.language.lexicon.declension import CARRIES
from rulewright.language.rewriting import rewritten
from rulewright.problems import Problem, problem

NUMBERS = ("one", "many")
_N = TypeVar("_N", bound=n.Node)
_InCase = Mapping[tuple[int, int], str]


def case_errors(text: str, tree: n.Node, lexicon: Lexicon, in_case: _InCase) -> Iterator[Problem]:
    """Yield the words of a text that are in another case, gender or number than their phrase stands in.

    Args:
        text: the text.
        tree: the tree as parsed.
        lexicon: the words of the language.
        in_case: the cases that the grammar names, by where a phrase begins and ends.
    """
    for node, case in _with_cases(tree, lexicon, in_case):
        if isinstance(node, n.NounPhrase | n.BareNoun):
            yield from _phrase_errors(text, node, lexicon, case)
        elif isinstance(node, n.Pronoun) and node.span and node.span.end > node.span.start:
            yield from _pronoun_errors(text, node, lexicon, case)


def in_number(text: str, tree: _N, lexicon: Lexicon, in_case: _InCase) -> _N:
    """The tree with each noun that has one form for one thing and several in the number that its article is in.

    What stands before such a noun may itself be in either: "den Schuppen" is one, but in the dative several. Only the
    grammar knows the case.

    Args:
        text, tree, lexicon, in_case: as of `case_errors`.
    """
    other = {
        id(node)
        for node, case in _with_cases(tree, lexicon, in_case)
        if isinstance(node, n.NounPhrase) and _in_the_other_number(text, node, lexicon, case)
    }
    if not other:
        return tree

    def numbered(node: n.Node, read: n.Node) -> n.Node:
        return replace(node, plural=not node.plural) if isinstance(node, n.NounPhrase) and id(read) in other else node

    return cast(_N, rewritten(tree, numbered))


def _in_the_other_number(text: str, node: n.NounPhrase, lexicon: Lexicon, case: str) -> bool:
    """Whether the words before a noun that has one form for both numbers are in that in which it was not read."""
    first = node.noun.nouns[0] if isinstance(node.noun, n.NounGroup) else node
    noun = lexicon.nouns.get(first.noun) if isinstance(first.noun, str) else None
    if noun is None or node.span is None or not lexicon.canon.nouns[noun.id].counts or _tells_number(node, lexicon):
        return False
    start, end = node.span.start, min((part.span.start for part in node.filters if part.span), default=node.span.end)
    found = _longest(noun.forms, text, start, end)
    if not found or any(found.group().casefold() not in _said(noun.forms, {number, case}) for number in NUMBERS):
        return False
    way = lexicon.declension.way(node.determiner or _before(text[:start], lexicon))
    numbers = {
        number
        for number in NUMBERS
        if all(
            _stands_in(words, text[start : found.start()], {number, noun.gender, case, way})
            for words in _agreeing_words(node, lexicon)
        )
    }
    return numbers == {"one" if node.plural else "many"}


def _tells_number(node: n.NounPhrase, lexicon: Lexicon) -> bool:
    """Whether what stands before a noun says by itself how many there are, or nothing stands there."""
    match node.determiner:
        case n.Article(word=word):
            forms = lexicon.canon.classes.get("DET", {}).get(word)
            return forms is not None and len(forms.forms) == 1 and "any" not in forms.forms
        case None:
            return not node.adjectives
    return True


def _stands_in(words: list[Forms], text: str, features: Set[str]) -> bool:
    """Whether one of some words stands in a text in the form that fits some features, and in no longer one."""
    found = max((m for m in (_longest(f, text, 0, len(text)) for f in words) if m), key=_size, default=None)
    return found is None or any(found.group().casefold() in _said(forms, features) for forms in words)


def _with_cases(tree: n.Node, lexicon: Lexicon, in_case: _InCase) -> Iterator[tuple[n.Node, str]]:
    """Each node of a tree with the case that it stands in."""
    todo = [(tree, lexicon.declension.subject)]
    while todo:
        node, around = todo.pop()
        place = (node.span.start, node.span.end) if node.span else (0, 0)
        inherited = around if isinstance(node, CARRIES) else lexicon.declension.subject
        case = in_case.get(place, inherited)
        case = case if case in lexicon.declension.cases else inherited
        yield node, case
        todo.extend((child, case) for _, child in node.children())


def _phrase_errors(text: str, node: n.NounPhrase | n.BareNoun, lexicon: Lexicon, case: str) -> Iterator[Problem]:
    noun = lexicon.nouns.get(node.noun) if isinstance(node.noun, str) else None
    if noun is None or node.span is None:
        return
    inner = [part.span.start for part in getattr(node, "filters", ()) if part.span]
    det = getattr(node, "determiner", None)
    if isinstance(det, n.Possessive) and det.span:
        inner.append(det.span.start)
    start, end = node.span.start, min(inner or [node.span.end])
    if end <= start:
        return
    found = _longest(noun.forms, text, start, end)
    numbers = {number for number in NUMBERS if found and found.group().casefold() in _said(noun.forms, {number, case})}
    if found and not numbers:
        number = "many" if getattr(node, "plural", False) and noun.forms.forms.get("many") else "one"
        yield _error(found, next(iter(noun.forms.fitting({number, case})), noun.id))
        return
    way = lexicon.declension.way(det or _before(text[:start], lexicon))
    features = [{number, noun.gender, case, way} for number in sorted(numbers)]
    for words in _agreeing_words(node, lexicon):
        found = max((m for m in (_longest(f, text, start, end) for f in words) if m), key=_size, default=None)
        right = list(dict.fromkeys(said for f in words for some in features for said in f.fitting(some)))
        if found and right and found.group().casefold() not in {said.casefold() for said in right}:
            yield _error(found, right[0])


def _before(text: str, lexicon: Lexicon) -> n.Article | None:
    """The determiner that a text ends with, where it is no part of the phrase that follows: "für jedes"."""
    said = text.casefold().rstrip()
    for word in set(lexicon.core.get("declined_as", {}).values()):
        forms = (words[word] for words in lexicon.classes.values() if word in words)
        if any(said.endswith(text.casefold()) for f in forms for texts in f.forms.values() for text in texts if text):
            return n.Article(word=word)
    return None


def _agreeing_words(node: n.NounPhrase | n.BareNoun, lexicon: Lexicon) -> Iterator[list[Forms]]:
    """The words of a phrase that agree with its noun; a determiner in all classes that have it."""
    det = getattr(node, "determiner", None)
    word = det.word if isinstance(det, n.Article) else det.article or det.kind if isinstance(det, n.Quantity) else ""
    known = [words[word] for words in lexicon.classes.values() if word in words] if word else []
    if known := [forms for forms in known if any("_" in name for name in forms.forms)]:
        yield known
    yield from ([lexicon.adjectives[word].forms] for word in node.adjectives if word in lexicon.adjectives)


def _pronoun_errors(text: str, node: n.Pronoun, lexicon: Lexicon, case: str) -> Iterator[Problem]:
    assert node.span is not None
    said = text[node.span.start : node.span.end].casefold()
    known = [words[node.word] for words in lexicon.classes.values() if node.word in words]
    forms = [forms for forms in known if any(said == text.casefold() for ts in forms.forms.values() for text in ts)]
    genders = lexicon.core.get("genders", ())
    right = [
        text for f in forms for number in NUMBERS for gender in genders for text in f.fitting({number, gender, case})
    ]
    if right and said not in {text.casefold() for text in right}:
        match = re.compile(re.escape(said), re.IGNORECASE).match(text, node.span.start)
        if match:
            yield _error(match, right[0])


def _said(forms: Forms, features: Set[str]) -> Set[str]:
    return {text.casefold() for text in forms.fitting(features)}


def _longest(forms: Forms, text: str, start: int, end: int) -> re.Match[str] | None:
    """The longest wording of a word in a part of a text."""
    words = sorted({word for texts in forms.forms.values() for word in texts}, key=len, reverse=True)
    pattern = "|".join(map(re.escape, words))
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE).search(text, start, end) if words else None


def _size(match: re.Match[str]) -> int:
    return len(match.group())


def _error(found: re.Match[str], instead: str) -> Problem:
    words = {"found": found.group(), "instead": instead}
    return problem("RW0417", suggestions=[instead], offset=found.start(), end=found.end(), **words)  # type: ignore[arg-type]
