"""The addresses of the translator's desk, below `/desk/{ruleset}/{code}`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rulewright.problems import RulewrightError
from rulewright.web.answers import Front, form, sent_file
from rulewright.web.desk.exchange import MOST_PO
from rulewright.web.desk.pages import DeskPages


class DeskAddresses:
    """What the desk's addresses answer to who has the key."""

    def __init__(self, front: Front, pages: DeskPages) -> None:
        self.front = front
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        """The addresses; those of parts stand before those of texts, whose contexts all hold a dot."""
        desk = "/desk/{ruleset:str}/{code:str}"
        return [
            Route(desk, self.text),
            Route(f"{desk}/words", self.words, methods=["GET", "POST"]),
            Route(f"{desk}/names", self.names, methods=["GET", "POST"]),
            Route(f"{desk}/progress", self.progress),
            Route(f"{desk}/po", self.po, methods=["GET", "POST"]),
            Route(f"{desk}/texts.po", self.po_out),
            Route(f"{desk}/{{context:str}}", self.text, methods=["GET", "POST"]),
        ]

    async def text(self, request: Request) -> Response:
        """A translation: shown, proved (`do=read`, `part`, `draft`) and written into its file (`do=save`)."""
        if (locked := self.front.locked(request)) is not None:
            return locked
        lang, name, code = self._asked(request)
        context, query = request.path_params.get("context", ""), request.query_params
        make = partial(self.pages.texts, name, code, context, lang, query)
        if request.method == "GET":
            return await self.front.page(make, request)
        given = await form(request)
        text, what = given.get("text", [""])[0], given.get("do", [""])[0]
        if what == "part":
            return await self.front.page(lambda: self.pages.proof(name, code, context, lang, text), request)
        if what == "draft":
            return await self.front.page(
                lambda: make(self.pages.desk.proof(name, code, context, text, lang).draft or text), request
            )
        reason = ""
        if what == "save":
            try:
                await run_in_threadpool(self.pages.desk.save, name, code, context, text)
                return RedirectResponse(f"/desk/{name}/{code}/{context}", 303)
            except RulewrightError as error:
                reason = self.front.pages.told(error, lang)
        return await self.front.page(lambda: make(text, reason), request)

    async def words(self, request: Request) -> Response:
        """The glossary; the fields of a word (each `form.` and its key) are written into the language's file."""
        lang, name, code = self._asked(request)
        word = request.query_params.get("word", "")
        if request.method == "GET":
            return await self._page(request, lambda: self.pages.words(name, code, lang, word))
        given = {key: some[-1] for key, some in (await form(request)).items()}
        fields = {key.removeprefix("form."): text for key, text in given.items() if key.startswith("form.")}

        def written() -> str:
            try:
                return self.pages.words(name, code, lang, word, self.pages.reword(name, code, lang, word, fields))
            except RulewrightError as error:
                return self.pages.words(name, code, lang, word, self.front.pages.told(error, lang), fields)

        return await self._page(request, written)

    async def names(self, request: Request) -> Response:
        """Names to review: listed, those that were seen noted (`do=all` all in `seen`, else those in `name`), and those
        that say something else now written (`do=save`, of each `said.` and its context)."""
        lang, name, code = self._asked(request)
        if request.method == "GET":
            return await self._page(request, lambda: self.pages.names(name, code, lang))
        given = await form(request)
        seen = given.get("seen" if given.get("do") == ["all"] else "name", [])
        said = {key.removeprefix("said."): some[-1] for key, some in given.items() if key.startswith("said.")}

        def noted() -> str:
            try:
                saves = given.get("do") == ["save"]
                reason = (
                    self.pages.rename(name, code, lang, said) if saves else self.pages.review(name, code, lang, seen)
                )
            except RulewrightError as error:
                reason = self.front.pages.told(error, lang)
            return self.pages.names(name, code, lang, reason)

        return await self._page(request, noted)

    async def progress(self, request: Request) -> Response:
        """How far a language is with a game and its files."""
        lang, name, code = self._asked(request)
        return await self._page(request, lambda: self.pages.progress(name, code, lang))

    async def po(self, request: Request) -> Response:
        """PO in: looked at (`do=look`), and written into the language's files (`do=take`)."""
        lang, name, code = self._asked(request)
        if request.method == "GET":
            return await self._page(request, lambda: self.pages.po(name, code, lang))
        if (locked := self.front.locked(request)) is not None:
            return locked
        sent, fields = await sent_file(request, MOST_PO)
        return await self._page(request, lambda: self.pages.po(name, code, lang, sent, fields.get("do") == "take"))

    async def po_out(self, request: Request) -> Response:
        """PO out, as a file."""
        if (locked := self.front.locked(request)) is not None:
            return locked
        lang, name, code = self._asked(request)
        try:
            made = await run_in_threadpool(self.pages.po_out, name, code)
        except RulewrightError as error:
            return HTMLResponse(self.front.pages.problems(error, lang), 422)
        headers = {"Content-Disposition": f'attachment; filename="{name}.{code}.po"'}
        return Response(made, media_type="text/x-gettext-translation; charset=utf-8", headers=headers)

    # ------------------------------------------------------------ helpers

    def _asked(self, request: Request) -> tuple[str, str, str]:
        """The reader's language, the ruleset and the language that is translated into."""
        return self.front.lang(request), request.path_params["ruleset"], request.path_params["code"]

    async def _page(self, request: Request, make: Callable[[], str]) -> Response:
        return self.front.locked(request) or await self.front.page(make, request)
