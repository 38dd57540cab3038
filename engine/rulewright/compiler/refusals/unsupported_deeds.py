"""What is said of deeds that nothing carries out: adverbs, slots, which things, how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.compiler.expressions.phrases import some_of
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.refusals.other_kinds import leaves_out_a_kind
from rulewright.compiler.refusals.unsupported_acts import each_alone, parts_of_act, parts_of_stand_in
from rulewright.compiler.refusals.unsupported_phrases import PLAYED, UnsupportedPhrases, inexact
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.meaning.scope import AGAIN
from rulewright.ruleset import blocks as B
from rulewright.ruleset.where_cards_lie import kinds_by_zone

YOUR = N.Article(word="your")

MOVED = ("put", "move", "return", "take", "remove", "discard", "gain")
"""What is done to cards of which somebody else can choose which."""

SUPPORTED_ADVERBS = {"secretly", "instead", "too", "turn_order"}
SUPPORTED_SLOTS = {
    "gain": {"object"}, "lose": {"object"}, "pay": {"object", "to"}, "draw": {"object", "from", "to"},
    "discard": {"object", "from"}, "remove": {"object", "from"}, "shuffle": {"object", "to"},
    "exchange": {"object", "for"}, "replace": {"object", "by", "from"}, "play": {"object", "from"}, "fill": {"object"},
    "end": {"object"}, "win": {"object"}, "look_at": {"object"}, "reveal": {"object", "from"}, "double": {"object"},
    "choose": {"object"}, "count_as": {"object"}, "keep": {"object"}, "roll": {"object"},
    "put": {"object", "from", "to"}, "move": {"object", "from", "to"}, "return": {"object", "from", "to"},
    "take": {"object", "from", "to"}, "give": {"object", "to"}, "cost": {"object", "less", "more"},
    "search": {"object", "for"}, "stay": {"place"},
}  # fmt: skip
ORDERED = {"put", "move", "return", "discard"}  # of which whoever does it may choose the order
RANDOM = {"choose", "put", "move", "return", "take", "remove", "discard", "gain"}  # what chance may choose for
BETWEEN = ("up_to", "range", "either")


class UnsupportedDeeds:
    """Finds it in acts, in the words of one ruleset."""

    def __init__(self, source: Source, layout: Layout, phrases: UnsupportedPhrases) -> None:
        self.source, self.layout, self._phrases = source, layout, phrases

    def act(self, node: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """Each part of an act that would be passed over, with a word for it."""
        yield from self.adverbs(node, AGAIN)
        yield from self._which(node)
        deed = self.source.deed_of(node)
        if deed is not None and deed[0] not in self.source.deeds_of_cards:
            yield from self._beside_deed(node, deed[1])
        if self.source.defines(node.verb, node) or deed is not None:
            return  # what the lexicon gives a meaning takes care of itself
        yield from parts_of_act(self.source, node)
        yield from self._phrases.end_of_no_pile(node.slot("object"), [node.slot("from")])
        if node.verb not in self.source.ruleset.words["verbs"]:
            for slot in node.slots:
                from_there = node.verb == "gain" and slot.name == "from" and self._cards(node.slot("object"))
                if slot.name not in SUPPORTED_SLOTS.get(node.verb, ("object",)) and not from_there:
                    yield slot, slot.name
        thing = node.slot("object")
        if node.verb in ("gain", "lose", "pay"):
            for item in each_alone(thing):
                if node.verb == "lose" and self.source.of_cards(item):
                    yield item, "where cards that are lost go (say: “discard a card”, or “put … into …”)"
                elif node.verb != "gain" or not self._cards(item):
                    yield from self._amount(node, item)
        if node.verb == "draw" and self._phrases.of_no_order(node.slot("from")):
            yield (
                node.slot("from") or node,
                "a first card where cards have no order (say: “take a card from … into … at random”)",
            )
        for item in each_alone(thing) if node.verb == "draw" else ():
            if not isinstance(item, N.NounPhrase | N.AsMany):
                continue
            if item.noun != "card" or item.adjectives or getattr(item, "filters", ()):
                yield from self._drawn_otherwise(item)
            elif isinstance(item, N.NounPhrase) and getattr(item.determiner, "kind", "") not in BETWEEN:
                yield from inexact(item)

    def _cards(self, thing: N.Node | None) -> bool:
        """Whether what is gained is said to be cards, or is what was spoken of."""
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        return isinstance(thing, N.Pronoun) or self.source.of_cards(thing)

    def _drawn_otherwise(self, thing: N.NounPhrase | N.AsMany) -> Iterator[tuple[N.Node, str]]:
        """How it is said of which cards are drawn: from the one deck that holds only these, or until one comes."""
        known = kinds_by_zone(self.source.ruleset)
        decks = []
        for zone, kinds in known.items():
            there = kinds | known.get(None, frozenset())
            hidden = zone is not None and self.source.entry(zone).get("visible") == "nobody"
            named = isinstance(thing.noun, str) and thing.noun != "card"
            if hidden and there and named and all(self.source.fits(kind, str(thing.noun)) for kind in there):
                decks.append(str(zone).replace("_", " "))
        if isinstance(thing.noun, str) and self.source.type_of(thing.noun) == "resource":
            yield thing, "only cards are drawn (say its own verb: “draw a card and gain …”)"
        elif len(decks) == 1:
            yield thing, f"which cards are drawn (say: “draw a card from the {decks[0]}”)"
        else:
            yield (
                thing,
                "which cards are drawn (say: “draw cards until you draw a …”, “take a … from …”, or “draw a card”)",
            )

    def adverbs(self, node: N.Perform, known: Sequence[str] = ()) -> Iterator[tuple[N.Node, str]]:
        """The adverbs of an act that would be passed over; known: those that the Meaning has accounted for."""
        for adverb in (word for word in node.adverbs if word not in known):
            free = adverb == "free" and node.verb != "pay" and self._free(node)
            may = {"random": RANDOM, "any_order": ORDERED}.get(adverb, set())
            counted = node.verb == "gain" and not self.source.of_cards(node.slot("object"))  # chance chooses no number
            if adverb not in SUPPORTED_ADVERBS and (node.verb not in may or counted) and not free:
                yield node, adverb

    def _free(self, act: N.Perform) -> bool:
        """Whether "for free" can be said: of what is paid for at one of its steps, or for which nothing is paid."""
        deed = self.source.deed_of(act)
        if act.verb == "play" and deed is None:  # what kinds of cards say it is; prices in their texts are the texts'
            own = [block for verb, block in self.source.deeds.items() if verb.startswith("play_")]
            return not any(self._pays_in(block, {"play"}, printed=False) for block in own)
        verb = deed[0] if deed is not None else act.verb
        unpaid = self.source.unpaid(verb)
        if unpaid is not None:  # what is printed on a card asks for its own prices, also behind a deed that is free
            return not self._pays_in(unpaid, {verb}, printed=False)
        return not self._pays_in(self.source.done_by(verb), {verb})

    def _pays(self, act: N.Perform, seen: set[str]) -> bool:
        """Whether something may be paid when this is done, at any remove."""
        deed = self.source.deed_of(act)
        block = self.source.done_by(deed[0] if deed is not None else act.verb) if act.verb not in seen else None
        return self._pays_in(block, seen | {act.verb})

    def _pays_in(self, block: B.Block | None, seen: set[str], printed: bool = True) -> bool:
        """Whether something may be paid in what is done; printed: also in what is printed on a card."""
        for part in B.walk(block) if block is not None else ():
            if isinstance(part, B.Resolve | B.Offer):  # whatever is said there
                if printed or isinstance(part, B.Offer):
                    return True
                continue
            tree = part.tree if isinstance(part, B.Words) else None
            for node in tree.walk() if tree is not None else ():
                if isinstance(node, N.Cost) or (isinstance(node, N.Perform) and node.verb in ("pay", "play")):
                    return True
                if isinstance(node, N.Perform) and self._pays(node, seen):
                    return True
        return False

    def of_a_kind(self, node: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """What a lexicon's verb is not told of pieces and resources.

        A slot for pieces takes only their kind: not which of them, and not where they are; a slot for a resource only
        how much of it: not which kind of it.
        """
        slots = self.source.verbs.get(node.verb, {}).get("slots") or {}
        for slot in node.slots:
            kind = self.source.type_of(slots.get(slot.name, ""))
            for thing in each_alone(slot.value):
                if kind == "resource":
                    yield from self._of_no_kind(slot, thing, slots[slot.name])
                piece = some_of(thing) if kind == "piece" and isinstance(thing, N.Phrase) else thing
                if kind == "piece" and isinstance(piece, N.NounPhrase):
                    yield from self._of_no_place(piece, "place" in slots)
                    if self._is_yours(piece) and not self._is_of_whoever_does_it(node.verb, slots[slot.name]):
                        yield thing, "your"

    def _of_no_kind(self, slot: N.Slot, thing: N.Node, kind: str) -> Iterator[tuple[N.Node, str]]:
        """What is told of a resource besides how much of it."""
        if isinstance(thing, N.NounPhrase | N.AsMany):
            narrower = isinstance(thing.noun, str) and self.source.entry(thing.noun).get("is") == kind
            described = thing.adjectives and slot.name == "object"  # else it is what the slot is called
            if narrower or described or getattr(thing, "filters", ()):
                yield thing, "which ones"

    @staticmethod
    def _is_yours(piece: N.NounPhrase) -> bool:
        """Whether a piece is said to be yours."""
        return piece.determiner == YOUR or any(isinstance(item, N.OfYours) for item in piece.filters)

    def _is_of_whoever_does_it(self, verb: str, noun: str) -> bool:
        """Whether what a verb does speaks of such pieces as “your …” or what “you have”."""
        block = self.source.done_by(verb)
        trees = (part.tree for part in B.walk(block) if isinstance(part, B.Words)) if block is not None else ()
        for node in (node for tree in trees if tree is not None for node in tree.walk()):
            match node:
                case N.NounPhrase(noun=said, determiner=det) if said == noun and det == YOUR:
                    return True
                case N.Has(subject=N.Pronoun(word="you"), object=N.NounPhrase(noun=said)) if said == noun:
                    return True
        return False

    @staticmethod
    def _of_no_place(thing: N.NounPhrase, placed: bool) -> Iterator[tuple[N.Node, str]]:
        """What is told of pieces besides their kind and, of a verb with a slot for it, one place."""
        told: list[N.Filter] = [x for x in thing.filters if isinstance(x, N.OfChoice | N.OfYours)]
        told += [x for x in thing.filters if isinstance(x, N.At) and placed][:1]
        word = thing.determiner.word if isinstance(thing.determiner, N.Article) else ""
        if thing.adjectives or len(told) < len(thing.filters):
            yield thing, "which ones"
        elif isinstance(thing.determiner, N.Possessive) or word not in ("", "a", "the", "that", "your", "any"):
            yield thing, word.replace("_", " ") or "whose"

    def chosen(self, act: N.Act) -> bool:
        """Whether an act of somebody else says “of your choice” of anything but cards that they move."""
        cards = {id(item) for part in act.walk() for item in self._by_another(part)}
        return any(isinstance(part, N.OfChoice) and id(part) not in cards for part in act.walk())

    def _by_another(self, node: N.Node) -> tuple[N.Filter, ...]:
        """“Of your choice” of a card that somebody else moves: “they discard a card of your choice”."""
        if not isinstance(node, N.Perform) or node.verb not in MOVED or self.source.defines(node.verb, node):
            return ()
        thing = node.slot("object")
        if not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            return ()
        if self.source.type_of(thing.noun) != "card" or self.source.deed_of(node) is not None:
            return ()
        return tuple(item for item in thing.filters if isinstance(item, N.OfChoice))

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
        if self.source.verbs.get(node.verb, {}).get("state") or node.verb == "cost":  # refused where it is bound
            return
        for slot in node.slots:
            for item in each_alone(slot.value):
                det = getattr(item, "determiner", None)
                word = det.word if isinstance(det, N.Article) else ""
                one = node.verb in ("end", "win") and not self.source.defines(node.verb, node)
                if word == "no" or (one and word and word != "the"):
                    yield item, word

    def _amount(self, node: N.Perform, item: N.Node | None) -> Iterator[tuple[N.Node, str]]:
        """Of resources only how many is supported; of those that are held only one number."""
        slots = (N.Slot(name="object", value=item),) if isinstance(item, N.Phrase) else ()
        if self.source.deed_of(N.Perform(verb=node.verb, slots=slots)) is not None:
            return
        if isinstance(item, N.NounPhrase):
            kinds = isinstance(item.noun, str) and self.layout.held_kinds(item.noun)
            different = kinds and item.adjectives == ("different",)  # of each kind at most one
            kinds_told = all(
                kinds and (isinstance(one, N.OfChoice | N.Of) or leaves_out_a_kind(item, one, kinds))
                for one in item.filters
            )
            if (item.adjectives and not different) or not kinds_told:
                yield item, "which ones"
            entry = self.source.entry(item.noun) if isinstance(item.noun, str) else {}
            if (entry.get("held") or entry.get("kept")) and not self._choosable(node, item):
                yield from inexact(item)

    @staticmethod
    def _choosable(node: N.Perform, item: N.NounPhrase) -> bool:
        """Whether how many it is can be chosen: there is a most."""
        kind = item.determiner.kind if isinstance(item.determiner, N.Quantity) else ""
        return kind in (BETWEEN if node.verb == "gain" else (*BETWEEN, "any_number", "some", "at_least"))

    def each_of_event(self, act: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """What is listened for, or forbidden, happens to one thing at a time."""
        if not self.source.verbs.get(act.verb, {}).get("state"):
            for slot in act.slots:
                for item in each_alone(slot.value):
                    det = getattr(item, "determiner", None)
                    if isinstance(det, N.Article) and det.word in ("each", "all"):
                        yield item, det.word

    def counting(self, subject: N.Phrase, act: N.Perform) -> Iterator[tuple[N.Node, str]]:
        """Of what counts as a resource: any card that is played or of a kind, or this one, and how much exactly."""
        goal = act.slot("object") or act.slot("as")
        if not isinstance(goal, N.NounPhrase):
            return
        if self.source.type_of(str(goal.noun)) == "card":
            yield from parts_of_stand_in(self.source, subject, goal)
        if self.source.entry(str(goal.noun)).get("type") != "resource":
            return
        if isinstance(goal.determiner, N.Quantity):
            yield from inexact(goal)
        if not isinstance(subject, N.NounPhrase) or subject.determiner == N.Article(word="this"):
            return
        if self.source.entry(str(subject.noun)).get("for"):  # what is printed on the next card
            return
        card = isinstance(subject.noun, str) and self.source.type_of(subject.noun) == "card"
        if not card or subject.determiner != N.Article(word="a") or subject.filters != (PLAYED,):
            yield subject, "which cards count"
