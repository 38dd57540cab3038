"""What every screen asks of a table: options by their subjects, what goes without saying, lines that repeat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulewright.play.presentation.options import Choice
from rulewright.play.presentation.story import Event
from rulewright.play.presentation.table import Table


def can(shown: Table) -> dict[str, list[Choice]]:
    """By the id of a place or card, the options that are about it, those that lead there included."""
    found: dict[str, list[Choice]] = {}
    for group in shown.groups:
        for choice in group.choices:
            places = [subject.at for subject in choice.subjects if subject.at]
            if not places:
                places = [subject.at for target in choice.targets for subject in target.subjects if subject.at]
            for place in dict.fromkeys(places):
                found.setdefault(place, []).append(choice)
    return found


def common(shown: Table) -> frozenset[str]:
    """The numbers that every option changes by the same, of which no option needs to tell."""
    some = [choice.preview for group in shown.groups for choice in group.choices if not choice.preview.unsure]
    each = [{(one.noun, one.of, one.by) for one in (*preview.price, *preview.effect)} for preview in some]
    return frozenset(noun for noun, _, _ in set.intersection(*each)) if len(each) > 2 else frozenset()


def since(events: Sequence[Event], viewer: int | None) -> int:
    """After how many choices the reader chose last, among some events; 0 where they did not."""
    return next((event.number for event in reversed(events) if event.seat == viewer), 0)


def repeated(lines: Sequence[str]) -> list[tuple[str, int]]:
    """Lines, each with how many times it stands there in a row."""
    return [(line, len(list(same))) for line, same in groupby(lines)]


def upper(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]
