"""The bot that searches: it plays well, the same for the same seed, and knows nothing that its seat does not see."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import loaded
import pytest

import rulewright
from rulewright.play.bots.bot import mix
from rulewright.play.bots.budget import Budget
from rulewright.play.bots.greedy import GreedyBot
from rulewright.play.bots.mcts import MctsBot, Search
from rulewright.play.seats import bot_of, is_kind
from rulewright.runtime.game import Game
from rulewright.runtime.sight import UNSEEN, Imagination, Sight, homes_seen, sight
from rulewright.simulate.games import Plan, play_many
from rulewright.simulate.statistics import summarize

GOOFSPIEL = str(Path(__file__).parents[1] / "games" / "goofspiel")


def later(name: str, choices: int, seed: int = 4) -> Game:
    """A game after so many choices, in a position where somebody chooses openly."""
    game, luck = loaded.rules(name).new_game(seed=seed, log=False), random.Random(seed)
    while choices > 0 or not sight(game, game.seat or 0).can_imagine:
        game.step(luck.randrange(len(game.legal)))
        choices -= 1
    return game


def mixed(game: Game, seen: Sight, seed: int) -> Game:
    """A copy in which the cards that a seat does not see lie elsewhere, and chance goes on otherwise."""
    copy, luck = game.copy(), random.Random(seed)
    state = copy.state
    hidden = [card for card, place in enumerate(seen.places) if place == UNSEEN]
    places = [state.where[card] for card in hidden]
    luck.shuffle(places)
    for card, place in zip(hidden, places, strict=True):
        state.where[card] = place
    for zone, cards in enumerate(seen.zones):
        if cards is None:
            lying = [card for card, place in enumerate(state.where) if place == zone]
            luck.shuffle(lying)
            state.zones[zone] = tuple(lying)
    state.seed(seed)
    copy.forget()
    return copy


@pytest.mark.parametrize("kind", ["greedy", "greedy-market", "mcts:12"])
@pytest.mark.parametrize(("name", "choices"), [("mythotopia", 30), ("civ_new_dawn", 154)])
def test_it_chooses_the_same_whatever_it_does_not_see(name: str, choices: int, kind: str) -> None:
    """After 154 choices of Civilization who looks ahead on exact copies chooses otherwise in the third position."""
    game = later(name, choices)
    seat = game.seat
    assert seat is not None
    seen = sight(game, seat)
    chosen = bot_of(kind, 7).choose(game, 30)
    for seed in (1, 2, 3, 4):
        other = mixed(game, seen, seed)
        assert other.hash() != game.hash()
        assert sight(other, seat) == seen
        assert bot_of(kind, 7).choose(other, 30) == chosen


def test_it_is_given_what_a_seat_knows_and_no_game() -> None:
    game = later("mythotopia", 20)
    seen = sight(game, game.seat or 0)
    text = seen.to_json()  # all of it is plain data
    assert json.loads(text)[0] == seen.seat
    chosen = MctsBot(7, Budget(10)).think(game.program, seen, 5)
    program, homes = game.program, homes_seen(game.program.layout, seen)
    del game
    assert Search(program, seen, homes, mix(7, 5)).run(Budget(10)) == chosen


@pytest.mark.parametrize("name", ["mythotopia", "monumental"])
def test_what_is_imagined_looks_as_what_is_seen(name: str) -> None:
    game = later(name, 25)
    seat = game.seat
    assert seat is not None
    seen = sight(game, seat)
    imagination = Imagination(game.program, seen, homes_seen(game.program.layout, seen))
    hashes = set()
    for luck in range(4):
        imagined = imagination.game(luck)
        assert sight(imagined, seat) == seen
        assert imagined.state.rng != game.state.rng
        assert sorted(imagined.state.where) == sorted(game.state.where)
        hashes.add(imagined.hash())
        assert imagination.game(luck).hash() == imagined.hash()
    assert len(hashes) == 4


def test_a_choice_in_secret_knows_no_other_choice() -> None:
    """In Goofspiel all bid in secret: what stands in the frames of the rules is not told."""
    game = loaded.rules(GOOFSPIEL).new_game(2, 3, log=False)
    game.step(0)
    seen = sight(game, game.seat or 0)
    other = loaded.rules(GOOFSPIEL).new_game(2, 3, log=False)
    other.step(1)
    assert game.hash() != other.hash() and not seen.can_imagine and sight(other, other.seat or 0) == seen
    assert MctsBot(1).choose(game, 1) == MctsBot(1).choose(other, 1)
    assert GreedyBot(1).choose(game, 1) == GreedyBot(1).choose(other, 1)


def test_it_wins_against_chance_and_is_the_same_everywhere() -> None:
    plan = Plan(partial(rulewright.load, "tic_tac_toe"), ["mcts:60", "random"], seed=3)
    games = list(play_many(plan, 16))
    assert list(play_many(plan, 16)) == games
    wins = {group.name: group.wins for group in summarize(games).kinds}
    assert wins["mcts:60"] >= 13


def test_budgets() -> None:
    assert Budget.of("200") == Budget(200) and Budget.of("0.5s").seconds == 0.5 and Budget.of("") == Budget()
    assert all(map(is_kind, ("human", "random", "greedy", "mcts", "mcts:1", "mcts:0.5s")))
    refused = ("mcts:", "mcts:0", "mcts:x", "mcts:-1s", "mcts:nans", "mcts:infs", "greedy:3", "mcts:²", "oracle", "")
    assert not any(map(is_kind, refused))
    game = loaded.rules("tic_tac_toe").new_game(seed=1)
    assert bot_of("mcts:0.01s", 1).choose(game, 0) in game.legal


def test_a_budget_of_playouts_is_kept_and_goes_to_what_looks_good() -> None:
    game = loaded.rules("tic_tac_toe").new_game(seed=1, log=False)
    search = Search(game.program, sight(game, 0), {}, 5)
    best = search.run(Budget(157))
    visits = [search.below(number).visits for number in game.legal]  # type: ignore[union-attr]
    assert sum(visits) == search.root.visits == 157
    assert min(visits) >= 3 and visits[best] == max(visits) > 2 * min(visits)
    few = Search(game.program, sight(game, 0), {}, 5)
    few.run(Budget(4))
    assert few.root.visits == 4


def test_a_seat_that_chooses_again_begins_with_what_it_knows() -> None:
    game = later("mythotopia", 30)
    bot = MctsBot(7, Budget(40))
    for turn in range(30, 60):
        seat = game.seat
        assert seat is not None
        number = bot.choose(game, turn)
        known = bot._below[1]
        assert known is not None and known.visits
        game.step(number)
        if game.seat == seat and sight(game, seat).can_imagine:
            break
    before = known.visits
    bot.choose(game, turn + 1)
    assert known.visits > before  # it went on with the same part of its tree
    before = known.visits
    MctsBot(7, Budget(40)).choose(game, turn + 1)
    bot.choose(game, turn + 9)
    assert known.visits == before
