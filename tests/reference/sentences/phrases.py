"""Draws what names things: noun phrases with their determiners and filters, pronouns, amounts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulewright.language import nodes as N
from tests.reference.sentences.wordlist import Wordlist

Made = Callable[[], Any]
THIS = {"this_turn": ("this_turn", "last_turn", "since_last_turn"), "this_round": ("this_round", "last_round")}


def since_when(times: Iterable[str]) -> list[str]:
    """Of which times a game can say that something was done then, of the times that it has."""
    return [time for begun, asked in THIS.items() if begun in times for time in asked]


DETERMINERS = {  # by type: words, the more often the oftener
    "player": "each each each another another all_other all_other each_other each_other a a any no that the all both",
    "card": "a a a each each this this that that the any another no all all your its",
    "space": "a a a each each that that the any another no all all your",
    "piece": "a a a each your your your their the any no all all another that",
    "zone": "your your your their their the the a each that its",
    "number": "your your your the their its its that",
    "resource": "your your all all the a a no their",
}
OTHERS = "same different most fewest the_other each_other this that its their"
KINDS = (
    "count",
    "up_to",
    "at_least",
    "at_most",
    "exactly",
    "either",
    "range",
    "more_than",
    "fewer_than",
    "any_number",
    "some",
)


class Phrases:
    """Draws phrases, from one source of chance."""

    def __init__(self, words: Wordlist, chance: random.Random) -> None:
        self.w, self.chance = words, chance

    # ------------------------------------------------------------ chance

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.chance.random() < share

    def pick(self, items: Sequence[Any]) -> Any:
        """One of several."""
        return items[self.chance.randrange(len(items))]

    def one_of(self, *makers: tuple[float, Made]) -> Any:
        """What one of several makers makes, by their weights."""
        weights = [weight for weight, _ in makers]
        return self.chance.choices([make for _, make in makers], weights)[0]()

    def small(self) -> int:
        """A small number."""
        return self.chance.choices((0, 1, 2, 3, 4, 6), (1, 8, 6, 3, 1, 1))[0]

    # ------------------------------------------------------------ determiners

    def article(self, kind: str) -> N.Article:
        """A determiner of one word."""
        words = OTHERS if self.often(0.04) else DETERMINERS.get(kind, DETERMINERS["space"])
        return N.Article(word=self.pick(words.split()))

    def quantity(self, kinds: Sequence[str] = KINDS, article: bool = False) -> N.Quantity:
        """A number of things."""
        kind = "count" if self.often(0.6) and "count" in kinds else self.pick(kinds)
        if kind in ("each", "all"):
            return N.Quantity(kind=kind)
        low, high = max(1, self.small()), None
        if kind in ("either", "range"):
            high = low + 1 if kind == "either" else low + 1 + self.chance.randrange(2)
        elif kind in ("up_to", "at_most", "fewer_than"):
            low, high = None, low + (kind == "fewer_than")
        elif kind in ("any_number", "some"):
            low = None
        before = self.pick(("the", "your", "top", "first", "their", "that")) if article and kind == "count" else None
        return N.Quantity(kind=kind, low=low, high=high, article=before)

    def determiner(self, kind: str, depth: int) -> N.Determiner | None:
        """What stands before a noun."""
        share = self.chance.random()
        if kind in ("zone", "number"):
            return self.possessive(depth) if share < 0.12 else self.article(kind)
        if kind in ("piece", "resource"):
            return (
                self.quantity(article=self.often(0.06))
                if share < 0.5
                else (self.possessive(depth) if share < 0.56 else self.article(kind))
            )
        if share < 0.22:
            return self.quantity(article=self.often(0.1))
        return self.possessive(depth) if share < 0.26 and depth > 0 else self.article(kind)

    def possessive(self, depth: int) -> N.Possessive:
        """`another player's`."""
        owner: N.Phrase = self.one_of(
            (
                3,
                lambda: N.NounPhrase(
                    determiner=N.Article(word=self.pick(("another", "that", "each", "the"))), noun="player"
                ),
            ),
            (1, lambda: self.noun(self.pick(self.w.things or ["player"]), depth - 2)),
        )
        return N.Possessive(owner=owner)

    # ------------------------------------------------------------ nouns

    def noun(self, kind: str, depth: int, nouns: Sequence[str] = (), open_: bool = False) -> N.Phrase:
        """A noun phrase for a type of things. open_: one that leaves open which thing is meant, or names all."""
        names = list(nouns) or self.w.named(kind)
        if not names:
            names = ["player"]
        name: Any = self.pick(names)
        kind = self.w.type_of(name)
        det: N.Determiner | None = self.determiner(kind, depth)
        if (
            open_
            and isinstance(det, N.Article)
            and det.word not in ("a", "each", "all", "another", "each_other", "all_other")
        ):
            det = N.Article(word=self.pick(("a", "each", "all")))
        plural = det is None or (
            isinstance(det, N.Article)
            and det.word in ("your", "the", "their", "this", "that", "no")
            and self.often(0.3)
        )
        if isinstance(det, N.Possessive):
            plural = self.often(0.2)
        if self.often(0.05):
            det, plural = None, True
        if self.often(0.03) and len(names) > 1:
            both = self.chance.sample(names, 2)
            name = N.NounGroup(conjunction=self.pick(("or", "and")), nouns=tuple(N.BareNoun(noun=x) for x in both))
        adjectives: tuple[str, ...] = ()
        if self.often(0.13) and self.w.adjectives.get(kind):
            adjectives = (self.pick(self.w.adjectives[kind]),)
        if kind == "number" and self.often(0.04):
            adjectives = (self.pick(("total", "highest", "lowest")),)
        filters = self.filters(kind, depth, str(name)) if depth > 0 else ()
        index = self.small() if self.often(0.004) else None
        return N.NounPhrase(
            determiner=det, adjectives=adjectives, noun=name, index=index, filters=filters, plural=plural
        )

    def phrase(self, kind: str, depth: int, nouns: Sequence[str] = ()) -> N.Phrase:
        """Whatever can name things of a type: nouns, pronouns, parts and lists."""
        share = self.chance.random()
        if share < 0.03 and kind in ("card", "piece", "space"):
            return self.pointed_at(kind, nouns)
        if share < 0.12:
            return self.pronoun(kind)
        if share < 0.15 and depth > 0:
            whole = self.one_of(
                (2, lambda: N.Pronoun(word="them")),
                (3, lambda: self.plural(kind, depth - 1, nouns)),
            )
            kinds = self.pick((("each",), ("all",), ("any_number",), ("count", "up_to", "some", "at_least")))
            return N.PartOf(quantity=self.quantity(kinds), whole=whole)
        if share < 0.18 and depth > 0:
            items = tuple(self.noun(kind, depth - 2, nouns) for _ in range(2 + self.often(0.2)))
            return N.Phrases(conjunction=self.pick(("and", "or")), items=items)
        if share < 0.2 and kind in ("card", "piece", "resource"):
            names = list(nouns) or self.w.named(kind) or ["card"]
            return N.AsMany(noun=self.pick(names), number=self.amount(depth - 1))
        return self.noun(kind, depth, nouns)

    def plural(self, kind: str, depth: int, nouns: Sequence[str] = ()) -> N.NounPhrase:
        """Several things that are known: `your workers`, `the cards in your hand`."""
        names = list(nouns) or self.w.named(kind) or ["player"]
        word = self.pick(("your", "the", "those", "their"))
        return N.NounPhrase(
            determiner=N.Article(word="that" if word == "those" else word),
            noun=self.pick(names),
            plural=True,
            filters=self.filters(kind, depth - 1, ""),
        )

    def pointed_at(self, kind: str, nouns: Sequence[str] = ()) -> N.NounPhrase:
        """What was spoken of: `that card`, `those workers`."""
        names = list(nouns) or self.w.named(kind) or ["card"]
        return N.NounPhrase(determiner=N.Article(word="that"), noun=self.pick(names), plural=self.often(0.6))

    def pronoun(self, kind: str) -> N.Pronoun:
        """A pronoun for a thing of a type, mostly."""
        if self.often(0.08):
            return N.Pronoun(word=self.pick(("them", "the_rest", "the_others", "itself", "themselves", "you", "it")))
        return N.Pronoun(word=self.pick(("you", "them") if kind == "player" else ("it", "it", "them")))

    def subject(self, depth: int) -> N.Phrase:
        """Who does something."""
        return self.one_of(
            (5, lambda: N.Pronoun(word="you")),
            (1, lambda: N.Pronoun(word=self.pick(("they", "nobody", "it", "them")))),
            (6, lambda: self.noun("player", depth - 1)),
        )

    def zone(self, depth: int, cards: bool = True) -> N.Phrase:
        """A zone."""
        if not self.w.zones:
            return self.noun("space", depth - 1)
        return self.noun("zone", depth - 2 if self.often(0.8) else depth)

    def place(self, depth: int) -> N.Phrase:
        """Where something can be."""
        kinds = [kind for kind in ("space", "region", "border") if kind in self.w.things]
        if self.w.zones:
            kinds.append("zone")
        return self.phrase(self.pick(kinds), depth - 1) if kinds else self.zone(depth)

    # ------------------------------------------------------------ filters

    def filters(self, kind: str, depth: int, noun: str) -> tuple[N.Filter, ...]:
        """What narrows a noun down: mostly nothing."""
        found: list[N.Filter] = []
        if self.often(0.14):
            found.append(self.closed_filter(kind, depth))
        if self.often(0.3 if depth > 1 else 0.15) or (kind == "card" and self.often(0.4)):
            found.append(self.open_filter(kind, depth - 1))
        return tuple(found)

    def closed_filter(self, kind: str, depth: int) -> N.Filter:
        """A filter that ends by itself."""
        after = [a for a in self.w.adjectives.get(kind, []) if self.w.lexicon.adjectives[a].after]
        verbs = [v for v, w in self.w.states.items() if len(w.slots) == 1]
        who = lambda: self.one_of(  # noqa: E731
            (4, lambda: N.Pronoun(word="you")),
            (1, lambda: N.Pronoun(word=self.pick(("they", "nobody", "it")))),
            (
                2,
                lambda: N.NounPhrase(
                    determiner=N.Article(word=self.pick(("another", "that", "each", "the", "any", "a"))), noun="player"
                ),
            ),
        )
        return self.one_of(
            (1, lambda: N.OfYours()),
            (1, lambda: N.OfChoice()),
            (1, lambda: N.There()),
            (0.5, lambda: N.Worth(value=max(1, self.small()))),
            (
                1,
                lambda: N.Measured(
                    noun=self.pick(self.w.numbers or ["cost"]),
                    relation=self.pick(("at_least", "at_most", "exactly")),
                    number=N.Number(value=self.small()),
                ),
            ),
            (2, lambda: N.Relative(subject=who(), verb="have")),
            (2 if verbs else 0, lambda: N.Relative(subject=who(), verb=self.pick(verbs), negated=self.often(0.3))),
            (
                0.5,
                lambda: N.Relative(
                    subject=who(),
                    verb=self.pick(sorted(self.w.deeds)),
                    tense="perfect",
                    time=self.pick([None, *since_when(self.w.times)]),
                ),
            ),
            (0.5, lambda: N.Relative(subject=who(), verb=self.pick(sorted(self.w.deeds)))),
            (
                0.7,
                lambda: N.Participle(verb=self.pick(("draw", "discard", "pay", "gain", "take", "put", *self.w.deeds))),
            ),
            (1, lambda: N.Adjective(word=self.pick(after or ["in_play"]))),
        )

    def open_filter(self, kind: str, depth: int) -> N.Filter:
        """A filter that goes on: at most one, the last."""
        relations = [r for r, w in self.w.lexicon.relations.items() if self.w.fits_any(kind, w.of)]
        numbers = self.w.numbers or ["cost"]
        at: list[tuple[float, Made]] = []
        if kind == "card" and self.w.zones:
            at.append((12, lambda: N.At(preposition="in", phrase=self.zone(depth))))
            at.append((2, lambda: N.Of(phrase=self.zone(depth))))
        elif kind == "piece":
            at.append(
                (8, lambda: N.At(preposition=self.pick(("in", "in", "on", "in_or_next_to")), phrase=self.place(depth)))
            )
        elif kind == "space" and "region" in self.w.things:
            at.append((3, lambda: N.At(preposition="in", phrase=self.phrase("region", depth))))
        elif kind in ("number", "resource", "zone"):
            at.append((5, lambda: N.Of(phrase=self.phrase(self.pick(["player", *self.w.things]), depth))))
        if kind in ("space", "piece", "border"):
            at.append((4, lambda: N.NextTo(phrase=self.phrase(self.pick(("space", "space", "piece")), depth))))
            at.append(
                (1, lambda: N.Within(distance=N.Number(value=max(1, self.small())), phrase=self.noun("space", depth)))
            )
        if kind == "border":
            at.append((3, lambda: N.Between(first=self.noun("space", depth), second=self.noun("space", depth))))
        has: Made = lambda: self.had(depth)  # noqa: E731
        at += [
            (2, lambda: N.With(phrase=has(), negated=self.often(0.3))),
            (1.5, lambda: N.ThatHas(object=self.rivalling(depth) if self.often(0.3) else has())),
            (2, lambda: N.That(predicate=self.predicate(kind, depth, False), negated=self.often(0.3))),
            (2, lambda: N.Where(clause=self.short(depth))),
            (1, lambda: N.OtherThan(phrase=self.phrase(kind if kind != "zone" else "card", depth))),
            (1, lambda: N.Of(phrase=self.phrase(self.pick(["player", *self.w.things]), depth))),
            (
                1,
                lambda: N.At(
                    preposition=self.pick(("in", "on", "at", "across", "among", "beside", "under")),
                    phrase=self.place(depth),
                ),
            ),
            (
                1.5,
                lambda: N.Whose(
                    noun=self.pick(numbers),
                    clause=self.predicate("number", depth, False),
                    negated=self.often(0.2),
                ),
            ),
        ]
        if relations:
            at.append((3, lambda: N.Related(relation=self.pick(relations), phrase=self.phrase(kind, depth))))
        return self.one_of(*at)

    def had(self, depth: int) -> N.Phrase:
        """Something that somebody, or a place, has."""
        kinds = [k for k in ("piece", "resource", "card") if k in self.w.by_type and self.w.named(k)]
        kind = self.pick(kinds or ["card"])
        return self.noun(kind, depth - 1)

    def rivalling(self, depth: int) -> N.MoreThan:
        """`more cards than you`."""
        what = self.had(depth - 1)
        if isinstance(what, N.NounPhrase):
            what = N.NounPhrase(noun=what.noun, plural=True, filters=what.filters)
        number: N.Amount = self.one_of(
            (3, lambda: N.Value(phrase=N.Pronoun(word="you"))),
            (2, lambda: N.Value(phrase=self.noun("player", depth - 2))),
            (2, lambda: self.amount(depth - 1)),
        )
        return N.MoreThan(relation=self.pick(("more", "fewer")), phrase=what, number=number)

    def short(self, depth: int) -> N.Condition:
        """A short clause about a place."""
        who = self.one_of(
            (3, lambda: N.Pronoun(word="you")),
            (1, lambda: N.Pronoun(word="nobody")),
            (1, lambda: N.NounPhrase(determiner=N.Article(word="another"), noun="player")),
        )
        states = [name for name, verb in self.w.states.items() if len(verb.slots) <= 1]
        options: list[tuple[float, Made]] = [
            (3, lambda: N.Has(subject=who, object=self.had(depth - 1))),
            (2, lambda: N.Exists(object=self.had(depth - 1))),
        ]
        if states:
            options.append((1, lambda: N.Does(subject=who, act=N.Perform(verb=self.pick(states)))))
        return self.one_of(*options)

    # ------------------------------------------------------------ predicates and amounts

    def predicate(self, kind: str, depth: int, whole: bool = True) -> N.Predicate:
        """What can follow `is`. whole: also what is only said of a subject, not in a clause about a noun."""
        if kind == "number":
            relations = ("at_least", "at_most", "exactly", "higher_than", "lower_than", "equal")
            options: list[tuple[float, Made]] = [
                (6, lambda: N.Compare(relation=self.pick(relations), number=self.amount(depth - 1))),
                (1, lambda: N.IsPhrase(phrase=self.amount(depth - 1))),
            ]
            if whole:
                options.append(
                    (2, lambda: N.Change(relation=self.pick(("higher", "lower")), by=self.amount(depth - 2)))
                )
                options.append((1, lambda: N.SetTo(value=self.amount(depth - 2), instead_of=self.amount(depth - 2))))
            return self.one_of(*options)
        words = self.w.adjectives.get(kind) or ["empty"]
        relations_ = [r for r, w in self.w.lexicon.relations.items() if self.w.fits_any(kind, w.of)]
        return self.one_of(
            (3, lambda: N.Adjective(word=self.pick(words))),
            (2, lambda: N.IsPhrase(phrase=self.phrase(kind, depth - 1))),
            (2, lambda: N.At(preposition="in", phrase=self.place(depth - 1))),
            (2, lambda: N.NextTo(phrase=self.phrase(self.pick(("space", "piece")), depth - 1))),
            (
                1,
                lambda: N.Related(
                    relation=self.pick(relations_ or ["connected_to"]), phrase=self.phrase(kind, depth - 1)
                ),
            ),
            (0.4, lambda: N.Within(distance=N.Number(value=2), phrase=self.noun("space", depth - 1))),
        )

    def amount(self, depth: int) -> N.Amount:
        """A number to be computed."""
        if depth <= 0:
            return N.Number(value=self.small())
        inner = depth - 1
        return self.one_of(
            (5, lambda: N.Number(value=self.small())),
            (4, lambda: N.CountOf(phrase=self.counted_phrase(inner))),
            (4 if self.w.numbers else 0.5, lambda: N.Value(phrase=self.noun("number", inner, self.w.numbers))),
            (1, lambda: N.Plus(left=self.amount(inner), right=self.amount(inner - 1))),
            (1, lambda: N.Minus(left=self.amount(inner), right=self.amount(inner - 1))),
            (1, lambda: N.Times(factor=self.pick((2, 2, 3)), number=self.amount(inner))),
            (1, lambda: N.Half(number=self.amount(inner), rounded=self.pick(("down", "up")))),
        )

    def counted_phrase(self, depth: int) -> N.Phrase:
        """What is counted: `the number of X`."""
        kinds = [k for k in ("card", "piece", "space", "resource", "player") if self.w.named(k)]
        kind = self.pick(kinds)
        found = self.phrase(kind, depth) if self.often(0.2) else self.plural(kind, depth)
        if isinstance(found, N.NounPhrase) and self.often(0.5):
            found = N.NounPhrase(noun=found.noun, filters=found.filters, plural=True)
        return found

    def counted(self, depth: int) -> N.Phrase:
        """What stands after `for each`."""
        kinds = [k for k in ("card", "piece", "space", "resource", "player", "region") if self.w.named(k)]
        kind = self.pick(kinds)
        if self.often(0.12):
            return self.plural(kind, depth)
        det = self.quantity(("count",)) if self.often(0.15) else None
        return N.NounPhrase(determiner=det, noun=self.pick(self.w.named(kind)), filters=self.filters(kind, depth, ""))
