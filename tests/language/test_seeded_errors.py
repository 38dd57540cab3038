"""Seeded errors: a translation that says something else is found, one in other words for the same is not.

Every second text of all games is changed as translators get them wrong: a number, another card's text, a clause too
few or too many, the wrong resource, a negation dropped, one for each, another's for one's own. The wrong tree is
printed, so that the text is as good a sentence as any; how many of them were found, kind by kind, and the false alarms
are told.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace

import loaded
import pytest
from sample import sample

from rulewright.language import nodes as n
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.differences import Compared

GAMES: dict[str, list[str]] = {
    "mythotopia": [],
    "age_of_innovation": [],
    "civ_new_dawn": [],
    "monumental": ["monumental_renaissance", "monumental_heroes", "monumental_monsters", "monumental_automa"],
}


def told(ruleset: Ruleset, lang: str) -> dict[str, str]:
    """The texts of the components in a language, by id."""
    entries = ruleset.content.data["locale"][lang]["texts"]["components"]
    return {name: entry["text"] for name, entry in entries.items() if "text" in entry}


EACH = {"each": "a", "all": "a", "a": "each", "each_other": "another", "another": "each_other"}
ANOTHER = n.NounPhrase(noun="player", determiner=n.Article(word="another"))
THE_GAME = n.NounPhrase(noun="game", determiner=n.Article(word="the"))
END = n.Perform(verb="end", slots=(n.Slot(name="object", value=THE_GAME),))
SAID_OTHERWISE = {
    "es": [(r"\bCada vez que", "Siempre que"), (r"(?<=oba )2\b", "dos"), (" y luego ", ", luego ")],
    "hu": [(r"(?<=l )nagyobb\b", "magasabb"), (r"(?<=l )kisebb\b", "alacsonyabb"), (r"(?<!a )\bbenne\b", "abban")],
}
"""Other words for the same."""


def everywhere(node: n.Node, change: Callable[[n.Node], Iterator[n.Node]]) -> Iterator[n.Node]:
    """A tree changed in one place, for each place where it can be."""
    yield from change(node)
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, n.Node):
            yield from (replace(node, **{item.name: other}) for other in everywhere(value, change))
        elif isinstance(value, tuple):
            for index, part in enumerate(value):
                for other in everywhere(part, change) if isinstance(part, n.Node) else ():
                    yield replace(node, **{item.name: (*value[:index], other, *value[index + 1 :])})


def wrong_number(node: n.Node) -> Iterator[n.Node]:
    match node:
        case n.Number(value=value):
            yield replace(node, value=value + 1)
        case n.Quantity(kind="count", low=int(low)):
            yield replace(node, low=low + 1)
        case n.Quantity(high=int(high)):
            yield replace(node, high=high + 1)


def wrong_resource(ruleset: Ruleset) -> Callable[[n.Node], Iterator[n.Node]]:
    nouns = ruleset.language().lexicon.nouns
    resources = [name for name, noun in nouns.items() if noun.type == "resource"]

    def change(node: n.Node) -> Iterator[n.Node]:
        if isinstance(node, n.NounPhrase) and node.noun in resources:
            yield replace(node, noun=resources[resources.index(str(node.noun)) - 1])

    return change


def negation(node: n.Node) -> Iterator[n.Node]:
    if getattr(node, "negated", False):
        yield replace(node, negated=False)  # type: ignore[call-arg]
    match node:
        case n.NounPhrase(determiner=n.Article(word="no")):
            yield replace(node, determiner=n.Article(word="a"), plural=False)
        case n.Does(modal="cannot"):
            yield replace(node, modal="may")


def each_for_one(node: n.Node) -> Iterator[n.Node]:
    if isinstance(node, n.NounPhrase) and isinstance(node.determiner, n.Article) and node.determiner.word in EACH:
        yield replace(node, determiner=n.Article(word=EACH[node.determiner.word]), plural=False)


def anothers(node: n.Node) -> Iterator[n.Node]:
    match node:
        case n.NounPhrase(determiner=n.Article(word="your")):
            yield replace(node, determiner=n.Possessive(owner=ANOTHER))
        case n.NounPhrase(determiner=n.Possessive()):
            yield replace(node, determiner=n.Article(word="your"))
        case n.Relative(subject=n.Pronoun(word="you")):
            yield replace(node, subject=n.Pronoun(word="they"))


def missing_clause(node: n.Node) -> Iterator[n.Node]:
    match node:
        case n.Text(sentences=parts) | n.Ability(sentences=parts) if len(parts) > 1:
            yield from (replace(node, sentences=(*parts[:i], *parts[i + 1 :])) for i in range(len(parts)))
        case n.Text(abilities=parts) if len(parts) > 1:
            yield from (replace(node, abilities=(*parts[:i], *parts[i + 1 :])) for i in range(len(parts)))
        case n.Sequence(acts=parts) | n.Choice(acts=parts) if len(parts) > 1:
            yield parts[0] if len(parts) == 2 else replace(node, acts=parts[:-1])
        case n.If(then=then) | n.While(then=then):
            yield then


def extra_clause(node: n.Node) -> Iterator[n.Node]:
    match node:
        case n.Text(sentences=parts) | n.Ability(sentences=parts) if parts:
            yield replace(node, sentences=(*parts, END))


def wrong_trees(ruleset: Ruleset, name: str, others: list[str], luck: random.Random) -> Iterator[tuple[str, n.Node]]:
    """Trees that a translation of a card's text may have by mistake, one of each kind."""
    tree = ruleset.tree(name)
    assert tree is not None
    kinds: dict[str, Callable[[n.Node], Iterator[n.Node]]] = {
        "number": wrong_number,
        "resource": wrong_resource(ruleset),
        "negation": negation,
        "each for one": each_for_one,
        "another's for your own": anothers,
        "missing clause": missing_clause,
        "extra clause": extra_clause,
    }
    for kind, change in kinds.items():
        found = [other for other in everywhere(tree, change) if other != tree]
        if found:
            yield kind, luck.choice(found)
    swapped = ruleset.tree(luck.choice(others))
    if swapped is not None and swapped != tree:
        yield "another card's text", swapped


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_errors_are_found_and_other_words_are_not(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    luck = random.Random(7)
    seeded: Counter[str] = Counter()
    missed: list[tuple[str, str, str]] = []
    unnamed, alarms, right = [], [], 0
    for game, packs in GAMES.items():
        ruleset = loaded.ruleset(game, tuple(packs))
        texts = told(ruleset, lang)
        for name, text in list(texts.items())[:: sample(few=11, all=2)]:
            tree = ruleset.tree(name)
            assert tree is not None
            for kind, wrong in wrong_trees(ruleset, name, list(texts), luck):
                try:
                    written = ruleset.print(wrong, lang)
                except RulewrightError:
                    continue  # nobody can write that
                seeded[kind] += 1
                differences = differs(ruleset, written, lang, tree)
                missed += [(kind, name, written)] if differences == [] else []
                unnamed += [(kind, name, written)] if differences and not all(differences) else []
            for other in equal_texts(ruleset, lang, text, tree):
                right += 1
                alarms += [(name, other)] if differs(ruleset, other, lang, tree) != [] else []
    with capsys.disabled():
        total = sum(seeded.values())
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(seeded.items()))
        print(f"\n{lang}: {total - len(missed)} of {total} errors found ({kinds});", end=" ")
        print(f"{len(alarms)} false alarms in {right} texts in other words")
    assert len(seeded) == 8 and seeded.total() >= 200
    assert not missed and not unnamed and not alarms


def differs(ruleset: Ruleset, text: str, lang: str, tree: n.Node) -> list[str] | None:
    """What a text says otherwise than a tree, in plain words; None if it is not even understood."""
    try:
        found = ruleset.parse(text, lang)
    except RulewrightError:
        return None
    english = ruleset.print(tree, "en")
    said = Compared(text, found, ruleset.language(lang), english, tree, ruleset.language())
    return [str(one) for one in said.differences()]


def equal_texts(ruleset: Ruleset, lang: str, text: str, tree: n.Node) -> Iterator[str]:
    """A text in other words: as the machine prints it, with synonyms, with other line ends."""
    yield ruleset.print(tree, lang)
    yield text.replace("\n", "\r\n  ")
    for words, others in SAID_OTHERWISE[lang]:
        if re.search(words, text):
            yield re.sub(words, others, text)
