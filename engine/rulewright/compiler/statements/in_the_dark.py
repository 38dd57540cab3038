"""What is done in the dark: to cards that are looked for where whoever does it cannot see them.

What is offered and what is asked must not tell what lies there (R16). So whoever acts first chooses in whose zone they
look, whatever lies there; then the act is done if it can be, and left otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from rulewright.compiler.ir.expressions import Expr, either
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.transfers import MOVES
from rulewright.compiler.statements.objects import draws_known
from rulewright.compiler.visible import is_hidden, kinds_looked_in, means, places_looked_in, things_of
from rulewright.language import nodes as N

ASK_THEN = "Choose the player first, and ask then: “choose another player. If they have a … in their hand, …”."

CHOSEN = ("a", "an", "another", "any")
"""Articles of a player whom somebody chooses."""

LETS_SEE = ("look_at", "reveal")
"""Verbs of the core after which whoever acts has seen what lies in a zone."""


class InTheDark:
    """Tells in one procedure which acts are done in the dark."""

    def __init__(self, c: Context) -> None:
        self.source = c.services.source
        self.x = c.x
        self.objects = c.objects
        self.tables = c.services.tables
        self.chosen: set[int] = set()  # acts that are tried after that choice, by identity
        self._seen: set[int] = set()  # acts between which somebody chooses who sees what they are done to

    def is_done(self, node: N.Node, scope: Scope) -> bool:
        """Whether cards of a kind are looked for where whoever acts cannot see what lies there."""
        if isinstance(node, N.Cost):
            return bool(self.paid(node, scope))
        if not isinstance(node, N.Perform) or (node.verb == "draw" and not draws_known(node)):
            return False
        return any(self._hides(zone, scope) for zone in places_looked_in(node, self.source) or ())

    def is_offered(self, node: N.Node, scope: Scope) -> bool:
        """Whether cards of a kind are looked for where whoever it is offered to cannot see what lies there (R16)."""
        if isinstance(node, N.Does) and isinstance(node.subject, N.NounPhrase) and node.modal is None:
            return self.is_offered(node.act, scope.acting(scope.you))
        if not isinstance(node, N.Perform) or node.verb not in MOVES - {"draw"} or id(node) in self._seen:
            return False
        said = places_looked_in(node, self.source)
        if said is None or self.source.defines(node.verb, node) or self.source.deed_of(node) is not None:
            return False
        if said:
            return any(is_hidden(zone, self.source) for zone in said)
        usual = as_list((self.source.zones.get(node.verb) or {}).get("from"))
        return scope.spoken_to is not None and any(self.source.entry(z).get("visible") == "owner" for z in usual)

    def in_own_hand(self, node: N.Node, scope: Scope) -> list[N.Perform]:
        """The acts, between which others choose, for which they look among cards that only they see."""
        acts = node.acts if isinstance(node, N.Choice | N.Sequence) else ()
        found = [one for act in acts for one in (self.in_own_hand(act, scope) if act is not node else ())]
        if isinstance(node, N.Perform) and scope.spoken_to is not None and self.is_offered(node, scope):
            found += [] if self.is_done(node, scope) else [node]
        return found

    def some_in_own_hand(self, node: N.Choice, scope: Scope) -> Expr | None:
        """Whether they have any card there, which everybody sees; None where they look for nothing there."""
        found: dict[Expr, None] = {}
        for act in self.in_own_hand(node, scope):
            said = [zone.noun for zone in places_looked_in(act, self.source) or () if isinstance(zone, N.NounPhrase)]
            for zone in said or as_list((self.source.zones.get(act.verb) or {}).get("from")):
                if self.source.entry(str(zone)).get("visible") == "owner":
                    found[expr("bool(s.zones[{}[{}]])", self.tables.zone_table(str(zone)), scope.you)] = None
        return either(*found) if found else None

    def seeing(self, acts: Sequence[N.Perform]) -> AbstractContextManager[None]:
        """While one of several acts is chosen by who sees which of them can be done."""
        return _among(self._seen, acts)

    def paid(self, node: N.Cost, scope: Scope) -> list[N.Perform]:
        """The acts of a price that are done in the dark."""
        acts = node.cost.acts if isinstance(node.cost, N.Sequence) else (node.cost,)
        return [act for act in acts if isinstance(act, N.Perform) and self.is_done(act, scope)]

    def choosing(self, acts: Sequence[N.Perform]) -> AbstractContextManager[None]:
        """While what is paid in the dark is tried, and what comes of it with it."""
        return _among(self.chosen, acts)

    def in_sight(self, acts: Sequence[N.Perform], scope: Scope) -> list[Expr]:
        """Whether there is what such acts are also done to, and what whoever acts can see.

        `Exchange a card in your hand for a beast in another player's hand.`
        """
        tests: list[Expr] = []
        for thing in (
            part for act in acts if self.is_done(act, scope) for slot in act.slots for part in things_of(slot)
        ):
            places = [item.phrase for item in thing.filters if isinstance(item, N.At | N.Of)]
            if places and self.x.phrases.open(thing) and not any(self._hides(zone, scope) for zone in places):
                items, kind, _ = self.objects.things(thing, scope)
                tests += [expr("len({}) > 0", items)] if kind == "card" else []
        return tests

    def refuse_the_unseen(self, node: N.Perform, scope: Scope) -> None:
        """Refuse to let somebody choose a player by what only that player can see.

        Raises:
            MeaningError: RW0604 where it would tell what lies in hidden zones who can be chosen.
        """
        for part in node.walk():
            det = part.determiner if isinstance(part, N.NounPhrase) and part.noun == "player" else None
            chosen = isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in CHOSEN)
            if not chosen or not isinstance(part, N.NounPhrase):
                continue
            if any(self._asks_the_unseen(item, scope) for item in part.filters) or any(
                is_hidden(zone, self.source, own=False)
                for tree in means("adjectives", part.adjectives, self.source)
                for zone in kinds_looked_in(tree, self.source)
            ):
                raise refuse(part, "which players have such cards, whoever chooses cannot see", ASK_THEN, "RW0604")

    def _asks_the_unseen(self, item: N.Node, scope: Scope) -> bool:
        words = (part.determiner for part in item.walk() if isinstance(part, N.NounPhrase))
        if any(isinstance(word, N.Article) and word.word in ("most", "fewest") for word in words):
            return False  # whoever has the most is told by the text
        return any(self._hides(zone, scope) for zone in kinds_looked_in(item, self.source))

    def learn(self, node: N.Perform, scope: Scope) -> None:
        """Note what whoever acts has seen: all of a zone."""
        zone = node.slot("object")
        if node.verb in LETS_SEE and isinstance(zone, N.NounPhrase) and self.source.is_zone(zone):
            owner = self._owner(zone, scope)
            if owner is not None:
                scope.seen = scope.seen | {(str(zone.noun), owner)}

    def in_what_was_shown(self, node: N.Perform, scope: Scope) -> list[Expr]:
        """Whether any card lies where cards of a kind are looked for in what the text shows, or others do in their own.

        Which cards those are, nobody knew who was offered the text; how many they are, everybody sees.
        """
        places = places_looked_in(node, self.source) if scope.seen or scope.spoken_to is not None else None
        seen = [place for place in places or () if self._is_known_later(place, scope)]
        zones = [self.x.references.zone(place, scope) for place in seen if isinstance(place, N.Phrase)]
        return [expr("len(s.zones[{}]) > 0", zone) for zone in zones]

    def _is_known_later(self, place: N.Node, scope: Scope) -> bool:
        """Whether what lies there is seen only when the text is carried out."""
        if isinstance(place, N.Pronoun):
            return bool(scope.seen)
        return self._was_shown(place, scope) or self._is_theirs(place, scope)

    def _is_theirs(self, place: N.Node, scope: Scope) -> bool:
        """Whether it is what somebody else, who acts, sees and whoever was offered the text does not."""
        if scope.spoken_to is None or not isinstance(place, N.NounPhrase):
            return False
        return is_hidden(place, self.source, own=False) and self._owner(place, scope) == scope.you

    def _was_shown(self, place: N.Node, scope: Scope) -> bool:
        owner = self._owner(place, scope) if isinstance(place, N.NounPhrase) else None
        return owner is not None and (str(getattr(place, "noun", "")), owner) in scope.seen

    def _hides(self, zone: N.Node, scope: Scope) -> bool:
        return is_hidden(zone, self.source, self._is_own(zone, scope))

    def _is_own(self, zone: N.Node, scope: Scope) -> bool:
        """Whether a zone belongs to whoever acts, or was shown to them."""
        owner = self._owner(zone, scope) if isinstance(zone, N.NounPhrase) else None
        return owner is not None and (owner == scope.you or self._was_shown(zone, scope))

    def _owner(self, zone: N.NounPhrase, scope: Scope) -> Expr | None:
        """The seat of the player whose zone is meant, where that is known already."""
        if zone.determiner == N.Article(word="your"):
            return scope.spoken_to or scope.you
        whose = zone.determiner.owner if isinstance(zone.determiner, N.Possessive) else zone.determiner
        found = None if whose is None else self.x.references.bound(whose, scope)
        return found.expr if found is not None and found.type == "player" else None


@contextmanager
def _among(kept: set[int], acts: Sequence[N.Perform]) -> Iterator[None]:
    """While some acts are among those that are kept by their identity."""
    kept.update(map(id, acts))
    try:
        yield
    finally:  # a first try at writing it may be broken off
        kept.difference_update(map(id, acts))
