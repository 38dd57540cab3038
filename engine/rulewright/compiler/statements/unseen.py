"""What a whole text brings to light, and what hangs on it: nothing that is offered tells what somebody may not see.

A text under a heading that is whole is offered only where all of it can be done. What cannot be known beforehand (what
lies in another player's hand or in a pile that nobody sees) counts as possible; where it turns out that it is not, it
is left, and the rest is done. What can be known stays whole.
"""

from __future__ import annotations

from functools import partial

from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Scope
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.attempts import kept
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.transfers import MOVES
from rulewright.compiler.statements.partial import CHANGES_NOTHING, Partial
from rulewright.compiler.visible import is_hidden, places_looked_in
from rulewright.language import nodes as N
from rulewright.meaning.prices import shows


class Unseen:
    """Writes the acts of texts that are whole."""

    def __init__(self, c: Context, acts: Acts, partial_: Partial) -> None:
        self.source = c.services.source
        self.resolution = c.services.texts.resolution
        self.acts = acts
        self.partial = partial_
        self.dark = partial_.dark

    def perform(self, node: N.Perform, scope: Scope) -> None:
        """Do an act as a whole, or as far as possible where it hangs on what nobody could know."""
        self.dark.refuse_the_unseen(node, scope)
        unseen, before = scope.unseen, dict(scope.refs)
        if id(node) not in self.dark.chosen and self._looks_for(node, scope):
            self.partial.perhaps_found((node,), scope, partial(self._perhaps, node, scope))
        elif scope.lenient:
            self.partial.perform(node, scope)
        elif unseen is not None and (scope.dark or self._tells(node, scope)):
            with kept(scope):
                scope.lenient, scope.partial, scope.tally = True, True, None
                self.partial.perform(node, scope)
        else:
            if scope.owed:
                self.partial.attempts.fail_where_gone(node, scope)
            self.partial.attempts.where_found(node, scope, partial(self.acts.perform, node, scope))
        self.dark.learn(node, scope)
        if unseen is not None and (shows(node) or any(is_hidden(part, self.source) for part in node.walk())):
            whose = [ref for _, ref in scope.stand_ins.values() if ref.type == "player"]  # chosen before, in all sight
            found = {key for key, ref in scope.refs.items() if before.get(key) != ref and ref not in whose}
            scope.unseen = unseen | found | self.acts.transfers.card_moves.goals.nouns(node)

    def _perhaps(self, node: N.Perform, scope: Scope) -> None:
        """Do what may come to nothing; of what changes nothing it is noted whether it found anything."""
        if node.verb in CHANGES_NOTHING:
            self.partial.attempts.attempt(node, scope, partial(self.acts.perform, node, scope))
        else:
            self.partial.perform(node, scope)

    def hangs_on(self, node: N.Node, scope: Scope) -> bool:
        """Whether something speaks of what the text has brought to light."""
        return bool(scope.unseen and self.resolution.spoken_of(node) & scope.unseen)

    def _tells(self, node: N.Perform, scope: Scope) -> bool:
        """Whether it hangs on what was brought to light whether an act can be done.

        Cards can be moved whatever they are; where they go, and what a verb of the game does to them, may hang on it.
        """
        if node.verb not in MOVES or self.source.defines(node.verb, node) or self.source.deed_of(node) is not None:
            return self.hangs_on(node, scope)
        return any(self.hangs_on(slot.value, scope) for slot in node.slots if not _bare(slot))

    def _looks_for(self, node: N.Perform, scope: Scope) -> bool:
        """Whether an act picks cards of a kind from where whoever acts could not see what lies there."""
        if self.dark.is_done(node, scope) or (scope.unseen is not None and self.dark.in_what_was_shown(node, scope)):
            return True
        unseen = scope.unseen or ()
        said = places_looked_in(node, self.source) if unseen else None
        if said is None:
            return False
        usual = () if said else as_list(self.acts.transfers.card_moves.goals.defaults(node).get("from"))
        return any(getattr(zone, "noun", "") in unseen for zone in said) or any(noun in unseen for noun in usual)


def _bare(slot: N.Slot) -> bool:
    """Whether a slot holds cards that were spoken of, whatever they are: “it”, “1 of them”, “that card”."""
    thing = slot.value.whole if isinstance(slot.value, N.PartOf) else slot.value
    if isinstance(thing, N.Pronoun):
        return slot.name == "object"
    return slot.name == "object" and isinstance(thing, N.NounPhrase) and not (thing.filters or thing.adjectives)
