"""Agreement by case, gender and number at once, in languages with `cases` (see `lexicon/declension.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from rulewright.language import nodes as n
from rulewright.language.lexicon import Forms, Lexicon
from rulewright.language.lexicon.declension import CARRIES
from rulewright.language.problems import Problem, problem

NUMBERS = ("one", "many")
_InCase = Mapping[tuple[int, int], str]


def case_errors(text: str, tree: n.Node, lexicon: Lexicon, in_case: _InCase) -> Iterator[Problem]:
    """Yield the words of a text that are in another case, gender or number than their phrase stands in.

    Args:
        text: the text.
        tree: the tree as parsed.
        lexicon: the words of the language.
        in_case: the cases that the grammar names, by where a phrase begins and ends.
    """
    todo = [(tree, lexicon.declension.subject)]
    while todo:
        node, around = todo.pop()
        place = (node.span.start, node.span.end) if node.span else (0, 0)
        inherited = around if isinstance(node, CARRIES) else lexicon.declension.subject
        case = in_case.get(place, inherited)
        case = case if case in lexicon.declension.cases else inherited
        if isinstance(node, n.NounPhrase | n.BareNoun):
            yield from _phrase_errors(text, node, lexicon, case)
        elif isinstance(node, n.Pronoun) and node.span and node.span.end > node.span.start:
            yield from _pronoun_errors(text, node, lexicon, case)
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
