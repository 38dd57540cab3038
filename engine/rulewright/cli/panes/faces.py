"""What stands in each pane: the presentation model of a table as text. Words are never broken, colours only repeat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from rulewright.cli.table.maps import COLOURS
from rulewright.language.interface import said
from rulewright.play.presentation.cards import Card, Zone, paragraphs
from rulewright.play.presentation.changes import NOBODY, Amount, Move
from rulewright.play.presentation.digest import all_open, before, counted, each, in_words, repeated, upper
from rulewright.play.presentation.options import Choice
from rulewright.play.presentation.story import Event
from rulewright.play.presentation.table import Number, Seat, Table
from rulewright.runtime.game import Game

_MOST_TARGETS = 12


def styled(words: str, style: str = "") -> Text:
    """Words of which only these have a style, whatever is put behind them."""
    return Text().append(words, style)


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return f"bold {COLOURS[seat % len(COLOURS)]}"


def heading(shown: Table, lang: str) -> Text:
    """The game, its round or what else it counts, and how it ends."""
    text = styled(shown.title, "bold")
    for one in shown.numbers:
        text += styled(f"  {upper(one.name)} ", "dim") + styled(one.said, "bold")
    if shown.goal:
        text += styled(f"  {said('web_ends', lang)} {'; '.join(shown.goal)}", "dim")
    return text


def prompt(game: Game, shown: Table, last: Sequence[Event], lang: str) -> Text:
    """What is asked, what was chosen just before, and what every answer costs alike."""
    text = styled(shown.prompt or said("what_now", lang), "bold")
    if shown.purpose:
        text.append(f"\n{shown.purpose}", "dim")
    if told := before(last, game, shown.viewer, lang):
        text.append(f"\n{told}", "italic")
    alike = in_words(game, each(shown), lang, shown.hidden) or (said(key, lang) if (key := all_open(shown)) else "")
    return text + styled(f"\n{said('pane_each', lang, what=alike)}", "dim") if alike else text


def over(shown: Table, lang: str) -> Text:
    """How a game that is over ended."""
    text = styled(said("over", lang), "bold") + styled(f": {shown.over}" if shown.over else "")
    for place, (seat, name, score) in enumerate(shown.ranking, 1):
        text += styled(f"\n{place}. ") + styled(name, seat_style(seat)) + styled(f"  {score}")
    return text


def option(game: Game, choice: Choice, lang: str, unsaid: Collection[str], told: bool = True) -> RenderableType:
    """An option behind its number, and below it its price and effect, unless the prompt has told them of all."""
    named = any(choice.verb.startswith(subject.name) for subject in choice.subjects)
    text = styled(choice.verb if named else upper(choice.verb))
    price = in_words(game, choice.preview, lang, unsaid) if told else ""
    if price:
        text.append(f"\n{price}", "italic" if choice.preview.unsure else "yellow")
    row = Grid.grid(padding=(0, 1, 0, 0))
    row.add_column(width=2, justify="right")
    row.add_column()
    row.add_row(styled(str(choice.number), "bold cyan"), text)
    return row


def about(game: Game, choice: Choice, cards: Iterable[Card], lang: str, shown: Table) -> Text:
    """All that is known of an option before it is chosen."""
    lines = [styled(upper(choice.text), "bold")]
    price = in_words(game, choice.preview, lang, shown.hidden)
    if price:
        lines.append(styled(price, "yellow"))
    lines += [move(one) for one in choice.preview.moves]
    lines += [styled(f"{game.labels.seat(one.seat, lang)}: {gained(game, one, lang)}") for one in choice.preview.others
              if one.noun not in shown.hidden]  # fmt: skip
    if choice.detail:
        lines.append(styled(choice.detail))
    if choice.preview.then:
        lines.append(styled(f"→ {choice.preview.then}", "dim"))
    if choice.targets:
        names = [target.name for target in choice.targets[:_MOST_TARGETS]]
        more = " …" if len(choice.targets) > _MOST_TARGETS else ""
        lines.append(styled("   " + ", ".join(names) + more, "dim"))
    at = {subject.at for subject in choice.subjects}
    lines += [card_text(one) for one in cards if one.id in at and not choice.detail]
    return Text("\n").join(lines)


def move(one: Move) -> Text:
    """Where pieces or cards go."""
    count = f"{one.count} " if one.count > 1 or not one.id else ""
    places = " → ".join(filter(None, (one.source_name, one.target_name)))
    return styled(f"{count}{one.name}: {places}" if one.source_name else f"{count}{one.name} → {places}")


def gained(game: Game, amount: Amount, lang: str) -> str:
    """`+3` and what of."""
    if amount.said:
        return counted(game, amount, lang)
    return f"{'+' if amount.by > 0 else '−'}{counted(game, amount, lang)}"


def goods(shown: Table, choice: Choice | None, lang: str) -> Text:
    """Own goods first, with what they would be after an option."""
    mine = next((one for one in shown.seats if one.mine), None)
    if mine is None:
        return Text()
    after = {}
    if choice is not None:
        after = {(one.noun, one.of): one.after for one in (*choice.preview.price, *choice.preview.effect)}
    some = [styled(upper(said("you", lang)), seat_style(mine.number)) + styled(f" {mine.points}", "bold")]
    for one in mine.primary:
        then = after.get((one.noun.partition(".")[0], one.of))
        text = styled(f"{one.name} ", "dim") + styled(one.said, "bold")
        some.append(text + styled(f"→{then}", "bold yellow") if then is not None else text)
    return Text("  ").join(some)


def players(shown: Table, lang: str) -> Text:
    """Everybody's numbers and pieces: the reader's first."""
    seats = sorted(shown.seats, key=lambda seat: not seat.mine)
    return Text("\n\n").join(_player(seat, lang) for seat in seats)


def _player(seat: Seat, lang: str) -> Text:
    name = f"{seat.name} ({said('you', lang)})" if seat.mine else seat.name
    text = styled(f"{seat.number + 1} {name}", seat_style(seat.number)) + styled(f"  {seat.points}", "bold")
    if seat.turn:
        text += styled(f"  {said('web_turn', lang)}", "reverse")
    lines = [text, _numbers(one for one in seat.primary if seat.mine or one.value), _numbers(seat.secondary)]
    lines.append(Text("  ").join(styled(f"{title} ", "dim") + styled(str(count)) for title, count in seat.zones))
    for title, pieces in seat.pieces:
        lines.append(
            styled(f"{upper(title)}: ", "dim") + styled(", ".join(f"{count} {name}" for _, name, count in pieces))
        )
    lines += [styled(line, "italic") for line in seat.lasting]
    return Text("\n").join(line for line in lines if line)


def _numbers(some: Iterable[Number]) -> Text:
    return Text("  ").join(styled(f"{one.name} ", "dim") + styled(one.said) for one in some)


def cards(shown: Table, lang: str) -> Text:
    """What lies in zones: the reader's cards with their texts, then those of the table, then those of the others."""
    mine = [zone for zone in shown.zones if zone.seat == shown.viewer and zone.seat != NOBODY]
    common = [zone for zone in shown.zones if zone.seat == NOBODY]
    others = [zone for zone in shown.zones if zone.seat not in (NOBODY, shown.viewer)]
    text = [_zone(zone, shown, lang) for zone in (*mine, *common, *others) if zone.cards or zone.pieces or zone.count]
    return Text("\n\n").join(text)


def _zone(zone: Zone, shown: Table, lang: str) -> Text:
    whose = "" if zone.seat in (NOBODY, shown.viewer) else f"{shown.seats[zone.seat].name}: "
    head = styled(f"{whose}{upper(zone.title)}", "bold underline")
    if zone.count:
        head += styled(f" ({zone.count}{', ' + said('top', lang) if zone.way == 'pile' and zone.cards else ''})")
    lines = [head]
    if zone.pieces:
        lines.append(styled("  " + ", ".join(f"{count} {name}" for _, name, _, count in zone.pieces)))
    if zone.cards and zone.way in ("fan", "row"):
        lines += [card_text(one) for one in zone.cards]
    elif zone.cards:
        lines.append(styled("  " + ", ".join(one.name for one in zone.cards)))
    return Text("\n").join(lines)


def card_text(card: Card) -> Text:
    """A card: its name, what is printed on it, its text."""
    facts = ", ".join(f"{name} {value}".strip() for name, value in card.facts)
    text = styled(card.name, "bold") + styled(f"  {facts}" if facts else "", "dim")
    if card.pieces:
        text += styled(f"  {', '.join(card.pieces)}")
    for line in paragraphs(card.text):
        text += styled(f"\n  {line}")
    return text


def log(game: Game, events: Sequence[Event], shown: Table, lang: str) -> Text:
    """What happened, the newest first, with the amounts that changed."""
    lines = []
    for event in events:
        name = game.labels.seat(event.seat, lang)
        text = styled(f"{event.seat + 1} ", seat_style(event.seat))
        told = [f"{upper(line.removeprefix(f'{name}: '))}{f' ×{times}' if times > 1 else ''}"
                for line, times in repeated(event.lines)]  # fmt: skip
        text += styled("\n  ".join(told) or "…")
        amounts = [one for one in event.bits.amounts if one.noun not in shown.hidden]
        if amounts:
            some = [
                ("" if one.seat in (event.seat, NOBODY) else f"{one.seat + 1}: ") + gained(game, one, lang)
                for one in amounts
            ]
            text += styled("\n  " + "  ".join(some), "yellow")
        lines.append(text)
    return Text("\n").join(lines) if lines else styled(said("web_no_events", lang), "dim")
