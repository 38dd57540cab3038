"""What an option would do, tried on a copy: its price, its effect, and what is asked next.

A preview tells only what the seat could work out itself. It is made twice, on a copy of the position and on another in
which everything that the seat cannot see lies differently; where the two do not agree, or chance decides, or hidden
cards come to light, nothing is told but that.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.language.problems import RulewrightError
from rulewright.play.presentation.changes import NOBODY, Amount, Move, changes

if TYPE_CHECKING:
    from rulewright.runtime.game import Game, Option


@dataclass(frozen=True, slots=True)
class Preview:
    """What an option would do.

    Attributes:
        price, effect: what the seat gives, and what it gains.
        others: what changes for others; moves: pieces and cards.
        then: what is asked next of the same seat, or "".
        options: what could be chosen then; number: positions of these in the next decision.
        unsure: chance or hidden cards decide, so that nothing else is told.
        ends: the game is over then.
    """

    price: tuple[Amount, ...] = ()
    effect: tuple[Amount, ...] = ()
    others: tuple[Amount, ...] = ()
    moves: tuple[Move, ...] = ()
    then: str = ""
    options: tuple[Option, ...] = field(default=(), compare=False, repr=False)
    unsure: bool = False
    ends: bool = False


class Previews:
    """Tries the options of a game's decision."""

    def __init__(self, game: Game, lang: str) -> None:
        decision = game.decision
        assert decision is not None
        self.game = game
        self.lang = lang
        self.seat = decision.seat
        self._secret = decision.secret  # what others have chosen so far nobody may find out by trying
        self._offered = {option.card for option in decision.options}
        self._other = shuffled(game, self.seat, {card for card in self._offered if card is not None})

    def of(self, number: int) -> Preview:
        """What the option with this number would do."""
        if self._secret:
            return Preview(unsure=True)
        found = self._try(self.game, number)
        if found.unsure or self._try(self._other, number) != found:
            return Preview(unsure=True)
        return found

    def _try(self, game: Game, number: int) -> Preview:
        copy = game.copy()
        copy.state.log = []
        before = game.state.copy()
        try:
            copy.step(number)
        except (RulewrightError, IndexError):
            return Preview(unsure=True)
        after = copy.state
        decision = copy.decision
        cards = [option.card for option in decision.options] if decision is not None else []
        if after.rng != before.rng or game.secrets.shown(before, after, cards, self.seat):
            return Preview(unsure=True)
        found = changes(copy, before, after, self.seat, self.lang)
        own = [amount for amount in found.amounts if amount.seat == self.seat]
        others = [amount for amount in found.amounts if amount.seat not in (self.seat, NOBODY)]
        again = decision is not None and decision.seat == self.seat
        return Preview(
            price=tuple(amount for amount in own if amount.by < 0 and not amount.said),
            effect=tuple(amount for amount in own if amount.by > 0 or amount.said),
            others=tuple(others),
            moves=found.moves,
            then=decision.prompt(self.lang) if again and decision is not None else "",
            options=tuple(decision.options) if again and decision is not None else (),
            ends=decision is None,
        )


def shuffled(game: Game, seat: int, known: Collection[int]) -> Game:
    """A copy in which cards that a seat cannot see lie where others of the same kind lay, and chance is another.

    known: cards that lie where the seat cannot see them and that it knows all the same.
    """
    other = game.copy()
    state, layout = other.state, game.program.layout
    components = game.program.ruleset.components
    hidden = game.machine.hidden[seat]
    alike: dict[tuple[str, int], list[int]] = {}
    for card, place in enumerate(state.where):
        if place in hidden and place >= 0 and card not in known:
            info = layout.cards[card]
            alike.setdefault((components[info.component].kind, info.owner), []).append(card)
    luck = random.Random(len(state.where))
    takes: dict[int, int] = {}
    for cards in alike.values():
        places = cards[:]
        luck.shuffle(places)
        takes |= dict(zip(cards, places, strict=True))
    where = state.where[:]
    for card, place_of in takes.items():
        state.where[place_of] = where[card]
    for zone in {where[card] for card in takes}:
        state.zones[zone] = tuple(takes.get(card, card) for card in state.zones[zone])
    state.seed(luck.randrange(2**31))
    other.forget()
    return other
