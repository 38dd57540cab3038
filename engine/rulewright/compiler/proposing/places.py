"""Where a text may stand: on which kind of card, under which heading."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.trials import headings_of, homes, waits
from rulewright.language import nodes as n
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.whole_deeds import done_in, not_for_cards


class Standing:
    """Where texts may stand in one game.

    Args:
        kind: the kind of card that would say them; None for the likeliest.
    """

    def __init__(self, ruleset: Ruleset, kind: str | None) -> None:
        self.ruleset, self.kind = ruleset, kind
        self.parts = not_for_cards(ruleset)

    def places(self, tree: n.Node) -> Iterator[tuple[n.Node, str]]:
        """Where a text may stand: on the likeliest kinds of card, under a heading if it has none, in a rule.

        What no card can do is not proposed for a rule: whoever asks writes a card.
        """
        kinds = [self.kind] if self.kind else homes(self.ruleset, tree)[:2]
        for kind in kinds:
            yield tree, kind
        if isinstance(tree, n.Text) and not tree.abilities:
            for kind in kinds:
                for heading in headings_of(self.ruleset, kind, waits(tree))[:2]:
                    yield n.Text(abilities=(n.Ability(heading=heading, sentences=tree.sentences),)), kind
            if not self.kind and not any(act.verb in self.parts for act in done_in(tree)):
                yield tree, ""
