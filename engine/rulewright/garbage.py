"""Sparing the garbage collector what is large and stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MANY = 1_000_000
"""Objects that may pass without a look; a ruleset and its program are 500,000 to 700,000, and most of them stay."""

_passed = 0
"""Objects that have passed since all were looked through."""

_left = 0
"""Objects that were left then. To look through them again takes its time, so as many others may pass first."""

_frozen = False
"""Whether something was frozen before. Who asks has all that is frozen counted, object by object."""


@contextmanager
def no_garbage() -> Iterator[None]:
    """Pause the cyclic garbage collector: searching large new objects again and again would double the time."""
    was_on, before = gc.isenabled(), gc.get_count()[0]
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            _pass(gc.get_count()[0] - before)
            gc.enable()


def _pass(made: int) -> None:
    """Take what was made for old, without looking for garbage in it; every now and then, look through all there is.

    Enabled again, the collector would go through all of it at once. To freeze and unfreeze makes objects old; not where
    others have frozen theirs, which would be unfrozen, too.

    Args:
        made: so many objects.
    """
    global _passed, _frozen
    _passed += max(made, 0)
    _frozen = _frozen or gc.get_freeze_count() > 0
    if _passed > max(_MANY, _left):
        collected()
    elif not _frozen:
        gc.freeze()
        gc.unfreeze()


def collected() -> None:
    """Look for garbage now, while nobody waits for anything."""
    global _passed, _left
    _passed = 0
    gc.collect()
    _left = len(gc.get_objects())


def seldom() -> None:
    """Look for garbage seldom: commands make many objects that stay; going through them takes 6 to 8 % of the time."""
    gc.set_threshold(100_000, 20, 50)


def stays() -> None:
    """Take all that there is now for something that stays: the collector does not look through it any more.

    Going through rulesets and programs takes it some tenths of a second, in which a server answers nobody.
    """
    global _frozen
    _frozen = True
    gc.freeze()
