"""Which Chromium there is: that of CHROMIUM, one on the PATH, or one that Playwright has installed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")


def path() -> str | None:
    """The path of a Chromium; None where there is none. A CHROMIUM that is set is the only one looked at."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None) or _of_playwright()


def _of_playwright() -> str | None:
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    found = sorted(Path(folder).glob("chromium-*/chrome-linux*/chrome"))
    return str(found[-1]) if found else None
