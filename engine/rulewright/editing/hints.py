"""What a text leaves to be understood: for what its pronouns stand, and who chooses."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.editing.sheets.sheet import Saying
from rulewright.language import nodes as n
from rulewright.language.problems import RulewrightError
from rulewright.language.trees.antecedents import likely_antecedents
from rulewright.ruleset.model import Ruleset


def hints(ruleset: Ruleset, saying: Saying) -> Iterator[tuple[int, str]]:
    """Yield words that may stand behind a character of a text: the noun of each pronoun, the player who chooses."""
    try:
        language = ruleset.language(saying.lang)
        tree = language.parse(saying.text, saying.kind)
    except RulewrightError:
        return
    component = ruleset.components.get(str(saying.path[1])) if saying.path[0] == "components" else None
    nouns = likely_antecedents(tree, language.lexicon, component.kind if component is not None else "")
    for node in tree.walk():
        if node.span is None:
            continue
        if id(node) in nouns:
            noun = language.lexicon.nouns.get(nouns[id(node)])
            several = isinstance(node, n.Pronoun) and node.word in ("them", "themselves")
            called = noun.forms.get("many" if several else "one", "one", "any", "one_m") if noun is not None else None
            yield node.span.end, f"= {called or nouns[id(node)]}"
