"""That something is not so: a condition that no sentence says in so many words."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.language import nodes as n


@dataclass(frozen=True, slots=True, kw_only=True)
class IsNotSo(n.Condition):
    """The condition of what holds unless something is so."""

    condition: n.Condition
