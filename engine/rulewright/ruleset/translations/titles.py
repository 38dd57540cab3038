"""Titles, labels and names that are sentences of the language: proved like texts, as far as both languages read them.

What says that something is done or happens is a sentence. A title may say it as titles do ("Robar una carta"): the key
`titles` of a language's words tells the sentences in which it says the same ("debes robar una carta"). A title that is
only a phrase ("Cards") is proved where it is the same phrase, and is free otherwise, as all others are: a label may
leave an article out, or say a thing by another name.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rulewright.language import nodes as n
from rulewright.language.compare import Place, compare
from rulewright.language.language import Language
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.differences import Compared
from rulewright.ruleset.translations.sources import sources
from rulewright.ruleset.translations.text_locations import parts

SENTENCE = "block_sentence"


def proved_titles(ruleset: Ruleset, lang: str) -> set[str]:
    """The contexts of titles and names that certainly say what the English ones do."""
    return {context for context, said in _compared(ruleset, lang) if said is None}


def title_problems(ruleset: Ruleset, lang: str) -> Iterator[Problem]:
    """RW0813 for every difference of a title that is a sentence and says something else.

    Raises:
        RulewrightError: the ruleset does not speak the language, or its words are not right.
    """
    for context, said in _compared(ruleset, lang):
        if said is not None:
            path = ("locale", lang, "texts", *_path(context))
            for one in said.differences():
                found = one.problem("RW0813")
                yield found.at(ruleset.content.text_place(path, found.offset, found.end))


def _path(context: str) -> tuple[str, ...]:
    """Where a title stands in `texts.yaml`: the titles of choices are keys themselves, full stops and all."""
    section, _, name = context.partition(".")
    return (section, name) if section == "titles" else tuple(context.split("."))


def compared_title(ruleset: Ruleset, lang: str, context: str, said: str) -> Compared | bool:
    """What a translation of the title with a context is, as `_verdict` tells.

    Raises:
        RulewrightError: the ruleset does not speak the language, or its words are not right.
    """
    own, english = ruleset.language(lang), ruleset.language()
    found = (source for source in sources(ruleset) if source.context == context and source.tree is None)
    source = next(found, None)
    return source is not None and _verdict(own, english, said, source.text)


def _compared(ruleset: Ruleset, lang: str) -> Iterator[tuple[str, Compared | None]]:
    """The titles that both languages read, by context: None if they mean the same, else both with what they mean."""
    own, english = ruleset.language(lang), ruleset.language()
    given = dict(parts(ruleset.content.data["locale"].get(lang, {}).get("texts", {})))
    for source in sources(ruleset):
        said = given.get(_path(source.context)) if source.tree is None else None
        verdict = said is not None and _verdict(own, english, said, source.text)
        if verdict:
            yield source.context, None if verdict is True else verdict


def _verdict(own: Language, english: Language, said: str, title: str) -> Compared | bool:
    """Whether a title says what the English one does: both with what they mean if not; False if nothing tells."""
    wanted, tree = _sentence(english, title), _sentence(own, said)
    if wanted is not None and tree is not None and _alike(tree, wanted):
        if tree == wanted:
            return True
        if not all(_no_article(around[-1]) for around in compare(tree, wanted)):
            return Compared(said, tree, own, title, wanted, english, SENTENCE)
        return False
    phrase = english.reading(title, "phrase") if wanted is None else None
    return phrase is not None and phrase == own.reading(said, "phrase")


def _sentence(language: Language, title: str) -> n.Node | None:
    """What a title says that is a sentence, as it stands or as titles say it."""
    tree = _meant(language, title)
    if tree is not None:
        return tree
    for frame in language.lexicon.core.get("titles", ()):
        before, _, after = frame.partition("{}")
        framed = _meant(language, f"{before}{title[0].lower()}{title[1:]}{after}")
        if isinstance(framed, n.Does):
            return _moved(framed.act, -len(before))
    return None


def _meant(language: Language, sentence: str) -> n.Node | None:
    """The tree of a sentence that can be read as it stands: of "terminar el turno", where only yours can be meant."""
    tree = language.reading(sentence, SENTENCE)
    if tree is not None:
        with suppress(RulewrightError):
            return language.parse(sentence, SENTENCE)
    return tree


def _moved(node: n.Node, by: int) -> n.Node:
    """A tree whose words stand elsewhere in the text."""
    copy = node.copy()
    for part in copy.walk():
        if part.span is not None:
            span = n.Span(max(0, part.span.start + by), max(0, part.span.end + by))
            object.__setattr__(part, "span", span)
    return copy


def _no_article(place: Place) -> bool:
    """Whether a title only leaves an article out: "Use a card as token"."""
    return place.found is None and isinstance(place.wanted, n.Article)


def _alike(one: n.Node, other: n.Node) -> bool:
    """Whether both say that something is done, or neither: "Choosing a tile" is no wrong "Choose a tile"."""
    done = n.Act | n.Does
    return isinstance(one, done) == isinstance(other, done)
