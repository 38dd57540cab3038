"""Each pass can be left out, and games stay the same; what comes out in the end is of the closed set of shapes."""

from __future__ import annotations

import ast
import linecache
import random
import traceback
from collections.abc import Collection

import pytest

import rulewright as rw
from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Body
from rulewright.compiler.pipeline import PASSES, compile_ruleset
from rulewright.runtime import programs

CONJURERS = "tests/games/conjurers"


def played(rules: rw.Ruleset, players: int, choices: int, without: Collection[str]) -> list[tuple[list[str], int]]:
    """What is offered and what lies where at each decision of a game whose program lacks some passes.

    Not the hash of the state: blocks that are not threaded return to other labels.
    """
    options = {option.id: option.default for option in rules.ruleset.options.values()}
    program = programs.link(compile_ruleset(rules.ruleset, players, options, without=without))
    program.labels = rules.program(players).labels
    rules._programs[players, repr(sorted({**rules.options}.items())), False] = program
    game = rules.new_game(players, seed=11)
    assert game.program is program
    chance = random.Random(11)
    found = []
    for _ in range(choices):
        if game.decision is None:
            break
        ids = [option.id for option in game.decision.options]
        s = game.state
        found.append((ids, hash((tuple(s.n), tuple(s.where), tuple(map(tuple, s.zones)), s.over, s.winner))))
        game.choose(chance.choice(ids))
    return found


@pytest.fixture(scope="module")
def whole() -> dict[str, list[tuple[list[str], int]]]:
    return {"mythotopia": played(rw.load("mythotopia"), 2, 60, ()), CONJURERS: played(rw.load(CONJURERS), 3, 80, ())}


@pytest.mark.parametrize("without", [*((name,) for name in PASSES), PASSES], ids=lambda names: "_".join(names)[:20])
@pytest.mark.parametrize(("ruleset", "players", "choices"), [("mythotopia", 2, 60), (CONJURERS, 3, 80)])
def test_a_pass_left_out_changes_no_game(
    whole: dict[str, list[tuple[list[str], int]]],
    ruleset: str,
    players: int,
    choices: int,
    without: tuple[str, ...],
) -> None:
    assert played(rw.load(ruleset), players, choices, without) == whole[ruleset]


def test_leaving_out_what_is_no_pass_is_refused() -> None:
    with pytest.raises(ValueError, match="speed"):
        compile_ruleset(rw.load("tic_tac_toe").ruleset, 2, {}, without=("speed",))


def test_each_pass_does_something() -> None:
    """Without any one of them, another program comes out, of one ruleset at least; small ones are asked first."""
    idle = set(PASSES)
    for name in (CONJURERS, "tests/games/salt_roads", "mythotopia"):
        ruleset = rw.load(name).ruleset
        players = min(ruleset.players)
        options = {option.id: option.default for option in ruleset.options.values()}
        whole = compile_ruleset(ruleset, players, options)
        for left_out in sorted(idle):
            less = compile_ruleset(ruleset, players, options, without=(left_out,))
            if (less.text, less.decided, less.sure) != (whole.text, whole.decided, whole.sure):
                idle.remove(left_out)
    assert not idle


def body_of(lines: list[str]) -> Body:
    """The statements that lines say, read as a template without holes."""
    return stmts("\n".join(lines).replace("{", "{{").replace("}", "}}"))


@pytest.mark.parametrize("ruleset", ["tic_tac_toe", "mythotopia", "age_of_innovation", "monumental", "civ_new_dawn"])
def test_generated_source_is_of_the_closed_set_of_shapes(ruleset: str) -> None:
    """Python's own parser reads back what was printed, and nothing else is in it than the nodes can say."""
    text = rw.load(ruleset).program(min(rw.load(ruleset).players)).text
    lines = text.splitlines()
    for tree in ast.parse(text).body:
        if isinstance(tree, ast.FunctionDef):
            read = body_of(lines[tree.lineno : tree.end_lineno])  # raises at any other shape
            assert body_of(source.lines(read)) == read
        else:
            assert isinstance(tree, ast.Assign), ast.unparse(tree)


def test_a_traceback_shows_the_generated_line() -> None:
    program = rw.load("tic_tac_toe").program(2)
    linecache.checkcache()
    try:
        program.blocks[next(iter(program.decisions))](None, None)
    except AttributeError as error:
        shown = "".join(traceback.format_exception(error))
    assert "n = s.n" in shown
    assert "(generated)" in shown
