"""Random trees: the grammar walked from a rule, building the nodes that a parser would build."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol
from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon, place_word
from rulewright.language.node_fields import FIELDS
from rulewright.language.nodes import Node
from rulewright.language.trees.normal_form import head_noun

Pairs = list[tuple[str, Any]]
Choose = Callable[[int], int]  # one of n
TRIES = 4  # at one node


class NoTree(Exception):
    """Nothing that was drawn was a tree as it is wanted."""


class Trees:
    """Builds trees; `choose` decides, so that Hypothesis can shrink them.

    wanted: asked of every node that is made; one that is not wanted is drawn again, a few times.
    """

    def __init__(
        self, language: Language, choose: Choose, size: int = 6, wanted: Callable[[Node], bool] | None = None
    ) -> None:
        self.language, self.choose, self.size, self.wanted = language, choose, size, wanted
        self.words: dict[str, list[tuple[str, bool]]] = {}
        lexer = language.lexer
        phrases = list(language.lexicon.phrases())
        nouns = {p.words for p in phrases if p.terminal == "NOUN"}
        both = {p.value for p in phrases if p.words in nouns and p.terminal in lexer.verb_terminals}
        begun = {p.words[:1] for p in phrases if p.terminal == "NOUN" and len(p.words) > 1}
        both |= {p.value for p in phrases if p.terminal == "ADJ" and p.words in begun}  # "first player" is a noun
        for phrase in phrases:  # a verb that is a noun too is told apart by what follows: not here
            if phrase.value not in both:
                self.words.setdefault(phrase.terminal, []).append((phrase.value, phrase.plural))
        self.depths = self._depths()
        self._known: dict[tuple[str, bool], list[Alternative]] = {}

    def tree(self, rule: str) -> Node:
        """A tree that the rule yields."""
        value, _ = self._value(rule, 0)
        return value

    def _depths(self) -> dict[str, int]:
        """How deep the smallest tree of each rule is: beyond the size limit the smallest is taken."""
        depth: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for production in self.language.grammar.productions:
                parts = [0 if s.terminal else depth.get(s.name, 10_000) for s in production.symbols]
                new = 1 + max(parts, default=0)
                if new < depth.get(production.rule, 10_000):
                    depth[production.rule] = new
                    changed = True
        return depth

    def _cost(self, items: tuple[Item, ...]) -> int:
        costs = [0]
        for item in items:
            if isinstance(item, Group):
                costs.append(0 if item.optional else min(self._cost(tuple(b)) for b in item.branches))
            elif not item.terminal:
                costs.append(self.depths[item.rule])
        return max(costs)

    def _has_words(self, alternative: Alternative) -> bool:
        named = [i.name for i in alternative.items if isinstance(i, Symbol) and i.terminal and i.label]
        return not _only_read(alternative.items) and all(name in self.words or name == "INT" for name in named)

    def _value(self, rule: str, depth: int) -> tuple[Any, bool]:
        if self.wanted is None:
            return self._drawn(rule, depth)
        for _ in range(TRIES):
            try:
                value, plural = self._drawn(rule, depth)
            except NoTree:
                continue
            if not isinstance(value, Node) or self.wanted(value):
                return value, plural
        raise NoTree

    def _drawn(self, rule: str, depth: int) -> tuple[Any, bool]:
        choices = self._choices(rule, depth >= self.size)
        alternative = choices[self.choose(len(choices))]
        pairs, plural, handed = self._items(alternative.items, depth + (alternative.alias is not None))
        if alternative.alias is None:
            if rule.startswith("_"):
                return [*pairs, *alternative.constants], plural
            return handed[0], plural
        return self._node(alternative, pairs, plural), plural

    def _choices(self, rule: str, short: bool) -> list[Alternative]:
        """The alternatives of a rule that have words; short: those alone that lead to the smallest trees."""
        if (rule, short) not in self._known:
            choices = [a for a in self.language.grammar.alternatives[rule] if self._has_words(a)]
            if short:
                least = min(self._cost(a.items) for a in choices) + (1 if self.wanted else 0)
                choices = [a for a in choices if self._cost(a.items) <= least]
            self._known[rule, short] = choices
        return self._known[rule, short]

    def _node(self, alternative: Alternative, pairs: Pairs, plural: bool) -> Node:
        node_class = alternative.node_class
        assert node_class is not None
        made: dict[str, Any] = {}
        for name, value in [*pairs, *alternative.constants]:
            if FIELDS[node_class][name].many:
                made[name] = (*made.get(name, ()), value)
            else:
                made[name] = value
        if "plural" in FIELDS[node_class]:
            made["plural"] = plural
        return self.language.normaliser(node_class(**made), plural)

    def _items(self, items: Any, depth: int) -> tuple[Pairs, bool, list[Any]]:
        pairs: Pairs = []
        plural = False
        handed: list[Any] = []
        for item in items:
            if isinstance(item, Group):
                count = 0 if item.optional and (depth >= self.size or self.choose(2)) else 1
                if item.many and count and depth < self.size:
                    count += self.choose(2)
                for _ in range(count):
                    branch = item.branches[self.choose(len(item.branches))]
                    more, many, values = self._items(branch, depth)
                    pairs, plural, handed = pairs + more, plural or many, handed + values
            elif item.terminal:
                if item.label:
                    value, many = self._word(item)
                    pairs.append((item.label, value))
                    plural = plural or (many and item.label in ("noun", "nouns"))
            else:
                value, many = self._value(item.rule, depth)
                if item.label:
                    pairs.append((item.label, value))
                    plural = plural or (many and item.label in ("noun", "nouns"))
                elif isinstance(value, list):
                    pairs, plural = pairs + value, plural or many
                else:
                    handed.append(value)
        return pairs, plural, handed

    def _word(self, item: Symbol) -> tuple[Any, bool]:
        if item.name == "INT":
            return self.choose(9) + 1, False
        words = self.words[item.name]
        return words[self.choose(len(words))]


def _only_read(items: Sequence[Item]) -> bool:
    """Whether an alternative is never printed: a verb in it is given the object of the next one when it is read."""
    return any(
        any(map(_only_read, item.branches)) if isinstance(item, Group) else item.name == "alone" for item in items
    )


KNOWN = {"the", "your", "its", "their", "this", "that", "the_other", "all", "all_other", "both", "top", "bottom"}
SEVERAL = {"them", "the_others", "the_rest"}
OWNERS = {"your", "its", "their"}
OF_THE_SUBJECT = {"itself", "themselves"}


def lone(node: n.Node, lexicon: Lexicon) -> bool:
    """Whether a phrase is one thing of several without an article: no name of one, and nothing that is not counted."""
    single = isinstance(node, n.NounPhrase) and node.determiner is None and not node.plural and node.index is None
    nouns = (
        [noun.noun for noun in node.noun.nouns] if single and isinstance(node.noun, n.NounGroup) else [head_noun(node)]
    )
    return single and any(lexicon.nouns[noun].counts for noun in nouns if noun)


def _says_your(node: n.Node, lexicon: Lexicon) -> bool:
    """Whether this is an act of which the forms of the verb say whose things it is done with."""
    word = lexicon.verbs.get(node.verb) if isinstance(node, n.Perform) else None
    return word is not None and any(" your " in str(form) for form in word.forms)


def senseless(node: n.Node, lexicon: Lexicon) -> str | None:
    """Why nobody would say what a node says; None if somebody might. Types are left to the language's own check.

    `test_nothing_that_games_say_is_senseless` tells a reason that goes too far.
    """
    if not isinstance(node, n.ForEach | n.Per) and any(lone(child, lexicon) for _, child in node.children()):
        return "of what is counted, one has an article"
    if isinstance(node, n.NounPhrase) and isinstance(node.noun, n.NounGroup) and lone(node, lexicon):
        return "of what is counted, one has an article"
    subject = node.subject if isinstance(node, n.Does | n.Has | n.Is | n.Passive | n.Relative) else None
    match node:
        case n.Exists(object=thing) if not isinstance(thing, n.Phrases | n.MoreThan | n.AsMany) and _known(thing):
            return "of what is known it is not said that it is there"
        case n.Does(subject=who) if who != n.Pronoun(word="you") and any(_says_your(x, lexicon) for x in node.walk()):
            return "whose things others do it with, a verb that says “your” leaves open, and it is refused"
        case n.Perform(verb="the_same") | n.Pronoun(word="the_same" | "such" | "the_two"):
            return "what is said once is told where it is meant, as it is read"
        case n.AsMany(noun=str(noun)) if noun in lexicon.nouns and lexicon.nouns[noun].type == "role":
            return "a role is one thing, and so many of it are called otherwise"
        case n.Article(word="different"):
            return "it says nothing else than “another”, as which it is read"
        case n.PartOf(quantity=n.Quantity(kind="all"), whole=n.Pronoun(word="the_rest")):
            return "all of the rest is the rest, as which it is read"
        case n.Quantity(kind="range", low=int(low), high=int(high)) if low >= high:
            return "a range goes up"
        case n.Has(object=n.Pronoun(word="you")):
            return "players belong to nobody"
        case n.Passive(subject=n.Pronoun(word="you")):
            return "what is done is done to things, and you do it"
        case n.Phrases(items=items) if any(isinstance(i, n.Pronoun) and i.word not in SEVERAL for i in items):
            return "you and it are not named in a list of things"
        case n.NounPhrase(
            index=int(), determiner=n.Quantity() | n.Article(word="the" | "top" | "bottom" | "all" | "both")
        ):
            return "what has a number is one of them, and not counted"
        case n.NounPhrase(filters=filters, determiner=det) if (
            sum(isinstance(f, n.OfYours) or isinstance(f, n.Relative) and f.verb == "have" for f in filters)
            + (isinstance(det, n.Possessive) or isinstance(det, n.Article) and det.word in OWNERS)
        ) > 1:
            return "whose it is is not said twice"
        case n.NounPhrase(filters=filters) if sum(isinstance(f, n.NextTo) for f in filters) > 1:
            return "what it is next to is said once"
        case n.NounPhrase(index=int(), plural=True):
            return "what has a number is one thing"
        case n.NounPhrase(determiner=None, plural=True, noun=str(noun)) if not lexicon.nouns[noun].counts:
            return "what has no plural is one thing"
        case n.NounPhrase(index=int(), adjectives=("other", *_)):
            return "what has a number is itself, and no other"
        case n.NounPhrase(adjectives=("own", *_), determiner=det) if not (
            isinstance(det, n.Possessive) or isinstance(det, n.Article) and det.word in OWNERS
        ):
            return "whose own it is is said"
        case n.Quantity(kind="either" | "range", article="all" | "all_other" | "both"):
            return "all of them are so many, and not one number or another"
        case n.ForEach(each=n.NounPhrase(noun=str(noun))) | n.Per(each=n.NounPhrase(noun=str(noun))) if (
            noun in lexicon.nouns and lexicon.nouns[noun].type == "role"
        ):
            return "a name that rules give is no kind of things (RW0648)"
        case n.NounPhrase(determiner=n.Article(word="a" | "any" | "each"), noun=str(noun)) if (
            noun in lexicon.nouns and lexicon.nouns[noun].type == "role"
        ):
            return "a name that rules give is no kind of things (RW0648)"
        case n.Per(each=n.NounPhrase(noun=str(noun), filters=())) if noun in lexicon.nouns and lexicon.nouns[
            noun
        ].entry.get("owned"):
            return "whose pieces are counted is told (RW0601)"
        case n.Phrases(items=items) if len(set(items)) < len(items):
            return "nothing is named twice"
        case n.Possessive(owner=n.Pronoun()):
            return "whose it is says its, their or your"
        case n.Until(event=n.Does(negated=True) | n.Does(modal="cannot")):
            return "one waits until something is done"
        case n.PartOf(whole=n.Pronoun(word=word)) if word not in SEVERAL:
            return "what is one has no parts"
        case n.PartOf(whole=n.NounPhrase(plural=plural) as whole) if not (plural and _known(whole)):
            return "some are some of several that are known"
        case n.PartOf(whole=n.PartOf()):
            return "some of them are not counted again"
        case n.CountOf(phrase=n.NounPhrase(plural=False, noun=str(noun))) if lexicon.nouns[noun].counts:
            return "what is counted is several"
        case n.MoreThan(phrase=phrase) | n.CountOf(phrase=phrase) if not isinstance(phrase, n.NounPhrase):
            return "what is counted is named"
        case n.MoreThan(phrase=n.NounPhrase(determiner=det)) if det is not None:
            return "more than so many has no other determiner"
        case n.Value(phrase=n.Pronoun() | n.PartOf()):
            return "a number is named"
        case n.Is(subject=n.Pronoun(), predicate=n.Compare() | n.Change() | n.SetTo()):
            return "a number is named"
        case n.Does(subject=n.Pronoun(word="nobody"), negated=negated, modal=modal) if negated or modal == "cannot":
            return "nobody does something: that it is not done is not said twice"
        case n.ForEach(each=each) | n.Per(each=each) if isinstance(each, n.NounPhrase) and any(
            isinstance(part, n.Article) and part.word == "each" for item in each.filters for part in item.walk()
        ):
            return "one goes through things and then through what is on each, not through both at once"
        case (
            n.ForEach(each=n.NounPhrase(determiner=n.Article(word="this" | "that" | "another"), plural=False))
            | n.Per(each=n.NounPhrase(determiner=n.Article(word="this" | "that" | "another"), plural=False))
        ):
            return "one goes through several things"
        case n.NounPhrase(filters=filters) if sum(isinstance(f, n.Relative) and f.verb != "have" for f in filters) > 1:
            return "one clause says who does what to a thing"
        case (
            n.At(phrase=n.NounPhrase(noun=n.NounGroup(nouns=nouns)))
            | n.InPlace(place=n.NounPhrase(noun=n.NounGroup(nouns=nouns)))
        ) if len({place_word(lexicon, item.noun) for item in nouns}) > 1:
            return "what lies in one and on another is not said in one"
        case n.NounPhrase(determiner=n.Article(word="any"), noun=str(noun)) if lexicon.is_number(noun):
            return "a number is one, and not any"
        case n.At(phrase=place) | n.InPlace(place=place) if not places(place, lexicon):
            return "things lie in places"
        case n.NounPhrase(noun=str(noun), filters=filters):
            for own in lexicon.nouns.values():
                if own.kind_of == noun and any(isinstance(f, n.Of) and head_noun(f.phrase) in own.of for f in filters):
                    return "what has a name of its own is called by it"
    if isinstance(subject, n.Pronoun) and subject.word in OF_THE_SUBJECT:
        return "itself is what the subject does something to"
    for name, part in node.children():
        none = isinstance(part, n.NounPhrase) and part.determiner == n.Article(word="no")
        if none and name != "subject" and not isinstance(node, n.Exists | n.Has | n.ThatHas):
            return "only what is said not to be there is none"
    return None


def places(phrase: Node, lexicon: Lexicon) -> bool:
    """Whether a thing can lie in what a phrase names."""
    noun = head_noun(phrase)
    if noun is None:
        return isinstance(phrase, n.Pronoun)
    return not (lexicon.is_number(noun) or any(lexicon.noun_is(noun, kind) for kind in ("resource", "player")))


def _known(phrase: Node) -> bool:
    """Whether a phrase means things that are known already."""
    match phrase:
        case n.NounPhrase(determiner=n.Article(word=word)):
            return word in KNOWN
        case n.NounPhrase(determiner=n.Quantity(article=article)):
            return article is not None
        case n.NounPhrase(determiner=det):
            return isinstance(det, n.Possessive)
    return isinstance(phrase, n.Pronoun | n.PartOf)


class Grafts:
    """Trees that no text says: those of a game's texts with parts of other texts in the place of like parts."""

    def __init__(self, trees: Sequence[tuple[Node, str]], choose: Choose) -> None:
        self.trees, self.choose = trees, choose
        self.like: dict[tuple[str, str], list[Node]] = {}
        for tree, _ in trees:
            for node in tree.walk():
                for name, part in node.children():
                    if part not in (known := self.like.setdefault(_place(node, name, part), [])):
                        known.append(part)

    def tree(self) -> tuple[Node, str]:
        """A tree, and as what it is printed."""
        tree, kind = self.trees[self.choose(len(self.trees))]
        for _ in range(1 + self.choose(3)):
            places = sum(1 for node in tree.walk() for _ in node.children())
            if places:
                tree = self._grafted(tree, [self.choose(places)])
        return tree, kind

    def _grafted(self, node: Node, left: list[int]) -> Node:
        """The tree with the part that is so many parts further on changed for a like one."""
        for name, part in node.children():
            if left[0] < 0:
                return node
            found = part
            if left[0] == 0:
                others = self.like[_place(node, name, part)]
                found = others[self.choose(len(others))]
            left[0] -= 1
            if left[0] >= 0:
                found = self._grafted(part, left)
            if found is not part:
                field, _, index = name.partition("[")
                whole = getattr(node, field)
                at = int(index[:-1]) if index else 0
                return replace(node, **{field: (*whole[:at], found, *whole[at + 1 :]) if index else found})
        return node


def _place(node: Node, name: str, part: Node) -> tuple[str, str]:
    """What decides whether a part can stand in a place: where it stands, and what it is."""
    field = name.partition("[")[0]
    if isinstance(part, n.NounPhrase | n.Pronoun | n.PartOf):
        kind = f"one {part.plural}" if isinstance(part, n.NounPhrase) else "one False"
        return f"{type(node).__name__}.{field}", "phrase" if isinstance(node, n.Slot) else kind
    return f"{type(node).__name__}.{field}", base.__name__ if (base := type(part).__mro__[1]) is not Node else type(
        part
    ).__name__
