"""What the steps of a verb have somebody pay: the nouns that say what, and how much of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.trees.alternatives import is_payment

ReadsSteps = Callable[[str], n.Node | None]
"""Reads a step as it stands, in the language in which steps are written; None where it cannot."""


def paid_in(steps: object, reads: ReadsSteps) -> frozenset[str]:
    """The nouns that say in a verb's steps what is paid, or how much; not those that are only asked about.

    A step that cannot be read as it stands tells nothing.
    """
    trees = map(reads, _texts(steps))
    payments = [part for tree in trees if tree is not None for part in tree.walk() if is_payment(part)]
    found = [part for payment in payments for phrase in _said(payment) for part in phrase.walk()]
    return frozenset(part.noun for part in found if isinstance(part, n.NounPhrase) and isinstance(part.noun, str))


def _said(payment: n.Node) -> Iterator[n.Node]:
    """What a payment says of how much is paid: what is paid, and what that is equal to."""
    for act in payment.walk():
        for slot in act.slots if isinstance(act, n.Perform) else ():
            if slot.name == "object":
                yield slot.value
            elif isinstance(slot.value, n.NounPhrase):  # "equal to your price of it", not who has such a price
                yield replace(slot.value, filters=(), determiner=None)


def _texts(steps: object) -> Iterator[str]:
    """The texts of steps, whatever they stand in."""
    if isinstance(steps, Mapping):
        for part in steps.values():
            yield from _texts(part)
    elif isinstance(steps, (list, tuple)):
        for part in steps:
            yield from _texts(part)
    elif isinstance(steps, str):
        yield steps
