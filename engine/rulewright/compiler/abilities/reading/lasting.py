"""What holds for a time or is put off, wherever it is done: which counters it has, and when it is over."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect, Ended
from rulewright.compiler.abilities.reading.sorting import Sorting
from rulewright.compiler.abilities.reading.spoken_before import SpokenBefore
from rulewright.compiler.layout.certain_things import CertainThings, reserve
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.refusals.owners.whose_number import certain_things
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.keeping import Keeping, until_next_time
from rulewright.compiler.services.put_off import Followed
from rulewright.compiler.services.services import Services
from rulewright.compiler.times import FIRST, LASTING, MOMENTS, PUT_OFF, TIMES, no_verb
from rulewright.language import nodes as N
from rulewright.language.trees.past import THEIRS, ended_by, once, said_of_number
from rulewright.meaning.resolution import Key
from rulewright.ruleset import blocks as B

NOTHING_UNDER_WAY = "nothing is under way here that could be over"

BEFORE = "Say it of what is done then: “Before you …, you may …. If you do, until that is over, …”."


class Lasting:
    """Sorts in what holds for a time, with its counters."""

    def __init__(self, s: Services, sorting: Sorting) -> None:
        self.ruleset = s.ruleset
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.texts = s.texts
        self.limits = s.limits
        self.continuous = s.continuous
        self.keeping = Keeping(s.layout, s.source, s.texts.resolution)
        self.sorting = sorting
        self.before = SpokenBefore(s)
        self._deed: str | None = ""  # of what holds until a verb of the game is over, as it is sorted in: that verb

    def read(self) -> None:
        """Sort in what holds for a time, wherever it is done: each with a row of counters, one a seat."""
        for words, node in self.texts.timed():
            section, name = words.path[0], words.path[1]
            if section == "components" and self.ruleset.components[str(name)].later:
                continue
            if node.time not in (*LASTING, *PUT_OFF) or node in self.continuous.lasting:
                self._of_one_deed(words, node)
                continue
            self.report.at = words.path
            verb = MOMENTS[PUT_OFF[node.time][0]][1] if node.time in PUT_OFF else LASTING[node.time][0]
            self._deed = self.before.deed_before(words, node) if verb == "deed" else ""
            if self._deed is None:
                self.report.record(refuse(node, NOTHING_UNDER_WAY, BEFORE, "RW0604"))
                self.continuous.refused.add(node)
                continue
            if verb in ("turn", "round") and not (self.source.turn_verb if verb == "turn" else self.source.round_verb):
                self.report.record(no_verb(node, verb))
                self.continuous.refused.add(node)
                continue
            this = self.keeping.this_card(node)
            kept = self.before.kept_player(words, node) if this is None else None
            counted = once(node, self.source.is_role) if kept is None and node.time in LASTING else None
            own = self.before.cards_that_say(node) if this is not None else ()
            those = self.keeping.things(node, self.before.said_before(words, node), own) if kept is None else None
            if this is not None and not self.before.finds_this_card(words, node, this, those):
                continue
            if those is not None:
                self._keep(words, node, those)
                continue
            if (
                kept is None
                and not self.before.holds_without(node)
                and self.before.speaks_of_one_before(words, node, counted)
            ):
                continue
            self._holds(str(name) if section == "components" else "", node, kept, counted)

    def _holds(self, component: str, node: N.Timed, kept: Key | None, counted: N.Is | None) -> None:
        """Sort in a text that holds for a time, with its counters.

        kept: the player of whom it speaks, where that is kept; counted: what it changes once, and how much is kept.
        """
        size = self.layout.players * (self.layout.players + 1 if kept is not None else 1)
        cells = self.continuous.lasting[node] = self.layout.reserve(size)
        if kept is not None:
            self.continuous.remembering.add(node)
        then, *more = node.then.clauses if isinstance(node.then, Followed) else (said_of_number(node),)
        said, node = node, replace(node, then=then)
        if node.time in PUT_OFF:
            waits = self._put_off(node)
            effect = ContinuousEffect(component, (), True, waits, said=node, lasting=cells, put_off=True, kept=kept)
            effect.theirs = node.time in THEIRS
        elif node.time in THEIRS:
            certain = self._certain_things(node)
            if certain is not None:
                self.continuous.certain[node] = certain
            self.continuous.theirs.append((cells, certain.cells if certain else cells + self.layout.players))
            effect = ContinuousEffect(component, (), True, then, lasting=cells, certain=certain, kept=kept)
        else:
            effect = self._until(component, node, then, cells, kept, counted)
            if effect.node is not then:  # its counters hold how much it is
                self.continuous.once.add(said)
        spoken = replace(effect, more=tuple(more))
        self._ends_with_use(said, spoken)
        limit = spoken.node.time if isinstance(spoken.node, N.Timed) else ""
        if kept is None and limit in TIMES - FIRST:  # "the first time" is over, whoever says it again
            spoken.used_up = self.layout.reserve(self.layout.players)
        self.sorting.sort_in(spoken)
        if spoken.used_up and not spoken.ended:
            flag = self.limits.flag(self.continuous.flag_of(spoken.number), (limit,))
            self.limits.set_back_with(flag, spoken.used_up)
            self.continuous.limited[said] = flag, spoken.used_up

    def _ends_with_use(self, node: N.Timed, spoken: ContinuousEffect) -> None:
        """Reserve what is used up of what ends once something is done, such as its own first use."""
        done, said = ended_by(node), said_of_number(node)
        if not done:
            return
        spoken.used_up, spoken.ended = self.layout.reserve(self.layout.players), True
        subject = said.subject if isinstance(said, N.Is) else None
        number = str(subject.noun) if isinstance(subject, N.NounPhrase) else ""
        self.continuous.ended[node] = Ended(done, number, spoken.lasting, spoken.used_up)
        verb, when, own = self._ends(node)
        self.continuous.ends_at.setdefault((verb, when), []).append((spoken.used_up, own))

    def _until(
        self, component: str, node: N.Timed, then: N.Statement, cells: int, kept: Key | None, counted: N.Is | None
    ) -> ContinuousEffect:
        """What holds until a time that is over for all, or at the turn of whoever says it."""
        verb, when, own = self._ends(node)
        self.continuous.ends_at.setdefault((verb, when), []).append((cells, own))
        certain = self._certain_things(node)
        if certain is not None:
            self.continuous.certain[node] = certain
            self.continuous.over_at.setdefault((verb, when), []).append((certain, own))
        if kept is not None:
            seats = CertainThings(cells + self.layout.players, (0,), (0,), (self.layout.players,))
            self.continuous.over_at.setdefault((verb, when), []).append((seats, own))
        if counted is not None and isinstance(counted.predicate, N.Change):  # its counters hold how much it is
            then = replace(counted, predicate=replace(counted.predicate, by=N.Number(value=1)))
        return ContinuousEffect(component, (), True, then, lasting=cells, certain=certain, kept=kept)

    def _keep(self, words: B.Words, node: N.Timed, those: KeptThings) -> None:
        """Sort in what holds for a time, or is put off, and speaks of things that were chosen before it was said."""
        cells = self.continuous.lasting[node] = self.layout.reserve(self.layout.players)
        self.continuous.those[node] = those
        component = str(words.path[1]) if words.path[0] == "components" else ""
        then, *more = node.then.clauses if isinstance(node.then, Followed) else (node.then,)
        said, node = node, replace(node, then=then)
        next_time = until_next_time(node)
        put_off = node.time in PUT_OFF
        if node.time in THEIRS:
            self.continuous.theirs.append((cells, those.at.cells))
        elif not put_off:
            verb, when, own = self._ends(node)
            self.continuous.ends_at.setdefault((verb, when), []).append((cells, own))
            self.continuous.over_at.setdefault((verb, when), []).append((those.at, own))
        effect = ContinuousEffect(component, (), True, self._put_off(node) if put_off else next_time or then)
        effect.lasting, effect.those, effect.more = cells, those, tuple(more)
        effect.put_off = put_off or next_time is not None
        effect.said = said if put_off else None
        self.sorting.sort_in(effect)

    def _of_one_deed(self, words: B.Words, node: N.Timed) -> None:
        """Refuse what is over with one verb in this text and with another in that: both have the same counters."""
        deed = (
            self.before.deed_before(words, node) if node.time in LASTING and LASTING[node.time][0] == "deed" else None
        )
        known = (cells for cells, _ in self.continuous.ends_at.get((f"deed {deed}", "end"), ()))
        if deed is not None and self.continuous.lasting[node] not in known:
            self.report.record(refuse(node, "another text says the same until something else is over", code="RW0604"))

    def _ends(self, node: N.Timed) -> tuple[str, str, bool]:
        """At whose start or end what holds for a time is over, and whether only for the seat that does it."""
        what, when, own = LASTING[node.time]
        return (f"deed {self._deed}" if what == "deed" else what), when, own

    def _certain_things(self, node: N.Timed) -> CertainThings | None:
        """Counters for the things of which a number is changed for a time; None where it is of no certain ones."""
        which = certain_things(node, self.source)
        if which is None:
            return None
        assert isinstance(node.then, N.Is) and isinstance(node.then.subject, N.NounPhrase)
        kinds = as_list(self.source.entry(str(node.then.subject.noun)).get("of"))
        return reserve(self.layout, kinds, which)

    def _put_off(self, node: N.Timed) -> N.Trigger:
        """`At the start of your next turn, …` listens to the verb that is a turn, whoever's that is, or your own."""
        time, own = PUT_OFF[node.time]
        trigger = self.sorting.at_a_moment(replace(node, time=time))
        if own:
            return trigger
        assert isinstance(trigger.event, N.Does)
        return replace(trigger, event=replace(trigger.event, subject=N.Pronoun(word="they")))
