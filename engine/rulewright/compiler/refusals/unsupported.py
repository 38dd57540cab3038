"""What the compiler does not support: parts of a sentence that it would pass over are refused (law 5).

A tree may say more than the compiler carries out: an adverb, a slot, a tense. To skip such a part would be to run
another sentence than the one that was written. Whoever teaches the compiler a part says so here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulewright.compiler.abilities.continuous_effects import is_ban
from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.refusals.asking_you import AskingYou
from rulewright.compiler.refusals.begun_again import BegunAgain
from rulewright.compiler.refusals.done_before import DoneBefore
from rulewright.compiler.refusals.never_rolled import never_rolled
from rulewright.compiler.refusals.owners.whose_number import certain_things, is_carried, left_out
from rulewright.compiler.refusals.owners.whose_pieces import WhosePieces
from rulewright.compiler.refusals.owners.whose_zones import TOGETHER, of_each_or_all
from rulewright.compiler.refusals.places.goes_on import SAY_TWICE, may_go_on
from rulewright.compiler.refusals.places.left_where_it_lies import left_where_it_lies
from rulewright.compiler.refusals.places.never_there import never_done_there
from rulewright.compiler.refusals.places.without_a_place import (
    FROM_WHERE,
    SAY_WHERE,
    WHICH_OTHER,
    another_without_a_place,
    from_where,
    without_a_place,
)
from rulewright.compiler.refusals.quoted import is_of_turns, unsupported
from rulewright.compiler.refusals.under_way import UnderWay
from rulewright.compiler.refusals.unsupported_acts import each_alone
from rulewright.compiler.refusals.unsupported_deeds import UnsupportedDeeds
from rulewright.compiler.refusals.unsupported_phrases import EXTREMES, UnsupportedPhrases, extreme
from rulewright.compiler.scope import MeaningError, refuse
from rulewright.compiler.source import Source
from rulewright.compiler.times import LASTING, MOMENTS, NEXT, NTH, PUT_OFF, TIMES
from rulewright.language import nodes as N
from rulewright.language.records import dataclass
from rulewright.language.trees.likeness import says_likeness, told_of_a_set
from rulewright.language.trees.past import THEIRS, avoided_by, is_past, was_somewhere
from rulewright.problems import Problem
from rulewright.ruleset.model import Ruleset

IN_ONE_OF_THEM = "so many in one of several places (say: “for each … where you have …”)"
IN_ONE_OR_EACH = "so many in one or each of several places (say: “if there is a … with …”, “if each … has …”)"

MORE_DICE = (
    "Roll as many dice as it takes: “roll 2 dice. If the result is 7, …”; what waits for a roll hears of each die."
)
LIMITS = TIMES - {NEXT} - NTH.keys()
"""How often what somebody uses may be done: times that stand behind a heading."""

SINCE_WHEN = "what was done, without since when (say: “… this turn”, “… this round”, “… this game”)"


@dataclass(frozen=True, slots=True)
class _Told:
    """A tree, and which of its nodes stand where more or less is carried out than elsewhere, by their ids.

    Attributes:
        is_text: whether it is a whole text; nodes: all of it.
        would: events that are waited for; events: their deeds; bans: deeds that are forbidden; noted: past ones.
        at_once: deeds that all players do together; asked: what stands in conditions.
        held: what somebody has; counted: of what so many is gained, lost or paid.
        alike: what things of a set differ or agree in, which is carried out or refused where the set is.
        kinds: what is counted, or had, of which it can be told of how many kinds it is.
        certain: numbers of certain things that are changed for a time; chosen: values that somebody chooses.
        begins: players with whom an order begins, the first of those that are equal.
    """

    is_text: bool
    nodes: list[N.Node]
    would: set[int]
    events: set[int]
    bans: set[int]
    noted: set[int]
    at_once: set[int]
    asked: set[int]
    held: set[int]
    counted: set[int]
    alike: set[int]
    kinds: set[int]
    certain: set[int]
    chosen: set[int]
    begins: set[int]

    @classmethod
    def of(cls, tree: N.Node, source: Source) -> _Told:
        nodes = list(tree.walk())
        clauses = [node for node in nodes if isinstance(node, N.Does)]
        waited_for = [node.event for node in nodes if isinstance(node, N.Trigger | N.Until)]
        held = {id(node.object) for node in nodes if isinstance(node, N.Has | N.ThatHas)}
        states = (node.act for node in clauses if isinstance(node.act, N.Perform) and source.is_state(node.act.verb))
        held |= {id(slot.value) for act in states for slot in act.slots}
        return cls(
            is_text=isinstance(tree, N.Text),
            nodes=nodes,
            would={id(event) for event in waited_for},
            events={id(event.act) for event in waited_for if isinstance(event, N.Does)},
            bans={id(node.act) for node in clauses if is_ban(node)},
            noted={id(node.act) for node in clauses if is_past(node)},
            at_once={id(node.act) for node in clauses if _of_each_player(node)},
            asked={id(part) for node in nodes for asked in _conditions(node, source.is_state) for part in asked.walk()},
            held=held | {id(node.phrase) for node in nodes if isinstance(node, N.With)},
            counted={
                id(item)
                for node in nodes if isinstance(node, N.Perform) and node.verb in ("gain", "lose", "pay")
                for slot in node.slots
                for item in (slot.value.items if isinstance(slot.value, N.Phrases) else (slot.value,))
            },
            alike=set(_alike(nodes)),
            kinds=set(_numbered(nodes)),
            chosen={
                id(node.slot("object")) for node in nodes
                if isinstance(node, N.Perform) and node.verb == "choose" and source.is_value(node.slot("object"))
            },
            begins={id(node.phrase) for node in nodes if isinstance(node, N.StartingWith)},
            certain={
                id(node.then) for node in nodes
                if isinstance(node, N.Timed) and node.time in LASTING and certain_things(node, source) is not None
            },
        )  # fmt: skip


def keep_supported(ruleset: Ruleset, before: Ruleset) -> None:
    """Check no tree again that was supported in a ruleset in whose words and things nothing was another."""
    known: dict[int, N.Node] = before.derived.get("supported", {})
    trees = (words.tree for words in ruleset.all_words)
    ruleset.derived["supported"] = {id(tree): tree for tree in trees if tree is not None and id(tree) in known}


class Unsupported:
    """Finds what would be passed over, in the words of one ruleset."""

    def __init__(self, source: Source, layout: Layout) -> None:
        self.source, self.layout = source, layout
        self._phrases = UnsupportedPhrases(source)
        self._deeds = UnsupportedDeeds(source, layout, self._phrases)
        self.asking_you = AskingYou(source)
        self.whose_pieces = WhosePieces(source, layout)
        self.under_way = UnderWay(source)
        self._begun_again = BegunAgain(source, self.under_way)
        self._done_before = DoneBefore(source, self.under_way)
        # Trees that were checked, by their ids: what is supported is so for any number of players.
        self.supported: dict[int, N.Node] = source.ruleset.derived.setdefault("supported", {})

    def check(self, tree: N.Node, text: str = "") -> None:
        """Refuse a tree with parts that are not supported.

        Args:
            text: the words that it was read from, which are quoted.

        Raises:
            MeaningError: RW0604 with each such part.
        """
        if id(tree) in self.supported:
            return
        told = _Told.of(tree, self.source)
        found = [part for node, what in self._parts(told) for part in unsupported(node, what, text).problems]
        found += _of_all_or_the_last(told.nodes)
        found += _of_the_next_time(told.nodes)
        for part, what in never_rolled(tree, self.source):
            found += refuse(part, what, MORE_DICE, code="RW0604").problems
        if isinstance(tree, N.Text):
            found += self._of_whom(told, tree)
            found += self._never_under_way(tree)
            found += self._begun_within(tree)
            found += self._done_before.problems(tree)
            for act, zone in left_where_it_lies(tree, self.source):
                what = f"this lies in the {zone.replace('_', ' ')} already: nothing comes of it"
                found += refuse(
                    act, what, "Say from where else it comes, or where else it is put.", code="RW0604"
                ).problems
            for act, lies, wanted in never_done_there(tree, self.source, self.layout):
                there, where = (zone.replace("_", " ") for zone in (lies, wanted))
                what = f"this lies in the {there}, and can be done in the {where} only: it is never done"
                found += refuse(act, what, "Name cards that lie there, or another verb.", code="RW0604").problems
            for phrase in without_a_place(tree, self.source):
                what = f"nothing tells where these {noun_words(phrase)}s lie, and those that nobody sees would count"
                found += refuse(phrase, what, SAY_WHERE, code="RW0604").problems
            for phrase in another_without_a_place(tree, self.source):
                what = f"is this another {noun_words(phrase)} where the chosen one lies, or one that lies elsewhere?"
                found += refuse(phrase, what, WHICH_OTHER, code="RW0604").problems
            for phrase in from_where(tree, self.source):
                what = f"is this {noun_words(phrase)} of those that were shown just before, or does it lie elsewhere?"
                found += refuse(phrase, what, FROM_WHERE, code="RW0604").problems
        if found:
            raise MeaningError(*found)
        self.supported[id(tree)] = tree

    def _of_whom(self, told: _Told, text: N.Text) -> list[Problem]:
        """What asks something of “you” where another player is spoken of, and what could be one thing or another."""
        found: list[Problem] = []
        for phrase in self.whose_pieces.phrases(told.nodes):
            hint = "Say “… you have in …”, or “… any player has in …” for those of everybody."
            found += refuse(phrase, f"whose {noun_words(phrase)} is meant?", hint).problems
        for phrase in may_go_on(text, self.source):
            what = f"is this one of two, or does what is said before “or” go on with this {noun_words(phrase)}?"
            found += refuse(phrase, what, SAY_TWICE, code="RW0604").problems
        for phrase in of_each_or_all(told.nodes, self.source):
            found += refuse(phrase, "of each of these zones, or of all of them together?", TOGETHER).problems
        for node, word in self.asking_you.parts(told.nodes, told.asked, told.would):
            what = f"“{word.replace('_', ' ')}” asks something of you, and another player is spoken of here"
            hint = "Say in full what is asked, and of whom: “… you have …”, “… they have …”."
            found += refuse(node, what, hint, code="RW0604").problems
        return found

    def _never_under_way(self, text: N.Text) -> list[Problem]:
        """What asks whether a verb is under way where it has been done, or is not begun."""
        found: list[Problem] = []
        for node in self.under_way.never(text):
            does = next(part.verb for part in node.act.walk() if isinstance(part, N.Perform)).replace("_", " ")
            what = f"“if you {does}” asks whether this is under way, which it never is here"
            hint = "Say “if you do” of the act itself. What happens within an act is waited for before it: "
            hint += f"“this turn, whenever you {does} …, …”."
            found += refuse(node, what, hint, code="RW0606").problems
        return found

    def _begun_within(self, text: N.Text) -> list[Problem]:
        """What begins a deed again in the midst of it, which then would go on with what the second one left."""
        found: list[Problem] = []
        for act, event, kept in self._begun_again.acts(text):
            deed, heard, lost = (
                self._called("verbs", act.verb),
                self._called("verbs", event),
                self._called("nouns", kept),
            )
            what = f"“{heard}” happens in the midst of “{deed}”: begun again there, the first would lose its {lost}"
            hint = "Do it when that is over: “at the end of your turn, if you have …, …”, "
            hint += f"or wait for what is done after “{deed}”."
            found += refuse(act, what, hint, code="RW0604").problems
        return found

    def _called(self, section: str, word: str) -> str:
        """How a text calls a word of the lexicon: its first form, without what its slots hold."""
        told = ((self.source.nouns if section == "nouns" else self.source.verbs).get(word) or {}).get("en")
        form = told.get("one") or told.get("forms") if isinstance(told, dict) else told
        first = form[0] if isinstance(form, list) else form
        return str(first).split("|")[0] if first else word.replace("_", " ")

    def parts(self, tree: N.Node) -> Iterator[tuple[N.Node, str]]:
        """Each part of a tree that would be passed over, with a word for it."""
        return self._parts(_Told.of(tree, self.source))

    def _parts(self, told: _Told) -> Iterator[tuple[N.Node, str]]:
        yield from _instead(told.nodes)
        turns = {id(act.slot("object")): act for act in told.nodes if isinstance(act, N.Perform) and is_of_turns(act)}
        for act in turns.values():
            yield act, "end of turn" if act.verb == "end" else "turns"
        for node in told.nodes:
            if isinstance(node, N.Timed) and node.time in LASTING:
                yield from ((part, "whose number it is") for part in left_out(node, self.source))
        for node in self._phrases.spread(told.nodes, told.held, told.events):
            yield node, IN_ONE_OF_THEM
        for node in told.nodes:
            match node:
                case N.Perform() if id(node.slot("object")) in turns:
                    pass
                case N.NounPhrase() if id(node) in turns:
                    pass
                case N.Perform():
                    yield from self._deed(node, told)
                case N.AsMany(adjectives=words) if "different" in words and not self._differ(node, told):
                    yield node, "different"
                case N.NounPhrase():
                    yield from self._description(node, told)
                case N.Does() | N.Relative() | N.Trigger():
                    yield from self._clause(node, told)
                case N.Timed() | N.Ability():
                    yield from _time(node)
                case N.Is() if id(node) in told.certain:
                    pass
                case _:
                    yield from self._predicate(node)

    def _differ(self, node: N.AsMany, told: _Told) -> bool:
        """Whether what does something to so many different things asks of which kinds they are."""
        noun = str(node.noun)
        of_each_one = node.adjectives == ("different",) and bool(self._deeds.layout.held_kinds(noun))
        return self._cards(noun) or (of_each_one and id(node) in told.counted)

    def _deed(self, node: N.Perform, told: _Told) -> Iterator[tuple[N.Node, str]]:
        if id(node) in told.noted:
            return
        if id(node) in told.events:  # what is told of a deed is looked at where it is told
            yield from self._deeds.adverbs(node)
        elif id(node) in told.at_once:
            yield from self._deeds.act(replace(node, adverbs=tuple(x for x in node.adverbs if x != "together")))
            yield from self._deeds.of_a_kind(node)
        else:
            yield from self._deeds.act(node)
            if id(node) not in told.bans:  # of what is forbidden more is heard than of what is done
                yield from self._deeds.of_a_kind(node)

    def _description(self, node: N.NounPhrase, told: _Told) -> Iterator[tuple[N.Node, str]]:
        match node:
            case N.NounPhrase() if id(node) in told.chosen:
                pass
            case N.NounPhrase(determiner=N.Article(word="most" | "fewest")) if id(node) in told.held:
                yield from self._phrases.parts(replace(node, determiner=None))
            case N.NounPhrase(determiner=N.Article(word="the"), filters=said) if (
                any(map(extreme, said)) and id(node) not in told.begins
            ):
                yield (
                    node,
                    "the one of several that are equal in this (say each, choose a …, or who decides: you break ties)",
                )
            case N.NounPhrase() if id(node) in told.kinds and self._of_kinds(node):
                others = tuple(word for word in node.adjectives if word != "different")
                yield from self._phrases.parts(replace(node, adjectives=others))
            case N.NounPhrase() if id(node) in told.alike:
                yield from self._phrases.parts(replace(node, determiner=None, adjectives=()))
            case N.NounPhrase(noun=str(noun)) if "different" in node.adjectives and self._cards(noun):
                others = tuple(word for word in node.adjectives if word != "different")
                yield from self._phrases.parts(replace(node, adjectives=others))
            case N.NounPhrase(adjectives=("different",)) if id(node) in told.counted:
                yield from self._phrases.parts(replace(node, adjectives=()))  # the verb takes these kinds only
            case N.NounPhrase(adjectives=("single", *_)) if self._only_counted(node, told):
                yield node, "exactly one, or at least one (say “exactly 1”)"
            case N.NounPhrase() if set(node.adjectives) - {"different", "other"} and self._only_counted(node, told):
                yield node, "which ones"
            case _:
                yield from self._phrases.parts(node)

    def _only_counted(self, node: N.NounPhrase, told: _Told) -> bool:
        """Whether it is known only how many there are: they are all alike. Not of how a slot is called."""
        type_ = self.source.type_of(node.noun) if isinstance(node.noun, str) else ""
        held = type_ == "number" and id(node) in told.held and bool({"single", "new"} & set(node.adjectives))
        if id(node) in told.counted or not (type_ == "resource" or held):
            return False
        slots = (slot for slot in told.nodes if isinstance(slot, N.Slot) and slot.name != "object")
        return not any(one is node for slot in slots for one in each_alone(slot.value))

    def _of_kinds(self, node: N.NounPhrase) -> bool:
        """Whether pieces or goods are told apart by their kinds, which are counted."""
        counted = isinstance(node.noun, str) and self.source.type_of(node.noun) in ("resource", "piece")
        return counted and "different" in node.adjectives

    def _cards(self, noun: str) -> bool:
        return self.source.type_of(noun) == "card"

    def _was_in_a_zone(self, node: N.Is, where: N.Predicate) -> bool:
        """Whether it is asked in which zone a card was, which is noted."""
        return was_somewhere(node) and isinstance(where, N.At) and self.source.is_zone(where.phrase)

    def _clause(self, node: N.Does | N.Relative | N.Trigger, told: _Told) -> Iterator[tuple[N.Node, str]]:
        match node:
            case N.Does(subject=N.NounPhrase(determiner=N.Article(word="no"))) if (
                (told.is_text or self._done(node)) and id(node) not in told.asked and not node.modal
            ):
                yield node.subject, "no"
            case N.Does(act=N.Perform()) | N.Relative() if is_past(node):
                pass  # what is noted is looked at where it is
            case N.Does(tense=tense) if tense != "present" and id(node) not in told.would:
                yield node, SINCE_WHEN if tense == "perfect" else "what was or would be done"
            case N.Does(act=act, subject=subject) if subject != N.Pronoun(word="you") and self._deeds.chosen(act):
                yield node, "your choice of what others do"
            case N.Does(tense="perfect") | N.Relative(tense="perfect"):
                yield node, "what was done"
            case N.Relative(time=str(time)):
                yield node, time
            case N.Trigger(event=N.Does(act=N.Perform() as act)) | N.Does(act=N.Perform() as act, modal="cannot"):
                yield from self._deeds.each_of_event(act)
            case N.Does(act=N.Perform(verb="count_as"), modal="cannot" | "must" | "need_not" as modal):
                yield node, modal
            case N.Does(act=N.Perform(verb="count_as") as act, subject=subject):
                yield from self._deeds.counting(subject, act)

    def _predicate(self, node: N.Node) -> Iterator[tuple[N.Node, str]]:
        """What is said to be so, and how often something is done."""
        match node:
            case N.With(negated=True, phrase=N.NounPhrase(determiner=N.Article(word="most" | "fewest" as most))):
                yield node, f"without the {most}"
            case (
                N.Per(each=N.NounPhrase(determiner=N.Quantity(kind=kind)) as each)
                | N.ForEach(each=N.NounPhrase(determiner=N.Quantity(kind=kind)) as each)
            ) if kind != "count":
                yield each, kind
            case N.Related(relation=relation) if relation not in (*self.source.relations, *EXTREMES):
                yield node, relation
            case N.Is(tense="past", predicate=where) if not self._was_in_a_zone(node, where):
                yield node, "what was"
            case N.Is(modal=str(modal)):
                yield node, f"{modal} be"
            case N.Has(object=thing) | N.ThatHas(object=thing) | N.With(phrase=thing) if self._phrases.in_one(thing):
                yield thing, "so many in one of several places (say: “if there is a … where you have …”)"
            case N.Exists(object=thing) if self._phrases.in_one(thing) or self._phrases.in_several(thing):
                yield thing, IN_ONE_OR_EACH
            case N.Per(each=N.NounPhrase() as thing) | N.ForEach(each=N.NounPhrase() as thing) if self._phrases.in_one(
                thing
            ):
                yield thing, IN_ONE_OF_THEM
            case N.Exists(object=N.NounPhrase(determiner=N.Article(word="each")) as thing):
                yield thing, "each"
            case N.Is(predicate=N.Change() | N.SetTo(), negated=True):
                yield node, "not"
            case N.Is(predicate=N.Change() | N.SetTo(), subject=subject) if not is_carried(subject, self.source):
                yield node, "whose number it is"

    def _done(self, node: N.Does) -> bool:
        """Whether a clause is of something that is done: no state, and nothing that was done before."""
        act = node.act
        state = isinstance(act, N.Perform) and self.source.verbs.get(act.verb, {}).get("state")
        return node.tense == "present" and not state


def _alike(nodes: list[N.Node]) -> Iterator[int]:
    """The phrases that tell in what several things differ or agree: `different prices`, `the same kind`."""
    for node in nodes:
        found = told_of_a_set(node) if isinstance(node, N.Filter) else None
        found = says_likeness(node.object) if isinstance(node, N.Has) else found
        if found is not None:
            yield id(found.node)


def _numbered(nodes: list[N.Node]) -> Iterator[int]:
    """The phrases of what is only counted, or had."""
    for node in nodes:
        match node:
            case N.CountOf(phrase=thing) | N.Per(each=thing) | N.ForEach(each=thing):
                yield id(thing)
            case N.Has(object=thing) | N.ThatHas(object=thing) | N.With(phrase=thing):
                yield id(thing.phrase if isinstance(thing, N.MoreThan) else thing)


def _time(node: N.Timed | N.Ability) -> Iterator[tuple[N.Node, str]]:
    """When something holds or is done."""
    match node:
        case N.Timed(time=time) if time in MOMENTS:
            pass
        case N.Timed(time=time) if time in LASTING or time in PUT_OFF:
            pass
        case N.Timed(time=time) if time not in TIMES:
            yield node, time
        case N.Timed(then=then) if not isinstance(then, N.Trigger | N.Does):
            yield node, node.time
        case N.Timed(time=time, then=then) if time in NTH and not _waits_for_a_deed(then):
            yield node, node.time
        case N.Ability(limits=limits) if not LIMITS.issuperset(limits):
            yield node, next(limit for limit in limits if limit not in LIMITS)


def _waits_for_a_deed(then: N.Statement) -> bool:
    """Whether a text waits for what somebody does, and does not put something in its place."""
    event = then.event if isinstance(then, N.Trigger) else None
    return isinstance(event, N.Passive) or (isinstance(event, N.Does) and event.tense == "present")


def _of_each_player(node: N.Does) -> bool:
    """Whether something is done by each of several players, as a sentence of its own."""
    det = node.subject.determiner if isinstance(node.subject, N.NounPhrase) else None
    each = isinstance(det, N.Article) and det.word in ("each", "all", "each_other", "all_other")
    return each and node.modal is None and not node.negated and node.tense == "present"


def _conditions(node: N.Node, is_state: Callable[[str], bool]) -> tuple[N.Node, ...]:
    """What of a node is asked or waited for, not done."""
    match node:
        case N.Unless() if avoided_by(node, is_state) is not None:
            return ()
        case N.If(condition=condition) | N.While(condition=condition) | N.Unless(condition=condition):
            return (condition,)
        case N.Trigger(event=event) | N.Until(event=event):
            return (event,)
        case N.Where(clause=clause):
            return (clause,)
    return ()


def _instead(nodes: list[N.Node]) -> Iterator[tuple[N.Node, str]]:
    """`would` without `instead`, and `instead` without anything that would be done, among the nodes of a tree."""
    replacing: set[int] = set()
    for node in nodes:
        if isinstance(node, N.Trigger) and isinstance(node.event, N.Does) and node.event.tense == "would":
            inside = {
                id(part) for part in node.then.walk() if isinstance(part, N.Perform) and "instead" in part.adverbs
            }
            if not inside:
                yield node.event, "would, without “instead”"
            replacing |= inside
    for node in nodes:
        if isinstance(node, N.Perform) and "instead" in node.adverbs and id(node) not in replacing:
            yield node, "instead"


def _of_the_next_time(nodes: list[N.Node]) -> list[Problem]:
    """What waits for the next time within no time that ends it, or for no event."""
    held = (node.then for node in nodes if isinstance(node, N.Timed) and node.time in LASTING.keys() - THEIRS)
    within = {id(then) for then in held if isinstance(then, N.Timed) and isinstance(then.then, N.Trigger)}
    found: list[Problem] = []
    for node in nodes:
        if isinstance(node, N.Timed) and node.time == NEXT and id(node) not in within:
            what = "until when this waits for the next time is not told"
            hint = "Say it behind how long it holds: “this turn, …”, “until the start of your next turn, …”."
            found += refuse(node, what, hint, code="RW0604").problems
    return found


def _of_all_or_the_last(nodes: list[N.Node]) -> list[Problem]:
    """`Gain 2 of this and 1 of that for each field`, `pay this, then that to …`: of all of it, or of the last alone?"""
    found: list[Problem] = []
    whole = {id(node.act) for node in nodes if isinstance(node, N.Does) and node.modal == "may"}
    for node in nodes:
        if _pays_before_a_price(node) and id(node) not in whole:
            hint = "With a colon all of it is the price: “pay …, then …: …”; otherwise make two sentences of it."
            found += refuse(node, "it is not clear whether all of it is the price, or only the last", hint).problems
        things = node.act.slot("object") if isinstance(node, N.Per) and isinstance(node.act, N.Perform) else None
        if isinstance(things, N.Phrases) and things.conjunction == "and":
            what = "it is not clear whether all of them are meant so many times, or only the last"
            hint = "Begin with “for each …,” if all of them are; otherwise make two of it: “…, then … for each …”."
            found += refuse(node, what, hint).problems
        elif isinstance(things, N.Phrases) and things.conjunction == "or":
            what = "it is not clear whether one is chosen for each of them, or once, or whether only the last is meant"
            hint = "Begin with “for each …,” if one is chosen each time; otherwise “choose one: … for each …; or …”."
            found += refuse(node, what, hint).problems
        elif isinstance(things, N.AsMany) and isinstance(things.number, N.Plus | N.Minus):
            what = "it is not clear whether all of it is meant so many times, or only what is added or taken away"
            hint = "Begin with “for each …,” if all of it is; otherwise make two of it: “…, then … for each …”."
            found += refuse(node, what, hint).problems
    return found


def _pays_before_a_price(node: N.Node) -> bool:
    """Whether something is paid, and then something else to do what follows: `pay this, then discard a card to …`."""
    if not isinstance(node, N.Sequence) or not isinstance(node.acts[-1], N.Cost):
        return False
    return any(isinstance(act, N.Perform) and act.verb == "pay" for act in node.acts[:-1])
