"""Whether a deed is what a text listens for, forbids or replaces: who does it, and every role as it is described.

One matcher for all three. What is said of a deed and cannot be tested is refused: an event that drops a part of its
description would be another event.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from rulewright.compiler.abilities.builtin_events import AT_ONCE
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.pieces.deeds import TOLD
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.expressions.filters import compared
from rulewright.compiler.expressions.phrases import noun_words, some_of
from rulewright.compiler.ir.expressions import FALSE, Expr, Lit, both, either, literals
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.meaning import model as m

NAMED = {"the", "that", "this"}
WHICHEVER = {"a", "any", "another", "your", "their", "its", *NAMED}
ABOUT_PLACES = (N.At, N.There, N.NextTo, N.Within, N.Related, N.Where)

NOT_OF_THEM = "this is not asked of whom the sentence goes on to speak"
OF_WHOM = "Say “while a player has …, they …”, or “players with … cannot …”, “whenever a player …, if …”."


def untold(node: N.Node | None, what: str) -> MeaningError:
    """The error for a part of an event that nothing tells."""
    return refuse(node, f"nothing tells “{what}” of what is done", "Say it without.", code="RW0602")


def place_of(node: N.Perform) -> N.Phrase | None:
    """Where something is done: "build a fence in that field" says it of the fence."""
    for slot in node.slots:
        if isinstance(slot.value, N.NounPhrase):
            for item in slot.value.filters:
                if isinstance(item, N.At):
                    return item.phrase
    return None


def by_anybody(node: N.Trigger, source: Source) -> N.Trigger:
    """`Whenever a field is harvested` listens to whoever harvests one; what has been or may be done stays as it is.

    So does `whenever anybody returns a piece into a zone`. What the rules do counts, too.
    """
    event = node.event
    if isinstance(event, N.Does) and event.subject == N.Pronoun(word="anybody"):
        return replace(node, event=replace(event, subject=N.Pronoun(word="they")))
    if not isinstance(event, N.Passive) or event != N.Passive(subject=event.subject, verb=event.verb):
        return node
    slots = () if source.takes_nothing(event.verb) else (N.Slot(name="object", value=event.subject),)
    act = N.Perform(verb=event.verb, slots=slots)
    return replace(node, event=N.Does(subject=N.Pronoun(word="they"), act=act))


NOBODY_NAMED = (N.Pronoun(word="they"), N.Pronoun(word="nobody"))
"""Who does what is told of whoever does it: “whenever a field is harvested”, “fields cannot be harvested”."""


def asks_who(spoken: ContinuousEffect) -> bool:
    """Whether a text that waits for a deed, or forbids it, names who does it; what the rules do is no such deed."""
    node = spoken.node
    event = node.event if isinstance(node, N.Trigger) else node
    return not isinstance(event, N.Does) or event.subject not in NOBODY_NAMED


class OfPieces(Protocol):
    """Writes the tests of what is told of pieces."""

    def matches(self, act: N.Perform, scope: Scope) -> list[Expr]:
        """The tests by which what is done to a piece fits what a text says of it."""

    def told(self, act: N.Perform, said: N.Phrase | None, p: Flow, scope: Scope) -> None:
        """What a text that listened can speak of: the piece, its owner, the places."""


class Matching:
    """Writes the tests of one program's events. pieces: those of what is done to pieces, once they are there."""

    pieces: OfPieces

    def __init__(self, s: Services, x: Expressions) -> None:
        self.source = s.source
        self.texts = s.texts
        self.x = x

    def by(self, subject: N.Phrase, act: N.Perform, actor: Expr, scope: Scope) -> list[Expr]:
        """The tests by which whoever does something is whom a text speaks of, to the seat of the scope.

        Raises:
            MeaningError: RW0602 where somebody else does it with a piece of yours.
        """
        x = self.x
        self.done_with_own(subject, act)
        if actor == scope.by_rules and subject not in NOBODY_NAMED:  # the rules do it, and no player
            return [FALSE]
        if isinstance(subject, N.Pronoun) and subject.word in ("you", "they", "nobody"):
            return [expr("{} == {}", actor, scope.you)] if subject.word == "you" else []
        if isinstance(subject, N.NounPhrase) and self.x.phrases.open(subject):
            return x.selections.fits(subject, scope, actor)
        return [expr("{} == {}", actor, x.references.ref(subject, scope).expr)]

    def who_is_so(self, subject: N.Phrase, condition: N.Condition | None) -> N.NounPhrase | None:
        """The player of whom a condition asks and who is then heard of: “while a player has no cards, they cannot …”.

        None where the condition speaks of no such one.

        Raises:
            MeaningError: RW0604 where it is not asked of that player, but of what that player has.
        """
        who = self.texts.resolution.of(subject) if subject == N.Pronoun(word="they") else None
        if who is None or condition is None:
            return None
        for part in condition.walk():
            if isinstance(part, N.NounPhrase) and self.texts.resolution.of(part) == who:
                if not any(getattr(one, "subject", None) is part for one in condition.walk()):
                    raise refuse(part, NOT_OF_THEM, OF_WHOM, code="RW0604")
                return part
        return None

    def done_with_own(self, subject: N.Phrase, act: N.Perform) -> None:
        """Refuse `your` of a piece with which somebody else does something: whose piece it is, nothing tells."""
        if act.verb in TOLD or (isinstance(subject, N.Pronoun) and subject.word == "you"):
            return
        for slot in act.slots:
            for item in slot.value.items if isinstance(slot.value, N.Phrases) else (slot.value,):
                if not isinstance(item, N.NounPhrase) or item.determiner != N.Article(word="your"):
                    continue
                if isinstance(item.noun, str) and self.source.type_of(item.noun) == "piece":
                    raise untold(item, "your")

    def matches(self, act: N.Perform, slots: list[tuple[str, str]], scope: Scope) -> list[Expr]:
        """The tests by which an event's slots fit what a text says of them.

        Raises:
            MeaningError: RW0602 for what is said of it and not told.
        """
        if act.verb in TOLD:
            return self.pieces.matches(act, scope)
        kinds = dict(slots)
        for slot in act.slots:
            if slot.name not in kinds:
                raise untold(slot.value, slot.name)
        for word in act.adverbs:
            raise untold(act, word.replace("_", " "))
        place = scope.names[kinds["place"]] if "place" in kinds and act.slot("place") is None else None
        tests: list[Expr] = []
        for name, kind in slots:
            value = act.slot(name)
            if value is None and name == "place" and not self._of_pieces(act, kinds):
                value = place_of(act)
            if value is not None:
                tests += self.role(value, scope.names[kind], place, scope)
        return tests

    def described(self, act: N.Perform, card: Ref, goal: Expr, scope: Scope) -> list[Expr]:
        """The tests by which a card is one of those to which a text waits for something to be done.

        goal: the zone into which it would come.
        """
        tests = [] if card.sure else [expr("{} >= 0", card.expr)]
        for slot in act.slots:
            if slot.name == "from":
                assert isinstance(slot.value, N.Phrase)
                tests += self.x.filters.filter(N.At(preposition="in", phrase=slot.value), card, scope)
            elif slot.name == "to":
                tests.append(self.zone(slot.value, Ref(goal, "zone", "zone"), scope))
            else:
                tests += self.role(slot.value, card, None, scope)
        return tests

    def deed(self, act: N.Perform) -> N.Perform | None:
        """A verb of the core that a noun gives a meaning, as an event.

        Raises:
            MeaningError: RW0602 for more than is told of it.
        """
        deed = self.source.deed_of(act)
        if deed is None:
            return None
        for slot in act.slots:
            if slot.name != "object":
                raise untold(slot.value, slot.name)
        phrase = act.slot("object")
        if not isinstance(phrase, N.NounPhrase):
            raise untold(phrase, "how many")
        if isinstance(phrase.determiner, N.Possessive):
            raise untold(phrase, "whose it is")
        self.one_of_them(phrase)
        if isinstance(phrase.determiner, N.Article) and phrase.determiner.word not in ("a", "any"):
            raise untold(phrase, phrase.determiner.word)
        for word in phrase.adjectives:
            raise untold(phrase, word.replace("_", " "))
        for item in phrase.filters:
            if not isinstance(item, N.At) or item.phrase != deed[1].slot("object"):
                raise refuse(item, "this is not told of what is done", code="RW0602")
        return deed[1]

    def waited_for(self, act: N.Perform) -> N.Perform | None:
        """A deed of a noun as what a text waits for: each is told by itself.

        Raises:
            MeaningError: RW0602 for several at once.
        """
        told, phrase = self.deed(act), act.slot("object")
        if told is not None and isinstance(phrase, N.NounPhrase) and phrase.determiner is None and phrase.plural:
            raise refuse(phrase, "this is told of each one by itself", f"Say “a {noun_words(phrase)}”.", code="RW0602")
        return told

    def _of_pieces(self, act: N.Perform, kinds: dict[str, str]) -> bool:
        """Whether where something is done is said of the pieces that it is done with."""
        return any(self.source.type_of(kinds[slot.name]) == "piece" for slot in act.slots)

    def role(self, value: N.Phrase | N.Amount, ref: Ref, place: Ref | None, scope: Scope) -> list[Expr]:
        """The tests of what fills one slot."""
        one, value = value, some_of(value) if isinstance(value, N.Phrase) else value
        if one is not value and isinstance(value, N.NounPhrase):  # "that field" is the one of them
            self.x.references.know(one, Ref(ref.expr, ref.type, str(value.noun)), scope)
        if ref.type == "zone":
            return [self.zone(value, ref, scope)]
        if ref.type == "number" and isinstance(value, N.NounPhrase) and isinstance(value.determiner, N.Quantity):
            return [compared(ref.expr, AT_ONCE[value.determiner.kind], Lit(value.determiner.low or 0))]
        if ref.type == "piece":
            items = each_of(value)
            told = [self._piece(item, place, scope) for item in items]
            kinds = [tuple(self.x.pieces.kinds(item)) for item in items]
            if not any(told):
                return [expr("{} in {}", ref.expr, literals(tuple(kind for row in kinds for kind in row)))]
            tests = zip(kinds, told, strict=True)
            return [either(*(both(expr("{} in {}", ref.expr, literals(row)), *more) for row, more in tests))]
        if isinstance(value, N.Pronoun):
            return [expr("{} == {}", ref.expr, self.x.references.ref(value, scope).expr)]
        ways = one_of_several(value)
        if ways:  # “a hare or a dry field”: each with what is said of it
            return [either(*(both(*self.role(way, ref, place, scope)) for way in ways))]
        if not isinstance(value, N.NounPhrase) or not isinstance(value.noun, str):
            raise refuse(value, "this cannot be listened for", code="RW0602")
        self.one_of_them(value)
        self._of_any_kind(value, ref.noun)
        return self._thing(value, Ref(ref.expr, ref.type, value.noun), scope)

    def of_kinds_told(self, act: N.Perform) -> None:
        """Refuse one kind of a resource where a verb of the lexicon is told of all kinds: which it is, is asked later.

        Raises:
            MeaningError: RW0602.
        """
        entry = self.source.verbs.get(act.verb) or {}
        for name, kind in (entry.get("slots") or {}).items():
            value = act.slot(name)
            whole = [value] if isinstance(value, N.NounPhrase) else []
            for one in one_of_several(value) or whole if value is not None else ():
                self._of_any_kind(one, str(kind))

    def _of_any_kind(self, value: N.NounPhrase, told: str) -> None:
        if self.source.type_of(told) != "resource" or self.source.fits(told, str(value.noun)):
            return
        general, kind = told.replace("_", " "), noun_words(value)
        what = f"this verb is told of “{general}” only, and not whether it is “{kind}”"
        hint = f"Say it of any “{general}”, or say “pay” or “gain” of the kind, if the verb does that: “pay 1 {kind}”."
        raise refuse(value, what, hint, code="RW0602")

    def _thing(self, value: N.NounPhrase, ref: Ref, scope: Scope) -> list[Expr]:
        """The tests of a thing that a noun names."""
        x, noun = self.x, ref.noun
        word = value.determiner.word if isinstance(value.determiner, N.Article) else ""
        if word == "this" and scope.this is not None:
            return [expr("{} == {}", ref.expr, scope.this)]
        if word == "this" and ref.type == "card":
            raise refuse(value, "nothing notes of one card what was done to it", code="RW0602")
        spoken_of = self._spoken_of(value, scope)
        if spoken_of is not None:
            return [expr("{} == {}", ref.expr, spoken_of)]
        x.references.know(value, ref, scope)
        one = self.source.entry(noun)
        if word in NAMED and (one.get("set") or one.get("kept")):  # one thing, wherever it is spoken of
            return [expr("{} == {}", ref.expr, x.references.ref(value, scope).expr)]
        if word in NAMED and not value.filters and not value.adjectives:
            return []
        tests = x.filters.kind_test(noun, ref)
        filters = list(value.filters)
        tests += x.selections.derived(noun, ref, value, scope, filters)
        tests += self._whose(value, ref, scope)
        for adjective in value.adjectives:
            if adjective == "other" and ref.type == "player":
                tests.append(expr("{} != {}", ref.expr, scope.you))
            elif adjective == "other" and ref.type == "card" and scope.this is not None:
                tests.append(expr("{} != {}", ref.expr, scope.this))
            else:
                tests += x.filters.adjective(adjective, ref, scope)
        for item in filters:
            tests += x.filters.filter(item, ref, scope)
        found: list[Expr] = tests
        return found

    def zone(self, value: N.Phrase | N.Amount, ref: Ref, scope: Scope) -> Expr:
        """The test of where a card lay or comes: a zone, or any zone of a player."""
        if isinstance(value, N.Phrase) and self.source.is_somebody(value):
            return self._zone_of_player(value, ref, scope)
        match value:  # "the hand of a player with …" is "a player's hand"
            case N.NounPhrase(determiner=N.Article(word="the"), filters=(N.Of(phrase=N.NounPhrase() as owner),)):
                value = replace(value, determiner=N.Possessive(owner=owner), filters=())
        det = value.determiner if isinstance(value, N.NounPhrase) else None
        if isinstance(det, N.Possessive) and isinstance(det.owner, N.NounPhrase) and self.x.phrases.open(det.owner):
            return self._zone_of_some(value, det.owner, ref, scope)
        zones = self.x.references.zones_of(value, scope) if isinstance(value, N.Phrase) else None
        if zones is None:
            raise refuse(value, "this cannot be listened for", code="RW0602")
        return either(*(expr("{} == {}", ref.expr, zone) for zone in zones))

    def _zone_of_player(self, whose: N.Phrase, ref: Ref, scope: Scope) -> Expr:
        """The test whether a zone is one of a player: `take a card from you`, `from another player`."""
        owners = self.x.references.layout.zone_owner
        tests = []
        for seat in range(self.x.references.layout.players):
            zones = literals(tuple(zone for zone, owner in enumerate(owners) if owner == seat))
            if isinstance(whose, N.Pronoun):
                fits = [expr("{} == {}", scope.you, Lit(seat))]
            elif isinstance(whose, N.NounPhrase) and self.x.phrases.open(whose):
                fits = self.x.selections.fits(whose, scope, Lit(seat))
            else:
                fits = [expr("{} == {}", self.x.references.ref(whose, scope).expr, Lit(seat))]
            tests.append(both(expr("{} in {}", ref.expr, zones), *fits))
        return either(*tests)

    def _zone_of_some(self, value: N.Phrase | N.Amount, owner: N.NounPhrase, ref: Ref, scope: Scope) -> Expr:
        """The test of where a card lay: `another player's hand`, `the hand of a player with a horse`."""
        layout = self.x.references.layout
        if not isinstance(value, N.NounPhrase) or not isinstance(value.noun, str) or value.filters or value.adjectives:
            raise untold(value, "whose it is")
        tests = []
        for part in layout.includes(value.noun):
            for seat, zone in enumerate(layout.zone[part]):
                whose = self.x.selections.fits(owner, scope, Lit(seat))
                tests.append(both(expr("{} == {}", ref.expr, zone), *whose))
        return either(*tests)

    def of_nothing_known(self, act: N.Perform) -> None:
        """Refuse to look back on what was done to something that was spoken of: what was done notes no such thing.

        Raises:
            MeaningError: RW0601.
        """
        for part in act.walk():
            if isinstance(part, N.NounPhrase) and self._is_spoken_of(part):
                raise self._forgotten(part)
            if isinstance(part, N.NounPhrase) and part.determiner == N.Article(word="this"):
                raise refuse(part, "nothing notes of one card what was done to it", code="RW0602")

    def _is_spoken_of(self, value: N.NounPhrase) -> bool:
        """Whether a phrase means what was spoken of before, and nothing of which the game has one."""
        meant = self.texts.resolution.meant(value)
        named = isinstance(value.determiner, N.Article | N.Quantity) and not self.source.entry(str(value.noun)).get(
            "kept"
        )
        return named and isinstance(meant, m.Known) and meant.to.introduced != "this"

    @staticmethod
    def _forgotten(value: N.NounPhrase) -> MeaningError:
        found = f"which {noun_words(value)} it was is not known any more when this comes to pass"
        hint = "Say it of any: “a …”, with what describes it. Or let the game keep which one it is (`kept`)."
        return refuse(value, found, hint)

    def _spoken_of(self, value: N.NounPhrase, scope: Scope) -> Expr | None:
        """What was spoken of before, which alone is meant; None of what a phrase describes.

        Raises:
            MeaningError: RW0601 where what is waited for comes to pass when nobody knows any more what it was.
        """
        if not self._is_spoken_of(value):
            return None
        known = self.x.references.bound(value, scope)
        if known is None:
            raise self._forgotten(value)
        return known.expr

    def _whose(self, value: N.NounPhrase, ref: Ref, scope: Scope) -> list[Expr]:
        """The tests of `your field`, `another player's field`, `another player`, `another card`."""
        x, det = self.x, value.determiner
        word = det.word if isinstance(det, N.Article) else ""
        if word == "another" and ref.type == "player":
            return [expr("{} != {}", ref.expr, scope.you)]
        if word == "another" and ref.type == "card" and scope.this is not None:
            return [expr("{} != {}", ref.expr, scope.this)]
        if word == "another":
            raise untold(value, "another")
        told = self.source.entry(ref.noun).get(
            "of"
        )  # "its author": a noun that is of something tells by itself whose it is
        if ref.type != "space" and not told and (word in ("your", "their", "its") or isinstance(det, N.Possessive)):
            raise untold(value, word or "whose it is")
        found: list[Expr] = x.selections.possessed(value, ref, scope)
        return found

    def _piece(self, value: N.NounPhrase, place: Ref | None, scope: Scope) -> list[Expr]:
        """The tests of a piece beside that of its kind: of where it is done, if that is told."""
        self.one_of_them(value)
        tests: list[Expr] = []
        nouns = value.noun.nouns if isinstance(value.noun, N.NounGroup) else ()
        for word in (*value.adjectives, *(word for noun in nouns for word in noun.adjectives)):
            raise untold(value, word.replace("_", " "))
        det = value.determiner
        if isinstance(det, N.Possessive) or (isinstance(det, N.Article) and det.word in ("another", "their", "its")):
            raise untold(value, "whose it is" if isinstance(det, N.Possessive) else det.word)
        for item in value.filters:
            if isinstance(item, N.Worth):
                continue
            if place is None or not isinstance(item, ABOUT_PLACES):
                hint = self._telling_where(value) if isinstance(item, ABOUT_PLACES) else ""
                raise refuse(item, "this is not told of a piece with which something is done", hint, code="RW0602")
            tests += self._where(item, place, scope)
        return tests

    def _telling_where(self, value: N.NounPhrase) -> str:
        """Which verbs tell where something is done with such a piece, as a hint; "" where none does."""
        noun = value.noun if isinstance(value.noun, str) else ""
        told = [
            verb for verb, entry in self.source.verbs.items()
            if noun and entry.get("do") and "place" in (entry.get("slots") or {})
            and self.source.fits(noun, str(entry["slots"].get("object", "")))
        ]  # fmt: skip
        named = ", ".join(f"“{verb.replace('_', ' ')}”" for verb in told[:3])
        return f"Where it is done is told of {named}: listen to that." if named else ""

    def _where(self, item: N.Filter, place: Ref, scope: Scope) -> list[Expr]:
        """The tests of where something is done."""
        match item:
            case N.There():
                return [expr("{} == {}", place.expr, scope.place.expr)] if scope.place is not None else []
            case N.At(phrase=phrase):
                return self.role(phrase, place, None, scope)
        found: list[Expr] = self.x.filters.filter(item, place, scope)
        return found

    def one_of_them(self, value: N.NounPhrase) -> None:
        """Refuse a description that is not of one thing: what is done is done to one at a time."""
        det = value.determiner
        if value.index is not None:
            raise untold(value, str(value.index))
        if isinstance(det, N.Article) and det.word not in WHICHEVER:
            raise untold(det, det.word.replace("_", " "))
        if isinstance(det, N.Quantity) and not _is_one(det):
            raise untold(det, "how many")


def _is_one(many: N.Quantity) -> bool:
    return many == N.Quantity(kind="count", low=1)


def one_of_several(phrase: N.Phrase | N.Amount) -> list[N.NounPhrase]:
    """The things of which one is meant, “a hare or a hound”, “a hare or hound”; none where it is only one."""
    if isinstance(phrase, N.Phrases):
        return each_of(phrase)
    if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, N.NounGroup):
        return []
    nouns = phrase.noun.nouns if phrase.noun.conjunction == "or" else ()
    return [replace(phrase, noun=one.noun, adjectives=one.adjectives, index=one.index) for one in nouns]


def each_of(phrase: N.Phrase | N.Amount) -> list[N.NounPhrase]:
    """The things that “or” stands between; the one thing that a phrase names, where there is no “or”."""
    items = phrase.items if isinstance(phrase, N.Phrases) and phrase.conjunction == "or" else (phrase,)
    if not all(isinstance(item, N.NounPhrase) for item in items):
        raise refuse(phrase, "this cannot be listened for", code="RW0602")
    return [item for item in items if isinstance(item, N.NounPhrase)]
