"""`rulewright serve`: the table in a browser."""

from __future__ import annotations

import secrets
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

import typer

from rulewright import disk
from rulewright.cli.text.reader_language import reader, say
from rulewright.cli.text.report import err
from rulewright.problems import RulewrightError, problem


def serve(
    games: Annotated[
        list[Path] | None, typer.Argument(metavar="GAMES", help="Folders of further rulesets that can be played.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where it is reached; by default from this computer only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="NUMBER", help="The port.")] = 8765,
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the games are written down.")] = None,
    delay: Annotated[float, typer.Option(min=0, max=10, metavar="SECONDS", help="Between the choices of bots.")] = 0.7,
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of all that is said.")] = None,
) -> None:
    """Play in a browser: tables with links for the seats, on this computer unless told otherwise."""
    from rulewright.web.trying import check_needed

    check_needed()
    import uvicorn

    from rulewright.ruleset.loader import load_ruleset
    from rulewright.web.rooms import Rooms
    from rulewright.web.server import application

    more = {load_ruleset(path).id: path.resolve() for path in games or ()}
    rooms = Rooms(folder if folder is not None else _own_folder(), delay, more)
    disk.make_folder(rooms.folder)
    key = secrets.token_urlsafe(16)
    shown = f"[{host}]" if ":" in host else host
    err.print(say("serving", address=f"http://{shown}:{port}/?key={key}", folder=rooms.folder), soft_wrap=True)
    if not _loopback(host):
        err.print(say("serving_all"), style="bold")
    app = application(rooms, key, _names(host), lang or reader())
    uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False)


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _names(host: str) -> frozenset[str]:
    """The names under which it may be reached; an address that means all of the computer's is reached by any number."""
    names = {host, "127.0.0.1", "localhost", "::1"}
    if host in ("0.0.0.0", "::"):
        names.add("*")
    return frozenset(names)


def _own_folder() -> Path:
    """Where games are written down when nobody says where. Raises RulewrightError."""
    own = disk.user_folder("data")
    if own is None:
        raise RulewrightError(problem("RW0831"))
    disk.make_folder(own / "games")
    return own / "games"
