"""Type checking of syntax trees: a sentence that parses need not be the intended one.

A filter must apply to the type of its noun, a verb's slot must accept the type of its argument, a comparison must
compare numbers. Words without a declared type (`any`, type `word`, pronouns) are compatible with everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.language import nodes as n
from rulewright.language.called import verb_said
from rulewright.language.checks.ambiguous_references import ambiguous_references
from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.patterns import without_object
from rulewright.language.lexicon.words import VerbWord, core_words, slots_of
from rulewright.language.printing.sounds import sounds_of
from rulewright.problems import Problem, problem

PLACES = ("space", "border", "region", "piece")  # and kinds of cards that may lie on the map, but no plain card
CLAUSES = (n.That, n.ThatHas, n.Whose, n.Where)
OWNERS = ("the", "your", "its", "their")  # after "each of" they stand with several things
NO_PLACE = ("player", "resource", "number", "verb")
OF_PRONOUNS = {"you": "your", "it": "its", "they": "their", "them": "their", "itself": "its", "themselves": "their"}
OPEN = (n.At, n.NextTo, n.Within, n.With, n.Of, n.Related)


def type_errors(node: n.Node, lexicon: Lexicon) -> list[Problem]:
    """Return the type errors and ambiguous references of a tree. A phrase by itself may lack its article."""
    checker = _Checker(lexicon)
    return [*checker.node(node, counted=isinstance(node, n.Phrase)), *ambiguous_references(node, lexicon, checker.fit)]


def fits_slot(lexicon: Lexicon, verb: str, slot: n.Slot) -> bool:
    """Whether something can stand in a slot of a verb, as far as its nouns tell."""
    kind = lexicon.verbs[verb].slots.get(slot.name, "any")
    if kind == "amount":
        return isinstance(slot.value, n.Amount)
    checker = _Checker(lexicon)
    return kind == "any" or all(checker.fit(noun, kind) for noun in checker.nouns(slot.value))


def may_name(lexicon: Lexicon, node: n.Node, kind: str) -> bool:
    """Whether a node is a phrase that may name something like a kind: a pronoun may, and another kind of card, too."""
    if not isinstance(node, n.Phrase):
        return False
    checker = _Checker(lexicon)
    nouns = checker.nouns(node)

    def type_of(noun: str) -> str:
        above = lexicon.kinds_above(noun)
        return above[-1].type if above else noun

    return not nouns or any(checker.fit(noun, kind) or type_of(noun) == type_of(kind) for noun in nouns)


_BARE = (n.MoreThan, n.CountOf, n.Of, n.PartOf, n.IsPhrase, n.Possessive, n.Whose, n.Relative)
"""Nodes in which a noun needs no article."""


class _Checker:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def node(self, node: n.Node, counted: bool = False) -> Iterator[Problem]:
        """Check a node and its descendants. counted: a noun needs no article here (`for each card`)."""
        match node:
            case n.NounPhrase():
                yield from self.noun_phrase(node, counted)
            case n.Perform():
                yield from self.perform(node)
            case n.Is():
                yield from self.statement(node)
            case n.Passive() if self.done_to_the_same(node):
                pass
            case n.Passive():
                you = node.subject == n.Pronoun(word="you")
                yield from self.object_of(node.verb, ["player"] if you else self.nouns(node.subject), node)
            case n.Phrases():
                yield from self.list_of(node)
            case n.InPlace(place=place):
                yield from self.holds_nothing(place)
            case n.Possessive(owner=n.Pronoun(word=word)) if word in OF_PRONOUNS:
                yield self.complain("RW0421", node, found=word, instead=OF_PRONOUNS[word])
            case n.Value():
                yield from self.number(node.phrase)
            case n.ForEach(each=each) | n.Per(each=each) | n.PartOf(quantity=n.Quantity(kind="each"), whole=each):
                yield from self.one_of_each(each)
            case n.PartOf(quantity=n.Quantity(kind=kind), whole=n.NounPhrase() as whole) if kind != "all":
                yield from self.some_of_one(whole)
        bare = isinstance(node, _BARE) or (isinstance(node, n.Slot) and node.name in ("as", "by"))
        bare = bare or (counted and isinstance(node, n.Phrases | n.Value))
        of_each = isinstance(node, n.ForEach | n.Per)
        than = isinstance(node, n.MoreThan | n.AsMany)
        for name, child in node.children():
            if than and isinstance(child, n.Value) and self.is_player(child.phrase):
                yield from self.node(child.phrase, True)  # more cards than another player
            else:
                yield from self.node(child, bare or (of_each and name == "each"))

    # -------------------------------------------------------------- nouns and their filters

    def noun_phrase(self, node: n.NounPhrase, counted: bool) -> Iterator[Problem]:
        words = self.nouns(node)
        for noun, adjectives in self.described(node):
            for word in adjectives:
                yield from self.adjective(word, [noun], node)
        for item in node.filters:
            yield from self.filter(item, words, node)
        if node.determiner is None and not counted and not node.plural and node.index is None:
            noun_word = self.lexicon.nouns.get(words[0]) if words else None
            if (
                noun_word
                and noun_word.counts
                and noun_word.type not in ("zone", "region", "word", "number")
                and isinstance(node.noun, str)
            ):
                name = self.name(words[0])
                one = sounds_of("en").written(f"a {name}")
                yield self.complain("RW0411", node, found=name, one=one)
        yield from self.attachment(node)

    def filter(self, item: n.Filter, words: list[str], node: n.NounPhrase) -> Iterator[Problem]:
        match item:
            case n.Adjective():
                yield from self.adjective(item.word, words, item)
            case n.Worth():
                if not any(
                    self.lexicon.nouns[w].entry.get("worth") or self.vague(w) for w in words if w in self.lexicon.nouns
                ):
                    yield self.complain("RW0401", item, found=self.name(words[0]))
            case n.NextTo() | n.Within():
                what = "next to" if isinstance(item, n.NextTo) else "within"
                yield from self.on_the_map(words, item, what)
                yield from self.on_the_map(self.nouns(item.phrase), item.phrase, what)
            case n.At(phrase=place):
                yield from self.holds_nothing(place)
            case n.Related():
                yield from self.relation(item, words)
            case n.Relative() | n.Participle():
                yield from self.object_of(item.verb, words, item)
            case n.Measured():
                yield from self.of_noun(item.noun, words, item)
            case n.That():
                yield from self.predicate(item.predicate, words, item)
            case n.DidSo():
                yield from self.fits("RW0404", words, ("player",), item, "did so")
            case n.StartingWith():
                yield from self.fits("RW0404", [*words, *self.nouns(item.phrase)], ("player",), item, "starting with")

    def holds_nothing(self, place: n.Phrase) -> Iterator[Problem]:
        """A place that is none: nothing lies in a number or a player."""
        held = [self.lexicon.nouns[word] for word in self.nouns(place) if word in self.lexicon.nouns]
        if held and all(noun.type in NO_PLACE for noun in held):
            yield self.complain("RW0422", place, found=self.name(self.nouns(place)[0]))

    def on_the_map(self, words: list[str], node: n.Node, what: str) -> Iterator[Problem]:
        tiles = [w for w in words if w != "card" and self.lexicon.noun_is(w, "card")]
        yield from self.fits("RW0402", [w for w in words if w not in tiles], PLACES, node, what)

    def attachment(self, node: n.NounPhrase) -> Iterator[Problem]:
        """A clause that could as well describe the noun before: `a space within 3 of a space whose …`."""
        for item in node.filters:
            inner = getattr(item, "phrase", None)
            if not isinstance(item, OPEN) or not isinstance(inner, n.NounPhrase) or not inner.filters:
                continue
            last = inner.filters[-1]
            if isinstance(last, n.NextTo | n.Within) and isinstance(item, n.At) and self._either(node, inner):
                yield self.complain("RW0415", last, found=self.name(str(inner.noun)), other=self.name(str(node.noun)))
            if not isinstance(last, CLAUSES) or not isinstance(node.noun, str) or not isinstance(inner.noun, str):
                continue
            if isinstance(last, n.Where) and any(self.lexicon.noun_is(inner.noun, kind) for kind in PLACES[:3]):
                continue  # what is so at a place is told of the place right before it
            fits = not isinstance(last, n.Whose) or self.can_have(last.noun, node.noun)
            if fits and not any(self.filter(last, [node.noun], node)):
                yield self.complain("RW0415", last, found=self.name(inner.noun), other=self.name(node.noun))

    def _either(self, node: n.NounPhrase, place: n.NounPhrase) -> bool:
        """Whether a thing and the region in which it is can both be next to something."""
        both = isinstance(node.noun, str) and isinstance(place.noun, str)
        return both and self.lexicon.noun_is(str(place.noun), "region")

    def list_of(self, node: n.Phrases) -> Iterator[Problem]:
        """`each A and each B you have`: whether the end describes both is anybody's guess."""
        last = node.items[-1]
        if not (isinstance(last, n.NounPhrase) and last.filters):
            return
        for item in node.items[:-1]:
            if (
                isinstance(item, n.NounPhrase)
                and isinstance(item.determiner, n.Article)
                and item.determiner.word in ("each", "all")
                and item.determiner == last.determiner
                and not item.filters
            ):
                yield self.complain("RW0407", last.filters[0], found=self.name(self.nouns(last)[0]))
                return

    def one_of_each(self, each: n.Phrase) -> Iterator[Problem]:
        """`for each barns`, `each of your barn`: a noun in the wrong number."""
        if not isinstance(each, n.NounPhrase) or not isinstance(each.noun, str):
            return
        det, word = each.determiner, self.lexicon.nouns.get(each.noun)
        of_several = isinstance(det, n.Possessive) or isinstance(det, n.Article) and det.word in OWNERS
        if word and word.counts and (each.plural if det is None else of_several and not each.plural):
            forms = ("many", "one") if each.plural else ("one", "many")
            wrong, right = (word.forms.get(form) or word.id for form in forms)
            yield self.complain("RW0412", each, found=wrong, suggestions=[right])

    def some_of_one(self, whole: n.NounPhrase) -> Iterator[Problem]:
        """`1 of that barn`, `2 of your hand`: one thing has no others of which one could be meant."""
        word = self.lexicon.nouns.get(whole.noun) if isinstance(whole.noun, str) else None
        single = ("space", "border", "region", "piece", "card", "player", "zone")
        told = whole.determiner is not None and not whole.plural
        if word and told and word.type in single and (word.counts or word.type == "zone"):
            several = [] if word.type == "zone" else [word.forms.get("many") or word.id]
            yield self.complain("RW0412", whole, found=self.name(word.id), suggestions=several)

    # -------------------------------------------------------------- clauses and acts

    def statement(self, node: n.Is) -> Iterator[Problem]:
        words = self.nouns(node.subject) if isinstance(node.subject, n.Phrase) else []
        yield from self.predicate(node.predicate, words, node)

    def predicate(self, predicate: n.Predicate, words: list[str], node: n.Node) -> Iterator[Problem]:
        match predicate:
            case n.Compare() | n.Change() | n.SetTo():
                if words and not any(self.lexicon.is_number(w) or self.vague(w) for w in words):
                    yield self.complain("RW0410", node, found=self.name(words[0]))
            case n.Adjective():
                yield from self.adjective(predicate.word, words, predicate)
            case n.Related():
                yield from self.relation(predicate, words)
            case n.NextTo() | n.Within():
                yield from self.on_the_map(words, predicate, "next to" if isinstance(predicate, n.NextTo) else "within")

    def perform(self, node: n.Perform) -> Iterator[Problem]:
        verb = self.lexicon.verbs.get(node.verb)
        if verb and not node.slots and without_object(verb.patterns):
            yield self.complain("RW0423", node, found=self.verb_name(node.verb), one=self.in_full(verb))
        for slot in node.slots:
            kind = verb.slots.get(slot.name) if verb else None
            if kind and kind not in ("any", "amount") and isinstance(slot.value, n.Phrase):
                words = ["player"] if slot.value == n.Pronoun(word="you") else self.nouns(slot.value)
                yield from self.done_to("RW0405", words, kind, slot, node.verb)

    def done_to_the_same(self, node: n.Passive) -> bool:
        """Whether something comes to pass that a verb has in its own words: “the tide is raised”."""
        word = self.lexicon.verbs.get(node.verb)
        noun = self.lexicon.nouns.get(str(getattr(node.subject, "noun", "")))
        if word is None or noun is None or node != n.Passive(subject=node.subject, verb=node.verb):
            return False
        plain = n.NounPhrase(determiner=n.Article(word="the"), noun=noun.id)
        return node.subject == plain and word.fixed_object[1] == f"the {noun.forms.get('one')}"

    def object_of(self, verb: str, words: list[str], node: n.Node) -> Iterator[Problem]:
        word = self.lexicon.verbs.get(verb)
        if word is None:
            return
        kind = word.slots.get("object") or next(iter(word.slots.values()), None)
        if kind is None:
            yield self.complain("RW0406", node, found=self.name(words[0]) if words else "it", what=self.verb_name(verb))
        elif kind not in ("any", "amount"):
            yield from self.done_to("RW0406", words, kind, node, verb)

    def done_to(self, code: str, words: list[str], kind: str, node: n.Node, verb: str) -> Iterator[Problem]:
        """What cannot stand in a slot of a verb: nor can a mere word for a thing, but in “end the game”."""
        nouns = self.lexicon.nouns
        of_words = kind not in nouns or nouns[kind].type == "word" or verb in core_words("en")["verbs"]
        mere = [] if of_words else [word for word in words if word in nouns and nouns[word].type == "word"]
        if mere:
            yield self.complain(code, node, found=self.name(mere[0]), what=self.verb_name(verb), kinds=self.name(kind))
        else:
            yield from self.fits(code, words, (kind,), node, what=self.verb_name(verb))

    def number(self, phrase: n.Phrase) -> Iterator[Problem]:
        words = self.nouns(phrase)
        if words and not any(self.lexicon.is_number(w) or self.vague(w) for w in words):
            yield self.complain("RW0410", phrase, found=self.name(words[0]))

    # -------------------------------------------------------------- words

    def adjective(self, word: str, words: list[str], node: n.Node) -> Iterator[Problem]:
        item = self.lexicon.adjectives.get(word)
        if item:
            yield from self.fits("RW0403", words, item.of, node, what=item.forms.get("any", *item.forms.forms) or word)

    def relation(self, item: n.Related, words: list[str]) -> Iterator[Problem]:
        word = self.lexicon.relations.get(item.relation)
        if word:
            name = word.forms.get("any", *word.forms.forms) or word.id
            yield from self.fits("RW0404", words, word.of, item, what=name)
            yield from self.fits("RW0404", self.nouns(item.phrase), word.with_, item.phrase, what=name)

    def of_noun(self, number: str, words: list[str], node: n.Node) -> Iterator[Problem]:
        if not self.lexicon.is_number(number):
            yield self.complain("RW0410", node, found=self.name(number))
        elif not any(self.can_have(number, w) for w in words):
            yield self.complain("RW0409", node, found=self.name(words[0]), what=self.name(number))

    def can_have(self, number: str, noun: str) -> bool:
        of = self.lexicon.nouns[number].of if number in self.lexicon.nouns else ()
        return not of or any(self.fit(noun, kind) for kind in of)

    def fits(self, code: str, words: Iterable[str], kinds: Iterable[str], node: n.Node, what: str) -> Iterator[Problem]:
        """A problem for the first noun that is of none of the kinds."""
        kinds = tuple(kinds)
        for word in words:
            if kinds and not any(self.fit(word, kind) for kind in kinds):
                yield self.complain(
                    code, node, found=self.name(word), what=what, kinds=" or ".join(self.name(k) for k in kinds)
                )
                return

    def fit(self, noun: str, kind: str) -> bool:
        """Whether a noun can name something of a kind: it is one, or it is the wider word."""
        if kind in ("any", "amount") or self.vague(noun):
            return True
        for role, other, turned in ((noun, kind, False), (kind, noun, True)):  # a role names what it is a role of
            word = self.lexicon.nouns.get(role)
            if word and word.type == "role":
                return any(self.fit(other, base) if turned else self.fit(base, other) for base in word.of)
        return self.lexicon.noun_is(noun, kind) or (kind in self.lexicon.nouns and self.lexicon.noun_is(kind, noun))

    def is_player(self, phrase: n.Phrase) -> bool:
        """Whether a phrase names players."""
        words = self.nouns(phrase)
        return bool(words) and all(self.fit(word, "player") for word in words)

    def vague(self, noun: str) -> bool:
        """Whether a noun may name things of any kind."""
        word = self.lexicon.nouns.get(noun)
        if word is None:
            return noun not in ("player", "card", "space", "border", "region", "zone", "piece", "resource", "number")
        return word.type == "word" or (word.type == "role" and (not word.of or "any" in word.of))

    def nouns(self, phrase: n.Node) -> list[str]:
        """The nouns that a phrase may name; none for pronouns, which may name anything."""
        match phrase:
            case n.NounPhrase(noun=str(noun)):
                return [noun]
            case n.NounPhrase(noun=n.NounGroup(nouns=group)):
                return [item.noun for item in group]
            case n.Phrases(items=items):
                return [noun for item in items for noun in self.nouns(item)]
            case n.PartOf(whole=whole):
                return self.nouns(whole)
            case n.AsMany(noun=noun):
                return [noun]
            case n.MoreThan(phrase=inner) | n.Value(phrase=inner):
                return self.nouns(inner)
        return []

    def described(self, node: n.NounPhrase) -> Iterator[tuple[str, tuple[str, ...]]]:
        if isinstance(node.noun, str):
            yield node.noun, node.adjectives
        else:
            for item in node.noun.nouns:
                yield item.noun, item.adjectives

    def name(self, noun: str) -> str:
        word = self.lexicon.nouns.get(noun)
        return (word.forms.get("one") if word else None) or noun

    def verb_name(self, verb: str) -> str:
        return self.lexicon.verbs[verb].forms[0].get("base") or verb_said(self.lexicon, verb) or verb

    def in_full(self, verb: VerbWord) -> str:
        """A verb with any of what it is done to."""
        needed, _ = slots_of(verb.patterns[0])
        kind = verb.slots.get(next(iter(needed)), "any") if len(needed) == 1 else "any"
        noun = self.lexicon.nouns.get(kind)
        one = sounds_of("en").written(f"a {self.name(kind)}") if noun and noun.counts else ""
        said = (self.verb_name(verb.id), verb.particle if one else "", one or "…")
        return " ".join(filter(None, said))

    def complain(self, code: str, node: n.Node, **words: object) -> Problem:
        span = node.span or n.Span(0, 1)
        return problem(code, offset=span.start, end=span.end, **words)  # type: ignore[arg-type]
