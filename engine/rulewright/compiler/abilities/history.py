"""What has been done: `if you have drawn a card this turn`, `the number of cards you have drawn this round`.

Each such sentence has a row of counters, one a seat; where the things themselves are meant (`take a card you have
drawn this turn`) one for each of them and each seat. The event it speaks of counts up, and the start of a turn or
round sets them back. Only what some sentence asks is noted; the same matcher as for triggers says what the event is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from rulewright.compiler.abilities.builtin_events import BuiltinEvents
from rulewright.compiler.abilities.continuous_effects import Ended, is_ban
from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.abilities.past import (
    YOU,
    Past,
    before_this,
    counts,
    first_use,
    past,
    past_of_one,
    past_of_player,
    past_of_players,
)
from rulewright.compiler.expressions.anaphora import BESIDE
from rulewright.compiler.expressions.definitions import Definitions
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.expressions.likenesses import told_of_all
from rulewright.compiler.expressions.phrases import enough, must_be_player
from rulewright.compiler.ir.expressions import Expr, Lit, Name, both, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.asking import Asking
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.compiler.times import no_verb
from rulewright.language import nodes as N
from rulewright.language.trees.past import OF_ONES_TURN, SINCE, is_past, says_others
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Block, Resolve, Words, walk

WHAT = {
    "this_turn": "turn", "this_round": "round", "this_game": "", "last_round": "round", "last_turn": "turn",
    "since_last_turn": "turn",
}  # fmt: skip
"""What has begun since, or is over since, by the time that is said."""

OVER = ("last_turn", "last_round")
"""Times that are over: what is counted meanwhile is asked for when the next has begun."""

WHOSE_TURN = "whose last turn this is cannot be told: others act on turns of their own"


HOW_OFTEN = "Say how often, this time included: “if you have played 2 or more spells this turn”."

ANY_OF_THEM = "Say it of any: “a …”, “for each …”."

SAME_AGAIN = ("space", "player")
"""Types of things that stay what they are: of two deeds to one of them it is still one."""


def _where_it_is_now(phrase: N.Node) -> bool:
    """Whether a phrase says where its things are: of what was done, that is not noted."""
    return isinstance(phrase, N.NounPhrase) and any(isinstance(item, N.At) for item in phrase.filters)


def _to_you(asked: Past) -> bool:
    """Whether it is the last turn of whom something was done to, and not of who did it."""
    return asked.since in OF_ONES_TURN and asked.whom == YOU


@dataclass(frozen=True)
class Note:
    """An event that is counted: as it is told, and the position of its counters.

    each: of how many things it is counted apart, by the number that each has; 0 where it is counted alone.
    by_anybody: whether what the rules do by themselves counts, too, since nobody who did it is named.
    counting: the position of the counters of what goes on, where what is asked is over.
    """

    act: N.Perform
    cells: int
    number: int
    each: int = 0
    by_anybody: bool = False
    counting: int = -1

    @property
    def counted(self) -> int:
        """The position of the counters that a deed counts up."""
        return self.cells if self.counting < 0 else self.counting


class History:
    """What is noted of the past, in one program."""

    def __init__(
        self, s: Services, x: Expressions, definitions: Definitions, matching: Matching, builtin_events: BuiltinEvents
    ) -> None:
        self.ruleset = s.ruleset
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.module = s.module
        self.by_the_rules = s.by_the_rules
        self.continuous = s.continuous
        self.x = x
        self.definitions = definitions
        self.matching = matching
        self.builtin_events = builtin_events
        self.asking = Asking(s.source)
        self.ended: dict[str, list[tuple[N.Phrase, N.Perform, Ended, int]]] = {}
        self.kept: dict[tuple[N.Perform, str, bool, bool, bool], Note] = {}
        self.notes: dict[str, list[Note]] = {}
        self.limits: dict[int, N.Does] = {}  # kept, so that each keeps its identity

    def read(self) -> None:
        """Find what all texts ask of the past, so that it is noted when it happens."""
        counted: dict[Words, Counter[N.Node]] = {}
        self._read_ended()
        ending = [done for ended in self.continuous.ended.values() for done in ended.done]
        for words, node in self.ruleset.past:
            if node in ending:
                continue
            if words not in counted:
                nodes = words.tree.walk() if words.tree is not None else ()
                counted[words] = Counter(phrase for part in nodes for phrase in counts(part))
                self._read_limits(words)
            counted[words][node] -= 1
            only_counted = counted[words][node] >= 0 and not self._one_by_one(node)
            with self.report.recorded(words.path):
                if isinstance(node, N.NounPhrase) and not only_counted and self._told_apart(node):
                    for item in filter(is_past, node.filters):
                        assert isinstance(item, N.Relative)
                        self._keep(past_of_one(item, str(node.noun)), self._size(str(node.noun)))
                else:
                    asked = self._past(node)
                    self._keep(asked, self._apart(asked, node), isinstance(node, N.Passive))
                self._not_of_itself(words, node)

    def _read_limits(self, words: Words) -> None:
        """Find what says how often something can be done: “while you have built in at least 2 fields, you cannot …”.

        There each time counts: to do it to one of them twice is to do it twice.
        """
        for part in words.tree.walk() if words.tree is not None else ():
            match part:
                case N.While(
                    condition=N.Does(act=N.Perform() as act) as done, then=N.Does(act=N.Perform() as then) as ban
                ):
                    if is_ban(ban) and act.verb == then.verb:
                        self.limits[id(done)] = done

    def _read_ended(self) -> None:
        """Find what ends once something is done, so that the deed ends it."""
        for node, ended in self.continuous.ended.items():
            words = next(words for words, timed in self.ruleset.timed if timed == node)
            for done in ended.done:
                with self.report.recorded(words.path):
                    self._read_end(done, ended)

    def _read_end(self, done: N.Does, ended: Ended) -> None:
        act = first_use(done)
        self.matching.of_nothing_known(act)
        told = self._told(act)
        if ended.number and self.asking.only_afterwards(told.verb, act.verb, ended.number):
            found = ended.number.replace("_", " ")
            what = f"the rules ask for the {found} only after this has been done, and then it would be over"
            hint = f"Let the rule ask for the {found} first, or say it of the whole turn: “this turn, …”."
            raise refuse(done, what, hint, code="RW0604")
        self.matching.done_with_own(done.subject, act)
        ends = (done.subject, told, ended, sum(map(len, self.ended.values())))
        self.ended.setdefault(told.verb, []).append(ends)

    def _not_of_itself(self, words: Words, node: N.Node) -> None:
        """Refuse to ask in an ability how often that was done which carries it out: this time it is not settled yet.

        Where the deed is done to the card itself ("play a card", "resolve a card"), that card counts.
        """
        abilities = words.tree.abilities if isinstance(words.tree, N.Text) else ()
        headings = {ability.heading for ability in abilities if any(part is node for part in ability.walk())}
        verb = self._told(self._past(node).act).verb if headings else ""
        block = self.source.done_by(verb)
        for step in walk(block) if block is not None and not self.source.uses(verb) else ():
            if isinstance(step, Resolve) and step.heading in headings:
                hint = "Count what there is instead: “for each … in your …”, “for each … you have”."
                raise refuse(node, "what is just being done does not count as done yet", hint, code="RW0602")

    def _past(self, node: N.Node) -> Past:
        """What a sentence asks of the past; of what was done to players it is counted for each of them apart."""
        asked = self._asked(node)
        by_you = asked.subject == YOU and not isinstance(node, N.Passive)
        if asked.since in OF_ONES_TURN and not by_you and (asked.whom != YOU or asked.since == "last_turn"):
            hint = "Say “… this turn”, “… this round”; of what was done to you, “… since your last turn”."
            raise refuse(node, WHOSE_TURN, hint, code="RW0604")
        return asked

    def _asked(self, node: N.Node) -> Past:
        if isinstance(node, N.Passive) and node.time is not None:
            slots = self.source.verbs.get(node.verb, {}).get("slots") or {}
            if "object" in slots and self.source.type_of(str(slots["object"])) == "player":
                return past_of_players(node)
        if (since := self._of_one_player(node)) is not None:
            assert isinstance(node, N.Does)
            return past_of_player(node, since)
        asked = past(node)
        if says_others(asked.things) and asked.things is not None and self.source.of_cards(asked.things):
            return before_this(asked)
        return asked

    def _of_one_player(self, node: N.Node) -> str | None:
        """Since when a sentence asks what was done to one player who is known: “if they have robbed you this turn”."""
        act = node.act if isinstance(node, N.Does) else None
        if not isinstance(act, N.Perform) or len(act.slots) != 1 or act.adverbs[1:]:
            return None
        whom, slots = act.slot("object"), self.source.verbs.get(act.verb, {}).get("slots") or {}
        if len(slots) != 1 or self.source.type_of(str(slots.get("object"))) != "player":
            return None
        known = isinstance(whom, N.Pronoun) or (
            isinstance(whom, N.NounPhrase)
            and (whom.noun in BESIDE or whom.determiner in (N.Article(word="that"), N.Article(word="its")))
        )
        return next((word for word in act.adverbs if word in SINCE), None) if known else None

    def _told_apart(self, phrase: N.NounPhrase) -> bool:
        """Whether the things of a phrase have numbers of their own: pieces have none."""
        return isinstance(phrase.noun, str) and self.source.type_of(phrase.noun) in ("card", *SAME_AGAIN)

    def _one_by_one(self, phrase: N.Node) -> bool:
        """Whether each thing is looked at where they are counted: where it lies now, or it is one, however often."""
        if _where_it_is_now(phrase):
            return True
        return isinstance(phrase, N.NounPhrase) and self.source.type_of(str(phrase.noun)) in SAME_AGAIN

    def _apart(self, asked: Past, node: N.Node) -> int:
        """Of how many things it is counted apart what a sentence asks of the past; 0 where each time counts.

        To how many players or places something was done: to one of them twice is to one. What comes to a card, a
        piece or a good twice is two.
        """
        if asked.whom is not None:
            return self._size("player")
        things = asked.things
        if things is not None and "different" in things.adjectives:
            self._differ(things)
        if not isinstance(node, N.Does | N.Passive) or id(node) in self.limits or things is None:
            return 0
        many = isinstance(things.determiner, N.Quantity) and isinstance(things.noun, str)
        one_or_none = things.determiner in (N.Quantity(kind="count", low=1), N.Quantity(kind="at_least", low=1))
        if not many or one_or_none or self.source.type_of(str(things.noun)) not in SAME_AGAIN:
            return 0
        return self._size(str(things.noun))

    def _differ(self, things: N.NounPhrase) -> None:
        """Refuse “different” where each time counts.

        Raises:
            MeaningError: RW0604.
        """
        if self.source.type_of(str(things.noun)) not in SAME_AGAIN:
            raise told_of_all(things)

    def _size(self, noun: str) -> int:
        """How many numbers there are for things of the type of a noun."""
        sizes = {"card": len(self.layout.cards), "player": self.layout.players}
        return sizes.get(self.source.type_of(noun), self.layout.spaces.stop)

    def _keep(self, asked: Past, each: int = 0, passive: bool = False) -> None:
        by_anybody = self._also_by_rules(asked.act, passive)
        key = self._key(asked, each > 0, by_anybody)
        if key in self.kept:
            return
        what = WHAT[asked.since]
        verb = {"turn": self.source.turn_verb, "round": self.source.round_verb, "": "game"}[what]
        if not verb:
            raise no_verb(asked.act, what)
        self.matching.done_with_own(asked.subject, asked.act)
        self.matching.of_nothing_known(asked.act)
        told = self._told(asked.act)
        if each and told.slot("object") is None:
            raise refuse(asked.act, "nothing notes to which of them this was done", code="RW0602")
        count = self.layout.players * max(each, 1)
        cells = self.layout.reserve(count)
        counting = self.layout.reserve(count) if asked.since in OVER else -1
        note = self.kept[key] = Note(told, cells, len(self.kept), each, by_anybody, counting)
        self.notes.setdefault(told.verb, []).append(note)
        if asked.since == "last_round":
            self.continuous.handed_on.append((cells, counting, count))
        if asked.since in OF_ONES_TURN:
            self.continuous.turn_over.append((cells, counting, max(each, 1), _to_you(asked)))
        if what and asked.since != "since_last_turn":
            self.continuous.forgotten_at.setdefault(what, []).append((note.counted, count))

    @staticmethod
    def _key(asked: Past, each: bool, by_anybody: bool) -> tuple[N.Perform, str, bool, bool, bool]:
        """What is noted once, whoever asks for it."""
        return asked.act, asked.since, each, by_anybody, _to_you(asked)

    def _also_by_rules(self, act: N.Perform, passive: bool) -> bool:
        """Whether what is asked is noted apart, since the rules do it, too, and nobody who does it is named."""
        return passive and act.verb in self.by_the_rules.done

    def _told(self, act: N.Perform) -> N.Perform:
        """The act as the event that tells of it."""
        trigger = N.Trigger(timing="whenever", event=N.Does(subject=YOU, act=act), then=N.Did(word="you"))
        told = self.matching.deed(act) or self.builtin_events.listened_for(trigger) or act
        if not self.source.is_told(told.verb):
            raise self._untold(act, told)
        self.matching.of_kinds_told(told)
        for slot in told.slots:  # told of here, and not where the deed is done, which may be nowhere
            if isinstance(slot.value, N.NounPhrase) and self.source.type_of(str(slot.value.noun)) in SAME_AGAIN:
                self.matching.one_of_them(slot.value)
        return told

    def _untold(self, act: N.Perform, told: N.Perform) -> RulewrightError:
        """Why texts cannot look back on a deed, and on what they can instead."""
        word = act.verb.replace("_", " ")
        thing = told.slot("object")
        noun = thing.noun if isinstance(thing, N.NounPhrase) and isinstance(thing.noun, str) else ""
        what = f"no rule of this game has a name for “{word}” of this, so no text can look back on it"
        near = [
            verb for verb, entry in self.source.verbs.items()
            if not entry.get("state") and entry.get("do") and noun
            and any(self.source.fits(noun, str(kind)) for kind in (entry.get("slots") or {}).values())
        ]  # fmt: skip
        named = ", ".join(f"“{verb.replace('_', ' ')}”" for verb in near[:6])
        such = f" ({named})" if named else ""
        hint = f"Texts can look back on verbs of the lexicon with a `do:`{such}, which the phrasebook lists. "
        hint += "Write one for this, and let the rules use it."
        return refuse(act, what, hint, code="RW0602")

    def note(self, verb: str, p: Flow, scope: Scope, slots: list[tuple[str, str]]) -> Callable[[], None]:
        """See at this point which notes an event fits; the returned function counts it."""
        fitting = []
        args = [scope.names[kind].expr for _, kind in slots]
        kind = str(self.source.verbs.get(verb, {}).get("is"))
        for note in (*self.notes.get(verb, ()), *self.notes.get(kind, ())):
            if scope.nobody and not note.by_anybody:
                continue
            fits = p.variable()
            p.set(
                fits,
                expr("{}(s, {}, *{})", self._test(f"noted_{verb}_{note.number}", note.act, slots), scope.you, args),
            )
            fitting.append((fits, note))

        def count() -> None:
            for fits, note in fitting:
                at = scope.you
                if note.each:
                    thing = next(scope.names[kind].expr for slot, kind in slots if slot == "object")
                    at = expr("{} * {} + {}", scope.you, note.each, thing)
                p.emit("if {}: n[{} + {}] += 1", fits, note.counted, at)

        return count

    def first_uses(
        self, verb: str, do: Block | None, p: Flow, scope: Scope, slots: list[tuple[str, str]]
    ) -> dict[int, list[Callable[[], None]]]:
        """See at this point what a deed uses that ends with its first use.

        do: the steps of the deed; None where it has none.

        Returns:
            what ends it, by the number of the step behind which that is to be: a price behind the last step that asks
            for it, or before them all where it was paid already; any other number when all is done.
        """
        uses: dict[int, list[Callable[[], None]]] = {}
        kind = str(self.source.verbs.get(verb, {}).get("is"))
        args = [scope.names[kind].expr for _, kind in slots]
        for who, act, ended, number in (*self.ended.get(verb, ()), *self.ended.get(kind, ())):
            if scope.nobody:  # the rules do it, and no player
                continue
            price = bool(ended.number and self.source.entry(ended.number).get("price"))
            last = len(do.steps) if do is not None else 0
            at = self.asking.last_step(do, ended.number) if price else last
            test = self._test(f"used_{verb}_{number}", act, slots, who)
            holders = [scope.you] if who == YOU else [Lit(seat) for seat in range(self.layout.players)]
            for holder in holders:
                fits, said = p.variable(), p.variable()
                by = [] if who == YOU else [scope.you]
                p.set(fits, expr("{}(s, {}, *{})", test, holder, [*by, *args]))
                p.set(said, expr("n[{} + {}]", ended.said, holder))
                uses.setdefault(at, []).append(partial(self._use, p, ended.used_up, fits, said, holder))
        return uses

    @staticmethod
    def _use(p: Flow, used_up: int, fits: Expr, said: Expr, holder: Expr) -> None:
        """Note that all that somebody had said before a deed began has been used up by it."""
        row = expr("n[{} + {}]", used_up, holder)
        p.emit("if {}: {} = max({}, {})", fits, row, row, said)

    def _test(self, name: str, act: N.Perform, slots: list[tuple[str, str]], who: N.Phrase = YOU) -> str:
        """The function that says whether a deed is one that is counted: (s, who does it, slots …).

        who: where it is not you, whoever does it comes behind “you”, to whom it is somebody.
        """

        def write() -> Expr:
            scope = Scope(Name("you"))
            for number, (slot, kind) in enumerate(slots):
                self.definitions.bind_slot(scope, slot, kind, f"a{number}")
            by = [] if who == YOU else self.matching.by(who, act, Name("actor"), scope)
            return both(*by, *self.matching.matches(act, slots, scope))

        params = ("s", "you", *(() if who == YOU else ("actor",)), *(f"a{number}" for number in range(len(slots))))
        return self.module.function(name, params, write)

    # ------------------------------------------------------------ asking

    def condition(self, node: N.Does | N.Passive, scope: Scope) -> Expr:
        """Whether something has been done, as often as is said."""
        asked = self._past(node)
        each = self._apart(asked, node)
        note = self._noted(asked, each=each > 0, passive=isinstance(node, N.Passive))

        def often(count: Expr) -> Expr:
            return enough(asked.things, count) if asked.things is not None else expr("{} > 0", count)

        if asked.already and (each or asked.whom is not None or isinstance(node, N.Passive)):
            raise refuse(node, "of this it is not known whether it is being done just now", HOW_OFTEN, code="RW0604")

        def holds(who: Ref, inner: Scope) -> Expr:
            must_be_player(asked.subject, who, asked.act.verb)
            if each:
                at = expr("{} + {} * {} + o", note.cells, who.expr, note.each)
                return often(expr("sum(n[{}] > 0 for o in range({}))", at, note.each))
            return often(self._before_this(asked, note, who.expr, scope, node))

        def was_done_to(whom: Ref, inner: Scope) -> Expr:
            return expr("sum(n[{} + o * {} + {}] for o in SEATS) > 0", note.cells, note.each, whom.expr)

        def did_to(who: Ref, inner: Scope) -> Expr:
            must_be_player(asked.subject, who, asked.act.verb)
            assert asked.whom is not None
            whom = self.x.references.ref(asked.whom, scope)
            return expr("n[{} + {} * {} + {}] > 0", note.cells, who.expr, note.each, whom.expr)

        if asked.whom is not None and not asked.passive:
            result = self.x.conditions.each_subject(asked.subject, scope, did_to)
        elif asked.whom is not None:
            result = self.x.conditions.each_subject(asked.whom, scope, was_done_to)
        elif isinstance(node, N.Passive) and each:
            by_any = expr("any(n[{} + i * {} + o] > 0 for i in SEATS)", note.cells, note.each)
            result = often(expr("sum({} for o in range({}))", by_any, note.each))
        elif isinstance(node, N.Passive):
            result = often(expr("sum(n[{} + o] for o in SEATS)", note.cells))
        else:
            result = self.x.conditions.each_subject(node.subject, scope, holds)
        return negation(result) if node.negated else result

    def number(self, phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """How many things somebody has done something to: `the number of cards you have drawn this turn`."""
        if not any(map(is_past, phrase.filters)):
            return None
        asked = self._past(phrase)
        counted = self._key(asked, False, False) in self.kept and not self._one_by_one(phrase)
        if self._told_apart(phrase) and not counted:
            return None  # each of them is looked at
        note, seats = self._noted(asked), self.x.selections
        if isinstance(asked.subject, N.NounPhrase) and self.x.phrases.open(asked.subject):
            if asked.already:
                raise refuse(phrase, "of this it is not known whether it is being done just now", HOW_OFTEN, "RW0604")
            them = seats.each(asked.subject, scope)
            return expr("sum({})", them.each(expr("n[{} + {}]", note.cells, them.thing)))
        seat = self.x.references.ref(asked.subject, scope).expr
        return self._before_this(asked, note, seat, scope, phrase)

    def _before_this(self, asked: Past, note: Note, who: Expr, scope: Scope, node: N.Node) -> Expr:
        """How often something was done by a seat; without what is being done, where that is said."""
        count = expr("n[{} + {}]", note.cells, who)
        if not asked.already:
            return count
        verb, found = note.act.verb, False
        wanted = self._slots(verb)
        for deed, args, actor in scope.under_way:
            known = dict(zip([slot for slot, _ in self._slots(deed)], args, strict=False))
            if deed != verb and deed.split("_")[:2] != verb.split("_")[:2]:
                continue
            if actor is None or any(slot not in known for slot, _ in wanted):
                raise refuse(node, "of this it is not known whether it is being done just now", HOW_OFTEN, "RW0604")
            test, of = Name(self._test(f"noted_{verb}_{note.number}", note.act, wanted)), [known[x] for x, _ in wanted]
            count = expr("{} - (1 if {} == {} and {}(s, {}, *{}) else 0)", count, who, actor, test, who, of)
            found = True
        if not found and says_others(past(node).things):
            raise refuse(node, "nothing is being done here than which it could be another", ANY_OF_THEM, code="RW0604")
        return count

    def _slots(self, verb: str) -> list[tuple[str, str]]:
        """The slots of a verb, with what each holds."""
        return [(slot, str(kind)) for slot, kind in (self.source.verbs.get(verb, {}).get("slots") or {}).items()]

    def done_to(self, item: N.Relative, ref: Ref, who: Expr) -> Expr:
        """Whether a seat has done to a thing what a phrase says: `a card you have drawn this turn`."""
        note = self._noted(past_of_one(item, ref.noun), each=True)
        return expr("n[{} + {}] > 0", note.cells, expr("{} * {} + {}", who, note.each, ref.expr))

    def _noted(self, asked: Past, each: bool = False, passive: bool = False) -> Note:
        note = self.kept.get(self._key(asked, each, self._also_by_rules(asked.act, passive)))
        if note is None:
            self.matching.of_nothing_known(asked.act)
            self._told(asked.act)  # why not, where the deed is the fault: it has been told of, and is one problem
            raise refuse(asked.act, "nothing notes that this was done", code="RW0602")
        return note
