"""Games for programs in other languages: one JSON object a line in, one out. `docs/engine.md` says what each holds.

Whatever comes in, each line is answered: with `ok`, or with `error`, which holds a code of the catalogue of problems.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import IO, Any

from rulewright.ai.playing import Table
from rulewright.language.interface import told
from rulewright.problems import Problem, RulewrightError, mistake, problem
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules, load
from rulewright.runtime.sight import sight
from rulewright.version import __version__

PROTOCOL = 1
LONGEST = 1_000_000
"""Signs of a line, at most."""
MOST_GAMES = 10_000
"""Games that are held at one time, at most."""
MOST_RULES = 100
"""Rulesets that are held at one time, at most."""

Request = dict[str, Any]


class Engine:
    """Holds games under numbers and answers requests about them.

    Args:
        lang: of the messages of problems.
    """

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang
        self.games: dict[int, tuple[Table, Game]] = {}
        self._rules: dict[str, Table] = {}
        self._next = 1
        self._does: dict[str, Callable[[Request], Any]] = {
            "hello": self._hello, "new": self._new, "copy": self._copy, "end": self._end,
            "position": self._position, "options": self._options, "choose": self._choose, "view": self._view,
            "actions": self._actions, "fields": self._fields, "observe": self._observe, "hash": self._hash,
        }  # fmt: skip

    def answer(self, line: str) -> str:
        """The answer to one line, as one line without its end."""
        number: Any = None
        try:
            request = _read(line)
            number = request.get("id")
            if not isinstance(number, int | str | None):
                number = None
                raise _wrong("id", "a whole number or a text")
            found = {"id": number, "ok": self._carry_out(request)}
            return json.dumps(found, ensure_ascii=False, allow_nan=False)
        except RulewrightError as error:
            return self._failed(number, error.problems)
        except Exception as error:  # whatever it is, who asked is told
            return self._failed(number, (mistake(error),))

    def _failed(self, number: Any, problems: tuple[Problem, ...] | list[Problem]) -> str:
        found = [told(item, self.lang) for item in problems]
        first = {"code": found[0].code, "message": found[0].message, "hint": found[0].hint}
        more = [{"code": item.code, "message": item.message} for item in found[1:10]]
        return json.dumps({"id": number, "error": {**first, **({"more": more} if more else {})}}, ensure_ascii=False)

    def _carry_out(self, request: Request) -> Any:
        what = request.get("do")
        if not isinstance(what, str) or what not in self._does:
            raise RulewrightError(problem("RW0851", found=_short(what), expected=list(self._does)))
        return self._does[what](request)

    # ------------------------------------------------------------ what can be asked for

    def _hello(self, request: Request) -> Any:
        return {
            "name": "rulewright", "version": __version__, "protocol": PROTOCOL, "does": list(self._does),
            "games": sorted(shipped_rulesets()),
        }  # fmt: skip

    def _new(self, request: Request) -> Any:
        table = self._table(request)
        seed = _whole(request, "seed", 0)
        return self._held(table, table.rules.new_game(table.players, seed, log=False))

    def _table(self, request: Request) -> Table:
        """The ruleset that is asked for, read once."""
        name = _text(request, "game")
        players = None if request.get("players") is None else _whole(request, "players", 0)
        options, packs = request.get("options") or {}, request.get("packs") or []
        if not isinstance(options, dict):
            raise _wrong("options", "an object")
        if not isinstance(packs, list) or not all(isinstance(pack, str) for pack in packs):
            raise _wrong("packs", "a list of texts")
        key = json.dumps([name, players, options, packs], sort_keys=True)
        if key not in self._rules:
            rules: Rules = load(name, options, packs)
            if players is not None and players not in rules.players:
                expected = [str(number) for number in rules.players]
                raise RulewrightError(problem("RW0712", game=rules.title, found=str(players), expected=expected))
            if len(self._rules) >= MOST_RULES:
                self._rules.pop(next(iter(self._rules)))
            self._rules[key] = Table(rules, players)
        return self._rules[key]

    def _held(self, table: Table, game: Game) -> Any:
        if len(self.games) >= MOST_GAMES:
            raise RulewrightError(problem("RW0854", limit=MOST_GAMES))
        number, self._next = self._next, self._next + 1
        self.games[number] = table, game
        return {"game": number, **_position(game)}

    def _copy(self, request: Request) -> Any:
        table, game = self._game(request)
        return self._held(table, game.copy())

    def _end(self, request: Request) -> Any:
        self._game(request)
        del self.games[request["game"]]
        return {}

    def _position(self, request: Request) -> Any:
        return _position(self._game(request)[1])

    def _options(self, request: Request) -> Any:
        game, lang = self._game(request)[1], self._language(request)
        decision = game.decision
        if decision is None:
            return {"prompt": None, "options": []}
        options = [{"id": option.id, "text": option.text(lang)} for option in decision.options]
        return {"prompt": decision.prompt(lang), "options": options}

    def _choose(self, request: Request) -> Any:
        table, game = self._game(request)
        if ("option" in request) == ("action" in request):
            raise _wrong("option", "the id of an option; or else `action`, a number")
        if "option" in request:
            game.choose_number(game.number(_text(request, "option")))
            return _position(game)
        action = _whole(request, "action", 0)
        offered = table.actions.numbers(game) if game.values else []
        if action not in offered:
            raise RulewrightError(problem("RW0863", found=str(action), offered=", ".join(map(str, sorted(offered)))))
        game.choose_number(offered.index(action))
        return _position(game)

    def _view(self, request: Request) -> Any:
        game = self._game(request)[1]
        return game.view(self._seat(request, game), self._language(request))

    def _actions(self, request: Request) -> Any:
        table, game = self._game(request)
        numbers = table.actions.numbers(game) if game.values else []
        return {"ids": table.actions.ids, "spare": table.actions.spare, "offered": numbers}

    def _fields(self, request: Request) -> Any:
        return self._game(request)[0].observations.table()

    def _observe(self, request: Request) -> Any:
        table, game = self._game(request)
        return table.observations.vector(sight(game, self._seat(request, game)))

    def _hash(self, request: Request) -> Any:
        return {"hash": self._game(request)[1].hash()}

    # ------------------------------------------------------------ what requests name

    def _game(self, request: Request) -> tuple[Table, Game]:
        number = _whole(request, "game", 0)
        if number not in self.games:
            raise RulewrightError(problem("RW0853", found=str(number)))
        return self.games[number]

    def _seat(self, request: Request, game: Game) -> int:
        seat = _whole(request, "seat", 0)
        if seat >= game.seats:
            raise _wrong("seat", f"a number from 0 to {game.seats - 1}")
        return seat

    def _language(self, request: Request) -> str:
        lang = request.get("lang", "en")
        if not isinstance(lang, str):
            raise _wrong("lang", "a text")
        self._game(request)[1].rules.language(lang)
        return lang


def _position(game: Game) -> dict[str, Any]:
    """Who is to choose and what; at the end, how it went."""
    if not game.values:
        return {
            "seat": None, "options": [], "over": game.end_reason or "", "scores": game.scores, "winners": game.winners,
        }  # fmt: skip
    ids = game.labels.ids.all(game.state.stack[-1][0], game.values)
    return {"seat": game.seat, "options": ids, "over": None, "scores": game.scores, "winners": []}


def _read(line: str) -> Request:
    if len(line) > LONGEST:
        raise RulewrightError(problem("RW0855", limit=LONGEST))
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise RulewrightError(problem("RW0850", found=_short(line))) from None
    if not isinstance(request, dict):
        raise RulewrightError(problem("RW0850", found=_short(line)))
    return request


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value) if value is None else json.dumps(value)
    return text.strip()[:80]


def _wrong(name: str, wanted: str) -> RulewrightError:
    return RulewrightError(problem("RW0852", found=name, wanted=wanted))


def _whole(request: Request, name: str, default: int) -> int:
    value = request.get(name, default if name == "seed" else None)
    if type(value) is not int or not 0 <= value < 2**63:
        raise _wrong(name, "a whole number of 0 or more")
    return value


def _text(request: Request, name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str) or not value or "\0" in value:
        raise _wrong(name, "a text")
    return value


def serve(lines: IO[str], answers: IO[str], lang: str = "en") -> None:
    """Answer lines until there are no more. Of a line that is too long, what is beyond is not kept."""
    engine = Engine(lang)
    while line := lines.readline(LONGEST + 1):
        while not line.endswith("\n") and len(line) > LONGEST and (rest := lines.readline(LONGEST)):
            if rest.endswith("\n"):
                break
        if line.strip():
            answers.write(engine.answer(line) + "\n")
            answers.flush()
