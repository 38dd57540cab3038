"""Which of the things that were chosen before something that holds for a time are kept with it."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from rulewright.compiler.abilities.continuous_effects import is_ban
from rulewright.compiler.layout.certain_things import reserve
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.services.put_off import Followed
from rulewright.compiler.source import Source
from rulewright.compiler.times import LASTING, NEXT, PUT_OFF
from rulewright.language import nodes as N
from rulewright.language.trees.past import THEIRS
from rulewright.meaning.model import Referent
from rulewright.meaning.resolution import Key, Resolution
from rulewright.meaning.rules.picking import referent

MOST = 400
"""So many combinations of things are told apart at most: each is a counter for each seat, and listens by itself."""
KEPT = ("player", "space", "number", "card")
"""Types of what is kept: a player, a place and a value stay what they are; of a card it is kept where it lay, too."""
OVER_WITH = {
    "once_per_turn": ("this_turn", "until_end_of_turn"),
    "once_per_round": ("this_round", "until_end_of_round"),
}
"""How often something may be done, where it holds so long that it can be only once: `the next time … this turn`."""


class Keeping:
    """Finds what is kept of what was spoken of before."""

    def __init__(self, layout: Layout, source: Source, resolution: Resolution) -> None:
        self._layout = layout
        self._source = source
        self._resolution = resolution

    def things(self, node: N.Timed, before: set[Key], of_this: Sequence[int] = ()) -> KeptThings | None:
        """What a sentence speaks of that was chosen before it; None where there is no such thing, or it is not kept.

        of_this: the cards that "this card" can mean in it.
        """
        keys = self._resolution.spoken_of(node) & before
        this = self.this_card(node)
        if this is not None and (own := self._resolution.of(this)) is not None:
            keys.add(own)
        if not keys or not self._keeps(node):
            return None
        if node.time in THEIRS and (node.time in PUT_OFF or keys != {self._resolution.of(node)}):
            return None  # over at the turn of the one whose it is, and kept of that one alone
        words = list(node.walk())
        at = {key: next(i for i, word in enumerate(words) if self._resolution.of(word) == key) for key in keys}
        found = {key: self._told(words[place]) for key, place in sorted(at.items())}
        if any(to is None or to.type not in KEPT or to.several for to in found.values()):
            return None
        told = [to for to in found.values() if to is not None]
        types = tuple(to.type for to in told)
        if types.count("card") > 1:
            return None
        kinds = [self._kind(to) for to in told]
        own_card = next((number for number, to in enumerate(told) if to.introduced == "this"), -1)
        each = [of_this if number == own_card else self._layout.things_of(kind) for number, kind in enumerate(kinds)]
        if not all(each) or prod(map(len, each)) > MOST:
            return None
        counters = reserve(self._layout, kinds, tuple(range(len(kinds))), each)
        card = list(found)[types.index("card")] if "card" in types else None
        asked = card is not None and self._moves(node, card) and not self.tells_where(node, card)
        lies = self._layout.reserve(self._layout.players * counters.block) if asked else 0
        words_at = tuple(at[key] for key in found)
        return KeptThings(counters, tuple(found), tuple(kinds), types, words_at, own_card, lies)

    def this_card(self, node: N.Node) -> N.Node | None:
        """The first word of a sentence that means the card with the text; None where none does."""
        for word in node.walk():
            meant = self._resolution.meant(word)
            to = meant if meant is None or isinstance(meant, Referent) else referent(meant)
            if to is not None and to.introduced == "this" and isinstance(word, N.NounPhrase | N.Pronoun | N.Article):
                return word
        return None

    def _moves(self, node: N.Node, card: Key) -> bool:
        """Whether something is done with a card in a sentence."""
        acts = (part for part in node.walk() if isinstance(part, N.Perform))
        return any(self._resolution.of(slot.value) == card for act in acts for slot in act.slots)

    def tells_where(self, node: N.Node, card: Key) -> bool:
        """Whether a sentence tells by itself where a card must lie when something is done with it."""
        for part in node.walk():
            match part:
                case N.If(condition=N.Is(subject=subject, predicate=N.At(), negated=False)):
                    if self._resolution.of(subject) == card:
                        return True
                case N.Perform() if (lies := part.slot("from")) is not None:
                    thing = part.slot("object")
                    if thing is not None and self._resolution.of(thing) == card and self._is_zone(lies):
                        return True
        return False

    def _is_zone(self, phrase: N.Node) -> bool:
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else None
        return isinstance(noun, str) and self._source.type_of(noun) == "zone"

    def _keeps(self, node: N.Timed) -> bool:
        """Whether what a sentence says can be done, or hold, for each of the things of which it was said."""
        first = until_next_time(node) or (node.then.clauses[0] if isinstance(node.then, Followed) else node.then)
        if node.time in PUT_OFF:
            return not any(isinstance(part, N.Timed) for part in node.then.walk())
        while isinstance(first, N.While):
            first = first.then
        bans = first.clauses if isinstance(first, N.Both) else (first,)
        if node.time not in LASTING or all(isinstance(ban, N.Does) and is_ban(ban) for ban in bans):
            return node.time in LASTING
        event = first.event if isinstance(first, N.Trigger) else None
        if isinstance(event, N.Passive):
            return event == N.Passive(subject=event.subject, verb=event.verb)
        if not isinstance(event, N.Does) or not isinstance(event.act, N.Perform) or event.tense == "would":
            return False
        return not self._source.is_state(event.act.verb)

    def _told(self, word: N.Node) -> Referent | None:
        """What a word of the sentence stands for."""
        thing = self._resolution.meant(word)
        return thing if thing is None or isinstance(thing, Referent) else referent(thing)

    def _kind(self, to: Referent) -> str:
        """The kind of which a thing is one."""
        return to.noun if to.type == self._source.type_of(to.noun) and self._layout.things_of(to.noun) else to.type


def until_next_time(node: N.Timed) -> N.Trigger | None:
    """What is waited for once within the time for which it holds: `the next time … this turn`; else None."""
    limit = node.then
    if not isinstance(limit, N.Timed) or (limit.time != NEXT and node.time not in OVER_WITH.get(limit.time, ())):
        return None
    waits = limit.then if isinstance(limit.then, N.Trigger) else None
    if limit.time == NEXT:
        return waits
    if waits is None or isinstance(waits.then, N.If | N.Unless) or getattr(waits.then, "modal", None) == "may":
        return None  # what is only offered, or asked about, is over for whoever does it, and not the first time
    return waits
