"""Random games that are looked at closely, one after another or in several processes."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import rulewright as rw
from playouts import age_of_innovation
from playouts.invariants import Invariants, saves
from rulewright.compiler.compiled import ALWAYS
from rulewright.ruleset.rulebook.rulebook import invariant_text
from rulewright.runtime.game import Game

LIMIT = 20_000
"""Decisions after which a game is left: random players may lose themselves where people would not."""

LEFT = "left without an end"

OF_GAMES = {"age_of_innovation": age_of_innovation.broken}
"""What must hold beside what holds for all games, by ruleset: (game, how often each option of a turn was taken)."""

SAVES = 500
"""One position of so many is saved and restored."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Games of one ruleset and number of players; game i begins with seed i and takes mix i of the options in turn.

    packs: what changes the ruleset.
    every: invariants are looked at after so many decisions, and at the end.
    leave: for a quick look, games are left after so many decisions.
    options: of every game; the mixes are of the others.
    """

    ruleset: str
    players: int
    every: int = 1
    leave: int = 0
    packs: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def rules(self) -> rw.Rules:
        """The ruleset with its packs."""
        return rw.load(self.ruleset, packs=self.packs)

    def game(self, rules: rw.Rules, seed: int) -> Game:
        """The game with this seed, at its first decision."""
        mixes = option_mixes(rules, dict(self.options))
        return rules.new_game(self.players, seed, mixes[seed % len(mixes)], checked=True)


@dataclass(slots=True)
class Tally:
    """What some games were like.

    Attributes:
        times: decisions by their time in steps of 10 µs.
        worst: the longest decision in seconds, and its game.
        asked: how often each decision of the program came.
        offered, taken: how often each option of a turn was there, and was taken.
        moved: cards that were seen in another zone than where they began.
        seen: how often the log tells of each deed and each card, block or act that was chosen: (what, of what).
    """

    games: int = 0
    decisions: int = 0
    options: int = 0
    seconds: float = 0.0
    scores: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    times: Counter[int] = field(default_factory=Counter)
    worst: tuple[float, int] = (0.0, -1)
    ends: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    moved: set[str] = field(default_factory=set)
    seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count other games too."""
        self.games += other.games
        self.decisions += other.decisions
        self.options += other.options
        self.seconds += other.seconds
        self.worst = max(self.worst, other.worst)
        self.scores += other.scores
        self.lengths += other.lengths
        self.failures += other.failures
        self.times += other.times
        self.ends += other.ends
        self.asked += other.asked
        self.offered += other.offered
        self.taken += other.taken
        self.moved |= other.moved
        self.seen += other.seen

    def percentile(self, share: float) -> float:
        """The time in seconds below which this share of the decisions lies."""
        rest = self.decisions * share
        for step in sorted(self.times):
            rest -= self.times[step]
            if rest <= 0:
                return (step + 1) * 1e-5
        return 0.0


def option_mixes(rules: rw.Rules, given: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """The options as given or by default, then each other value of each option that is not given, by itself."""
    given = given or {}
    mixes: list[dict[str, Any]] = [given]
    for option in rules.ruleset.options.values():
        if option.id in given:
            continue
        values = {"boolean": [False, True], "number": [option.minimum, option.maximum]}.get(option.type, option.values)
        mixes += [{**given, option.id: value} for value in values if value != option.default]
    return mixes


def play(plan: Plan, rules: rw.Rules, seed: int) -> Tally:
    """Play one game to its end and look at its positions."""
    tally = Tally(games=1)
    try:
        game = plan.game(rules, seed)
        tally.failures += _play(plan, game, random.Random(seed), tally)
    except (rw.RulewrightError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError) as error:
        words = str(error).strip().splitlines() or [""]
        tally.failures.append(f"{type(error).__name__} {words[0]}")
    name = f"{plan.ruleset}, {plan.players} players, seed {seed}, decision {tally.decisions}"
    tally.failures = [f"{name}: {what}" for what in tally.failures]
    tally.lengths.append(tally.decisions)
    tally.worst = (tally.worst[0], seed)
    return tally


def _play(plan: Plan, game: Game, chance: random.Random, tally: Tally) -> list[str]:
    """Play a game as long as nothing is wrong with it; what is."""
    watched = Invariants(game)
    more = OF_GAMES.get(plan.ruleset)
    labels, decisions = game.labels, game.program.decisions
    start = game.state.where[:]
    components = [card.component for card in game.program.layout.cards]
    clock = time.process_time
    lines = 0
    while values := game.values:
        if tally.decisions == (plan.leave or LIMIT):
            tally.ends[LEFT] += 1
            return []
        block = game.state.stack[-1][0]
        tally.asked[game.program.owner[block]] += 1
        tally.options += len(values)
        number = int(chance.random() * len(values))
        if decisions[block].kind in ("offer", "entry"):
            names = [labels.ids.option(block, value) for value in values]
            tally.offered.update(names)
            tally.taken[names[number]] += 1
        tally.decisions += 1
        begin = clock()
        game.step(number)
        took = clock() - begin
        tally.seconds += took
        tally.times[int(took * 1e5)] += 1
        tally.worst = max(tally.worst, (took, 0))
        if wrong := [*watched.beyond_limits(), *always_broken(game, lines)]:
            return wrong
        lines = len(game.state.log or ())
        if tally.decisions % plan.every == 0 or not game.values:
            if wrong := [*watched.broken(), *(more(game, tally.taken) if more else ())]:
                return wrong
            now = game.state.where
            tally.moved.update(components[card] for card, zone in enumerate(start) if now[card] != zone)
        if game.values and chance.randrange(SAVES) == 0 and not saves(game):
            return ["what was saved is not what is restored"]
    tally.scores = list(game.scores)
    tally.ends[str(game.end_reason)] += 1
    tally.seen.update(seen(game))
    return []


def always_broken(game: Game, since: int) -> Iterator[str]:
    """What of always.yaml does not hold, in words: in this position, or at an event of the log from a line on."""
    for name in game.broken(since):
        yield f"“{name}” does not hold: {invariant_text(game.program.ruleset, name)}"


def seen(game: Game) -> Iterator[tuple[str, str]]:
    """What the log of a game tells of, line by line: (what, of which card or act)."""
    labels, program = game.labels, game.program
    for _, block, value, _ in game.state.log or ():
        if isinstance(block, str) and block != ALWAYS:
            slots = program.verbs[block]
            cards = [labels.card(thing) for slot, thing in zip(slots, value, strict=True) if slot.type == "card"]
            yield block.replace("_", " "), ", ".join(cards)
        elif not isinstance(block, str) and (kind := program.decisions[block].kind) in ("card", "menu"):
            yield labels.prompt(block, "en") if kind == "card" else "choices", labels.option(block, value, "en")


def tellable(rules: rw.Rules) -> dict[str, set[str]]:
    """What logs can tell of: deeds and questions for cards, each with the cards that it is about."""
    found: dict[str, set[str]] = {}
    for players in rules.players:
        game = rules.new_game(players, 0)
        labels, program = game.labels, game.program
        nouns = ("card", *program.layout.nouns)
        names = {noun: {labels.card(card) for card in program.layout.cards_of(noun)} for noun in nouns}
        for verb, entry in program.ruleset.lexicon["verbs"].items():
            if entry.get("logged"):
                kinds = [slot.noun for slot in program.verbs[verb] if slot.type == "card"]
                found.setdefault(verb.replace("_", " "), set()).update(names[kinds[0]] if len(kinds) == 1 else ())
        for block, asking in program.decisions.items():
            if asking.kind == "card" and asking.noun:
                found.setdefault(labels.prompt(block, "en"), set()).update(names[asking.noun])
    return found


def play_many(plan: Plan, seeds: range, jobs: int) -> Iterator[Tally]:
    """Play the games with these seeds; processes load the ruleset themselves."""
    if jobs == 1:
        rules = plan.rules()
        yield from (play(plan, rules, seed) for seed in seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _begin, (plan,)) as pool:
        yield from pool.imap_unordered(_work, seeds, max(1, min(10, len(seeds) // (jobs * 4))))


_plan: Plan
_rules: rw.Rules


def _begin(plan: Plan) -> None:
    global _plan, _rules
    _plan, _rules = plan, plan.rules()


def _work(seed: int) -> Tally:
    return play(_plan, _rules, seed)
