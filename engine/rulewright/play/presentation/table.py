"""All that one seat's table shows: what matters first, then the others, the map, the cards and the options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.language.interface import said
from rulewright.language.nodes import Text
from rulewright.play.presentation.arrangement import SHAPES, Arrangement, Look, arrangement
from rulewright.play.presentation.cards import Zone, zones
from rulewright.play.presentation.changes import NOBODY, named
from rulewright.play.presentation.options import Group, groups
from rulewright.play.presentation.scene import Scene, scene
from rulewright.ruleset.rulebook.rulebook import following_sentence

if TYPE_CHECKING:
    from rulewright.runtime.game import Game

_ACTS = ("offer", "entry", "trigger", "pay")
"""Kinds of decisions that say themselves what they are for."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a seat or of the game.

    said: its value in words; of: the thing that it is of; why: whether what it is made of can be asked.
    """

    noun: str
    name: str
    value: int
    said: str
    look: Look
    of: str = ""
    why: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: what one must know of them at once (primary), and the rest that is not nothing (secondary)."""

    number: int
    name: str
    shape: str
    points: int
    primary: tuple[Number, ...]
    secondary: tuple[Number, ...]
    pieces: tuple[tuple[str, tuple[tuple[str, str, int], ...]], ...]
    zones: tuple[tuple[str, int], ...]
    lasting: tuple[str, ...]
    mine: bool
    turn: bool


@dataclass(frozen=True, slots=True)
class Track:
    """Where each seat stands on several things, from the least to the most."""

    name: str
    least: int
    most: int
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat sees of a game.

    purpose: what the question is for.
    over: why the game has ended, or "" while it goes on; won: who has won it, nobody where all share the first place.
    """

    title: str
    viewer: int | None
    turn: int | None
    prompt: str
    purpose: str
    over: str
    ranking: tuple[tuple[int, str, int], ...]
    goal: tuple[str, ...]
    numbers: tuple[Number, ...]
    seats: tuple[Seat, ...]
    zones: tuple[Zone, ...]
    scene: Scene | None
    tracks: tuple[Track, ...]
    groups: tuple[Group, ...] = ()
    won: tuple[str, ...] = ()
    hidden: frozenset[str] = field(default=frozenset())


def table(game: Game, viewer: int | None, lang: str, may_choose: bool = True) -> Table:
    """What a seat sees (None: what all may know), with the options where it is to choose and may."""
    layout = arrangement(game.program.ruleset)
    view = game.view(viewer, lang, cards=False)  # `zones` tells the cards that are shown
    decision = game.decision
    turn = decision.seat if decision is not None else None
    asked = decision is not None and viewer is not None and turn == viewer
    lying = zones(game, viewer, lang, layout)
    over = str(view["over"] or game.end_reason or "") if game.state.over is not None else ""
    winners = game.winners if over and len(game.winners) < game.seats else []
    return Table(
        title=game.program.ruleset.title,
        viewer=viewer,
        turn=turn,
        prompt=decision.prompt(lang) if asked and decision is not None else "",
        purpose=purpose(game, lang) if asked else "",
        over=over,
        ranking=tuple((seat, view["seats"][seat]["name"], game.scores[seat]) for seat in game.ranking) if over else (),
        goal=tuple(_goal(game, layout, lang)),
        numbers=tuple(_common(game, view, layout, lang)),
        seats=tuple(_seat(game, view, number, viewer, turn, layout, lang) for number in range(game.seats)),
        zones=tuple(lying),
        scene=scene(game, view, layout),
        tracks=tuple(_tracks(game, view, lang)),
        groups=tuple(groups(game, lang, layout)) if asked and may_choose else (),
        won=tuple(view["seats"][seat]["name"] for seat in winners),
        hidden=layout.hidden,
    )


def purpose(game: Game, lang: str) -> str:
    """What the question is for that is asked: what the card says that asks it, or what the rules do next."""
    decision = game.decision
    if decision is None or (asking := game.program.decisions[decision.block]).kind in _ACTS:
        return ""
    path, ruleset = game.program.written[decision.block], game.program.ruleset
    if path[:1] != ("components",):
        after = following_sentence(ruleset, path, lang) if asking.kind != "menu" else ""
        return said("web_next", lang, what=after) if after else ""
    words = ruleset.components[str(path[1])].text
    abilities = words.tree.abilities if words is not None and isinstance(words.tree, Text) else ()
    for ability in abilities:
        if ability.span is not None and ability.span.start <= asking.span[0] and asking.span[1] <= ability.span.end:
            return f"{game.labels.component(str(path[1]), lang)}: {game.labels.node(ability, lang)}."
    return game.labels.component(str(path[1]), lang)


def _goal(game: Game, layout: Arrangement, lang: str) -> Iterator[str]:
    """How the game ends and is won: as its layout tells, or else the conditions that the rules name."""
    if layout.goals:
        titles = game.labels.titles(lang)
        yield from (titles.get(text, text) for text in layout.goals)
        return
    for tree in game.program.endings.values():
        yield game.labels.node(tree, lang)


def _common(game: Game, view: Mapping[str, Any], layout: Arrangement, lang: str) -> Iterator[Number]:
    """The numbers that the game keeps for nobody: of these only what is told."""
    unshown = {*view["unshown"], *layout.hidden}
    for noun, value in view["numbers"].items():
        if value and "." not in noun and noun not in unshown:
            yield Number(noun, named(game, noun, "", lang), value, str(value), layout.look(noun))


def _seat(
    game: Game, view: Mapping[str, Any], number: int, viewer: int | None, turn: int | None, layout: Arrangement,
    lang: str,
) -> Seat:  # fmt: skip
    entry = view["seats"][number]
    held, kept = game.program.layout.held, game.program.layout.kept
    score = game.program.ruleset.result.get("score")
    unshown = {*view["unshown"], *layout.hidden, view["worth"], score}
    on_tracks = {track["number"] for track in view["tracks"]}
    asked = game.numbers()
    primary, secondary = [], []
    for noun, value in entry["numbers"].items():
        base, _, of = noun.partition(".")
        if base in unshown or base in on_tracks or not (value or base in layout.primary):
            continue
        said = entry["said"].get(noun) or str(value)
        one = Number(noun, named(game, base, of, lang), value, said, layout.look(base), of, base in asked)
        if base in layout.primary or (base in held and base not in layout.secondary):
            primary.append(one)
        elif base in layout.secondary or (base in kept and not of):
            secondary.append(one)
    order = {noun: place for place, noun in enumerate([*layout.primary, *layout.secondary])}
    for some in (primary, secondary):
        some.sort(key=lambda one: order.get(one.noun, len(order)))
    return Seat(
        number, entry["name"], SHAPES[number % len(SHAPES)], game.scores[number], tuple(primary), tuple(secondary),
        tuple(_pieces(game, view, number, layout, lang)),
        tuple((zone["title"], zone["count"]) for noun, zone in entry["zones"].items()
              if zone["count"] and layout.zone(noun).get("as") != "none"),
        tuple(entry["lasting"]), number == viewer, number == turn,
    )  # fmt: skip


def _pieces(
    game: Game, view: Mapping[str, Any], number: int, layout: Arrangement, lang: str
) -> Iterator[tuple[str, tuple[tuple[str, str, int], ...]]]:
    """Pieces in a seat's own zones: the zone's title; of each kind its id, name and count."""
    entry = view["seats"][number]
    labels = game.labels
    kinds = {kind.name: kind for kind in game.program.layout.piece_kinds}
    for noun, zone in entry["zones"].items():
        if layout.zone(noun).get("as") == "none":
            continue
        some = [
            (piece, labels.worth(labels.noun(kinds[piece].noun, lang, places[noun]), kinds[piece].worth, lang),
             places[noun])
            for piece, places in entry["pieces"].items() if places.get(noun)
        ]  # fmt: skip
        if some:
            yield zone["title"], tuple(some)


def _tracks(game: Game, view: Mapping[str, Any], lang: str) -> Iterator[Track]:
    for track in view["tracks"]:
        rows = tuple((row["name"], tuple(row["at"])) for row in track["rows"])
        yield Track(named(game, track["number"], "", lang), track["least"], track["most"], rows)


__all__ = ["NOBODY", "Number", "Seat", "Table", "Track", "table"]
