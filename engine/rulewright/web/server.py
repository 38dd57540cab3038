"""The web application: addresses, what they answer, and who is let in.

Every link of a seat holds a token that cannot be guessed; who makes tables needs the key that the program prints. A
request must name a host that is ours, and what changes something must come from our own pages. Nothing is fetched from
elsewhere.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from rulewright.language.interface import languages
from rulewright.problems import RulewrightError
from rulewright.web.answers import Front, form
from rulewright.web.desk.routes import DeskAddresses
from rulewright.web.pages import Pages
from rulewright.web.rooms import Room, Rooms
from rulewright.web.simulating.routes import SimulationAddresses

WAIT = 0.2
"""Seconds between looks for something new, of a browser that listens."""
AT_ONCE = 1
"""Pages that are made at once for who only looks: threads of Python take turns, so more would only hold up choices."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Lets in only requests for our own host and, where something is changed, from our own pages.

    Args:
        hosts: names that are ours; "*" stands for every address that is a number, which no strange page can use to
            reach us under a name of its own.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 400 or 403, or pass the request on; every answer bears our headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._refused(scope["method"], headers)

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                sent = {name.lower() for name, _ in message["headers"]}
                added = {**HEADERS, "Cache-Control": "no-store"}
                message["headers"] = [
                    *message["headers"],
                    *((name.lower().encode(), value.encode()) for name, value in added.items()
                      if name.lower().encode() not in sent),
                ]  # fmt: skip
            await send(message)

        if refused:
            await PlainTextResponse(refused, 403 if "origin" in refused else 400)(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)

    def _refused(self, method: str, headers: Mapping[str, str]) -> str:
        host = headers.get("host", "")
        if not self._ours(urlsplit(f"//{host}").hostname or ""):
            return "This host is not ours."
        if method in ("GET", "HEAD"):
            return ""
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc == host:
            return ""
        return "A form from another origin is refused."

    def _ours(self, name: str) -> bool:
        if name in self.hosts:
            return True
        if "*" not in self.hosts:
            return False
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


class Site:
    """What the addresses answer."""

    def __init__(self, rooms: Rooms, key: str, lang: str = "en") -> None:
        self.rooms = rooms
        self.pages = Pages(rooms)
        self.front = Front(self.pages, key, lang)
        self.desk = DeskAddresses(self.front, self.pages.desk)
        self.simulations = SimulationAddresses(self.front, self.pages.simulations)
        self._looks = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="looks")

    async def nothing(self, request: Request, error: Exception) -> Response:
        """There is nothing at an address."""
        return HTMLResponse(self.pages.nothing(self.front.lang(request)), 404)

    # ------------------------------------------------------------ tables are made

    async def home(self, request: Request) -> Response:
        """What there is to play, and the tables that there are."""
        given = request.query_params.get("key", "")
        if given and self.front.is_key(given):
            answer: Response = RedirectResponse("/", 303)
            answer.set_cookie("rulewright_key", given, httponly=True, samesite="strict")
            return answer
        lang = self.front.lang(request)
        if (locked := self.front.locked(request)) is not None:
            return locked
        return await self.front.page(lambda: self.pages.home(lang), request)

    async def new(self, request: Request) -> Response:
        """Who sits where, with which options and packs."""
        lang = self.front.lang(request)
        if (locked := self.front.locked(request)) is not None:
            return locked
        chosen = request.query_params.getlist("pack")
        return await self.front.page(lambda: self.pages.new(request.path_params["ruleset"], chosen, lang), request)

    async def create(self, request: Request) -> Response:
        """Make a table, and lead its maker to their seat or to the links."""
        lang = self.front.lang(request)
        if (locked := self.front.locked(request)) is not None:
            return locked
        given = await form(request)

        def make() -> Room:
            ruleset = given.get("ruleset", [""])[0]
            packs = given.get("pack", [])
            options = self.pages.options(ruleset, packs, given)
            seats = [kind for kind in given.get("seat", []) if kind]
            return self.rooms.create(ruleset, seats, packs, options)

        try:
            room = await run_in_threadpool(make)
        except RulewrightError as error:
            return HTMLResponse(self.pages.problems(error, lang), 422)
        first = BackgroundTask(self.pages.expect, room, lang)
        return RedirectResponse(f"/table/{room.name}", 303, background=first)

    async def links(self, request: Request) -> Response:
        """The links of a table's seats."""
        lang = self.front.lang(request)
        name = request.path_params["name"]
        if (locked := self.front.locked(request)) is not None:
            return locked
        if name not in dict(self.rooms.listed()):
            return HTMLResponse(self.pages.nothing(lang), 404)
        return await self.front.page(lambda: self.pages.links(self.rooms.open(name), lang), request)

    # ------------------------------------------------------------ the workbench

    async def bench(self, request: Request) -> Response:
        """A component's text: shown, tried (`do=read`, `part`), run (`run`, `try`), written into its file (`save`) or a
        pack (`pack`)."""
        lang = self.front.lang(request)
        if (locked := self.front.locked(request)) is not None:
            return locked
        name, component = request.path_params["ruleset"], request.path_params.get("component", "")
        if request.method == "GET":
            return await self.front.page(lambda: self.pages.bench(name, component, lang), request)
        given = await form(request)
        text, what = given.get("text", [""])[0], given.get("do", [""])[0]
        if what == "part":
            return await self.front.page(lambda: self.pages.reading(name, component, lang, text), request)
        reason = ""
        if what in ("save", "try", "pack", "another"):
            try:
                if what == "another":
                    called = given.get("called", [""])[0]
                    new = await run_in_threadpool(self.pages.workbench.another, name, component, called)
                    return RedirectResponse(f"/bench/{name}/{new}", 303)
                if what == "pack":
                    pack, made = await run_in_threadpool(self.pages.modding.edited, name, component, text)
                    return _zipped(pack, made)
                if what == "try":
                    token = await run_in_threadpool(self.pages.try_out, name, component, text)
                    return RedirectResponse(f"/seat/{token}", 303)
                await run_in_threadpool(self.pages.workbench.save, name, component, text)
                return RedirectResponse(f"/bench/{name}/{component}", 303)
            except RulewrightError as error:
                reason = self.pages.told(error, lang)
        return await self.front.page(
            lambda: self.pages.bench(name, component, lang, text, reason, run=what == "run"), request
        )

    async def packs(self, request: Request) -> Response:
        """The packs of a ruleset, what those that are asked for (`pack`) change, and who wrote a thing (`thing`)."""
        lang, name = self.front.lang(request), request.path_params["ruleset"]
        if (locked := self.front.locked(request)) is not None:
            return locked
        chosen = request.query_params.getlist("pack")
        thing = request.query_params.get("thing", "").strip()
        return await self.front.page(lambda: self.pages.packs(name, chosen, thing, lang), request)

    async def pack(self, request: Request) -> Response:
        """A pack as a zip; as `new`, one to begin with (`id`)."""
        lang, name, pack = self.front.lang(request), request.path_params["ruleset"], request.path_params.get("pack", "")
        if (locked := self.front.locked(request)) is not None:
            return locked
        wanted = pack or request.query_params.get("id", "")
        make = self.pages.modding.zipped if pack else self.pages.modding.begun
        try:
            made = await run_in_threadpool(make, name, wanted)
        except RulewrightError as error:
            return HTMLResponse(self.pages.problems(error, lang), 422)
        return _zipped(wanted, made)

    # ------------------------------------------------------------ at a seat

    async def seat(self, request: Request) -> Response:
        """The table as a seat sees it: the whole page, or with `part` what changes in it."""
        part, seen = "part" in request.query_params, request.query_params.get("as", "")
        lang = self.front.lang(request)
        answer = await self._at(
            request, lambda room, seats: self.pages.table(room, seats, self._token(request), lang, seen, part)
        )
        if request.query_params.get("lang") in languages():
            answer.set_cookie("rulewright_lang", request.query_params["lang"], httponly=True, samesite="strict")
        return answer

    async def choose(self, request: Request) -> Response:
        """Make a choice, or two that were seen together."""
        given = await form(request)
        options = [*given.get("option", []), *request.query_params.getlist("then")]
        made = _number(given.get("made", [""])[0])
        return await self._change(request, given, lambda room, seats: room.choose(seats, options, made))

    async def undo(self, request: Request) -> Response:
        """Take back a choice."""
        given = await form(request)
        return await self._change(request, given, lambda room, seats: room.undo(seats))

    async def why(self, request: Request) -> Response:
        """What a number is made of."""
        query = request.query_params
        return await self._at(
            request,
            lambda room, seats: self.pages.why(room, seats, query, self.front.lang(request), self._token(request)),
        )

    async def why_not(self, request: Request) -> Response:
        """Why something cannot be chosen."""
        query = request.query_params
        return await self._at(
            request,
            lambda room, seats: self.pages.why_not(room, seats, query, self.front.lang(request), self._token(request)),
        )

    async def rules(self, request: Request) -> Response:
        """What the rules say of a word; without one, all of the rules."""
        word = request.query_params.get("word", "")
        return await self._at(
            request, lambda room, seats: self.pages.rules(room, word, self.front.lang(request), self._token(request))
        )

    async def replay(self, request: Request) -> Response:
        """The table as it was after so many choices."""
        at, part = _number(request.query_params.get("at", "")), "part" in request.query_params
        return await self._at(
            request,
            lambda room, seats: self.pages.replay(
                room, seats, at, self.front.lang(request), self._token(request), part
            ),
        )

    async def events(self, request: Request) -> Response:
        """A stream that says when there is something new to see."""
        found = await self._room(request)
        if found is None:
            return HTMLResponse(self.pages.nothing(self.front.lang(request)), 404)
        room, _ = found
        return StreamingResponse(_versions(room), media_type="text/event-stream")

    # ------------------------------------------------------------ helpers

    @staticmethod
    def _token(request: Request) -> str:
        return str(request.path_params["token"])

    async def _room(self, request: Request) -> tuple[Room, tuple[int, ...]] | None:
        return await run_in_threadpool(self.rooms.room, self._token(request))

    async def _at(
        self, request: Request, make: Callable[[Room, tuple[int, ...]], str], chosen: bool = False
    ) -> Response:
        """A page of a table; that of who has just chosen does not wait for those of others."""
        lang = self.front.lang(request)
        try:
            found = await self._room(request)
            if found is None:
                return HTMLResponse(self.pages.nothing(lang), 404)
            room, seats = found

            def made() -> str:
                with room.lock:
                    return make(room, seats)

            if chosen:
                return HTMLResponse(await run_in_threadpool(made))
            return HTMLResponse(await asyncio.get_running_loop().run_in_executor(self._looks, made))
        except RulewrightError as error:
            return HTMLResponse(self.pages.problems(error, lang), 422)

    async def _change(
        self, request: Request, given: Mapping[str, list[str]], change: Callable[[Room, tuple[int, ...]], Any]
    ) -> Response:
        """Do something, then show the table; a reason why it was not done stands above it."""
        lang = self.front.lang(request)
        token = self._token(request)
        found = await self._room(request)
        if found is None:
            return HTMLResponse(self.pages.nothing(lang), 404)
        room, seats = found
        reason = ""
        try:
            await run_in_threadpool(change, room, seats)
        except RulewrightError as error:
            reason = self.pages.told(error, lang)
        seen, part = given.get("as", [""])[0], "part" in given
        if not part and not reason:
            return RedirectResponse(f"/seat/{token}" + (f"?as={_number(seen)}" if seen else ""), 303)
        return await self._at(
            request, lambda room, seats: self.pages.table(room, seats, token, lang, seen, part, reason), chosen=True
        )


async def _versions(room: Room) -> AsyncIterator[str]:
    seen, idle = -1, 0.0
    while True:
        if room.version != seen:
            seen, idle = room.version, 0.0
            yield f"data: {seen}\n\n"
        elif idle > 15:
            idle = 0.0
            yield ": still here\n\n"
        await asyncio.sleep(WAIT)
        idle += WAIT


def _zipped(name: str, made: bytes) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(made, media_type="application/zip", headers=headers)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else -1


def application(rooms: Rooms, key: str, hosts: frozenset[str], lang: str = "en") -> Callable[..., Awaitable[None]]:
    """The web application over some tables.

    Args:
        key: what one must have to make tables.
        hosts: names under which it may be reached; see `Guard`.
    """
    site = Site(rooms, key, lang)

    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        threading.Thread(target=site.pages.warm, name="warm", daemon=True).start()
        yield
        site.pages.simulations.runs.close()
        rooms.close()

    seat = "/seat/{token:str}"
    app = Starlette(
        routes=[
            Route("/", site.home),
            Route("/new/{ruleset:str}", site.new),
            Route("/create", site.create, methods=["POST"]),
            Route("/bench/{ruleset:str}", site.bench),
            Route("/bench/{ruleset:str}/{component:str}", site.bench, methods=["GET", "POST"]),
            *site.desk.routes(),
            *site.simulations.routes(),
            Route("/packs/{ruleset:str}", site.packs),
            Route("/packs/{ruleset:str}/new", site.pack),
            Route("/packs/{ruleset:str}/{pack:str}.zip", site.pack),
            Route("/table/{name:str}", site.links),
            Route(seat, site.seat),
            Route(f"{seat}/choose", site.choose, methods=["POST"]),
            Route(f"{seat}/undo", site.undo, methods=["POST"]),
            Route(f"{seat}/why", site.why),
            Route(f"{seat}/why-not", site.why_not),
            Route(f"{seat}/rules", site.rules),
            Route(f"{seat}/replay", site.replay),
            Route(f"{seat}/events", site.events),
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
        ],
        lifespan=lifespan,
        exception_handlers={404: site.nothing},
    )
    return Guard(app, hosts)
