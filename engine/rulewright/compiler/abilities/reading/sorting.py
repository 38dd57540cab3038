"""A sentence that holds or listens is sorted in: by what it waits for, forbids, changes or replaces."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.abilities.builtin_events import BuiltinEvents, by_whatever
from rulewright.compiler.abilities.chains import Chains, done_again
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect, is_ban
from rulewright.compiler.abilities.matching import Matching, by_anybody, untold
from rulewright.compiler.abilities.replacing.texts import as_replacement
from rulewright.compiler.refusals.out_of_force import speaks_before
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.services import Services
from rulewright.compiler.syntax_trees import swap
from rulewright.compiler.times import GAME_END, LASTING, MOMENTS, PUT_OFF, no_verb
from rulewright.language import nodes as N


class Sorting:
    """Sorts in one sentence after another. count: how many there are."""

    def __init__(self, s: Services, matching: Matching, builtin_events: BuiltinEvents) -> None:
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.limits = s.limits
        self.continuous = s.continuous
        self.matching = matching
        self.builtin_events = builtin_events
        self.chains = Chains(s.source, s.texts)
        self.count = 0

    def sort_in(self, spoken: ContinuousEffect) -> None:
        """Number a sentence, name what it listens for or forbids as it is told, and sort it in."""
        self.count += 1
        spoken.number = self.count
        spoken.group = spoken.group or spoken.number
        spoken.path = self.report.at
        with self.report.recorded():
            for part in spoken.node.walk():
                self.limits.must_end((part.time,) if isinstance(part, N.Timed) else (), part)
                if isinstance(part, N.Trigger):
                    self.chains.must_be_one_event(part)
            self._not_by_itself(spoken)
            self._listen(spoken)
            if isinstance(spoken.node, N.Timed) and spoken.node.time in MOMENTS:
                spoken.said, spoken.node = spoken.node, self.at_a_moment(spoken.node)
            self.continuous.add(spoken, self.source.nouns, self.source.verbs)

    def _not_by_itself(self, spoken: ContinuousEffect) -> None:
        """Refuse a trigger that sets itself off: “whenever you draw a card, draw a card” would never end."""
        parts = [] if spoken.limits or spoken.put_off else list(spoken.node.walk())  # what is put off is done once
        if any(isinstance(part, N.Timed) for part in parts):
            return
        for part in parts:
            act = self.chains.back_to_itself(part) or done_again(part) if isinstance(part, N.Trigger) else None
            if act is not None:
                hint = "Limit it: “once per turn, whenever …”, “the first time each turn, whenever …”."
                raise refuse(act, "this would set itself off, again and again", hint, code="RW0602")

    def _listen(self, spoken: ContinuousEffect) -> None:
        """Name what is listened for or forbidden as it is told: it may be a deed of a noun, or one of the core."""
        for part in _without_what_is_put_off(spoken.node):
            if isinstance(part, N.Trigger) and (heard := by_anybody(part, self.source)) is not part:
                spoken.said, spoken.node = part, swap(spoken.node, part, heard)
            elif isinstance(part, N.Trigger) and (moved := by_whatever(part)) is not part:
                spoken.said, spoken.node = part, swap(spoken.node, part, moved)
        spoken.node = as_replacement(spoken.node)
        for part in _without_what_is_put_off(spoken.node):
            if isinstance(part, N.Does) and is_ban(part) and isinstance(part.act, N.Choice):  # neither of them
                each = tuple(replace(part, act=act) for act in part.act.acts if isinstance(act, N.Act))
                spoken.node = swap(spoken.node, part, N.Both(clauses=each, span=part.span))
        for part in _without_what_is_put_off(spoken.node):
            if isinstance(part, N.Trigger) and isinstance(part.event, N.Does) and isinstance(part.event.act, N.Perform):
                if part.event.negated or part.event.modal:
                    raise untold(part.event, "not" if part.event.negated else str(part.event.modal))
                self._can_be_done_with(spoken.component, part.event.act)
                told = self.matching.waited_for(part.event.act) or self.builtin_events.listened_for(part, spoken.more)
                if told is not None:
                    spoken.said = spoken.said or part
                    spoken.node = swap(spoken.node, part.event.act, told)
            elif isinstance(part, N.Does) and is_ban(part) and isinstance(part.act, N.Perform):
                speaks_before(spoken, part.act, self.source, self.layout)
                told = self.builtin_events.forbidden(part) or self.matching.deed(part.act)
                if told is not None:
                    spoken.node = swap(spoken.node, part.act, told)

    def _can_be_done_with(self, component: str, act: N.Perform) -> None:
        """Refuse to wait for what is never done with `this card`: it is of another kind than the verb takes."""
        kinds = {str(entry["kind"]) for entry in self.source.components if entry["id"] == component}
        slots = (self.source.verbs.get(act.verb) or {}).get("slots") or {}
        for slot in act.slots:
            value, wanted = slot.value, str(slots.get(slot.name, ""))
            if not isinstance(value, N.NounPhrase) or value.determiner != N.Article(word="this"):
                continue
            if self.source.type_of(wanted) != "card" or wanted == "card":
                continue
            if kinds and not any(self.source.fits(kind, wanted) or self.source.fits(wanted, kind) for kind in kinds):
                verb, noun = act.verb.replace("_", " "), wanted.replace("_", " ")
                raise refuse(value, f"nobody can do “{verb}” with this card: it is for a {noun}", code="RW0602")

    def at_a_moment(self, node: N.Timed) -> N.Trigger:
        """`At the start of your turn, …` listens to the verb that is a turn; so do rounds and the end of the game."""
        timing, what = MOMENTS[node.time]
        verb = {"turn": self.source.turn_verb, "round": self.source.round_verb, "game": GAME_END}[what]
        if not verb:
            raise no_verb(node, what)
        who = N.Pronoun(word="you" if what == "turn" else "they")
        return N.Trigger(timing=timing, event=N.Does(subject=who, act=N.Perform(verb=verb)), then=node.then)


def _without_what_is_put_off(node: N.Node) -> list[N.Node]:
    """The parts of a sentence but for those that hold, or are done, only later: these are sorted in by themselves."""
    parts = list(node.walk())
    late = [part for part in parts if isinstance(part, N.Timed) and part.time in (*LASTING, *PUT_OFF)]
    inside = {id(one) for part in late for one in part.walk()}
    return [part for part in parts if id(part) not in inside]
