"""What a word of the lexicon is said of, as a sentence that its definition goes on: "a field is wet", for instance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.rewriting import rewritten
from rulewright.language.trees.antecedents import likely_antecedents
from rulewright.ruleset.model import Word

_N = TypeVar("_N", bound=n.Node)
_IT = n.Pronoun(word="it")


def said_of_a_thing(word: Word, lexicon: Lexicon) -> n.Statement | None:
    """The sentence that says a word of what it is defined for; None for words that no sentence says so."""
    thing = n.NounPhrase(determiner=n.Article(word="a"), noun=word.about)
    match word.section:
        case "adjectives" if word.about in lexicon.nouns:
            return n.Is(subject=thing, predicate=n.Adjective(word=word.id))
        case "nouns" if word.about in lexicon.nouns and word.data.get("is"):
            kind = n.NounPhrase(determiner=n.Article(word="a"), noun=word.id)
            return n.Is(subject=thing, predicate=n.IsPhrase(phrase=kind))
        case "nouns" if word.data.get("type") == "player" and word.id in lexicon.nouns:
            player = n.NounPhrase(determiner=n.Article(word="a"), noun="player")
            called = n.NounPhrase(determiner=n.Article(word="a"), noun=word.id)
            return n.Is(subject=player, predicate=n.IsPhrase(phrase=called))
        case "verbs" if word.id in lexicon.verbs:
            slots = []
            for name, kind_of in lexicon.verbs[word.id].slots.items():
                phrase = n.NounPhrase(determiner=n.Article(word="a"), noun=name if name in lexicon.nouns else kind_of)
                slots.append(n.Slot(name=name, value=phrase))
            act = n.Perform(verb=word.id, slots=tuple(slots))
            return n.Does(subject=n.Pronoun(word="you"), act=act)
        case "relations" if word.id in lexicon.relations:
            other = n.NounPhrase(determiner=n.Article(word="the"), noun=str(word.data["with"]))
            one = n.Pronoun(word="you") if word.data["of"] == "player" else replace(thing, determiner=other.determiner)
            return n.Is(subject=one, predicate=n.Related(relation=word.id, phrase=other))
    return None


def the_one_named(tree: n.Node | None, but: str = "") -> str:
    """The noun of the one thing that a sentence names, as any of its kind; "" where it names none, or others, too.

    but: a noun that is no such thing: what that is said to be.
    """
    phrases = [part for part in tree.walk() if isinstance(part, n.NounPhrase)] if tree is not None else []
    things = [phrase for phrase in phrases if phrase.noun != but]
    one = len(things) == 1 and things[0].determiner == n.Article(word="a") and isinstance(things[0].noun, str)
    return str(things[0].noun) if one else ""


def once_named(condition: _N, noun: str, lies: str, lexicon: Lexicon, before: Sequence[n.Node] = ()) -> _N:
    """A condition that says "it" of the thing that is defined: "there is a tree in it" for "in the field".

    Whatever says so of another thing, which it would be taken for, is left as it is.

    lies: how the noun names places. before: the conditions that stand before this one in the sentence.
    """
    the_thing = n.NounPhrase(determiner=n.Article(word="the"), noun=noun)

    def said(node: n.Node, _: n.Node) -> n.Node:
        match node:
            case n.Is(subject=subject) if subject == the_thing:
                return replace(node, subject=_IT)
            case n.Slot(name="object", value=thing) if thing == the_thing:
                return replace(node, value=_IT)
            case n.At(preposition="in" | "on", phrase=phrase) if phrase == the_thing:
                return replace(node, preposition=lies, phrase=_IT)
            case n.At(phrase=phrase) | n.NextTo(phrase=phrase) | n.Related(phrase=phrase) if phrase == the_thing:
                return replace(node, phrase=_IT)
            case n.NounPhrase(determiner=n.Article(word="the"), filters=(*others, n.Of(phrase=phrase))) if (
                phrase == the_thing
            ):
                return replace(node, determiner=n.Article(word="its"), filters=tuple(others))
        return node

    told: _N = rewritten(condition, said)
    # each is a node of its own, so that what each stands for can be told
    told = rewritten(told, lambda node, _: replace(node) if node == _IT else node)
    sentence = n.AllConditions(conditions=cast(tuple[n.Condition, ...], (*before, told)))
    meant = likely_antecedents(sentence, lexicon, noun)
    its = [part for part in told.walk() if part == _IT]
    return told if all(meant.get(id(part)) == noun for part in its) else condition
