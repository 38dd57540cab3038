"""Acts whose slots a language says with prepositions that also stand behind nouns."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.compare import shown
from rulewright.language.lexicon import Lexicon
from rulewright.language.printing.pieces import PrintError
from rulewright.language.transforms.declared import Declared
from rulewright.language.transforms.nouns import Nouns
from rulewright.language.transforms.phrases import OPEN, Canonical, closed, moved, with_last
from rulewright.language.transforms.places import Places
from rulewright.language.trees.normal_form import Normaliser
from rulewright.problems import problem


class Acts:
    """Exchanges slots of acts and filters of what is behind them."""

    def __init__(
        self, lexicon: Lexicon, declared: Declared, nouns: Nouns, places: Places, to_canonical: Canonical
    ) -> None:
        self._lexicon = lexicon
        self._declared = declared
        self._nouns = nouns
        self._places = places
        self._to_canonical = to_canonical
        self._normal = Normaliser(lexicon)

    def said(self, node: n.Perform, meant: n.Node) -> n.Perform:
        """An act in words that are read as it is meant.

        Raises:
            PrintError: there are none.
        """
        said = node
        source, goal = node.slot("from"), node.slot("to")
        free = any("[{from" in pattern for pattern in self._lexicon.verbs[node.verb].patterns)
        if isinstance(source, n.Phrases) and free and (act := self._one_of_some(node, "from", source, meant)):
            return act
        if isinstance(source, n.Phrase) and free:
            surface = moved(said, "from", "object", n.Of(phrase=source))
            if self._act_meant(surface) == meant:
                said = surface
        elif (surface := self._out_of(node)) != node and self._act_meant(surface) == meant:
            said = surface
        elif self._act_meant(node) != meant:
            said = with_last(node, n.Of, lambda last: n.At(preposition=self._declared.belonging, phrase=last.phrase))
        if isinstance(goal, n.Phrase) and self._lexicon.verbs[node.verb].into:
            if isinstance(goal, n.Phrases) and (act := self._one_of_some(said, "to", goal, meant)):
                return act
            there = self._places.there(said)
            apart = self._places.there(said, "from")
            for name, before in (("object", said), ("from", said), ("object", there), ("object", apart)):
                surface = moved(before, "to", name, n.At(preposition=self._places.where(goal), phrase=goal))
                if self._act_meant(surface) == meant:
                    return surface
            if closed(node.slot("object")) and (source is None or closed(source)):
                slots = (replace(slot, name="into") if slot.name == "to" else slot for slot in said.slots)
                return replace(said, slots=tuple(slots))
        if self._act_meant(said) == meant:
            return said
        for act in (node, said):
            for there in (
                self._places.there(act),
                self._places.there(act, "from"),
                self._places.there(self._places.there(act), "from"),
            ):
                if self._act_meant(there) == meant:
                    return there
        raise PrintError(problem("RW0330", found=shown(meant), lang=self._lexicon.called))

    def _one_of_some(self, said: n.Perform, name: str, places: n.Phrases, meant: n.Node) -> n.Perform | None:
        """An act that goes to one of several places, or from it: all but the first stand behind the object with it."""
        first, *others = places.items
        behind = n.Of(phrase=first) if name == "from" else n.At(preposition=self._places.where(first), phrase=first)
        surface = moved(said, name, "object", behind)
        thing = surface.slot("object")
        if not isinstance(thing, n.NounPhrase):
            return None
        several = n.Phrases(conjunction=places.conjunction, items=(thing, *others))
        slots = (replace(slot, value=several) if slot.name == "object" else slot for slot in surface.slots)
        surface = replace(surface, slots=tuple(slots))
        return surface if self._act_meant(surface) == meant else None

    def _out_of(self, node: n.Perform) -> n.Perform:
        """An act with "of" for where its object lies, if it takes nothing: "mira 1 carta de tu mano"."""
        if self._lexicon.canon.verbs[node.verb].state:
            return node
        if any("{from" in pattern for pattern in self._lexicon.verbs[node.verb].patterns):
            return node

        def out_of(last: n.At) -> n.Filter:
            return n.Of(phrase=last.phrase, span=last.span) if self._nouns.is_a(last.phrase, "zone") else last

        return with_last(node, n.At, out_of)

    def _act_meant(self, node: n.Perform) -> n.Node:
        """What an act is read as: first in the normal form that the parser gives it."""
        return self._to_canonical(self._normal(node))

    def meant(self, node: n.Perform) -> n.Perform:
        """An act with the slots that its prepositions mean."""
        verb = self._lexicon.verbs[node.verb]
        if node.slot("into"):
            slots = (replace(slot, name="to") if slot.name == "into" else slot for slot in node.slots)
            node = replace(node, slots=tuple(slots))
        for name in ("object", "from"):
            if verb.into and node.slot("to") is None:
                node = self._taken_out(node, "to", name, n.At)
        if any("{from" in pattern for pattern in verb.patterns) and node.slot("from") is None:
            node = self._taken_out(node, "from", "object", n.Of)
        order = self._lexicon.canon.verbs[node.verb].order
        return replace(node, slots=tuple(sorted(node.slots, key=lambda slot: order(slot.name))))

    def _taken_out(self, node: n.Perform, name: str, behind: str, kind: type[n.At | n.Of]) -> n.Perform:
        """An act with the first filter of a kind behind one of its slots as a slot of its own."""
        found = node.slot(behind)
        if not isinstance(found, n.Phrase):
            return node
        left, taken = self._of_several(found, kind) if isinstance(found, n.Phrases) else (None, None)
        if left is None:
            left, taken = self._split(found, kind)
        if taken is None:
            return node
        slots = tuple(replace(slot, value=left) if slot.name == behind else slot for slot in node.slots)
        return replace(node, slots=(*slots, n.Slot(name=name, value=taken)))

    def _of_several(self, found: n.Phrases, kind: type[n.At | n.Of]) -> tuple[n.Phrase | None, n.Phrase | None]:
        """A thing "in a place or another place", of which no place is put anywhere: the thing, and the places."""
        first, *others = found.items
        if not all(isinstance(other, n.NounPhrase) and self._is_place(other) for other in others):
            return None, None
        left, taken = self._split(first, kind)
        if taken is None or not self._is_place(taken):
            return None, None
        return left, n.Phrases(conjunction=found.conjunction, items=(taken, *others), span=found.span)

    def _is_place(self, phrase: n.Phrase) -> bool:
        return any(self._nouns.is_a(phrase, kind) for kind in ("space", "zone", "region"))

    def _split(self, phrase: n.Phrase, kind: type[n.At | n.Of]) -> tuple[n.Phrase, n.Phrase | None]:
        """A phrase without the first such filter in its chain, and what that filter holds."""
        if isinstance(phrase, n.PartOf):
            left, taken = self._split(phrase.whole, kind)
            return replace(phrase, whole=left), taken
        if not isinstance(phrase, n.NounPhrase) or not phrase.filters:
            return phrase, None
        last = phrase.filters[-1]
        put = not isinstance(last, n.At) or last.preposition not in (
            *self._declared.there.values(),
            self._declared.belonging,
        )
        if isinstance(last, kind) and put and (kind is n.At or self._places.taken_from(phrase, last.phrase)):
            return replace(phrase, filters=phrase.filters[:-1]), last.phrase
        if kind is n.At and isinstance(last, OPEN):
            left, taken = self._split(last.phrase, kind)
            if taken is not None:
                return replace(phrase, filters=(*phrase.filters[:-1], replace(last, phrase=left))), taken
        return phrase, None
