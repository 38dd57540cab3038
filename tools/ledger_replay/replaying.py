"""Replaying a ledger: for each row the choices it asks for are looked for among what the game offers.

No rule of the game stands here. Where a row leaves open what was chosen (how many spades a space took, which of two
spaces came first), the possibilities are tried until one leads to what the row says that its faction then has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import rulewright as rw
from ledger_replay.game import Codes, Table, Told, Unheard, taken
from ledger_replay.reading import Command, Ledger, Row
from ledger_replay.wanted import Wanted, readings
from rulewright.runtime.game import Decision, Game, Option

TRIES = 4000
"""Choices that are tried for one row before it is given up."""

_ABOUT_ORDER = frozenset({"trigger"})
"""Decisions about which of several things comes first."""

LIST = frozenset({"pass", "end"})


class Differs(Exception):
    """A row cannot be replayed, or leads to other values."""


@dataclass(slots=True)
class Moment:
    """What everybody had when something was told."""

    deed: str
    seat: int
    values: list[tuple[int, ...]]


@dataclass(slots=True)
class Replay:
    """A ledger that is being replayed. agreed: the rows that came out as they stand there; problem: why it ended."""

    ledger: Ledger
    table: Table
    game: Game
    agreed: int = 0
    problem: str = ""
    choices: int = 0
    moments: list[Moment] = field(default_factory=list)
    used: int = 0
    waiting: list[Row] = field(default_factory=list)
    leaving: set[int] = field(default_factory=set)
    seen: tuple[int, ...] = ()
    after: list[tuple[int, ...]] = field(default_factory=list)
    tries: int = 0
    builds: int = 0

    @classmethod
    def begin(cls, ledger: Ledger, rules: rw.Rules, known: Codes) -> Replay:
        """At the first decision, with the tiles of the ledger."""
        table = Table(ledger, rules, known)
        return cls(ledger, table, table.game)

    def run(self) -> None:
        """Replay rows until one differs."""
        rows = self.ledger.rows
        for number, row in enumerate(rows):
            if isinstance(row, Command):
                self.leaving.add(self.table.seat[row.names[0]])
                continue
            try:
                self._row(row, rows[number + 1 :])
            except (Differs, Unheard) as error:
                self.problem = f"{self.ledger.path.name}:{row.line}: {row.faction}: {row.text}: {error}"
                return

    # ------------------------------------------------------------ rows

    def _row(self, row: Row, later: list[Row | Command]) -> None:
        words = {command.word for command in row.commands}
        if words == {"setup"}:
            self._pick(row, self.table.card_of(row.faction))
            self.waiting.append(row)
            return
        if words == {"effect"}:
            self.waiting.append(row)
            return
        if words <= {"wait"} and row.commands:
            self._compare(row, self.table.values(self.game, self.table.seat[row.faction]))
        elif words & {"bonus", "income", "scored", "resources"} and len(words) == 1:
            self._told(row, row.commands[0])
        elif not words:
            self._silent(row)
        elif self.game.setting_up:
            self._settle(row)
        elif "income" in words:  # spades of a cult were used in the same row
            self._turn(Row(row.line, row.faction, (), (), row.text, row.commands[:-1]))
            self._told(row, row.commands[-1])
        else:
            self._turn(row)
        for other in self.waiting:
            self._compare(other, self.after[self.table.seat[other.faction]])
        self.waiting = []

    def _compare(self, row: Row, values: tuple[int, ...]) -> None:
        if values != row.values:
            raise Differs(f"{row.faction} has {_said(values)}, not {_said(row.values)}")
        self.agreed += 1

    def _pick(self, row: Row, name: str) -> None:
        """What a row of the set-up picks."""
        seat = self.table.seat[row.faction]
        decision = self.game.decision
        if decision is None or decision.seat != seat:
            raise Differs("somebody else is asked")
        for option in decision.options:
            if option.id == name:
                return self._accept(*taken(self.table, self.game, option.number))
        raise Differs(f"{name} is not offered")

    def _settle(self, row: Row) -> None:
        command = row.commands[0]
        kind = {"build": "space", "pass": "bonus"}.get(command.word)
        if kind is None or not command.names:
            raise Differs("that is nothing for the set-up")
        self._pick(row, self.table.called(kind, command.names[0]))
        seat = self.table.seat[row.faction]
        after = self.moments[self._last].values[seat] if len(self.moments) - self._last > 1 else None
        self._compare(row, after or self.table.values(self.game, seat))

    @property
    def _last(self) -> int:
        """Where what the last choice led to begins."""
        for place in range(len(self.moments) - 2, -1, -1):
            if not self.moments[place].deed:
                return place + 1
        return 0

    def _accept(self, game: Game, told: Told) -> None:
        self.game = game
        self.choices += 1
        self.after = told.moments[0][3] if told.moments else self.table.all_values(game.state)
        self.moments += [Moment(deed, seat, values) for deed, seat, _, values in told.moments]
        self.moments.append(Moment("", -1, self.table.all_values(game.state)))

    def _told(self, row: Row, command: Command) -> None:
        """What the game does by itself: when it was told, and what followed."""
        events, seat = self.table.codes["events"], self.table.seat[row.faction]
        deed, count, who = events[command.word] if command.word != "scored" else "", 0, seat
        if command.word == "scored":
            name, who = command.names[0].lower(), -1
            deed = events["network" if name == "network" else "cult"]
            count = 0 if name == "network" else self.table.codes["cults"].index(name)
        for _ in range(50):
            places = [
                place for place, moment in enumerate(self.moments)
                if moment.deed == deed and who in (-1, moment.seat)
            ]  # fmt: skip
            if who >= 0:
                places = [place for place in places if place >= self.used]
            if len(places) > count:
                place = places[count]
                self._compare(row, self.moments[place + 1].values[seat])
                if who >= 0:
                    self.used = max(self.used, self._round_of(place))
                return
            self._pass_over()
        raise Differs(f"{deed} does not happen")

    def _round_of(self, place: int) -> int:
        """Where the moments of an earlier round of the same deed are over."""
        deed = self.moments[place].deed
        while place > 0 and (self.moments[place - 1].deed == deed):
            place -= 1
        return place

    def _silent(self, row: Row) -> None:
        """A row without a command, of a faction that has left: what it has follows from what came before."""
        seat = self.table.seat[row.faction]
        for _ in range(50):
            found = [moment.values[seat] for moment in self.moments[self.used :]]
            if row.values in [*found, self.table.values(self.game, seat)]:
                self.agreed += 1
                return
            self._pass_over()
        raise Differs(f"{row.faction} never has {_said(row.values)}")

    def _pass_over(self) -> None:
        """Whoever is asked does nothing, or, where they must, declines."""
        decision = self.game.decision
        option = self._idle(decision) if decision is not None else None
        if option is None:
            raise Differs(f"{_asked(decision)}")
        self._accept(*taken(self.table, self.game, option.number))

    def _idle(self, decision: Decision) -> Option | None:
        codes = self.table.codes
        options = list(decision.options)
        if decision.seat in self.leaving:
            for option in options:
                if option.id in codes["leave"] or option.text() in codes["leave"] or option.text() == codes["end"]:
                    return option
        for option in options:
            if option.id == codes["none"]:
                return option
        return next((option for option in options if option.text() == codes["decline"]), None)

    # ------------------------------------------------------------ turns and answers

    def _turn(self, row: Row) -> None:
        self.seen = ()
        self.builds = self.table.builds(self.game)
        for asked in readings(self.table, row):
            if asked.offer is not None and asked.offer not in self.table.offers(self.game, asked.seat):
                raise Differs(f"{asked.offer[1]} is not offered: {self.table.offers(self.game, asked.seat)}")
            self.tries = 0
            for game, steps in self._search(self.game, asked, row, 0, False):
                for stage, told in steps:
                    self._accept(stage, told)
                self.game = game
                self.agreed += bool(row.values)
                return
        got = f"leads to {_said(self.seen)}, not {_said(row.values)}" if self.seen else "cannot be carried out"
        raise Differs(f"{got}; {_asked(self.game.decision)}")

    def _search(
        self, game: Game, asked: Wanted, row: Row, place: int, acted: bool, depth: int = 0
    ) -> Iterator[tuple[Game, list[tuple[Game, Told]]]]:
        """The positions to which a row leads, with the steps that lead there.

        place: of the next pick; acted: whether something was chosen for this row already.
        """
        decision = game.decision
        if decision is None or depth > 80 + 2 * len(asked.picks):
            return
        options = list(decision.options)
        ids = {option.id for option in options}
        listed = bool(ids & LIST)
        mine = decision.seat == asked.seat
        for option, after in self._candidates(game, decision, options, asked, place, acted):
            self.tries += 1
            if self.tries > TRIES:
                return
            stage, told = taken(self.table, game, option.number)
            done = after == len(asked.picks) and self._done(stage, asked, told, acted or mine, option)
            if done and self._agrees(stage, told, asked, row):
                yield stage, [(stage, told)]
                continue
            for end, steps in self._search(stage, asked, row, after, acted or (mine and listed), depth + 1):
                yield end, [(stage, told), *steps]

    def _done(self, stage: Game, asked: Wanted, told: Told, acted: bool, option: Option) -> bool:
        """Whether a row may be over: it was an answer, or the turn has ended."""
        decision = stage.decision
        if decision is None or decision.seat != asked.seat or told.moments:
            return True
        ids = {one.id for one in decision.options}
        ended = option.text() == self.table.codes["end"]
        if asked.answers or ended:
            return ended or not _inner(decision, self.table.codes)
        if self.table.codes["none"] in ids and not ids & LIST:
            return self._of_offers(list(decision.options))
        return "pass" in ids and "end" not in ids

    def _agrees(self, stage: Game, told: Told, asked: Wanted, row: Row) -> bool:
        if not row.values:
            return all(check(stage) for check in asked.checks.values())
        values = told.moments[0][3][asked.seat] if told.moments else self.table.values(stage, asked.seat)
        self.seen = values
        if values != row.values or not all(check(stage) for check in asked.checks.values()):
            return False
        return self.table.offered_since(stage, self.builds) == row.offered

    def _candidates(
        self, game: Game, decision: Decision, options: list[Option], asked: Wanted, place: int, acted: bool
    ) -> Iterator[tuple[Option, int]]:
        """What may be chosen for a row, the likeliest first, and the place of the next pick then."""
        codes = self.table.codes
        if decision.seat != asked.seat:
            idle = self._idle(decision) if not acted else None
            if idle is not None:
                yield idle, place
            return
        ids = {option.id for option in options}
        picked = False
        while (
            place < len(asked.picks)
            and asked.picks[place][0].startswith("Pay")
            and not any(_fits(option, wish) for wish in asked.picks[place] for option in options)
        ):  # nothing else could be paid
            place += 1
        if place < len(asked.picks):
            for wish in asked.picks[place]:
                for option in options:
                    if _fits(option, wish):
                        picked = True
                        yield option, place + 1
        if ids & LIST:
            last = options[-1]
            if last.text() in codes["go_on"] or (place == len(asked.picks) and last.text() == codes["end"]):
                yield last, place
            return
        if self._of_offers(options):
            if not picked or not asked.answers:
                idle = self._idle(decision)
                if idle is not None:
                    yield idle, place
            return
        if options[0].card is not None and self._is_offer(options[0]):
            yield from ((option, place) for option in options if self._offer(game, option) == asked.offer)
            return
        named = [option for option in options if option.id.split(".")[0].split("#")[0] in asked.named]
        yield from ((option, place) for option in named)
        if not named:
            kind = game.program.decisions[decision.block].kind
            others = [
                option
                for option in options
                if kind in _ABOUT_ORDER or option.id.isdigit() or option.id == codes["none"]
            ]
            if place == len(asked.picks):
                others = [option for option in others if option.text() != codes["convert_first"]]
            yield from ((option, place) for option in sorted(others, key=lambda option: option.id == codes["none"]))

    def _of_offers(self, options: list[Option]) -> bool:
        """Whether somebody is asked between turns."""
        codes = self.table.codes
        words = {codes["take"], codes["decline"], codes["step_first"], *codes["leave"]}
        return any(option.text() in words for option in options)

    def _is_offer(self, option: Option) -> bool:
        card = option.card
        return card is not None and self.table.layout.cards[card].component == self.table.codes["offer"]["kind"]

    def _offer(self, game: Game, option: Option) -> tuple[int, int]:
        layout, offer = self.table.layout, self.table.codes["offer"]
        giver, amount = layout.kept[offer["giver"]], layout.kept[offer["amount"]]
        card = option.card or 0
        return game.state.n[giver.cell(card)], game.state.n[amount.cell(card)]


def _inner(decision: Decision, codes: Codes) -> bool:
    """Whether a decision is still part of an answer: which cult, which offer."""
    options = list(decision.options)
    ids = {option.id for option in options}
    return not ids & LIST and codes["none"] not in ids and not any(
        option.text() in (codes["take"], codes["decline"]) for option in options
    )  # fmt: skip


def _fits(option: Option, wish: str) -> bool:
    return option.id.split(".")[0].split("#")[0].removesuffix(":area") == wish or option.text().startswith(wish)


def _said(values: tuple[int, ...]) -> str:
    if not values:
        return "nothing"
    points, coins, workers, priests, *rest = values
    bowls, cults = "/".join(map(str, rest[:3])), "/".join(map(str, rest[3:]))
    return f"{points} VP {coins} C {workers} W {priests} P {bowls} PW {cults}"


def _asked(decision: Decision | None) -> str:
    if decision is None:
        return "the game is over"
    offered = ", ".join(option.id for option in decision.options[:12])
    return f"seat {decision.seat + 1} is asked: {decision.prompt()} ({offered})"
