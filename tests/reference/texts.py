"""What the texts of the components and rules say: abilities to be used, and sentences that hold all the time."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from operator import eq, ge, gt
from typing import Any

from rulewright.language import nodes as N
from rulewright.language.records import dataclass as record
from rulewright.ruleset import blocks as B
from tests.reference.answers import asks_if_done
from tests.reference.left_open import left_open
from tests.reference.world import NotCarried, Unclear, World, rebuilt

MOVES = {"put", "move", "return", "take", "remove", "discard", "draw"}
"""Verbs by which cards and pieces come from one place to another."""

COUNTED = {"gain", "lose", "pay"}
"""Verbs of what is counted."""

AT_ONCE = {"at_least": ge, "more_than": gt, "exactly": eq}
"""How many a text may wait for at once."""

AT_TIMES = {
    "start_of_turn": ("before", "turn"), "end_of_turn": ("end", "turn"),
    "start_of_round": ("before", "round"), "end_of_round": ("end", "round"),
}  # fmt: skip

BETWEEN = 10_000  # the numbers of the sentences of rules come after those of cards, and of cards that are added


@dataclass(frozen=True)
class Ability:
    """An ability of a component that is used or resolved."""

    component: str
    heading: str
    limits: tuple[str, ...]
    sentences: tuple[N.Statement, ...]
    number: int
    own_limit: bool = False  # the text says its own, and counts it for itself


@record(frozen=True, slots=True, kw_only=True)
class IsNotSo(N.Condition):
    """That a condition does not hold: the condition of what holds unless it does."""

    condition: N.Condition


LATER_TIMES = ("second_", "third_", "fourth_", "fifth_")
"""How times begin that are a later one than the first."""


@dataclass(frozen=True)
class Spoken:
    """A sentence that holds while its card lies where its heading is active.

    component: "" for a rule of the game; owned: whether "you" is whoever has the card; conditions: of every `while`
    around it; cost: of an interjection, what the heading asks for; number: its place among all such sentences;
    more: “If you do, …” behind what is done instead.
    """

    component: str
    heading: str
    zones: tuple[str, ...]
    owned: bool
    node: N.Statement
    conditions: tuple[N.Condition, ...]
    limits: tuple[str, ...]
    cost: B.Block | None
    number: int
    more: tuple[N.Statement, ...] = ()


class Texts:
    """All that is said, sorted by what it speaks of."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.abilities: list[Ability] = []
        self.numbers: dict[str, list[Spoken]] = {}
        self.adjectives: dict[str, list[Spoken]] = {}
        self.ways: list[Spoken] = []
        self.stand_ins: list[Spoken] = []
        self.bans: list[Spoken] = []
        self.triggers: dict[str, list[Spoken]] = {}
        self.told: dict[str, list[Spoken]] = {}  # by verb of the core
        self.interjections: dict[str, list[Spoken]] = {}
        self.replacements: dict[str, list[Spoken]] = {}
        self.states: list[Spoken] = []
        self._spoken = 0
        for component in world.component.values():
            text = component.text.tree if component.text is not None else None
            if isinstance(text, N.Text):
                self._read_text(component.id, text)
        spoken = self._spoken
        self._spoken += BETWEEN
        for procedure in world.ruleset.procedures.values():
            text = procedure.text.tree if procedure.text is not None else None
            for sentence in text.sentences if isinstance(text, N.Text) else ():
                self._spoken += 1
                self._sort(Spoken("", "", (), False, sentence, (), (), None, self._spoken))
        self._spoken = spoken

    def with_more(self, world: World, texts: Mapping[str, N.Text]) -> Texts:
        """The same with texts on the last cards, in a world in which these have them."""
        more = copy.copy(self)
        more.world = world
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(more, name, list(value))
            elif isinstance(value, dict):
                setattr(more, name, {verb: list(row) for verb, row in value.items()})
        for component, text in texts.items():
            more._read_text(component, text)
        for value in vars(more).values():
            for row in value.values() if isinstance(value, dict) else (value,) if isinstance(value, list) else ():
                row.sort(key=lambda said: said.number)
        return more

    def _read_text(self, component: str, text: N.Text) -> None:
        default = next((name for name, entry in self.world.headings.items() if entry.get("default")), "")
        plain = (N.Ability(heading=default, sentences=text.sentences),) if text.sentences else ()
        for ability in (*plain, *text.abilities):
            self._read(component, ability)

    def _with_pronouns(self, node: Any) -> Any:
        """A tree in which "those cards" are "them".

        Raises:
            NotCarried: so many of them are named ("the 2 cards"), or only those that fit ("those beasts").
        """
        if isinstance(node, tuple):
            return tuple(map(self._with_pronouns, node))
        if not isinstance(node, N.Node):
            return node
        if isinstance(node, N.NounPhrase):
            card = isinstance(node.noun, str) and self.world.type_of(node.noun) == "card"
            some = node.noun not in ("card", "die") or node.noun == "card" and (node.filters or node.adjectives)
            if some and node.plural and node.determiner == N.Article(word="that"):
                raise NotCarried("those of what was spoken of")
        if isinstance(node, N.NounPhrase) and not node.filters and not node.adjectives:
            if card and node.plural and node.determiner == N.Article(word="that"):
                return N.Pronoun(word="them")
            if card and isinstance(node.determiner, N.Quantity) and node.determiner.article in ("the", "that"):
                raise NotCarried("so many that were spoken of")
        parts = {name: getattr(node, name) for name in node.__dataclass_fields__ if name != "span"}
        changed = {name: new for name, old in parts.items() if (new := self._with_pronouns(old)) is not old}
        return replace(node, **changed) if any(changed[name] != parts[name] for name in changed) else node

    def _read(self, component: str, ability: N.Ability) -> None:
        ability = self._with_pronouns(ability)
        for told in left_open(self.world, ability, self.world.component[component].kind, deed_of):
            raise Unclear(told)
        entry = self.world.headings.get(ability.heading) or {}
        zones = tuple(entry.get("active") or ())
        if not zones:
            usual = (entry["limit"],) if isinstance(entry.get("limit"), str) else tuple(entry.get("limit", ()))
            limits = ability.limits or usual
            number = len(self.abilities)
            own = bool(ability.limits)
            self.abilities.append(Ability(component, ability.heading, limits, ability.sentences, number, own))
            return
        for number, sentence in enumerate(ability.sentences):
            if number and asks_if_done(sentence) and _replaces(ability.sentences[number - 1]):
                continue
            more = tuple(takewhile(asks_if_done, ability.sentences[number + 1 :])) if _replaces(sentence) else ()
            cost = self.world.word("headings", ability.heading).cost if entry.get("cost") else None
            self._spoken += 1
            owned = entry.get("for") != "any player"
            self._sort(
                Spoken(component, ability.heading, zones, owned, sentence, (), ability.limits, cost, self._spoken, more)
            )

    def _sort(self, said: Spoken) -> None:
        match said.node:
            case N.While(condition=condition, then=then) | N.If(condition=condition, then=then, otherwise=None):
                self._sort(replace(said, node=then, conditions=(*said.conditions, condition)))
            case N.If(condition=condition, then=then, otherwise=N.Statement() as otherwise):
                self._sort(replace(said, node=N.If(condition=condition, then=then)))
                self._sort(replace(said, node=N.Unless(condition=condition, then=otherwise)))
            case N.Unless(condition=condition, then=then):
                never = IsNotSo(condition=condition)
                self._sort(replace(said, node=then, conditions=(*said.conditions, never)))
            case N.Both(clauses=clauses):
                for clause in clauses:
                    self._sort(replace(said, node=clause))
            case N.Instead(of=N.Perform() as act, then=then):
                event = N.Does(subject=N.Pronoun(word="you"), act=act, tense="would")
                self._sort(replace(said, node=N.Trigger(timing="whenever", event=event, then=then)))
            case N.Timed(time=time, then=then) if time in AT_TIMES and not isinstance(then, N.Trigger):
                timing, what = AT_TIMES[time]
                verb = getattr(self.world.ruleset, what)
                who = N.Pronoun(word="you" if what == "turn" else "they")  # the rules may begin and end a round
                event = N.Does(subject=who, act=N.Perform(verb=verb))
                self._sort(replace(said, node=N.Trigger(timing=timing, event=event, then=then)))
            case N.Timed(time=time) if time.startswith(LATER_TIMES):
                raise NotCarried("a later time of a turn or round than the first")
            case N.Timed(time=time, then=then):
                self._sort(replace(said, node=then, limits=(*said.limits, time)))
            case N.Is(
                subject=N.NounPhrase(noun=str(noun)), predicate=N.Change() | N.SetTo() | N.IsPhrase(phrase=N.Amount())
            ):
                self.numbers.setdefault(noun, []).append(said)
            case N.Trigger(event=N.Does(act=N.Perform() as act) as event) as trigger:
                self._sort_trigger(said, trigger, event, act)
            case N.Trigger():
                self.states.append(said)
            case N.Does(subject=subject, act=N.Perform(verb="count_as") as act):
                self._sort_counting(said, subject, act)
            case N.Does(modal="cannot") | N.Does(modal="may", subject=N.Pronoun(word="nobody")):
                act = said.node.act
                deed = self._deed_heard(act) if isinstance(act, N.Perform) else None
                if deed is not None:
                    said = replace(said, node=rebuilt(said.node, act, deed[1]))
                elif not isinstance(act, N.Perform) or act.verb not in self.world.verbs:
                    raise NotCarried(f"forbidding {getattr(act, 'verb', act)}")
                self.bans.append(said)
            case _:
                raise NotCarried(f"a sentence that holds: {said.node}")

    def _sort_trigger(self, said: Spoken, trigger: N.Trigger, event: N.Does, act: N.Perform) -> None:
        if event.subject == N.Pronoun(word="anybody"):  # whoever does it, also where no player does
            event = replace(event, subject=N.Pronoun(word="they"))
            trigger = replace(trigger, event=event)
            said = replace(said, node=trigger)
        if event.subject != N.Pronoun(word="you") and event.tense != "would" and self._is_nobodys(said):
            raise NotCarried("a text that nobody has, of what anybody does")
        if (self.world.verbs.get(act.verb) or {}).get("state"):
            self.states.append(said)
            return
        if event.tense == "would":
            by_itself = act.verb in self.world.verbs and not self.world.verbs[act.verb].get("slots")
            if not by_itself and (act.verb not in MOVES | COUNTED or deed_of(self.world, act) is not None):
                raise NotCarried(f"a text in the place of {act.verb}")
            self.replacements.setdefault(act.verb, []).append(said)
            return
        deed = self._deed_heard(act)
        verb = act.verb
        if deed is not None:
            verb, act_of = deed
            said = replace(said, node=rebuilt(trigger, act, act_of))
        if verb not in self.world.verbs and deed is None and said.cost is None:
            if not self._can_be_told(trigger, act):
                raise NotCarried(f"listening for {verb}")
            self.told.setdefault(verb, []).append(said)
            return
        table = self.triggers if said.cost is None else self.interjections
        table.setdefault(verb, []).append(said)
        for other, act_of in self._done_in_another_way(act) if deed is None else ():
            table.setdefault(other, []).append(replace(said, node=rebuilt(trigger, act, act_of)))

    def _done_in_another_way(self, act: N.Perform) -> list[tuple[str, N.Perform]]:
        """The same of each kind of a thing that has a way of its own: a mill is a plan, and copied in another way."""
        thing = act.slot("object")
        if act.verb not in self.world.verbs or not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            return []
        found = []
        for kind in self.world.nouns:
            if (
                kind != thing.noun
                and self.world.type_of(kind) in ("card", "piece")
                and self.world.fits(kind, thing.noun)
            ):
                slots = tuple(
                    replace(slot, value=replace(thing, noun=kind)) if slot.name == "object" else slot
                    for slot in act.slots
                )
                if act.verb in self.world.ruleset.words["nouns"][kind].deeds:
                    found.append(self._deed_heard(replace(act, slots=slots)))
        return [deed for deed in found if deed is not None]

    def _deed_heard(self, act: N.Perform) -> tuple[str, N.Perform] | None:
        """The deed of which a text speaks: a mill that has a way of its own to be copied is copied in that way."""
        noun = getattr(act.slot("object"), "noun", None)
        verb = f"{act.verb}_{noun}"
        if isinstance(noun, str) and self.world.type_of(noun) == "card" and act.verb in self.world.verbs:
            own = noun in self.world.nouns and act.verb in self.world.ruleset.words["nouns"][noun].deeds
            return (verb, replace(act, verb=verb)) if own else None
        return deed_of(self.world, act)

    def _is_nobodys(self, said: Spoken) -> bool:
        """Whether a text can lie where nobody has it."""
        nouns = self.world.nouns
        return not said.owned or any(nouns[zone].get("of") != "player" for zone in said.zones)

    def _can_be_told(self, trigger: N.Trigger, act: N.Perform) -> bool:
        """Whether it is one card, or a resource by itself, that a verb of the core is listened for with."""
        phrase = act.slot("object")
        if trigger.timing == "before" or len(act.slots) != 1 or act.adverbs:
            return False
        if isinstance(phrase, N.Phrases) or isinstance(getattr(phrase, "noun", ""), N.NounGroup):
            ways = kinds_heard(phrase)
            cards = {self.world.type_of(str(way.noun)) for way in ways} == {"card"}
            return cards and all(way.determiner == N.Article(word="a") for way in ways) and act.verb in MOVES
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            return False
        det = phrase.determiner
        one = isinstance(det, N.Article) and det.word in ("a", "this")
        if act.verb == "roll":
            return phrase == N.NounPhrase(noun=phrase.noun, determiner=N.Article(word="a"))
        if any(isinstance(item, N.At) for item in phrase.filters):  # where it lay before
            return False
        if self.world.type_of(phrase.noun) == "card":
            return one and act.verb in ("gain", "draw", "discard", "put", "move", "return", "take", "remove")
        counted = self.world.type_of(phrase.noun) in ("resource", "number") and not phrase.filters
        at_once = isinstance(det, N.Quantity) and det.kind in AT_ONCE and det.article is None
        return counted and act.verb in ("gain", "lose", "pay") and (one or at_once or det is None)

    def _sort_counting(self, said: Spoken, subject: N.Phrase, act: N.Perform) -> None:
        goal = act.slot("object") or act.slot("as")
        if not isinstance(goal, N.NounPhrase) or not isinstance(goal.noun, str):
            raise NotCarried(f"counting as {goal}")
        if self.world.type_of(goal.noun) == "resource":
            self.ways.append(said)
        elif self.world.type_of(goal.noun) == "border" and isinstance(subject, N.NounPhrase):
            for word in dict.fromkeys((*subject.adjectives, *goal.adjectives)):
                self.adjectives.setdefault(word, []).append(said)
        elif goal.noun == "card":
            self.stand_ins.append(said)
        else:
            raise NotCarried(f"counting as {goal.noun}")

    def with_heading(self, heading: str, component: str = "") -> list[Ability]:
        """The abilities under a heading (of one component)."""
        return [a for a in self.abilities if a.heading == heading and component in ("", a.component)]


def _replaces(node: N.Node) -> bool:
    """Whether a sentence puts something in the place of what would be done."""
    while isinstance(node, N.While | N.If | N.Unless | N.Timed):
        node = node.then
    return isinstance(node, N.Trigger) and isinstance(node.event, N.Does) and node.event.tense == "would"


def kinds_heard(phrase: N.Node | None) -> list[N.NounPhrase]:
    """What a text listens for something to be done to: "a hare or hound" is a hare, or a hound."""
    if isinstance(phrase, N.Phrases):
        return [way for item in phrase.items for way in kinds_heard(item)] if phrase.conjunction == "or" else []
    if not isinstance(phrase, N.NounPhrase):
        return []
    if isinstance(phrase.noun, str):
        return [phrase]
    either = phrase.noun.nouns if phrase.noun.conjunction == "or" else ()
    return [replace(phrase, noun=one.noun, adjectives=(*phrase.adjectives, *one.adjectives)) for one in either]


def deed_of(world: World, node: N.Perform) -> tuple[str, N.Perform] | None:
    """Where a noun says what a verb of the core does to it: the name of that verb, and the act as a use of it.

    Its slot `object` is where: the field of "2 points in the field".
    """
    value: Any = node.slot("object")
    phrase = value.whole if isinstance(value, N.PartOf) else value
    noun = getattr(phrase, "noun", None)
    if not isinstance(noun, str):
        return None
    while noun and node.verb not in (world.ruleset.words["nouns"][noun].deeds if noun in world.nouns else ()):
        noun = world.entry(noun).get("is") or ""
    if not noun:
        return None
    if world.type_of(noun) == "card" and "object" in (world.verbs.get(node.verb, {}).get("slots") or {}):
        return None  # which card it is done to is found first
    slots: tuple[N.Slot, ...] = ()
    if world.entry(noun).get("of") and isinstance(phrase, N.NounPhrase):
        slots = tuple(N.Slot(name="object", value=f.phrase) for f in phrase.filters if isinstance(f, N.At))[:1]
    name = f"{node.verb}_{noun}"
    return name, N.Perform(verb=name, slots=slots, adverbs=node.adverbs)
