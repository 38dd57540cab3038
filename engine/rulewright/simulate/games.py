"""Play many games between bots on several processors. The results do not depend on their number."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from rulewright.play.bots.bot import Bot, mix
from rulewright.play.presentation.arrangement import arrangement
from rulewright.play.seats import seated
from rulewright.play.session import LIMIT
from rulewright.problems import RulewrightError, mistake, problem
from rulewright.ruleset.rulebook.rulebook import invariant_text
from rulewright.runtime.game import Game, Option
from rulewright.runtime.rules import Rules
from rulewright.simulate.idle import Idle

EVERY = 20
"""Choices after which scores and resources are noted again, in games played in detail."""


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went.

    `taken[seat]` counts the options that a seat took, by question and text; `held[seat]` are the components that lie in
    its zones at the end, `box` all that there are. `winners` holds several in a tie. `failure`
    is the error that broke the game off, if one did; `end` is empty then and when the game was given up. `made` are the
    choices of a game that broke what must always hold.

    Only of games played in detail, by seat: in how many decisions each option was `offered`, the choice of the game at
    which it was `first` taken, by how much the seat's score grew from then until it took something else (`points`),
    and how often each of the map's `places` was chosen. `curve` has rows of [choices so far, score of each seat …], and
    `stocks` of each resource a row beside each of these: [what each seat has …].

    Of every game but those of native programs: `unoffered` are the abilities of cards in the game that nobody was
    offered, `unfired` the texts that wait for something which never came.
    """

    index: int
    seed: int
    seats: list[str]
    end: str = ""
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    decisions: int = 0
    options: int = 0
    taken: list[dict[str, int]] = field(default_factory=list)
    held: list[list[str]] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    failure: str = ""
    made: list[str] = field(default_factory=list)
    offered: list[dict[str, int]] = field(default_factory=list)
    first: list[dict[str, int]] = field(default_factory=list)
    points: list[dict[str, int]] = field(default_factory=list)
    places: list[dict[str, int]] = field(default_factory=list)
    curve: list[list[int]] = field(default_factory=list)
    stocks: dict[str, list[list[int]]] = field(default_factory=dict)
    unoffered: list[str] | None = None
    unfired: list[str] | None = None

    def share(self, seat: int) -> float:
        """What a seat has of the win: all of it, a part where several win together, or nothing."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for a file."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: `load` makes the ruleset in each process, kinds are the seats of game 0.

    Seats rotate: in game i the kind of seat s is kinds[(s + i) % n], so that no kind keeps the seat that starts.
    Options and ends are told in `lang`. checked: whether what must always hold is tested; again: the words that play
    one of the games again, with `{seats}` and `{seed}` in them. detailed: whether what is offered is noted.
    """

    load: Callable[[], Rules]
    kinds: Sequence[str]
    seed: int
    limit: int = LIMIT
    lang: str = "en"
    checked: bool = False
    again: str = ""
    detailed: bool = False


def play_one(plan: Plan, ruleset: Rules, index: int) -> Played:
    """Play game number `index` of a plan."""
    players = len(plan.kinds)
    kinds = [plan.kinds[(seat + index) % players] for seat in range(players)]
    seed = mix(plan.seed, index) % 2**31
    bots = [bot for bot in seated(kinds, seed) if bot is not None]
    try:
        return _play(plan, ruleset, index, seed, kinds, bots)
    except RulewrightError as error:
        return Played(index, seed, kinds, failure=str(error))
    except Exception as error:
        return Played(index, seed, kinds, failure=str(RulewrightError(mistake(error))))


def _play(plan: Plan, ruleset: Rules, index: int, seed: int, kinds: list[str], bots: list[Bot]) -> Played:
    game = ruleset.new_game(len(kinds), seed, checked=plan.checked, log=plan.checked)
    made: list[str] = []
    detail = Detail(game, plan.lang) if plan.detailed else None
    idle = Idle(game, plan.lang)
    lines = 0
    taken: list[Counter[str]] = [Counter() for _ in range(game.seats)]
    names: dict[tuple[int, Any], str] = {}
    decisions = options = 0
    while (decision := game.decision) is not None and decisions < plan.limit:
        idle.note()
        number = bots[decision.seat].choose(game, decisions)
        decisions += 1
        options += len(decision.options)
        key = decision.block, game.values[number]
        if key not in names:
            names[key] = _described(decision.options[number], plan.lang)
        taken[decision.seat][names[key]] += 1
        if plan.checked:
            made.append(decision.options[number].id)
        if detail:
            detail.note(decision.seat, number, decisions - 1)
        game.choose_number(number)
        if plan.checked and (broken := game.broken(lines)):
            failure = _broken(plan, ruleset, broken, seed, kinds, decisions)
            return Played(index, seed, kinds, decisions=decisions, options=options, failure=failure, made=made)
        lines = len(game.state.log or ())
    counts = [dict(counter) for counter in taken]
    scores = list(game.scores)
    if game.decision is not None:
        return Played(index, seed, kinds, "", scores, [], decisions, options, counts)
    told = detail.told(decisions) if detail else {}
    if idle.known:
        told.update(unoffered=idle.unoffered(), unfired=idle.unfired())
    held = _held(game)
    box = sorted({card.component for card in game.program.layout.cards})
    winners = list(game.winners)
    end = game.end_reason or ""
    if plan.lang != "en":
        end = game.view(0, plan.lang).get("over") or end
    return Played(index, seed, kinds, end, scores, winners, decisions, options, counts, held, box, **told)


class Detail:
    """What is noted of a game that is played in detail."""

    def __init__(self, game: Game, lang: str) -> None:
        self._game = game
        self._lang = lang
        self._names: dict[tuple[int, Any], str] = {}
        self._offered: list[Counter[str]] = [Counter() for _ in range(game.seats)]
        self._first: list[dict[str, int]] = [{} for _ in range(game.seats)]
        self._points: list[Counter[str]] = [Counter() for _ in range(game.seats)]
        self._places: list[Counter[str]] = [Counter() for _ in range(game.seats)]
        self._curve: list[list[int]] = []
        hidden = arrangement(game.program.ruleset).hidden
        self._held = {
            game.labels.noun(noun, lang): first
            for noun, first in game.program.layout.held.items() if noun not in hidden
        }  # fmt: skip
        self._stocks: dict[str, list[list[int]]] = {name: [] for name in self._held}
        self._last: dict[int, str] = {}  # by seat, what it took last
        self._scores = list(game.scores)

    def note(self, seat: int, number: int, choice: int) -> None:
        """Note a choice that is about to be made: by whom, of which option, and the how-many-th it is, from 0."""
        game = self._game
        self._settle()
        if choice % EVERY == 0:
            self._follow(choice)
        block = game.state.stack[-1][0]
        names = [self._name(block, value, at) for at, value in enumerate(game.values)]
        self._offered[seat].update(set(names))
        self._first[seat].setdefault(names[number], choice)
        self._last[seat] = names[number]
        value = game.values[number]
        if game.program.decisions[block].kind == "space" and value in game.program.layout.spaces:
            self._places[seat][game.program.layout.names[value]] += 1

    def _follow(self, choice: int) -> None:
        """Note what all seats have."""
        self._curve.append([choice, *self._scores])
        numbers, seats = self._game.state.n, self._game.seats
        for name, first in self._held.items():
            self._stocks[name].append(list(numbers[first : first + seats]))

    def _settle(self) -> None:
        """Count what each seat has gained since the last choice for what the seat itself took last."""
        scores = list(self._game.scores)
        for seat, option in self._last.items():
            if gained := scores[seat] - self._scores[seat]:
                self._points[seat][option] += gained
        self._scores = scores

    def _name(self, block: int, value: Any, number: int) -> str:
        key = block, value
        if key not in self._names:
            decision = self._game.decision
            assert decision is not None
            self._names[key] = _described(decision.options[number], self._lang)
        return self._names[key]

    def told(self, choices: int) -> dict[str, Any]:
        """All of it, when the game is over."""
        self._settle()
        self._follow(choices)
        used = {name: rows for name, rows in self._stocks.items() if any(map(any, rows))}
        return {
            "offered": [dict(one) for one in self._offered], "first": self._first,
            "points": [dict(one) for one in self._points], "places": [dict(one) for one in self._places],
            "curve": self._curve, "stocks": used,
        }  # fmt: skip


def _broken(plan: Plan, ruleset: Rules, names: list[str], seed: int, kinds: list[str], choice: int) -> str:
    """What to say of a game that broke what must always hold."""
    again = plan.again.format(seats=",".join(kinds), seed=seed)
    found = (
        problem("RW0703", found=name, says=invariant_text(ruleset.ruleset, name), seed=seed, choice=choice, again=again)
        for name in names
    )
    return "; ".join(f"{item.code}: {item.message} {item.hint}" for item in found)


def _held(game: Game) -> list[list[str]]:
    """By seat, the components of the cards in its zones."""
    layout = game.program.layout
    held: list[set[str]] = [set() for _ in range(game.seats)]
    for card, zone in zip(layout.cards, game.state.where, strict=True):
        owner = layout.zone_owner[zone] if 0 <= zone < layout.zone_count else -1
        if owner >= 0:
            held[owner].add(card.component)
    return [sorted(components) for components in held]


def _described(option: Option, lang: str) -> str:
    """An option with the question that it answers, as the log has it."""
    question = option.labels.prompt(option.block, lang)
    return f"{question}: {option.text(lang)}" if question else option.text(lang)


def play_many(plan: Plan, count: int, jobs: int = 1, first: int = 0) -> Iterator[Played]:
    """Play the games from `first` up to `count` and yield them in order.

    With several jobs the games are played by processes of their own, which load the ruleset themselves.
    """
    if jobs == 1:
        ruleset = plan.load()
        yield from (play_one(plan, ruleset, index) for index in range(first, count))
        return
    context = multiprocessing.get_context("spawn")
    chunk = max(1, min(16, (count - first) // (jobs * 4)))
    with context.Pool(jobs, _start, (plan,)) as pool:
        yield from pool.imap(_work, range(first, count), chunk)


_plays: partial[Played]


def _start(plan: Plan) -> None:
    global _plays
    _plays = partial(play_one, plan, plan.load())


def _work(index: int) -> Played:
    return _plays(index)
