"""What the compiler does not support: parts of a sentence that it would pass over are refused (law 5).

A tree may say more than the compiler carries out: an adverb, a slot, a tense. To skip such a part would be to run
another sentence than the one that was written. Whoever teaches the compiler a part says so here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.compiler.abilities.continuous_effects import is_ban
from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.layout.layout import Layout, as_list
from rulewright.compiler.refusals.asking_you import AskingYou
from rulewright.compiler.refusals.unsupported_acts import parts_of_act, parts_of_stand_in
from rulewright.compiler.refusals.whose_pieces import WhosePieces
from rulewright.compiler.scope import MeaningError, refuse
from rulewright.compiler.source import Source
from rulewright.compiler.times import LASTING, MOMENTS, PUT_OFF, TIMES
from rulewright.language import nodes as N
from rulewright.language.problems import Problem
from rulewright.language.trees.past import is_past
from rulewright.ruleset import blocks as B

SUPPORTED_ADVERBS = {"secretly", "instead", "too", "turn_order"}
SUPPORTED_SLOTS = {
    "gain": {"object"}, "lose": {"object"}, "pay": {"object", "to"}, "draw": {"object", "from", "to"},
    "discard": {"object", "from"}, "remove": {"object", "from"}, "shuffle": {"object", "to"},
    "exchange": {"object", "for"}, "replace": {"object", "by"}, "play": {"object", "from"}, "fill": {"object"},
    "end": {"object"}, "win": {"object"}, "look_at": {"object"}, "reveal": {"object", "from"}, "double": {"object"},
    "choose": {"object"}, "count_as": {"object"}, "keep": {"object"}, "roll": {"object"},
    "put": {"object", "from", "to"}, "move": {"object", "from", "to"}, "return": {"object", "from", "to"},
    "take": {"object", "from", "to"}, "give": {"object", "to"}, "cost": {"object", "less", "more"},
    "search": {"object", "for"}, "stay": {"place"},
}  # fmt: skip
ORDERED = {"put", "move", "return", "discard"}  # of which whoever does it may choose the order
RANDOM = {"choose", "put", "move", "return", "take", "remove", "discard"}  # what chance may choose for
UNSUPPORTED_ARTICLES = {"same", "different", "most", "fewest"}
UNSUPPORTED_ADJECTIVES = {"face_up", "face_down", "extra"}  # of the core
EXACT = {"count", "exactly"}
EXTREMES = ("nearest_to", "furthest_from")  # what the language says itself of where things are
BETWEEN = ("up_to", "range", "either")
PLAYED = N.Relative(subject=N.Pronoun(word="you"), verb="play")  # "a card you play"
IN_ONE_OR_EACH = "so many in one or each of several places (say: “if there is a … with …”, “if each … has …”)"


@dataclass(frozen=True, slots=True)
class _Told:
    """A tree, and which of its nodes stand where more or less is carried out than elsewhere, by their ids.

    Attributes:
        is_text: whether it is a whole text; nodes: all of it.
        would: events that are waited for; events: their deeds; bans: deeds that are forbidden; noted: past ones.
        at_once: deeds that all players do together; asked: what stands in conditions.
        held: what somebody has; counted: of what so many is gained, lost or paid.
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

    @classmethod
    def of(cls, tree: N.Node) -> _Told:
        nodes = list(tree.walk())
        clauses = [node for node in nodes if isinstance(node, N.Does)]
        waited_for = [node.event for node in nodes if isinstance(node, N.Trigger | N.Until)]
        held = {id(node.object) for node in nodes if isinstance(node, N.Has | N.ThatHas)}
        return cls(
            is_text=isinstance(tree, N.Text),
            nodes=nodes,
            would={id(event) for event in waited_for},
            events={id(event.act) for event in waited_for if isinstance(event, N.Does)},
            bans={id(node.act) for node in clauses if is_ban(node)},
            noted={id(node.act) for node in clauses if is_past(node)},
            at_once={id(node.act) for node in clauses if _of_each_player(node)},
            asked={id(part) for node in nodes for condition in _conditions(node) for part in condition.walk()},
            held=held | {id(node.phrase) for node in nodes if isinstance(node, N.With)},
            counted={
                id(item)
                for node in nodes if isinstance(node, N.Perform) and node.verb in ("gain", "lose", "pay")
                for slot in node.slots
                for item in (slot.value.items if isinstance(slot.value, N.Phrases) else (slot.value,))
            },
        )  # fmt: skip


class Unsupported:
    """Finds what would be passed over, in the words of one ruleset."""

    def __init__(self, source: Source, layout: Layout) -> None:
        self.source = source
        self.layout = layout
        self.asking_you = AskingYou(source)
        self.whose_pieces = WhosePieces(source, layout)
        # Trees that were checked, by their ids: what is supported is so for any number of players.
        self.supported: dict[int, N.Node] = source.ruleset.derived.setdefault("supported", {})

    def check(self, tree: N.Node) -> None:
        """Refuse a tree with parts that are not supported. Raises MeaningError (RW0604) with each such part."""
        if id(tree) in self.supported:
            return
        found = [part for node, what in self.parts(tree) for part in unsupported(node, what).problems]
        found += _of_all_or_the_last(tree)
        if isinstance(tree, N.Text):
            found += self._of_whom(_Told.of(tree))
        if found:
            raise MeaningError(*found)
        self.supported[id(tree)] = tree

    def _of_whom(self, told: _Told) -> list[Problem]:
        """What asks something of “you” where another player is spoken of, and pieces of which nobody tells whose."""
        found: list[Problem] = []
        for phrase in self.whose_pieces.phrases(told.nodes):
            hint = "Say “… you have in …”, or “… any player has in …” for those of everybody."
            found += refuse(phrase, f"whose {noun_words(phrase)} is meant?", hint).problems
        for node, word in self.asking_you.parts(told.nodes, told.asked, told.would):
            what = f"“{word.replace('_', ' ')}” asks something of you, and another player is spoken of here"
            hint = "Say in full what is asked, and of whom: “… you have …”, “… they have …”."
            found += refuse(node, what, hint, code="RW0604").problems
        return found

    def parts(self, tree: N.Node) -> Iterator[tuple[N.Node, str]]:
        """Each part that would be passed over, with a word for it."""
        told = _Told.of(tree)
        yield from _instead(told.nodes)
        for node in told.nodes:
            match node:
                case N.Perform():
                    yield from self._deed(node, told)
                case N.NounPhrase():
                    yield from self._description(node, told)
                case N.Does() | N.Relative() | N.Trigger():
                    yield from self._clause(node, told)
                case N.Timed() | N.Ability():
                    yield from _time(node)
                case _:
                    yield from self._predicate(node)

    def _deed(self, node: N.Perform, told: _Told) -> Iterator[tuple[N.Node, str]]:
        if id(node) in told.noted:
            return
        if id(node) in told.events:  # what is told of a deed is looked at where it is told
            yield from self._adverbs(node)
        elif id(node) in told.at_once:
            yield from self._act(replace(node, adverbs=tuple(x for x in node.adverbs if x != "together")))
            yield from self._of_a_kind(node)
        else:
            yield from self._act(node)
            if id(node) not in told.bans:  # of what is forbidden more is heard than of what is done
                yield from self._of_a_kind(node)

    def _description(self, node: N.NounPhrase, told: _Told) -> Iterator[tuple[N.Node, str]]:
        match node:
            case N.NounPhrase(determiner=N.Article(word="most" | "fewest")) if id(node) in told.held:
                yield from self._phrase(replace(node, determiner=None))
            case N.NounPhrase(determiner=N.Article(word="the"), filters=said) if any(map(self._extreme, said)):
                yield node, "the one of several that are equal in this (say a, or each)"
            case N.NounPhrase(adjectives=("different",)) if id(node) in told.counted:
                yield from self._phrase(replace(node, adjectives=()))  # the verb takes these kinds only
            case _:
                yield from self._phrase(node)

    def _clause(self, node: N.Does | N.Relative | N.Trigger, told: _Told) -> Iterator[tuple[N.Node, str]]:
        match node:
            case N.Does(subject=N.NounPhrase(determiner=N.Article(word="no"))) if (
                (told.is_text or self._done(node)) and id(node) not in told.asked and not node.modal
            ):
                yield node.subject, "no"
            case N.Does(act=N.Perform()) | N.Relative() if is_past(node):
                pass  # what is noted is looked at where it is
            case N.Does(tense=tense) if tense != "present" and id(node) not in told.would:
                yield node, "what was or would be done"
            case N.Does(act=act, subject=subject) if subject != N.Pronoun(word="you") and any(
                isinstance(part, N.OfChoice) for part in act.walk()
            ):
                yield node, "your choice of what others do"
            case N.Does(tense="perfect") | N.Relative(tense="perfect"):
                yield node, "what was done"
            case N.Relative(time=str(time)):
                yield node, time
            case N.Trigger(event=N.Does(act=N.Perform() as act)) | N.Does(act=N.Perform() as act, modal="cannot"):
                yield from self._each_of_event(act)
            case N.Does(act=N.Perform(verb="count_as"), modal="cannot" | "must" | "need_not" as modal):
                yield node, modal
            case N.Does(act=N.Perform(verb="count_as") as act, subject=subject):
                yield from self._counting(subject, act)

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
            case N.Is(tense="past"):
                yield node, "what was"
            case N.Is(modal=str(modal)):
                yield node, f"{modal} be"
            case N.Has(object=thing) | N.ThatHas(object=thing) | N.With(phrase=thing) if self._in_one(thing):
                yield thing, "so many in one of several places (say: “if there is a … where you have …”)"
            case N.Exists(object=thing) if self._in_one(thing) or self._in_several(thing):
                yield thing, IN_ONE_OR_EACH
            case N.Per(each=N.NounPhrase() as thing) | N.ForEach(each=N.NounPhrase() as thing) if self._in_one(thing):
                yield thing, "so many in one of several places (say: “for each … where you have …”)"
            case N.Exists(object=N.NounPhrase(determiner=N.Article(word="each")) as thing):
                yield thing, "each"
            case N.Is(predicate=N.Change() | N.SetTo(), negated=True):
                yield node, "not"
            case N.Is(predicate=N.Change() | N.SetTo(), subject=subject) if not self._own(subject):
                yield node, "whose number it is"

    def _done(self, node: N.Does) -> bool:
        """Whether a clause is of something that is done: no state, and nothing that was done before."""
        act = node.act
        state = isinstance(act, N.Perform) and self.source.verbs.get(act.verb, {}).get("state")
        return node.tense == "present" and not state

    def _adverbs(self, node: N.Perform) -> Iterator[tuple[N.Node, str]]:
        for adverb in node.adverbs:
            free = adverb == "free" and node.verb not in ("pay", "play") and not self._pays(node, set())
            may = {"random": RANDOM, "any_order": ORDERED}.get(adverb, set())
            if adverb not in SUPPORTED_ADVERBS and node.verb not in may and not free:
                yield node, adverb

    def _pays(self, act: N.Perform, seen: set[str]) -> bool:
        """Whether something may be paid when this is done, at any remove: then "for free" would say something."""
        deed = self.source.deed_of(act)
        block = self.source.done_by(deed[0] if deed is not None else act.verb) if act.verb not in seen else None
        for part in B.walk(block) if block is not None else ():
            if isinstance(part, B.Resolve | B.Offer):  # whatever is said there
                return True
            tree = part.tree if isinstance(part, B.Words) else None
            for node in tree.walk() if tree is not None else ():
                if isinstance(node, N.Cost) or (isinstance(node, N.Perform) and node.verb in ("pay", "play")):
                    return True
                if isinstance(node, N.Perform) and self._pays(node, seen | {act.verb}):
                    return True
        return False

    def _act(self, node: N.Perform) -> Iterator[tuple[N.Node, str]]:
        yield from self._adverbs(node)
        yield from self._which(node)
        deed = self.source.deed_of(node)
        if deed is not None and deed[0] not in self.source.deeds_of_cards:
            yield from self._beside_deed(node, deed[1])
        if self.source.defines(node.verb, node) or deed is not None:
            return  # what the lexicon gives a meaning takes care of itself
        yield from parts_of_act(self.source, node)
        yield from self._end_of_no_pile(node.slot("object"), [node.slot("from")])
        if node.verb not in self.source.ruleset.words["verbs"]:
            for slot in node.slots:
                if slot.name not in SUPPORTED_SLOTS.get(node.verb, ("object",)):
                    yield slot, slot.name
        thing = node.slot("object")
        if node.verb in ("gain", "lose", "pay"):
            for item in thing.items if isinstance(thing, N.Phrases) else (thing,):
                yield from self._amount(node, item)
        if node.verb == "draw" and self._of_no_order(node.slot("from")):
            yield (
                node.slot("from") or node,
                "a first card where cards have no order (say: “take a card from … into … at random”)",
            )
        if node.verb == "draw" and isinstance(thing, N.NounPhrase | N.AsMany):
            if thing.noun != "card" or thing.adjectives or getattr(thing, "filters", ()):
                yield thing, "which cards are drawn"
            elif isinstance(thing, N.NounPhrase) and getattr(thing.determiner, "kind", "") not in BETWEEN:
                yield from self._exact(thing)

    def _of_a_kind(self, node: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """What a lexicon's verb is not told of pieces and resources.

        A slot for pieces takes only their kind: not which of them, and not where they are; a slot for a resource only
        how much of it: not which kind of it.
        """
        slots = self.source.verbs.get(node.verb, {}).get("slots") or {}
        for slot in node.slots:
            thing, kind = slot.value, slots.get(slot.name, "")
            if self.source.type_of(kind) == "resource" and isinstance(thing, N.NounPhrase | N.AsMany):
                narrower = isinstance(thing.noun, str) and self.source.entry(thing.noun).get("is") == kind
                described = thing.adjectives and slot.name == "object"  # else it is what the slot is called
                if narrower or described or getattr(thing, "filters", ()):
                    yield thing, "which ones"
            if self.source.type_of(kind) != "piece" or not isinstance(thing, N.NounPhrase):
                continue
            told: list[N.Filter] = [x for x in thing.filters if isinstance(x, N.OfChoice | N.OfYours)]
            told += [x for x in thing.filters if isinstance(x, N.At) and "place" in slots][:1]
            word = thing.determiner.word if isinstance(thing.determiner, N.Article) else ""
            if thing.adjectives or len(told) < len(thing.filters):
                yield thing, "which ones"
            elif isinstance(thing.determiner, N.Possessive) or word not in ("", "a", "the", "that", "your", "any"):
                yield thing, word.replace("_", " ") or "whose"

    @staticmethod
    def _beside_deed(node: N.Perform, deed: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """What is said beside a thing that has a deed of its own, which knows only how many and, of some, where."""
        yield from ((slot, slot.name) for slot in node.slots if slot.name != "object")
        thing = node.slot("object")
        phrase = thing.whole if isinstance(thing, N.PartOf) else thing
        if isinstance(phrase, N.NounPhrase):
            place = deed.slot("object")
            known = [item for item in phrase.filters if isinstance(item, N.At) and item.phrase is place]
            if phrase.adjectives or any(not isinstance(x, N.OfChoice) and x not in known for x in phrase.filters):
                yield phrase, "which ones"

    def _which(self, node: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """To do something to no thing is to do nothing; there is one game to end or to win."""
        if self.source.verbs.get(node.verb, {}).get("state"):
            return
        for slot in node.slots:
            for item in slot.value.items if isinstance(slot.value, N.Phrases) else (slot.value,):
                det = getattr(item, "determiner", None)
                word = det.word if isinstance(det, N.Article) else ""
                if word == "no" or (node.verb in ("end", "win") and word and word != "the"):
                    yield item, word

    def _amount(self, node: N.Perform, item: N.Node | None) -> Iterator[tuple[N.Node, str]]:
        """Of resources only how many is supported; of those that are held only one number."""
        slots = (N.Slot(name="object", value=item),) if isinstance(item, N.Phrase) else ()
        if self.source.deed_of(N.Perform(verb=node.verb, slots=slots)) is not None:
            return
        if isinstance(item, N.NounPhrase):
            kinds = isinstance(item.noun, str) and self.layout.held_kinds(item.noun)
            different = kinds and item.adjectives == ("different",)  # of each kind at most one
            kinds_told = all(kinds and isinstance(one, N.OfChoice | N.Of) for one in item.filters)
            if (item.adjectives and not different) or not kinds_told:
                yield item, "which ones"
            entry = self.source.entry(item.noun) if isinstance(item.noun, str) else {}
            if (entry.get("held") or entry.get("kept")) and not self._choosable(node, item):
                yield from self._exact(item)

    @staticmethod
    def _choosable(node: N.Perform, item: N.NounPhrase) -> bool:
        """Whether how many it is can be chosen: there is a most."""
        kind = item.determiner.kind if isinstance(item.determiner, N.Quantity) else ""
        return kind in (BETWEEN if node.verb == "gain" else (*BETWEEN, "any_number", "some", "at_least"))

    def _each_of_event(self, act: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """What is listened for, or forbidden, happens to one thing at a time."""
        if not self.source.verbs.get(act.verb, {}).get("state"):
            for slot in act.slots:
                det = getattr(slot.value, "determiner", None)
                if isinstance(det, N.Article) and det.word in ("each", "all"):
                    yield slot.value, det.word

    def _counting(self, subject: N.Phrase, act: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """Of what counts as a resource: any card that is played or of a kind, or this one, and how much exactly."""
        goal = act.slot("object") or act.slot("as")
        if not isinstance(goal, N.NounPhrase):
            return
        if self.source.type_of(str(goal.noun)) == "card":
            yield from parts_of_stand_in(self.source, subject, goal)
        if self.source.entry(str(goal.noun)).get("type") != "resource":
            return
        if isinstance(goal.determiner, N.Quantity):
            yield from self._exact(goal)
        if not isinstance(subject, N.NounPhrase) or subject.determiner == N.Article(word="this"):
            return
        if self.source.entry(str(subject.noun)).get("for"):  # what is printed on the next card
            return
        card = isinstance(subject.noun, str) and self.source.type_of(subject.noun) == "card"
        if not card or subject.determiner != N.Article(word="a") or subject.filters != (PLAYED,):
            yield subject, "which cards count"

    @staticmethod
    def _extreme(item: N.Filter) -> bool:
        """`with the most of them`, `nearest to it`: several may have equally many, or be as near."""
        if isinstance(item, N.Related) and item.relation in EXTREMES:
            return True
        phrase = item.phrase if isinstance(item, N.With) else item.object if isinstance(item, N.ThatHas) else None
        determiner = phrase.determiner if isinstance(phrase, N.NounPhrase) else None
        return isinstance(determiner, N.Article) and determiner.word in ("most", "fewest")

    @staticmethod
    def _exact(item: N.NounPhrase) -> Iterator[tuple[N.Node, str]]:
        if isinstance(item.determiner, N.Quantity) and item.determiner.kind not in EXACT:
            yield item, item.determiner.kind

    def _phrase(self, node: N.NounPhrase) -> Iterator[tuple[N.Node, str]]:
        if isinstance(node.determiner, N.Article) and node.determiner.word in UNSUPPORTED_ARTICLES:
            yield node, node.determiner.word
        yield from self._only(node)
        places = [item.phrase for item in node.filters if isinstance(item, N.Of | N.At)]
        yield from self._end_of_no_pile(node, places)
        for item in node.filters:
            other = item.phrase if isinstance(item, N.At) and item.preposition == "across" else None
            noun = getattr(other, "noun", None)
            if isinstance(noun, str) and self.source.type_of(noun) != "border":
                yield item, "across"
        if isinstance(node.determiner, N.Quantity) and node.determiner.article and isinstance(node.noun, str):
            kind = self.source.type_of(node.noun)
            if kind in ("resource", "number") or (node.determiner.article == "top" and kind != "card"):
                yield node, node.determiner.article
        if "next" in node.adjectives and node.filters != (PLAYED,):
            yield node, "next"
        for word in node.adjectives:
            if word in UNSUPPORTED_ADJECTIVES or (word == "different" and not self._distinct(node)):
                yield node, word

    def _end_of_no_pile(self, thing: N.Node | None, places: Iterable[N.Node | None]) -> Iterator[tuple[N.Node, str]]:
        """What somebody holds for their eyes alone has no order, unless it is a pile: nothing lies on top of it."""
        if not isinstance(thing, N.NounPhrase):
            return
        said = thing.determiner
        word = said.word if isinstance(said, N.Article) else said.article if isinstance(said, N.Quantity) else ""
        if word not in ("top", "bottom") and thing.noun not in ("top", "bottom"):
            return
        for place in places:
            if self._of_no_order(place):
                yield thing, word or str(thing.noun)

    def _of_no_order(self, place: N.Node | None) -> bool:
        """Whether somebody holds what lies there for their eyes alone, and not as a pile."""
        noun = place.noun if isinstance(place, N.NounPhrase) and isinstance(place.noun, str) else ""
        zone = self.source.entry(noun)
        return zone.get("type") == "zone" and zone.get("visible") == "owner" and zone.get("order") != "pile"

    def _only(self, node: N.NounPhrase) -> Iterator[tuple[N.Node, str]]:
        """Of a number that is worked out, and of a zone of nobody, there is one: no other can be meant."""
        word = node.determiner.word if isinstance(node.determiner, N.Article) else ""
        entry = self.source.entry(node.noun) if isinstance(node.noun, str) else {}
        number = entry.get("type") == "number" and not entry.get("kept") and not entry.get("held")
        if number and not node.adjectives and word in ("a", "any", "no", "all", "another"):
            yield node, word
        zone = entry.get("type") == "zone" and not entry.get("of") and not entry.get("includes")
        if zone and word in ("a", "any", "no", "all", "another", "each"):
            yield node, word
        owned = isinstance(node.determiner, N.Possessive) or word in ("your", "its", "their")
        if zone and (owned or any(isinstance(item, N.Of) for item in node.filters)):
            yield node, "whose it is (there is one for everybody)"

    def _distinct(self, node: N.NounPhrase) -> bool:
        """Whether things that are counted are different anyway, or the different values of a number of things."""
        each = node.determiner in (None, N.Article(word="each"))
        of = [item.phrase for item in node.filters if isinstance(item, N.Of)]
        if each and isinstance(node.noun, str) and self.source.type_of(node.noun) == "number" and len(of) == 1:
            return len(node.filters) == len(node.adjectives) == 1 and isinstance(of[0], N.NounPhrase)
        counted = isinstance(node.determiner, N.Quantity) and isinstance(node.noun, str)
        return counted and self.source.type_of(str(node.noun)) in ("space", "border", "region", "player")

    def _in_one(self, things: N.Phrase) -> bool:
        """Whether it is told how many things are in one place without telling in which: `2 cars in a street`.

        `No cars in a street` could be a street without cars, or no cars in any.
        """
        more = isinstance(things, N.MoreThan)
        named = things.phrase if isinstance(things, N.MoreThan) else things
        if not isinstance(named, N.NounPhrase):
            return False
        many, any_at_all = named.determiner, (("some", None), ("at_least", 1), ("count", 1))
        if many == N.Article(word="no"):
            return any(place.determiner == N.Article(word="a") for place in self._places(named))
        if not more and (not isinstance(many, N.Quantity) or (many.kind, many.low) in any_at_all):
            return False
        return any(place.determiner in (N.Article(word="a"), N.Article(word="any")) for place in self._places(named))

    def _in_several(self, things: N.Phrase) -> bool:
        """Whether it is told what is in each or in so many places: `a car in each street`, `cars in 2 streets`."""
        if not isinstance(things, N.NounPhrase):
            return False
        return any(_of_so_many(place) for place in self._places(things))

    def _places(self, things: N.NounPhrase) -> Iterator[N.NounPhrase]:
        """The places in which a phrase says that things are, but for a zone that is the only one of its kind."""
        for item in things.filters:
            place = item.phrase if isinstance(item, N.At) else None
            if not isinstance(place, N.NounPhrase):
                continue
            if self.source.is_zone(place):
                somewhere = self.source.entry(str(place.noun)).get("of") == "player"
            else:
                somewhere = self.source.type_of(str(place.noun)) in ("space", "border", "region")
            if somewhere:
                yield place

    def _own(self, subject: N.Node) -> bool:
        """Whether a number that changes is that of whoever has the text, of what was spoken of, or of each of some."""
        things = owner_of(subject)
        if isinstance(subject, N.NounPhrase) and not subject.adjectives and things and isinstance(things.noun, str):
            x = self.source
            kinds = as_list(x.entry(str(subject.noun)).get("of"))
            each = things.determiner in (N.Article(word="each"), N.Article(word="this")) or (
                things.determiner is None and things.plural
            )
            if each and [x.type_of(kind) for kind in kinds] == [x.type_of(things.noun)]:
                return True
        if isinstance(subject, N.NounPhrase) and len(subject.filters) == 1 and isinstance(subject.noun, str):
            other = getattr(subject.filters[0], "phrase", None)  # "your rank in each old club"
            x = self.source
            types = [x.type_of(kind) for kind in as_list(x.entry(subject.noun).get("of"))]
            named = other.noun if isinstance(other, N.NounPhrase) else None
            each = isinstance(other, N.NounPhrase) and other.determiner == N.Article(word="each")
            # Or "it", of which a `while` before it speaks.
            if other == N.Pronoun(word="it") or (each and isinstance(named, str) and x.type_of(named) in types):
                subject = replace(subject, filters=())
        if not isinstance(subject, N.NounPhrase) or not isinstance(subject.determiner, N.Article):
            return False
        of = self.source.entry(str(subject.noun)).get("of")
        if subject.determiner.word == "your" and "player" not in map(self.source.type_of, as_list(of)):
            return False  # "your speed" where a speed is not of players
        words = ("your", "its", "their") if of else ("the",)  # of nobody: "the year is 1 higher"
        return subject.determiner.word in words and not (subject.adjectives or subject.filters)


def _of_so_many(place: N.NounPhrase) -> bool:
    """Whether places are meant one by one: each of them, both, or a number of any; not “the top 3 cards”."""
    det = place.determiner
    if isinstance(det, N.Article):
        return det.word in ("each", "all", "each_other", "all_other", "both")
    if not isinstance(det, N.Quantity) or det.article is not None:
        return False
    return (det.kind, det.low) not in (("count", 1), ("some", None), ("any_number", None))


def _time(node: N.Timed | N.Ability) -> Iterator[tuple[N.Node, str]]:
    """When something holds or is done."""
    match node:
        case N.Timed(time=time) if time in MOMENTS:
            pass
        case N.Timed(time=time, then=then) if time in LASTING or time in PUT_OFF:
            if any(part == N.Article(word="this") for part in then.walk()):
                yield node, "this, which may be gone"
        case N.Timed(time=time) if time not in TIMES:
            yield node, time
        case N.Timed(then=then) if not isinstance(then, N.Trigger | N.Does):
            yield node, node.time
        case N.Ability(limits=limits) if not TIMES.issuperset(limits):
            yield node, next(limit for limit in limits if limit not in TIMES)


def _of_each_player(node: N.Does) -> bool:
    """Whether something is done by each of several players, as a sentence of its own."""
    det = node.subject.determiner if isinstance(node.subject, N.NounPhrase) else None
    each = isinstance(det, N.Article) and det.word in ("each", "all", "each_other", "all_other")
    return each and node.modal is None and not node.negated and node.tense == "present"


def _conditions(node: N.Node) -> tuple[N.Node, ...]:
    """What of a node is asked or waited for, not done."""
    match node:
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


def _of_all_or_the_last(tree: N.Node) -> list[Problem]:
    """`Gain 2 of this and 1 of that for each field`, `pay this, then that to …`: of all of it, or of the last alone?"""
    found: list[Problem] = []
    whole = {id(node.act) for node in tree.walk() if isinstance(node, N.Does) and node.modal == "may"}
    for node in tree.walk():
        if _pays_before_a_price(node) and id(node) not in whole:
            hint = "With a colon all of it is the price: “pay …, then …: …”; otherwise make two sentences of it."
            found += refuse(node, "it is not clear whether all of it is the price, or only the last", hint).problems
        things = node.act.slot("object") if isinstance(node, N.Per) and isinstance(node.act, N.Perform) else None
        if isinstance(things, N.Phrases) and things.conjunction == "and":
            what = "it is not clear whether all of them are meant so many times, or only the last"
            hint = "Begin with “for each …,” if all of them are; otherwise make two of it: “…, then … for each …”."
            found += refuse(node, what, hint).problems
    return found


def _pays_before_a_price(node: N.Node) -> bool:
    """Whether something is paid, and then something else to do what follows: `pay this, then discard a card to …`."""
    if not isinstance(node, N.Sequence) or not isinstance(node.acts[-1], N.Cost):
        return False
    return any(isinstance(act, N.Perform) and act.verb == "pay" for act in node.acts[:-1])


def owner_of(number: N.Node | None) -> N.NounPhrase | None:
    """The things that a number is said to be of: `the speed of each old car`, `each car's speed`."""
    match number:
        case N.NounPhrase(determiner=N.Article(word="the"), filters=(N.Of(phrase=N.NounPhrase() as things),)):
            return things
        case N.NounPhrase(determiner=N.Possessive(owner=N.NounPhrase() as things), filters=()):
            return things
    return None


def unsupported(node: N.Node, what: str) -> MeaningError:
    """The error for a part of a sentence that nothing carries out."""
    message = f"this is understood, but nothing carries out “{what.replace('_', ' ')}” yet"
    return refuse(node, message, "Say it without, or give a verb of the lexicon this meaning.", code="RW0604")
