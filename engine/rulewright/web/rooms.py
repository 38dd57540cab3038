"""Tables that are played in a browser: each is a journal, who sits where, and the links of the seats.

All that a table is lies in two files: the journal, and beside it `<name>.seats.json` with the tokens of the links. So a
game goes on after the program was killed at any moment. A journal is held (locked) by the process that plays it.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from rulewright import __version__
from rulewright.compiler.program import Program
from rulewright.garbage import stays
from rulewright.play import journal
from rulewright.play.journal import Header, Journal, check_game, packs_of
from rulewright.play.presentation.arrangement import arrangement
from rulewright.play.presentation.story import Story
from rulewright.play.seats import HUMAN, seat_kinds, seated
from rulewright.play.session import LIMIT, Session
from rulewright.problems import RulewrightError
from rulewright.ruleset.files.discovery import ruleset_not_found, shipped_rulesets
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules

MOST_TRIED = 8
"""Tables at which texts are tried; older ones are closed."""
ME, OTHER = "me", "other"
"""Seats of who makes the table, and of others, who get links of their own."""


class Loaded:
    """Rulesets that tables share, loaded once for each mix of packs and options."""

    def __init__(self, rulesets: Mapping[str, str]) -> None:
        self._rulesets = rulesets
        self._rules: dict[tuple[str, tuple[str, ...], str], Rules] = {}
        self._lock = threading.Lock()

    def rules(self, name: str, packs: Sequence[str], options: Mapping[str, Any]) -> Rules:
        """A ruleset ready to be played. Raises RulewrightError."""
        if name not in self._rulesets.values():  # a stranger's journal names no path
            raise RulewrightError(ruleset_not_found(name))
        key = (name, tuple(packs), repr(sorted(options.items())))
        with self._lock:
            if key not in self._rules:
                self._rules[key] = Rules(load_ruleset(name, packs), options)
            return self._rules[key]

    def of(self, header: Header) -> Rules:
        """The ruleset of a journal. Raises RulewrightError."""
        rules = self.rules(self._rulesets.get(header.ruleset, ""), packs_of(header, ()), header.options)
        check_game(header, rules.id)
        rules.ruleset.check_packs(header.packs)
        return rules


class Room:
    """One table: the game, what has happened in it, and who may look at it as which seat.

    Attributes:
        name: of its journal without the ending, or of what is tried at it.
        tokens: by the token of a link, the seats of whoever has it.
        version: a number that grows with whatever is to be seen.
        delay: seconds between the choices of bots.
        trouble: what went wrong when a bot chose, if anything did.
        shown: by who reads and in which language, the page made of the present version: browsers at one link share it.
    """

    def __init__(
        self, name: str, tokens: dict[str, tuple[int, ...]], rules: Rules, header: Header, session: Session,
        story: Story, delay: float,
    ) -> None:  # fmt: skip
        self.name = name
        self.tokens = tokens
        self.rules = rules
        self.header = header
        self.session = session
        self.story = story
        self.delay = delay
        self.layout = arrangement(rules.ruleset)
        self.score = str(rules.ruleset.result.get("score", ""))
        self.version = 0
        self.lock = threading.RLock()
        self.trouble: RulewrightError | None = None
        self.shown: dict[tuple[str, ...], str] = {}
        self._bots: threading.Thread | None = None

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.seat is None

    def choose(self, seats: Sequence[int], options: Sequence[str], made: int) -> None:
        """Make choices, one after the other, for a seat among some.

        Args:
            made: how many choices had been made when the reader looked; of what is older nothing is chosen.

        Raises:
            RulewrightError: an option is not offered; what was chosen before it stands.
        """
        with self.lock:
            if made != len(self.session.made):
                return
            for option in options:
                if self.game.seat not in seats or not self.session.human:
                    break
                self._note(partial(self.session.choose, option))
        self.wake()

    def _note(self, choose: Any) -> None:
        decision = self.game.decision
        assert decision is not None
        choose()
        self.story.choice(decision.seat, decision.secret, self.game)
        self._changed()

    def _changed(self) -> None:
        """There is something new to see."""
        self.version += 1
        self.shown.clear()

    def undo(self, seats: Sequence[int]) -> bool:
        """Take back the last choice of a human, if it was one of these seats'. Raises RulewrightError (RW0715)."""
        with self.lock:
            last = next((who for who in reversed(self.story.seats) if self.header.seats[who] == HUMAN), None)
            if last not in seats or not self.session.undo():
                return False
            self.story.cut(len(self.session.made))
            self._changed()
            return True

    def wake(self) -> None:
        """Let bots choose, in the background, as long as it is their turn."""
        with self.lock:
            running = self._bots is not None and self._bots.is_alive()
            if self.over or self.session.human or running:
                return
            if not self.delay:
                self._bots_choose()
                return
            self._bots = threading.Thread(target=self._bots_choose, name=f"bots of {self.name}", daemon=True)
            self._bots.start()

    def _bots_choose(self) -> None:
        while True:
            if self.delay:
                time.sleep(self.delay)
            with self.lock:
                if self.over or self.session.human or len(self.session.made) >= LIMIT:
                    self._bots = None
                    return
                try:
                    self._note(self.session.bot_chooses)
                except RulewrightError as error:
                    self.trouble = error
                    self._changed()
                    self._bots = None
                    return

    def close(self) -> None:
        """Let go of what the table holds."""


class KeptRoom(Room):
    """A table with a journal, which is held while it is open.

    path: of the journal.
    """

    def __init__(self, name: str, path: Path, tokens: dict[str, tuple[int, ...]], loaded: Loaded, delay: float) -> None:
        self.path = path
        kept, self.file = journal.go_on(path)
        with ExitStack() as held:  # of a journal that cannot be played nothing stays locked
            held.push(self.file)
            header, rules = kept.header, loaded.of(kept.header)
            players = len(seat_kinds(rules, header.players, header.seats))

            def new() -> Game:
                return rules.new_game(players, header.seed)

            story = _story(kept, new())
            writer = journal.Writer(file=self.file)
            writer.begun = header
            made = [choice.option for choice in kept.choices]
            session = Session(new, seated(header.seats, header.seed), writer, made)
            held.pop_all()
        super().__init__(name, tokens, rules, header, session, story, delay)

    def close(self) -> None:
        """Let go of the journal."""
        with self.lock, suppress(OSError):
            self.file.__exit__()


def _story(kept: Journal, game: Game) -> Story:
    """Play a journal again, to know every position."""
    story = Story()
    story.begin(game)
    secret = game.decision is not None and game.decision.secret

    def see(now: Game, number: int) -> None:
        nonlocal secret
        story.choice(kept.choices[number - 1].seat, secret, now)
        secret = now.decision is not None and now.decision.secret

    journal.replay(kept, game, see=see)
    return story


class TrialRoom(Room):
    """A table at which a text is tried: it has no journal and is gone with the program.

    start: makes the position that it begins with; seat 1 is who tries.
    """

    def __init__(self, rules: Rules, start: Callable[[], Game], delay: float) -> None:
        game = start()
        kinds = [HUMAN, *["greedy"] * (game.seats - 1)]
        header = journal.header_for(rules, game, 1, kinds, {}, __version__)
        story = Story()
        story.begin(game)
        tokens: dict[str, tuple[int, ...]] = {secrets.token_urlsafe(16): (0,)}
        super().__init__(rules.id, tokens, rules, header, Session(start, seated(kinds, 1)), story, delay)


class Rooms:
    """The tables of a folder; each is opened when somebody first asks for it.

    more: rulesets that do not ship, by id.
    """

    def __init__(self, folder: Path, delay: float = 0.7, more: Mapping[str, Path] | None = None) -> None:
        self.folder = folder
        self.delay = delay
        self.rulesets: dict[str, str] = {name: name for name in shipped_rulesets()}
        self.rulesets |= {name: str(path) for name, path in (more or {}).items()}
        self.own = frozenset(more or ())
        self.loaded = Loaded(self.rulesets)
        self._programs: dict[int, Program] = {}  # that were loaded for tables
        self._open: dict[str, KeptRoom] = {}
        self._names: dict[str, str] = {}
        self._tried: dict[str, TrialRoom] = {}
        self._lock = threading.Lock()

    def listed(self) -> Iterator[tuple[str, dict[str, tuple[int, ...]]]]:
        """The tables that there are, with their tokens, the newest first."""
        paths = sorted(self.folder.glob("*.seats.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in paths:
            tokens = _tokens(path)
            if tokens:
                yield path.name.removesuffix(".seats.json"), tokens

    def room(self, token: str) -> tuple[Room, tuple[int, ...]] | None:
        """The table that a token opens, and the seats of who has it. Raises RulewrightError."""
        tried = self._tried.get(token)
        if tried is not None:
            tried.wake()
            return tried, tried.tokens[token]
        name = self._names.get(token)
        if name is None:
            for name_of, tokens in self.listed():
                self._names |= dict.fromkeys(tokens, name_of)
            name = self._names.get(token)
        if name is None:
            return None
        room = self.open(name)
        return room, room.tokens[token]

    def open(self, name: str) -> KeptRoom:
        """A table by its name. Raises RulewrightError: its journal cannot be read, or another process plays it."""
        with self._lock:
            if name not in self._open:
                tokens = _tokens(self.folder / f"{name}.seats.json")
                self._open[name] = KeptRoom(name, self.folder / f"{name}.jsonl", tokens, self.loaded, self.delay)
                self._keep_loaded(self._open[name])
            room = self._open[name]
        room.wake()
        return room

    def _keep_loaded(self, room: KeptRoom) -> None:
        """Spare the garbage collector a program that was loaded for a table."""
        program = room.game.program
        if id(program) not in self._programs:
            self._programs[id(program)] = program
            stays()

    def create(
        self, ruleset: str, seats: Sequence[str], packs: Sequence[str], options: Mapping[str, Any],
        seed: int | None = None,
    ) -> KeptRoom:  # fmt: skip
        """A new table.

        Args:
            seats: for each seat ME, OTHER or the name of a bot; all that are ME share a link.

        Raises:
            RulewrightError: the game cannot be played like that.
        """
        rules = self.loaded.rules(self.rulesets.get(ruleset, ruleset), packs, options)
        kinds = seat_kinds(rules, len(seats), [HUMAN if seat in (ME, OTHER) else seat for seat in seats])
        several = kinds.count(HUMAN) > 1
        chosen = random.SystemRandom().randrange(2**63 if several else 2**31) if seed is None else seed
        game = rules.new_game(len(kinds), chosen)
        header = journal.header_for(rules, game, chosen, kinds, dict(options), __version__)
        tokens: dict[str, tuple[int, ...]] = {}
        mine = tuple(number for number, seat in enumerate(seats) if seat == ME)
        if mine:
            tokens[secrets.token_urlsafe(16)] = mine
        for number, seat in enumerate(seats):
            if seat == OTHER:
                tokens[secrets.token_urlsafe(16)] = (number,)
        tokens[secrets.token_urlsafe(16)] = ()  # who only looks on
        file = journal.create_in(self.folder, f"{rules.id}-{datetime.now():%Y%m%d-%H%M%S}", header)
        file.__exit__()
        name = file.path.stem
        _keep(self.folder / f"{name}.seats.json", tokens)
        return self.open(name)

    def try_out(self, rules: Rules, start: Callable[[], Game]) -> str:
        """A table at which a text is tried, of which only the newest few are kept; the token of its link."""
        room = TrialRoom(rules, start, self.delay)
        token = next(iter(room.tokens))
        with self._lock:
            self._tried[token] = room
            for old in list(self._tried)[:-MOST_TRIED]:
                del self._tried[old]
        return token

    def close(self) -> None:
        """Let go of all journals."""
        with self._lock:
            for room in self._open.values():
                room.close()
            self._open.clear()


def _tokens(path: Path) -> dict[str, tuple[int, ...]]:
    """The tokens of a table; none where the file is not what `_keep` writes."""
    try:
        data = json.loads(path.read_text("utf-8"))
        return {str(token): tuple(int(seat) for seat in seats) for token, seats in data["tokens"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _keep(path: Path, tokens: Mapping[str, Sequence[int]]) -> None:
    """Write tokens where only their owner can read them."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump({"tokens": {token: list(seats) for token, seats in tokens.items()}}, stream)
        stream.flush()
        os.fsync(stream.fileno())
