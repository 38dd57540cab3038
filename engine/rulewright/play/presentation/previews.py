"""What an option would do, tried on a copy: its price, its effect, and what is asked next.

A preview tells only what the seat could work out itself. It is made twice, on a copy of the position and on another in
which everything that the seat cannot see lies differently; where the two do not agree, nothing is told. Where chance
decides or hidden cards come to light, what happens before is told, and that the rest is open.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulewright.compiler.procedures.decisions import STOP_OR_GO
from rulewright.play.presentation.changes import NOBODY, Amount, Move, changes, drawn, named
from rulewright.play.presentation.watching import Watched
from rulewright.problems import RulewrightError
from rulewright.ruleset.rulebook.rulebook import sentence_at
from rulewright.runtime.support.orders import HUGE

if TYPE_CHECKING:
    from rulewright.runtime.game import Decision, Game, Option
    from rulewright.runtime.state import State


FOLLOWING = 24
"""Of so many options of a later decision at most, the prices are looked for."""
TRIED = 96
"""So many of these are tried for all options of a decision together."""
DEPTH = 3
"""So many choices later a price is looked for."""
MOST_GAINS = 3
"""Of more things that may be gained later, only those are told that are sure."""
MENU = 4
"""Of so many ways at most it is told what they are, where no other words tell what is asked next."""
_ACTS = ("offer", "entry", "trigger")
"""Kinds of decisions that begin something new: what they cost is no price of what came before."""


@dataclass(frozen=True, slots=True)
class Span:
    """How much is paid or gained, whatever is chosen: from the least to the most of it (None: without a limit)."""

    noun: str
    name: str
    of: str
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What an option would do.

    Attributes:
        price, effect: what the seat gives, and what it gains.
        pays: what it pays with cards, or must pay next.
        others: what changes for others; moves: pieces and cards.
        then: what is asked next of the same seat, or "".
        options: what could be chosen then; number: positions of these in the next decision.
        unsure: chance or hidden cards decide; only what happens before is told.
        secret: it is carried out only when others have chosen, whose choices nobody knows yet.
        ends: the game is over then.
        chance: the card or the rule by which chance or hidden cards decide, or "".
        turn: who is to choose next, where that is somebody else; None where it is the same seat or not known.
        later, gains: what the choices after it cost and bring, where the option itself costs and brings nothing yet.
    """

    price: tuple[Amount, ...] = ()
    effect: tuple[Amount, ...] = ()
    others: tuple[Amount, ...] = ()
    moves: tuple[Move, ...] = ()
    then: str = ""
    options: tuple[Option, ...] = field(default=(), compare=False, repr=False)
    unsure: bool = False
    secret: bool = False
    ends: bool = False
    pays: tuple[Span, ...] = ()
    later: tuple[Span, ...] = ()
    gains: tuple[Span, ...] = ()
    chance: str = ""
    turn: int | None = None

    @property
    def open(self) -> bool:
        """Whether nothing is certain of it."""
        return replace(self, chance="") in (UNKNOWN, SECRET)

    @property
    def bare(self) -> bool:
        """Whether it tells nothing but who is to choose next."""
        return replace(self, turn=None) == Preview()


_Spans = dict[tuple[bool, str, str, str], tuple[int, int | None]]
"""By whether it is paid, and noun, name and thing as in Span: the least and the most of it."""
UNKNOWN = Preview(unsure=True)
"""Of an option of which nothing is certain."""
SECRET = Preview(unsure=True, secret=True)
"""Of an option that is carried out only when others have chosen, too."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """A first trial of an option, and the one in which hidden cards lie otherwise, with the positions after them."""

    found: Preview
    after: Game | None = None
    other: Preview = UNKNOWN
    other_after: Game | None = None


class Previews:
    """Tries the options of a game's decision.

    second: the game is itself one in which something was tried, and it is tried in another one, too.
    hidden: nouns of bookkeeping, which no table shows: an option that changes nothing else has no price of its own yet.
    """

    def __init__(self, game: Game, lang: str, second: bool = False, hidden: Collection[str] = ()) -> None:
        decision = game.decision
        assert decision is not None
        self.game = game.copy()  # without a log, so that what is logged from here on is known
        self.lang = lang
        self.hidden = hidden
        self.seat = decision.seat
        self._secret = decision.secret  # what others have chosen so far nobody may find out by trying
        self._offered = {option.card for option in decision.options}
        self._left = TRIED
        self._other = None if second else self._twin({card for card in self._offered if card is not None})

    def _twin(self, known: Collection[int]) -> Game | None:
        """The game with hidden cards laid otherwise; None where there are none that could lie otherwise.

        Chance is another in it, too; but what happens from there on where chance decides is not told anyway.
        """
        other = shuffled(self.game, self.seat, known)
        mine = self.game.state
        return None if other.state.where == mine.where and other.state.zones == mine.zones else other

    def all(self, most: int) -> Iterator[Preview]:
        """What each option would do; of more options than most, nothing of the others.

        What most options cost alike, as the action that each of them is, hides nothing of what they cost later.
        """
        assert self.game.decision is not None
        count = len(self.game.decision.options)
        tried = [self._first(number) for number in range(min(count, most))]
        shared = usual([one.found for one in tried])
        yield from (self._whole(one, shared) for one in tried)
        yield from [UNKNOWN] * (count - len(tried))

    def of(self, number: int) -> Preview:
        """What the option with this number would do."""
        return self._whole(self._first(number), frozenset())

    def _first(self, number: int) -> _Tried:
        """What an option does until the next choice, and the positions after it, as far as both trials agree."""
        if self._secret:
            return _Tried(SECRET)
        found, after = self._try(self.game, number)
        if found == UNKNOWN:
            return _Tried(UNKNOWN)
        other, other_after = self._try(self._other, number) if self._other is not None else (found, None)
        return _Tried(found, after, other, other_after) if other == found else _Tried(UNKNOWN)

    def _whole(self, tried: _Tried, alike: Collection[str]) -> Preview:
        """What an option does, and where it costs and brings nothing of its own, what the choices after it do."""
        found, after, other, other_after = tried.found, tried.after, tried.other, tried.other_after
        nouns = {one.noun for one in (*found.price, *found.effect)} | {span.noun for span in found.pays}
        if after is None or found.unsure or not nouns <= {*self.hidden, *alike}:
            return found
        spans = self._after(after, found, DEPTH)
        if not spans or (other_after is not None and self._after(other_after, other, DEPTH) != spans):
            return found
        every = [(key[0], Span(*key[1:], *span)) for key, span in spans.items() if span != (0, 0)]
        later, gains = (tuple(span for paid, span in every if paid is which) for which in (True, False))
        if len(gains) > MOST_GAINS:
            gains = tuple(span for span in gains if span.least)
        return replace(found, later=later, gains=gains)

    def _after(self, game: Game, found: Preview, depth: int) -> _Spans | None:
        """What the choices after an option cost and bring that belong to it; None where that is not known.

        game: the position after it; depth: how many choices are looked at, one after the other.
        """
        if not found.options or game.program.decisions[found.options[0].block].kind in _ACTS:
            return {}
        next_ = Previews(game, self.lang, second=True, hidden=self.hidden)
        next_._left = self._left
        spans = next_._every(found.options, depth)
        self._left = next_._left
        return spans

    def _every(self, options: Sequence[Option], depth: int) -> _Spans | None:
        """From the least to the most of what these options cost and bring, but those to do nothing.

        Of a number, 0 is no less than the others: it may be how much of something is used instead of something else.
        """
        decision = self.game.program.decisions[options[0].block]
        number_of = decision.kind == "number"
        some = [number for number, one in enumerate(options) if number_of or not decision.is_nothing(one.value)]
        if not depth or not some or len(some) > min(FOLLOWING, self._left):
            return None
        self._left -= len(some)
        every = []
        for number in some:
            tried, after = self._try(self.game, number)
            own = self._own(tried)
            spans = own if own or tried.unsure else self._after(after, tried, depth - 1)
            if spans is None or (tried.unsure and not any(paid for paid, *_ in own)):
                return None
            every.append((spans, tried.unsure))
        open_ = any(unsure for _, unsure in every)
        keys = dict.fromkeys(key for spans, _ in every for key in spans if key[0] or not open_)
        return {key: _union([spans.get(key, (0, 0)) for spans, _ in every]) for key in keys}

    def _own(self, tried: Preview) -> _Spans:
        """What an option itself costs and brings: goods and what is paid with cards; any numbers that it brings."""
        held = self.game.program.layout.held  # a number that is set back is no price
        found: _Spans = {(True, one.noun, one.name, one.of): (one.least, one.most) for one in tried.pays}
        for one in (*tried.price, *tried.effect):
            if one.noun not in self.hidden and not one.said and (one.by > 0 or one.noun in held):
                found[one.by < 0, one.noun, one.name, one.of] = (abs(one.by), abs(one.by))
        return found

    def _try(self, game: Game, number: int) -> tuple[Preview, Game]:
        """What an option does, and the position after it."""
        copy, before = game.copy(), game.state
        state = copy.state = Watched(copy.state, game.machine.hidden[self.seat], self._offered)
        state.log = []
        try:
            copy.step(number)
        except (RulewrightError, IndexError):
            if state.certain is None:
                return UNKNOWN, copy
        after, decision = state.certain or state, copy.decision if state.certain is None else None
        cards = [option.card for option in decision.options] if decision is not None else []
        if game.secrets.shown(before, after, cards, self.seat, self._offered):
            return UNKNOWN, copy
        found = changes(copy, before, after, self.seat, self.lang)
        own = [amount for amount in found.amounts if amount.seat == self.seat]
        others = [amount for amount in found.amounts if amount.seat not in (self.seat, NOBODY)]
        again = decision if decision is not None and decision.seat == self.seat else None
        paying = game.program.decisions[before.stack[-1][0]].kind == "pay"
        moves = () if state.drawn is None else (drawn(copy, *state.drawn, self.seat, self.lang),)
        return Preview(
            price=tuple(amount for amount in own if amount.by < 0 and not amount.said),
            effect=tuple(amount for amount in own if amount.by > 0 or amount.said),
            others=tuple(others),
            moves=(*found.moves, *moves),
            then=self._next(again, paying) if again is not None else "",
            options=tuple(again.options) if again is not None else (),
            unsure=state.certain is not None,
            ends=state.certain is None and decision is None,
            pays=() if paying else tuple(self._pays(copy, after, again)),
            chance=self._chance(game, state.certain) if state.certain is not None else "",
            turn=decision.seat if decision is not None and again is None else None,
        ), copy

    def _chance(self, game: Game, certain: State) -> str:
        """By what chance or hidden cards decide: the innermost card that is carried out, or sentence of a rule.

        A card that the seat does not see is not told.
        """
        program, hidden = game.program, game.machine.hidden[self.seat]
        for frame in reversed(certain.stack[1:]):
            path: tuple[Any, ...] = program.written[frame[0]] if frame[0] < len(program.written) else ()
            if path[:1] == ("components",):
                name = str(path[1])
                cards = [number for number, one in enumerate(program.layout.cards) if one.component == name]
                seen = all(game.state.where[number] not in hidden for number in cards)
                return game.labels.component(name, self.lang) if seen else ""
            if path and (sentence := sentence_at(program.ruleset, path, self.lang)):
                return sentence.rstrip(".")
        return ""

    def _next(self, asked: Decision, paying: bool) -> str:
        """What is asked next; where only ways are offered, these. While somebody pays, that they go on is not told."""
        options, decision = asked.options, self.game.program.decisions[asked.block]
        if paying and decision.kind == "pay":
            return ""
        if decision.kind == "menu" and decision.titles != STOP_OR_GO and len(options) <= MENU:
            return " / ".join(option.text(self.lang) for option in options)
        return asked.prompt(self.lang)

    def _pays(self, game: Game, after: State, asked: Decision | None) -> Iterator[Span]:
        """What a trial has paid with cards, and what it must pay next."""
        program = game.program
        found: dict[str, tuple[int, int | None]] = {}
        for seat, block, value, prompt in after.log or ():
            paying = seat == self.seat and isinstance(block, int) and program.decisions[block].kind == "pay"
            if paying and value != -1 and value[0] != 1:
                noun = program.pay_nouns[prompt]
                found[noun] = _sum(found.get(noun, (0, 0)), (value[3], value[3]))
        if asked is not None and program.decisions[asked.block].kind == "pay":
            _, _, _, least, most, paid, _, prompt, *_ = after.stack[-1]
            owed = (max(0, least - paid), None if most >= HUGE else most - paid)
            noun = program.pay_nouns[prompt]
            found[noun] = _sum(found.get(noun, (0, 0)), owed)
        for noun, span in found.items():
            yield Span(noun, named(game, noun, "", self.lang), "", *span)


def alike(previews: Sequence[Preview]) -> frozenset[str]:
    """The numbers that every option changes by the same, of those that tell something; none of fewer than three."""
    told = [one for one in previews if not one.open]
    each = [{(amount.noun, amount.of, amount.by) for amount in (*one.price, *one.effect)} for one in told]
    return frozenset(noun for noun, _, _ in set.intersection(*each)) if len(each) > 2 else frozenset()


def usual(previews: Sequence[Preview]) -> frozenset[str]:
    """The numbers that most options change by the same, of those that tell something; none of fewer than three."""
    told = [one for one in previews if not one.open]
    found = Counter((amount.noun, amount.of, amount.by) for one in told for amount in {*one.price, *one.effect})
    return frozenset(noun for (noun, _, _), count in found.items() if count > 2 and 2 * count > len(told))


def _sum(one: tuple[int, int | None], other: tuple[int, int | None]) -> tuple[int, int | None]:
    return one[0] + other[0], None if one[1] is None or other[1] is None else one[1] + other[1]


def _union(spans: Sequence[tuple[int, int | None]]) -> tuple[int, int | None]:
    """From the least to the most of some spans."""
    mosts = [most for _, most in spans if most is not None]
    return min(least for least, _ in spans), max(mosts) if len(mosts) == len(spans) else None


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
