"""Games in which a card is tried from an editor: tables in a process of their own, so that nobody who types waits."""

from __future__ import annotations

import secrets
import socket
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rulewright.editing.background import Background
from rulewright.problems import RulewrightError, mistake, problem

NEEDED = ("starlette", "uvicorn", "jinja2")
"""What tables in a browser cannot be without."""
_HOST = "127.0.0.1"


def check_needed() -> None:
    """Raises RulewrightError RW0832 where a package is missing that tables in a browser need."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise RulewrightError(problem("RW0832", found=", ".join(missing)))


class Tables:
    """Serves tables from the first that is asked for until it is closed, to this computer only."""

    def __init__(self) -> None:
        self._background = Background("tables", _work)
        self._lock = threading.Lock()

    def open(
        self, ruleset: Path, packs: tuple[str, ...], texts: Mapping[Path, str], component: str, lang: str = "en"
    ) -> str:
        """Begin a game with a card where the first player uses it; returns the address of that player's seat.

        Args:
            texts: stand in the place of files.

        Raises:
            RulewrightError: what is missing, or why no game can be begun.
        """
        check_needed()
        with self._lock:
            try:
                pipe = self._background.pipe()
                pipe.send((ruleset, packs, dict(texts), component, lang))
                address, problems = pipe.recv()
            except (EOFError, OSError) as error:  # it has died; the next try begins another
                self.close()
                raise RulewrightError(mistake(error)) from error
        if problems:
            raise RulewrightError(*problems)
        return str(address)

    def close(self) -> None:
        """End all games."""
        self._background.close()


def _work(pipe: Connection[Any, Any]) -> None:
    """Open the tables that are asked for until nobody asks any more."""
    from rulewright.web.rooms import Rooms

    with tempfile.TemporaryDirectory() as folder, suppress(EOFError, OSError, KeyboardInterrupt):
        rooms = Rooms(Path(folder))
        host = _served(rooms)
        while True:
            asked = pipe.recv()
            try:
                pipe.send((f"http://{host}/seat/{_opened(rooms, *asked)}?lang={asked[-1]}", ()))
            except RulewrightError as error:
                pipe.send(("", error.problems))
            except Exception as error:
                pipe.send(("", (mistake(error),)))


def _opened(
    rooms: Any, folder: Path, packs: tuple[str, ...], texts: Mapping[Path, str], component: str, lang: str
) -> str:
    """The token of a new table. Raises RulewrightError."""
    from rulewright.play.trial import begin
    from rulewright.ruleset.files.unsaved import unsaved
    from rulewright.ruleset.loader import load_ruleset
    from rulewright.runtime.rules import Rules

    with unsaved(texts):
        ruleset = load_ruleset(folder, packs)
        if component not in ruleset.components:
            raise RulewrightError(problem("RW0740", found=component))
        rules = Rules(ruleset)
        return str(rooms.try_out(rules, partial(begin, rules, component)))


def _served(rooms: Any) -> str:
    """Serve tables in a thread; returns under which host and port."""
    import uvicorn

    from rulewright.web.server import application

    listening = socket.create_server((_HOST, 0))
    app = application(rooms, secrets.token_urlsafe(16), frozenset((_HOST,)))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False))
    threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
    return f"{_HOST}:{listening.getsockname()[1]}"
