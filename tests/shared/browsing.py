"""What tests in a browser share. Importing this skips a module where there is no Chromium or no Playwright."""

from __future__ import annotations

from typing import Any

import chromium
import pytest

pytest.importorskip("starlette", reason="the table in a browser needs the extra [web]")
pytest.importorskip("uvicorn", reason="the table in a browser needs the extra [web]")
pytest.importorskip("playwright", reason="playing in a browser needs the extra [browser-tests]")
if chromium.path() is None:
    pytest.skip("there is no Chromium: tools/browser says how to have one", allow_module_level=True)

PATIENCE = 90_000
"""Milliseconds for which a page is waited for: machines that test do much at a time."""


def opened(browser: Any, address: str, width: int = 1280, **wishes: Any) -> Any:
    """A page; what goes wrong in it is in its `wrong`."""
    page = browser.new_page(viewport={"width": width, "height": 800}, **wishes)
    page.set_default_timeout(PATIENCE)
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda line: page.wrong.append(line.text) if line.type == "error" else None)
    page.goto(address)
    return page


def made(page: Any) -> int:
    """How many choices had been made when a table was sent to a page."""
    return int(page.locator(".app").get_attribute("data-made"))


def changed(page: Any, before: int) -> None:
    """Wait until a page shows a table at which more or fewer choices have been made than before."""
    page.wait_for_selector(f'.app:not([data-made="{before}"])', state="attached")
