"""Plays the engine and the reference side by side, from the same seed and choices, and tells where they disagree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules
from rulewright.runtime.view import contents
from tests.reference.game import Reference, Stuck
from tests.reference.meaning import Unclear
from tests.reference.world import NotCarried


@dataclass
class Findings:
    """What was compared and what differed."""

    positions: int = 0
    decisions: int = 0
    games: int = 0
    tried: int = 0
    disagreements: list[str] = field(default_factory=list)
    not_carried: Counter[str] = field(default_factory=Counter)


def compare(
    rules: Rules, wanted: int, *, players: list[int] | None = None, seed: int = 1, share: float = 0.1,
    options: Mapping[str, Any] | None = None, most_disagreements: int = 5,
) -> Findings:  # fmt: skip
    """Compare the options of some random positions, and what the choices on the way to them do.

    Args:
        wanted: how many positions are to be compared.
        share: of the decisions of a game, how many are compared; the others are only played.
    """
    found = Findings()
    numbers = players or list(rules.players)
    while found.positions < wanted and len(found.disagreements) < most_disagreements:
        number = numbers[found.games % len(numbers)]
        chance = random.Random(f"{seed} {found.games}")
        _play(rules, number, seed + found.games, chance, share, wanted, options, found)
        found.games += 1
        if sum(found.not_carried.values()) >= most_disagreements:
            break
    return found


def _play(
    rules: Rules, players: int, seed: int, chance: random.Random, share: float, wanted: int,
    options: Mapping[str, Any] | None, found: Findings,
) -> None:  # fmt: skip
    """One game, until it ends, enough was compared, or the two go apart."""
    game = rules.new_game(players, seed=seed, options=options)
    told = f"{rules.id}, {players} players, seed {seed}"
    twin = None
    try:
        twin = Reference(rules.ruleset, players, seed, {**rules.options, **(options or {})})
        while found.positions < wanted:
            where = f"{told}, after {len(game.journal)} choices"
            if (game.decision is None) != (twin.question is None):
                over = "the engine" if game.decision is None else "the reference"
                found.disagreements.append(f"{where}: only for {over} the game is over")
                return
            compared = chance.random() < share
            different = list(differences(game, twin, compared))
            if different:
                found.disagreements.append(f"{where}: " + "; ".join(different[:6]) + f" (last: {game.journal[-3:]})")
                return
            if game.decision is None:
                return
            found.decisions += 1
            ours = [option.id for option in game.decision.options]
            if compared and game.decision is not None:
                theirs = [told_ for told_, _ in twin.options()]
                found.positions += 1
                if Counter(ours) != Counter(theirs):
                    more, fewer = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
                    found.disagreements.append(
                        f"{where} ({game.decision.prompt()}): only the engine offers {sorted(more)}, "
                        f"only the reference {sorted(fewer)} (last: {game.journal[-3:]})"
                    )
                    return
            number = chance.randrange(len(ours))
            same = ours[:number].count(ours[number])
            if ours[number] not in [told_ for told_, _ in twin.question.options]:  # type: ignore[union-attr]
                found.disagreements.append(
                    f"{where}: the reference knows no option {ours[number]} (last: {game.journal[-3:]})"
                )
                return
            game.journal.append(ours[number])
            game.choose_number(number)
            twin.choose(ours[number], same)
    except (NotCarried, Unclear) as missing:
        found.not_carried[str(missing)[:300] or type(missing).__name__] += 1
    except Stuck as stuck:
        found.disagreements.append(f"{told}, after {len(game.journal)} choices: the reference is stuck: {stuck}")
    finally:
        found.tried += twin.tried if twin is not None else 0


def differences(game: Game, twin: Reference, all_numbers: bool) -> Iterator[str]:
    """Where the two positions differ, as far as the engine's can be read from outside.

    all_numbers: also those that are not kept but found anew from the position, which takes the reference long.
    """
    view, s, w = game.view(None), twin.state, twin.w
    if game.decision is not None and twin.question is not None and game.decision.seat != twin.question.seat:
        yield f"the engine asks seat {game.decision.seat}, the reference seat {twin.question.seat}"
    for zone in w.all_zones:
        ours, theirs = contents(game, zone.name, max(zone.number, 0)), [card.name for card in s.zones[zone]]
        if ours != theirs:
            yield f"{zone.name} of seat {zone.number}: {ours} or {theirs}"
    for seat, entry in enumerate(view["seats"]):
        for (noun, who), count in s.held.items():
            if who == seat and not twin.held_kinds(noun) and entry["numbers"].get(noun, 0) != count:
                yield f"{noun} of seat {seat}: {entry['numbers'].get(noun, 0)} or {count}"
        for noun, value in entry["numbers"].items():
            name, _, thing = noun.partition(".")
            if not all_numbers and not w.entry(name).get("kept"):
                continue
            if w.entry(name).get("type") == "number" and not thing and twin.number(s, name, [seat]) != value:
                yield f"{noun} of seat {seat}: {value} or {twin.number(s, name, [seat])}"
    yield from _different_pieces(view, twin)
    if game.decision is None and not game.state.over:
        yield "the engine has stopped without an end"


def _different_pieces(view: Mapping[str, Any], twin: Reference) -> Iterator[str]:
    s, w = twin.state, twin.w
    ours: Counter[tuple[str, int, str]] = Counter()
    theirs: Counter[tuple[str, int, str]] = Counter()
    for place in (*view["map"]["spaces"], *view["map"]["borders"]):
        for piece in place["pieces"]:
            owner = -1 if piece["owner"] is None else piece["owner"]
            ours[piece["piece"], owner, place["id"]] += piece["count"]
    for seat, entry in enumerate(view["seats"]):
        for piece, lying in entry["pieces"].items():
            for place, count in lying.items():
                if place in w.nouns and w.type_of(place) == "zone":
                    ours[piece, seat, place] += count
    for (kind, owner, place), count in s.pieces.items():
        if count and (place.type in ("space", "border") or (place.type == "zone" and place.number >= 0)):
            owner_told = place.number if place.type == "zone" else owner
            theirs[w.kind_id(kind), owner_told, place.name] += count
    for key in sorted({*ours, *theirs}):
        if ours[key] != theirs[key]:
            yield f"{key[0]} of seat {key[1]} at {key[2]}: {ours[key]} or {theirs[key]}"
