"""What the texts of components and procedures say, sentence by sentence: used under a heading, or holding by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.compiler.abilities.builtin_events import BuiltinEvents
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.abilities.reading.lasting import Lasting
from rulewright.compiler.abilities.reading.sorting import Sorting
from rulewright.compiler.abilities.reading.spoken_before import NOT_KNOWN, OF_ALL
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.past import asks_if_done, goes_on, replaces, waits
from rulewright.meaning.resolution import Key
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Component
from rulewright.ruleset.where_cards_lie import without_heading


class Reading:
    """Reads every text of a program once.

    listed: by component, the abilities that are used under a heading; what holds or listens is sorted in.
    """

    def __init__(
        self, s: Services, matching: Matching, builtin_events: BuiltinEvents, listed: list[tuple[str, N.Ability]]
    ) -> None:
        self.ruleset = s.ruleset
        self.source = s.source
        self.report = s.report
        self.texts = s.texts
        self.limits = s.limits
        self.continuous = s.continuous
        self.listed = listed
        self.sorting = Sorting(s, matching, builtin_events)
        self.chains = self.sorting.chains
        self.lasting = Lasting(s, self.sorting)

    def read_texts(self) -> None:
        """Sort everything the texts say."""
        for component in self.ruleset.components.values():
            if component.text is None or component.later:
                continue
            self.read_text(component)
        for procedure in self.ruleset.procedures.values():
            if procedure.text is not None:
                self.read_rule(procedure.text)
        self.report.problems += without_heading(self.ruleset)
        self.lasting.read()

    def read_text(self, component: Component) -> None:
        """Sort what the text of a component says."""
        headings = self.source.headings
        default = self.ruleset.default_heading
        self.continuous.used = tuple(name for name, entry in headings.items() if entry.get("from"))
        assert component.text is not None
        with self.report.recorded():
            text = self.texts.tree(component.text)
            assert isinstance(text, N.Text)
            abilities = list(text.abilities)
            if text.sentences:
                abilities.insert(0, N.Ability(heading=default, sentences=text.sentences))
            for ability in abilities:
                self._read_ability(component.id, ability)

    def read_rule(self, words: B.Words) -> None:
        """Sort what a procedure says all the time."""
        with self.report.recorded():
            text = self.texts.tree(words)
            assert isinstance(text, N.Text)
            for sentence, more in followed(text.sentences):
                self._sort_in(ContinuousEffect("", (), False, sentence, more=more))

    def _read_ability(self, component: str, ability: N.Ability) -> None:
        entry = self.source.headings.get(ability.heading) or {}
        self.limits.must_end(ability.limits, ability)
        if not entry.get("active"):
            self.listed.append((component, ability))
            return
        self._one_speaks_of_no_other(ability)
        cost = self.texts.word("headings", ability.heading).cost
        owned = entry.get("for") != "any player"
        for sentence, more in followed(ability.sentences):
            self._sort_in(
                ContinuousEffect(
                    component,
                    tuple(entry["active"]),
                    owned,
                    sentence,
                    None,
                    ability.limits,
                    cost if entry.get("cost") and isinstance(sentence, N.Trigger) else None,
                    ability.heading,
                    more=more,
                )
            )

    def _sort_in(self, spoken: ContinuousEffect) -> None:
        """Sort a sentence in; of several events each by itself, with one limit for all of them."""
        events, group = self.chains.each_by_itself(spoken.node, bool(spoken.limits)), 0
        once = len(events) > 1 and self.chains.one_within_the_other(spoken.node)
        self.chains.must_be_told_apart(spoken.node)
        for one in events:
            effect = replace(spoken, node=one, group=group, once=once)
            self.sorting.sort_in(effect)
            group = effect.group

    def _one_speaks_of_no_other(self, ability: N.Ability) -> None:
        """Refuse what holds by itself and speaks of what another sentence that holds by itself has found.

        `At the end of your turn, choose a player. Their size is 1 lower`: while this holds nobody has chosen.
        """
        resolution, before = self.texts.resolution, set[Key]()
        for sentence, more in followed(ability.sentences):
            meant = resolution.spoken_of(sentence) & before
            told = next((part for part in sentence.walk() if resolution.of(part) in meant), None)
            if told is not None:
                self.report.record(refuse(told, NOT_KNOWN, OF_ALL, "RW0604"))
            if waits(sentence):
                before.update(*map(resolution.spoken_of, (sentence, *more)))


def followed(sentences: Sequence[N.Statement]) -> list[tuple[N.Statement, tuple[N.Statement, ...]]]:
    """Sentences, each trigger with those after it that go on from what it did: "If you do, …", "You may …"."""
    found: list[tuple[N.Statement, tuple[N.Statement, ...]]] = []
    for sentence in sentences:
        first = found[-1][0] if found else None
        asks = first is not None and asks_if_done(sentence) and (waits(first) or replaces(first))
        if first is not None and (asks or goes_on(first, sentence)):
            found[-1] = (found[-1][0], (*found[-1][1], sentence))
        else:
            found.append((sentence, ()))
    return found
