"""Ambiguous references: "it", "them", "that field", "its owner" must have exactly one possible antecedent.

The rule, for each sentence separately:

* A sentence has *parts*: its conditions, its acts, what stands after "for each". A word refers to the nearest part,
  going back from its own, that names something of the right kind. "it" and "its" want one thing (a card, a piece, a
  space, a border, a region) that fits the verb's slot or can have the number; "them" several; "they" and "their" a
  player; "that field" a field.
* If that part names two of one type, nobody can tell which is meant: "Put a barn next to a well, then return it."
* Never antecedents: "you"; who or what the sentence is about (the subject of a clause, what follows "for each"); what
  was known before (this, that, the, its, their); what the word itself belongs to; the other branch of a choice.
  Alternatives ("a barn or a well") are one thing.

A part further back never makes a reference ambiguous: the nearest part wins. Nor does another sentence, but for "that
hut" of two huts of which the last part of the sentence before speaks: "Move 1 of your huts into a field with another
player's hut. Return that hut …".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.records import dataclass
from rulewright.language.trees.antecedents import THINGS
from rulewright.problems import Problem, problem

KNOWN = ("this", "that", "the", "its", "their", "same", "the_other", "no")  # determiners of what is not new
Fits = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class _Named:
    """A candidate antecedent: its possible nouns, its type, and whether it is plural."""

    nouns: tuple[str, ...]
    type: str
    many: bool


def ambiguous_references(tree: n.Node, lexicon: Lexicon, fits: Fits) -> Iterator[Problem]:
    """Yield a problem for each word of a tree that has two possible antecedents.

    Args:
        tree: a text, sentence or condition.
        lexicon: its words.
        fits: whether a noun can name a thing of a type.
    """
    finder = _Finder(lexicon, fits)
    finder.statement(tree, [])
    yield from finder.problems


class _Finder:
    def __init__(self, lexicon: Lexicon, fits: Fits) -> None:
        self.lexicon, self.fits = lexicon, fits
        self.problems: list[Problem] = []
        self.before: list[_Named] = []  # by the last part of the sentence before
        self.of_object = False  # whether "its" is of what the act is done to: “return that barn into its owner's stock”

    def statement(self, node: n.Node, parts: list[list[_Named]]) -> None:
        """Visit a statement; `parts` holds the parts before it and gains its own."""
        match node:
            case n.Text():
                for sentences in (node.sentences, *(ability.sentences for ability in node.abilities)):
                    self.before = []
                    for statement in sentences:
                        parts = []
                        self.statement(statement, parts)
                        chosen = isinstance(statement, n.Perform) and statement.verb == "choose"  # that is “that …”
                        self.before = [] if chosen else parts[-1] if parts else self.before
            case n.If():
                self.statement(node.condition, parts)
                for branch in (node.then, node.otherwise):
                    if branch is not None:
                        self.statement(branch, parts.copy())
            case n.Choice():
                for act in node.acts[1:]:
                    self.statement(act, parts.copy())
                self.statement(node.acts[0], parts)
            case n.Does():
                self.part(node.subject, parts, topic=True)
                self.statement(node.act, parts)
            case n.ForEach():
                self.part(node.each, parts, topic=True)
                self.statement(node.then, parts)
            case n.Per():
                self.statement(node.act, parts)
                self.part(node.each, parts, topic=True)
            case n.Perform() | n.Phrase():
                self.part(node, parts)
            case n.Condition() if not isinstance(node, n.AllConditions | n.AnyCondition):
                self.part(node, parts)
            case _:
                for _, child in node.children():
                    self.statement(child, parts)

    def part(self, node: n.Node, parts: list[list[_Named]], topic: bool = False) -> None:
        """Visit an act, a condition or a phrase. topic: the phrase is the topic of the sentence."""
        here: list[_Named] = []
        before = [*parts, here]
        if topic:
            self.look(node, before, counts=False)
        else:
            subject = node.subject if isinstance(node, n.Is | n.Has | n.Passive) else None
            for _, child in ((None, node),) if subject is None else node.children():
                self.look(child, before, counts=child is not subject)
        if here:
            parts.append(here)

    def look(self, node: n.Node, parts: list[list[_Named]], kind: str = "any", counts: bool = True) -> None:
        """Check the references below a node; add the antecedents it introduces to the last part."""
        match node:
            case n.Pronoun(word="it"):
                self.refer(node, "it", parts, lambda x: x.type in THINGS and not x.many and self.one_fits(x, kind))
            case n.Pronoun(word="them"):
                self.refer(node, "them", parts, lambda x: x.type in THINGS and x.many and self.one_fits(x, kind))
            case n.Pronoun(word="they"):
                self.refer(node, "they", parts, lambda x: x.type == "player")
            case n.Perform():
                verb = self.lexicon.verbs.get(node.verb)
                for slot in node.slots:
                    self.of_object = slot.name != "object" and _one_known(node.slot("object"))
                    self.look(slot.value, parts, verb.slots.get(slot.name, "any") if verb else "any")
                self.of_object = False
            case n.Phrases():
                items: list[_Named] = []
                for phrase in node.items:
                    self.look(phrase, [*parts[:-1], items], kind)
                if counts and items and node.conjunction == "or":
                    parts[-1].append(items[-1])
                elif counts and items:
                    nouns = tuple(noun for item in items for noun in item.nouns)
                    parts[-1] += [*(item for item in items if not item.many), _Named(nouns, items[0].type, True)]
            case n.PartOf(
                quantity=n.Quantity(kind="count" | "up_to", low=low, high=high), whole=n.NounPhrase() as whole
            ) if 1 in (low, high):  # one of several is one thing, as “a field” is
                first = len(parts[-1])
                self.look(whole, parts, kind, counts)
                if counts and len(parts[-1]) > first:
                    parts[-1][first] = replace(parts[-1][first], many=False)
            case n.NounPhrase():
                self.determiner(node, parts)
                place = len(parts[-1])  # before what describes it, which cannot refer to it
                for item in node.filters:
                    self.look(item, parts)
                named = self.named(node)
                if counts and named:
                    parts[-1].insert(place, named)
            case n.Phrase() | n.Amount():
                for _, child in node.children():
                    self.look(child, parts, kind, counts)
            case _:
                for _, child in node.children():
                    self.look(child, parts)

    def determiner(self, node: n.NounPhrase, parts: list[list[_Named]]) -> None:
        """Check a determiner that refers back (its, their, that, those), or visit its owner."""
        det = node.determiner
        word = det.word if isinstance(det, n.Article) else det.article if isinstance(det, n.Quantity) else None
        if isinstance(det, n.Possessive):
            self.look(det.owner, parts)
        elif det is None or not isinstance(node.noun, str):
            return
        elif word == "its":
            if self.of_object:
                return
            of = self.lexicon.nouns[node.noun].of
            self.refer(
                det, "its", parts,
                lambda x: x.type in THINGS and not x.many and (not of or any(self.one_fits(x, kind) for kind in of)),
            )  # fmt: skip
        elif word == "their":
            self.refer(det, "their", parts, lambda x: x.type == "player")
        elif word == "that" and not node.filters and not node.adjectives:
            noun, many = node.noun, node.plural
            pieces = [x for x in self.before if x.type == "piece" and not many]
            self.refer(
                det, "those" if many else "that", [pieces, *parts],
                lambda x: x.many == many and any(self.lexicon.noun_is(own, noun) for own in x.nouns),
            )  # fmt: skip

    def refer(self, node: n.Node, word: str, parts: list[list[_Named]], fit: Callable[[_Named], bool]) -> None:
        """Report a reference whose nearest part with a fitting antecedent has two of one type."""
        found = next((found for found in ([x for x in part if fit(x)] for part in reversed(parts)) if found), [])
        for index, one in enumerate(found):
            other = next((x for x in found[index + 1 :] if x.type == one.type), None)
            if other:
                names = self.name(one), self.name(other)
                mend = f"say “the {names[0]}” or “the {names[1]}”"
                if names[0] == names[1]:
                    names = f"first {names[0]}", "second one"
                    mend = "choose it first, with `choose: …` and `as: target`, and say “the target”"
                span = node.span or n.Span(0, 1)
                self.problems.append(
                    problem(
                        "RW0416", found=word, one=names[0], other=names[1], mend=mend, offset=span.start, end=span.end
                    )
                )
                return

    def named(self, node: n.NounPhrase) -> _Named | None:
        """The antecedent that a noun phrase introduces; None if it was known before."""
        det = node.determiner
        if isinstance(det, n.Article) and det.word in KNOWN:
            return None
        if isinstance(det, n.Quantity) and det.article in KNOWN:
            return None
        nouns = (node.noun,) if isinstance(node.noun, str) else tuple(item.noun for item in node.noun.nouns)
        several = isinstance(node.noun, n.NounGroup) and node.noun.conjunction == "and"
        counted = isinstance(det, n.Quantity) and not (1 in (det.low, det.high) and det.kind in ("count", "up_to"))
        return _Named(nouns, self.type(nouns[0]), several or counted or node.plural or self.article_of_many(det))

    def article_of_many(self, det: n.Determiner | None) -> bool:
        """Whether an article always stands before several things: all, both."""
        forms = self.lexicon.canon.classes["DET"].get(det.word) if isinstance(det, n.Article) else None
        return forms is not None and set(forms.forms) == {"many"}

    def one_fits(self, named: _Named, kind: str) -> bool:
        return kind in ("any", "amount") or any(self.fits(noun, kind) for noun in named.nouns)

    def type(self, noun: str) -> str:
        """The type at the root of a noun."""
        found = [kind for kind in (*THINGS, "player") if self.lexicon.noun_is(noun, kind)]
        return found[0] if found else "word"

    def name(self, named: _Named) -> str:
        word = self.lexicon.nouns.get(named.nouns[0])
        return (word.forms.get("one") if word else None) or named.nouns[0]


def _one_known(thing: n.Node | None) -> bool:
    """Whether an act is done to one thing that was spoken of."""
    that = isinstance(thing, n.NounPhrase) and thing.determiner == n.Article(word="that") and not thing.plural
    return that or thing == n.Pronoun(word="it")
