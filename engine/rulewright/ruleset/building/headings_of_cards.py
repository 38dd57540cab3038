"""The words by which one card carries out what stands on another under a heading: added to every lexicon.

*Carry out the Work of another card in your circle* is a verb of its own for each heading that is offered, and *with a
Work* an adjective for the cards that have one. Both mean what a lexicon could say itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.ruleset.files.content import Content
from rulewright.ruleset.model import Ruleset, Word
from rulewright.ruleset.words_of_trees import words_in

VERB, ADJECTIVE = "carry_out_", "with_"
"""What stands before the id of a heading in the ids of the two words."""
ADDED = "of heading"
"""The key of an entry that was added here; it tells the heading."""


def add_words_of_headings(content: Content) -> None:
    """Add the words to the lexicon, for each heading that somebody chooses to use; a word of the game stays."""
    lexicon = content.data["lexicon"]
    for heading, entry in lexicon["headings"].items():
        called = _called(entry.get("en")) if isinstance(entry, Mapping) and entry.get("offered") else ""
        if not called:
            continue
        source = content.source(("lexicon", "headings", heading))
        for section, name, added in _entries(heading, called):
            words = lexicon[section] = dict(lexicon[section])
            if name not in words:
                words[name] = added
                if source is not None:
                    content.sources["lexicon", section, name] = source
                _translate(content, section, name)


def _translate(content: Content, section: str, name: str) -> None:
    """Add the forms of a word in each language that calls the heading something; others cannot say it yet."""
    heading = content.data["lexicon"][section][name][ADDED]
    for lang, locale in content.data["locale"].items():
        words = dict(locale.get("lexicon") or {})
        called = _called((words.get("headings") or {}).get(heading))
        said = _said(lang, called) if called else {}
        if said:
            locale["lexicon"] = words
            words[section] = {name: said[section], **(words.get(section) or {})}
            source = content.source(("lexicon", section, name))
            if source is not None:
                content.sources["locale", lang, "lexicon", section, name] = source


def words_that_are_used(ruleset: Ruleset) -> Iterator[Word]:
    """The words of a ruleset, without those that were added here and that no text of a component says."""
    key = "headings that texts carry out"
    if key not in ruleset.derived:
        texts = (component.text for component in ruleset.components.values())
        ruleset.derived[key] = {said for text in texts if text and text.tree for said in words_in(text.tree)}
    said = ruleset.derived[key]
    for section, entries in ruleset.words.items():
        for name, word in entries.items():
            if ADDED not in word.data or {("verbs", VERB + word.data[ADDED]), (section, name)} & said:
                yield word


def _called(said: Any) -> str:
    """How a heading is called in a language."""
    said = said.get("forms") if isinstance(said, Mapping) else said
    return str(said[0] if isinstance(said, list) and said else said or "")


def _said(lang: str, called: str) -> dict[str, Any]:
    """The forms of both words in a language, by section of the lexicon; none where the language has no such words."""
    from rulewright.language.lexicon.words import core_words  # imports yaml, which a start from the cache needs not

    said = core_words(lang).get("of_heading")
    if not said:
        return {}
    vowel, other = said.get("articles", ("", ""))
    words = {"heading": called, "article": vowel if called[:1].lower() in said.get("vowels", "") else other}

    def told(forms: Any) -> Any:
        return [*dict.fromkeys(map(told, forms))] if isinstance(forms, list) else str(forms).format(**words)

    verb = said["verb"]
    return {"adjectives": told(said["adjective"]), "verbs": {"pattern": verb["pattern"], "forms": told(verb["forms"])}}


def _entries(heading: str, called: str) -> list[tuple[str, str, dict[str, Any]]]:
    """What is added for a heading: section of the lexicon, id, entry."""
    said = _said("en", called)
    described = said["adjectives"][0]
    kept = {ADDED: heading, "internal": True}
    steps = [{"require": f"the card is {described}"}, {"resolve": heading, "of": "the card"}]
    adjective = {**kept, "of": "card", "ability": heading, "after": True, "en": {"forms": said["adjectives"]}}
    verb = {**kept, "slots": {"object": "card"}, "do": steps, "en": said["verbs"]}
    return [("adjectives", ADJECTIVE + heading, adjective), ("verbs", VERB + heading, verb)]
