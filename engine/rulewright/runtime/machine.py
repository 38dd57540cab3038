"""The machine: runs a program's blocks until somebody must choose, and looks ahead so that every option can be kept.

An option is legal when what it begins can be carried through. Costs come after choices in most sentences, so the
machine looks how each option goes on, and where that does not tell, it tries it on a copy of the state, taking the
first way through that it finds, until everything that was begun (`State.attempts`) is done. Where nothing after the
choice can fail, nothing is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from rulewright.compiler.verdicts import CAN, CANNOT, UNKNOWN
from rulewright.problems import Place, RulewrightError, mistake, problem
from rulewright.runtime.secrets import sees
from rulewright.runtime.state import State, checked


class _Fail:
    """What a block returns when the act it belongs to cannot be carried through."""

    __slots__ = ()


FAIL: Final = _Fail()
DONE: Final = object()
FUEL = 200_000  # blocks between two decisions
FORCED = 20  # a forced choice counts as so many of them: it takes looking ahead
_FUEL = range(FUEL)
SEARCH = 4_000  # positions looked at in one trial
WITHIN = 10 * SEARCH  # the same in a trial and all trials within it
UNASKED = (
    5 * SEARCH
)  # the same in all trials of acts between two decisions: more of them, and the rules run in a circle
NESTED = 60  # trials within one another: more of them go round in a circle


T = TypeVar("T")
Wanted = Callable[[int, list[Any]], Any]
"""Which of the raw options of a block will be chosen; None where nobody knows."""


Choose = Callable[[int, list[Any], bool], Any]
"""Which of the options of a block is taken; None to stop (`Machine.play_on`)."""


class RuleError(RulewrightError):
    """The rules of the ruleset went wrong while a game was running; the move was taken back."""


def _alike(offer: Any, other: Any) -> bool:
    """Whether two options are one entry of a table of offers, of two copies of a card."""
    return offer != -1 and other != -1 and bool(offer[:2] == other[:2])


class Machine:
    """Runs one program, for any number of games at once. All there is stands in the state; `ways` only save time."""

    def __init__(self, program: Any) -> None:
        self.program = program
        self.blocks = program.blocks
        self.ways: dict[Any, dict[int, Any]] = {}  # by seat and entry, what led through the last time
        self.decisions = program.decisions
        self.asked = program.asked
        layout = program.layout
        self.hidden = [  # by seat, where it does not see cards: zones, and -1 for what lies nowhere
            frozenset(zone for zone in range(-1, layout.zone_count) if not sees(layout, zone, seat))
            for seat in range(program.players)
        ]
        self.names = program.names
        self.asks_within = program.asks_within
        self.probes = {label: self.names[name] for label, name in program.probes.items()}
        self.looks = {  # by block that asks: the look at what follows, whose it is, and the slot of what is chosen
            label: (self.probes[asking.then], program.owner[asking.then], asking.slot)
            for label, asking in self.decisions.items()
            if asking.then in self.probes
        }
        self.begins = [  # by table and number: the look at what is offered, whose it is, and what its frame ends with
            [
                None if (number, at) in program.decided else self._beginning(entry.procedure)
                for at, entry in enumerate(table)
            ]
            for number, table in enumerate(program.offers)
        ]

    def _beginning(self, procedure: Any) -> tuple[Any, str, Any]:
        entry = procedure.entry
        return self.probes.get(entry), self.program.owner[entry], self.names.get(procedure.pad_name, ())

    # ------------------------------------------------------------ running

    def run(self, s: State, fuel: Iterable[int] = _FUEL) -> Any:
        """Run to the next decision; its raw options, FAIL, or None when nothing is left to do.

        fuel: for so many blocks; an iterator goes on where the run before has stopped.
        """
        blocks, stack = self.blocks, s.stack
        for _ in fuel:
            if not stack:
                return None
            f = stack[-1]
            r = blocks[f[0]](s, f)
            if r is not None:
                return r
        raise self._wrong(s, "RW0701")

    def _wrong(self, s: State, code: str, what: str = "") -> RuleError:
        """The error for what is under way: each procedure, verb or card with its line; its place is the last one's."""
        told = self.program.under_way(f[0] for f in s.stack)
        names = ", ".join(f"{name} ({Path(place.file).name}:{place.line})" for name, place in told)
        return RuleError(problem(code, found=what + names, place=told[-1][1] if told else Place()))

    def in_a_circle(self, s: State) -> RuleError:
        """The error for rules that start themselves again without an end."""
        return self._wrong(s, "RW0701")

    def advance(self, s: State, wanted: Wanted | None = None) -> list[Any]:
        """Run until a seat has a real choice; the legal options, or an empty list when the game is over.

        wanted: tells which option of a block's raw ones will be chosen, or None. Then it is enough to know that it is
            legal and that there is another: no more of them are looked for.

        Raises:
            RuleError: nothing can be carried through, or the rules run in a circle.
        """
        return self._telling(s, lambda: self._advance(s, wanted))

    def _telling(self, s: State, run: Callable[[], T]) -> T:
        """What running brings; whatever goes wrong is a RuleError."""
        try:
            return run()
        except RecursionError:  # trials within trials: what looks ahead starts itself again
            raise self._wrong(s, "RW0701") from None
        except RulewrightError:
            raise
        except OverflowError:  # a state keeps 64 bits of a number
            raise self._wrong(s, "RW0705") from None
        except Exception as error:
            raise self._wrong(s, "RW0719", f"{mistake(error).found} in ") from error

    def _advance(self, s: State, wanted: Wanted | None) -> list[Any]:
        offered = -1  # how long the log was when it last told of an ability of which nothing has come yet
        fuel = iter(_FUEL)
        s.lookahead.unasked = 0
        while True:
            raw = self.run(s, fuel)
            if raw is None or s.over is not None:
                return []
            if raw is FAIL:
                raise self._wrong(s, "RW0702")
            options = self.legal(s, raw, wanted(s.stack[-1][0], raw) if wanted is not None else None)
            if not options:
                raise self._wrong(s, "RW0702")
            if len(options) > 1:
                checked(s.n)
                return self._in_order(s, options)
            decision = self.decisions[s.stack[-1][0]]
            self.apply(s, options[0])  # forced choices are taken
            for _ in islice(fuel, FORCED):  # and each brings the rules nearer to where they run in a circle
                pass
            if s.log is None:
                continue
            if decision.is_nothing(options[0]):  # of doing nothing because one must the log does not tell
                s.log.pop()
                if len(s.log) == offered:
                    s.log.pop()
            elif decision.kind == "trigger":
                offered = len(s.log)

    def play_on(self, s: State, choose: Choose) -> list[Any]:
        """Play on until the game is over or `choose` stops: for games of which only the outcome is of interest.

        What is offered where it stopped, not looked at; nothing when the game is over.

        Unlike `advance`, it looks only whether what is chosen can be carried through, not what else can be.

        Args:
            choose: given a block, its raw options and False: one of them, or None to stop. When that cannot be carried
                through it is asked once more, with those that can be and True; its first answer does not count then.

        Raises:
            RuleError: as `advance`.
        """
        return self._telling(s, lambda: self._play_on(s, choose))

    def _play_on(self, s: State, choose: Choose) -> list[Any]:
        fuel = iter(_FUEL)
        s.lookahead.unasked = 0
        while True:
            raw = self.run(s, fuel)
            if raw is None or s.over is not None:
                return []
            options: list[Any] = raw
            if raw is FAIL or not (len(raw) > 1 or (options := self.legal(s, raw))):
                raise self._wrong(s, "RW0702")
            value = options[0]
            if len(raw) > 1:
                block = s.stack[-1][0]
                value = choose(block, raw, False)
                if value is None:
                    return options
                if not self._is_legal(s, value):
                    options = self.legal(s, raw)
                    if not options:
                        raise self._wrong(s, "RW0702")
                    value = choose(block, options, True)
                    if value is None:
                        return options
                fuel, s.lookahead.unasked = iter(_FUEL), 0
            self.apply(s, value)

    def _is_legal(self, s: State, value: Any) -> bool:
        """Whether one of several raw options can be carried through."""
        s.lookahead.ask(s)
        if self.decisions[s.stack[-1][0]].kind == "offer":
            return bool(self._possible(s, [value]))
        return not s.attempts or self._safe(s) or bool(self._leading_through(s, [value]))

    def _in_order(self, s: State, options: list[Any]) -> list[Any]:
        """The options; cards that lie where who chooses cannot see them, not in the order in which they lie there."""
        if self.decisions[s.stack[-1][0]].kind != "card":
            return options
        hidden = self.hidden[self.seat(s)]
        if not any(s.where[card] in hidden for card in options if card >= 0):
            return options
        cards = iter(sorted(card for card in options if card >= 0))
        return [next(cards) if value >= 0 else value for value in options]

    def apply(self, s: State, value: Any) -> None:
        """Put a choice into the frame that asked for it."""
        f = s.stack[-1]
        decision = self.decisions[f[0]]
        if s.log is not None:
            s.log.append((int(f[decision.seat]), f[0], value, f[7] if decision.kind == "pay" else -1))
        f[decision.slot] = value
        f[0] = decision.then

    def seat(self, s: State) -> int:
        """Who is asked: whoever is to choose, or who decides for a seat at which nobody sits."""
        return int(self.asked[self.actor(s)])

    def actor(self, s: State) -> int:
        """Whose choice it is."""
        f = s.stack[-1]
        return int(f[self.decisions[f[0]].seat])

    # ------------------------------------------------------------ looking ahead

    def legal(self, s: State, raw: list[Any], wanted: Any = None) -> list[Any]:
        """Those of the raw options that can be carried through.

        wanted: one of them; if it can be, then only it and one other that can be.
        """
        s.lookahead.ask(s)
        if self.decisions[s.stack[-1][0]].kind == "offer":
            several = self._possible
        elif not s.attempts or len(raw) == 1 or self._safe(s):
            return raw
        else:
            several = self._leading_through
        found = several(s, [wanted]) if wanted is not None else []
        if not found:
            return several(s, raw)
        offered = several == self._possible
        others = (several(s, [value]) for value in raw if value != wanted and not (offered and _alike(value, wanted)))
        return found + next((other for other in others if other), [])

    def _leading_through(self, s: State, raw: list[Any]) -> list[Any]:
        """Those of several choices after which what was begun can be carried through."""
        hints: dict[int, Any] = {}
        sure = self._sure_below(s)
        return [value for value in raw if self._leads_through(s, value, sure, hints)]

    def _safe(self, s: State) -> bool:
        """Whether nothing that is still to come in what was begun can fail."""
        return s.stack[-1][0] in self.program.safe and self._sure_below(s)

    def _sure_below(self, s: State) -> bool:
        """Whether nothing can fail any more once the innermost frame is done with."""
        return self._unsure(s.stack, s.attempts[0]) == len(s.stack) - 1

    def _unsure(self, stack: list[Any], first: int) -> int:
        """The depth of the first frame from `first` on in which something can fail yet, or of the innermost."""
        sure = self.program.sure
        last = len(stack) - 1
        while first < last and stack[first][0] in sure:
            first += 1
        return first

    def _possible(self, s: State, raw: list[Any]) -> list[Any]:
        """Those of what is offered that can be begun and carried through, each by the first copy of its card."""
        you = s.stack[-1][1]
        begins = self.begins
        s.lookahead.begin(s)
        found: list[Any] = []
        for value in raw:
            if found and _alike(found[-1], value):
                continue
            begun = begins[value[0]][value[1]] if value != -1 else None
            if begun is not None:
                probe, owner, pad = begun
                seen = self._seen(s, probe, owner, [0, you, value[2], *pad])
                if seen == CANNOT or (seen == UNKNOWN and not self._can_begin(s, value)):
                    continue
            found.append(value)
        return found

    def _can_begin(self, s: State, value: Any) -> bool:
        """Whether a trial finds that what is offered can be begun and carried through."""
        trial = s.ahead()
        depth = len(trial.attempts)
        self.apply(trial, value)
        f = trial.stack[-1]
        self.blocks[f[0]](trial, f)  # the block after an offer begins the attempt
        return self._tried(trial, depth, self.ways.setdefault((f[1], value), {}))

    def _leads_through(self, s: State, value: Any, sure: bool, hints: dict[int, Any]) -> bool:
        seen = self._look(s, value)
        if seen == CANNOT or (seen == CAN and sure):
            return seen == CAN
        trial = s.ahead()
        self.apply(trial, value)
        return self._tried(trial, 0, hints)

    def _look(self, s: State, value: Any, begun: bool = False) -> int:
        """What can be seen of a choice without trying it, up to where the frame that asks is done with.

        begun: whether the last that was looked at is this position, as it is now.
        """
        f = s.stack[-1]
        then = self.looks.get(f[0])
        if then is None:
            return UNKNOWN
        probe, owner, slot = then
        tried = f[:]
        tried[0] = 0
        tried[slot] = value
        if not begun and s is not s.lookahead.of:
            s.lookahead.begin(s)
        return self._seen(s, probe, owner, tried)

    def _seen(self, s: State, probe: Any, owner: str, f: list[Any]) -> int:
        """What a probe tells of a block without running it (see `compiler/passes/lookahead/`)."""
        if probe is None:
            return UNKNOWN
        lookahead = s.lookahead
        lookahead.tried = lookahead.nested = 0
        if self.asks_within:
            lookahead.within.append((owner, f))
        try:
            seen: int = probe(s, f)
            return seen
        except LookupError:  # it goes both ways where it does not know, so it may look for what is not there
            return UNKNOWN
        finally:
            if lookahead.within:
                lookahead.within.clear()

    def _tried(self, trial: State, depth: int, hints: dict[int, Any]) -> bool:
        """Whether some way leads through, in a trial that may be one within another."""
        lookahead = trial.lookahead
        if not lookahead.depth:
            lookahead.left = WITHIN
        elif lookahead.depth >= NESTED:
            raise self._wrong(trial, "RW0701")
        lookahead.depth += 1
        try:
            return self.through(trial, depth, hints)
        finally:
            lookahead.depth -= 1

    def through(
        self, s: State, depth: int, hints: dict[int, Any] | None = None, budget: list[int] | None = None
    ) -> bool:
        """Whether some way leads to where at most `depth` attempts are open. Uses the state up.

        hints: by block, what led through the last time; it is tried first.
        """
        hints = hints if hints is not None else {}
        budget = budget if budget is not None else [SEARCH]
        blocks, stack, attempts, sure, lookahead = self.blocks, s.stack, s.attempts, self.program.sure, s.lookahead
        fuel = FUEL
        way: list[tuple[int, Any]] = []
        unsure, held = 0, None  # the lowest frame in which something can fail yet: so it is until it is the innermost
        while True:
            if len(attempts) <= depth or not stack or s.over is not None:
                break
            f = stack[-1]
            if f[0] in sure:
                if held is None or unsure >= len(stack) - 1 or stack[unsure] is not held:
                    unsure = self._unsure(stack, attempts[depth])
                    held = stack[unsure]
                if held is f:
                    break
            r = blocks[f[0]](s, f)
            fuel -= 1
            if not fuel:
                raise self._wrong(s, "RW0701")
            if r is None:
                continue
            if r is FAIL:
                return False
            budget[0] -= 1
            lookahead.left -= 1
            if budget[0] < 0 or lookahead.left < 0:
                return False
            if not r:
                return False
            label = stack[-1][0]
            seen: dict[Any, int] = {}  # of some options, what was seen of them
            options = r if label in hints else self._seen_first(s, r, seen)
            way_on = self._way_on(s, self._likeliest_first(options, label, hints), depth, hints, budget, seen)
            if way_on is None:
                return False
            value, certain = way_on
            way.append((label, value))
            if certain:
                break
            self.apply(s, value)
        hints.update(way)
        return True

    def _seen_first(self, s: State, options: list[Any], seen: dict[Any, int]) -> list[Any]:
        """The options of a menu in a trial, first one of which is seen that it leads on: others may lead far around.

        seen: is told what was seen of them.
        """
        decision = self.decisions[s.stack[-1][0]]
        if decision.kind == "menu" and not decision.is_nothing(options[0]):
            for value in options:
                seen[value] = self._look(s, value, begun=bool(seen))
                if seen[value] == CAN:
                    return options if value == options[0] else [value, *(one for one in options if one != value)]
        return options

    def _likeliest_first(self, options: list[Any], label: int, hints: dict[int, Any]) -> list[Any]:
        """The options of a block in the order in which a trial takes them: first what led through the last time."""
        if self.decisions[label].kind == "offer":
            options = [options[-1], *options[:-1]]  # to use nothing more leads through in most cases
        before = hints.get(label)
        if before in options and options[0] != before:
            options = [before, *(value for value in options if value != before)]
        return options

    def _way_on(
        self, s: State, options: list[Any], depth: int, hints: dict[int, Any], budget: list[int], looked: dict[Any, int]
    ) -> tuple[Any, bool] | None:
        """An option of a trial that leads through, and whether that is certain; None where there is none.

        The last one is not tried on a copy: the trial itself goes on with it.

        looked: what was seen of some of them.
        """
        last = options[-1]
        outermost: bool | None = None  # whether nothing below the innermost frame can fail
        begun = bool(looked)
        for value in options:
            if looked and value in looked:
                seen = looked[value]
            else:
                seen = self._look(s, value, begun)
                begun = True
            if seen == CANNOT:
                continue
            if seen == CAN:
                if outermost is None:
                    outermost = self._unsure(s.stack, s.attempts[depth]) == len(s.stack) - 1
                if outermost:
                    return value, True
            if value is last:
                return value, False
            other = s.copy()
            self.apply(other, value)
            if self.through(other, depth, hints, budget):
                return value, True
            begun = False
        return None

    def can(self, s: State, label: int) -> bool:
        """Whether the act that begins at a block of the present frame can be carried through."""
        trial = s.ahead()
        trial.attempts.append(len(trial.stack) - 1)
        trial.stack[-1][0] = label
        lookahead, outermost = s.lookahead, not s.lookahead.depth
        found = self._tried(trial, len(s.attempts), {})
        if outermost:
            lookahead.unasked += WITHIN - lookahead.left
            if lookahead.unasked > UNASKED:
                raise self._wrong(s, "RW0701")
        return found

    def settle(self, s: State, depth: int) -> None:
        """Run a trial until only `depth` frames are left, taking the first option of every decision that leads on."""
        blocks, stack = self.blocks, s.stack
        fuel = FUEL
        while len(stack) > depth and s.over is None:
            f = stack[-1]
            r = blocks[f[0]](s, f)
            fuel -= 1
            if not fuel:
                raise self._wrong(s, "RW0701")
            if r is None:
                continue
            options = [] if r is FAIL else self.legal(s, r)
            if not options:
                return
            self.apply(s, options[0])
