"""Where the data that ships with Rulewright lies: one function for installed and checked-out copies."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def data_dir(kind: Literal["rulesets", "schemas", "grammar"]) -> Path:
    """Return the folder of one kind of data: the installed one, or else the checkout's.

    Raises:
        FileNotFoundError: neither is there (a broken installation).

    >>> (data_dir("schemas") / "ruleset.schema.json").is_file()
    True
    """
    for folder in (_PACKAGE / "_data" / kind, _PACKAGE.parents[1] / kind):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"The {kind} of Rulewright are missing from this installation.")
