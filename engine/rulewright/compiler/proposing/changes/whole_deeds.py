"""The whole deed in the place of a part of it, which no card can do: what the lexicon says that it is `part of`."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.proposing.changes.placing import exchanged
from rulewright.language import nodes as n
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.whole_deeds import done_in, not_for_cards, wholly


def with_whole_deeds(tree: n.Node, ruleset: Ruleset) -> Iterator[n.Node]:
    """A text with a whole deed in the place of each part, done to the same thing, or to so many."""
    parts = not_for_cards(ruleset)
    verbs = ruleset.language("en").lexicon.verbs
    for act in done_in(tree):
        for verb in parts.get(act.verb, ()):
            whole = wholly(act, verbs[verb], ruleset) if verb in verbs and verb not in parts else None
            if whole is not None:
                yield exchanged(tree, act, whole)
