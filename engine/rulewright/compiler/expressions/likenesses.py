"""Sets of things that differ or agree in something: by what each is told, and how many there are at most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.compiler.expressions.amounts import Amounts
from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.ir.expressions import Call, Expr, Lit, Name
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.rewrite import replaced
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.records import dataclass
from rulewright.language.trees.likeness import KINDS, Likeness, parted

SO_MANY = (
    "Say it of so many cards that are put somewhere, “discard 2 cards with …”, or of what somebody has or holds; "
    "or say the same as what: “each card in your … whose … is this card's …”."
)
SO_MANY_OF = ("each", "no", "a", "any", "more", "fewer")
AT_LEAST = ("count", "at_least", "more_than", "some")


def told_of_all(node: N.Node | None) -> MeaningError:
    """The error for what several things are like, where each is looked at by itself."""
    found = "this is told of several things together, and here one after the other is looked at"
    return refuse(node, found, SO_MANY, code="RW0604")


@dataclass(frozen=True, slots=True)
class Alike:
    """Things of a set, each with what it differs or agrees in (`key`, which reads the thing)."""

    things: Things
    key: Expr
    differ: bool

    def key_of(self, thing: Expr) -> Expr:
        """What another thing differs or agrees in."""
        return replaced(self.key, {self.things.thing: thing})

    def as_often(self, fresh: Callable[[], Name]) -> Expr:
        """How many of them have the same as the thing itself, this one among them."""
        other = Things(fresh(), self.things.source, [])
        tests = [replaced(test, {self.things.thing: other.thing}) for test in self.things.tests]
        return other.narrowed(*tests, expr("{} == {}", self.key_of(other.thing), self.key)).counted()

    def most(self, fresh: Callable[[], Name]) -> Expr:
        """How many there are at most that all differ, or all agree."""
        if self.differ:
            return expr("len({})", Call("set", (self.things.each(self.key),)))
        return Call("max", (self.things.each(self.as_often(fresh)),), (("default", Lit(0)),))

    def groups(self, size: int, fresh: Callable[[], Name]) -> Expr:
        """How many times so many of them can be put together that agree: of 5 with the same there are 2 pairs."""
        same = Things(fresh(), Call("set", (self.things.each(self.key),)), [])
        other = Things(fresh(), self.things.source, [])
        tests = [replaced(test, {self.things.thing: other.thing}) for test in self.things.tests]
        those = other.narrowed(*tests, expr("{} == {}", self.key_of(other.thing), same.thing)).counted()
        return Call("sum", (same.each(expr("{} // {}", those, size)),))

    def sets(self, size: int, fresh: Callable[[], Name]) -> Expr:
        """How many times so many of them can be put together that all differ, each of them in one set only.

        There can be k such sets where the things, no more than k of each that are the same, are enough for them.
        """
        many = Things(fresh(), Call("range", (Lit(1), expr("{} // {} + 1", self.things.counted(), size))), [])
        same = Things(fresh(), Call("set", (self.things.each(self.key),)), [])
        other = Things(fresh(), self.things.source, [])
        tests = [replaced(test, {self.things.thing: other.thing}) for test in self.things.tests]
        those = other.narrowed(*tests, expr("{} == {}", self.key_of(other.thing), same.thing)).counted()
        usable = Call("sum", (same.each(expr("min({}, {})", those, many.thing)),))
        found = many.narrowed(expr("{} >= {} * {}", usable, size, many.thing))
        return Call("max", (found.each(many.thing),), (("default", Lit(0)),))


class Likenesses:
    """Tells sets of cards and spaces, in one program."""

    def __init__(self, s: Services, amounts: Amounts) -> None:
        self.source = s.source
        self.layout = s.layout
        self.module = s.module
        self.amounts = amounts

    def of(self, things: Things, phrase: N.NounPhrase, likeness: Likeness, scope: Scope) -> Alike:
        """Some things by what they differ or agree in; what has no such thing is none of the set.

        Raises:
            MeaningError: RW0604 for things of which nothing tells it.
        """
        noun = str(phrase.noun) if isinstance(phrase.noun, str) else "card"
        ref = Ref(things.thing, self.source.type_of(noun), noun)
        if likeness.noun == "" and ref.type != "card":  # no space and no player is there twice
            return Alike(things, things.thing, likeness.differ)
        if ref.type not in ("card", "space"):
            what = f"of a {noun_words(phrase)} nothing tells whether it is like another"
            raise refuse(likeness.node, what, "Say it of cards or spaces.", code="RW0604")
        if likeness.noun in ("", *KINDS):
            return Alike(things, self._kind(likeness, ref), likeness.differ)
        of = as_list(self.source.entry(likeness.noun).get("of"))
        if self.source.type_of(likeness.noun) != "number" or ref.type not in map(self.source.type_of, of):
            what = f"a {noun_words(phrase)} has no {likeness.noun.replace('_', ' ')} that could be compared"
            raise refuse(likeness.node, what, "Name a number of the things, or say “of the same kind”.", code="RW0604")
        tests = self.amounts.having(likeness.noun, ref)
        key = self.amounts.number_of(likeness.noun, ref, likeness.node, scope)
        if self.source.entry(likeness.noun).get("values"):
            tests.append(expr("{} not in {}", key, self.amounts.no_values(likeness.noun)))
        return Alike(things.narrowed(*tests), key, likeness.differ)

    def count(self, phrase: N.NounPhrase, alone: N.NounPhrase, likeness: Likeness, scope: Scope) -> Expr:
        """`the number of different cards in your hand`; of `for each 2 cards with the same price` how many pairs.

        Of `for each 3 cards with different prices` it is how many such sets there are, none of which shares a card.

        Raises:
            MeaningError: RW0604 where it is not told how many belong together.
        """
        many = phrase.determiner
        size = many.low if isinstance(many, N.Quantity) and many.kind == "count" and many.article is None else None
        together = size is not None and size > 1
        kinds = likeness.differ and likeness.noun == "" and not together and (many is None or size == 1)
        if not kinds and (not together or (likeness.differ and likeness.noun == "")):  # so many cards, or sets of them?
            raise told_of_all(likeness.node)
        alone = replace(alone, determiner=None, plural=True)
        alike = self.of(self.amounts.selections.each(alone, scope), alone, likeness, scope)
        if kinds:
            return alike.most(self.module.fresh)
        return (alike.sets if likeness.differ else alike.groups)(size or 1, self.module.fresh)

    def of_each_kind(self, phrase: N.NounPhrase, scope: Scope) -> list[N.NounPhrase] | None:
        """`different signs`, `pieces of different kinds`: those of each kind by itself; None for other phrases.

        The kinds are those that the lexicon says are one: of `roof: {is: part}` a roof, whatever is a roof, too.

        Raises:
            MeaningError: RW0604 of what has no kinds, or is more than its kinds.
        """
        told = parted(phrase) if isinstance(phrase.noun, str) else None
        if told is None or not self.has_kinds(phrase):
            return None
        alone, likeness = told
        noun = str(alone.noun)
        if not likeness.differ or likeness.noun not in ("", *KINDS):
            raise refuse(likeness.node, f"of a {noun_words(phrase)} nothing tells this", SO_MANY, code="RW0604")
        kinds = self.layout.kinds_next_to(noun)
        if not kinds:
            raise refuse(phrase, f"there are no kinds of {noun_words(phrase)}", "Say it without.", code="RW0604")
        det = alone.determiner
        said = isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in SO_MANY_OF)
        bare = replace(alone, determiner=None if said else det)
        return [scope.make(replace(bare, noun=kind, plural=True), phrase) for kind in kinds]

    def has_kinds(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase is of what the lexicon counts by kinds: pieces, and what players hold."""
        held = isinstance(phrase.noun, str) and self.source.entry(phrase.noun).get("type") == "resource"
        return held or self.amounts.phrases.is_piece(phrase)

    def enough(self, phrase: N.NounPhrase, alike: Alike) -> Expr:
        """Whether there are as many that differ, or agree, as a phrase asks for.

        Raises:
            MeaningError: RW0604 where it is not asked for so many, or more.
        """
        many = phrase.determiner
        if not isinstance(many, N.Quantity) or many.kind not in AT_LEAST or many.low is None or many.article:
            hint = "Say so many of them: “2 cards with the same …”, or that all cards have the same or different ones."
            raise refuse(phrase, "how many of them differ or agree?", hint, code="RW0604")
        return expr("{} >= {}", alike.most(self.module.fresh), many.low + (many.kind == "more_than"))

    def all_of(self, alike: Alike, whole: Things) -> Expr:
        """Whether all of some things differ from each other, or agree."""
        return expr("{} == {}", alike.most(self.module.fresh), whole.counted())

    def _kind(self, likeness: Likeness, ref: Ref) -> Expr:
        """Of which kind a thing is, or which of several copies are the same, as a number."""
        if ref.type != "card":
            what = "of cards alone it is told of which kind each is"
            raise refuse(likeness.node, what, "Name a number that the places have.", code="RW0604")
        names = [card.kind if likeness.noun else card.component for card in self.layout.cards]
        order = {name: number for number, name in enumerate(dict.fromkeys(names))}
        table = self.module.constant(tuple(order[one] for one in names), f"LIKE_{likeness.noun or 'itself'}")
        return expr("{}[{}]", table, ref.expr)
