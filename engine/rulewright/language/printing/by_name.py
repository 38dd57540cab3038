"""Texts that say values by their names: "spring fields" for "fields with season exactly 1"."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from rulewright.language import nodes as n
from rulewright.language.lexicon.named_values import named_values
from rulewright.language.parsing.rewording.rules import articles, exactly
from rulewright.problems import RulewrightError

if TYPE_CHECKING:
    from rulewright.language.language import Language


def by_name(language: Language, text: str, tree: n.Node, kind: str = "text") -> str:
    """A printed text in which values are said by their names; each only where it is then read as the same tree."""
    word = exactly(language.lang)
    if not word or not any(map(str.isdigit, text)):
        return text
    lexicon = language.lexicon
    for one in named_values(lexicon):
        number = lexicon.nouns[one.number].forms.get("one") or one.number
        said = re.sub(rf"\b({re.escape(number)} is) {one.value}\b", rf"\1 {one.name}", text)
        text = _if_same(language, said, text, tree, kind)
        said = re.sub(rf"\b(the {re.escape(number)} of [^.:;,]*? is(?: not)?) {one.value}\b", rf"\1 {one.name}", text)
        text = _if_same(language, said, text, tree, kind)
        if one.called:
            forms = {form for texts in lexicon.nouns[one.kind].forms.forms.values() for form in texts}
            called = "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
            worth = rf"{re.escape(word)} {one.value}\b"
            pattern = rf"\b(?:({articles(language.lang)[0]}) )?({called}) with {re.escape(number)} {worth}"
            said = re.sub(pattern, partial(_called, language.lang, one.name), text, flags=re.IGNORECASE)
            text = _if_same(language, said, text, tree, kind)
        said = re.sub(rf"\b({re.escape(number)}) {re.escape(word)} {one.value}\b", rf"\1 {one.name}", text)
        text = _if_same(language, said, text, tree, kind)
    return text


def things_by_name(language: Language, text: str, tree: n.Node) -> str:
    """A printed text in which things are called by the names of their values, where each by itself is so read.

    For what nobody reads as a sentence: what a player is asked, and lines of a log.
    """
    things = [one for one in tree.walk() if isinstance(one, n.NounPhrase)]
    for one in things:
        if any(isinstance(item, n.Measured) for item in one.filters):
            with suppress(RulewrightError):
                printed = language.print(one)
                text = text.replace(printed, by_name(language, printed, one, "phrase"))
    return text


def _called(lang: str, name: str, found: re.Match[str]) -> str:
    """What is called by the name of its value, with its article as it sounds before that."""
    if not found[1]:
        return f"{name} {found[2]}"
    article = next(word for begins, word in articles(lang)[1] if re.match(begins, name, re.IGNORECASE))
    return f"{found[1][0]}{article[1:]} {name} {found[2]}"


def _if_same(language: Language, said: str, text: str, tree: n.Node, kind: str) -> str:
    """What is said where it is read as the tree; else the text as it was."""
    return said if said != text and _same(language, said, tree, kind) else text


def _same(language: Language, text: str, tree: n.Node, kind: str) -> bool:
    try:
        return language.parse(text, kind) == tree
    except RulewrightError:
        return False
