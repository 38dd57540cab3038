"""Agreement: articles that do not fit the sound that follows or the gender of their noun, words not drawn together.

A text says the same with and without such a slip, but nobody would print it; so it is refused with the right words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.problems import Problem, problem

_FORM = re.compile(r"(?:one|many)_(\w+)")


def slips(text: str, tree: n.Node, lexicon: Lexicon) -> Iterator[Problem]:
    """Yield what does not agree in a text that is understood."""
    yield from _sounds(text, lexicon)
    for written, drawn in lexicon.core.get("contractions", {}).items():
        for match in re.finditer(rf"\b{drawn}\b", text):
            yield _slip(match.group(), written, match.start())
    if lexicon.core.get("genders"):
        for node in tree.walk():
            if isinstance(node, n.NounPhrase):
                yield from _gender(text, node, lexicon)


def _sounds(text: str, lexicon: Lexicon) -> Iterator[Problem]:
    """The short article before a sound that asks for the long one, as the words of the language tell."""
    rule = lexicon.core.get("article")
    if rule and rule.get("also_inside"):
        for match in re.finditer(rf"\b{rule['form']}(?= {rule['before']})", text, re.IGNORECASE):
            yield _slip(match.group(), match.group()[0] + str(rule["becomes"])[1:], match.start())


def _gender(text: str, node: n.NounPhrase, lexicon: Lexicon) -> Iterator[Problem]:
    """A determiner in the form of another gender than its noun's."""
    word = lexicon.nouns.get(node.noun) if isinstance(node.noun, str) else None
    article = node.determiner.word if isinstance(node.determiner, n.Article) else ""
    forms = lexicon.classes.get("DET", {}).get(article)
    if word is None or not word.gender or forms is None or node.span is None:
        return
    begun = text[node.span.start : node.span.end]
    given = {wording: name for name, wordings in forms.forms.items() for wording in wordings}
    written = next((w for w in sorted(given, key=len, reverse=True) if re.match(rf"{w}\b", begun, re.IGNORECASE)), None)
    other = _FORM.fullmatch(given[written]) if written else None
    if written is None or other is None or other[1] == word.gender:
        return
    right = forms.get(given[written].replace(f"_{other[1]}", f"_{word.gender}"))
    if right is None or _euphonic(right + begun[len(written) :], lexicon).casefold().startswith(f"{written} "):
        return
    yield _slip(begun[: len(written)], right, node.span.start)


def _euphonic(text: str, lexicon: Lexicon) -> str:
    for pattern, becomes in lexicon.core.get("euphony", ()):
        text = re.sub(pattern, becomes, text)
    return text


def _slip(found: str, instead: str, start: int) -> Problem:
    return problem("RW0417", found=found, suggestions=[instead], instead=instead, offset=start, end=start + len(found))
