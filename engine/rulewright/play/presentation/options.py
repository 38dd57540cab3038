"""The options of a decision as a table shows them: where they are, in groups, with their price and effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.play.presentation.arrangement import Arrangement
from rulewright.play.presentation.cards import Card
from rulewright.play.presentation.cards import card as printed
from rulewright.play.presentation.changes import place_id
from rulewright.play.presentation.previews import Preview, Previews

if TYPE_CHECKING:
    from rulewright.runtime.game import Game, Option

MANY = 200
"""So many options are tried; of more only the first."""
_ACTS = ("offer", "entry", "trigger")
"""Kinds of decisions whose options are acts of the rules or of cards."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What an option is about: a space, border, card, zone, piece or seat.

    at: the id of the space, border, zone or card where it lies, by which a board finds it.
    """

    kind: str
    id: str
    name: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """What could be chosen after an option: its id in the next decision, and where it is."""

    id: str
    name: str
    subjects: tuple[Subject, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """An option.

    Attributes:
        number: its place in the decision, from 1.
        verb: what it does, without the name of its subject; group: the heading that it stands under, or "".
        nothing: it is to do nothing, or nothing more.
        rule: it is an act of the rules, which have a section of its name.
        belongings: of a card that says nothing, the cards that belong to it.
    """

    id: str
    number: int
    text: str
    detail: str
    verb: str
    group: str
    subjects: tuple[Subject, ...]
    preview: Preview
    targets: tuple[Target, ...] = ()
    nothing: bool = False
    rule: bool = False
    belongings: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Options under one heading."""

    title: str
    choices: tuple[Choice, ...] = field(default=())


def groups(game: Game, lang: str, layout: Arrangement) -> list[Group]:
    """The options of the decision of a game, in groups, those without a heading first; those that end it last."""
    found: dict[str, list[Choice]] = {}
    for choice in choices(game, lang, layout):
        found.setdefault(choice.group, []).append(choice)
    plain = sorted(found.pop("", []), key=lambda choice: choice.nothing)
    return [Group(title, tuple(some)) for title, some in {**({"": plain} if plain else {}), **found}.items()]


def choices(game: Game, lang: str, layout: Arrangement) -> Iterator[Choice]:
    """Each option of the decision of a game, as the seat that is asked may know it.

    What a card says stands with an option about it; of a card that says nothing, what is printed on it.
    """
    decision = game.decision
    if decision is None:
        return
    previews = Previews(game, lang, hidden=layout.hidden).all(MANY)
    for number, (option, preview) in enumerate(zip(decision.options, previews, strict=True)):
        verb, group = _said(game, option, lang)
        yield Choice(
            option.id, number + 1, option.text(lang), option.detail(lang) or _printed(game, option, lang, layout),
            verb, group,
            tuple(subjects(game, option.block, option.value, lang)), preview,
            _targets(game, option.block, preview, lang),
            game.program.decisions[option.block].is_nothing(option.value),
            option.value != -1 and game.program.decisions[option.block].kind in _ACTS and option.value[2] < 0,
            tuple(_belongings(game, option, lang, layout)),
        )  # fmt: skip


def _printed(game: Game, option: Option, lang: str, layout: Arrangement) -> str:
    """What is printed on the card that an option names and its seat sees: goods, symbols, points."""
    decision = game.decision
    if option.card is None or decision is None or game.state.where[option.card] in game.machine.hidden[decision.seat]:
        return ""
    card = printed(game, option.card, lang, layout)
    return "; ".join(f"{name} {said}".strip() for name, said in card.facts if said != card.name)


def _belongings(game: Game, option: Option, lang: str, layout: Arrangement) -> Iterator[Card]:
    """Of a card without a text, one card of each component that is printed as belonging to it.

    That is one with an attribute that is called as the card's kind, and in which both have the same value.
    """
    decision, components = game.decision, game.program.ruleset.components
    if option.card is None or decision is None or game.state.where[option.card] in game.machine.hidden[decision.seat]:
        return
    cards = game.program.layout.cards
    chosen = components[cards[option.card].component]
    mark = chosen.attributes.get(chosen.kind)
    if chosen.text is not None or mark is None:
        return
    told = {chosen.id}
    for number, other in enumerate(cards):
        component = components[other.component]
        if component.id not in told and component.attributes.get(chosen.kind) == mark:
            told.add(component.id)
            yield printed(game, number, lang, layout)


def _targets(game: Game, block: int, preview: Preview, lang: str) -> tuple[Target, ...]:
    """What the next decision is about, where an option only says what is done and the next one where or with what."""
    found: list[Target] = []
    if game.program.decisions[block].kind not in ("offer", "entry", "menu", "trigger"):
        return ()
    for option in preview.options:
        about = tuple(subjects(game, option.block, option.value, lang))
        if about and game.program.decisions[option.block].kind in ("space", "border", "region", "pieces", "card"):
            found.append(Target(option.id, option.text(lang), about))
    return tuple(found)


def _said(game: Game, option: Option, lang: str) -> tuple[str, str]:
    """What an option does, and the heading under which it stands."""
    program, labels = game.program, game.labels
    asking = program.decisions[option.block]
    value: Any = option.value
    if value != -1 and asking.kind in ("offer", "entry"):
        table, number, card = value
        if card >= 0:
            return labels.card(card, lang), labels.heading(program.offers[table][number].heading, lang)
    return option.text(lang), ""


def subjects(game: Game, block: int, value: Any, lang: str) -> Iterator[Subject]:
    """What an option is about."""
    kind = game.program.decisions[block].kind
    if value == -1:
        return
    if kind in ("offer", "entry", "trigger"):
        if value[2] >= 0:
            yield card(game, value[2], lang)
    elif kind == "pay":
        if value[0] == 1:
            if value[3] >= 0:
                yield card(game, value[3], lang)
        elif value[2] >= 0:
            yield card(game, value[2], lang)
    elif kind == "card":
        yield card(game, value, lang)
    elif kind == "player":
        yield Subject("seat", str(value), game.labels.seat(value, lang))
    elif kind == "pieces":
        number, owner, at = value
        info = game.program.layout.piece_kinds[number]
        yield Subject("piece", f"{info.name}:{owner}", game.labels.noun(info.noun, lang), place_id(game, at))
    elif kind == "region":
        for space in value:
            yield place(game, space, lang)
    elif kind not in ("number", "menu"):
        yield place(game, value, lang)


def card(game: Game, number: int, lang: str) -> Subject:
    """A card as a subject."""
    name = game.labels.ids.card(number)
    return Subject("card", name, game.labels.card(number, lang), name)


def place(game: Game, at: int, lang: str) -> Subject:
    """A space, border, zone or card as a subject."""
    layout = game.program.layout
    if at >= layout.card_place:
        return card(game, at - layout.card_place, lang)
    kind = "zone" if at < layout.zone_count else "border" if at in layout.border_ends else "space"
    name = place_id(game, at)
    return Subject(kind, name, game.labels.place(at, lang), name)
