"""Which of the things that were chosen before something that holds for a time are kept with it."""

from __future__ import annotations

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
KEPT = ("player", "space", "number")
"""Types of what is kept: a player, a place and a value stay what they are, while a card may lie elsewhere by then."""
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

    def things(self, node: N.Timed, before: set[Key]) -> KeptThings | None:
        """What a sentence speaks of that was chosen before it; None where there is no such thing, or it is not kept."""
        keys = self._resolution.spoken_of(node) & before
        if not keys or not self._keeps(node):
            return None
        if node.time in THEIRS and (node.time in PUT_OFF or keys != {self._resolution.of(node)}):
            return None  # over at the turn of the one whose it is, and kept of that one alone
        words = list(node.walk())
        at = {key: next(i for i, word in enumerate(words) if self._resolution.of(word) == key) for key in keys}
        found = {key: self._told(words[place]) for key, place in sorted(at.items())}
        if any(to is None or to.type not in KEPT or to.several for to in found.values()):
            return None
        things = [to for to in found.values() if to is not None]
        kinds = [self._kind(to) for to in things]
        if (
            not all(map(self._layout.things_of, kinds))
            or prod(len(self._layout.things_of(kind)) for kind in kinds) > MOST
        ):
            return None
        counters = reserve(self._layout, kinds, tuple(range(len(kinds))))
        types = tuple(to.type for to in things)
        return KeptThings(counters, tuple(found), tuple(kinds), types, tuple(at[key] for key in found))

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
