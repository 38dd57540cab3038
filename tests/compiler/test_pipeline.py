"""Each pass can be left out, and games stay the same; what comes out in the end is of the closed set of shapes."""

from __future__ import annotations

import ast
import linecache
import random
import traceback
from functools import cache

import loaded
import pytest
from sample import sample

import rulewright as rw
from rulewright.compiler.ir import quote, source
from rulewright.compiler.ir.statements import Body
from rulewright.compiler.passes.lookahead import lookahead
from rulewright.compiler.pipeline import PASSES, compile_ruleset
from rulewright.compiler.program import Program
from rulewright.runtime import programs
from rulewright.runtime.game import Game

CONJURERS = "tests/games/conjurers"


GAMES = {"mythotopia": (2, 60), CONJURERS: (3, 80)}
"""How many play, and how many choices are compared."""

Position = tuple[list[str], int]


def played(name: str, program: Program) -> list[Position]:
    """What is offered and what lies where at each decision of a game.

    Not the hash of the state: blocks that are not threaded return to other labels.
    """
    players, choices = GAMES[name]
    game = Game.new(loaded.rules(name), program, 11, True)
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


@cache
def whole(name: str) -> list[Position]:
    """A game of the program that all passes have made."""
    return played(name, loaded.rules(name).program(GAMES[name][0]))


EACH = [(name,) for name in PASSES]
LEFT_OUT = [("mythotopia", names) for names in (*EACH, PASSES)]
LEFT_OUT += [(CONJURERS, names) for names in sample(few=[PASSES], all=[*EACH, PASSES])]


@pytest.mark.parametrize(("name", "without"), LEFT_OUT, ids=lambda of: of if isinstance(of, str) else "_".join(of)[:20])
def test_a_pass_left_out_changes_no_game(name: str, without: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, players = loaded.ruleset(name), GAMES[name][0]
    usual = loaded.rules(name).program(players)  # as it is kept for all
    monkeypatch.setattr(lookahead, "MOST", 2)  # fewer probes: compiling takes half as long
    options = {option.id: option.default for option in ruleset.options.values()}
    less = programs.link(compile_ruleset(ruleset, players, options, without=without))
    less.labels = usual.labels
    assert played(name, less) == whole(name)
    if name == "mythotopia":  # each pass does something there
        assert (less.text, less.decided, less.sure) != (usual.text, usual.decided, usual.sure)


def test_leaving_out_what_is_no_pass_is_refused() -> None:
    with pytest.raises(ValueError, match="speed"):
        compile_ruleset(rw.load("tic_tac_toe").ruleset, 2, {}, without=("speed",))


def body_of(lines: list[str]) -> Body:
    """The statements that lines say, read as a template without holes. Whole programs are not kept as templates are."""
    template = "\n".join(lines).replace("{", "{{").replace("}", "}}")
    body: Body = quote._statements.__wrapped__(template)(())
    return body


@pytest.mark.parametrize("ruleset", ["tic_tac_toe", "mythotopia", "age_of_innovation", "monumental", "civ_new_dawn"])
def test_generated_source_is_of_the_closed_set_of_shapes(ruleset: str) -> None:
    """Python's own parser reads back what was printed, and nothing else is in it than the nodes can say."""
    text = rw.load(ruleset).program(min(rw.load(ruleset).players)).text
    lines = text.splitlines()
    for tree in ast.parse(text).body:
        if isinstance(tree, ast.FunctionDef):
            read = body_of(lines[tree.lineno : tree.end_lineno])  # raises at any other shape
            again = source.lines(read)
            assert again == lines[tree.lineno : tree.end_lineno] or body_of(again) == read
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
