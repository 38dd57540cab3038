"""What a word of the lexicon is said of, as a sentence that its definition goes on: "a field is wet", for instance."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.ruleset.model import Word


def said_of_a_thing(word: Word, lexicon: Lexicon) -> n.Statement | None:
    """The sentence that says a word of what it is defined for; None for words that no sentence says so."""
    thing = n.NounPhrase(determiner=n.Article(word="a"), noun=word.about)
    match word.section:
        case "adjectives" if word.about in lexicon.nouns:
            return n.Is(subject=thing, predicate=n.Adjective(word=word.id))
        case "nouns" if word.about in lexicon.nouns and word.data.get("is"):
            kind = n.NounPhrase(determiner=n.Article(word="a"), noun=word.id)
            return n.Is(subject=thing, predicate=n.IsPhrase(phrase=kind))
        case "verbs" if word.id in lexicon.verbs:
            slots = []
            for name, kind_of in lexicon.verbs[word.id].slots.items():
                phrase = n.NounPhrase(determiner=n.Article(word="the"), noun=name if name in lexicon.nouns else kind_of)
                slots.append(n.Slot(name=name, value=phrase))
            act = n.Perform(verb=word.id, slots=tuple(slots))
            return n.Does(subject=n.Pronoun(word="you"), act=act)
    return None
