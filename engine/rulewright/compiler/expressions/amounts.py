"""Numbers: amounts, counts, values that are kept or computed, the arguments of a term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.phrases import Phrases, counted_things, says_who_has, tells_whose
from rulewright.compiler.expressions.pieces import ANOTHER, Pieces
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Binary, Call, Cell, Collection, Compare, Expr, Lit, total
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.refusals.other_kinds import kinds_left_out
from rulewright.compiler.scope import DICE, Ref, Scope, of_nobody, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import parted
from rulewright.language.trees.past import is_result_of

COMPARISONS = {
    "equal": "==", "exactly": "==", "at_least": ">=", "at_most": "<=", "higher_than": ">", "lower_than": "<",
    "more_than": ">", "fewer_than": "<",
}  # fmt: skip
RESULT = "result"
"""What dice show."""
ROLLED_BEFORE = (
    "Say it right behind the roll, “roll a die. If the result is …”; behind “you may roll a die” say “if you do, …”."
)
TOGETHER = {"total": "sum", "highest": "max", "lowest": "min"}


class Amounts:
    """Says how many."""

    def __init__(
        self,
        s: Services,
        up: Recursion,
        phrases: Phrases,
        references: References,
        pieces: Pieces,
        selections: Selections,
    ) -> None:
        self.source = s.source
        self.layout = s.layout
        self.texts = s.texts
        self.module = s.module
        self.tables = s.tables
        self.up = up
        self.phrases = phrases
        self.references = references
        self.pieces = pieces
        self.selections = selections
        self._itself: tuple[str, tuple[Expr, ...]] | None = None  # the kept number that is set now

    @contextmanager
    def itself(self, noun: str, args: Sequence[Expr]) -> Iterator[None]:
        """While it is said what a kept number is set to, it is what is kept: what texts add is not added for good."""
        self._itself = noun, tuple(args)
        try:
            yield
        finally:
            self._itself = None

    def amount(self, node: N.Amount | N.Phrase, scope: Scope) -> Expr:
        """A number as an expression."""
        match node:
            case N.Number(value=value):
                return Lit(value)
            case N.Plus():
                return expr("{} + {}", self.amount(node.left, scope), self.amount(node.right, scope))
            case N.Minus():
                return expr("{} - {}", self.amount(node.left, scope), self.amount(node.right, scope))
            case N.Times():
                return expr("{} * {}", node.factor, self.amount(node.number, scope))
            case N.Bounded(most=int() | N.Amount() as most):
                return expr("min({}, {})", self.amount(replace(node, most=None), scope), self.bound(most, scope))
            case N.Bounded(least=int() | N.Amount() as least):
                return expr("max({}, {})", self.amount(replace(node, least=None), scope), self.bound(least, scope))
            case N.Bounded():
                return self.amount(node.number, scope)
            case N.Half(rounded="up"):
                return expr("({} + 1) // 2", self.amount(node.number, scope))
            case N.Half():
                return expr("{} // 2", self.amount(node.number, scope))
            case N.CountOf():
                return self.counted(node.phrase, scope)
            case N.Value():
                return self.value(node.phrase, scope)
            case N.Phrase():
                return self.value(node, scope)
        raise refuse(node, "a number was expected here", code="RW0606")

    def bound(self, most: int | N.Amount, scope: Scope) -> int | Expr:
        """What a number is never higher, or never lower than."""
        return most if isinstance(most, int) else self.amount(most, scope)

    def how_many(self, node: N.Amount, scope: Scope) -> Expr:
        """An amount as how much is done of something: of less than nothing nothing is done."""
        number = self.amount(node, scope)
        return expr("max(0, {})", number) if _below_zero(node) else number

    def counted(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """How many things a phrase names, of which it tells whose they are if players own such things."""
        if isinstance(phrase, N.NounPhrase) and self.phrases.is_piece(phrase):
            self.pieces.must_tell_whose(phrase, scope)
        return self.count(phrase, scope)

    def count(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """How many things a phrase names."""
        if isinstance(phrase, N.Phrases):
            return total(*(self.count(item, scope) for item in phrase.items))
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "things that can be counted were expected here")
        done = self.up.history.number(phrase, scope)
        if done is not None:
            return done
        if (kinds := self.up.likenesses.of_each_kind(phrase, scope)) is not None:
            return total(*(expr("min(1, {})", self.count(kind, scope)) for kind in kinds))
        if any(isinstance(item, N.Participle) for item in phrase.filters):
            return self._done_this_way(phrase, scope)
        if self.phrases.is_piece(phrase):
            return self.pieces.piece_count(phrase, scope)
        if isinstance(phrase.noun, str) and self.source.entry(phrase.noun).get("held"):
            return self.held(phrase, self._whose(phrase, scope), scope)
        if isinstance(phrase.noun, str) and self.source.entry(phrase.noun).get("type") == "number":
            return self.value(phrase, scope)
        told = parted(phrase)
        if told is not None and self.source.type_of(str(phrase.noun)) == "card":
            return self.up.likenesses.count(phrase, *told, scope)
        return self.selections.each(phrase, scope).counted()

    def _done_this_way(self, phrase: N.NounPhrase, scope: Scope) -> Expr:
        """How many things there are with which something was done: all, or those that were somebody's."""
        if not tells_whose(phrase):
            counted = scope.done.get(counted_things(phrase))
            if counted is None:
                raise refuse(phrase, "nothing was done this way before")
            return counted
        det = phrase.determiner
        if isinstance(det, N.Possessive) and det.owner == ANOTHER:
            return self.done_to_those_of(phrase, "!=", scope.you, scope)
        seat = self.references.possessor(phrase, scope)
        if seat is None:
            raise refuse(phrase, "of what was done this way it is only noted which player's it was", code="RW0604")
        return self.done_to_those_of(phrase, "==", seat, scope)

    def done_to_those_of(self, phrase: N.NounPhrase, relation: str, seat: Expr, scope: Scope) -> Expr:
        """How many of the things of a player, or of all others, something was done with."""
        seats = scope.done.get(counted_things(phrase, whose=True))
        if seats is None:
            what = "whose what was done this way is, is not noted here"
            raise refuse(phrase, what, "Say it without whose: “each … this way”.", code="RW0604")
        one = self.module.fresh()
        return Things(one, seats, [Compare(one, relation, seat)]).counted()

    def value(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """The value of a number noun."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise refuse(phrase, "a number was expected here", code="RW0606")
        noun = phrase.noun
        entry = self.source.entry(noun)
        if noun == RESULT and not entry and is_result_of(phrase):
            theirs = self.references.bound(phrase, scope)
            if theirs is None:
                raise refuse(phrase, "what their die shows is not known here", ROLLED_BEFORE, code="RW0604")
            return theirs.expr
        if noun in scope.names and scope.names[noun].type == "number":
            return self._of_dice(phrase, scope) if phrase.adjectives else scope.names[noun].expr
        told = self.source.has_values(noun) or (noun == RESULT and not phrase.adjectives)
        chosen = self.references.bound(phrase, scope) if told else None
        if chosen is not None and (chosen.type, chosen.noun) == ("number", noun):
            return chosen.expr
        if noun == RESULT and not entry:
            raise refuse(phrase, "what the dice show is not known here", ROLLED_BEFORE, code="RW0604")
        if entry.get("type") == "resource" and entry.get("held"):
            return self.held(phrase, self._whose(phrase, scope), scope)
        if entry.get("type") != "number":
            if phrase.plural or isinstance(phrase.determiner, N.Quantity):
                return self.count(phrase, scope)
            raise refuse(phrase, f"“{noun.replace('_', ' ')}” is not a number", code="RW0606")
        if entry.get("table"):
            return Lit(self.tables.figure(entry["table"]))
        if phrase.adjectives:
            return self._extreme(phrase, scope)
        for described in phrase.filters:
            if not self._says_of_what(described, entry, scope):
                raise refuse(
                    described,
                    f"this describes the number “{noun.replace('_', ' ')}”, which counts what it always does",
                    "Count the things themselves: “the number of …”, “for each …” with a noun for them.",
                    code="RW0603",
                )
        return self.number(noun, *self.arguments(phrase, scope))

    def number(self, noun: str, *args: Expr) -> Expr:
        """The call of a number's function; args are what it is of."""
        if self._itself == (noun, args):
            return self.kept_cell(noun, args)
        return expr("{}(s, *{})", self.up.definitions.number(noun), args)

    def _says_of_what(self, described: N.Filter, entry: Mapping[str, Any], scope: Scope) -> bool:
        """Whether a filter of a number tells what the number is of, and nothing else."""
        kinds = {self.source.type_of(kind) for kind in as_list(entry.get("of"))}
        match described:
            case N.At(phrase=N.NounPhrase(noun=str() as noun)):
                return self.source.type_of(noun) in kinds
            case N.At():
                return self.references.ref(described.phrase, scope).type in kinds
            case N.Relative():
                return says_who_has(described) and "player" in kinds
        return isinstance(described, N.Of)

    def held(self, phrase: N.NounPhrase, seat: Expr, scope: Scope) -> Expr:
        """How much a seat holds of a resource: of the kind that the phrase tells, or of all its kinds together."""
        noun = str(phrase.noun)
        for described in phrase.filters:
            if not isinstance(described, N.Of) and not says_who_has(described):
                what = f"what is counted is not kept apart, so no {noun.replace('_', ' ')} can be described like this"
                raise refuse(described, what, "Say of what kind it is: “… of that …”.", code="RW0603")
        which = self.which_kind(phrase, scope)
        return self.row(noun, seat) if which is None else self.of_kind(noun, which, seat)

    def _whose(self, phrase: N.NounPhrase, scope: Scope) -> Expr:
        """Of whom a phrase counts what seats hold."""
        seat = self.references.possessor(phrase, scope) or self.references.having(phrase, scope)
        if seat is None:
            raise of_nobody(phrase, str(phrase.noun))
        return seat

    def row(self, noun: str, seat: Expr) -> Expr:
        """How much of a resource a seat holds, of all its kinds together."""
        kinds = self.layout.held_kinds(noun) or [noun]
        return total(*(expr("n[{} + {}]", self.layout.held[kind], seat) for kind in kinds))

    def which_kind(self, item: N.Phrase, scope: Scope) -> Expr | None:
        """`2 fruits of that tree`: the thing that tells the kind; None where nothing does."""
        for one in item.filters if isinstance(item, N.NounPhrase) else ():
            if isinstance(one, N.Of):
                which = self.references.ref(one.phrase, scope)
                if which.type == "player":  # whose they are
                    continue
                noun = str(item.noun) if isinstance(item, N.NounPhrase) else ""
                known = self._things_with_a_kind(noun)
                things = self.layout.things_of(which.noun)
                lacking = [thing for thing in things if thing not in known]
                if lacking:
                    kind, name = which.noun.replace("_", " "), self._called(which, lacking)
                    what = f"not every {kind} tells a kind of {noun.replace('_', ' ')}: {name} does not"
                    hint = "Give each of them one, with a resource that is `of` it, or speak of those that have one."
                    raise refuse(one, what, hint, code="RW0603")
                return which.expr
        return None

    def _things_with_a_kind(self, noun: str) -> dict[int, int]:
        """Where the kind of a resource is counted that is of a thing, by the thing."""
        return {
            thing: self.layout.held[kind] for kind in self.layout.held_kinds(noun)
            for of in as_list(self.source.entry(kind).get("of")) for thing in self.layout.things_of(of)
        }  # fmt: skip

    def of_kind(self, noun: str, which: Expr, seat: Expr) -> Cell:
        """The number of how much a seat holds of the kind of a resource that is of a thing."""
        table = self.module.constant(self._things_with_a_kind(noun), f"KIND_{noun}")
        return Cell(expr("{}[{}] + {}", table, which, seat))

    def _called(self, which: Ref, lacking: list[int]) -> str:
        """The first of some things by its id."""
        layout = self.layout
        if not lacking:
            return f"a {which.noun.replace('_', ' ')}"
        return layout.cards[lacking[0]].component if which.type == "card" else layout.names[lacking[0]]

    def arguments(self, phrase: N.NounPhrase, scope: Scope, which: Sequence[int] | None = None) -> list[Expr]:
        """What a number is of, as the phrase that names it tells; which: of which of them alone (-1 for the others)."""
        kinds = enumerate(as_list(self.source.entry(str(phrase.noun)).get("of")))
        asked = [(kind, which is None or number in which) for number, kind in kinds]
        return [self._argument(kind, phrase, scope) if told else Lit(-1) for kind, told in asked]

    def any_to_lose(self, node: N.Node, scope: Scope) -> Expr | None:
        """Whether there is any of what an act loses; None where that is not counted, or can always be lost."""
        if not isinstance(node, N.Perform) or node.verb != "lose" or self.source.deed_of(node) is not None:
            return None
        thing = node.slot("object")
        thing = thing.whole if isinstance(thing, N.PartOf) else thing  # “all your points”
        noun = thing.noun if isinstance(thing, N.NounPhrase | N.AsMany) else None
        if not isinstance(noun, str):
            return None
        kinds = self.layout.held_kinds(noun) or ((noun,) if noun in self.layout.held else ())
        kinds = [kind for kind in kinds if kind not in kinds_left_out(node)]
        if kinds:
            return expr("{} > 0", total(*(Cell(expr("{} + {}", self.layout.held[kind], scope.you)) for kind in kinds)))
        least = self.texts.word("nouns", noun).least
        if not self.source.entry(noun).get("kept") or least is None:
            return None
        return expr("{} > {}", self.kept_cell(noun, [scope.you]), self.amount(self.texts.amount(least), scope))

    def kept_cell(self, noun: str, args: Sequence[Expr]) -> Cell:
        """The integer of a kept number; args are what it is of."""
        kept = self.layout.kept[noun]
        kinds = as_list(self.source.entry(noun).get("of"))
        index: Expr = Lit(kept.first)
        at: Expr | None = None  # the place within what is told so far
        for kind, arg, things in zip(kinds, args, kept.things, strict=True):
            if self.source.type_of(kind) != "player":
                table = [0] * (max(things, default=0) + 1)
                for number, thing in enumerate(things):
                    table[thing] = number
                arg = expr("{}[{}]", self.module.constant(tuple(table), "T_" + kind), arg)
            if at is None:
                row, at = index, arg
            else:
                row = expr("{} + {} * {}", kept.first, at, len(things))
                at = expr("{} * {} + {}", at, len(things), arg)
            index = Binary(row, "+", arg)
        return Cell(index)

    def limited(self, noun: str, args: Sequence[Expr], value: Expr) -> Expr:
        """A value for a kept number, within its limits."""
        word = self.texts.word("nouns", noun)
        scope = Scope(args[0] if args else Lit(0))
        if word.most is not None:
            value = expr("min({}, {})", self.amount(self.texts.amount(word.most, scope), scope), value)
        if word.least is not None:
            value = expr("max({}, {})", self.amount(self.texts.amount(word.least, scope), scope), value)
        return value

    def circle(self, entry: dict[str, Any]) -> int:
        """How many values there are around the circle that a number goes round."""
        around = entry["around"]
        return len(self.source.entry(around)["values"]) if isinstance(around, str) else int(around)

    def _extreme(self, phrase: N.NounPhrase, scope: Scope) -> Expr:
        """`the total worth of your cards`, `the highest price of …`: one number of several things."""
        noun = str(phrase.noun)
        of = next((item.phrase for item in phrase.filters if isinstance(item, N.Of)), None)
        word = phrase.adjectives[0]
        if len(phrase.adjectives) != 1 or word not in (*TOGETHER, "different") or not isinstance(of, N.NounPhrase):
            raise refuse(phrase, f"this description does not fit the number “{noun.replace('_', ' ')}”", code="RW0603")
        if word == "different":
            return Call("len", (self.different_values(phrase, scope),))
        values = self._of_each(noun, of, scope)
        function = TOGETHER[word]
        return Call(function, (values,), () if function == "sum" else (("default", Lit(0)),))

    def different_values(self, phrase: N.NounPhrase, scope: Scope) -> Expr:
        """The values of `different colours of your fields`, as a set."""
        noun = str(phrase.noun)
        of = next((item.phrase for item in phrase.filters if isinstance(item, N.Of)), None)
        if not isinstance(of, N.NounPhrase):
            raise refuse(phrase, f"this description does not fit the number “{noun.replace('_', ' ')}”", code="RW0603")
        return expr("{}.difference({})", Call("set", (self._of_each(noun, of, scope),)), self.no_values(noun))

    def _of_each(self, noun: str, of: N.NounPhrase, scope: Scope) -> Expr:
        """A number of each of several things."""
        things = self.selections.each(of, scope)
        kind = self.source.type_of(str(of.noun))
        args = [
            things.thing if self.source.type_of(base) == kind else self._argument(base, N.NounPhrase(noun=noun), scope)
            for base in as_list(self.source.entry(noun).get("of"))
        ]
        return things.each(self.number(noun, *args))

    def _of_dice(self, phrase: N.NounPhrase, scope: Scope) -> Expr:
        """`the highest result of those dice`: of what each of them shows; a number with a name is nothing else.

        Raises:
            MeaningError: RW0603 where a named number is described otherwise.
        """
        of = phrase.filters[0] if len(phrase.filters) == 1 else None
        function = TOGETHER.get(phrase.adjectives[0]) if len(phrase.adjectives) == 1 else None
        dice = of.phrase if isinstance(of, N.Of) else None
        if function is None or not isinstance(dice, N.NounPhrase | N.Pronoun) or not self._dice(dice, scope):
            noun = str(phrase.noun).replace("_", " ")
            raise refuse(phrase, f"this description does not fit the number “{noun}”", code="RW0603")
        thrown = self.selections.list_of(dice, scope)
        return Call(function, (thrown,), () if function == "sum" else (("default", Lit(0)),))

    def _dice(self, phrase: N.NounPhrase | N.Pronoun, scope: Scope) -> bool:
        """Whether a phrase means dice that were rolled."""
        if isinstance(phrase, N.NounPhrase):
            return isinstance(phrase.noun, str) and self.source.fits(phrase.noun, "die")
        several = self.references.several(phrase, scope)
        return several is not None and several.type == DICE

    def having(self, number: str, ref: Ref) -> list[Expr]:
        """The test whether a card has a number that is printed on some cards only."""
        entry = self.source.entry(number)
        attribute = entry.get("attribute")
        if ref.type != "card" or not attribute or "default" in entry:
            return []
        having = tuple(attribute in card.attributes for card in self.layout.cards)
        if all(having):
            return []
        return [expr("{}[{}]", self.module.constant(having, f"HAVING_{number}"), ref.expr)]

    def no_values(self, noun: str) -> Expr:
        """The values of a number that has named ones that stand for none."""
        entry = self.source.entry(noun)
        names = as_list(entry.get("values"))
        none = (0, *(names.index(name) + 1 for name in as_list(entry.get("unsaid")))) if names else ()
        return Collection("tuple", tuple(Lit(value) for value in none))

    def _argument(self, kind: str, phrase: N.NounPhrase, scope: Scope) -> Expr:
        base = self.source.type_of(kind)
        thing = None
        if base == "player":
            seat = self.references.possessor(phrase, scope) or self.references.having(phrase, scope)
            if seat is not None:
                return seat
        else:
            thing = self.references.possessed_by(phrase, scope)
            if thing is not None and thing.type == base:
                return thing.expr
            for item in phrase.filters:
                if isinstance(item, N.At | N.Of):
                    ref = self.references.ref(item.phrase, scope)
                    if ref.type == base:
                        return ref.expr
        return self.references.implied(phrase, kind, scope).expr

    def number_held(self, phrase: N.NounPhrase, who: Ref, scope: Scope) -> Expr:
        """A number that somebody has: in something, where the phrase says in what."""
        noun, of = str(phrase.noun), as_list(self.source.entry(str(phrase.noun)).get("of"))
        if len(of) < 2:
            return self.number(noun, who.expr)
        args = [
            who.expr if self.source.type_of(kind) == who.type else self._argument(kind, phrase, scope) for kind in of
        ]
        return self.number(noun, *args)

    def number_of(self, noun: str, thing: Ref, node: N.Node, scope: Scope) -> Expr:
        """A number of a thing; node: what says so in the text, which tells of what else it is."""
        of = as_list(self.source.entry(noun).get("of"))
        if noun == "result" and self.source.fits(thing.noun, "die"):  # a die is known by what it shows
            return thing.expr
        if not of:
            return self.value(N.NounPhrase(noun=noun), scope)
        args = [
            thing.expr if self.source.type_of(kind) == thing.type else self.references.implied(node, kind, scope).expr
            for kind in of
        ]
        return self.number(noun, *args)


def _below_zero(node: N.Amount) -> bool:
    """Whether an amount can be below zero, as far as its words tell."""
    match node:
        case N.Number() | N.CountOf():
            return False
        case N.Times() | N.Half():
            return _below_zero(node.number)
        case N.Plus():
            return _below_zero(node.left) or _below_zero(node.right)
        case N.Bounded():
            sure = node.least is not None and not (isinstance(node.least, N.Amount) and _below_zero(node.least))
            most = isinstance(node.most, N.Amount) and _below_zero(node.most)
            return most or (not sure and _below_zero(node.number))
    return True
