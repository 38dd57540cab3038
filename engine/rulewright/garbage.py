"""Sparing the garbage collector what is large and stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_garbage() -> Iterator[None]:
    """Pause the cyclic garbage collector: searching large new objects again and again would double the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def collected() -> None:
    """Look for garbage now, while nobody waits for anything."""
    gc.collect()


def seldom() -> None:
    """Look for garbage seldom: commands make many objects that stay; going through them takes 6 to 8 % of the time."""
    gc.set_threshold(100_000, 20, 50)


def stays() -> None:
    """Take all that there is now for something that stays: the collector does not look through it any more.

    Going through rulesets and programs takes it some tenths of a second, in which a server answers nobody.
    """
    gc.freeze()
