"""What all addresses share: the reader's language, whether the key was shown, forms, and pages or why there is none."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from rulewright.language.interface import languages
from rulewright.problems import RulewrightError
from rulewright.web.pages import Pages

MAX_FORM = 100_000
"""Bytes of a form; more is refused."""


class Front:
    """What a request is asked before it is answered.

    Args:
        key: what one must have to make tables and to work at rulesets; lang: of who names none.
    """

    def __init__(self, pages: Pages, key: str, lang: str) -> None:
        self.pages = pages
        self.key = key
        self._lang = lang

    def lang(self, request: Request) -> str:
        """The reader's language: asked for, chosen before, the browser's, or that of the program."""
        wishes = [request.query_params.get("lang", ""), request.cookies.get("rulewright_lang", "")]
        accepted = request.headers.get("accept-language", "").split(",")
        wishes += [wish.split(";")[0].strip().split("-")[0] for wish in accepted]
        return next((wish for wish in wishes if wish in languages()), self._lang)

    def locked(self, request: Request) -> Response | None:
        """What who has not the key is told; None for who has."""
        if self.is_key(request.cookies.get("rulewright_key", "")):
            return None
        return HTMLResponse(self.pages.locked(self.lang(request)), 403)

    def is_key(self, given: str) -> bool:
        """Whether something is the key; it takes as long whatever is given."""
        return secrets.compare_digest(given.encode(), self.key.encode())

    async def page(self, make: Callable[[], str], request: Request) -> Response:
        """A page that is made beside the loop, or what is wrong; a language that was asked for is kept."""
        try:
            answer = HTMLResponse(await run_in_threadpool(make))
        except RulewrightError as error:
            answer = HTMLResponse(self.pages.problems(error, self.lang(request)), 422)
        if request.query_params.get("lang") in languages():
            answer.set_cookie("rulewright_lang", request.query_params["lang"], httponly=True, samesite="strict")
        return answer


async def form(request: Request) -> dict[str, list[str]]:
    """The fields of a form, each with its values; nothing of one that is too large."""
    body = await _body(request, MAX_FORM)
    try:
        return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=500)
    except ValueError:  # too many fields
        return {}


async def sent_file(request: Request, most: int) -> tuple[bytes, dict[str, str]]:
    """The file of a form that sends one, and its other fields; nothing of one that is larger than `most` bytes."""
    body = await _body(request, most + MAX_FORM)
    head = f"Content-Type: {request.headers.get('content-type', '')}\r\n\r\n"
    parts = BytesParser(policy=HTTP).parsebytes(head.encode("latin-1", "replace") + body)
    file, fields = b"", {}
    for part in parts.iter_parts():
        found = part.get_payload(decode=True)
        content = found if isinstance(found, bytes) else b""
        if part.get_filename() is not None:
            file = content
        else:
            fields[str(part.get_param("name", "", "content-disposition"))] = content.decode("utf-8", "replace").strip()
    return file[: most + 1], fields


async def _body(request: Request, most: int) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return b""
    return body
