"""Tallies hold what they are sums of, wherever pieces go; lists pick out the places where something lies."""

from __future__ import annotations

import random

import pytest
from playouts.invariants import Invariants

import rulewright as rw
from rulewright.compiler.simplify import conjuncts, narrowed
from rulewright.compiler.tallies import Tallies


@pytest.mark.parametrize(("ruleset", "players"), [("age_of_innovation", 4), ("mythotopia", 3), ("civ_new_dawn", 2)])
def test_tallies_stay_right(ruleset: str, players: int) -> None:
    rules = rw.load(ruleset)
    game = rules.new_game(players, 5)
    chance = random.Random(5)
    for _ in range(250):
        if not game.values:
            break
        state = game.state
        assert state.tallies == game.program.tallies.of(state.n)
        game.step(int(chance.random() * len(game.values)))


def test_pieces_are_counted_together_by_place() -> None:
    game = rw.load("age_of_innovation").new_game(4, 1)
    tallies = game.program.tallies
    assert len(tallies.made) > 1
    at = next(at for at, cells in enumerate(tallies.made) if len(cells) > 1)
    numbers = list(game.state.n)
    before = tallies.of(numbers)[at]
    for cell in tallies.made[at]:
        numbers[cell] += 1
    assert tallies.of(numbers)[at] == before + len(tallies.made[at])
    assert all(at in dict(tallies.fed[cell]) for cell in tallies.made[at])


def test_a_soak_finds_one_that_is_wrong() -> None:
    game = rw.load("age_of_innovation").new_game(4, 1)
    watched = Invariants(game)
    assert not list(watched.broken())
    game.state.tallies[1] += 1
    assert any("tally" in what for what in watched.broken())


@pytest.mark.parametrize(
    ("condition", "parts"),
    [
        ("(a and (b and c))", ["a", "b", "c"]),
        ("((a) > 0) and not (b and c)", ["(a) > 0", "not (b and c)"]),
        ("(a) and (b)", ["a", "b"]),
        ("a or b and c", ["a or b and c"]),
        ("f(a and b)", ["f(a and b)"]),
        ("a if b and c else d", ["a if b and c else d"]),
    ],
)
def test_a_condition_falls_into_what_must_all_be_true(condition: str, parts: list[str]) -> None:
    assert conjuncts(condition) == parts


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "[x for x in K_field if ((n[I_mark[you][x]]) > 0) and old(s, x)]",
            "[x for x in compress(K_field, n[CUT_I_mark_AT_field[you]]) if (old(s, x))]",
        ),
        ("any(old(s, y) for y in K_field if n[I_mark[0][y]] > 0)", None),  # it goes through others
        ("[x for x in K_field if n[I_mark[x][x]] > 0]", None),  # whose it is depends on where it is
        ("[x for x in K_field if n[I_mark[you][x]] > 0 or old(s, x)]", None),
        ("[x for x in K_apart if n[I_mark[you][x]] > 0]", None),  # their numbers do not stand side by side
    ],
)
def test_places_where_something_lies_are_picked_out_at_once(line: str, told: str | None) -> None:
    names = {"I_mark": ((0, 5, 6, 7, 9), (0, 15, 16, 17, 19)), "K_field": (1, 2, 3), "K_apart": (2, 4)}
    assert narrowed(line, Tallies(names)) == (told or line)
