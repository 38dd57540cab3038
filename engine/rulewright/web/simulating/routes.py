"""The addresses of games between bots, below `/simulate/{ruleset}`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from rulewright.problems import RulewrightError
from rulewright.web.answers import Front, form
from rulewright.web.simulating.pages import SimulationPages
from rulewright.web.simulating.runs import PLAYING, Run

WAIT = 0.2
"""Seconds between looks for further games."""


class SimulationAddresses:
    """What these addresses answer to who has the key."""

    def __init__(self, front: Front, pages: SimulationPages) -> None:
        self.front = front
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        all_of_them = "/simulate/{ruleset:str}"
        return [
            Route(all_of_them, self.form, methods=["GET", "POST"]),
            Route(f"{all_of_them}/{{run:str}}", self.run, methods=["GET", "POST"]),
            Route(f"{all_of_them}/{{run:str}}/events", self.progress),
        ]

    async def form(self, request: Request) -> Response:
        """The form; one that is sent leads to the page of what its games tell."""
        if (locked := self.front.locked(request)) is not None:
            return locked
        lang, name = self.front.lang(request), request.path_params["ruleset"]
        reason = ""
        if request.method == "POST":
            wishes = await form(request)
            try:
                number = await run_in_threadpool(self.pages.begin, name, wishes, lang)
                return RedirectResponse(f"/simulate/{name}/{number}", 303)
            except RulewrightError as error:
                reason = self.front.pages.told(error, lang)
        return await self.front.page(lambda: self.pages.page(name, "", lang, reason=reason), request)

    async def run(self, request: Request) -> Response:
        """What games have told so far; a POST stops them."""
        if (locked := self.front.locked(request)) is not None:
            return locked
        lang, name, number = self.front.lang(request), request.path_params["ruleset"], request.path_params["run"]
        if (run := self.pages.runs.run(number)) is None:
            return HTMLResponse(self.front.pages.nothing(lang), 404)
        if request.method == "POST":
            await run_in_threadpool(run.stop)
            return RedirectResponse(f"/simulate/{name}/{number}", 303)
        part = "part" in request.query_params
        return await self.front.page(lambda: self.pages.page(name, number, lang, part), request)

    async def progress(self, request: Request) -> Response:
        """A stream that says how many games are played; while somebody reads it, they go on."""
        if (locked := self.front.locked(request)) is not None:
            return locked
        if (run := self.pages.runs.run(request.path_params["run"])) is None:
            return HTMLResponse(self.front.pages.nothing(self.front.lang(request)), 404)
        return StreamingResponse(_played(run), media_type="text/event-stream")


async def _played(run: Run) -> AsyncIterator[str]:
    """How many games are played, whenever there are more, and the state of the run."""
    seen = ""
    with run.looked_at():
        while True:
            now = f"{run.done} {run.state}"
            if now != seen:
                seen = now
                yield f"data: {now}\n\n"
            if run.state != PLAYING:
                return
            await asyncio.sleep(WAIT)
