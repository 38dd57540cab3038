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

    headings: those that are written; under another one a text does other things, so none is exchanged for another.
    """

    def __init__(self, ruleset: Ruleset, kind: str | None) -> None:
        self.ruleset, self.kind = ruleset, kind
        self.parts = not_for_cards(ruleset)
        self.headings: tuple[str, ...] = ()

    def places(self, tree: n.Node) -> Iterator[tuple[n.Node, str]]:
        """Where a text may stand: on the likeliest kinds of card, under a heading if it has none, in a rule.

        What no card can do is not proposed for a rule: whoever asks writes a card.
        """
        kinds = [self.kind] if self.kind else homes(self.ruleset, tree)[:2]
        if self.headings:
            yield from ((one, kind) for one in self._under_what_is_written(tree) for kind in kinds)
            return
        for kind in kinds:
            yield tree, kind
        if isinstance(tree, n.Text) and not tree.abilities:
            for kind in kinds:
                for heading in headings_of(self.ruleset, kind, waits(tree))[:2]:
                    yield n.Text(abilities=(n.Ability(heading=heading, sentences=tree.sentences),)), kind
            if not self.kind and not any(act.verb in self.parts for act in done_in(tree)):
                yield tree, ""

    def _under_what_is_written(self, tree: n.Node) -> Iterator[n.Node]:
        """A text under the headings that are written: it has them, or what it says stands under the only one."""
        if tuple(node.heading for node in tree.walk() if isinstance(node, n.Ability)) == self.headings:
            yield tree
        elif isinstance(tree, n.Text) and len(self.headings) == 1:
            only = tree.abilities[0] if len(tree.abilities) == 1 and not tree.sentences else None
            if not tree.abilities or (only is not None and not only.limits):
                sentences = only.sentences if only is not None else tree.sentences
                yield n.Text(abilities=(n.Ability(heading=self.headings[0], sentences=sentences),))
