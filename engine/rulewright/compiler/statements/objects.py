"""What an act is done to: which things a phrase names, and how many of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.expressions.phrases import ACTOR, EVERYBODY, noun_words
from rulewright.compiler.ir.expressions import Expr, Lit, literal
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.copies import Copies
from rulewright.compiler.procedures.flow import HUGE
from rulewright.compiler.scope import MeaningError, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import parted
from rulewright.language.trees.past import is_past
from rulewright.ruleset.where_cards_lie import kinds_by_zone

PLACES = (N.At, N.There, N.Relative, N.Participle, N.OfYours, N.NextTo, N.Related, N.Within, N.Where)
"""What says of cards where they lie, or by what they are known wherever they lie."""

HOW_MANY = "Say a number, “all”, “any number of”, “one or more”."


@dataclass(slots=True)
class Quant:
    """How many: expressions of the least and the most; `every` for all there are."""

    low: Expr
    high: Expr
    every: bool = False

    @classmethod
    def of(cls, low: int, high: int) -> Quant:
        """A number within limits that are known."""
        return cls(Lit(low), Lit(high))

    @classmethod
    def exactly(cls, number: Expr) -> Quant:
        """So many."""
        return cls(number, number)

    @property
    def one(self) -> bool:
        """Exactly one."""
        return self.low == self.high == Lit(1)

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the most, where both are numbers of the text itself."""
        low, high = literal(self.low), literal(self.high)
        assert low is not None and high is not None, self
        return low, high


ALL = Quant(Lit(0), Lit(HUGE), True)


class Objects:
    """Tells which things acts are done to, in one program."""

    def __init__(self, s: Services, x: Expressions) -> None:
        self.source = s.source
        self.texts = s.texts
        self.x = x
        self._copies = Copies(s)

    def lying(self, phrase: N.NounPhrase, verb: str, scope: Scope) -> N.NounPhrase:
        """What somebody chooses among, with where it lies: as is said, or in the own zones that the verb usually means.

        Cards are revealed from where the ruleset says, or else from a hand that cards are discarded from.

        Raises:
            MeaningError: RW0601 for cards of which nothing says where they lie, and which may lie where nobody sees
                them, or only somebody else.
        """
        known = self.x.selections.is_spoken_of(phrase) or self.x.selections.done_this_way(phrase, scope) is not None
        if known or not self.x.phrases.open(phrase) or not self.could_lie_anywhere(phrase) or not self._hides(phrase):
            return phrase
        usual = as_list((self.source.zones.get(verb) or {}).get("from"))
        if not usual and verb == "reveal":
            usual = as_list((self.source.zones.get("discard") or {}).get("from"))
            usual = usual if all(self.source.entry(zone).get("visible") == "owner" for zone in usual) else []
        if not usual:
            raise self.where_is_it(phrase)
        own = tuple(N.NounPhrase(determiner=N.Article(word=ACTOR), noun=zone) for zone in usual)
        place = own[0] if len(own) == 1 else N.Phrases(items=own, conjunction="and")
        there = N.At(preposition="in", phrase=place)
        return scope.make(replace(phrase, filters=(*phrase.filters, there), index=None), phrase)

    def must_say_where(self, phrase: N.NounPhrase) -> None:
        """Refuse cards onto which something goes, of which nothing says where they lie: RW0601, as `lying` does."""
        if self.could_lie_anywhere(phrase) and self._hides(phrase):
            raise self.where_is_it(phrase)

    def could_lie_anywhere(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase is of cards, and says nothing of where they lie or who has them."""
        noun = phrase.noun if isinstance(phrase.noun, str) else ""
        if self.source.type_of(noun) != "card" or self.x.phrases.can_lie(noun) or self.source.entry(noun).get("means"):
            return False
        det = phrase.determiner
        if isinstance(det, N.Possessive) or (isinstance(det, N.Article) and det.word in ("your", "their", "its")):
            return False
        return not self.x.phrases.topmost(phrase) and not any(map(self._tells_where, phrase.filters))

    def _tells_where(self, said: N.Filter) -> bool:
        """Whether a filter says where cards lie: “in your hand”, “with a hut”, but not “of that price”."""
        if isinstance(said, N.Of | N.With):
            thing = said.phrase
            return not isinstance(thing, N.NounPhrase) or self.source.type_of(str(thing.noun)) not in ("number", "word")
        return isinstance(said, PLACES)

    def _hides(self, phrase: N.NounPhrase) -> bool:
        """Whether such cards may lie in a zone that not everybody sees."""
        kinds, fits, noun = kinds_by_zone(self.source.ruleset), self.source.fits, str(phrase.noun)
        unseen = [zone for zone, entry in self.source.nouns.items() if entry.get("visible") in ("nobody", "owner")]
        there = {kind for zone in (*unseen, None) for kind in kinds.get(zone, ())} if unseen else set()
        return any(fits(kind, noun) or fits(noun, kind) for kind in there)

    @staticmethod
    def where_is_it(phrase: N.NounPhrase) -> MeaningError:
        """What refuses cards of which nothing says where they lie."""
        noun = noun_words(phrase)
        hint = f"Say where: “a {noun} in your …”, “a {noun} in the …”."
        return refuse(phrase, f"a {noun} could be any of the game, whoever has it", hint, code="RW0601")

    def things(self, phrase: N.NounPhrase, scope: Scope) -> tuple[Expr, str, str]:
        """(list, type, noun) of what a phrase names, piles included (`each of the top 5 cards of the deck`)."""
        top = self.top_cards(phrase, scope)
        noun = "thing" if self.x.phrases.is_piece(phrase) else self.x.phrases.kind(phrase)
        if top is not None:
            return top, "card", noun
        if self.source.entry(noun).get("type") == "number":  # "for each 3 levels you have": how often they go into it
            det = phrase.determiner
            size = det.low if isinstance(det, N.Quantity) and det.low else 1
            value = self.x.amounts.value(phrase, scope)
            return expr("range({} // {})", value, size), "number", noun
        counted = self.x.phrases.is_piece(phrase) or bool(self.source.entry(noun).get("held"))
        known = self.x.selections.done_this_way(phrase, scope) is not None
        if not counted and not known and any(isinstance(item, N.Participle) for item in phrase.filters):
            raise refuse(phrase, "what was done this way is only counted", "Say “for each …”.", code="RW0604")
        if counted:  # what cannot be told apart
            return expr("range({})", self.x.amounts.counted(phrase, scope)), "number", noun
        return self.x.selections.list_of(phrase, scope), self.source.type_of(noun), noun

    def times_each(self, phrase: N.NounPhrase, scope: Scope) -> tuple[Expr, str, str]:
        """What `for each` goes through; of `for each 2 of them` it is how often so many go into what there is."""
        det = phrase.determiner
        many = isinstance(det, N.Quantity) and det.kind == "count" and det.article is None and (det.low or 1) > 1
        # "discarded this way", "you have discarded this turn": how often that was done
        if not many and any(isinstance(item, N.Participle) or is_past(item) for item in phrase.filters):
            return expr("range({})", self.x.amounts.counted(phrase, scope)), "number", str(phrase.noun)
        kinds = self.x.likenesses.has_kinds(phrase)
        alike = parted(phrase)
        if kinds and alike is not None and det not in (None, N.Article(word="each"), N.Quantity(kind="count", low=1)):
            raise refuse(phrase, "how many of each kind?", "Say “for each different …”.", code="RW0604")
        if kinds and alike is not None:
            return expr("range({})", self.x.amounts.counted(phrase, scope)), "number", str(phrase.noun)
        if alike is not None and self.source.type_of(str(phrase.noun)) == "card":
            each = replace(phrase, determiner=None) if det == N.Article(word="each") else phrase
            return expr("range({})", self.x.amounts.counted(each, scope)), "number", str(phrase.noun)
        if not isinstance(det, N.Quantity) or not many or self.source.entry(str(phrase.noun)).get("type") == "number":
            return self.things(phrase, scope)
        count = self.x.amounts.counted(replace(phrase, determiner=None, plural=True), scope)
        return expr("range({} // {})", count, det.low), "number", str(phrase.noun)

    def top_cards(self, phrase: N.Phrase, scope: Scope) -> Expr | None:
        """`the top 3 cards of X`, `the bottom card of X`: a list, the outermost first; None for other phrases."""
        if not isinstance(phrase, N.NounPhrase) or not self.x.phrases.topmost(phrase):
            return None
        for item in phrase.filters:
            if isinstance(item, N.Of | N.At):
                pile = expr("s.zones[{}]", self.x.references.zone(item.phrase, scope))
                return self.x.sources.at_the_end(phrase, pile, scope)
        raise refuse(phrase, "the top of what?", "Name the pile: “the top 2 cards of …”.")

    def quantity(self, phrase: N.Phrase, scope: Scope) -> Quant:
        """How many of a phrase's things are meant."""
        if isinstance(phrase, N.AsMany):
            return Quant.exactly(self.x.amounts.how_many(phrase.number, scope))
        if isinstance(phrase, N.PartOf):
            return self.count(phrase.quantity)
        if isinstance(phrase, N.NounPhrase):
            det = phrase.determiner
            if isinstance(det, N.Quantity):
                return self.count(det)
            if det is None or phrase.plural or (isinstance(det, N.Article) and det.word in EVERYBODY):
                return ALL
        return Quant.of(1, 1)

    @staticmethod
    def count(det: N.Quantity) -> Quant:
        """How many a quantity asks for."""
        low, high = det.low, det.high if det.high is not None else det.low
        match det.kind:
            case "any_number":
                return Quant.of(0, HUGE)
            case "some":
                return Quant.of(1, HUGE)
            case "each" | "all":
                return ALL
            case "up_to" if high is not None:
                return Quant.of(0, high)
            case "at_least" if low is not None:
                return Quant.of(low, HUGE)
            case "more_than" if low is not None:
                return Quant.of(low + 1, HUGE)
            case "fewer_than" if high is not None:
                return Quant.of(0, max(high - 1, 0))
        assert low is not None and high is not None, det
        return Quant.of(low, high)

    def how_many(self, phrase: N.Phrase, scope: Scope) -> Quant:
        """How many are moved: a plural by itself does not say."""
        if isinstance(phrase, N.NounPhrase) and phrase.determiner is None and phrase.plural:
            raise refuse(phrase, "how many are meant?", HOW_MANY)
        return self.quantity(phrase, scope)

    def distinct(self, options: Expr) -> Expr:
        """Cards of which copies that lie together are one option."""
        return self._copies.distinct(options)


def object_of(node: N.Perform) -> N.Phrase:
    """What a verb is done to."""
    value = node.slot("object")
    if not isinstance(value, N.Phrase):
        verb = node.verb.replace("_", " ")
        raise refuse(node, f"{verb} what?", f"Say what is meant after the verb: “{verb} it”, “{verb} a …”.")
    return value


def draws_known(node: N.Node) -> bool:
    """Whether cards that were spoken of are drawn, wherever they lie, and not those on top: `draw one of them`.

    >>> draw = N.Perform(verb="draw", slots=(N.Slot(name="object", value=N.Pronoun(word="it")),))
    >>> draws_known(draw), draws_known(N.Perform(verb="draw"))
    (True, False)
    """
    thing = node.slot("object") if isinstance(node, N.Perform) and node.verb == "draw" else None
    if isinstance(thing, N.NounPhrase):
        said = thing.determiner
        word = said.word if isinstance(said, N.Article) else getattr(said, "article", None)
        return word in ("that", "this", "the")
    return isinstance(thing, N.Pronoun | N.PartOf)
