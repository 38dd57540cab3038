"""What every screen asks of a table: options by their subjects, what goes without saying, lines that repeat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rulewright.language.interface import said
from rulewright.play.presentation.changes import Amount
from rulewright.play.presentation.options import Choice
from rulewright.play.presentation.previews import SECRET, UNKNOWN, Preview, Span, alike
from rulewright.play.presentation.story import Event
from rulewright.play.presentation.table import Table
from rulewright.play.presentation.why_not import Missing, Reason

if TYPE_CHECKING:
    from rulewright.runtime.game import Game


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
    return alike([choice.preview for group in shown.groups for choice in group.choices])


def _told(shown: Table) -> list[Preview]:
    """The previews of a table, but those that tell nothing."""
    some = (choice.preview for group in shown.groups for choice in group.choices)
    return [preview for preview in some if not preview.open]


def gathered(found: Iterable[Missing]) -> list[tuple[list[str], tuple[Reason, ...]]]:
    """What is not offered: the names of things with all reasons alike, together, in the order of the first of them."""
    alike: dict[tuple[Reason, ...], dict[str, None]] = {}
    for one in found:
        alike.setdefault(one.reasons, {})[one.name] = None
    return [(list(names), reasons) for reasons, names in alike.items()]


def since(events: Sequence[Event], viewer: int | None) -> int:
    """After how many choices the reader chose last, among some events; 0 where they did not."""
    return next((event.number for event in reversed(events) if event.seat == viewer), 0)


def before(events: Sequence[Event], game: Game, viewer: int | None, lang: str) -> str:
    """What the reader chose just before, if nobody else has chosen since: what the next question goes on from."""
    if not events or events[-1].seat != viewer or game.seat != viewer or not events[-1].lines:
        return ""
    return upper(events[-1].lines[0].removeprefix(f"{game.labels.seat(viewer, lang)}: "))


def repeated(lines: Sequence[str]) -> list[tuple[str, int]]:
    """Lines, each with how many times it stands there in a row."""
    return [(line, len(list(same))) for line, same in groupby(lines)]


def upper(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


def in_words(game: Game, preview: Preview, lang: str, unsaid: Collection[str] = ()) -> str:
    """An option's price and effect in words, as `3 of this → 1 of that`; "" where there is nothing to tell.

    unsaid: numbers that are not told.
    """
    given = [span_of(game, one, lang) for one in preview.pays if one.noun not in unsaid]
    given += [counted(game, one, lang) for one in preview.price if one.noun not in unsaid]
    told = _flow(given, [counted(game, one, lang) for one in preview.effect if one.noun not in unsaid])
    later = _flow(*([span_of(game, one, lang) for one in some if one.noun not in unsaid]
                    for some in (preview.later, preview.gains)))  # fmt: skip
    later = said("web_later", lang, what=later) if later else ""
    ends = said("web_ends_game", lang) if preview.ends else open_said(preview, lang) if preview.unsure else ""
    ends = ends or (
        said("web_turn_next", lang, who=game.labels.seat(preview.turn, lang))
        if preview.bare and preview.turn is not None
        else ""
    )
    return ", ".join(filter(None, [told, later, ends]))


def _flow(given: list[str], gained: list[str]) -> str:
    """What is given, an arrow, and what is gained."""
    price, effect = ", ".join(given), ", ".join(gained)
    return f"{price} → {effect}".strip() if effect else price


def all_open(shown: Table) -> str:
    """The key of what is said of all options alike where nothing is certain of any of several; else ""."""
    some = {choice.preview for group in shown.groups for choice in group.choices}
    several = sum(len(group.choices) for group in shown.groups) > 1
    return open_rest(some.pop()) if several and len(some) == 1 and some <= {UNKNOWN, SECRET} else ""


def open_rest(preview: Preview) -> str:
    """The key of the words that others, chance or hidden cards decide all that an option does, or the rest."""
    if preview.secret:
        return "web_secret"
    return "web_unsure" if preview.open else "web_unsure_rest"


def open_said(preview: Preview, lang: str) -> str:
    """That others, chance or hidden cards decide, and by what."""
    return said(open_rest(preview), lang) + (f" ({preview.chance})" if preview.chance else "")


def span_of(game: Game, span: Span, lang: str) -> str:
    """An amount that may be more or less, with its name: `3 stones`, `2–4 stones`."""
    count = span.least + 1 if span.most is None else span.most
    return f"{spread(span)} {span.name if span.of else game.labels.noun(span.noun, lang, count)}"


def spread(span: Span) -> str:
    """How much it is: `3`, from the least to the most, or `1+` where there is no limit."""
    if span.most is None:
        return f"{span.least}+"
    return str(span.least) if span.least == span.most else f"{span.least}–{span.most}"


def each(shown: Table) -> Preview:
    """What every option costs and gains alike (`common`), as a preview of its own."""
    alike = common(shown)
    some = _told(shown)
    price = [one for one in (some[0].price if some else ()) if one.noun in alike and one.noun not in shown.hidden]
    effect = [one for one in (some[0].effect if some else ()) if one.noun in alike and one.noun not in shown.hidden]
    return Preview(price=tuple(price), effect=tuple(effect))


def counted(game: Game, amount: Amount, lang: str) -> str:
    """How much an amount changes, with its name: `3 tools`; of values that have names, what it is then."""
    if amount.said:
        return f"{amount.name} {amount.said}"
    by = abs(amount.by)
    return f"{by} {amount.name if amount.of else game.labels.noun(amount.noun, lang, by)}"
