"""The abilities of cards and the procedures of the rules that are offered or resolved under a heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rulewright.compiler.abilities.builtin_events import BuiltinEvents, by_whatever
from rulewright.compiler.abilities.chains import Chains
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect, Ended, is_ban
from rulewright.compiler.abilities.matching import Matching, by_anybody, untold
from rulewright.compiler.abilities.replacing.texts import as_replacement
from rulewright.compiler.compiled import Entry
from rulewright.compiler.ir.expressions import Expr, Name
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.certain_things import CertainThings, reserve
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.refusals.quoted import unsupported
from rulewright.compiler.refusals.whose_number import certain_things
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.services.keeping import Keeping, until_next_time
from rulewright.compiler.services.put_off import Followed
from rulewright.compiler.statements.context import AbilityRef, Context
from rulewright.compiler.statements.moves.followed import MOVING
from rulewright.compiler.statements.procedure import Procedure, Procedures
from rulewright.compiler.syntax_trees import swap
from rulewright.compiler.times import FIRST, GAME_END, LASTING, MOMENTS, PUT_OFF, TIMES, no_verb
from rulewright.language import nodes as N
from rulewright.language.trees.past import (
    THEIRS,
    asks_if_done,
    ended_by,
    goes_on,
    once,
    replaces,
    said_of_number,
    waits,
)
from rulewright.meaning.resolution import Key
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Component
from rulewright.ruleset.where_cards_lie import without_heading

NOT_KNOWN = "which one was meant is no longer known while this holds"
OF_ALL = "Say it of all that are so, or let it be done at once or at a time: “At the start of your next turn, …”."
NOTHING_UNDER_WAY = "nothing is under way here that could be over"
BEFORE = "Say it of what is done then: “Before you …, you may …. If you do, until that is over, …”."
ELSEWHERE = "this card may lie elsewhere by then"
FROM_THERE = "Say from where: “return this card from … into …”, or where it must lie: “if this card is in …”."
THIS_CARD = N.NounPhrase(determiner=N.Article(word="this"), noun="card")


def _without_what_is_put_off(node: N.Node) -> list[N.Node]:
    """The parts of a sentence but for those that hold, or are done, only later: these are sorted in by themselves."""
    parts = list(node.walk())
    late = [part for part in parts if isinstance(part, N.Timed) and part.time in (*LASTING, *PUT_OFF)]
    inside = {id(one) for part in late for one in part.walk()}
    return [part for part in parts if id(part) not in inside]


class Abilities:
    """Everything that can be offered in one program."""

    def __init__(
        self,
        c: Context,
        procedures: Procedures,
        matching: Matching,
        builtin_events: BuiltinEvents,
        listed: list[tuple[str, N.Ability]],
    ) -> None:
        s = c.services
        self.ruleset = s.ruleset
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.texts = s.texts
        self.module = s.module
        self.tables = s.tables
        self.limits = s.limits
        self.continuous = s.continuous
        self.x = c.x
        self.offers = c.blocks.offers
        self.whole = c.blocks.whole
        self.procedures = procedures
        self.matching = matching
        self.builtin_events = builtin_events
        self.listed = listed
        self.chains = Chains(s.source, s.texts)
        self.keeping = Keeping(s.layout, s.source, s.texts.resolution)
        self.count = 0
        self._deed: str | None = ""  # of what holds until a verb of the game is over, as it is sorted in: that verb

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
        self._read_lasting()

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
                for one in self.chains.each_by_itself(sentence):
                    self._speak(ContinuousEffect("", (), False, one, more=more))

    def _read_lasting(self) -> None:
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
            self._deed = self._deed_before(words, node) if verb == "deed" else ""
            if self._deed is None:
                self.report.record(refuse(node, NOTHING_UNDER_WAY, BEFORE, "RW0604"))
                self.continuous.refused.add(node)
                continue
            if verb in ("turn", "round") and not (self.source.turn_verb if verb == "turn" else self.source.round_verb):
                self.report.record(no_verb(node, verb))
                self.continuous.refused.add(node)
                continue
            this = self.keeping.this_card(node)
            kept = self._kept_player(words, node) if this is None else None
            counted = once(node, self.source.is_role) if kept is None and node.time in LASTING else None
            own = self._cards_that_say(node) if this is not None else ()
            those = self.keeping.things(node, self._said_before(words, node), own) if kept is None else None
            if this is not None and not self._finds_this_card(words, node, this, those):
                continue
            if those is not None:
                self._keep(words, node, those)
                continue
            if kept is None and not self._holds_without(node) and self._speaks_of_one_before(words, node, counted):
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
        self._speak(spoken)
        if spoken.used_up and not spoken.ended:
            flag = self.limits.flag(self.continuous.flag_of(spoken.number), (limit,))
            self.limits.set_back_with(flag, spoken.used_up)
            self.continuous.limited[said] = flag, spoken.used_up

    def _ends_with_use(self, node: N.Timed, spoken: ContinuousEffect) -> None:
        """Reserve what is used up of a change of a number that ends with its first use."""
        done, said = ended_by(node), said_of_number(node)
        if done is None or not isinstance(said, N.Is):
            return
        spoken.used_up, spoken.ended = self.layout.reserve(self.layout.players), True
        number = str(said.subject.noun) if isinstance(said.subject, N.NounPhrase) else ""
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
        self._speak(effect)

    def _cards_that_say(self, node: N.Timed) -> tuple[int, ...]:
        """The cards whose text says a sentence: its counters are those of all of them."""
        said = {
            str(words.path[1]) for words, one in self.texts.timed() if one == node and words.path[0] == "components"
        }
        return tuple(sorted(card for component in said for card in self.layout.instances(component)))

    def _finds_this_card(self, words: B.Words, node: N.Timed, this: N.Node, those: KeptThings | None) -> bool:
        """Whether what is said of its own card for a time, or later, finds that then; it is refused where it may not.

        A card that is used from where it lies is there until something moves it. One whose text a rule carries out, or
        that is played, may be put away by that, so that its text must tell where it lies then, or put it there.
        """
        changes = isinstance(said_of_number(node), N.Is) and certain_things(node, self.source) is not None
        if those is None and not (changes and node.time in LASTING):
            self.report.record(unsupported(node, "this, which may be gone", words.text))
        elif those is None or not those.lies or self._stays(words, node) or self._moved_before(words, node, this):
            return True
        else:
            self.report.record(refuse(this, ELSEWHERE, FROM_THERE, "RW0604"))
        self.continuous.refused.add(node)
        return False

    def _stays(self, words: B.Words, node: N.Timed) -> bool:
        """Whether a card lies where it is used, or where its text holds, when a sentence of it has been carried out."""
        text = self.texts.tree(words)
        within = [one for one in getattr(text, "abilities", ()) if node in one.walk()]
        headings = [one.heading for one in within] or [self.ruleset.default_heading]
        entries = [(name, self.source.headings.get(name) or {}) for name in headings]
        return all(
            entry.get("active") or (entry.get("from") and not self.texts.word("headings", name).after.steps)
            for name, entry in entries
        )

    def _moved_before(self, words: B.Words, node: N.Timed, this: N.Node) -> bool:
        """Whether a text has moved its own card before it says something of it that is done later."""
        key = self.texts.resolution.of(this)
        for part in words.tree.walk() if words.tree is not None else ():
            if _is_said_by(part, node):
                return False
            thing = part.slot("object") if isinstance(part, N.Perform) and part.verb in MOVING else None
            if thing is not None and self.texts.resolution.of(thing) == key:
                return True
        return False

    def _read_ability(self, component: str, ability: N.Ability) -> None:
        entry = self.source.headings.get(ability.heading) or {}
        self.limits.must_end(ability.limits, ability)
        if not entry.get("active"):
            self.listed.append((component, ability))
            return
        cost = self.texts.word("headings", ability.heading).cost
        apart = (
            (one, more)
            for sentence, more in followed(ability.sentences)
            for one in self.chains.each_by_itself(sentence, bool(ability.limits))
        )
        for sentence, more in apart:
            owned = entry.get("for") != "any player"
            self._speak(
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

    def _speak(self, spoken: ContinuousEffect) -> None:
        self.count += 1
        spoken.number = self.count
        spoken.path = self.report.at
        with self.report.recorded():
            for part in spoken.node.walk():
                self.limits.must_end((part.time,) if isinstance(part, N.Timed) else (), part)
                if isinstance(part, N.Trigger):
                    self.chains.must_be_one_event(part)
            self._not_by_itself(spoken)
            self._listen(spoken)
            if isinstance(spoken.node, N.Timed) and spoken.node.time in MOMENTS:
                spoken.said, spoken.node = spoken.node, self._at_a_moment(spoken.node)
            self.continuous.add(spoken, self.source.nouns, self.source.verbs)

    def _not_by_itself(self, spoken: ContinuousEffect) -> None:
        """Refuse a trigger that sets itself off: “whenever you draw a card, draw a card” would never end."""
        parts = [] if spoken.limits else list(spoken.node.walk())
        if any(isinstance(part, N.Timed) for part in parts):
            return
        for part in parts:
            act = self.chains.back_to_itself(part) if isinstance(part, N.Trigger) else None
            if act is not None:
                hint = "Limit it: “once per turn, whenever …”, “the first time each turn, whenever …”."
                raise refuse(act, "this would set itself off, again and again", hint, code="RW0602")

    def _listen(self, spoken: ContinuousEffect) -> None:
        """Name what is listened for or forbidden as it is told: it may be a deed of a noun, or one of the core."""
        for part in _without_what_is_put_off(spoken.node):
            if isinstance(part, N.Trigger) and isinstance(part.event, N.Passive):
                heard = by_anybody(part, part.event, self.source.takes_nothing(part.event.verb))
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

    def _kept_player(self, words: B.Words, node: N.Timed) -> Key | None:
        """The one player of whom something that is put off speaks, and who was spoken of before: "that player".

        Also the one who is forbidden something for a time: "until the end of the round, they cannot …".
        """
        first = node.then.clauses[0] if isinstance(node.then, Followed) else node.then
        if node.time in LASTING and isinstance(first, N.Trigger):
            return self._waited_for(words, node, first)
        bans = node.then.clauses if isinstance(node.then, N.Both) else (node.then,)
        forbidden = [ban.subject for ban in bans if isinstance(ban, N.Does) and is_ban(ban)]
        if node.time not in PUT_OFF and len(forbidden) < len(bans):
            return None
        before = self._said_before(words, node)
        resolution = self.texts.resolution
        players = {
            key
            for part in (node.walk() if node.time in PUT_OFF else forbidden)
            if (key := resolution.of(part)) in before and key is not None and resolution.is_player(part)
        }
        if node.time not in PUT_OFF and resolution.spoken_of(node) & before != players:
            return None
        return players.pop() if len(players) == 1 else None

    def _waited_for(self, words: B.Words, node: N.Timed, trigger: N.Trigger) -> Key | None:
        """The player chosen before, where a text waits for a time for what that one does; None of other things."""
        event, resolution = trigger.event, self.texts.resolution
        if node.time in THEIRS or not isinstance(event, N.Does) or event.tense == "would":
            return None
        key = resolution.of(event.subject)
        if key is None or not resolution.is_player(event.subject):
            return None
        return key if resolution.spoken_of(node) & self._said_before(words, node) == {key} else None

    def _holds_without(self, node: N.Timed) -> bool:
        """Whether something can be put off or hold for a time though no player is kept of whom it speaks."""
        which = certain_things(node, self.source) if node.time in LASTING else ()
        if node.time not in THEIRS:
            return which is not None
        if not which:
            return False
        assert isinstance(node.then, N.Is) and isinstance(node.then.subject, N.NounPhrase)
        subject = node.then.subject
        kinds = as_list(self.source.entry(str(subject.noun)).get("of"))
        holder = self.texts.resolution.of(subject.determiner) if subject.determiner is not None else None
        return [kinds[one] for one in which] == ["player"] and holder == self.texts.resolution.of(node)

    def _of_one_deed(self, words: B.Words, node: N.Timed) -> None:
        """Refuse what is over with one verb in this text and with another in that: both have the same counters."""
        deed = self._deed_before(words, node) if node.time in LASTING and LASTING[node.time][0] == "deed" else None
        known = (cells for cells, _ in self.continuous.ends_at.get((f"deed {deed}", "end"), ()))
        if deed is not None and self.continuous.lasting[node] not in known:
            self.report.record(refuse(node, "another text says the same until something else is over", code="RW0604"))

    def _ends(self, node: N.Timed) -> tuple[str, str, bool]:
        """At whose start or end what holds for a time is over, and whether only for the seat that does it."""
        what, when, own = LASTING[node.time]
        return (f"deed {self._deed}" if what == "deed" else what), when, own

    def _deed_before(self, words: B.Words, node: N.Timed) -> str | None:
        """The verb of the game until whose end something holds: before it is done, the text says so; None for none."""
        found = None
        for part in words.tree.walk() if words.tree is not None else ():
            if _is_said_by(part, node):
                return found
            if isinstance(part, N.Ability):
                found = None
            elif isinstance(part, N.Trigger):
                act = part.event.act if isinstance(part.event, N.Does) and part.timing == "before" else None
                verb = act.verb if isinstance(act, N.Perform) else ""
                found = verb if (self.source.verbs.get(verb) or {}).get("do") else None
        return None

    def _said_before(self, words: B.Words, node: N.Timed) -> set[Key]:
        """What a text speaks of before a sentence, in the order of the tree: an everyday wording may move its words."""
        if words.tree is None:
            return set()
        own = {id(part) for part in node.walk()}
        meant: list[N.Node] = []
        for part in words.tree.walk():
            if _is_said_by(part, node):
                break
            if id(part) not in own:
                meant.append(part)
        else:
            return set()
        return {key for part in meant if (key := self.texts.resolution.of(part)) is not None}

    def _speaks_of_one_before(self, words: B.Words, node: N.Timed, counted: N.Is | None) -> bool:
        """Whether what holds for a time speaks of one thing or player: later, nobody knows of which. It is refused.

        counted: what changes a number by what is counted as it is said, which may speak of anything.
        """
        holds = node if counted is None else counted.subject
        before = self._said_before(words, node) & self.texts.resolution.spoken_of(holds)
        told = next((part for part in holds.walk() if self.texts.resolution.of(part) in before), None)
        if told is not None:
            self.report.record(refuse(told, NOT_KNOWN, OF_ALL, "RW0604"))
            self.continuous.refused.add(node)
        return told is not None

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
        trigger = self._at_a_moment(replace(node, time=time))
        if own:
            return trigger
        assert isinstance(trigger.event, N.Does)
        return replace(trigger, event=replace(trigger.event, subject=N.Pronoun(word="they")))

    def _at_a_moment(self, node: N.Timed) -> N.Trigger:
        """`At the start of your turn, …` listens to the verb that is a turn; so do rounds and the end of the game."""
        timing, what = MOMENTS[node.time]
        verb = {"turn": self.source.turn_verb, "round": self.source.round_verb, "game": GAME_END}[what]
        if not verb:
            raise no_verb(node, what)
        who = N.Pronoun(word="you" if what == "turn" else "they")
        return N.Trigger(timing=timing, event=N.Does(subject=who, act=N.Perform(verb=verb)), then=node.then)

    def abilities_with(self, step: B.Resolve) -> list[AbilityRef]:
        """The abilities that a block resolves, card by card."""
        wanted = step.of if isinstance(step.of, tuple) else None
        found = []
        for component, ability in self.listed:
            if ability.heading != step.heading or (wanted is not None and component not in wanted):
                continue
            for card in self.layout.instances(component):
                name = f"resolve_{step.heading}_{component}"

                def body(p: Procedure, scope: Scope, ability: N.Ability = ability, component: str = component) -> None:
                    self._carry_out(component, ability, p, scope)

                found.append(AbilityRef(card, self.procedures.procedure(name, [], body, this=True)))
        return found

    def _carry_out(self, component: str, ability: N.Ability, p: Procedure, scope: Scope, offered: bool = False) -> None:
        """What an ability says; for a sentence that cannot be carried out, what its heading says under `otherwise`.

        offered: whether somebody chooses to use it, which makes no sense where nothing of it can be done.
        """
        word = self.ruleset.words["headings"].get(ability.heading)
        otherwise = word.otherwise if word is not None else None

        def write(sentence: N.Statement) -> None:
            self.report.at = ("components", component, "text")
            p.sentences.statement(sentence, scope)

        if otherwise is not None:
            for group in together(ability.sentences):
                say = partial(p.sentences.in_order, group, write, scope, True)
                p.if_possible(say, partial(p.steps.block, otherwise, scope.child()))
        elif self.source.headings[ability.heading].get("whole"):
            scope.unseen = frozenset()
            p.sentences.in_order(ability.sentences, write, scope, True)
        else:
            say = partial(p.sentences.in_order, ability.sentences, write, scope, True)
            paid = word is not None and bool(word.cost.steps)
            p.partial.write(ability.sentences, scope, say, offered, paid, used=offered)

    def by_card(self, heading: str) -> str:
        """The table of the abilities with a heading: by card, the entry block and what a new frame has at its end."""
        table: dict[int, list[tuple[int, str]]] = {}
        for number, (component, ability) in enumerate(self.listed):
            if ability.heading == heading:
                name = f"each_{heading}_{component}_{number}"

                def body(p: Procedure, scope: Scope, ability: N.Ability = ability, component: str = component) -> None:
                    self._carry_out(component, ability, p, scope)

                compiled = self.procedures.procedure(name, [], body, this=True, frames=True)
                for card in self.layout.instances(component):
                    table.setdefault(card, []).append((compiled.entry, compiled.pad_name))
        return self.module.constant(table, f"EACH_{heading}")

    def offer(self, headings: tuple[str, ...]) -> int:
        """The table of everything that can be offered under some headings."""
        table: list[Entry] = []
        for heading in headings:
            entry = self.source.headings[heading]
            word = self.texts.word("headings", heading)
            for procedure in self.ruleset.procedures.values():
                if procedure.heading == heading:
                    table.append(self._rule_entry(procedure, heading, word))
            for component, ability in self.listed:
                if ability.heading != heading:
                    continue
                if not entry.get("from"):
                    self.report.at = ("components", component, "text")
                    self.report.record(
                        refuse(
                            ability,
                            f"nothing says from where a card offers what it has under “{heading.replace('_', ' ')}”",
                            f"Add `from: {{zone: what it costs}}` to the heading {heading} in the lexicon.",
                            code="RW0604",
                        )
                    )
                for zone in word.sources:
                    table.append(self._ability_entry(component, ability, zone, word))
        self.offers.append(table)
        self.whole.add(len(self.offers) - 1)
        return len(self.offers) - 1

    def _rule_entry(self, procedure: Any, heading: str, word: Any) -> Entry:
        flag = self.limits.flag(f"limit_{procedure.id}", procedure.limits)

        def body(p: Procedure, scope: Scope) -> None:
            p.steps.block(word.cost, scope)
            if flag:
                p.add(*self.limits.used(flag, scope.you))
            p.steps.block(procedure.do, scope)
            p.steps.block(word.after, scope)

        test = ""
        if procedure.condition is not None:
            condition = procedure.condition
            test = self.module.function(
                f"may_{procedure.id}",
                ("s", "you", "card"),
                lambda: self.x.conditions.block_condition(condition, Scope(Name("you"))),
            )
        compiled = self.procedures.procedure(f"act_{procedure.id}", [], body, this=True, frames=True)
        return Entry(procedure.title, compiled, (), (), test, flag, heading)

    def _ability_entry(self, component: str, ability: N.Ability, zone: str, word: Any) -> Entry:
        heading = self.source.headings[ability.heading]
        limits = (*ability.limits, *as_list(heading.get("limit")))
        flag = self.limits.flag(f"limit_{ability.heading}_{component}", limits)

        def body(p: Procedure, scope: Scope) -> None:
            lay = self._where_it_lies(p, scope) if self._played_by((word.cost, word.sources.get(zone)), zone) else None
            p.steps.block(word.cost, scope)
            p.steps.block(word.sources.get(zone), scope)
            if lay is not None:  # it was not played, but something was done instead
                p.goto_if(expr("s.where[{}] == {}", scope.this, lay), over := p.label())
            if flag and heading.get("shared"):
                p.emit("for o in SEATS: {}", self.limits.used(flag, "o"))
            elif flag:
                p.add(*self.limits.used(flag, scope.you))
            self._carry_out(component, ability, p, scope, offered=True)
            p.steps.block(word.after, scope)
            if lay is not None:
                p.goto(over)
                p.start(over)

        compiled = self.procedures.procedure(
            f"use_{component}_{ability.heading}_{zone}", [], body, this=True, frames=True
        )
        return Entry(
            ability,
            compiled,
            tuple(self.layout.instances(component)),
            self.tables.zones_by_seat((zone,)),
            "",
            flag,
            ability.heading,
            "" if zone == next(iter(word.sources)) else zone,
        )

    def _played_by(self, costs: Sequence[B.Block | None], zone: str) -> bool:
        """Whether a card is used by playing it out of a zone, and a text may put something in the place of that."""
        if zone == (self.source.zones.get("play") or {}).get("to"):
            return False
        words = (part for block in costs if block is not None for part in B.walk(block) if isinstance(part, B.Words))
        acts = (act for part in words if part.tree is not None for act in part.tree.walk())
        return bool(self.continuous.replacements.get("play")) and any(
            isinstance(act, N.Perform) and act.verb == "play" and act.slot("object") == THIS_CARD for act in acts
        )

    @staticmethod
    def _where_it_lies(p: Procedure, scope: Scope) -> Expr:
        """Where this card lies before it is played."""
        p.must_stop()
        lay = p.variable()
        p.set(lay, expr("s.where[{}]", scope.this))
        return lay


def _is_said_by(part: N.Node, node: N.Timed) -> bool:
    """Whether a part of a text is a sentence that is done later, to which what goes on from it may have been added."""
    if part is node or part == node:
        return True
    first = node.then.clauses[0] if isinstance(node.then, Followed) else None
    return isinstance(part, N.Timed) and part.time == node.time and first is not None and part.then == first


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


def together(sentences: Sequence[N.Statement]) -> list[tuple[N.Statement, ...]]:
    """Sentences, each with those after it that speak of what it does: they are carried out together or not at all."""
    found: list[tuple[N.Statement, ...]] = []
    for sentence in sentences:
        if found and any(map(_goes_on, sentence.walk())):
            found[-1] = (*found[-1], sentence)
        else:
            found.append((sentence,))
    return found


def _goes_on(node: N.Node) -> bool:
    """Whether a word may mean what was spoken of before."""
    match node:
        case N.Pronoun(word=word):
            return word not in ("you", "nobody")
        case N.Article(word="that" | "its" | "their" | "the_other") | N.Did() | N.DidSo() | N.Participle():
            return True
        case N.Quantity(article="that" | "its" | "their"):
            return True
    return False
