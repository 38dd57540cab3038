"""How a language tells what a rulebook holds: names, phrases, amounts, conditions and the words of its lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from rulewright.language import nodes as n
from rulewright.language.lexicon import core_words, place_word
from rulewright.language.printing.sounds import sounds_of
from rulewright.language.rewriting import rewritten
from rulewright.language.trees.third_person import third_person
from rulewright.problems import RulewrightError
from rulewright.ruleset import blocks as b
from rulewright.ruleset.model import Ruleset, Word
from rulewright.ruleset.rulebook.condition_text import named
from rulewright.ruleset.rulebook.definitions import said_of_a_thing

_N = TypeVar("_N", bound=n.Node)

_LETTERS = "XYZ"
_STAND_IN = 9_000_000
"""Numbers from here on stand for letters until a sentence is printed."""


class Wording:
    """The words of a language for parts of a ruleset; what it cannot say is told in English, in italics.

    Attributes:
        words: what the language says between and around parts (`blocks` of its words).
        texts: the ruleset's own texts in the language.
        own_words: what a rulebook tells in own words, by the lines that the grammar says (`lines` of the lexicon).
        about: the noun of what is being defined, which "it" stands for.
        defined: the same, where a definition has just named one such thing.
        told_before: the conditions that a line has said already.
        given_things: what is done to, in the steps of a verb: "the piece" is what it was told of.
        those: by the name of what a loop is at, its noun, where a language says "that card" of it.
    """

    def __init__(self, ruleset: Ruleset, lang: str) -> None:
        self.ruleset, self.lang = ruleset, lang
        self.words: Mapping[str, Any] = {**core_words("en")["blocks"], **core_words(lang).get("blocks", {})}
        self.about = self.defined = ""
        self.told_before: list[n.Node] = []
        self.given_things: frozenset[str] = frozenset()
        self.those: dict[str, str] = {}
        locale = ruleset.content.data["locale"].get(lang, {})
        self.texts: Mapping[str, Any] = locale.get("texts", {})
        self.own_words: Mapping[str, str] = locale.get("lexicon", {}).get("lines", {})

    def sounded(self, text: str) -> str:
        """A text as its words sound beside each other."""
        return sounds_of(self.lang).written(text)

    def own(self, text: str) -> str:
        """A sentence or condition as a game's language tells it in own words (`told` of its lexicon), if it does."""
        return self.ruleset.language(self.lang).lexicon.told.get(text, text)

    def fill(self, key: str, **values: str) -> str:
        """The words under a key, with what stands in their braces."""
        return self.sounded(str(self.words[key]).format(**values))

    def say(self, words: b.Words) -> str:
        """Some words of the ruleset in the language; in English, where that cannot say them."""
        if words.tree is None:
            return words.text
        kind = "block_sentence" if words.kind == "sentence" else words.kind
        tree = self.shown(words.tree)
        told = self.ruleset.language(self.lang).deeds.taking(tree)
        if told is not tree:
            with suppress(RulewrightError):
                return self.own(self.ruleset.print(told, self.lang, kind, self.about))
        try:
            return self.own(self.ruleset.print(tree, self.lang, kind, self.about))
        except RulewrightError:
            return f"*{' '.join(words.text.split())}*"

    def order(self, act: n.Act) -> str:
        """What "you" do, as an order to do it: every other step is one; "" where no sentence says it."""
        with suppress(RulewrightError):
            return self.own(self.ruleset.print(self.shown(act), self.lang, "block_sentence", self.about))
        return ""

    def shown(self, tree: _N) -> _N:
        """A tree with "that card" for what a loop is at, where it has no name that says more."""

        def that(node: n.Node, _: n.Node) -> n.Node:
            match node:
                case n.NounPhrase(determiner=n.Quantity(kind="count", low=1, article=None), noun=str(noun)) if (
                    noun in self.given_things
                ):
                    return replace(node, determiner=n.Article(word="the"))  # not any one: the one that is named
                case n.NounPhrase(determiner=n.Article(word="the"), noun=str(noun)) if noun in self.those:
                    return replace(node, determiner=n.Article(word="that"), noun=self.those[noun])
            return node

        shown: _N = rewritten(tree, that)
        return shown

    def amount(self, tree: n.Node) -> str:
        """An amount in the language; in English, where that cannot say it."""
        try:
            return self.own(self.ruleset.print(self.shown(tree), self.lang, "amount", self.about))
        except RulewrightError:
            return f"*{self.ruleset.print(tree, 'en', 'amount', self.about)}*"

    def lies(self, noun: str) -> str:
        """How a noun names places in the language."""
        lexicon = self.ruleset.language(self.lang).lexicon
        word = lexicon.nouns.get(noun)
        return (word.place if word is not None else "") or place_word(lexicon.canon, noun) or "in"

    def each(self, words: b.Words, rule: str = "for_each_rule") -> str:
        """What a step goes through, in the words of the rule that `for_each_rule` names, if a language has one."""
        tree = words.tree
        if isinstance(tree, n.NounPhrase):
            if tree.determiner == n.Article(word="each"):  # "for each" says so
                tree = replace(tree, determiner=None)
            elif tree.determiner == n.Article(word="another"):
                tree = replace(tree, determiner=None, adjectives=("other", *tree.adjectives))
        return self.by_rule(rule, tree) or self.say(words)

    def each_player(self, words: b.Words) -> str:
        """The players whom a step goes through, as those who act: "each other player"; "" of anything else."""
        tree = words.tree
        nouns = self.ruleset.language(self.lang).lexicon.nouns
        if not isinstance(tree, n.NounPhrase) or tree.plural or "each_does" not in self.words:
            return ""
        if not isinstance(tree.noun, str) or nouns[tree.noun].type != "player":
            return ""
        others = ("other",) if tree.determiner == n.Article(word="another") else ()
        if not others and tree.determiner not in (None, n.Article(word="each")):
            return ""
        each = replace(tree, determiner=n.Article(word="each"), adjectives=(*others, *tree.adjectives))
        return self.counted(each, "")

    def goes_through(self, words: b.Words) -> str:
        """The words for a step that goes through things; others for one thing alone, where a language has them."""
        tree = words.tree
        one = isinstance(tree, n.NounPhrase) and not tree.plural and tree.determiner == n.Article(word="the")
        return "for_one" if one and "for_one" in self.words else "for_each"

    def by_rule(self, key: str, tree: n.Node | None) -> str:
        """A tree as the rule of the grammar says them that a language names under a key of `blocks`; or nothing."""
        rule = self.words.get(key)
        if rule and tree is not None:
            with suppress(RulewrightError):
                return self.ruleset.print(self.shown(tree), self.lang, rule, self.about)
        return ""

    def resolved(self, of: b.Words | tuple[str, ...] | None) -> str:
        """Whose abilities a step carries out: a phrase, or the names of components; nothing where it is everybody's."""
        if isinstance(of, tuple):
            names = ((one, self.ruleset.components[one].name) for one in of)
            told = [self.given("components", one, "name", name) for one, name in names]
            if "resolve_name" not in self.words:
                return ", ".join(told)
            return named([self.fill("resolve_name", name=name) for name in told], self.words["joined"]["all"])
        return "" if of is None else self.by_rule("resolve_rule", self.yours(of.tree)) or self.say(of)

    def yours(self, tree: n.Node | None) -> n.Node | None:
        """What lies in a zone of yours of which the language says so (`yours` of the zone): "your card"."""
        match tree:
            case n.NounPhrase(
                determiner=n.Article(word="the" | "each" | "all" as word),
                filters=(n.At(phrase=n.NounPhrase(determiner=n.Article(word="your"), noun=str(zone))),),
            ):
                noun = self.ruleset.language(self.lang).lexicon.nouns.get(zone)
                if noun is not None and noun.entry.get("yours"):
                    mine = n.Article(word="your")
                    held = replace(tree, determiner=mine, filters=(), plural=word != "the")
                    return held if word == "the" else n.PartOf(whole=held, quantity=n.Quantity(kind="all"))
        return tree

    def text(self, section: str, name: str, words: b.Words) -> list[str]:
        """The lines of a text: the language's own wording, if it says the same; otherwise what its tree says."""
        own = self.texts.get(section, {}).get(name, {}).get("text") if self.lang != "en" else words.text
        try:
            if own and (self.lang == "en" or self.ruleset.parse(own, self.lang) == words.tree):
                return _abilities(own)
        except RulewrightError:
            pass
        return self.say(words).split("\n")

    def phrase(self, node: n.Node) -> str:
        """A name of things, by the rule that `named_rule` names: without what a sentence would say before it."""
        try:
            return self.ruleset.print(node, self.lang, self.words.get("named_rule"))
        except RulewrightError:
            return self.ruleset.print(node)

    def counted(self, node: n.Node, case: str | None = None) -> str:
        """A phrase by itself, in the case of what is won, where a language has cases."""
        language = self.ruleset.language(self.lang)
        if case is None:
            case = language.lexicon.core.get("slot_case", "") if language.lexicon.declension.cases else ""
        try:
            return self.ruleset.print(node, self.lang, f"nps__{case}" if case else "phrase")
        except RulewrightError:
            return self.ruleset.print(node)

    def is_understood(self, phrase: n.Phrase) -> bool:
        """Whether the language, told to choose what a phrase names, understands just that."""
        act = self.ruleset.language(self.lang).deeds.choosing(phrase)
        try:
            return self.ruleset.parse(self.ruleset.print(act, self.lang, "sentence"), self.lang, "sentence") == act
        except RulewrightError:
            return False

    def choice(self, words: b.Words, phrase: n.Node | None) -> str:
        """What is chosen, as an order to choose it; phrase: with what it must be like."""
        if not isinstance(phrase, n.Phrase):
            return self.say(words)
        act = self.ruleset.language(self.lang).deeds.choosing(self.shown(phrase))
        try:
            return self.own(self.ruleset.print(act, self.lang, "block_sentence")).rstrip(".")
        except RulewrightError:
            return self.say(words)

    def chosen_by(self, action: b.Choose, phrase: n.Node | None) -> str:
        """A choice of somebody as a sentence: "the owner chooses a card"; "" where no sentence says it."""
        by = action.by.tree if action.by else None
        if not isinstance(by, n.Phrase) or not isinstance(phrase, n.Phrase):
            return ""
        act = third_person(self.ruleset.language(self.lang).deeds.choosing(phrase))
        if act is None or by == n.Pronoun(word="you"):
            return ""
        with suppress(RulewrightError):
            if "narrowed" in self.words:
                they = n.Pronoun(word="they")
                act = rewritten(act, lambda node, _: they if node == by else node)
            does = self.shown(n.Does(subject=by, act=act))
            told = self.ruleset.print(does, self.lang, "statement").rstrip(".")
            return self.own(f"{self.capital(told)}.").rstrip(".")
        return ""

    def called(self, text: str, role: str | None, key: str = "as") -> str:
        """A choice with the name that it has from there on; what is gone through has words of its own, if any.

        A name that says no more than that this is what was chosen is not given.
        """
        if role is None or self.is_unnamed(role, each=key == "as_each"):
            return f"{text}."
        the_role = self.counted(n.NounPhrase(determiner=n.Article(word="the"), noun=role), "")
        return self.fill(key if key in self.words else "as", text=text, role=the_role)

    def is_unnamed(self, role: str, each: bool) -> bool:
        """Whether a name says no more than that this is what was chosen, or what a loop is at."""
        the_role = self.counted(n.NounPhrase(determiner=n.Article(word="the"), noun=role), "")
        unnamed = {*self.words.get("unnamed", ()), *(self.words.get("unnamed_each", ()) if each else ())}
        return not unnamed.isdisjoint(the_role.split())

    def said_of(self, word: Word) -> str:
        """What a word says of a thing, which its definition goes on, where a language has the words for that."""
        tree = said_of_a_thing(word, self.ruleset.language(self.lang).lexicon) if "defined" in self.words else None
        if tree is not None:
            with suppress(RulewrightError):
                return self.ruleset.print(tree, self.lang, "statement", self.about).rstrip(".")
        return ""

    def role(self, noun: str) -> str:
        """What a role or a number is called."""
        return self.phrase(n.NounPhrase(noun=noun))

    def name(self, word: Word) -> str:
        """A word of the lexicon by itself: a verb by its `title` or as an order, an adjective as is said of things."""
        language = self.ruleset.language(self.lang)
        lexicon = language.lexicon
        if word.section == "verbs":
            verb = lexicon.verbs.get(word.id)
            if verb is not None and "title" in verb.entry:
                return str(verb.entry["title"])
            return self.deed(word.id) or language.deeds.said_of(word.id) or word.id.replace("_", " ")
        if word.section == "nouns":
            return self.role(word.id)
        entries: Mapping[str, Any] = lexicon.adjectives if word.section == "adjectives" else lexicon.relations
        entry = entries.get(word.id)
        forms = (lexicon.declension.predicative, "any", *entry.forms.forms) if entry else ()
        return str(entry.forms.get(*forms)) if entry else word.id.replace("_", " ")

    def deed(self, verb: str) -> str:
        """A verb as one is told to do it, or by the rule that `deed_rule` names, with what its slots take; or nothing.

        Numbers are told by letters, and what a letter stands for behind: "Look at X cards (X: …)". Where a sentence
        cannot say all slots in one (the field of "the piece on the field"), those that no pattern names are left out.
        """
        ways = ((letters, named) for named in (False, True) for letters in (True, False))
        return next((text for way in ways if (text := self._deed(verb, *way))), "")

    def _deed(self, verb: str, by_letters: bool, only_named: bool) -> str:
        lexicon = self.ruleset.language(self.lang).lexicon
        slots = []
        letters: dict[str, str] = {}
        word = lexicon.verbs.get(verb)
        for name, kind in word.slots.items() if word else ():
            if only_named and word and not any(re.search(rf"{{{name}\b", pattern) for pattern in word.patterns):
                continue
            noun = name if name in lexicon.nouns else kind
            phrase = n.NounPhrase(determiner=n.Article(word="the"), noun=noun)
            value: n.Phrase | n.Amount = n.Value(phrase=phrase) if lexicon.is_number(noun) else phrase
            if lexicon.is_number(noun) and by_letters:
                value = n.Number(value=_STAND_IN + len(letters))
                letters[str(value.value)] = self.role(noun)
            slots.append(n.Slot(name=name, value=value))
        try:
            tree = n.Perform(verb=verb, slots=tuple(slots))
            text = self.ruleset.print(tree, self.lang, self.words.get("deed_rule", "block_sentence")).rstrip(".")
        except RulewrightError:
            return ""
        text = self.capital(text)
        for letter, number in zip(_LETTERS, sorted(letters, key=text.find), strict=False):
            text = text.replace(number, letter)
            letters[letter] = letters.pop(number)
        return text + (f" ({', '.join(f'{letter}: {noun}' for letter, noun in letters.items())})" if letters else "")

    def carried_out(self, heading: str, key: str) -> str:
        """The words in which a language tells that what stands under a heading is carried out, if it has own ones."""
        word = self.ruleset.language(self.lang).lexicon.headings.get(heading)
        return str(word.entry.get(key, "")) if word else ""

    def heading(self, name: str) -> str:
        """What a heading is called."""
        word = self.ruleset.language(self.lang).lexicon.headings.get(name)
        return str(word.forms.get("any", *word.forms.forms)) if word else name.replace("_", " ")

    def time(self, name: str) -> str:
        """What a limit or moment is called."""
        word = self.ruleset.language(self.lang).lexicon.times.get(name)
        return str(word.forms.get("any", *word.forms.forms)) if word else name.replace("_", " ")

    def title(self, title: str) -> str:
        """The title of a choice."""
        return str(self.texts.get("titles", {}).get(title, title))

    def times(self, text: str) -> str:
        """How often something is done."""
        text = re.sub(r"\b1 times\b", "1 time", f"{text} times" if text.isdecimal() else text)
        for english, own in self.words.get("times", {}).items():
            text = re.sub(rf"\b{english}\b", own, text)
        return text

    def given(self, section: str, name: str, key: str, english: str) -> str:
        """A text of the ruleset's own in the language; the English one where there is none."""
        return str(self.texts.get(section, {}).get(name, {}).get(key, english))

    def capital(self, text: str) -> str:
        """A text with a capital letter."""
        return text[:1].upper() + text[1:]


def _abilities(text: str) -> list[str]:
    """The lines of a text without the line ends that only the file has."""
    lines: list[str] = []
    for line in text.strip().split("\n"):
        follows = bool(lines) and not (lines[-1].endswith(".") and line.strip()[:1].isupper())  # "the year II.": no end
        starts = re.match(r"[^.:;]{1,60}:", line) or not follows
        if starts:
            lines.append(line.strip())
        else:
            lines[-1] += f" {line.strip()}"
    return lines
