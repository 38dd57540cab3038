"""What a text leaves to be understood: for what its pronouns stand, and who chooses, both as its meaning has them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.editing.sheets.sheet import Saying
from rulewright.language import nodes as n
from rulewright.language.interface import said
from rulewright.language.language import Language
from rulewright.language.trees.antecedents import likely_antecedents
from rulewright.meaning import bind_text, told_in
from rulewright.meaning import model as m
from rulewright.meaning.paraphrases.marked import speaker_of
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset

_OF_YOUR_CHOICE = "of your choice"
"""The chooser of whom the text speaks itself."""


def hints(ruleset: Ruleset, saying: Saying, lang: str = "en") -> Iterator[tuple[int, str]]:
    """Yield words that may stand behind a character of a text: the noun of each pronoun, the player who chooses.

    Args:
        lang: in which it is said who chooses.
    """
    try:
        language = ruleset.language(saying.lang)
        tree = language.parse(saying.text, saying.kind)
    except RulewrightError:
        return
    component = ruleset.components.get(str(saying.path[1])) if saying.path[0] == "components" else None
    meaning = None
    if saying.kind == "text":
        try:
            meaning = bind_text(ruleset, tree, component.kind if component is not None else "card")
        except RulewrightError:
            return  # it is told under the words
    yield from _pronouns(language, tree, component.kind if component is not None else "", meaning)
    if meaning is not None:
        yield from _choosers(ruleset, meaning, lang)


def _pronouns(language: Language, tree: n.Node, kind: str, meaning: m.Meaning | None) -> Iterator[tuple[int, str]]:
    """The noun of each pronoun: as the meaning has bound it, and where no meaning is known the likely one."""
    nouns = likely_antecedents(tree, language.lexicon, kind)
    for part in meaning.walk() if meaning is not None else ():
        if isinstance(part, m.Known):
            nouns.update({id(node): part.to.noun for node in part.said if id(node) in nouns})
    for node in tree.walk():
        if node.span is not None and id(node) in nouns:
            noun = language.lexicon.nouns.get(nouns[id(node)])
            several = isinstance(node, n.Pronoun) and node.word in ("them", "themselves")
            called = noun.forms.get("many" if several else "one", "one", "any", "one_m") if noun is not None else None
            yield node.span.end, f"= {called or nouns[id(node)]}"


def _choosers(ruleset: Ruleset, meaning: m.Meaning, lang: str) -> Iterator[tuple[int, str]]:
    """Who chooses each thing that is chosen, where the text does not say it."""
    told = set()
    for part in meaning.walk():
        if not isinstance(part, m.Selection | m.Parts) or part.pick != "chosen" or part.chooser is None:
            continue
        chooser, ends = part.chooser, [node.span.end for node in part.said if node.span is not None]
        free = part.new.type in ("resource", "number")  # amounts of one thing are counted out, not chosen
        if not ends or free or (isinstance(chooser, m.Known) and chooser.how == _OF_YOUR_CHOICE):
            continue
        if max(ends) not in told:
            told.add(max(ends))
            yield max(ends), _who(ruleset, chooser, lang)


def _who(ruleset: Ruleset, chooser: m.Thing, lang: str) -> str:
    if isinstance(chooser, m.Known) and chooser.to.introduced == "you":
        return said("hint_you_choose", lang)
    speaker = speaker_of(ruleset.language(told_in(ruleset, lang)).lexicon)
    return said("hint_chooses", lang, who=speaker.smoothed(speaker.tell(chooser)))
