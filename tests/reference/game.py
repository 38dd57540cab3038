"""A game that is played by walking the trees: set-up, questions, and which options can be carried through."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset
from tests.reference.acts import Acts, Choice, Failed, Question
from tests.reference.carried import unknown_words
from tests.reference.state import Env, State
from tests.reference.world import NotCarried, World, listed

sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))


Known = dict[Any, tuple[bool | None, Any]]
"""By positions, whether one leads on (None: it is being found out), with what must stay for its key to be its own."""


class Stuck(Exception):
    """Nothing can be carried through."""


class Reference(Acts):
    """One game of the reference. `question` is what is asked now; None when the game is over.

    keeps: whether what is found out about positions is kept for the whole game, which takes much room.
    """

    keeps = False

    def __init__(self, ruleset: Ruleset, players: int, seed: int, options: Mapping[str, Any]) -> None:
        for what in unknown_words(ruleset):
            raise NotCarried(what)
        super().__init__(World(ruleset, players, options))
        self.state = self._dealt(seed)
        for name in reversed(list(ruleset.procedure_order.values())):
            env = Env(0)
            env.rules = True
            self.state.tasks.append(("block", ruleset.procedures[name].do, env))
        self.question: Question | None = None
        self.tried = 0  # positions looked at while options were tried
        self.book: Known = {}  # of all that is tried in this game
        self.come_again = 0  # how often a position was come to again while it was being tried
        self.advance()

    # ------------------------------------------------------------ beginning

    def _dealt(self, seed: int) -> State:
        s = State(seed)
        w = self.w
        for zone in w.all_zones:
            s.zones[zone] = []
        for card in w.cards:
            start = w.component[card.name].start
            if start:
                s.move(card, w.zone(start, w.owner[card]))
        for noun, entry in w.nouns.items():
            if entry.get("held"):
                s.held.update({(noun, seat): 0 for seat in w.seats})
            if entry.get("kept") and entry["type"] != "number":  # nobody and nothing, to begin with
                s.kept.update({(noun, *args): None for args in self._all_arguments(listed(entry.get("of")))})
            elif entry.get("kept"):
                for args in self._all_arguments(listed(entry.get("of"))):
                    printed = w.attributes.get(args[0], {}).get(entry["attribute"]) if entry.get("attribute") else None
                    start_value = w.value_named(noun, printed) if entry.get("attribute") else int(entry.get("start", 0))
                    s.kept[(noun, *args)] = start_value
        for kind in w.all_kinds:
            for noun, figure in (w.entry(kind.name).get("supply") or {}).items():
                if kind.number and isinstance(figure, Mapping):
                    figure = figure.get(str(kind.number), figure.get(kind.number, 0))
                for zone in w.zones(noun):
                    s.add(kind, zone.number if w.owned(kind) else -1, zone, w.figure(figure))
        return s

    def _all_arguments(self, kinds: list[str]) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = [()]
        for kind in kinds:
            found = [(*args, thing) for args in found for thing in self.w.everything(kind)]
        return found

    # ------------------------------------------------------------ going on

    def run(self, s: State) -> Question | None:
        """Go on to the next question; None when there is nothing left to do."""
        while s.tasks and not s.over:
            try:
                self.step_on(s)
            except Question as question:
                return question
        return None

    def advance(self) -> None:
        """Go on to the next real choice: what is forced is done without asking."""
        while True:
            try:
                question = self.run(self.state)
            except Failed:
                raise Stuck("an act that was not tried failed") from None
            if question is None or self.state.over:
                self.question = None
                return
            legal = self.legal(self.state, question, most=2)
            if not legal:
                raise Stuck("no option can be carried through")
            if len(legal) > 1:
                self.question = question
                return
            self.answer(self.state, question, legal[0][1])

    @staticmethod
    def answer(s: State, question: Question, value: Any) -> None:
        """Give an answer to the question that a position has come to."""
        s.tasks.append((*question.task, value))

    def options(self) -> list[Choice]:
        """All options of the present question."""
        assert self.question is not None
        return self.legal(self.state, self.question)

    def choose(self, id_: str, number: int = 0) -> None:
        """Take the option with an id (of those with the same id, the one with this number)."""
        assert self.question is not None
        value = [value for told, value in self.question.options if told == id_][number]
        self.answer(self.state, self.question, value)
        self.advance()

    # ------------------------------------------------------------ trying

    def legal(self, s: State, question: Question, most: int | None = None) -> list[Choice]:
        """The options that can be carried through (no more than `most` of them)."""
        if not question.tried and s.open == 0:
            return question.options
        found: list[Choice] = []
        known: Known = {}
        for id_, value in question.options:
            if self._can_be_taken(s, question, value, known):
                found.append((id_, value))
                if len(found) == most:
                    break
        return found

    def _can_be_taken(self, s: State, question: Question, value: Any, known: Known) -> bool:
        if question.tried and value is None:
            return True
        trial = self._after(s, question, value)
        depth = 0
        if question.tried:  # it is begun here, and must be carried through to its own end
            depth = trial.open
            self.step_on(trial)
            self.step_on(trial)
        return self.can_be_done(trial, depth, known)

    def _after(self, s: State, question: Question, value: Any) -> State:
        s.tasks.append((*question.task, value))  # its environments are those of the tasks below it
        trial = s.ahead()
        s.tasks.pop()
        return trial

    def can_be_done(self, s: State, depth: int, known: Known | None = None) -> bool:
        """Whether some way leads to where no more than `depth` begun things are open. Uses the position up.

        known: what was found out about positions that were tried before.
        """
        known = {} if known is None else known
        while s.open > depth and not s.over:
            try:
                self.step_on(s)
            except Failed:
                return False
            except Question as question:
                return self._some_way(s, question, depth, known)
        return True

    def _some_way(self, s: State, question: Question, depth: int, known: Known) -> bool:
        """Whether some answer to a question leads on.

        A position is left out where it is come to again on the way from it: that is no way out. What is found without
        leaving out any is so wherever it is asked again.
        """
        s.tasks.append(question.task)
        key = (depth, s.key())
        if key in self.book:
            return self.book[key][0]
        if key in known:
            self.come_again += known[key][0] is None
            return bool(known[key][0])
        self.tried += 1
        before, tasks = self.come_again, tuple(s.tasks)  # the tasks keep their trees
        known[key] = (None, tasks)
        s.tasks.pop()
        found = any(self.can_be_done(self._after(s, question, v), depth, known) for _, v in question.options)
        known[key] = (found, tasks)
        if self.keeps and (found or before == self.come_again):
            self.book[key] = known[key]
        return found

    # ------------------------------------------------------------ what if

    def would_hold(self, s: State, data: B.After, env: Env) -> bool:
        """Whether a condition would hold after a block, of whose ways the first that leads on is taken."""
        trial = s.ahead()
        trial.open = 0
        trial.tasks = [("block", data.do, Env(env.you))]
        while True:
            try:
                question = self.run(trial)
            except Failed:
                break
            if question is not None:
                legal = self.legal(trial, question, most=1)
                if not legal:
                    break
                self.answer(trial, question, legal[0][1])
                continue
            news = [] if trial.over else self.effects(trial, env.you)
            if not news:
                break
            self.then(trial, *news)
        trial.over = False
        return self.block_holds(trial, data.condition, Env(env.you))
