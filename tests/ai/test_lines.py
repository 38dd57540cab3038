"""`rulewright engine`: every line is answered, whatever it holds, and a client in another language plays by it."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.ai import lines
from rulewright.ai.lines import Engine, serve

COMMAND = [sys.executable, "-c", "from rulewright.cli import main; main()", "engine"]
CLIENT = Path(__file__).parent / "client.mjs"


def ask(engine: Engine, **request: Any) -> Any:
    answer = json.loads(engine.answer(json.dumps({"id": 1, **request})))
    assert answer["id"] == 1
    return answer.get("ok", answer.get("error"))


def played(seed: int) -> Any:
    """The game that the client plays, played here."""
    game = rulewright.load("tic_tac_toe").new_game(seed=seed)
    luck = seed
    while game.decision is not None:
        luck = luck * 48271 % 2147483647
        game.choose_number(luck % len(game.decision.options))
    return game


def test_a_game_is_played_by_lines() -> None:
    engine = Engine()
    position = ask(engine, do="new", game="tic_tac_toe", players=2, seed=5)
    number, luck = position["game"], 5
    while position["seat"] is not None:
        luck = luck * 48271 % 2147483647
        position = ask(engine, do="choose", game=number, option=position["options"][luck % len(position["options"])])
    game = played(5)
    assert position["winners"] == game.winners and position["over"] == game.end_reason
    assert ask(engine, do="hash", game=number) == {"hash": game.hash()}
    assert ask(engine, do="end", game=number) == {}
    assert ask(engine, do="hash", game=number)["code"] == "RW0853"


def test_everything_can_be_asked_for() -> None:
    engine = Engine()
    hello = ask(engine, do="hello")
    assert hello["protocol"] == lines.PROTOCOL and "tic_tac_toe" in hello["games"]
    number = ask(engine, do="new", game="tic_tac_toe")["game"]
    copy = ask(engine, do="copy", game=number)["game"]
    actions = ask(engine, do="actions", game=number)
    assert ask(engine, do="choose", game=number, action=actions["offered"][4])["seat"] == 1
    assert len(ask(engine, do="position", game=copy)["options"]) == 9  # the copy stays as it was
    assert ask(engine, do="options", game=copy, lang="hu")["options"][0].keys() == {"id", "text"}
    fields, numbers = ask(engine, do="fields", game=number), ask(engine, do="observe", game=number, seat=1)
    assert len(fields) == len(numbers)
    assert ask(engine, do="view", game=number, seat=0)["over"] is None
    asked = {"hello", "new", "copy", "actions", "choose", "position", "options", "fields", "observe", "view"}
    assert set(hello["does"]) == asked | {"end", "hash"}  # the other test asks for those


HOSTILE = [
    ("", "RW0850"), ("{", "RW0850"), ("[1]", "RW0850"), ("null", "RW0850"), ("[" * 100_000, "RW0850"),
    ("1" * 5_000, "RW0850"), ('{"id": [1]}', "RW0852"), ("{}", "RW0851"), ('{"do": 1}', "RW0851"),
    ('{"do": "_new"}', "RW0851"), ('{"do": "new"}', "RW0852"), ('{"do": "new", "game": 3}', "RW0852"),
    ('{"do": "new", "game": "no_such_game"}', "RW0220"), ('{"do": "new", "game": "a\\u0000b"}', "RW0852"),
    ('{"do": "new", "game": "tic_tac_toe", "players": 77}', "RW0712"),
    ('{"do": "new", "game": "tic_tac_toe", "players": "2"}', "RW0852"),
    ('{"do": "new", "game": "tic_tac_toe", "seed": -1}', "RW0852"),
    ('{"do": "new", "game": "tic_tac_toe", "seed": true}', "RW0852"),
    ('{"do": "new", "game": "tic_tac_toe", "options": {"x": 1}}', "RW0710"),
    ('{"do": "new", "game": "tic_tac_toe", "options": [1]}', "RW0852"),
    ('{"do": "new", "game": "tic_tac_toe", "packs": ["no_such_pack"]}', "RW0901"),
    ('{"do": "new", "game": "tic_tac_toe", "packs": [1]}', "RW0852"),
    ('{"do": "view", "game": 99}', "RW0853"), ('{"do": "view", "game": 1, "seat": 2}', "RW0852"),
    ('{"do": "view", "game": 1, "seat": -1}', "RW0852"), ('{"do": "view", "game": 1, "seat": 0, "lang": 1}', "RW0852"),
    ('{"do": "view", "game": 1, "seat": 0, "lang": "xx"}', "RW0246"), ('{"do": "choose", "game": 1}', "RW0852"),
    ('{"do": "choose", "game": 1, "option": "z9"}', "RW0720"), ('{"do": "choose", "game": 1, "action": 99}', "RW0863"),
    ('{"do": "choose", "game": 1, "option": "a1", "action": 0}', "RW0852"), ("x" * 1_000_001, "RW0855"),
]  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "hu", "es"])
def test_whatever_comes_in_is_answered_with_a_code(lang: str) -> None:
    engine = Engine(lang)
    ask(engine, do="new", game="tic_tac_toe")
    before = ask(engine, do="hash", game=1)
    for line, code in HOSTILE:
        error = json.loads(engine.answer(line))["error"]
        assert (error["code"], line[:80]) == (code, line[:80])
        assert error["message"] and "Traceback" not in error["message"]
    assert ask(engine, do="hash", game=1) == before


def test_no_more_games_are_held_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_GAMES", 2)
    engine = Engine()
    ask(engine, do="new", game="tic_tac_toe")
    ask(engine, do="copy", game=1)
    assert ask(engine, do="copy", game=1)["code"] == "RW0854"
    ask(engine, do="end", game=2)
    assert ask(engine, do="copy", game=1)["game"] == 3


def test_a_line_that_is_too_long_is_one_error_and_the_next_is_read() -> None:
    answers = io.StringIO()
    serve(io.StringIO("x" * 3_500_000 + '\n\n{"do": "hello"}\n{"do": "hello"}'), answers)
    found = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [one.get("error", {}).get("code") for one in found] == ["RW0855", None, None]


def test_what_is_no_text_is_answered_too() -> None:
    done = subprocess.run(COMMAND, input=b'\xff\xfe\n{"do": "hello", "id": 2}\n', capture_output=True, timeout=600)
    first, second = map(json.loads, done.stdout.decode().splitlines())
    assert (first["error"]["code"], second["id"], done.returncode, done.stderr) == ("RW0850", 2, 0, b"")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_client_in_another_language_plays() -> None:
    command = ["node", str(CLIENT), "tic_tac_toe", "5", *COMMAND]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    found, game = json.loads(done.stdout), played(5)
    assert (found["winners"], found["over"], found["scores"]) == (game.winners, game.end_reason, game.scores)
    assert found["wrong"].startswith("RW0720: ")
