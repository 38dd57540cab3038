"""What an option would do, tried on a copy: its price, its effect, and what is asked next.

A preview tells only what the seat could work out itself. It is made twice, on a copy of the position and on another in
which everything that the seat cannot see lies differently; where the two do not agree, or chance decides, or hidden
cards come to light, nothing is told but that.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulewright.language.problems import RulewrightError
from rulewright.play.presentation.changes import NOBODY, Amount, Move, changes

if TYPE_CHECKING:
    from rulewright.runtime.game import Game, Option


FOLLOWING = 24
"""Of so many options of the next decision at most, the prices are looked for."""
TRIED = 96
"""So many of these are tried for all options of a decision together."""


@dataclass(frozen=True, slots=True)
class Later:
    """What the next choice costs, whatever is chosen: from the least to the most of it."""

    noun: str
    name: str
    of: str
    least: int
    most: int


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
        later: what the next choice costs, where the option itself costs and gains nothing yet.
    """

    price: tuple[Amount, ...] = ()
    effect: tuple[Amount, ...] = ()
    others: tuple[Amount, ...] = ()
    moves: tuple[Move, ...] = ()
    then: str = ""
    options: tuple[Option, ...] = field(default=(), compare=False, repr=False)
    unsure: bool = False
    ends: bool = False
    later: tuple[Later, ...] = ()


class Previews:
    """Tries the options of a game's decision.

    second: the game is itself one in which something was tried, so that its hidden cards are laid otherwise already.
    hidden: nouns of bookkeeping, which no table shows: an option that changes nothing else has no price of its own yet.
    """

    def __init__(self, game: Game, lang: str, second: bool = False, hidden: Collection[str] = ()) -> None:
        decision = game.decision
        assert decision is not None
        self.game = game
        self.lang = lang
        self.hidden = hidden
        self.seat = decision.seat
        self._secret = decision.secret  # what others have chosen so far nobody may find out by trying
        self._offered = {option.card for option in decision.options}
        self._left = TRIED
        self._other = (
            game if second else shuffled(game, self.seat, {card for card in self._offered if card is not None})
        )

    def of(self, number: int) -> Preview:
        """What the option with this number would do."""
        if self._secret:
            return Preview(unsure=True)
        found = self._try(self.game, number)
        if found.unsure or self._try(self._other, number) != found:
            return Preview(unsure=True)
        return replace(found, later=self._later(number, found))

    def _later(self, number: int, found: Preview) -> tuple[Later, ...]:
        """What every option of the next decision costs but those to do nothing; nothing where that cannot be known."""
        own = any(amount.noun not in self.hidden for amount in (*found.price, *found.effect))
        if own or not 0 < len(found.options) <= min(FOLLOWING, self._left):
            return ()
        self._left -= len(found.options)
        later = self._prices(self.game, number)
        return later if later and self._prices(self._other, number) == later else ()

    def _prices(self, game: Game, number: int) -> tuple[Later, ...]:
        first = game.copy()
        first.state.log = []
        first.step(number)
        next_ = Previews(first, self.lang, second=True)
        every: dict[tuple[str, str, str], list[int]] = {}
        some = 0
        assert first.decision is not None
        for place, option in enumerate(first.decision.options):
            if not game.program.decisions[option.block].is_nothing(option.value):
                tried = next_._try(first, place)
                some += 1
                for one in tried.price:
                    if one.noun in game.program.layout.held:  # goods; a number that is set back is no price
                        every.setdefault((one.noun, one.name, one.of), []).append(-one.by)
        return tuple(Later(*key, min(costs), max(costs)) for key, costs in every.items() if len(costs) == some)

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
