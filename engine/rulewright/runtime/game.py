"""A game in progress, as players, bots and tools see it: decisions with options, views, saves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any, overload

from rulewright.compiler.compiled import ALWAYS
from rulewright.compiler.layout.layout import as_list
from rulewright.problems import RulewrightError, problem
from rulewright.runtime.arranging import arrange
from rulewright.runtime.facts import Facts
from rulewright.runtime.labels import Labels
from rulewright.runtime.lookahead import Lookahead
from rulewright.runtime.machine import Choose, Machine
from rulewright.runtime.openings import forget, opened
from rulewright.runtime.secrets import Secrets
from rulewright.runtime.state import State
from rulewright.runtime.view import own, view


class Option:
    """One thing that may be chosen: its number among the options of a decision."""

    __slots__ = ("among", "number")

    def __init__(self, among: Options, number: int) -> None:
        self.among = among
        self.number = number

    @property
    def labels(self) -> Labels:
        """What names it."""
        return self.among.labels

    @property
    def block(self) -> int:
        """The program's block that asks."""
        return self.among.block

    def __repr__(self) -> str:
        return f"Option({self.id!r})"

    @property
    def value(self) -> Any:
        """What the program's block listed."""
        return self.among.values[self.number]

    @property
    def id(self) -> str:
        """The same in every language and every run; no other option of the decision has it."""
        among = self.among
        return among.labels.ids.among(among.block, among.values, self.number)

    @property
    def card(self) -> int | None:
        """The number of the card that the option is; None where it is none."""
        is_card = self.labels.program.decisions[self.block].kind == "card" and self.value >= 0
        return self.value if is_card else None

    @property
    def tree(self) -> Any:
        """The tree of what the option says, where it is a sentence; None where it is a name or a number."""
        asking = self.labels.program.decisions[self.block]
        if asking.kind == "menu" and isinstance(self.value, int) and 0 <= self.value < len(asking.titles):
            title = asking.titles[self.value]
            return None if isinstance(title, str) else title
        return None

    def text(self, lang: str = "en") -> str:
        """The option in words."""
        return self.labels.option(self.block, self.value, lang, self.among.state)

    def detail(self, lang: str = "en") -> str:
        """What the card says that the option names or carries out, or ""."""
        return self.labels.detail(self.block, self.value, self.among.frame, lang)


class NoSuchOption(RulewrightError):
    """Nothing that may be chosen has this id; `offered` are the ids of what may be."""

    def __init__(self, option_id: str, offered: Sequence[str]) -> None:
        super().__init__(problem("RW0720", found=option_id, expected=tuple(offered)))
        self.offered = list(offered)


class Options(Sequence[Option]):
    """The options of a decision, each made when somebody looks at it: what a block has listed, its frame waiting."""

    __slots__ = ("block", "labels", "state", "values")

    def __init__(self, labels: Labels, state: State, values: list[Any], block: int) -> None:
        self.labels = labels
        self.state = state
        self.block = block
        self.values = values

    @property
    def frame(self) -> list[Any]:
        """The frame that asks."""
        return self.state.stack[-1]

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, number: int) -> Option: ...
    @overload
    def __getitem__(self, number: slice) -> list[Option]: ...
    def __getitem__(self, number: int | slice) -> Option | list[Option]:
        if isinstance(number, slice):
            return [Option(self, one) for one in range(len(self.values))[number]]
        count = len(self.values)
        if not 0 <= number < count:
            number = range(count)[number]
        return Option(self, number)

    def __iter__(self) -> Iterator[Option]:
        return (Option(self, number) for number in range(len(self.values)))


class Decision:
    """A seat must choose one of the options: for itself, or for `actor`, a seat that the rules play."""

    __slots__ = ("actor", "options", "seat")

    def __init__(self, seat: int, actor: int, options: Options) -> None:
        self.seat = seat
        self.actor = actor
        self.options = options

    @property
    def block(self) -> int:
        """The program's block that asks."""
        return self.options.block

    def prompt(self, lang: str = "en") -> str:
        """The question in words."""
        return self.options.labels.prompt(self.block, lang, self.options.state)

    @property
    def secret(self) -> bool:
        """Whether the others must not see the choice yet."""
        return self.options.labels.program.decisions[self.block].secret


class Game:
    """One game.

    Raises (from every method that runs the game): RuleError when the ruleset's rules go wrong; the position is then as
    before the call.
    """

    def __init__(self, rules: Any, program: Any, state: State) -> None:
        self.rules = rules
        self.program = program
        self.machine: Machine = program.machine
        self.state = state
        self.labels: Labels = program.labels
        self.values: list[Any] = []
        self.journal: list[str] = []
        self._secrets = Secrets(program)

    # ------------------------------------------------------------ beginning

    @classmethod
    def new(cls, rules: Any, program: Any, seed: int, log: bool = True) -> Game:
        """Set the game up and run to the first decision."""
        state, values = opened(program, seed, log)
        game = cls(rules, program, state)
        game.values = values
        game.secrets.note(program.dealt, state, 0)
        return game

    @classmethod
    def placed(cls, rules: Any, program: Any, state: State, values: list[Any]) -> Game:
        """A game in a position, with the options there."""
        game = cls(rules, program, state)
        game.values = values
        return game

    @property
    def setting_up(self) -> bool:
        """Whether a procedure before the one in which the game is played is still going on."""
        names = [procedure.name for procedure in self.program.start]
        order = list(self.program.ruleset.procedure_order.values())
        before = {*names[: order.index(self.program.ruleset.played)]}
        return any(self.program.owner[frame[0]] in before for frame in self.state.stack)

    # ------------------------------------------------------------ deciding

    @property
    def decision(self) -> Decision | None:
        """What is to be chosen now, or None when the game is over."""
        if not self.values:
            return None
        actor = self.machine.actor(self.state)
        block = self.state.stack[-1][0]
        return Decision(self.machine.asked[actor], actor, Options(self.labels, self.state, self.values, block))

    @property
    def block(self) -> int:
        """The program's block that asks, -1 when the game is over."""
        return int(self.state.stack[-1][0]) if self.values else -1

    @property
    def seat(self) -> int | None:
        """Who is to choose now, or None when the game is over."""
        return self.machine.seat(self.state) if self.values else None

    def choose(self, option_id: str, then: str | None = None) -> None:
        """Take the option with this id and run on to the next decision.

        then: the id of what will be chosen there, if that is known: of the other options only one is looked for.

        Raises:
            NoSuchOption: RW0720 when there is no such option.
        """
        self.choose_number(self.number(option_id), then)
        self.journal.append(option_id)

    def choose_number(self, number: int, then: str | None = None) -> None:
        """Take an option by its position in `decision.options`: the quick way for bots. then: as for `choose`."""
        before = self.state
        state = before.copy()
        state.log = before.log
        length = len(before.log) if before.log is not None else 0
        try:
            self.machine.apply(state, self.values[number])
            self.values = self.machine.advance(state, partial(self._called, then) if then is not None else None)
            self.state = state
            self.secrets.note(before, state, length)
        except RulewrightError:
            if before.log is not None:
                del before.log[length:]
            raise

    def _called(self, option_id: str, block: int, values: list[Any]) -> Any:
        """The option of a block with an id, if there is one and it is the only one, whatever can be carried through."""
        known = self.labels.ids.known_value(block, option_id)
        if known is not None and known in values:
            return known
        found = [value for value in values if self.labels.ids.option(block, value) == option_id]
        return found[0] if len(found) == 1 else None

    # ------------------------------------------------------------ numbers in, numbers out

    @property
    def legal(self) -> range:
        """The numbers of what may be chosen now, from 0; empty when the game is over.

        Number k is option k of `decision.options`. A number means the same until somebody chooses: in the next decision
        it is something else. What means the same everywhere is the option's id (`option_id`).

        >>> import rulewright as rw
        >>> game = rw.load("tic_tac_toe").new_game(players=2, seed=7)
        >>> game.legal, game.seat, game.option_id(4)
        (range(0, 9), 0, 'b2')
        >>> game.step(4)
        >>> game.legal, game.seat, game.option_id(4)
        (range(0, 8), 1, 'c2')
        """
        return range(len(self.values))

    def step(self, number: int) -> None:
        """Take an option by its number and run on to the next decision: for games that nobody looks back on.

        Nothing is written into the journal, and the position is changed in place: decisions and options asked for
        before are of no use any more, and after a RuleError the game is not either. `copy` a game to try something.

        Args:
            number: one of `legal`.

        Raises:
            IndexError: there is no such option.
            RuleError: the ruleset's rules go wrong.

        >>> import random
        >>> import rulewright as rw
        >>> game = rw.load("tic_tac_toe").new_game(players=2, seed=7, log=False)
        >>> draw = random.Random(1).random
        >>> while legal := game.legal:
        ...     game.step(int(draw() * len(legal)))
        >>> game.seat is None, sum(game.scores) <= 1
        (True, True)
        """
        if number < 0:
            raise IndexError(number)
        self.machine.apply(self.state, self.values[number])
        self.values = self.machine.advance(self.state)

    def play_on(self, number: int, choose: Choose) -> None:
        """Take an option and play on until the game is over or `choose` stops (see `Machine.play_on`).

        Only what is chosen is looked at: what `values` tells afterwards may be more than can be carried through.
        """
        self.machine.apply(self.state, self.values[number])
        self.values = self.machine.play_on(self.state, choose)

    def lay(self, where: list[int], zones: list[tuple[int, ...]]) -> None:
        """Let all cards lie elsewhere: for positions that are imagined."""
        self.state.where, self.state.zones = where, zones

    def chance(self, rng: int) -> None:
        """Let all chance from here on be that of a generator's 64 bits."""
        self.state.rng = rng

    def option_id(self, number: int) -> str:
        """The id of an option by its number: the same in every language, run and position.

        Where several options would have the same id, as copies of a card have, the second is called `…#2`, and so on.
        """
        return self.labels.ids.among(self.block, self.values, number)

    def number(self, option_id: str) -> int:
        """The number of the option with an id: what `option_id` tells of it.

        Raises:
            NoSuchOption: RW0720 when there is no such option now.

        >>> import rulewright as rw
        >>> game = rw.load("tic_tac_toe").new_game(players=2, seed=7)
        >>> game.number("b2"), game.option_id(4)
        (4, 'b2')
        """
        values, block = self.values, self.block
        if not isinstance(option_id, str):  # an option itself, a number: told like an id that nothing has
            raise NoSuchOption(repr(option_id), self.labels.ids.all(block, values))
        value = self.labels.ids.known_value(block, option_id)
        if value is not None:
            try:
                return values.index(value)
            except ValueError:  # it is not offered now
                pass
        ids = self.labels.ids.all(block, values)
        if option_id not in ids:
            raise NoSuchOption(option_id, ids)
        return ids.index(option_id)

    # ------------------------------------------------------------ looking

    @property
    def secrets(self) -> Secrets:
        """Who may know the cards in the log."""
        return self._secrets

    @property
    def chooser(self) -> int:
        """The seat that is to choose, in the middle of `play_on`, too."""
        return self.machine.seat(self.state)

    @property
    def turn(self) -> int:
        """The seat whose turn it is; -1 where it is nobody's."""
        turn = f"verb_{self.program.ruleset.turn}"
        return next((frame[1] for frame in self.state.stack if self.program.owner[frame[0]] == turn), -1)

    @property
    def winner(self) -> int:
        """The seat that the rules named as the winner; -1 for none."""
        return self.state.winner

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.program.players)

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        score = self.program.ruleset.result.get("score")
        if not score:
            return [1 if self.winner == seat else 0 for seat in range(self.seats)]
        return [self.number_of(score, seat) for seat in range(self.seats)]

    def cell(self, position: int) -> int:
        """One of the numbers of the state, by its position."""
        return self.state.n[position]

    def number_of(self, noun: str, *seats: int) -> int:
        """What a number is now: of a seat, or of nobody."""
        return int(self.program.number(noun, self.state, *seats))

    @property
    def ranking(self) -> list[int]:
        """Seats from the winner down."""
        return sorted(range(self.seats), key=lambda seat: (self._rank(seat), seat))

    def _rank(self, seat: int) -> tuple[Any, ...]:
        """What a seat is ranked by, the lowest first: has it won, its score, then what decides ties."""
        result = self.program.ruleset.result
        sign = -1 if result.get("wins", "highest") == "highest" else 1
        return seat != self.winner, sign * self.scores[seat], *(-value for value in self.ties(seat))

    def ties(self, seat: int) -> list[int]:
        """What a seat has of each thing that decides between equal scores, the first of them first."""
        held = self.program.layout.held
        return [
            self.cell(held[noun] + seat) if noun in held else self.number_of(noun, seat)
            for noun in as_list(self.program.ruleset.result.get("ties"))
        ]

    @property
    def winners(self) -> list[int]:
        """The seats that won; several share a win when the rules name no winner among the best. Empty until the end."""
        if self.decision is not None:
            return []
        if self.winner >= 0:
            return [self.winner]
        best = min(self._rank(seat) for seat in range(self.seats))
        return [seat for seat in range(self.seats) if self._rank(seat) == best]

    @property
    def end_reason(self) -> str | None:
        """Why the game is over: the condition that ended it, or the act, or else "ended" or "won"."""
        return self.state.over

    def broken(self, since: int = 0) -> list[str]:
        """The ids of the invariants that do not hold: in this position, or at an event of the log from a line on.

        Only of a game that was begun `checked`; of others nothing is known.
        """
        s, names = self.state, self.program.names
        found = [what for _, deed, what, _ in (s.log or [])[since:] if deed == ALWAYS]
        setting_up = bool(self.program.always) and self.setting_up
        for test in self.program.always:
            if test.id not in found and (test.set_up or not setting_up):
                seats = range(self.seats if test.of_seats else 1)
                if any(names[test.function](s, seat) for seat in seats):
                    found.append(test.id)
        return list(dict.fromkeys(found))

    def view(self, seat: int | None = None, lang: str = "en", cards: bool = True) -> dict[str, Any]:
        """What a seat may know (without a seat: everything that is on the table), its names in a language.

        cards: whether zones tell their cards; to look at each is most of the work.
        """
        return view(self, seat, lang, cards)

    def own(self, seat: int) -> dict[str, Any]:
        """What a seat has, as it sees it: its entry in `view`."""
        return own(self, seat)

    def facts(self) -> Facts:
        """What there is, hidden or not, under the names that scenarios use."""
        return Facts(self)

    def numbers(self) -> dict[str, list[str]]:
        """The numbers that can be asked about, each with the kinds of what it is a number of."""
        known = self.program.names
        return {
            noun: [str(kind) for kind in as_list(entry.get("of"))]
            for noun, entry in self.program.layout.nouns.items()
            if entry.get("type") == "number" and f"why_{noun}" in known
        }

    def why(self, noun: str, *things: int | str, lang: str = "en") -> list[tuple[str, int]]:
        """What a number is made of.

        Args:
            noun: id of a number noun.
            things: what it is of, in the order of its `of:`: a seat (from 0), or the id of a space or component.
            lang: of the words.

        Returns:
            (what, by how much): a card's name, or the words of the rule.

        Raises:
            RulewrightError: RW0742 when there is no such number, RW0740 when there is no such thing, RW0743 when it is
                now a number of nobody or nothing.
        """
        if noun not in self.numbers() or len(things) != len(self.numbers()[noun]):
            raise RulewrightError(problem("RW0742", found=noun, expected=self.numbers()))
        args = [self._thing(thing) if isinstance(thing, str) else thing for thing in things]
        reasons = self.program.why(noun, self.state, *args)
        if reasons is None:
            raise RulewrightError(problem("RW0743", found=self.labels.noun(noun, lang)))
        return [(self.labels.part(number, label, lang), by) for number, label, by in reasons]

    def forget(self) -> None:
        """Forget what was found out about the position: for whoever has changed it from outside."""
        forget(self.program, self.state)

    def _thing(self, name: str) -> int:
        """A space by its id, or the first copy of a component."""
        layout = self.program.layout
        found: list[int] = [layout.ids[name]] if name in layout.ids else layout.instances(name)
        if not found:
            raise RulewrightError(problem("RW0740", found=name, expected=sorted(layout.ids)))
        return found[0]

    def hash(self) -> str:
        """Of the whole state."""
        return self.state.hash()

    def log_lines(self, lang: str = "en", start: int = 0, seats: Collection[int] = ()) -> list[str]:
        """What has been chosen so far, for readers; without the first `start` lines.

        seats: who reads it: cards that one of them may not know are not named, and a line is empty that would tell no
            more than that chance has taken one. By default all is told.
        """
        lines = []
        for number, (seat, block, value, detail) in enumerate((self.state.log or [])[start:], start):
            told = self.secrets.may_know(number, seats)
            lines.append(self.labels.event(seat, block, value, detail, lang, told))
        return lines

    # ------------------------------------------------------------ copies and saves

    def in_python(self) -> Game:
        """A copy that Python plays, whoever plays this one."""
        return self.copy()

    def like(self, other: Game) -> Game:
        """Another game, with what is special about this one: here nothing is."""
        return other

    def copy(self) -> Game:
        """An independent game in the same state. It keeps no log, so it tells of no broken invariant of an event."""
        other = Game.__new__(Game)
        other.rules, other.program, other.machine, other.labels = self.rules, self.program, self.machine, self.labels
        other.state = self.state.copy()
        other.state.lookahead = Lookahead()
        other.values = self.values
        other.journal = []
        other._secrets = Secrets(self.program)
        return other

    def save(self) -> dict[str, Any]:
        """The position, with what is needed to know whether it fits a ruleset."""
        return {
            "ruleset": self.program.ruleset.id,
            "hash": self.program.ruleset.hash,
            "packs": [pack.record() for pack in self.program.ruleset.packs],
            "players": self.seats,
            "options": dict(self.program.options),
            "state": self.state.save(),
        }

    @classmethod
    def restore(cls, rules: Any, data: dict[str, Any]) -> Game:
        """The game that `save` wrote.

        Raises:
            RulewrightError: RW0930 when it was saved with other packs, RW0730 when with other rules.
        """
        if data["ruleset"] == rules.id:  # packs of another game say nothing of this one
            rules.ruleset.check_packs(data.get("packs", ()))
        if data["hash"] != rules.hash:
            raise RulewrightError(
                problem("RW0730", found=data["hash"][:12], game=data["ruleset"], expected=[rules.hash[:12]])
            )
        program = rules.program(data["players"], data["options"])
        game = cls(rules, program, State.restore(data["state"]))
        game.forget()
        game.state.log = []
        game.values = game.machine.advance(game.state)
        return game

    def arrange(self, position: dict[str, Any]) -> None:
        """Change the position: for scenarios and tests."""
        arrange(self, position)
        self.forget()
        self.values = self.machine.advance(self.state)


__all__ = ["Decision", "Game", "NoSuchOption", "Option"]
