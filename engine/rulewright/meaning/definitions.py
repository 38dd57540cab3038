"""What the lexicon's words mean: each definition has one subject, by which "it", "they" and its noun are meant."""

from __future__ import annotations

from rulewright.meaning.blocks import Blocks
from rulewright.meaning.model import Referent
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.scope import LOOP, SUBJECT, Box, Notes
from rulewright.meaning.vocabulary import as_tuple
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Word


def fresh_box(**changes: object) -> Box:
    """A box in which nothing was spoken of yet but "you"."""
    you = Referent(0, "player", "player", introduced="you")
    box = Box(you=you, actor=you, notes=Notes())
    for name, value in changes.items():
        setattr(box, name, value)
    return box


class Definitions:
    """Binds the words of the lexicon."""

    def __init__(self, blocks: Blocks) -> None:
        self.k = blocks
        self.words = blocks.b.words

    def subject(self, box: Box, *nouns: str, rank: int = SUBJECT) -> Referent:
        """What a definition speaks of, under each of its nouns; of players it is "you" too where nothing else is."""
        kind = self.words.type_of(nouns[0])
        to = box.new(nouns[0], kind, introduced="subject")
        for noun in nouns:
            box.name(noun, to)
        box.mention(to, rank)
        return to

    def word(self, word: Word) -> None:
        """Bind all that an entry says."""
        match word.section:
            case "nouns":
                self._number(word) if self.words.is_number(word.id) else self._noun(word)
            case "adjectives":
                self._adjective(word)
            case "relations":
                self._relation(word)
            case "verbs":
                self._verb(word)
            case "headings":
                self._heading(word)
        for verb, block in word.deeds.items():
            self._deed(word, verb, block)

    # -------------------------------------------------------------- nouns and numbers

    def _noun(self, word: Word) -> None:
        box = fresh_box(counted="now", mode="condition")
        for kind in as_tuple(word.data.get("of")) if word.data.get("type") == "player" else ():
            self.subject(box, kind)
        base = str(word.data.get("is") or word.id)
        to = self.subject(box, *dict.fromkeys((base, word.id)))
        if to.type == "player":
            box.actor = to
        if word.means is not None:
            self.k.condition(word.means, box)
        if word.joins is not None:
            border = fresh_box(counted="now", mode="condition")
            self.subject(border, word.id, "border")
            self.k.condition(word.joins, border)
        for words in (word.least, word.most):
            if words is not None:
                self.k.amount(words, fresh_box(counted="when_asked"))

    def _number(self, word: Word) -> None:
        box = fresh_box(counted="when_asked", mode="count")
        for kind in as_tuple(word.data.get("of")):
            to = self.subject(box, kind) if kind != "any" else None
            if to is not None and to.type == "player":
                box.you = box.actor = to
        if isinstance(word.means, B.Words):
            self.k.amount(word.means, box.child())
        for addend in word.total:
            inner = box.child()
            if addend.condition is not None:
                self.k.condition(addend.condition, inner.child())
            self.k.amount(addend.amount, inner)
        for words in (word.least, word.most):
            if words is not None:
                self.k.amount(words, box.child())
        if word.distance is not None:
            for words in word.distance:
                self.k.amount(words, box.child())
        for words in (word.start, word.tile, word.place, word.groups):
            if words is not None:
                self.k.phrase(words, box.child(), "count", LOOP)
        if word.turned is not None:
            self.k.amount(word.turned, box.child())
        self._among(word, box)

    def _among(self, word: Word, box: Box) -> None:
        """A number counted or taken among things: each of them is what "it" and "they" mean."""
        phrase = word.among or word.count
        if phrase is None:
            return
        inner = box.child()
        domain = self.k.phrase(phrase, inner, "loop", LOOP)
        to = referent(domain)
        if to is not None:
            inner.next_clause()
            inner.mention(to, LOOP)
            inner.name(to.noun, to) if to.noun not in inner.names else None
        if word.condition is not None:
            self.k.condition(word.condition, inner.child())
        for words in (word.highest, word.lowest):
            if words is not None:
                self.k.amount(words, inner.child())

    # -------------------------------------------------------------- adjectives and relations

    def _adjective(self, word: Word) -> None:
        def box(said: object) -> Box:
            made = fresh_box(counted="now", mode="condition")
            nouns = as_tuple(word.data.get("of"))
            if nouns and nouns[0] != "any":
                to = self.subject(made, *nouns[:1])
                if to.type == "player" and B.of_you_alone(said, nouns[0]):
                    made.you = made.actor = to
            return made

        if word.means is not None:
            self.k.condition(word.means, box(word.means))
        if word.among is not None:
            self.k.phrase(word.among, fresh_box(), "loop", LOOP)
        for _, amount in word.order:
            self.k.amount(amount, box(amount))

    def _relation(self, word: Word) -> None:
        box = fresh_box(counted="now", mode="condition")
        kind, other = as_tuple(word.data.get("of"))[:1], as_tuple(word.data.get("with"))[:1]
        for noun in (*other, *kind):
            to = self.subject(box, noun)
            if to.type == "player" and noun in kind:
                box.you = box.actor = to
        for condition in (word.means, word.within):
            if condition is not None:
                self.k.condition(condition, box.child())
        for words in (word.through, word.tile):
            if words is not None:
                self.k.phrase(words, box.child(), "loop", LOOP)
        for words in (word.direction, word.turned, word.most):
            if words is not None:
                self.k.amount(words, box.child())

    # -------------------------------------------------------------- verbs and headings

    def _slots(self, word: Word, box: Box) -> None:
        for slot, kind in (word.data.get("slots") or {}).items():
            if kind == "amount":
                to = box.new(slot, "number", introduced="slot")
            else:
                to = box.new(kind, self.words.type_of(kind), introduced="slot")
                box.name(kind, to)
            box.name(slot, to)
            box.mention(to, LOOP)

    def _verb(self, word: Word) -> None:
        box = fresh_box(counted="before_act")
        if word.means is not None:
            box.mode, box.counted = "condition", "now"
        self._slots(word, box)
        if word.means is not None:
            self.k.condition(word.means, box)
        if word.do is not None:
            self.k.block(word.do, box)

    def _deed(self, word: Word, verb: str, block: B.Block) -> None:
        """What a verb of the core does to things of a noun; of a kind that is of a place, it knows the place."""
        box = fresh_box()
        kind = as_tuple(word.data.get("of"))
        number = self.words.type_of(word.id) in ("resource", "number")
        if not number:
            self.subject(box, word.id, "object", rank=LOOP)
        elif kind and kind[0] != "any":
            self.subject(box, kind[0], "object", rank=LOOP)
        self.k.block(block, box)

    def _heading(self, word: Word) -> None:
        card = Referent(-1, "card", "card", introduced="this")
        for block in (word.do, word.cost, *word.sources.values(), word.after, word.otherwise):
            if block is not None:
                self.k.block(block, fresh_box(this=card))
