"""Seals: hide the seed of a game between several humans until the game ends.

Whoever knows the seed can compute every deck and hand. The header of the journal therefore holds a *mark*, a digest of
the seed and a random salt, which shows at the end that the seed was this one from the beginning; the journal's hashes
of positions are made with the salt, so that nobody can try out positions against them. Seed and salt lie in a file that
its owner alone may read, so that the game can be resumed, and at the end in the last line of the journal.
"""

from __future__ import annotations

import json
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from rulewright import disk
from rulewright.problems import RulewrightError, problem

_MARK = re.compile(r"[0-9a-f]{32}\Z")
_SALT = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class Seal:
    """A seed and the salt that hides it."""

    seed: int
    salt: str

    @classmethod
    def of(cls, seed: int) -> Seal:
        """A seal with a new salt."""
        return cls(seed, secrets.token_hex(32))

    @property
    def mark(self) -> str:
        """What tells nothing of the seed, and fits no other."""
        return self._digest(f"seed {self.seed}", 16)

    def told(self, state: str) -> str:
        """The hash of a position as the journal tells it."""
        return self._digest(f"position {state}", 8)

    def _digest(self, words: str, size: int) -> str:
        return blake2b(words.encode(), key=bytes.fromhex(self.salt), digest_size=size).hexdigest()


def opened(seed: object, salt: object, mark: str) -> Seal | None:
    """The seal made of a seed and a salt, if it has this mark."""
    if not isinstance(seed, int) or not isinstance(salt, str) or not _SALT.match(salt):
        return None
    seal = Seal(seed, salt)
    return seal if secrets.compare_digest(seal.mark.encode(), mark.encode()) else None


def keep(seal: Seal) -> None:
    """Keep a seal for as long as its game goes on. Raises RulewrightError (RW0807, RW0831)."""
    path = _path(seal.mark)
    if path is None:
        raise RulewrightError(problem("RW0831"))
    disk.make_folder(path.parent)
    try:
        disk.put(path, json.dumps({"seed": seal.seed, "salt": seal.salt}).encode(), new=True, mode=0o600)
    except OSError as error:
        raise RulewrightError(disk.unusable(path, error)) from None


def kept(mark: str) -> Seal | None:
    """The seal with a mark that was kept, or None."""
    path = _path(mark)
    if path is None or not path.is_file():
        return None
    try:
        data = json.loads(disk.read_text(path))
    except (ValueError, RulewrightError):
        return None
    return opened(data.get("seed"), data.get("salt"), mark) if isinstance(data, dict) else None


def drop(seal: Seal) -> None:
    """Keep a seal no longer: the last line of its journal tells it."""
    path = _path(seal.mark)
    if path is not None:
        with suppress(OSError):
            path.unlink()


def _path(mark: str) -> Path | None:
    own = disk.user_folder("data")
    return own / "seals" / f"{mark}.json" if own is not None and _MARK.match(mark) else None
